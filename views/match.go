package views

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
)

// MatchInput is what the match page is built from.
type MatchInput struct {
	Frame
	Match     league.Match
	Record    engine.Record
	Clocks    clock.Clocks    // clock.Read of the record
	Side      engine.Side     // of the viewer; NoSide: watching
	At        int             // show the board after this event; 0: the present
	Done      []engine.Step   // touched so far
	Key       string          // of the forms: what makes sending one twice harmless
	Notice    string          // a sentence above the board, such as that the game has moved on
	Error     string          // why a move was refused
	Tried     engine.Move     // the refused move, if it can be named
	Resigning bool            // ask for a confirmation
	Another   string          // id of another match that waits for the viewer; "" if none
	Address   string          // of the site, without a slash at its end
	Links     []dice.Link     // of the dice's chain: those of the throws made, from link 1
	Chat      *ChatInput      // nil where there is nobody to talk to
	Cup       string          // name of the tournament that the match belongs to; "" if none
	Legs      []league.Match  // the others of the two there
	Directs   bool            // the viewer directs it
	Away      [2]time.Time    // until when the players of First and Second are on vacation; zero: they are not
	Ratings   []league.Change // what the match did to them; nothing if it is not rated, or not yet
}

// MatchPage is the match page: a board and all that is said about it.
type MatchPage struct {
	Frame
	ID, URL string // "7f3", "/matches/7f3"
	Seq     int    // the number that a form sends back
	Key     string
	Kit     string // classes with the colours of the sides
	Rules   string // "StreetSoccer, Little Golem rules"
	Sides   [2]SideView
	Score   string // "2:1"
	Turn    string // "Normal time, turn 7 of 25"

	Twin     string // the other game of a duplicate pair; "" if there is none
	Waits    bool   // for that game to come as far
	Headline string // whose turn it is, or how the match ended
	Task     string // what to do now, or what happens next
	Notice   string
	Error    string
	Past     string // which move an older board stands after; "" at the present

	Dice  Throw
	Board Board

	Mine    bool   // the viewer must move, and this is the present board
	Stream  string // where the news of the page come from; "" if none are to come
	After   string // and behind which event they begin
	Over    bool
	Resign  bool // the viewer may resign
	Confirm bool // and is asked whether he wants to

	Entry   Entry  // of the move to be made
	Steps   string // chosen so far, for the script
	Choices turnChoices
	Groups  []moveGroup // all legal moves; nil if there are too many
	Count   int         // how many there are

	Plies                       []Ply
	First, Previous, Next, Last string // where stepping leads; "" at the ends
	Another                     string // path of another match that waits
	Analysis                    string // where its boards can be looked at with their positions
	Rematch                     string // where to ask for the match once more; "" if the viewer cannot

	Head     string      // of the dice's chain, in hexadecimal
	Parts    [2]string   // what the seats gave to the dice
	Throws   []ThrowLine // with the links they follow from
	RulesURL string
	Try      string // where the position that is shown can be tried

	Chat   *ChatView   // nil where there is nobody to talk to
	Orders *OrdersForm // nil where the viewer has no standing orders to give
	Rule   string      // where the viewer rules in it, as a director; "" if he does not
	Gift   *GiftForm   // nil where the viewer has nobody to give time to
	Strict bool        // no vacation helps in the match
	Cup    *CupLink    // nil if the match belongs to no tournament
	Share  *Share      // nil while the match goes on

	Ratings []RatingChange // what the match did to them
	Unrated string         // why it did nothing: "games against bots are not."
}

// CupLink says to which tournament a match belongs.
type CupLink struct {
	Name, URL, Round string
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
	Mark     string // what is said of the player: "you", "bot"
	Mover    bool
	Left     string    // "3 days 4 h"
	Deadline time.Time // zero unless the clock runs
	Rest     time.Time // until when the clock stands still for a vacation; zero: it does not
	Away     time.Time // until when the player is on vacation; zero: he is not
}

// Ply is a line of the move list.
type Ply struct {
	Number  int
	Side    engine.Side
	Colour  string
	Throw   []Face // that it was made with
	Words   string
	After   []Face // thrown for it
	Goal    string // the score if it changed: "1:0"
	URL     string
	Current bool
}

