package championship

import (
	"fmt"
	"slices"
	"time"

	"kickabout/league"
)

// Memory is how long a season is remembered: who played in it comes back as a former
// member (R-CH-6 d).
func (Format) Memory() time.Duration { return 3 * 365 * day }

// Level is the number of the division that a group is of, from 1; 0 if it is none.
func (Format) Level(g league.Group) int {
	level, _ := ParseGroup(g)
	return level
}

// Reads says that the tables of the last season are needed: from the reminder until the
// start of the next one.
func (Format) Reads(c league.SeriesState) bool {
	s := newStory(c)
	return s.open != nil && !c.Now.Before(s.open.Tournament.Closes.Add(-remindBefore))
}

// Next opens the entry of the next season, keeps its dates, and starts it; and it keeps the
// dates of the season that is being played.
func (f Format) Next(c league.SeriesState) ([]league.Step, error) {
	s := newStory(c)
	if s.open == nil {
		return append(s.running(), s.opening()...), nil
	}
	steps := slices.Concat(s.running(), s.asking(), s.closing())
	start, err := s.starting()
	return append(steps, start...), err
}

// story is the state of a series with what it comes to.
type story struct {
	league.SeriesState
	last *league.Edition // the season that started last
	open *league.Edition // the season that takes entries, or is about to start
	off  *league.Edition // the season that was called off last, if none opened after it
}

func newStory(c league.SeriesState) story {
	s := story{SeriesState: c}
	for i := range c.Editions {
		switch e := &c.Editions[i]; e.Tournament.State {
		case league.Registration:
			s.open = e
		case league.Cancelled:
			s.off = e
		default:
			s.last, s.off = e, nil
		}
	}
	return s
}

// opening opens the entry of a season: of the first one at once, of another one at half
// time of the season before (R-CH-4).
func (s story) opening() []league.Step {
	switch {
	case s.off != nil:
		start := startAfter(s.Now.Add(shortest))
		return []league.Step{s.opened(start, s.carried(s.off.Tournament))}
	case s.last == nil:
		return []league.Step{s.opened(startAfter(s.Now.Add(shortest)), s.inheriting())}
	}
	began := s.last.Tournament.Started
	if s.Now.Before(Opens(began)) {
		return nil
	}
	start := startAfter(began.Add(between))
	if late := s.Now.Add(shortest); start.Before(late) { // the site was away
		start = startAfter(late)
	}
	return []league.Step{s.opened(start, s.renewed(s.last.Tournament))}
}

// opened opens the entry of a season that is to start on a day.
func (s story) opened(start time.Time, entries []league.Decision) league.Step {
	return league.Step{
		Edition: editionOf(start),
		Open: &league.TournamentTerms{
			Name:   fmt.Sprintf("Championship %s %d: %s", start.Month(), start.Year(), s.Title),
			Format: ID, Control: "lg", Places: league.AnyNumber, Cycles: 2, Profile: s.Profile,
			Starts: start, Closes: start.Add(-closesBefore), Late: start.Add(lateFor),
		},
		Decisions: entries,
	}
}

// renewed enters the players of a season into the next one (R-CH-4), but for those who
// left it or have no account any more. Who waited for a seat still wants one.
func (s story) renewed(t league.Tournament) []league.Decision {
	var entries []league.Decision
	for _, e := range t.Entries {
		switch {
		case e.Out != league.Stays || !s.Known[e.Player.ID].Member:
		case t.Waits(e):
			entries = append(entries, entered(e.Player, textWaited))
		default:
			entries = append(entries, entered(e.Player, textPlayed), league.Decision{Act: league.ActNoted, Player: e.Player, Text: NoteRenewed})
		}
	}
	return entries
}

// carried enters the players of a season that was called off into the one that takes its
// place.
func (s story) carried(t league.Tournament) []league.Decision {
	var entries []league.Decision
	for _, e := range t.Entries {
		if s.Known[e.Player.ID].Member {
			entries = append(entries, entered(e.Player, textMoved))
		}
	}
	return entries
}

func entered(p league.Player, reason league.LogText) league.Decision {
	return league.Decision{Act: league.ActEntered, Player: p, Text: reason.Of()}
}

// asking reminds all players of a season that its entry closes soon, and asks those whom
// R-CH-4 does not renew by itself whether they stay. If the site was away then, nobody is
// asked, and so nobody is taken out.
func (s story) asking() []league.Step {
	t := s.open.Tournament
	if s.Now.Before(t.Closes.Add(-remindBefore)) || !s.Now.Before(t.Closes) || !t.Told.IsZero() {
		return nil
	}
	step := league.Step{Edition: t.Edition}
	reasons := s.doubts()
	for _, e := range t.Entries {
		step.Tell = append(step.Tell, e.Player.ID)
		if reasons[e.Player.ID] != "" {
			step.Decisions = append(step.Decisions, league.Decision{Act: league.ActNoted, Player: e.Player, Text: NoteAsked})
		}
	}
	step.Decisions = append(step.Decisions, told(textCloses, t.Closes))
	return []league.Step{step}
}

