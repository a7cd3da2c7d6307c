package league

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// direct adds what those who direct a tournament do at its desk (R-UT-7).
func (t *ledger) direct(d Decision) error {
	switch d.Act {
	case ActChanged:
		return t.change(d)
	case ActAppointed:
		return t.appoint(d, Director, t.byOrganiser(d.By, "appoint co-organisers"))
	case ActDismissed:
		if !t.dismiss(d.Player.ID, Director) {
			return Errorf(Stale, "%s does not direct this tournament.", d.Player.Name)
		}
		if d.By.ID == d.Player.ID {
			return nil
		}
		return t.byOrganiser(d.By, "dismiss co-organisers")
	case ActInvited:
		t.dismiss(d.Player.ID, Banned)
		return t.appoint(d, Invited, t.byDirector(d.By, "invite players"))
	case ActBanned:
		t.dismiss(d.Player.ID, Invited)
		if c, ok := t.CallOf(d.Player.ID); ok {
			t.dismiss(d.Player.ID, c.role())
		}
		return t.appoint(d, Banned, t.byDirector(d.By, "ban players"))
	case ActCheckedIn:
		return t.checkIn(d)
	case ActSeeded:
		return t.seed(d)
	case ActSeated:
		return t.seat(d)
	case ActPaired:
		return t.pair(d)
	case ActSought, ActDeclined, ActStoodIn:
		return substitute(t, d)
	case ActAskedBots, ActAnsweredBots:
		return aboutBots(t, d)
	case ActPaused, ActResumed:
		return t.pause(d)
	case ActDelayed:
		return delay(t.Tournament, d)
	case ActAnnounced:
		if d.Text == "" {
			return FieldErrorf("text", "Write what you want to tell.")
		}
		return t.byDirector(d.By, "announce anything here")
	case ActUndone:
		return t.undo(d)
	}
	return fmt.Errorf("there is no act %q", d.Act)
}

// cancel calls the tournament off. Once it is played, everybody is told why.
func (t *ledger) cancel(d Decision) error {
	if err := t.byOrganiser(d.By, "cancel it"); err != nil {
		return err
	}
	switch {
	case t.State != Running || t.Rolling || t.Competition != "":
		if err := t.beforeStart("be cancelled"); err != nil {
			return err
		}
	case d.Text == "":
		return FieldErrorf("reason", "Say why: everybody in the tournament can read it.")
	}
	t.State, t.Ended, t.Paused = Cancelled, d.At, time.Time{}
	dropCalls(t)
	return nil
}

// change gives the tournament other terms. What the draw, the matches and the table hang on
// stays from the start on.
func (t *ledger) change(d Decision) error {
	if err := t.byOrganiser(d.By, "change it"); err != nil {
		return err
	}
	terms, err := ParseTerms(d.Text)
	if err != nil {
		return err
	}
	if t.State != Registration && t.State != Running {
		return Errorf(Stale, "This tournament is over; it can no longer be changed.")
	}
	if t.AwaitsDraw() {
		return Errorf(Stale, "Entries have closed. Change it once the draw is made.")
	}
	same := t.changeable(terms)
	if terms.Private && t.Competition != "" {
		return FieldErrorf("private", "Everybody can see the site's own competitions.")
	}
	if same != terms {
		return Errorf(Stale, "This tournament has started; of its terms only the name, the order of the table, the days for a round, late entries and who may see it can still be changed.")
	}
	if err := changeBots(t, terms); err != nil {
		return err
	}
	t.TournamentTerms = terms
	return nil
}

// changeable returns terms without what can no longer change.
func (t Tournament) changeable(changed TournamentTerms) TournamentTerms {
	if t.State == Running {
		same := t.TournamentTerms
		for _, term := range allTerms() {
			if term.May(Running) {
				term.Copy(&same, changed)
			}
		}
		return same
	}
	changed.Rolling = t.Rolling
	for _, term := range allTerms() {
		if !term.May(t.State) {
			term.Copy(&changed, t.TournamentTerms)
		}
	}
	return changed
}

