package engine

import (
	"slices"
	"strconv"
	"strings"
)

// A Layout is how a game writes its positions, field by field: enough to set one up by hand,
// piece by piece, for whoever knows no game.
type Layout []Field

// An Arranger is a game that says how its positions are written.
type Arranger interface {
	// Layout returns the fields of a position of a variant, in their order.
	Layout(variant string) Layout
}

// A Field is one of the words of a position's text, which are parted by one space. It lists
// pieces, or says one thing more. One that does neither has no name, and stays as it is.
type Field struct {
	Name      string     // for people: "Side to move"
	Values    []string   // to choose from; nil: it is typed
	Sets      []PieceSet // the pieces whose cells it lists
	Separator string     // between the cells
}

// A PieceSet is the pieces of one kind that a side has.
type PieceSet struct {
	Kind  string // KindFigure and so on
	Name  string // of one of them, for people: "yellow figure", "ball"
	Side  Side
	Count int
	// Ground is what the cells begin with on which it stands and which the text leaves out: "R" of a
	// keeper in a goal. "" is the pitch.
	Ground string
	// Held is what the text says of a ball on a keeper's cell, before the letter of that ground:
	// "k". "" if a ball is never there.
	Held string
}

// A Sketch is a position that is being set up by hand. It may be one that cannot occur: whether
// it can says Game.Parse of its text.
type Sketch struct {
	Pieces []Piece // of which Kind, Side, Name, Cell and Label are known, in the order of the text
	layout Layout
	words  []string // of the fields; of those that list pieces ""
}

// offBoard stands in a text for pieces that are missing.
const offBoard = "-"

// Sketch reads the text of a position that need not be one that can occur; false if it cannot be
// read even so.
func (l Layout) Sketch(text string) (Sketch, bool) {
	words := strings.Split(text, " ")
	if len(words) != len(l) {
		return Sketch{}, false
	}
	s := Sketch{layout: l, words: words}
	for i, f := range l {
		if f.Sets == nil {
			continue
		}
		cells, ok := f.cells(words[i])
		if !ok {
			return Sketch{}, false
		}
		for n, t := range f.Sets {
			for _, c := range cells[n] {
				if t.Held != "" && strings.HasPrefix(string(c), t.Held) {
					c = s.keeperOn(strings.TrimPrefix(string(c), t.Held))
				} else {
					c = Cell(t.Ground) + c
				}
				s.Pieces = append(s.Pieces, Piece{Kind: t.Kind, Side: t.Side, Name: t.Name, Cell: c})
			}
		}
		s.words[i] = ""
	}
	return s.ordered(), true
}

// keeperOn returns the cell of the keeper on a ground; none if there is no such keeper.
func (s Sketch) keeperOn(ground string) Cell {
	for _, p := range s.Pieces {
		if p.Kind == KindKeeper && strings.HasPrefix(string(p.Cell), ground) {
			return p.Cell
		}
	}
	return offBoard
}

// cells reads the cells of a field, by its sets.
func (f Field) cells(word string) ([][]Cell, bool) {
	var all []string
	switch {
	case word == offBoard:
	case f.Separator != "":
		all = strings.Split(word, f.Separator)
	case len(word)%2 != 0:
		return nil, false
	default:
		for ; word != ""; word = word[2:] {
			all = append(all, word[:2])
		}
	}
	list := make([][]Cell, len(f.Sets))
	for n, t := range f.Sets {
		// A set of several comes last in its field: what is left is its.
		count := min(t.Count, len(all))
		for _, cell := range all[:count] {
			if strings.Trim(cell, offBoard) != "" {
				list[n] = append(list[n], Cell(cell))
			}
		}
		all = all[count:]
	}
	return list, len(all) == 0
}

