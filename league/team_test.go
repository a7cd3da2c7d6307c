package league

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// teamed is a tournament of teams of two.
var teamed = TournamentTerms{
	Name: "Team Cup", Format: "teams", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1, Boards: 2,
}

// team lets somebody do something to themselves: "ann founded Owls".
func self(who string, act TournamentAct, text string) Decision { return by(who, act, who, text) }

// owls has the team t2 of bob and cleo and the team t3 of dan alone; eve is free.
func owls() []Decision {
	return []Decision{
		self("bob", ActFounded, "Night Owls"), self("dan", ActFounded, "Larks"),
		self("cleo", ActAsked, "t2"), by("bob", ActJoined, "cleo", "t2"), self("eve", ActEntered, ""),
	}
}

// inSeason is two complete teams being played: bob, cleo and the reserve fay; dan and eve.
func inSeason() []Decision {
	return append(owls(), self("fay", ActAsked, "t2"), by("bob", ActJoined, "fay", "t2"), by("ann", ActJoined, "eve", "t3"),
		by("", ActStarted, "", ": dan fay eve bob cleo"))
}

func TestWhatMayBeDoneAboutTeams(t *testing.T) { // R-TE-1, R-TE-3, R-TE-4
	robotIn := robot("ann", ActEntered, "")
	for _, c := range []struct {
		what   string
		before []Decision
		do     Decision
		kind   Kind
		words  string
	}{
		{"a player founds a team", nil, self("bob", ActFounded, "Night Owls"), "", ""},
		{"who has entered founds a team", owls(), self("eve", ActFounded, "Robins"), "", ""},
		{"nobody founds one for another", nil, by("ann", ActFounded, "bob", "Night Owls"), Internal, "founds"},
		{"a team has a name", nil, self("bob", ActFounded, ""), Internal, "founds"},
		{"of each name there is one team", owls(), self("eve", ActFounded, "night owls"), Invalid, "of this name"},
		{"who has a team founds none", owls(), self("cleo", ActFounded, "Robins"), Stale, "You play for Night Owls"},
		{"there are no more teams than places", append(owls(), self("eve", ActFounded, "Robins")), self("gil", ActFounded, "Storks"), Stale, "no place for another team"},

		{"a player asks", owls(), self("eve", ActAsked, "t3"), "", ""},
		{"he asks several teams", append(owls(), self("gil", ActAsked, "t3")), self("gil", ActAsked, "t2"), "", ""},
		{"he asks once", append(owls(), self("gil", ActAsked, "t3")), self("gil", ActAsked, "t3"), Stale, "You have asked Larks already"},
		{"nobody asks for him", owls(), by("ann", ActAsked, "gil", "t3"), Internal, "asks for"},
		{"there is no such team", owls(), self("eve", ActAsked, "t9"), Stale, "no such team"},
		{"who has a team asks nobody", owls(), self("cleo", ActAsked, "t3"), Stale, "You play for Night Owls"},
		{"who is banned does not ask", append(owls(), by("ann", ActBanned, "gil", "rude")), self("gil", ActAsked, "t3"), Forbidden, "do not let you enter"},

		{"a captain invites", owls(), by("dan", ActCalled, "gil", "t3"), "", ""},
		{"a director invites too", owls(), by("ann", ActCalled, "gil", "t3"), "", ""},
		{"another captain does not", owls(), by("bob", ActCalled, "gil", "t3"), Forbidden, "Only the captain of Larks"},
		{"he invites once", append(owls(), by("dan", ActCalled, "gil", "t3")), by("dan", ActCalled, "gil", "t3"), Stale, "invited to Larks already"},
		{"he invites nobody from another team", owls(), by("dan", ActCalled, "cleo", "t3"), Stale, "cleo plays for Night Owls"},
		{"he invites no bot", owls(), func() Decision { d := by("dan", ActCalled, "", "t3"); d.Player = robotIn.Player; return d }(), Invalid, "bots are brought in"},

		{"who is invited joins", append(owls(), by("dan", ActCalled, "gil", "t3")), self("gil", ActJoined, "t3"), "", ""},
		{"who is not invited does not", owls(), self("eve", ActJoined, "t3"), Forbidden, "Its captain has to agree"},
		{"who asks does not let himself in", append(owls(), self("gil", ActAsked, "t3")), self("gil", ActJoined, "t3"), Forbidden, "Its captain has to agree"},
		{"a captain takes who asks", append(owls(), self("gil", ActAsked, "t3")), by("dan", ActJoined, "gil", "t3"), "", ""},
		{"he does not take who does not ask", owls(), by("dan", ActJoined, "eve", "t3"), Stale, "does not ask"},
		{"he does not take who asks others", append(owls(), self("gil", ActAsked, "t3")), by("bob", ActJoined, "gil", "t2"), Stale, "does not ask"},
		{"another captain takes nobody", append(owls(), self("gil", ActAsked, "t3")), by("bob", ActJoined, "gil", "t3"), Forbidden, "Only the captain of Larks"},
		{"a director fills a team up with a free player", owls(), by("ann", ActJoined, "eve", "t3"), "", ""},
		{"a director takes nobody from outside", owls(), by("ann", ActJoined, "gil", "t3"), Stale, "gil is not in this tournament"},
		{
			"a player belongs to one team", append(owls(), by("dan", ActCalled, "eve", "t3"), by("bob", ActCalled, "eve", "t2"), self("eve", ActJoined, "t3")),
			self("eve", ActJoined, "t2"), Stale, "one team of a tournament (R-TE-4)",
		},
		{"a director brings in a bot and puts it into a team", append(owls(), robotIn), func() Decision { d := robot("ann", ActJoined, "t3"); return d }(), "", ""},
		{
			"a team has two reserves at most", append(owls(), self("fay", ActAsked, "t2"), by("bob", ActJoined, "fay", "t2"), self("gil", ActAsked, "t2"), by("bob", ActJoined, "gil", "t2")),
			self("hal", ActAsked, "t2"), Stale, "4 players, which is as many",
		},

		{"a captain takes a player out", owls(), by("bob", ActReleased, "cleo", "t2"), "", ""},
		{"a player leaves his team", owls(), self("cleo", ActReleased, "t2"), "", ""},
		{"who asks thinks better of it", append(owls(), self("gil", ActAsked, "t3")), self("gil", ActReleased, "t3"), "", ""},
		{"a captain says no", append(owls(), self("gil", ActAsked, "t3")), by("dan", ActReleased, "gil", "t3"), "", ""},
		{"others take nobody out", owls(), by("dan", ActReleased, "cleo", "t2"), Forbidden, "Only the captain of Night Owls"},
		{"who is not in it is not taken out", owls(), by("bob", ActReleased, "eve", "t2"), Stale, "does not play for"},

		{"a captain sets the boards", owls(), by("bob", ActLined, "", "t2 cleo bob"), "", ""},
		{"a director does", owls(), by("ann", ActLined, "", "t2 cleo bob"), "", ""},
		{"the site does", owls(), by("", ActLined, "", "t2 cleo bob"), "", ""},
		{"a player does not", owls(), by("cleo", ActLined, "", "t2 cleo bob"), Forbidden, "Only the captain"},
		{"everybody has one board", owls(), by("bob", ActLined, "", "t2 cleo cleo"), Stale, "are others by now"},
		{"nobody else has one", owls(), by("bob", ActLined, "", "t2 cleo eve"), Stale, "are others by now"},
		{"nobody is forgotten", owls(), by("bob", ActLined, "", "t2 cleo"), Stale, "are others by now"},

		{"two complete teams start", owls()[:4], by("", ActStarted, "", ": bob cleo dan"), Internal, "of 2 teams 1 are complete"},
		{"nobody starts without a team", append(owls(), self("fay", ActAsked, "t3"), by("dan", ActJoined, "fay", "t3")), by("", ActStarted, "", ": bob cleo dan fay eve"), Internal, "without a team"},
		{"after the start teams stay as they are", inSeason(), by("bob", ActReleased, "cleo", "t2"), Stale, "has started"},
		{"the boards too", inSeason(), by("bob", ActLined, "", "t2 cleo bob fay"), Stale, "has started"},

		{"a captain lets a reserve play", inSeason(), by("bob", ActFielded, "fay", "2 R-TE-3: cleo is ill"), "", ""},
		{"a director does too", inSeason(), by("ann", ActFielded, "fay", "2 R-TE-3: cleo is ill"), "", ""},
		{"another captain does not", inSeason(), by("dan", ActFielded, "fay", "2 R-TE-3: cleo is ill"), Forbidden, "Only the captain of Night Owls"},
		{"who was replaced does not come back", append(inSeason(), by("bob", ActFielded, "fay", "2 R-TE-3: x")), by("bob", ActFielded, "cleo", "1 R-TE-3: x"), Stale, "is no reserve"},
		{"who has a board takes no other", inSeason(), by("bob", ActFielded, "bob", "2 R-TE-3: x"), Stale, "is no reserve"},
		{"a reserve does not take a reserve's place", inSeason(), by("bob", ActFielded, "fay", "3 R-TE-3: x"), Internal, "fields"},
		{"a reserve who is out does not play", append(inSeason(), by("ann", ActStruck, "fay", "forfeited R-FF-5: rude")), by("bob", ActFielded, "fay", "2 R-TE-3: x"), Stale, "is out of this"},
		{"why is said", inSeason(), by("bob", ActFielded, "fay", "2"), Internal, "fields"},
		{"not before the start", owls(), by("bob", ActFielded, "cleo", "1 R-TE-3: x"), Stale, "Before the start, set the boards"},
	} {
		t.Run(c.what, func(t *testing.T) {
			if _, err := directed(t, teamed, c.before...); err != nil {
				t.Fatalf("before it: %v", err)
			}
			is, err := directed(t, teamed, append(slices.Clone(c.before), c.do)...)
			if c.words == "" && err != nil || c.words != "" && (err == nil || KindOf(err) != c.kind || !strings.Contains(err.Error(), c.words)) {
				t.Errorf("got %v (%s), want %q", err, KindOf(err), c.words)
			}
			if err == nil {
				sound(t, is)
			}
		})
	}
	if _, err := directed(t, desk, self("bob", ActFounded, "Night Owls")); KindOf(err) != Invalid {
		t.Errorf("a tournament of players has teams: %v", err)
	}
}

