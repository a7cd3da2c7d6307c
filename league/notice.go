package league

import "time"

// NoticeKind says what a notice is about.
type NoticeKind string

// The kinds of notices, and what their Subject names.
const (
	MatchNotice      NoticeKind = "match"      // a match began, moved on or ended
	ChatNotice       NoticeKind = "chat"       // a line was said beside a match
	OfferNotice      NoticeKind = "offer"      // an offer or invitation came, changed or is gone
	TournamentNotice NoticeKind = "tournament" // entries, start or end of a tournament
	StandingNotice   NoticeKind = "standing"   // a step was taken against the player, undone, or an appeal answered; a report of theirs was decided
	SecurityNotice   NoticeKind = "security"   // a way into the player's account was used, opened or closed
	EveryoneNotice   NoticeKind = "site"       // what the site tells all members, see SiteNotice
	VacationNotice   NoticeKind = "vacation"   // a day of vacation was used, of a match if its time had run out; or a vacation begins or ends soon
)

// Notice is one line of what concerns a player. A player's notices are numbered
// 1, 2, 3 … in the order in which they were written for good, so that whoever
// has read up to one of them misses nothing by asking for what came after it.
type Notice struct {
	Player  string
	N       int // given by the store
	At      time.Time
	Kind    NoticeKind
	Subject string // id of the match, offer, tournament, event of the log or SiteNotice; "" of a planned vacation
	Seq     int    // of a match: its last throw, move or end; of a chat: the line; of a vacation: the day or, if it begins or ends, its number; else 0
	Event   EventName
}

// EventName says what has happened by a notice. league/reach has the list of all, with what comes of each; "" tells
// somebody what they did themselves, and nothing comes of it.
type EventName string

// DayLetter is the event of the letter of a day, which says all that waits.
const DayLetter EventName = "digest"

// The names of events that are noticed; of some that nobody writes down, reach finds out.
const (
	MatchBegan   EventName = "match.began"
	MatchMoved   EventName = "match.moved" // a turn has passed
	MatchOver    EventName = "match.ended"
	MatchRevised EventName = "match.corrected" // its result was, or that was taken back (R-CO-1)
	ChatSaid     EventName = "chat.said"
	OfferInvited EventName = "offer.invited"
	OfferCounter EventName = "offer.countered"
	OfferTaken   EventName = "offer.accepted"
	OfferRefused EventName = "offer.declined"
	OfferGone    EventName = "offer.withdrawn"
	OfferLapsed  EventName = "offer.lapsed"

	TournamentBegan     EventName = "tournament.started"
	TournamentOver      EventName = "tournament.ended"
	TournamentTold      EventName = "tournament.announced" // by who runs it
	TournamentRuled     EventName = "tournament.ruled"     // a ruling, time given, a strike, a change of terms
	TournamentCancelled EventName = "tournament.cancelled"
	TournamentPaused    EventName = "tournament.paused"
	TournamentResumed   EventName = "tournament.resumed"
	TournamentAsked     EventName = "tournament.asked"    // somebody wants an answer of the player: a team, a seat
	TournamentAnswered  EventName = "tournament.answered" // who was asked for a seat takes it or not
	TournamentPlaced    EventName = "tournament.placed"   // a place that was waited for
	TournamentEntered   EventName = "tournament.entered"
	TournamentLeft      EventName = "tournament.left"
	TournamentWanted    EventName = "tournament.wanted"    // a player wants a ruling
	TournamentStuck     EventName = "tournament.stuck"     // in a game nobody has moved for long
	TournamentDue       EventName = "tournament.due"       // a round ends within a day, and is still being played
	TournamentCheckIn   EventName = "tournament.checkin"   // check-in has opened
	TournamentRound     EventName = "tournament.round"     // the next round is drawn and has begun, and the player plays in it
	TournamentRoundOver EventName = "tournament.roundover" // likewise, and they do not
	SeriesTold          EventName = "series.told"          // dates, a place to be confirmed
	SeriesQualified     EventName = "series.qualified"     // they go on from here
	SeriesPromoted      EventName = "series.promoted"      // they play in a higher division than last season
	SeriesRelegated     EventName = "series.relegated"
	SeriesWon           EventName = "series.won" // a month or a year

	SiteAway        EventName = "site.outage"
	SiteMaintenance EventName = "site.maintenance"
	SiteTerms       EventName = "site.terms"
	SitePrivacy     EventName = "site.privacy"
	SiteDisk        EventName = "site.disk" // fills up; its admins alone are told

	VacationUsed   EventName = "vacation.used"
	VacationBegins EventName = "vacation.begins" // in 24 h
	VacationEnds   EventName = "vacation.ends"   // likewise
	StandingTold   EventName = "standing.decided"
	AbsenceTold    EventName = "standing.absence" // games lost on time (R-FF-7)

	SecurityBrowser  EventName = "security.browser"   // signed in from a browser that was not known
	SecurityGuessed  EventName = "security.guessed"   // signed in after failures
	SecurityPassword EventName = "security.password"  // changed
	SecurityCodes    EventName = "security.codes"     // made anew
	SecurityAsked    EventName = "security.asked"     // a link to recover
	SecurityRecover  EventName = "security.recovered" // the password was set by a recovery
	SecurityNotMe    EventName = "security.notme"     // somebody said that it was not they
	SecurityPasskey  EventName = "security.passkey.added"
	SecurityNoKey    EventName = "security.passkey.removed"
	SecurityToken    EventName = "security.token.made"
	SecurityNoToken  EventName = "security.token.ended"
	SecurityWoken    EventName = "security.token.woken"
	SecurityEnding   EventName = "security.token.ends" // in 7 days
	SecurityApp      EventName = "security.app.allowed"
	SecurityNoApp    EventName = "security.app.ended"
	SecurityFeed     EventName = "security.feed.made"
	SecurityNoFeed   EventName = "security.feed.ended"
	SecurityHook     EventName = "security.webhook.added"
	SecurityNoHook   EventName = "security.webhook.removed"
	SecurityMail     EventName = "security.mail.settled"
	SecurityNoMail   EventName = "security.mail.removed"
	SecurityOperator EventName = "security.operator" // whoever runs the site did something to the account
)
