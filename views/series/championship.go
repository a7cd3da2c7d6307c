package series

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/formats/championship"
	"kickabout/league/odds"
	"kickabout/league/table"
	"kickabout/views/study"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// groupTitle names a group for people: "Group 2.3", "Division 1" for the only one on top.
func groupTitle(g league.Group) string {
	level, n := championship.ParseGroup(g)
	if level == 1 {
		return "Division 1"
	}
	return fmt.Sprintf("Group %d.%d", level, n)
}

// ChampionshipInput is what the page of a championship is built from.
type ChampionshipInput struct {
	ui.Frame
	Games       []engine.Game
	Competition league.Competition
	Seasons     []league.Tournament // by their opening, without logs
	Error       string              // why something was not done
}

// ChampionshipPage is the page of a championship.
type ChampionshipPage struct {
	ui.Frame
	Name  string // "StreetSoccer, Little Golem"
	URL   string
	Error string

	Successor ui.Link     // of a championship by retired rules
	Now       *SeasonLine // that is being played
	Next      NextSeason
	Past      []SeasonLine // the latest first
	In        bool         // the viewer plays in it, or has entered the next season
	Summary   string       // in a list of championships
}

// SeasonLine is a season in short.
type SeasonLine struct {
	Name, URL string
	Players   string // "32 players in 4 groups"
	Champion  string // names; "" as long as there is none
	Star      string // explains its asterisk; "" if it has none
	Dates     []DateLine
	Mine      *GroupLink // the viewer's group
}

// GroupLink leads to a group.
type GroupLink struct{ Name, URL string }

// DateLine is a date that matters.
type DateLine struct {
	What string
	At   time.Time
	Past bool
}

// NextSeason is the season that takes entries, or when one will.
type NextSeason struct {
	Name     string // "" as long as it is not open
	Entry    string // where its forms go
	Stay     string // likewise
	Dates    []DateLine
	Entered  string // "12 players have entered"
	Headline string
	Says     string // what it means for the viewer
	Enter    bool
	Leave    bool
	Asked    bool // whether they stay
	SignUp   bool
}

// NewChampionshipPage builds the page of a championship.
func NewChampionshipPage(in ChampionshipInput) ChampionshipPage {
	c := in.Competition
	p := ChampionshipPage{Frame: in.Frame, Name: ui.GameRules(in.Games, c.Game, c.Variant), URL: ui.ChampionshipURL(c), Error: in.Error, Successor: successorOf(in.Games, c)}
	p.Title = "Championship: " + p.Name
	p.Feed = p.URL + "/feed.atom"
	p.Description = "Seasons, divisions and champions of " + p.Name + "."
	var running, open *league.Tournament
	for i, t := range in.Seasons {
		switch t.State {
		case league.Running:
			running = &in.Seasons[i]
		case league.Registration:
			open = &in.Seasons[i]
		case league.Finished:
			p.Past = append(p.Past, in.season(t))
		}
	}
	slices.Reverse(p.Past)
	if running != nil {
		line := in.season(*running)
		p.Now, p.In = &line, line.Mine != nil
	}
	p.Next = in.next(open, in.lastStarted())
	if !in.Site.Runs(c) {
		p.Next.close(open)
	}
	p.In = p.In || p.Next.Leave
	p.Summary = p.summary()
	if !in.Site.Runs(c) {
		p.Summary = closedState + ". " + p.Summary
	}
	return p
}

func (in ChampionshipInput) lastStarted() time.Time {
	var started time.Time
	for _, t := range in.Seasons {
		if t.Started.After(started) {
			started = t.Started
		}
	}
	return started
}

func (p ChampionshipPage) summary() string {
	switch {
	case p.Now != nil:
		return p.Now.Name + ": " + p.Now.Players
	case len(p.Past) > 0:
		return p.Past[0].Name + ": champion " + p.Past[0].Champion
	}
	return "The first season is to come."
}

