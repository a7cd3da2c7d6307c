package views

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

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

// TournamentsInput is what the list of tournaments is built from; they come
// without logs.
type TournamentsInput struct {
	Frame
	Games                   []engine.Game
	Formats                 []league.FormatInfo
	Open, Running, Finished []league.Tournament // the latest first
	Game, Format            string              // what alone is asked for; "": any
	State                   league.TournamentState
}

// TournamentsPage is the list of tournaments.
type TournamentsPage struct {
	Frame
	Lists                  []TournamentList
	Games, Formats, States []Option // of the filter
	Filtered               bool
}

// TournamentList is one of its lists.
type TournamentList struct {
	ID, Title string
	None      string // what is said of an empty one
	Lines     []TournamentLine
}

// TournamentLine is a tournament in a list.
type TournamentLine struct {
	URL, Name string
	Rules     string // "StreetSoccer, Little Golem"
	Shape     string // "4 players, each pair meets twice"
	Clock     string
	Organiser string
	Entered   string // "2 of 4 places taken"
	Winners   string // "Ann", of a finished one
	Star      string // explains its asterisk; "" if it has none
	Ended     time.Time
	In        bool // the viewer plays in it
}

// NewTournamentsPage builds the list of tournaments.
func NewTournamentsPage(in TournamentsInput) TournamentsPage {
	in.Title = "Tournaments"
	in.Description = "Tournaments open for entry, those being played, and who won the finished ones."
	p := TournamentsPage{
		Frame: in.Frame, Games: []Option{{Name: "Any game"}}, Formats: []Option{{Name: "Any format"}}, States: []Option{{Name: "All"}},
		Filtered: in.Game != "" || in.Format != "" || in.State != "",
	}
	for _, l := range []struct {
		state           league.TournamentState
		id, title, none string
		list            []league.Tournament
	}{
		{league.Registration, "open", "Open for entry", "None at the moment. Open one: others will find it here.", in.Open},
		{league.Running, "running", "Being played", "None at the moment.", in.Running},
		{league.Finished, "finished", "Finished", "No tournament has ended yet.", in.Finished},
	} {
		p.States = append(p.States, Option{ID: string(l.state), Name: l.title})
		if in.State != "" && in.State != l.state {
			continue
		}
		if in.Game != "" || in.Format != "" {
			l.none = "None of these."
		}
		p.Lists = append(p.Lists, TournamentList{l.id, l.title, l.none, tournamentLines(in.Games, l.list, in.Viewer.ID)})
	}
	for _, g := range in.Games {
		p.Games = append(p.Games, Option{ID: g.Info().ID, Name: g.Info().Name})
	}
	for _, f := range in.Formats {
		p.Formats = append(p.Formats, Option{ID: f.ID, Name: f.Name})
	}
	choose(p.Games, in.Game)
	choose(p.Formats, in.Format)
	choose(p.States, string(in.State))
	return p
}

func tournamentLines(games []engine.Game, list []league.Tournament, viewer string) []TournamentLine {
	var lines []TournamentLine
	for _, t := range list {
		_, in := t.Entrant(viewer)
		line := TournamentLine{
			URL: tournamentURL(t.ID), Name: t.Name, Rules: cupRules(games, t.Game, t.Variant), Shape: shapeText(t), Clock: cupClock(t.Control),
			Organiser: t.Organiser.Name, Entered: takenText(t),
			Winners: starred(winnersText(t), t), Star: t.AsteriskText(), Ended: t.Ended, In: in,
		}
		if t.State != league.Registration {
			line.Entered = countText(len(t.Entries), "player", "players")
			if t.Boards > 0 {
				line.Entered = countText(len(t.Teams), "team", "teams")
			}
		}
		lines = append(lines, line)
	}
	return lines
}

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

// cupRules names a game with its variant.
func cupRules(games []engine.Game, id, variant string) string {
	if g := gameOf(games, id); g != nil {
		return rulesName(g.Info(), variant)
	}
	return id
}

