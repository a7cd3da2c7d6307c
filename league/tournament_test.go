package league

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var (
	may     = time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	theSite = Player{ID: "site", Name: "Kickabout", Kind: SiteItself}
)

func someone(name string) Player { return Player{ID: name, Name: name, Kind: Member} }

// made replays decisions, numbered and a minute apart, on a tournament with terms.
func made(t *testing.T, terms TournamentTerms, log ...Decision) (Tournament, error) {
	t.Helper()
	log = append([]Decision{{By: theSite, Act: ActCreated, Text: terms.String()}}, log...)
	for i := range log {
		log[i].Seq, log[i].At = i+1, may.Add(time.Duration(i)*time.Minute)
	}
	return ReplayTournament("id", [16]byte{}, [32]byte{}, log)
}

func entered(names ...string) (log []Decision) {
	for _, n := range names {
		log = append(log, Decision{By: someone(n), Act: ActEntered, Player: someone(n)})
	}
	return log
}

func order(t Tournament) string {
	var ids []string
	for i, e := range t.Entries {
		if e.Seed != i+1 {
			return "seeds do not count on"
		}
		ids = append(ids, e.Player.ID)
	}
	return strings.Join(ids, " ")
}

var rolling = TournamentTerms{Name: "Ladder", Format: "ladder", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: AnyNumber, Cycles: 1, Rolling: true}

func TestWhoIsPlacedPushesTheOthersDown(t *testing.T) { // R-LA-5, R-LA-6
	l, err := made(t, rolling, append(entered("ann", "bob", "cleo", "dan"),
		Decision{Act: ActPlaced, Player: someone("dan"), Text: "2 R-LA-5: beat bob"},
		Decision{By: someone("ann"), Act: ActLeft, Player: someone("ann")},
		Decision{By: someone("ann"), Act: ActEntered, Player: someone("ann")},
		Decision{Act: ActPlaced, Player: someone("dan"), Text: "3 R-LA-8: has not moved"})...)
	if err != nil || order(l) != "bob cleo dan ann" || l.State != Running || !l.Started.Equal(may) {
		t.Errorf("%q in state %s since %v, %v", order(l), l.State, l.Started, err)
	}
	for _, wrong := range []Decision{
		{Act: ActPlaced, Player: someone("ann"), Text: "0 R-LA-5: won"},
		{Act: ActPlaced, Player: someone("ann"), Text: "3 R-LA-5: won"},
		{Act: ActPlaced, Player: someone("ann"), Text: "top R-LA-5: won"},
		{Act: ActPlaced, Player: someone("fay"), Text: "1 R-LA-5: won"},
		{Act: ActPlaced, By: someone("ann"), Player: someone("ann"), Text: "1 R-LA-5: won"},
		{Act: ActCounted, By: someone("ann"), Text: "m1 3-2"},
		{Act: ActCounted},
		{Act: ActNoted, By: someone("bob"), Player: someone("ann"), Text: "manual"},
		{Act: ActStruck, Player: someone("ann"), Text: "voided"},
		{Act: ActStruck, Player: someone("ann"), Text: "banished R-FF-5: was rude"},
		{Act: ActStruck, By: someone("bob"), Player: someone("fay"), Text: "voided R-FF-5: was rude"},
		{Act: ActEntered, Player: someone("cleo")},
		{Act: ActLeft, Player: someone("ann")},
	} {
		if _, err := made(t, rolling, append(entered("ann", "bob"), wrong)...); err == nil {
			t.Errorf("%+v was done", wrong)
		}
	}
}

