package series

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// CupInput is what the page of a mini cup or a monthly cup is built from.
type CupInput struct {
	ui.Frame
	Games       []engine.Game
	Competition league.Competition
	Editions    []league.Tournament // what is open, or ended not too long ago, without logs
	Groups      []CupGroup          // what is being played, as far as its tables are shown
	Year        int                 // whose honours are shown
}

// closed says that nothing new begins in the competition.
func (in CupInput) closed() bool { return !in.Site.Runs(in.Competition) }

// CupGroup is an edition that is being played, with its tables.
type CupGroup struct {
	Tournament league.Tournament
	Tables     []tournament.GroupOf
	public     []templ.Component // of the tables, as whoever plays in none of them sees them
}

// NewCupGroup returns an edition of which many pages show the tables. Nothing of it may be changed.
func NewCupGroup(t league.Tournament, tables []tournament.GroupOf) CupGroup {
	g := CupGroup{Tournament: t, Tables: tables}
	for _, of := range tables {
		g.public = append(g.public, ui.Kept(func() templ.Component { return ui.DrawGroupTable(g.table(of, "")) }))
	}
	return g
}

// table builds one of the tables for a viewer.
func (g CupGroup) table(of tournament.GroupOf, viewer string) ui.GroupTable {
	title := g.Tournament.Name
	if n, ok := strings.CutPrefix(string(of.Group), "g"); ok {
		title += ", group " + n
	}
	var zones []ui.Zone
	if g.Tournament.Format == (monthlycup.Format{}).Info().ID {
		zones = []ui.Zone{{First: 1, Last: 1, Class: "up", Text: "wins the group", Wins: "the group"}}
	}
	return ui.NewGroupTable(ui.GroupInput{
		ID: g.Tournament.Edition + string(of.Group), Title: title, URL: ui.TournamentURL(g.Tournament.ID), Viewer: viewer,
		Table: of.Table, Matches: of.Matches, Zones: zones, Odds: of.Odds, Star: tournament.AsteriskText(g.Tournament), Plain: true,
		Player: func(id string) league.Player {
			e, _ := g.Tournament.Entrant(id)
			return e.Player
		},
	})
}

// title names the competition's game: "StreetSoccer, Little Golem".
func (in CupInput) title() string {
	return ui.GameRules(in.Games, in.Competition.Game, in.Competition.Variant)
}

// tables draws the tables of what is being played: of an edition with many groups those in which the viewer plays, and else the
// first ones.
func (in CupInput) tables() []templ.Component {
	var tables []templ.Component
	for _, g := range in.Groups {
		e, plays := g.Tournament.Entrant(in.Viewer.ID)
		shown := 0
		for i, of := range g.Tables {
			own := plays && (of.Group == "" || of.Group == e.Group)
			switch {
			case of.Table == nil, shown >= groupsShown && !own:
				continue
			case plays:
				tables = append(tables, ui.DrawGroupTable(g.table(of, in.Viewer.ID)))
			default:
				tables = append(tables, g.public[i])
			}
			shown++
		}
	}
	return tables
}

// whole says that all tables of an edition are on the page.
func (g CupGroup) whole() bool { return len(g.Tables) <= groupsShown }

// noneText says that no group is being played, and when one begins.
func noneText(closed bool, when string) string {
	if closed {
		return "No group is being played."
	}
	return "No group is being played. One begins as soon as " + when + "."
}

// How much the page of a cup shows of what may be much, where a cup is popular.
const (
	groupsShown  = 2   // tables of one edition, and that of the viewer
	furtherShown = 40  // groups beside those with tables
	winnersShown = 40  // of groups of this month
	honoursShown = 100 // players, by the level that they have reached
)

// further lists the editions that are being played of which no tables, or not all, are shown, and says how many more there are: then those of the viewer
// come first, and the latest.
func (in CupInput) further() (lines []tournament.TournamentLine, more int) {
	var rest []league.Tournament
	for _, t := range in.Editions {
		if t.State == league.Running && !slices.ContainsFunc(in.Groups, func(g CupGroup) bool { return g.Tournament.ID == t.ID && g.whole() }) {
			rest = append(rest, t)
		}
	}
	if more = len(rest) - furtherShown; more > 0 {
		slices.Reverse(rest)
		slices.SortStableFunc(rest, func(a, b league.Tournament) int { return MineFirst(a, b, in.Viewer.ID) })
		rest = rest[:furtherShown]
	}
	return tournament.TournamentLines(in.Games, rest, in.Viewer.ID), max(0, more)
}

// MineFirst orders tournaments: first those that a player has entered.
func MineFirst(a, b league.Tournament, player string) int {
	_, inA := a.Entrant(player)
	_, inB := b.Entrant(player)
	switch {
	case inA && !inB:
		return -1
	case inB && !inA:
		return 1
	}
	return 0
}

// QueueView is an edition that takes entries.
type QueueView struct {
	URL, Name string
	Rules     string // "StreetSoccer, Little Golem"
	Missing   string // "2 places left"
	Waiting   []tournament.EntryLine
	Free      int
	Enter     bool // the viewer may
	Leave     bool // they have entered
	SignUp    bool // they have no account
	Why       string
	Agree     bool     // they may agree to start with those who are there
	Agreed    []string // names of those who have
}

