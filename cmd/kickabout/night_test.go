package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/program"
	"kickabout/league/rating"
	"kickabout/store"
)

// nightClock has the site live by its own time: as far ahead as a file in its folder says, in minutes.
func nightClock(folder string) {
	siteClock = func() time.Time {
		text, _ := os.ReadFile(filepath.Join(folder, "ahead"))
		minutes, _ := strconv.Atoi(string(text))
		return time.Now().Add(time.Duration(minutes) * time.Minute)
	}
}

// night does at each moment what the jobs do each minute.
func (s *server) night(ctx context.Context) {
	for ; ; time.Sleep(50 * time.Millisecond) {
		if err := s.office.Arena.Begin(ctx); err != nil {
			s.log.ErrorContext(ctx, "pairing the arena", "err", err)
		}
	}
}

// TestProofTheBotsPlayANight has the example bot, under BOT accounts of two owners, play in the arena with the site's own
// bots for a night of hours, while the server is killed in between. At full size it goes on until each of the site's bots
// has played as many games as there are hours.
func TestProofTheBotsPlayANight(t *testing.T) { // R-BO-2
	hours, each, own := enginetest.Size(100), 3, enginetest.Size(100)
	if hours < 100 {
		hours, each, own = 4, 1, 0
	}
	ctx, end := context.WithCancel(t.Context())
	r := rand.New(rand.NewPCG(7, 8))
	f := newFleet(t, "night")
	top := time.Now().Truncate(time.Hour).Add(time.Hour)
	at := func(moment time.Time) { // the site's clock shows a moment, or up to a minute more
		t.Helper()
		minutes := math.Ceil(time.Until(moment).Minutes())
		if err := os.WriteFile(filepath.Join(f.data, "ahead.new"), []byte(strconv.Itoa(int(minutes))), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(f.data, "ahead.new"), filepath.Join(f.data, "ahead")); err != nil {
			t.Fatal(err)
		}
	}
	at(top) // whatever the minute, an hour is not to turn but where the test turns it
	before := siteClock
	t.Cleanup(func() { siteClock = before })
	nightClock(f.data)
	var bots []league.Player
	var tokens []string
	inside := func(do func(*office.Office, *store.Store)) {
		t.Helper()
		s, err := serveCmd{Data: f.data, Addr: "127.0.0.1:0", NoDemo: true}.open(t.Context())
		if err == nil {
			defer s.close()
			err = s.assemble(t.Context(), office.Over(s.store))
		}
		if err != nil {
			t.Fatal(err)
		}
		do(s.office, s.store)
	}
	inside(func(o *office.Office, _ *store.Store) {
		for i, name := range []string{"Ann", "Bea"} {
			owner, _, err := o.SignUp(ctx, members.Credentials{Name: name, Password: "three small goats"})
			if err != nil {
				t.Fatal(err)
			}
			for k := range each {
				p, err := o.Programs.Register(ctx, owner, program.Form{Name: fmt.Sprint("Any move ", each*i+k+1), Plays: "The example of the manual"})
				if err == nil {
					_, err = o.Programs.Describe(ctx, owner, p.Player.ID, program.Form{Plays: "The example of the manual"}, true)
				}
				if err != nil {
					t.Fatal(err)
				}
				secret, err := o.Programs.MakeToken(ctx, owner, p.Player.ID, league.TokenOrder{Days: 90})
				if err != nil {
					t.Fatal(err)
				}
				bots, tokens = append(bots, p.Player), append(tokens, secret)
			}
		}
	})
	example := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("go", "build", "-o", example, "../../testdata/bot").CombinedOutput(); err != nil {
		t.Fatalf("the example does not build: %v\n%s", err, out)
	}
	server := f.start()
	beside, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(f.data, "")})
	if err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) { // the first hour is without a bot
		hour, err := beside.ArenaHour(ctx)
		if err != nil || time.Now().After(late) {
			t.Fatalf("the hour of %s, %v is not begun", hour, err)
		}
		if hour.Equal(top) {
			break
		}
	}
	var programs sync.WaitGroup
	for _, token := range tokens { // a program ends when the server is gone, and is begun again
		programs.Go(func() {
			for ctx.Err() == nil {
				cmd := exec.CommandContext(ctx, example, "http://"+f.addr, "arena")
				cmd.Env = append(os.Environ(), "KICKABOUT_TOKEN="+token)
				_ = cmd.Run()
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
	defer programs.Wait()
	defer end()
	kills, of := 0, map[string]int{}
	enough := func() bool { // games of each of the site's own
		return !slices.ContainsFunc(bot.All(), func(b bot.Bot) bool { return of["bot:"+b.ID()] < own })
	}
	for hour := 1; hour <= hours || !enough(); hour++ {
		at(top.Add(time.Duration(hour)*time.Hour - 30*time.Minute))
		for _, token := range tokens {
			heardOf(t, "http://"+f.addr, token)
		}
		at(top.Add(time.Duration(hour) * time.Hour))
		if hour%2 == 0 { // while it pairs, or its games are played
			time.Sleep(time.Duration(r.IntN(500)) * time.Millisecond)
			server.Process.Kill()
			server.Wait()
			server = f.start()
			kills++
		}
		late := time.Now().Add(3 * time.Minute)
		for {
			played, err := beside.ArenaGames(ctx, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			clear(of)
			for _, g := range played {
				if g.Over {
					of[g.First]++
					of[g.Second]++
				}
			}
			if !slices.ContainsFunc(bots, func(b league.Player) bool { return of[b.ID] < hour }) {
				break
			}
			if time.Now().After(late) {
				t.Fatalf("hour %d: a game is stuck: %+v", hour, played)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	server.Process.Kill()
	server.Wait()
	end()
	if err := beside.Close(); err != nil {
		t.Fatal(err)
	}
	later := t.Context()
	inside(func(o *office.Office, s *store.Store) {
		list, err := s.ArenaGames(later, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		var played []league.Match
		once := map[string]bool{}
		for _, g := range list {
			for _, b := range bots {
				if key := g.Hour.String() + b.ID; g.First == b.ID || g.Second == b.ID {
					if once[key] {
						t.Errorf("%s is paired twice at %s", b.Name, g.Hour)
					}
					once[key] = true
				}
			}
			v, err := o.Match(later, league.Site(), g.Match)
			if err != nil {
				t.Fatal(err)
			}
			if out := v.Match.State.Outcome; !out.Over() || out.Ending == engine.Timeout || out.Ending == engine.Void || v.Match.Rated {
				t.Errorf("match %s ended %+v", g.Match, out)
			}
			played = append(played, v.Match)
		}
		slices.SortFunc(played, league.ByEnd)
		ratedGames := 0
		for _, g := range games.All() {
			pool := league.Pool{Game: g.Info().ID, Variant: g.Info().Live()[0].ID}
			lines, err := o.BotRatings(later, pool)
			if err != nil {
				t.Fatal(err)
			}
			recount := recounted(t, o, pool, played)
			for _, l := range lines {
				if want := recount.Standing(pool, l.Player.ID); l.Standing != want {
					t.Errorf("%s: %s stands at %+v, a recount at %+v", pool, l.Player.Name, l.Standing, want)
				}
				ratedGames += l.Standing.Games
			}
			if people, err := o.RatingList(later, pool); err != nil || len(people) != 0 {
				t.Errorf("%s: the list of people is %+v, %v", pool, people, err)
			}
		}
		if ratedGames != 2*len(played) || len(played) < hours {
			t.Errorf("%d games were played, of which %d ratings came", len(played), ratedGames)
		}
		if pools, err := o.Pools(later); err != nil || len(pools) != 0 {
			t.Errorf("people are rated in %v, %v", pools, err)
		}
		t.Logf("%d games, %d kills; of each: %v", len(played), kills, of)
	})
}

// recounted rates matches of bots from the first on.
func recounted(t *testing.T, o *office.Office, pool league.Pool, played []league.Match) *rating.Book {
	t.Helper()
	system, err := o.System(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	system.Pair, system.Testers = rating.Unbounded(), 0
	book := rating.NewBook(system)
	for _, m := range played {
		if m.Pool() == pool {
			m.Seats[0].Player.Kind, m.Seats[1].Player.Kind = league.Member, league.Member
			book.Add(&m)
		}
	}
	return book
}

// heardOf has a program show its token.
func heardOf(t *testing.T, site, token string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, site+"/api/v1/matches", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("a program is answered with %d", resp.StatusCode)
	}
}