// NewMatchPage builds the match page.
func NewMatchPage(in MatchInput) MatchPage {
	all := stations(in.Record)
	at := stationAt(all, in.At)
	b := matchBuilder{
		in: in, info: in.Record.Game.Info(), all: all, at: at,
		present:  at == len(all)-1,
		position: in.Record.Position,
	}
	return b.page()
}

// stationAt returns the index of the board to show for ?at=seq: the last one not
// after the event; the present for 0.
func stationAt(all []station, seq int) int {
	at := len(all) - 1
	for seq > 0 && at > 0 && all[at].seq > seq {
		at--
	}
	return at
}

// matchBuilder holds what the parts of the page are built from.
type matchBuilder struct {
	in       MatchInput
	info     engine.Info
	all      []station
	at       int  // the station shown
	present  bool // it is the last one
	position engine.Position
}

func (b matchBuilder) page() MatchPage {
	in := b.in
	d := b.diagram()
	next := in.Record.Next()
	p := MatchPage{
		Frame: in.Frame, ID: in.Match.ID, URL: matchURL(in.Match.ID),
		Seq: in.Record.Seq, Key: in.Key, Notice: in.Notice,
		Kit: kit(b.info.Sides), Rules: rulesName(b.info, in.Record.Variant), RulesURL: rulesURL(in.Match.Game), Cup: cupLink(in),
		Head: hex.EncodeToString(in.Match.Head[:]), Throws: throwLines(in.Record, in.Links),
		Parts: [2]string{in.Match.Seats[0].Contribution, in.Match.Seats[1].Contribution},
		Score: scoreText(d.Score), Turn: turnText(d),
		Dice:  b.dice(d),
		Over:  next.Over(),
		Plies: b.plies(),
		Mine:  b.present && in.Side != engine.NoSide && next.Side == in.Side,
	}
	p.Try = b.try()
	if in.Match.Twin != "" {
		p.Twin = matchURL(in.Match.Twin)
	}
	running := b.present && !p.Over
	last := 0
	if in.Chat != nil {
		chat := NewChat(in.Viewer, in.Match, in.Key, *in.Chat)
		p.Chat, last = &chat, in.Chat.Last
	}
	olderLines := p.Chat != nil && p.Chat.Latest != "" // new ones would stand behind them
	if (running || b.present && p.Chat != nil) && !olderLines {
		p.Stream, p.After = p.URL+"/stream", strconv.Itoa(p.Seq)+"."+strconv.Itoa(last)
	}
	p.Orders, p.Gift, p.Strict = ordersForm(in), giftForm(in), in.Match.NoVacation
	if running && in.Directs {
		p.Rule = p.URL + "/ruling"
	}
	p.Resign = running && in.Side != engine.NoSide
	p.Confirm = p.Resign && in.Resigning
	p.Rematch = rematchURL(in.Match, in.Viewer)
	p.Analysis = "/analysis?match=" + in.Match.ID
	p.Share = shareOf(in)
	if in.Another != "" {
		p.Another = matchURL(in.Another)
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		p.Sides[i] = b.side(side)
	}
	b.say(&p, d)
	b.step(&p)
	b.board(&p, d)
	return p
}

// shown is the position on the board: the present one has its throw.
func (b matchBuilder) shown() engine.Position {
	if b.present {
		return b.position
	}
	return b.all[b.at].position
}

// try is where the position that is shown can be tried, with what was chosen so far.
func (b matchBuilder) try() string {
	var done []engine.Step
	if b.present {
		done = spelt(b.position, b.in.Done)
	}
	return TryURL(rulesID(b.info.ID, b.in.Record.Variant), b.shown().String(), done)
}

func matchURL(id string) string { return "/matches/" + id }

// diagram is the board to show. The present one has the throw that came after
// the last move.
func (b matchBuilder) diagram() engine.Diagram {
	if !b.present {
		return b.all[b.at].diagram
	}
	return presentBoard(b.all, b.position)
}

