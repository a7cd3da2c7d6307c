package office_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/league/transcript"
	"kickabout/store"
	"kickabout/store/storetest"
)

// inTeams changes terms to those of a tournament of teams.
func inTeams(t *league.TournamentTerms) {
	t.Format, t.Places, t.Boards, t.Waiting = "teams", 3, 4, false
}

// team does something in a team.
func (c *club) team(by league.Player, id string, f tournaments.TeamForm) {
	c.t.Helper()
	c.must(c.InTeam(context.Background(), by, id, f))
}

// founded lets the first of some players found a team and the others join it, and returns
// its id.
func (c *club) founded(id, name string, players ...league.Player) string {
	c.t.Helper()
	captain := players[0]
	c.team(captain, id, tournaments.TeamForm{Act: "found", Name: name})
	e, _ := c.tournament(id).Tournament.Entrant(captain.ID)
	for i, p := range players[1:] {
		if i%2 == 0 {
			c.team(p, id, tournaments.TeamForm{Act: "ask", Team: e.Team})
			c.team(captain, id, tournaments.TeamForm{Act: "take", Team: e.Team, Player: p.ID})
			continue
		}
		c.team(captain, id, tournaments.TeamForm{Act: "call", Team: e.Team, Player: p.Name})
		c.team(p, id, tournaments.TeamForm{Act: "join", Team: e.Team})
	}
	return e.Team
}

// teamLeague opens a tournament of three complete teams, one of which has a reserve, and
// returns its id, the ids of the teams and the players: 0 to 4, 5 to 8, 9 to 12.
func (c *club) teamLeague(change func(*league.TournamentTerms)) (id string, teams []string, people []league.Player) {
	c.t.Helper()
	for _, name := range strings.Fields("Abe Bob Cleo Dan Eve Fay Gil Hal Ida Jan Kim Lou Mia") {
		people = append(people, c.signedUp(name))
	}
	id = c.opened(people[0], func(t *league.TournamentTerms) {
		if inTeams(t); change != nil {
			change(t)
		}
	})
	teams = append(teams, c.founded(id, "Night Owls", people[:5]...), c.founded(id, "Larks", people[5:9]...), c.founded(id, "Robins", people[9:]...))
	return id, teams, people
}

// resigns lets somebody give up each of the matches that run, by chance.
func (c *club) resigns(id string, r *rand.Rand) (some bool) {
	c.t.Helper()
	for _, m := range c.running(id) {
		_, err := c.Resign(context.Background(), m.Seats[r.IntN(2)].Player, m.ID, c.Now())
		c.must(err)
		some = true
	}
	return some
}

// standing writes the table of teams: rank, name, match points, board points.
func (c *club) standing(id string) string {
	c.t.Helper()
	v := c.tournament(id)
	var rows []string
	for _, r := range v.Teams.Rows() {
		team, _ := v.Tournament.Team(r.Team)
		rows = append(rows, fmt.Sprintf("%d %s %d %v", r.Rank, team.Name, r.MatchPoints, r.Points))
	}
	return strings.Join(rows, ", ")
}

func TestALeagueOfTeamsIsPlayedToItsEnd(t *testing.T) { // R-TE-1, R-TE-2
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id, _, people := c.teamLeague(nil)
		stranger := c.signedUp("Ned")
		c.enter(id, stranger)
		c.must(c.StartTournament(context.Background(), people[0], id))
		v := c.tournament(id)
		if n := len(c.running(id)); n != 8 || len(v.Tournament.Entries) != 13 || v.Tournament.Teams == nil {
			t.Fatalf("%d games begin with %d players", n, len(v.Tournament.Entries))
		}
		if _, in := v.Tournament.Entrant(stranger.ID); in {
			t.Error("who plays for no team is in it")
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 3 {
			if n := len(c.running(id)); n != 8 {
				t.Errorf("%d games run at a time", n)
			}
			c.resigns(id, r)
		}
		v = c.tournament(id)
		rows := v.Teams.Rows()
		if v.Tournament.State != league.Finished || len(v.Matches) != 24 || len(v.Tournament.Winners()) < 4 {
			t.Fatalf("%s with %d games, %d winners", v.Tournament.State, len(v.Matches), len(v.Tournament.Winners()))
		}
		for _, w := range v.Tournament.Winners() {
			if e, _ := v.Tournament.Entrant(w.ID); e.Team != rows[0].Team {
				t.Errorf("%s wins, and plays for %s", w.Name, e.Team)
			}
		}
		if rows[0].MatchPoints+rows[1].MatchPoints+rows[2].MatchPoints != 6 || rows[0].Points+rows[1].Points+rows[2].Points != 24*50 {
			t.Errorf("the table is %s", c.standing(id))
		}
		log, err := c.store.TournamentLog(context.Background(), league.Site(), id, 0, 1000)
		c.must(err)
		again, err := league.ReplayTournament(id, v.Tournament.GID, v.Tournament.Head, log)
		again.Serial = v.Tournament.Serial // it is no part of the log
		if c.must(err); again.Differs(v.Tournament) != "" || fmt.Sprint(again.Teams) != fmt.Sprint(v.Tournament.Teams) {
			t.Errorf("its log comes to something else: %s", again.Differs(v.Tournament))
		}
	})
}

