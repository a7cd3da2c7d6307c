package championship_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/formats/championship"
)

// site carries out what the championship wants done.
type site struct {
	t     *testing.T
	state league.SeriesState
	told  map[string]int // notices by player
}

func newSite(t *testing.T, now time.Time, profile string) *site {
	return &site{t: t, told: map[string]int{}, state: league.SeriesState{
		Now: now, Profile: profile, Title: "StreetSoccer", Known: map[string]league.Known{},
		Competition: league.Competition{Format: championship.ID, Game: "streetsoccer", Variant: "lg"},
	}}
}

func (s *site) add(edition string, decisions ...league.Decision) {
	s.t.Helper()
	i := slices.IndexFunc(s.state.Editions, func(e league.Edition) bool { return e.Tournament.Edition == edition })
	t := &s.state.Editions[i].Tournament
	for k := range decisions {
		decisions[k].Seq, decisions[k].At = t.Last+1+k, s.state.Now
	}
	next, err := t.Add(decisions...)
	if err != nil {
		s.t.Fatalf("%s: %v", edition, err)
	}
	next.Log = next.Log[len(t.Log):]
	*t = next
}

// look does what is to be done, until nothing is, and returns the steps.
func (s *site) look() (all []league.Step) {
	s.t.Helper()
	for range 9 {
		steps, err := championship.Format{}.Next(s.state)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(steps) == 0 {
			return all
		}
		for _, step := range steps {
			if step.Open != nil {
				terms := *step.Open
				terms.Competition, terms.Edition, terms.Game, terms.Variant = s.state.Competition.ID(), step.Edition, "streetsoccer", "lg"
				s.state.Editions = append(s.state.Editions, league.Edition{Tournament: league.Tournament{TournamentTerms: league.TournamentTerms{Edition: step.Edition}}})
				s.add(step.Edition, league.Decision{By: player("site"), Act: league.ActCreated, Text: terms.String()})
			}
			s.add(step.Edition, step.Decisions...)
			for _, p := range step.Tell {
				s.told[p]++
			}
		}
		all = append(all, steps...)
	}
	s.t.Fatalf("it does not come to rest: %+v", all)
	return nil
}

// at looks at every hour until a moment.
func (s *site) at(now time.Time) []league.Step {
	s.t.Helper()
	var all []league.Step
	for s.state.Now.Before(now) {
		if s.state.Now = s.state.Now.Add(6 * time.Hour); s.state.Now.After(now) {
			s.state.Now = now
		}
		all = append(all, s.look()...)
	}
	return all
}

func player(id string) league.Player {
	return league.Player{ID: id, Name: strings.ToUpper(id), Kind: league.Member}
}

// enter enters n players by themselves, who come every day.
func (s *site) enter(edition string, n int) {
	s.t.Helper()
	for i := range n {
		p := player(fmt.Sprintf("p%02d", i+1))
		s.state.Known[p.ID] = league.Known{Rating: 1500 - float64(i), Member: true, Seen: farAhead}
		s.add(edition, league.Decision{By: p, Act: league.ActEntered, Player: p})
	}
}

var farAhead = time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *site) edition(name string) league.Tournament {
	s.t.Helper()
	e, ok := s.state.Find(name)
	if !ok {
		s.t.Fatalf("there is no edition %s", name)
	}
	return e.Tournament
}

// finish ends a season with the tables in the order of the seeds.
func (s *site) finish(edition string) {
	s.t.Helper()
	s.add(edition, league.Decision{Act: league.ActFinished})
	e := &s.state.Editions[slices.IndexFunc(s.state.Editions, func(e league.Edition) bool { return e.Tournament.Edition == edition })]
	ranks := map[league.Group]int{}
	for _, entry := range e.Tournament.Entries {
		if entry.Seed > 0 {
			ranks[entry.Group]++
			e.Rows = append(e.Rows, league.Row{Rank: ranks[entry.Group], Player: entry.Player.ID, Played: 16})
		}
	}
}

