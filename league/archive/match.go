package archive

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/league/runs"
	"kickabout/league/transcript"
)

// A Book knows the names that records of matches hold, from the lines before them.
type Book struct {
	players map[string]league.Player
	cups    map[string]string
	serials map[string]uint32

	Log Log // of the dice, as the lines before say
}

// Note keeps what the lines of matches say of players and tournaments.
func (b *Book) Note(r Row) {
	switch r.Table.Type {
	case "player":
		if b.players == nil {
			b.players = map[string]league.Player{}
		}
		b.players[r.Text("id")] = league.Player{ID: r.Text("id"), Name: r.Text("name"), Kind: league.PlayerKind(r.Text("kind"))}
	case "tournament":
		if b.cups == nil {
			b.cups, b.serials = map[string]string{}, map[string]uint32{}
		}
		b.cups[r.Text("id")], b.serials[r.Text("id")] = r.Text("name"), uint32(r.Int("serial"))
	}
}

// Cup returns the name of a tournament; "" if it was not noted.
func (b *Book) Cup(id string) string { return b.cups[id] }

// Match returns the match that a row says, without what its log comes to.
func (b *Book) Match(r Row) league.Match {
	m := league.Match{
		ID: r.Text("id"), Game: r.Text("game"), Variant: r.Text("variant"), Control: r.Text("control"), Rated: r.Int("rated") != 0,
		Created: r.Time("created"), Tournament: r.Text("tournament"), Fixture: r.Text("fixture"), Counted: r.Int("counted") != 0,
		NoVacation: r.Int("no_vacation") != 0, DaysBound: r.Int("days_bound") != 0, Twin: r.Text("twin"), Sealing: r.Int("sealing") != 0, Helps: r.Int("helps") != 0, Log: r.Log,
	}
	if r.Int("close_win") != 0 {
		m.Pays = league.CloseWinScoring
	}
	m.Corrected, _ = correction.ParseResult(r.Text("corrected")) // what is no result counts as played, which Check finds
	copy(m.GID[:], DiceOf(r))
	copy(m.Head[:], r.Bytes("head"))
	m.Dice = CommitmentOf(r)
	for i, seat := range []string{"0", "1"} {
		m.Seats[i] = league.Seat{Player: b.players[r.Text("player"+seat)], Contribution: string(r.Bytes("contribution" + seat))}
	}
	if list, err := runs.Parse(r.Text("runs"), m.Dice.Scope); err == nil && list != nil { // what is none leaves dice that do not hold
		m = m.WithRuns(list)
	}
	return m
}

// CommitmentOf returns what a row of a match, or of a tournament about its lot, says of its dice besides their head.
func CommitmentOf(r Row) league.Commitment {
	c := league.Commitment{Epoch: uint32(r.Int("epoch")), Scope: uint32(r.Int("scope") + r.Int("serial"))} // no row has both
	copy(c.Seal[:], r.Bytes("seal"))
	copy(c.Tour[:], r.Bytes("tour"))
	if list, err := runs.Parse(r.Text("runs"), c.Scope); err == nil && list != nil {
		c.Run = byte(len(list) - 1)
	}
	return c
}

// DiceOf returns the GID of the dice of a row, which two matches of a duplicate pair share; nil if it has none.
func DiceOf(r Row) []byte {
	if shared, err := hex.DecodeString(r.Text("shared_gid")); err == nil && len(shared) > 0 {
		return shared
	}
	return r.Bytes("gid")
}

// shown is what shows that the dice of a match were fair: the link of its last throw, from
// which all before it follow down to the head that was published before the match, and the
// transcript of its log. Throws that are still to come do not follow from it.
type shown struct {
	shownRun
	Before     []shownRun `json:"before,omitempty"` // where the dice were made anew, the same of the runs before
	Transcript string     `json:"transcript"`
}

// shownRun is what shows the throws of a run.
type shownRun struct {
	Link    string   `json:"link"`              // "": nothing was thrown
	Earlier []string `json:"earlier,omitempty"` // under the second scheme, the last links of the generations before
	Next    string   `json:"next,omitempty"`    // and the head of the next generation, if it is shown
}

// MatchFields returns what the line of a match holds besides its columns: the record and
// the proof of its dice, of which all that was shown is given.
func (b *Book) MatchFields(m league.Match, r engine.Record, of tbd2.Runs) ([]Field, error) {
	rec, err := b.record(m, r)
	if err != nil {
		return nil, err
	}
	s, err := newShown(m, r, of)
	if err != nil {
		return nil, err
	}
	proof, err := compact(s)
	return []Field{{"record", rec}, {"dice", proof}}, err
}

