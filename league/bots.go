package league

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// botsAsked begins the role of who is asked whether bots may play, before how many.
const botsAsked = "bots "

// AsksBots is the role of an entrant who is asked whether up to so many bots may play (R-BO-3).
func AsksBots(most int) Role { return Role(botsAsked + strconv.Itoa(most)) }

// BotsAsked returns how many bots a role asks about; false if it is another role.
func (r Role) BotsAsked() (most int, ok bool) {
	text, ok := strings.CutPrefix(string(r), botsAsked)
	if !ok {
		return 0, false
	}
	most, err := strconv.Atoi(text)
	return most, err == nil && most > 0
}

// AsksAboutBots returns how many bots the entrants of a tournament are asked about, and who of them has not answered yet;
// 0 and nobody if they are not.
func (t Tournament) AsksAboutBots() (most int, open []Player) {
	for _, a := range t.Roles {
		if n, ok := a.Role.BotsAsked(); ok {
			most, open = n, append(open, a.Player)
		}
	}
	return most, open
}

// Machines counts the bots that are in a tournament.
func (t Tournament) Machines() (n int) {
	for _, e := range t.Entries {
		if e.Player.Machine() {
			n++
		}
	}
	return n
}

// admitsBot refuses a bot that has no place (R-BO-3). Tournaments from before that was the rule have a place for any bot of
// the site, unless they are without bots, and for no BOT account.
func admitsBot(t Tournament, p Player) error {
	switch n := t.Machines(); {
	case t.NoBots || t.Bots == 0 && p.Kind == Program:
		return Errorf(Forbidden, "This tournament is without bots.")
	case t.Bots > 0 && n >= t.Bots:
		return Errorf(Forbidden, "%s in this tournament already, which is the most.", botsText(n))
	}
	return nil
}

// BotsFull says that no more bots may enter.
func (t Tournament) BotsFull() bool { return t.NoBots || t.Bots > 0 && t.Machines() >= t.Bots }

func botsText(n int) string {
	if n == 1 {
		return "A bot is"
	}
	return fmt.Sprintf("%d bots are", n)
}

// people are the entrants who are no bots.
func people(t *ledger) (list []Player) {
	for _, e := range t.Entries {
		if e.Player.ID != "" && !e.Player.Machine() {
			list = append(list, e.Player)
		}
	}
	return list
}

// changeBots refuses terms that let in more bots than those of the tournament, which takes the consent of everybody in it, or
// fewer than are in it.
func changeBots(t *ledger, terms TournamentTerms) error {
	more := !terms.NoBots && (t.NoBots || terms.Bots != t.Bots && (terms.Bots == 0 || terms.Bots > t.Bots))
	switch in := t.Machines(); {
	case t.State != Registration || terms.NoBots == t.NoBots && terms.Bots == t.Bots:
		return nil
	case more && len(people(t)) > 0:
		return FieldErrorf("bots", "Somebody has entered, so more bots may play only if everybody in it agrees. Ask them on the page of the tournament.")
	case terms.NoBots && in > 0 || terms.Bots > 0 && in > terms.Bots:
		return FieldErrorf("bots", "%s in it. Take out bots first.", botsText(in))
	}
	unasked(t)
	return nil
}

// aboutBots adds that bots are asked about, or what is said to that.
func aboutBots(t *ledger, d Decision) error {
	if d.Act == ActAskedBots {
		return askBots(t, d)
	}
	return answerBots(t, d)
}

// askBots adds that the organiser asks whether more bots may play. Who asks agrees; a new question takes the place of
// one that is open.
func askBots(t *ledger, d Decision) error {
	most, _ := strconv.Atoi(d.Text)
	switch err := t.byOrganiser(d.By, "ask about bots"); {
	case err != nil:
		return err
	case t.State != Registration:
		return t.beforeStart("be opened to bots")
	case most < 1 || most > mostBots || d.Text != strconv.Itoa(most):
		return FieldErrorf("bots", "Type a whole number from 1 to %d.", mostBots)
	case !t.NoBots && (t.Bots == 0 || most <= t.Bots):
		return FieldErrorf("bots", "So many bots may play as it is.")
	}
	unasked(t)
	for _, p := range people(t) {
		if p.ID != d.By.ID {
			t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{p, AsksBots(most)})
		}
	}
	settleBots(t, most)
	return nil
}

// answerBots adds what an entrant says to that: "yes", or "no", with which it is over.
func answerBots(t *ledger, d Decision) error {
	most, _ := t.AsksAboutBots()
	switch {
	case d.By.ID != d.Player.ID || d.Text != "yes" && d.Text != "no":
		return fmt.Errorf("%q answers %q for %q", d.By.ID, d.Text, d.Player.ID)
	case t.State != Registration:
		return t.beforeStart("be opened to bots")
	case !t.dismiss(d.Player.ID, AsksBots(most)):
		return Errorf(Stale, "You are not asked about bots, or have answered already.")
	case d.Text == "no":
		unasked(t)
		return nil
	}
	settleBots(t, most)
	return nil
}

// settleBots lets bots in if nobody is left who has not agreed.
func settleBots(t *ledger, most int) {
	if _, open := t.AsksAboutBots(); most > 0 && len(open) == 0 {
		t.NoBots, t.Bots = false, most
	}
}

// unasked ends a question about bots.
func unasked(t *ledger) {
	t.Roles = slices.DeleteFunc(slices.Clone(t.Roles), func(a Appointment) bool { _, is := a.Role.BotsAsked(); return is })
}
