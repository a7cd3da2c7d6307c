// Package tournament is the pages of tournaments of all formats: entering, tables, brackets and
// rounds, teams, what directors do, and the form that makes one.
package tournament

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/bracket"
	"kickabout/league/formats/groups"
	"kickabout/league/formats/teams"
	leaguelot "kickabout/league/lot"
	"kickabout/league/odds"
	"kickabout/league/table"
	matchview "kickabout/views/match"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// GroupOf is one table of an edition.
type GroupOf struct {
	Group   league.Group
	Table   *table.Table
	Matches []league.Match
	Odds    *odds.Group // nil where none are published
	Days    []odds.DayOdds
}

// NewNeedsAccount names the page that a visitor without an account gets.
func NewNeedsAccount(f ui.Frame) ui.Frame {
	f.Title = "New tournament"
	return f
}

// Input is what the page of a tournament is built from.
type Input struct {
	ui.Frame
	Games      []engine.Game
	Tournament league.Tournament
	Format     league.FormatInfo
	Matches    []league.Match   // without logs
	Table      *table.Table     // of the one group; nil before the start
	Odds       *odds.Group      // of it; nil where none are published
	Days       []odds.DayOdds   // of it, from day to day
	Rows       []league.Row     // of the whole tournament; nil before the start
	Groups     []GroupOf        // of a first stage, or all of a round in several groups
	Bracket    *bracket.Bracket // of a knock-out that is drawn; else nil
	Drawing    *league.Drawing  // of one that is drawn round by round, once it has started; else nil
	Standings  *table.Table     // of it
	Joins      bool             // somebody can enter it now, although it is played
	Rests      bool             // the viewer has asked to sit out the next round
	MayRest    bool             // they may
	Ask        ui.TableAsk
	Worth      []assessment.PlayerLuck
	Directs    bool            // the viewer may rule in it
	Bots       []league.Player // that could be invited
	Owned      []league.Player // the BOT accounts of the viewer
	Error      string          // why something was not done
	Refused    error           // why the viewer may not enter; nil: nothing stands against it
	Foresight  *Foresight      // what it comes to; nil: no telling, or it has started
	Bound      bool            // before the start: vacation will stop its games only so long (R-VA-7)
	Opened     *tbd2.Opened    // the key of all its dice; nil while it is not open
	Values     bool            // the viewer may enter the public value that its draw awaits
	Added      time.Duration   // that directors gave at most in a game, by its log
	League     *teams.League   // of a tournament of teams that has started; else nil
	TeamName   string          // typed for a team that was not founded
	TeamErrors map[string]string
	Address    string // of the site, without a slash at its end
}

// Page is the page of a tournament.
type Page struct {
	ui.Frame
	URL         string
	Stream      string // where its news come from; "" if none will come
	After       string // up to where this page knows them
	Name        string
	Home        *matchview.CupLink // to the competition that it is an edition of; nil if it is of none
	State       string             // "Open for entry"
	Facts       []string
	Headline    string // what happens now, or who has won
	Next        string // what happens next
	Duplicate   bool   // both games of a pair have the same dice
	Error       string
	Announced   []LogLine // the latest first
	CheckIn     bool      // the viewer may say that they are there
	Desk        bool      // the viewer may go to the desk
	Entries     []EntryLine
	Free        int // places
	Enter       bool
	Wait        bool // for a place, since all are taken
	Leave       bool
	Seat        *SeatCall   // that the viewer is asked to play for somebody; nil: they are not
	Waits       []EntryLine // who waits for a seat while it is played, the first one first
	SignUp      bool        // instead of entering
	Word        bool        // they must know one to enter
	Refused     string
	Conditions  []string // what is asked of those who enter
	Foresight   []string
	Latest      string // when it ends at the latest; "": no telling
	Vacation    string // for how long vacation stops a game; "": no rule says so
	Organiser   bool   // the viewer is, and it has not started
	CanStart    bool
	Directs     bool // the viewer does, and it is being played
	Withdraw    bool // the viewer plays in it, and may withdraw
	Invitable   []ui.Option
	Enterable   []ui.Option // BOT accounts of the viewer
	Bots        BotsQuestion
	Table       *ui.GroupTable   // nil before the start
	Groups      []ui.GroupTable  // of a first stage, or all of a round in several groups
	Bracket     *BracketView     // nil as long as there is none
	Teams       *TeamsView       // of a tournament of teams; else nil
	Luck        *study.LuckTable // nil before the start
	Rounds      *RoundsView      // nil unless it is drawn round by round
	Head        string           // what was fixed of the dice of the lot
	Awaits      bool             // its entries are closed, and the draw awaits a public value
	WithoutFrom string           // from when on the organiser may start it without that, while they may not
	ValueURL    string           // where the viewer may enter that; "" if they may not
	Without     bool             // the organiser may start it without its public value
	Binds       bool             // the lot hangs on what was given at the entry, too
	Lot         *LotView         // nil before the start
	Seeded      string           // how the order was made where no lot was drawn; "" with a lot
	Log         []LogLine
	Exports     bool
	Code        string // HTML with which another site shows it; "" where not everybody may see it
	LeastToPlay int
	LeastWhat   string // "players"
}

