package series

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/formats/ladder"
	"kickabout/league/ladders"
	"kickabout/league/play"
	"kickabout/league/span"
	"kickabout/league/tournaments"
)

// reignsShown is how many of the longest times on top a view holds.
const reignsShown = 5

// LadderSetting is what a player sets for themselves on a ladder.
type LadderSetting string

// The settings.
const (
	LadderAutomatic LadderSetting = "automatic" // the site chooses their opponents (R-LA-4)
	LadderManual    LadderSetting = "manual"    // they do
	LadderHold      LadderSetting = "hold"      // they hold their place and get no matches (R-LA-10)
	LadderResume    LadderSetting = "resume"    // they play again
)

// Ladders lists the site's ladders as a viewer sees them.
func (s *Ladders) Ladders(ctx context.Context, viewer league.Player) ([]ladders.Line, error) {
	shown, err := s.editions.Shown(ctx)
	if err != nil {
		return nil, err
	}
	shown = slices.DeleteFunc(shown, func(c league.Competition) bool { return c.Format != (ladder.Format{}).Info().ID })
	ids := make([]string, len(shown))
	for i, c := range shown {
		ids[i] = tournaments.EditionID(c, ladder.Edition)
	}
	opened, err := s.store.TournamentsAt(ctx, league.Of(viewer), ids...)
	if err != nil {
		return nil, err
	}
	lines := make([]ladders.Line, len(shown))
	for i, c := range shown {
		lines[i] = ladders.Line{Competition: c, Title: s.editions.title(c)}
		at := slices.IndexFunc(opened, func(t league.Tournament) bool { return t.ID == ids[i] })
		if at < 0 { // it has not opened yet
			continue
		}
		t := opened[at]
		lines[i].ID, lines[i].Players = t.ID, len(t.Entries)
		if len(t.Entries) > 0 {
			lines[i].Top = t.Entries[0].Player
		}
		if e, in := t.Entrant(viewer.ID); in {
			lines[i].Mine = e.Seed
		}
	}
	return lines, nil
}

// ladderEdition returns the tournament of a ladder; league.NotFound before it has opened.
func (s *Ladders) ladderEdition(ctx context.Context, viewer league.Viewer, c league.Competition) (league.Tournament, error) {
	return s.store.Tournament(ctx, viewer, tournaments.EditionID(c, ladder.Edition))
}

// Ladder returns a ladder as a viewer sees it.
func (s *Ladders) Ladder(ctx context.Context, viewer league.Player, c league.Competition) (ladders.View, error) {
	b, err := s.LadderBoard(ctx, league.Of(viewer), c)
	if err != nil {
		return ladders.View{Competition: c, Title: s.editions.title(c)}, err
	}
	return s.LadderFor(ctx, b, viewer)
}

// A LadderBoard is a ladder as it stands, without what is its viewer's own. Nobody may change it.
type LadderBoard struct {
	view  ladders.View
	open  *ladder.Ladder // nil before it has opened
	sheet league.Sheet
}

// LadderBoard reads a ladder.
func (s *Ladders) LadderBoard(ctx context.Context, viewer league.Viewer, c league.Competition) (b LadderBoard, err error) {
	v := ladders.View{Competition: c, Title: s.editions.title(c)}
	t, err := s.ladderEdition(ctx, viewer, c)
	if league.KindOf(err) == league.NotFound {
		return LadderBoard{view: v}, nil
	}
	if err != nil {
		return b, err
	}
	var matches []league.Match
	if b.open, b.sheet, matches, err = s.openLadder(ctx, viewer, t); err != nil {
		return b, err
	}
	v.Running = ladderMatches(b.sheet, matches)
	v.Paused = b.sheet.Paused
	v.Rows = ladderRows(t, b.open, b.sheet)
	after := max(0, t.Last-tournaments.LogShown)
	if t.Log, err = s.store.TournamentLog(ctx, viewer, t.ID, after, t.Last-after); err != nil {
		return b, err
	}
	v.Tournament = t
	reigns, err := s.remember(ctx, &v)
	if err == nil {
		err = s.nameLadder(ctx, &v, reigns)
	}
	b.view = v
	return b, err
}

