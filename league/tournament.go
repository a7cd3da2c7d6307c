package league

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league/lot"
)

// TournamentState says how far a tournament has come (R-UT-1).
type TournamentState string

// The states of a tournament.
const (
	Registration TournamentState = "registration" // players enter and leave
	Running      TournamentState = "running"      // drawn, or rolling; being played
	Finished     TournamentState = "finished"     // the final table stands
	Cancelled    TournamentState = "cancelled"    // called off by the organiser or the site; matches that ran are void
)

// Tournament is one competition. The log is the tournament: all but the id, the
// GID and the head is computed from it.
type Tournament struct {
	ID   string
	GID  dice.GID   // names the lot to its dice
	Head dice.Link  // of the lot
	Dice Commitment // of the lot; zero: it is drawn under the first scheme

	// Serial counts the tournaments of the site, from 1: the scope of the dice of its matches (SCHEME.md 2). 0: they are
	// thrown under the first scheme.
	Serial uint32
	TournamentTerms
	Organiser Player
	Created   time.Time
	State     TournamentState
	Closed    time.Time // when its entries were bound for the draw; zero: not so far
	Valued    bool      // its dice hang on a public value, too
	Started   time.Time // zero until then
	Ended     time.Time // finished or cancelled; zero until then
	Last      int       // number of the last event
	Changed   time.Time // when that was
	Told      time.Time // when the site last told all players of it what comes; zero: never
	Paused    time.Time // since when no matches begin and clocks stand; zero: it goes on
	Rests     []Rest    // in which its time stood still, in their order
	Roles     []Appointment
	Pairs     []PairRule // what directors have fixed about who meets whom
	Teams     []Team     // as they were founded; from the start on by seed
	Entries   []Entrant  // as they entered; from the start on by seed, and then those who wait for a seat
	Log       []Decision // in order, as far as it was asked for
}

// Entrant is a player in a tournament.
type Entrant struct {
	Player    Player
	Seq       int       // the number of the event with which they entered
	Entered   time.Time // when that was
	Seed      int       // 1, 2, … from the start on, of a rolling one the place; before: as a director has seeded them, else 0
	Present   time.Time // when they checked in before the start; zero: not so far
	Group     Group     // that the draw put them into; "" in a tournament of one table
	Out       Exit
	Qualified time.Time // when it became certain that they go on from here; zero: not so far
	Note      string    // what the format keeps of them, in its own words
	Winner    bool      // of the finished tournament, or of their group there
	Team      string    // id of their team; "" of who has none
	Board     int       // there: 1, 2, …, behind the last board a reserve, behind those who was replaced; 0 of who has no team
}

// Role is what a player may do in a tournament besides playing, or what they may not.
type Role string

// The roles.
const (
	Director Role = "director" // rules in it beside the organiser
	Invited  Role = "invited"  // may enter and see it, if only such players may
	Banned   Role = "banned"   // may not enter
)

// rulingWanted begins the role of who wants a ruling, before the id of the match.
const rulingWanted = "ruling "

// WantsRuling is the role of who wants a ruling in a match, given by its id.
func WantsRuling(match string) Role { return Role(rulingWanted + match) }

// RulingWanted returns the id of the match in which a role wants a ruling; false if it is another role.
func (r Role) RulingWanted() (match string, ok bool) {
	return strings.CutPrefix(string(r), rulingWanted)
}

// Appointment gives a player a role.
type Appointment struct {
	Player Player
	Role   Role
}

// PairRule is what a director fixes about two players: that they meet in a round, or that
// they never do.
type PairRule struct {
	Round         int // 1, 2, …; 0: they are never paired
	First, Second string
}

// String writes the rule as the text of a paired event: "r3 ann bob", "never ann bob".
func (r PairRule) String() string {
	round := "never"
	if r.Round > 0 {
		round = "r" + strconv.Itoa(r.Round)
	}
	return round + " " + r.First + " " + r.Second
}

// names says that the rule is about a player.
func (r PairRule) names(player string) bool { return player == r.First || player == r.Second }

// ParsePairRule undoes String.
func ParsePairRule(text string) (PairRule, error) {
	parts := strings.Fields(text)
	if len(parts) != 3 {
		return PairRule{}, fmt.Errorf("%q is no rule for a pair", text)
	}
	round, _ := strconv.Atoi(strings.TrimPrefix(parts[0], "r")) // "never" is 0
	r := PairRule{Round: round, First: parts[1], Second: parts[2]}
	if r.String() != text || r.First == r.Second {
		return PairRule{}, fmt.Errorf("%q is no rule for a pair", text)
	}
	return r, nil
}

// Exit is how a player left a tournament that had started (R-FF-5).
type Exit string

