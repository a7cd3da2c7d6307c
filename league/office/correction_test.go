package office_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	deskleague "kickabout/league/desk"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// putRight is a form for a result.
func putRight(o engine.Outcome) correction.Form {
	return correction.Form{
		Ending: string(o.Ending), Winner: o.Winner.String(), Goals: [2]string{strconv.Itoa(o.Score[0]), strconv.Itoa(o.Score[1])}, Reason: "the server was at fault",
	}
}

// possibleResults are results that a match of StreetSoccer can be corrected to.
func possibleResults() []engine.Outcome {
	return []engine.Outcome{
		{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}},
		{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 3}},
		{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}},
		{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}},
		{Ending: engine.Goalless},
		{Ending: engine.Timeout, Winner: engine.First},
		{Ending: engine.DoubleForfeit},
		{Ending: engine.Void},
	}
}

// rowsText writes tables, with all that is in them.
func rowsText(v tournaments.TournamentView) string { return fmt.Sprintf("%+v", v.Rows) }

// league4 is a double round robin of four that is rated, with some of its games over and one always running.
func (c *club) league4() (people []league.Player, id string, over []league.Match) {
	c.t.Helper()
	people = c.members("Ann", "Bob", "Cleo", "Dan")
	id = c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Cycles, p.Control = "4", "2", "lg" })
	c.wait(time.Hour)
	for i, m := range c.running(id) {
		if i%4 == 3 {
			continue
		}
		c.moved(m.ID, 20)
		c.wait(time.Hour)
		loser := m.Seats[i%2].Player
		_, err := c.Resign(c.t.Context(), loser, m.ID, c.Now())
		c.must(err)
	}
	for _, m := range c.tournament(id).Matches {
		if m.State.Outcome.Over() {
			over = append(over, m)
		}
	}
	slices.SortFunc(over, league.ByEnd)
	return people, id, over
}

// consistent fails if anything that is stored is not what the logs say, or ratings are not those of a full recount.
func (c *club) consistent(people []league.Player) {
	c.t.Helper()
	c.recounted()
	if lines := c.recheck(); len(lines) > 0 {
		c.t.Error(lines)
	}
	if _, err := c.RecheckMatches(c.t.Context(), false, func(line string) { c.t.Error(line) }); err != nil {
		c.t.Error(err)
	}
	had := c.standings(people)
	c.must(c.RateAgain(c.t.Context()))
	if again := c.standings(people); !slices.Equal(again, had) {
		c.t.Errorf("rated anew the players have\n%s\nand had\n%s", strings.Join(again, "\n"), strings.Join(had, "\n"))
	}
}

