package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats"
)

// Rules reads what somebody asks to play, as in "onetwofun/basic,goals=3", and returns
// the game and the text of the variant. As a form writes it, options may stand in any
// order, with their default too, but only options that the variant has. What is wrong comes as errors of the field "rules", or
// of league.OptionField, all at once; the game is nil if it is not known.
func (s *Reservations) Rules(typed string) (engine.Game, string, error) {
	id, variant, _ := strings.Cut(typed, "/")
	variant, options, _ := strings.Cut(variant, ",")
	game, err := s.core.Game(id)
	var rules engine.Ruleset
	if err == nil {
		rules, err = game.Info().Ruleset(variant)
	}
	if err != nil {
		return nil, "", errNoRules()
	}
	var problems []error
	for part := range strings.SplitSeq(options, ",") {
		if options == "" {
			break
		}
		name, number, _ := strings.Cut(part, "=")
		i := slices.IndexFunc(rules.Options(), func(o engine.Option) bool { return o.ID == name })
		if i < 0 {
			return nil, "", errNoRules()
		}
		value, err := strconv.Atoi(number)
		with, ok := rules.With(name, value)
		if err != nil || !ok {
			option := rules.Options()[i]
			problems = append(problems, league.FieldErrorf(league.OptionField(id, name), "%s: choose %s.", option.Name, option.Choices()))
			continue
		}
		rules = with
	}
	return game, rules.String(), errors.Join(problems...)
}

func errNoRules() error {
	return league.FieldErrorf("rules", "There is no game with these rules. Choose one from the list.")
}

// FormatOf finds the format of a tournament.
func FormatOf(t league.Tournament) (league.Format, error) {
	format, ok := formats.ByID(t.Format)
	if !ok {
		return nil, fmt.Errorf("tournament %s: there is no format %q", t.ID, t.Format)
	}
	return format, nil
}