func newShown(m league.Match, r engine.Record, of tbd2.Runs) (s shown, err error) {
	if !m.Dice.Second() {
		links := of.Links()
		if n := len(links); n > 0 {
			s.Link = hex.EncodeToString(links[n-1][:])
		}
		p, err := dice.NewProof(r, m.GID, m.Head, contributions(m), links)
		s.Transcript = p.Transcript
		return s, err
	}
	for i, run := range of {
		if i == len(of)-1 {
			s.shownRun = newShownRun(run)
			continue
		}
		s.Before = append(s.Before, newShownRun(run))
	}
	p, err := tbd2.NewProof(r, league.OriginOf(m), of...)
	s.Transcript = p.Transcript
	return s, err
}

func newShownRun(run tbd2.Shown) (s shownRun) {
	n := len(run.Links)
	if n > 0 {
		s.Link = hex.EncodeToString(run.Links[n-1][:])
	}
	gen := 0
	for ; (gen+1)*tbd2.Length < n; gen++ {
		last := run.Links[(gen+1)*tbd2.Length-1]
		s.Earlier = append(s.Earlier, hex.EncodeToString(last[:]))
	}
	if gen < len(run.Heads) {
		s.Next = hex.EncodeToString(run.Heads[gen][:])
	}
	return s
}

// record returns the record of a match on one line.
func (b *Book) record(m league.Match, r engine.Record) ([]byte, error) {
	var line bytes.Buffer
	err := json.Compact(&line, record.EncodeJSON(transcript.Of(m, r, "", b.Cup(m.Tournament))))
	return line.Bytes(), err
}

func contributions(m league.Match) [2]string {
	return [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}
}

// A Played is the line of a match, read but not checked.
type Played struct {
	Row  Row // with the log
	line Line
	rec  []byte // the record as the line has it
	from int    // where that begins
	dice shown
	own  []Leaf
}

// ReadMatch reads what follows the columns of a match, and only whether it can be read.
func ReadMatch(l Line, r Row, rest int) (p Played, err error) {
	p = Played{Row: r, line: l}
	if p.rec, p.from, rest, err = l.Field(rest, "record"); err != nil {
		return p, err
	}
	proof, from, rest, err := l.Field(rest, "dice")
	if err != nil {
		return p, err
	}
	d := json.NewDecoder(bytes.NewReader(proof))
	d.DisallowUnknownFields()
	if err := d.Decode(&p.dice); err != nil {
		return p, l.fault(from, `{"link":"…","transcript":"…"} is expected here.`)
	}
	if p.own, rest, err = l.leaves(rest); err != nil {
		return p, err
	}
	if err := l.Close(rest); err != nil {
		return p, err
	}
	p.Row.Log, err = p.log()
	return p, err
}

// leaves reads what may follow the dice of a match.
func (l Line) leaves(at int) (own []Leaf, end int, err error) {
	if !bytes.HasPrefix(l.data[at:], appendName(nil, anchorsField)) {
		return nil, at, nil
	}
	text, from, end, err := l.Field(at, anchorsField)
	if err != nil {
		return nil, 0, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&own); err != nil || len(own) == 0 {
		return nil, 0, l.fault(from, `[{"data":"…","index":…,"proof":["…"]}] is expected here.`)
	}
	return own, end, nil
}

// event is an event as records have it.
type event struct {
	Seq   int
	At    string
	By    string
	Act   string
	Text  string
	Draws []struct {
		E              uint32
		Label          string
		K, Sides, Face int
	}
}

// log reads the events of the record.
func (p Played) log() ([]engine.Event, error) {
	var r struct{ Events []event }
	if err := json.Unmarshal(p.rec, &r); err != nil {
		return nil, p.unreadable()
	}
	log := make([]engine.Event, len(r.Events))
	for i, e := range r.Events {
		by, err := engine.ParseSide(e.By)
		if err != nil {
			return nil, p.unreadable()
		}
		log[i] = engine.Event{Seq: e.Seq, By: by, Act: engine.Act(e.Act), Text: e.Text}
		if log[i].At, err = time.Parse(moment, e.At); err != nil {
			return nil, p.unreadable()
		}
		for _, d := range e.Draws {
			log[i].Draws = append(log[i].Draws, engine.Draw(d))
		}
	}
	return log, nil
}

func (p Played) unreadable() error {
	return p.line.fault(p.from, "The record of a match is expected here, with a moment for each event.")
}