// season tells a season that has started.
func (in ChampionshipInput) season(t league.Tournament) SeasonLine {
	groups := t.Groups()
	seated := 0
	var champions []league.Player
	for _, e := range t.Entries {
		if !t.Waits(e) {
			seated++
		}
		if e.Winner && e.Group == championship.GroupName(1, 1) {
			champions = append(champions, e.Player)
		}
	}
	line := SeasonLine{
		Name: championship.SeasonName(t.Edition), URL: ui.SeasonURL(t), Champion: tournament.Starred(tournament.NameList(champions), t), Star: tournament.AsteriskText(t),
		Players: ui.CountText(seated, "player", "players") + " in " + ui.CountText(len(groups), "group", "groups"), Dates: seasonDates(t, in.Frame.Now),
	}
	if e, ok := t.Entrant(in.Viewer.ID); ok && !t.Waits(e) {
		line.Mine = &GroupLink{groupTitle(e.Group), ui.GroupURL(t, e.Group)}
	}
	return line
}

// seasonDates lists the dates of a season that has started (R-CH-9).
func seasonDates(t league.Tournament, now time.Time) []DateLine {
	dates := []DateLine{{"Started", t.Started, true}}
	if !t.Ended.IsZero() {
		return append(dates, DateLine{"Ended", t.Ended, true})
	}
	if t.Profile == championship.LG {
		return dates
	}
	for _, d := range []DateLine{
		{What: "All clocks change to fast", At: championship.SoftEnd(t)},
		{What: "Games still running are decided by their boards", At: championship.HardEnd(t)},
	} {
		d.Past = !now.Before(d.At)
		dates = append(dates, d)
	}
	return dates
}

// next tells the season that takes entries, or when one will.
func (in ChampionshipInput) next(open *league.Tournament, started time.Time) NextSeason {
	if open == nil {
		n := NextSeason{Headline: "Entries open soon", Says: "The next season opens for entry by itself."}
		if !started.IsZero() {
			n.Headline = "Entries open at half time"
			n.Says = "The next season opens for entry at half time of this one. Who plays this season is entered again by the site."
			n.Dates = []DateLine{{What: "Entries open", At: championship.Opens(started)}}
		}
		return n
	}
	t, now := *open, in.Frame.Now
	e, entered := t.Entrant(in.Viewer.ID)
	takes := now.Before(t.Closes)
	n := NextSeason{
		Name: championship.SeasonName(t.Edition), Entry: ui.TournamentURL(t.ID), Stay: ui.TournamentURL(t.ID) + "/confirmation",
		Dates:    []DateLine{{"Entries close", t.Closes, !takes}, {"It starts", t.Starts, false}},
		Headline: "Open for entry", Entered: ui.CountText(len(t.Entries), "player has entered", "players have entered"),
		Enter: takes && !entered && in.Viewer.Kind == league.Member, Leave: entered, SignUp: takes && in.Viewer.Kind != league.Member,
		Asked: takes && entered && e.Note == championship.NoteAsked,
	}
	switch {
	case n.Asked:
		n.Says = "You played last season, but either lost many games on time or have been away for long. Keep your place? Without an answer it is given back when entries close."
	case entered && e.Note == championship.NoteRenewed:
		n.Says = "You are in: who played last season is entered again by the site. Leave if you do not want to play."
	case entered:
		n.Says = "You are in."
	case !takes:
		n.Headline, n.Says = "Entries have closed", "The groups are drawn when it starts."
	case len(t.Entries) < championship.Format{}.Info().MinEntries:
		n.Says = fmt.Sprintf("It starts with at least %d players; with fewer the start moves to the next date.", championship.Format{}.Info().MinEntries)
	default:
		n.Says = "Everybody plays everybody else in the group twice. The first two of a group go up, those from the sixth place on go down."
	}
	return n
}

// close says that nobody enters any more, and that no further season opens.
func (n *NextSeason) close(open *league.Tournament) {
	if open == nil || len(open.Entries) == 0 {
		*n = NextSeason{Headline: closedState, Says: closedText}
		return
	}
	n.Headline, n.Enter, n.SignUp = closedState, false, false
	n.Dates = []DateLine{{"It starts", open.Starts, false}}
	if !n.Leave {
		n.Says = closedText
	}
}

// ChampionshipsPage lists the championships.
type ChampionshipsPage struct {
	ui.Frame
	List []ChampionshipPage
}

