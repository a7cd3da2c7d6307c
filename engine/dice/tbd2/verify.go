package tbd2

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// Verdict is what a check comes to.
type Verdict string

// The verdicts. A file in which nothing is Wrong holds.
const (
	Proved    Verdict = "proved"
	NotProved Verdict = "not proved"
	Wrong     Verdict = "WRONG"
)

// Line is one check with its verdict, in one sentence.
type Line struct {
	Verdict Verdict
	Text    string
}

// Report is what was checked of a file that could be read.
type Report struct {
	Lines  []Line
	Note   string // of what the file cannot say; "" for none
	Record engine.Record
	Label  Label
	Throws int

	Sealed int  // runs of a match whose seal is in the log
	Stated int  // the last event of a match of which the log has the state; 0 for none
	Open   bool // all dice follow from keys of the tournament, or of the dice, that the log had promised and opened
}

// Holds says that nothing is wrong.
func (r Report) Holds() bool {
	return !slices.ContainsFunc(r.Lines, func(l Line) bool { return l.Verdict == Wrong })
}

// Evidence is what a verifier has besides the file, each a text as it was handed out.
type Evidence struct {
	Keys        []string                                                   // verifier keys of notes that are known from elsewhere
	Receipts    []string                                                   // notes
	Checkpoints []string                                                   // notes
	Beacon      func(chain [32]byte, round uint64, signature []byte) error // says whether a public value is the network's; nil: nobody can tell
}

// ErrUnreadable is that a file is no file of a match: nothing of it was checked.
var ErrUnreadable = errors.New("the file cannot be read as that of a match")

