package reach

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/formats/championship"
	"kickabout/league/members"
	"kickabout/league/play"
	"kickabout/league/vacation"
)

// About is what something is about: what its subject is the id of.
type About string

// What news are about.
const (
	AboutMatch      About = "match"
	AboutOffer      About = "offer"
	AboutTournament About = "tournament"
	AboutVacation   About = "vacation" // its subject is a match
	AboutPlan       About = "plan"     // a planned vacation: its number stands with the event
	AboutStanding   About = "standing"
	AboutSecurity   About = "security"
	AboutSite       About = "site" // its subject is a site notice's
	AboutInbox      About = "inbox"
)

// Events that nobody notices, but which reach finds out.
const (
	AlarmMost   league.EventName = "alarm.80"  // 80 % of what the turn began with is used
	AlarmDay    league.EventName = "alarm.24h" // 24 h are left
	AlarmHours  league.EventName = "alarm.2h"
	OfferSoon   league.EventName = "offer.lapses" // an invitation lapses in 24 h
	DigestEvent                  = league.DayLetter
)

// An Event is what can happen, with what comes of it. Whoever adds one adds a line here, and its script to the tests.
type Event struct {
	Name  league.EventName
	Kind  Kind
	About About
	Topic string            // of the news that it makes, before the subject; "": none, or it waits for an answer
	Holds func(Case) bool   // whether its player is to be told: asked when it is noticed, and when a letter is due; nil: always
	Text  func(Case) string // one sentence or two
}

// Events lists all events. It is the one place that says what is told to whom.
func Events() []Event { return append(leagueEvents(), securityEvents()...) }

