// Package match is the page of a match with all that stands on it, matches in lists, and films and
// cards of them.
package match

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/correction"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Input is what the match page is built from.
type Input struct {
	ui.Frame
	Match     league.Match
	Record    engine.Record
	Clocks    clock.Clocks             // clock.Read of the record
	Side      engine.Side              // of the viewer; NoSide: watching
	At        int                      // show the board after this event; 0: the present
	Done      []engine.Step            // touched so far
	Flip      bool                     // the other way round than it would be shown
	Key       string                   // of the forms: what makes sending one twice harmless
	Notice    string                   // a sentence above the board, such as that the game has moved on
	Error     string                   // why a move was refused
	Tried     engine.Move              // the refused move, if it can be named
	Resigning bool                     // ask for a confirmation
	Another   string                   // id of another match that waits for the viewer; "" if none
	Others    int                      // how many such matches there are
	Address   string                   // of the site, without a slash at its end
	Links     []dice.Link              // of the dice's chain: those of the throws made, from link 1
	Receipt   string                   // what the site has signed of the last event; "": nothing
	Chat      *ChatInput               // nil where there is nobody to talk to
	Cup       string                   // name of the tournament that the match belongs to; "" if none
	Legs      []league.Match           // the others of the two there
	Directs   bool                     // the viewer directs it
	Wanted    *league.RulingRequest    // that is open there; nil: none
	Asking    Asking                   // for a ruling, which was refused
	Corrected *correction.Made         // by which the match counts; nil: it counts as it was played
	Corrects  bool                     // the viewer may correct the result now
	Away      [2]time.Time             // until when the players of First and Second are on vacation; zero: they are not
	Latest    time.Time                // to when vacation can put the deadline off at most; zero: it is not said
	Spent     bool                     // it cannot any more (R-VA-7)
	Ratings   []league.Change          // what the match did to them; nothing if it is not rated, or not yet
	Worth     *[2]assessment.LuckSplit // what it was worth by seat; nil while it goes on, or nobody knows yet
	Restores  []Restore                // from backups, in the middle of the match
	Reading   league.Reading           // how the viewer looks at it
	Sealed    engine.Move              // the viewer's move that is in and not shown yet
	SetUps    []SetUp                  // that the viewer, who is to set up, may make again
	Keeping   Keeping                  // of a formation that could not be saved
	Told      Told                     // of the record already
}

// Told is what has been made ready of a record for others, or before: it follows from the record alone.
type Told struct {
	Replay  study.Replay                                                       // of a match; without one, nobody has told it
	Choices func(turned bool, make func() study.TurnChoices) study.TurnChoices // those of the turn, as the board lies; nil: they are made
	Beats   func(from int) study.Beats                                         // of the events from one on; nil: they are told
}

// replay is that of the match.
func (in Input) replay() study.Replay {
	if in.Told.Replay.Match == "" {
		return study.NewReplay(in.Record, in.Match.ID)
	}
	return in.Told.Replay
}

// choices are those of the turn.
func (in Input) choices(turned bool, make func() study.TurnChoices) study.TurnChoices {
	if in.Told.Choices == nil {
		return make()
	}
	return in.Told.Choices(turned, make)
}

// Keeping is a formation that could not be saved: its name as typed, and why.
type Keeping struct{ Name, Error string }

// SetUp is a move by which a side is set up, with the name that it goes by.
type SetUp struct {
	Name string
	Move engine.Move
}

// Recall is a link that enters a set-up, to be confirmed.
type Recall struct {
	Name, Href string
	Steps      string // that it enters, for the script
}

// Restore is that the site was restored from a backup that held the match up to an event.
type Restore struct {
	At    time.Time
	Event int
}