// fatal is what a test may tell of a breach.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sound sees that the teams of a tournament are as they must be at any time.
func sound(t fatal, is Tournament) {
	t.Helper()
	for _, team := range is.Teams {
		players := is.LineUp(team.ID)
		captain := false
		for n, e := range players {
			captain = captain || e.Player.ID == team.Captain
			if e.Board != n+1 && (n < is.Boards || e.Board <= is.Boards+Reserves) { // behind them: who was replaced
				t.Fatalf("%s has board %d of %s, want %d", e.Player.ID, e.Board, team.Name, n+1)
			}
		}
		if !captain || len(players) > is.Boards+Reserves {
			t.Fatalf("%s has %d players, and its captain %s plays for it: %t", team.Name, len(players), team.Captain, captain)
		}
	}
	for _, e := range is.Entries {
		if _, ok := is.Team(e.Team); (e.Team != "") != ok || (e.Team == "") != (e.Board == 0) {
			t.Fatalf("%s has board %d of the team %q", e.Player.ID, e.Board, e.Team)
		}
	}
	for _, a := range is.Roles {
		e, in := is.Entrant(a.Player.ID)
		_, id, _ := strings.Cut(string(a.Role), " ")
		if _, ok := is.Team(id); a.Role.IsWish() && (!ok || in && e.Team != "") {
			t.Fatalf("%s has the role %q, plays for %q", a.Player.ID, a.Role, e.Team)
		}
	}
	for _, team := range is.Teams {
		if again, err := ParseTeam(team.String()); err != nil || again != team {
			t.Fatalf("%v is read as %v, %v", team, again, err)
		}
	}
}

