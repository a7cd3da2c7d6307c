package ladder

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Note is what the ladder keeps of a player besides their place.
type Note struct {
	Manual  bool          // picks their opponents themselves (R-LA-4)
	Leaving bool          // leaves when their running matches are over (R-LA-9)
	Locked  time.Time     // lost on time as the challenged side: no matches until they move after that; zero: not (R-LA-7)
	Penalty int           // points for time-outs (R-LA-7)
	Kicks   int           // how much oftener they were First than Second
	Dropped time.Time     // the moment up to which their absence has cost them places (R-LA-8)
	Hold    time.Time     // since when they hold their place; zero: they do not (R-LA-10)
	Back    time.Time     // when their last hold ended
	Held    time.Duration // for how long they held it in the year HeldIn, until Back
	HeldIn  int
}

// noteTime is how a note writes moments: to the millisecond, as they are stored.
const noteTime = "2006-01-02T15:04:05.999Z"

// String writes the note as words parted by blanks, in this order: "manual penalty=2
// kicks=-1"; "" if there is nothing to note.
func (n Note) String() string {
	var words []string
	word := func(there bool, name string, value ...string) {
		if there {
			words = append(words, strings.Join(append([]string{name}, value...), "="))
		}
	}
	moment := func(name string, t time.Time) { word(!t.IsZero(), name, t.UTC().Format(noteTime)) }
	word(n.Manual, "manual")
	word(n.Leaving, "leaving")
	moment("locked", n.Locked)
	word(n.Penalty != 0, "penalty", strconv.Itoa(n.Penalty))
	word(n.Kicks != 0, "kicks", strconv.Itoa(n.Kicks))
	moment("dropped", n.Dropped)
	moment("hold", n.Hold)
	moment("back", n.Back)
	word(n.Held != 0, "held", fmt.Sprintf("%d/%s", n.HeldIn, n.Held))
	return strings.Join(words, " ")
}

// ParseNote undoes String; any other text is an error.
func ParseNote(text string) (Note, error) {
	var n Note
	if text == "" {
		return n, nil
	}
	for word := range strings.SplitSeq(text, " ") {
		if err := n.read(word); err != nil {
			return Note{}, fmt.Errorf("%q is no note of a ladder: %w", text, err)
		}
	}
	if n.String() != text {
		return Note{}, fmt.Errorf("%q is no note of a ladder: it would be %q", text, n)
	}
	return n, nil
}

// read takes in one word of a note.
func (n *Note) read(word string) (err error) {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "manual":
		n.Manual = true
	case "leaving":
		n.Leaving = true
	case "locked":
		n.Locked, err = time.Parse(noteTime, value)
	case "penalty":
		n.Penalty, err = strconv.Atoi(value)
	case "kicks":
		n.Kicks, err = strconv.Atoi(value)
	case "dropped":
		n.Dropped, err = time.Parse(noteTime, value)
	case "hold":
		n.Hold, err = time.Parse(noteTime, value)
	case "back":
		n.Back, err = time.Parse(noteTime, value)
	case "held":
		year, held, _ := strings.Cut(value, "/")
		if n.HeldIn, err = strconv.Atoi(year); err == nil {
			n.Held, err = time.ParseDuration(held)
		}
	default:
		err = fmt.Errorf("there is no word %q", name)
	}
	return err
}

// HoldLeft returns how long the place can still be held in the year of a moment (R-LA-10).
func (n Note) HoldLeft(now time.Time) time.Duration { return holdAYear - n.held(now) }

// held returns for how long the place was held in the year of a moment, until then.
func (n Note) held(now time.Time) time.Duration {
	now = now.UTC()
	var held time.Duration
	if n.HeldIn == now.Year() {
		held = n.Held
	}
	if n.Hold.IsZero() {
		return held
	}
	from := time.Date(now.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	if n.Hold.After(from) {
		from = n.Hold
	}
	return held + max(0, now.Sub(from))
}

// holdEnds returns when the hold comes to its end by itself: as soon as a year has seen
// thirty days of it.
func (n Note) holdEnds() time.Time {
	begin := n.Hold.UTC()
	ends := begin.Add(n.HoldLeft(begin))
	if newYear := time.Date(begin.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC); ends.After(newYear) {
		return newYear.Add(holdAYear)
	}
	return ends
}

// Released returns the note with its hold ended at a moment.
func (n Note) Released(at time.Time) Note {
	n.Held, n.HeldIn = n.held(at), at.UTC().Year()
	n.Hold, n.Back = time.Time{}, at
	return n
}
