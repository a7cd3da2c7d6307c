package views

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/formats/groups"
	"kickabout/league/formats/teams"
	"kickabout/league/odds"
	"kickabout/league/table"
)

// tournamentURL is the address of a tournament's page.
func tournamentURL(id string) string { return "/tournaments/" + url.PathEscape(id) }

// cupLink leads from a match to its tournament; nil if it has none.
func cupLink(in MatchInput) *CupLink {
	if in.Match.Tournament == "" || in.Cup == "" {
		return nil
	}
	link := CupLink{Name: in.Cup, URL: tournamentURL(in.Match.Tournament)}
	var cycle, round, board int
	key := league.Key(in.Match.Fixture)
	if g := key.Group(); strings.HasPrefix(string(g), "s") {
		link.Round = ", " + strings.ToLower(partTitle(g))
	} else if _, err := fmt.Sscanf(strings.TrimPrefix(string(key), "s2/"), "r%d/t%d/b%d", &round, &board, &board); err == nil {
		link.Round = fmt.Sprintf(", round %d of the knock-out", round)
	}
	if _, err := fmt.Sscanf(in.Match.Fixture, "c%d/r%d/b%d", &cycle, &round, &board); err == nil {
		link.Round = fmt.Sprintf(", round %d", round)
		if cycle > 1 {
			link.Round = fmt.Sprintf(", cycle %d, round %d", cycle, round)
		}
	}
	for _, leg := range in.Legs {
		link.Legs = append(link.Legs, LegLink{matchURL(leg.ID), legText(leg)})
	}
	return &link
}

// legText says what another match of the same two is: "Ann goes first, 2 : 1".
func legText(m league.Match) string {
	first := m.Seats[m.SeatOf(engine.First)].Player.Name + " goes first"
	switch o := m.State.Outcome; {
	case !o.Over():
		return first + ", being played"
	case o.Ending == engine.Void:
		return first + ", void"
	default:
		return fmt.Sprintf("%s, %d : %d", first, o.Score[0], o.Score[1])
	}
}

// NewTournamentNeedsAccount names the page that a visitor without an account gets.
func NewTournamentNeedsAccount(f Frame) Frame {
	f.Title = "New tournament"
	return f
}

// TournamentInput is what the page of a tournament is built from.
type TournamentInput struct {
	Frame
	Games      []engine.Game
	Tournament league.Tournament
	Format     league.FormatInfo
	Matches    []league.Match   // without logs
	Table      *table.Table     // of the one group; nil before the start
	Odds       *odds.Group      // of it; nil where none are published
	Rows       []league.Row     // of the whole tournament; nil before the start
	Groups     []GroupOf        // of a first stage, or all of a round in several groups
	Bracket    *bracket.Bracket // of a knock-out that is drawn; else nil
	Drawing    *league.Drawing  // of one that is drawn round by round, once it has started; else nil
	Standings  *table.Table     // of it
	Joins      bool             // somebody can enter it now, although it is played
	Rests      bool             // the viewer has asked to sit out the next round
	MayRest    bool             // he may
	Ask        TableAsk
	Worth      []league.PlayerWorth
	Directs    bool            // the viewer may rule in it
	Bots       []league.Player // that could be invited
	Error      string          // why something was not done
	Refused    string          // why the viewer may not enter; "": nothing stands against it
	Foresight  *Foresight      // what it comes to; nil: no telling, or it has started
	League     *teams.League   // of a tournament of teams that has started; else nil
	TeamName   string          // typed for a team that was not founded
	TeamErrors map[string]string
}

