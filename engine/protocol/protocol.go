// Package protocol lets programs in any language ask the engine: one JSON object
// a line in, one JSON object a line out.
//
// Every request names a game, and a variant unless it is the game's first one. The
// options that are not played with their first value are part of the variant, behind
// commas and in the order in which the game names them: "basic,goals=3",
// "classic,goals=1,clock=60". Without a position it is
// about the start. At most one of move, roll, perft, random and best says what to do;
// without any, the position itself is the answer:
//
//	{"game":"streetsoccer","variant":"lg"}
//	{"position":"…","next":{"dice":{"label":"kickoff","count":2,"sides":6}}}
//	{"game":"streetsoccer","position":"…","roll":[6,4]}
//	{"position":"…","next":{"side":"first"},"count":19474,"moves":["Pa1a2a6",…]}
//	{"game":"streetsoccer","position":"…","move":"Pb7c3e8"}
//	{"position":"…","next":{},"outcome":{"ending":"full time","winner":"first","score":[2,1]}}
//	{"game":"streetsoccer","position":"…","perft":1}
//	{"perft":506}
//	{"game":"streetsoccer","position":"…","random":4711}
//	{"move":"Mc1b1"}
//	{"game":"streetsoccer","position":"…","best":"hard","seed":1}
//	{"move":"Me4f5|Bd8","value":2.61}
//
// Best names a bot, and the seed (0 without one) settles its move. The value is what the
// bot expects for the side that moves, in tournament points from 0 to 5.
//
// Moves are all legal moves in byte order, or null where there are more than
// MaxMoves. A winner is "first", "second" or "". What goes wrong is answered, and
// the next line is read:
//
//	{"error":{"kind":"illegal","message":"It is not your turn."}}
//
// The kinds are illegal (a move or throw), parse (a request or position that
// cannot be read), unknown (a game, variant or bot) and toomany (moves to list).
package protocol

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/engine/bot"
)

const (
	// MaxLine is the greatest length of a request, in bytes without its newline.
	MaxLine = 1 << 20
	// MaxMoves is the greatest number of moves that an answer lists.
	MaxMoves = 50_000
)

// Serve answers requests about games until in ends. It fails only where reading
// or writing does.
func Serve(in io.Reader, out io.Writer, games []engine.Game) error {
	lines := bufio.NewReaderSize(in, MaxLine+1)
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false) // moves and positions stay readable
	for {
		line, err := readLine(lines)
		if err == io.EOF {
			return nil
		}
		var reply any
		if err == nil {
			reply, err = answer(line, games)
		}
		if err != nil {
			if errors.Is(err, errRead) {
				return err
			}
			reply = failure(err)
		}
		if err := answers.Encode(reply); err != nil {
			return fmt.Errorf("answering: %w", err)
		}
	}
}

// errRead marks that the requests themselves cannot be had any more.
var errRead = errors.New("reading requests")

// readLine returns the next line, io.EOF after the last one, or a sentence about
// a line that is too long, which it passes over.
func readLine(lines *bufio.Reader) ([]byte, error) {
	line, err := lines.ReadSlice('\n')
	long := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		_, err = lines.ReadSlice('\n')
	}
	switch {
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("%w: %w", errRead, err)
	case long:
		return nil, engine.Unreadable("A request has at most %d bytes.", MaxLine)
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	}
	return line, nil
}

// answer carries out one request.
func answer(line []byte, games []engine.Game) (any, error) {
	q, err := parse(line)
	if err != nil {
		return nil, err
	}
	p, err := q.find(games)
	if err != nil {
		return nil, err
	}
	switch {
	case q.Move != nil:
		p, err = p.Play(engine.Move(*q.Move))
	case q.Roll != nil:
		p, err = p.Roll(q.Roll...)
	case q.Perft != nil:
		n, err := engine.Perft(p, *q.Perft)
		return perft{n}, err
	case q.Best != nil:
		return q.best(p)
	case q.Random != nil:
		if p.Next().Side == engine.NoSide {
			return nil, engine.Illegal("No side must move here.")
		}
		return move{p.Random(rand.New(rand.NewPCG(uint64(*q.Random), 0)))}, nil
	}
	if err != nil {
		return nil, err
	}
	return describe(p), nil
}

// best asks a bot.
func (q request) best(p engine.Position) (any, error) {
	b, err := bot.ByID(*q.Best)
	if err != nil {
		return nil, unknown{fmt.Sprintf("There is no bot %q; the bots are %s.", *q.Best, bots())}
	}
	if p.Next().Side == engine.NoSide {
		return nil, engine.Illegal("No side must move here.")
	}
	var seed int64
	if q.Seed != nil {
		seed = *q.Seed
	}
	m, v := bot.Best(b, p, rand.New(rand.NewPCG(uint64(seed), 0)))
	return best{m, math.Round(v*1000) / 1000}, nil
}

