package main

import (
	"io"
	"mime/quotedprintable"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web"
)

// lostPassword is somebody who has lost a password, at a site that sends mail.
type lostPassword struct {
	*visitor
	post *mailtest.Server
}

// linkFrom waits for the letter to an address behind so many others, and returns the path of the link in it.
func (v *lostPassword) linkFrom(address string, after int) string {
	v.r.t.Helper()
	for range 2000 {
		var to []mailtest.Letter
		for _, l := range v.post.Letters() {
			if l.To == address && strings.Contains(l.Raw, "The link works once") {
				to = append(to, l)
			}
		}
		if len(to) > after {
			_, body, _ := strings.Cut(to[after].Raw, "\r\n\r\n")
			text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body)))
			if err != nil {
				v.r.t.Fatal(err)
			}
			return regexp.MustCompile(`http://[^/]+(/\S+)`).FindStringSubmatch(string(text))[1]
		}
		time.Sleep(5 * time.Millisecond)
	}
	v.r.t.Fatalf("letter %d to %s does not come", after+1, address)
	return ""
}

// signsIn signs in with a new password, which has just been set.
func (v *lostPassword) signsIn(site, words string) {
	v.r.t.Helper()
	v.WaitForText(".notice", "Your new password is set")
	v.Open(site + "/account")
	if !strings.Contains(v.URL(), "/signin") {
		v.r.t.Errorf("setting a password has signed somebody in: %s", v.URL())
	}
	v.fill(`form[action="/signin"] button`, [2]string{"#name", "Ann"}, [2]string{"#password", words})
}

func TestWhoHasLostThePasswordGetsInAgain(t *testing.T) {
	testRecovery(t, browser.Options{Width: 390, Height: 844, Phone: true})
}

func TestWhoHasLostThePasswordGetsInAgainWithoutJavaScript(t *testing.T) {
	testRecovery(t, browser.Options{NoJavaScript: true})
}

