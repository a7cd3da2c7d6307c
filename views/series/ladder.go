package series

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/ladders"
	"kickabout/views/study"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// LaddersInput is what the list of ladders is built from.
type LaddersInput struct {
	ui.Frame
	Ladders []ladders.Line
}

// LaddersPage is the list of ladders.
type LaddersPage struct {
	ui.Frame
	Ladders []LadderCard
}

// LadderCard is a ladder in the list.
type LadderCard struct {
	Title, URL string
	Players    string // "12 players"
	Top        string // name; "" if nobody is in
	Mine       string // "You are 3rd"; "" if the viewer is not in
}

// NewLaddersPage builds the list of ladders.
func NewLaddersPage(in LaddersInput) LaddersPage {
	in.Title = "Ladders"
	in.Description = "Ladders: enter at the bottom and climb by beating players above you, one for every game."
	p := LaddersPage{Frame: in.Frame}
	for _, l := range in.Ladders {
		card := LadderCard{Title: l.Title, URL: ui.LadderURL(l.Competition), Players: ui.CountText(l.Players, "player", "players"), Top: l.Top.Name}
		if !in.Site.Runs(l.Competition) {
			card.Players = closedState + ": " + card.Players
		}
		if l.Mine > 0 {
			card.Mine = "You are " + ui.Ordinal(l.Mine)
		}
		p.Ladders = append(p.Ladders, card)
	}
	return p
}

// LadderAsk is how a ladder's table is asked for: its order, and which part of it.
type LadderAsk struct {
	Sort string // a key of ladderSorts; "" for the places
	Page int    // 1, 2, …; 0: the one that the viewer is on
	Luck string // a key of luckSorts; "" for the best without luck first
}