// The exits.
const (
	Stays     Exit = ""          // they did not
	Voided    Exit = "voided"    // nothing of what they played counts
	Forfeited Exit = "forfeited" // what was not over is lost
	Cheated   Exit = "cheated"   // everything is lost, what was over too (R-FF-9)
)

// TournamentAct is what an event of a tournament does.
type TournamentAct string

// The acts, with the text that each carries.
const (
	ActCreated   TournamentAct = "created"   // the terms; by the organiser
	ActEntered   TournamentAct = "entered"   // by the player: ""; by the organiser who brings in a bot: ""; by the site: the reason
	ActLeft      TournamentAct = "left"      // likewise
	ActClosed    TournamentAct = "closed"    // what was given with the entries: a lot.Closing; by the organiser or the site
	ActValued    TournamentAct = "valued"    // the public value: a lot.Public; by the site, or who has brought it
	ActStarted   TournamentAct = "started"   // the Lot, or the Draw of a tournament of groups; by the organiser or the site
	ActFinished  TournamentAct = "finished"  // the winners' ids parted by blanks; by the site
	ActCancelled TournamentAct = "cancelled" // by the organiser before the start: ""; else the reason
	ActNoted     TournamentAct = "noted"     // what the format keeps of Player from now on; by the site or by Player
	ActPlaced    TournamentAct = "placed"    // Player stands on another place of a rolling tournament: the place, a blank, the reason
	ActQualified TournamentAct = "qualified" // Player goes on from here, for certain: the reason; by the site
	ActStruck    TournamentAct = "struck"    // Player is out (R-FF-5): the Exit, a blank, the reason; by the organiser or the site
	ActReplaced  TournamentAct = "replaced"  // Player takes the seat of another one: their id, a blank, the reason (R-CH-10)
	ActCounted   TournamentAct = "counted"   // a fixture has had its effect: its key, a blank, the result; by the site
	ActTold      TournamentAct = "told"      // what all players were told: when what comes; by the site
	ActRuled     TournamentAct = "ruled"     // what was done to the tournament, citing the rule; by a director or the site

	ActChanged   TournamentAct = "changed"    // the terms from now on; by the organiser
	ActAppointed TournamentAct = "appointed"  // Player directs it too: ""; by the organiser
	ActDismissed TournamentAct = "dismissed"  // they no longer do: ""; by the organiser or by the player
	ActInvited   TournamentAct = "invited"    // Player may enter: what they are told; by a director
	ActBanned    TournamentAct = "banned"     // Player may not enter: the reason; by a director
	ActCheckedIn TournamentAct = "checked in" // Player is there: ""; by the player or a director
	ActSeeded    TournamentAct = "seeded"     // before the start: the ids of entrants by seed, parted by blanks; by a director
	ActSeated    TournamentAct = "seated"     // Player, who waits, gets a seat of their own behind the last one: the reason; by a director or the site
	ActPaired    TournamentAct = "paired"     // a PairRule; by a director
	ActPaused    TournamentAct = "paused"     // no matches begin and clocks stand: the reason; by a director
	ActResumed   TournamentAct = "resumed"    // it goes on: ""; by a director
	ActDelayed   TournamentAct = "delayed"    // the site was away, and dates are later: from when, "/", until when, a blank, the reason; by the site
	ActAnnounced TournamentAct = "announced"  // what everybody in it is told; by a director
	ActUndone    TournamentAct = "undone"     // an earlier act about Player: that act, a blank, for a pair its rule, for a correction its inverse, else the reason; by a director
	ActRequested TournamentAct = "requested"  // Player wants a ruling in a match that they play: its id, the opponent's, what they say; by the player
	ActAnswered  TournamentAct = "answered"   // what Player is told who wanted a ruling: the match's id, the answer; by a director
	ActSought    TournamentAct = "sought"     // Player is asked to take the place of another one: their id, until when in milliseconds, the reason (R-UT-8); by a director
	ActDeclined  TournamentAct = "declined"   // Player, who was asked, does not: ""; by the player, by a director who takes it back, or by the site: the reason
	ActStoodIn   TournamentAct = "stood in"   // Player, who waits, plays on in the place of one who is out: their id, a blank, the reason (R-UT-8); by a director or the player
	ActCorrected TournamentAct = "corrected"  // the result of an ended match, as package correction writes it; or how Player counts, an ExitChange and the reason; by a director or an admin

	ActAskedBots    TournamentAct = "asked about bots"    // up to so many bots may play if every entrant agrees (R-BO-3): how many; by the organiser
	ActAnsweredBots TournamentAct = "answered about bots" // "yes" or "no"; by Player

	ActFounded  TournamentAct = "founded"  // Player founds a team and is its captain: its name; by the player
	ActAsked    TournamentAct = "asked"    // Player asks to play for a team: its id; by the player
	ActCalled   TournamentAct = "called"   // Player is invited to a team: its id; by its captain or a director
	ActJoined   TournamentAct = "joined"   // Player plays for a team: its id; by the player if they were called, by its captain if they asked, or by a director
	ActReleased TournamentAct = "released" // Player no longer plays for a team, nor asks to, nor is invited: its id; by the player, its captain or a director
	ActLined    TournamentAct = "lined up" // the boards of a team: its id and its players' ids from board 1 on, parted by blanks; by its captain, a director or the site
	ActFielded  TournamentAct = "fielded"  // Player, a reserve, takes over a board of their team for good: the board, a blank, the reason (R-TE-3); by its captain or a director
)