// TestCorrectedAndUndoneNothingHasChanged corrects and undoes at random: each time the table is the one that was shown
// before, and all that is stored follows from the logs; when all is undone it is as it was.
func TestCorrectedAndUndoneNothingHasChanged(t *testing.T) { // R-CO-1, R-CO-2, R-RA-6
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, id, over := c.league4()
		ann := people[0]
		if len(over) != 9 || len(c.running(id)) != 3 {
			t.Fatalf("%d games are over", len(over))
		}
		rows, rated := rowsText(c.tournament(id)), c.standings(people)
		if len(rated) != 4 {
			t.Fatalf("rated are %v", rated)
		}
		r := rand.New(rand.NewPCG(17, 1))
		type made struct {
			match string
			event int
		}
		var stack []made
		tables := map[string]bool{rows: true}
		for range 12 {
			m := over[r.IntN(len(over))]
			f := putRight(possibleResults()[r.IntN(len(possibleResults()))])
			shown, err := c.Correction(t.Context(), ann, m.ID, &f)
			if league.KindOf(err) == league.Invalid { // it is so already
				continue
			}
			c.must(err)
			c.must(c.Correct(t.Context(), ann, m.ID, f))
			v := c.tournament(id)
			if got, want := rowsText(v), fmt.Sprintf("%+v", shown.Effect.After); got != want {
				t.Errorf("the table is\n%s\nand was shown as\n%s", got, want)
			}
			ratings, err := c.RatingsOf(t.Context(), league.Site(), m.ID)
			c.must(err)
			for seat, change := range ratings {
				if want := shown.Effect.Ratings[1][seat]; change.After != want.After || change.Why != want.Why {
					t.Errorf("the rating is %+v and was shown as %+v", change.After, want.After)
				}
			}
			if tables[rowsText(v)] = true; r.IntN(3) == 0 {
				c.consistent(people)
			}
			stack = append(stack, made{m.ID, v.Tournament.Last})
		}
		if len(stack) < 6 || len(tables) < 5 {
			t.Fatalf("%d corrections have made %d tables", len(stack), len(tables))
		}
		c.consistent(people)
		if slices.Equal(c.standings(people), rated) {
			t.Error("no rating has changed")
		}
		for _, m := range slices.Backward(stack) {
			c.must(c.UndoCorrection(t.Context(), ann, m.match, m.event, ""))
		}
		if got := rowsText(c.tournament(id)); got != rows {
			t.Errorf("undone, the table is\n%s\nand was\n%s", got, rows)
		}
		if got := c.standings(people); !slices.Equal(got, rated) {
			t.Errorf("undone, the ratings are\n%s\nand were\n%s", strings.Join(got, "\n"), strings.Join(rated, "\n"))
		}
		for _, m := range c.tournament(id).Matches {
			if m.Corrected.Over() {
				t.Errorf("match %s still counts by %+v", m.ID, m.Corrected)
			}
		}
		c.consistent(people)
	})
}

