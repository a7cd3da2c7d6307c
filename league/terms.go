package league

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// TournamentTerms is what the organiser of a tournament fixes. They may be changed before
// the start, and where nothing that has been played hangs on them after it.
type TournamentTerms struct {
	Name     string
	Format   string // id
	Game     string // id
	Variant  string
	Control  string // id of the time control
	Places   int    // entries that it takes at most
	Cycles   int    // how often each pair meets: legs (R-PT-4)
	WhenFull bool   // starts by itself as soon as it is full; else on its day, or when the organiser says so

	Competition string    // id of the Competition that it is an edition of; "" for a user's own
	Edition     string    // its name there, as in "2027-05"
	Rolling     bool      // players enter and leave while it is played, as in a ladder
	Profile     string    // order of tie-breaks and pace (R-TB-1, R-TB-2); "": TP, then SON
	NoVacation  bool      // clocks stop for nobody's vacation (R-VA-4)
	Closes      time.Time // no entries from then on; zero: until the start
	Starts      time.Time // the day it is to start on; zero: no fixed day
	Late        time.Time // who enters between the start and then waits for a seat (R-CH-10); zero: nobody

	Least      int           // starts on its day with no fewer entries, and is cancelled else; 0: what the format takes
	CheckIn    time.Duration // before Starts, in whole hours: who does not say then that they are there is left out; 0: nobody need
	Waiting    bool          // who enters when every place is taken waits for one
	Joining    bool          // players enter while it is played, where the format has a seat for them (R-UT-6)
	Private    bool          // only who is in it, invited or directs it knows of it
	ByInvite   bool          // only who is invited enters
	Password   bool          // who enters must know a word, which the log does not
	NoBots     bool          // no bot plays
	Bots       int           // so many play at most; 0 without NoBots: any bots of the site, as in tournaments from before R-BO-3
	Seeding    string        // SeedLot, SeedRating or SeedHand; "": SeedLot
	Rounds     int           // of a Swiss; 0: as many as the rule says (R-UT-5)
	GroupSize  int           // players in each group of the first stage; 0: as the format has it
	Through    int           // how many of each group go on to the next stage; 0: as the format has it
	ThirdPlace bool          // the losers of the semi-finals of a knock-out play for it
	RoundDays  int           // days after which the matches of a round are adjudicated; 0: never
	Boards     int           // of each team (R-TE-1), and Places are those of teams; 0: everybody plays for themselves
	AtOnce     bool          // all team matches begin at once; else a team plays one at a time
	Berger     bool          // where all meet, rounds are those of FIDE's tables (R-FI-1), as in all that were opened since the site had them
	Earned     bool          // who wins, goes up or goes on has at least one point (R-TB-6), as in all that were opened since the site had that rule
	Duplicate  bool          // the two games of a pair have the same dice: Key.Twin
	Window     RatingWindow  // whose rating may be where; zero: anybody's
	Finished   int           // matches that an entrant must have finished
	Pays       string        // id of the Scoring of its matches; "": the standard one
	Flagged    int           // percentage of their last 50 matches that they may have lost on time; 0: any
}

// How a tournament is seeded.
const (
	SeedLot    = "lot"    // by a lot of fair dice (R-FD-6)
	SeedRating = "rating" // by rating at the start, the strongest first
	SeedHand   = "hand"   // as a director has ordered the entries, the others by rating behind them
)

// AnyNumber as Places means that there is no bound.
const AnyNumber = 1 << 20

// WithBots returns the terms after the number of bots was typed into what they were: none means that no bot plays.
func (t TournamentTerms) WithBots(was TournamentTerms) TournamentTerms {
	switch {
	case t.Bots > 0:
		t.NoBots = false
	case was.Bots > 0:
		t.NoBots = true
	}
	return t
}

// Scoring returns what its matches pay.
func (t TournamentTerms) Scoring() Scoring { return ScoringByID(t.Pays) }

// String writes the terms as the text of a created event:
// "roundrobin streetsoccer/lg slow 4 1 full Spring Cup". How it starts may be followed by
// what else is fixed: "organiser,profile=std,closes=2027-04-30T00:00:00Z,waiting".
func (t TournamentTerms) String() string {
	start := "organiser"
	switch {
	case t.WhenFull:
		start = "full"
	case t.Rolling:
		start = "rolling"
	}
	for _, o := range allTerms() {
		if text := o.write(&t); text != "" {
			start += "," + text
		}
	}
	return fmt.Sprintf("%s %s/%s %s %d %d %s %s", t.Format, t.Game, t.Variant, t.Control, t.Places, t.Cycles, start, t.Name)
}

// ParseTerms undoes String. What is not understood is an error: a term by its name, else what comes
// out otherwise when it is written again.
func ParseTerms(text string) (TournamentTerms, error) {
	parts := strings.SplitN(text, " ", 7)
	if len(parts) != 7 {
		return TournamentTerms{}, fmt.Errorf("%q are no terms of a tournament", text)
	}
	start, options, _ := strings.Cut(parts[5], ",")
	t := TournamentTerms{Format: parts[0], Control: parts[2], WhenFull: start == "full", Rolling: start == "rolling", Name: parts[6]}
	t.Game, t.Variant, _ = strings.Cut(parts[1], "/")
	t.Places, _ = strconv.Atoi(parts[3])
	t.Cycles, _ = strconv.Atoi(parts[4])
	if err := t.options(options); err != nil {
		return TournamentTerms{}, err
	}
	if t.String() != text {
		return TournamentTerms{}, fmt.Errorf("%q are no terms of a tournament", text)
	}
	return t, nil
}

// options reads what stands behind the start.
func (t *TournamentTerms) options(text string) error {
	if text == "" {
		return nil
	}
	all := allTerms()
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		i := slices.IndexFunc(all, func(o Term) bool { return o.Log != "" && (o.Log == name || o.Log == part) })
		if i < 0 {
			return fmt.Errorf("there is no term %q of a tournament", name)
		}
		all[i].read(t, value)
	}
	return nil
}
