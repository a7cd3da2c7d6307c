package ui

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/setting"
)

// RulesChoice is the choice of what to play: the games with their variants, and the
// numbers that a game may be played with.
type RulesChoice struct {
	Games []GameChoice
	Error string
}

// GameChoice is a game in it.
type GameChoice struct {
	ID            string
	Name, Summary string
	Short         string // what it is in a few words
	Board         *Thumbnail
	Variants      []Option // with the rules as ids: "onetwofun/basic"
	Numbers       []NumberChoice
}

// NumberChoice is a number that a game may be played with.
type NumberChoice struct {
	Field  string // "onetwofun.goals"
	Name   string // "Goals to win"
	Hint   string // what it changes
	Values []Option
	Error  string
	Not    string // classes for the variants that have it not: "not-1 not-3", counted as they are offered
}

// NewRulesChoice offers everything that can be played. typed is what was chosen before,
// such as "onetwofun/basic,goals=3"; without it the first is chosen. In the place of retired rules their successor is.
func NewRulesChoice(games []engine.Game, typed string, errors map[string]string) RulesChoice {
	return rulesChoice(games, succeeded(games, typed), errors, func(_ string, v engine.Variant) bool { return !v.Retired() })
}

// NewStudyChoice is NewRulesChoice of what can be looked at: retired rules are offered where they were chosen before.
func NewStudyChoice(games []engine.Game, typed string, errors map[string]string) RulesChoice {
	chosen, _, _ := strings.Cut(typed, ",")
	return rulesChoice(games, typed, errors, func(game string, v engine.Variant) bool {
		return !v.Retired() || RulesID(game, v.ID) == chosen
	})
}

// succeeded returns the rules that are chosen where some were chosen before: those that succeed them, without options,
// if they are retired.
func succeeded(games []engine.Game, typed string) string {
	game, variant, _ := strings.Cut(typed, "/")
	if g := GameOf(games, game); g != nil {
		if v, _ := g.Info().Variant(variant); v.Retired() {
			return RulesID(game, v.Successor)
		}
	}
	return typed
}

// NewOpenChoice is NewRulesChoice of what the site begins new games of. Where what was chosen before is closed, it
// says so.
func NewOpenChoice(s Site, games []engine.Game, typed string, errors map[string]string) RulesChoice {
	chosen := succeeded(games, typed)
	c := rulesChoice(games, chosen, errors, func(game string, v engine.Variant) bool {
		return !v.Retired() && s.Open(game, v.ID, setting.Offers)
	})
	game, variant, _ := strings.Cut(typed, "/")
	if chosen != typed && c.Error == "" {
		_, successor, _ := strings.Cut(chosen, "/")
		c.Error = GameRules(games, game, variant) + ", is retired: nothing new begins by it. Its successor is " + GameRules(games, game, successor) + "."
		return c
	}
	if typed != "" && c.Error == "" && !s.Open(game, variant, setting.Offers) {
		c.Error = "The site begins no new games of " + GameRules(games, game, variant) + " at the moment. Choose another game."
	}
	return c
}

// rulesChoice offers those rules that are open.
func rulesChoice(games []engine.Game, typed string, errors map[string]string, open func(game string, v engine.Variant) bool) RulesChoice {
	c := RulesChoice{Error: errors["rules"]}
	parts := strings.Split(typed, ",")
	found := false
	for _, g := range games {
		info := g.Info()
		choice := GameChoice{ID: info.ID, Name: info.Name, Summary: info.Summary, Short: info.Short, Board: SamplePicture(g)}
		for _, v := range info.Variants {
			if !open(info.ID, v) {
				continue
			}
			option := Option{ID: RulesID(info.ID, v.ID), Name: v.Name, Summary: v.Summary}
			option.Chosen = option.ID == parts[0]
			found = found || option.Chosen
			choice.Variants = append(choice.Variants, option)
		}
		if len(choice.Variants) == 0 {
			continue
		}
		for _, o := range info.Options {
			if n := numberChoice(info, o, parts, errors); n.fits(choice.Variants, o) {
				choice.Numbers = append(choice.Numbers, n)
			}
		}
		c.Games = append(c.Games, choice)
	}
	if !found && len(c.Games) > 0 {
		c.Games[0].Variants[0].Chosen = true
	}
	return c
}

// numberChoice offers the values of an option; parts are the rules chosen before.
func numberChoice(info engine.Info, o engine.Option, parts []string, errors map[string]string) NumberChoice {
	c := NumberChoice{Field: league.OptionField(info.ID, o.ID), Name: o.Name, Hint: o.Hint}
	c.Error = errors[c.Field]
	game, _, _ := strings.Cut(parts[0], "/")
	for i, value := range o.Values {
		v := Option{ID: strconv.Itoa(value), Name: Upper(o.ValueName(value))}
		if i == 0 {
			v.Name += " (usual)"
		}
		v.Chosen = game == info.ID && slices.Contains(parts[1:], o.ID+"="+v.ID)
		c.Values = append(c.Values, v)
	}
	return c
}

// fits says whether one of the variants offered has the option, and notes which have it not.
func (c *NumberChoice) fits(variants []Option, o engine.Option) bool {
	var not []string
	for i, v := range variants {
		if _, variant, _ := strings.Cut(v.ID, "/"); !o.Fits(variant) {
			not = append(not, "not-"+strconv.Itoa(i+1))
		}
	}
	c.Not = strings.Join(not, " ")
	return len(not) < len(variants)
}

// class returns the classes of the field of a number.
func (c NumberChoice) class() string { return strings.TrimSpace("field " + c.Not) }

// first is the id of the field that chooses the game's first variant.
func (g GameChoice) first() string { return FieldID("rules", g.Variants[0].ID) }

// FieldID makes the id of a field from its name and value.
func FieldID(name, value string) string { return Slug(name + " " + value) }

// ExamplesOf lists the examples of a rulebook as its page shows them.
func ExamplesOf(book engine.Rulebook) []engine.Example {
	var list []engine.Example
	for _, sections := range [][]engine.Section{book.Sections, book.Notation} {
		for _, s := range sections {
			for _, b := range s.Blocks {
				if b.Example != nil {
					list = append(list, *b.Example)
				}
			}
		}
	}
	return list
}

// SamplePicture draws the board of a game: as in the last example of its rules, where the
// pieces stand as they do in play, else as it begins.
func SamplePicture(g engine.Game) *Thumbnail {
	info := g.Info()
	variant, position := info.Variants[0].ID, ""
	if examples := ExamplesOf(g.Rules()); len(examples) > 0 {
		last := examples[len(examples)-1]
		variant, position = last.Variant, last.Position
	} else if p, err := g.Start(variant); err == nil {
		position = p.String()
	}
	board, _, err := NewThumbnail(g, variant, position, false)
	if err != nil {
		return nil
	}
	board.Label = "The board of " + info.Name
	return board
}