// Page is the match page: a board and all that is said about it.
type Page struct {
	ui.Frame
	ID, URL string // "7f3", "/matches/7f3"
	Game    string // id of the game, a class of the page
	Turned  bool   // the board is turned by half
	Flipped bool   // because the viewer wishes it
	Flip    string // where it is the other way round
	Seq     int    // the number that a form sends back
	Key     string
	Kit     string // classes with the colours of the sides
	Rules   string // "StreetSoccer, Little Golem rules"
	Sides   [2]SideView
	Score   string // "2–1"
	Turn    string // "Turn 7 of 25"

	Twin     string  // the other game of a duplicate pair; "" if there is none
	Sealing  bool    // in that each move is shown together with that of the other
	Waits    bool    // for that game to come as far
	Headline string  // whose turn it is, or how the match ended
	Short    bool    // the viewer has little time left
	Paused   bool    // the clock of who is to move stands still
	Task     string  // what to do now, or what happens next
	Banner   *Banner // of a match that the viewer won
	Notice   string
	Error    string
	Past     string // which move an older board stands after; "" at the present

	Dice  ui.Throw
	Tray  *Tray // what was thrown before; nil if the game shows none
	Board ui.Board

	Mine    bool   // the viewer must move, and this is the present board
	Stream  string // where the news of the page come from; "" if none are to come
	After   string // and behind which event they begin
	Over    bool
	Points  [2]string // what to say under the thumb of a match that is over: "5 points", "full time"
	Resign  bool      // the viewer may resign
	Confirm bool      // and is asked whether they want to

	Price   string      // what a resignation costs
	Entry   study.Entry // of the move to be made
	Steps   string      // chosen so far, for the script
	Choices study.TurnChoices
	Groups  []study.MoveGroup // all legal moves; nil if there are too many
	Count   int               // how many there are

	Plies                       []study.Ply
	First, Previous, Next, Last string // where stepping leads; "" at the ends
	Another                     string // path of another match that waits
	Further                     string // what is said of the way there
	Analysis                    string // where its boards can be looked at with their positions
	Rematch                     string // where to ask for the match once more; "" if the viewer cannot

	Fair     string      // what may be said of the dice
	Receipt  string      // what the site has signed of the last event; "": nothing
	Head     string      // what was shown of the dice before the match, in hexadecimal
	Parts    [2]string   // what the seats gave to the dice
	Throws   []ThrowLine // with the links they follow from
	RulesURL string
	Try      string // where the position that is shown can be tried

	Chat    *ChatView   // nil where there is nobody to talk to
	Orders  *OrdersForm // nil where the viewer has no standing orders to give
	Rule    string      // where the viewer rules in it, as a director; "" if they do not
	Correct string      // where the viewer corrects its result; "" if they may not

	Corrected *CorrectedLine // nil: it counts as it was played

	Gift    *GiftForm    // nil where the viewer has nobody to give time to
	Ruling  *RulingForm  // nil: the viewer may not ask for one
	Strict  bool         // no vacation helps in the match
	Bound   string       // for how long vacation stops it; "": no rule says so
	Off     *Off         // nil: nobody is away, and no vacation is near
	Flow    *Flow        // the run of play; nil before the first move
	Luck    *ui.LuckBars // of both sides in a match that is over; nil while nobody knows it
	Cup     *CupLink     // nil if the match belongs to no tournament
	Stage   *study.Stage // what happened since the reader's last move; on an older board what led to it
	Seated  bool         // the viewer plays
	Upright bool         // and wants boards with First below
	Samples ui.Throw     // a die of each face, for the player in the browser
	Share   *Share       // nil while the match goes on
	Recalls []Recall     // set-ups that can be entered at once
	Keep    *Keeping     // where a set-up can be saved; nil: there is none, or no account to keep it

	Ratings []RatingChange // what the match did to them
	Unrated string         // why it did nothing: "games against bots are not."
	Unruled string         // where the rule of that stands; "" if it needs none

	Restores []string // that the match was taken back by a backup, and that its dice were made anew, a sentence each
}

// watched says that the match goes on, and that the viewer does not play in it.
func (p Page) watched() bool { return !p.Over && !p.Seated }

// CupLink says to which tournament a match belongs.
type CupLink struct {
	Name, URL, Round string
	Standing         string    // address of how the two stand there
	Instead          string    // address of the match that is played in its place; "": it counts itself
	Held             bool      // there is a table, so there will be something to tell
	Legs             []LegLink // the other matches of the two there
}

// LegLink leads to another match of the same two players.
type LegLink struct{ URL, Text string }

// ThrowLine is one dice event: what was thrown with no decision in between, and
// the link of the chain that it follows from.
type ThrowLine struct {
	Event int
	Faces string // "6 4"
	Link  string // in hexadecimal
}

// fairText says what may be said of the dice of a match.
func fairText(m league.Match) string {
	if m.Dice.Second() {
		return league.DiceLabel(m).Sentence()
	}
	return "The site throws the dice. The first value of their chain was shown before the game began, so no throw can be changed afterwards, and anyone can check that."
}

