package correction

import (
	"slices"
	"strings"

	"kickabout/league"
)

// Leaver is who was taken out of a tournament that is over, or a team whose players were.
type Leaver struct {
	ID, Name string
	Exit     league.Exit // how they count
	Entries  []league.Entrant
	Undo     *ExitMade // the correction that can be taken back; nil: none stands
}

// ExitMade is a correction of how somebody counts, as it stands in a log: of a team there are as many at one moment.
type ExitMade struct {
	league.ExitChange
	Seq    int // of its first event
	By     league.Player
	Reason string
}

// ExitView is a tournament that is over, as an admin may correct how those count who have left it.
type ExitView struct {
	Tournament league.Tournament
	Leavers    []Leaver
	Chosen     *Leaver      // nil: nobody is
	Before     []league.Row // the table; nil unless there is an effect
	Effect     *Effect      // of what was chosen; else nil
}

// ExitForm is how somebody is to count, as typed.
type ExitForm struct {
	Player string // id of a leaver
	Was    string // how they counted when it was looked at: an exit, or StaysWord
	Now    string // how they are to count, likewise; "": nothing was chosen yet
	Reason string
}

// StaysWord is the exit league.Stays in a form.
const StaysWord = "in"

// ExitWord writes an exit for a form.
func ExitWord(e league.Exit) string {
	if e == league.Stays {
		return StaysWord
	}
	return string(e)
}

// Change reads what a form asks for of a leaver.
func (f ExitForm) Change(l Leaver) (c league.ExitChange, err error) {
	i := slices.IndexFunc(league.Exits(), func(e league.Exit) bool { return ExitWord(e) == f.Now })
	switch {
	case i < 0:
		return c, league.FieldErrorf("now", "Choose how they are to count.")
	case f.Was != "" && f.Was != ExitWord(l.Exit):
		return c, league.Errorf(league.Stale, "How %s counts has been corrected since you looked. If yours still holds, send it again.", l.Name)
	case league.Exits()[i] == l.Exit:
		return c, league.FieldErrorf("now", "They count so already, so nothing was changed (R-UT-9).")
	}
	return league.ExitChange{Was: l.Exit, Now: league.Exits()[i]}, nil
}

// ExitText writes a correction of how somebody counts as the text of its event.
func ExitText(c league.ExitChange, reason string) string {
	return c.String() + " " + reasonText.Of(reason)
}

// ExitUndone writes that it is taken back: it is the inverse.
func ExitUndone(c league.ExitChange, reason string) string {
	return string(league.ActCorrected) + " " + ExitText(c.Inverse(), reason)
}

// MayExit refuses where nobody's exit can be corrected.
func MayExit(t league.Tournament) error {
	switch {
	case t.State == league.Cancelled:
		return league.Errorf(league.Stale, "This tournament was cancelled, so its results stand.")
	case t.State != league.Finished || t.Rolling:
		return league.Errorf(league.Stale, "This tournament is not over. Until then whoever directs it strikes players, and takes that back.")
	}
	return nil
}

// Leavers lists who was taken out of a tournament by its log, of teams those all of whose players were, by their names.
func Leavers(t league.Tournament, log []league.Decision) (list []Leaver) {
	struck := map[string]bool{}
	for _, d := range log {
		if d.Act == league.ActStruck {
			struck[d.Player.ID] = true
		}
	}
	for _, team := range t.Teams {
		out := t.LineUp(team.ID)
		if len(out) > 0 && !slices.ContainsFunc(out, func(e league.Entrant) bool { return !struck[e.Player.ID] || e.Out != out[0].Out }) {
			list = append(list, leaver(team.ID, team.Name, out, log))
			for _, e := range out {
				delete(struck, e.Player.ID)
			}
		}
	}
	for _, e := range t.Entries {
		if struck[e.Player.ID] && !t.Waits(e) {
			list = append(list, leaver(e.Player.ID, e.Player.Name, []league.Entrant{e}, log))
		}
	}
	list = slices.DeleteFunc(list, func(l Leaver) bool { return !slices.Contains(league.Exits(), l.Exit) })
	slices.SortFunc(list, func(a, b Leaver) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// leaver reads in a log what can be taken back.
func leaver(id, name string, entries []league.Entrant, log []league.Decision) Leaver {
	l := Leaver{ID: id, Name: name, Exit: entries[0].Out, Entries: entries}
	var standing []ExitMade
	for _, d := range log {
		c, text, ok := league.ExitChangeOf(d)
		if !ok || d.Player.ID != entries[0].Player.ID {
			continue
		}
		if n := len(standing); d.Act == league.ActUndone && n > 0 {
			standing = standing[:n-1]
			continue
		}
		standing = append(standing, ExitMade{c, d.Seq, d.By, strings.TrimPrefix(text, reasonText.Of(""))})
	}
	if n := len(standing); n > 0 {
		l.Undo = &standing[n-1]
	}
	return l
}

// Then returns a tournament in which a leaver counts in another way.
func (l Leaver) Then(t league.Tournament, exit league.Exit) league.Tournament {
	t.Entries = slices.Clone(t.Entries)
	for i, e := range t.Entries {
		if slices.ContainsFunc(l.Entries, func(of league.Entrant) bool { return of.Player.ID == e.Player.ID }) {
			t.Entries[i].Out = exit
		}
	}
	return t
}
