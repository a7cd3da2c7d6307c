package league

import (
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league/span"
)

// Key names a fixture's place in its tournament: "c1/r2/b1" is board 1 of round
// 2 of cycle 1, "d2/g3/c1/r2/b1" the same in a group. The same plan gives the same keys, and a tournament has at most
// one fixture under a key: so carrying out a plan twice is harmless.
type Key string

// Round returns the key without its board: "c1/r2" of "c1/r2/b1".
func (k Key) Round() string { return string(k[:max(0, strings.LastIndexByte(string(k), '/'))]) }

// Board returns the last part of the key: "b1" of "c1/r2/b1".
func (k Key) Board() string { return string(k[strings.LastIndexByte(string(k), '/')+1:]) }

// Group returns the group that the key begins with: "d2/g3" of "d2/g3/c1/r2/b1", ""
// of "c1/r2/b1".
func (k Key) Group() Group {
	parts := strings.Split(string(k), "/")
	for i := 1; i < len(parts); i++ {
		if strings.HasPrefix(parts[i-1], "g") {
			return Group(strings.Join(parts[:i], "/"))
		}
	}
	return ""
}

// In returns the key in a group.
func (g Group) In(k Key) Key {
	if g == "" {
		return k
	}
	return Key(g) + "/" + k
}

// Group names one table inside a tournament: "d2/g3" is group 3 of division 2. Its last
// part, and no other, begins with g. A tournament of one table has the group "" alone.
type Group string

// Entry is a player's place in a tournament's draw.
type Entry struct {
	Player    string // id
	Left      bool   // before the start: is not drawn and not ranked
	Out       Exit   // after the start
	Entered   time.Time
	Qualified bool
	Note      string    // what the format keeps of them, in its own words
	Team      string    // id of their team; "" of who has none
	Board     int       // there; more than the boards of a team: a reserve
	InPlaceOf string    // id of the player who is out and in whose place they play on (R-UT-8); "" of others
	Active    time.Time // of a rolling tournament: their last move anywhere; while they are on vacation: now
	Away      bool      // likewise: is on vacation
	Back      time.Time // likewise: when their last vacation ended
	Silent    time.Time // of a rolling tournament, and of one drawn by rounds: since when they are absent; zero: they are not (R-FF-7)
}

// Fixture is a match that a draw calls for.
type Fixture struct {
	Key           Key
	First, Second string         // players' ids
	Outcome       engine.Outcome // zero until it is over
	Match         string         // id; "" until it is drawn
	Control       string         // id of the time control that it follows now; "" until it is drawn
	Began, Ended  time.Time      // zero until then
	Seq           int            // number of its match's last event
	Counted       bool           // it has had its effect on a rolling tournament
}

// Sheet is all that a format may know of one group of a tournament that has started:
// plain values, taken at one moment. Of a rolling tournament the fixtures are those
// that run, that have not been counted, or that ended within RecentSpan.
type Sheet struct {
	Now      time.Time
	Started  time.Time
	Group    Group
	Terms    TournamentTerms
	Entries  []Entry // by seed, or by place
	Fixtures []Fixture
	Scoring  Scoring    // what its matches pay: that of the terms, or of results from elsewhere
	Lot      []byte     // the seed of a lot for places (R-TB-1.8); nil until all is over. A Staged format always has it
	Paused   bool       // of a rolling tournament: no matches begin
	Rests    []Rest     // in which the tournament was paused: they come on top of a round's days
	Pairs    []PairRule // what directors have fixed
	Teams    []string   // ids by seed; nil where everybody plays for themselves
	Days     RuleDays   // of a rolling tournament: from when on changed rules hold (R-TM-1)
	Waits    span.Sets  // likewise: when matches of it waited for a player, by their id
	Gone     span.Sets  // likewise: when a player was on a planned vacation
	Outages  span.Set   // in which the site was away (R-TC-4)
}

// RecentSpan is how long the fixtures of a rolling tournament stay on its sheet.
const RecentSpan = 14 * 24 * time.Hour

// Ends returns when the last day of a match is over that began at a moment; the zero time if
// there is none.
func (s Sheet) Ends(began time.Time) time.Time {
	return Tournament{TournamentTerms: s.Terms, Rests: s.Rests}.RoundEnds(began)
}

