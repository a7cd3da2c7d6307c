package tournament

import (
	"fmt"
	"strings"

	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/views/ui"
)

// CupClock names a time control.
func CupClock(id string) string {
	for _, c := range ui.TimeControls() {
		if c.ID == id {
			return c.Name
		}
	}
	return id
}

// cupClockText names a tournament's clock, and says so where it stops for nobody (R-VA-4) and
// where only those see it who may.
func cupClockText(t league.Tournament) string {
	text := CupClock(t.Control) + " clock"
	if t.NoVacation {
		text += ", no vacation"
	}
	if t.Pays == league.CloseWinScoring {
		text += ", close wins pay 4–1"
	}
	if t.Private {
		text += ", private"
	}
	for _, term := range league.Terms() {
		if !term.ByHand && term.Typed(t.TournamentTerms) != "" {
			text += ", " + term.Words(t.TournamentTerms)
		}
	}
	return text
}

// MayWithdraw says that a player has a seat in a tournament that is being played.
func MayWithdraw(t league.Tournament, player league.Player) bool {
	e, in := t.Entrant(player.ID)
	return in && player.Kind == league.Member && t.State == league.Running && !t.Rolling && !t.Waits(e) && e.Out == league.Stays
}

// kindOf is the kind of a tournament's format; "" of one that the site no longer has.
func kindOf(t league.Tournament) league.FormatKind {
	format, ok := formats.ByID(t.Format)
	if !ok {
		return ""
	}
	return format.Info().Kind
}

// ShapeText says how often pairs meet.
func ShapeText(t league.Tournament) string {
	if t.Duplicate {
		return meetingsText(t) + ", duplicate dice"
	}
	return meetingsText(t)
}

func meetingsText(t league.Tournament) string {
	legs := ui.CountText(t.Cycles, "game", "games")
	switch kind := kindOf(t); {
	case kind == league.KnockOut:
		return "ties of " + legs
	case kind == league.GroupsAndKnockOut:
		return "groups, then ties of " + legs
	case kind == league.TeamLeague:
		return fmt.Sprintf("teams of %d, each pair meets %s", t.Boards, []string{"", "once", "twice"}[min(max(t.Cycles, 0), 2)])
	case kind == league.GroupStages:
		return "groups stage after stage, " + []string{"", "each pair meets once", "each pair meets twice"}[min(max(t.Cycles, 0), 2)]
	case kind == league.SwissRounds && t.Rounds > 0:
		return ui.CountText(t.Rounds, "round", "rounds") + " of " + legs + " each"
	case kind == league.SwissRounds:
		return "rounds of " + legs + " each"
	}
	return []string{"", "each pair meets once", "each pair meets twice", "each pair meets three times"}[min(max(t.Cycles, 0), 3)]
}

// leastWhat says what it takes some of to start a tournament.
func leastWhat(t league.Tournament) string {
	if t.Boards > 0 {
		return "complete teams"
	}
	return "players"
}

// placesWord says what takes the places of a tournament.
func placesWord(t league.Tournament) string {
	if t.Boards > 0 {
		return "teams"
	}
	return "places"
}

// NameList writes names as they are spoken: "Ann, Bob and Cleo".
func NameList(players []league.Player) string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = p.Name
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// conditionTexts says what is asked of those who enter.
func conditionTexts(t league.Tournament) (list []string) {
	if t.ByInvite {
		list = append(list, "Players enter by invitation")
	}
	if w := t.Window; !w.Open() {
		list = append(list, "For ratings "+strings.TrimPrefix(w.String(), "for "))
	}
	if t.Finished > 0 {
		list = append(list, fmt.Sprintf("For players who have finished %s", ui.CountText(t.Finished, "game", "games")))
	}
	if t.Flagged > 0 {
		list = append(list, fmt.Sprintf("For players who lost at most %d %% of their last 50 games on time", t.Flagged))
	}
	if t.Password {
		list = append(list, "Opens with a word that "+t.Organiser.Name+" gives")
	}
	if t.NoBots {
		list = append(list, "Without bots")
	}
	if t.Bots > 0 {
		list = append(list, "Up to "+ui.CountText(t.Bots, "bot", "bots")+" may play")
	}
	return list
}

