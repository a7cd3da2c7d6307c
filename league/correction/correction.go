// Package correction says how the result of an ended match of a tournament is put right, in public, and back again
// (R-CO-1 to R-CO-3): what a correction is, who may make one until when, how it is undone, where it would come too late.
package correction

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Window is how long after the end of a match those who direct its tournament can correct the result (R-CO-1).
const Window = 14 * 24 * time.Hour

// MostGoals is how many goals a side can have in a corrected result, whatever is played.
const MostGoals = 99

// reasonText is what follows in the log on the results, which are one word.
const reasonText league.LogText = "R-CO-1: %s"

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText { return []league.LogText{reasonText} }

// A Correction is a line of a tournament's log: how an ended match counted, how it counts, and why.
type Correction struct {
	Fixture  league.Key // of the match
	Players  [2]string  // ids of First and Second
	Was, Now engine.Outcome
	Reason   string // may be empty where it is undone
}

// String writes it as the text of a corrected event: "c1/r1/b2,ann,bob,forfeit:first:0-0,goalless:none:0-0 R-CO-1: the
// reason".
func (c Correction) String() string {
	return fmt.Sprintf("%s,%s,%s,%s,%s %s", c.Fixture, c.Players[0], c.Players[1], ResultText(c.Was), ResultText(c.Now), reasonText.Of(c.Reason))
}

// Parse undoes String.
func Parse(text string) (c Correction, err error) {
	bad := fmt.Errorf("%q is no correction", text)
	word, reason, _ := strings.Cut(text, " ")
	parts := strings.Split(word, ",")
	if len(parts) != 5 {
		return Correction{}, bad
	}
	c.Fixture, c.Players = league.Key(parts[0]), [2]string{parts[1], parts[2]}
	if c.Was, err = ParseResult(parts[3]); err != nil {
		return Correction{}, bad
	}
	if c.Now, err = ParseResult(parts[4]); err != nil {
		return Correction{}, bad
	}
	c.Reason = strings.TrimPrefix(reason, reasonText.Of(""))
	if c.Fixture == "" || c.String() != text {
		return Correction{}, bad
	}
	return c, nil
}

// Inverse returns the correction that undoes another one.
func (c Correction) Inverse(reason string) Correction {
	c.Was, c.Now, c.Reason = c.Now, c.Was, reason
	return c
}

// Undone writes it as the text of an undone event: it is the inverse of the correction that is taken back.
func (c Correction) Undone() string { return string(league.ActCorrected) + " " + c.String() }

// Of reads the correction in an event of a log, one that is taken back too; false if it holds none.
func Of(d league.Decision) (c Correction, ok bool) {
	if d.Player.ID != "" { // it is about how they count
		return Correction{}, false
	}
	text := d.Text
	if d.Act == league.ActUndone {
		act, rest, _ := strings.Cut(d.Text, " ")
		if league.TournamentAct(act) != league.ActCorrected {
			return Correction{}, false
		}
		text = rest
	} else if d.Act != league.ActCorrected {
		return Correction{}, false
	}
	c, err := Parse(text)
	return c, err == nil
}

// A Made correction stands in the log of a tournament.
type Made struct {
	Correction
	Seq int // of its event
	By  league.Player
	At  time.Time
}

// Standing returns the corrections of a log that stand, by their fixtures, each over the one before it: the last one
// is how the match counts, and the one that can be undone. A log that takes back what does not stand is an error.
func Standing(log []league.Decision) (map[league.Key][]Made, error) {
	standing := map[league.Key][]Made{}
	for _, d := range log {
		c, ok := Of(d)
		if !ok {
			if d.Act == league.ActCorrected && d.Player.ID == "" {
				return nil, fmt.Errorf("event %d: %q is no correction", d.Seq, d.Text)
			}
			continue
		}
		made := standing[c.Fixture]
		if d.Act == league.ActCorrected {
			if n := len(made); n > 0 && made[n-1].Now != c.Was {
				return nil, fmt.Errorf("event %d corrects %s, which is %s", d.Seq, ResultText(c.Was), ResultText(made[n-1].Now))
			}
			standing[c.Fixture] = append(made, Made{c, d.Seq, d.By, d.At})
			continue
		}
		n := len(made)
		if n == 0 || made[n-1].Inverse(c.Reason) != c {
			return nil, fmt.Errorf("event %d undoes what does not stand", d.Seq)
		}
		if standing[c.Fixture] = made[:n-1]; n == 1 {
			delete(standing, c.Fixture)
		}
	}
	return standing, nil
}

// By returns the result by which a match counts of whose corrections some stand; the zero one if it counts as it was played,
// by a correction too that has put that in place of another.
func By(standing []Made) engine.Outcome {
	n := len(standing)
	if n > 0 && standing[n-1].Now.Ending == Again { // what another match counts for stays as it was
		return By(standing[:n-1])
	}
	if n > 0 && standing[n-1].Now != standing[0].Was {
		return standing[n-1].Now
	}
	return engine.Outcome{}
}

// Endings lists how a match of a game can end by a correction: all that chapter 1 of the rules has for it.
func Endings(game engine.Info) []engine.Ending {
	return slices.Concat(game.Endings, engine.PlatformEndings())
}

