package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
)

const secretWords = "three small goats"

// fill types into the fields of the page and sends the form of a button.
func (v *visitor) fill(button string, fields ...[2]string) {
	v.r.t.Helper()
	for _, f := range fields {
		v.Type(f[0], f[1])
	}
	v.Follow(button)
}

func TestAGuestPlaysSignsUpAndKeepsTheMatch(t *testing.T) {
	testAccount(t, browser.Options{})
}

func TestAGuestPlaysSignsUpAndKeepsTheMatchWithoutJavaScript(t *testing.T) {
	testAccount(t, browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
}

// testAccount goes the whole way of an account by links and forms.
func testAccount(t *testing.T, o browser.Options) {
	r := serve(t)
	b := browser.Start(t)
	v := r.visitor(b, "random", o)
	v.begin()
	view := v.turn(r.settledTurn(v.id))
	guest := view.Match.Seats[0].Player

	v.Open(r.address + "/")
	v.Follow(`.notice a[href="/signup"]`)
	if text := v.Text(".notice"); !strings.Contains(text, guest.Name) {
		t.Errorf("who signs up is told %q", text)
	}
	v.fill(".sign button", [2]string{"#name", "Ann Guest"}, [2]string{"#password", "goats"})
	v.WaitForText("#password-error", "at least 8 characters")
	if got := v.Attribute("#name", "value"); got != "Ann Guest" {
		t.Errorf("the name that was typed is %q now", got)
	}
	v.fill(".sign button", [2]string{"#password", secretWords})
	if got := v.Text("header .viewer"); strings.TrimSpace(got) != "Ann Guest" {
		t.Errorf("the page is %q's", got)
	}
	v.Open(r.address + "/matches/" + v.id)
	view = v.turn(r.settledTurn(v.id))
	if p := view.Match.Seats[0].Player; p.ID != guest.ID || p.Name != "Ann Guest" || p.Kind != league.Member {
		t.Errorf("the match is %+v's", p)
	}

	v.Open(r.address + "/account")
	v.Follow(`form[action="/signout"] button`)
	v.WaitForText("header .viewer", "Sign in")
	v.Open(r.address + "/matches/" + v.id)
	if v.Exists("#confirm") {
		t.Error("who has signed out may still move")
	}
	v.Click(".menu summary")
	v.Follow(`.menu-list a[href="/signin"]`) // a phone shows no header there
	v.fill(".sign button", [2]string{"#name", "ann guest"}, [2]string{"#password", "three big goats"})
	v.WaitForText("#password-error", "Name or password is wrong.")
	v.fill(".sign button", [2]string{"#password", secretWords})
	if v.URL() != r.address+"/matches/"+v.id {
		t.Errorf("signing in led to %s", v.URL())
	}
	v.turn(r.settledTurn(v.id))

	// Another browser, a program, another password: the other session ends, and the token.
	other := r.visitor(b, "random", o)
	other.Open(r.address + "/signin")
	other.fill(".sign button", [2]string{"#name", "Ann Guest"}, [2]string{"#password", secretWords})
	v.Open(r.address + "/account/security")
	if n := v.Count(`.held input[name=session]`); n != 1 {
		t.Errorf("%d other sessions are listed", n)
	}
	v.Open(r.address + "/account")
	v.fill(`form[action="/account/tokens"] button`, [2]string{"#label", "my bot"})
	secret := strings.TrimSpace(v.Text(".secret"))
	if p, err := r.server.office.PlayerByToken(t.Context(), secret, league.ScopeRead); err != nil || p.ID != guest.ID {
		t.Errorf("the token %q acts for %+v, %v", secret, p, err)
	}
	v.Open(r.address + "/account/security")
	v.fill(`form[action="/account/password"] button`, [2]string{"#old", secretWords}, [2]string{`form[action="/account/password"] input[name=password]`, "four small goats"})
	v.WaitForText(".notice", "Your password is changed.")
	if _, err := r.server.office.PlayerByToken(t.Context(), secret, league.ScopeRead); err == nil {
		t.Error("the token outlives the password")
	}
	other.Open(r.address + "/account")
	if !strings.HasSuffix(other.URL(), "/signin?next=%2Faccount") {
		t.Errorf("the other browser is at %s", other.URL())
	}

	v.Open(r.address + "/account")
	v.Click("#gone-part + details summary")
	v.fill(`form[action="/account/deletion"] button`, [2]string{"#gone", "four small goats"})
	v.WaitForText(".notice", "Your account is deleted.")
	v.Open(r.address + "/matches/" + v.id)
	v.WaitForText("#match", "deleted-")
	if over := r.match(v.id); !over.Record.Next().Over() {
		t.Error("the match of a deleted account goes on")
	}
	for _, e := range append(v.ConsoleErrors(), other.ConsoleErrors()...) {
		if !strings.Contains(e, "422") { // what the browser itself says of a refusal
			t.Errorf("a page complained: %s", e)
		}
	}
}

// TestNoPageAboutAccountsHasAccessibilityDefects looks at them small and large, light and dark.
func TestNoPageAboutAccountsHasAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	owner := r.visitor(b, "random", browser.Options{})
	owner.begin()
	owner.Open(r.address + "/signup")
	owner.fill(".sign button", [2]string{"#name", "Ann With A Long Name"}, [2]string{"#password", secretWords})
	if _, err := r.server.office.MakeToken(t.Context(), r.match(owner.id).Match.Seats[0].Player, league.TokenOrder{Label: "a token with a long label for a narrow", Scopes: league.AllScopes, Days: 30}); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, screen := range screens {
		look := func(p *browser.Page, name string) {
			t.Helper()
			r.flawless(p, name, screen)
			checked++
		}
		stranger := r.visitor(b, "random", screen)
		for _, path := range []string{"/signup", "/signin", "/signin?done=gone"} {
			stranger.Open(r.address + path)
			look(stranger.Page, path)
		}
		stranger.fill(".sign button", [2]string{"#name", "Nobody"}, [2]string{"#password", "a wrong guess"})
		look(stranger.Page, "a wrong password")
		stranger.Open(r.address + "/signup")
		stranger.fill(".sign button", [2]string{"#name", "Guest"}, [2]string{"#password", "goats"})
		look(stranger.Page, "a wrong sign-up")
		stranger.Open(r.address + "/signin?next=/account")
		stranger.fill(".sign button", [2]string{"#name", "Ann With A Long Name"}, [2]string{"#password", secretWords})
		look(stranger.Page, "/account")
		stranger.Click("#gone-part + details summary")
		stranger.fill(`form[action="/account/deletion"] button`, [2]string{"#gone", "a wrong guess"})
		look(stranger.Page, "a wrong password on the account page")
		stranger.Open(r.address + "/account?done=password")
		stranger.fill(`form[action="/account/tokens"] button`, [2]string{"#label", "another"})
		look(stranger.Page, "a new token")
		stranger.Open(r.address + "/")
		look(stranger.Page, "the front page of a member")
	}
	t.Logf("%d pages", checked)
}
