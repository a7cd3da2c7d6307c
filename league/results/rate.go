package results

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/rating"
)

// Player is somebody who has a rating, and the games that they have rated.
type Player struct {
	Name     string
	Strength league.Strength // its Deviation and Volatility are those of Glicko-2 alone
	Games    int
}

// newcomer is a player without any rating (R-RA-2, R-RA-4).
func newcomer(name string) Player {
	return Player{Name: name, Strength: rating.Standard().Glicko.Start}
}

// Game is one result to be rated.
type Game struct {
	First, Second string
	Score         rating.Share // of First; Second has the rest
}

// Period is the games that are rated together.
type Period []Game

// The bounds of what is read; rating.GlickoSystem.ByThePaper promises sound numbers within.
const (
	mostRating     = 5000.0
	mostDeviation  = 1000.0
	mostVolatility = 1.0
	mostRated      = 1_000_000
)

// ReadPlayers reads the players of a file with the header name,rating, in which
// deviation,volatility and games may follow. An empty field stands for what a newcomer has.
func ReadPlayers(in io.Reader) ([]Player, error) {
	l, err := newLines(in)
	if err != nil {
		return nil, err
	}
	must, may := []string{"name", "rating"}, []string{"deviation", "volatility", "games"}
	if !l.has(must, may) {
		return nil, l.misnamed("name,rating or name,rating,deviation,volatility, and perhaps games", append(must, may...)...)
	}
	var known names
	var players []Player
	for {
		ok, err := l.next()
		if !ok {
			return players, err
		}
		p, err := l.player()
		if err != nil {
			return nil, err
		}
		switch n := known.number(p.Name); {
		case n < len(players):
			return nil, l.bad("name", "a player who is not in the file already")
		case n >= mostPlayers:
			return nil, l.bad("name", fmt.Sprintf("the end of the file after %d players", mostPlayers))
		}
		players = append(players, p)
	}
}

// player reads a line of players.
func (l *lines) player() (p Player, err error) {
	name, err := l.name("name")
	if err != nil {
		return p, err
	}
	p = newcomer(name)
	for _, f := range []struct {
		column      string
		least, most float64
		into        *float64
	}{
		{"rating", -mostRating, mostRating, (*float64)(&p.Strength.Rating)},
		{"deviation", 0.001, mostDeviation, (*float64)(&p.Strength.Deviation)},
		{"volatility", 0.000001, mostVolatility, (*float64)(&p.Strength.Volatility)},
	} {
		if l.text(f.column) == "" {
			continue
		}
		if *f.into, err = l.number(f.column, f.least, f.most); err != nil {
			return p, err
		}
	}
	if text := l.text("games"); text != "" {
		if p.Games, err = strconv.Atoi(text); err != nil || p.Games < 0 || p.Games > mostRated {
			return p, l.bad("games", fmt.Sprintf("a whole number of games from 0 to %d", mostRated))
		}
	}
	return p, nil
}

// number reads a field as a number within bounds.
func (l *lines) number(column string, least, most float64) (float64, error) {
	x, err := strconv.ParseFloat(l.text(column), 64)
	if err != nil || !(x >= least && x <= most) {
		return 0, l.bad(column, fmt.Sprintf("a number from %v to %v", least, most))
	}
	return x, nil
}

// ReadPeriods reads games with the header period,first,second,first_score. Periods are whole
// numbers or other texts, as dates, in ascending order.
func ReadPeriods(in io.Reader) ([]Period, error) {
	l, err := newLines(in)
	if err != nil {
		return nil, err
	}
	columns := []string{"period", "first", "second", "first_score"}
	if !l.has(columns, nil) {
		return nil, l.misnamed(strings.Join(columns, ","), columns...)
	}
	var known names
	var periods []Period
	for last := ""; ; {
		ok, err := l.next()
		if !ok {
			return periods, err
		}
		period := l.text("period")
		order := orderOf(period, last)
		if period == "" || len(periods) > 0 && order < 0 {
			return nil, l.bad("period", fmt.Sprintf("a period, and after %q none before it", last))
		}
		if len(periods) == 0 || order > 0 {
			periods = append(periods, nil)
		}
		last = period
		g, err := l.game(&known)
		if err != nil {
			return nil, err
		}
		periods[len(periods)-1] = append(periods[len(periods)-1], g)
	}
}

