package main

import (
	"strings"
	"testing"
)

func TestThePublicAddressMustBeSecure(t *testing.T) {
	for _, c := range []struct {
		name, addr, url, want string // want: part of the refusal, "" for none
	}{
		{"loopback needs no public address", "127.0.0.1:8080", "", ""},
		{"nor does localhost", "localhost:0", "", ""},
		{"nor the other loopback", "[::1]:8080", "", ""},
		{"every address needs one", ":8080", "", "--url https://"},
		{"so does an address of the network", "192.168.1.2:80", "", "--url https://"},
		{"and a name", "kickabout.example:80", "", "--url https://"},
		{"with a public address it may listen anywhere", ":8080", "https://kickabout.example", ""},
		{"which may end in a slash", ":8080", "https://kickabout.example/", ""},
		{"plain http is not secure", ":8080", "http://kickabout.example", "is no address such as https://"},
		{"a path is no site", ":8080", "https://kickabout.example/play", "is no address such as https://"},
		{"nor is a word", ":8080", "kickabout", "is no address such as https://"},
		{"an address needs a port", "127.0.0.1", "", "is no address such as 127.0.0.1:8080"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := publicURL(c.addr, c.url)
			if c.want == "" && err != nil {
				t.Fatalf("refused: %v", err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Fatalf("got %v, want a sentence with %q", err, c.want)
			}
		})
	}
}