// leagueEvents lists what is told of play and of who runs it.
func leagueEvents() []Event {
	return []Event{
		{league.MatchBegan, Turn, AboutMatch, "", myTurn, turnText},
		{league.MatchMoved, Turn, AboutMatch, "", myTurn, turnText},
		{AlarmMost, Alarm, AboutMatch, "", myTurn, alarmText},
		{AlarmDay, Alarm, AboutMatch, "", myTurn, alarmText},
		{AlarmHours, Alarm, AboutMatch, "", myTurn, alarmText},
		{league.OfferInvited, Offer, AboutOffer, "", invitedStill, invitedText},
		{league.OfferCounter, Offer, AboutOffer, "", invitedStill, counterText},
		{OfferSoon, Offer, AboutOffer, "", invitedStill, soonText},
		{league.OfferTaken, Offer, AboutOffer, "offer:", nil, func(c Case) string { return takenText(c) }},
		{league.OfferRefused, Offer, AboutOffer, "offer:", nil, func(c Case) string { return c.Offer.Invited.Name + " declined your invitation." }},
		{league.OfferGone, Offer, AboutOffer, "offer:", nil, func(c Case) string { return c.Offer.Author.Name + " withdrew their invitation." }},
		{league.OfferLapsed, Offer, AboutOffer, "offer:", nil, lapsedText},
		{league.TournamentBegan, Start, AboutTournament, "start:", nil, tournamentText("%s has begun.")},
		{league.TournamentRound, Start, AboutTournament, "start:", nil, tournamentText("The next round of %s has begun, and you play in it.")},
		{league.SeriesPromoted, Start, AboutTournament, "start:", nil, divisionText("promoted")},
		{league.SeriesRelegated, Start, AboutTournament, "start:", nil, divisionText("relegated")},
		{league.SeriesQualified, Start, AboutTournament, "start:", nil, tournamentText("You have qualified from %s.")},
		{league.SeriesTold, Start, AboutTournament, "start:", nil, tournamentText("There is news for you in %s.")},
		{league.MatchOver, Result, AboutMatch, "result:", nil, resultText},
		{league.MatchRevised, Result, AboutMatch, "result:", nil, correctedText},
		{league.TournamentRoundOver, Result, AboutTournament, "result:", nil, tournamentText("A round of %s is over. You do not play in the next one.")},
		{league.TournamentOver, Result, AboutTournament, "result:", nil, overText},
		{league.SeriesWon, Result, AboutTournament, "result:", nil, tournamentText("You have won the month. %s was its last round.")},
		{league.ChatSaid, Chat, AboutMatch, "chat:", nil, func(c Case) string { return c.opponent() + " wrote to you beside your game." }},
		{league.TournamentTold, Organiser, AboutTournament, "tournament:", nil, tournamentText("There is an announcement in %s.")},
		{league.TournamentRuled, Organiser, AboutTournament, "tournament:", nil, tournamentText("A decision in %s concerns you.")},
		{league.TournamentCheckIn, Organiser, AboutTournament, "", func(c Case) bool { return checksIn(*c.Tournament, c.Me.ID, c.Now) }, checkInText},
		{league.TournamentAsked, Organiser, AboutTournament, "", nil, tournamentText("You are asked for an answer in %s.")},
		{league.TournamentPlaced, Organiser, AboutTournament, "tournament:", nil, tournamentText("You have a place in %s.")},
		{league.TournamentPaused, Organiser, AboutTournament, "tournament:", nil, tournamentText("%s is paused. The clocks stand still.")},
		{league.TournamentResumed, Organiser, AboutTournament, "tournament:", nil, tournamentText("%s goes on. The clocks run again.")},
		{league.TournamentCancelled, Organiser, AboutTournament, "tournament:", nil, tournamentText("%s was called off.")},
		{league.TournamentEntered, Desk, AboutTournament, "desk:", nil, tournamentText("Somebody entered %s, which you run.")},
		{league.TournamentLeft, Desk, AboutTournament, "desk:", nil, tournamentText("Somebody left %s, which you run.")},
		{league.TournamentAnswered, Desk, AboutTournament, "desk:", nil, tournamentText("There is an answer about a substitute in %s, which you run.")},
		{league.TournamentWanted, Desk, AboutTournament, "desk:", nil, tournamentText("A player asks for a ruling in %s, which you run.")},
		{league.TournamentStuck, Desk, AboutTournament, "desk:", nil, tournamentText("Nobody has moved for long in a game of %s, which you run.")},
		{league.TournamentDue, Desk, AboutTournament, "desk:", nil, tournamentText("A round of %s, which you run, ends within 24 h, and games of it are still being played.")},
		{league.VacationUsed, Vacation, AboutVacation, "vacation:", nil, vacationText},
		{league.VacationBegins, Vacation, AboutPlan, "vacation:", soonStill, beginsText},
		{league.VacationEnds, Vacation, AboutPlan, "vacation:", soonStill, endsText},
		{league.SiteAway, Site, AboutSite, "site:", nil, siteText},
		{league.SiteMaintenance, Site, AboutSite, "site:", maintenanceAhead, siteText},
		{league.SiteTerms, Site, AboutSite, "site:", nil, siteText},
		{league.SitePrivacy, Site, AboutSite, "site:", nil, siteText},
		{league.SiteDisk, Moderation, AboutSite, "site:", nil, siteText},
		{league.StandingTold, Moderation, AboutStanding, "standing:", nil, func(Case) string { return "The moderators have decided something that concerns you." }},
		{league.AbsenceTold, Moderation, AboutStanding, "standing:", nil, func(Case) string { return "You lost a game of an event on time. Your standing says what that means." }},
	}
}