// LadderFor returns a ladder that was read as a player sees it.
func (s *Ladders) LadderFor(ctx context.Context, b LadderBoard, viewer league.Player) (ladders.View, error) {
	v := b.view
	if b.open == nil {
		return v, nil
	}
	inRange := map[string]bool{}
	for _, c := range b.open.Range(viewer.ID) {
		inRange[c.Player] = true
	}
	v.Rows = slices.Clone(v.Rows)
	for i := range v.Rows {
		r := &v.Rows[i]
		why := b.open.Reason(viewer.ID, r.Player.ID)
		r.InRange, r.Why, r.Code = inRange[r.Player.ID], why.Sentence(), string(why)
	}
	v.Me = ladderSeat(b.open, b.sheet, viewer.ID)
	err := s.withAnnals(ctx, v.Tournament, func(a *ladder.Annals) { v.Steps = a.Path(viewer.ID) })
	return v, err
}

// ladderMatches lists the running matches, by deadline.
func ladderMatches(s league.Sheet, matches []league.Match) []ladders.Match {
	var running []ladders.Match
	for i, m := range matches {
		if m.State.Outcome.Over() {
			continue
		}
		challenger, _ := ladder.Challenged(s.Fixtures[i])
		seat := 0
		if m.Seats[1].Player.ID == challenger {
			seat = 1
		}
		running = append(running, ladders.Match{Match: m, Challenger: m.Seats[seat].Player, Opponent: m.Seats[1-seat].Player})
	}
	slices.SortStableFunc(running, func(a, b ladders.Match) int { return a.Match.State.Deadline.Compare(b.Match.State.Deadline) })
	return running
}

// openLadder reads a ladder and makes it ready for questions.
func (s *Ladders) openLadder(ctx context.Context, viewer league.Viewer, t league.Tournament) (*ladder.Ladder, league.Sheet, []league.Match, error) {
	format, err := play.FormatOf(t)
	if err != nil {
		return nil, league.Sheet{}, nil, err
	}
	rules, ok := format.(ladder.Format)
	if !ok {
		return nil, league.Sheet{}, nil, league.Errorf(league.Invalid, "This tournament is no ladder.")
	}
	now := s.core.Now()
	matches, err := s.store.RecentFixtures(ctx, viewer, t.ID, now.Add(-league.RecentSpan))
	if err != nil {
		return nil, league.Sheet{}, nil, err
	}
	sheet := s.tournaments.SheetOf(t, "", matches, now)
	if err = s.tournaments.CompleteRolling(ctx, t, &sheet); err != nil {
		return nil, league.Sheet{}, nil, err
	}
	l, err := rules.Open(sheet)
	return l, sheet, matches, err
}

func ladderRows(t league.Tournament, l *ladder.Ladder, sheet league.Sheet) []ladders.Row {
	rows := make([]ladders.Row, len(t.Entries))
	for i, e := range t.Entries {
		_, note, _ := l.Find(e.Player.ID)
		rows[i] = ladders.Row{
			Place: e.Seed, Player: e.Player, Running: l.Running(e.Player.ID), Incoming: l.Incoming(e.Player.ID),
			Locked: l.Locked(e.Player.ID), Away: sheet.Entries[i].Away || !note.Hold.IsZero(), Leaving: note.Leaving,
		}
	}
	return rows
}

// nameLadder adds to a view who they are whom it names, and the ratings of its players.
func (s *Ladders) nameLadder(ctx context.Context, v *ladders.View, reigns []ladder.Reign) error {
	ids := mentionedIn(v.Tournament.Log)
	for _, r := range reigns {
		ids = append(ids, r.Player)
	}
	for _, r := range v.Rows {
		ids = append(ids, r.Player.ID)
	}
	slices.Sort(ids)
	stand, err := s.store.Standings(ctx, league.Pool{Game: v.Tournament.Game, Variant: v.Tournament.Variant}, slices.Compact(ids))
	if err != nil {
		return err
	}
	v.People = make(map[string]league.Player, len(stand))
	for id, r := range stand {
		v.People[id] = r.Player
	}
	for i := range v.Rows {
		v.Rows[i].Elo = stand[v.Rows[i].Player.ID].Standing.Elo
	}
	now := s.core.Now()
	for _, r := range reigns {
		v.Reigns = append(v.Reigns, ladders.Reign{Player: v.People[r.Player], From: r.From, To: r.To, Length: r.Length(now)})
	}
	return nil
}