func TestADrawMakesGroups(t *testing.T) {
	terms := TournamentTerms{Name: "Season", Format: "championship", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: AnyNumber, Cycles: 2, Late: may.Add(time.Hour)}
	draw := DrawText([]Drawn{{"d1/g1", []string{"cleo", "ann"}}, {"d2/g1", []string{"bob"}}})
	log := append(entered("ann", "bob", "cleo"), Decision{Act: ActStarted, Text: draw})
	s, err := made(t, terms, log...)
	if err != nil || order(s) != "cleo ann bob" || !slices.Equal(s.Groups(), []Group{"d1/g1", "d2/g1"}) {
		t.Fatalf("%q in %v, %v", order(s), s.Groups(), err)
	}
	for _, wrong := range []string{"d1/g1: ann bob", "d1/g1: ann bob cleo dan", "d1/g1: ann ann bob cleo", "d1/g1:  ann bob cleo", "d1/g1: ann bob cleo; "} {
		if _, err := made(t, terms, append(entered("ann", "bob", "cleo"), Decision{Act: ActStarted, Text: wrong})...); err == nil {
			t.Errorf("%q was drawn", wrong)
		}
	}
	// R-CH-10: who comes late waits for a seat, and takes over that of who leaves it.
	log = append(log, entered("dan", "eve")...)
	s, err = made(t, terms, log...)
	if err != nil || len(s.Groups()) != 2 || !s.Waits(s.Entries[3]) || len(s.Sheet("", nil, may).Entries) != 0 {
		t.Fatalf("%+v, %v", s.Entries, err)
	}
	log = append(log, Decision{Act: ActReplaced, Player: someone("eve"), Text: "ann R-CH-10: never played"})
	s, err = made(t, terms, log...)
	e, _ := s.Entrant("eve")
	if _, in := s.Entrant("ann"); err != nil || in || e.Group != "d1/g1" || e.Seed != 2 || len(s.Entries) != 4 {
		t.Errorf("%+v, %v", s.Entries, err)
	}
	if _, err := made(t, terms, append(log, Decision{By: someone("dan"), Act: ActLeft, Player: someone("dan")})...); err != nil {
		t.Errorf("who waits cannot leave: %v", err)
	}
	for _, wrong := range []Decision{
		{Act: ActReplaced, Player: someone("fay"), Text: "bob R-CH-10: never played"},
		{Act: ActReplaced, Player: someone("cleo"), Text: "bob R-CH-10: never played"},
		{Act: ActReplaced, Player: someone("dan"), Text: "bob"},
		{By: someone("bob"), Act: ActLeft, Player: someone("bob")},
	} {
		if _, err := made(t, terms, append(log, wrong)...); err == nil {
			t.Errorf("%+v was done", wrong)
		}
	}
	late := terms
	late.Late = may
	if _, err := made(t, late, append(entered("ann", "bob"), append([]Decision{{Act: ActStarted, Text: "d1/g1: ann bob"}}, entered("dan")...)...)...); KindOf(err) != Stale {
		t.Errorf("too late: %v", err)
	}
}

func TestEntriesCloseWhenTheTermsSaySo(t *testing.T) {
	terms := TournamentTerms{Name: "Season", Format: "championship", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: AnyNumber, Cycles: 2, Closes: may.Add(2 * time.Minute)}
	if _, err := made(t, terms, entered("ann")...); err != nil {
		t.Error(err)
	}
	if _, err := made(t, terms, entered("ann", "bob")...); KindOf(err) != Stale || !strings.Contains(err.Error(), "closed") {
		t.Errorf("got %v", err)
	}
	bySite := Decision{Act: ActEntered, Player: someone("bob"), Text: "R-CH-4: renewed"}
	if _, err := made(t, terms, append(entered("ann"), bySite)...); err != nil {
		t.Errorf("by a rule: %v", err)
	}
}

func TestTermsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moment := rapid.Custom(func(t *rapid.T) time.Time {
			return rapid.SampledFrom([]time.Time{{}, may, may.Add(36 * time.Hour)}).Draw(t, "moment")
		})
		number := rapid.IntRange(0, 3000)
		word := rapid.StringMatching(`[a-z0-9/-]{0,12}`)
		want := TournamentTerms{
			Name: rapid.StringMatching(`[A-Za-z][A-Za-z ,=]{0,20}`).Draw(t, "name"), Format: "ladder", Game: "onetwofun", Variant: "basic,goals=3", Control: "lg",
			Places: rapid.IntRange(2, AnyNumber).Draw(t, "places"), Cycles: 2, Competition: word.Draw(t, "of"), Edition: word.Draw(t, "edition"),
			Profile: word.Draw(t, "profile"), NoVacation: rapid.Bool().Draw(t, "vacation"), Pays: rapid.SampledFrom(Scorings()).Draw(t, "pays"),
			Closes: moment.Draw(t, "closes"), Starts: moment.Draw(t, "starts"), Late: moment.Draw(t, "late"),
			Least: number.Draw(t, "least"), CheckIn: time.Duration(number.Draw(t, "check-in")) * time.Hour, Waiting: rapid.Bool().Draw(t, "waiting"),
			Joining: rapid.Bool().Draw(t, "joining"), Private: rapid.Bool().Draw(t, "private"), ByInvite: rapid.Bool().Draw(t, "by invitation"),
			Password: rapid.Bool().Draw(t, "password"), NoBots: rapid.Bool().Draw(t, "no bots"), Seeding: rapid.SampledFrom([]string{"", SeedLot, SeedRating, SeedHand}).Draw(t, "seeding"),
			Rounds: number.Draw(t, "rounds"), GroupSize: number.Draw(t, "group"), Through: number.Draw(t, "through"), ThirdPlace: rapid.Bool().Draw(t, "third"), RoundDays: number.Draw(t, "days"),
			Window: RatingWindow{From: number.Draw(t, "from"), To: number.Draw(t, "to")}, Finished: number.Draw(t, "finished"), Flagged: number.Draw(t, "flagged"), Bots: number.Draw(t, "bots"),
		}
		switch rapid.IntRange(0, 2).Draw(t, "start") {
		case 1:
			want.WhenFull = true
		case 2:
			want.Rolling = true
		}
		if got, err := ParseTerms(want.String()); err != nil || got != want {
			t.Errorf("%q: %+v, %v", want.String(), got, err)
		}
	})
	for _, wrong := range []string{
		"ladder a/b lg 2 1 full,x=y Name", "ladder a/b lg 2 1 full,vacation=yes Name", "ladder a/b lg 2 1 organiser,starts=never Name",
		"ladder a/b lg two 1 full Name", "ladder a/b lg 2 one full Name", "ladder a/b lg 2 1 soon Name", "ladder a lg 2 1 full Name", "ladder a/b lg 2 1 full",
		"ladder a/b lg 2 1 full, Name", "ladder a/b lg 2 1 full,least=0 Name", "ladder a/b lg 2 1 full,least=few Name", "ladder a/b lg 2 1 full,waiting=yes Name",
		"ladder a/b lg 2 1 full,checkin=90m Name", "ladder a/b lg 2 1 full,checkin=0h Name", "ladder a/b lg 2 1 full,least=2,least=x Name",
		"ladder a/b lg 2 1 full,waiting,least=2 Name", "ladder a/b lg 99999999999999999999 1 full Name",
	} {
		if _, err := ParseTerms(wrong); err == nil {
			t.Errorf("%q was read", wrong)
		}
	}
}

