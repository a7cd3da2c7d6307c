package league

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine/dice"
)

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

// find returns where a player's entry is; -1 if they have none.
func (t *ledger) find(player string) int {
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
		if t.TournamentTerms, err = ParseTerms(d.Text); t.Rolling {
			t.State, t.Started = Running, d.At
		}
	case ActEntered:
		err = t.enter(d)
	case ActLeft:
		err = t.leave(d)
	case ActClosed, ActValued, ActStarted:
		err = map[TournamentAct]func(*ledger, Decision) error{ActClosed: closeEntries, ActValued: value, ActStarted: (*ledger).start}[d.Act](t, d)
	case ActFinished:
		err = t.finish(d)
	case ActCancelled:
		err = t.cancel(d)
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
	case ActRequested, ActAnswered:
		err = t.request(d)
	case ActCorrected:
		err = correct(t, d)
	case ActFounded, ActAsked, ActCalled, ActJoined, ActReleased, ActLined, ActFielded:
		err = t.team(d)
	default:
		err = t.direct(d)
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
	if t.Organiser.Kind == SiteItself || t.Has(by.ID, Director) {
		return nil
	}
	return t.byOrganiser(by, to)
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
	if c, ok := t.CallOf(d.Player.ID); ok && t.State == Running && d.By.ID == d.Player.ID {
		return enterCalled(t, d, c)
	}
	if err := t.mayEnter(d); err != nil {
		return err
	}
	in := t.find(d.Player.ID) >= 0
	switch {
	case t.AwaitsDraw():
		return Errorf(Stale, "Entries have closed.")
	case in && d.By.ID != d.Player.ID:
		return Errorf(Stale, "%s is in this tournament already.", d.Player.Name)
	case in:
		return Errorf(Stale, "You are in this tournament already.")
	case t.State != Cancelled && len(t.Entries)-t.gaps >= capacity(*t.Tournament) && !(t.KeepsList() && t.State == Registration):
		return Errorf(Stale, "The last place has just been taken: this tournament is full.")
	}
	t.put(len(t.Entries), t.newEntrant(d))
	if most, _ := t.AsksAboutBots(); most > 0 && d.Player.Kind == Member {
		t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, AsksBots(most)})
	}
	if reserving(*t.Tournament, d.At) {
		return nil
	}
	return t.beforeStart("be entered")
}

// mayEnter refuses who may not enter, or not in this way.
func (t *ledger) mayEnter(d Decision) error {
	switch {
	case d.By.ID == d.Player.ID && d.Player.Machine(), d.Player.ID == "":
		return fmt.Errorf("%q cannot enter by itself", d.Player.ID)
	case d.By.ID == "" && d.Text == "":
		return fmt.Errorf("the site enters %q without a reason", d.Player.ID)
	case d.By.ID == "": // by a rule, whatever the time
		return nil
	case !t.Closes.IsZero() && !d.At.Before(t.Closes) && !reserving(*t.Tournament, d.At):
		return Errorf(Stale, "Entries have closed.")
	case d.Player.Kind == Program: // by its owner, as who adds it has seen
	case d.By.ID != d.Player.ID && d.Player.Kind != Bot:
		return Errorf(Forbidden, "Players enter by themselves; only bots can be invited.")
	case d.By.ID != d.Player.ID && t.byDirector(d.By, "bring in bots") != nil:
		return t.byDirector(d.By, "bring in bots")
	}
	return t.admits(d.Player)
}

// admits refuses a player whom the tournament does not want.
func (t Tournament) admits(p Player) error {
	switch {
	case p.Machine() && admitsBot(t, p) != nil:
		return admitsBot(t, p)
	case t.Has(p.ID, Banned):
		return Errorf(Forbidden, "Those who direct this tournament do not let you enter it.")
	case t.ByInvite && p.Kind != Bot && p.ID != t.Organiser.ID && !t.Has(p.ID, Invited) && !t.Has(p.ID, Director):
		return Errorf(Forbidden, "Only players who are invited can enter this tournament.")
	}
	return nil
}

// newEntrant returns who enters, as they begin.
func (t Tournament) newEntrant(d Decision) Entrant {
	e := Entrant{Player: d.Player, Seq: d.Seq, Entered: d.At}
	if t.CheckIn > 0 && !d.At.Before(t.Starts.Add(-t.CheckIn)) {
		e.Present = d.At // who enters while others check in is there
	}
	if t.Rolling {
		e.Seed = len(t.Entries) + 1
	}
	return e
}

// reserving says that who enters now waits for a seat.
func reserving(t Tournament, at time.Time) bool {
	return t.State == Running && (t.Joining || at.Before(t.Late))
}

// Enterable says that somebody may still enter, now or later.
func (t Tournament) Enterable(at time.Time) bool {
	switch t.State {
	case Registration:
		return t.Joining || at.Before(t.Late) || t.Closed.IsZero() && (t.Closes.IsZero() || at.Before(t.Closes))
	case Running:
		return t.Rolling || reserving(t, at)
	}
	return false
}