// Decision is one line of a tournament's log: who did what to whom, and when.
type Decision struct {
	Seq    int       // 1, 2, …
	At     time.Time // UTC, whole milliseconds
	By     Player    // zero: the site
	Act    TournamentAct
	Player Player // whom it is about; zero: nobody
	Text   string
}

// ruleText is how a text names the rule by which something was decided: "R-UT-1: did not check in",
// "voided R-FF-7: withdrew".
var ruleText = regexp.MustCompile(`^(?:[^ ]* )?(R-[A-Z][A-Z]-[0-9]+): `)

// Rule returns the id of the rule by which it was decided; "" if it names none.
func (d Decision) Rule() string {
	if found := ruleText.FindStringSubmatch(d.Text); found != nil {
		return found[1]
	}
	return ""
}

// TournamentProgress is what one step adds to a tournament. It is written whole or
// not at all.
type TournamentProgress struct {
	Tournament Tournament // as it is afterwards; its log is what is added
	Seen       int        // its last event must still have this number
	Was        []Entrant  // its entries before
	WasRoles   []Appointment
	Matches    []Match // that begin
	Counted    []Key   // fixtures that have had their effect now
	Corrected  []Match // that are over and count by another outcome from now on (R-CO-1)
	Notices    []Notice
	Facts      []Fact
	Audit      []AuditLine // of the log of the site: what was done by a role there
}

// Has says whether a player has a role.
func (t Tournament) Has(player string, role Role) bool {
	return slices.ContainsFunc(t.Roles, func(a Appointment) bool { return a.Player.ID == player && a.Role == role })
}

// Knows says whether a player may know of a tournament at all: of a private one only those
// who are in it, are invited or direct it. Whom a team invited and a director banned is not.
func (t Tournament) Knows(player string) bool {
	if !t.Private {
		return true
	}
	_, in := t.Entrant(player)
	return player != "" && (in || player == t.Organiser.ID || t.Has(player, Director) || t.Has(player, Invited) || asked(t, player) || called(t, player) && !t.Has(player, Banned))
}

// Full says that every place is taken.
func (t Tournament) Full() bool {
	if t.Boards > 0 {
		return len(t.Complete()) >= t.Places
	}
	return len(t.Entries) >= t.Places
}

// AwaitsDraw says that entries have closed and the draw is not made: it hangs on a public value that is not here.
func (t Tournament) AwaitsDraw() bool { return t.State == Registration && !t.Closed.IsZero() }

// Entrant finds a player among the entries.
func (t Tournament) Entrant(player string) (Entrant, bool) {
	i := slices.IndexFunc(t.Entries, func(e Entrant) bool { return e.Player.ID == player })
	if i < 0 {
		return Entrant{}, false
	}
	return t.Entries[i], true
}

// Winners returns who shares the first rank of a finished tournament.
func (t Tournament) Winners() []Player {
	var winners []Player
	for _, e := range t.Entries {
		if e.Winner {
			winners = append(winners, e.Player)
		}
	}
	return winners
}

// Lot returns the draw of a tournament that has started; its log must be there.
func (t Tournament) Lot() (Lot, bool) {
	for _, d := range t.Log {
		if d.Act == ActStarted {
			l, err := lot.Parse(d.Text)
			return l, err == nil
		}
	}
	return Lot{}, false
}

// Groups returns the groups that the draw has made, in the order of their first seeds;
// "" alone for a tournament of one table.
func (t Tournament) Groups() []Group {
	var groups []Group
	known := map[Group]bool{}
	for _, e := range t.Entries {
		if !t.Waits(e) && !known[e.Group] {
			known[e.Group] = true
			groups = append(groups, e.Group)
		}
	}
	return groups
}

// Of returns the tournament with the entries of one group alone.
func (t Tournament) Of(g Group) Tournament {
	var entries []Entrant
	for _, e := range t.Entries {
		if e.Group == g {
			entries = append(entries, e)
		}
	}
	t.Entries = entries
	return t
}