// Players returns the ids of those who are drawn and ranked, by seed.
func (s Sheet) Players() []string {
	var players []string
	for _, e := range s.Entries {
		if !e.Left {
			players = append(players, e.Player)
		}
	}
	return players
}

// Plan is what a format wants done now.
type Plan struct {
	Fixtures []Fixture    // to be drawn; none that the sheet holds already
	Acts     []FixtureAct // on fixtures that are being played
	Rulings  []Decision   // for the tournament's log; Player needs their id alone
	Finished bool         // the final table of the group stands
	Winners  []string     // of a finished group: all who share the first rank, by seed
}

// FixtureAct is what the platform does to a match by a rule of its tournament: an event
// for its log. An adjudication without text is decided by its board (R-CH-9).
type FixtureAct struct {
	Key  Key
	Act  engine.Act
	Text string
}

// Row is one line of a table.
type Row struct {
	Rank    int // players level on everything that counts share it: 1, 1, 3
	Player  string
	Points  Points  // R-TB-1.1: of all matches that are over
	SON     int     // R-TB-1.2, in hundredths: points times the opponent's points
	Values  []Value // what each tie-break of the table's order counts for them, in that order
	Goals   int     // scored, as R-FF-1 counts them
	Against int     // goals of the opponents
	Played  int     // matches that are over, without void ones
	Won     int
	Drawn   int
	Lost    int    // both sides of a double forfeit have lost
	Flagged int    // of the lost ones: on time
	Open    int    // matches that are not over yet
	Best    int    // best and worst rank that they can still have (R-TB-5)
	Worst   int    //
	Above   Parted // from the row above; zero in the first row
	Below   Parted // from the row below; zero in the last row
	Out     bool   // struck with all results void: ranked behind everybody else
	Nothing bool   // no point, and no match to come: whatever the rank, it wins nothing and leads nowhere (R-TB-6)
}

// Wins says of a row of a final table that its player has the first rank and has won.
func (r Row) Wins() bool { return r.Rank == 1 && !r.Out && !r.Nothing }

// Value is what one tie-break counts for a player.
type Value struct {
	Code   string // of the tie-break: "SON"
	Number int    // in the tie-break's own unit
	Counts bool   // false where it compares only players who are level and they are level with nobody
}

// Parted says what parts a row from its neighbour.
type Parted struct {
	Who          string // the neighbour's id; "" if there is none
	Code         string // of the first tie-break in which they differ; "" if they share the rank
	Mine, Theirs int    // in that tie-break's unit
}

// FormatKind is a kind of competition. Pages tell by it how one goes, and know no format by its name.
type FormatKind string

// The kinds.
const (
	AllPlayAll        FormatKind = "all play all"         // all meet, in one group or in some that have nothing to do with each other
	KnockOut          FormatKind = "knock-out"            // who loses a tie is out
	GroupsAndKnockOut FormatKind = "groups and knock-out" // the first of each group go on to a bracket
	GroupStages       FormatKind = "stages of groups"     // the first of each group meet in groups again
	SwissRounds       FormatKind = "swiss rounds"         // round by round, against somebody who stands level
	TeamLeague        FormatKind = "team league"          // teams meet, on several boards
	Divisions         FormatKind = "divisions"            // groups above each other, with pages of their own
	Challenges        FormatKind = "challenges"           // for places in one long list, which has a page of its own
)

// FormatKinds lists them.
func FormatKinds() []FormatKind {
	return []FormatKind{AllPlayAll, KnockOut, GroupsAndKnockOut, GroupStages, SwissRounds, TeamLeague, Divisions, Challenges}
}

// FormatInfo describes a format for those who choose one, and for pages.
type FormatInfo struct {
	ID, Name   string
	Kind       FormatKind
	MinEntries int
	MaxEntries int
	MaxCycles  int

	About     string   // how it is played, in a sentence
	Legs      string   // what a cycle is: "How often each pair meets"
	Twice     int      // the cycles with which each pair plays two games at once, with a kick-off each; 1: with any; 0: with none
	RoundDays int      // days for a round that are recommended; 0: its rounds have no last day
	Terms     []string // names of the terms that not every format uses, and this one does
	Paired    bool     // directors may fix who meets whom
	Boards    int      // of a team: teams enter, and MinEntries and MaxEntries count them; 0: players do
	Profile   string   // order of the table that is recommended for it; "": the usual one
}