// Check plays the match by the rules, and checks that all that its line says follows from
// its log: the record in its one form, what the match came to, the dice. State returns what
// a match has come to by a record of its log. An error is a *record.Fault.
func (p Played) Check(b *Book, games record.Games, state func(league.Match, engine.Record) (league.State, error)) error {
	m := b.Match(p.Row)
	if err := p.line.inScope(m, b.serials); err != nil {
		return err
	}
	game, err := games(m.Game)
	if err != nil {
		return p.line.Fault("game", "There is no game %q here.", m.Game)
	}
	r, err := engine.Replay(game, m.Variant, p.Row.Log)
	if err != nil {
		return p.illegal(err, games)
	}
	want, err := b.record(m, r)
	if err != nil {
		return err
	}
	if !bytes.Equal(want, p.rec) {
		return p.differs(want)
	}
	s, err := state(m, r)
	if err != nil {
		return p.line.Fault("control", "There is no time control %q here.", m.Control)
	}
	if err := p.cameTo(s); err != nil {
		return err
	}
	_, err = p.line.verified(m, r, p.dice, games, evidence{log: &b.Log, own: p.own})
	return err
}

// evidence is what is known of the log of the dice when a match is checked.
type evidence struct {
	log   *Log // as the file has it
	own   []Leaf
	given tbd2.Evidence // from elsewhere
}

// illegal says where in the record the log breaks the rules.
func (p Played) illegal(err error, games record.Games) error {
	var f *record.Fault
	if _, why := record.DecodeJSON(p.rec, games); errors.As(why, &f) {
		return p.line.fault(p.from+f.Column-1, "%s", f.Reason) // columns of a record are characters, and all but names are ASCII
	}
	return p.line.fault(p.from, "The log cannot be played by the rules: %v.", err)
}

// differs says where the record is not the one that follows from its events.
func (p Played) differs(want []byte) error {
	at := 0
	for at < min(len(want), len(p.rec)) && want[at] == p.rec[at] {
		at++
	}
	begin := max(0, bytes.LastIndexByte(want[:at], ','))
	end := min(len(want), at+40)
	return p.line.fault(p.from+at, "By the columns and the events, the record is expected to say %s here.", strings.ToValidUTF8(string(want[begin:end]), ""))
}

// cameTo compares the columns that follow from the log.
func (p Played) cameTo(s league.State) error {
	ms := func(t time.Time) int64 {
		if t.IsZero() {
			return 0
		}
		return t.UnixMilli()
	}
	held := int64(0)
	if s.Held {
		held = 1
	}
	for _, c := range []struct {
		name string
		want any
	}{
		{"last_seq", int64(s.Last)},
		{"position", s.Position},
		{"first_seat", int64(s.First)},
		{"to_move", int64(s.ToMove)},
		{"score_first", int64(s.Score[0])},
		{"score_second", int64(s.Score[1])},
		{"moves_first", int64(s.Moves[0])},
		{"moves_second", int64(s.Moves[1])},
		{"deadline", ms(s.Deadline)},
		{"due", ms(s.Due)},
		{"moved", ms(s.Moved)},
		{"ending", string(s.Outcome.Ending)},
		{"winner", int64(s.Outcome.Winner)},
		{"clock", s.Control},
		{"held", held},
	} {
		if have := p.Row.at(c.name); have != c.want {
			column := Column{Name: c.name}
			if strings.Contains("deadline due moved", c.name) {
				column.Kind = Moment
			}
			want, err := appendValue(nil, column, c.want)
			if err != nil {
				return err
			}
			return p.line.Fault(c.name, "By the log, %s is expected for %q.", want, c.name)
		}
	}
	return nil
}

