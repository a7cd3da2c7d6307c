package study

import (
	"fmt"
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// Meeting is what two bots made of a number of matches of a game's first variant.
type Meeting struct {
	Game, First, Second string // ids; a bot's without "bot:"
	Matches             int
	Points, Error       float64 // that First took in a match, of 5, and the standard error
	Command             string  // that finds the figures again
}

// BotsInput is what the page about the bots is built from.
type BotsInput struct {
	ui.Frame
	Games        []engine.Game
	Bots         []ui.Opponent       // the weakest first
	Manners      map[string][]string // how each of them plays the first variant of a game, by its id
	Reservations []string            // of a match against each bot
	Meetings     []Meeting           // of all games
	Ratings      []league.RatingLine // of the bots, in the first variant of each game
}

// BotsPage says how each bot plays and how strong it is.
type BotsPage struct {
	ui.Frame
	Bots  []BotView
	Games []BotGame
}

// BotView is a bot, and the form that begins a match against it.
type BotView struct {
	ID, Name, Summary, URL string
	Rank                   string // among them, the weakest first: "1 of 10"
	Reservation            string
	Rules                  []ui.Option // to play: every variant
	Control                string      // id of the time control
}

// BotGame is how strong the bots are in a game.
type BotGame struct {
	ID, Name string
	Rows     []MeetingRow
	Ratings  []BotRating // on the bots' own list
	List     string      // where that list stands
}

// BotRating is the rating of a bot.
type BotRating struct{ Name, Elo string }

// MeetingRow is how a bot plays a game, and what it took off the next weaker one.
type MeetingRow struct {
	First   string // its name
	Manner  string // "Makes any move."
	Second  string // the name of the weaker one; "" if they have not met
	Points  string // "3.72 ± 0.14"
	Matches string
	Command string
}

// NewBotsPage builds the page about the bots.
func NewBotsPage(in BotsInput) BotsPage {
	p := BotsPage{Frame: in.Frame}
	p.Title = "Bots"
	p.Description = "How each bot plays, how strong it is, and a game against it at once."
	names := map[string]string{}
	for i, b := range in.Bots {
		names[b.ID] = b.Name
		v := BotView{Rank: fmt.Sprintf("%d of %d", i+1, len(in.Bots)), ID: b.ID, Name: b.Name, Summary: b.Summary, URL: ui.PlayerURL(league.Player{ID: b.ID, Kind: league.Bot}), Reservation: in.Reservations[i], Control: ui.TimeControls()[0].ID}
		for _, g := range in.Games {
			for _, variant := range g.Info().Live() {
				v.Rules = append(v.Rules, ui.Option{ID: ui.RulesID(g.Info().ID, variant.ID), Name: ui.RulesName(g.Info(), variant.ID)})
			}
		}
		p.Bots = append(p.Bots, v)
	}
	for _, g := range in.Games {
		p.Games = append(p.Games, newBotGame(in, g.Info(), names))
	}
	return p
}

func newBotGame(in BotsInput, info engine.Info, names map[string]string) BotGame {
	pool := league.Pool{Game: info.ID, Variant: info.Variants[0].ID}
	game := BotGame{ID: info.ID, Name: ui.RulesName(info, pool.Variant), List: ui.RatingsURL(pool) + "#bots"}
	met := map[string]Meeting{}
	for _, m := range in.Meetings {
		if m.Game == info.ID {
			met["bot:"+m.First] = m
		}
	}
	for i, b := range in.Bots {
		row := MeetingRow{First: b.Name}
		if manners := in.Manners[info.ID]; i < len(manners) {
			row.Manner = ui.Upper(manners[i]) + "."
		}
		if m, ok := met[b.ID]; ok {
			row.Second, row.Matches, row.Command = names["bot:"+m.Second], strconv.Itoa(m.Matches), m.Command
			row.Points = fmt.Sprintf("%.2f ± %.2f", m.Points, 2*m.Error)
		}
		game.Rows = append(game.Rows, row)
	}
	for _, l := range in.Ratings {
		if l.Pool == pool {
			game.Ratings = append(game.Ratings, BotRating{l.Player.Name, l.Standing.Elo.String()})
		}
	}
	return game
}
