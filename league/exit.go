package league

import (
	"fmt"
	"slices"
	"strings"
)

// ExitChange is that a player counts in another way in a tournament that is over: the strike was wrong, or its treatment (R-CO-1).
type ExitChange struct{ Was, Now Exit }

// exitPrefix is what its text begins with, and exitStays how that writes Stays.
const (
	exitPrefix = "exit,"
	exitStays  = "in"
)

// Exits lists how a player can count. Who has cheated counts by R-FF-9, which is not for a correction.
func Exits() []Exit { return []Exit{Stays, Forfeited, Voided} }

// String writes it as the first word of the text of a corrected event: "exit,voided,in".
func (c ExitChange) String() string {
	word := map[Exit]string{Stays: exitStays, Forfeited: string(Forfeited), Voided: string(Voided)}
	return exitPrefix + word[c.Was] + "," + word[c.Now]
}

// Inverse returns the change that undoes it.
func (c ExitChange) Inverse() ExitChange { return ExitChange{c.Now, c.Was} }

// ExitChangeOf reads the change in an event of a log, one that is taken back too, where it is the inverse; and the text that
// follows on it. False: it holds none.
func ExitChangeOf(d Decision) (c ExitChange, text string, ok bool) {
	text = d.Text
	switch d.Act {
	case ActUndone:
		if text, ok = strings.CutPrefix(text, string(ActCorrected)+" "); !ok {
			return c, "", false
		}
	case ActCorrected:
	default:
		return c, "", false
	}
	word, text, _ := strings.Cut(text, " ")
	for _, c.Was = range Exits() {
		for _, c.Now = range Exits() {
			if c.Was != c.Now && c.String() == word && d.Player.ID != "" {
				return c, text, true
			}
		}
	}
	return ExitChange{}, "", false
}

// correctExit has a player count in another way. Who writes it has seen that they may.
func correctExit(t *ledger, d Decision) error {
	c, _, ok := ExitChangeOf(d)
	at := t.find(d.Player.ID)
	switch {
	case !ok:
		return fmt.Errorf("%q corrects nothing of %q", d.Text, d.Player.ID)
	case t.State != Finished || t.Rolling:
		return Errorf(Stale, "This tournament is not over. Until then whoever directs it strikes players, and takes that back.")
	case at < 0 || t.Waits(t.Entries[at]) || !slices.Contains(Exits(), t.Entries[at].Out):
		return Errorf(Stale, "%s is no longer in this tournament.", d.Player.Name)
	case t.Entries[at].Out != c.Was:
		return Errorf(Stale, "How %s counts has been corrected since you looked. If yours still holds, send it again.", d.Player.Name)
	}
	if by, taken := StandIn(*t.Tournament, d.Player.ID); taken && c.Now == Stays {
		return Errorf(Stale, "%s played on in the place of %s, so it is too late to undo that.", by.Name, d.Player.Name)
	}
	t.Entries[at].Out = c.Now
	return nil
}