// told is a decision that tells all players of dates.
func told(text league.LogText, dates ...time.Time) league.Decision {
	var values []any
	for _, at := range dates {
		values = append(values, clockText(at))
	}
	return league.Decision{Act: league.ActTold, Text: text.Of(values...)}
}

func clockText(t time.Time) string { return t.UTC().Format("15:04 UTC on 2 January 2006") }

// lateShare is the share of matches lost on time, in percent, from which on a player is
// asked whether they stay.
const lateShare = 25

// doubts says why players who were renewed are not renewed without a word of theirs, by
// their ids (R-CH-4 b, c).
func (s story) doubts() map[string]string {
	late := map[string]league.Row{}
	if s.last != nil {
		for _, r := range s.last.Rows {
			if r.Flagged > 0 && r.Flagged*100 >= lateShare*r.Played {
				late[r.Player] = r
			}
		}
	}
	doubts := map[string]string{}
	for _, e := range s.open.Tournament.Entries {
		if e.Note != NoteRenewed && e.Note != NoteAsked {
			continue
		}
		if r, ok := late[e.Player.ID]; ok {
			doubts[e.Player.ID] = textFlagged.Of(r.Flagged, r.Played)
		} else if s.Now.After(s.Outages.Add(s.Known[e.Player.ID].Seen, awayFor)) {
			doubts[e.Player.ID] = textAway.Of()
		}
	}
	return doubts
}

// closing takes out who was asked and did not answer, once the entry has closed.
func (s story) closing() []league.Step {
	t := s.open.Tournament
	if s.Now.Before(t.Closes) {
		return nil
	}
	step := league.Step{Edition: t.Edition}
	reasons := s.doubts()
	for _, e := range t.Entries {
		if reason := reasons[e.Player.ID]; e.Note == NoteAsked && reason != "" {
			step.Decisions = append(step.Decisions, league.Decision{Act: league.ActLeft, Player: e.Player, Text: reason})
		}
	}
	if len(step.Decisions) == 0 {
		return nil
	}
	return []league.Step{step}
}

// starting starts a season on its day, or on the day after the season before is complete
// (R-CH-3). With too few players the start moves to the next date.
func (s story) starting() ([]league.Step, error) {
	t := s.open.Tournament
	if s.Now.Before(t.Starts) || s.previous() != nil && !s.complete(t.Starts) || len(s.closing()) > 0 {
		return nil, nil
	}
	if n := len(t.Entries); n < s.least() {
		next := startAfter(s.Now.Add(shortest))
		reason := textTooFew.Of(s.least(), n, next.Format("2 January 2006"))
		return []league.Step{{Edition: t.Edition, Decisions: []league.Decision{{Act: league.ActCancelled, Text: reason}}}}, nil
	}
	candidates, err := s.candidates()
	if err != nil {
		return nil, err
	}
	draw := league.DrawText(Draw(Place(candidates)))
	return []league.Step{{Edition: t.Edition, Decisions: []league.Decision{{Act: league.ActStarted, Text: draw}}}}, nil
}

func (s story) least() int { return Format{}.Info().MinEntries }

// complete says that the season before is over and a day has begun after that, or the day
// of the start.
func (s story) complete(start time.Time) bool {
	t := s.previous().Tournament
	if t.State != league.Finished {
		return false
	}
	return t.Ended.Before(start) || !s.Now.Before(dayAfter(t.Ended))
}

// candidates lists the players of the next season with how they ended the last one.
func (s story) candidates() ([]Candidate, error) {
	ended, err := s.ended()
	if err != nil {
		return nil, err
	}
	played, wronged := s.seasons(), s.wronged()
	var all []Candidate
	for _, e := range s.open.Tournament.Entries {
		c := Candidate{Player: e.Player.ID, Rating: s.Known[e.Player.ID].Rating, Last: ended[e.Player.ID]}
		c.Last.Lifted = wronged[c.Player]
		if at, ok := played[c.Player]; ok && c.Last.Level == 0 {
			c.Away = len(s.Editions) - at
		}
		all = append(all, c)
	}
	return all, nil
}

// ended reads the final tables of the last season, by players' ids. Who left it goes down
// (R-FF-7).
func (s story) ended() (map[string]Ended, error) {
	ended := map[string]Ended{}
	last := s.previous()
	if last == nil {
		return ended, nil
	}
	rows := make(map[string]league.Row, len(last.Rows))
	for _, r := range last.Rows {
		rows[r.Player] = r
	}
	for _, e := range last.Tournament.Entries {
		if last.Tournament.Waits(e) {
			continue
		}
		r, ok := rows[e.Player.ID]
		level, group := ParseGroup(e.Group)
		if !ok || level == 0 {
			return nil, fmt.Errorf("season %s: there is no row of %s in group %q", last.Tournament.Edition, e.Player.ID, e.Group)
		}
		switch {
		case e.Out != league.Stays:
			r.Rank = max(r.Rank, lastStay+1)
		case r.Nothing: // they stay, and are not the first to fill up the level above (R-TB-6)
			r.Rank = max(r.Rank, lastUp+2)
		}
		ended[e.Player.ID] = Ended{Level: level, Group: group, Rank: r.Rank, Points: int(r.Points), SON: r.SON, Played: r.Played}
	}
	return ended, nil
}

