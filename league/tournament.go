package league

import (
	"encoding/hex"
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
	Running      TournamentState = "running"      // drawn; being played
	Finished     TournamentState = "finished"     // the final table stands
	Cancelled    TournamentState = "cancelled"    // by the organiser, before the start
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
}

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
	Entries   []Entrant  // as they entered; from the start on by seed
	Log       []Decision // in order; nil where only the rest was asked for
}

// Entrant is a player in a tournament.
type Entrant struct {
	Player Player
	Seq    int  // the number of the event with which he entered
	Seed   int  // 1, 2, … from the start on; 0 before
	Winner bool // of the finished tournament
}

// TournamentAct is what an event of a tournament does.
type TournamentAct string

// The acts, with the text that each carries.
const (
	ActCreated   TournamentAct = "created"   // the terms; by the organiser
	ActEntered   TournamentAct = "entered"   // ""; by Player himself, or by the organiser who brings in a bot
	ActLeft      TournamentAct = "left"      // ""; likewise
	ActStarted   TournamentAct = "started"   // the lot; by the organiser, or by the site once it is full
	ActFinished  TournamentAct = "finished"  // the winners' ids parted by blanks; by the site
	ActCancelled TournamentAct = "cancelled" // ""; by the organiser
)

// Decision is one line of a tournament's log: who did what to whom, and when.
type Decision struct {
	Seq    int       // 1, 2, …
	At     time.Time // UTC, whole milliseconds
	By     Player    // zero: the site
	Act    TournamentAct
	Player Player // who entered or left; else zero
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
	Tournament Tournament // as it is afterwards
	Seen       int        // its last event must still have this number
	Matches    []Match    // that begin
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

// Sheet returns what a format may know, given the tournament's matches.
func (t Tournament) Sheet(matches []Match) Sheet {
	s := Sheet{Cycles: t.Cycles, Scoring: Standard()}
	for _, e := range t.Entries {
		s.Entries = append(s.Entries, Entry{Player: e.Player.ID})
	}
	for _, m := range matches {
		s.Fixtures = append(s.Fixtures, Fixture{
			Key: Key(m.Fixture), First: m.Seats[m.SeatOf(engine.First)].Player.ID, Second: m.Seats[m.SeatOf(engine.Second)].Player.ID,
			Outcome: m.State.Outcome,
		})
	}
	return s
}

// ReplayTournament computes a tournament from its log.
func ReplayTournament(id string, gid dice.GID, head dice.Link, log []Decision) (Tournament, error) {
	t := Tournament{ID: id, GID: gid, Head: head}
	for _, d := range log {
		var err error
		if t, err = t.Add(d); err != nil {
			return Tournament{}, fmt.Errorf("event %d: %w", d.Seq, err)
		}
	}
	return t, nil
}

// Add returns the tournament with one more event. It is the only place that
// knows what may follow what; what a user may hit upon is an error of a kind.
func (t Tournament) Add(d Decision) (Tournament, error) {
	if d.Seq != t.Last+1 || (d.Act == ActCreated) != (d.Seq == 1) || d.Seq > 1 && d.At.Before(t.Log[len(t.Log)-1].At) {
		return t, fmt.Errorf("%s as event %d after event %d", d.Act, d.Seq, t.Last)
	}
	t.Entries = slices.Clone(t.Entries) // never write into another tournament
	var err error
	switch d.Act {
	case ActCreated:
		t.Organiser, t.Created, t.State = d.By, d.At, Registration
		t.TournamentTerms, err = parseTerms(d.Text)
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
	default:
		err = fmt.Errorf("there is no act %q", d.Act)
	}
	t.Last, t.Log = d.Seq, append(t.Log[:len(t.Log):len(t.Log)], d)
	return t, err
}

// byOrganiser refuses whoever is not the organiser.
func (t Tournament) byOrganiser(by Player, to string) error {
	if by.ID != t.Organiser.ID {
		return Errorf(Forbidden, "Only %s, who organises this tournament, can %s.", t.Organiser.Name, to)
	}
	return nil
}

// beforeStart refuses what can no longer be done.
func (t Tournament) beforeStart(to string) error {
	switch t.State {
	case Cancelled:
		return Errorf(Stale, "This tournament has been cancelled; it can no longer %s.", to)
	case Running, Finished:
		return Errorf(Stale, "This tournament has started; it can no longer %s.", to)
	}
	return nil
}

func (t *Tournament) enter(d Decision) error {
	_, in := t.Entrant(d.Player.ID)
	switch {
	case d.By.ID == d.Player.ID && d.Player.Kind == Bot, d.Player.ID == "":
		return fmt.Errorf("%q cannot enter by itself", d.Player.ID)
	case d.By.ID != d.Player.ID && d.Player.Kind != Bot:
		return Errorf(Forbidden, "Players enter by themselves; only bots can be invited.")
	case d.By.ID != d.Player.ID && d.By.ID != t.Organiser.ID:
		return t.byOrganiser(d.By, "invite bots")
	case in && d.Player.Kind == Bot:
		return Errorf(Stale, "%s is in this tournament already.", d.Player.Name)
	case in:
		return Errorf(Stale, "You are in this tournament already.")
	case t.State != Cancelled && t.Full():
		return Errorf(Stale, "The last place has just been taken: this tournament is full.")
	}
	t.Entries = append(t.Entries, Entrant{Player: d.Player, Seq: d.Seq})
	return t.beforeStart("be entered")
}

func (t *Tournament) leave(d Decision) error {
	at := slices.IndexFunc(t.Entries, func(e Entrant) bool { return e.Player.ID == d.Player.ID })
	switch {
	case d.By.ID != d.Player.ID && (d.Player.Kind != Bot || d.By.ID != t.Organiser.ID):
		return t.byOrganiser(d.By, "take out bots")
	case t.State == Running || t.State == Finished:
		return Errorf(Stale, "This tournament has started, so nobody can leave it any more. You can resign games that you do not want to play.")
	case at < 0 && d.Player.Kind == Bot:
		return Errorf(Stale, "%s is not in this tournament.", d.Player.Name)
	case at < 0:
		return Errorf(Stale, "You are not in this tournament.")
	}
	t.Entries = slices.Delete(t.Entries, at, at+1)
	return t.beforeStart("be left")
}

func (t *Tournament) start(d Decision) error {
	if d.By.ID != "" {
		if err := t.byOrganiser(d.By, "start it"); err != nil {
			return err
		}
	}
	if err := t.beforeStart("be started"); err != nil {
		return err
	}
	lot, err := ParseLot(d.Text)
	if err != nil {
		return err
	}
	var seeded []Entrant
	for i, id := range lot.Seeds {
		e, ok := t.Entrant(id)
		if !ok || e.Seed != 0 {
			return fmt.Errorf("the lot seeds %q", id)
		}
		e.Seed = i + 1
		seeded = append(seeded, e)
	}
	if len(seeded) != len(t.Entries) {
		return fmt.Errorf("the lot seeds %d of %d entries", len(seeded), len(t.Entries))
	}
	t.State, t.Started, t.Entries = Running, d.At, seeded
	return nil
}

func (t *Tournament) finish(d Decision) error {
	if t.State != Running || d.By.ID != "" {
		return fmt.Errorf("a tournament in state %q is finished by %q", t.State, d.By.ID)
	}
	for _, id := range strings.Fields(d.Text) {
		i := slices.IndexFunc(t.Entries, func(e Entrant) bool { return e.Player.ID == id })
		if i < 0 {
			return fmt.Errorf("%q wins without being in it", id)
		}
		t.Entries[i].Winner = true
	}
	t.State, t.Ended = Finished, d.At
	return nil
}

// String writes the terms as the text of a created event:
// "roundrobin streetsoccer/lg slow 4 1 full Spring Cup".
func (t TournamentTerms) String() string {
	return fmt.Sprintf("%s %s/%s %s %d %d %s %s", t.Format, t.Game, t.Variant, t.Control, t.Places, t.Cycles,
		map[bool]string{true: "full", false: "organiser"}[t.WhenFull], t.Name)
}

// parseTerms undoes String.
func parseTerms(text string) (TournamentTerms, error) {
	parts := strings.SplitN(text, " ", 7)
	if len(parts) != 7 {
		return TournamentTerms{}, fmt.Errorf("%q are no terms of a tournament", text)
	}
	t := TournamentTerms{Format: parts[0], Control: parts[2], WhenFull: parts[5] == "full", Name: parts[6]}
	t.Game, t.Variant, _ = strings.Cut(parts[1], "/")
	var err, err2 error
	t.Places, err = strconv.Atoi(parts[3])
	t.Cycles, err2 = strconv.Atoi(parts[4])
	if err != nil || err2 != nil || t.String() != text {
		return TournamentTerms{}, fmt.Errorf("%q are no terms of a tournament", text)
	}
	return t, nil
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