// TournamentPage is the page of a tournament.
type TournamentPage struct {
	Frame
	URL         string
	Stream      string // where its news come from; "" if none will come
	After       string // up to where this page knows them
	Name        string
	Home        *CupLink // to the competition that it is an edition of; nil if it is of none
	State       string   // "Open for entry"
	Facts       []string
	Headline    string // what happens now, or who has won
	Next        string // what happens next
	Duplicate   bool   // both games of a pair have the same dice
	Error       string
	Announced   []LogLine // the latest first
	CheckIn     bool      // the viewer may say that he is there
	Desk        bool      // the viewer may go to the desk
	Entries     []EntryLine
	Free        int // places
	Enter       bool
	Leave       bool
	SignUp      bool // instead of entering
	Word        bool // he must know one to enter
	Refused     string
	Conditions  []string // what is asked of those who enter
	Foresight   []string
	Organiser   bool // the viewer is, and it has not started
	CanStart    bool
	Directs     bool // the viewer does, and it is being played
	Withdraw    bool // the viewer plays in it, and may withdraw
	Invitable   []Option
	Table       *GroupTable  // nil before the start
	Groups      []GroupTable // of a first stage, or all of a round in several groups
	Bracket     *BracketView // nil as long as there is none
	Teams       *TeamsView   // of a tournament of teams; else nil
	Luck        *LuckTable   // nil before the start
	Rounds      *RoundsView  // nil unless it is drawn round by round
	Head        string       // of the dice of the lot
	Lot         *LotView     // nil before the start
	Seeded      string       // how the order was made where no lot was drawn; "" with a lot
	Log         []LogLine
	Exports     bool
	LeastToPlay int
	LeastWhat   string // "players"
}

// EntryLine is a player who has entered.
type EntryLine struct {
	ID, Name, URL string
	Bot, You      bool
	Mark          string // "waits, number 2", "is there"; "" for nothing
	Removable     bool   // by the viewer, who organises
}

// LotView is the draw of the order.
type LotView struct {
	Throws []string // "3 of 4"
	Link   string   // in hexadecimal
	Seeds  []string // names, the first seed first
}

// CrossHead is an opponent's column.
type CrossHead struct{ Name, URL, Before string } // Before is said and not shown: "Against"

// CrossRow is a line of the crosstable.
type CrossRow struct {
	Rank          string
	Name, URL     string
	Bot, You      bool
	Leads, Winner bool
	Points        string
	SON           string // R-TB-1.2; a fifth of it, as it is shown
	Won           int
	Drawn         int
	Lost          int
	Open          int
	Cells         [][]CrossResult // by the heads; nil against himself
}

// CrossResult is one match in the crosstable.
type CrossResult struct {
	URL   string // "" for a bye
	Text  string // "5", "–" while it is being played
	Label string // for who cannot see where it stands
	Class string
}

