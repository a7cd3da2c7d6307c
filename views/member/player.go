package member

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/program"
	"kickabout/views/match"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// GameLink leads to a match that has come of an offer.
type GameLink struct{ Name, URL string }

// PlayerPart is a part of what a page tells of a player; each has its own address.
type PlayerPart string

// The parts.
const (
	PartOverview PlayerPart = ""
	PartGames    PlayerPart = "games"
	PartRecord   PlayerPart = "record"
	PartTrophies PlayerPart = "trophies"
	PartRatings  PlayerPart = "ratings"
)

// parts are the parts in their order, with their names.
var parts = []struct {
	part PlayerPart
	name string
}{{PartOverview, "Overview"}, {PartGames, "Games"}, {PartRecord, "Record"}, {PartTrophies, "Trophies"}, {PartRatings, "Ratings"}}

// PlayerInput is what a player's page is built from: as much as its part tells. The matches come without logs.
type PlayerInput struct {
	ui.Frame
	Part    PlayerPart
	Pace    league.Pace
	Games   []engine.Game
	Player  league.Player
	Program program.Program // of a BOT account: what plays, and whose it is
	Tallies []league.Tally  // of their finished matches, by ending
	Between Meetings        // of the viewer and the player
	ByGame  map[string]league.Tally
	Met     []league.Met // whom they have met most often
	Ratings []PlayerRating
	Worth   []assessment.LuckSum // what their matches were worth, by game
	Running []league.Match
	Over    []league.Match // finished ones, the latest first
	Older   bool           // Over is not the beginning of that list
	OverEnd league.Place   // behind which the list of finished ones goes on; zero: nowhere
	InNow   []StandingLine // tournaments that are played, the latest first
	WasIn   []StandingLine // those that are over
	Won     []Trophy
	Muted   bool      // the viewer does not read what they write
	Blocked bool      // the viewer takes no games from them
	Away    time.Time // until when they are on vacation; zero: they are not
}

// PlayerRating is a player's rating in a pool, and what came before it, the latest first.
type PlayerRating struct {
	Line    league.RatingLine
	History []league.Change
	Gains   []league.Gain // what they have won from whom within a year, the most first
}

// PlayerTab leads to a part.
type PlayerTab struct {
	Name, URL string
	Now       bool
}

// PlayerPage is a player's page.
type PlayerPage struct {
	ui.Frame
	Part    PlayerPart
	Tabs    []PlayerTab
	Facts   []ui.GroupFact
	Curve   *ui.Curve // of the rating with most games; nil if there is none
	Luck    *ui.LuckBars
	Name    string
	Mark    string           // "bot", "guest" or ""
	Gone    bool             // the account was deleted
	Program *program.Program // of a BOT account; nil of others
	Owner   string           // address of its owner's page
	Away    time.Time
	Me      bool
	Since   string // when they came, for the datetime attribute
	SinceAt string // the same for people
	Record  []TallyRow
	Total   string        // "12 games: 7 won, 1 drawn, 4 lost; goals 31:20"
	Between *MeetingsView // nil where the viewer has not met them, or nobody asked
	ByGame  []RecordRow
	Met     []RecordRow
	Ratings []RatingView
	Worth   []study.LuckSplitRow
	Running []match.Card
	Over    []match.ResultLine
	Newest  string
	Next    string

	URL      string
	InNow    []StandingLine
	WasIn    []StandingLine
	Trophies []Trophy

	Invite  string // where the viewer can invite them; "" if they cannot
	Mute    *match.MuteView
	Block   bool // the viewer may block or unblock them
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
	Curve       *ui.Curve
	Refund      string // what of it was given back, in a sentence; "" if nothing was
	Tested      string // how many have tested it, in a sentence; "" if it counts
	Gains       []GainRow
}

// GainRow is what a player has won from an opponent.
type GainRow struct{ Name, URL, Recent, Year, Left string }

