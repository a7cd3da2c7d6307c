package views

import (
	"strings"
	"testing"
	"time"

	"kickabout/league"
)

// member is Ann with an account.
var member = league.Player{ID: "ann", Name: "Ann", Kind: league.Member, Created: kickedOff}

// ownAccount is what Ann sees after ending a session: two browsers and two programs.
func ownAccount() AccountInput {
	here := league.Session{Hash: [32]byte{1}, Created: kickedOff, Seen: today, Browser: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"}
	there := league.Session{Hash: [32]byte{2}, Created: kickedOff.Add(-40 * 24 * time.Hour), Seen: kickedOff, Browser: "<script>"}
	return AccountInput{
		Frame: Frame{Viewer: member, Now: today}, Session: here, Sessions: []league.Session{here, there}, Done: "session",
		Tokens: []league.Token{
			{Hash: [32]byte{3}, Label: `my "bot"`, Created: kickedOff, Used: today},
			{Hash: [32]byte{4}, Created: kickedOff},
		},
	}
}

func TestBrowsersInPlainWords(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0":                                                                  "Firefox on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36":                         "Chrome on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0":           "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15":                   "Safari on Mac",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1":  "Chrome on iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36":                         "Chrome on Android",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36":     "Samsung Internet on Android",
		"Firefox":     "Firefox",
		"curl/8.14.1": "Another program",
		"":            "Another program",
		"<script>":    "Another program",
	} {
		if got := browserText(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

func TestNoPageAboutAccountsRepeatsAPassword(t *testing.T) {
	for name, page := range scenes(t) {
		html := rendered(t, page)
		for _, field := range strings.Split(html, "<input")[1:] {
			field, _, _ = strings.Cut(field, ">")
			if strings.Contains(field, `type="password"`) && strings.Contains(field, "value=") {
				t.Errorf("%s has a password in <input%s>", name, field)
			}
		}
	}
}