// Verify checks the file of a match of this scheme: one line for the rules and the numbering, the links, the faces, the
// transcript, the label, the signature, the seals, the state and the opened keys. Games finds a game by its id.
// An error wraps ErrUnreadable.
func Verify(data []byte, games func(id string) (engine.Game, error), given Evidence) (Report, error) {
	var c claim
	if err := c.parse(data); err != nil {
		return Report{}, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	c.given = given
	if c.check(c.replay(games)) {
		c.check(c.links())
		if c.check(c.faces()) {
			c.check(c.transcript())
		}
	}
	if c.report.Holds() {
		c.label()
	}
	c.begun()
	c.keys()
	c.checkpoints()
	c.signature()
	c.seals()
	c.state()
	c.opened()
	c.scopeOpened()
	return c.report, nil
}

// begun says that a fixture began after dice were made anew: whoever could choose how often could pick its dice.
func (c *claim) begun() {
	if parts := strings.Split(c.proof.Key, "~"); len(parts) == 3 {
		c.say(NotProved, "How often the dice of the site had been made anew before this match began: %s. Its log, with those of sites that it was imported from, must have as many breaks.", parts[2])
	}
}

// claim is a proof understood, on its way through the checks.
type claim struct {
	proof    Proof
	given    Evidence
	runs     Runs
	gid      GID
	t        Digest // as the file says
	log      string // verifier key of checkpoints; "" for none
	receipts string
	pinned   bool     // the keys are known from elsewhere
	anchored []anchor // those that hold, in the order of the file
	open     []uint32 // epochs whose dice follow from a key that is open
	report   Report
}

// anchor is one that holds: its leaf is in the tree of its checkpoint.
type anchor struct {
	Anchor
	data []byte
}

// parse reads the values, and refuses only what cannot be understood.
func (c *claim) parse(data []byte) error {
	if err := dice.ReadValues(data, &c.proof); err != nil {
		return err
	}
	p := c.proof
	if p.Scheme != Scheme {
		return fmt.Errorf("it is of the scheme %q", p.Scheme)
	}
	if !readHex(c.gid[:], p.GID) || !readHex(c.t[:], p.Transcript) {
		return errors.New("the gid or the transcript is not in the hexadecimal digits that it must have")
	}
	if len(p.Log) == 0 || len(p.Runs) == 0 {
		return errors.New("it has no log or no run")
	}
	for i, r := range p.Runs {
		s, err := r.shown(c.gid)
		if err != nil {
			return fmt.Errorf("run %d: %w", i, err)
		}
		if int(s.Run) != i {
			return fmt.Errorf("run %d stands in the place of run %d", s.Run, i)
		}
		if s.Epoch = r.Epoch; r.Epoch == 0 {
			s.Epoch = p.Epoch
		}
		if i == 0 && s.Epoch != p.Epoch || i > 0 && s.Epoch < c.runs[i-1].Epoch {
			return fmt.Errorf("run %d is of the key %d, which was not the one that dealt", i, s.Epoch)
		}
		c.runs = append(c.runs, s)
	}
	for _, e := range p.Log {
		if err := e.understood(); err != nil {
			return err
		}
	}
	return nil
}

// understood fails for an event that cannot be one of this scheme, at the levels that are offered.
func (e ProofEvent) understood() error {
	if e.Seat != 0 && e.Seat != 1 && e.Seat != Server {
		return fmt.Errorf("event %d is of seat %d, which is none", e.Seq, e.Seat)
	}
	if e.ProofThrow == nil {
		return nil
	}
	if len(e.Draws) == 0 || e.E == 0 {
		return fmt.Errorf("event %d has a link without a throw", e.Seq)
	}
	if len(e.Players) != 2 || e.Players[0] != nil || e.Players[1] != nil || e.Beacon != nil {
		return fmt.Errorf("event %d has what belongs to another level of the dice", e.Seq)
	}
	return nil
}

// shown understands a run, without the links that the log shows.
func (r ProofRun) shown(gid GID) (s Shown, err error) {
	s.GID, s.Run, s.Base = gid, r.Run, r.Base
	if !readHex(s.Seal[:], r.Seal) || !readHex(s.Head[:], r.Head) {
		return s, errors.New("the commitment or the fingerprint is not in the hexadecimal digits that it must have")
	}
	if s.Prior, err = digestOr(r.Prior); err != nil {
		return s, err
	}
	if s.Tour, err = digestOr(r.Tour); err != nil {
		return s, err
	}
	if (s.Prior != nil) != (r.Run > 0) || (r.Base > 0) && r.Run == 0 {
		return s, errors.New("it does not go on from where a run of its number does")
	}
	if len(r.Seats) != 2 {
		return s, errors.New("it has not two seats")
	}
	for i, seat := range r.Seats {
		if len(seat.Contribution) > MaxContribution {
			return s, fmt.Errorf("a contribution has more than %d bytes", MaxContribution)
		}
		if seat.CID != "" || seat.Head != "" {
			return s, errors.New("it names chains of the players, which belong to another level of the dice")
		}
		s.Bots[i] = seat.Bot
		s.Seats = append(s.Seats, Seat{Contribution: seat.Contribution})
	}
	if s.Beacon = r.Beacon; r.Beacon == nil {
		return s, nil
	}
	s.Start, err = r.Beacon.value()
	return s, err
}

// value returns the public value that a signature makes.
func (b ProofBeacon) value() (*Beacon, error) {
	signature, err := hex.DecodeString(b.Signature)
	bc := &Beacon{Round: b.Round, Value: BeaconValue(signature)}
	if err != nil || !readHex(bc.Chain[:], b.Chain) {
		return nil, errors.New("the public value is not in the hexadecimal digits that it must have")
	}
	return bc, nil
}

func digestOr(digits string) (*Digest, error) {
	if digits == "" {
		return nil, nil
	}
	d := new(Digest)
	if !readHex(d[:], digits) {
		return nil, fmt.Errorf("%.80q is not in the hexadecimal digits that it must have", digits)
	}
	return d, nil
}

func (c *claim) say(v Verdict, format string, args ...any) {
	c.report.Lines = append(c.report.Lines, Line{v, fmt.Sprintf(format, args...)})
}

// check says what was proved, or what is wrong, and whether it was proved.
func (c *claim) check(good string, err error) bool {
	if err != nil {
		c.say(Wrong, "%v", err)
		return false
	}
	c.say(Proved, "%s", good)
	return true
}

// replay plays the log by the rules. That the dice events are 1, 2, ... without a gap, and their throws numbered as
// they must be, is a part of that.
func (c *claim) replay(games func(id string) (engine.Game, error)) (string, error) {
	p := c.proof
	if p.Key != "" && MatchGID(p.Scope, p.Key) != c.gid {
		return "", flaw("The gid is not the one that follows from the place %q of tournament %s.", p.Key, p.Scope)
	}
	if (p.Key == "") != (p.Scope == NoTournament) {
		return "", flaw("A game of a tournament has a place in it, and no other has.")
	}
	g, err := games(p.Game)
	if err != nil {
		return "", flaw("There is no game %q here to play the log by.", p.Game)
	}
	first := 0
	if strings.HasPrefix(p.Log[0].Text, "1 ") {
		first = 1
	}
	var log []engine.Event
	for _, e := range p.Log {
		log = append(log, e.event(first))
	}
	if c.report.Record, err = engine.Replay(g, p.Variant, log); err != nil {
		return "", flaw("The log cannot be played by the rules: %v", err)
	}
	for _, e := range log {
		c.report.Throws += len(e.Draws)
	}
	return fmt.Sprintf("All %d events follow the rules of %s/%s, and the throws are numbered without a gap.", len(log), p.Game, p.Variant), nil
}

// links leads every link down to the one before it, and the first of a generation to its head: that of generation 0
// was shown before the first event, every other by the event with link ShowNext of the one before.
func (c *claim) links() (string, error) {
	last := uint32(0)
	for _, e := range c.proof.Log {
		if e.ProofThrow == nil {
			continue
		}
		run := c.runs.of(e.E)
		gen, index := Place(e.E, run.Base)
		link, next := new(Digest), (*Digest)(nil)
		var err error
		if link, err = digestOr(e.Link); err != nil || link == nil {
			return "", flaw("The link of event %d is not in the hexadecimal digits that it must have.", e.Seq)
		}
		if next, err = digestOr(e.Next); err != nil || (next != nil) != (index == ShowNext && e.E != last) {
			return "", flaw("Event %d does not show the fingerprint of the next chain as it must, or shows it where it must not.", e.Seq)
		}
		if next != nil {
			run.Heads = append(run.Heads, Link(*next))
		}
		if e.E == last {
			if run.Links[len(run.Links)-1] != Link(*link) {
				return "", flaw("The link of event %d differs from the one shown before for the same dice.", e.Seq)
			}
			continue
		}
		last = e.E
		var above Link
		switch {
		case index > 1:
			above = run.Links[len(run.Links)-1]
		case gen == 0:
			above = run.Head
		default:
			above = run.Heads[gen-1]
		}
		if Down(Server, run.Run, gen, index, c.gid, Link(*link)) != above {
			return "", flaw("The link of event %d does not lead down to the value that was shown before.", e.Seq)
		}
		run.Links = append(run.Links, Link(*link))
	}
	return fmt.Sprintf("All %d links lead down to the value that was shown before the match began.", last), nil
}

// faces throws every throw again.
func (c *claim) faces() (string, error) {
	for _, e := range c.report.Record.Log {
		for _, d := range e.Draws {
			run := c.runs.of(d.E)
			at := int(d.E - run.Base)
			if at > len(run.Links) {
				return "", flaw("The throws of event %d cannot be checked without their link.", e.Seq)
			}
			if d.Sides < 1 || d.Sides > MaxSides {
				return "", flaw("Event %d has a throw that there cannot be.", e.Seq)
			}
			key := EventKey(run.Links[at-1], Message(run.Sum(), d.E, make([]*PlayerLink, len(run.Seats)), nil))
			if want := 1 + Draw(key, d.Label, d.K, d.Sides); d.Face != want {
				return "", flaw("Event %d shows a %d where the dice give %d.", e.Seq, d.Face, want)
			}
		}
	}
	return fmt.Sprintf("All %d throws are the ones that the links and what was given before the match give.", c.report.Throws), nil
}

// transcript binds the log, event by event, again.
func (c *claim) transcript() (string, error) {
	values := c.values()
	if len(values) <= len(c.proof.Log) {
		return "", flaw("The transcript cannot be made beyond event %d.", len(values)-1)
	}
	if values[len(c.proof.Log)] != c.t {
		return "", flaw("The transcript is not that of this log: something in the file was changed.")
	}
	if err := c.breaks(values); err != nil {
		return "", err
	}
	return "The transcript is that of this log.", nil
}

// breaks looks whether the dice were made anew where the log says so, and nowhere else: a run goes on from the very event
// before its break. The second match of a duplicate pair hangs on the log of the first, and either begins it after
// the throws of whichever has come further.
func (c *claim) breaks(values []Digest) error {
	run, last := 0, uint32(0) // last is the last dice event so far
	for i, e := range c.report.Record.Log {
		if e.Act != engine.ActBreak {
			last = max(last, dice.LastEvent([]engine.Event{e}))
			continue
		}
		b, err := engine.ParseBreak(e.Text)
		if run++; err != nil || run >= len(c.runs) || int(b.Run) != run {
			return flaw("Event %d makes the dice anew, and no run of the file begins there.", e.Seq)
		}
		r := c.runs[run]
		switch {
		case b.K0 != r.Sum():
			return flaw("Run %d hangs on something else than event %d says.", run, e.Seq)
		case r.Base < last, r.Base > last && c.proof.Key == "":
			return flaw("Run %d begins after %d throws, and the log has %d before event %d.", run, r.Base, last, e.Seq)
		case *r.Prior != values[i] && !c.proof.Twin:
			return flaw("Run %d does not go on from the event before event %d.", run, e.Seq)
		}
		if r.Base > last {
			c.say(NotProved, "Run %d begins after dice event %d, as it may if this is a game of a duplicate pair whose other game has come so far.", run, r.Base)
		}
	}
	if run != len(c.runs)-1 {
		return flaw("Run %d has no break in the log.", run+1)
	}
	return nil
}

// label says what the throws come to; it is proved as far as the file goes.
func (c *claim) label() {
	given := make([]Given, len(c.runs))
	for i, r := range c.runs {
		given[i] = r.Given
	}
	c.report.Label = Weakest(given)
	verdict, more := Proved, ""
	for _, r := range c.runs {
		if r.Beacon == nil {
			if r.Tour != nil && c.report.Label == PublicStart {
				verdict, more = NotProved, " The public value is that of the tournament, whose own file has it."
			}
			continue
		}
		signature, _ := hex.DecodeString(r.Beacon.Signature) // read before
		switch {
		case c.given.Beacon == nil:
			verdict, more = NotProved, " That the public value is the network's was not checked here."
		case c.given.Beacon(r.Start.Chain, r.Start.Round, signature) != nil:
			verdict, more = Wrong, " But the public value is not the network's."
		}
	}
	if len(c.runs) > 1 {
		more += " " + c.anew()
	}
	c.say(verdict, "Label %s. %s%s", c.report.Label, c.report.Label.Sentence(), more)
}

// anew says when and why the dice were made anew.
func (c *claim) anew() string {
	var times []string
	for _, b := range engine.Breaks(c.report.Record.Log) {
		times = append(times, fmt.Sprintf("on %s (%s)", b.At.UTC().Format("2 January 2006"), b.Reason))
	}
	return "The dice were made anew " + strings.Join(times, ", then ") + "."
}

// keys finds out whose signatures count: keys that are known from elsewhere, else those that the log in the file names.
func (c *claim) keys() {
	for _, k := range c.given.Keys {
		name, _, _ := strings.Cut(k, "+")
		c.pinned = true
		if strings.HasSuffix(name, ReceiptsName("")) {
			c.receipts = k
		} else {
			c.log = k
		}
	}
	if c.log == "" {
		for _, a := range c.proof.Anchors {
			if log, _, ok := signersOf(a); ok && !c.pinned {
				c.log = log
			}
		}
	}
	for _, a := range c.proof.Anchors {
		if data, ok := c.held(a); ok {
			c.anchored = append(c.anchored, anchor{a, data})
		}
	}
	if n := len(c.proof.Anchors) - len(c.anchored); n > 0 && c.log != "" {
		c.say(Wrong, "%d of %d leaves are not in the log that their checkpoints are of.", n, len(c.proof.Anchors))
	}
	for _, a := range c.anchored {
		if _, receipts, ok := signersOf(a.Anchor); ok && c.receipts == "" {
			c.receipts = receipts
		}
	}
}

// signersOf reads the leaf that names the keys of a site.
func signersOf(a Anchor) (log, receipts string, ok bool) {
	data, err := hex.DecodeString(a.Data)
	if err != nil {
		return "", "", false
	}
	said, ok := ReadLeaf(data)
	return said.Log, said.Receipts, ok && said.Kind == "signer"
}

// held returns an anchor's leaf, if it is in the tree of its checkpoint, which the log's key signed.
func (c *claim) held(a Anchor) ([]byte, bool) {
	data, err := hex.DecodeString(a.Data)
	if err != nil || c.log == "" {
		return nil, false
	}
	tree, _, err := OpenCheckpoint(a.Checkpoint, c.log)
	if err != nil {
		return nil, false
	}
	proof := make(tlog.RecordProof, len(a.Proof))
	for i, digits := range a.Proof {
		if !readHex(proof[i][:], digits) {
			return nil, false
		}
	}
	if a.Index < 0 || a.Index >= tree.N || tlog.CheckRecord(proof, tree.N, tree.Hash, a.Index, tlog.RecordHash(data)) != nil {
		return nil, false
	}
	return data, true
}

// checkpoints compares those that are known from elsewhere with those of the file: of one size there is one log.
func (c *claim) checkpoints() {
	if len(c.given.Checkpoints) == 0 || c.log == "" {
		return
	}
	of := map[int64]tlog.Hash{}
	for _, a := range c.anchored {
		if tree, _, err := OpenCheckpoint(a.Checkpoint, c.log); err == nil {
			of[tree.N] = tree.Hash
		}
	}
	for _, signed := range c.given.Checkpoints {
		tree, origin, err := OpenCheckpoint(signed, c.log)
		hash, same := of[tree.N]
		switch {
		case err != nil:
			c.say(Wrong, "A checkpoint was not signed by the key of the log: %v.", err)
		case same && hash != tree.Hash:
			c.say(Wrong, "The log was rewritten: with %d leaves it is not the one of the checkpoint that you gave.", tree.N)
		case same:
			c.say(Proved, "The log is the one of the checkpoint of %s with %d leaves that you gave.", origin, tree.N)
		default:
			c.say(NotProved, "The file is of the log with another number of leaves than the checkpoint that you gave. That of a match can be fetched for it, as match.json?log=%d.", tree.N)
		}
	}
}

// VerifyLog checks leaves that stand for themselves: that they are in the log of their checkpoint, who signed that, and whether
// it is the log of the checkpoints that are known from elsewhere.
func VerifyLog(anchors []Anchor, given Evidence) []Line {
	c := claim{given: given, proof: Proof{Anchors: anchors}}
	c.keys()
	if len(c.anchored) == 0 {
		c.say(NotProved, "The file does not say whose log its leaves are in: it has no leaf of the keys that sign, and you gave none.")
		return c.report.Lines
	}
	tree, origin, err := OpenCheckpoint(c.anchored[0].Checkpoint, c.log)
	switch {
	case err != nil:
		c.say(Wrong, "The checkpoint was not signed by the key of the log: %v.", err)
	case c.pinned:
		c.say(Proved, "The leaves here are in the log of %s with %d leaves, which is signed by the key that you gave.", origin, tree.N)
	default:
		c.say(Proved, "The leaves here are in the log of %s with %d leaves, which is signed by the key that is named in the file itself.", origin, tree.N)
	}
	c.checkpoints()
	return c.report.Lines
}

// signature checks the receipts, of the file and from elsewhere, against the log. One of an earlier event binds what
// came before it.
func (c *claim) signature() {
	n := len(c.proof.Log)
	var known []string
	if c.proof.Receipt != "" {
		known = append(known, c.proof.Receipt)
	}
	known = append(known, c.given.Receipts...)
	if len(known) == 0 || c.receipts == "" {
		c.say(NotProved, "Moves and times are not anchored: no signature of event %d can be checked.", n)
		return
	}
	values := c.values()
	for _, signed := range known {
		r, _, err := OpenReceipt(signed, c.receipts)
		whose := "the key that is named in the file itself"
		if c.pinned {
			whose = "the key that you gave"
		}
		switch {
		case err != nil:
			c.say(Wrong, "A receipt was not signed by %s: %v.", whose, err)
		case r.GID != Anchored(c.gid, c.proof.Twin):
			c.say(Wrong, "A receipt is of another match.")
		case int(r.N) > n:
			c.say(Wrong, "There is a receipt of event %d, and the file ends at event %d: it is an old state, or was cut.", r.N, n)
		case int(r.N) >= len(values) || values[r.N] != r.T || r.At != c.proof.Log[r.N-1].At:
			c.say(Wrong, "The site has signed another event %d.", r.N)
		default:
			c.say(Proved, "Event %d, and all before it, are signed by %s.", r.N, whose)
		}
	}
}

// values returns T(0), T(1), ... of the log, as far as they can be made.
func (c *claim) values() []Digest {
	all := []Digest{TranscriptStart(c.runs[0].Sum())}
	before := uint32(0)
	for _, e := range c.report.Record.Log {
		rec, err := c.runs.Record(e, c.report.Record.First, before)
		if err != nil {
			return all
		}
		t, err := TranscriptNext(all[len(all)-1], rec)
		if err != nil {
			return all
		}
		if all = append(all, t); rec.Throw != nil {
			before = rec.Throw.E
		}
	}
	return all
}

// seals looks in the log for what was announced of each run.
func (c *claim) seals() {
	for _, r := range c.runs {
		want := string(SealLeaf(c.gid, r.Run, r.Seal, r.Head, r.Prior, 0))
		want = want[:len(want)-8] // the moment from which on it may begin comes last
		announced := int64(-1)
		for _, a := range c.anchored {
			if said, ok := ReadLeaf(a.data); ok && strings.HasPrefix(string(a.data), want) {
				announced = said.At
			}
		}
		first, there := c.firstOf(r)
		switch {
		case announced < 0:
			c.say(NotProved, "The commitment to run %d is not anchored yet: that it was fixed before the match began, you take on trust.", r.Run)
		case there && first < announced:
			c.say(Wrong, "Run %d was to begin no earlier than %s, and its first throw is older.", r.Run, moment(announced))
		default:
			c.report.Sealed++
			c.say(Proved, "The commitment to run %d is in the log.", r.Run)
		}
	}
}

// firstOf returns the moment of the first throw of a run.
func (c *claim) firstOf(r Shown) (ms int64, ok bool) {
	for _, e := range c.proof.Log {
		if e.ProofThrow != nil && e.E > r.Base {
			return e.At, true
		}
	}
	return 0, false
}

func moment(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 January 2006, 15:04:05 UTC") }

// state looks in the log for how far the match has come, and says whether it can have gone on.
func (c *claim) state() {
	n, values := len(c.proof.Log), c.values()
	c.report.Note = fmt.Sprintf("Whether the match went on after event %d, this file cannot say.", n)
	best, gid := -1, Anchored(c.gid, c.proof.Twin)
	for _, a := range c.anchored {
		said, ok := ReadLeaf(a.data)
		if !ok || said.Kind != "state" || said.GID != gid {
			continue
		}
		at := int(said.Number)
		switch {
		case at > n:
			c.say(Wrong, "The log has the match at event %d, and the file ends at event %d.", at, n)
			return
		case at >= len(values) || values[at] != said.Digest:
			c.say(Wrong, "The log has another event %d of this match.", at)
			return
		}
		if best = max(best, at); said.Over && at == n && slices.Contains(c.given.Checkpoints, a.Checkpoint) {
			c.report.Note = ""
		}
	}
	if best < 0 {
		c.say(NotProved, "No state of the match is in the log.")
		return
	}
	c.report.Stated = best
	c.say(Proved, "Event %d, and all before it, are in the log.", best)
}

// opened checks the keys of runs that were opened: each shows that no throw of its run was picked after its seal.
func (c *claim) opened() {
	if len(c.proof.Opened) == 0 {
		c.say(NotProved, "The key of the match is not open: that comes when it is over, and its twin if it has one.")
		return
	}
	if len(c.proof.Opened) != len(c.runs) {
		c.say(Wrong, "%d keys are open for %d runs.", len(c.proof.Opened), len(c.runs))
		return
	}
	for i, r := range c.runs {
		var k Key
		if !readHex(k[:], c.proof.Opened[i]) || Seal(c.gid, r.Run, k) != r.Seal {
			c.say(Wrong, "The key of run %d is not the one that was committed to.", r.Run)
			continue
		}
		if NewChain(k, c.gid, r.Run, 0).Head() != r.Head {
			c.say(Wrong, "The fingerprint of run %d does not follow from its key: it was picked.", r.Run)
			continue
		}
		if gen, ok := c.picked(k, r); ok {
			c.say(Wrong, "The fingerprint of chain %d of run %d does not follow from its key: it was picked.", gen, r.Run)
			continue
		}
		c.say(Proved, "Key of run %d opened: nothing was picked.", r.Run)
	}
}

// picked finds a generation whose head does not follow from the key.
func (c *claim) picked(k Key, r Shown) (gen int, ok bool) {
	for i, head := range r.Heads {
		if NewChain(k, c.gid, r.Run, uint16(i+1)).Head() != head {
			return i + 1, true
		}
	}
	return 0, false
}

// flaw is a sentence for people that says what is wrong.
func flaw(format string, args ...any) error { return dice.Flaw(fmt.Sprintf(format, args...)) }