// ByGroup is Of for all groups: of many groups it reads the entries once.
func (t Tournament) ByGroup() map[Group]Tournament {
	parts := map[Group]Tournament{}
	for _, e := range t.Entries {
		part, ok := parts[e.Group]
		if !ok {
			part, part.Entries = t, nil
		}
		part.Entries = append(part.Entries, e)
		parts[e.Group] = part
	}
	return parts
}

// RoundEnds returns when the last day of a match of the tournament is over that began at a moment; the zero time if there is
// none.
func (t Tournament) RoundEnds(began time.Time) time.Time {
	if began.IsZero() || t.RoundDays == 0 {
		return time.Time{}
	}
	return LastDay(began, t.RoundDays, t.Rests)
}

// StillKey names, of a match by its id, that nobody has moved in it for long.
func StillKey(match string) string { return stillKey + match }

// stillKey begins such a name.
const stillKey = "still:"

// Sheet returns what a format may know at a moment of one of the tournament's groups,
// given the matches of that group.
func (t Tournament) Sheet(g Group, matches []Match, now time.Time) Sheet {
	s := Sheet{
		Now: now, Started: t.Started, Group: g, Terms: t.TournamentTerms, Scoring: t.Scoring(), Paused: t.Rolling && t.State != Running,
		Rests: t.Rests, Pairs: t.Pairs,
	}
	for _, team := range t.Teams {
		s.Teams = append(s.Teams, team.ID)
	}
	for _, e := range t.Entries {
		if e.Group == g && !t.Waits(e) {
			s.Entries = append(s.Entries, Entry{Player: e.Player.ID, Out: e.Out, Entered: e.Entered, Note: e.Note, Qualified: !e.Qualified.IsZero(), Team: e.Team, Board: e.Board, InPlaceOf: t.InPlaceOf(e.Player.ID)})
		}
	}
	cheats := cheatsIn(t)
	for _, m := range Latest(matches) {
		f := Fixture{
			Key: Key(m.Fixture).Fixture(), First: m.Seats[m.SeatOf(engine.First)].Player.ID, Second: m.Seats[m.SeatOf(engine.Second)].Player.ID,
			Outcome: m.State.Outcome, Match: m.ID, Began: m.Created, Counted: m.Counted, Seq: m.State.Last,
			Control: cmp.Or(m.State.Control, m.Control),
		}
		if m.Pending() {
			f.Outcome = engine.Outcome{}
		}
		if f.Outcome.Over() {
			f.Ended = m.State.Moved
			f.Outcome = f.withoutCheats(cheats)
		}
		s.Fixtures = append(s.Fixtures, f)
	}
	return s
}

// cheatsIn lists the players who are out as cheaters.
func cheatsIn(t Tournament) (all []string) {
	for _, e := range t.Entries {
		if e.Out == Cheated {
			all = append(all, e.Player.ID)
		}
	}
	return all
}

// withoutCheats returns how a fixture that is over counts: what a cheater won is lost.
func (f Fixture) withoutCheats(cheats []string) engine.Outcome {
	o := f.Outcome
	switch first, second := slices.Contains(cheats, f.First), slices.Contains(cheats, f.Second); {
	case first && second:
		return engine.Outcome{Ending: engine.DoubleForfeit, Score: o.Score}
	case first:
		return engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second, Score: o.Score}
	case second:
		return engine.Outcome{Ending: engine.Forfeit, Winner: engine.First, Score: o.Score}
	}
	return o
}

// Differs says in what two tournaments differ apart from their logs; "" if in nothing.
func (t Tournament) Differs(other Tournament) string {
	for i, e := range t.Entries {
		if i < len(other.Entries) && e != other.Entries[i] {
			return fmt.Sprintf("entry %d is %+v and %+v", i+1, e, other.Entries[i])
		}
	}
	if len(t.Entries) != len(other.Entries) {
		return fmt.Sprintf("there are %d entries and %d", len(t.Entries), len(other.Entries))
	}
	t.Entries, other.Entries, t.Log, other.Log = nil, nil, nil, nil
	mine, its := reflect.ValueOf(t), reflect.ValueOf(other)
	for i := range mine.NumField() { // one by one: as a whole it prints as its terms alone
		if a, b := fmt.Sprintf("%+v", mine.Field(i)), fmt.Sprintf("%+v", its.Field(i)); a != b {
			return fmt.Sprintf("%s is %s and %s", mine.Type().Field(i).Name, a, b)
		}
	}
	return ""
}

// ExitOf says how a player leaves a tournament who has finished some of their scheduled
// matches (R-FF-5): less than half of them do not count.
func ExitOf(finished, scheduled int) Exit {
	if 2*finished < scheduled {
		return Voided
	}
	return Forfeited
}
