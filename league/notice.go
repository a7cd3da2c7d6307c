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
	VacationNotice   NoticeKind = "vacation"   // a day of vacation was used; of a match if its time had run out
)

// Notice is one line of what concerns a player. A player's notices are numbered
// 1, 2, 3 … in the order in which they were written for good, so that whoever
// has read up to one of them misses nothing by asking for what came after it.
type Notice struct {
	Player  string
	N       int // given by the store
	At      time.Time
	Kind    NoticeKind
	Subject string // id of the match, offer or tournament; "" of a day of planned vacation
	Seq     int    // of a match: its last throw, move or end; of a chat: the line; of a vacation: the day; else 0
}