// NewChampionshipsPage builds the list of championships.
func NewChampionshipsPage(f ui.Frame, list []ChampionshipInput) ChampionshipsPage {
	f.Title = "Championship"
	f.Description = "Divisions with promotion and relegation, two seasons a year, for each game."
	p := ChampionshipsPage{Frame: f}
	for _, in := range list {
		in.Frame = f
		p.List = append(p.List, NewChampionshipPage(in))
	}
	return p
}

// SeasonInput is what the pages of a season are built from.
type SeasonInput struct {
	ui.Frame
	Games      []engine.Game
	Tournament league.Tournament // with its log
	Groups     []SeasonGroup     // all of them, or the one that is shown
	Ask        ui.TableAsk
	Worth      []assessment.PlayerLuck // of the season, or of the group that is shown
	Directs    bool                    // the viewer directs it
}

// SeasonGroup is a group as it stands.
type SeasonGroup struct {
	Group   league.Group
	Table   *table.Table
	Matches []league.Match // by key, without logs
	Odds    *odds.Group    // nil where none are published
	Days    []odds.DayOdds
}

// Pyramid is the page of a season: its divisions and groups as a picture.
type Pyramid struct {
	ui.Frame
	Name   string // "May 2027"
	Rules  string
	URL    string // of the season
	Home   string // of the championship
	State  string
	Season SeasonLine
	Over   string // "120 of 450 games are over"
	Levels []PyramidLevel
	Story  SeasonStory
	Luck   *study.LuckTable
	Log    []tournament.LogLine

	Tournament string               // address of it as a tournament
	Seat       *tournament.SeatCall // that the viewer is asked to play for somebody; nil: they are not
	Desk       bool                 // the viewer may open its organiser page
}

// PyramidLevel is a division.
type PyramidLevel struct {
	Number int
	Groups []PyramidGroup
}

// PyramidGroup is a group in the picture.
type PyramidGroup struct {
	Name, URL string
	Leader    string // who leads, or has won: "Ann"
	Leads     string // "18 points, 3 ahead, 4 left"
	Stakes    []Stake
	Mine      string // "You are 3rd with 12 points"; "" in other groups
	Seats     []PyramidSeat
	Over      int // matches
	Total     int
	Decided   bool
	Done      bool
	Label     string // of the picture, for who cannot see it
}

// PyramidSeat is a rank of a group: what becomes of it, and whether that is certain.
type PyramidSeat struct {
	X, Class string
}

// NewPyramid builds the page of a season. An error says that its tables do not fit its matches.
func NewPyramid(in SeasonInput) (Pyramid, error) {
	t := in.Tournament
	c, _ := league.ParseCompetition(t.Competition)
	p := Pyramid{
		Frame: in.Frame, Name: championship.SeasonName(t.Edition), Rules: ui.GameRules(in.Games, t.Game, t.Variant), URL: ui.SeasonURL(t), Home: ui.ChampionshipURL(c),
		Season: ChampionshipInput{Frame: in.Frame}.season(t), State: map[bool]string{true: "Finished", false: "Being played"}[t.State == league.Finished],
	}
	p.Tournament, p.Seat, p.Desk = ui.TournamentURL(t.ID), tournament.NewSeatCall(t, in.Viewer, in.Now), in.Directs && t.State == league.Running
	p.Title = "Championship " + p.Name + ": " + p.Rules
	p.Feed = p.Home + "/feed.atom"
	p.Description = "The divisions and groups of the season " + p.Name + "."
	p.Luck = study.NewLuckTable(study.LuckInput{URL: p.URL, Of: "of this season", List: in.Worth, By: in.Ask.Luck, Link: ui.TableAsk{}.LuckAt(p.URL), Viewer: in.Viewer.ID})
	over, total := 0, 0
	standings := make([]championship.Standing, len(in.Groups))
	for i, g := range in.Groups {
		standings[i] = championship.Standing{Group: g.Group, Table: g.Table, Matches: g.Matches}
	}
	review, err := championship.ReviewOf(standings)
	if err != nil {
		return Pyramid{}, err
	}
	for i, g := range in.Groups {
		level, _ := championship.ParseGroup(g.Group)
		for len(p.Levels) < level {
			p.Levels = append(p.Levels, PyramidLevel{Number: len(p.Levels) + 1})
		}
		tile := in.tile(g)
		tile.lead(in, review.Leads[i])
		over, total = over+tile.Over, total+tile.Total
		p.Levels[level-1].Groups = append(p.Levels[level-1].Groups, tile)
	}
	p.Over = fmt.Sprintf("%d of %s over", over, ui.CountText(total, "game", "games"))
	p.Story = in.story(review)
	p.Log = in.log(func(d league.Decision) bool {
		return d.Player.ID == "" || d.Act == league.ActSought || d.Act == league.ActDeclined // who is asked is in no group
	})
	return p, nil
}

