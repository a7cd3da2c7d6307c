package views

import (
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
)

// Standing is a tournament in which a player is or was, with where he stands.
type Standing struct {
	Tournament league.Tournament
	Row        *league.Row // nil where it is not known
}

// StandingLine is that for a page.
type StandingLine struct {
	URL, Name string
	Rules     string
	Place     string // "place 2 of 5", "waits for the start"
	Points    string // "12"; "" before the start
	Over      bool
}

// Trophy is something that was won: a sign with words.
type Trophy struct {
	Sign string // "champion", "month", "year", "level", "ladder" or "cup"
	Text string
	URL  string
}

// standingLines tells where a player stands, what is being played first.
func standingLines(games []engine.Game, player string, list []Standing) (running, past []StandingLine) {
	for _, s := range list {
		t := s.Tournament
		e, in := t.Entrant(player)
		if !in || t.State == league.Cancelled {
			continue
		}
		line := StandingLine{URL: tournamentURL(t.ID), Name: starred(t.Name, t), Rules: cupRules(games, t.Game, t.Variant), Over: t.State == league.Finished}
		switch {
		case t.Rolling:
			line.Place = fmt.Sprintf("place %d of %d", e.Seed, len(t.Entries))
		case t.State == league.Registration:
			line.Place = "waits for the start"
		case t.Waits(e):
			line.Place = "waits for a seat"
		case s.Row != nil && s.Row.Out:
			line.Place = "struck"
		case s.Row != nil:
			line.Place, line.Points = fmt.Sprintf("place %d of %d", s.Row.Rank, inGroup(t, e.Group)), pointsText(s.Row.Points)
		}
		if line.Over {
			past = append(past, line)
		} else {
			running = append(running, line)
		}
	}
	return running, past
}

// inGroup counts the players of a group.
func inGroup(t league.Tournament, g league.Group) (n int) {
	for _, e := range t.Entries {
		if e.Group == g && !t.Waits(e) {
			n++
		}
	}
	return n
}

// trophies lists what a player has won, by what it is worth: of a mini cup the highest
// level alone.
func trophies(games []engine.Game, player string, list []league.Tournament) []Trophy {
	var won []Trophy
	levels := map[string]Trophy{}
	highest := map[string]int{}
	for _, t := range list {
		e, in := t.Entrant(player)
		if !in {
			continue
		}
		rules := cupRules(games, t.Game, t.Variant)
		if level, _, ok := minicup.Level(t.Edition); ok && t.Format == "minicup" && !t.Started.IsZero() {
			if !e.Qualified.IsZero() {
				level++
			}
			if level > highest[t.Competition] {
				highest[t.Competition] = level
				levels[t.Competition] = Trophy{"level", fmt.Sprintf("Level %d of the mini cup, %s", level, rules), tournamentURL(t.ID)}
			}
			continue
		}
		if tr, ok := trophyOf(t, e, rules); ok {
			won = append(won, tr...)
		}
	}
	for _, tr := range levels {
		won = append(won, tr)
	}
	slices.SortStableFunc(won, func(a, b Trophy) int {
		if x, y := slices.Index(signs, a.Sign), slices.Index(signs, b.Sign); x != y {
			return x - y
		}
		if a.Sign == "level" && a.Text < b.Text {
			return -1
		}
		return 0
	})
	return won
}

// signs are the signs in the order in which they stand.
var signs = []string{"champion", "year", "ladder", "month", "level", "cup"}

// trophyOf is what an entrant has won with one tournament.
func trophyOf(t league.Tournament, e league.Entrant, rules string) (won []Trophy, ok bool) {
	add := func(sign, text string) {
		won = append(won, Trophy{sign, starred(text+", "+rules, t), tournamentURL(t.ID)})
	}
	switch {
	case t.Rolling:
		if e.Seed == 1 && len(t.Entries) > 1 {
			add("ladder", "Top of the ladder")
		}
	case t.Format == championship.ID:
		if level, _ := championship.ParseGroup(e.Group); e.Winner && level == 1 {
			add("champion", "Champion of "+championship.SeasonName(t.Edition))
		}
	case t.Format == "monthlycup":
		note := monthlycup.ParseNote(e.Note)
		k, _ := monthlycup.KindOf(t.Edition)
		if k.Year != 0 && e.Winner {
			note.Year = fmt.Sprint(k.Year)
		}
		if note.Year != "" {
			add("year", "Cup winner of "+note.Year)
		}
		if note.Month != "" {
			add("month", "Winner of "+monthText(note.Month))
		}
	case t.State == league.Finished && e.Winner:
		add("cup", "Won "+t.Name)
	}
	return won, len(won) > 0
}