// throwLines lists the dice events of a record as far as their links are given.
func throwLines(r engine.Record, links []dice.Link) []ThrowLine {
	var lines []ThrowLine
	for _, e := range r.Log {
		if len(e.Draws) == 0 || int(e.Draws[0].E) > len(links) {
			continue
		}
		event := int(e.Draws[0].E)
		if n := len(lines); n == 0 || lines[n-1].Event != event {
			lines = append(lines, ThrowLine{Event: event, Link: hex.EncodeToString(links[event-1][:])})
		}
		line := &lines[len(lines)-1]
		for _, d := range e.Draws {
			line.Faces = strings.TrimSpace(line.Faces + " " + strconv.Itoa(d.Face))
		}
	}
	return lines
}

// SideView is one side's half of the scoreboard.
type SideView struct {
	Side     engine.Side
	Colour   string // "Yellow"
	Name     string
	URL      string // of the player's page
	Class    string // of the style sheet
	Fate     string // "won", "lost"; "" while the match goes on
	Mark     string // what is said of the player: "you", "bot"
	Mover    bool
	Left     string    // "3 days 4 h"
	Deadline time.Time // zero unless the clock runs
	Short    bool      // it does, and little is left
	Rest     time.Time // until when the clock stands still for a vacation; zero: it does not
	Away     time.Time // until when the player is on vacation; zero: they are not
}

// Banner tells a win, in the winner's kit.
type Banner struct {
	Kit, Text string
	How       string // "3–1, turn 25"
	Lead      string // what By is, for who does not see the banner: "Winning goal: "; "" if By says it
	By        string // "Yellow 3 scores", or what else it was won by
	Seen      int    // the last event that the viewer has been shown
}

// NewPage builds the match page.
func NewPage(in Input) Page {
	b := matchBuilder{in: in, Replay: in.replay().ShowAfter(in.At)}
	b.Turned = (in.Side == engine.Second && !in.Reading.Upright) != in.Flip // each side plays upward
	if goal, ok := in.Record.Decider(); ok && b.Present {
		b.decider = &goal
	}
	return b.page()
}

// matchBuilder holds what the parts of the page are built from.
type matchBuilder struct {
	study.Replay
	in      Input
	decider *engine.Goal // that the match was won by; nil if it was not, or the board is an older one
}

func (b matchBuilder) page() Page {
	in := b.in
	d := b.Diagram()
	next := in.Record.Next()
	p := Page{
		Frame: in.Frame, ID: in.Match.ID, URL: ui.MatchURL(in.Match.ID),
		Seq: in.Record.Seq, Key: in.Key, Notice: in.Notice,
		Kit: ui.Kit(b.Info.Sides), Rules: ui.RulesName(b.Info, in.Record.Variant), RulesURL: ui.RulesURL(in.Match.Game), Cup: cupLink(in),
		Head: in.Match.Sealed().Fingerprint(), Fair: fairText(in.Match), Receipt: in.Receipt, Throws: throwLines(in.Record, in.Links),
		Parts: [2]string{in.Match.Seats[0].Contribution, in.Match.Seats[1].Contribution},
		Game:  in.Match.Game, Turned: b.Turned, Flipped: in.Flip,
		Score: ui.ScoreText(d.Score), Turn: turnText(d, in.Record.Outcome()),
		Dice:  b.Dice(d),
		Over:  next.Over(),
		Plies: b.Plies(),
		Mine:  b.Present && in.Side != engine.NoSide && next.Side == in.Side,
	}
	p.Try = b.Try(in.Done)
	if in.Match.Twin != "" {
		p.Twin, p.Sealing = ui.MatchURL(in.Match.Twin), in.Match.Sealing
	}
	b.showThrow(&p)
	running := b.Present && !p.Over
	last := 0
	if in.Chat != nil {
		chat := NewChat(in.Viewer, in.Match, in.Key, *in.Chat)
		p.Chat, last = &chat, in.Chat.Last
	}
	olderLines := p.Chat != nil && p.Chat.Latest != "" // new ones would stand behind them
	if (running || b.Present && p.Chat != nil) && !olderLines {
		p.Stream, p.After = p.URL+"/stream"+b.flipped("?"), strconv.Itoa(p.Seq)+"."+strconv.Itoa(last)
	}
	p.Flip = b.flipURL()
	p.Tray, p.Flow, p.Luck = b.tray(d), b.flow(), b.luck()
	p.Orders, p.Gift, p.Ruling, p.Strict = ordersForm(in), giftForm(in), rulingForm(in), in.Match.NoVacation
	p.Bound, p.Off = boundText(in.Match), offOf(in)
	if running && in.Directs {
		p.Rule = p.URL + "/ruling"
	}
	p.Correct, p.Corrected = b.correctURL(), correctedLine(in, b.Info.Sides)
	p.Resign = running && in.Side != engine.NoSide
	p.Confirm = p.Resign && in.Resigning
	if p.Confirm {
		p.Price = b.priceOfResigning()
	}
	p.Rematch = ui.RematchURL(in.Match, in.Viewer)
	p.Analysis = "/analysis?match=" + in.Match.ID
	p.Share = shareOf(in)
	p.Restores = restoresText(in)
	if in.Another != "" {
		p.Another, p.Further = ui.MatchURL(in.Another), further(in.Others)
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		p.Sides[i] = b.side(side)
	}
	if b.Present {
		p.Stage = b.presentStage()
		p.Tray.tell(p.Stage, b.goalStory)
	} else {
		p.Stage = b.Stage()
	}
	b.say(&p, d)
	b.step(&p)
	b.board(&p, d)
	p.Seated, p.Upright = in.Side != engine.NoSide, in.Reading.Upright
	p.Samples = study.Samples(b.Info)
	return p
}