// tile draws a group of the pyramid.
func (in SeasonInput) tile(g SeasonGroup) PyramidGroup {
	t := in.Tournament
	level, _ := championship.ParseGroup(g.Group)
	rows := g.Table.Rows()
	tile := PyramidGroup{Name: groupTitle(g.Group), URL: ui.GroupURL(t, g.Group), Total: len(rows) * (len(rows) - 1) / 2 * t.Cycles}
	for _, m := range g.Matches {
		if m.State.Outcome.Over() {
			tile.Over++
		}
	}
	tile.Over = min(tile.Over, tile.Total) // games of somebody whose seat another one took do not count
	tile.Decided, tile.Done = championship.Settled(level, g.Table), t.State == league.Finished
	for i, r := range rows {
		if in.Viewer.ID != "" && r.Player == in.Viewer.ID {
			tile.Mine = "You play here"
			if r.Played > 0 {
				tile.Mine = fmt.Sprintf("You are %s with %s", ui.Ordinal(r.Rank), ui.PointsWord(r.Points))
			}
		}
		tile.Seats = append(tile.Seats, PyramidSeat{strconv.Itoa(i * 10), seatClass(level, i+1, r, r.Player == in.Viewer.ID)})
	}
	tile.Label = fmt.Sprintf("%s: %s, %d of %d games over", tile.Name, ui.CountText(len(rows), "player", "players"), tile.Over, tile.Total)
	return tile
}

// seatClass says how a place is drawn: what it comes to, and whether that is certain.
func seatClass(level, place int, r league.Row, mine bool) string {
	class := map[championship.Fate]string{championship.Champion: "up", championship.Promoted: "up", championship.Stays: "stay", championship.Falls: "down"}[championship.FateOfRow(level, r, place)]
	if championship.FateOfRow(level, r, r.Best) == championship.FateOfRow(level, r, r.Worst) {
		class += " sure"
	}
	if mine {
		class += " mine"
	}
	return class
}

// log tells those lines of a season's log that are asked for, the latest first.
func (in SeasonInput) log(which func(league.Decision) bool) []tournament.LogLine {
	var lines []tournament.LogLine
	for _, d := range in.Tournament.Log {
		if text := cmp.Or(tournament.CorrectionText(in.Tournament, d), tournament.SubstituteText(in.Tournament, d), seasonText(d)); text != "" && which(d) {
			lines = append(lines, tournament.LogLine{At: d.At, Text: text, Seq: d.Seq})
		}
	}
	slices.Reverse(lines)
	return lines
}

// seasonText tells a decision in a season that has started; "" for what was before.
func seasonText(d league.Decision) string {
	switch d.Act {
	case league.ActStarted:
		return "The season started: players were placed by what they earned, and the groups drawn in snake order (R-CH-6, R-CH-8)."
	case league.ActFinished:
		return "The last game ended; the season is complete."
	case league.ActTold:
		return d.Text + "."
	case league.ActNoted:
		return fateText(d.Player.Name, championship.Fate(d.Text))
	case league.ActDelayed:
		return tournament.DelayText(d)
	case league.ActEntered, league.ActLeft, league.ActCreated:
		return ""
	}
	return tournament.RulingText(d)
}

func fateText(name string, fate championship.Fate) string {
	switch fate {
	case championship.Champion:
		return "It is settled that " + name + " is the champion (R-CH-11)."
	case championship.Promoted:
		return "It is settled that " + name + " goes up (R-CH-11)."
	case championship.Stays:
		return "It is settled that " + name + " stays in this division (R-CH-11)."
	case championship.Falls:
		return "It is settled that " + name + " goes down, if there is a division below and no place stays free (R-CH-11)."
	}
	return ""
}

