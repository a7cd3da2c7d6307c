package moderation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/setting"
)

// Games opens and closes the games of a site.
type Games struct{ moderation *Moderation }

// Now returns what is open.
func (g *Games) Now(ctx context.Context, by conduct.Actor) (setting.Games, error) {
	s := g.moderation
	if err := s.May(ctx, by, conduct.ChangeGames); err != nil {
		return setting.Games{}, err
	}
	return s.site.Games(ctx)
}

// Set opens what is wished open and closes what is wished closed. What is so already is left as it is; if that
// is all of it, the log has no line. What is wrong comes as errors of the fields "games" and "reason".
func (g *Games) Set(ctx context.Context, by conduct.Actor, wish map[setting.Cell]bool, reason string) error {
	s := g.moderation
	if err := s.May(ctx, by, conduct.ChangeGames); err != nil {
		return err
	}
	s.site.Forget() // what others have changed meanwhile
	games, err := s.site.Games(ctx)
	if err != nil {
		return err
	}
	var wrong error
	for c := range wish {
		game, variant, _ := strings.Cut(c.Rules, "/")
		if err := s.core.MustBeLive(game, variant); league.KindOf(err) == league.Forbidden {
			wrong = league.FieldErrorf("games", "%s", err)
		} else if !games.Knows(c) {
			wrong = league.FieldErrorf("games", "There is no %q of %q.", c.Part, c.Rules)
		}
	}
	reason, err = cleanReason(reason)
	if err := errors.Join(wrong, err); err != nil {
		return err
	}
	values, changes := map[string]string{}, []string{}
	for _, c := range games.Changes(wish) {
		value := map[bool]string{true: setting.On, false: setting.Off}[wish[c]]
		values[string(c.Key())] = value
		changes = append(changes, fmt.Sprintf("%s %s %s", c.Rules, c.Part, value))
	}
	if len(changes) == 0 {
		return nil
	}
	line := s.line(by, conduct.ChangeGames, "games", reason)
	line.Detail = strings.Join(changes, ", ")
	defer s.site.Forget()
	return s.settings.SetSettings(ctx, values, line)
}