// TestWhoCorrectsAResultAndWhoDoesNot holds each refusal against the log, which must stay as it is (R-UT-9).
func TestWhoCorrectsAResultAndWhoDoesNot(t *testing.T) { // R-CO-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		ctx := t.Context()
		c := newClub(t, open())
		people, id, over := c.league4()
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		eve, mod, ada := c.members("Eve")[0], c.officer("Mo", league.Moderator), c.officer("Ada", league.Admin)
		guest := league.Player{ID: "id-guest", Kind: league.Guest}
		among := func(p, q league.Player) string {
			for _, m := range over {
				if m.SideOf(p.ID) != engine.NoSide && m.SideOf(q.ID) != engine.NoSide {
					return m.ID
				}
			}
			t.Fatal("they have no game")
			return ""
		}
		match := among(bob, cleo)
		won := putRight(possibleResults()[4])
		last := c.tournament(id).Tournament.Last
		refused := func(err error, kind league.Kind, part string) {
			t.Helper()
			c.refused(err, kind, part)
			if now := c.tournament(id).Tournament.Last; now != last {
				t.Fatalf("what is refused (%s) leaves an event in the log", part)
			}
		}
		for _, by := range []league.Player{bob, dan, eve, mod} {
			refused(c.Correct(ctx, by, match, won), league.Forbidden, "Only who directs the tournament of this game, and the admins")
			_, err := c.Correction(ctx, by, match, nil)
			refused(err, league.Forbidden, "Only who directs")
			if may, err := c.MayCorrect(ctx, by, c.mustMatch(match).Match); may || err != nil {
				t.Errorf("%s may: %t, %v", by.Name, may, err)
			}
		}
		for _, nobody := range []league.Player{guest, {}} {
			refused(c.Correct(ctx, nobody, match, won), league.Forbidden, "account")
		}
		fay := c.signedUp("Fay")
		c.desk(ann, id, deskleague.DeskForm{Act: "appoint", Player: fay.Name})
		last = c.tournament(id).Tournament.Last
		refused(c.Correct(ctx, ann, among(ann, bob), won), league.Forbidden, "You play in this game yourself")
		c.desk(ann, id, deskleague.DeskForm{Act: "dismiss", Player: fay.ID})
		last = c.tournament(id).Tournament.Last
		running := c.running(id)[0].ID
		refused(c.Correct(ctx, ann, running, won), league.Stale, "still being played")
		bad := won
		bad.Ending = "by magic"
		refused(c.Correct(ctx, ann, match, bad), league.Invalid, "Choose how the game ended")
		bad = won
		bad.Winner = "first"
		refused(c.Correct(ctx, ann, match, bad), league.Invalid, "Nobody wins")
		bad = won
		bad.Goals[1] = "two"
		refused(c.Correct(ctx, ann, match, bad), league.Invalid, "whole number")
		bad = won
		bad.Reason = " "
		refused(c.Correct(ctx, ann, match, bad), league.Invalid, "Say why")
		refused(c.Correct(ctx, ann, match, putRight(c.mustMatch(match).Record.Outcome())), league.Invalid, "That is the result already")
		refused(c.Correct(ctx, ann, "no-such", won), league.NotFound, "no such")
		refused(c.UndoCorrection(ctx, ann, match, last, ""), league.Stale, "does not stand")

		// Two at once: the second has seen another result.
		won.Was = correction.ResultText(c.mustMatch(match).Match.State.Outcome)
		second := putRight(possibleResults()[0])
		second.Was = won.Was
		c.must(c.Correct(ctx, ann, match, won))
		first := c.tournament(id).Tournament.Last
		last = first
		refused(c.Correct(ctx, ann, match, second), league.Stale, "has been corrected since you looked")
		refused(c.UndoCorrection(ctx, bob, match, first, ""), league.Forbidden, "Only who directs")
		second.Was = ""
		c.must(c.Correct(ctx, ann, match, second))
		last = c.tournament(id).Tournament.Last
		refused(c.UndoCorrection(ctx, ann, match, first, ""), league.Stale, "corrected again since")

		// 14 days later those who direct it cannot any more, and admins can.
		c.desk(ann, id, deskleague.DeskForm{Act: "pause", Text: "so that it is still being played by then"})
		c.wait(14*24*time.Hour + time.Minute)
		second.Was = ""
		last = c.tournament(id).Tournament.Last
		refused(c.Correct(ctx, ann, match, won), league.Stale, "more than 14 days ago")
		refused(c.UndoCorrection(ctx, ann, match, last, ""), league.Stale, "more than 14 days ago")
		audited := func() (lines []string) {
			t.Helper()
			log, err := c.Moderation.Log(ctx, conduct.Operator(), 1<<30, 100)
			c.must(err)
			for _, l := range log {
				if l.Act == string(conduct.CorrectResult) {
					lines = append(lines, l.By+" "+l.Subject+" "+l.Reason+" "+l.Detail)
				}
			}
			return lines
		}
		if lines := audited(); len(lines) > 0 {
			t.Errorf("what a director does stands in the log of the tournament, not in that of the site: %q", lines)
		}
		won.Was = ""
		before := correction.ResultText(c.mustMatch(match).Match.State.Outcome)
		c.must(c.Correct(ctx, ada, match, won))
		after := correction.ResultText(c.mustMatch(match).Match.State.Outcome)
		byAda := []string{ada.ID + " " + match + " the server was at fault " + before + " " + after}
		if lines := audited(); !slices.Equal(lines, byAda) {
			t.Errorf("the log of the site has %q, want %q", lines, byAda)
		}
		last = c.tournament(id).Tournament.Last
		refused(c.Correct(ctx, ada, match, won), league.Invalid, "That is the result already")
		made, err := c.CorrectionOf(ctx, eve, c.mustMatch(match).Match)
		if c.must(err); made == nil || made.By.ID != ada.ID || made.Reason != "the server was at fault" || made.Now != c.mustMatch(match).Match.State.Outcome {
			t.Errorf("the match counts by %+v", made)
		}
		if v := c.mustMatch(match); v.Record.Outcome() == v.Match.State.Outcome {
			t.Error("its record is not as it was played")
		}
		for _, p := range []league.Player{bob, cleo} {
			notices, err := c.Notices(ctx, p.ID, 0, 100)
			c.must(err)
			if n := len(slices.DeleteFunc(notices, func(n league.Notice) bool { return n.Event != league.MatchRevised || n.Subject != match })); n == 0 {
				t.Errorf("%s was not told", p.Name)
			}
		}
		c.must(c.UndoCorrection(ctx, ada, match, c.tournament(id).Tournament.Last, ""))
		byAda = append([]string{ada.ID + " " + match + " The correction was undone. " + after + " " + before}, byAda...)
		if lines := audited(); !slices.Equal(lines, byAda) {
			t.Errorf("the log of the site has %q, want %q", lines, byAda)
		}
	})
}

