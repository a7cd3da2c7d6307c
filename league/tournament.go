package league

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// TournamentState says how far a tournament has come (R-UT-1).
type TournamentState string

// The states of a tournament.
const (
	Registration TournamentState = "registration" // players enter and leave
	Running      TournamentState = "running"      // drawn, or rolling; being played
	Finished     TournamentState = "finished"     // the final table stands
	Cancelled    TournamentState = "cancelled"    // before the start, by the organiser or the site
)

// TournamentTerms is what the organiser of a tournament fixes.
type TournamentTerms struct {
	Name     string
	Format   string // id
	Game     string // id
	Variant  string
	Control  string // id of the time control
	Places   int    // entries that it takes at most
	Cycles   int    // how often each pair meets
	WhenFull bool   // starts by itself as soon as it is full; else the organiser says when

	Competition string    // id of the Competition that it is an edition of; "" for a user's own
	Edition     string    // its name there, as in "2027-05"
	Rolling     bool      // players enter and leave while it is played, as in a ladder
	Profile     string    // order of tie-breaks and pace (R-TB-1, R-TB-2); "": TP, then SON
	NoVacation  bool      // clocks stop for nobody's vacation (R-VA-4)
	Closes      time.Time // no entries from then on; zero: until the start
	Starts      time.Time // the day it is to start on; zero: no fixed day
	Late        time.Time // who enters between the start and then waits for a seat (R-CH-10); zero: nobody
}

// AnyNumber as Places means that there is no bound.
const AnyNumber = 1 << 20

// Tournament is one competition. The log is the tournament: all but the id, the
// GID and the head is computed from it.
type Tournament struct {
	ID   string
	GID  dice.GID // names the lot to its dice
	Head dice.Link
	TournamentTerms
	Organiser Player
	Created   time.Time
	State     TournamentState
	Started   time.Time  // zero until then
	Ended     time.Time  // finished or cancelled; zero until then
	Last      int        // number of the last event
	Changed   time.Time  // when that was
	Told      time.Time  // when the site last told all players of it what comes; zero: never
	Entries   []Entrant  // as they entered; from the start on by seed
	Log       []Decision // in order, as far as it was asked for
}

// Entrant is a player in a tournament.
type Entrant struct {
	Player    Player
	Seq       int       // the number of the event with which he entered
	Entered   time.Time // when that was
	Seed      int       // 1, 2, … from the start on, of a rolling one the place; 0 before
	Group     Group     // that the draw put him into; "" in a tournament of one table
	Out       Exit
	Qualified time.Time // when it became certain that he goes on from here; zero: not so far
	Note      string    // what the format keeps of him, in its own words
	Winner    bool      // of the finished tournament, or of his group there
}

// Exit is how a player left a tournament that had started (R-FF-5).
type Exit string

// The exits.
const (
	Stays     Exit = ""          // he did not
	Voided    Exit = "voided"    // nothing of what he played counts
	Forfeited Exit = "forfeited" // what was not over is lost
	Cheated   Exit = "cheated"   // everything is lost, what was over too (R-FF-9)
)

// TournamentAct is what an event of a tournament does.
type TournamentAct string

// The acts, with the text that each carries.
const (
	ActCreated   TournamentAct = "created"   // the terms; by the organiser
	ActEntered   TournamentAct = "entered"   // by Player himself: ""; by the organiser who brings in a bot: ""; by the site: the reason
	ActLeft      TournamentAct = "left"      // likewise
	ActStarted   TournamentAct = "started"   // the Lot, or the Draw of a tournament of groups; by the organiser or the site
	ActFinished  TournamentAct = "finished"  // the winners' ids parted by blanks; by the site
	ActCancelled TournamentAct = "cancelled" // by the organiser: ""; by the site: the reason
	ActNoted     TournamentAct = "noted"     // what the format keeps of Player from now on; by the site or by Player
	ActPlaced    TournamentAct = "placed"    // Player stands on another place of a rolling tournament: the place, a blank, the reason
	ActQualified TournamentAct = "qualified" // Player goes on from here, for certain: the reason; by the site
	ActStruck    TournamentAct = "struck"    // Player is out (R-FF-5): the Exit, a blank, the reason; by the organiser or the site
	ActReplaced  TournamentAct = "replaced"  // Player takes the seat of another one: his id, a blank, the reason (R-CH-10)
	ActCounted   TournamentAct = "counted"   // a fixture has had its effect: its key, a blank, the result; by the site
	ActTold      TournamentAct = "told"      // what all players were told: when what comes; by the site
	ActRuled     TournamentAct = "ruled"     // what was done to the tournament, citing the rule; by the organiser or the site
)

