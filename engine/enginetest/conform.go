package enginetest

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
)

const (
	listed    = 1000  // moves of a position that are listed and compared one by one
	rarely    = 16    // of so many positions with more moves than that, one has the first of them listed
	samples   = 4     // moves of a position that are played and touched step by step
	mutations = 3     // spoilt texts of a kind for each position
	tries     = 10    // moves among which a match that wants goals looks for one
	matchEnd  = 10000 // plies and throws by which every match must have ended
	looks     = 128   // positions of the longest match that are looked at, about
)

// Conform plays random matches of every variant of a game and checks, position
// by position, or at some of a very long match, what the engine promises of every
// game: Parse undoes String;
// Check, Play, Count, Moves and Random tell the same story, and so do Steps and
// Continue; the receiver never changes; every throw leads somewhere, a wrong one
// is refused; spoilt texts are refused and never panic; the diagram fits; matches
// end with an ending of the game, and their logs replay. The matches are the same
// on every run.
func Conform(t *testing.T, g engine.Game, matches int) {
	t.Helper()
	info := g.Info()
	if info.ID == "" || info.Name == "" || len(info.Variants) == 0 || len(info.Endings) == 0 {
		t.Fatalf("Info lacks something: %+v", info)
	}
	if info.Variants[0].Retired() {
		t.Error("the first variant is the usual one, and retired")
	}
	walkthroughs(t, g)
	for _, v := range info.Variants {
		rules, err := info.Ruleset(v.ID)
		if err != nil {
			t.Fatal(err)
		}
		if successor, known := info.Variant(v.Successor); v.Retired() && (!known || successor.Retired()) {
			t.Errorf("%s is retired, and its successor %q is no variant that is played", v.ID, v.Successor)
		}
		t.Run(v.ID, func(t *testing.T) { conform(t, g, rules, matches) })
		for _, o := range rules.Options() {
			rules, ok := rules.With(o.ID, o.Values[len(o.Values)-1])
			if !ok {
				t.Fatalf("%s has no other value of %q", v.ID, o.ID)
			}
			t.Run(rules.String(), func(t *testing.T) { conform(t, g, rules, max(1, matches/20)) })
		}
	}
}

// walkthroughs plays through the games of the rulebook, each of which must be told.
func walkthroughs(t *testing.T, g engine.Game) {
	for _, s := range g.Rules().Sections {
		for _, b := range s.Blocks {
			if b.Walkthrough == nil {
				continue
			}
			changes, err := b.Walkthrough.Changes(g)
			if err != nil {
				t.Fatalf("%s: %v", s.Title, err)
			}
			if _, told := engine.TellChanges(g, changes); len(told) != len(b.Walkthrough.Plays) {
				t.Errorf("%s: of %d plays %d are told", s.Title, len(b.Walkthrough.Plays), len(told))
			}
		}
	}
}

// conform is Conform with one set of rules.
func conform(t *testing.T, g engine.Game, rules engine.Ruleset, matches int) {
	c := &conformance{t: t, game: g, variant: rules.String(), orders: rules.Orders, decides: map[string]bool{}}
	c.unknown()
	for n := range matches {
		c.rand = rand.New(rand.NewPCG(1, uint64(n)))
		c.keen = n%2 == 1
		c.match()
		c.longest = max(c.longest, c.length)
	}
}

// conformance is a run of Conform over one variant.
type conformance struct {
	t       *testing.T
	game    engine.Game
	variant string
	orders  []engine.Order
	rand    *rand.Rand
	keen    bool            // goals are scored where one is found
	length  int             // positions of the match so far
	longest int             // positions of the longest match before
	p       engine.Position // the one that is looked at
	text    string          // of p
	seen    []engine.Move   // moves played earlier in the match
	decides map[string]bool // standing orders that have decided something
	board   engine.Diagram  // the one whose spots were looked at last
	spotOf  map[engine.Step]engine.Spot
}

// failf ends the test, naming the position.
func (c *conformance) failf(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("at %q: "+format, append([]any{c.text}, args...)...)
}

// refused sees that an error is of a kind and has a sentence for people.
func (c *conformance) refused(what string, err, kind error) {
	c.t.Helper()
	if !errors.Is(err, kind) {
		c.failf("%s: error %v, want one that wraps %q", what, err, kind)
	}
	if reason := engine.Reason(err); !strings.HasSuffix(reason, ".") {
		c.failf("%s: the reason %q is no sentence", what, reason)
	}
}