func TestIncompleteTeamsAreLeftOut(t *testing.T) { // R-TE-1
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	id, teams, people := c.teamLeague(func(t *league.TournamentTerms) { t.Places, t.Starts = 4, c.Now().Add(time.Hour) })
	c.founded(id, "Storks", c.signedUps("Ned", "Oda", "Pia")...)
	c.team(people[9], id, tournaments.TeamForm{Act: "release", Team: teams[2], Player: people[12].ID})
	err := c.StartTournament(context.Background(), people[0], id)
	c.refused(err, league.Invalid, "It takes at least 3 complete teams to start. There are 2 so far.")
	// Who was taken out is free, so that a director can put him back.
	c.team(people[0], id, tournaments.TeamForm{Act: "take", Team: teams[2], Player: people[12].ID})
	c.must(c.StartTournament(context.Background(), people[0], id))
	v := c.tournament(id)
	if len(v.Tournament.Teams) != 3 || len(v.Tournament.Entries) != 13 {
		t.Fatalf("%d teams start, %v", len(v.Tournament.Teams), v.Tournament.Teams)
	}
	if !slices.ContainsFunc(v.Tournament.Log, func(d league.Decision) bool { return d.Text == "R-TE-1: Storks has 3 of 4 players" }) {
		t.Error("nobody is told why")
	}
}

func TestATeamInvitesNobodyWhoIsBanned(t *testing.T) { // R-UT-7
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
	id := c.opened(ann, inTeams)
	call := tournaments.TeamForm{Act: "call", Team: c.founded(id, "Night Owls", ann), Player: "Bob"}
	c.must(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "ban", Player: "Bob", Text: "rude"}))
	wantFields(t, c.InTeam(t.Context(), ann, id, call), "player")
	c.must(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "invite", Player: "Bob"}))
	c.team(ann, id, call)
	c.team(bob, id, tournaments.TeamForm{Act: "join", Team: call.Team})
}

func TestOnItsDayALeagueOfTooFewTeamsIsCancelled(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	id, teams, people := c.teamLeague(func(t *league.TournamentTerms) { t.Starts = c.Now().Add(time.Hour) })
	c.team(people[12], id, tournaments.TeamForm{Act: "release", Team: teams[2], Player: people[12].ID})
	c.wait(2 * time.Hour)
	c.must(c.Advance(context.Background()))
	if v := c.tournament(id); v.Tournament.State != league.Cancelled || lastText(v) != "R-UT-1: on its day there were 2 of at least 3 complete teams" {
		t.Errorf("%s: %s", v.Tournament.State, lastText(v))
	}
}

func TestTheLastPlayerOfTheLastTeamStartsALeague(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	id, _, _ := c.teamLeague(func(t *league.TournamentTerms) { t.WhenFull = true })
	if v := c.tournament(id); v.Tournament.State != league.Running || len(c.running(id)) != 8 {
		t.Errorf("it is %s", v.Tournament.State)
	}
}

