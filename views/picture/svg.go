package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// MaxSVG is the greatest size of a replay as SVG, in bytes.
const MaxSVG = 300_000

// SVG writes a film as one SVG that moves by itself and needs nothing else: no script,
// no font, no network. It ends with the last board, which stays; touching it plays it
// again. Who asks for less motion sees the last board at once. A film that would be
// greater than MaxSVG is told shorter: without captions, then without the ways of the
// moves, then with fewer boards.
func (f Film) SVG() []byte {
	for _, plain := range []film{{Film: f}, {Film: f, mute: true}, {Film: f, mute: true, bare: true}} {
		if data := plain.svg(); len(data) < MaxSVG {
			return data
		}
	}
	for {
		f.Frames = everyOther(f.Frames)
		if data := (film{Film: f, mute: true, bare: true}).svg(); len(data) < MaxSVG || len(f.Frames) <= 2 {
			return data
		}
	}
}

// everyOther leaves out every other frame, but never the last one.
func everyOther(frames []Frame) []Frame {
	var list []Frame
	for i := range frames {
		if last := len(frames) - 1; (last-i)%2 == 0 || i == 0 {
			list = append(list, frames[i])
		}
	}
	return list
}

// film is a film as it is written.
type film struct {
	Film
	mute bool // no captions
	bare bool // no ways of moves

	sheet sheet
	out   *bytes.Buffer
	step  float64 // seconds that a frame is shown
}

// Seconds that a frame is shown: as many as make the film last, if all is well, this long.
const (
	filmLength = 150
	leastStep  = 0.5
	mostStep   = 1.6
)

func (f film) svg() []byte {
	f.out, f.sheet = &bytes.Buffer{}, sheetOf(f.Frames[0].Diagram)
	f.step = min(mostStep, max(leastStep, filmLength/float64(len(f.Frames))))
	f.print(`<svg xmlns="http://www.w3.org/2000/svg" id="v" viewBox="0 0 %s %s" role="img" aria-labelledby="t d">`, number(f.sheet.width), number(f.sheet.height))
	f.print(`<title id="t">%s</title><desc id="d">%s</desc>`, escape(f.title()), escape(f.describe()))
	f.print("<style>%s</style>", f.style())
	f.costumes()
	f.print(`<path class="f%d" d="%s"/>`, Paper, box(0, 0, f.sheet.width, f.sheet.height))
	f.names()
	board := fmt.Sprintf(`<g transform="translate(%s %s)">`, number(f.sheet.left), number(f.sheet.top))
	f.print("%s", board)
	f.shapes(ground(f.Frames[0].Diagram))
	f.print(`</g><g class="go">`)
	f.bar()
	f.scores()
	f.captions()
	f.print("%s", board)
	f.traces()
	f.actors()
	f.print(`</g></g><g class="still">`)
	f.lastScore()
	f.print("%s", board)
	f.lastBoard()
	f.print("</g></g></svg>\n")
	return f.out.Bytes()
}

func (f film) print(format string, args ...any) { fmt.Fprintf(f.out, format, args...) }

// describe says in words what is to be seen.
func (f film) describe() string {
	moves := len(f.Frames) - 1
	text := strconv.Itoa(moves) + " moves"
	if moves == 1 {
		text = "1 move"
	}
	return clean(f.Rules + ", " + text + ". " + f.End)
}

// escape writes a text that anybody may have typed.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // into memory: cannot fail
	return b.String()
}

// style holds the colours of a light and a dark page, and who sees motion.
func (f film) style() string {
	light, dark := colours(f.Sides)
	var b, night strings.Builder
	for ink := None + 1; ink < inks; ink++ {
		rule := func(c colouring) string {
			return fmt.Sprintf(".f%d{fill:#%02x%02x%02x}.s%d{stroke:#%02x%02x%02x}", ink, c[ink].R, c[ink].G, c[ink].B, ink, c[ink].R, c[ink].G, c[ink].B)
		}
		b.WriteString(rule(light))
		if light[ink] != dark[ink] {
			night.WriteString(rule(dark))
		}
	}
	page := func(c colouring) string {
		return fmt.Sprintf("#v{background:#%02x%02x%02x}", c[Paper].R, c[Paper].G, c[Paper].B)
	}
	b.WriteString(page(light))
	night.WriteString(page(dark))
	b.WriteString("path{stroke-linejoin:round}.l{fill:none}.still{display:none}.w{visibility:hidden}text{font-family:system-ui,sans-serif}.b{font-weight:700}")
	fmt.Fprintf(&b, ".n{font-size:%s}.c{font-size:%s}.p{font-size:34px;font-weight:700;text-anchor:middle}.e{text-anchor:end}", number(f.sheet.nameSize())+"px", number(f.sheet.captionSize())+"px")
	fmt.Fprintf(&b, "@media(prefers-color-scheme:dark){%s}", night.String())
	b.WriteString("@media(prefers-reduced-motion:reduce){.go{display:none}.still{display:inline}}")
	return b.String()
}