// unknown sees that other variants are refused.
func (c *conformance) unknown() {
	for _, variant := range []string{"", "no such variant", c.variant + ",x=1", c.variant + " "} {
		if _, err := c.game.Start(variant); !errors.Is(err, engine.ErrUnknown) {
			c.t.Fatalf("Start(%q): error %v, want ErrUnknown", variant, err)
		}
		if _, err := c.game.Parse(variant, ""); !errors.Is(err, engine.ErrUnknown) {
			c.t.Fatalf("Parse(%q, ...): error %v, want ErrUnknown", variant, err)
		}
	}
}

// match plays one match at random and looks at every position of it, or, once
// matches have been longer than can be looked at, at some.
func (c *conformance) match() {
	p, err := c.game.Start(c.variant)
	if err != nil {
		c.t.Fatal(err)
	}
	var faces []int
	c.seen = nil
	stride := max(1, (c.longest+looks/2)/looks)
	for c.length = range matchEnd {
		next := p.Next()
		if c.length == 0 || next.Over() || c.rand.IntN(stride) == 0 {
			c.look(p)
		}
		c.text = p.String()
		switch {
		case next.Over():
			c.replay(faces)
			return
		case next.Dice.Count > 0:
			thrown := throw(next.Dice, c.rand)
			faces = append(faces, thrown...)
			p, err = p.Roll(thrown...)
		default:
			m := c.choose(p)
			c.seen = append(c.seen, m)
			p, err = p.Play(m)
		}
		if err != nil {
			c.failf("the match stops: %v", err)
		}
	}
	c.failf("the match does not end")
}

// throw returns random faces of dice.
func throw(dice engine.Dice, r *rand.Rand) []int {
	faces := make([]int, dice.Count)
	for i := range faces {
		faces[i] = 1 + r.IntN(dice.Sides)
	}
	return faces
}

// choose returns a random move. Goals are rare at random, and with them all that
// follows a goal, so every other match tries for one.
func (c *conformance) choose(p engine.Position) engine.Move {
	m := p.Random(c.rand)
	if !c.keen {
		return m
	}
	score := p.Diagram().Score
	for range tries {
		other := p.Random(c.rand)
		if after, err := p.Play(other); err == nil && after.Diagram().Score != score {
			return other
		}
	}
	return m
}

// look checks everything about one position.
func (c *conformance) look(p engine.Position) {
	c.p, c.text = p, p.String()
	c.roundTrip()
	next := p.Next()
	if next.Dice.Count > 0 && next.Side != engine.NoSide {
		c.failf("Next names both dice and a side: %+v", next)
	}
	if p.Outcome().Over() != next.Over() {
		c.failf("outcome %+v, but next %+v", p.Outcome(), next)
	}
	c.diagram(nil)
	if next.Dice.Count > 0 {
		c.dice(next.Dice)
	} else {
		c.wrongThrows(engine.Dice{})
	}
	if next.Side == engine.NoSide {
		c.nobodyMoves()
	} else {
		c.decision()
	}
	if next.Over() {
		c.ending()
	}
	if got := p.String(); got != c.text {
		c.failf("the position has become %q", got)
	}
}

// roundTrip sees that Parse undoes String, and that a spoilt text is refused or
// is the text of another position.
func (c *conformance) roundTrip() {
	q, err := c.game.Parse(c.variant, c.text)
	if err != nil {
		c.failf("Parse: %v", err)
	}
	if q.String() != c.text || q.Next() != c.p.Next() || q.Count() != c.p.Count() || q.Outcome() != c.p.Outcome() {
		c.failf("Parse gives another position, %q", q)
	}
	for range mutations {
		text := Spoil(c.rand, c.text)
		q, err := c.game.Parse(c.variant, text)
		if err != nil {
			c.refused("Parse of "+text, err, engine.ErrParse)
		} else if q.String() != text {
			c.failf("Parse takes %q for %q", text, q)
		}
	}
}