// Decision is one line of a tournament's log: who did what to whom, and when.
type Decision struct {
	Seq    int       // 1, 2, …
	At     time.Time // UTC, whole milliseconds
	By     Player    // zero: the site
	Act    TournamentAct
	Player Player // whom it is about; zero: nobody
	Text   string
}

// Lot is the draw that seeds a tournament (R-FD-6).
type Lot struct {
	Seeds []string // ids of the players by seed
	Draws []engine.Draw
	Link  dice.Link // what the draws follow from; shown with them
}

// TournamentProgress is what one step adds to a tournament. It is written whole or
// not at all.
type TournamentProgress struct {
	Tournament Tournament // as it is afterwards; its log is what is added
	Seen       int        // its last event must still have this number
	Was        []Entrant  // its entries before
	Matches    []Match    // that begin
	Counted    []Key      // fixtures that have had their effect now
	Notices    []Notice
}

// Full says that every place is taken.
func (t Tournament) Full() bool { return len(t.Entries) >= t.Places }

// Entrant finds a player among the entries.
func (t Tournament) Entrant(player string) (Entrant, bool) {
	i := slices.IndexFunc(t.Entries, func(e Entrant) bool { return e.Player.ID == player })
	if i < 0 {
		return Entrant{}, false
	}
	return t.Entries[i], true
}

// Winners returns who shares the first rank of a finished tournament.
func (t Tournament) Winners() []Player {
	var winners []Player
	for _, e := range t.Entries {
		if e.Winner {
			winners = append(winners, e.Player)
		}
	}
	return winners
}

// Lot returns the draw of a tournament that has started; its log must be there.
func (t Tournament) Lot() (Lot, bool) {
	for _, d := range t.Log {
		if d.Act == ActStarted {
			lot, err := ParseLot(d.Text)
			return lot, err == nil
		}
	}
	return Lot{}, false
}

// Groups returns the groups that the draw has made, in the order of their first seeds;
// "" alone for a tournament of one table.
func (t Tournament) Groups() []Group {
	var groups []Group
	known := map[Group]bool{}
	for _, e := range t.Entries {
		if !t.Waits(e) && !known[e.Group] {
			known[e.Group] = true
			groups = append(groups, e.Group)
		}
	}
	return groups
}

// Of returns the tournament with the entries of one group alone.
func (t Tournament) Of(g Group) Tournament {
	var entries []Entrant
	for _, e := range t.Entries {
		if e.Group == g {
			entries = append(entries, e)
		}
	}
	t.Entries = entries
	return t
}

// Sheet returns what a format may know at a moment of one of the tournament's groups,
// given the matches of that group.
func (t Tournament) Sheet(g Group, matches []Match, now time.Time) Sheet {
	s := Sheet{Now: now, Started: t.Started, Group: g, Cycles: t.Cycles, Profile: t.Profile, Scoring: Standard(), Paused: t.Rolling && t.State != Running}
	for _, e := range t.Entries {
		if e.Group == g && !t.Waits(e) {
			s.Entries = append(s.Entries, Entry{Player: e.Player.ID, Out: e.Out, Entered: e.Entered, Note: e.Note, Qualified: !e.Qualified.IsZero()})
		}
	}
	for _, m := range matches {
		f := Fixture{
			Key: Key(m.Fixture), First: m.Seats[m.SeatOf(engine.First)].Player.ID, Second: m.Seats[m.SeatOf(engine.Second)].Player.ID,
			Outcome: m.State.Outcome, Match: m.ID, Began: m.Created, Counted: m.Counted, Seq: m.State.Last,
			Control: cmp.Or(m.State.Control, m.Control),
		}
		if f.Outcome.Over() {
			f.Ended = m.State.Moved
			f.Outcome = t.corrected(f)
		}
		s.Fixtures = append(s.Fixtures, f)
	}
	return s
}

