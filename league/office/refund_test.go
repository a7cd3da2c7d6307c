package office_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
)

// elo is what a player's rating is, for people.
func (c *club) elo(p league.Player) string {
	lines, err := c.PlayersRatings(c.t.Context(), p)
	c.must(err)
	for _, l := range lines {
		if l.Pool.Variant == "lg" {
			return l.Standing.Elo.String()
		}
	}
	return ""
}

func TestWhatWasLostToACheaterIsGivenBack(t *testing.T) { // R-FF-9
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		people := c.members("Ann", "Bob", "Cleo")
		ann, bob, cleo, dan, eve := people[0], people[1], people[2], c.signedUp("Dan"), c.signedUp("Eve")
		lost, n := engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}, 0
		loses := func(loser, winner league.Player, minutes int) {
			n += 2 // seat 0 is First
			c.must(s.CreateMatch(t.Context(), c.ended(n, [2]league.Player{loser, winner}, "lg", minutes, lost, [2]int{9, 9})))
		}
		loses(ann, dan, 0)
		for range 12 {
			loses(bob, dan, 10)
		}
		loses(dan, cleo, 20)
		c.wait(200 * 24 * time.Hour)
		loses(cleo, dan, -30*24*60)
		loses(eve, dan, -29*24*60)
		c.must(c.Expel(t.Context(), "Eve", "two accounts"))
		loses(ann, bob, -24*60)
		c.must(c.Rate(t.Context()))
		annWas, cleoWas, bobWas := c.elo(ann), c.elo(cleo), c.elo(bob)
		annTold, cleoTold := c.noticedOf(ann, league.MatchNotice), c.noticedOf(cleo, league.MatchNotice)
		c.must(c.Expel(t.Context(), "Dan", "two accounts"))
		if c.elo(ann) != annWas || c.elo(bob) != bobWas {
			t.Errorf("what was lost more than 180 days ago was given back")
		}
		if c.noticedOf(ann, league.MatchNotice) != annTold || c.noticedOf(cleo, league.MatchNotice) != cleoTold+1 {
			t.Errorf("told were Ann %d times and Cleo %d times", c.noticedOf(ann, league.MatchNotice)-annTold, c.noticedOf(cleo, league.MatchNotice)-cleoTold)
		}
		history, err := c.RatingHistory(t.Context(), league.Site(), cleo.ID, 9, league.Pool{Game: "streetsoccer", Variant: "lg"})
		c.must(err)
		back := history[0]
		if len(history) != 3 || back.Why != league.Refunded || back.After.Elo-back.Before.Elo != history[1].Before.Elo-history[1].After.Elo ||
			back.After.Games != 2 || back.Match != history[1].Match || c.elo(cleo) == cleoWas || back.After.Elo != history[1].Before.Elo {
			t.Errorf("Cleo's history is %+v", history)
		}
		list, err := c.RatingList(t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"})
		c.must(err)
		if slices.ContainsFunc(list, func(l league.RatingLine) bool { return l.Player.ID == dan.ID }) || len(list) != 3 {
			t.Errorf("the list holds %d", len(list))
		}
		if history, err := c.RatingHistory(t.Context(), league.Site(), eve.ID, 9, league.Pool{Game: "streetsoccer", Variant: "lg"}); err != nil || len(history) != 1 {
			t.Errorf("Eve, who was expelled too, has %+v, %v", history, err)
		}
		if got, err := c.RatingsOf(t.Context(), league.Site(), back.Match); err != nil || len(got) != 2 || got[0].Why != "" {
			t.Errorf("the match itself has %+v, %v", got, err)
		}
		c.wait(time.Hour)
		loses(ann, dan, -9) // settled late: all has been given back
		c.must(c.Rate(t.Context()))
		epoch, err := c.Epoch(t.Context())
		c.must(err)
		c.refused(c.Expel(t.Context(), "Dan", "two accounts"), league.Invalid, "closed")
		c.must(c.Advance(t.Context())) // looks for what is left
		if again, err := c.Epoch(t.Context()); err != nil || again != epoch {
			t.Errorf("expelled again, something was rated: %v", err)
		}
		if lines := c.recheck(); len(lines) > 0 {
			t.Error(lines)
		}
	})
}

