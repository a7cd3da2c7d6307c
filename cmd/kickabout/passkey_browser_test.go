package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/passkey"
	"kickabout/league"
	"kickabout/league/members"
)

// TestAPasskeyOpensAnAccount goes the whole way of one, as a browser goes it: made, alone, as a second factor, to prove
// who one is, and refused when it counts backwards.
func TestAPasskeyOpensAnAccount(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	site := strings.Replace(r.address, "127.0.0.1", "localhost", 1) // the name that passkeys are for
	v := r.visitor(b, "random", browser.Options{Width: 390, Height: 844, Phone: true})
	device := v.Authenticator()
	v.Open(site + "/signup")
	v.fill(".sign button.main", [2]string{"#name", "Ann"}, [2]string{"#password", secretWords})
	code := regexp.MustCompile(`(?:[A-Z2-7]{5}-){4}[A-Z2-7]{6}`).FindString(v.Text(".codes"))
	if code == "" || v.Attribute("button[data-print]", "hidden") != "" {
		t.Errorf("no code is shown, or no way to print it: %q", v.Text("main"))
	}
	v.Open(site + "/account/security")
	v.fill(`form[data-passkey="add"] button`, [2]string{"#passkey-name", "my phone"})
	v.WaitForText(".notice", "The passkey is added.")
	v.WaitForText(".held b", "my phone")
	r.flawless(v.Page, "/account/security", browser.Options{Width: 390, Height: 844, Phone: true})

	leave := func() {
		t.Helper()
		v.Open(site + "/account")
		v.Follow(`form[action="/signout"] button`)
		v.Open(site + "/signin?next=/account/security")
	}
	leave()
	v.Follow(`form[data-passkey="signin"] button`) // alone
	v.WaitForText("main", "my phone")
	v.WaitForText(".held .when", "last used")
	records, err := r.server.store.PasskeyRecords(t.Context())
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	if host, err := passkey.HostOf(records[0]); host != "localhost" || err != nil {
		t.Errorf("the passkey is for %q, %v", host, err)
	}

	leave()
	password := func() {
		t.Helper()
		v.fill(`form[action="/signin"] button`, [2]string{"#name", "Ann"}, [2]string{"#password", secretWords})
		v.WaitForText("h1", "One thing more")
	}
	password()
	v.Follow(`form[data-passkey="second"] button`) // after the password
	v.WaitForText("h1", "Sign-in and security")

	leave()
	password()
	v.fill(`form:not([data-passkey]) button`, [2]string{"#code", "ABCDE"})
	v.WaitForText("#code-error", "The code is wrong")
	browser.Eval[bool](v.Page, `(document.querySelector("#code").value = "") === ""`)
	v.fill(`form:not([data-passkey]) button`, [2]string{"#code", code})
	v.WaitForText("h1", "Sign-in and security")
	v.WaitForText("main", "7 codes are left")
	v.Open(site + "/account/confirm?next=/account")
	v.fill(`form:not([data-passkey]) button.main`, [2]string{"#proof", secretWords}, [2]string{"#code", code}) // the password takes a code, too
	v.WaitForText("#code-error", "The code is wrong, or has been used.")
	v.Follow(`form[data-passkey="prove"] button`)
	v.WaitForText("h1", "Your account")

	// With a copy that counts from the beginning nobody gets in.
	device.Forget()
	leave()
	v.Follow(`form[data-passkey="signin"] button`)
	v.WaitForText(".field-error", "This passkey does not open the account.")
	if path := v.URL(); !strings.HasSuffix(path, "/signin/passkey") {
		t.Errorf("the browser is at %s", path)
	}
	ann, err := r.server.office.PlayerByName(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	told, err := r.server.office.Notices(t.Context(), ann.ID, 0, 100)
	if err != nil || !slices.ContainsFunc(told, func(n league.Notice) bool { return n.Event == members.SecurityCopied }) {
		t.Errorf("Ann is not told that there may be a copy: %+v, %v", told, err)
	}
	for _, e := range v.ConsoleErrors() {
		if !strings.Contains(e, "422") {
			t.Errorf("a page complained: %s", e)
		}
	}
}
