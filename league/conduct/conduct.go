// Package conduct says who may do what for the site, and what the steps against members who break its peace come
// to: how long each lasts, what it forbids, who may undo it, who hears an appeal.
package conduct

import (
	"maps"
	"slices"

	"kickabout/league"
)

// Act is something that is done for the site, or looked at. Lines of the log have those that change something.
type Act string

// All acts.
const (
	SeeOverview   Act = "see overview"
	SeeUsers      Act = "see users"
	SeeReports    Act = "see reports"
	SeeJobs       Act = "see jobs"
	SeeLog        Act = "see log"
	SeeQuarantine Act = "see quarantine"
	SeeBackups    Act = "see backups"
	SeeOutbox     Act = "see outbox"

	TakeReport   Act = "take report"
	DecideReport Act = "decide report"
	AnswerAppeal Act = "answer appeal"

	Hide     Act = "hide"
	Warn     Act = "warn"
	Mute     Act = "mute"
	Rename   Act = "rename"
	Restrict Act = "restrict"
	Lock     Act = "lock"
	Expel    Act = "expel"
	MarkBot  Act = "mark bot"

	UndoHide     Act = "undo hide"
	UndoWarn     Act = "undo warn"
	UndoMute     Act = "undo mute"
	UndoRename   Act = "undo rename"
	UndoRestrict Act = "undo restrict"
	UndoLock     Act = "undo lock"
	UndoExpel    Act = "undo expel"
	UndoMarkBot  Act = "undo mark bot"
	UndoAbsence  Act = "strike absence" // the rule has found it, nobody takes that step
	ShortenBan   Act = "shorten ban"

	Invite         Act = "invite"           // somebody to sign up
	EndSessions    Act = "end sessions"     // of one member
	EndAllSessions Act = "end all sessions" // of everybody
	SetRole        Act = "set role"
	RunJob         Act = "run job"
	ChangeSettings Act = "change settings"
	ChangeGames    Act = "change games"
	RemoveEvent    Act = "remove event" // that somebody has imported

	AnnounceMaintenance Act = "announce maintenance"

	// Whoever directs its tournament needs no role for it, and stands in the log of that alone.
	CorrectResult Act = "correct result"
	CorrectStrike Act = "correct strike" // of a tournament that is over
	EnterValue    Act = "enter public value"

	// The operator alone: who does it could have anybody's account.
	ResetPassword Act = "reset password"
	DropPasskeys  Act = "drop passkeys"
	SetAddress    Act = "set mail address"
)

// least says which role an act takes at least. Nobody may do what stands not here.
var least = map[Act]league.SiteRole{
	SeeOverview: league.Moderator, SeeUsers: league.Moderator, SeeReports: league.Moderator,
	SeeJobs: league.Admin, SeeLog: league.Admin, SeeQuarantine: league.Admin, SeeBackups: league.Admin, SeeOutbox: league.Admin,

	TakeReport: league.Moderator, DecideReport: league.Moderator, AnswerAppeal: league.Moderator,

	Hide: league.Moderator, Warn: league.Moderator, Mute: league.Moderator, Rename: league.Moderator,
	Restrict: league.Moderator, Lock: league.Moderator, Expel: league.Admin, MarkBot: league.Admin,

	UndoHide: league.Moderator, UndoWarn: league.Moderator, UndoMute: league.Moderator, UndoRename: league.Moderator,
	UndoRestrict: league.Moderator, UndoLock: league.Moderator, UndoExpel: league.Admin, UndoMarkBot: league.Admin,
	UndoAbsence: league.Admin, ShortenBan: league.Admin,

	Invite: league.Moderator, EndSessions: league.Moderator, EndAllSessions: league.Admin,
	SetRole: league.Admin, RunJob: league.Admin, ChangeSettings: league.Admin, ChangeGames: league.Admin, RemoveEvent: league.Admin,
	AnnounceMaintenance: league.Admin, CorrectResult: league.Admin, CorrectStrike: league.Admin, EnterValue: league.Admin,
}

// Acts lists all acts.
func Acts() []Act { return slices.Sorted(maps.Keys(least)) }

// Roles lists the roles, each of which may do all that those before it may.
func Roles() []league.SiteRole {
	return []league.SiteRole{league.NoRole, league.Moderator, league.Admin}
}

// rank is the place of a role among them; -1 for what is none.
func rank(r league.SiteRole) int { return slices.Index(Roles(), r) }

// May says whether a role may do something to anybody.
func May(r league.SiteRole, a Act) bool {
	needs, known := least[a]
	return known && needs != league.NoRole && rank(r) >= rank(needs)
}

// Least returns the role that an act takes at least; no role for what is no act.
func Least(a Act) league.SiteRole { return least[a] }

// MayTouch says whether a role may act on somebody who has a role too: only those above may.
func MayTouch(r, other league.SiteRole) bool { return rank(other) >= 0 && rank(r) > rank(other) }

// MayGive says whether somebody with a role may give one to somebody who has none above it, or take it away. Whoever
// is an admin stays one until the operator says otherwise.
func MayGive(r, had, role league.SiteRole) bool {
	return May(r, SetRole) && MayTouch(r, had) && rank(role) >= 0
}

// Actor is who acts for the site: a member, by the role that they have at that moment, or the operator at the
// machine itself, who may do everything. The zero value may do nothing.
type Actor struct {
	operator bool
	player   string
}

// Operator is whoever has the machine that the site runs on.
func Operator() Actor { return Actor{operator: true} }

// As is a member. Whoever has no account may do nothing.
func As(p league.Player) Actor {
	if p.Kind != league.Member {
		return Actor{}
	}
	return Actor{player: p.ID}
}

// IsOperator says that it is the operator who acts.
func (a Actor) IsOperator() bool { return a.operator }

// Player returns the id of the member who acts; "" for the operator, and for the zero value.
func (a Actor) Player() string { return a.player }
