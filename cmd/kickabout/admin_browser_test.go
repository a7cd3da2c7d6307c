package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/setting"
)

// TestPagesOfAdminsHaveNoAccessibilityDefects: also those of whoever they act on.
func TestPagesOfAdminsHaveNoAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ada, bob := r.visitor(b, "random", browser.Options{}), r.visitor(b, "random", browser.Options{NoJavaScript: true})
	for name, v := range map[string]*visitor{"Ada": ada, "Bob": bob} {
		v.Open(r.address + "/signup")
		v.fill(".sign button", [2]string{"#name", name}, [2]string{"#password", secretWords})
	}
	o := r.server.office
	if err := o.Moderation.SetRole(t.Context(), conduct.Operator(), "Ada", league.Admin, "trusted"); err != nil {
		t.Fatal(err)
	}
	ada.Open(r.address + "/signin") // a role begins with a new session
	ada.fill(".sign button", [2]string{"#name", "Ada"}, [2]string{"#password", secretWords})
	who, err := o.PlayerByName(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []moderation.Order{{Kind: league.SanctionWarn}, {Kind: league.SanctionMute, Days: 7}} {
		order.Player, order.Reason = who.ID, "rude"
		if _, err := o.Moderation.Impose(t.Context(), conduct.Operator(), order); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Moderation.Set(t.Context(), conduct.Operator(), setting.Imprint, "# The club\n\n| role | who |\n|---|---|\n| chair, and whoever answers for what is written here | Ada |\n", "the law"); err != nil {
		t.Fatal(err)
	}
	bob.Open(r.address + "/standing") // they appeal without JavaScript
	bob.Type(`textarea[name=text]`, "I was not")
	bob.Follow(`form[action="/standing/appeal"] button`)
	bob.WaitForText(".notice", "Your appeal has been sent.")
	for _, screen := range screens {
		for _, path := range []string{"/admin", "/admin/reports", "/admin/users", "/admin/users/" + who.ID, "/admin/jobs", "/admin/backups", "/admin/quarantine", "/admin/games", "/admin/settings", "/admin/log", "/account/confirm"} {
			ada.Open(r.address + path)
			r.flawless(ada.Page, path, screen)
		}
		for _, path := range []string{"/standing", "/imprint"} {
			bob.Open(r.address + path)
			r.flawless(bob.Page, path, screen)
		}
	}
}