// orderOf compares two periods: whole numbers by what they are, all else as text.
func orderOf(a, b string) int {
	x, err := strconv.Atoi(a)
	y, err2 := strconv.Atoi(b)
	if err == nil && err2 == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}

func (l *lines) game(known *names) (g Game, err error) {
	if g.First, g.Second, err = l.pair(known); err != nil {
		return g, err
	}
	score, err := l.number("first_score", 0, 1)
	g.Score = rating.Share(score)
	return g, err
}

// Rater rates the games of a period for one player.
type Rater interface {
	// After returns the player after meetings with others as they were before; without any
	// of them, after a period without games.
	After(p Player, met []Met) Player
}

// Met is a game from the view of one of its players.
type Met struct {
	Opponent Player // before the period
	Share    rating.Share
}

// Elo is R-RA-2 without its floor; the games of a period are rated together.
type Elo struct{}

// After implements Rater.
func (Elo) After(p Player, met []Met) Player {
	var meetings []rating.EloMeeting
	for _, m := range met {
		meetings = append(meetings, rating.EloMeeting{Opponent: eloOf(m.Opponent), Share: m.Share})
	}
	after := rating.Standard().Elo.Together(eloOf(p), p.Games, meetings...)
	p.Strength.Rating = league.Rating(after) / league.Rating(league.EloPoint)
	p.Games += len(met)
	return p
}

// eloOf is a player's number in the parts that Elo is kept in.
func eloOf(p Player) league.Elo {
	return league.Elo(math.Round(float64(p.Strength.Rating) * float64(league.EloPoint)))
}

// Glicko2 is the paper's system: no floor, no ceiling, and each period is one.
type Glicko2 struct{ Tau float64 }

// After implements Rater.
func (g Glicko2) After(p Player, met []Met) Player {
	var meetings []rating.Meeting
	for _, m := range met {
		meetings = append(meetings, rating.Meeting{Opponent: m.Opponent.Strength, Share: m.Share})
	}
	p.Strength = rating.GlickoSystem{Tau: g.Tau}.ByThePaper(p.Strength, 1, meetings...)
	p.Games += len(met)
	return p
}

// Rate rates the periods one after the other, all games of one by the ratings before it. Who
// is not among the players is new with the period of their first game; the players come in the
// order in which they are given, then in that of their first games.
func Rate(players []Player, periods []Period, by Rater) []Player {
	at := map[string]int{}
	now := slices.Clone(players)
	for i, p := range now {
		at[p.Name] = i
	}
	for _, period := range periods {
		for _, g := range period {
			for _, name := range []string{g.First, g.Second} {
				if _, ok := at[name]; !ok {
					at[name] = len(now)
					now = append(now, newcomer(name))
				}
			}
		}
		met := make([][]Met, len(now))
		for _, g := range period {
			i, j := at[g.First], at[g.Second]
			met[i] = append(met[i], Met{now[j], g.Score})
			met[j] = append(met[j], Met{now[i], 1 - g.Score})
		}
		after := slices.Clone(now)
		for i := range now {
			after[i] = by.After(now[i], met[i])
		}
		now = after
	}
	return now
}

// WritePlayers prints the players as CSV: ratings and deviations with four decimals,
// volatilities with six. Those of Elo have neither.
func WritePlayers(out io.Writer, players []Player, by Rater) error {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"name", "rating", "deviation", "volatility", "games"}); err != nil {
		return err
	}
	_, elo := by.(Elo)
	for _, p := range players {
		deviation, volatility := fixed(float64(p.Strength.Deviation), 4), fixed(float64(p.Strength.Volatility), 6)
		if elo {
			deviation, volatility = "", ""
		}
		if err := w.Write([]string{p.Name, fixed(float64(p.Strength.Rating), 4), deviation, volatility, strconv.Itoa(p.Games)}); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
