package storetest_test

import (
	"reflect"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/program"
	"kickabout/store"
	"kickabout/store/storetest"
)

// robot is a BOT account of an owner.
func robot(id string, owner league.Player) program.Program {
	return program.Program{
		Player: league.Player{ID: id, Name: id + " BOT", Kind: league.Program, Created: noon}, Owner: owner,
		Plays: "Any move", Site: "https://bots.example/", Created: noon,
	}
}

func TestPrograms(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bea := signUp(t, s, "ann").Player, signUp(t, s, "bea").Player
		one, two, other := robot("one", ann), robot("two", ann), robot("other", bea)
		two.Created, two.Player.Created = noon.Add(time.Hour), noon.Add(time.Hour)
		must(t, s.AddProgram(t.Context(), two, []string{"two"}, 2))
		must(t, s.AddProgram(t.Context(), one, []string{"one", "0ne"}, 2))
		wantKind(t, s.AddProgram(t.Context(), robot("three", ann), []string{"three"}, 2), league.Forbidden)
		wantKind(t, s.AddProgram(t.Context(), robot("nobody's", league.Player{ID: "nobody"}), []string{"nobodys"}, 2), league.Forbidden)
		wantKind(t, s.AddProgram(t.Context(), robot("copy", bea), []string{"copy", "0ne"}, 2), league.Stale)
		_, err := s.Player(t.Context(), "copy")
		wantKind(t, err, league.NotFound) // nothing of it was kept
		must(t, s.AddProgram(t.Context(), other, []string{"other"}, 2))
		if got, err := s.Programs(t.Context(), ann.ID); err != nil || !reflect.DeepEqual(got, []program.Program{one, two}) {
			t.Errorf("of ann are %+v, %v", got, err)
		}
		if got, err := s.Programs(t.Context(), ""); err != nil || len(got) != 3 || got[2].Player.ID != "two" {
			t.Errorf("there are %+v, %v", got, err)
		}
		if got, err := s.ProgramNamed(t.Context(), "0ne"); err != nil || !reflect.DeepEqual(got, one) {
			t.Errorf("by a key of its name it is %+v, %v", got, err)
		}
		_, err = s.ProgramNamed(t.Context(), "ann")
		wantKind(t, err, league.NotFound)

		one.Plays, one.Site, one.Arena = "The best move", "", true
		must(t, s.DescribeProgram(t.Context(), one))
		must(t, s.HearProgram(t.Context(), "one", noon.Add(time.Minute)))
		must(t, s.HearProgram(t.Context(), "one", noon)) // late
		one.Heard = noon.Add(time.Minute)
		if got, err := s.Program(t.Context(), "one"); err != nil || !reflect.DeepEqual(got, one) {
			t.Errorf("it is %+v, want %+v, %v", got, one, err)
		}
		_, err = s.Program(t.Context(), ann.ID)
		wantKind(t, err, league.NotFound)

		token := league.Token{Hash: hash("t1"), Player: "one", Label: "first", Created: noon, Scopes: league.ScopePlay, Ends: noon.Add(time.Hour)}
		must(t, s.AddProgramToken(t.Context(), token, 1))
		second := token
		second.Hash = hash("t2")
		wantKind(t, s.AddProgramToken(t.Context(), second, 1), league.Forbidden)
		second.Player = ann.ID
		wantKind(t, s.AddProgramToken(t.Context(), second, 1), league.NotFound) // no BOT account
		if _, who, err := s.Token(t.Context(), hash("t1")); err != nil || who.ID != "one" || who.Kind != league.Program {
			t.Errorf("the token is of %+v, %v", who, err)
		}
		for range 2 {
			must(t, s.CloseProgram(t.Context(), "one", noon.Add(2*time.Hour)))
		}
		_, _, err = s.Token(t.Context(), hash("t1"))
		wantKind(t, err, league.NotFound)
		second.Player = "one"
		wantKind(t, s.AddProgramToken(t.Context(), second, 1), league.Forbidden)
		must(t, s.DescribeProgram(t.Context(), one)) // which is of none that is open
		if got, err := s.Program(t.Context(), "one"); err != nil || !got.Closed.Equal(noon.Add(2*time.Hour)) || got.Arena {
			t.Errorf("closed it is %+v, %v", got, err)
		}
		must(t, s.AddProgram(t.Context(), robot("four", ann), []string{"four"}, 2)) // in the place of the one that is closed
		wantKind(t, s.CloseProgram(t.Context(), "nobody", noon), league.NotFound)
	})
}

