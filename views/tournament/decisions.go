package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/league/tiebreak"
	"kickabout/views/ui"
)

// deskText tells what a director did in plain sentences (R-FF-10); "" if it was something
// else. The tournament's log must be there.
func deskText(t league.Tournament, d league.Decision) string {
	by := d.By.Name
	if d.By.ID == "" {
		by = "The site"
	}
	switch d.Act {
	case league.ActChanged:
		return by + " changed the terms: " + changesText(t, d) + "."
	case league.ActAppointed:
		return fmt.Sprintf("%s appointed %s to direct the tournament too.", by, d.Player.Name)
	case league.ActDismissed:
		if d.By.ID == d.Player.ID {
			return d.Player.Name + " no longer directs the tournament."
		}
		return fmt.Sprintf("%s dismissed %s, who directed the tournament too.", by, d.Player.Name)
	case league.ActInvited:
		return fmt.Sprintf("%s invited %s%s", by, d.Player.Name, saidText(d.Text))
	case league.ActBanned:
		return fmt.Sprintf("%s banned %s%s", by, d.Player.Name, becauseText(d.Text))
	case league.ActCheckedIn:
		if d.By.ID == d.Player.ID {
			return d.Player.Name + " checked in."
		}
		return fmt.Sprintf("%s checked %s in.", by, d.Player.Name)
	case league.ActSeeded:
		return by + seedsText(t, d.Text)
	case league.ActSeated:
		return fmt.Sprintf("%s got a seat%s", d.Player.Name, becauseText(d.Text))
	case league.ActPaired:
		return by + " fixed that " + pairText(t, d.Text) + "."
	case league.ActPaused:
		return fmt.Sprintf("%s paused the tournament: %s. No games begin, and clocks stand still.", by, d.Text)
	case league.ActResumed:
		return by + " resumed the tournament. Clocks run again."
	case league.ActAnnounced:
		return by + " announced" + saidText(d.Text)
	case league.ActUndone:
		return by + " " + undoneText(t, d)
	case league.ActTold:
		if _, text, ok := strings.Cut(d.Text, ": "); ok && t.Competition == "" {
			return "All players were told: " + text + "."
		}
	}
	return ""
}

// DelayText tells that an outage moved dates (R-TC-4); "" of anything else.
func DelayText(d league.Decision) string {
	away, ok := league.DelayOf(d)
	if !ok {
		return ""
	}
	return fmt.Sprintf("The site was away for %s, so all dates that were still to come are later by as much.", ui.SpanText(away.Until.Sub(away.From)))
}

// CorrectionText tells that the result of a match was corrected, or how a player counts, or that this was undone (R-CO-2); "" if it was something else.
func CorrectionText(t league.Tournament, d league.Decision) string {
	c, ok := correction.Of(d)
	if !ok {
		return exitCorrectionText(d)
	}
	pair, now := pairOf(t, c), resultOf(t, c, c.Now)
	if d.Act == league.ActUndone {
		return strings.TrimSpace(fmt.Sprintf("%s undid the correction of %s. It counts so again: %s %s", d.By.Name, pair, now, reasonText(c.Reason)))
	}
	if c.Now.Ending == correction.Again {
		return strings.TrimSpace(fmt.Sprintf("%s had %s played again. Before: %s %s", d.By.Name, pair, resultOf(t, c, c.Was), reasonText(c.Reason)))
	}
	return fmt.Sprintf("%s corrected the result of %s. Before: %s Now: %s %s", d.By.Name, pair, resultOf(t, c, c.Was), now, reasonText(c.Reason))
}

// pairOf names who played a match that was corrected.
func pairOf(t league.Tournament, c correction.Correction) string {
	return nameIn(t, c.Players[0]) + " v " + nameIn(t, c.Players[1])
}

// resultOf tells a result of it in one sentence.
func resultOf(t league.Tournament, c correction.Correction, o engine.Outcome) string {
	return ui.OutcomeText(o, [2]string{nameIn(t, c.Players[0]), nameIn(t, c.Players[1])})
}

