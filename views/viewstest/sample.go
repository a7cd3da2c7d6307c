// Package viewstest is what the tests of pages share: matches, people and tables to show, and what
// every page is held to.
package viewstest

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/odds"
	"kickabout/league/rating"
)

// The time of all scenes: the last event is an hour old.
var (
	KickedOff = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	Today     = KickedOff.Add(time.Hour)
)

var (
	Ann    = league.Player{ID: "ann", Name: "Ann", Kind: league.Guest}
	Bob    = league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	Cleo   = league.Player{ID: "cleo", Name: "Cleo", Kind: league.Member}
	Greedy = league.Player{ID: "greedy", Name: "Greedy", Kind: league.Bot}
)

// opening is a match up to yellow's first goal and red's restart: each move with
// the throws that follow it.
var opening = []struct {
	move   string
	throws []int
}{
	{"", []int{4, 2}},
	{"Pd3e1f6", nil},
	{"Pb1c2e8", nil},
	{"Be6", []int{6}},
	{"Me8e6|Bb7", []int{2}},
	{"Mf6f8", []int{2}},
	{"Md0f0", []int{4}},
	{"Md5b7|Ba8", []int{6}},
	{"Mc2e4", []int{6}},
	{"Mb7c2", []int{6}},
	{"Mc6a6", []int{6}},
	{"Md3d7", []int{3}},
	{"Me4d4", []int{6}},
	{"Md7a8|B##", []int{1, 2}},
	{"Pc0|Ba0", []int{6}},
}