// securityEvents lists what is told of the ways into an account: each by itself, always.
func securityEvents() (list []Event) {
	for _, e := range []struct {
		name league.EventName
		text string
	}{
		{league.SecurityBrowser, "Somebody signed in to your account from a new browser."},
		{league.SecurityGuessed, "Somebody signed in to your account after 5 or more failed attempts."},
		{league.SecurityPassword, "The password of your account was changed."},
		{league.SecurityCodes, "New recovery codes were made for your account. Those before are void."},
		{league.SecurityAsked, "Somebody asked for a link to set a new password for your account."},
		{league.SecurityRecover, "A new password was set for your account by recovery."},
		{league.SecurityNotMe, "Somebody said “This was not me” for your account, and everything that was signed in was ended."},
		{league.SecurityPasskey, "A passkey was added to your account."},
		{league.SecurityNoKey, "A passkey was removed from your account."},
		{members.SecurityCopied, "A passkey of your account was refused: it counted fewer uses than before, so there may be a copy of it. Remove it, and add a new one."},
		{league.SecurityToken, "A token was made for your account."},
		{league.SecurityNoToken, "A token of your account was ended."},
		{league.SecurityWoken, "A token of your account was woken."},
		{league.SecurityEnding, "A token of your account ends in 7 days or less. Make another one if your program still needs it."},
		{league.SecurityApp, "An app was allowed to act for your account."},
		{league.SecurityNoApp, "An app was ended: it can no longer act for your account."},
		{league.SecurityFeed, "A feed was made for your account."},
		{league.SecurityNoFeed, "A feed of your account was ended."},
		{league.SecurityHook, "A webhook was added to your account."},
		{league.SecurityNoHook, "A webhook was removed from your account."},
		{league.SecurityMail, "A mail address was settled for your account."},
		{league.SecurityNoMail, "The mail address of your account was removed."},
		{league.SecurityOperator, "The operator of the site changed the ways into your account."},
	} {
		list = append(list, Event{e.name, Security, AboutSecurity, "security:", nil, func(Case) string { return e.text }})
	}
	return list
}

// EventOf finds an event by its name.
func EventOf(name league.EventName) (Event, bool) {
	all := Events()
	i := slices.IndexFunc(all, func(e Event) bool { return e.Name == name })
	if i < 0 {
		return Event{}, false
	}
	return all[i], true
}

// joins names what later items about the same join while a letter of a kind waits; "": each is alone.
func (e Event) joins(subject string) string {
	switch e.Kind {
	case Turn:
		return string(Turn) // one for all games
	case Alarm, Security, Moderation:
		return ""
	}
	return string(e.Kind) + ":" + subject
}

// A Case is what something is about, as it stands at a moment, to one player.
type Case struct {
	Me         league.Player
	Event      league.EventName
	Subject    string
	Seq        int
	Now        time.Time
	Match      *play.View         // of AboutMatch and AboutVacation
	Offer      *league.Offer      // of AboutOffer
	Tournament *league.Tournament // of AboutTournament
	Plan       vacation.Vacation  // of AboutPlan
	Title      func(game, variant string) string
	Vacation   bool // a day of vacation is there for when time runs out
	Absence    int  // the number of the absence when time runs out (R-FF-7); 0: none, or the one that goes on
}

// opponent names the other player of a match.
func (c Case) opponent() string {
	for _, s := range c.Match.Match.Seats {
		if s.Player.ID != c.Me.ID {
			return s.Player.Name
		}
	}
	return c.Me.Name // who plays against themselves
}

// score is the score as its player counts: their own goals first.
func (c Case) score() string {
	score := c.Match.Match.State.Score
	if c.Match.Match.SideOf(c.Me.ID) == engine.Second {
		score[0], score[1] = score[1], score[0]
	}
	return fmt.Sprintf("%d–%d", score[0], score[1])
}

// left is what is left of the running clock.
func (c Case) left() time.Duration { return c.Match.Clocks.Deadline().Sub(c.Now) }

// myTurn says that a match waits for its player, by the turn that it is about.
func myTurn(c Case) bool {
	mover, ok := c.Match.Match.Mover()
	return ok && mover.ID == c.Me.ID && turnBegan(c.Match) <= max(c.Seq, 1) && c.Seq <= c.Match.Record.Seq
}

// turnBegan is the number of the event by which the present turn began: a turn that has passed is no news, however
// similar the next one is.
func turnBegan(v *play.View) int {
	for i := len(v.Record.Log) - 1; i >= 0; i-- {
		if e := v.Record.Log[i]; e.Act == engine.ActMove && e.By != v.Record.Next().Side {
			return e.Seq
		}
	}
	return 1
}

func turnText(c Case) string {
	text := "Your turn against " + c.opponent()
	if c.Match.Match.State.Moves[0]+c.Match.Match.State.Moves[1] > 0 {
		text += ", " + c.score()
	}
	if faces := c.threw(); faces != "" {
		text += ", you threw " + faces
	}
	text += "."
	if at := c.Match.Clocks.Deadline(); !at.IsZero() && at.Before(league.NoDeadline) {
		text += " " + clock.Left(c.left()) + " left."
	}
	return text
}