// ladderSeat returns what is noted of a player; nil if they are not in.
func ladderSeat(l *ladder.Ladder, sheet league.Sheet, player string) *ladders.Seat {
	place, n, in := l.Find(player)
	now := sheet.Now
	if !in {
		return nil
	}
	seat := &ladders.Seat{
		Place: place, Manual: n.Manual, Leaving: n.Leaving, Locked: l.Locked(player), Hold: n.Hold, HoldLeft: max(0, n.HoldLeft(now, sheet.Outages)),
		Penalty: n.Penalty, Why: l.Hindered(player).Sentence(),
	}
	if n.Hold.IsZero() {
		seat.HoldFrom, seat.CanHold = n.MayHold(now)
	} else {
		seat.Resume = n.MayResume(sheet.Outages)
	}
	seat.Idle, seat.Falls = l.Idle(player)
	if !sheet.Days.Hold(league.Waiting, now) {
		seat.Waiting = sheet.Days[league.Waiting]
	}
	if !sheet.Days.Hold(league.LadderRules, now) {
		seat.HoldFrom, seat.CanHold, seat.HoldRules = time.Time{}, n.HoldLeft(now, sheet.Outages) > 0, sheet.Days[league.LadderRules]
	}
	return seat
}

// Challenge begins a match of a player against one above them on a ladder, if they may
// challenge them (R-LA-11). Asked twice, it begins one match only, and returns that.
func (s *Ladders) Challenge(ctx context.Context, player league.Player, c league.Competition, opponent string) (league.Match, error) {
	var begun league.Match
	if err := s.entries.MayBegin(ctx, player); err != nil {
		return begun, err
	}
	err := s.tournaments.ActInTournament(ctx, player, tournaments.EditionID(c, ladder.Edition), func(p *league.TournamentProgress) error {
		l, sheet, matches, err := s.openLadder(ctx, league.Of(player), p.Tournament)
		if err != nil {
			return err
		}
		for i, f := range sheet.Fixtures {
			if me, they := ladder.Challenged(f); !f.Outcome.Over() && me == player.ID && they == opponent {
				begun = matches[i]
				return tournaments.ErrNothing
			}
		}
		plan, err := l.Challenge(player.ID, opponent)
		if err != nil {
			return err
		}
		if err := s.rounds.AppendRulings(p, plan.Rulings); err != nil {
			return err
		}
		if err := s.entries.AddMatches(ctx, p, plan.Fixtures); err != nil {
			return err
		}
		begun = p.Matches[0]
		return nil
	})
	return begun, err
}

// SetLadder changes what a player has set for themselves on a ladder.
func (s *Ladders) SetLadder(ctx context.Context, player league.Player, c league.Competition, setting LadderSetting) error {
	now := s.core.Now()
	days, err := s.core.RuleDays(ctx)
	if err != nil {
		return err
	}
	var away span.Set
	if days.Hold(league.Waiting, now) {
		if away, err = s.core.Outages(ctx); err != nil {
			return err
		}
	}
	return s.noteLadder(ctx, player, tournaments.EditionID(c, ladder.Edition), func(n ladder.Note) (ladder.Note, error) {
		switch setting {
		case LadderAutomatic, LadderManual:
			n.Manual = setting == LadderManual
		case LadderHold:
			return hold(n, days.Hold(league.LadderRules, now), now)
		case LadderResume:
			if n.Hold.IsZero() {
				return n, nil
			}
			if from := n.MayResume(away); now.Before(from) {
				return n, league.Errorf(league.Stale, "A hold lasts at least 7 days: you can play again from %s on (R-LA-10).", holdText(from))
			}
			n = n.Released(now, away)
		default:
			return n, league.FieldErrorf("setting", "Choose one of the settings.")
		}
		return n, nil
	})
}