// dice sees that every throw leads somewhere, not all of them back, and that
// others are refused.
func (c *conformance) dice(dice engine.Dice) {
	if dice.Label == "" || dice.Count < 1 || dice.Sides < 2 {
		c.failf("no such dice: %+v", dice)
	}
	throws := [][]int{nil}
	for range dice.Count {
		var longer [][]int
		for _, throw := range throws {
			for face := range dice.Sides {
				longer = append(longer, append(slices.Clone(throw), face+1))
			}
		}
		throws = longer
	}
	on := false
	for _, throw := range throws {
		q, err := c.p.Roll(throw...)
		if err != nil {
			c.failf("throw %v: %v", throw, err)
		}
		if q.String() != c.text {
			on = true
		} else if q.Next() != c.p.Next() {
			c.failf("throw %v changes what is waited for, but not the text", throw)
		}
	}
	if !on {
		c.failf("no throw leads on")
	}
	c.wrongThrows(dice)
}

// wrongThrows sees that throws are refused that are not due or not on the dice.
func (c *conformance) wrongThrows(dice engine.Dice) {
	good := slices.Repeat([]int{1}, dice.Count)
	wrong := [][]int{append(slices.Clone(good), 1)}
	if dice.Count > 0 {
		wrong = append(wrong, good[1:])
	}
	for i := range good {
		for _, face := range []int{-1, 0, dice.Sides + 1, math.MaxInt} {
			throw := slices.Clone(good)
			throw[i] = face
			wrong = append(wrong, throw)
		}
	}
	for _, throw := range wrong {
		_, err := c.p.Roll(throw...)
		c.refused("a wrong throw", err, engine.ErrIllegal)
	}
}

// nobodyMoves sees that a position that waits for no side has no moves.
func (c *conformance) nobodyMoves() {
	if n := c.p.Count(); n != 0 {
		c.failf("Count is %d though no side must move", n)
	}
	if m := c.p.Random(c.rand); m != "" {
		c.failf("Random gives %q though no side must move", m)
	}
	for m := range c.p.Moves() {
		c.failf("Moves yields %q though no side must move", m)
	}
	if next, m := c.p.Continue(nil); next != nil || m != "" {
		c.failf("Continue gives %v, %q though no side must move", next, m)
	}
	for _, m := range c.others() {
		c.illegal(m)
	}
}

// others returns texts that are hardly moves here: some were moves earlier in the
// match, in another phase or for the other side.
func (c *conformance) others() []engine.Move {
	moves := []engine.Move{"", "R", "-"}
	for range min(samples, len(c.seen)) {
		moves = append(moves, c.seen[c.rand.IntN(len(c.seen))])
	}
	return moves
}

// illegal sees that a move is refused everywhere.
func (c *conformance) illegal(m engine.Move) {
	what := "the move " + string(m)
	c.refused(what, c.p.Check(m), engine.ErrIllegal)
	_, err := c.p.Play(m)
	c.refused(what, err, engine.ErrIllegal)
	_, err = c.p.Steps(m)
	c.refused(what, err, engine.ErrIllegal)
}

// decision checks a position in which a side must move.
func (c *conformance) decision() {
	count := c.p.Count()
	if count < 1 {
		c.failf("a side must move but Count is %d", count)
	}
	var legal map[engine.Move]bool // nil: too many to list
	if count <= listed {
		legal = c.list(count)
		if len(legal) != count {
			c.failf("Moves yields %d moves, Count is %d", len(legal), count)
		}
	} else if c.rand.IntN(rarely) == 0 {
		c.list(samples)
	}
	for range samples {
		m := c.p.Random(c.rand)
		if legal != nil && !legal[m] {
			c.failf("Random gives %q, which Moves does not", m)
		}
		c.legal(m)
		c.spoilt(m, legal)
	}
	for _, m := range c.others() {
		c.known(m, legal)
	}
	if legal != nil && c.rand.IntN(8) == 0 {
		spelt := map[engine.Move]bool{}
		c.spell(nil, spelt)
		for m := range legal {
			if !spelt[m] {
				c.failf("no touches spell %q", m)
			}
		}
	}
	c.standingOrders()
}

// list returns the first legal moves, at most one more than asked for, having
// seen that they ascend and pass Check.
func (c *conformance) list(most int) map[engine.Move]bool {
	legal := make(map[engine.Move]bool, most)
	last := engine.Move("")
	for m := range c.p.Moves() {
		if m <= last {
			c.failf("Moves yields %q after %q", m, last)
		}
		if err := c.p.Check(m); err != nil {
			c.failf("Moves yields %q, but Check says: %v", m, err)
		}
		legal[m] = true
		last = m
		if len(legal) > most {
			break
		}
	}
	return legal
}