// appoint gives a player a role, unless a refusal says that who does it may not.
func (t *ledger) appoint(d Decision, role Role, refusal error) error {
	switch {
	case refusal != nil:
		return refusal
	case d.Player.ID == "":
		return fmt.Errorf("nobody is %s", role)
	case d.Player.ID == t.Organiser.ID:
		return Errorf(Invalid, "%s organises this tournament.", d.Player.Name)
	case t.Has(d.Player.ID, role):
		return Errorf(Stale, map[Role]string{
			Director: "%s directs this tournament already.", Invited: "%s is invited already.", Banned: "%s may not enter already.",
		}[role], d.Player.Name)
	}
	t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, role})
	return nil
}

// dismiss takes a role from a player; false if they did not have it.
func (t *ledger) dismiss(player string, role Role) bool {
	had := t.Has(player, role)
	t.Roles = slices.DeleteFunc(slices.Clone(t.Roles), func(a Appointment) bool { return a.Player.ID == player && a.Role == role })
	return had
}

func (t *ledger) checkIn(d Decision) error {
	at := t.find(d.Player.ID)
	switch {
	case at < 0:
		return Errorf(Stale, "%s is not in this tournament.", d.Player.Name)
	case t.State != Registration:
		return t.beforeStart("be checked in to")
	case t.CheckIn == 0 || d.At.Before(t.Starts.Add(-t.CheckIn)):
		return Errorf(Stale, "Check-in is not open.")
	case d.By.ID != d.Player.ID && t.byDirector(d.By, "check players in") != nil:
		return t.byDirector(d.By, "check players in")
	}
	if t.Entries[at].Present.IsZero() {
		t.Entries[at].Present = d.At
	}
	return nil
}

// seed orders the entries before the start: those who are named come first.
func (t *ledger) seed(d Decision) error {
	if err := t.byDirector(d.By, "seed players"); err != nil {
		return err
	}
	if t.State != Registration {
		return t.beforeStart("be seeded")
	}
	t.close()
	for i := range t.Entries {
		t.Entries[i].Seed = 0
	}
	late := t.behind()
	for n, id := range strings.Fields(d.Text) {
		at := t.find(id)
		if at < 0 || t.Entries[at].Seed != 0 {
			return fmt.Errorf("%q is seeded", id)
		}
		if t.Entries[at].Seq > late {
			return Errorf(Stale, "%s waits for a place, and gets a seed only with one.", t.Entries[at].Player.Name)
		}
		t.Entries[at].Seed = n + 1
	}
	slices.SortFunc(t.Entries, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(max(0, 1-a.Seed), max(0, 1-b.Seed)), a.Seed-b.Seed, a.Seq-b.Seq) // seed 0 comes last
	})
	t.at = nil
	return nil
}

// behind returns the number of the last entry that has a place.
func (t *ledger) behind() int {
	entered := make([]int, len(t.Entries))
	for i, e := range t.Entries {
		entered[i] = e.Seq
	}
	slices.Sort(entered)
	if len(entered) > t.Places {
		entered = entered[:t.Places]
	}
	return append(entered, 0)[max(0, len(entered)-1)]
}

// seat gives who waits a seat of their own.
func (t *ledger) seat(d Decision) error {
	at := t.find(d.Player.ID)
	if at < 0 || t.State != Running || t.Rolling || !t.Waits(t.Entries[at]) {
		return Errorf(Stale, "%s does not wait for a seat.", d.Player.Name)
	}
	seatBehind(t, d.Player.ID)
	return t.byDirector(d.By, "seat players")
}

// seatBehind gives an entrant the seat behind the last one.
func seatBehind(t *ledger, player string) {
	last := 0
	for _, e := range t.Entries {
		last = max(last, e.Seed)
	}
	t.close()
	at := t.find(player)
	seated := t.Entries[at]
	seated.Seed = last + 1
	t.Entries = slices.Insert(slices.Delete(t.Entries, at, at+1), last, seated)
	t.at = nil
}

func (t *ledger) pair(d Decision) error {
	if err := t.byDirector(d.By, "pair players"); err != nil {
		return err
	}
	rule, err := ParsePairRule(d.Text)
	switch {
	case err != nil:
		return err
	case t.find(rule.First) < 0 || t.find(rule.Second) < 0:
		return FieldErrorf("pair", "Choose two players of this tournament.")
	}
	for _, r := range t.Pairs {
		if err := t.clash(r, rule); err != nil {
			return err
		}
	}
	t.Pairs = append(t.Pairs[:len(t.Pairs):len(t.Pairs)], rule)
	return nil
}