// presentStage tells what led to the present board.
func (b matchBuilder) presentStage() *study.Stage {
	in := b.in
	if in.Told.Beats == nil {
		return NewStage(in.Record, in.Side, b.Turned, in.Reading.Seen)
	}
	return newStage(in.Record, in.Side, b.Turned, in.Reading.Seen, in.Told.Beats)
}

// showThrow shows beside an older board of which no throw lies there for the next move that of the move made.
func (b matchBuilder) showThrow(p *Page) {
	if !b.Present && b.At > 0 && len(p.Dice.Faces) == 0 {
		p.Dice = ui.Throw{Faces: p.Plies[b.At-1].Throw, Sides: 6}
	}
}

func (b matchBuilder) side(side engine.Side) SideView {
	in := b.in
	player := in.Match.Seats[in.Record.SeatOf(side)].Player
	next, outcome := in.Record.Next(), b.counts()
	v := SideView{
		Side: side, Colour: b.Info.Sides[side-1], Name: player.Name, URL: ui.PlayerURL(player), Class: "team " + ui.KitOf(b.Info.Sides, side),
		Left:  clock.Left(in.Clocks.Left(side, in.Now)),
		Mover: b.Present && next.Side == side,
	}
	switch {
	case side == in.Side:
		v.Mark = "you"
	case player.Kind == league.Bot:
		v.Mark = "bot"
	}
	switch running := !next.Over(); {
	case running && in.Clocks.Rests(side, in.Now):
		v.Rest = in.Clocks.Rest[side-1]
	case next.Side == side && in.Clocks.Running == side:
		v.Deadline = in.Clocks.Deadline()
		v.Short = v.Deadline.Sub(in.Now) < shortOfTime
	}
	if !next.Over() {
		v.Away = in.Away[side-1]
	}
	if v.Mover {
		v.Class += " active"
	}
	if outcome.Over() {
		v.Fate = map[bool]string{true: "won", false: "lost"}[outcome.Winner == side]
		if outcome.Winner == engine.NoSide {
			v.Fate = "no winner"
		}
	}
	return v
}

// luck draws how much luck both sides had, and how well they decided; nil while nobody knows it.
func (b matchBuilder) luck() *ui.LuckBars {
	in := b.in
	if in.Worth == nil {
		return nil
	}
	var rows []ui.LuckRow
	for _, side := range []engine.Side{engine.First, engine.Second} {
		seat := in.Record.SeatOf(side)
		player, worth := in.Match.Seats[seat].Player, in.Worth[seat]
		rows = append(rows, ui.LuckRow{Name: player.Name, URL: ui.PlayerURL(player), You: side == in.Side, Sum: assessment.LuckSum{
			Matches: 1, Points: worth.Points, Given: worth.Given, Adjusted: worth.Adjusted, Cost: worth.Cost, Decisions: worth.Decisions,
		}})
	}
	return ui.NewLuckBars(rows)
}