// Waits says that an entrant of a tournament that has started has no seat in it.
func (t Tournament) Waits(e Entrant) bool { return e.Seed == 0 && !t.Started.IsZero() }

func (t *ledger) leave(d Decision) error {
	at := t.find(d.Player.ID)
	switch {
	case d.By.ID == "" && d.Text == "":
		return fmt.Errorf("the site takes %q out without a reason", d.Player.ID)
	case d.By.ID != d.Player.ID && d.Player.Kind != Program && t.byDirector(d.By, "take out players") != nil: // of a BOT account, who adds it has seen that they may
		return t.byDirector(d.By, "take out players")
	case d.By.ID != d.Player.ID && !d.Player.Machine() && d.Text == "":
		return FieldErrorf("reason", "Say why: everybody in the tournament can read it.")
	case (t.State == Running || t.State == Finished) && !t.Rolling && !(at >= 0 && t.Waits(t.Entries[at])):
		return Errorf(Stale, "This tournament has started, so nobody can leave it any more. You can resign games that you do not want to play.")
	case at < 0 && d.By.ID != d.Player.ID:
		return Errorf(Stale, "%s is not in this tournament.", d.Player.Name)
	case at < 0:
		return Errorf(Stale, "You are not in this tournament.")
	}
	waits := t.Waits(t.Entries[at])
	team := t.Entries[at].Team
	t.remove(at)
	t.leftTeam(team)
	if most, _ := t.AsksAboutBots(); t.dismiss(d.Player.ID, AsksBots(most)) {
		settleBots(t, most)
	}
	if waits {
		return nil
	}
	return t.beforeStart("be left")
}

func (t *ledger) start(d Decision) error {
	if err := t.byOrganiser(d.By, "start it"); err != nil {
		return err
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
	for i := range t.Entries {
		t.Entries[i].Seed = 0 // as a director had it
	}
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
	if err := t.startTeams(seeded); err != nil {
		return err
	}
	if len(seeded) != len(t.Entries) && (!t.KeepsList() || len(seeded) != t.Places && (t.Closed.IsZero() || len(seeded) > t.Places)) { // who has left since they were closed takes their place along
		return fmt.Errorf("the draw seeds %d of %d entries", len(seeded), len(t.Entries))
	}
	for _, e := range t.Entries {
		if e.Seed == 0 {
			seeded = append(seeded, e)
		}
	}
	t.State, t.Started, t.Entries, t.at = Running, d.At, seeded, nil
	unasked(t)
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
	case t.State != Running && d.Act != ActNoted && !(t.State == Finished && d.Act == ActQualified): // which a corrected result may bring
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
	place, _ := strconv.Atoi(first) // 0 if it is no number
	if !t.Rolling || place < 1 || place > len(t.Entries) {
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
	own, err := takesCall(t, d, old)
	if err != nil {
		return err
	}
	substitute := t.Entries[there]
	substitute.Seed, substitute.Group = t.Entries[at].Seed, t.Entries[at].Group
	if t.Entries[at].Out == Stays { // else the note is about why the seat is free
		substitute.Note = t.Entries[at].Note
	}
	t.remove(there)
	t.put(at, substitute)
	passOn(t, old, substitute.Player)
	if own {
		return nil
	}
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
	for i := range t.Entries {
		t.Entries[i].Seed = i + 1
	}
}

// correct is about a result, which is not kept here, or about how a player counts. Who writes it has seen that they may:
// admins may too.
func correct(t *ledger, d Decision) error {
	switch {
	case d.By.ID == "" || t.State != Running && t.State != Finished:
		return Errorf(Stale, "This tournament is not being played, so its results stand.")
	case d.Player.ID != "":
		return correctExit(t, d)
	}
	return nil
}

func (t *ledger) finish(d Decision) error {
	again := t.State == Finished // a result was corrected since (R-CO-1)
	if t.State != Running && !again || d.By.ID != "" {
		return fmt.Errorf("a tournament in state %q is finished by %q", t.State, d.By.ID)
	}
	t.many = true
	var before []string
	for i, e := range t.Entries {
		if e.Winner {
			before = append(before, e.Player.ID)
		}
		t.Entries[i].Winner = false
	}
	if now := strings.Fields(d.Text); again && slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(now))) {
		return fmt.Errorf("a tournament in state %q is finished by %q with the same winners", t.State, d.By.ID)
	}
	for _, id := range strings.Fields(d.Text) {
		i := t.find(id)
		if i < 0 {
			return fmt.Errorf("%q wins without being in it", id)
		}
		t.Entries[i].Winner = true
	}
	if !again {
		t.State, t.Ended = Finished, d.At
		dropCalls(t)
	}
	return nil
}
