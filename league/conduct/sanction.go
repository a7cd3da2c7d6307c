package conduct

import (
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/span"
)

// The bounds of the steps.
const (
	MostRestricted = 90                  // days without new games
	UndoExpel30    = 30 * 24 * time.Hour // in which an expulsion can be undone
	LockedClocks   = 7 * 24 * time.Hour  // for which the clocks of a locked account stand still at most
)

// MuteDays lists for how many days somebody may be muted.
func MuteDays() []int { return []int{1, 7, 30} }

// Kinds lists the steps from the mildest on.
func Kinds() []league.SanctionKind {
	return []league.SanctionKind{
		league.SanctionHide, league.SanctionWarn, league.SanctionMute, league.SanctionRename, league.SanctionRestrict, league.SanctionLock, league.SanctionExpel, league.SanctionProgram,
	}
}

// ActOf returns the act that takes a step; "" for what is none.
func ActOf(kind league.SanctionKind) Act {
	return map[league.SanctionKind]Act{
		league.SanctionHide: Hide, league.SanctionWarn: Warn, league.SanctionMute: Mute, league.SanctionRename: Rename,
		league.SanctionRestrict: Restrict, league.SanctionLock: Lock, league.SanctionExpel: Expel, league.SanctionProgram: MarkBot,
	}[kind]
}

// UndoOf returns the act that undoes a step; "" for what is none.
func UndoOf(kind league.SanctionKind) Act {
	return map[league.SanctionKind]Act{
		league.SanctionHide: UndoHide, league.SanctionWarn: UndoWarn, league.SanctionMute: UndoMute, league.SanctionRename: UndoRename,
		league.SanctionRestrict: UndoRestrict, league.SanctionLock: UndoLock, league.SanctionExpel: UndoExpel,
		league.SanctionProgram: UndoMarkBot, league.SanctionAbsence: UndoAbsence,
	}[kind]
}

// TakesDays says whether a step lasts for days that are said with it.
func TakesDays(kind league.SanctionKind) bool {
	return kind == league.SanctionMute || kind == league.SanctionRestrict
}

// Ends returns when a step that is taken at a moment ends by itself; the zero time if it does not. Days that it
// cannot last are an error of the field "days".
func Ends(kind league.SanctionKind, days int, at time.Time) (time.Time, error) {
	switch kind {
	case league.SanctionMute:
		if !slices.Contains(MuteDays(), days) {
			return time.Time{}, league.FieldErrorf("days", "Choose 1, 7 or 30 days.")
		}
	case league.SanctionRestrict:
		if days < 1 || days > MostRestricted {
			return time.Time{}, league.FieldErrorf("days", "Choose 1 to %d days.", MostRestricted)
		}
	default:
		if days != 0 {
			return time.Time{}, league.FieldErrorf("days", "This step has no number of days.")
		}
		return time.Time{}, nil
	}
	return at.Add(time.Duration(days) * 24 * time.Hour), nil
}

// InForce says whether a step still holds at a moment.
func InForce(s league.Sanction, now time.Time) bool {
	return s.Lifted.At.IsZero() && (s.Ends.IsZero() || now.Before(s.Ends))
}

// harmless are the steps that forbid nothing, or, as an absence, nothing but to enter events.
func harmless(kind league.SanctionKind) bool {
	return kind == league.SanctionHide || kind == league.SanctionWarn || kind == league.SanctionRename || kind == league.SanctionAbsence
}

// worst returns the step in force that holds longest, of those that a test picks; false if there is none.
func worst(list []league.Sanction, now time.Time, picks func(league.SanctionKind) bool) (league.Sanction, bool) {
	var found league.Sanction
	any := false
	for _, s := range list {
		if !InForce(s, now) || !picks(s.Kind) {
			continue
		}
		if !any || s.Ends.IsZero() || !found.Ends.IsZero() && s.Ends.After(found.Ends) {
			found, any = s, true
		}
	}
	return found, any
}