func TestBoardsGoByRating(t *testing.T) { // R-TE-3
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Abe", "Bob", "Cleo", "Dan")
	for i := range 6 { // Abe comes to be rated far above, Bob far below
		m := c.ended(2*i, [2]league.Player{people[0], people[1]}, "lg", 90*i, engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}}, [2]int{9, 9})
		c.must(c.store.CreateMatch(context.Background(), m))
	}
	c.wait(24 * time.Hour)
	c.must(c.Rate(context.Background()))
	id := c.opened(people[0], inTeams)
	team := c.founded(id, "Night Owls", people...)
	ratings, err := c.TeamStrengths(context.Background(), c.tournament(id).Tournament)
	c.must(err)
	abe, bob := ratings[people[0].ID], ratings[people[1].ID]
	if abe < bob+101 || ratings[people[2].ID] != 1500 {
		t.Fatalf("the ratings are %d and %d", abe, bob)
	}
	boards := func(order ...int) map[string]string {
		numbers := map[string]string{}
		for n, i := range order {
			numbers[people[i].ID] = fmt.Sprint(n + 1)
		}
		return numbers
	}
	before := c.tournament(id).Tournament.Last
	err = c.InTeam(context.Background(), people[0], id, tournaments.TeamForm{Act: "line-up", Team: team, Boards: boards(1, 0, 2, 3)})
	c.refused(err, league.Invalid, fmt.Sprintf("Bob is rated %d and cannot play above Abe, who is rated %d", bob, abe))
	same := boards(0, 2, 3, 1)
	same[people[1].ID] = "3"
	c.refused(c.InTeam(context.Background(), people[0], id, tournaments.TeamForm{Act: "line-up", Team: team, Boards: same}), league.Invalid, "the same number, 3")
	same[people[1].ID] = "5"
	c.refused(c.InTeam(context.Background(), people[0], id, tournaments.TeamForm{Act: "line-up", Team: team, Boards: same}), league.Invalid, "a number from 1 to 4")
	if after := c.tournament(id).Tournament.Last; after != before {
		t.Errorf("what was refused changes something: %d events, then %d", before, after)
	}
	c.team(people[0], id, tournaments.TeamForm{Act: "line-up", Team: team, Boards: boards(0, 3, 2, 1)})
	var order []string
	for _, e := range c.tournament(id).Tournament.LineUp(team) {
		order = append(order, e.Player.Name)
	}
	if strings.Join(order, " ") != "Abe Dan Cleo Bob" {
		t.Errorf("the boards are %v", order)
	}
	last := c.tournament(id).Tournament.Last
	c.team(people[0], id, tournaments.TeamForm{Act: "line-up", Team: team, Boards: boards(0, 3, 2, 1)})
	if c.tournament(id).Tournament.Last != last {
		t.Error("the same boards set twice are an event")
	}
}

func TestWhoLeavesATeamLosesHisGamesAloneAndItsMatchesGoOn(t *testing.T) { // R-TE-4, R-FF-8
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id, teams, people := c.teamLeague(nil)
		c.must(c.StartTournament(context.Background(), people[0], id))
		c.must(c.WithdrawFrom(context.Background(), people[6], id)) // board 2 of the Larks, of whom no game is over
		r := rand.New(rand.NewPCG(3, 4))
		for c.resigns(id, r) {
		}
		v := c.tournament(id)
		if v.Tournament.State != league.Finished {
			t.Fatalf("it is %s", v.Tournament.State)
		}
		for _, m := range v.Matches {
			if side := m.SideOf(people[6].ID); side != engine.NoSide && (m.State.Outcome.Ending != engine.Forfeit || m.State.Outcome.Winner == side) {
				t.Errorf("%s: he is out, and it is %+v", m.Fixture, m.State.Outcome)
			}
		}
		for _, m := range v.Teams.Matches {
			if i := slices.Index(m.Teams[:], teams[1]); i >= 0 && m.Boards[1].Points[i] != 0 {
				t.Errorf("%s: a missing board has %v", m.Key, m.Boards[1].Points)
			}
		}
	})
}

// gamesOf lists the matches of a player that count.
func (c *club) gamesOf(id string, p league.Player) (games []league.Match) {
	c.t.Helper()
	for _, m := range c.tournament(id).Matches {
		if m.SideOf(p.ID) != engine.NoSide {
			games = append(games, m)
		}
	}
	return games
}