// cupClock names a time control.
func cupClock(id string) string {
	for _, c := range controls() {
		if c.ID == id {
			return c.Name
		}
	}
	return id
}

// cupClockText names a tournament's clock, and says so where it stops for nobody (R-VA-4) and
// where only those see it who may.
func cupClockText(t league.Tournament) string {
	text := cupClock(t.Control) + " clock"
	if t.NoVacation {
		text += ", no vacation"
	}
	if t.CloseWin {
		text += ", close wins pay 4 – 1"
	}
	if t.Private {
		text += ", private"
	}
	return text
}

// mayWithdraw says that a player has a seat in a tournament that is being played.
func mayWithdraw(t league.Tournament, player league.Player) bool {
	e, in := t.Entrant(player.ID)
	return in && player.Kind == league.Member && t.State == league.Running && !t.Rolling && !t.Waits(e) && e.Out == league.Stays
}

// shapeText says how often pairs meet.
func shapeText(t league.Tournament) string {
	if t.Duplicate {
		return meetingsText(t) + ", duplicate dice"
	}
	return meetingsText(t)
}

func meetingsText(t league.Tournament) string {
	legs := countText(t.Cycles, "game", "games")
	switch {
	case isKnockOut(t):
		return "ties of " + legs
	case isStaged(t):
		return "groups, then ties of " + legs
	case t.Boards > 0:
		return fmt.Sprintf("teams of %d, each pair meets %s", t.Boards, []string{"", "once", "twice"}[min(max(t.Cycles, 0), 2)])
	case isInStages(t):
		return "groups stage after stage, " + []string{"", "each pair meets once", "each pair meets twice"}[min(max(t.Cycles, 0), 2)]
	case isSwiss(t) && t.Rounds > 0:
		return countText(t.Rounds, "round", "rounds") + " of " + legs + " each"
	case isSwiss(t):
		return "rounds of " + legs + " each"
	}
	return []string{"", "each pair meets once", "each pair meets twice", "each pair meets three times"}[min(max(t.Cycles, 0), 3)]
}

// leastWhat says what it takes some of to start a tournament.
func leastWhat(t league.Tournament) string {
	if t.Boards > 0 {
		return "complete teams"
	}
	return "players"
}

// placesWord says what takes the places of a tournament.
func placesWord(t league.Tournament) string {
	if t.Boards > 0 {
		return "teams"
	}
	return "places"
}