// say finds the words above the board and the title of the tab.
func (b matchBuilder) say(p *Page, d engine.Diagram) {
	in := b.in
	names := p.Sides[0].Name + " v " + p.Sides[1].Name
	scored := ui.ScoreText(in.Record.Score()) + ": " + b.Info.Name
	p.Full = true
	p.Title = names
	p.Description = p.Rules + ": " + names + "."
	p.OEmbed = ui.OEmbedURL(in.Address, p.URL)
	p.Image, p.ImageAlt = in.Address+p.URL+"/preview.png?seq="+strconv.Itoa(p.Seq), "The board of "+names
	next := in.Record.Next()
	switch {
	case !b.Present:
		p.Past = b.pastText()
		p.Headline = "An earlier board"
	case p.Over:
		p.Title = "Over, " + scored
		p.Ratings, p.Unrated, p.Unruled = ratingChanges(in.Match, in.Ratings)
		if p.Cup != nil && p.Cup.Instead != "" {
			p.Ratings, p.Unrated, p.Unruled = nil, "another game is played in its place.", ""
		}
		b.sayOver(p)
	case p.Confirm:
		p.Title, p.Headline, p.Task = "Resign?", "Resign?", p.Price
	case p.Mine:
		p.Headline, p.Task = "Your turn", d.Task
		p.Title = "Your turn, " + scored
		p.Short = p.Sides[in.Side-1].Short
	case next.Sealed != engine.NoSide:
		b.saySealed(p, next.Sealed)
	case in.Match.State.Held:
		p.Headline, p.Waits = waitsForTwin, true
		p.Task = "The next throw is made when both games have come to it."
	case next.Side == engine.NoSide:
		p.Headline = "The dice are rolling"
		if b.Info.Pegs != nil {
			p.Headline = "A peg is being drawn"
		}
	default:
		b.sayWaiting(p, scored, next.Side)
	}
	p.Error = in.Error
	if in.Error != "" && in.Tried != "" {
		p.Error = "You tried " + string(in.Tried) + ". " + in.Error
	}
}

// saySealed is about a move that is in and is shown later (R-FD-7).
func (b matchBuilder) saySealed(p *Page, side engine.Side) {
	p.Waits, p.Headline = true, p.Sides[side-1].Colour+"'s move is in"
	p.Task = "It is shown once the other game gets this far."
	if b.in.Sealed != "" {
		p.Headline, p.Task = "Your move is in", p.Task+" You played "+study.MoveWords(b.in.Record.Position, b.in.Sealed)+"."
	}
}

// shortOfTime is from when on it is shown how little time is left.
const shortOfTime = 12 * time.Hour

// sayWaiting is about a side to move that is not the viewer's.
func (b matchBuilder) sayWaiting(p *Page, scored string, side engine.Side) {
	mover := p.Sides[side-1]
	player := b.in.Match.Seats[b.in.Record.SeatOf(side)].Player
	p.Headline = mover.Colour + " to move"
	switch {
	case !mover.Rest.IsZero() && !mover.Rest.Equal(league.Halt):
		p.Headline, p.Paused = "Paused until "+ui.DayText(mover.Rest)+": "+mover.Colour+" is away", true
	case !mover.Rest.IsZero():
		p.Headline, p.Task, p.Paused = "Paused", "The tournament is, and no clock runs.", true
	case b.in.Side == engine.NoSide:
		p.Task = "You watch."
		return
	case player.Kind == league.Bot:
		p.Task = "The bot is thinking."
	default:
		p.Task = mover.Left + " left."
	}
	p.Title = "Waiting, " + scored
}

// sayOver is about a match that has ended.
func (b matchBuilder) sayOver(p *Page) {
	outcome := b.counts()
	price := ui.PriceText(b.in.Match.Scoring(), outcome)
	p.Headline = strings.TrimSuffix(ui.OutcomeText(outcome, b.Info.Sides), ".")
	p.Points = [2]string{ui.Upper(price), string(outcome.Ending)}
	if price == "" {
		p.Points[0] = "No points"
	}
	if points, ok := b.in.Match.Scoring().Points(outcome); ok && b.in.Side != engine.NoSide {
		p.Points[0] = ui.PointsWord(points[b.in.Side-1])
		if points[b.in.Side-1] > 0 {
			p.Points[0] = "+" + p.Points[0]
		}
	}
	if p.Corrected != nil {
		p.Task = p.Corrected.Who
		return
	}
	if b.in.Side == engine.NoSide || outcome.Winner != b.in.Side {
		p.Task = b.decided()
		return
	}
	p.Banner = b.banner(outcome)
}