// SubstituteText tells who is asked to play for whom, and what came of it (R-UT-8); "" of anything else.
func SubstituteText(t league.Tournament, d league.Decision) string {
	switch d.Act {
	case league.ActSought:
		c, reason, err := league.ParseCall(d.Text)
		if err != nil {
			return ""
		}
		return fmt.Sprintf("%s asked %s to play for %s, for an answer until %s%s", d.By.Name, d.Player.Name, nameIn(t, c.For), ui.Moment(c.Until), becauseText(reason))
	case league.ActStoodIn:
		old, reason, _ := strings.Cut(d.Text, " ")
		return fmt.Sprintf("%s plays on in the place of %s: %s", d.Player.Name, nameIn(t, old), sentence(reason))
	case league.ActDeclined:
	default:
		return ""
	}
	switch d.By.ID {
	case "":
		return fmt.Sprintf("%s was asked to play, and has not answered: %s.", d.Player.Name, d.Text)
	case d.Player.ID:
		return d.Player.Name + " was asked to play, and declined."
	}
	return fmt.Sprintf("%s took back that %s is asked to play.", d.By.Name, d.Player.Name)
}

// saidText goes on with what somebody said: "." if nothing.
func saidText(text string) string {
	if text == "" {
		return "."
	}
	return ": “" + text + "”"
}

func becauseText(reason string) string {
	if reason == "" {
		return "."
	}
	return ": " + sentence(reason)
}

// requestText tells that somebody asked for something, or was answered; "" of anything else.
func requestText(t league.Tournament, d league.Decision) string {
	_, against, text := league.ParseRulingRequest(d)
	switch d.Act {
	case league.ActAskedBots:
		return d.By.Name + " asked everybody in it whether up to " + botsText(d.Text) + " may play."
	case league.ActAnsweredBots:
		if d.Text == "no" {
			return d.Player.Name + " did not agree to more bots, so it stays as it is."
		}
		return d.Player.Name + " agreed that bots may play."
	case league.ActRequested:
		if text == league.RemovedText {
			return d.Player.Name + " asked for a ruling in the game against " + nameIn(t, against) + ". The moderators have removed what they wrote."
		}
		return d.Player.Name + " asked for a ruling in the game against " + nameIn(t, against) + ": “" + text + "”"
	case league.ActAnswered:
		return cmp.Or(d.By.Name, "The site") + " answered " + d.Player.Name + ", who had asked for a ruling: “" + text + "”"
	}
	return ""
}

// nameIn returns the name of a player of whom a tournament's log knows.
func nameIn(t league.Tournament, id string) string {
	if e, ok := t.Entrant(id); ok {
		return e.Player.Name
	}
	for _, d := range t.Log {
		for _, p := range []league.Player{d.Player, d.By} {
			if p.ID == id {
				return p.Name
			}
		}
	}
	return "somebody"
}

func seedsText(t league.Tournament, text string) string {
	ids := strings.Fields(text)
	if len(ids) == 0 {
		return " took all seeds back."
	}
	for i, id := range ids {
		ids[i] = strconv.Itoa(i+1) + " " + nameIn(t, id)
	}
	return " seeded the players: " + strings.Join(ids, ", ") + "."
}

func pairText(t league.Tournament, text string) string {
	rule, err := league.ParsePairRule(text)
	if err != nil {
		return text
	}
	names := nameIn(t, rule.First) + " and " + nameIn(t, rule.Second)
	if rule.Round == 0 {
		return names + " never meet"
	}
	return fmt.Sprintf("%s meet in round %d", names, rule.Round)
}