// corrected returns how a fixture that is over counts: what a cheater won is lost.
func (t Tournament) corrected(f Fixture) engine.Outcome {
	cheated := func(player string) bool {
		e, _ := t.Entrant(player)
		return e.Out == Cheated
	}
	o := f.Outcome
	switch first, second := cheated(f.First), cheated(f.Second); {
	case first && second:
		return engine.Outcome{Ending: engine.DoubleForfeit, Score: o.Score}
	case first:
		return engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second, Score: o.Score}
	case second:
		return engine.Outcome{Ending: engine.Forfeit, Winner: engine.First, Score: o.Score}
	}
	return o
}

// ReplayTournament computes a tournament from its log.
func ReplayTournament(id string, gid dice.GID, head dice.Link, log []Decision) (Tournament, error) {
	t := Tournament{ID: id, GID: gid, Head: head}
	t, err := t.Add(log...)
	if err != nil {
		return Tournament{}, fmt.Errorf("event %d: %w", t.Last, err)
	}
	return t, nil
}

// Add returns the tournament with more events. It is the only place that knows what may
// follow what; what a user may hit upon is an error of a kind.
func (t Tournament) Add(events ...Decision) (Tournament, error) {
	t.Entries = slices.Clone(t.Entries) // never write into another tournament
	t.Log = t.Log[:len(t.Log):len(t.Log)]
	l := &ledger{Tournament: &t, many: len(events) > 1}
	for _, d := range events {
		if err := l.add(d); err != nil {
			return t, err
		}
	}
	l.close()
	return t, nil
}

// ledger is a tournament to which events are added. A season may have a hundred thousand
// entries and as many events at once: so players are found by an index, and gaps in the
// entries are closed at the end.
type ledger struct {
	*Tournament
	many bool           // players are to be found
	at   map[string]int // where a player's entry is; nil: to be looked for
	gaps int            // entries without a player
}

// find returns where a player's entry is; -1 if he has none.
func (t *ledger) find(player string) int {
	if player == "" {
		return -1
	}
	if !t.many {
		return slices.IndexFunc(t.Entries, func(e Entrant) bool { return e.Player.ID == player })
	}
	if t.at == nil {
		t.at = make(map[string]int, len(t.Entries))
		for i, e := range t.Entries {
			t.at[e.Player.ID] = i
		}
	}
	if i, ok := t.at[player]; ok {
		return i
	}
	return -1
}

// put writes an entry, behind the last one or in the place of another.
func (t *ledger) put(i int, e Entrant) {
	if i == len(t.Entries) {
		t.Entries = append(t.Entries, e)
	} else {
		delete(t.at, t.Entries[i].Player.ID)
		t.Entries[i] = e
	}
	if t.at != nil {
		t.at[e.Player.ID] = i
	}
}

// remove takes an entry out.
func (t *ledger) remove(i int) {
	if t.Rolling {
		t.Entries = slices.Delete(t.Entries, i, i+1)
		t.at = nil
		t.numbered()
		return
	}
	delete(t.at, t.Entries[i].Player.ID)
	t.Entries[i] = Entrant{}
	t.gaps++
}

// close closes the gaps.
func (t *ledger) close() {
	if t.gaps > 0 {
		t.Entries = slices.DeleteFunc(t.Entries, func(e Entrant) bool { return e.Player.ID == "" })
		t.at, t.gaps = nil, 0
	}
}