// presentBoard is the board of a position that a match has come to.
func presentBoard(all []station, p engine.Position) engine.Diagram {
	return keepLabels(all[len(all)-1].diagram, p.Diagram())
}

// dice are those that were thrown last before the board shown.
func (b matchBuilder) dice(d engine.Diagram) Throw {
	var thrown []int
	for _, e := range b.in.Record.Log {
		if !b.present && e.Seq > b.all[b.at].seq {
			break
		}
		if e.Act == engine.ActRoll {
			thrown = facesOf(e.Draws)
		}
	}
	return throwOf(b.info, d, thrown)
}

// rulesName names a game and its rules: "StreetSoccer, Little Golem rules".
func rulesName(info engine.Info, variant string) string {
	rules, err := info.Ruleset(variant)
	if err != nil {
		return info.Name
	}
	return info.Name + ", " + rules.Title()
}

// turnText counts the turns: "Normal time, turn 7 of 25".
func turnText(d engine.Diagram) string {
	if d.Turn == 0 {
		return d.Period
	}
	count := fmt.Sprintf("turn %d of %d", d.Turn, d.Turns)
	if d.Turns == 0 {
		count = fmt.Sprintf("turn %d", d.Turn)
	}
	if d.Period == "" {
		return upper(count)
	}
	return d.Period + ", " + count
}

func (b matchBuilder) side(side engine.Side) SideView {
	in := b.in
	player := in.Match.Seats[in.Record.SeatOf(side)].Player
	next, outcome := in.Record.Next(), in.Record.Outcome()
	v := SideView{
		Side: side, Colour: b.info.Sides[side-1], Name: player.Name, URL: playerURL(player), Class: "side",
		Left:  left(in.Clocks.Left(side, in.Now)),
		Mover: b.present && next.Side == side,
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
	}
	if !next.Over() {
		v.Away = in.Away[side-1]
	}
	if v.Mover {
		v.Class += " mover"
	}
	if outcome.Over() && outcome.Winner == side && b.present {
		v.Class += " winner"
	}
	return v
}

// say finds the words above the board and the title of the tab.
func (b matchBuilder) say(p *MatchPage, d engine.Diagram) {
	in := b.in
	names := p.Sides[0].Name + " v " + p.Sides[1].Name + ", " + scoreText(in.Record.Score())
	p.Title = names
	p.Description = p.Rules + ": " + names + "."
	p.Image, p.ImageAlt = in.Address+p.URL+"/preview.png?seq="+strconv.Itoa(p.Seq), "The board of "+names
	next := in.Record.Next()
	switch {
	case !b.present:
		p.Past = b.pastText()
		p.Headline = "An older board"
		p.Task = ""
	case p.Over:
		outcome := in.Record.Outcome()
		p.Headline = outcomeText(outcome, b.info.Sides)
		p.Task = upper(priceText(in.Match.Scoring(), outcome))
		p.Title = "Over: " + names
		p.Ratings, p.Unrated = ratingChanges(in.Match, in.Ratings)
	case p.Mine:
		p.Headline = "Your turn"
		p.Task = d.Task
		p.Title = "Your turn: " + names
	case in.Match.State.Held:
		p.Headline, p.Waits = waitsForTwin, true
		p.Task = "Both games have the same throws, so the next one is made when both have come to it. No clock runs here until then."
	case next.Side == engine.NoSide:
		p.Headline = "The dice are being thrown"
	default:
		b.sayWaiting(p, names, next.Side)
	}
	p.Error = in.Error
	if in.Error != "" && in.Tried != "" {
		p.Error = "You tried " + string(in.Tried) + ". " + in.Error
	}
}

// sayWaiting is about a side to move that is not the viewer's.
func (b matchBuilder) sayWaiting(p *MatchPage, names string, side engine.Side) {
	mover := p.Sides[side-1]
	player := b.in.Match.Seats[b.in.Record.SeatOf(side)].Player
	switch {
	case b.in.Side == engine.NoSide:
		p.Headline = mover.Colour + " to move" // two bots may bear one name
		p.Task = "You are watching. The board follows the game by itself."
		return
	case player.Kind == league.Bot:
		p.Headline = mover.Name + " is thinking"
		p.Task = "Its move shows here in a moment."
	default:
		p.Headline = "Waiting for " + mover.Name
		p.Task = "The move shows here as soon as it is made."
	}
	p.Title = "Waiting: " + names
}