// counts returns how a match that is over counts: as it was played, unless its result was corrected.
func (b matchBuilder) counts() engine.Outcome {
	if b.in.Match.Corrected.Over() {
		return b.in.Match.Corrected
	}
	return b.in.Record.Outcome()
}

// correctURL is where the viewer corrects the result; "" if they may not.
func (b matchBuilder) correctURL() string {
	if !b.in.Corrects {
		return ""
	}
	return ui.MatchURL(b.in.Match.ID) + "/correction"
}

// CorrectedLine tells that the result of a match was corrected.
type CorrectedLine struct {
	Who string    // "Ann has corrected the result."
	Was string    // how it was played
	Now string    // how it counts
	Why string    // "" where nobody says
	At  time.Time // zero where nobody says
}

// correctedLine is nil for a match that counts as it was played.
func correctedLine(in Input, sides [2]string) *CorrectedLine {
	if !in.Match.Corrected.Over() {
		return nil
	}
	line := CorrectedLine{Who: "The result was corrected.", Was: ui.OutcomeText(in.Record.Outcome(), sides), Now: ui.OutcomeText(in.Match.Corrected, sides)}
	if in.Corrected != nil {
		line.Who, line.Why, line.At = in.Corrected.By.Name+" corrected the result.", in.Corrected.Reason, in.Corrected.At
	}
	return &line
}

// banner tells the viewer's win: what ended it, and who scored the goal that decided it.
func (b matchBuilder) banner(o engine.Outcome) *Banner {
	banner := &Banner{Kit: ui.KitOf(b.Info.Sides, o.Winner), Text: "You win", How: ui.ScoreText(o.Score), By: b.givenUp(o), Seen: b.in.Reading.Seen}
	if b.decider == nil {
		return banner
	}
	when, turn, more := strings.Cut(b.decider.When, ", ")
	if b.decider.Seq < b.in.Record.Seq { // they played on
		banner.How += ", " + string(o.Ending)
		banner.Lead, banner.By = winningGoal, b.scorer()+", "+b.decider.When
		return banner
	}
	banner.How += ", " + when
	banner.By = b.scorer() + " scores"
	if more {
		banner.By += ", " + turn
	}
	return banner
}

// givenUp says what ended a match that no goal has decided: "Red ran out of time".
func (b matchBuilder) givenUp(o engine.Outcome) string {
	loser := b.Info.Sides[o.Winner.Other()-1]
	switch o.Ending {
	case engine.Timeout:
		return loser + " ran out of time"
	case engine.Resignation:
		return loser + " resigned"
	}
	return ui.Upper(string(o.Ending))
}

// winningGoal is what the goal is called that decided a match.
const winningGoal = "Winning goal: "

// decided says who has scored it, and when; "" if none has decided the match.
func (b matchBuilder) decided() string {
	if b.decider == nil {
		return ""
	}
	return winningGoal + b.scorer() + ", " + b.decider.When + "."
}

// scorer names who has decided the match: "Yellow 3".
func (b matchBuilder) scorer() string {
	return strings.TrimSpace(b.Info.Sides[b.decider.Side-1] + " " + b.decider.Number)
}

// priceOfResigning says what both sides get for it, and of what who resigns would be sure by playing on (R-PT-1).
func (b matchBuilder) priceOfResigning() string {
	in := b.in
	opponent := in.Match.Seats[in.Match.SeatOf(in.Side.Other())].Player.Name
	outcome := engine.Outcome{Ending: engine.Resignation, Winner: in.Side.Other(), Score: in.Record.Score()}
	points, ok := in.Match.Scoring().Points(outcome)
	if !ok {
		return opponent + " wins then, whatever the score is."
	}
	return opponent + " gets " + ui.PointsWord(points[in.Side.Other()-1]) + ", you " + ui.PointsText(points[in.Side-1]) + "." + b.surePoints()
}

// surePoints says of how many points the viewer is sure on the board; "" where the game does not know.
func (b matchBuilder) surePoints() string {
	game, ok := b.in.Record.Game.(engine.Bounded)
	if !ok {
		return ""
	}
	points, ok := b.in.Match.Scoring().Points(game.Worst(b.in.Record.Position, b.in.Side))
	switch sure := points[b.in.Side-1]; {
	case !ok:
		return ""
	case sure == 0:
		return " Playing on, you can still get more."
	default:
		return " Playing on, you are sure of " + ui.PointsText(sure) + "."
	}
}