func (t *ledger) add(d Decision) error {
	if d.Seq != t.Last+1 || (d.Act == ActCreated) != (d.Seq == 1) || d.At.Before(t.Changed) {
		return fmt.Errorf("%s as event %d after event %d", d.Act, d.Seq, t.Last)
	}
	var err error
	switch d.Act {
	case ActCreated:
		t.Organiser, t.Created, t.State = d.By, d.At, Registration
		if t.TournamentTerms, err = parseTerms(d.Text); t.Rolling {
			t.State, t.Started = Running, d.At
		}
	case ActEntered:
		err = t.enter(d)
	case ActLeft:
		err = t.leave(d)
	case ActStarted:
		err = t.start(d)
	case ActFinished:
		err = t.finish(d)
	case ActCancelled:
		if err = t.byOrganiser(d.By, "cancel it"); err == nil {
			err = t.beforeStart("be cancelled")
		}
		t.State, t.Ended = Cancelled, d.At
	case ActNoted, ActPlaced, ActQualified, ActStruck, ActReplaced:
		err = t.rule(d)
	case ActCounted:
		if d.By.ID != "" || d.Text == "" {
			err = fmt.Errorf("%q is counted by %q", d.Text, d.By.ID)
		}
	case ActTold:
		t.Told = d.At
		err = t.bySite(d)
	case ActRuled:
		err = t.byDirector(d.By, "rule in it")
	default:
		err = fmt.Errorf("there is no act %q", d.Act)
	}
	t.Last, t.Changed, t.Log = d.Seq, d.At, append(t.Log, d)
	return err
}

// byOrganiser refuses whoever is neither the organiser nor the site.
func (t Tournament) byOrganiser(by Player, to string) error {
	if by.ID != "" && by.ID != t.Organiser.ID {
		return Errorf(Forbidden, "Only %s, who organises this tournament, can %s.", t.Organiser.Name, to)
	}
	return nil
}

// byDirector refuses whoever is neither the organiser nor the site. Of the site's own
// tournaments the office says who directs them.
func (t Tournament) byDirector(by Player, to string) error {
	if t.Organiser.Kind == Site {
		return nil
	}
	return t.byOrganiser(by, to)
}

// ExitOf says how a player leaves a tournament who has finished some of his scheduled
// matches (R-FF-5): less than half of them do not count.
func ExitOf(finished, scheduled int) Exit {
	if 2*finished < scheduled {
		return Voided
	}
	return Forfeited
}

// beforeStart refuses what can no longer be done.
func (t Tournament) beforeStart(to string) error {
	switch t.State {
	case Cancelled:
		return Errorf(Stale, "This tournament has been cancelled; it can no longer %s.", to)
	case Running, Finished:
		if t.Rolling && t.State == Running {
			return nil
		}
		return Errorf(Stale, "This tournament has started; it can no longer %s.", to)
	}
	return nil
}

func (t *ledger) enter(d Decision) error {
	in := t.find(d.Player.ID) >= 0
	switch {
	case d.By.ID == d.Player.ID && d.Player.Kind == Bot, d.Player.ID == "":
		return fmt.Errorf("%q cannot enter by itself", d.Player.ID)
	case d.By.ID == "" && d.Text == "":
		return fmt.Errorf("the site enters %q without a reason", d.Player.ID)
	case d.By.ID == "": // by a rule, whatever the time
	case !t.Closes.IsZero() && !d.At.Before(t.Closes) && !t.reserving(d.At):
		return Errorf(Stale, "Entries have closed.")
	case d.By.ID != d.Player.ID && d.Player.Kind != Bot:
		return Errorf(Forbidden, "Players enter by themselves; only bots can be invited.")
	case d.By.ID != d.Player.ID && d.By.ID != t.Organiser.ID:
		return t.byOrganiser(d.By, "invite bots")
	}
	switch {
	case in && d.By.ID != d.Player.ID:
		return Errorf(Stale, "%s is in this tournament already.", d.Player.Name)
	case in:
		return Errorf(Stale, "You are in this tournament already.")
	case t.State != Cancelled && len(t.Entries)-t.gaps >= t.Places:
		return Errorf(Stale, "The last place has just been taken: this tournament is full.")
	}
	e := Entrant{Player: d.Player, Seq: d.Seq, Entered: d.At}
	if t.Rolling {
		e.Seed = len(t.Entries) + 1
	}
	t.put(len(t.Entries), e)
	if t.reserving(d.At) {
		return nil
	}
	return t.beforeStart("be entered")
}

