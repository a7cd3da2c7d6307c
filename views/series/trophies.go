package series

import (
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/views/member"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Standing is a tournament in which a player is or was, with where they stand.
type Standing struct {
	Tournament league.Tournament
	Row        *league.Row // nil where it is not known
}

// StandingLines tells where a player stands, what is being played first.
func StandingLines(games []engine.Game, player string, list []Standing) (running, past []member.StandingLine) {
	for _, s := range list {
		t := s.Tournament
		e, in := t.Entrant(player)
		if !in || t.State == league.Cancelled {
			continue
		}
		line := member.StandingLine{URL: ui.TournamentURL(t.ID), Name: tournament.Starred(t.Name, t), Rules: ui.GameRules(games, t.Game, t.Variant), Over: t.State == league.Finished}
		switch {
		case t.Rolling:
			line.Place = fmt.Sprintf("%d of %d", e.Seed, len(t.Entries))
		case t.State == league.Registration:
			line.Place = "waits for the start"
		case t.Waits(e):
			line.Place = "waits for a seat"
		case s.Row != nil && s.Row.Out:
			line.Place = "struck"
		case s.Row != nil:
			line.Place, line.Points = fmt.Sprintf("%d of %d", s.Row.Rank, inGroup(t, e.Group)), ui.PointsText(s.Row.Points)
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

// Trophies lists what a player has won, by what it is worth: of a mini cup the highest
// level alone.
func Trophies(games []engine.Game, player string, list []league.Tournament) []member.Trophy {
	var won []member.Trophy
	levels := map[string]member.Trophy{}
	highest := map[string]int{}
	for _, t := range list {
		e, in := t.Entrant(player)
		if !in {
			continue
		}
		rules := ui.GameRules(games, t.Game, t.Variant)
		if level, _, ok := minicup.Level(t.Edition); ok && t.Format == "minicup" && !t.Started.IsZero() {
			if !e.Qualified.IsZero() {
				level++
			}
			if level > highest[t.Competition] {
				highest[t.Competition] = level
				levels[t.Competition] = member.Trophy{Sign: "level", Text: fmt.Sprintf("Level %d of the mini cup, %s", level, rules), URL: ui.TournamentURL(t.ID)}
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
	slices.SortStableFunc(won, func(a, b member.Trophy) int {
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
func trophyOf(t league.Tournament, e league.Entrant, rules string) (won []member.Trophy, ok bool) {
	for _, title := range titlesOf(t, e) {
		won = append(won, member.Trophy{Sign: title.sign, Text: tournament.Starred(title.text+", "+rules, t), URL: ui.TournamentURL(t.ID)})
	}
	return won, len(won) > 0
}

// title is something that is won with a tournament: a sign with words.
type title struct{ sign, text string }

// titlesOf are the titles that an entrant has won with one tournament, mini cups apart.
func titlesOf(t league.Tournament, e league.Entrant) (won []title) {
	switch {
	case t.Rolling:
		if e.Seed == 1 && len(t.Entries) > 1 {
			won = append(won, title{"ladder", "Top of the ladder"})
		}
	case t.Format == championship.ID:
		if level, _ := championship.ParseGroup(e.Group); e.Winner && level == 1 {
			won = append(won, title{"champion", "Champion of " + championship.SeasonName(t.Edition)})
		}
	case t.Format == "monthlycup":
		note := monthlycup.ParseNote(e.Note)
		k, _ := monthlycup.KindOf(t.Edition)
		if k.Year != 0 && e.Winner {
			note.Year = fmt.Sprint(k.Year)
		}
		if note.Year != "" {
			won = append(won, title{"year", "Cup winner of " + note.Year})
		}
		if note.Month != "" {
			won = append(won, title{"month", "Winner of " + ui.MonthText(note.Month)})
		}
	case t.State == league.Finished && e.Winner:
		won = append(won, title{"cup", "Won " + t.Name})
	}
	return won
}
