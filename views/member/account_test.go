package member

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// member is Ann with an account.
var member = league.Player{ID: "ann", Name: "Ann", Kind: league.Member, Created: viewstest.KickedOff}

// ownSecurity is what Ann sees after ending a session: two browsers.
func ownSecurity() SecurityInput {
	here := league.Session{Hash: [32]byte{1}, Created: viewstest.KickedOff, Seen: viewstest.Today, Browser: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", Ends: viewstest.Today.Add(365 * 24 * time.Hour)}
	there := league.Session{Hash: [32]byte{2}, Created: viewstest.KickedOff.Add(-40 * 24 * time.Hour), Seen: viewstest.KickedOff, Browser: "<script>"}
	return SecurityInput{
		Frame: ui.Frame{Viewer: member, Now: viewstest.Today}, Session: here, Sessions: []league.Session{here, there}, Done: "session",
		TakesPasskeys: true, Passkeys: []league.Passkey{{ID: "\x01", Name: "my <b>phone", Made: viewstest.KickedOff, Used: viewstest.Today}, {ID: "\x02", Made: viewstest.KickedOff}},
		Log: []league.SecurityEvent{
			{At: viewstest.Today, Act: "sign-in failed", Failed: true, Neighbourhood: "203.0.113.0/24", Browser: "<script>", Factor: "password"},
			{At: viewstest.KickedOff, Act: "signed in", Neighbourhood: "203.0.113.0/24", Browser: "Mozilla/5.0 (iPhone) Version/26.0 Safari/605", Factor: "passkey"},
		},
		CodesLeft: 7, CodesMade: viewstest.KickedOff,
	}
}

// newCodes are what Ann writes down.
var newCodes = []string{"ABCDE-FGHIJ-KLMNO-PQRST-UVWXY", "ZYXWV-UTSRQ-PONML-KJIHG-FEDCB"}

// ownAccount is what Ann sees after ending a token: two programs.
func ownAccount() AccountInput {
	return AccountInput{
		Frame: ui.Frame{Viewer: member, Now: viewstest.Today}, Done: "token",
		Tokens: []league.Token{
			{Hash: [32]byte{3}, Label: `my "bot"`, Created: viewstest.KickedOff, Used: viewstest.Today, Scopes: league.ScopeRead | league.ScopePlay, Ends: viewstest.Today.Add(6 * 24 * time.Hour)},
			{Hash: [32]byte{4}, Created: viewstest.KickedOff, Scopes: league.AllScopes, Ends: viewstest.Today},
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
		if got := BrowserText(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