// threw is what the dice show that were thrown for the move which is waited for: "4", "6 and 4"; "" if none were.
func (c Case) threw() string {
	last := c.Match.Record.Log[len(c.Match.Record.Log)-1]
	if last.Act != engine.ActRoll {
		return ""
	}
	return strings.ReplaceAll(last.Text, " ", " and ")
}

func alarmText(c Case) string {
	text := clock.Left(c.left()) + " left against " + c.opponent() + "."
	if c.Vacation {
		return text + " Then a day of vacation is used."
	}
	text += " Then the game is lost"
	switch ban := conduct.BanOf(c.Absence); {
	case c.Absence == 0:
		return text + "."
	case ban == 0:
		return text + ": your 1st absence in 365 days, a warning."
	default:
		return text + fmt.Sprintf(": your %s absence in 365 days. No new events for %s.", conduct.Ordinal(c.Absence), league.DaysText(int(ban/(24*time.Hour))))
	}
}

// terms says what is offered: "StreetSoccer, slow".
func (c Case) terms() string {
	text := c.Title(c.Offer.Game, c.Offer.Variant)
	if control, err := clock.ByID(c.Offer.Control); err == nil {
		text += ", " + control.Name
	}
	if c.Offer.Rated {
		text += ", rated"
	}
	return text
}

// invitedStill says that an invitation waits for its player's answer.
func invitedStill(c Case) bool {
	return c.Offer.At(c.Now).State == league.OfferOpen && c.Offer.Invited.ID == c.Me.ID
}

func invitedText(c Case) string { return c.Offer.Author.Name + " invites you: " + c.terms() + "." }

func counterText(c Case) string {
	return c.Offer.Author.Name + " proposes other terms: " + c.terms() + "."
}

func soonText(c Case) string {
	return "The invitation from " + c.Offer.Author.Name + " lapses in " + clock.Left(c.Offer.Expires.Sub(c.Now)) + "."
}

func takenText(c Case) string {
	if c.Offer.Personal() {
		return c.Offer.Invited.Name + " accepted your invitation. The game has begun."
	}
	return "Somebody took the seat that you offered. The game has begun."
}

func lapsedText(c Case) string {
	switch {
	case c.Offer.Lapsed(c.Now) && c.Offer.Author.ID == c.Me.ID:
		return "Your offer has lapsed: its rules are retired, and nothing new begins by them."
	case c.Offer.Lapsed(c.Now):
		return "The invitation from " + c.Offer.Author.Name + " has lapsed: its rules are retired, and nothing new begins by them."
	case !c.Offer.Personal():
		return "Nobody took the seat that you offered."
	case c.Offer.Author.ID == c.Me.ID:
		return "Your invitation to " + c.Offer.Invited.Name + " has lapsed."
	}
	return "The invitation from " + c.Offer.Author.Name + " has lapsed."
}

// tournamentText is a sentence with the name of a tournament.
func tournamentText(format string) func(Case) string {
	return func(c Case) string { return fmt.Sprintf(format, c.Tournament.Name) }
}

// divisionText says into which division somebody has come in a season that has begun.
func divisionText(how string) func(Case) string {
	return func(c Case) string {
		e, _ := c.Tournament.Entrant(c.Me.ID)
		level, _ := championship.ParseGroup(e.Group)
		return fmt.Sprintf("%s has begun. You were %s to division %d.", c.Tournament.Name, how, level)
	}
}

func checkInText(c Case) string {
	return "Check-in for " + c.Tournament.Name + " is open. Check in by " + momentText(c.Tournament.Starts) + ", or you lose your place."
}

// overText says that a tournament has ended, and to who has won it that they have.
func overText(c Case) string {
	e, _ := c.Tournament.Entrant(c.Me.ID)
	level, _ := championship.ParseGroup(e.Group)
	switch {
	case !e.Winner:
		return c.Tournament.Name + " is over."
	case e.Group == "":
		return c.Tournament.Name + " is over, and you have won."
	case level == 1:
		return c.Tournament.Name + " is over, and you are the champion."
	}
	return c.Tournament.Name + " is over, and you have won your group."
}