// Verify checks the dice of a match by its line alone, whatever columns that has: what
// kickabout verify does with each line of a file. Serials are those of the tournaments before it, the log is as the lines before say.
func (l Line) Verify(games record.Games, serials map[string]uint32, log *Log, given tbd2.Evidence) (report tbd2.Report, second bool, err error) {
	var line struct {
		Game, Variant, Gid, Head, Contribution0, Contribution1, Tournament, Fixture, Twin, Seal, Tour, Runs string

		Epoch, Scope uint32

		Shared string `json:"shared_gid"` // of a duplicate pair, where it is not the match's own

		Record  json.RawMessage
		Dice    shown
		Anchors []Leaf
	}
	if err := json.Unmarshal(l.data, &line); err != nil {
		return report, false, l.fault(0, "This is no line of a match: %v.", err)
	}
	read, err := record.DecodeJSON(line.Record, games)
	if err != nil {
		return report, false, l.Fault("record", "The record does not hold: %v", err)
	}
	if line.Shared != "" {
		line.Gid = line.Shared
	}
	m := league.Match{Game: line.Game, Variant: line.Variant, Tournament: line.Tournament, Fixture: line.Fixture, Twin: line.Twin, Dice: league.Commitment{Epoch: line.Epoch, Scope: line.Scope}}
	c0, err0 := hex.DecodeString(line.Contribution0)
	c1, err1 := hex.DecodeString(line.Contribution1)
	sealed := !m.Dice.Second() || readHex(m.Dice.Seal[:], line.Seal) && (line.Tour == "" || readHex(m.Dice.Tour[:], line.Tour))
	if !readHex(m.GID[:], line.Gid) || !readHex(m.Head[:], line.Head) || !sealed || err0 != nil || err1 != nil {
		return report, false, l.Fault("gid", "What the dice come from is not written in the hexadecimal digits that it must have.")
	}
	m.Seats = [2]league.Seat{{Contribution: string(c0)}, {Contribution: string(c1)}}
	list, err := runs.Parse(line.Runs, line.Scope)
	if err != nil {
		return report, false, l.Fault("runs", "The runs of the dice cannot be read: %v.", err)
	}
	if list != nil {
		m = m.WithRuns(list)
	}
	if err := l.inScope(m, serials); err != nil {
		return report, false, err
	}
	report, err = l.verified(m, read.Record, line.Dice, games, evidence{log, line.Anchors, given})
	return report, m.Dice.Second(), err
}

// readHex reads exactly as many bytes as the target has.
func readHex(target []byte, text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == len(target) && copy(target, b) == len(target)
}

// verified checks what is shown of the dice of a match against a record of its log.
func (l Line) verified(m league.Match, r engine.Record, s shown, games record.Games, by evidence) (tbd2.Report, error) {
	if err := l.placed(m); err != nil {
		return tbd2.Report{}, err
	}
	if len(by.own) > 0 && (by.log.Checkpoint == "" || !m.Dice.Second()) {
		return tbd2.Report{}, l.Fault(anchorsField, "Leaves are expected only of a match under the second scheme, behind a line of type %q with the checkpoint.", AnchorsLine)
	}
	if m.Dice.Second() {
		return l.secondVerified(m, r, s, games, by)
	}
	proof, err := l.proof(m, r, s)
	if err != nil {
		return tbd2.Report{}, err
	}
	if proof.Transcript != s.Transcript {
		return tbd2.Report{}, l.Fault("dice", "The transcript of this log is expected to be %q.", proof.Transcript)
	}
	report, err := dice.Verify(proof.Encode(), games)
	if err != nil {
		return tbd2.Report{}, l.Fault("dice", "The dice do not hold: %v", err)
	}
	return tbd2.Report{Record: report.Record, Throws: report.Throws}, nil
}

// placed checks that the GID of a tournament's match follows from its place, so that nobody chose it (SCHEME.md 2 and 12):
// of a duplicate pair from the first place of both.
func (l Line) placed(m league.Match) error {
	if m.Tournament == "" {
		return nil
	}
	key := league.Key(m.Fixture)
	gid := dice.FixtureGID(m.Tournament, key.Round(), key.Board())
	if m.Twin != "" {
		gid = league.PairGID(m.Tournament, key)
	}
	if m.Dice.Second() {
		from := league.OriginOf(m)
		gid = tbd2.MatchGID(from.Scope, from.Key)
	}
	if m.GID != gid {
		return l.Fault("fixture", "The gid of the game %s of this tournament is expected to be %x.", m.Fixture, gid[:])
	}
	return nil
}

// inScope checks that the dice of a match are in the scope of its tournament, given the serial numbers of those before it.
func (l Line) inScope(m league.Match, serials map[string]uint32) error {
	serial := uint32(0)
	if m.Tournament != "" {
		var known bool
		if serial, known = serials[m.Tournament]; !known {
			return l.Fault("tournament", "The tournament %s of this game is expected to be in a line before it.", m.Tournament)
		}
	}
	if m.Dice.Second() && m.Dice.Scope != serial {
		return l.Fault("scope", "The scope of this game is expected to be %d.", serial)
	}
	return nil
}

