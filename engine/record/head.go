package record

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kickabout/engine"
)

// A field is a header as it stands in a text.
type field struct {
	name, value string
	pos         int // of the value
}

// headers reads the headers: lines that name something and say what it is, up to the
// first line that does not.
func (p *parser) headers() (fields []field, err error) {
	seen := map[string]bool{}
	for p.pos < len(p.text) {
		line, _, _ := strings.Cut(p.text[p.pos:], "\n")
		if strings.TrimSpace(line) == "" && len(fields) > 0 {
			break
		}
		name, value, named := strings.Cut(line, ":")
		if named = named && validName(strings.TrimSpace(name)); !named && strings.Trim(line, " \t") != "" && line[0] != ';' {
			break
		}
		if named {
			at := p.pos + len(name) + 1
			f := field{name: strings.TrimSpace(name), value: strings.TrimSpace(value), pos: at + len(value) - len(strings.TrimLeft(value, " \t"))}
			if strings.HasPrefix(f.value, `"`) {
				if f.value, err = strconv.Unquote(f.value); err != nil || !utf8.ValidString(f.value) {
					return nil, p.unreadable(f.pos, "A value in quotes ends with them, and is written as in Go.")
				}
			}
			if seen[f.name] {
				return nil, p.unreadable(p.pos, "The header %s stands here a second time.", f.name)
			}
			seen[f.name] = true
			fields = append(fields, f)
		}
		p.pos = min(p.pos+len(line)+1, len(p.text))
	}
	return fields, nil
}

// understood is what headers come to.
type understood struct {
	variant string
	others  map[string]string // those that do not follow from the log
}

// understand finds the game and makes the first event of the log.
func (p *parser) understand(fields []field, games Games) (u understood, err error) {
	u.others = map[string]string{}
	values := map[string]field{}
	for _, f := range fields {
		values[f.name] = f
		if !follows(f.name) && f.value != "" {
			u.others[f.name] = f.value
		}
	}
	named, ok := values[game]
	if !ok {
		return u, p.unreadable(p.pos, "A record begins with its headers; one says the game: %q.", "Game: streetsoccer/lg")
	}
	id, variant, _ := strings.Cut(named.value, "/")
	if p.game, err = games(id); err != nil {
		return u, p.unreadable(named.pos, "There is no game %q here.", id)
	}
	if _, err := p.game.Info().Ruleset(variant); err != nil {
		return u, p.unreadable(named.pos, "%s has no variant %q.", p.game.Info().Name, variant)
	}
	u.variant = variant
	p.first = engine.Event{Seq: 1, Act: engine.ActSeats}
	if err := p.seats(values[seats], named.value); err != nil {
		return u, err
	}
	if f, ok := values[begun]; ok {
		if p.at, err = p.moment(f.value, f.pos); err != nil {
			return u, err
		}
	}
	p.first.At = p.at
	return u, nil
}

// seats writes the first event.
func (p *parser) seats(f field, rules string) error {
	sides := p.game.Info().Sides
	order, lot := strings.CutSuffix(f.value, byLot)
	first := 0
	switch order {
	case "", sides[0] + ", " + sides[1]:
	case sides[1] + ", " + sides[0]:
		first = 1
	default:
		return p.unreadable(f.pos, "The sides of the two seats are written like %q, with %q behind it where the dice decided them.",
			sides[1]+", "+sides[0], byLot)
	}
	p.first.Text = strconv.Itoa(first) + " " + rules
	if lot {
		draw := engine.SeatsDraw()
		draw.Face = first + 1
		p.first.Draws = []engine.Draw{draw}
	}
	return nil
}

// moment reads a moment, cut down to the millisecond.
func (p *parser) moment(text string, pos int) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if at = at.UTC().Truncate(time.Millisecond); err != nil || at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}, p.unreadable(pos, "A moment is written like %s.", "2027-05-01T12:00:00.000Z")
	}
	return at, nil
}