// shapes writes shapes, those without a line first.
func (f film) shapes(list []shape) {
	for _, s := range list {
		f.print(`<path d="%s"%s/>`, s.path, dress(s))
	}
}

// dress is how a shape is drawn, as attributes.
func dress(s shape) string {
	class, rest := "l", ""
	if s.fill != None {
		class = fmt.Sprint("f", int(s.fill))
		if s.alpha != 0 {
			rest += fmt.Sprintf(` fill-opacity="%g"`, s.alpha)
		}
	}
	if s.stroke != None {
		class += fmt.Sprint(" s", int(s.stroke))
		rest += fmt.Sprintf(` stroke-width="%g"`, s.width)
		if s.fill == None && s.alpha != 0 {
			rest += fmt.Sprintf(` stroke-opacity="%g"`, s.alpha)
		}
	}
	if s.dash != [2]float64{} {
		rest += fmt.Sprintf(` stroke-linecap="round" stroke-dasharray="%g %g"`, s.dash[0], s.dash[1])
	}
	return fmt.Sprintf(` class="%s"%s`, class, rest)
}

// costumes writes how the pieces look, for use by name.
func (f film) costumes() {
	f.print("<defs>")
	for i, c := range f.sorts() {
		f.print(`<g id="k%d">`, i)
		f.shapes(c.shapes())
		f.print("</g>")
	}
	f.print("</defs>")
}