// Check refuses what is no result of chapter 1 of the rules, naming the field: ending, winner or goals.
func Check(game engine.Info, o engine.Outcome) error {
	if !slices.Contains(Endings(game), o.Ending) {
		return league.FieldErrorf("ending", "Choose how the game ended.")
	}
	if min(o.Score[0], o.Score[1]) < 0 || max(o.Score[0], o.Score[1]) > MostGoals {
		return league.FieldErrorf("goals", "Give each side its goals as a whole number from 0 to %d.", MostGoals)
	}
	leader := engine.NoSide
	switch {
	case o.Score[0] > o.Score[1]:
		leader = engine.First
	case o.Score[0] < o.Score[1]:
		leader = engine.Second
	}
	goalless := o.Score == [2]int{}
	switch o.Ending {
	case engine.FullTime, engine.Target, engine.SuddenDeath:
		return wonBy(o, leader)
	case engine.LastGoal:
		if leader != engine.NoSide || goalless {
			return league.FieldErrorf("goals", "A game that the last goal decides is level, with goals on both sides.")
		}
		return somebodyWon(o)
	case engine.Goalless, engine.DoubleForfeit, engine.Void:
		if o.Ending == engine.Goalless && !goalless {
			return league.FieldErrorf("goals", "A goalless game has no goals.")
		}
		if o.Winner != engine.NoSide {
			return league.FieldErrorf("winner", "Nobody wins a game that ends so.")
		}
		return nil
	case engine.Adjudication:
		switch {
		case leader != engine.NoSide:
			return wonBy(o, leader)
		case !goalless:
			return somebodyWon(o) // the last scorer
		case o.Winner != engine.NoSide:
			return league.FieldErrorf("winner", "Nobody wins a game that is decided without a goal.")
		}
		return nil
	}
	return somebodyWon(o)
}

// wonBy refuses another winner than who leads.
func wonBy(o engine.Outcome, leader engine.Side) error {
	switch {
	case leader == engine.NoSide:
		return league.FieldErrorf("goals", "Whoever wins so leads by at least one goal.")
	case o.Winner != leader:
		return league.FieldErrorf("winner", "Whoever leads wins a game that ends so.")
	case o.Ending == engine.SuddenDeath && max(o.Score[0], o.Score[1]) != min(o.Score[0], o.Score[1])+1:
		return league.FieldErrorf("goals", "A goal in sudden death gives a lead of one.")
	}
	return nil
}

func somebodyWon(o engine.Outcome) error {
	if o.Winner == engine.NoSide {
		return league.FieldErrorf("winner", "Choose who wins.")
	}
	return nil
}

// Again is what a correction makes of a result that does not stand, since the match is played again: another one counts in its
// place, with fresh clocks and new dice (R-CO-1). No match ends so.
const Again engine.Ending = "played again"

// May refuses what has no result that could be corrected now, by those who direct the tournament or by an admin. Whether
// somebody is either is not asked here.
func May(t league.Tournament, m league.Match, admin bool, now time.Time) error {
	switch {
	case t.State == league.Cancelled:
		return league.Errorf(league.Stale, "This tournament was cancelled, so its results stand.")
	case t.State != league.Running && t.State != league.Finished:
		return league.Errorf(league.Stale, "This tournament has not started.")
	case t.State == league.Finished && !admin:
		return league.Errorf(league.Stale, "This tournament is over, so only an admin of this site can correct its results.")
	case !m.State.Outcome.Over():
		return league.Errorf(league.Stale, "This game is still being played. Whoever directs the tournament can rule in it.")
	case m.Locked:
		return league.ErrLocked()
	case !admin && now.Sub(m.State.Moved) > Window:
		return league.Errorf(league.Stale, "This game ended more than 14 days ago, so only an admin of this site can correct its result.")
	}
	return nil
}

// With returns matches of which one counts by another result.
func With(matches []league.Match, id string, to engine.Outcome) []league.Match {
	matches = slices.Clone(matches)
	for i := range matches {
		if matches[i].ID == id {
			matches[i].State = Counting(matches[i].State, to)
		}
	}
	return matches
}

// Redraw returns matches of which some are drawn anew.
func Redraw(t league.Tournament, matches []league.Match, redrawn Redrawn) []league.Match {
	matches = slices.Clone(matches)
	for _, f := range redrawn.Fixtures {
		for i, m := range matches {
			if league.Key(m.Fixture).Fixture() != f.Key {
				continue
			}
			first, _ := t.Entrant(f.First)
			second, _ := t.Entrant(f.Second)
			m.State.First, m.State.Outcome, m.State.ToMove, m.State.Score = 0, engine.Outcome{}, engine.First, [2]int{}
			m.Seats[0].Player, m.Seats[1].Player = first.Player, second.Player
			matches[i] = m
		}
	}
	return matches
}

// Reopened returns matches of which one is not over any more, since it is to be played again.
func Reopened(matches []league.Match, id string) []league.Match {
	matches = slices.Clone(matches)
	for i := range matches {
		if matches[i].ID == id {
			matches[i].State.Outcome, matches[i].State.ToMove = engine.Outcome{}, engine.First
		}
	}
	return matches
}