func newQueueView(games []engine.Game, t league.Tournament, viewer league.Player) QueueView {
	_, in := t.Entrant(viewer.ID)
	q := QueueView{
		URL: ui.TournamentURL(t.ID), Name: t.Name, Rules: ui.GameRules(games, t.Game, t.Variant), Free: max(0, t.Places-len(t.Entries)),
		Enter: !in && viewer.Kind == league.Member, Leave: in, SignUp: viewer.Kind != league.Member,
	}
	if q.Missing = placesLeft(q.Free); q.Free == 0 {
		q.Missing = "It starts at once"
	}
	for _, e := range t.Entries {
		q.Waiting = append(q.Waiting, tournament.EntryLine{ID: e.Player.ID, Name: e.Player.Name, URL: ui.PlayerURL(e.Player), You: in && e.Player.ID == viewer.ID})
	}
	return q
}

// CupsInput is what the list of all mini cups or monthly cups is built from.
type CupsInput struct {
	ui.Frame
	Games    []engine.Game
	Format   string              // id
	Editions []league.Tournament // of all competitions of that format: what is open or being played
	All      []league.Competition
}

// CupsPage is the list of all mini cups or monthly cups.
type CupsPage struct {
	ui.Frame
	Heading, Lead string
	Here          string
	Cups          []CupCard
}

// CupCard is one competition in a list.
type CupCard struct {
	URL, Name string
	State     []string // a line each
	Action    string   // of the link to it
}

// NewCupsPage builds the list of all mini cups or monthly cups.
func NewCupsPage(in CupsInput) CupsPage {
	p := CupsPage{
		Frame: in.Frame, Here: "/" + in.Format, Heading: "Mini cups",
		Lead: "Groups of three start by themselves. Take more than half of the points and you go up a level, again and again.",
	}
	if in.Format == "monthlycup" {
		p.Heading = "Monthly cups"
		p.Lead = "Groups of five start by themselves. The winners meet on the first of the next month, and the month winners in the final of the year."
	}
	p.Title, p.Description = p.Heading, p.Lead
	for _, c := range in.All {
		if c.Format == in.Format {
			p.Cups = append(p.Cups, newCupCard(in.Frame, in.Games, c, in.Editions))
		}
	}
	return p
}

// closedState says in a list that a competition is closed.
const closedState = "Closed"

// closedText is what its page says then.
const closedText = "It is closed: what is being played is played to its end, and nothing new begins."

// successorOf leads to the competition that has taken the place of one whose rules are retired; zero if they are not.
func successorOf(games []engine.Game, c league.Competition) ui.Link {
	g := ui.GameOf(games, c.Game)
	if g == nil {
		return ui.Link{}
	}
	v, _ := g.Info().Variant(c.Variant)
	if !v.Retired() {
		return ui.Link{}
	}
	c.Variant = v.Successor
	return ui.Link{Text: ui.RulesName(g.Info(), c.Variant), URL: ui.CompetitionURL(c)}
}

// newCupCard sums up what goes on in a competition whose editions start when they are full.
func newCupCard(f ui.Frame, games []engine.Game, c league.Competition, editions []league.Tournament) CupCard {
	card := CupCard{URL: ui.CompetitionURL(c), Name: ui.GameRules(games, c.Game, c.Variant), Action: "View"}
	running, waiting, in := 0, 0, 0
	var open []string
	for _, t := range editions {
		if t.Competition != c.ID() {
			continue
		}
		if _, there := t.Entrant(f.Viewer.ID); there {
			in++
		}
		switch t.State {
		case league.Running:
			running++
		case league.Registration:
			waiting += len(t.Entries)
			open = append(open, fmt.Sprintf("%s: %d of %d", t.Name, len(t.Entries), t.Places))
		}
	}
	if !f.Site.Runs(c) {
		card.State = []string{closedState}
		if running > 0 {
			card.State = append(card.State, ui.CountText(running, "group is being played", "groups are being played"))
		}
		return card
	}
	if len(open) == 0 {
		card.State = []string{"It opens within the hour"}
		return card
	}
	card.Action = "Enter"
	card.State = []string{"Nobody is waiting yet"}
	if waiting > 0 {
		card.State[0] = ui.CountText(waiting, "player is waiting", "players are waiting")
	}
	if running > 0 {
		card.State = append(card.State, ui.CountText(running, "group is being played", "groups are being played"))
	}
	if in > 0 {
		card.State = append(card.State, "You are in")
		card.Action = "View"
	}
	return card
}

// nearestOfFormat is how many editions of one format the front page names.
const nearestOfFormat = 2

// NearestQueues picks some of the editions that are open for entry, of each format the fullest.
func NearestQueues(f ui.Frame, games []engine.Game, open []league.Tournament) []QueueView {
	var list []QueueView
	named := map[string]int{}
	for _, t := range open {
		if c, ok := league.ParseCompetition(t.Competition); ok && !f.Site.Runs(c) {
			continue
		}
		if named[t.Format]++; named[t.Format] > nearestOfFormat {
			continue
		}
		q := newQueueView(games, t, f.Viewer)
		if level, _, ok := minicup.Level(t.Edition); ok && level > 0 {
			q.Enter = false // the page of the cup knows who has the right
		}
		list = append(list, q)
	}
	return list
}
