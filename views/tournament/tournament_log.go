package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// LogLine is a line of a tournament's log.
type LogLine struct {
	At   time.Time
	Text string
	Seq  int  // its number in the log
	New  bool // the viewer has not seen it yet

	Report string // where the viewer reports it; "" if they cannot
}

// logLines tells a viewer a tournament's log, the latest first.
func logLines(games []engine.Game, viewer league.Player, t league.Tournament) []LogLine {
	var lines []LogLine
	for _, d := range t.Log {
		if text := decisionText(games, t, d); text != "" {
			lines = append(lines, LogLine{At: d.At, Text: text, Seq: d.Seq, Report: ReportURL(viewer, t.ID, d)})
		}
	}
	slices.Reverse(lines)
	return lines
}

// decisionText tells an event of a tournament's log; "" where nobody is told.
func decisionText(games []engine.Game, t league.Tournament, d league.Decision) string {
	switch d.Act {
	case league.ActCreated:
		if terms, err := league.ParseTerms(d.Text); err == nil {
			t.TournamentTerms = terms // as they were then
		}
		return fmt.Sprintf("%s opened the tournament: %s, %d %s, %s, %s.",
			d.By.Name, ui.GameRules(games, t.Game, t.Variant), t.Places, placesWord(t), ShapeText(t), cupClockText(t))
	case league.ActEntered:
		return enteredText(d)
	case league.ActLeft:
		return leftText(d)
	case league.ActStarted:
		return startedText(t, d)
	case league.ActFinished:
		return "The last game ended. " + nowTextOf(t) + "."
	case league.ActCancelled:
		if d.By.ID == "" {
			return "The tournament was cancelled: " + d.Text + "."
		}
		return d.By.Name + " cancelled the tournament" + becauseText(d.Text)
	case league.ActReplaced:
		old, reason, _ := strings.Cut(d.Text, " ")
		return fmt.Sprintf("%s took over the seat of %s: %s", d.Player.Name, nameIn(t, old), sentence(reason))
	}
	return cmp.Or(valuedText(d), CorrectionText(t, d), deskText(t, d), SubstituteText(t, d), requestText(t, d), DelayText(d), teamText(t, d), notedText(t, d), RulingText(d))
}

// enteredText tells who entered, and by whom.
func enteredText(d league.Decision) string {
	switch {
	case d.By.ID == "":
		return fmt.Sprintf("%s entered: %s.", d.Player.Name, d.Text)
	case d.By.ID != d.Player.ID:
		return fmt.Sprintf("%s invited the bot %s.", d.By.Name, d.Player.Name)
	}
	return d.Player.Name + " entered."
}

// leftText tells who is no longer in it, and by whom.
func leftText(d league.Decision) string {
	switch {
	case d.By.ID == "":
		return fmt.Sprintf("%s is no longer in: %s.", d.Player.Name, d.Text)
	case d.By.ID != d.Player.ID && !d.Player.Machine():
		return fmt.Sprintf("%s took out %s: %s.", d.By.Name, d.Player.Name, d.Text)
	case d.By.ID != d.Player.ID:
		return fmt.Sprintf("%s took out the bot %s.", d.By.Name, d.Player.Name)
	}
	return d.Player.Name + " left."
}

// startedText tells the start, with the order that the lot drew.
func startedText(t league.Tournament, d league.Decision) string {
	drawn := ""
	if lot := newLotView(t); lot != nil {
		drawn = " The random draw gave the order: " + strings.Join(lot.Seeds, ", ") + "."
	}
	switch {
	case d.By.ID == "" && t.WhenFull:
		return "The tournament was full and started." + drawn
	case d.By.ID == "":
		return "The tournament started." + drawn
	}
	return d.By.Name + " started the tournament." + drawn
}

// RulingText tells what was ruled in a tournament that is being played; the text of the
// ruling cites its rule.
func RulingText(d league.Decision) string {
	first, reason, _ := strings.Cut(d.Text, " ")
	switch d.Act {
	case league.ActPlaced:
		return fmt.Sprintf("%s is now %s: %s.", d.Player.Name, ui.LoggedOrdinal(first), reason)
	case league.ActQualified:
		return fmt.Sprintf("%s goes on from here: %s.", d.Player.Name, d.Text)
	case league.ActStruck:
		effect := "what was not over is lost"
		if league.Exit(first) == league.Voided {
			effect = "no result counts any more"
		}
		return fmt.Sprintf("%s is out, and %s: %s.", d.Player.Name, effect, reason)
	case league.ActReplaced:
		return fmt.Sprintf("%s took over a seat: %s", d.Player.Name, sentence(reason))
	case league.ActCounted:
		return "A game was counted: " + reason + "."
	case league.ActRuled:
		return strings.TrimSuffix(d.Text, ".") + "."
	}
	return "" // what else a format notes of a player is its own
}