// NewPlayerPage builds a player's page.
func NewPlayerPage(in PlayerInput) PlayerPage {
	who := in.Player
	p := PlayerPage{
		Frame: in.Frame, Name: who.Name, URL: ui.PlayerURL(who), Gone: who.Kind == league.Deleted,
		Me: who.ID == in.Viewer.ID, Since: ui.Datetime(who.Created), SinceAt: who.Created.UTC().Format("2 January 2006"),
		Total: tallyText(league.Sum(in.Tallies)), Blocked: in.Blocked, Away: in.Away,
	}
	p.Part, p.Tabs = in.Part, in.tabs(p.URL)
	p.Title = who.Name
	if in.Part != PartOverview {
		p.Title += ": " + string(in.Part)
	}
	p.Feed = p.URL + "/feed.atom"
	p.Description = who.Name + " on Kickabout: games, results and what is being played now."
	switch who.Kind {
	case league.Bot, league.Guest:
		p.Mark = string(who.Kind)
	}
	for _, t := range in.Tallies {
		p.Record = append(p.Record, TallyRow{ui.Upper(string(t.Ending)), t.Won, t.Drawn, t.Lost, goalsText(t)})
	}
	for _, g := range in.Games {
		if t := in.ByGame[g.Info().ID]; t.Played() > 0 {
			p.ByGame = append(p.ByGame, recordRow(g.Info().Name, ui.RulesURL(g.Info().ID), t))
		}
	}
	for _, m := range in.Met {
		p.Met = append(p.Met, recordRow(m.Player.Name, ui.PlayerURL(m.Player), m.Tally))
	}
	if who.Kind != league.Bot {
		p.Worth = study.LuckSplitRows(in.Games, in.Worth)
	}
	for i, r := range in.Ratings {
		p.Ratings = append(p.Ratings, newRatingView(in, r, i+1))
	}
	p.Facts = in.facts()
	if in.Part == PartOverview {
		p.Curve = mostPlayed(p.Ratings)
	}
	if in.Part == PartRecord && who.Kind != league.Bot {
		p.Luck = in.luckBars()
	}
	if in.Part == PartRecord {
		p.Between = newMeetings(in, p.URL)
	}
	for _, m := range in.Running {
		p.Running = append(p.Running, match.NewCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	for _, m := range in.Over {
		p.Over = append(p.Over, match.NewResult(in.Games, m))
	}
	p.InNow, p.WasIn, p.Trophies = in.InNow, in.WasIn, in.Won
	p.Newest, p.Next = match.Pages(p.URL+"/"+string(PartGames), in.Older, in.OverEnd)
	if who.Kind == league.Program {
		p.Program, p.Owner = &in.Program, ui.PlayerURL(in.Program.Owner)
	}
	if in.Viewer.Kind == league.Member && who.Agrees() && in.Program.Closed.IsZero() && !p.Me {
		p.Invite = "/offers/new?opponent=" + url.QueryEscape(who.Name)
		p.Mute = &match.MuteView{URL: p.URL, Name: who.Name, Muted: in.Muted}
		p.Block = true
	}
	return p
}

// tabs are the parts of the page, each at its own address.
func (in PlayerInput) tabs(url string) []PlayerTab {
	var tabs []PlayerTab
	for _, t := range parts {
		tab := PlayerTab{t.name, url, t.part == in.Part}
		if t.part != PartOverview {
			tab.URL += "/" + string(t.part)
		}
		tabs = append(tabs, tab)
	}
	return tabs
}

// mostPlayed is the curve of the rating with most games; nil without ratings.
func mostPlayed(ratings []RatingView) *ui.Curve {
	if len(ratings) == 0 {
		return nil
	}
	return slices.MaxFunc(ratings, func(a, b RatingView) int { return cmp.Compare(a.Games, b.Games) }).Curve
}

// facts are the numbers that a player is known by: ratings with their grades, pace, games played to the end, and what
// the viewer has made of them.
func (in PlayerInput) facts() []ui.GroupFact {
	var facts []ui.GroupFact
	for _, r := range in.Ratings[:min(ratingFacts, len(in.Ratings))] {
		s := r.Line.Standing
		facts = append(facts, ui.GroupFact{Value: s.Elo.String() + ", " + s.Grade.String(), What: ui.GameRules(in.Games, r.Line.Pool.Game, r.Line.Pool.Variant)})
	}
	facts = append(facts, PaceFacts(in.Pace)...)
	if t := in.Between.Tally; in.Part == PartOverview && t.Played() > 0 {
		facts = append(facts, ui.GroupFact{Value: fmt.Sprintf("%d–%d–%d", t.Won, t.Drawn, t.Lost), What: "you won, drew and lost against them"})
	}
	return facts
}

// ratingFacts is how many ratings are among a player's facts.
const ratingFacts = 2

// PaceFacts tells how fast somebody plays, and how many of their games are played to the end; nothing of who has not
// played.
func PaceFacts(p league.Pace) []ui.GroupFact {
	var facts []ui.GroupFact
	if p.Moves > 0 {
		facts = append(facts, ui.GroupFact{Value: clock.Left(p.Median), What: "a move, by the median"})
	}
	if share, ok := p.Share(); ok {
		facts = append(facts, ui.GroupFact{Value: fmt.Sprintf("%.0f %%", 100*share), What: "of " + ui.CountText(p.Finished, "game", "games") + " not lost on time"})
	}
	return facts
}

// luckBars draws luck and skill by game.
func (in PlayerInput) luckBars() *ui.LuckBars {
	var rows []ui.LuckRow
	for _, g := range in.Games {
		for _, sum := range in.Worth {
			if sum.Game == g.Info().ID {
				rows = append(rows, ui.LuckRow{Name: g.Info().Name, URL: ui.RulesURL(sum.Game), Sum: sum})
			}
		}
	}
	return ui.NewLuckBars(rows)
}

// goalsText writes goals scored and conceded: "31:20".
func goalsText(t league.Tally) string { return ui.GoalsText(t.Goals, t.GoalsAgainst) }

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
		Rules: ui.GameRules(in.Games, r.Line.Pool.Game, r.Line.Pool.Variant), URL: ui.RatingsURL(r.Line.Pool), Grade: s.Grade.String(), Elo: s.Elo.String(),
		Provisional: r.Line.Provisional, Strength: strengthText(r.Line), Games: s.Games, Wins: s.Wins,
	}
	if s.Faced < r.Line.Others {
		v.Tested = fmt.Sprintf("A rating counts once eight people have tested it: %d of %d have within a year.", s.Faced, r.Line.Others)
	}
	for _, g := range r.Gains {
		v.Gains = append(v.Gains, GainRow{g.Opponent.Name, ui.PlayerURL(g.Opponent), match.ChangeText(g.Recent), match.ChangeText(g.Year), g.Left.String()})
	}
	points := func(e league.Elo) float64 { return float64(e) / float64(league.EloPoint) }
	var readings []ui.Reading
	var refunded league.Elo
	for _, c := range slices.Backward(r.History) {
		back := c.Why == league.Refunded && c.After.Elo != c.Before.Elo
		if c.Why == "" || back {
			readings = append(readings, ui.Reading{At: c.Ended, Value: points(c.After.Elo)})
		}
		if back {
			refunded += c.After.Elo - c.Before.Elo
		}
	}
	if refunded > 0 {
		v.Refund = match.ChangeText(refunded) + " of it was given back: points lost to players who were expelled for cheating since (R-FF-9)."
	}
	v.Curve = ui.NewCurve(ui.CurveInput{
		ID: fmt.Sprintf("curve-%d", n), Title: "Rating in " + v.Rules, Head: "Rating", Readings: readings, Until: in.Now,
		Format: func(points float64) string { return strconv.FormatFloat(points, 'f', 1, 64) },
	})
	return v
}

// PlayerLink is a player's name and page.
type PlayerLink struct{ Name, URL string }

// StandingLine is that for a page.
type StandingLine struct {
	URL, Name string
	Rules     string
	Place     string // "2 of 5", "waits for the start"
	Points    string // "12"; "" before the start
	Over      bool
}

// Trophy is something that was won: a sign with words.
type Trophy struct {
	Sign string // "champion", "month", "year", "level", "ladder" or "cup"
	Text string
	URL  string
}