// query is the ask as the end of an address, "" if nothing is asked.
func (a LadderAsk) query() string {
	q := url.Values{}
	if a.Sort != "" {
		q.Set("sort", a.Sort)
	}
	if a.Page > 0 {
		q.Set("page", strconv.Itoa(a.Page))
	}
	if a.Luck != "" {
		q.Set("luck", a.Luck)
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// LadderInput is what a ladder's page is built from.
type LadderInput struct {
	ui.Frame
	Games  []engine.Game
	Ladder ladders.View
	Ask    LadderAsk
	Worth  []assessment.PlayerLuck // of the last three months
	Error  string                  // why something was not done
}

// How much of a ladder a page shows.
const (
	ladderRowsShown    = 100
	ladderRunningShown = 20
	ladderNewsShown    = 25
)

// LadderPage is the page of a ladder.
type LadderPage struct {
	ui.Frame
	URL, Title, State string
	Successor         ui.Link // of a ladder by retired rules
	Facts             []string
	Headline, Next    string
	Error             string
	Entry             string // where to enter and leave; "" before the ladder has opened
	Enter, SignUp     bool
	Seat              *LadderSeatView // the viewer's; nil if they are not in
	Range             []LadderCandidate
	RangeText         string    // why there is nobody, or nobody can be challenged
	Weeks             *ui.Chart // the viewer's place by week; nil before the second one
	Mine              []LadderGame
	Running           []LadderGame
	RunningLeft       int // running games that are not listed
	Heads             []ui.SortLink
	Rows              []LadderLine
	Pages             []LadderPageLink
	News              []LadderNews
	Reigns            []LadderReign
	Luck              *study.LuckTable // nil before the ladder has opened
	Months            []MonthLink
}

// LadderSeatView is what the viewer has set for themselves, in words.
type LadderSeatView struct {
	Place    int
	Signs    []string // "You want to leave …"
	Manual   bool
	Leaving  bool
	Holding  bool
	HoldText string // what holding means now
	CanHold  bool
	Resume   bool   // they may end the hold now
	IdleText string // when a place is lost by letting games wait (R-LA-8)
}

// LadderCandidate is a player in the viewer's range.
type LadderCandidate struct {
	Place         int
	ID, Name, URL string
	Why           string // ""; the viewer can challenge them
}

// LadderGame is a running match of a ladder.
type LadderGame struct {
	URL                   string
	Challenger, Opponent  string
	Score, Turn           string // "2:1", "Ann to move"
	Yours                 bool   // the viewer is to move
	Deadline, DeadlineFor string // for the datetime attribute and for people
}

// LadderLine is a line of the table.
type LadderLine struct {
	Place       int
	Name, URL   string
	You         bool
	Signs       []string // "locked", "away", "leaving"
	Rating      string   // "" if they have none
	Change      string   // "+2", "−1", "0" or "new"
	ChangeClass string   // "up", "down" or ""
	Games       int
	ID          string
	Challenge   bool   // the viewer can challenge them
	Why         string // in their range, and cannot
}

// LadderPageLink leads to another part of the table.
type LadderPageLink struct {
	Text, URL string
	Now       bool
}

// LadderNews is what happened on a ladder, in words and links.
type LadderNews struct {
	At    time.Time
	Parts []LadderWord
}

// LadderWord is a piece of a sentence, with a link if it has an address.
type LadderWord struct{ Text, URL string }

// LadderReign is a time on top.
type LadderReign struct {
	Name, URL string
	Length    string // "12 days"
	From, To  string // "3 May 2027"; To "": it goes on
}

// MonthLink leads to a month's end.
type MonthLink struct{ Text, URL string }

// closedLadder is over what a closed one says.
const closedLadder = "This ladder is closed"

// NewLadderPage builds the page of a ladder.
func NewLadderPage(in LadderInput) LadderPage {
	v := in.Ladder
	p := LadderPage{
		Frame: in.Frame, URL: ui.LadderURL(v.Competition), Title: "Ladder: " + v.Title, Error: in.Error, Successor: successorOf(in.Games, v.Competition),
		State: "Being played", Facts: []string{tournament.CupClock(v.Tournament.Control) + " clock", "rated", "runs for ever"},
	}
	p.Frame.Title = p.Title
	p.Description = "The ladder of " + v.Title + ": places, challenges and who was on top for how long."
	p.Feed = p.URL + "/feed.atom"
	closed := !in.Site.Runs(v.Competition)
	if closed && v.Tournament.ID == "" {
		p.State, p.Facts = closedState, nil
		p.Headline, p.Next = closedLadder, closedText
		return p
	}
	if v.Tournament.ID == "" {
		p.State, p.Facts = "Opens soon", nil
		p.Headline, p.Next = "This ladder has not opened yet", "It opens by itself within an hour. Then everybody with an account can enter, at any time."
		return p
	}
	if v.Paused {
		p.State = "Paused"
	}
	p.Entry = ui.TournamentURL(v.Tournament.ID)
	p.SignUp = v.Me == nil && in.Viewer.Kind != league.Member
	p.Enter = v.Me == nil && in.Viewer.Kind == league.Member
	p.now(v, in.Now)
	if closed {
		p.State, p.SignUp, p.Enter, p.Next = closedState, false, false, closedText
		if v.Me == nil {
			p.Headline = closedLadder
		}
	}
	p.challenges(v, in.Viewer, in.Now)
	p.table(in)
	p.past(in)
	p.Luck = study.NewLuckTable(study.LuckInput{URL: p.URL, Of: "of the last 90 days", List: in.Worth, By: in.Ask.Luck, Link: func(by string) string {
		in.Ask.Luck = by
		return p.URL + in.Ask.query()
	}, Viewer: in.Viewer.ID})
	return p
}

// now says where the viewer stands, and what they can do about it.
func (p *LadderPage) now(v ladders.View, now time.Time) {
	players := ui.CountText(len(v.Rows), "player", "players")
	if v.Me == nil {
		p.Headline = "Climb by beating players above you"
		p.Next = fmt.Sprintf("%s so far. You enter at the bottom, as number %d, and play at most one challenge of your own and two of others at a time.", ui.Upper(players), len(v.Rows)+1)
		if len(v.Rows) == 0 {
			p.Next = "Nobody is on it yet: whoever enters first is on top. Games begin as soon as there are two."
		}
		return
	}
	me := v.Me
	p.Headline = fmt.Sprintf("You are %s of %d", ui.Ordinal(me.Place), len(v.Rows))
	p.Next = "The site begins a game for you against the highest player in your range who is free; it looks every hour."
	if me.Manual {
		p.Next = "You choose your opponents yourself. Others can challenge you all the same."
	}
	seat := &LadderSeatView{Place: me.Place, Manual: me.Manual, Leaving: me.Leaving, Holding: !me.Hold.IsZero(), CanHold: me.CanHold && !now.Before(me.HoldFrom), Resume: !now.Before(me.Resume)}
	if me.Locked {
		seat.Signs = append(seat.Signs, "You lost on time, so no games begin for you until you make a move in some game.")
	}
	if me.Penalty > 0 {
		each := ", one for each absence"
		if !me.Waiting.IsZero() { // by the rule of before each loss is a point
			each = ""
		}
		seat.Signs = append(seat.Signs, fmt.Sprintf("You have %s for games lost on time%s. The third takes you off the ladder; every game that you play to its end takes one away.", ui.CountText(me.Penalty, "penalty point", "penalty points"), each))
	}
	if me.Leaving {
		seat.Signs = append(seat.Signs, "You leave the ladder when your running games are over.")
	}
	if seat.Holding {
		seat.Signs = append(seat.Signs, "You hold your place: no games begin for you, and your running games go on.")
	}
	days := int(me.HoldLeft / (24 * time.Hour))
	seat.HoldText = fmt.Sprintf("no new games, and your absence costs no place. %s left this year.", ui.Upper(ui.CountText(days, "day", "days"))) + holdTerms(me, now)
	seat.IdleText = idleText(me)
	p.Seat = seat
}

// idleText says when a place is lost by letting games wait (R-LA-8).
func idleText(me *ladders.Seat) string {
	const rule = "only the time counts in which games of this ladder wait for you, or you are locked; vacation and hold do not count, and a move anywhere sets it to zero."
	days := int(me.Idle / (24 * time.Hour))
	switch {
	case !me.Waiting.IsZero():
		return "From " + ui.DayText(me.Waiting) + " on, who is idle for 14 days falls by a place: " + rule
	case !me.Falls.IsZero() && days > 0:
		return fmt.Sprintf("Games have waited for you for %s. You fall on %s unless you make a move: after 14 days by one place, then every 7 days by more, and after 60 you are out.", ui.CountText(days, "day", "days"), ui.Moment(me.Falls))
	}
	return "Who is idle for 14 days falls by a place: " + rule
}

// holdTerms says what a hold costs, or from when on it will (R-LA-10).
func holdTerms(me *ladders.Seat, now time.Time) string {
	const terms = " a hold lasts at least 7 days and is paid in whole days, and the next can begin 14 days after it."
	switch {
	case !me.HoldRules.IsZero():
		return " From " + ui.DayText(me.HoldRules) + " on" + terms
	case now.Before(me.Resume):
		return " You can play again from " + ui.Moment(me.Resume) + " on:" + terms
	case now.Before(me.HoldFrom):
		return " You can hold it again from " + ui.Moment(me.HoldFrom) + " on:" + terms
	}
	return " " + ui.Upper(terms[1:])
}

// challenges lists the viewer's range and the running games.
func (p *LadderPage) challenges(v ladders.View, viewer league.Player, now time.Time) {
	for _, r := range v.Rows {
		if r.InRange {
			p.Range = append(p.Range, LadderCandidate{Place: r.Place, ID: r.Player.ID, Name: r.Player.Name, URL: ui.LadderPlayerURL(v.Competition, r.Player), Why: r.Why})
		}
	}
	if v.Me != nil && v.Me.Place == 1 {
		p.RangeText = "You are on top: there is nobody to challenge. Stay there."
	} else if v.Me != nil {
		p.RangeText = v.Me.Why
	}
	if v.Me != nil {
		var from, to int
		if n := len(p.Range); n > 0 {
			from, to = p.Range[0].Place, p.Range[n-1].Place
		}
		p.Weeks = ui.NewRankByWeek("weeks", viewer.Name, v.Steps, now, from, to)
	}
	for _, m := range v.Running {
		game := ladderGame(m, viewer, now)
		switch {
		case viewer.ID != "" && (m.Challenger.ID == viewer.ID || m.Opponent.ID == viewer.ID):
			p.Mine = append(p.Mine, game)
		case len(p.Running) < ladderRunningShown:
			p.Running = append(p.Running, game)
		default:
			p.RunningLeft++
		}
	}
}

func ladderGame(m ladders.Match, viewer league.Player, now time.Time) LadderGame {
	g := LadderGame{
		URL: ui.MatchURL(m.Match.ID), Challenger: m.Challenger.Name, Opponent: m.Opponent.Name,
		Deadline: ui.Datetime(m.Match.State.Deadline), DeadlineFor: clock.Left(m.Match.State.Deadline.Sub(now)),
	}
	score := m.Match.State.Score
	if m.Match.Seats[m.Match.SeatOf(engine.First)].Player.ID != m.Challenger.ID {
		score[0], score[1] = score[1], score[0]
	}
	g.Score = ui.ScoreText(score)
	if mover, ok := m.Match.Mover(); ok {
		g.Yours = mover.ID == viewer.ID && viewer.ID != ""
		g.Turn = mover.Name + " to move"
		if g.Yours {
			g.Turn = "Your turn"
		}
	}
	return g
}

// ladderSorts are the orders of the table besides the places.
var ladderSorts = map[string]func(a, b ladders.Row) int{
	"player": func(a, b ladders.Row) int {
		return cmp.Compare(strings.ToLower(a.Player.Name), strings.ToLower(b.Player.Name))
	},
	"rating": func(a, b ladders.Row) int { return cmp.Compare(b.Elo, a.Elo) },
	"change": func(a, b ladders.Row) int { return cmp.Compare(climbed(b), climbed(a)) },
	"games":  func(a, b ladders.Row) int { return cmp.Compare(b.Running, a.Running) },
}

// climbed is by how many places a player is higher than when the month began.
func climbed(r ladders.Row) int {
	if r.Was == 0 {
		return 0
	}
	return r.Was - r.Place
}

// sortedLadder orders rows; who is level stays in the order of the places.
func sortedLadder(rows []ladders.Row, by string) []ladders.Row {
	rows = slices.Clone(rows)
	if compare, ok := ladderSorts[by]; ok {
		slices.SortStableFunc(rows, compare)
	}
	return rows
}

// table is the part of the table that is asked for; if none is, that with the viewer.
func (p *LadderPage) table(in LadderInput) {
	v := in.Ladder
	if _, ok := ladderSorts[in.Ask.Sort]; !ok {
		in.Ask.Sort = ""
	}
	rows := sortedLadder(v.Rows, in.Ask.Sort)
	pages := max(1, (len(rows)+ladderRowsShown-1)/ladderRowsShown)
	page := in.Ask.Page
	if page < 1 || page > pages {
		page = 1
		if at := slices.IndexFunc(rows, func(r ladders.Row) bool { return in.Viewer.ID != "" && r.Player.ID == in.Viewer.ID }); at >= 0 && in.Ask.Page == 0 {
			page = at/ladderRowsShown + 1
		}
	}
	for _, r := range rows[(page-1)*ladderRowsShown : min(len(rows), page*ladderRowsShown)] {
		p.Rows = append(p.Rows, newLadderLine(v.Competition, r, in.Viewer))
	}
	for n := 1; n <= pages && pages > 1; n++ {
		from, to := (n-1)*ladderRowsShown+1, min(len(rows), n*ladderRowsShown)
		p.Pages = append(p.Pages, LadderPageLink{fmt.Sprintf("%d–%d", from, to), p.URL + LadderAsk{in.Ask.Sort, n, in.Ask.Luck}.query() + "#table", n == page})
	}
	for _, h := range [][3]string{{"", "Place", ""}, {"player", "Player", ""}, {"rating", "Rating", ""}, {"change", "Month", "Places won or lost since the month began"}, {"games", "Games", "Games of this ladder that are being played"}} {
		p.Heads = append(p.Heads, ui.SortLink{Key: h[0], Text: h[1], Title: h[2], URL: p.URL + LadderAsk{Sort: h[0], Luck: in.Ask.Luck}.query() + "#table", Now: h[0] == in.Ask.Sort})
	}
}

func newLadderLine(c league.Competition, r ladders.Row, viewer league.Player) LadderLine {
	line := LadderLine{
		Place: r.Place, ID: r.Player.ID, Name: r.Player.Name, URL: ui.LadderPlayerURL(c, r.Player), You: viewer.ID != "" && r.Player.ID == viewer.ID,
		Games: r.Running, Challenge: r.InRange && r.Why == "", Change: "new",
	}
	if r.InRange {
		line.Why = r.Why
	}
	if r.Elo > 0 {
		line.Rating = r.Elo.String()
	}
	for sign, there := range map[string]bool{"locked": r.Locked, "away": r.Away, "leaving": r.Leaving} {
		if there {
			line.Signs = append(line.Signs, sign)
		}
	}
	slices.Sort(line.Signs)
	if r.Was > 0 {
		line.Change, line.ChangeClass = climbText(climbed(r))
	}
	return line
}

// climbText writes by how many places somebody is higher: "+2", "−1", "0".
func climbText(places int) (text, class string) {
	switch {
	case places > 0:
		return fmt.Sprintf("+%d", places), "up"
	case places < 0:
		return fmt.Sprintf("−%d", -places), "down"
	}
	return "0", ""
}

// past is what has happened.
func (p *LadderPage) past(in LadderInput) {
	v := in.Ladder
	for _, d := range slices.Backward(v.Tournament.Log) {
		if len(p.News) == ladderNewsShown {
			break
		}
		if parts := ladderNews(v, d); parts != nil {
			p.News = append(p.News, LadderNews{d.At, parts})
		}
	}
	for _, r := range v.Reigns {
		reign := LadderReign{Name: r.Player.Name, URL: ui.LadderPlayerURL(v.Competition, r.Player), Length: clock.Left(r.Length), From: r.From.UTC().Format("2 January 2006")}
		if !r.To.IsZero() {
			reign.To = r.To.UTC().Format("2 January 2006")
		}
		p.Reigns = append(p.Reigns, reign)
	}
	p.Months = monthLinks(v.Competition, v.Months)
}

func monthLinks(c league.Competition, months []time.Time) []MonthLink {
	var links []MonthLink
	for _, m := range slices.Backward(months) {
		links = append(links, MonthLink{m.Format("January 2006"), ui.LadderURL(c) + "/months/" + m.Format("2006-01")})
	}
	return links
}

// ladderNews tells a line of a ladder's log; nil if it is of no interest.
func ladderNews(v ladders.View, d league.Decision) []LadderWord {
	who := LadderWord{d.Player.Name, ui.LadderPlayerURL(v.Competition, d.Player)}
	first, rest, _ := strings.Cut(d.Text, " ")
	switch d.Act {
	case league.ActCreated:
		return []LadderWord{{Text: "The ladder opened."}}
	case league.ActEntered:
		return []LadderWord{who, {Text: " entered at the bottom."}}
	case league.ActLeft:
		if d.By.ID != "" {
			return []LadderWord{who, {Text: " left."}}
		}
		return append([]LadderWord{who, {Text: " is no longer in: "}}, ladderReason(v, d.Text)...)
	case league.ActPlaced:
		return append([]LadderWord{who, {Text: " is now " + ui.LoggedOrdinal(first) + ": "}}, ladderReason(v, rest)...)
	case league.ActCounted:
		return append([]LadderWord{who, {Text: " played "}}, ladderReason(v, rest)...)
	case league.ActRuled:
		return append([]LadderWord{who, {Text: " "}}, ladderReason(v, d.Text)...)
	case league.ActCorrected, league.ActUndone:
		return []LadderWord{{Text: tournament.CorrectionText(v.Tournament, d)}}
	}
	return nil
}

// ladderReason writes a reason as a log has it, with names for @ids and links for #ids, and
// the rule at its end: "R-LA-5: beat @bob in #m1" becomes "beat Bob in a game (R-LA-5)."
func ladderReason(v ladders.View, text string) []LadderWord {
	rule := ""
	if before, after, cites := strings.Cut(text, ": "); cites && strings.HasPrefix(before, "R-") {
		rule, text = " ("+before+")", after
	}
	var parts []LadderWord
	for i, word := range strings.Fields(text) {
		if i > 0 {
			parts = append(parts, LadderWord{Text: " "})
		}
		switch id := word[1:]; word[0] {
		case '@':
			parts = append(parts, LadderWord{v.People[id].Name, ui.LadderPlayerURL(v.Competition, league.Player{ID: id})})
		case '#':
			parts = append(parts, LadderWord{"a game", ui.MatchURL(id)})
		default:
			parts = append(parts, LadderWord{Text: word})
		}
	}
	return append(parts, LadderWord{Text: rule + "."})
}
