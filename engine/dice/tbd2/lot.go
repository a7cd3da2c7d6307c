package tbd2

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// LotGiven is what the dice of a tournament's lot hang on.
type LotGiven struct {
	GID  GID
	Seal Digest
	Head Link
	Tour Digest // KT, the final one
}

// Sum returns K0, which binds both events of the lot.
func (g LotGiven) Sum() Digest { return LotContext(g.GID, 0, g.Seal, g.Head, g.Tour) }

// event returns E(e), given the link of the event.
func (g LotGiven) event(link Link, e uint32) Digest {
	return EventKey(link, Message(g.Sum(), e, nil, nil))
}

// Lot draws the order of n entries by the key of the lot: their numbers from 0, by seed, the throws that made it, and the
// link that these follow from, which is shown with them.
func Lot(k Key, g LotGiven, n int) (order []int, draws []engine.Draw, link Link, err error) {
	link = NewChain(k, g.GID, 0, 0).Link(1)
	order, draws, err = dice.Seed(n, lotSource(g.event(link, 1)))
	return order, draws, link, err
}

// TieSeed returns E(2), the seed of the lots of ties and of brackets. It is shown when their stage is over.
func TieSeed(k Key, g LotGiven) Digest { return g.event(NewChain(k, g.GID, 0, 0).Link(2), 2) }

// lotSource is the dice of an event, given its key.
type lotSource Digest

// Draw returns the face of a throw of the event.
func (s lotSource) Draw(_ uint32, label string, k, sides int) (int, error) {
	if sides < 1 || sides > MaxSides || k < 0 || k > 0xFFFF {
		return 0, fmt.Errorf("there is no throw %d with %d sides", k, sides)
	}
	return 1 + Draw(Digest(s), label, k, sides), nil
}

// LotProof is the file seeding.json of a tournament (SCHEME.md 6), all that a verifier needs of its start. It names players
// by their ids alone.
type LotProof struct {
	Scheme     string       `json:"scheme"`     // Scheme
	Tournament string       `json:"tournament"` // its id
	Scope      string       `json:"scope"`      // its serial number
	Key        string       `json:"key"`        // LotKey
	Epoch      uint32       `json:"epoch"`
	Commitment string       `json:"commitment"` // CS
	GID        string       `json:"gid"`
	Seal       string       `json:"seal"`
	Head       string       `json:"head"`
	Entries    []LotEntry   `json:"entries"` // in the order in which they came
	Tour       string       `json:"tour"`    // KT, the final one
	Beacon     *ProofBeacon `json:"beacon"`
	Link       string       `json:"link"`  // of event 1; "" where no lot was drawn
	Draws      []ProofDraw  `json:"draws"` // of event 1
	Seeds      []string     `json:"seeds"` // the entries by seed, but for those who have left in between
	Opened     string       `json:"opened"`
	Anchors    []Anchor     `json:"anchors"`
}

// LotEntry is what a player gave when they entered. That it is a bot of the site, which gives nothing, is the site's word.
type LotEntry struct {
	Player       string `json:"player"`
	Contribution string `json:"contribution"`
	Bot          bool   `json:"bot"`
}

// SetLot says in the file of a lot what was drawn.
func (p *LotProof) SetLot(link Link, draws []engine.Draw, seeds []string) {
	p.Link, p.Seeds = hexOf(link[:]), seeds
	for _, d := range draws {
		p.Draws = append(p.Draws, ProofDraw{d.Label, d.K, d.Sides, d.Face})
	}
}

// NewLotProof returns the file of a tournament whose entries were closed; nothing is drawn in it.
func NewLotProof(tournament string, from Origin, cs Digest, g LotGiven, entries []LotEntry, beacon *ProofBeacon) LotProof {
	return LotProof{
		Scheme: Scheme, Tournament: tournament, Scope: from.Scope, Key: LotKey, Epoch: from.Epoch, Commitment: hexOf(cs[:]),
		GID: hexOf(g.GID[:]), Seal: hexOf(g.Seal[:]), Head: hexOf(g.Head[:]), Tour: hexOf(g.Tour[:]), Beacon: beacon,
		Entries: append([]LotEntry{}, entries...), Draws: []ProofDraw{}, Seeds: []string{}, Anchors: []Anchor{},
	}
}

// Encode returns the proof as a file: indented JSON and a newline at the end.
func (p LotProof) Encode() []byte { return encode(p) }