// SeatCall is that the viewer is asked to play for somebody who has dropped out (R-UT-8).
type SeatCall struct {
	For   string // name
	Until time.Time
}

// NewSeatCall returns that a viewer is asked to play in a tournament at a moment; nil if they are not, or no longer.
func NewSeatCall(t league.Tournament, viewer league.Player, now time.Time) *SeatCall {
	c, asked := t.CallOf(viewer.ID)
	if !asked || !now.Before(c.Until) {
		return nil
	}
	return &SeatCall{nameIn(t, c.For), c.Until}
}

// EntryLine is a player who has entered.
type EntryLine struct {
	ID, Name, URL string
	Bot, You      bool
	Mark          string // "2nd on the waiting list", "is there"; "" for nothing
	Removable     bool   // by the viewer, who organises
}

// LotPart is what a player gave to the draw; "" is nothing.
type LotPart struct{ Name, Part string }

// LotView is the draw of the order.
type LotView struct {
	Gave   []LotPart
	Throws []string // "3 of 4"
	Link   string   // in hexadecimal
	Seeds  []string // names, the first seed first
	Key    string   // of the whole tournament, in hexadecimal; "" while it is not open
	Opened time.Time
}

// NewPage builds the page of a tournament.
func NewPage(in Input) Page {
	t := in.Tournament
	_, entered := t.Entrant(in.Viewer.ID)
	p := in.newPage()
	if t.State == league.Registration {
		in.openForEntry(&p)
	}
	if in.Joins {
		p.Enter = in.mayEnterNow()
		p.SignUp = in.Viewer.Kind != league.Member && !t.ByInvite
		p.Word = t.Password
	}
	in.addSubstitutes(&p)
	p.Desk = (in.Directs || in.organises()) && !t.Rolling && (t.State == league.Registration || t.State == league.Running)
	in.addLatest(&p)
	p.Announced = announced(t, announcedShown)
	p.Facts = append(p.Facts, deskFacts(t)...)
	p.Directs = in.Directs && t.State == league.Running && !t.Rolling
	p.Withdraw = MayWithdraw(t, in.Viewer)
	p.State, p.Headline, p.Next = nowText(t, p.Organiser, entered, in.Format.MinEntries)
	if yours := yoursText(t, in.Viewer.ID); yours != "" {
		p.Next = strings.TrimSpace(yours + " " + p.Next)
	}
	p.Entries = in.entryLines(p.Organiser)
	if p.Organiser && p.Free > 0 {
		p.Invitable = in.invitable()
	}
	p.Bots = in.botsQuestion(p.Organiser)
	if p.Free > 0 {
		p.Enterable = in.enterable()
	}
	p.Seeded = seededText(t)
	if !t.Started.IsZero() {
		in.started(&p)
	}
	p.Teams = in.teamsView()
	p.Log = logLines(in.Games, in.Viewer, t)
	return p
}

// addSubstitutes adds who waits for a seat while it is played, and that the viewer is asked for one.
func (in Input) addSubstitutes(p *Page) {
	t := in.Tournament
	if t.State != league.Running || t.Rolling {
		return
	}
	for i, e := range league.WaitList(t) {
		you := e.Player.ID == in.Viewer.ID
		p.Leave = p.Leave || you
		p.Waits = append(p.Waits, EntryLine{ID: e.Player.ID, Name: e.Player.Name, URL: ui.PlayerURL(e.Player), You: you, Bot: e.Player.Kind == league.Bot, Mark: ui.Ordinal(i + 1)})
	}
	p.Seat = NewSeatCall(t, in.Viewer, in.Now)
}