func TestTheHoursOfTheArena(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		first, second := newMatch(1), newMatch(2)
		second.Seats[0], second.Seats[1] = second.Seats[1], second.Seats[0]
		for _, seat := range first.Seats {
			admit(t, s, seat.Player.Name)
		}
		if last, err := s.ArenaHour(t.Context()); err != nil || !last.IsZero() {
			t.Errorf("before the first: %v, %v", last, err)
		}
		must(t, s.BeginArena(t.Context(), noon, noon.Add(time.Minute), []league.Match{first}))
		wantKind(t, s.BeginArena(t.Context(), noon, noon.Add(time.Minute), []league.Match{second}), league.Stale) // by another node
		wantKind(t, s.BeginArena(t.Context(), noon.Add(time.Hour), noon, []league.Match{first}), league.Stale)    // a reservation that is taken
		if last, err := s.ArenaHour(t.Context()); err != nil || !last.Equal(noon) {
			t.Errorf("the last hour is %v, %v", last, err)
		}
		_, err := s.Match(t.Context(), league.Site(), second.ID)
		wantKind(t, err, league.NotFound)
		must(t, s.BeginArena(t.Context(), noon.Add(time.Hour), noon, nil)) // nobody was there
		must(t, s.BeginArena(t.Context(), noon.Add(2*time.Hour), noon, []league.Match{second}))
		games, err := s.ArenaGames(t.Context(), noon)
		must(t, err)
		want := []program.Game{
			{Match: first.ID, Hour: noon, First: first.Seats[first.SeatOf(engine.First)].Player.ID, Second: first.Seats[first.SeatOf(engine.Second)].Player.ID},
			{Match: second.ID, Hour: noon.Add(2 * time.Hour), First: second.Seats[second.SeatOf(engine.First)].Player.ID, Second: second.Seats[second.SeatOf(engine.Second)].Player.ID},
		}
		if !reflect.DeepEqual(games, want) {
			t.Errorf("the games are %+v, want %+v", games, want)
		}
		if games, err = s.ArenaGames(t.Context(), noon.Add(time.Second)); err != nil || len(games) != 1 {
			t.Errorf("since the first hour there are %+v, %v", games, err)
		}
	})
}

func TestAnAccountBecomesAProgram(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bea, cleo := signUp(t, s, "ann").Player, signUp(t, s, "bea"), signUp(t, s, "cleo")
		marked := func(a league.Account) program.Program {
			p := robot(a.Player.ID, ann)
			p.Player.Created = a.Player.Created
			return p
		}
		other := bea
		other.Password = "another"
		wantKind(t, s.MarkProgram(t.Context(), other, marked(bea), []string{"bea bot"}, 1), league.Stale)
		wantKind(t, s.MarkProgram(t.Context(), bea, marked(bea), []string{"cleo"}, 1), league.Stale)
		nobodys := marked(bea)
		nobodys.Owner = league.Player{ID: "nobody"}
		wantKind(t, s.MarkProgram(t.Context(), bea, nobodys, []string{"bea bot"}, 1), league.Forbidden)
		must(t, s.SetRole(t.Context(), cleo.Player.ID, league.NoRole, league.Moderator, logged("set role", cleo.Player.ID)))
		wantKind(t, s.MarkProgram(t.Context(), cleo, marked(cleo), []string{"cleo bot"}, 1), league.Forbidden)
		if p, err := s.Player(t.Context(), bea.Player.ID); err != nil || p.Kind != league.Member || p.Name != "bea" {
			t.Errorf("what was refused has made of it %+v, %v", p, err)
		}

		must(t, s.MarkProgram(t.Context(), bea, marked(bea), []string{"bea", "bea bot"}, 1))
		if got, err := s.ProgramNamed(t.Context(), "bea bot"); err != nil || !reflect.DeepEqual(got, marked(bea)) {
			t.Errorf("it is %+v, %v", got, err)
		}
		_, err := s.AccountOf(t.Context(), bea.Player.ID)
		wantKind(t, err, league.NotFound)
		_, _, err = s.Session(t.Context(), sessionOf("bea first"))
		wantKind(t, err, league.NotFound)
		again, keys := member("bea")
		again.Player.ID = "another bea"
		wantKind(t, s.SignUp(t.Context(), again, keys, session("another bea", "x")), league.Stale) // its old name stays its own
		must(t, s.SetRole(t.Context(), cleo.Player.ID, league.Moderator, league.NoRole, logged("set role", cleo.Player.ID)))
		wantKind(t, s.MarkProgram(t.Context(), cleo, marked(cleo), []string{"cleo bot"}, 1), league.Forbidden) // the owner has as many as they may
		must(t, s.MarkProgram(t.Context(), cleo, marked(cleo), []string{"cleo bot"}, 2))
	})
}

func TestAMarkGoesWithItsStep(t *testing.T) { // R-BO-5
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		step := against("m", league.SanctionProgram, ann.Player.ID)
		step.Subject, step.Name, step.Keys = "ann", "ann BOT", []string{"ann bot"}
		must(t, s.Impose(t.Context(), step))
		if a, err := s.Account(t.Context(), "ann bot"); err != nil || a.Player.Kind != league.Expelled || a.Player.Name != "ann BOT" {
			t.Errorf("it is %+v, %v", a, err)
		}
		wantKind(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")), league.Stale)
		undo := step
		undo.Lifted = league.Verdict{At: noon, Why: "a mistake"}
		must(t, s.Lift(t.Context(), undo))
		if p, err := s.Player(t.Context(), ann.Player.ID); err != nil || p.Kind != league.Member || p.Name != "ann" {
			t.Errorf("undone it is %+v, %v", p, err)
		}
		_, err := s.Account(t.Context(), "ann bot")
		wantKind(t, err, league.NotFound)
	})
}