// NewTournamentPage builds the page of a tournament.
func NewTournamentPage(in TournamentInput) TournamentPage {
	t := in.Tournament
	viewer, entered := t.Entrant(in.Viewer.ID)
	over := 0
	for _, m := range in.Matches {
		if m.State.ToMove == engine.NoSide {
			over++
		}
	}
	p := TournamentPage{
		Frame: in.Frame, URL: tournamentURL(t.ID), Name: t.Name, Error: in.Error, Head: hex.EncodeToString(t.Head[:]),
		After: fmt.Sprintf("%d.%d", t.Last, over), LeastToPlay: in.Format.MinEntries, LeastWhat: leastWhat(t),
		Duplicate: t.Duplicate,
		Facts:     []string{in.Format.Name, cupRules(in.Games, t.Game, t.Variant), upper(shapeText(t)), cupClockText(t), "Organised by " + t.Organiser.Name},
	}
	if c, ok := league.ParseCompetition(t.Competition); ok {
		p.Home = &CupLink{Name: in.Format.Name + ": " + cupRules(in.Games, c.Game, c.Variant), URL: competitionURL(c)}
	}
	p.Title = t.Name
	p.Description = t.Name + ": a tournament of " + cupRules(in.Games, t.Game, t.Variant) + "."
	if !t.Started.IsZero() {
		p.Luck = NewLuckTable(LuckInput{p.URL, "of this tournament", in.Worth, in.Ask.Luck, in.Ask.luckAt(p.URL), in.Viewer.ID})
	}
	if t.State == league.Registration || t.State == league.Running {
		p.Stream = p.URL + "/stream" + in.Ask.query()
	}
	if t.State == league.Registration {
		p.Free = t.Places - len(t.Entries)
		p.Organiser = in.Viewer.ID != "" && in.Viewer.ID == t.Organiser.ID
		p.CanStart = len(t.Entries) >= in.Format.MinEntries
		if t.Boards > 0 {
			p.Free, p.CanStart = t.Places-len(t.Teams), len(t.Complete()) >= in.Format.MinEntries
		}
		p.Enter = !entered && in.Viewer.Kind == league.Member && mayEnter(t, in.Viewer.ID)
		p.Leave = entered
		p.SignUp = in.Viewer.Kind != league.Member && (p.Free > 0 || t.Waiting) && !t.ByInvite
		p.CheckIn = entered && viewer.Present.IsZero() && t.CheckIn > 0 && !in.Now.Before(t.Starts.Add(-t.CheckIn))
		p.Word = t.Password
		p.Conditions = conditionTexts(t)
		if list := ForesightOf(in.Foresight); len(list) > 1 {
			p.Foresight = list[1:] // what comes when
		}
		if p.Enter && in.Refused != "" {
			p.Enter, p.Refused = false, in.Refused
		}
	}
	if in.Joins {
		p.Enter = !entered && in.Viewer.Kind == league.Member && mayEnter(t, in.Viewer.ID)
		p.SignUp = in.Viewer.Kind != league.Member && !t.ByInvite
		p.Word = t.Password
	}
	p.Desk = (in.Directs || in.Viewer.ID != "" && in.Viewer.ID == t.Organiser.ID) && !t.Rolling && (t.State == league.Registration || t.State == league.Running)
	p.Announced = announced(t, announcedShown)
	p.Facts = append(p.Facts, deskFacts(t)...)
	p.Directs = in.Directs && t.State == league.Running && !t.Rolling
	p.Withdraw = mayWithdraw(t, in.Viewer)
	p.State, p.Headline, p.Next = nowText(t, p.Organiser, entered, in.Format.MinEntries)
	if yours := yoursText(t, in.Viewer.ID); yours != "" {
		p.Next = strings.TrimSpace(yours + " " + p.Next)
	}
	for i, e := range t.Entries {
		p.Entries = append(p.Entries, EntryLine{
			ID: e.Player.ID, Name: e.Player.Name, URL: playerURL(e.Player), Bot: e.Player.Kind == league.Bot,
			You: entered && e.Player.ID == viewer.Player.ID, Mark: entryMark(t, i, e), Removable: p.Organiser && e.Player.Kind == league.Bot,
		})
	}
	if p.Organiser && p.Free > 0 {
		for _, b := range in.Bots {
			if _, there := t.Entrant(b.ID); !there {
				p.Invitable = append(p.Invitable, Option{ID: b.ID, Name: b.Name})
			}
		}
	}
	if !t.Started.IsZero() {
		if in.Table != nil {
			group := NewGroupTable(in.groupInput())
			p.Table = &group
		}
		for _, g := range in.Groups {
			p.Groups = append(p.Groups, NewGroupTable(in.partInput(g)))
		}
		if in.Bracket != nil {
			view := NewBracketView(in.bracketInput())
			p.Bracket = &view
		}
		if in.Drawing != nil {
			view := NewRoundsView(in)
			p.Rounds = &view
		}
		p.Lot = newLotView(t)
	}
	if t.Seeding == league.SeedRating || t.Seeding == league.SeedHand {
		p.Seeded = map[string]string{
			league.SeedRating: "By rating at the start, the strongest first; who has none comes behind, by the order of entry.",
			league.SeedHand:   "By those who direct the tournament; whom they gave no seed comes behind, by rating.",
		}[t.Seeding]
	}
	if !t.Started.IsZero() {
		if t.State == league.Finished && in.Table != nil && p.Next == "" {
			winner := in.Table.Rows()[0]
			p.Next = fmt.Sprintf("With %s from %s.", pointsWord(winner.Points), countText(winner.Played, "game", "games"))
		}
		switch {
		case !t.Paused.IsZero():
		case t.State == league.Running && in.Bracket != nil:
			p.Headline, p.Next = bracketNow(in.Bracket)
		case t.State == league.Running && in.Drawing != nil:
			p.Headline, p.Next = roundsNow(*in.Drawing)
			if in.Joins {
				p.Next += " Players can still enter; the rounds that they missed pay nothing."
			}
		case t.State == league.Running && isInStages(t):
			p.Headline, p.Next = stagesNow(in)
		case t.State == league.Running && isStaged(t):
			p.Headline = "The groups are being played"
			p.Next = fmt.Sprintf("%s of %d over. As soon as all groups are decided the knock-out is drawn, for the first of each.", countText(over, "game", "games"), len(in.Matches))
		case t.State == league.Running && in.League != nil:
			p.Next = fmt.Sprintf("%d of %s over.", matchesOver(in.League), countText(len(in.League.Matches), "team match", "team matches"))
		case t.State == league.Running:
			p.Next = fmt.Sprintf("%s of %d over. When the last one ends, the final table stands and the winner is named.", countText(over, "game", "games"), len(in.Matches))
		}
	}
	p.Teams = in.teamsView()
	p.Log = logLines(in.Games, t)
	return p
}