// newPage is the page of a tournament with what it always says: what is played, and by which terms.
func (in Input) newPage() Page {
	t := in.Tournament
	rules := ui.GameRules(in.Games, t.Game, t.Variant)
	p := Page{
		Frame: in.Frame, URL: ui.TournamentURL(t.ID), Name: t.Name, Error: in.Error, Head: league.Sealed{Head: t.Head, Dice: t.Dice}.Fingerprint(), Binds: t.Dice.Second(),
		After: fmt.Sprintf("%d.%d", t.Last, in.gamesOver()), LeastToPlay: in.Format.MinEntries, LeastWhat: leastWhat(t),
		Duplicate: t.Duplicate,
		Facts:     []string{in.Format.Name, rules, ui.Upper(ShapeText(t)), cupClockText(t), "Organised by " + t.Organiser.Name},
	}
	if c, ok := league.ParseCompetition(t.Competition); ok {
		p.Home = &matchview.CupLink{Name: in.Format.Name + ": " + ui.GameRules(in.Games, c.Game, c.Variant), URL: ui.CompetitionURL(c)}
	}
	p.Title = t.Name
	p.Description = t.Name + ": a tournament of " + rules + "."
	if !t.Private {
		p.Feed, p.OEmbed = p.URL+"/feed.atom", ui.OEmbedURL(in.Address, p.URL)
		p.Code = ui.EmbedCode(in.Address, p.URL, t.Name, ui.EmbedWidth, ui.EmbedHeight)
	}
	if t.State == league.Registration || t.State == league.Running {
		p.Stream = p.URL + "/stream" + in.Ask.Query()
	}
	return p
}

// gamesOver counts the games that are over.
func (in Input) gamesOver() (over int) {
	for _, m := range in.Matches {
		if m.State.ToMove == engine.NoSide {
			over++
		}
	}
	return over
}

// organises says that the viewer is the organiser.
func (in Input) organises() bool {
	return in.Viewer.ID != "" && in.Viewer.ID == in.Tournament.Organiser.ID
}

// mayEnterNow says that the viewer is a member who has not entered, and may.
func (in Input) mayEnterNow() bool {
	_, entered := in.Tournament.Entrant(in.Viewer.ID)
	return !entered && in.Viewer.Kind == league.Member && mayEnter(in.Tournament, in.Viewer.ID)
}

// openForEntry says who may enter, leave and start it.
func (in Input) openForEntry(p *Page) {
	t := in.Tournament
	viewer, entered := t.Entrant(in.Viewer.ID)
	p.Free = t.Places - len(t.Entries)
	p.Organiser = in.organises()
	p.CanStart = len(t.Entries) >= in.Format.MinEntries
	if t.Boards > 0 {
		p.Free, p.CanStart = t.Places-len(t.Teams), len(t.Complete()) >= in.Format.MinEntries
	}
	if p.Awaits = !t.Closed.IsZero(); p.Awaits {
		p.Free, p.WithoutFrom = 0, ui.Moment(t.Closed.Add(league.ValueWithin))
		p.Without = p.CanStart && !in.Now.Before(t.Closed.Add(league.ValueWithin))
		p.Leave = entered
		if in.Values {
			p.ValueURL = valueURL(t)
		}
		return
	}
	p.Enter = in.mayEnterNow()
	p.Wait = t.Full() && t.KeepsList()
	p.Leave = entered
	p.SignUp = in.Viewer.Kind != league.Member && (p.Free > 0 || t.KeepsList()) && !t.ByInvite
	p.CheckIn = entered && viewer.Present.IsZero() && t.CheckIn > 0 && !in.Now.Before(t.Starts.Add(-t.CheckIn))
	p.Word = t.Password
	p.Conditions = conditionTexts(t)
	if list := ForesightOf(in.Foresight); len(list) > 1 {
		p.Foresight = list[1:] // what comes when
	}
	if p.Enter && in.Refused != nil {
		p.Enter, p.Refused = false, ui.Sentence(in.Refused)
	}
}

// entryLines lists the players who have entered; an organiser may take the bots among them out.
func (in Input) entryLines(organiser bool) (lines []EntryLine) {
	t := in.Tournament
	for i, e := range t.Entries {
		bot := e.Player.Kind == league.Bot
		mine := slices.ContainsFunc(in.Owned, func(p league.Player) bool { return p.ID == e.Player.ID })
		lines = append(lines, EntryLine{
			ID: e.Player.ID, Name: e.Player.Name, URL: ui.PlayerURL(e.Player), Bot: bot,
			You: in.Viewer.ID != "" && e.Player.ID == in.Viewer.ID, Mark: entryMark(t, i, e), Removable: organiser && e.Player.Machine() || mine,
		})
	}
	return lines
}

