package dice

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"kickabout/engine"
)

// A Flaw is why a proof does not hold: one sentence for people.
type Flaw string

func (f Flaw) Error() string { return string(f) }

func flaw(format string, args ...any) error { return Flaw(fmt.Sprintf(format, args...)) }

// ErrUnreadable is a Flaw of a file that is no proof at all: nothing of it was checked.
var ErrUnreadable = errors.New("the file is no proof")

// unreadable is a Flaw that is ErrUnreadable too.
type unreadable struct{ Flaw }

func (unreadable) Is(target error) bool { return target == ErrUnreadable }
func (u unreadable) Unwrap() error      { return u.Flaw }

// Report is what a proof that holds is about.
type Report struct {
	Record engine.Record // the log replayed
	Throws int           // in the log, of one die each
}

// String says in plain words what has been checked.
func (r Report) String() string {
	return fmt.Sprintf("All %d throws follow from the value that was shown before the match began, "+
		"and all %d events follow the rules of %s/%s.", r.Throws, len(r.Record.Log), r.Record.Game.Info().ID, r.Record.Variant)
}

// Verify checks the file of a proof: that the log keeps to the rules of the game
// and to the numbering of throws, that every link leads down to the head, that
// every face follows from its link, and that the transcript is that of the log. An error that says what is wrong is a Flaw.
// Games finds a game by its id.
func Verify(data []byte, games func(id string) (engine.Game, error)) (Report, error) {
	c, err := parse(data)
	if err != nil {
		return Report{}, err
	}
	if err := c.replay(games); err != nil {
		return Report{}, err
	}
	for _, check := range []func() error{c.chain, c.faces, c.transcript} {
		if err := check(); err != nil {
			return Report{}, err
		}
	}
	r := Report{Record: c.record}
	for _, e := range c.record.Log {
		r.Throws += len(e.Draws)
	}
	return r, nil
}

// claim is a proof understood, on its way through the checks.
type claim struct {
	proof  Proof
	gid    GID
	head   Link
	k0     Digest
	record engine.Record
	links  []Link // 1, 2, …; set by chain
}

// parse reads a proof.
func parse(data []byte) (*claim, error) {
	c := new(claim)
	if err := ReadValues(data, &c.proof); err != nil {
		return nil, unreadable{Flaw(fmt.Sprintf("The file cannot be read as a proof: %v.", err))}
	}
	p := c.proof
	if !readHex(c.gid[:], p.GID) || !readHex(c.head[:], p.Head) {
		return nil, flaw("The gid or the fingerprint is not written in the hexadecimal digits that it must have.")
	}
	if p.Heads != [2]string{} {
		return nil, flaw("The file names chains of the players, which belong to another level of the dice.")
	}
	if max(len(p.Contributions[0]), len(p.Contributions[1])) > MaxContribution {
		return nil, flaw("A contribution has more than %d bytes.", MaxContribution)
	}
	if len(p.Log) == 0 {
		return nil, flaw("The log is empty.")
	}
	c.k0 = MatchContext(c.gid, c.head, p.Contributions)
	return c, nil
}

// readHex fills target from lower-case digits of exactly its length.
func readHex(target []byte, text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && copy(target, b) == len(target) && hex.EncodeToString(target) == text
}

// replay plays the log by the rules.
func (c *claim) replay(games func(id string) (engine.Game, error)) error {
	g, err := games(c.proof.Game)
	if err != nil {
		return flaw("There is no game %q here to play the log by.", c.proof.Game)
	}
	first := 0
	if strings.HasPrefix(c.proof.Log[0].Text, "1 ") {
		first = 1
	}
	var log []engine.Event
	for _, entry := range c.proof.Log {
		if entry.Seat != 0 && entry.Seat != 1 && entry.Seat != Server {
			return flaw("Event %d is of seat %d, which is none.", entry.Seq, entry.Seat)
		}
		if thrown := len(entry.Draws) > 0; thrown != (entry.E > 0) || thrown != (entry.Link != "") {
			return flaw("In event %d, throws, dice event and link do not belong together.", entry.Seq)
		}
		log = append(log, entry.event(first))
	}
	c.record, err = engine.Replay(g, c.proof.Variant, log)
	switch {
	case errors.Is(err, engine.ErrUnknown):
		return flaw("There is no variant %q of %s here to play the log by.", c.proof.Variant, c.proof.Game)
	case err != nil:
		return flaw("The log cannot be played by the rules: %v", err)
	}
	return nil
}

// chain leads every link down to the one before it, the first to the head. That
// the dice events are 1, 2, … without a gap is known from replay.
func (c *claim) chain() error {
	above := c.head
	for _, entry := range c.proof.Log {
		if entry.E == 0 {
			continue
		}
		var link Link
		if !readHex(link[:], entry.Link) {
			return flaw("The link of event %d is not written in the hexadecimal digits that it must have.", entry.Seq)
		}
		n := int(entry.E)
		switch {
		case n <= len(c.links):
			if link != c.links[n-1] {
				return flaw("The link of event %d differs from the one shown before for the same dice.", entry.Seq)
			}
		case Down(Server, 0, c.gid, entry.E, link) != above:
			return flaw("The link of event %d does not lead down to the value that was shown before the match began.", entry.Seq)
		default:
			c.links = append(c.links, link)
			above = link
		}
	}
	return nil
}

// faces throws every throw again.
func (c *claim) faces() error {
	for _, event := range c.record.Log {
		for _, d := range event.Draws {
			want, err := face(c.k0, c.gid, c.links[d.E-1], d)
			if err != nil {
				return flaw("Event %d has a throw that there cannot be: %v.", event.Seq, err)
			}
			if d.Face != want {
				return flaw("Event %d shows a %d where the dice give %d.", event.Seq, d.Face, want)
			}
		}
	}
	return nil
}

// transcript binds the log, event by event, again.
func (c *claim) transcript() error {
	t, err := Transcript(c.k0, c.record.First, c.record.Log, c.links)
	if err != nil {
		return flaw("The transcript cannot be made: %v.", err)
	}
	if hex.EncodeToString(t[:]) != c.proof.Transcript {
		return flaw("The transcript is not that of this log: something in the file was changed.")
	}
	return nil
}
