package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"kickabout/engine"
)

// Format names the JSON form of a record and its edition.
const Format = "kickabout-record/1"

// document is a match as JSON. Its log is written by itself, an event a line.
type document struct {
	Format  string            `json:"format"`
	Game    string            `json:"game"`
	Variant string            `json:"variant"`
	Headers map[string]string `json:"headers"`
	Outcome *outcome          `json:"outcome"`  // null while the match goes on
	Board   string            `json:"position"` // what the log led to
	Events  json.RawMessage   `json:"events"`
}

type outcome struct {
	Ending engine.Ending `json:"ending"`
	Winner string        `json:"winner"` // "first", "second" or ""
	Score  [2]int        `json:"score"`
}

type event struct {
	Seq   int    `json:"seq"`
	At    string `json:"at,omitempty"`
	By    string `json:"by,omitempty"` // "first" or "second"
	Act   string `json:"act"`
	Text  string `json:"text"`
	Draws []draw `json:"draws,omitempty"`
}

type draw struct {
	E     uint32 `json:"e"`
	Label string `json:"label"`
	K     int    `json:"k"`
	Sides int    `json:"sides"`
	Face  int    `json:"face"`
}

// IsJSON says that a file is JSON, and not the text of a record, which may begin with
// a comment in braces.
func IsJSON(data []byte) bool {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	rest, brace := bytes.CutPrefix(data, []byte("{"))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return brace && (len(rest) == 0 || rest[0] == '"' || rest[0] == '}')
}

// EncodeJSON writes a match as JSON. Its headers must be Valid, and the moments of its
// log in the years 1 to 9999.
func EncodeJSON(m Match) []byte {
	var b bytes.Buffer
	b.WriteString("[")
	for i, e := range m.Record.Log {
		b.WriteString(strings.Repeat(",", min(i, 1)) + "\n  ")
		b.Write(bytes.TrimSpace(encoded(newEvent(e), "")))
	}
	b.WriteString("\n ]")
	d := document{
		Format: Format, Game: m.Record.Game.Info().ID, Variant: m.Record.Variant, Headers: m.Headers,
		Outcome: newOutcome(m.Record.Outcome()), Board: m.Record.Position.String(), Events: json.RawMessage(`"…"`),
	}
	if d.Headers == nil {
		d.Headers = map[string]string{}
	}
	head := encoded(d, " ") // which would write each face on a line of its own
	return append(bytes.TrimSuffix(head, []byte("\"…\"\n}\n")), append(b.Bytes(), "\n}\n"...)...)
}

func encoded(v any, indent string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		panic(err) // only a type that JSON does not know fails
	}
	return b.Bytes()
}

func newOutcome(o engine.Outcome) *outcome {
	if !o.Over() {
		return nil
	}
	return &outcome{Ending: o.Ending, Winner: o.Winner.String(), Score: o.Score}
}

func newEvent(e engine.Event) event {
	v := event{Seq: e.Seq, By: e.By.String(), Act: string(e.Act), Text: e.Text}
	if !e.At.IsZero() {
		v.At = e.At.UTC().Format(moment)
	}
	for _, d := range e.Draws {
		v.Draws = append(v.Draws, draw(d))
	}
	return v
}

// DecodeJSON undoes EncodeJSON. An error is a Fault.
func DecodeJSON(data []byte, games Games) (Match, error) {
	p := &parser{text: string(bytes.TrimPrefix(data, []byte("\uFEFF")))}
	if err := p.bounds(p.text); err != nil {
		return Match{}, err
	}
	d := document{Headers: map[string]string{}}
	all := json.NewDecoder(strings.NewReader(p.text))
	if err := p.decode(all, &d, 0); err != nil {
		return Match{}, err
	}
	if all.More() {
		return Match{}, p.unreadable(int(all.InputOffset()), "Something follows the record.")
	}
	if err := p.opened(d, games); err != nil {
		return Match{}, err
	}
	r, err := engine.Rebuild(p.game, d.Variant, p.events(d.Events))
	if err != nil {
		return Match{}, p.faulty(err)
	}
	m := Match{Headers: d.Headers, Record: r}
	return m, p.concluded(d, r)
}

