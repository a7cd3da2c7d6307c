package desk

import (
	"slices"

	"kickabout/league"
)

// idle refuses an order of which nothing could come as a tournament stands (R-UT-9). That the tournament would
// be just as it is, is found by doing it: see unchanged.
func (s *Desk) idle(t league.Tournament, format league.FormatInfo, act string) error {
	switch {
	case act == "invite" && !t.Enterable(s.core.Now()) && !t.Private: // who is invited may see a private one
		return league.Errorf(league.Stale, "Nobody can enter this tournament any more, so an invitation would come to nothing (R-UT-9).")
	case act == "seed" && t.Seeding != league.SeedHand:
		return league.Errorf(league.Stale, "Seeds are not given by hand in this tournament, so these would come to nothing (R-UT-9).")
	case act == "pair" && !format.Paired:
		return league.Errorf(league.Stale, "The format says who meets whom, so to fix a pair would come to nothing (R-UT-9).")
	}
	return nil
}

// idleBan refuses to ban whom a ban would keep from nothing.
func (s *Desk) idleBan(t league.Tournament, player league.Player) error {
	e, in := t.Entrant(player.ID)
	if _, asked := t.CallOf(player.ID); asked || t.Enterable(s.core.Now()) || t.Has(player.ID, league.Invited) || in && t.Waits(e) {
		return nil
	}
	if in {
		return league.Errorf(league.Stale, "%s plays already, so a ban would come to nothing (R-UT-9). To take them out, strike them.", player.Name)
	}
	return league.Errorf(league.Stale, "Nobody can enter this tournament any more, so a ban would come to nothing (R-UT-9).")
}

// unchanged says that an order has left a tournament as it was, but for its log.
func unchanged(was, is league.Tournament) bool {
	return was.TournamentTerms == is.TournamentTerms && was.State == is.State && was.Paused.Equal(is.Paused) &&
		slices.Equal(was.Entries, is.Entries) && slices.Equal(was.Roles, is.Roles) && slices.Equal(was.Pairs, is.Pairs)
}