func TestAReserveTakesOverABoard(t *testing.T) { // R-TE-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id, teams, people := c.teamLeague(func(t *league.TournamentTerms) { t.AtOnce, t.Control = true, "lg" })
		captain, bob, reserve := people[0], people[1], people[4]
		c.must(c.StartTournament(context.Background(), captain, id))
		before := c.gamesOf(id, bob)
		field := tournaments.TeamForm{Act: "field", Team: teams[0], Player: reserve.ID, Board: "2", Text: "Bob is away"}
		c.refused(c.InTeam(context.Background(), people[5], id, field), league.Forbidden, "Only the captain of Night Owls")
		wordless := field
		wordless.Text = ""
		c.refused(c.InTeam(context.Background(), captain, id, wordless), league.Invalid, "Say why")
		c.team(captain, id, field)
		last := c.tournament(id).Tournament.Last
		c.team(captain, id, field)
		if again := c.tournament(id).Tournament.Last; again != last {
			t.Errorf("done twice it is two events: %d, %d", last, again)
		}
		if n := len(c.gamesOf(id, bob)); n != 0 {
			t.Errorf("no game of his was over, and %d are still his", n)
		}
		after := c.gamesOf(id, reserve)
		if len(before) != 4 || len(after) != 4 || !strings.HasSuffix(after[0].Fixture, "b2.2") || !after[0].Rated {
			t.Errorf("of %d games %d begin anew: %s", len(before), len(after), after[0].Fixture)
		}
		for _, m := range before {
			if v := c.mustMatch(m.ID); v.Record.Outcome().Ending != engine.Void {
				t.Errorf("%s was %q", m.Fixture, v.Record.Outcome().Ending)
			}
		}
		c.refused(c.InTeam(context.Background(), captain, id, tournaments.TeamForm{Act: "field", Team: teams[0], Player: bob.ID, Board: "1", Text: "back"}), league.Stale, "is no reserve")
	})
}

func TestAGameThatIsHandedOverGoesOn(t *testing.T) { // R-TE-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id, teams, people := c.teamLeague(func(t *league.TournamentTerms) { t.AtOnce, t.Control = true, "lg" })
		captain, bob, reserve := people[0], people[1], people[4]
		c.must(c.StartTournament(context.Background(), captain, id))
		_, err := c.Resign(context.Background(), bob, c.gamesOf(id, bob)[0].ID, c.Now())
		c.must(err)
		var mine league.Match // in which it is his turn
		for _, m := range c.gamesOf(id, bob) {
			if m.State.ToMove == m.SideOf(bob.ID) {
				mine = m
			}
		}
		c.wait(200 * time.Hour) // of 240
		v := c.mustMatch(mine.ID)
		c.team(captain, id, tournaments.TeamForm{Act: "field", Team: teams[0], Player: reserve.ID, Board: "2", Text: "Bob is away"})
		if n := len(c.gamesOf(id, bob)); n != 1 {
			t.Errorf("%d games are his", n)
		}
		handed := c.mustMatch(mine.ID)
		side := handed.Match.SideOf(reserve.ID)
		if side == engine.NoSide || handed.Match.SideOf(bob.ID) != engine.NoSide || handed.Match.Rated {
			t.Fatalf("the seats are %v, rated %t", handed.Match.Seats, handed.Match.Rated)
		}
		if was, is := v.Clocks.Left(side, c.Now()), handed.Clocks.Left(side, c.Now()); was >= 72*time.Hour || is != 72*time.Hour {
			t.Errorf("he had %v left, the reserve has %v", was, is)
		}
		if other := side.Other(); handed.Clocks.Bank[other-1] != v.Clocks.Bank[other-1] || handed.Record.Position.String() != v.Record.Position.String() {
			t.Error("it is another game")
		}
		for _, m := range c.gamesOf(id, reserve) {
			if v := c.mustMatch(m.ID); m.ID != mine.ID && v.Record.Next().Side != v.Match.SideOf(reserve.ID) && v.Clocks.Left(v.Match.SideOf(reserve.ID), c.Now()) != 240*time.Hour {
				t.Errorf("%s: his bank is %v", m.Fixture, v.Clocks.Left(v.Match.SideOf(reserve.ID), c.Now()))
			}
		}
		_, err = c.Play(context.Background(), bob, playing.Turn{Match: mine.ID, Seen: handed.Record.Seq, Move: anyMove(handed), Arrived: c.Now()})
		c.refused(err, league.Forbidden, "You do not play in this game")
		_, err = c.Play(context.Background(), reserve, playing.Turn{Match: mine.ID, Seen: handed.Record.Seq, Move: anyMove(handed), Arrived: c.Now()})
		c.must(err)
		proof, err := c.Proof(t.Context(), c.mustMatch(mine.ID))
		c.must(err)
		if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
			t.Errorf("the dice do not hold: %v", err)
		}
		r := rand.New(rand.NewPCG(5, 6))
		for c.resigns(id, r) {
		}
		end := c.tournament(id)
		if end.Tournament.State != league.Finished || len(end.Matches) != 24 {
			t.Errorf("%s after %d games", end.Tournament.State, len(end.Matches))
		}
		c.must(c.Rate(context.Background()))
	})
}