// ordered returns the sketch with its pieces in the order of its text, and without those that
// stand nowhere; they wear the numbers of a position without a history.
func (s Sketch) ordered() Sketch {
	var pieces []Piece
	figures := map[Side]int{}
	for _, f := range s.layout {
		for _, t := range f.Sets {
			here := slices.DeleteFunc(slices.Clone(s.Pieces), func(p Piece) bool { return p.Kind != t.Kind || p.Side != t.Side || p.Cell == offBoard })
			slices.SortStableFunc(here, func(a, b Piece) int { return compareCells(a.Cell, b.Cell) })
			for i, p := range here {
				p.Label, p.Name = "", t.Name
				switch t.Kind {
				case KindKeeper:
					p.Label = KeeperNumber
				case KindFigure:
					figures[t.Side]++
					p.Label = strconv.Itoa(figures[t.Side] + 1)
				case KindMarker:
					p.Label = string(rune('A' + i))
				}
				if p.Kind == KindFigure || p.Kind == KindMarker {
					p.Name += " " + p.Label
				}
				pieces = append(pieces, p)
			}
		}
	}
	s.Pieces = pieces
	return s
}

// compareCells orders cells as texts do: by the letter of the column, then by the number of the
// row, of which 0 is the tenth.
func compareCells(a, b Cell) int {
	if a == "" || b == "" || a[0] != b[0] {
		return strings.Compare(string(a), string(b))
	}
	row := func(c Cell) int {
		n, err := strconv.Atoi(string(c[1:]))
		if err == nil && n == 0 {
			return 10
		}
		return n
	}
	return row(a) - row(b)
}

// String writes the sketch as the game writes positions. Pieces that are missing are strokes.
func (s Sketch) String() string {
	words := slices.Clone(s.words)
	for i, f := range s.layout {
		if f.Sets != nil {
			words[i] = f.text(s.Pieces)
		}
	}
	return strings.Join(words, " ")
}

// text writes the field of some pieces.
func (f Field) text(pieces []Piece) string {
	var cells []string
	found := false
	for n, t := range f.Sets {
		have := 0
		for _, p := range pieces {
			if p.Kind != t.Kind || p.Side != t.Side {
				continue
			}
			cell := string(p.Cell)
			switch {
			case t.Held != "" && strings.ToUpper(cell[:1]) == cell[:1]:
				cell = t.Held + cell[:1]
			default:
				cell = strings.TrimPrefix(cell, t.Ground)
			}
			cells, have, found = append(cells, cell), have+1, true
		}
		for ; have < t.Count && (n < len(f.Sets)-1 || t.Count == 1 && n > 0); have++ { // what comes behind keeps its place
			cells = append(cells, map[bool]string{true: offBoard + offBoard, false: offBoard}[f.Separator == ""])
		}
	}
	if !found {
		return offBoard
	}
	return strings.Join(cells, f.Separator)
}

// Settings lists the fields that say something besides where pieces stand, each with its place
// among all of them and what it says.
func (s Sketch) Settings() []Setting {
	var list []Setting
	for i, f := range s.layout {
		if f.Name != "" && f.Sets == nil {
			list = append(list, Setting{f, i, s.words[i]})
		}
	}
	return list
}

// A Setting is a field of a sketch that says something besides where pieces stand.
type Setting struct {
	Field
	N    int // its place among the fields of the text, from 0
	Text string
}

// With returns the sketch with another word in a field; the same if that field is nobody's to set.
func (s Sketch) With(field int, text string) Sketch {
	for _, set := range s.Settings() {
		if set.N == field && text != "" && !strings.ContainsAny(text, " \t\r\n") {
			s.words = slices.Clone(s.words)
			s.words[field] = text
		}
	}
	return s
}

// mostMended is how many settings follow upon another one at most.
const mostMended = 2

// Mended returns the sketch with other words in a few settings, so that sound says yes to its
// text: a side that is to move has the next turn. The setting that is kept stays; where nothing
// helps, so does the whole sketch.
func (s Sketch) Mended(kept int, sound func(text string) bool) Sketch {
	for most := range mostMended + 1 {
		if mended, ok := s.mended(most, kept, sound); ok {
			return mended
		}
	}
	return s
}