// pastText names the board that an older station shows.
func (b matchBuilder) pastText() string {
	if b.at == 0 {
		return "This is the board before the first move."
	}
	return "This is the board after " + b.moveText() + "."
}

// moveText tells the move that led to the board shown.
func (b matchBuilder) moveText() string {
	s := b.all[b.at]
	text := fmt.Sprintf("move %d of %d: %s, ", b.at, len(b.all)-1, b.info.Sides[s.by-1])
	if faces := b.faces(s.throws); len(faces) > 0 {
		text += said(faces) + ", "
	}
	text += s.words
	if faces := b.faces(s.after); len(faces) > 0 {
		text += "; then " + said(faces)
	}
	return text
}

// faces are all that was thrown, ready to show.
func (b matchBuilder) faces(throws []thrown) []Face {
	var list []Face
	for _, t := range throws {
		list = append(list, facesOfThrow(b.info, t.faces, t.sides)...)
	}
	return list
}

// plies lists the moves for reading and for stepping through.
func (b matchBuilder) plies() []Ply {
	var list []Ply
	for i := 1; i < len(b.all); i++ {
		s := b.all[i]
		ply := Ply{
			Number: i, Side: s.by, Colour: b.info.Sides[s.by-1],
			Throw: b.faces(s.throws), Words: s.words, After: b.faces(s.after), URL: b.stationURL(i), Current: i == b.at,
		}
		if s.diagram.Score != b.all[i-1].diagram.Score {
			ply.Goal = scoreText(s.diagram.Score)
		}
		list = append(list, ply)
	}
	return list
}

// stationURL is where a station is shown; the last one is the present board.
func (b matchBuilder) stationURL(i int) string {
	url := matchURL(b.in.Match.ID)
	if i == len(b.all)-1 {
		return url
	}
	return url + "?at=" + strconv.Itoa(b.all[i].seq)
}

// step finds where the stepping controls lead and what the chosen steps spell.
func (b matchBuilder) step(p *MatchPage) {
	if b.at > 0 {
		p.First, p.Previous = b.stationURL(0), b.stationURL(b.at-1)
	}
	if !b.present {
		p.Next, p.Last = b.stationURL(b.at+1), b.stationURL(len(b.all)-1)
	}
}

// board draws the board, and for the side to move also what may be touched.
func (b matchBuilder) board(p *MatchPage, d engine.Diagram) {
	if !p.Mine {
		p.Board = b.still(d)
		return
	}
	p.Entry = NewEntry(EntryInput{
		Position: b.position, Board: d, Sides: b.info.Sides, Trail: b.trail(d), Done: b.in.Done,
		Href: func(done []engine.Step) string { return p.URL + doQuery(done) },
	})
	p.Board, p.Task, p.Steps = p.Entry.Board, p.Entry.Task, engine.FormatSteps(p.Entry.Done)
	t := newDecision(b.position, d)
	p.Count = b.position.Count()
	p.Choices = turnChoices{Seq: p.Seq, Key: p.Key, Task: d.Task, Aim: t.begin.aim, Pieces: t.begin.pieces, Tree: t.choices()}
	p.Groups = moveGroups(d, p.Choices.Tree)
}

// still draws a board on which nothing can be touched.
func (b matchBuilder) still(d engine.Diagram) Board {
	return NewBoard(BoardInput{Diagram: d, Sides: b.info.Sides, Trail: b.trail(d)})
}

// trail is what the move before the board shown has left on it.
func (b matchBuilder) trail(d engine.Diagram) Trail {
	if b.at == 0 {
		return Trail{}
	}
	return b.all[b.at].story.trail(d)
}

// upper makes the first letter great; texts here begin with plain ones.
func upper(text string) string {
	if text == "" || !slices.Contains([]byte("abcdefghijklmnopqrstuvwxyz"), text[0]) {
		return text
	}
	return string(text[0]-'a'+'A') + text[1:]
}