// refused is the error that says until when; the sentence goes on from "You cannot".
func refused(s league.Sanction, what string) error {
	if s.Ends.IsZero() {
		return league.Errorf(league.Forbidden, "You cannot %s. The page about your standing, /standing, says why.", what)
	}
	return league.Errorf(league.Forbidden, "You cannot %s until %s. The page about your standing, /standing, says why.", what, s.Ends.Format("2 Jan 2006, 15:04 UTC"))
}

// MayTalk is nil if a member with these sanctions may write to others at a moment. A step that this program does not
// know forbids everything.
func MayTalk(list []league.Sanction, now time.Time) error {
	if s, any := worst(list, now, func(k league.SanctionKind) bool { return !harmless(k) }); any {
		return refused(s, "write to others")
	}
	return nil
}

// MayBegin is nil if they may begin new games, or enter what brings some. Running games are played on.
func MayBegin(list []league.Sanction, now time.Time) error {
	if s, any := worst(list, now, func(k league.SanctionKind) bool { return !harmless(k) && k != league.SanctionMute }); any {
		return refused(s, "begin new games")
	}
	return nil
}

// MaySignIn is nil if they may get in at all.
func MaySignIn(list []league.Sanction, now time.Time) error {
	_, locked := worst(list, now, func(k league.SanctionKind) bool { return k == league.SanctionLock })
	if locked {
		return league.Errorf(league.Forbidden, "This account is locked, since somebody else may have it. The page about your standing, /standing, says more.")
	}
	return nil
}

// LockedUntil returns until when the clocks of somebody with these sanctions stand still because the account is
// locked; the zero time if they run.
func LockedUntil(list []league.Sanction, now time.Time) time.Time {
	s, locked := worst(list, now, func(k league.SanctionKind) bool { return k == league.SanctionLock })
	if until := s.At.Add(LockedClocks); locked && until.After(now) {
		return until
	}
	return time.Time{}
}

// MayUndo is nil if a step can still be undone: what is over or undone cannot, and whoever was expelled can come
// back for 30 days.
func MayUndo(s league.Sanction, now time.Time) error {
	switch {
	case !s.Lifted.At.IsZero():
		return league.Errorf(league.Stale, "This has been undone already.")
	case !InForce(s, now):
		return league.Errorf(league.Stale, "This is over.")
	case (s.Kind == league.SanctionExpel || s.Kind == league.SanctionProgram) && !now.Before(s.At.Add(UndoExpel30)):
		return league.Errorf(league.Late, "Whoever was expelled can come back for 30 days, and these are over.")
	}
	return nil
}

// MayAppeal is nil if the player may appeal against a step: once, while it holds, and against an absence for 30 days, which
// leave out when the site was away (R-TC-4).
func MayAppeal(s league.Sanction, now time.Time, away span.Set) error {
	if !s.Appeal.At.IsZero() {
		return league.Errorf(league.Stale, "You have appealed against this already.")
	}
	if s.Kind == league.SanctionAbsence && now.After(away.Add(AbsenceLast(s), AppealWithin)) {
		return league.Errorf(league.Late, "An appeal against an absence is possible for 30 days, and these are over (R-FF-12).")
	}
	return MayUndo(s, now)
}

// MayAnswer is nil if somebody may answer an appeal: not whoever took the step, if there are others who may.
func MayAnswer(s league.Sanction, by Actor, others bool) error {
	switch {
	case s.Appeal.At.IsZero():
		return league.Errorf(league.NotFound, "There is no such appeal.")
	case !s.Appeal.Answer.At.IsZero():
		return league.Errorf(league.Stale, "This appeal has been answered already.")
	case !by.IsOperator() && by.Player() == s.By && others:
		return league.Errorf(league.Forbidden, "You took this step yourself: somebody else answers the appeal.")
	}
	return nil
}