// hold begins to hold a place; whole says that the hold is paid in whole days (R-LA-10).
func hold(n ladder.Note, whole bool, now time.Time) (ladder.Note, error) {
	from, ok := n.MayHold(now)
	switch {
	case !n.Hold.IsZero():
		return n, nil
	case n.HoldLeft(now, nil) <= 0:
		return n, league.Errorf(league.Forbidden, "You have held your place for 30 days this year; that is all there is.")
	case whole && !ok:
		return n, league.Errorf(league.Forbidden, "A hold lasts at least 7 days, and you have fewer left this year (R-LA-10).")
	case whole && now.Before(from):
		return n, league.Errorf(league.Stale, "The next hold can begin 14 days after the last one: from %s on (R-LA-10).", holdText(from))
	}
	n.Hold, n.Whole = now, whole
	return n, nil
}

func holdText(t time.Time) string { return t.UTC().Format("15:04 UTC on 2 January 2006") }

// noteLadder changes what is noted of a player on a ladder, at their wish.
func (s *Ladders) noteLadder(ctx context.Context, player league.Player, id string, change func(ladder.Note) (ladder.Note, error)) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		e, in := p.Tournament.Entrant(player.ID)
		if !in {
			return league.Errorf(league.Stale, "%s", ladder.NotIn.Sentence())
		}
		return s.changeNote(p, e, change)
	})
}

// changeNote writes what is noted of an entrant of a ladder anew.
func (s *Ladders) changeNote(p *league.TournamentProgress, e league.Entrant, change func(ladder.Note) (ladder.Note, error)) error {
	n, err := ladder.ParseNote(e.Note)
	if err == nil {
		n, err = change(n)
	}
	if err != nil {
		return err
	}
	if n.String() == e.Note {
		return tournaments.ErrNothing
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: e.Player, Act: league.ActNoted, Player: e.Player, Text: n.String()})
}

// cancelLeave takes back that a player of a ladder wants to leave; false if they do not.
func (s *Ladders) cancelLeave(p *league.TournamentProgress, player string) (bool, error) {
	e, in := p.Tournament.Entrant(player)
	if !in || p.Tournament.Format != (ladder.Format{}).Info().ID {
		return false, nil
	}
	err := s.changeNote(p, e, func(n ladder.Note) (ladder.Note, error) {
		n.Leaving = false
		return n, nil
	})
	if errors.Is(err, tournaments.ErrNothing) {
		return false, nil
	}
	return err == nil, err
}

// requestLeave notes that a player of a ladder leaves as soon as their running matches are over;
// false if they have none and can leave at once (R-LA-9).
func (s *Ladders) requestLeave(ctx context.Context, p *league.TournamentProgress, player string) (bool, error) {
	e, in := p.Tournament.Entrant(player)
	if !in || p.Tournament.Format != (ladder.Format{}).Info().ID {
		return false, nil
	}
	l, _, _, err := s.openLadder(ctx, league.Site(), p.Tournament)
	if err != nil || l.Running(player) == 0 {
		return false, err
	}
	return true, s.changeNote(p, e, func(n ladder.Note) (ladder.Note, error) {
		n.Leaving = true
		return n, nil
	})
}

// mentionedIn returns the ids of those of whom a ladder's log speaks.
func mentionedIn(log []league.Decision) []string {
	var ids []string
	for _, d := range log {
		if d.Player.ID != "" {
			ids = append(ids, d.Player.ID)
		}
		ids = append(ids, mentioned(d.Text)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// mentioned returns the ids of the players whom the text of a decision names as @id.
// Texts hold ids, since a name may change, or go with its account.
func mentioned(text string) []string {
	var ids []string
	for word := range strings.FieldsSeq(text) {
		if id, ok := strings.CutPrefix(word, "@"); ok {
			ids = append(ids, strings.TrimRight(id, ",.:"))
		}
	}
	return ids
}