// clash returns why a rule for a pair cannot stand beside one that is fixed.
func (t *ledger) clash(fixed, rule PairRule) error {
	same := fixed.names(rule.First) && fixed.names(rule.Second)
	switch {
	case same && fixed.Round == rule.Round:
		return Errorf(Stale, "That is fixed already.")
	case same && fixed.Round == 0:
		return Errorf(Stale, "It is fixed that they never meet. Undo that first.")
	case same && rule.Round == 0:
		return Errorf(Stale, "It is fixed that they meet in round %d. Undo that first.", fixed.Round)
	case same || fixed.Round != rule.Round || rule.Round == 0:
		return nil
	}
	for _, id := range []string{rule.First, rule.Second} {
		if fixed.names(id) {
			return Errorf(Stale, "%s has an opponent in round %d already.", t.Entries[t.find(id)].Player.Name, rule.Round)
		}
	}
	return nil
}

func (t *ledger) pause(d Decision) error {
	switch err := t.byDirector(d.By, "pause it"); {
	case err != nil:
		return err
	case t.State != Running:
		return Errorf(Stale, "This tournament is not being played.")
	case d.Act == ActPaused && !t.Paused.IsZero():
		return Errorf(Stale, "This tournament is paused already.")
	case d.Act == ActPaused && d.Text == "":
		return FieldErrorf("reason", "Say why: everybody in the tournament can read it.")
	case d.Act == ActResumed && t.Paused.IsZero():
		return Errorf(Stale, "This tournament is not paused.")
	}
	if d.Act == ActPaused {
		t.Paused = d.At
		return nil
	}
	t.Rests = append(t.Rests[:len(t.Rests):len(t.Rests)], Rest{From: t.Paused, Until: d.At})
	t.Paused = time.Time{}
	return nil
}

// undo takes back what a director did: a strike, a ban, a correction, or what they fixed about a pair; and that somebody goes
// on, which the site does by a corrected result.
func (t *ledger) undo(d Decision) error {
	act, rest, _ := strings.Cut(d.Text, " ")
	act = strings.TrimSuffix(act, ";") // where no reason comes before what is begun anew
	if err := t.byDirector(d.By, "undo anything"); err != nil && TournamentAct(act) != ActCorrected {
		return err
	}
	switch TournamentAct(act) {
	case ActStruck:
		at := t.find(d.Player.ID)
		if at < 0 || t.Entries[at].Out == Stays || t.State != Running {
			return Errorf(Stale, "%s is not out of this tournament.", d.Player.Name)
		}
		if by, ok := StandIn(*t.Tournament, d.Player.ID); ok {
			return Errorf(Stale, "%s plays on in the place of %s, so it is too late to undo that.", by.Name, d.Player.Name)
		}
		if c, ok := t.CallFor(d.Player.ID); ok {
			return Errorf(Stale, "%s is asked to play for %s. Take that back first.", c.Player.Name, d.Player.Name)
		}
		t.Entries[at].Out = Stays
	case ActBanned:
		if !t.dismiss(d.Player.ID, Banned) {
			return Errorf(Stale, "%s is not banned.", d.Player.Name)
		}
	case ActPaired:
		rule, err := ParsePairRule(rest)
		at := slices.Index(t.Pairs, rule)
		if err != nil || at < 0 {
			return Errorf(Stale, "That is not fixed.")
		}
		t.Pairs = slices.Delete(slices.Clone(t.Pairs), at, at+1)
	case ActCorrected:
		return correct(t, d)
	case ActQualified:
		at := t.find(d.Player.ID)
		if at < 0 || t.Entries[at].Qualified.IsZero() {
			return Errorf(Stale, "%s does not go on from here.", d.Player.Name)
		}
		t.Entries[at].Qualified = time.Time{}
		return t.bySite(d)
	case ActRuled: // of a match: its fixture is drawn anew
	default:
		return fmt.Errorf("%q cannot be undone", act)
	}
	return nil
}