// Uses says that a term is among those that not every format uses, and this one does.
func (i FormatInfo) Uses(term string) bool { return slices.Contains(i.Terms, term) }

// MeetsAll says that everybody meets everybody, of a tournament, a group or a division.
func (i FormatInfo) MeetsAll() bool {
	return slices.Contains([]FormatKind{AllPlayAll, GroupsAndKnockOut, GroupStages, TeamLeague, Divisions}, i.Kind)
}

// Entering says what its entries are: teams, or players.
func (i FormatInfo) Entering() string {
	if i.Boards > 0 {
		return "teams"
	}
	return "players"
}

// Format is how a tournament is played. A group is planned and ranked on its own, from the
// sheet of that group. Its methods are pure, and what they
// answer does not depend on the order of the sheet's fixtures.
type Format interface {
	Info() FormatInfo
	// Plan says what is to be done now. A sheet that the format cannot make a
	// tournament of, as one with too few players, is an error.
	Plan(Sheet) (Plan, error)
	// Table ranks the players of a group, the first rank first; those who share a
	// rank stand by seed. A group that the format does not know has no rows.
	Table(Sheet, Group) ([]Row, error)
}

// Staged is a format whose groups depend on each other, as those of two stages do. It is
// planned from one sheet of the whole tournament, of which every entry has the group "", and
// parts that sheet itself. Keys begin with the stage where that has groups: "s1/g2/c1/r1/b1".
type Staged interface {
	Format
	// Groups lists the groups that have a table so far, in the order of a page. The whole
	// tournament's table is that of the group "", which is not among them.
	Groups(Sheet) []Group
	// Part returns the sheet of one of them, with a lot only if all of it is over.
	Part(Sheet, Group) Sheet
}

// Joining is a format with seats for those who enter while it is played (R-UT-6).
type Joining interface {
	Format
	// Joins returns what the log is to note of who enters now, or as an error why nobody can any
	// more.
	Joins(Sheet) (note string, err error)
}

// Substituting is a format in which somebody can play on in the place of a player who is out, from what has not begun on:
// what that one has played stays theirs (R-UT-8).
type Substituting interface {
	Format
	// Substitute returns what the log is to note of who comes, or as an error why nobody can; round is the first that they
	// play in.
	Substitute(s Sheet, out string) (note string, round int, err error)
}

// Resting is a format in which a player may sit out the next round if they ask for it (R-UT-6).
type Resting interface {
	Format
	// Rests says whether a player has asked for it, and whether they may now.
	Rests(s Sheet, player string) (asked, may bool)
	// Rest returns what the log is to note of a player who asks for it or takes that back, or as
	// an error why they cannot.
	Rest(s Sheet, player string, rest bool) (note string, err error)
}

// Leaving is a format that says itself how a player leaves who is struck or withdraws, since
// half of their matches (R-FF-5) is not what counts there.
type Leaving interface {
	Format
	Exit(s Sheet, player string) Exit
}

// Find returns the fixture of a key.
func (s Sheet) Find(k Key) (Fixture, bool) {
	i := slices.IndexFunc(s.Fixtures, func(f Fixture) bool { return f.Key == k })
	if i < 0 {
		return Fixture{}, false
	}
	return s.Fixtures[i], true
}

// Share counts a player's matches in their group: those that are over and those that there
// are to be in all, drawn yet or not. Matches that are void, or against players whose
// results are, are in neither (R-FF-5).
func (s Sheet) Share(player string) (finished, scheduled int) {
	void := map[string]bool{}
	for _, e := range s.Entries {
		void[e.Player] = e.Left || e.Out == Voided
		if !void[e.Player] && e.Player != player {
			scheduled += s.Terms.Cycles
		}
	}
	for _, f := range s.Fixtures {
		opponent := f.First
		if opponent == player {
			opponent = f.Second
		}
		switch {
		case f.First != player && f.Second != player || void[opponent]:
		case f.Outcome.Ending == engine.Void:
			scheduled--
		case f.Outcome.Over():
			finished++
		}
	}
	return finished, scheduled
}