func undoneText(t league.Tournament, d league.Decision) string {
	act, rest, _ := strings.Cut(d.Text, " ")
	switch league.TournamentAct(strings.TrimSuffix(act, ";")) {
	case league.ActStruck:
		return fmt.Sprintf("brought %s back; games that ended by the strike begin anew%s", d.Player.Name, becauseText(rest))
	case league.ActBanned:
		return fmt.Sprintf("lifted the ban of %s%s", d.Player.Name, becauseText(rest))
	case league.ActQualified:
		return fmt.Sprintf("took back that %s goes on%s", d.Player.Name, becauseText(rest))
	case league.ActPaired:
		return "took back that " + pairText(t, rest) + "."
	}
	return "took something back" + becauseText(rest)
}

func reasonText(reason string) string {
	if reason == "" {
		return ""
	}
	return "Why: " + sentence(reason)
}

// sentence ends what somebody has written, unless they have.
func sentence(text string) string {
	if strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

// termsBefore returns the terms as they were before an event.
func termsBefore(t league.Tournament, seq int) (terms league.TournamentTerms) {
	for _, d := range t.Log {
		if d.Seq < seq && (d.Act == league.ActCreated || d.Act == league.ActChanged) {
			if parsed, err := league.ParseTerms(d.Text); err == nil {
				terms = parsed
			}
		}
	}
	return terms
}

// changesText says what terms a change has changed.
func changesText(t league.Tournament, d league.Decision) string {
	is, err := league.ParseTerms(d.Text)
	if err != nil {
		return "they cannot be read"
	}
	was := termsBefore(t, d.Seq)
	var changes []string
	note := func(changed bool, text string) {
		if changed {
			changes = append(changes, text)
		}
	}
	note(was.Name != is.Name, "it is called "+is.Name)
	note(was.Places != is.Places, ui.CountText(is.Places, "place", "places"))
	note(was.Least != is.Least, fmt.Sprintf("at least %d players", is.Least))
	note(!was.Starts.Equal(is.Starts), "it starts "+deskDay(is.Starts, "when the organiser says so"))
	note(!was.Closes.Equal(is.Closes), "entries close "+deskDay(is.Closes, "at the start"))
	note(was.CheckIn != is.CheckIn, checkInText(is.CheckIn))
	note(was.Profile != is.Profile, "the order of the table is "+orderOf(is.Profile))
	note(was.RoundDays != is.RoundDays, roundDaysText(is.RoundDays))
	note(was.Waiting != is.Waiting, map[bool]string{true: "there is a waiting list", false: "there is no waiting list"}[is.Waiting]) // of old logs
	note(was.ThirdPlace != is.ThirdPlace, map[bool]string{true: "who loses a semi-final plays for third", false: "nobody plays for third"}[is.ThirdPlace])
	note(was.Joining != is.Joining, map[bool]string{true: "players may enter while it is played", false: "nobody enters while it is played"}[is.Joining])
	note(was.Private != is.Private, map[bool]string{true: "only those in it see it", false: "everybody sees it"}[is.Private])
	for _, t := range league.Terms() {
		note(!t.ByHand && t.Typed(was) != t.Typed(is), t.Words(is))
	}
	if len(changes) == 0 {
		return "something that is not shown here"
	}
	return strings.Join(changes, "; ")
}

// orderOf names an order of the table.
func orderOf(profile string) string {
	p, _ := tiebreak.ProfileByID(profile)
	return p.Name
}

// deskDay is a moment in words; without one, the other text.
func deskDay(at time.Time, none string) string {
	if at.IsZero() {
		return none
	}
	return "on " + at.UTC().Format("2 January 2006, 15:04") + " UTC"
}

func checkInText(window time.Duration) string {
	if window == 0 {
		return "no check-in"
	}
	return "check-in opens " + ui.CountText(int(window/time.Hour), "hour", "hours") + " before the start"
}

func roundDaysText(days int) string {
	if days == 0 {
		return "rounds have no last day"
	}
	return "a round may take " + ui.CountText(days, "day", "days")
}

// announced lists what directors have announced, the latest first.
func announced(t league.Tournament, most int) []LogLine {
	var lines []LogLine
	for _, d := range slices.Backward(t.Log) {
		if d.Act == league.ActAnnounced && len(lines) < most {
			lines = append(lines, LogLine{At: d.At, Text: d.By.Name + ": " + d.Text})
		}
	}
	return lines
}

// announcedShown is how many announcements the page of a tournament shows.
const announcedShown = 3

// mayEnter says that a member who has not entered may do so.
func mayEnter(t league.Tournament, player string) bool {
	invited := player == t.Organiser.ID || t.Has(player, league.Invited) || t.Has(player, league.Director)
	return (len(t.Entries) < t.Places || t.KeepsList() || t.Boards > 0) && !t.Has(player, league.Banned) && (!t.ByInvite || invited)
}

// yoursText says what somebody needs to know of their own part in a tournament that takes
// entries.
func yoursText(t league.Tournament, viewer string) string {
	i := slices.IndexFunc(t.Entries, func(e league.Entrant) bool { return e.Player.ID == viewer })
	if t.State == league.Running && viewer != "" && !t.Rolling {
		if n := slices.IndexFunc(league.WaitList(t), func(e league.Entrant) bool { return e.Player.ID == viewer }); n >= 0 {
			return fmt.Sprintf("You are %s on the waiting list: if somebody drops out early, a seat may become free.", ui.Ordinal(n+1))
		}
	}
	switch {
	case viewer == "" || t.State != league.Registration:
		return ""
	case t.Boards > 0 && i >= 0 && t.Entries[i].Team == "":
		return "You play for no team so far. Ask one of them, or found one."
	case i >= t.Places && t.Boards == 0:
		return fmt.Sprintf("You are %s on the waiting list.", ui.Ordinal(i-t.Places+1))
	case i >= 0 && t.CheckIn > 0 && t.Entries[i].Present.IsZero():
		return fmt.Sprintf("Check in between %s and the start, or you are left out.", ui.Moment(t.Starts.Add(-t.CheckIn)))
	case i < 0 && t.Has(viewer, league.Invited):
		return "You are invited."
	case i < 0 && t.ByInvite && !mayEnter(t, viewer):
		return "Only players who are invited enter."
	}
	return ""
}

// entryMark says what is special about an entry.
func entryMark(t league.Tournament, i int, e league.Entrant) string {
	switch {
	case t.State == league.Registration && i >= t.Places && t.Boards == 0:
		return ui.Ordinal(i-t.Places+1) + " on the waiting list"
	case t.State == league.Registration && !e.Present.IsZero():
		return "is there"
	}
	return ""
}

// deskFacts are the terms about its start that the page of a tournament names.
func deskFacts(t league.Tournament) (facts []string) {
	if t.State != league.Registration || t.Competition != "" {
		return nil
	}
	if !t.Starts.IsZero() {
		facts = append(facts, "Starts on "+ui.Moment(t.Starts))
	}
	if t.CheckIn > 0 {
		facts = append(facts, ui.Upper(checkInText(t.CheckIn)))
	}
	if !t.Closes.IsZero() {
		facts = append(facts, "Entries close on "+ui.Moment(t.Closes))
	}
	if t.KeepsList() && t.Full() {
		facts = append(facts, "With a waiting list")
	}
	return facts
}

// cancelledText says who called a tournament off.
func cancelledText(t league.Tournament) string {
	for _, d := range t.Log {
		if d.Act == league.ActCancelled && d.By.ID == "" {
			return "This tournament was cancelled"
		}
	}
	return t.Organiser.Name + " has cancelled this tournament"
}

// cancelledEffect says what that did.
func cancelledEffect(t league.Tournament) string {
	if t.Started.IsZero() {
		return "No game of it was played."
	}
	return "Games that were running are void, and nobody has won."
}

// botsText counts bots, as the log has their number.
func botsText(number string) string {
	if number == "1" {
		return "one bot"
	}
	return number + " bots"
}
