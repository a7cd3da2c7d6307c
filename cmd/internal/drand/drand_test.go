package drand

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kickabout/engine/dice/beacon"
)

// signature is what the network signed of round 1000, from the vectors of the scheme.
const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"

// TestAValueIsTakenFromAServerThatSaysTheTruthAlone: of one that has it not, says another one, or nothing that can be read.
func TestAValueIsTakenFromAServerThatSaysTheTruthAlone(t *testing.T) {
	t.Parallel()
	forged := strings.Replace(signature, "b44679", "b44678", 1)
	for what, c := range map[string]struct {
		status int
		says   string
		want   string
	}{
		"the truth":           {200, `{"round":1000,"randomness":"00","signature":"` + signature + `"}`, ""},
		"not yet":             {425, `{}`, "425"},
		"another round":       {200, `{"round":1001,"signature":"` + signature + `"}`, "something else"},
		"a forged value":      {200, `{"round":1000,"signature":"` + forged + `"}`, beacon.ErrSignature.Error()},
		"no digits":           {200, `{"round":1000,"signature":"x"}`, "something else"},
		"nothing":             {200, ``, "EOF"},
		"more than is wanted": {200, strings.Repeat(" ", 1<<20) + `{"round":1000,"signature":"` + signature + `"}`, "EOF"},
	} {
		asked := ""
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = r.URL.Path
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.says)
		}))
		s, err := At(server.URL + "/api/")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Round(t.Context(), 1000)
		if c.want == "" && (err != nil || fmt.Sprintf("%x", got) != signature) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %x, %v", what, got, err)
		}
		if want := "/api/" + beacon.Quicknet + "/public/1000"; asked != want {
			t.Errorf("asked is %s, want %s", asked, want)
		}
		server.Close()
		if _, err := s.Round(t.Context(), 1000); err == nil {
			t.Error("a server that is gone says something")
		}
	}
}

// TestAnAddressThatNamesNoServerIsRefused at the start, not when a tournament waits.
func TestAnAddressThatNamesNoServerIsRefused(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "api.drand.sh", "ftp://api.drand.sh", "https://", "http://[::1"} {
		if _, err := At(address); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
	if _, err := At("https://api.drand.sh"); err != nil || errors.Is(err, beacon.ErrChain) {
		t.Error(err)
	}
}