// everyTerm fixes whatever can be fixed, each in its own way.
var everyTerm = TournamentTerms{
	Name: "Spring Cup, part 2", Format: "swiss", Game: "streetsoccer", Variant: "lg", Control: "slow", Places: 16, Cycles: 2, WhenFull: true,
	Competition: "cup/spring", Edition: "2027-05", Profile: "lg", NoVacation: true,
	Closes: may, Starts: may.Add(time.Hour), Late: may.Add(2 * time.Hour),
	Least: 4, CheckIn: 3 * time.Hour, Waiting: true, Joining: true, Private: true, ByInvite: true, Password: true, NoBots: true, Bots: 11,
	Seeding: SeedHand, Rounds: 5, GroupSize: 6, Through: 7, ThirdPlace: true, RoundDays: 8, Boards: 4, AtOnce: true, Berger: true, Earned: true, Duplicate: true, Window: RatingWindow{From: 1000, To: 2000}, Finished: 9, Flagged: 10, Pays: CloseWinScoring,
}

func TestTermsAreWrittenOnceAndForAll(t *testing.T) { // logs of years hold them
	fields := reflect.ValueOf(everyTerm)
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Name; fields.Field(i).IsZero() && name != "Rolling" { // full or rolling, not both
			t.Errorf("%s is not fixed here", name)
		}
	}
	for want, terms := range map[string]TournamentTerms{
		"roundrobin streetsoccer/lg slow 4 1 organiser Spring Cup": {Name: "Spring Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "slow", Places: 4, Cycles: 1},
		"ladder streetsoccer/lg lg 1048576 1 rolling Ladder":       rolling,
		"swiss streetsoccer/lg slow 16 2 full,of=cup/spring,edition=2027-05,profile=lg,vacation=no,closes=2027-05-01T00:00:00Z,starts=2027-05-01T01:00:00Z," +
			"late=2027-05-01T02:00:00Z,least=4,checkin=3h,waiting,joining,private,invited,password,bots=no,seeding=hand,rounds=5,groupsize=6,through=7,third,days=8,boards=4,atonce,duplicate," +
			"from=1000,to=2000,finished=9,flagged=10,closewin,berger,earned,bots=11 Spring Cup, part 2": everyTerm,
	} {
		if terms.String() != want {
			t.Errorf("%q, want %q", terms, want)
		}
		if got, err := ParseTerms(want); err != nil || got != terms {
			t.Errorf("%q is read as %+v, %v", want, got, err)
		}
	}
}

func TestKeysNameTheirGroups(t *testing.T) {
	for key, want := range map[Key]Group{"c1/r2/b1": "", "d2/g3/c1/r2/b1": "d2/g3", "g1/c1/r1/b1": "g1", "m12": "", "": ""} {
		if key.Group() != want {
			t.Errorf("%s: %q, want %q", key, key.Group(), want)
		}
	}
	if got := Group("d2/g3").In("c1/r2/b1"); got != "d2/g3/c1/r2/b1" || Group("").In("c1/r2/b1") != "c1/r2/b1" {
		t.Error(got)
	}
}