// invitable lists the bots that are not in it.
func (in Input) invitable() (bots []ui.Option) {
	if in.Tournament.BotsFull() {
		return nil
	}
	for _, b := range in.Bots {
		if _, there := in.Tournament.Entrant(b.ID); !there {
			bots = append(bots, ui.Option{ID: b.ID, Name: b.Name})
		}
	}
	return bots
}

// enterable lists the viewer's own BOT accounts that may enter it.
func (in Input) enterable() (bots []ui.Option) {
	t := in.Tournament
	if t.Bots == 0 || t.BotsFull() || t.State != league.Registration || !t.Closed.IsZero() {
		return nil
	}
	for _, b := range in.Owned {
		if _, there := t.Entrant(b.ID); !there {
			bots = append(bots, ui.Option{ID: b.ID, Name: b.Name})
		}
	}
	return bots
}

// BotsQuestion is what a page says of a question whether bots may play.
type BotsQuestion struct {
	Most string // "2 bots"; "": nobody is asked
	Open string // who has not answered
	You  bool   // the viewer is one of them
	May  bool   // the viewer may ask
}

func (in Input) botsQuestion(organiser bool) (q BotsQuestion) {
	t := in.Tournament
	q.May = organiser && t.State == league.Registration && t.Closed.IsZero() && t.Competition == "" && (t.NoBots || t.Bots > 0)
	most, open := t.AsksAboutBots()
	if most == 0 || t.State != league.Registration {
		return q
	}
	q.Most = botsText(strconv.Itoa(most))
	names := make([]string, len(open))
	for i, p := range open {
		names[i] = p.Name
		q.You = q.You || p.ID == in.Viewer.ID
	}
	q.Open = strings.Join(names, ", ")
	return q
}

// seededText says how the order was made where no lot was drawn.
func seededText(t league.Tournament) string {
	switch t.Seeding {
	case league.SeedRating:
		return "By rating at the start, the strongest first; who has none comes behind, by the order of entry."
	case league.SeedHand:
		return "By those who direct the tournament; whom they gave no seed comes behind, by rating."
	}
	return ""
}

// started adds what there is from the start on: tables, brackets and rounds, the lot, and how far it is.
func (in Input) started(p *Page) {
	t := in.Tournament
	p.Luck = study.NewLuckTable(study.LuckInput{URL: p.URL, Of: "of this tournament", List: in.Worth, By: in.Ask.Luck, Link: in.Ask.LuckAt(p.URL), Viewer: in.Viewer.ID})
	if in.Table != nil {
		group := ui.NewGroupTable(in.groupInput())
		p.Table = &group
	}
	for _, g := range in.Groups {
		p.Groups = append(p.Groups, ui.NewGroupTable(in.PartInput(g)))
	}
	if in.Bracket != nil {
		view := NewBracketView(in.bracketInput())
		p.Bracket = &view
	}
	if in.Drawing != nil {
		view := NewRoundsView(in)
		p.Rounds = &view
	}
	if p.Lot = newLotView(t); p.Lot != nil && in.Opened != nil {
		p.Lot.Key, p.Lot.Opened = hex.EncodeToString(in.Opened.Key[:]), in.Opened.At
	}
	switch {
	case t.State == league.Finished && in.Table != nil && p.Next == "" && len(t.Winners()) > 0:
		winner := in.Table.Rows()[0]
		p.Next = fmt.Sprintf("With %s from %s.", ui.PointsWord(winner.Points), ui.CountText(winner.Played, "game", "games"))
	case t.State == league.Running && t.Paused.IsZero():
		p.Headline, p.Next = in.runningText(p.Headline)
	}
}

// runningText says how far a tournament is that is being played, and what comes next; the usual headline stands
// where there is nothing better to say.
func (in Input) runningText(usual string) (headline, next string) {
	over := ui.CountText(in.gamesOver(), "game", "games")
	switch {
	case in.Bracket != nil:
		return bracketNow(in.Bracket)
	case in.Drawing != nil:
		headline, next = roundsNow(*in.Drawing)
		if won, can := in.canWin(in.Standings); won != "" || can != "" {
			next += " " + cmp.Or(can, won+".")
		}
		if in.Joins {
			next += " Players can still enter; the rounds that they missed pay nothing."
		}
		return headline, next
	case in.Format.Kind == league.GroupStages:
		return stagesNow(in)
	case in.Format.Kind == league.GroupsAndKnockOut:
		return "The groups are being played", fmt.Sprintf("%s of %d over. As soon as all groups are decided the knock-out is drawn, for the first of each.", over, len(in.Matches))
	case in.League != nil:
		return usual, fmt.Sprintf("%d of %s over.", matchesOver(in.League), ui.CountText(len(in.League.Matches), "team match", "team matches"))
	}
	next = fmt.Sprintf("%s of %d over.", over, len(in.Matches))
	if won, can := in.canWin(in.Table); won != "" {
		return won, next + " The rest decide the other places."
	} else if can != "" {
		next += " " + can
	}
	return usual, next + " When the last one ends, the final table stands and the winner is named."
}

