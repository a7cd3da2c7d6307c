package office_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/store"
	"kickabout/store/storetest"
)

// officer signs a member up with a role, by the operator.
func (c *club) officer(name string, role league.SiteRole) league.Player {
	c.t.Helper()
	p, _ := c.signUp(name, "")
	if role != league.NoRole {
		if err := c.Moderation.SetRole(c.t.Context(), conduct.Operator(), name, role, "trusted"); err != nil {
			c.t.Fatal(err)
		}
	}
	return p
}

// TestEveryActIsRefusedToWhoeverIsBelow goes through all acts as the service decides them.
func TestEveryActIsRefusedToWhoeverIsBelow(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	guest, err := c.Admit(t.Context(), c.NewToken())
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []struct {
		by   conduct.Actor
		role league.SiteRole
	}{
		{conduct.Actor{}, league.NoRole},
		{conduct.As(league.Player{}), league.NoRole},
		{conduct.As(guest), league.NoRole},
		{conduct.As(c.officer("Member", league.NoRole)), league.NoRole},
		{conduct.As(c.officer("Mo", league.Moderator)), league.Moderator},
		{conduct.As(c.officer("Ada", league.Admin)), league.Admin},
		{conduct.Operator(), league.Admin},
	} {
		for _, act := range conduct.Acts() {
			err := c.Moderation.May(t.Context(), who.by, act)
			if want := conduct.May(who.role, act); want != (err == nil) || err != nil && league.KindOf(err) != league.Forbidden {
				t.Errorf("%+v (%s) wants to %s: %v", who.by, who.role, act, err)
			}
			if err := c.Moderation.Note(t.Context(), who.by, act, "it", "because", ""); conduct.May(who.role, act) != (err == nil) {
				t.Errorf("%+v (%s) notes that they %s: %v", who.by, who.role, act, err)
			}
		}
	}
}

func TestRolesAreGivenByThoseAbove(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ada, mo := c.officer("Ada", league.Admin), c.officer("Mo", league.Moderator)
		bob := c.officer("Bob", league.NoRole)
		give := func(by conduct.Actor, name string, role league.SiteRole) league.Kind {
			t.Helper()
			err := c.Moderation.SetRole(t.Context(), by, name, role, "trusted")
			if err == nil {
				return ""
			}
			return league.KindOf(err)
		}
		for _, step := range []struct {
			by   conduct.Actor
			name string
			role league.SiteRole
			want league.Kind
		}{
			{conduct.Actor{}, "Bob", league.Admin, league.Forbidden},
			{conduct.As(bob), "Bob", league.Admin, league.Forbidden},
			{conduct.As(mo), "Bob", league.Moderator, league.Forbidden},
			{conduct.As(ada), "Ada", league.NoRole, league.Forbidden}, // herself
			{conduct.As(ada), "Nobody", league.Admin, league.NotFound},
			{conduct.As(ada), "Bob", "king", league.Forbidden},
			{conduct.As(ada), "Bob", league.Admin, ""},
			{conduct.As(ada), "Bob", league.NoRole, league.Forbidden}, // an admin by now
			{conduct.As(bob), "Ada", league.Moderator, league.Forbidden},
			{conduct.As(bob), "Mo", league.NoRole, ""},
			{conduct.As(mo), "Bob", league.NoRole, league.Forbidden},
			{conduct.Operator(), "Bob", league.NoRole, ""},
			{conduct.Operator(), "Bob", league.NoRole, league.Invalid},
		} {
			if got := give(step.by, step.name, step.role); got != step.want {
				t.Errorf("%+v makes %s %q: %q, want %q", step.by, step.name, step.role, got, step.want)
			}
		}
		wantFields(t, c.Moderation.SetRole(t.Context(), conduct.Operator(), "Bob", league.Admin, "  "), "reason")

		log, err := c.Moderation.Log(t.Context(), conduct.As(ada), 0, 99)
		if err != nil || len(log) != 5 {
			t.Fatalf("the log has %d lines, %v", len(log), err)
		}
		last, before := log[0], log[1]
		if last.Act != string(conduct.SetRole) || last.About.ID != bob.ID || last.Actor.ID != "" || last.By != "" || last.Detail != "admin → none" || last.Reason != "trusted" {
			t.Errorf("the last line is %+v", last)
		}
		if before.About.ID != mo.ID || before.Actor.ID != bob.ID {
			t.Errorf("the line before is %+v", before)
		}
		if _, err := c.Moderation.Log(t.Context(), conduct.As(mo), 0, 99); league.KindOf(err) != league.Forbidden {
			t.Errorf("who is nobody any more reads the log: %v", err)
		}
		if _, err := c.Moderation.Officers(t.Context(), conduct.As(mo)); league.KindOf(err) != league.Forbidden {
			t.Errorf("who is nobody any more reads who is: %v", err)
		}
	})
}

func TestASessionIsProvedByThePassword(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, token := c.signUp("Ann", "")
	proved := func() bool {
		t.Helper()
		v, err := c.Visit(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		return v.Session.Proved.Equal(c.Now())
	}
	if !proved() {
		t.Error("who has just signed up did not type the password")
	}
	c.wait(20 * time.Minute)
	_, err := c.Prove(t.Context(), ann, token, "no", "")
	wantFields(t, err, "proof")
	if proved() {
		t.Error("a wrong password proves something")
	}
	before := token
	if token, err = c.Prove(t.Context(), ann, before, secretWords, ""); err != nil || !proved() || token == before || c.visitor(before) != "" {
		t.Errorf("the password proves nothing, or the token before lives on: %v", err)
	}
	if _, err := c.Prove(t.Context(), ann, before, secretWords, ""); league.KindOf(err) != league.Stale {
		t.Errorf("a token is renewed twice: %v", err)
	}
	if _, err := c.Prove(t.Context(), league.Player{}, token, secretWords, ""); league.KindOf(err) != league.Forbidden {
		t.Errorf("nobody proves something: %v", err)
	}
}