func date(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func TestTheFirstSeasonOpensAtOnce(t *testing.T) { // R-CH-3, R-CH-4
	for now, want := range map[time.Time]string{
		date(2027, 1, 15):                    "2027-05",
		date(2027, 4, 23):                    "2027-05",
		date(2027, 4, 24).Add(time.Second):   "2027-11",
		date(2027, 5, 1):                     "2027-11",
		date(2027, 12, 31):                   "2028-05",
		date(2028, 2, 29).Add(3 * time.Hour): "2028-05",
	} {
		s := newSite(t, now, "std")
		s.look()
		cup := s.edition(want)
		if len(s.state.Editions) != 1 || cup.State != league.Registration || cup.Starts.Day() != 1 || cup.Starts.Hour() != 0 ||
			cup.Closes != cup.Starts.Add(-24*time.Hour) || cup.Late != cup.Starts.Add(14*day) || cup.Cycles != 2 || cup.Profile != "std" {
			t.Errorf("on %s: %+v", now, cup.TournamentTerms)
		}
	}
}

// started is a site whose first season, of May 2027, has started with n players.
func started(t *testing.T, n int, profile string) *site {
	t.Helper()
	s := newSite(t, date(2027, 2, 1), profile)
	s.look()
	s.enter("2027-05", n)
	s.at(may)
	if cup := s.edition("2027-05"); cup.State != league.Running {
		t.Fatalf("it is in state %s", cup.State)
	}
	return s
}

func TestASeasonStartsOnItsDay(t *testing.T) { // R-CH-3, R-CH-6
	s := newSite(t, date(2027, 2, 1), "std")
	s.look()
	s.enter("2027-05", 32)
	s.at(may.Add(-time.Second))
	if cup := s.edition("2027-05"); cup.State != league.Registration {
		t.Fatalf("it is in state %s too early", cup.State)
	}
	s.at(may)
	cup := s.edition("2027-05")
	var groups []string
	for _, g := range cup.Groups() {
		groups = append(groups, string(g))
	}
	if got := strings.Join(groups, " "); got != "d1/g1 d2/g1 d2/g2 d3/g1" || cup.Started != may {
		t.Errorf("groups %s, started %s", got, cup.Started)
	}
	if cup.Entries[0].Player.ID != "p01" {
		t.Errorf("the highest rating is not on top: %+v", cup.Entries[0])
	}
}

func TestTooFewPlayersMoveTheStart(t *testing.T) { // R-CH-3
	s := newSite(t, date(2027, 2, 1), "std")
	s.look()
	s.enter("2027-05", 2)
	s.at(may)
	off, next := s.edition("2027-05"), s.edition("2027-11")
	if off.State != league.Cancelled || next.State != league.Registration || len(next.Entries) != 2 {
		t.Errorf("%s and %s with %d entries", off.State, next.State, len(next.Entries))
	}
	if why := off.Log[len(off.Log)-1].Text; why != "R-CH-3: it takes 3 players to start and there are 2, so the start moves to 1 November 2027" {
		t.Errorf("the log says %q", why)
	}
}

func TestPlayersAreRenewedAtHalfTime(t *testing.T) { // R-CH-4
	s := started(t, 12, "std")
	s.add("2027-05", league.Decision{Act: league.ActStruck, Player: player("p12"), Text: "voided R-FF-7: silent"})
	s.state.Known["p11"] = league.Known{} // has no account any more
	half := may.Add(92 * day)
	s.at(half.Add(-time.Second))
	if len(s.state.Editions) != 1 {
		t.Fatal("the entry opens before half time")
	}
	s.at(half)
	next := s.edition("2027-11")
	if len(next.Entries) != 10 || next.Entries[0].Note != "renewed" || next.Starts != date(2027, 11, 1) {
		t.Errorf("%d entries, the first %+v", len(next.Entries), next.Entries[0])
	}
}

func TestWhoIsInDoubtIsAskedWhetherHeStays(t *testing.T) { // R-CH-4
	s := started(t, 12, "std")
	s.at(date(2027, 10, 10))
	s.finish("2027-05")
	rows := s.state.Editions[0].Rows
	flagged := func(player string, n int) {
		for i, r := range rows {
			if r.Player == player {
				rows[i].Flagged = n
			}
		}
	}
	flagged("p01", 3) // of 16: less than a quarter
	flagged("p02", 4)
	flagged("p03", 5)
	s.state.Known["p04"] = league.Known{Member: true, Seen: date(2027, 9, 1)}
	s.state.Known["p05"] = league.Known{Member: true, Seen: date(2027, 9, 1)}
	s.told = map[string]int{}
	s.at(date(2027, 10, 29)) // a day before the reminder
	next := s.edition("2027-11")
	var asked []string
	for _, e := range next.Entries {
		if e.Note == "asked" {
			asked = append(asked, e.Player.ID)
		}
	}
	slices.Sort(asked)
	if !slices.Equal(asked, []string{}) {
		t.Errorf("asked too early: %v", asked)
	}
	s.at(date(2027, 10, 30))
	next = s.edition("2027-11")
	for _, e := range next.Entries {
		if e.Note == "asked" {
			asked = append(asked, e.Player.ID)
		}
	}
	slices.Sort(asked)
	if !slices.Equal(asked, []string{"p02", "p03", "p04", "p05"}) || s.told["p01"] != 1 {
		t.Errorf("asked: %v; p01 was told %d times", asked, s.told["p01"])
	}
	s.add("2027-11", league.Decision{By: player("p03"), Act: league.ActNoted, Player: player("p03"), Text: championship.NoteConfirmed})
	s.state.Known["p05"] = league.Known{Member: true, Seen: date(2027, 10, 30)} // they came, that is a sign of life
	s.at(date(2027, 10, 31))
	next = s.edition("2027-11")
	for id, in := range map[string]bool{"p01": true, "p02": false, "p03": true, "p04": false, "p05": true} {
		if _, ok := next.Entrant(id); ok != in {
			t.Errorf("%s is in: %v", id, ok)
		}
	}
	reasons := map[string]string{}
	for _, d := range next.Log {
		if d.Act == league.ActLeft {
			reasons[d.Player.ID] = d.Text
		}
	}
	if !strings.Contains(reasons["p02"], "lost 4 of 16 games on time") || !strings.Contains(reasons["p04"], "away for more than 30 days") {
		t.Errorf("reasons: %v", reasons)
	}
}

func TestIfTheSiteWasAwayNobodyIsTakenOut(t *testing.T) { // R-CH-4
	for _, back := range []time.Time{date(2027, 10, 31), date(2027, 11, 3)} {
		s := started(t, 12, "std")
		s.at(date(2027, 10, 10))
		s.finish("2027-05")
		for p := range s.state.Known {
			s.state.Known[p] = league.Known{Member: true, Seen: may}
		}
		s.state.Now = back
		s.look()
		s.at(date(2027, 11, 3).Add(time.Hour))
		if next := s.edition("2027-11"); next.State != league.Running || len(next.Entries) != 12 {
			t.Errorf("back on %s: %s with %d entries", back, next.State, len(next.Entries))
		}
	}
}

func TestASeasonWaitsForTheOneBefore(t *testing.T) { // R-CH-3
	s := started(t, 12, "lg")
	s.at(date(2027, 11, 20).Add(5 * time.Hour))
	if next := s.edition("2027-11"); next.State != league.Registration {
		t.Fatalf("it is in state %s before the one before is over", next.State)
	}
	s.finish("2027-05")
	s.at(date(2027, 11, 21).Add(-time.Second))
	if next := s.edition("2027-11"); next.State != league.Registration {
		t.Error("it starts on the day on which the one before ended")
	}
	s.at(date(2027, 11, 21))
	if next := s.edition("2027-11"); next.State != league.Running {
		t.Errorf("on the day after it is in state %s", next.State)
	}
	s.at(date(2028, 3, 1))
	if next := s.edition("2028-05"); next.State != league.Registration {
		t.Errorf("the one after that is in state %s", next.State)
	}
}

func TestTheEndsAreToldOnce(t *testing.T) { // R-CH-9
	s := started(t, 3, "std")
	s.told = map[string]int{}
	for i, d := range []int{143, 150, 175} {
		s.at(may.Add(time.Duration(d)*day - time.Second))
		if s.told["p01"] != i {
			t.Errorf("before day %d p01 was told %d times", d, s.told["p01"])
		}
		s.at(may.Add(time.Duration(d) * day))
		if s.told["p01"] != i+1 {
			t.Errorf("on day %d p01 was told %d times", d, s.told["p01"])
		}
	}
	var texts []string
	for _, d := range s.edition("2027-05").Log {
		texts = append(texts, d.Text)
	}
	if got := texts[len(texts)-1]; got != "R-CH-9: the hard end was at 00:00 UTC on 23 October 2027; games that still ran are decided by their boards" {
		t.Errorf("the log says %q", got)
	}
	s = started(t, 3, "lg")
	s.told = map[string]int{}
	s.at(may.Add(180 * day))
	if s.told["p01"] != 0 {
		t.Error("a season of Little Golem's has no ends")
	}
}

func TestASubstituteTakesTheFirstFreeSeat(t *testing.T) { // R-CH-10
	s := started(t, 12, "std")
	s.at(may.Add(3 * day))
	for _, p := range []league.Player{player("late"), player("later")} {
		s.add("2027-05", league.Decision{By: p, Act: league.ActEntered, Player: p})
	}
	s.look()
	seat, _ := s.edition("2027-05").Entrant("p07")
	s.add("2027-05",
		league.Decision{Act: league.ActStruck, Player: player("p07"), Text: "voided R-FF-7: withdrew"},
		league.Decision{Act: league.ActNoted, Player: player("p07"), Text: "seat free"})
	s.look()
	cup := s.edition("2027-05")
	if e, ok := cup.Entrant("late"); !ok || e.Seed != seat.Seed || e.Group != seat.Group || cup.Waits(e) {
		t.Errorf("the substitute is %+v, the seat was %+v", e, seat)
	}
	if _, ok := cup.Entrant("p07"); ok {
		t.Error("who left is still in")
	}
	if e, _ := cup.Entrant("later"); !cup.Waits(e) {
		t.Errorf("nobody else left, and there is a seat: %+v", e)
	}
	s.at(may.Add(14 * day))
	s.add("2027-05", league.Decision{Act: league.ActNoted, Player: player("p08"), Text: "seat free"})
	if steps := s.look(); len(steps) != 0 {
		t.Errorf("after fourteen days: %+v", steps)
	}
}

func TestASeatIsKeptForWhoIsAsked(t *testing.T) { // R-CH-10, R-UT-8
	s := started(t, 12, "std")
	s.at(may.Add(3 * day))
	first, _ := s.edition("2027-05").Entrant("p07")
	second, _ := s.edition("2027-05").Entrant("p08")
	for _, p := range []string{"p07", "p08"} {
		s.add("2027-05",
			league.Decision{Act: league.ActStruck, Player: player(p), Text: "voided R-FF-7: withdrew"},
			league.Decision{Act: league.ActNoted, Player: player(p), Text: "seat free"})
	}
	asked, call := player("asked"), league.SubstituteCall{For: "p07", Until: s.state.Now.Add(league.AnswerTime)}
	s.add("2027-05", league.Decision{Act: league.ActSought, Player: asked, Text: call.Text() + " is ill"})
	for _, p := range []league.Player{player("late"), player("later")} {
		s.add("2027-05", league.Decision{By: p, Act: league.ActEntered, Player: p})
	}
	s.look()
	late, _ := s.edition("2027-05").Entrant("late")
	later, _ := s.edition("2027-05").Entrant("later")
	if late.Seed != second.Seed || later.Seed != 0 {
		t.Errorf("the first who waits has seat %d, the second %d; %d is free, and somebody is asked for %d", late.Seed, later.Seed, second.Seed, first.Seed)
	}
	s.add("2027-05", league.Decision{By: asked, Act: league.ActDeclined, Player: asked})
	s.look()
	if later, _ = s.edition("2027-05").Entrant("later"); later.Seed != first.Seed {
		t.Errorf("who was asked declined %d, and who waits has %d", first.Seed, later.Seed)
	}
}

func TestFormerMembersComeBeforeNewcomers(t *testing.T) { // R-CH-6 d
	s := started(t, 14, "std")
	s.at(date(2027, 10, 10))
	s.finish("2027-05")
	p14 := player("p14")
	s.add("2027-11", league.Decision{By: p14, Act: league.ActLeft, Player: p14})
	s.at(date(2027, 11, 1))
	s.at(date(2028, 4, 10))
	s.finish("2027-11")
	s.add("2028-05", league.Decision{By: p14, Act: league.ActEntered, Player: p14})
	star := player("star")
	s.state.Known["star"] = league.Known{Rating: 2700, Member: true, Seen: farAhead}
	s.add("2028-05", league.Decision{By: star, Act: league.ActEntered, Player: star})
	s.at(date(2028, 5, 1))
	cup := s.edition("2028-05")
	a, _ := cup.Entrant("p14")
	b, _ := cup.Entrant("star")
	last := cup.Entries[len(cup.Entries)-1]
	if a.Group != "d2/g1" || b.Group != "d2/g1" || a.Seed > b.Seed || last.Player.ID != "star" {
		t.Errorf("the former member has seat %d of %s, the newcomer %d of %s", a.Seed, a.Group, b.Seed, b.Group)
	}
}

func TestWhoLeftASeasonComesBackOneLevelDown(t *testing.T) { // R-FF-7
	s := started(t, 27, "std")
	s.add("2027-05", league.Decision{Act: league.ActStruck, Player: player("p01"), Text: "forfeited R-FF-7: silent"})
	s.at(date(2027, 10, 10))
	s.finish("2027-05")
	if _, in := s.edition("2027-11").Entrant("p01"); in {
		t.Error("who was struck is renewed")
	}
	s.add("2027-11", league.Decision{By: player("p01"), Act: league.ActEntered, Player: player("p01")})
	s.at(date(2027, 11, 1))
	if e, _ := s.edition("2027-11").Entrant("p01"); !strings.HasPrefix(string(e.Group), "d2/") {
		t.Errorf("he plays in %s", e.Group)
	}
}

// TestTheFirstSeasonGoesOnFromTheLastOneByRetiredRules: whoever played there is in it, on the level that they would have had
// there, whatever their ratings have become (rules 1.2 of StreetSoccer).
func TestTheFirstSeasonGoesOnFromTheLastOneByRetiredRules(t *testing.T) {
	s := started(t, 27, "std")
	for i := range 27 { // the ratings say the opposite of the tables from now on
		id := player(fmt.Sprintf("p%02d", i+1)).ID
		s.state.Known[id] = league.Known{Rating: 1500 + float64(i), Member: true, Seen: farAhead}
	}
	half := may.Add(92 * day)
	s.at(half.Add(-time.Second))
	s.finish("2027-05")
	heir := newSite(t, s.state.Now, "std")
	heir.state.Known, heir.state.Before = s.state.Known, slices.Clone(s.state.Editions)
	heir.look()
	for _, x := range []*site{s, heir} {
		x.at(date(2027, 11, 1))
	}
	levels := func(t league.Tournament) (lines []string) {
		for _, e := range t.Entries {
			lines = append(lines, e.Player.ID+" "+string(e.Group)[:2])
		}
		slices.Sort(lines)
		return lines
	}
	got, want := heir.edition("2027-11"), s.edition("2027-11")
	if got.State != league.Running || len(got.Entries) != 27 || !slices.Equal(levels(got), levels(want)) {
		t.Errorf("it is %s with %v, want %v", got.State, levels(got), levels(want))
	}
}

// TestTheFirstSeasonWaitsForTheLastOneByRetiredRules to be over.
func TestTheFirstSeasonWaitsForTheLastOneByRetiredRules(t *testing.T) {
	s := started(t, 12, "std")
	heir := newSite(t, s.state.Now, "std")
	heir.state.Known, heir.state.Before = s.state.Known, slices.Clone(s.state.Editions)
	heir.at(date(2027, 11, 20))
	if next := heir.edition("2027-11"); next.State != league.Registration || len(next.Entries) != 12 {
		t.Fatalf("it is in state %s with %d before the one before is over", next.State, len(next.Entries))
	}
	s.state.Now = heir.state.Now
	s.finish("2027-05")
	heir.state.Before = slices.Clone(s.state.Editions)
	heir.at(date(2027, 11, 21))
	if next := heir.edition("2027-11"); next.State != league.Running {
		t.Errorf("on the day after it is in state %s", next.State)
	}
}

// TestTheWrongedIsALevelHigherNextTime: the draw of a season put somebody down whose rank of the season before was corrected
// since.
func TestTheWrongedIsALevelHigherNextTime(t *testing.T) { // R-CO-3
	fates := func(s *site, edition string) {
		ranks := map[league.Group]int{}
		for _, e := range s.edition(edition).Entries {
			ranks[e.Group]++
			level, _ := championship.ParseGroup(e.Group)
			s.add(edition, league.Decision{Act: league.ActNoted, Player: e.Player, Text: string(championship.FateOf(level, ranks[e.Group]))})
		}
	}
	// level is where a player is three seasons on who went down from the first level by the first one, and then came fourth;
	// corrected are the notes of the first season since.
	level := func(t *testing.T, wronged string, corrected championship.Fate, change func(*site)) int {
		s := started(t, 27, "lg")
		fates(s, "2027-05")
		s.at(date(2027, 10, 10))
		s.finish("2027-05")
		s.at(date(2027, 11, 1))
		if e, _ := s.edition("2027-11").Entrant(wronged); !strings.HasPrefix(string(e.Group), "d2/") {
			t.Fatalf("%s is in %s", wronged, e.Group)
		}
		s.add("2027-05", league.Decision{Act: league.ActNoted, Player: player(wronged), Text: string(corrected)})
		if change != nil {
			change(s)
		}
		s.at(date(2028, 4, 10))
		s.finish("2027-11")
		rows := s.state.Editions[1].Rows
		at := slices.IndexFunc(rows, func(r league.Row) bool { return r.Player == wronged })
		for i := range rows {
			if was := rows[at].Rank; rows[i].Rank == 4 && rows[i].Played == 16 && sameGroup(s.edition("2027-11"), rows[i].Player, wronged) {
				rows[i].Rank, rows[at].Rank = was, 4
				break
			}
		}
		s.at(date(2028, 5, 1))
		e, in := s.edition("2028-05").Entrant(wronged)
		if !in || s.edition("2028-05").State != league.Running {
			t.Fatalf("%s is in: %t", wronged, in)
		}
		l, _ := championship.ParseGroup(e.Group)
		return l
	}
	for name, c := range map[string]struct {
		corrected championship.Fate
		change    func(*site)
		want      int
	}{
		"they went down rightly": {championship.Falls, nil, 2},
		"they would have stayed": {championship.Stays, nil, 1},
		"they had won":           {championship.Champion, nil, 1},
		"it was undone": {championship.Stays, func(s *site) {
			s.add("2027-05", league.Decision{Act: league.ActNoted, Player: player("p09"), Text: string(championship.Falls)})
		}, 2},
		"they were struck": {championship.Stays, func(s *site) {
			i := slices.IndexFunc(s.state.Editions[0].Tournament.Entries, func(e league.Entrant) bool { return e.Player.ID == "p09" })
			s.state.Editions[0].Tournament.Entries[i].Out = league.Forfeited
		}, 2},
		"they came late to the next one": {championship.Stays, func(s *site) {
			i := slices.IndexFunc(s.state.Editions[1].Tournament.Entries, func(e league.Entrant) bool { return e.Player.ID == "p09" })
			s.state.Editions[1].Tournament.Entries[i].Entered = date(2027, 11, 2)
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			if got := level(t, "p09", c.corrected, c.change); got != c.want {
				t.Errorf("level %d, want %d", got, c.want)
			}
		})
	}
}

// sameGroup says that two players are in one group.
func sameGroup(t league.Tournament, a, b string) bool {
	x, _ := t.Entrant(a)
	y, _ := t.Entrant(b)
	return x.Group == y.Group
}
