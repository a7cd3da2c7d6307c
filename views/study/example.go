package study

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"

	"kickabout/engine"
	"kickabout/views/ui"
)

// ExampleState is how far a reader has come with an example. The address carries it
// whole.
type ExampleState struct {
	N    int           // which example of the rules, from 1; 0: none has been touched
	Ask  bool          // what may be touched shows
	Done []engine.Step // of a move; nil: as the example begins
	Roll int           // which throw of the example's sequence lies on the table; 0: none
	Play int           // which throw of its sequence follows the move that is made; 0: none is made

	Chapter string // of the course, where it stands by itself; "": on the page of all rules
}

// ExampleView is an example of the rules, as far as a reader has come with it.
type ExampleView struct {
	ID      string // of the figure
	Caption string
	Board   ui.Board
	Live    bool // something on it may be touched
	Dice    ui.Throw
	Says    string // what has happened, or what may be done now
	Choices []ActLink
	Acts    []ActLink
	Try     string // where the position is tried further
	Stage   *Stage // the move that was played, for the player in the browser; nil: none was
	Samples ui.Throw
}

// ActLink is a link that looks like a button.
type ActLink struct {
	Text string
	Href string
	Get  string // the figure alone, for the script
	Main bool
}

// Examples returns how many examples the rules of a game have.
func Examples(g engine.Game) int { return len(ui.ExamplesOf(g.Rules())) }

// NewExample builds one example of the rules of a game; its state says which. The
// game has so many (see Examples).
func NewExample(g engine.Game, state ExampleState) ExampleView {
	return newExample(g, ui.ExamplesOf(g.Rules())[state.N-1], state)
}

// exampleBuilder holds what an example is built from.
type exampleBuilder struct {
	game    engine.Game
	example engine.Example
	state   ExampleState
	p       engine.Position // as far as the reader has come
	done    []engine.Step   // of a move in p
	move    engine.Move     // that they spell
	trace   ui.MoveTrace
	thrown  bool // by the last act
	played  string
	changes []engine.Change // the move that was played, with its throws
}

func newExample(g engine.Game, example engine.Example, state ExampleState) ExampleView {
	b := exampleBuilder{game: g, example: example, state: state}
	v := ExampleView{ID: "example-" + strconv.Itoa(state.N), Caption: example.Caption}
	p, err := g.Parse(example.Variant, example.Position)
	if err != nil { // a test sees that this does not happen
		v.Says = engine.Reason(err)
		return v
	}
	b.p = p
	b.goOn()
	b.draw(&v)
	b.act(&v)
	return v
}

// goOn brings the position to where the reader has come.
func (b *exampleBuilder) goOn() {
	if b.p.Next().Dice.Count > 0 && b.state.Roll > 0 {
		b.p, b.thrown = b.throw(b.p, b.state.Roll), true
	}
	b.done = b.example.Done
	if b.state.Done != nil {
		b.done = b.state.Done
	}
	b.done = spelt(b.p, b.done)
	_, b.move = b.p.Continue(b.done)
	if b.state.Play == 0 || b.move == "" {
		return
	}
	after, err := b.p.Play(b.move)
	if err != nil {
		return
	}
	story := told(b.p, b.p.Diagram(), b.done)
	b.played = story.words()
	b.thrown = after.Next().Dice.Count > 0
	b.changes = []engine.Change{{Was: b.p, Is: after, Move: b.move}}
	b.p = b.throw(after, b.state.Play)
	b.trace = story.trace(b.p.Diagram())
	b.done, b.move = nil, ""
}

// mostThrows is how many throws may follow each other in an example.
const mostThrows = 50

// throw makes the throws that are due until a side must move: the n-th of a sequence
// that is the same for every reader.
func (b *exampleBuilder) throw(p engine.Position, n int) engine.Position {
	seed := fnv.New64a()
	seed.Write([]byte(b.example.Position)) // cannot fail
	r := rand.New(rand.NewPCG(seed.Sum64(), uint64(n)))
	for range mostThrows {
		dice := p.Next().Dice
		faces := make([]int, dice.Count)
		for i := range faces {
			faces[i] = r.IntN(dice.Sides) + 1
		}
		after, err := p.Roll(faces...)
		if dice.Count == 0 || err != nil {
			break
		}
		if b.changes != nil {
			b.changes = append(b.changes, engine.Change{Was: p, Is: after, Faces: faces})
		}
		p = after
	}
	return p
}

// draw draws the board, with what may be touched if the reader wants to see that.
func (b *exampleBuilder) draw(v *ExampleView) {
	d, story := b.p.Diagram(b.done...), told(b.p, b.p.Diagram(), b.done)
	in := ui.BoardInput{
		Diagram: d, Sides: b.game.Info().Sides, Done: b.done, Trace: b.trace,
		Walks: story.walks(), Flights: story.flights(), Ghosts: story.ghosts(),
	}
	if b.state.Ask && b.state.Play == 0 {
		touch, then := touches(b.p, b.done)
		in.Touch = touch
		in.Href = func(s engine.Step, _ ui.Touch) string { return b.url(b.asked(then[s])) }
		in.Get = func(s engine.Step, _ ui.Touch) string { return b.get(b.asked(then[s])) }
		v.Live = true
		next, _ := b.p.Continue(b.done)
		for _, s := range next {
			if _, ok := d.SpotOf(s); !ok {
				v.Choices = append(v.Choices, b.link(stepName(d, s), b.asked(then[s])))
			}
		}
	}
	v.Board = ui.NewBoard(in)
	v.Board.Label = plain(b.example.Caption)
	v.Dice = ui.ThrowOf(b.game.Info(), d, nil)
	v.Says = b.says(d)
	if board, told := engine.TellChanges(b.game, b.changes); told != nil {
		v.Stage = NewStage(newBeats(board, told, len(told), len(told)), d, in.Sides, false)
		v.Samples = Samples(b.game.Info())
	}
}

