package league

import (
	"strings"
	"time"

	"kickabout/league/span"
)

// Competition is a series of tournaments that the site runs by itself, for one game
// and variant: a championship with its seasons, a ladder, mini cups, monthly cups. There
// is one of each kind for every variant, so nothing of it is stored but its tournaments.
type Competition struct {
	Format  string // id of a Series
	Game    string // id
	Variant string // as a match has it
}

// ID returns "ladder/streetsoccer/lg".
func (c Competition) ID() string { return c.Format + "/" + c.Game + "/" + c.Variant }

// Rules returns "streetsoccer/lg".
func (c Competition) Rules() string { return c.Game + "/" + c.Variant }

// ParseCompetition undoes ID; it does not ask whether there are such a series, game
// and variant.
func ParseCompetition(id string) (Competition, bool) {
	parts := strings.Split(id, "/")
	if len(parts) != 3 {
		return Competition{}, false
	}
	return Competition{parts[0], parts[1], parts[2]}, true
}

// Series is a format whose tournaments, the editions of a competition, the site opens
// and starts by itself.
type Series interface {
	Format
	// Next says what is to be done now, in that order. It is asked again and again: what
	// has been done does not come again, and what comes again is harmless, since an
	// edition is opened only once under its name and a decision that no longer fits is
	// left out.
	Next(SeriesState) ([]Step, error)
	// Memory is how long after its end an edition still matters to Next.
	Memory() time.Duration
}

// Selective is a series to which editions that have ended matter only for the sake of players
// for whom something still follows from them: who have qualified in one and of whom a certain
// note stands there. Next is asked with those alone in which one of these players was, and May
// with those too in which the player was who wants to enter. If it then wants to open an
// edition that there is already, it is asked again with all of them.
type Selective interface {
	// Awaits lists what is noted of who has qualified as long as something follows from that.
	Awaits() []string
}

// Reader is a series that does not need the tables of the last edition all the time.
type Reader interface {
	// Reads says whether Next would look at Rows, which are not there yet.
	Reads(SeriesState) bool
}

// Gate is a series that does not let everybody in.
type Gate interface {
	// May returns why a player may not enter an edition that takes entries by themselves; nil
	// if they may.
	May(c SeriesState, edition string, player Player) error
}

// Pact is a series of which an edition may start with fewer players than it has places if
// all who have entered agree.
type Pact interface {
	// Agree returns the decision of an entrant who agrees, or why they cannot.
	Agree(t Tournament, player Player, now time.Time) (Decision, error)
}

// Quiet is a series whose editions have a span in which nobody may be on a planned vacation
// (R-VA-4).
type Quiet interface {
	// Quiet returns the span in an edition; zero times: there is none.
	Quiet(t Tournament) (from, to time.Time)
}

// SeriesState is all that a series may know of a competition, taken at one moment.
type SeriesState struct {
	Now         time.Time
	Competition Competition
	Profile     string           // of what is opened: "std" or "lg"
	Title       string           // the variant's name for people: "StreetSoccer, Little Golem"
	Editions    []Edition        // open or running, or ended within Memory as far as they may matter; by their opening
	Known       map[string]Known // every entrant of them
	Outages     span.Set         // in which the site was away (R-TC-4)
	Before      []Edition        // of the competition by retired rules that it has succeeded, likewise, if rights follow from them
}

// Edition is one tournament of a competition, without log.
type Edition struct {
	Tournament Tournament
	Rows       []Row // the final tables, group after group, of the edition that finished last; else nil
}

// Known is what is known of a player besides what they played in a competition.
type Known struct {
	Rating float64   // for seeding; FirstRating if nothing is known
	Moved  time.Time // their last move in whatever match; while they are on vacation: now; zero: never
	Seen   time.Time // their last visit or move, whichever is later; likewise
	Away   bool      // they are on vacation
	Back   time.Time // when their last planned vacation ended; zero: they had none
	Member bool      // they have an account still
	Silent time.Time // since when they lose competition games on time and have made no move; zero: they do not (R-FF-7)
}

// FirstRating is the rating of who has not played yet (R-RA-2, R-RA-4).
const FirstRating = 1500

// Step is what a series wants done with one edition: whole or not at all.
type Step struct {
	Edition   string
	Open      *TournamentTerms // it is to be opened with these, unless it is there
	Decisions []Decision       // by the site, for its log; Player needs their id alone. A start without text draws a lot
	Tell      []string         // ids of players who get a notice about it
	Event     EventName        // what it tells them; "": SeriesTold
}

// Find returns an edition by its name.
func (c SeriesState) Find(edition string) (Edition, bool) {
	for _, e := range c.Editions {
		if e.Tournament.Edition == edition {
			return e, true
		}
	}
	return Edition{}, false
}
