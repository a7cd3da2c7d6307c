package conduct_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/league/conduct"
)

// TestWhoMayDoWhat is the whole table: for each act who may do it, and nobody else.
func TestWhoMayDoWhat(t *testing.T) {
	moderators := []conduct.Act{
		conduct.SeeOverview, conduct.SeeUsers, conduct.SeeReports, conduct.TakeReport, conduct.DecideReport, conduct.AnswerAppeal,
		conduct.Hide, conduct.Warn, conduct.Mute, conduct.Rename, conduct.Restrict, conduct.Lock,
		conduct.UndoHide, conduct.UndoWarn, conduct.UndoMute, conduct.UndoRename, conduct.UndoRestrict, conduct.UndoLock, conduct.EndSessions, conduct.Invite,
	}
	admins := []conduct.Act{
		conduct.SeeJobs, conduct.SeeLog, conduct.SeeQuarantine, conduct.SeeBackups, conduct.SeeOutbox, conduct.Expel, conduct.UndoExpel, conduct.MarkBot, conduct.UndoMarkBot,
		conduct.EndAllSessions, conduct.SetRole, conduct.RunJob, conduct.ChangeSettings, conduct.ChangeGames, conduct.RemoveEvent, conduct.AnnounceMaintenance,
		conduct.UndoAbsence, conduct.ShortenBan, conduct.CorrectResult, conduct.CorrectStrike, conduct.EnterValue,
	}
	for _, act := range conduct.Acts() {
		forModerators, forAdmins := slices.Contains(moderators, act), slices.Contains(admins, act)
		if forModerators == forAdmins {
			t.Errorf("%s stands in neither list here, or in both", act)
		}
		for role, want := range map[league.SiteRole]bool{league.NoRole: false, "king": false, league.Moderator: forModerators, league.Admin: true} {
			if got := conduct.May(role, act); got != want {
				t.Errorf("the role %q may %s: %v", role, act, got)
			}
		}
	}
	if n := len(conduct.Acts()); n != len(moderators)+len(admins) {
		t.Errorf("%d acts, and %d are listed here", n, len(moderators)+len(admins))
	}
	if conduct.May(league.Admin, "become king") {
		t.Error("what is no act may be done")
	}
}

func TestOnlyThoseAboveActOnSomebody(t *testing.T) {
	for _, c := range []struct {
		role, other league.SiteRole
		want        bool
	}{
		{league.NoRole, league.NoRole, false},
		{league.Moderator, league.NoRole, true},
		{league.Moderator, league.Moderator, false},
		{league.Moderator, league.Admin, false},
		{league.Admin, league.Moderator, true},
		{league.Admin, league.Admin, false},
		{"king", league.NoRole, false},
		{league.Admin, "king", false},
	} {
		if got := conduct.MayTouch(c.role, c.other); got != c.want {
			t.Errorf("%q may act on %q: %v", c.role, c.other, got)
		}
	}
}

func TestWhoMakesAdmins(t *testing.T) {
	for _, c := range []struct {
		by, had, role league.SiteRole
		want          bool
	}{
		{league.Admin, league.NoRole, league.Admin, true},
		{league.Admin, league.Moderator, league.NoRole, true},
		{league.Admin, league.Admin, league.NoRole, false},
		{league.Moderator, league.NoRole, league.Moderator, false},
		{league.Admin, league.NoRole, "king", false},
	} {
		if got := conduct.MayGive(c.by, c.had, c.role); got != c.want {
			t.Errorf("%q may make %q of %q: %v", c.by, c.role, c.had, got)
		}
	}
}

func TestWhoIsNobodyActsForNobody(t *testing.T) {
	for name, a := range map[string]conduct.Actor{
		"the zero value": {}, "a guest": conduct.As(league.Player{ID: "g", Kind: league.Guest}),
		"who was expelled": conduct.As(league.Player{ID: "x", Kind: league.Expelled}), "nobody": conduct.As(league.Player{}),
	} {
		if a.IsOperator() || a.Player() != "" {
			t.Errorf("%s acts as %+v", name, a)
		}
	}
	if a := conduct.As(league.Player{ID: "ann", Kind: league.Member}); a.IsOperator() || a.Player() != "ann" {
		t.Errorf("Ann acts as %+v", a)
	}
}