// reserving says that who enters now waits for a seat to become free.
func (t Tournament) reserving(at time.Time) bool { return t.State == Running && at.Before(t.Late) }

// Waits says that an entrant of a tournament that has started has no seat in it.
func (t Tournament) Waits(e Entrant) bool { return e.Seed == 0 && !t.Started.IsZero() }

func (t *ledger) leave(d Decision) error {
	at := t.find(d.Player.ID)
	switch {
	case d.By.ID == "" && d.Text == "":
		return fmt.Errorf("the site takes %q out without a reason", d.Player.ID)
	case d.By.ID != "" && d.By.ID != d.Player.ID && (d.Player.Kind != Bot || d.By.ID != t.Organiser.ID):
		return t.byOrganiser(d.By, "take out bots")
	case (t.State == Running || t.State == Finished) && !t.Rolling && !(at >= 0 && t.Waits(t.Entries[at])):
		return Errorf(Stale, "This tournament has started, so nobody can leave it any more. You can resign games that you do not want to play.")
	case at < 0 && d.By.ID != d.Player.ID:
		return Errorf(Stale, "%s is not in this tournament.", d.Player.Name)
	case at < 0:
		return Errorf(Stale, "You are not in this tournament.")
	}
	waits := t.Waits(t.Entries[at])
	t.remove(at)
	if waits {
		return nil
	}
	return t.beforeStart("be left")
}

func (t *ledger) start(d Decision) error {
	if d.By.ID != "" {
		if err := t.byOrganiser(d.By, "start it"); err != nil {
			return err
		}
	}
	if err := t.beforeStart("be started"); err != nil {
		return err
	}
	draw, err := parseDraw(d.Text)
	if err != nil {
		return err
	}
	t.close()
	t.many = true
	seeded := make([]Entrant, 0, len(t.Entries))
	for _, g := range draw {
		for _, id := range g.Players {
			i := t.find(id)
			if i < 0 || t.Entries[i].Seed != 0 {
				return fmt.Errorf("the draw seeds %q", id)
			}
			e := t.Entries[i]
			t.Entries[i].Seed = len(seeded) + 1 // no second time
			e.Seed, e.Group = len(seeded)+1, g.Group
			seeded = append(seeded, e)
		}
	}
	if len(seeded) != len(t.Entries) {
		return fmt.Errorf("the draw seeds %d of %d entries", len(seeded), len(t.Entries))
	}
	t.State, t.Started, t.Entries, t.at = Running, d.At, seeded, nil
	return nil
}

// rule changes an entry by a rule of the competition.
func (t *ledger) rule(d Decision) error {
	at := t.find(d.Player.ID)
	first, reason, _ := strings.Cut(d.Text, " ")
	if d.Act == ActReplaced {
		return t.replace(d, at, first, reason)
	}
	switch {
	case at < 0:
		return Errorf(Stale, "%s is not in this tournament.", d.Player.Name)
	case t.State != Running && d.Act != ActNoted:
		return Errorf(Stale, "This tournament is not being played.")
	}
	e := &t.Entries[at]
	switch d.Act {
	case ActNoted:
		e.Note = d.Text
		if d.By.ID == d.Player.ID {
			return nil
		}
		return t.byOrganiser(d.By, "note that")
	case ActQualified:
		if !e.Qualified.IsZero() {
			return Errorf(Stale, "%s has qualified already.", d.Player.Name)
		}
		e.Qualified = d.At
		return t.bySite(d)
	case ActStruck:
		if e.Out != Stays {
			return Errorf(Stale, "%s is out of this tournament already.", d.Player.Name)
		}
		if e.Out = Exit(first); !slices.Contains([]Exit{Voided, Forfeited, Cheated}, e.Out) || reason == "" {
			return fmt.Errorf("%q strikes nobody", d.Text)
		}
		if d.By.ID == d.Player.ID {
			return nil // a withdrawal
		}
		return t.byDirector(d.By, "strike players")
	}
	place, err := strconv.Atoi(first)
	if err != nil || !t.Rolling || place < 1 || place > len(t.Entries) {
		return fmt.Errorf("%q is no place of %d", d.Text, len(t.Entries))
	}
	moved := *e
	t.Entries = slices.Insert(slices.Delete(t.Entries, at, at+1), place-1, moved)
	t.at = nil
	t.numbered()
	return t.bySite(d)
}