// fewCanWin is up to how many names say who can win.
const fewCanWin = 3

// canWin says of a table who has won, if that is certain (R-CH-11), else who can; nothing before the first result. Who has no
// point and no game left cannot (R-TB-6).
func (in Input) canWin(t *table.Table) (won, can string) {
	if t == nil || !slices.ContainsFunc(t.Rows(), func(r league.Row) bool { return r.Played > 0 }) {
		return "", ""
	}
	var players []league.Player
	for _, r := range t.Rows() {
		if r.Out || r.Nothing || r.Best > 1 {
			continue
		}
		e, _ := in.Tournament.Entrant(r.Player)
		if players = append(players, e.Player); r.Worst == 1 && !t.Unearned(r) {
			return Starred(e.Player.Name, in.Tournament) + " has won", ""
		}
	}
	switch n := len(players); {
	case n == 0:
		return "", ""
	case n > fewCanWin:
		return "", ui.CountText(n, "player", "players") + " can win."
	}
	return "", NameList(players) + " can win."
}

// PartInput is what the table of a group of a first stage is built from.
func (in Input) PartInput(g GroupOf) ui.GroupInput {
	group := in.groupInput()
	group.ID, group.Title = string(g.Group), matchview.PartTitle(g.Group)
	group.Table, group.Matches, group.Winners, group.Needs, group.Odds = g.Table, g.Matches, nil, nil, g.Odds
	group.Days = g.Days
	for _, r := range g.Table.Rows() {
		if e, _ := in.Tournament.Entrant(r.Player); !e.Qualified.IsZero() {
			group.Winners = append(group.Winners, r.Player)
		}
	}
	if in.Format.Kind == league.GroupStages {
		in.stageInput(&group, g)
	}
	if in.Bracket == nil && in.Format.Kind == league.GroupsAndKnockOut {
		through := groups.Through(in.Tournament.Through, len(g.Table.Rows()))
		group.Needs = []int{through}
		if slices.ContainsFunc(g.Table.Rows(), func(r league.Row) bool { return r.Played > 0 }) { // before that all share the first rank
			group.Zones = []ui.Zone{{First: 1, Last: through, Class: "up", Text: "goes on", Chance: "the next round"}}
		}
	}
	if group.Ask.Group != group.ID {
		group.Ask = ui.TableAsk{Luck: in.Ask.Luck}
	}
	return group
}

// groupInput is what the table of a tournament of one group is built from.
func (in Input) groupInput() ui.GroupInput {
	t := in.Tournament
	group := ui.GroupInput{
		URL: ui.TournamentURL(t.ID), Viewer: in.Viewer.ID, Table: in.Table, Matches: in.Matches, Needs: []int{1}, Ask: in.Ask, Odds: in.Odds, Days: in.Days, Star: AsteriskText(t),
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

func newLotView(t league.Tournament) *LotView {
	lot, ok := t.Lot()
	if !ok {
		return nil
	}
	v := LotView{Link: hex.EncodeToString(lot.Link[:]), Gave: gaveTo(t)}
	for _, d := range lot.Draws {
		v.Throws = append(v.Throws, fmt.Sprintf("%d of %d", d.Face, d.Sides))
	}
	for _, id := range lot.Seeds {
		v.Seeds = append(v.Seeds, nameIn(t, id)) // who gave up their seat too
	}
	return &v
}

// gaveTo lists what was given to the draw of a tournament, in the order of entry, but for bots.
func gaveTo(t league.Tournament) (list []LotPart) {
	for _, d := range slices.Backward(t.Log) {
		if d.Act != league.ActClosed {
			continue
		}
		closed, _ := leaguelot.ParseClosing(d.Text)
		for _, e := range closed.Entries {
			if in, ok := t.Entrant(e.Player); !ok || in.Player.Kind != league.Bot {
				list = append(list, LotPart{nameIn(t, e.Player), e.Contribution})
			}
		}
		return list
	}
	return nil
}