// Played returns the record of the opening after its first moves.
func Played(t testing.TB, moves int) engine.Record {
	t.Helper()
	var throws []int
	for _, o := range opening[:moves+1] {
		throws = append(throws, o.throws...)
	}
	dice := enginetest.Script(t, throws...)
	r, err := engine.Begin(streetsoccer.Game{}, "lg", KickedOff, 0, nil)
	for i := 0; err == nil && i <= moves; i++ {
		if i > 0 {
			r, err = r.Add(engine.Event{
				Seq: len(r.Log) + 1, At: KickedOff, By: r.Next().Side, Act: engine.ActMove, Text: opening[i].move,
			})
		}
		if err == nil {
			r, _, err = r.Drive(KickedOff, dice)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Added returns the record with one more event.
func Added(t testing.TB, r engine.Record, e engine.Event) engine.Record {
	t.Helper()
	e.Seq, e.At = len(r.Log)+1, KickedOff
	r, err := r.Add(e)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// MatchOf returns the match of a record: Ann is yellow, Greedy red.
func MatchOf(t testing.TB, id string, r engine.Record) league.Match {
	t.Helper()
	control, err := clock.ByID("lg")
	if err != nil {
		t.Fatal(err)
	}
	return league.Match{
		ID: id, Game: "streetsoccer", Variant: "lg", Control: control.ID,
		Seats: [2]league.Seat{{Player: Ann}, {Player: Greedy}}, Created: KickedOff, Log: r.Log,
		State: league.State{
			Last: len(r.Log), Position: r.Position.String(), First: r.First, ToMove: r.Next().Side,
			Score: r.Score(), Deadline: clock.Read(control, r).Deadline(), Moved: KickedOff, Outcome: r.Outcome(),
		},
	}
}

// Offered is an offer by Cleo as it stood a day ago.
func Offered(id string, change func(*league.Offer)) league.Offer {
	o := league.Offer{
		ID: id, Author: Cleo, Game: "streetsoccer", Variant: "lg", Control: "lg", Kickoff: league.KickoffMe,
		Message: "A quiet game before work?", Head: [32]byte{0xab, 0xcd},
		Created: Today.Add(-24 * time.Hour), Expires: Today.Add(29 * 24 * time.Hour), State: league.OfferOpen, Legs: 1, Slots: 1,
	}
	if change != nil {
		change(&o)
	}
	return o
}

// WentAway is an outage of more than two hours.
var WentAway = league.SiteNotice{Kind: league.OutageNotice, From: Today.Add(-3 * time.Hour), Until: Today.Add(-50 * time.Minute)}

// Talk is a match of two people with accounts.
func Talk(t testing.TB) league.Match {
	m := MatchOf(t, "7f3", Played(t, 14))
	m.Seats[0].Player, m.Seats[1].Player = AnnWithAccount, league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	return m
}

// AnnWithAccount is Ann as a member.
var AnnWithAccount = league.Player{ID: "ann", Name: "Ann", Kind: league.Member, Created: KickedOff}

// Catalogue is the games of most scenes.
var Catalogue = []engine.Game{streetsoccer.Game{}}

// Lucks are sums for players: each had more luck than the one before and did worse without.
func Lucks(people ...league.Player) (list []assessment.PlayerLuck) {
	for i, p := range people {
		n := 4 - i
		list = append(list, assessment.PlayerLuck{Player: p, LuckSum: assessment.LuckSum{
			Matches: n, Points: n * 2500, Adjusted: n * (3000 - 700*i), Squares: int64(n) * int64(3200-700*i) * int64(3200-700*i), Cost: n * 25 * 20 * (4 - i), Decisions: n * 25,
		}})
	}
	return list
}

// Explained is StreetSoccer with a short rulebook that has one of each.
type Explained struct{ streetsoccer.Game }

// Rules is the short rulebook.
func (Explained) Rules() engine.Rulebook {
	return engine.Rulebook{
		Lead: "A *short* game.",
		Sections: []engine.Section{
			{Title: "The pitch & more", Blocks: []engine.Block{
				{Text: "A *keeper* square, <b>no markup</b>."},
				{List: []string{"One.", "*Two.*"}},
				{Table: &engine.Table{Head: []string{"Die", "Far"}, Rows: [][]string{{"1", "one"}, {"2", "two"}}}},
			}},
			{Title: "Kicking", Blocks: []engine.Block{
				{Example: &engine.Example{
					Variant: "lg", Position: "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", Done: engine.ParseSteps("e8"),
					Caption: "The ball is *near*.", Ask: "Show where the ball may go",
				}},
				{Example: &engine.Example{Variant: "lg", Position: "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -", Caption: "The die decides."}},
			}},
		},
		Variants: engine.Table{
			Head: []string{"", "Little Golem rules", "Mastermove rules", "Board game rules, first reading"},
			Rows: [][]string{{"Who kicks off", "Yellow", "The higher throw", "The higher throw"}, {"The keeper of the side that scored", "stays", "stays", "goes back"}},
		},
		Decisions: []engine.Decision{{ID: "D1", Text: "Silence is *golden*."}},
		Notation:  []engine.Section{{Title: "Moves", Blocks: []engine.Block{{Text: "As they are."}}}},
		Text:      "# The rules in full\n\nBy R-PT-1.\n\n## 1 Silence\n\n* **D1** It is *golden*.\n* **D2** (not built) It is silver.\n",
	}
}

// Strip is a board of three cells in a row and a goal, of no real game.
func Strip(pieces ...engine.Piece) engine.Diagram {
	d := engine.Diagram{Width: 4, Height: 1, Pieces: pieces}
	for i, name := range []string{"a1", "b1", "c1"} {
		d.Spots = append(d.Spots, engine.Spot{
			Step: engine.Step{Cell: engine.Cell(name)}, Name: name, X: float64(i), W: 1, H: 1, Zone: "pitch",
		})
	}
	d.Spots = append(d.Spots, engine.Spot{
		Step: engine.Step{Choice: "goal"}, Name: "the goal", X: 3, W: 1, H: 1, Zone: "goal", Owner: engine.Second,
	})
	return d
}

// Figure is a piece of the strip.
func Figure(side engine.Side, label, at string) engine.Piece {
	colour := map[engine.Side]string{engine.First: "yellow", engine.Second: "red"}[side]
	return engine.Piece{
		Kind: "figure", Side: side, Label: label, Name: colour + " figure " + label,
		Cell: engine.Cell(at), X: float64(at[0]-'a') + 0.5, Y: 0.5,
	}
}

// Streets is the pool of most rating lists.
var Streets = league.Pool{Game: "streetsoccer", Variant: "lg"}

// Rated returns a line of a rating list.
func Rated(p league.Player, place int, points float64, games, wins int, d league.Deviation) league.RatingLine {
	return league.RatingLine{
		Player: p, Pool: Streets, Place: place, Deviation: d, Provisional: d >= 110,
		Standing: league.Standing{
			Elo: league.Elo(points * float64(league.EloPoint)), Games: games, Wins: wins, Grade: rating.Earned(0, league.Elo(points*float64(league.EloPoint)), wins),
			Strength: league.Strength{Rating: league.Rating(points), Deviation: d, Volatility: 0.06}, Last: KickedOff.AddDate(0, 0, -games),
		},
	}
}

// ModelFits are fits of two pools, one of which comes from too few matches.
func ModelFits() []odds.ModelFit {
	prior := odds.Prior()
	return []odds.ModelFit{
		{Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Month: "2027-05", Matches: 1234, Rated: true, Cuts: prior.Cuts, Slope: prior.Slope, LogLoss: 1.1234, Base: 1.2345},
		{Pool: league.Pool{Game: "streetsoccer", Variant: "board"}, Month: "2027-05", Matches: 299, Cuts: prior.Cuts, Slope: prior.Slope, LogLoss: 1.2345, Base: 1.2345},
	}
}
