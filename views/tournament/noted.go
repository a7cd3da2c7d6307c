package tournament

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/league"
	"kickabout/league/formats/simultaneous"
	"kickabout/league/formats/swiss"
)

// notedText tells what a format notes of a player where that is something that happens to them
// (R-FF-10); "" if not. The tournament's log must be there.
func notedText(t league.Tournament, d league.Decision) string {
	if d.Act != league.ActNoted {
		return ""
	}
	switch kindOf(t) {
	case league.SwissRounds:
		return roundText(d.Player.Name, swiss.ParseNote(noteBefore(t, d)), swiss.ParseNote(d.Text))
	case league.GroupStages:
		if stage, seed, ok := simultaneous.Reached(d.Text); ok && d.Text != noteBefore(t, d) {
			return fmt.Sprintf("%s is in stage %d, as its seed %d (R-UT-5).", d.Player.Name, stage, seed)
		}
	}
	return ""
}

// roundText tells what has become of a player's part in the rounds of a Swiss (R-UT-6).
func roundText(name string, was, is swiss.Note) string {
	switch {
	case is.Off > 0 && was.Off == 0:
		return fmt.Sprintf("%s sits out round %d, and asked to (R-UT-6).", name, is.Off)
	case len(is.Byes) > len(was.Byes):
		return fmt.Sprintf("%s has the bye in round %d (R-UT-6).", name, is.Byes[len(is.Byes)-1])
	case is.Rests && !was.Rests:
		return name + " sits out the next round (R-UT-6)."
	case was.Rests && !is.Rests:
		return name + " plays the next round after all."
	case is.From > was.From:
		return fmt.Sprintf("%s plays from round %d on, without points for the rounds before (R-UT-6).", name, is.From)
	}
	return ""
}

// noteBefore is the note that stood of a player, or of the seat that they have taken over, when an
// event noted something else.
func noteBefore(t league.Tournament, d league.Decision) string {
	at := slices.IndexFunc(t.Log, func(was league.Decision) bool { return was.Seq >= d.Seq })
	if at < 0 {
		at = len(t.Log)
	}
	player := d.Player.ID
	for _, was := range slices.Backward(t.Log[:at]) {
		switch {
		case was.Player.ID != player:
		case was.Act == league.ActNoted:
			return was.Text
		case was.Act == league.ActReplaced:
			player, _, _ = strings.Cut(was.Text, " ")
		}
	}
	return ""
}