// resultText says how a game ended and, in a tournament, what that pays. Where its player stands by it is not said: that
// is what the tables say, and another game may change it before a letter is read.
func resultText(c Case) string {
	m := c.Match.Match
	text, out, side := endText(c), m.State.Outcome, m.SideOf(c.Me.ID)
	points, priced := m.Scoring().Points(out)
	if !priced || m.Tournament == "" || side == engine.NoSide || points == [2]league.Points{} {
		return text
	}
	unit := " points."
	if points[side-1] == league.OnePoint {
		unit = " point."
	}
	return text + " " + points[side-1].String() + unit
}

// endText says how a game ended.
func endText(c Case) string {
	out, side := c.Match.Match.State.Outcome, c.Match.Match.SideOf(c.Me.ID)
	how := ", " + c.score()
	switch out.Ending {
	case engine.Void:
		return "Your game against " + c.opponent() + " was declared void. It does not count."
	case engine.DoubleForfeit:
		return "Your game against " + c.opponent() + " counts as lost by both of you."
	case engine.Timeout:
		how = " on time"
	case engine.Resignation:
		how = " by resignation"
	case engine.Forfeit:
		how = " by forfeit"
	case engine.Adjudication, engine.SlowPlay:
		how += ", as the game was stopped and decided"
	}
	switch out.Winner {
	case engine.NoSide:
		return "Your game against " + c.opponent() + " ended" + how + "."
	case side:
		return "You beat " + c.opponent() + how + "."
	}
	return "You lost to " + c.opponent() + how + "."
}

func correctedText(c Case) string {
	return "The result of your game against " + c.opponent() + " was corrected. The page of the game says how it counts, and why."
}

func vacationText(c Case) string {
	if c.Match == nil {
		return "A day of vacation was used."
	}
	return "A day of vacation was used: your time against " + c.opponent() + " had run out."
}

// soonStill says that a vacation is about to begin, or to end.
func soonStill(c Case) bool { return c.Plan.Soon(c.Now) == c.Event }

func beginsText(c Case) string {
	if !c.Plan.Ends.After(c.Plan.Begins) { // ended before it began
		return "Your vacation was to begin on " + momentText(c.Plan.Begins) + ". You called it off."
	}
	begins := "begins"
	if c.Now.After(c.Plan.Begins) {
		begins = "began"
	}
	return "Your vacation " + begins + " on " + momentText(c.Plan.Begins) + ". Your clocks stand still until " + momentText(c.Plan.Ends) + "."
}

func endsText(c Case) string {
	ends, run := "ends", "Your clocks run again from then on."
	if c.Now.After(c.Plan.Ends) {
		ends, run = "ended", "Your clocks run again."
	}
	return "Your vacation " + ends + " on " + momentText(c.Plan.Ends) + ". " + run
}

// momentText is a moment for whom no page says it in the time of their own device.
func momentText(at time.Time) string { return at.UTC().Format("2 January 2006, 15:04") + " UTC" }

// siteText says what the site tells all members, or its admins.
func siteText(c Case) string {
	n, _ := league.ParseSiteNotice(c.Subject)
	switch n.Kind {
	case league.OutageNotice:
		return "The site was away for " + clock.Left(n.Given()) + ". All clocks got that time back."
	case league.MaintenanceNotice:
		return "The site will be away on " + momentText(n.From) + ", for " + clock.Left(n.Given()) + ". All clocks get that time back."
	case league.TermsNotice:
		return "The terms of this site have changed."
	case league.ShortNotice:
		return "The disk of the site is filling up. Make room: below a tenth or 1 GB it warns, below 2 % or 200 MB all but games waits."
	case league.ScarceNotice:
		return "The disk of the site is nearly full. Pictures, analyses, exports and backups wait, so that games go on. Make room now."
	}
	return "The privacy statement of this site has changed."
}

// maintenanceAhead says that a time for which the site is announced to be away is not over.
func maintenanceAhead(c Case) bool {
	n, ok := league.ParseSiteNotice(c.Subject)
	return ok && c.Now.Before(n.Until)
}
