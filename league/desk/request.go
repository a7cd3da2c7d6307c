package desk

import (
	"context"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

// Bounds of requests for rulings (R-FF-14).
const (
	requestsSpan = 7 * 24 * time.Hour
	mostRequests = 3 // of a player in a tournament, within that span

	longestReason = 200 // letters, of what is wrong with one, as with a line of a chat
)

// RequestRuling is that a player of a running match of a tournament, given by its id, asks who directs it for a ruling. The
// text is what they say; without one, and where somebody has asked in that match or they have asked too often, it is refused.
func (s *Rulings) RequestRuling(ctx context.Context, by league.Player, match, text string) error {
	v, err := s.matches.Match(ctx, league.Of(by), match)
	if err != nil {
		return err
	}
	side := v.Match.SideOf(by.ID)
	t, ok, err := s.tournaments.TournamentOf(ctx, league.Of(by), v.Match)
	switch {
	case err != nil:
		return err
	case !ok || side == engine.NoSide:
		return league.Errorf(league.Forbidden, "Only who plays a game of a tournament can ask for a ruling in it.")
	case v.Record.Next().Over():
		return errResultStands()
	case s.strikes.Directs(by, t) && s.ownMatch(by, t, v.Match) == nil:
		return league.Errorf(league.Forbidden, "You direct this tournament yourself, and nobody else could answer you.")
	}
	if text, err = oneline.Clean("text", text, league.LongestRequest); err != nil {
		return err
	}
	if text == "" {
		return league.FieldErrorf("text", "Say in a sentence what the organiser is to decide.")
	}
	against := v.Match.Seats[v.Match.SeatOf(side.Other())].Player
	return s.tournaments.ActInTournament(ctx, by, t.ID, func(p *league.TournamentProgress) error {
		if err := s.boundRequests(ctx, p.Tournament, by); err != nil {
			return err
		}
		if err := s.tournaments.AppendDecisions(p, league.Decision{
			By: by, Act: league.ActRequested, Player: by, Text: strings.Join([]string{v.Match.ID, against.ID, text}, " "),
		}); err != nil {
			return err
		}
		return s.tournaments.TellSite(ctx, p, by, league.TournamentWanted)
	})
}

// boundRequests refuses who has asked for too many rulings of late.
func (s *Rulings) boundRequests(ctx context.Context, t league.Tournament, by league.Player) error {
	requests, err := s.store.Acts(ctx, t, 0, t.Last, league.ActRequested)
	n := 0
	for _, d := range requests {
		if d.Player.ID == by.ID && s.core.Now().Sub(d.At) < requestsSpan {
			n++
		}
	}
	if err == nil && n >= mostRequests {
		err = league.FieldErrorf("text", "You have asked for %d rulings in this tournament within a week, which is as many as one may.", mostRequests)
	}
	return err
}

// RulingRequests lists the requests for rulings that are open in a tournament that was read, as far as a viewer may know of
// their matches: those in matches that are over need no answer.
func (s *Rulings) RulingRequests(ctx context.Context, viewer league.Viewer, t league.Tournament) ([]league.RulingRequest, error) {
	list, err := s.WantedRulings(ctx, viewer, t)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	said, err := s.store.Acts(ctx, t, 0, t.Last, league.ActRequested)
	for i, r := range list {
		for _, d := range said {
			if id, _, text := league.ParseRulingRequest(d); id == r.Match && d.Player.ID == r.By.ID {
				list[i].At, list[i].Seq, list[i].Text = d.At, d.Seq, text
			}
		}
	}
	return list, err
}

// RulingRequest returns what was said in a request for a ruling, which is an event of the log of a tournament; league.NotFound
// if it is none, or the moderators have taken it away.
func (s *Rulings) RulingRequest(ctx context.Context, viewer league.Viewer, tournament string, seq int) (r league.RulingRequest, err error) {
	log, err := s.store.TournamentLog(ctx, viewer, tournament, max(seq, 1)-1, 1)
	if err != nil {
		return r, err
	}
	if len(log) == 0 || log[0].Seq != seq || log[0].Act != league.ActRequested {
		return r, league.Errorf(league.NotFound, "There is no such request.")
	}
	r = league.RulingRequest{Tournament: tournament, Seq: seq, By: log[0].Player, At: log[0].At}
	if r.Match, _, r.Text = league.ParseRulingRequest(log[0]); r.Text == league.RemovedText {
		return r, league.Errorf(league.NotFound, "The moderators have removed what was written here.")
	}
	return r, nil
}

// ReportRequest tells the moderators about a request that somebody else made. What is wrong with the reason comes as a field
// error about "reason".
func (s *Rulings) ReportRequest(ctx context.Context, reader league.Player, tournament string, seq int, reason string) error {
	if err := core.MustBeMember(reader, "with an account you can report what breaks the peace."); err != nil {
		return err
	}
	r, err := s.RulingRequest(ctx, league.Of(reader), tournament, seq)
	if err != nil {
		return err
	}
	if r.By.ID == reader.ID {
		return league.Errorf(league.Invalid, "This request is your own.")
	}
	if reason, err = oneline.Clean("reason", reason, longestReason); err != nil {
		return err
	}
	if reason == "" {
		return league.FieldErrorf("reason", "Say in a few words what is wrong with it.")
	}
	return s.store.ReportRequest(ctx, league.Report{Cup: tournament, Line: league.Line{N: seq}, Reader: reader.ID, At: s.core.Now(), Reason: reason})
}

// WantedRulings is RulingRequests without what was said and when, for which no log is read.
func (s *Rulings) WantedRulings(ctx context.Context, viewer league.Viewer, t league.Tournament) (list []league.RulingRequest, err error) {
	for _, a := range t.Roles {
		match, ok := a.Role.RulingWanted()
		if !ok {
			continue
		}
		v, err := s.matches.Match(ctx, viewer, match)
		if league.KindOf(err) == league.NotFound || err == nil && v.Record.Next().Over() {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, league.RulingRequest{
			Tournament: t.ID, Title: t.Name, Match: match, By: a.Player, Against: v.Match.Seats[1-v.Match.SeatOf(v.Match.SideOf(a.Player.ID))].Player,
		})
	}
	return list, nil
}

// deskAnswer answers who wants a ruling.
func (s *Desk) deskAnswer(_ context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	for _, a := range p.Tournament.Roles {
		if match, ok := a.Role.RulingWanted(); !ok || match != f.Other {
			continue
		}
		text, err := oneline.Clean("text", f.Text, longMessage)
		if err != nil {
			return err
		}
		if text == "" {
			return league.FieldErrorf("text", "Write what you answer.")
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActAnswered, Player: a.Player, Text: f.Other + " " + text})
	}
	if f.Other != "" {
		return league.Errorf(league.Stale, "This request has been answered already.")
	}
	return league.FieldErrorf("other", "Choose one of the requests.")
}
