// Package front is the front page, a player's own games, and what the site tells everybody.
package front

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/scene"
	"kickabout/league"
	"kickabout/views/match"
	"kickabout/views/offer"
	"kickabout/views/series"
	"kickabout/views/study"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Input is what the front page is built from. The matches come without logs.
type Input struct {
	StartInput
	Scene    *SceneInput         // nil: there is none, or the viewer is a member
	Mine     []league.Match      // running matches of the viewer
	Seats    []series.Seat       // of a member
	Puzzle   study.PuzzleInput   // of today, for a member
	Offers   []league.Offer      // of everybody, the newest first
	Watch    WatchView           // running matches of everybody
	Results  []match.ResultLine  // finished ones of everybody, the latest first
	Cups     []league.Tournament // open for entry, the latest first
	Nearest  []league.Tournament // of the site's competitions: the fullest first
	Editions []league.Tournament // of all competitions: what is open or being played
	Notices  []league.SiteNotice // of the last days, the latest first
}

// Page is the front page: for a guest a scene and what there is to play, for a member the games that wait.
type Page struct {
	ui.Frame
	Scene  *SceneView // nil: there is none
	Start  *QuickStart
	Picks  []Pick // the games there are
	Closed string // why the viewer begins no game here; "" if they may
	Own    OwnGames
	Places []series.SeatRow

	MorePlaces string             // where all of them are, if a phone shows the first ones alone; "" else
	Puzzle     *study.PuzzlePanel // nil: there is none, or nobody to count their days
	Door       *series.SeasonDoor // nil: no season takes entries
	Room       offer.RoomView
	Watch      WatchView
	Results    []match.ResultLine
	Cups       []tournament.TournamentLine // open for entry
	Queues     []series.QueueView          // likewise, of the site's competitions
	Notices    []NoticeLine
}

// placesOnPhone is how many places in competitions a phone shows, as the style sheet says.
const placesOnPhone = 3

// Pick leads to a scene of a game, or to a match of one that has none.
type Pick struct {
	Name, Short, URL string
	Board            *ui.Thumbnail // nil if there is no picture of it
	Here             bool          // it is the game of the scene that is shown
}

// OwnGames are the viewer's running matches on the front page.
type OwnGames struct {
	Headline string // "8 games wait for you"
	Waits    match.Waits
	All      string // "All 14 games"; "" if the viewer has none
	Others   string // what is said where none waits
}

// NewPage builds the front page.
func NewPage(in Input) Page {
	p := Page{
		Frame:   in.Frame,
		Room:    offer.NewRoomView(in.Games, in.Offers, in.Frame.Invited, in.Viewer, in.Now),
		Watch:   in.Watch,
		Results: in.Results,
		Cups:    tournament.TournamentLines(in.Games, in.Cups, in.Viewer.ID),
		Notices: noticeLines(in.Notices),
		Queues:  series.NearestQueues(in.Frame, in.Games, in.Nearest),
		Own:     newOwnGames(in),
	}
	p.Start, p.Closed = NewQuickStart(in.StartInput)
	p.Room.NoSignUp = in.Site.NoSignUp
	if in.Viewer.Kind == league.Member {
		p.Places, p.Puzzle = series.SeatRows(in.Games, in.Viewer.ID, in.Seats, in.Editions), study.NewPuzzlePanel(in.Puzzle)
		if len(p.Places) > placesOnPhone {
			p.MorePlaces = "/competitions"
		}
		return p
	}
	p.Door = series.NewSeasonDoor(in.Frame, in.Editions)
	if p.Start == nil {
		return p
	}
	if in.Scene != nil {
		in.Scene.Start, in.Scene.Waiting = p.Start, in.Waiting
		v := NewSceneView(*in.Scene)
		p.Scene = &v
	}
	for _, g := range p.Start.Games {
		pick := Pick{Name: g.Name, Short: g.Short, Board: g.Board, URL: ui.SceneURL(g.ID, 0, nil, nil), Here: p.Scene != nil && p.Scene.Game == g.ID}
		if scene.Count(g.ID) == 0 {
			pick.URL = "/play?rules=" + g.Variants[0].ID
		}
		p.Picks = append(p.Picks, pick)
	}
	return p
}

// Member says that the page is a member's.
func (p Page) Member() bool { return p.Viewer.Kind == league.Member }

// waitRows is how many games that wait the front page has a row for, beside those with boards.
const waitRows = 2

// newOwnGames finds among the viewer's matches those that wait.
func newOwnGames(in Input) OwnGames {
	var waiting []league.Match
	for _, m := range in.Mine {
		if mover, ok := m.Mover(); ok && mover.ID == in.Viewer.ID {
			waiting = append(waiting, m)
		}
	}
	playing := make([]league.Tournament, len(in.Seats))
	for i, seat := range in.Seats {
		playing[i] = seat.Tournament
	}
	g := OwnGames{Headline: waitingText(len(waiting)), Waits: match.NewWaits(in.Games, waiting, in.Viewer.ID, series.SeatNames(playing, in.Viewer.ID), in.Now).First(waitRows)}
	if n := len(in.Mine); n > 0 {
		g.All = "All " + ui.CountText(n, "game", "games")
		g.Others = "Your opponents are to move in " + ui.CountText(n, "game", "games") + "."
		if n == 1 {
			g.All = "Your game"
		}
	}
	return g
}

// waitingText says how many games wait for the reader.
func waitingText(n int) string {
	if n == 0 {
		return "No game waits for you"
	}
	return ui.CountText(n, "game waits", "games wait") + " for you"
}

// WatchView is the running matches that the front page shows live; all who look share it.
type WatchView struct {
	Cards []match.Card
	tiles templ.Component
}

// watched is how many running matches the front page shows.
const watched = 6

// NewWatchView builds the live boards of the front page: in their order, but those that have not kicked off show nothing
// yet, and come last.
func NewWatchView(games []engine.Game, running []league.Match, now time.Time) WatchView {
	var begun, waiting []match.Card
	for _, m := range running {
		if len(begun) == watched {
			break
		}
		if c := match.NewCard(games, m, "", now); c.Begun {
			begun = append(begun, c)
		} else {
			waiting = append(waiting, c)
		}
	}
	cards := append(begun, waiting...)
	cards = cards[:min(len(cards), watched)]
	return WatchView{Cards: cards, tiles: ui.Kept(func() templ.Component { return match.Tiles(cards) })}
}

// partOf is where the scene alone is, of an address of the front page; stepsOf where its script asks what may be touched.
func partOf(address string) string  { return strings.Replace(address, "/?", "/scene?", 1) }
func stepsOf(address string) string { return strings.Replace(address, "/?", "/scene/steps?", 1) }