// replace gives the seat of one player to another one.
func (t *ledger) replace(d Decision, there int, old, reason string) error {
	at := t.find(old)
	if at < 0 || there < 0 || reason == "" || t.State != Running || !t.Waits(t.Entries[there]) || t.Waits(t.Entries[at]) {
		return fmt.Errorf("%q replaces nobody by %q", d.Text, d.Player.ID)
	}
	substitute := t.Entries[there]
	substitute.Seed, substitute.Group = t.Entries[at].Seed, t.Entries[at].Group
	t.remove(there)
	t.put(at, substitute)
	return t.byDirector(d.By, "replace players")
}

func (t Tournament) bySite(d Decision) error {
	if d.By.ID != "" {
		return fmt.Errorf("%s is done by %q", d.Act, d.By.ID)
	}
	return nil
}

// numbered gives the entries of a rolling tournament their places.
func (t *Tournament) numbered() {
	if !t.Rolling {
		return
	}
	for i := range t.Entries {
		t.Entries[i].Seed = i + 1
	}
}

func (t *ledger) finish(d Decision) error {
	if t.State != Running || d.By.ID != "" {
		return fmt.Errorf("a tournament in state %q is finished by %q", t.State, d.By.ID)
	}
	t.many = true
	for _, id := range strings.Fields(d.Text) {
		i := t.find(id)
		if i < 0 {
			return fmt.Errorf("%q wins without being in it", id)
		}
		t.Entries[i].Winner = true
	}
	t.State, t.Ended = Finished, d.At
	return nil
}

// String writes the terms as the text of a created event:
// "roundrobin streetsoccer/lg slow 4 1 full Spring Cup". How it starts may be followed by
// what else is fixed: "organiser,profile=std,closes=2027-04-30T00:00:00Z".
func (t TournamentTerms) String() string {
	start := "organiser"
	switch {
	case t.WhenFull:
		start = "full"
	case t.Rolling:
		start = "rolling"
	}
	for _, o := range [][2]string{
		{"of", t.Competition}, {"edition", t.Edition}, {"profile", t.Profile}, {"vacation", map[bool]string{true: "no"}[t.NoVacation]},
		{"closes", timeText(t.Closes)}, {"starts", timeText(t.Starts)}, {"late", timeText(t.Late)},
	} {
		if o[1] != "" {
			start += "," + o[0] + "=" + o[1]
		}
	}
	return fmt.Sprintf("%s %s/%s %s %d %d %s %s", t.Format, t.Game, t.Variant, t.Control, t.Places, t.Cycles, start, t.Name)
}

// parseTerms undoes String.
func parseTerms(text string) (TournamentTerms, error) {
	wrong := fmt.Errorf("%q are no terms of a tournament", text)
	parts := strings.SplitN(text, " ", 7)
	if len(parts) != 7 {
		return TournamentTerms{}, wrong
	}
	start, options, more := strings.Cut(parts[5], ",")
	t := TournamentTerms{Format: parts[0], Control: parts[2], WhenFull: start == "full", Rolling: start == "rolling", Name: parts[6]}
	t.Game, t.Variant, _ = strings.Cut(parts[1], "/")
	var err, err2, err3 error
	t.Places, err = strconv.Atoi(parts[3])
	t.Cycles, err2 = strconv.Atoi(parts[4])
	if more {
		err3 = t.options(options)
	}
	if err != nil || err2 != nil || err3 != nil || t.String() != text {
		return TournamentTerms{}, wrong
	}
	return t, nil
}

