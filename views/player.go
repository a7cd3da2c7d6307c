package views

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// playerURL is the address of a player's page. It holds his id, so that it outlives
// a change of his name.
func playerURL(p league.Player) string { return "/players/" + url.PathEscape(p.ID) }

// PlayerInput is what a player's page is built from. The matches come without logs.
type PlayerInput struct {
	Frame
	Games   []engine.Game
	Player  league.Player
	Tallies []league.Tally // of his finished matches, by ending
	Against []league.Tally // of those against the viewer
	ByGame  map[string]league.Tally
	Met     []league.Met // whom he has met most often
	Ratings []PlayerRating
	Worth   []league.WorthSum // what his matches were worth, by game
	Running []league.Match
	Over    []league.Match      // finished ones, the latest first
	Older   bool                // Over is not the beginning of that list
	OverEnd league.Place        // behind which the list of finished ones goes on; zero: nowhere
	Stands  []Standing          // tournaments in which he is or was, the latest first
	Entered []league.Tournament // all of them, as far back as trophies are looked for
	Muted   bool                // the viewer does not read what he writes
	Blocked bool                // the viewer takes no games from him
	Away    time.Time           // until when he is on vacation; zero: he is not
}

// PlayerRating is a player's rating in a pool, and what came before it, the latest first.
type PlayerRating struct {
	Line    league.RatingLine
	History []league.Change
}

// PlayerPage is a player's page.
type PlayerPage struct {
	Frame
	Name    string
	Mark    string // "bot", "guest" or ""
	Gone    bool   // the account was deleted
	Away    time.Time
	Me      bool
	Since   string // when he came, for the datetime attribute
	SinceAt string // the same for people
	Record  []TallyRow
	Total   string // "12 games: 7 won, 1 drawn, 4 lost; goals 31:20"
	Against string // the same against the viewer; "" if they have not met
	ByGame  []RecordRow
	Met     []RecordRow
	Ratings []RatingView
	Worth   []WorthRow
	Running []Card
	Over    []ResultLine
	Newest  string
	Next    string

	URL      string
	InNow    []StandingLine
	WasIn    []StandingLine
	Trophies []Trophy

	Invite  string // where the viewer can invite him; "" if he cannot
	Mute    *MuteView
	Block   bool // the viewer may block or unblock him
	Blocked bool
}

// TallyRow is a line of a player's record.
type TallyRow struct {
	Ending           string // "Full time"
	Won, Drawn, Lost int
	Goals            string // "31:20"
}

// RecordRow is a line of a player's record in a game, or against somebody.
type RecordRow struct {
	Name, URL                string
	Played, Won, Drawn, Lost int
	Goals                    string
}

// RatingView is a player's rating in a pool.
type RatingView struct {
	Rules       string
	URL         string // of the list
	Grade, Elo  string
	Provisional bool
	Strength    string
	Games, Wins int
	Curve       *Curve
	Refund      string // what of it was given back, in a sentence; "" if nothing was
}

// NewPlayerPage builds a player's page.
func NewPlayerPage(in PlayerInput) PlayerPage {
	who := in.Player
	p := PlayerPage{
		Frame: in.Frame, Name: who.Name, URL: playerURL(who), Gone: who.Kind == league.Deleted,
		Me: who.ID == in.Viewer.ID, Since: machine(who.Created), SinceAt: who.Created.UTC().Format("2 January 2006"),
		Total: tallyText(league.Sum(in.Tallies)), Blocked: in.Blocked, Away: in.Away,
	}
	p.Title = who.Name
	p.Description = who.Name + " on Kickabout: games, results and what is being played now."
	switch who.Kind {
	case league.Bot, league.Guest:
		p.Mark = string(who.Kind)
	}
	for _, t := range in.Tallies {
		p.Record = append(p.Record, TallyRow{upper(string(t.Ending)), t.Won, t.Drawn, t.Lost, goalsText(t)})
	}
	if met := league.Sum(in.Against); met.Played() > 0 && !p.Me {
		p.Against = tallyText(met)
	}
	for _, g := range in.Games {
		if t := in.ByGame[g.Info().ID]; t.Played() > 0 {
			p.ByGame = append(p.ByGame, recordRow(g.Info().Name, rulesURL(g.Info().ID), t))
		}
	}
	for _, m := range in.Met {
		p.Met = append(p.Met, recordRow(m.Player.Name, playerURL(m.Player), m.Tally))
	}
	if who.Kind != league.Bot {
		p.Worth = worthRows(in.Games, in.Worth)
	}
	for i, r := range in.Ratings {
		p.Ratings = append(p.Ratings, newRatingView(in, r, i+1))
	}
	for _, m := range in.Running {
		p.Running = append(p.Running, newCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	for _, m := range in.Over {
		p.Over = append(p.Over, newResult(in.Games, m))
	}
	p.InNow, p.WasIn = standingLines(in.Games, who.ID, in.Stands)
	p.Trophies = trophies(in.Games, who.ID, in.Entered)
	p.Newest, p.Next = pages(p.URL, in.Older, in.OverEnd)
	if in.Viewer.Kind == league.Member && who.Kind == league.Member && !p.Me {
		p.Invite = "/offers/new?opponent=" + url.QueryEscape(who.Name)
		p.Mute = &MuteView{URL: p.URL, Name: who.Name, Muted: in.Muted}
		p.Block = true
	}
	return p
}

// goalsText writes goals scored and conceded: "31:20".
func goalsText(t league.Tally) string { return scoreText([2]int{t.Goals, t.GoalsAgainst}) }

// tallyText sums matches up: "12 games: 7 won, 1 drawn, 4 lost; goals 31:20".
func tallyText(t league.Tally) string {
	games := "games"
	if t.Played() == 1 {
		games = "game"
	}
	return fmt.Sprintf("%d %s: %d won, %d drawn, %d lost; goals %s", t.Played(), games, t.Won, t.Drawn, t.Lost, goalsText(t))
}

func recordRow(name, url string, t league.Tally) RecordRow {
	return RecordRow{name, url, t.Played(), t.Won, t.Drawn, t.Lost, goalsText(t)}
}

// newRatingView shows a rating, the n-th on its page.
func newRatingView(in PlayerInput, r PlayerRating, n int) RatingView {
	s := r.Line.Standing
	v := RatingView{
		Rules: cupRules(in.Games, r.Line.Pool.Game, r.Line.Pool.Variant), URL: ratingsURL(r.Line.Pool), Grade: s.Grade.String(), Elo: s.Elo.String(),
		Provisional: r.Line.Provisional, Strength: strengthText(r.Line), Games: s.Games, Wins: s.Wins,
	}
	points := func(e league.Elo) float64 { return float64(e) / float64(league.EloPoint) }
	var readings []Reading
	var refunded league.Elo
	for _, c := range slices.Backward(r.History) {
		back := c.Why == league.Refunded && c.After.Elo != c.Before.Elo
		if c.Why == "" || back {
			readings = append(readings, Reading{c.Ended, points(c.After.Elo)})
		}
		if back {
			refunded += c.After.Elo - c.Before.Elo
		}
	}
	if refunded > 0 {
		v.Refund = changeText(refunded) + " of it was given back: points lost to players who were expelled for cheating since (R-FF-9)."
	}
	v.Curve = NewCurve(CurveInput{
		ID: fmt.Sprintf("curve-%d", n), Title: "Rating in " + v.Rules, Head: "Rating", Readings: readings, Until: in.Now,
		Format: func(points float64) string { return strconv.FormatFloat(points, 'f', 1, 64) },
	})
	return v
}