func countText(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

// nameList writes names as they are spoken: "Ann, Bob and Cleo".
func nameList(players []league.Player) string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = p.Name
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
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

// LogLine is a line of a tournament's log.
type LogLine struct {
	At   time.Time
	Text string
	Seq  int  // its number in the log
	New  bool // the viewer has not seen it yet
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

// conditionTexts says what is asked of those who enter.
func conditionTexts(t league.Tournament) (list []string) {
	if t.ByInvite {
		list = append(list, "Players enter by invitation")
	}
	if w := t.Window; !w.Open() {
		list = append(list, "For ratings "+strings.TrimPrefix(w.String(), "for "))
	}
	if t.Finished > 0 {
		list = append(list, fmt.Sprintf("For players who have finished %s", countText(t.Finished, "game", "games")))
	}
	if t.Flagged > 0 {
		list = append(list, fmt.Sprintf("For players who lost at most %d %% of their last 50 games on time", t.Flagged))
	}
	if t.Password {
		list = append(list, "Opens with a word that "+t.Organiser.Name+" gives")
	}
	if t.NoBots {
		list = append(list, "Without bots")
	}
	return list
}

// nowText says in words how far a tournament is and what comes next.
func nowText(t league.Tournament, organiser, entered bool, least int) (state, headline, next string) {
	switch t.State {
	case league.Registration:
		return "Open for entry", placesText(t), startText(t, organiser, least)
	case league.Running:
		if t.Boards > 0 && t.Paused.IsZero() {
			return "Being played", "The teams play", ""
		}
		if !t.Paused.IsZero() {
			return "Paused", "This tournament is paused", "No games begin, and all clocks stand still until it goes on."
		}
		return "Being played", "All games have begun", ""
	case league.Cancelled:
		return "Cancelled", cancelledText(t), cancelledEffect(t)
	}
	winners := t.Winners()
	if t.Boards > 0 {
		return "Finished", starred(winningTeams(t), t) + " wins", ""
	}
	if len(winners) == 1 {
		return "Finished", starred(winners[0].Name, t) + " wins", ""
	}
	return "Finished", starred(nameList(winners), t) + " share first place", "They are level on everything that counts."
}

func placesText(t league.Tournament) string {
	if t.Boards > 0 {
		return fmt.Sprintf("%d of %d teams, %d of them complete", len(t.Teams), t.Places, len(t.Complete()))
	}
	switch free := max(0, t.Places-len(t.Entries)); free {
	case 0:
		return "All places are taken"
	case 1:
		return "One place is free"
	default:
		return fmt.Sprintf("%d places are free", free)
	}
}

// startText says when a tournament starts, and what that means.
func startText(t league.Tournament, organiser bool, least int) string {
	who := t.Organiser.Name + " says"
	if organiser {
		who = "you say"
	}
	players, full := leastWhat(t), "all places are taken"
	if t.Boards > 0 {
		full = fmt.Sprintf("%d teams are complete", t.Places)
	}
	when := fmt.Sprintf("It starts when %s so, from %d %s on.", who, least, players)
	if t.WhenFull {
		when = fmt.Sprintf("It starts by itself as soon as %s.", full)
		if organiser {
			when += fmt.Sprintf(" You can start it before that, from %d %s on.", least, players)
		}
	}
	if !t.Starts.IsZero() {
		when = fmt.Sprintf("It starts on %s with at least %d %s, and is cancelled with fewer.", moment(t.Starts), max(t.Least, least), players)
	}
	switch {
	case t.Boards > 0 && t.AtOnce:
		return when + " Then all team matches begin at once: two games at each board."
	case t.Boards > 0:
		return when + " Then each team plays one team match at a time: two games at each board."
	case isKnockOut(t):
		return when + " Then the bracket is drawn, and the first round begins. Who loses a tie is out." + thirdText(t)
	case isInStages(t):
		return when + " Then the groups are drawn, and all their games begin at once. The first of each group meet in groups again, until one is left."
	case isSwiss(t):
		return when + " Then the first round is drawn. Each round begins when the one before is over, and everybody meets somebody who stands level."
	case isStaged(t):
		return when + " Then the groups are drawn, and all their games begin at once. The first of each group go on to a knock-out." + thirdText(t)
	}
	each := (t.Places - 1) * t.Cycles
	return fmt.Sprintf("%s Then all games begin at once: %s for each of %d players.", when, countText(each, "game", "games"), t.Places)
}

// thirdText says that a third place is played for; nothing if it is not.
func thirdText(t league.Tournament) string {
	if !t.ThirdPlace {
		return ""
	}
	return " The losers of the semi-finals play for third while the final is played."
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

// partTitle names a group: "Group 2" of "s1/g2" and of "g2", "Stage 2, group 1" of "s2/g1".
func partTitle(g league.Group) string {
	stage, group, staged := strings.Cut(string(g), "/")
	if !staged || stage == "s1" {
		return "Group " + string(g[strings.LastIndexByte(string(g), 'g')+1:])
	}
	return "Stage " + strings.TrimPrefix(stage, "s") + ", group " + strings.TrimPrefix(group, "g")
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

// sonText writes SON, which is counted in hundredths.
func sonText(son int) string { return strconv.FormatFloat(float64(son)/100, 'f', -1, 64) }

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

func pointsWord(p league.Points) string {
	if p == 10 {
		return "1 point"
	}
	return pointsText(p) + " points"
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

// logLines tells a tournament's log, the latest first.
func logLines(games []engine.Game, t league.Tournament) []LogLine {
	var lines []LogLine
	for _, d := range t.Log {
		if text := decisionText(games, t, d); text != "" {
			lines = append(lines, LogLine{At: d.At, Text: text, Seq: d.Seq})
		}
	}
	slices.Reverse(lines)
	return lines
}

func decisionText(games []engine.Game, t league.Tournament, d league.Decision) string {
	switch d.Act {
	case league.ActCreated:
		if terms, err := league.ParseTerms(d.Text); err == nil {
			t.TournamentTerms = terms // as they were then
		}
		return fmt.Sprintf("%s opened the tournament: %s, %d %s, %s, %s.",
			d.By.Name, cupRules(games, t.Game, t.Variant), t.Places, placesWord(t), shapeText(t), cupClockText(t))
	case league.ActEntered:
		switch {
		case d.By.ID == "":
			return fmt.Sprintf("%s entered: %s.", d.Player.Name, d.Text)
		case d.By.ID != d.Player.ID:
			return fmt.Sprintf("%s invited the bot %s.", d.By.Name, d.Player.Name)
		}
		return d.Player.Name + " entered."
	case league.ActLeft:
		switch {
		case d.By.ID == "":
			return fmt.Sprintf("%s is no longer in: %s.", d.Player.Name, d.Text)
		case d.By.ID != d.Player.ID && d.Player.Kind != league.Bot:
			return fmt.Sprintf("%s took out %s: %s.", d.By.Name, d.Player.Name, d.Text)
		case d.By.ID != d.Player.ID:
			return fmt.Sprintf("%s took out the bot %s.", d.By.Name, d.Player.Name)
		}
		return d.Player.Name + " left."
	case league.ActStarted:
		drawn := ""
		if lot := newLotView(t); lot != nil {
			drawn = " The lot drew the order: " + strings.Join(lot.Seeds, ", ") + "."
		}
		switch {
		case d.By.ID == "" && t.WhenFull:
			return "The tournament was full and started." + drawn
		case d.By.ID == "":
			return "The tournament started." + drawn
		}
		return d.By.Name + " started the tournament." + drawn
	case league.ActFinished:
		return "The last game ended. " + nowTextOf(t) + "."
	case league.ActCancelled:
		if d.By.ID == "" {
			return "The tournament was cancelled: " + d.Text + "."
		}
		return d.By.Name + " cancelled the tournament" + becauseText(d.Text)
	case league.ActReplaced:
		old, reason, _ := strings.Cut(d.Text, " ")
		return fmt.Sprintf("%s took over the seat of %s: %s.", d.Player.Name, nameIn(t, old), reason)
	}
	if text := cmp.Or(deskText(t, d), teamText(t, d), notedText(t, d)); text != "" {
		return text
	}
	return rulingText(d)
}

// rulingText tells what was ruled in a tournament that is being played; the text of the
// ruling cites its rule.
func rulingText(d league.Decision) string {
	first, reason, _ := strings.Cut(d.Text, " ")
	switch d.Act {
	case league.ActPlaced:
		return fmt.Sprintf("%s is now on place %s: %s.", d.Player.Name, first, reason)
	case league.ActQualified:
		return fmt.Sprintf("%s goes on from here: %s.", d.Player.Name, d.Text)
	case league.ActStruck:
		effect := "what was not over is lost"
		if league.Exit(first) == league.Voided {
			effect = "no result counts any more"
		}
		return fmt.Sprintf("%s is out, and %s: %s.", d.Player.Name, effect, reason)
	case league.ActReplaced:
		return fmt.Sprintf("%s took over a seat: %s.", d.Player.Name, reason)
	case league.ActCounted:
		return "A game was counted: " + reason + "."
	case league.ActRuled:
		return d.Text + "."
	}
	return "" // what else a format notes of a player is its own
}

func nowTextOf(t league.Tournament) string {
	_, headline, _ := nowText(t, false, false, 0)
	return headline
}