// ChampionshipGroup is the page of a group.
type ChampionshipGroup struct {
	ui.Frame
	Name    string // "Group 2.3"
	Rules   string
	Season  string // "May 2027"
	URL     string
	Pyramid string // its address
	State   string
	Dates   []DateLine
	Facts   []string
	Table   ui.GroupTable
	Luck    *study.LuckTable
	Log     []tournament.LogLine

	Withdraw string // where the viewer can withdraw; "": they do not play here
}

// NewChampionshipGroup builds the page of a group, the only one of the input.
func NewChampionshipGroup(in SeasonInput) ChampionshipGroup {
	t, g := in.Tournament, in.Groups[0]
	p := ChampionshipGroup{
		Frame: in.Frame, Name: groupTitle(g.Group), Rules: ui.GameRules(in.Games, t.Game, t.Variant), Season: championship.SeasonName(t.Edition),
		URL: ui.GroupURL(t, g.Group), Pyramid: ui.SeasonURL(t), State: "Being played", Dates: seasonDates(t, in.Now), Table: ui.NewGroupTable(in.groupInput(g)),
		Log:   in.log(func(d league.Decision) bool { return true }),
		Facts: []string{ui.GameRules(in.Games, t.Game, t.Variant), ui.Upper(tournament.ShapeText(t)), tournament.CupClock(t.Control) + " clock"},
	}
	p.Luck = study.NewLuckTable(study.LuckInput{URL: p.URL, Of: "of this group", List: in.Worth, By: in.Ask.Luck, Link: in.Ask.LuckAt(p.URL), Viewer: in.Viewer.ID})
	if e, ok := t.Entrant(in.Viewer.ID); ok && e.Group == g.Group && tournament.MayWithdraw(t, in.Viewer) {
		p.Withdraw = ui.TournamentURL(t.ID) + "/withdrawal"
	}
	if t.Profile != championship.LG {
		p.Facts = append(p.Facts, "8 games at once at most")
	}
	if t.State == league.Finished {
		p.State = "Finished"
	}
	p.Title = fmt.Sprintf("%s, championship %s: %s", p.Name, p.Season, p.Rules)
	p.Description = fmt.Sprintf("The table of %s in the championship %s of %s.", p.Name, p.Season, p.Rules)
	return p
}

// groupInput is what the table of a group is built from.
func (in SeasonInput) groupInput(g SeasonGroup) ui.GroupInput {
	t := in.Tournament
	level, _ := championship.ParseGroup(g.Group)
	group := ui.GroupInput{
		URL: ui.GroupURL(t, g.Group), Viewer: in.Viewer.ID, Table: g.Table, Matches: g.Matches, Ask: in.Ask, Odds: g.Odds, Days: g.Days, Ends: zones(level), Star: tournament.AsteriskText(t),
		Player: func(id string) league.Player {
			e, _ := t.Entrant(id)
			return e.Player
		},
		Needs: championship.Cuts(level),
	}
	if slices.ContainsFunc(g.Table.Rows(), func(r league.Row) bool { return r.Played > 0 }) { // before that all share the first rank
		group.Zones = zones(level)
	}
	for _, e := range t.Entries {
		if e.Winner && e.Group == g.Group {
			group.Winners = append(group.Winners, e.Player.ID)
		}
	}
	return group
}

// zones says what becomes of the ranks of a level (R-CH-5).
func zones(level int) []ui.Zone {
	cuts := championship.Cuts(level)
	up := ui.Zone{First: 1, Last: cuts[0], Class: "up", Text: "goes up", Chance: "promotion"}
	if level == 1 {
		up.Text, up.Chance, up.Wins = "champion", "the title", "the title"
	}
	return []ui.Zone{up, {First: cuts[0] + 1, Last: cuts[1], Class: "", Text: "stays"}, {First: cuts[1] + 1, Last: 99, Class: "down", Text: "goes down"}}
}

// GroupLinks leads to the tables in which a player plays.
func GroupLinks(playing []league.Tournament, viewer string) []GroupLink {
	var links []GroupLink
	for _, t := range playing {
		link := GroupLink{Name: t.Name, URL: ui.TournamentURL(t.ID)}
		if e, ok := t.Entrant(viewer); ok && t.Format == championship.ID {
			link.Name, link.URL = link.Name+", "+groupTitle(e.Group), ui.GroupURL(t, e.Group)
		}
		links = append(links, link)
	}
	return links
}
