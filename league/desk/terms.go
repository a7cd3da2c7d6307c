package desk

import (
	"context"
	"maps"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/tiebreak"
	"kickabout/league/tournaments"
)

// deskChange changes the terms. The order of the table changes after a match is over only if
// the director is sure (R-TB-2).
func (s *Desk) deskChange(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	terms, err := changedTerms(t, f.Terms, s.core.Now())
	if err != nil {
		return err
	}
	if terms == t.TournamentTerms {
		return errUnchanged()
	}
	if terms.Profile != t.Profile && !f.Terms.Sure && t.State == league.Running {
		matches, err := s.store.Fixtures(ctx, league.Of(by), t.ID)
		if err != nil {
			return err
		}
		for _, m := range matches {
			if m.State.ToMove == engine.NoSide {
				return league.FieldErrorf("profile", "A game is over already, so this would rank players otherwise than was announced when it was played. If you are sure, say so below; the log will tell everybody.")
			}
		}
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActChanged, Text: terms.String()})
}

// noTerm returns the first name in a form that no term of the desk has; "" if all are terms.
func noTerm(f league.TermsForm) string {
	if f.Unknown != "" {
		return f.Unknown
	}
	for _, name := range slices.Sorted(maps.Keys(f.Typed)) {
		if !slices.ContainsFunc(league.DeskTerms(), func(t league.Term) bool { return t.Name == name }) {
			return name
		}
	}
	return ""
}

// changedTerms reads a form; what cannot be changed any more stays as it is. The first thing that is
// wrong is the error, and what is no term at all is wrong before anything else.
func changedTerms(t league.Tournament, f league.TermsForm, now time.Time) (league.TournamentTerms, error) {
	if name := noTerm(f); name != "" {
		return t.TournamentTerms, league.NoTerm(name)
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return t.TournamentTerms, err
	}
	c := league.TermContext{Now: now, Format: format.Info(), Control: t.Control, Terms: t.TournamentTerms, Was: t.TournamentTerms}
	var read []league.Term
	for _, term := range league.DeskTerms() {
		if !term.May(t.State) || !term.Has(c) || term.Moot {
			continue
		}
		if err := typedAtDesk(&c, term, f); err != nil {
			return c.Terms, err
		}
		read = append(read, term)
	}
	if t.State == league.Registration {
		if err := enoughPlaces(t, c.Terms); err != nil {
			return c.Terms, err
		}
	}
	c.Terms = c.Terms.WithBots(t.TournamentTerms)
	for _, term := range read {
		if err := tournaments.Agrees(c, term, term.DeskName()); err != nil {
			return c.Terms, err
		}
	}
	return c.Terms, nil
}

// typedAtDesk reads one term. Some have a word of their own for what is wrong.
func typedAtDesk(c *league.TermContext, term league.Term, f league.TermsForm) (err error) {
	typed := f.Typed[term.Name]
	switch term.Name {
	case "name":
		c.Terms.Name, err = tournaments.TournamentName(typed)
	case "profile":
		if c.Terms.Profile = typed; typed != c.Was.Profile {
			if _, ok := tiebreak.ProfileByID(typed); !ok {
				err = league.FieldErrorf("profile", "There is no such order. Choose one from the list.")
			}
		}
	case "places":
		info := c.Format
		if c.Terms.Places, err = tournaments.NumberIn("places", typed, info.MinEntries, info.MaxEntries); err == nil && c.Terms.Places == 0 {
			err = league.FieldErrorf("places", "It takes %d to %d %s.", info.MinEntries, info.MaxEntries, info.Entering())
		}
	default:
		err = term.Type(c, term.DeskName(), typed)
	}
	return err
}

// enoughPlaces refuses fewer places than are taken.
func enoughPlaces(t league.Tournament, terms league.TournamentTerms) error {
	switch {
	case t.Boards > 0 && terms.Places < len(t.Teams):
		return league.FieldErrorf("places", "There are %d teams already.", len(t.Teams))
	case t.Boards == 0 && !t.KeepsList() && terms.Places < len(t.Entries):
		return league.FieldErrorf("places", "%d players are in. With fewer places, let the others wait for one, or take some out first.", len(t.Entries))
	}
	return nil
}