// options reads what stands behind the start; what it does not know, String will not
// write again.
func (t *TournamentTerms) options(text string) (err error) {
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		var err2 error
		switch name {
		case "of":
			t.Competition = value
		case "edition":
			t.Edition = value
		case "profile":
			t.Profile = value
		case "vacation":
			t.NoVacation = value == "no"
		case "closes":
			t.Closes, err2 = time.Parse(time.RFC3339, value)
		case "starts":
			t.Starts, err2 = time.Parse(time.RFC3339, value)
		case "late":
			t.Late, err2 = time.Parse(time.RFC3339, value)
		}
		err = errors.Join(err, err2)
	}
	return err
}

// timeText writes a moment, in whole seconds; "" for none.
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// String writes the lot as the text of a started event: the ids by seed, the
// faces in the order of the throws, the link: "bob ann cleo; 2 2; 0f…".
func (l Lot) String() string {
	faces := make([]string, len(l.Draws))
	for i, d := range l.Draws {
		faces[i] = strconv.Itoa(d.Face)
	}
	return fmt.Sprintf("%s; %s; %x", strings.Join(l.Seeds, " "), strings.Join(faces, " "), l.Link[:])
}

// ParseLot undoes String.
func ParseLot(text string) (Lot, error) {
	parts := strings.Split(text, "; ")
	if len(parts) != 3 {
		return Lot{}, fmt.Errorf("%q is no lot", text)
	}
	l := Lot{Seeds: strings.Fields(parts[0])}
	for k, face := range strings.Fields(parts[1]) {
		n, err := strconv.Atoi(face)
		if err != nil {
			return Lot{}, fmt.Errorf("%q is no lot", text)
		}
		l.Draws = append(l.Draws, dice.SeedDraw(len(l.Seeds), k, n))
	}
	link, err := hex.DecodeString(parts[2])
	if copy(l.Link[:], link); err != nil || l.String() != text {
		return Lot{}, fmt.Errorf("%q is no lot", text)
	}
	return l, nil
}

// Drawn is a group as it was drawn: its players by seed.
type Drawn struct {
	Group   Group
	Players []string // ids
}

// DrawText writes the draw of a tournament of groups as the text of a started event:
// "d1/g1: ann bob cleo; d2/g1: dan eve fay".
func DrawText(draw []Drawn) string {
	groups := make([]string, len(draw))
	for i, g := range draw {
		groups[i] = string(g.Group) + ": " + strings.Join(g.Players, " ")
	}
	return strings.Join(groups, "; ")
}

// parseDraw reads the text of a started event: a draw of groups, or the lot of one table.
func parseDraw(text string) ([]Drawn, error) {
	if !strings.Contains(text, ": ") {
		lot, err := ParseLot(text)
		return []Drawn{{Players: lot.Seeds}}, err
	}
	var draw []Drawn
	for part := range strings.SplitSeq(text, "; ") {
		group, players, _ := strings.Cut(part, ": ")
		draw = append(draw, Drawn{Group(group), strings.Fields(players)})
	}
	if DrawText(draw) != text {
		return nil, fmt.Errorf("%q is no draw", text)
	}
	return draw, nil
}

// Differs says in what two tournaments differ apart from their logs; "" if in nothing.
func (t Tournament) Differs(other Tournament) string {
	for i, e := range t.Entries {
		if i < len(other.Entries) && e != other.Entries[i] {
			return fmt.Sprintf("entry %d is %+v and %+v", i+1, e, other.Entries[i])
		}
	}
	if len(t.Entries) != len(other.Entries) {
		return fmt.Sprintf("there are %d entries and %d", len(t.Entries), len(other.Entries))
	}
	t.Entries, other.Entries, t.Log, other.Log = nil, nil, nil, nil
	if a, b := fmt.Sprintf("%+v", t), fmt.Sprintf("%+v", other); a != b {
		return a + " and " + b
	}
	return ""
}