// TestACorrectionIsUndoneAtTheDesk which lists what can be undone.
func TestACorrectionIsUndoneAtTheDesk(t *testing.T) { // R-CO-1, R-UT-7
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people, id, over := c.league4()
	ann, match := people[0], over[0].ID
	rows := rowsText(c.tournament(id))
	c.must(c.Correct(t.Context(), ann, match, putRight(possibleResults()[4])))
	if rowsText(c.tournament(id)) == rows {
		t.Fatal("the table is the same")
	}
	undo := deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActCorrected), Text: "it was right"}
	c.refused(c.AtDesk(t.Context(), people[1], id, undo), league.Forbidden, "Only who directs")
	c.desk(ann, id, undo)
	if got := rowsText(c.tournament(id)); got != rows {
		t.Errorf("undone, the table is\n%s\nand was\n%s", got, rows)
	}
	log := c.tournament(id).Tournament.Log
	d := log[len(log)-1]
	if inverse, ok := correction.Of(d); !ok || d.Act != league.ActUndone || inverse.Now != over[0].State.Outcome || inverse.Reason != "it was right" {
		t.Errorf("the log ends with %s %q", d.Act, d.Text)
	}
	c.refused(c.AtDesk(t.Context(), ann, id, undo), league.Stale, "does not stand")
	c.consistent(people)
}

// TestTheNextRoundOfASwissReadsTheCorrectedResult while the round that is drawn stays as it is.
func TestTheNextRoundOfASwissReadsTheCorrectedResult(t *testing.T) { // R-CO-3
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	players := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
	id := c.started(players, swissOf)
	end := func() {
		t.Helper()
		for _, m := range c.running(id) {
			_, err := c.Resign(t.Context(), m.Seats[m.SeatOf(engine.Second)].Player, m.ID, c.Now())
			c.must(err)
			c.wait(time.Minute)
		}
	}
	pairs := func() (all []string) {
		for _, m := range c.running(id) {
			all = append(all, m.Fixture+" "+m.Seats[0].Player.Name+" "+m.Seats[1].Player.Name)
		}
		return all
	}
	first := c.running(id)[0]
	end()
	drawn := pairs()
	if len(drawn) != 4 || !strings.Contains(drawn[0], "c2/") && !strings.Contains(drawn[0], "/r2/") {
		t.Fatalf("the second round is %v", drawn)
	}
	c.wait(time.Hour)
	c.moved(c.running(id)[0].ID, 1) // else it would be drawn anew
	c.must(c.Correct(t.Context(), players[0], first.ID, putRight(engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 2}})))
	if now := pairs(); !slices.Equal(now, drawn) {
		t.Errorf("the round that is drawn was %v and is %v", drawn, now)
	}
	loser := first.Seats[first.SeatOf(engine.First)].Player.ID
	for _, m := range c.running(id) { // they win, so that they have one of two
		if side := m.SideOf(loser); side != engine.NoSide {
			_, err := c.Resign(t.Context(), m.Seats[m.SeatOf(side.Other())].Player, m.ID, c.Now())
			c.must(err)
		}
	}
	end()
	third := pairs()
	if len(third) != 4 {
		t.Fatalf("the third round is %v", third)
	}
	points := map[string]int{}
	for _, r := range c.tournament(id).Rows {
		points[r.Player] = int(r.Points) / 50
	}
	if points[loser] != 1 {
		t.Fatalf("they have %d wins", points[loser])
	}
	for _, m := range c.running(id) { // by wins as they are now nobody is more than one apart
		if a, b := points[m.Seats[0].Player.ID], points[m.Seats[1].Player.ID]; a-b > 1 || b-a > 1 {
			t.Errorf("%s meet with %d and %d wins", m.Fixture, a, b)
		}
	}
	c.recounted()
}