// noWinner is the headline of a finished tournament that nobody has won (R-TB-6).
const noWinner = "No winner"

// nowText says in words how far a tournament is and what comes next.
func nowText(t league.Tournament, organiser, entered bool, least int) (state, headline, next string) {
	switch t.State {
	case league.Registration:
		if t.AwaitsDraw() {
			return "About to be drawn", "Entries have closed", "The draw awaits a public random value that nobody could know when entries closed. It is due ten minutes after that, and the games begin once it is here."
		}
		return "Open for entry", placesText(t), startText(t, organiser, least)
	case league.Running:
		if t.Boards > 0 && t.Paused.IsZero() {
			return "Being played", "The teams play", ""
		}
		if !t.Paused.IsZero() {
			return "Paused", "This tournament is paused", "No games begin, and all clocks stand still until it goes on."
		}
		return "Being played", "All games have begun", ""
	case league.Cancelled:
		return "Cancelled", cancelledText(t), cancelledEffect(t)
	}
	winners := t.Winners()
	if len(winners) == 0 {
		return "Finished", noWinner, "Winning takes at least one point, and staying to the end."
	}
	if t.Boards > 0 {
		return "Finished", Starred(winningTeams(t), t) + " wins", ""
	}
	if len(winners) == 1 {
		return "Finished", Starred(winners[0].Name, t) + " wins", ""
	}
	return "Finished", Starred(NameList(winners), t) + " share first place", "They are level on everything that counts."
}

func placesText(t league.Tournament) string {
	if t.Boards > 0 {
		return fmt.Sprintf("%d of %d teams, %d of them complete", len(t.Teams), t.Places, len(t.Complete()))
	}
	switch free := max(0, t.Places-len(t.Entries)); free {
	case 0:
		return "All places are taken"
	case 1:
		return "One place is free"
	default:
		return fmt.Sprintf("%d places are free", free)
	}
}

// startText says when a tournament starts, and what that means.
func startText(t league.Tournament, organiser bool, least int) string {
	who := t.Organiser.Name + " says"
	if organiser {
		who = "you say"
	}
	players, full := leastWhat(t), "all places are taken"
	if t.Boards > 0 {
		full = fmt.Sprintf("%d teams are complete", t.Places)
	}
	when := fmt.Sprintf("It starts when %s so, from %d %s on.", who, least, players)
	if t.WhenFull {
		when = fmt.Sprintf("It starts by itself as soon as %s.", full)
		if organiser {
			when += fmt.Sprintf(" You can start it before that, from %d %s on.", least, players)
		}
	}
	if !t.Starts.IsZero() {
		when = fmt.Sprintf("It starts on %s with at least %d %s, and is cancelled with fewer.", ui.Moment(t.Starts), max(t.Least, least), players)
	}
	switch kind := kindOf(t); {
	case kind == league.TeamLeague && t.AtOnce:
		return when + " Then all team matches begin at once: two games at each board."
	case kind == league.TeamLeague:
		return when + " Then each team plays one team match at a time: two games at each board."
	case kind == league.KnockOut:
		return when + " Then the bracket is drawn, and the first round begins. Who loses a tie is out." + thirdText(t)
	case kind == league.GroupStages:
		return when + " Then the groups are drawn, and all their games begin at once. The first of each group meet in groups again, until one is left."
	case kind == league.SwissRounds:
		return when + " Then the first round is drawn. Each round begins when the one before is over, and everybody meets somebody who stands level."
	case kind == league.GroupsAndKnockOut:
		return when + " Then the groups are drawn, and all their games begin at once. The first of each group go on to a knock-out." + thirdText(t)
	}
	each := (t.Places - 1) * t.Cycles
	return fmt.Sprintf("%s Then all games begin at once: %s for each of %d players.", when, ui.CountText(each, "game", "games"), t.Places)
}

// thirdText says that a third place is played for; nothing if it is not.
func thirdText(t league.Tournament) string {
	if !t.ThirdPlace {
		return ""
	}
	return " The losers of the semi-finals play for third while the final is played."
}

func nowTextOf(t league.Tournament) string {
	_, headline, _ := nowText(t, false, false, 0)
	return headline
}