func TestACaptainWhoLeavesHandsOver(t *testing.T) { // R-TE-4
	is, err := directed(t, teamed, append(owls(), self("bob", ActLeft, ""))...)
	if team, ok := is.Team("t2"); err != nil || !ok || team.Captain != "cleo" {
		t.Errorf("got %v, %v", is.Teams, err)
	}
	is, err = directed(t, teamed, append(owls(), self("gil", ActAsked, "t3"), self("dan", ActLeft, ""))...)
	if _, ok := is.Team("t3"); err != nil || ok || len(is.Roles) != 0 {
		t.Errorf("a team of nobody is left: %v, %v, %v", is.Teams, is.Roles, err)
	}
}

func TestTeamsStartInTheOrderOfTheirFirstBoards(t *testing.T) {
	is, err := directed(t, teamed, inSeason()...)
	if err != nil || is.Teams[0].Name != "Larks" || is.Teams[1].Name != "Night Owls" {
		t.Errorf("got %v, %v", is.Teams, err)
	}
	if sheet := is.Sheet("", nil, may); !slices.Equal(sheet.Teams, []string{"t3", "t2"}) || sheet.Entries[1].Team != "t2" || sheet.Entries[1].Board != 3 {
		t.Errorf("the sheet says %v of %v", sheet.Entries, sheet.Teams)
	}
}