// turnText counts the turns below the score: "Turn 7 of 25", "Sudden death 3 of 10", "Before kick-off", and how a match that is over has
// ended: "Full time".
func turnText(d engine.Diagram, o engine.Outcome) string {
	switch {
	case o.Over():
		return ui.Upper(string(o.Ending))
	case d.Turn == 0:
		return ui.PeriodText(d)
	}
	what := "Turn"
	if d.Period != "" && d.Period != "Normal time" {
		what = d.Period
	}
	if d.Turns == 0 {
		return what + " " + strconv.Itoa(d.Turn)
	}
	return fmt.Sprintf("%s %d of %d", what, d.Turn, d.Turns)
}

// flipped is what addresses of the match carry on while the board is the other way round.
func (b matchBuilder) flipped(joint string) string {
	if b.in.Flip {
		return joint + "flip=1"
	}
	return ""
}

// flipURL is where the same board is the other way round.
func (b matchBuilder) flipURL() string {
	url := b.URL(b.At)
	if len(b.in.Done) > 0 && b.Present {
		url += study.DoQuery(b.in.Done)
	}
	switch {
	case b.in.Flip:
		return url
	case strings.Contains(url, "?"):
		return url + "&flip=1"
	}
	return url + "?flip=1"
}

// pastText names the board that an older one is.
func (b matchBuilder) pastText() string {
	if b.At == 0 {
		return "Before the first move."
	}
	return ui.Upper(b.MoveText()) + "."
}

// step finds where the stepping controls lead and what the chosen steps spell.
func (b matchBuilder) step(p *Page) {
	url := func(at int) string {
		if at == b.Last() {
			return b.URL(at) + b.flipped("?")
		}
		return b.URL(at) + b.flipped("&")
	}
	if b.At > 0 {
		p.First, p.Previous = url(0), url(b.At-1)
	}
	if !b.Present {
		p.Next, p.Last = url(b.At+1), url(b.Last())
	}
}

// board draws the board, and for the side to move also what may be touched.
func (b matchBuilder) board(p *Page, d engine.Diagram) {
	trace := b.TraceAsTold(p.Stage, d)
	if !p.Mine {
		p.Board = b.StillWith(b.finished(d, trace))
	} else {
		look := study.Look{Sides: b.Info.Sides, Turned: b.Turned}
		p.Entry = study.NewEntry(study.EntryInput{
			Position: b.Record.Board(), Board: d, Sides: look.Sides, Turned: look.Turned, Trace: trace, Done: b.in.Done,
			Href: func(done []engine.Step) string {
				if len(done) == 0 {
					return p.URL + b.flipped("?")
				}
				return p.URL + study.DoQuery(done) + b.flipped("&")
			},
		})
		p.Board, p.Steps = p.Entry.Board, engine.FormatSteps(p.Entry.Done)
		if !p.Confirm {
			p.Task = p.Entry.Task
		}
		p.Dice = p.Dice.For(p.Entry.Used)
		p.Count = b.Record.Position.Count()
		p.Choices = b.in.choices(b.Turned, func() study.TurnChoices { return study.NewTurnChoices(b.Record.Board(), d, look) })
		p.Choices.Seq, p.Choices.Key = p.Seq, p.Key
		p.Groups = study.MoveGroups(d, p.Choices.Tree)
		p.Recalls = b.recalls(p.URL)
		if b.in.Viewer.Kind == league.Member && engine.SetsUp(b.Record.Game, b.Record.Position) {
			p.Keep = &b.in.Keeping
		}
	}
	if p.Banner != nil && b.Present {
		p.Board.Confetti = ui.Scatter(d, b.in.Match.ID)
	}
	p.Board.Fit = "none" // it fills its stage: a court tilts, it does not shrink
	p.Board.Label = b.label(d)
}

// recalls leads to the set-ups that may be made again.
func (b matchBuilder) recalls(url string) []Recall {
	var list []Recall
	for _, s := range b.in.SetUps {
		if steps, err := b.Record.Position.Steps(s.Move); err == nil {
			list = append(list, Recall{s.Name, url + study.DoQuery(steps) + b.flipped("&"), engine.FormatSteps(steps)})
		}
	}
	return list
}

