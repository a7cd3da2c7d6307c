package league

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// AnswerTime is how long who is asked to take the place of another one has for an answer (R-UT-8).
const AnswerTime = 72 * time.Hour

// The roles of R-UT-8 begin so: of who is asked to take a place, before the id of whose it was and until when, in
// milliseconds of Unix time; and of who plays on in a place, before the id of who has left it.
const (
	askedSubstitute = "substitute "
	standsIn        = "stands in "
)

// SubstituteCall is that a player is asked to take the place of another one in a tournament that is being played (R-UT-8).
type SubstituteCall struct {
	Player Player
	For    string    // id of whose place it is
	Until  time.Time // an answer counts before that
}

// role is how a tournament keeps it.
func (c SubstituteCall) role() Role {
	return Role(fmt.Sprintf("%s%s %d", askedSubstitute, c.For, c.Until.UnixMilli()))
}

// Text writes it as the text of a sought event, before the reason.
func (c SubstituteCall) Text() string { return fmt.Sprintf("%s %d", c.For, c.Until.UnixMilli()) }

// ParseCall reads the text of a sought event: whose place it is, until when an answer counts, and the reason.
func ParseCall(text string) (c SubstituteCall, reason string, err error) {
	old, rest, _ := strings.Cut(text, " ")
	until, reason, _ := strings.Cut(rest, " ")
	ms, err := strconv.ParseInt(until, 10, 64)
	if err != nil || old == "" || reason == "" {
		return c, "", fmt.Errorf("%q asks for no substitute", text)
	}
	return SubstituteCall{For: old, Until: time.UnixMilli(ms).UTC()}, reason, nil
}

// Calls lists who is asked to take whose place, in the order in which they were. A call whose time is over stands until
// the site has said so in the log.
func (t Tournament) Calls() (calls []SubstituteCall) {
	for _, a := range t.Roles {
		if text, ok := strings.CutPrefix(string(a.Role), askedSubstitute); ok {
			if c, _, err := ParseCall(text + " -"); err == nil {
				c.Player = a.Player
				calls = append(calls, c)
			}
		}
	}
	return calls
}

// CallOf returns for whom a player is asked to play on; false if they are not asked.
func (t Tournament) CallOf(player string) (SubstituteCall, bool) {
	return callThat(t, func(c SubstituteCall) bool { return player != "" && c.Player.ID == player })
}

// CallFor returns who is asked to take a player's place; false if nobody is.
func (t Tournament) CallFor(old string) (SubstituteCall, bool) {
	return callThat(t, func(c SubstituteCall) bool { return c.For == old })
}

func asked(t Tournament, player string) bool {
	_, ok := t.CallOf(player)
	return ok
}

func callThat(t Tournament, which func(SubstituteCall) bool) (SubstituteCall, bool) {
	calls := t.Calls()
	if i := slices.IndexFunc(calls, which); i >= 0 {
		return calls[i], true
	}
	return SubstituteCall{}, false
}

// StandIn returns who plays on in the place of a player who has left it, with a seat of their own (R-UT-8).
func StandIn(t Tournament, old string) (Player, bool) {
	for _, a := range t.Roles {
		if a.Role == Role(standsIn+old) {
			return a.Player, true
		}
	}
	return Player{}, false
}

// InPlaceOf returns the id of the player in whose place another one plays on; "" if they have entered by themselves.
func (t Tournament) InPlaceOf(player string) string {
	for _, a := range t.Roles {
		if old, ok := strings.CutPrefix(string(a.Role), standsIn); ok && a.Player.ID == player {
			return old
		}
	}
	return ""
}

// KeepsList says that who comes when all places are taken waits for one: in every tournament of players (R-UT-8), and where
// the terms say so.
func (t Tournament) KeepsList() bool {
	return t.Boards == 0 && !t.Rolling && (t.Waiting || t.Competition == "")
}

// WaitList returns those who wait for a place or a seat, in the order in which they have entered.
func WaitList(t Tournament) []Entrant {
	var list []Entrant
	for i, e := range t.Entries {
		if t.Waits(e) || t.State == Registration && t.Boards == 0 && !t.Rolling && i >= t.Places {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b Entrant) int { return cmp.Compare(a.Seq, b.Seq) })
	return list
}

// substitute adds what is done about who plays for another one.
func substitute(t *ledger, d Decision) error {
	return map[TournamentAct]func(*ledger, Decision) error{ActSought: seek, ActDeclined: decline, ActStoodIn: standIn}[d.Act](t, d)
}