// proof puts together the file match.json: all links follow from the last one.
func (l Line) proof(m league.Match, r engine.Record, s shown) (dice.Proof, error) {
	n := dice.LastEvent(r.Log)
	if n > dice.Length {
		return dice.Proof{}, l.Fault("record", "The dice of a match are thrown at most %d times.", dice.Length)
	}
	links := make([]dice.Link, n)
	if n > 0 {
		if !readHex(links[n-1][:], s.Link) {
			return dice.Proof{}, l.Fault("dice", "The link of the last throw is expected here, %d hexadecimal digits.", 2*len(links[0]))
		}
		for i := n; i > 1; i-- {
			links[i-2] = dice.Down(dice.Server, 0, m.GID, i, links[i-1])
		}
	}
	proof, err := dice.NewProof(r, m.GID, m.Head, contributions(m), links)
	if err != nil {
		return proof, l.Fault("dice", "The dice cannot be checked: %v.", err)
	}
	return proof, nil
}

// secondVerified is verified of dice under the second scheme.
func (l Line) secondVerified(m league.Match, r engine.Record, s shown, games record.Games, by evidence) (tbd2.Report, error) {
	of, err := l.shown(m, dice.LastEvent(r.Log), s)
	if err != nil {
		return tbd2.Report{}, err
	}
	proof, err := tbd2.NewProof(r, league.OriginOf(m), of...)
	if err != nil {
		return tbd2.Report{}, l.Fault("dice", "The dice cannot be checked: %v.", err)
	}
	if proof.Transcript != s.Transcript {
		return tbd2.Report{}, l.Fault("dice", "The transcript of this log is expected to be %q.", proof.Transcript)
	}
	proof.Anchors = by.log.of(m, by.own)
	report, err := tbd2.Verify(proof.Encode(), games, by.given)
	if err != nil {
		return tbd2.Report{}, l.Fault("dice", "The dice do not hold: %v", err)
	}
	for _, line := range report.Lines {
		if line.Verdict == tbd2.Wrong {
			return tbd2.Report{}, l.Fault("dice", "The dice do not hold: %s", line.Text)
		}
	}
	return report, nil
}

// shown finds all links and heads that a match with n dice events has shown.
func (l Line) shown(m league.Match, n uint32, s shown) (tbd2.Runs, error) {
	all := league.RunsOf(m)
	if len(s.Before) != len(all)-1 {
		return nil, l.Fault("dice", "What each of %d runs of the dice has shown is expected here.", len(all))
	}
	runs := make(tbd2.Runs, len(all))
	for i, r := range all {
		until, show := n, s.shownRun
		if i < len(s.Before) {
			until, show = min(n, all[i+1].Base), s.Before[i]
		}
		var err error // of a duplicate pair one may not have come as far as the run that both have
		if runs[i], err = l.shownOf(league.GivenTo(m, r), max(until, r.Base)-r.Base, show); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// shownOf finds those of a run with n dice events: they follow from the last link of each generation.
func (l Line) shownOf(given tbd2.Given, n uint32, s shownRun) (tbd2.Shown, error) {
	of := tbd2.Shown{Given: given, Links: make([]dice.Link, n)}
	if n == 0 {
		return of, nil
	}
	last, index := tbd2.Place(n, 0)
	lasts := append(slices.Clone(s.Earlier), s.Link)
	if len(lasts) != int(last)+1 || (s.Next != "") != (index >= tbd2.ShowNext) {
		return of, l.Fault("dice", "The last link of each of %d chains is expected here, and the fingerprint of the next chain if that is shown.", last+1)
	}
	for gen, text := range lasts {
		at := tbd2.Length
		if gen == int(last) {
			at = int(index)
		}
		links := of.Links[gen*tbd2.Length:][:at]
		if !readHex(links[at-1][:], text) {
			return of, l.Fault("dice", "The link of the last throw is expected here, %d hexadecimal digits.", 2*len(dice.Link{}))
		}
		for i := at; i > 1; i-- {
			links[i-2] = tbd2.Down(tbd2.Server, given.Run, uint16(gen), uint32(i), given.GID, links[i-1])
		}
		if gen > 0 {
			of.Heads = append(of.Heads, tbd2.Down(tbd2.Server, given.Run, uint16(gen), 1, given.GID, links[0]))
		}
	}
	if s.Next != "" {
		var head dice.Link
		if !readHex(head[:], s.Next) {
			return of, l.Fault("dice", "The fingerprint of the next chain is expected here, %d hexadecimal digits.", 2*len(head))
		}
		of.Heads = append(of.Heads, head)
	}
	return of, nil
}