// label says what the picture shows, and which way the viewer plays.
func (b matchBuilder) label(d engine.Diagram) string {
	label := "Board, " + ui.ScoreText(d.Score)
	if b.in.Side == engine.NoSide {
		return label
	}
	way := "upward"
	if (b.in.Side == engine.Second) != b.Turned {
		way = "downward"
	}
	return label + ". You are " + b.Info.Sides[b.in.Side-1] + " and play " + way
}

// cupLink leads from a match to its tournament; nil if it has none.
func cupLink(in Input) *CupLink {
	if in.Match.Tournament == "" || in.Cup == "" {
		return nil
	}
	link := CupLink{Name: in.Cup, URL: ui.TournamentURL(in.Match.Tournament), Standing: ui.MatchURL(in.Match.ID) + "/standing"}
	link.Held = league.Key(in.Match.Fixture).Group() != ""
	var cycle, round, board int
	key := league.Key(in.Match.Fixture)
	if g := key.Group(); strings.HasPrefix(string(g), "s") {
		link.Round = ", " + strings.ToLower(PartTitle(g))
	} else if _, err := fmt.Sscanf(strings.TrimPrefix(string(key), "s2/"), "r%d/t%d/b%d", &round, &board, &board); err == nil {
		link.Round = fmt.Sprintf(", round %d of the knock-out", round)
	}
	if _, err := fmt.Sscanf(in.Match.Fixture, "c%d/r%d/b%d", &cycle, &round, &board); err == nil {
		link.Round = fmt.Sprintf(", round %d", round)
		if cycle > 1 {
			link.Round = fmt.Sprintf(", cycle %d, round %d", cycle, round)
		}
	}
	counts := map[string]league.Match{} // by the key of the first match of the fixture
	for _, m := range league.Latest(append(slices.Clone(in.Legs), in.Match)) {
		counts[string(league.Key(m.Fixture).Fixture())] = m
	}
	latest := func(m league.Match) league.Match { return counts[string(league.Key(m.Fixture).Fixture())] }
	if m := latest(in.Match); m.ID != in.Match.ID {
		link.Instead = ui.MatchURL(m.ID)
	}
	for _, leg := range in.Legs {
		switch text := legText(leg); {
		case ui.MatchURL(leg.ID) == link.Instead:
		case latest(leg).ID != leg.ID:
			link.Legs = append(link.Legs, LegLink{ui.MatchURL(leg.ID), text + ", no longer counts"})
		default:
			link.Legs = append(link.Legs, LegLink{ui.MatchURL(leg.ID), text})
		}
	}
	return &link
}

// legText says what another match of the same two is: "Ann goes first, 2–1".
func legText(m league.Match) string {
	first := m.Seats[m.SeatOf(engine.First)].Player.Name + " goes first"
	switch o := m.State.Outcome; {
	case !o.Over():
		return first + ", being played"
	case o.Ending == engine.Void:
		return first + ", void"
	default:
		return fmt.Sprintf("%s, %s", first, ui.ScoreText(o.Score))
	}
}

// PartTitle names a group: "Group 2" of "s1/g2" and of "g2", "Stage 2, group 1" of "s2/g1".
func PartTitle(g league.Group) string {
	stage, group, staged := strings.Cut(string(g), "/")
	if !staged || stage == "s1" {
		return "Group " + string(g[strings.LastIndexByte(string(g), 'g')+1:])
	}
	return "Stage " + strings.TrimPrefix(stage, "s") + ", group " + strings.TrimPrefix(group, "g")
}

// flipQuery keeps the board as the viewer has turned it, behind an address without a query.
func flipQuery(p Page) string { return joined("", p.Flipped) }

// joined is what an address gets that keeps the board turned.
func joined(url string, flipped bool) string {
	switch {
	case !flipped:
		return ""
	case strings.Contains(url, "?"):
		return "&flip=1"
	}
	return "?flip=1"
}

// further says that so many other games wait.
func further(games int) string {
	if games < 2 {
		return "Next game"
	}
	return fmt.Sprintf("Next game (%d)", games)
}

// restoresText says when the match was taken back by a backup, and when and why its dice were made anew.
func restoresText(in Input) (list []string) {
	for _, r := range in.Restores {
		list = append(list, fmt.Sprintf("Restored on %s to event %d; later throws may have been seen.", ui.DayText(r.At), r.Event))
	}
	for _, b := range engine.Breaks(in.Record.Log) {
		list = append(list, fmt.Sprintf("The dice were made anew on %s: %s", ui.DayText(b.At), b.Reason))
	}
	return list
}