func TestATeamIsStruckAfterALookAtWhatItWouldDo(t *testing.T) { // R-FF-5, R-FF-6
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id, teams, people := c.teamLeague(func(t *league.TournamentTerms) { t.AtOnce = true })
		c.must(c.StartTournament(context.Background(), people[0], id))
		for _, m := range c.gamesOf(id, people[5])[:1] {
			_, err := c.Resign(context.Background(), people[5], m.ID, c.Now())
			c.must(err)
		}
		v := c.tournament(id)
		strike, err := c.StrikeOf(v, teams[1])
		c.must(err)
		if strike.Finished != 1 || strike.Scheduled != 16 || strike.Prescribed != league.Voided || !strike.Voided[2].Out || strike.Voided[2].Player != teams[1] || strike.Forfeited[2].Out {
			t.Errorf("it would do %+v", strike)
		}
		alone, err := c.StrikeOf(v, people[6].ID)
		c.must(err)
		if alone.Prescribed != league.Forfeited || alone.Voided != nil || len(alone.Forfeited) != 3 {
			t.Errorf("of a player it would do %+v", alone)
		}
		c.refused(c.Strike(context.Background(), people[5], id, teams[1], "lost interest"), league.Forbidden, "Only who directs")
		c.refused(c.Strike(context.Background(), people[0], id, teams[1], " "), league.Invalid, "Say why")
		c.must(c.Strike(context.Background(), people[0], id, teams[1], "lost interest"))
		c.refused(c.Strike(context.Background(), people[0], id, teams[1], "lost interest"), league.Stale, "out of the tournament already")
		after := c.tournament(id)
		for i, r := range after.Teams.Rows() {
			if want := strike.Voided[i]; r.Team != want.Player || r.Out != want.Out || r.Rank != want.Rank {
				t.Errorf("row %d is %+v, and was to be %+v", i, r, want)
			}
		}
		for _, m := range c.running(id) {
			for _, p := range people[5:9] {
				if m.SideOf(p.ID) != engine.NoSide {
					t.Errorf("%s of a team that is out goes on", m.Fixture)
				}
			}
		}
		if n := len(c.running(id)); n != 8 {
			t.Errorf("%d games of the two others run", n)
		}
		c.resigns(id, rand.New(rand.NewPCG(7, 8)))
		if end := c.tournament(id); end.Tournament.State != league.Finished || len(end.Tournament.Winners()) < 4 {
			t.Errorf("%s, won by %v", end.Tournament.State, end.Tournament.Winners())
		}
	})
}

func TestWhoIsOutInTheNextRoundLosesItToo(t *testing.T) { // R-TE-4
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	id, teams, people := c.teamLeague(nil)
	c.must(c.StartTournament(context.Background(), people[0], id))
	c.must(c.Strike(context.Background(), people[0], id, people[1].ID, "lost interest")) // board 2 of the Night Owls
	r := rand.New(rand.NewPCG(9, 10))
	for range 2 {
		c.resigns(id, r)
	}
	if n := len(c.running(id)); n != 8 && n != 6 {
		t.Errorf("%d games run in the third round", n)
	}
	c.team(people[0], id, tournaments.TeamForm{Act: "field", Team: teams[0], Player: people[4].ID, Board: "2", Text: "one is missing"})
	for c.resigns(id, r) {
	}
	v := c.tournament(id)
	lost := 0
	for _, m := range c.gamesOf(id, people[1]) {
		if m.State.Outcome.Ending == engine.Forfeit {
			lost++
		}
	}
	if v.Tournament.State != league.Finished || lost == 0 || len(v.Matches) != 24 {
		t.Errorf("%s with %d games, %d of them lost without play", v.Tournament.State, len(v.Matches), lost)
	}
}