// decode reads a value as JSON that begins at an offset, and says where it is wrong.
func (p *parser) decode(d *json.Decoder, v any, from int) error {
	d.DisallowUnknownFields()
	err := d.Decode(v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return p.unreadable(from+max(0, int(syntax.Offset)-1), "The JSON is broken here: %v.", syntax)
	case errors.As(err, &kind):
		return p.unreadable(p.behind(from, kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]), "%q is a %s here, which it may not be.", kind.Field, kind.Value)
	case err == io.ErrUnexpectedEOF, err == io.EOF:
		return p.unreadable(len(p.text), "The JSON ends too early.")
	}
	why := strings.TrimPrefix(err.Error(), "json: ") // an unknown field, in quotes
	name := strings.Trim(strings.TrimPrefix(why, "unknown field "), `"`)
	return p.unreadable(p.behind(from, name), "A record has nothing of this kind: %s.", why)
}

// behind returns where a name stands first behind an offset, else the offset.
func (p *parser) behind(from int, name string) int {
	return from + max(0, strings.Index(p.text[from:], `"`+name+`"`))
}

// opened checks what stands before the log.
func (p *parser) opened(d document, games Games) (err error) {
	if d.Headers == nil {
		return p.unreadable(p.find("headers"), "The headers are an object, an empty one if there are none.")
	}
	if d.Format != Format {
		return p.unreadable(p.find("format"), "The format is %q; %q is read here.", d.Format, Format)
	}
	if p.game, err = games(d.Game); err != nil {
		return p.unreadable(p.find("game"), "There is no game %q here.", d.Game)
	}
	if _, err := p.game.Info().Ruleset(d.Variant); err != nil {
		return p.unreadable(p.find("variant"), "%s has no variant %q.", p.game.Info().Name, d.Variant)
	}
	for _, name := range slices.Sorted(maps.Keys(d.Headers)) {
		if !Valid(name, d.Headers[name]) {
			return p.unreadable(p.find("headers"), "There can be no header %q that says %q.", name, d.Headers[name])
		}
	}
	return nil
}

// find returns where a name of the document stands first.
func (p *parser) find(name string) int { return p.behind(0, name) }

// events returns what reads the log event by event.
func (p *parser) events(list json.RawMessage) func(*engine.Record) (engine.Event, error) {
	from := max(0, strings.LastIndex(p.text, string(list)))
	d := json.NewDecoder(bytes.NewReader(list))
	opened := false
	return func(sofar *engine.Record) (engine.Event, error) {
		if !opened {
			opened = true
			if t, err := d.Token(); err != nil || t != json.Delim('[') {
				return engine.Event{}, p.unreadable(from, "The events are a list in brackets.")
			}
		}
		if !d.More() {
			return engine.Event{}, io.EOF
		}
		p.bad = from + int(d.InputOffset())
		for p.bad < len(p.text) && strings.ContainsRune(", \t\r\n", rune(p.text[p.bad])) {
			p.bad++
		}
		if len(sofar.Log) == MaxEvents {
			return engine.Event{}, p.unreadable(p.bad, "A record has at most %d events.", MaxEvents)
		}
		var e event
		if err := p.decode(d, &e, p.bad); err != nil {
			return engine.Event{}, err
		}
		return p.eventOf(e)
	}
}

// eventOf undoes newEvent.
func (p *parser) eventOf(v event) (e engine.Event, err error) {
	e = engine.Event{Seq: v.Seq, Act: engine.Act(v.Act), Text: v.Text}
	if e.By, err = engine.ParseSide(v.By); err != nil {
		return e, p.unreadable(p.bad, "%q is no side: it is first or second.", v.By)
	}
	if v.At != "" {
		if e.At, err = p.moment(v.At, p.bad); err != nil {
			return e, err
		}
	}
	for _, d := range v.Draws {
		e.Draws = append(e.Draws, engine.Draw(d))
	}
	return e, nil
}

// concluded checks what follows from the log.
func (p *parser) concluded(d document, r engine.Record) error {
	if len(r.Log) == 0 {
		return p.unreadable(p.find("events"), "The list of events is empty; the first says who has which seat.")
	}
	if want := r.Position.String(); d.Board != want {
		return p.illegal(p.find("position"), "By the events the position is %q.", want)
	}
	if want := newOutcome(r.Outcome()); fmt.Sprint(d.Outcome) != fmt.Sprint(want) {
		return p.illegal(p.find("outcome"), "By the events the outcome is another one.")
	}
	return nil
}