// asked is the state with other steps done, and what may be touched then.
func (b *exampleBuilder) asked(done []engine.Step) ExampleState {
	s := b.state
	s.Ask, s.Play, s.Done = true, 0, append([]engine.Step{}, done...)
	return s
}

// says tells what has happened or may be done.
func (b *exampleBuilder) says(d engine.Diagram) string {
	info := b.game.Info()
	switch {
	case b.p.Outcome().Over():
		return ui.OutcomeText(b.p.Outcome(), info.Sides)
	case b.played != "" && b.p.Next().Side != engine.NoSide:
		return "Played: " + b.played + ". " + info.Sides[b.p.Next().Side-1] + " to move."
	case b.played != "":
		return "Played: " + b.played + "."
	case b.state.Ask && b.move != "":
		return "A whole move: " + told(b.p, b.p.Diagram(), b.done).words() + "."
	case b.state.Ask:
		return d.Task
	case b.p.Next().Dice.Count > 0:
		return ui.ThrowWords(info).Due + "."
	case b.thrown:
		return info.Sides[b.p.Next().Side-1] + " to move."
	}
	return ""
}

// act finds what the reader may do with the example.
func (b *exampleBuilder) act(v *ExampleView) {
	s, start := b.state, ExampleState{N: b.state.N, Chapter: b.state.Chapter}
	words := ui.ThrowWords(b.game.Info())
	waits := b.p.Next().Dice.Count > 0
	if b.move != "" && s.Ask {
		after := s
		after.Done, after.Play = append([]engine.Step{}, b.done...), 1
		v.Acts = append(v.Acts, mainLink(b.link("Play this move", after)))
	}
	if !s.Ask && s.Play == 0 && b.p.Next().Side != engine.NoSide {
		asked := s
		asked.Ask = true
		v.Acts = append(v.Acts, mainLink(b.link(b.question(), asked)))
	}
	if roll := s; s.Play == 0 && !s.Ask && (waits || b.thrown) {
		roll.Roll++
		text := words.Make + " again"
		if s.Roll == 0 {
			text = words.Make
		}
		v.Acts = append(v.Acts, b.link(text, roll))
	}
	if again := s; b.played != "" && b.thrown {
		again.Play++
		v.Acts = append(v.Acts, b.link(words.Make+" again", again))
	}
	if n := len(b.done); s.Ask && s.Play == 0 && n > 0 {
		v.Acts = append(v.Acts, b.link("Undo", b.asked(b.done[:n-1])))
	}
	if s.Ask || s.Done != nil || s.Roll > 0 || s.Play > 0 {
		v.Acts = append(v.Acts, b.link("From the start", start))
	}
	v.Try = ui.TryURL(ui.RulesID(b.game.Info().ID, b.example.Variant), b.p.String(), b.done)
}

// question is what the button says that shows what may be touched.
func (b *exampleBuilder) question() string {
	if b.example.Ask == "" {
		return "Show what may be touched"
	}
	return b.example.Ask
}

func mainLink(l ActLink) ActLink {
	l.Main = true
	return l
}

func (b *exampleBuilder) link(text string, s ExampleState) ActLink {
	return ActLink{Text: ui.Upper(text), Href: b.url(s), Get: b.get(s)}
}

// url is the address of the page with the example in a state.
func (b *exampleBuilder) url(s ExampleState) string {
	page := ui.RulesURL(b.game.Info().ID)
	if s.Chapter != "" {
		page = ui.ChapterURL(b.game.Info().ID, s.Chapter)
	}
	return page + "?example=" + strconv.Itoa(s.N) + s.query() + "#example-" + strconv.Itoa(s.N)
}

// get is the address of the figure alone.
func (b *exampleBuilder) get(s ExampleState) string {
	address := ui.RulesURL(b.game.Info().ID) + "/examples/" + strconv.Itoa(s.N)
	query := s.query()
	if s.Chapter != "" {
		query += "&chapter=" + s.Chapter
	}
	if query != "" {
		address += "?" + query[1:]
	}
	return address
}

// query writes all but the number of the example: "&ask=1&do=c2,c3".
func (s ExampleState) query() string {
	query := ""
	if s.Ask {
		query += "&ask=1"
	}
	if s.Roll > 0 {
		query += "&roll=" + strconv.Itoa(s.Roll)
	}
	if s.Play > 0 {
		query += "&play=" + strconv.Itoa(s.Play)
	}
	if s.Done != nil {
		query += "&do=" + ui.StepsQuery(s.Done)
	}
	return query
}