func TestNobodyGetsBackMoreThan150Points(t *testing.T) { // R-FF-9
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		people := c.members("Ann", "Bob", "Cleo")
		ann, bob, cleo, dan := people[0], people[1], people[2], c.signedUp("Dan")
		for i := range 30 { // in turns, so that neither wins more than there is to be won of the other (R-RA-9)
			won := engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}
			if i%2 == 1 {
				won = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
			}
			c.must(s.CreateMatch(t.Context(), c.ended(2*i, [2]league.Player{ann, dan}, "lg", -99+i, won, [2]int{9, 9})))
		}
		won := engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
		c.must(s.CreateMatch(t.Context(), c.ended(100, [2]league.Player{cleo, dan}, "lg", -9, won, [2]int{9, 9})))
		c.must(s.CreateMatch(t.Context(), c.ended(102, [2]league.Player{bob, ann}, "lg", -8, won, [2]int{9, 9})))
		// It ends in the very moment of the refunds, and comes among them.
		c.must(s.CreateMatch(t.Context(), c.ended(15, [2]league.Player{c.member("Guy"), c.member("Hal")}, "lg", 0, won, [2]int{9, 9})))
		c.must(c.Rate(t.Context()))
		cleoWas, bobWas := c.elo(cleo), c.elo(bob)
		pool := league.Pool{Game: "streetsoccer", Variant: "lg"}
		was, err := c.RatingHistory(t.Context(), league.Site(), ann.ID, 1, pool)
		c.must(err)
		c.must(c.Expel(t.Context(), "Dan", "two accounts"))
		is, err := c.RatingHistory(t.Context(), league.Site(), ann.ID, 1, pool)
		c.must(err)
		if got := is[0].After.Elo - was[0].After.Elo; got != 150*league.EloPoint {
			t.Errorf("Ann got %s back", got)
		}
		if got := is[0].After.Strength.Rating - was[0].After.Strength.Rating; got < 149.999 || got > 150.001 || is[0].After.Strength.Deviation != was[0].After.Strength.Deviation {
			t.Errorf("inside she got %v", got)
		}
		if c.elo(cleo) != cleoWas || c.elo(bob) != bobWas {
			t.Error("who lost nothing to him got something")
		}
		if lines := c.recheck(); len(lines) > 0 {
			t.Error(lines)
		}
	})
}

// TestProofRefundsHaveTheirPlaceInTheOrder rates matches in disorder, before and after two
// players are expelled; then all is as rating everything from nothing says (R-RA-6, R-FF-9).
func TestProofRefundsHaveTheirPlaceInTheOrder(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		people := append(c.members("Ann", "Cleo", "Dan", "Finn"), c.signedUp("Bob"), c.signedUp("Eve"))
		matches := late(c.career(max(80, enginetest.Size(800)), people), 30)
		at := map[int]string{len(matches) / 3: "Bob", len(matches) / 2: "Eve"}
		begin := c.clock()
		for i, m := range matches {
			c.must(s.CreateMatch(t.Context(), m))
			if name, ok := at[i]; ok {
				c.setTime(matches[i-8].State.Moved) // in the very moment in which some end, and before others that are there
				c.must(c.Expel(t.Context(), name, "two accounts"))
			} else if i%3 == 0 {
				c.must(c.Rate(t.Context()))
			}
		}
		c.setTime(begin.Add(time.Duration(len(matches)) * time.Hour))
		c.must(c.Rate(t.Context()))
		refunds, err := s.Refunds(t.Context())
		c.must(err)
		if len(refunds) < 5 {
			t.Errorf("there are %d refunds", len(refunds))
		}
		if lines := c.recheck(); len(lines) > 0 {
			t.Fatal(lines[0], len(lines))
		}
		was := c.standings(people)
		c.must(c.RateAgain(t.Context()))
		if is := c.standings(people); !slices.Equal(was, is) {
			t.Errorf("rated again they are\n%v, were\n%v", is, was)
		}
		if lines := c.recheck(); len(lines) > 0 {
			t.Fatal(lines[0], len(lines))
		}
	})
}

func (c *club) standings(people []league.Player) (all []string) {
	for _, p := range people {
		lines, err := c.PlayersRatings(c.t.Context(), p)
		c.must(err)
		for _, l := range lines {
			all = append(all, fmt.Sprintf("%s %v %+v", p.Name, l.Pool, l.Standing))
		}
	}
	return all
}