func TestATournamentOfTeamsIsFullWhenAllAreComplete(t *testing.T) {
	log := append(owls(), self("eve", ActFounded, "Robins"), self("fay", ActAsked, "t3"), by("dan", ActJoined, "fay", "t3"))
	is, err := directed(t, teamed, log...)
	if err != nil || is.Full() {
		t.Errorf("full with %v: %v", is.Complete(), err)
	}
	is, err = directed(t, teamed, append(log, self("gil", ActAsked, "t7"), by("eve", ActJoined, "gil", "t7"))...)
	if err != nil || !is.Full() {
		t.Errorf("not full with %v: %v", is.Complete(), err)
	}
}

func TestWhateverIsDoneTeamsStaySound(t *testing.T) {
	names := strings.Fields("ann bob cleo dan eve fay gil hal ida")
	rapid.Check(t, func(r *rapid.T) {
		log := []Decision{}
		is := Tournament{}
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			acts := []TournamentAct{ActFounded, ActAsked, ActCalled, ActJoined, ActJoined, ActReleased, ActLined, ActEntered, ActLeft}
			act := rapid.SampledFrom(acts).Draw(r, "act")
			who, about := rapid.SampledFrom(names).Draw(r, "who"), rapid.SampledFrom(names).Draw(r, "about")
			text := fmt.Sprintf("t%d", rapid.IntRange(2, 30).Draw(r, "team"))
			if len(is.Teams) > 0 {
				text = is.Teams[rapid.IntRange(0, len(is.Teams)-1).Draw(r, "of")].ID
			}
			switch act {
			case ActFounded:
				about, text = who, rapid.StringMatching("[A-C]").Draw(r, "name")
			case ActEntered, ActLeft:
				about, text = who, ""
			case ActLined:
				players := is.LineUp(text)
				slices.Reverse(players)
				for _, e := range players {
					text += " " + e.Player.ID
				}
				about = ""
			}
			next, err := directed(t, teamed, append(slices.Clone(log), by(who, act, about, text))...)
			if KindOf(err) == Internal && err != nil && act != ActAsked {
				r.Fatalf("%s by %s about %s, %q: %v", act, who, about, text, err)
			}
			if err == nil {
				log, is = append(log, by(who, act, about, text)), next
				sound(r, is)
			}
		}
	})
}