// legal checks a legal move: it is played, and it can be touched step by step.
func (c *conformance) legal(m engine.Move) {
	if err := c.p.Check(m); err != nil {
		c.failf("%q is refused: %v", m, err)
	}
	q, err := c.p.Play(m)
	if err != nil {
		c.failf("%q passes Check, but not Play: %v", m, err)
	}
	if _, err := c.game.Parse(c.variant, q.String()); err != nil {
		c.failf("after %q: Parse: %v", m, err)
	}
	steps, err := c.p.Steps(m)
	if err != nil {
		c.failf("%q passes Check, but not Steps: %v", m, err)
	}
	if undone := engine.ParseSteps(engine.FormatSteps(steps)); !slices.Equal(undone, steps) {
		c.failf("the steps %v of %q are not what their text says", steps, m)
	}
	for n, step := range steps {
		next, _ := c.p.Continue(steps[:n])
		if !slices.Contains(next, step) {
			c.failf("%q: %v is not offered after %v", m, step, steps[:n])
		}
		c.nonsense(steps[:n])
		c.diagram(steps[:n])
	}
	c.diagram(steps)
	if _, spelt := c.p.Continue(steps); spelt != m {
		c.failf("the steps %v of %q spell %q", steps, m, spelt)
	}
	c.nonsense(steps)
}

// nonsense sees that steps which lead nowhere give neither steps nor a move.
func (c *conformance) nonsense(done []engine.Step) {
	for _, step := range []engine.Step{{}, {Cell: "nowhere"}, {Choice: "nonsense"}} {
		if next, m := c.p.Continue(append(slices.Clone(done), step)); next != nil || m != "" {
			c.failf("Continue gives %v, %q after %v and %q", next, m, done, step)
		}
	}
}

// spoilt sees what becomes of a legal move's text when it is damaged.
func (c *conformance) spoilt(m engine.Move, legal map[engine.Move]bool) {
	for range mutations {
		c.known(engine.Move(Spoil(c.rand, string(m))), legal)
	}
}

// known sees that a text is either a legal move in every respect or refused in
// every respect. With legal, it must be in there or not.
func (c *conformance) known(m engine.Move, legal map[engine.Move]bool) {
	err := c.p.Check(m)
	if legal != nil && legal[m] != (err == nil) {
		c.failf("Moves yields %q: %v, but Check says: %v", m, legal[m], err)
	}
	if err != nil {
		c.illegal(m)
	} else if legal == nil {
		c.legal(m)
	}
}

// spell gathers the moves that Continue's offers lead to.
func (c *conformance) spell(done []engine.Step, spelt map[engine.Move]bool) {
	next, m := c.p.Continue(done)
	if m != "" {
		if err := c.p.Check(m); err != nil {
			c.failf("%v spell %q: %v", done, m, err)
		}
		spelt[m] = true
	}
	if m == "" && next == nil {
		c.failf("Continue offers %v, which lead nowhere", done)
	}
	seen := map[engine.Step]bool{}
	for _, step := range next {
		if seen[step] {
			c.failf("%v is offered twice after %v", step, done)
		}
		seen[step] = true
		c.spell(append(slices.Clone(done), step), spelt)
	}
}

// standingOrders sees that what a standing order decides is legal.
func (c *conformance) standingOrders() {
	auto, ok := c.game.(engine.Auto)
	if !ok {
		return
	}
	for _, order := range c.orders {
		if m, ok := auto.Auto(c.p, order.ID); ok {
			c.decides[order.ID] = true
			c.legal(m)
		}
	}
}

// diagram sees that spots are told apart, lie on the board and hold the pieces,
// and that the numbers fit, also while a move is being entered.
func (c *conformance) diagram(done []engine.Step) {
	d := c.p.Diagram(done...)
	spots := c.lookAtSpots(d)
	for _, piece := range d.Pieces {
		s, ok := spots[engine.Step{Cell: piece.Cell}]
		if !ok || piece.Name == "" || piece.X <= s.X || piece.X >= s.X+s.W || piece.Y <= s.Y || piece.Y >= s.Y+s.H {
			c.failf("piece %+v stands on spot %+v", piece, s)
		}
	}
	next, _ := c.p.Continue(done)
	for _, step := range next {
		if _, ok := spots[step]; !ok && step.Cell != "" {
			c.failf("no spot for %v", step)
		}
	}
	for _, face := range d.Throw {
		if face < 1 || face > d.ThrowSides {
			c.failf("the throw %v is not on dice of %d faces", d.Throw, d.ThrowSides)
		}
	}
	if d.Turn < 0 || d.Turn > d.Turns {
		c.failf("turn %d of %d", d.Turn, d.Turns)
	}
	if mustMove := c.p.Next().Side != engine.NoSide; mustMove != strings.HasSuffix(d.Task, ".") {
		c.failf("the task is %q", d.Task)
	}
}

