package reach

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/vacation"
)

// NewsStore is what Reach needs of the store for news.
type NewsStore interface {
	// BehindPlayers lists players of whose notices some have not become news, among those who were told something since a
	// moment; zero: among all.
	BehindPlayers(ctx context.Context, since time.Time, limit int) ([]contact.Behind, error)
	// FanOut writes what a player's notices up to one come to, if they had come to others up to another before; else
	// the error is of kind league.Stale and nothing is written. A letter joins one that waits, where there is one for
	// it; one whose key is there was put before. Of what the player has not read the latest contact.UnreadKept news stay.
	FanOut(ctx context.Context, player string, from, to int, news []contact.News, letters []contact.Letter) error
	// ForgetNews deletes news that were read before a moment, and letters that ended before it.
	ForgetNews(ctx context.Context, before time.Time) error
	// Glance is what every page shows at a moment of how a player is reached and what waits for them, read at once. A match
	// whose deadline lies before due is due.
	Glance(ctx context.Context, player string, at, due time.Time) (contact.ReachGlance, error)
	// News lists a player's news, the latest first; unread alone, if that is wanted.
	News(ctx context.Context, player string, unread bool, limit int) ([]contact.News, error)
	// Notices lists a player's notices with numbers greater than after, in their order.
	Notices(ctx context.Context, player string, after, limit int) ([]league.Notice, error)
	// ReadNews notes that a player has read what was known about a topic up to a notice; "" is about all topics.
	ReadNews(ctx context.Context, player, topic string, n int, at time.Time) error
	// UnreadNews counts what a player has not read.
	UnreadNews(ctx context.Context, player string) (int, error)
}

// OutboxStore is what Reach needs of the store for letters.
type OutboxStore interface {
	// ClaimLetters takes letters of a channel that are due at a moment for a holder, the longest due first and at most
	// limit of them, for as long as a lease lasts. One whose sender is gone was tried once more.
	ClaimLetters(ctx context.Context, channel, holder string, at time.Time, lease time.Duration, limit int) ([]contact.Letter, error)
	// DelayLetter lets a letter wait until a moment, for whoever holds it; tried counts an attempt to send it.
	DelayLetter(ctx context.Context, l contact.Letter, due time.Time, tried bool, problem string) error
	// EndLetter notes what has become of a letter for good, for whoever holds it, and puts those that follow from it;
	// if somebody else holds it by now nothing is written.
	EndLetter(ctx context.Context, l contact.Letter, state contact.LetterState, at time.Time, problem string, next ...contact.Letter) error
	// Outbox is how the outbox stands.
	Outbox(ctx context.Context, at time.Time) (contact.Outbox, error)
	// PutLetters adds letters to the outbox; those whose keys are there already were put before.
	PutLetters(ctx context.Context, letters ...contact.Letter) error
	// SentKeys lists the keys of the letters that a channel has brought to a player since a moment.
	SentKeys(ctx context.Context, player, channel string, since time.Time) ([]string, error)
	// SentLast is when a letter that joins the same as another was brought last to the same target; zero: never.
	SentLast(ctx context.Context, l contact.Letter) (time.Time, error)
	// Measure is what of a channel a player has had since a moment, of all events but some, and what is on its way besides
	// the letter.
	Measure(ctx context.Context, l contact.Letter, since time.Time, but []league.EventName) (contact.Measure, error)
}

// HoursStore is what Reach needs of the store for how players want to be told.
type HoursStore interface {
	// Active notes that a member was there at a moment.
	Active(ctx context.Context, player string, at time.Time) error
	// DigestSaid keeps what the last digest of a player said, and when.
	DigestSaid(ctx context.Context, player, mark string, at time.Time) error
	// DueDigests lists whose digest is due at a moment.
	DueDigests(ctx context.Context, at time.Time, limit int) ([]contact.ReachHours, error)
	// PutOff notes that a member has put off the warning that nothing but the password opens their account.
	PutOff(ctx context.Context, player string, at time.Time) error
	// Hours returns at which hours a player wants to be told, and what they have chosen.
	Hours(ctx context.Context, player string) (contact.ReachHours, []contact.ReachChoice, error)
	// NextDigest says when the next digest of a player is due who had one due at a moment, and puts letters; if it was
	// due at another moment nothing is written.
	NextDigest(ctx context.Context, player string, was, next time.Time, letters ...contact.Letter) error
	// SetAfterMove keeps where a member goes after a move.
	SetAfterMove(ctx context.Context, player string, after contact.AfterMove) error
	// SetHours keeps the hours of a member and, unless nil, all that they have chosen.
	SetHours(ctx context.Context, h contact.ReachHours, choices []contact.ReachChoice) error
}

// ReadStore is what Reach reads of the league.
type ReadStore interface {
	// Known returns what is known of players at a moment besides what they played.
	Known(ctx context.Context, players []string, at time.Time) (map[string]league.Known, error)
	// RulingsFor lists running tournaments in which a ruling is wanted and that a player directs, without logs: of those of
	// the site itself all, if they are among those who look after them.
	RulingsFor(ctx context.Context, viewer league.Viewer, player string, site bool, limit int) ([]league.Tournament, error)
	// OpenFor lists the tournaments that are open for entry, and in which a player is entered or has a role, and those that
	// are played and in which they are asked to play for another one, without logs: those to which they are invited, and those of at most 4 places, with all their entries, others with the
	// player's alone.
	OpenFor(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error)
	// PartOf lists a part of a player's matches behind a place, without logs.
	PartOf(ctx context.Context, viewer league.Viewer, player string, which league.Part, after league.Place, limit int) ([]league.Match, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// SanctionsOf lists the steps that were taken against a player, the latest first.
	SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error)
	// Tournament returns a tournament.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// VacationBook returns the vacation of a player.
	VacationBook(ctx context.Context, player string) (vacation.Book, error)
	// Waiting counts the running matches in which it is a player's turn.
	Waiting(ctx context.Context, player string) (int, error)
}