// testRecovery walks each way back into an account, by mail, by a code and by the operator, and tries each again once it
// was used. Then the account has a passkey, which none of these ways gets around.
func testRecovery(t *testing.T, o browser.Options) {
	post := mailtest.Start(t, false)
	r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}}
	r.config.Mail, r.config.MailFrom = "smtp://"+post.Address, "Kickabout <league@kickabout.example>"
	r.config.Tries = web.Rate{Count: 10, Per: 10 * time.Minute} // as a site has it by itself
	r.start()
	t.Cleanup(func() { r.stop() })
	site := strings.Replace(r.address, "127.0.0.1", "localhost", 1)
	v := &lostPassword{visitor: r.visitor(browser.Start(t), "random", o), post: post}
	const address = "ann@example.org"
	signOut := func() {
		t.Helper()
		v.Open(site + "/account")
		v.Follow(`form[action="/signout"] button`)
	}
	set := func(words string) {
		t.Helper()
		v.fill(".sign button.main", [2]string{"#password", words})
	}

	v.Open(site + "/signup")
	v.fill(".sign button.main", [2]string{"#name", "Ann"}, [2]string{"#password", secretWords})
	codes := regexp.MustCompile(`(?:[A-Z2-7]{5}-){4}[A-Z2-7]{6}`).FindAllString(v.Text(".codes"), -1)
	if len(codes) != 8 {
		t.Fatalf("%d codes are shown", len(codes))
	}
	v.Open(site + "/account/mail")
	v.fill(`form[action="/account/mail"] button`, [2]string{"#address", address})
	v.Open(site + v.linkFrom(address, 0))
	v.Follow(`form[action^="/account/mail/links/"] button`)
	v.WaitForText(".notice", "The address is confirmed.")
	signOut()

	// By mail. Whether somebody is known here is not to be seen.
	asks := func(who string) string {
		t.Helper()
		v.Open(site + "/recover")
		v.fill(`form[action="/recover/mail"] button`, [2]string{"#who", who})
		v.WaitForText(".notice", "If there is such an account")
		return v.Text("main")
	}
	if known, unknown := asks("Ann"), asks("Nobody At All"); known != unknown {
		t.Errorf("the page tells known from unknown:\n%s\n%s", known, unknown)
	}
	first := v.linkFrom(address, 1)
	asks(address)
	second := v.linkFrom(address, 2)
	v.Open(site + first)
	v.WaitForText("main", "A new password for Ann")
	set("goats")
	v.WaitForText("#password-error", "at least 8 characters")
	set("two tall ships at sea")
	v.signsIn(site, "two tall ships at sea")
	v.WaitForText("h1", "Your account")
	signOut()
	for _, old := range []string{first, second} { // used, and bound to the password before
		v.Open(site + old)
		v.WaitForText("main", "This link is no longer valid.")
	}
	v.Open(site + "/signin")
	v.fill(`form[action="/signin"] button`, [2]string{"#name", "Ann"}, [2]string{"#password", secretWords})
	v.WaitForText("#password-error", "Name or password is wrong.")

	// By a code, once.
	byCode := func(code, words string) {
		t.Helper()
		v.Open(site + "/recover")
		v.fill(`form[action="/recover"] button`, [2]string{"#name", "Ann"}, [2]string{"#code", code}, [2]string{"#password", words})
	}
	byCode(codes[0], "three tall ships at sea")
	v.signsIn(site, "three tall ships at sea")
	v.WaitForText("h1", "Your account")
	signOut()
	byCode(codes[0], "four tall ships at sea")
	v.WaitForText("#code-error", "Name or code is wrong, or the code has been used.")

	// By the operator.
	reset := func() string {
		t.Helper()
		out, complaint, code := kickabout(t, "", "user", "reset", "Ann", "--data", r.config.Data, "--url", site)
		if code != 0 {
			t.Fatalf("the operator's link: %s", complaint)
		}
		link, _, _ := strings.Cut(out, "\n")
		return link
	}
	link := reset()
	v.Open(link)
	set("five tall ships at sea")
	v.signsIn(site, "five tall ships at sea")
	v.WaitForText("h1", "Your account")
	v.Open(link)
	v.WaitForText("main", "This link is no longer valid.")

	// With a passkey no way leads around it: a code alone does nothing, and a link takes a code as well.
	if o.NoJavaScript {
		return // a passkey takes a script
	}
	v.Authenticator()
	v.Open(site + "/account/security")
	v.fill(`form[data-passkey="add"] button`, [2]string{"#passkey-name", "my phone"})
	v.WaitForText(".notice", "The passkey is added.")
	signOut()
	byCode(codes[1], "six tall ships at sea")
	v.WaitForText("#code-error", "This account has passkeys")
	asks("Ann")
	v.Open(site + v.linkFrom(address, 3))
	v.fill(".sign button.main", [2]string{"#code", codes[0]}, [2]string{"#password", "seven tall ships at sea"}) // used
	v.WaitForText("#code-error", "The code is wrong, or has been used.")
	browser.Eval[bool](v.Page, `(document.querySelector("#code").value = "") === ""`)
	v.fill(".sign button.main", [2]string{"#code", codes[2]}, [2]string{"#password", "seven tall ships at sea"})
	v.WaitForText(".notice", "Your new password is set")
	v.Open(site + "/signin")
	v.fill(`form[action="/signin"] button`, [2]string{"#name", "Ann"}, [2]string{"#password", "seven tall ships at sea"})
	v.WaitForText("h1", "One thing more") // the password alone opens nothing
	v.Follow(`form[data-passkey="second"] button`)
	v.WaitForText("header .viewer", "Ann")
	signOut()

	// Whoever guesses is slowed down.
	for range 11 {
		byCode("ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ", "eight tall ships at sea")
		if strings.Contains(v.Text("main"), "too often") {
			return
		}
	}
	t.Error("codes are guessed without end")
}
