package desk

import (
	"context"
	"errors"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Lost is what has become of games whose dice were to come from a key that is lost.
type Lost struct{ Void, Offers, Draws int }

// EndLost ends what cannot go on since the key of its dice was lost: running matches are void, by a ruling in the log of their
// tournaments; open offers end; draws of tournaments that have not started come from the present key. What is
// of a key that deals is left alone, so that it can be done again.
func (s *Rulings) EndLost(ctx context.Context, reason string) (lost Lost, err error) {
	open, err := s.store.OpenHeads(ctx)
	if err != nil {
		return lost, err
	}
	var problems []error
	told := map[string]bool{}
	for _, m := range s.ofLostKeys(open.Matches) {
		ended, err := s.voidLost(ctx, m.Match, reason, told)
		problems = append(problems, err)
		lost.Void += ended
	}
	lost.Offers, err = s.endOffers(ctx, s.ofLostKeys(open.Offers))
	problems = append(problems, err)
	for _, t := range s.ofLostKeys(open.Tournaments) {
		if t.Dice.Second() {
			t.Head, t.Dice = s.core.Dealer.Fix(0, t.Dice.Scope, t.GID)
		} else {
			t.Head = s.core.Dealer.Head(t.GID)
		}
		err := s.store.RenewHead(ctx, t)
		if err == nil {
			err = s.note(ctx, t.Match, textNewHead, reason)
		}
		problems = append(problems, err)
		lost.Draws++
	}
	return lost, errors.Join(problems...)
}

// EndOffers ends all open offers: what is restored from a backup may have been accepted since, so that their dice are known.
func (s *Rulings) EndOffers(ctx context.Context) (ended int, err error) {
	open, err := s.store.OpenHeads(ctx)
	if err != nil {
		return 0, err
	}
	return s.endOffers(ctx, open.Offers)
}

// endOffers ends open offers, and says how many.
func (s *Rulings) endOffers(ctx context.Context, offers []league.Sealed) (ended int, err error) {
	var problems []error
	for _, o := range offers {
		err := s.store.CloseOffer(ctx, o.Match, league.OfferWithdrawn, s.core.Now())
		if league.KindOf(err) == league.Stale { // it has run out by itself
			continue
		}
		problems = append(problems, err)
		ended++
	}
	return ended, errors.Join(problems...)
}

// ofLostKeys returns those that are not of a key that deals.
func (s *Rulings) ofLostKeys(all []league.Sealed) []league.Sealed {
	return slices.DeleteFunc(all, func(h league.Sealed) bool { return s.core.Deals(h) })
}

// voidLost ends a match, and says so once in the log of its tournament. One that is locked is left as it is.
func (s *Rulings) voidLost(ctx context.Context, match, reason string, told map[string]bool) (ended int, err error) {
	v, err := s.matches.Load(ctx, league.Site(), match)
	if league.KindOf(err) == league.Damaged {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if id := v.Match.Tournament; id != "" && !told[id] {
		if err := s.note(ctx, id, textKeyLost, reason); err != nil {
			return 0, err
		}
		told[id] = true
	}
	_, _, err = s.matches.Act(ctx, league.Site(), match, s.core.Now(), league.Answer{}, func(v play.View) (engine.Event, error) {
		if v.Record.Next().Over() {
			return engine.Event{}, play.ErrDone
		}
		return engine.Event{Act: engine.ActVoid}, nil
	})
	if err != nil {
		return 0, err
	}
	return 1, nil
}

// note writes a decision of the site into the log of a tournament.
func (s *Rulings) note(ctx context.Context, tournament string, text league.LogText, reason string) error {
	reason, err := tournaments.CleanReason(reason)
	if err != nil {
		return err
	}
	return s.tournaments.Decide(ctx, league.Site(), tournament, func(p *league.TournamentProgress) error {
		return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActRuled, Text: text.Of(reason)})
	})
}