// wronged are the players whom the draw of the last season put lower than they would have been by what their ranks of the
// season before come to now: a result was corrected after the draw. They are one level higher next time (R-CO-3).
func (s story) wronged() map[string]bool {
	wronged := map[string]bool{}
	if s.last == nil {
		return wronged
	}
	before := newStory(league.SeriesState{Editions: s.Editions[:slices.IndexFunc(s.Editions, func(e league.Edition) bool {
		return e.Tournament.Edition == s.last.Tournament.Edition
	})]}).last
	if before == nil {
		return wronged
	}
	for _, then := range before.Tournament.Entries {
		now, in := s.last.Tournament.Entrant(then.Player.ID)
		level, _ := ParseGroup(then.Group)
		put, _ := ParseGroup(now.Group)
		if right := Fate(then.Note).right(level); in && right > 0 && put > right && then.Out == league.Stays && !now.Entered.After(s.last.Tournament.Started) {
			wronged[then.Player.ID] = true
		}
	}
	return wronged
}

// previous returns the season before the one that takes entries; nil if there is none. Before the first one of a
// championship that has succeeded another it is the last one there, whose rights hold here (rules 1.2 of StreetSoccer).
func (s story) previous() *league.Edition {
	if s.last != nil {
		return s.last
	}
	return newStory(league.SeriesState{Editions: s.Before}).last
}

// inheriting enters the players of the season before the first one. Where entries were open there already, those who
// have entered come by themselves.
func (s story) inheriting() []league.Decision {
	there := newStory(league.SeriesState{Editions: s.Before})
	if there.last == nil || there.open != nil || there.off != nil {
		return nil
	}
	return s.renewed(there.last.Tournament)
}

// seasons returns the number of the latest edition in which each player had a seat.
func (s story) seasons() map[string]int {
	latest := map[string]int{}
	for i, edition := range s.Editions {
		if t := edition.Tournament; t.State == league.Running || t.State == league.Finished {
			for _, e := range t.Entries {
				if !t.Waits(e) {
					latest[e.Player.ID] = i
				}
			}
		}
	}
	return latest
}

// running keeps the dates of the season that is being played, and gives free seats away.
func (s story) running() []league.Step {
	if s.last == nil || s.last.Tournament.State != league.Running {
		return nil
	}
	return slices.Concat(s.seats(), s.dates())
}

// seats gives the seats of those who left early to those who wait, in the order of their
// entries (R-CH-10).
func (s story) seats() []league.Step {
	t := s.last.Tournament
	if !s.Now.Before(league.After(t.Started, lateFor, t.Rests)) {
		return nil
	}
	var waiting, free []league.Entrant
	for _, e := range t.Entries {
		switch {
		case t.Waits(e):
			waiting = append(waiting, e)
		case e.Note == noteSeat && !asked(t, e):
			free = append(free, e)
		}
	}
	slices.SortFunc(waiting, func(a, b league.Entrant) int { return a.Seq - b.Seq })
	var steps []league.Step
	for i := range min(len(waiting), len(free)) {
		old, substitute := free[i].Player, waiting[i].Player
		steps = append(steps, league.Step{Edition: t.Edition, Decisions: []league.Decision{{
			Act: league.ActReplaced, Player: substitute, Text: old.ID + " " + textInPlace.Of(old.Name),
		}}})
	}
	return steps
}

// asked says that somebody is asked for a player's seat, which is kept until they answer (R-UT-8).
func asked(t league.Tournament, e league.Entrant) bool {
	_, open := t.CallFor(e.Player.ID)
	return open
}

// dates tells the players of the ends of a season: the warning, the soft end, the hard end
// (R-CH-9). Of several that have passed the last one is told.
func (s story) dates() []league.Step {
	t := s.last.Tournament
	if t.Profile == LG {
		return nil
	}
	for _, d := range []struct {
		after time.Duration
		say   league.Decision
	}{
		{hardAfter, told(textHardEnd, HardEnd(t))},
		{softAfter, told(textSoftEnd, SoftEnd(t))},
		{warnedAfter, told(textWarning, SoftEnd(t), HardEnd(t))},
	} {
		due := league.After(t.Started, d.after, t.Rests)
		if s.Now.Before(due) {
			continue
		}
		if !t.Told.Before(due) {
			return nil
		}
		step := league.Step{Edition: t.Edition, Decisions: []league.Decision{d.say}}
		for _, e := range t.Entries {
			if !t.Waits(e) && e.Out == league.Stays {
				step.Tell = append(step.Tell, e.Player.ID)
			}
		}
		return []league.Step{step}
	}
	return nil
}