// partInput is what the table of a group of a first stage is built from.
func (in TournamentInput) partInput(g GroupOf) GroupInput {
	group := in.groupInput()
	group.ID, group.Title = string(g.Group), partTitle(g.Group)
	group.Table, group.Matches, group.Winners, group.Needs, group.Odds = g.Table, g.Matches, nil, nil, g.Odds
	for _, r := range g.Table.Rows() {
		if e, _ := in.Tournament.Entrant(r.Player); !e.Qualified.IsZero() {
			group.Winners = append(group.Winners, r.Player)
		}
	}
	if isInStages(in.Tournament) {
		in.stageInput(&group, g)
	}
	if in.Bracket == nil && isStaged(in.Tournament) {
		through := groups.Through(in.Tournament.Through, len(g.Table.Rows()))
		group.Needs = []int{through}
		if slices.ContainsFunc(g.Table.Rows(), func(r league.Row) bool { return r.Played > 0 }) { // before that all share the first rank
			group.Zones = []Zone{{1, through, "up", "goes on"}}
		}
	}
	if group.Ask.Group != group.ID {
		group.Ask = TableAsk{Luck: in.Ask.Luck}
	}
	return group
}

// groupInput is what the table of a tournament of one group is built from.
func (in TournamentInput) groupInput() GroupInput {
	t := in.Tournament
	group := GroupInput{
		URL: tournamentURL(t.ID), Viewer: in.Viewer.ID, Table: in.Table, Matches: in.Matches, Needs: []int{1}, Ask: in.Ask, Odds: in.Odds, Star: t.AsteriskText(),
		Player: func(id string) league.Player {
			e, _ := t.Entrant(id)
			return e.Player
		},
	}
	for _, w := range t.Winners() {
		group.Winners = append(group.Winners, w.ID)
	}
	return group
}

// crossResult is a match from the view of one side.
func crossResult(m league.Match, side engine.Side, other league.Player) CrossResult {
	r := CrossResult{URL: matchURL(m.ID)}
	score := scoreText([2]int{m.State.Score[side-1], m.State.Score[side.Other()-1]})
	first := "went first"
	if side == engine.Second {
		first = "second"
	}
	o := m.State.Outcome
	points, _ := m.Scoring().Points(o)
	mine, theirs := points[side-1], points[side.Other()-1]
	switch {
	case !o.Over():
		r.Text, r.Class = "•", "playing"
		r.Label = fmt.Sprintf("Against %s, %s: being played, %s so far", other.Name, first, score)
		return r
	case o.Ending == engine.Void:
		r.Text, r.Class = "×", "void"
		r.Label = fmt.Sprintf("Against %s: void", other.Name)
		return r
	case mine > theirs:
		r.Class = "won"
	case mine < theirs:
		r.Class = "lost"
	default:
		r.Class = "drawn"
	}
	r.Text = pointsText(mine)
	r.Label = fmt.Sprintf("%s against %s, %s: %s, %s", pointsWord(mine), other.Name, first, score, o.Ending)
	return r
}

func newLotView(t league.Tournament) *LotView {
	lot, ok := t.Lot()
	if !ok {
		return nil
	}
	v := LotView{Link: hex.EncodeToString(lot.Link[:])}
	for _, d := range lot.Draws {
		v.Throws = append(v.Throws, fmt.Sprintf("%d of %d", d.Face, d.Sides))
	}
	for _, id := range lot.Seeds {
		e, _ := t.Entrant(id)
		v.Seeds = append(v.Seeds, e.Player.Name)
	}
	return &v
}
