package bot

import (
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/program"
	"kickabout/views/ui"
)

// ArenaURL is where the division of bots and their arena are shown.
const ArenaURL = "/bots/arena"

// Entry is a BOT account of the division, with the game that it ended last; the zero value if it has ended none.
type Entry struct {
	Program program.Program
	Last    league.Match
}

// ArenaInput is what the page of the division is built from.
type ArenaInput struct {
	ui.Frame
	Games   []engine.Game
	Entries []Entry
	Ratings map[league.Pool][]league.RatingLine // of all bots, by Elo
	Last    time.Time                           // the hour that was paired last; zero: none
	Paired  int                                 // games that it brought
	Next    time.Time
}

// ArenaPage shows how the bots stand, and what the arena does.
type ArenaPage struct {
	ui.Frame
	Bots           []BotLine
	Tables         []Table
	Last, LastText string // "": no hour was paired
	Paired         string
	Next, NextText string
}

// BotLine is a BOT account.
type BotLine struct {
	Name, URL, Owner, OwnerURL, Plays, Site string
	Arena                                   bool
	Result, ResultURL                       string // of its last game; "": none
}

// Table is how bots stand in a game.
type Table struct {
	ID, Name, List string
	Rows           []TableRow
}

// TableRow is a bot in it.
type TableRow struct {
	Rank             int
	Name, URL, Owner string // Owner: "" of a bot of the site
	OwnerURL         string
	Elo              string
	Games            int
}

// NewArenaPage builds it.
func NewArenaPage(in ArenaInput) ArenaPage {
	p := ArenaPage{Frame: in.Frame, Next: ui.Datetime(in.Next), NextText: ui.Moment(in.Next)}
	p.Title = "Bots’ division"
	p.Description = "The bots of members: how they stand among themselves, and the hourly arena in which they play."
	if !in.Last.IsZero() {
		p.Last, p.LastText, p.Paired = ui.Datetime(in.Last), ui.Moment(in.Last), strconv.Itoa(in.Paired)+" "+ui.Plural(in.Paired, "game", "games")
	}
	owners := map[string]league.Player{}
	for _, e := range in.Entries {
		own := e.Program
		owners[own.Player.ID] = own.Owner
		line := BotLine{
			Name: own.Player.Name, URL: ui.PlayerURL(own.Player), Owner: own.Owner.Name, OwnerURL: ui.PlayerURL(own.Owner), Plays: own.Plays, Site: own.Site, Arena: own.Arena,
		}
		if e.Last.ID != "" {
			line.Result, line.ResultURL = resultOf(e.Last, own.Player.ID), ui.MatchURL(e.Last.ID)
		}
		p.Bots = append(p.Bots, line)
	}
	for _, g := range in.Games {
		live := g.Info().Live()
		if len(live) == 0 {
			continue
		}
		pool := league.Pool{Game: g.Info().ID, Variant: live[0].ID}
		t := Table{ID: pool.Game, Name: ui.RulesName(g.Info(), pool.Variant), List: ui.RatingsURL(pool) + "#bots"}
		for i, l := range in.Ratings[pool] {
			r := TableRow{Rank: i + 1, Name: l.Player.Name, URL: ui.PlayerURL(l.Player), Elo: l.Standing.Elo.String(), Games: l.Standing.Games}
			if i > 0 && in.Ratings[pool][i-1].Standing.Elo == l.Standing.Elo {
				r.Rank = t.Rows[i-1].Rank
			}
			if owner, ok := owners[l.Player.ID]; ok {
				r.Owner, r.OwnerURL = owner.Name, ui.PlayerURL(owner)
			}
			t.Rows = append(t.Rows, r)
		}
		p.Tables = append(p.Tables, t)
	}
	return p
}

// resultOf says how a game ended for one of its players: "2–1 against Easy".
func resultOf(m league.Match, player string) string {
	side := m.SideOf(player)
	score, other := m.State.Score, m.Seats[m.SeatOf(engine.Second)].Player
	if side == engine.Second {
		score[0], score[1], other = score[1], score[0], m.Seats[m.SeatOf(engine.First)].Player
	}
	return ui.ScoreText(score) + " against " + other.Name
}
