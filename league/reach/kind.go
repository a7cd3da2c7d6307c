package reach

// A Kind is what players choose to be told of, as a whole.
type Kind string

// The kinds of news.
const (
	Turn       Kind = "turn"
	Alarm      Kind = "alarm"
	Offer      Kind = "offer"
	Start      Kind = "start"
	Result     Kind = "result"
	Chat       Kind = "chat"
	Organiser  Kind = "organiser"
	Desk       Kind = "desk"
	Vacation   Kind = "vacation"
	Site       Kind = "site"
	Security   Kind = "security"
	Moderation Kind = "moderation"

	DigestKind Kind = "digest" // of all that waits for the mail of the day; nobody chooses it
)

// How says how a player is told by a channel.
type How string

// The ways. A digest is one letter a day with all that waits.
const (
	Off    How = "off"
	Daily  How = "digest"
	AtOnce How = "now"
)

// A KindInfo is a kind as players choose it.
type KindInfo struct {
	Kind  Kind
	Label string
	Hint  string
	Mail  How  // as long as the player has not chosen otherwise
	Push  How  // likewise
	Fixed bool // nobody can leave it
	Alone bool // each letter is about one thing, and goes without delay
}

// Kinds lists all kinds, in the order in which players see them, with how each is told by default (R-NO-1).
func Kinds() []KindInfo {
	return []KindInfo{
		{Kind: Turn, Label: "Your turn", Hint: "Your opponent has moved, or a game has begun with you.", Mail: Daily, Push: AtOnce},
		{Kind: Alarm, Label: "Time runs out", Hint: "Most of your time for a turn is used, a day is left, 2 hours are left.", Mail: AtOnce, Push: AtOnce},
		{Kind: Offer, Label: "Invitations", Hint: "Somebody invites you, answers you, or an invitation has lapsed.", Mail: AtOnce, Push: AtOnce},
		{Kind: Start, Label: "Starts", Hint: "A tournament, round or season begins. You are promoted or relegated.", Mail: Daily, Push: AtOnce},
		{Kind: Result, Label: "Results", Hint: "A game ended without a move of yours. A tournament is over.", Mail: Daily, Push: Off},
		{Kind: Chat, Label: "Chat", Hint: "Your opponent wrote beside a game.", Mail: Daily, Push: AtOnce},
		{Kind: Organiser, Label: "Organisers", Hint: "Announcements, rulings, time given, seats, cancellations.", Mail: AtOnce, Push: AtOnce},
		{Kind: Desk, Label: "Tournaments you run", Hint: "Entries and withdrawals, rulings that are asked for, games that stand still, rounds that end.", Mail: Daily, Push: Off},
		{Kind: Vacation, Label: "Vacation", Hint: "A day was used because your time had run out. Your vacation begins or ends within a day.", Mail: Daily, Push: Off},
		{Kind: Site, Label: "This site", Hint: "The site was away or will be, or its terms have changed.", Mail: Off, Push: Off},
		{Kind: Security, Label: "Security", Hint: "Sign-ins and changes of your account.", Mail: AtOnce, Push: Off, Fixed: true, Alone: true},
		{Kind: Moderation, Label: "Moderation", Hint: "What moderators decided about you or a report of yours.", Mail: AtOnce, Push: Off, Fixed: true, Alone: true},
	}
}

// InfoOf returns a kind; false if there is none of that name.
func InfoOf(kind Kind) (KindInfo, bool) {
	for _, k := range Kinds() {
		if k.Kind == kind {
			return k, true
		}
	}
	return KindInfo{}, false
}

// Usual is how somebody is told by a channel who has not chosen.
func (k KindInfo) Usual(channel string) How {
	switch channel {
	case MailChannel:
		return k.Mail
	case PushChannel:
		return k.Push
	}
	return AtOnce // who has added a webhook wants all that it takes
}

// The names of channels that have defaults of their own.
const (
	MailChannel = "mail"
	PushChannel = "push"
)