// sorts lists the costumes of a film.
func (f film) sorts() []costume {
	var list []costume
	for _, frame := range f.Frames {
		for _, p := range frame.Diagram.Pieces {
			if c := costumeOf(p); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// piece writes one piece at 0, 0.
func (f film) piece(c costume, label string) {
	f.print(`<use href="#k%d"/>`, slices.Index(f.sorts(), c))
	if label != "" {
		f.print(`<text class="p f%d" y="12">%s</text>`, c.ink(), escape(label))
	}
}

// names writes who played, above the board.
func (f film) names() {
	for i, side := range []engine.Side{engine.First, engine.Second} {
		f.shapes([]shape{f.sheet.badge(side)})
		f.print(`<text class="n b f%d" x="%s" y="%s">%s</text>`, Text, number(margin+f.sheet.unit), number(f.sheet.base(i)), escape(f.sheet.name(f.Names[i])))
	}
}

// goals writes the goals of a side, up to the tag that ends it.
func (f film) goals(class string, side, n int) {
	f.print(`<text class="n b e f%d%s" x="%s" y="%s">%d`, Text, class, number(f.sheet.width-margin), number(f.sheet.base(side)), n)
}

// scores writes the goals of both sides, each number while it counts.
func (f film) scores() {
	for side := range 2 {
		from := 0
		for i := 1; i <= len(f.Frames); i++ {
			n := f.Frames[from].Diagram.Score[side]
			switch {
			case i < len(f.Frames) && f.Frames[i].Diagram.Score[side] == n:
				continue
			case i < len(f.Frames):
				f.goals(" w", side, n)
				f.shows(f.tick(from), f.tick(i))
			default:
				f.goals("", side, n)
				f.hides(f.tick(from))
			}
			f.print("</text>")
			from = i
		}
	}
}

// tick is when a goal of a frame is counted: when it was shot. The first board's is there.
func (f film) tick(i int) float64 {
	if i == 0 {
		return 0
	}
	return f.step * (float64(i) + moveUntil)
}

// shows makes a hidden thing visible between two moments, in seconds.
func (f film) shows(from, until float64) {
	f.print(`<set attributeName="visibility" to="visible" begin="m.begin+%ss" dur="%ss"/>`, seconds(from), seconds(until-from))
}

// hides hides a thing until a moment.
func (f film) hides(until float64) {
	if until > 0 {
		f.print(`<set attributeName="visibility" to="hidden" begin="m.begin" dur="%ss"/>`, seconds(until))
	}
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', -1, 32) }

// length is how long the film lasts, in seconds.
func (f film) length() float64 { return f.step * float64(len(f.Frames)) }

// bar shows how far the film is; its motion is the clock of all others.
func (f film) bar() {
	y, width := number(f.sheet.height-0.3*f.sheet.unit), number(f.sheet.wide())
	f.print(`<rect class="f%d" x="%d" y="%s" width="%s" height="6"/>`, Line, margin, y, width)
	f.print(`<rect class="f%d" x="%d" y="%s" width="%s" height="6"><animate id="m" attributeName="width" from="0" to="%s" begin="0s;v.click" dur="%ss" fill="freeze"/></rect>`,
		Accent, margin, y, width, width, seconds(f.length()))
}

// captions writes what happens below the board: move by move, and how it ended.
func (f film) captions() {
	end := 0.0
	if !f.mute {
		end = f.length()
		for i, frame := range f.Frames {
			f.caption(" w", frame.Caption)
			f.shows(f.step*float64(i), f.step*float64(i+1))
			f.print("</text>")
		}
	}
	f.caption("", f.End)
	f.hides(end)
	f.print("</text>")
}

func (f film) caption(class, text string) {
	f.print(`<text class="c f%d%s" x="%d" y="%s">%s`, Quiet, class, margin, number(f.sheet.below()), escape(f.sheet.caption(text)))
}

// lastScore writes goals and end for those who see no motion.
func (f film) lastScore() {
	for side := range 2 {
		f.goals("", side, f.Score[side])
		f.print("</text>")
	}
	f.caption("", f.End)
	f.print("</text>")
}

// traces writes what each move leaves to be seen.
func (f film) traces() {
	if f.bare {
		return
	}
	var cells, ways []string
	for _, frame := range f.Frames {
		c, w := frame.trace()
		cells, ways = append(cells, drawn(c)), append(ways, drawn(w))
	}
	f.trace(touched(nil), cells)
	f.trace(went(nil), ways)
}

// drawn is a path that may be empty: a point far away takes its place.
func drawn(p path) string {
	if len(p) == 0 {
		return "M-9-9"
	}
	return p.String()
}

func (f film) trace(s shape, paths []string) {
	var times strings.Builder
	var values []string
	for i, p := range paths {
		if i > 0 && p == paths[i-1] {
			continue
		}
		values = append(values, p)
		times.WriteString(";" + part(float64(i)/float64(len(paths))))
	}
	f.print(`<path d="%s"%s><animate attributeName="d" calcMode="discrete" begin="m.begin" dur="%ss" fill="freeze" values="%s" keyTimes="%s"/></path>`,
		paths[len(paths)-1], dress(s), seconds(f.length()), strings.Join(values, ";"), times.String()[1:])
}

// part writes a part of the whole, from 0 to 1.
func part(v float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(min(1, v), 'f', 5, 64), "0")
}

// actors writes the pieces and their ways.
func (f film) actors() {
	for _, a := range f.cast() {
		f.print(`<g transform="translate(%s)">`, spot(a.last()))
		f.piece(a.costume, a.label)
		if slices.ContainsFunc(a.stops, func(s stop) bool { return s.where != a.last() }) {
			f.way(a.stops)
		}
		f.print("</g>")
	}
}

func spot(p point) string { return number(p.x) + " " + number(p.y) }

// way writes where an actor is when.
func (f film) way(stops []stop) {
	times, places := make([]string, len(stops)), make([]string, len(stops))
	for i, s := range stops {
		times[i], places[i] = part(s.at/float64(len(f.Frames))), spot(s.where)
	}
	f.print(`<animateTransform attributeName="transform" type="translate" begin="m.begin" dur="%ss" fill="freeze" values="%s" keyTimes="%s"/>`,
		seconds(f.length()), strings.Join(places, ";"), strings.Join(times, ";"))
}

// lastBoard writes the last board for those who see no motion.
func (f film) lastBoard() {
	last := f.Frames[len(f.Frames)-1]
	cells, ways := last.trace()
	if !f.bare {
		f.shapes([]shape{touched(cells), went(ways)})
	}
	for _, above := range []bool{false, true} {
		for _, p := range last.Diagram.Pieces {
			if (p.Side == engine.NoSide) == above {
				f.print(`<g transform="translate(%s)">`, spot(place(p)))
				f.piece(costumeOf(p), p.Label)
				f.print("</g>")
			}
		}
	}
}