// seek asks a player to take the place of another one.
func seek(t *ledger, d Decision) error {
	c, _, err := ParseCall(d.Text)
	if err != nil || d.Player.ID == "" || !d.At.Before(c.Until) {
		return fmt.Errorf("%q asks %q: %w", d.Text, d.Player.ID, cmp.Or(err, fmt.Errorf("no time is left")))
	}
	if err := t.byDirector(d.By, "ask for substitutes"); err != nil {
		return err
	}
	at := t.find(c.For)
	asked, open := t.CallFor(c.For)
	other, called := t.CallOf(d.Player.ID)
	switch {
	case t.State != Running || t.Rolling || t.Boards > 0:
		return Errorf(Stale, "Seats are taken over while a tournament is being played.")
	case at < 0 || t.Waits(t.Entries[at]):
		return fmt.Errorf("%q has no seat to give", c.For)
	case t.find(d.Player.ID) >= 0:
		return Errorf(Stale, "%s is in this tournament already.", d.Player.Name)
	case open:
		return Errorf(Stale, "%s is asked for this seat already, until %s UTC.", asked.Player.Name, asked.Until.Format("2 January 15:04"))
	case called:
		return Errorf(Stale, "%s is asked already to play for %s.", d.Player.Name, nameOf(*t.Tournament, other.For))
	}
	if err := welcomes(*t.Tournament, d.Player); err != nil {
		return err
	}
	c.Player = d.Player
	t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, c.role()})
	return nil
}

// welcomes is admits of somebody who is asked for, so that no other invitation is needed.
func welcomes(t Tournament, p Player) error {
	t.ByInvite = false
	return t.admits(p)
}

func nameOf(t Tournament, player string) string {
	e, _ := t.Entrant(player)
	return e.Player.Name
}

// decline is that who was asked does not play on for another one: they say so, a director takes it back, or their time is over.
func decline(t *ledger, d Decision) error {
	c, ok := t.CallOf(d.Player.ID)
	switch {
	case !ok:
		return Errorf(Stale, "%s is not asked to play for anybody.", d.Player.Name)
	case d.By.ID == "" && d.Text == "":
		return fmt.Errorf("the site declines for %q without a reason", d.Player.ID)
	case d.By.ID != d.Player.ID && t.byDirector(d.By, "take that back") != nil:
		return t.byDirector(d.By, "take that back")
	}
	t.dismiss(d.Player.ID, c.role())
	return nil
}

// enterCalled is enter of somebody who was asked for (R-UT-8).
func enterCalled(t *ledger, d Decision, c SubstituteCall) error {
	switch {
	case !d.At.Before(c.Until):
		return Errorf(Stale, "The time for an answer was over on %s UTC.", c.Until.Format("2 January 15:04"))
	case t.find(d.Player.ID) >= 0:
		return Errorf(Stale, "You are in this tournament already.")
	}
	if err := welcomes(*t.Tournament, d.Player); err != nil {
		return err
	}
	t.put(len(t.Entries), t.newEntrant(d))
	return nil
}

// takesCall says that a decision is the answer of who was asked for a player's place, and takes the call away. Nobody else
// gets the place while somebody is asked for it.
func takesCall(t *ledger, d Decision, old string) (own bool, err error) {
	c, open := t.CallFor(old)
	switch {
	case !open:
		return false, nil
	case c.Player.ID != d.Player.ID:
		return false, Errorf(Stale, "%s is asked for this seat, until %s UTC. Take that back first.", c.Player.Name, c.Until.Format("2 January 15:04"))
	}
	t.dismiss(d.Player.ID, c.role())
	return d.By.ID == d.Player.ID, nil
}

// standIn gives who waits a seat behind all others, to play on in the place of one who has left.
func standIn(t *ledger, d Decision) error {
	old, reason, _ := strings.Cut(d.Text, " ")
	at, there := t.find(old), t.find(d.Player.ID)
	if at < 0 || there < 0 || reason == "" || t.State != Running || t.Rolling || t.Boards > 0 || !t.Waits(t.Entries[there]) || t.Waits(t.Entries[at]) || t.Entries[at].Out == Stays {
		return fmt.Errorf("by %q nobody plays on whom %q replaces", d.Text, d.Player.ID)
	}
	if by, taken := StandIn(*t.Tournament, old); taken {
		return Errorf(Stale, "%s plays on in the place of %s already.", by.Name, t.Entries[at].Player.Name)
	}
	own, err := takesCall(t, d, old)
	if err != nil {
		return err
	}
	seatBehind(t, d.Player.ID)
	t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, Role(standsIn + old)})
	if own {
		return nil
	}
	return t.byDirector(d.By, "replace players")
}

// passOn gives what a player stood in for to who takes over their seat.
func passOn(t *ledger, old string, to Player) {
	if of := t.InPlaceOf(old); of != "" {
		t.dismiss(old, Role(standsIn+of))
		t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{to, Role(standsIn + of)})
	}
}

// dropCalls is that nobody is asked any more, since the tournament is over.
func dropCalls(t *ledger) {
	for _, c := range t.Calls() {
		t.dismiss(c.Player.ID, c.role())
	}
}

// delayCalls moves the time for an answer by an outage (R-TC-4).
func delayCalls(t *Tournament, n SiteNotice) {
	t.Roles = slices.Clone(t.Roles)
	for _, c := range t.Calls() {
		at := slices.Index(t.Roles, Appointment{c.Player, c.role()})
		c.Until = n.laterIfOpen(c.Until)
		t.Roles[at].Role = c.role()
	}
}
