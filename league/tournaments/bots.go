package tournaments

import (
	"context"
	"strconv"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/core"
	"kickabout/league/program"
)

// InviteBot gives a bot a place, if the tournament takes bots (R-BO-3): its organiser invites one of the site, by its id, and
// the owner of a BOT account enters that, by its id or its name.
func (s *Entries) InviteBot(ctx context.Context, player league.Player, id, bot string) error {
	if invited, ok := s.reservations.BotPlayer(bot); ok {
		return s.enter(ctx, player, id, invited, Door{})
	}
	p, err := s.program(ctx, bot)
	if err != nil {
		return err
	}
	if p.Owner.ID != player.ID {
		return league.Errorf(league.Forbidden, "Only the owner of %s can enter it.", p.Player.Name)
	}
	if err := p.Acts(); err != nil {
		return err
	}
	if err := s.strikes.MayEnter(ctx, player); err != nil {
		return err
	}
	t, err := s.store.Tournament(ctx, league.Of(player), id)
	if err != nil {
		return err
	}
	if t.Password && !t.Has(player.ID, league.Director) && player.ID != t.Organiser.ID {
		return league.Errorf(league.Forbidden, "This tournament opens with a word, so only those who direct it can enter bots.")
	}
	if err := s.CheckConditions(ctx, p.Player, t); err != nil {
		return err
	}
	return s.enter(ctx, player, id, p.Player, Door{})
}

// program finds an open BOT account by its id or its name.
func (s *Entries) program(ctx context.Context, bot string) (program.Program, error) {
	p, err := s.programs.Program(ctx, bot)
	if league.KindOf(err) == league.NotFound {
		p, err = s.programs.ProgramNamed(ctx, account.Key(bot))
	}
	if league.KindOf(err) == league.NotFound {
		err = errNoBot()
	}
	return p, err
}

// RemoveBot takes a bot out again: who directs the tournament any bot, the owner of a BOT account theirs.
func (s *Entries) RemoveBot(ctx context.Context, player league.Player, id, bot string) error {
	removed, ok := s.reservations.BotPlayer(bot)
	owner := ""
	if !ok {
		p, err := s.program(ctx, bot)
		if err != nil {
			return err
		}
		removed, owner = p.Player, p.Owner.ID
	}
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		t := p.Tournament
		if owner != "" && player.ID != owner && player.ID != t.Organiser.ID && !t.Has(player.ID, league.Director) {
			return league.Errorf(league.Forbidden, "Only its owner and those who direct this tournament can take it out.")
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActLeft, Player: removed})
	})
}

// AskAboutBots asks all who have entered a tournament whether up to so many bots may play (R-BO-3), for its organiser. With
// nobody else in it that holds at once.
func (s *Entries) AskAboutBots(ctx context.Context, player league.Player, id string, most int) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		if _, bySite := league.ParseCompetition(p.Tournament.Competition); bySite {
			return league.Errorf(league.Forbidden, "Bots have no place in the site's own competitions.")
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActAskedBots, Text: strconv.Itoa(most)})
	})
}

// AnswerAboutBots is what an entrant says to that. With the last who agrees bots may play; who does not agree ends the question.
func (s *Entries) AnswerAboutBots(ctx context.Context, player league.Player, id string, agrees bool) error {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return err
	}
	text := map[bool]string{true: "yes", false: "no"}[agrees]
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActAnsweredBots, Player: player, Text: text})
	})
}

func errNoBot() error {
	return league.FieldErrorf("bot", "There is no such bot. Choose one from the list.")
}