// IsLotProof tells the file of a lot of this scheme from other files.
func IsLotProof(data []byte) bool {
	var p struct {
		Scheme string `json:"scheme"`
		Key    string `json:"key"`
	}
	return json.Unmarshal(data, &p) == nil && p.Scheme == Scheme && p.Key == LotKey
}

// VerifyLot checks the file of a lot: a line each for what was given, the link, the throws and the order, the public value,
// the leaves in the log and the opened key. An error wraps ErrUnreadable.
func VerifyLot(data []byte, given Evidence) (Report, error) {
	var l lotClaim
	if err := l.parse(data); err != nil {
		return Report{}, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	l.given = given
	l.claim.proof.Anchors = l.proof.Anchors
	if l.check(l.entries()) && l.proof.Link != "" {
		l.check(l.drawn())
	}
	l.label()
	l.keys()
	l.checkpoints()
	l.committed()
	l.starts()
	l.opened()
	l.scopeOpened()
	return l.report, nil
}

// lotClaim is the file of a lot understood, on its way through the checks.
type lotClaim struct {
	claim
	proof LotProof
	cs    Digest
	lot   LotGiven
	start *Beacon
	link  Link
}

// parse reads the values, and refuses only what cannot be understood.
func (l *lotClaim) parse(data []byte) error {
	if err := dice.ReadValues(data, &l.proof); err != nil {
		return err
	}
	p := l.proof
	if p.Scheme != Scheme || p.Key != LotKey {
		return fmt.Errorf("it is of %q in the scheme %q", p.Key, p.Scheme)
	}
	for _, value := range []struct {
		of   string
		into []byte
	}{{p.GID, l.lot.GID[:]}, {p.Seal, l.lot.Seal[:]}, {p.Head, l.lot.Head[:]}, {p.Tour, l.lot.Tour[:]}, {p.Commitment, l.cs[:]}} {
		if !readHex(value.into, value.of) {
			return fmt.Errorf("%.80q is not in the hexadecimal digits that it must have", value.of)
		}
	}
	if p.Link != "" && !readHex(l.link[:], p.Link) {
		return fmt.Errorf("%.80q is not in the hexadecimal digits that it must have", p.Link)
	}
	if p.Link == "" && len(p.Draws)+len(p.Seeds) > 0 {
		return fmt.Errorf("it has throws without a link")
	}
	for _, e := range p.Entries {
		if len(e.Contribution) > MaxContribution {
			return fmt.Errorf("a contribution has more than %d bytes", MaxContribution)
		}
	}
	var err error
	if p.Beacon != nil {
		l.start, err = p.Beacon.value()
	}
	return err
}

// tour returns KT with a public value or without one.
func (l *lotClaim) tour(bc *Beacon) Digest {
	entries := make([]Entry, len(l.proof.Entries))
	for i, e := range l.proof.Entries {
		entries[i] = Entry{e.Player, e.Contribution}
	}
	return Entries(l.proof.Scope, l.cs, entries, bc)
}

// entries binds again what everybody gave.
func (l *lotClaim) entries() (string, error) {
	if MatchGID(l.proof.Scope, LotKey) != l.lot.GID {
		return "", flaw("The gid is not the one that follows from the serial number %s of the tournament.", l.proof.Scope)
	}
	if l.tour(l.start) != l.lot.Tour {
		return "", flaw("The value that binds what was given at the entry does not: something in the file was changed.")
	}
	return fmt.Sprintf("What was given with all %d entries is bound to the commitment that was shown while entries were open.", len(l.proof.Entries)), nil
}

// drawn draws the order again. Who has left since the entries were closed is in the draw, and not in the order.
func (l *lotClaim) drawn() (string, error) {
	if Down(Server, 0, 0, 1, l.lot.GID, l.link) != l.lot.Head {
		return "", flaw("The link does not lead down to the value that was shown while entries were open.")
	}
	order, draws, err := dice.Seed(len(l.proof.Entries), lotSource(l.lot.event(l.link, 1)))
	if err != nil {
		return "", flaw("There are more entries than can be drawn.")
	}
	var want LotProof
	want.SetLot(l.link, draws, nil)
	if !slices.Equal(want.Draws, l.proof.Draws) {
		return "", flaw("The throws are not the ones that the dice give.")
	}
	here := map[string]bool{}
	for _, id := range l.proof.Seeds {
		here[id] = true
	}
	var seeds []string
	for _, i := range order {
		if id := l.proof.Entries[i].Player; here[id] {
			seeds = append(seeds, id)
		}
	}
	if !slices.Equal(seeds, l.proof.Seeds) {
		return "", flaw("The order is not the one that the throws give.")
	}
	left := ""
	if n := len(l.proof.Entries) - len(seeds); n > 0 {
		left = fmt.Sprintf(" %d of them left after the entries were closed.", n)
	}
	return fmt.Sprintf("The order of all %d entries follows from the value that was shown while entries were open.%s", len(l.proof.Entries), left), nil
}

// label says what the draw comes to, by the same rule as that of a match.
func (l *lotClaim) label() {
	l.report.Label = Contributed
	if l.start != nil {
		l.report.Label = PublicStart
	}
	players := 0
	for _, e := range l.proof.Entries {
		if e.Bot {
			continue
		}
		if players++; e.Contribution == "" {
			l.report.Label = SiteAlone
		}
	}
	if players == 0 {
		l.report.Label = SiteAlone
	}
	verdict, more := Proved, ""
	if l.start != nil {
		signature, _ := hex.DecodeString(l.proof.Beacon.Signature) // read before
		switch {
		case l.given.Beacon == nil:
			verdict, more = NotProved, " That the public value is the network's was not checked here."
		case l.given.Beacon(l.start.Chain, l.start.Round, signature) != nil:
			verdict, more = Wrong, " But the public value is not the network's."
		}
	}
	l.say(verdict, "Label %s. %s%s", l.report.Label, l.report.Label.Sentence(), more)
}

// committed looks in the log for the commitment of the tournament.
func (l *lotClaim) committed() {
	for _, a := range l.anchored {
		if said, ok := ReadLeaf(a.data); ok && said.Kind == "scope" && said.Digest == l.cs && fmt.Sprint(said.Serial) == l.proof.Scope {
			l.say(Proved, "The commitment of the tournament is in the log since %s.", moment(said.At))
			return
		}
	}
	l.say(NotProved, "The commitment of the tournament is not anchored yet: that it was fixed before anybody entered, you take on trust.")
}

// starts looks in the log for what was bound when the entries were closed: first without a public value, which names the
// round of it by its moment, and then with it. There are no more.
func (l *lotClaim) starts() {
	var starts []Said
	slices.SortStableFunc(l.anchored, func(a, b anchor) int { return cmp.Compare(a.Index, b.Index) }) // files have them in any order
	for _, a := range l.anchored {
		if said, ok := ReadLeaf(a.data); ok && said.Kind == "start" && said.Digest == l.cs {
			starts = append(starts, said)
		}
	}
	plain := l.tour(nil)
	wanted := []Digest{plain}
	if l.start != nil {
		wanted = append(wanted, l.lot.Tour)
	}
	switch {
	case len(starts) == 0:
		l.say(NotProved, "What was given is not anchored yet: that nothing was added after the draw, you take on trust.")
		return
	case len(starts) > len(wanted):
		l.say(Wrong, "The log has the start of this tournament %d times.", len(starts))
		return
	}
	for i, s := range starts {
		if s.Tour != wanted[i] {
			l.say(Wrong, "The log has another start of this tournament: something was given to it, or taken from it, after its entries were closed.")
			return
		}
	}
	if l.start != nil && l.start.Round != FirstRound(starts[0].At/1000+StartAfter) {
		l.say(Wrong, "The public value is of round %d, and the log fixed round %d before either was known.", l.start.Round, FirstRound(starts[0].At/1000+StartAfter))
		return
	}
	l.say(Proved, "What was given is in the log since %s.", moment(starts[0].At))
}

// opened checks the key of the lot, if it is open.
func (l *lotClaim) opened() {
	var k Key
	switch {
	case l.proof.Opened == "":
		l.say(NotProved, "The key of the draw is not open: that comes when the tournament is over.")
	case !readHex(k[:], l.proof.Opened) || Seal(l.lot.GID, 0, k) != l.lot.Seal:
		l.say(Wrong, "The key of the draw is not the one that was committed to.")
	case NewChain(k, l.lot.GID, 0, 0).Head() != l.lot.Head:
		l.say(Wrong, "The fingerprint of the draw does not follow from its key: it was picked.")
	default:
		l.say(Proved, "Key of the draw opened: nothing was picked.")
	}
}