// mended changes so many settings that come after some others.
func (s Sketch) mended(most, kept int, sound func(text string) bool) (Sketch, bool) {
	if most == 0 {
		return s, sound(s.String())
	}
	for _, set := range s.Settings() {
		for _, word := range set.near() {
			if set.N == kept || word == set.Text {
				continue
			}
			if mended, ok := s.With(set.N, word).mended(most-1, kept, sound); ok {
				return mended, true
			}
		}
	}
	return s, false
}

// near returns the words that a setting may have instead: of a number, its neighbours.
func (s Setting) near() []string {
	if n, err := strconv.Atoi(s.Text); err == nil && s.Values == nil {
		return []string{strconv.Itoa(n + 1), strconv.Itoa(n - 1)}
	}
	return s.Values
}

// Spare lists the sets with how many pieces of each are off the board, at least none.
func (s Sketch) Spare() []PieceSet {
	var list []PieceSet
	for _, f := range s.layout {
		for _, t := range f.Sets {
			for _, p := range s.Pieces {
				if p.Kind == t.Kind && p.Side == t.Side {
					t.Count--
				}
			}
			t.Count = max(0, t.Count)
			list = append(list, t)
		}
	}
	return list
}

// Fits says whether pieces of a set may stand on a spot at all.
func (t PieceSet) Fits(s Spot) bool {
	switch inGoal := s.Zone == "goal"; {
	case s.Step.Cell == "" || strings.Trim(string(s.Step.Cell), "#*") == "":
		return false
	case t.Held != "" && inGoal:
		return true
	case t.Ground != "":
		return inGoal && strings.HasPrefix(string(s.Step.Cell), t.Ground)
	default:
		return !inGoal
	}
}

// On returns the piece on a cell that is taken first: the ball, or what stands alone; false if
// the cell is empty.
func (s Sketch) On(c Cell) (Piece, bool) {
	for _, p := range slices.Backward(s.Pieces) {
		if p.Cell == c {
			return p, true
		}
	}
	return Piece{}, false
}

// SetOf returns the set to which a piece belongs.
func (s Sketch) SetOf(p Piece) PieceSet {
	for _, f := range s.layout {
		for _, t := range f.Sets {
			if t.Kind == p.Kind && t.Side == p.Side {
				return t
			}
		}
	}
	return PieceSet{}
}

// Moved returns the sketch with the piece that is taken first from a cell on another one, or off the
// board where that is "". Two pieces of which neither is the ball change places.
func (s Sketch) Moved(from, to Cell) Sketch {
	if moved, ok := s.On(from); ok {
		return s.put(moved, to)
	}
	return s
}

// Added returns the sketch with one more piece of a set on a cell. A piece in its way goes off
// the board.
func (s Sketch) Added(t PieceSet, to Cell) Sketch {
	return s.put(Piece{Kind: t.Kind, Side: t.Side, Cell: offBoard}, to)
}

// Cleared returns the sketch without pieces.
func (s Sketch) Cleared() Sketch {
	s.Pieces = nil
	return s
}

func (s Sketch) put(moved Piece, to Cell) Sketch {
	from := moved.Cell
	if to == "" {
		to = offBoard
	}
	pieces := slices.Clone(s.Pieces)
	for i, p := range pieces {
		switch {
		case p == moved:
			pieces[i].Cell = to
		case p.Cell == to && bothStand(p, moved):
			pieces[i].Cell = from
		}
	}
	if from == offBoard {
		moved.Cell = to
		pieces = append(pieces, moved)
	}
	s.Pieces = pieces
	return s.ordered()
}

// bothStand says that two pieces may not share a cell: neither is the ball, and they are not a
// keeper and a marker.
func bothStand(a, b Piece) bool {
	marker := func(p Piece) bool { return p.Kind == KindMarker }
	return a.Kind != KindBall && b.Kind != KindBall && marker(a) == marker(b)
}