// lookAtSpots returns the spots by step, having seen that they are told apart and
// lie on the board. Those that were looked at before are not looked at again.
func (c *conformance) lookAtSpots(d engine.Diagram) map[engine.Step]engine.Spot {
	if c.spotOf != nil && d.Width == c.board.Width && d.Height == c.board.Height && slices.Equal(d.Spots, c.board.Spots) {
		return c.spotOf
	}
	spots := make(map[engine.Step]engine.Spot, len(d.Spots))
	for _, s := range d.Spots {
		if _, twice := spots[s.Step]; twice || s.Name == "" || s.Zone == "" || s.W <= 0 || s.H <= 0 ||
			s.X < 0 || s.Y < 0 || s.X+s.W > d.Width || s.Y+s.H > d.Height {
			c.failf("spot %+v", s)
		}
		spots[s.Step] = s
	}
	c.board, c.spotOf = d, spots
	return spots
}

// ending sees that the outcome is one of the game's.
func (c *conformance) ending() {
	o := c.p.Outcome()
	if !slices.Contains(c.game.Info().Endings, o.Ending) {
		c.failf("%q is no ending of the game", o.Ending)
	}
	if o.Score != c.p.Diagram().Score {
		c.failf("the outcome says %v, the diagram %v", o.Score, c.p.Diagram().Score)
	}
}

// replay sees that the match's log, made of the same throws and moves, replays to
// the same end.
func (c *conformance) replay(faces []int) {
	at := time.UnixMilli(0).UTC()
	src := Script(c.t, faces...)
	r, err := engine.Begin(c.game, c.variant, at, c.rand.IntN(2), nil)
	if err == nil {
		r, err = c.leaveDecisions(r)
	}
	if err == nil {
		r, _, err = r.Drive(at, src)
	}
	for _, m := range c.seen {
		if err != nil {
			break
		}
		r, err = r.Add(engine.Event{Seq: len(r.Log) + 1, At: at, By: r.Next().Side, Act: engine.ActMove, Text: string(m)})
		if err == nil {
			r, _, err = r.Drive(at, src)
		}
	}
	if err != nil {
		c.failf("the log: %v", err)
	}
	again, err := engine.Replay(c.game, c.variant, r.Log)
	if err != nil {
		c.failf("Replay: %v", err)
	}
	if r.Position.String() != c.text || again.Position.String() != c.text || again.Outcome() != c.p.Outcome() {
		c.failf("the log comes to %q, replayed to %q", r.Position, again.Position)
	}
}

// leaveDecisions returns a record in which both sides have the first standing
// order that leaves every decision to them, as the match was played.
func (c *conformance) leaveDecisions(r engine.Record) (engine.Record, error) {
	i := slices.IndexFunc(c.orders, func(o engine.Order) bool { return !c.decides[o.ID] })
	if i <= 0 {
		return r, nil // it is the default, or there is none
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		var err error
		e := engine.Event{Seq: len(r.Log) + 1, At: time.UnixMilli(0).UTC(), By: side, Act: engine.ActOrder, Text: c.orders[i].ID}
		if r, err = r.Add(e); err != nil {
			return r, err
		}
	}
	return r, nil
}

// Spoil returns a text with one small change: a byte lost, doubled, changed or
// moved, or the end cut off. It may happen to be the same text.
func Spoil(r *rand.Rand, text string) string {
	const letters = "abcdefgPBM|#0123456789 -:?YR"
	if text == "" {
		return letters[:1]
	}
	b := []byte(text)
	i, j := r.IntN(len(b)), r.IntN(len(b))
	switch r.IntN(6) {
	case 0:
		b = slices.Delete(b, i, i+1)
	case 1:
		b = slices.Insert(b, i, b[i])
	case 2:
		b[i] = letters[r.IntN(len(letters))]
	case 3:
		b[i], b[j] = b[j], b[i]
	case 4:
		b = b[:i]
	default:
		b = slices.Insert(b, i, letters[r.IntN(len(letters))])
	}
	return string(b)
}