// bots lists the bots for people.
func bots() string {
	var list []string
	for _, b := range bot.All() {
		list = append(list, b.ID())
	}
	return strings.Join(list, ", ")
}

// find returns the position that a request is about.
func (q request) find(games []engine.Game) (engine.Position, error) {
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.Info().ID == q.Game })
	if i < 0 {
		return nil, unknown{fmt.Sprintf("There is no game %q; the games are %s.", q.Game, ids(games))}
	}
	g := games[i]
	variant := g.Info().Variants[0].ID
	if q.Variant != nil {
		variant = *q.Variant
	}
	p, err := g.Start(variant)
	if errors.Is(err, engine.ErrUnknown) {
		return nil, unknown{fmt.Sprintf("%s has no variant %q; it is played as %s.", g.Info().Name, variant, Variants(g.Info()))}
	}
	if err == nil && q.Position != nil {
		return g.Parse(variant, *q.Position)
	}
	return p, err
}

// Variants says for people how the variant of a request may read: "basic or blocking,
// with ,goals=5 or ,goals=3, then ,step=1 (blocking) behind it".
func Variants(info engine.Info) string {
	var names []string
	for _, v := range info.Variants {
		names = append(names, v.ID)
	}
	text := engine.Either(names)
	for i, o := range info.Options {
		var values []string
		for _, v := range o.Values[1:] {
			values = append(values, fmt.Sprintf(",%s=%d", o.ID, v))
		}
		text += []string{", with ", ", then "}[min(i, 1)] + engine.Either(values)
		if o.For != nil {
			text += " (" + engine.Either(o.For) + ")"
		}
	}
	if len(info.Options) > 0 {
		text += " behind it"
	}
	return text
}

// ids lists the games for people.
func ids(games []engine.Game) string {
	var list []string
	for _, g := range games {
		list = append(list, g.Info().ID)
	}
	return strings.Join(list, ", ")
}

// unknown is an ErrUnknown with a sentence.
type unknown struct{ text string }

func (u unknown) Error() string { return u.text }
func (u unknown) Unwrap() error { return engine.ErrUnknown }

// request is one line in. What is nil was not in it.
type request struct {
	Game     string
	Variant  *string
	Position *string
	Move     *string
	Roll     []int
	Perft    *int
	Random   *int64
	Best     *string
	Seed     *int64
	seen     map[string]bool
}

// parse reads a request: one object, each field at most once and under its exact
// name, which encoding/json alone would not see to.
func parse(line []byte) (request, error) {
	q := request{seen: make(map[string]bool)}
	if err := object(line, q.set); err != nil {
		return q, err
	}
	actions := 0
	for _, name := range []string{"move", "roll", "perft", "random", "best"} {
		if q.seen[name] {
			actions++
		}
	}
	if actions > 1 {
		return q, engine.Unreadable("A request has at most one of move, roll, perft, random and best.")
	}
	if q.seen["seed"] && !q.seen["best"] {
		return q, engine.Unreadable("A seed goes with best alone.")
	}
	if !q.seen["game"] {
		return q, engine.Unreadable("The request names no game.")
	}
	return q, nil
}

// object reads one JSON object and gives its fields to set, in order.
func object(line []byte, set func(name string, value json.RawMessage) error) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return engine.Unreadable("The line is empty.")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return engine.Unreadable("A request is one JSON object on one line.")
	}
	for d.More() {
		var value json.RawMessage
		t, err := d.Token()
		if err == nil {
			err = d.Decode(&value)
		}
		name, ok := t.(string)
		if err != nil || !ok {
			return engine.Unreadable("The request is not valid JSON.")
		}
		if err := set(name, value); err != nil {
			return err
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('}') {
		return engine.Unreadable("The request is not valid JSON.")
	}
	if _, err := d.Token(); err != io.EOF {
		return engine.Unreadable("Something follows the request on its line.")
	}
	return nil
}

// set reads one field.
func (q *request) set(name string, value json.RawMessage) error {
	if q.seen[name] {
		return engine.Unreadable("The request has the field %q twice.", name)
	}
	q.seen[name] = true
	var target any
	kind := "a text"
	switch name {
	case "game":
		target = &q.Game
	case "variant":
		target = &q.Variant
	case "position":
		target = &q.Position
	case "move":
		target = &q.Move
	case "roll":
		target, kind = &q.Roll, "a list of whole numbers"
	case "perft":
		target, kind = &q.Perft, "a whole number from 0 on"
	case "random":
		target, kind = &q.Random, "a whole number"
	case "best":
		target = &q.Best
	case "seed":
		target, kind = &q.Seed, "a whole number"
	default:
		return engine.Unreadable("A request has no field %q.", name)
	}
	err := json.Unmarshal(value, target)
	null := value[0] == 'n' || name == "roll" && bytes.Contains(value, []byte("null")) // encoding/json passes over it
	negative := q.Perft != nil && *q.Perft < 0
	if err != nil || null || negative {
		return engine.Unreadable("The field %q must be %s.", name, kind)
	}
	return nil
}