// TestManyEventsAtOnceComeToTheSameAsOneByOne adds random logs in both ways.
func TestManyEventsAtOnceComeToTheSameAsOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := TournamentTerms{Name: "Cup", Format: "championship", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 9, Cycles: 2, Late: may.Add(1000 * time.Hour)}
		if rapid.Bool().Draw(t, "rolling") {
			terms = rolling
		}
		one, err := ReplayTournament("id", [16]byte{}, [32]byte{}, []Decision{{Seq: 1, At: may, By: theSite, Act: ActCreated, Text: terms.String()}})
		if err != nil {
			t.Fatal(err)
		}
		many := one
		var log []Decision
		for n := range rapid.IntRange(1, 40).Draw(t, "events") {
			p := someone(rapid.SampledFrom([]string{"ann", "bob", "cleo", "dan", "eve", "fay", "gil"}).Draw(t, "player"))
			d := Decision{At: may.Add(time.Duration(n) * time.Minute), Player: p, Text: "a reason"}
			switch d.Act = rapid.SampledFrom([]TournamentAct{ActEntered, ActEntered, ActEntered, ActLeft, ActNoted, ActPlaced, ActStruck, ActReplaced, ActStarted, ActTold}).Draw(t, "act"); d.Act {
			case ActPlaced:
				d.Text = rapid.SampledFrom([]string{"1 up", "2 up", "3 up"}).Draw(t, "place")
			case ActStruck:
				d.Text = "voided a reason"
			case ActReplaced:
				d.Text = rapid.SampledFrom([]string{"ann", "bob", "cleo"}).Draw(t, "old") + " a reason"
			case ActStarted:
				d.Player = Player{}
				var ids []string
				for _, e := range one.Entries {
					ids = append(ids, e.Player.ID)
				}
				d.Text = DrawText([]Drawn{{"d1/g1", ids}})
			}
			d.Seq = one.Last + 1
			if next, err := one.Add(d); err == nil {
				one, log = next, append(log, d)
			}
		}
		if many, err = many.Add(log...); err != nil {
			t.Fatal(err)
		}
		if why := one.Differs(many); why != "" || len(one.Log) != len(many.Log) {
			t.Fatalf("%s; logs of %d and %d", why, len(one.Log), len(many.Log))
		}
	})
}

func TestASubstituteIsFoundByWhatFollowsAtOnce(t *testing.T) { // R-CH-10
	terms := TournamentTerms{Name: "Cup", Format: "championship", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 9, Cycles: 2, Late: may.Add(1000 * time.Hour)}
	log := append(entered("ann", "bob", "cleo"), Decision{Act: ActStarted, Text: "d1/g1: cleo bob ann"})
	log = append(log, entered("dan")...)
	cup, err := made(t, terms, append(log,
		Decision{Act: ActReplaced, Player: someone("dan"), Text: "bob R-CH-10: bob left"},
		Decision{Act: ActNoted, Player: someone("dan"), Text: "here"})...)
	if err != nil || order(cup) != "cleo dan ann" || cup.Entries[1].Note != "here" {
		t.Errorf("%+v, %v", cup.Entries, err)
	}
}

func TestADrawSeedsNobodyTwice(t *testing.T) {
	terms := TournamentTerms{Name: "Cup", Format: "championship", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 9, Cycles: 2}
	for _, wrong := range []string{"d1/g1: ann bob ann", "d1/g1: ann bob", "d1/g1: ann bob dan", "d1/g1: ann bob cleo; d2/g1: cleo"} {
		if cup, err := made(t, terms, append(entered("ann", "bob", "cleo"), Decision{Act: ActStarted, Text: wrong})...); err == nil {
			t.Errorf("%q was drawn: %+v", wrong, cup.Entries)
		}
	}
}

func TestATournamentIsPartedIntoItsGroupsAllAtOnce(t *testing.T) {
	whole := Tournament{ID: "t"}
	for i := range 30 {
		whole.Entries = append(whole.Entries, Entrant{Player: Player{ID: strings.Repeat("p", i+1)}, Seed: i + 1, Group: Group([]string{"a", "b", "c"}[i*i%7%3])})
	}
	apart := whole.ByGroup()
	if len(apart) != len(whole.Groups()) {
		t.Errorf("%d parts of %d groups", len(apart), len(whole.Groups()))
	}
	for _, g := range whole.Groups() {
		if want := whole.Of(g); !reflect.DeepEqual(apart[g], want) {
			t.Errorf("group %s: %+v, want %+v", g, apart[g], want)
		}
	}
}
