package season

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	"kickabout/league/desk"
)

// careless directs all events, and does so without looking: any order of the desk to any event as it stands, and now and then
// a wrong result, which is taken back within the time there is for it.
type careless struct {
	ordinary
	random *rand.Rand
	undo   map[string]time.Time // when a wrong result is taken back, by match
	seen   time.Time            // games that ended before are done with

	entries, idle, differ, taken, stays *Gain
}

const (
	wrongly    = 0.05                    // of the results
	takesBack  = correction.Window - day // at the latest, after the end
	ordersADay = 2
)

func newCareless(r *run, lead *person) adversary {
	c := &careless{ordinary: ordinary{r, lead}, random: rand.New(rand.NewPCG(r.world.seed, 11)), undo: map[string]time.Time{}, seen: r.Now()}
	c.entries = r.world.gauge("careless", "entries that refused orders have left in a log", "entries", 0)
	c.idle = r.world.gauge("careless", "orders carried out that have changed nothing", "orders", 0)
	c.differ = r.world.gauge("careless", "tables, ratings and rights that are others after a result was corrected and that undone", "differences", 0)
	c.taken = r.world.gauge("careless", "games with moves, and places of who played them, that an order has taken away", "places", 0)
	c.stays = r.world.gauge("careless", "games that count otherwise than they were played when all is undone", "games", 0)
	r.options.directors = []string{hostName}
	r.office.Directors = r.options.directors
	return c
}

// hostName is who organises the tournaments of players, and directs those of the site.
const hostName = "Host"

// looks gives some orders, gets some results wrong, and takes back what was wrong.
func (c *careless) looks(now time.Time) error {
	w := c.r.world
	if err := w.welcomeHost(); err != nil {
		return err
	}
	if role, err := c.r.store.Role(c.r.ctx, w.host.ID); err != nil {
		return err
	} else if role == league.NoRole {
		if err := c.r.office.Moderation.SetRole(c.r.ctx, conduct.Operator(), w.host.Name, league.Admin, "They direct all events here."); err != nil {
			return err
		}
	}
	all, err := w.opened()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(t league.Tournament) bool {
		return t.State == league.Cancelled || t.State == league.Finished && now.Sub(t.Ended) > 30*day
	})
	for _, t := range all {
		if err := c.results(t); err != nil {
			return err
		}
		if !t.Paused.IsZero() {
			if err := c.order(t.ID, desk.DeskForm{Act: "resume"}); err != nil {
				return err
			}
		}
	}
	c.seen = now
	for range ordersADay {
		if len(all) > 0 {
			t := all[c.random.IntN(len(all))]
			if err := c.order(t.ID, c.anyOrder(t)); err != nil {
				return err
			}
		}
	}
	return nil
}

// anyOrder makes up an order, which may make sense or none.
func (c *careless) anyOrder(t league.Tournament) desk.DeskForm {
	acts := desk.Acts()
	f := desk.DeskForm{
		Act: acts[c.random.IntN(len(acts))], Text: "Somebody says so.", Round: strconv.Itoa(1 + c.random.IntN(4)),
		Event: 1 + c.random.IntN(t.Last), Seeds: map[string]string{},
	}
	if f.Act == "cancel" && c.random.IntN(20) > 0 {
		f.Act = "announce"
	}
	p := c.r.people[c.random.IntN(len(c.r.people))]
	f.Player = p.Name
	if len(t.Entries) > 0 && c.random.IntN(3) > 0 {
		f.Player = t.Entries[c.random.IntN(len(t.Entries))].Player.ID
		f.Other = t.Entries[c.random.IntN(len(t.Entries))].Player.ID
	}
	if c.random.IntN(5) == 0 {
		f.Text, f.Round = "", desk.RoundNever
	}
	for i, e := range t.Entries {
		f.Seeds[e.Player.ID] = strconv.Itoa(1 + (i+c.random.IntN(3))%len(t.Entries))
	}
	return f
}

// order gives an order, and looks at what has come of it.
func (c *careless) order(id string, f desk.DeskForm) error {
	return c.act(id, "desk "+f.Act, f.Act == "announce", func() error {
		return c.r.office.AtDesk(c.r.ctx, c.r.world.host, id, f)
	})
}

// act does something to a tournament, and looks at what has come of it. An announcement need not change anything.
func (c *careless) act(id, what string, announces bool, do func() error) error {
	before, err := standingOf(c.r, id)
	if err != nil {
		return err
	}
	problem := do()
	after, err := standingOf(c.r, id)
	if err != nil {
		return err
	}
	who := c.r.world.host.ID
	switch kind := league.KindOf(problem); {
	case problem == nil:
		if same := !announces && maps.Equal(before.content(), after.content()); same {
			c.idle.see(1, c.r.Now(), who)
		} else {
			c.idle.see(0, c.r.Now(), who)
		}
		c.r.world.deeds = append(c.r.world.deeds, deed{c.r.Now(), c.r.world.host.Name, "# " + what})
	case kind == league.Internal:
		return c.r.alive(problem)
	default:
		c.entries.see(float64(after.entries-before.entries), c.r.Now(), who)
	}
	if err := c.r.told(problem); err != nil {
		return err
	}
	if after, err = standingOf(c.r, id); err == nil {
		lost := takenAway(before, after, strings.HasPrefix(what, "desk "))
		c.taken.see(float64(len(lost)), c.r.Now(), who)
	}
	return err
}

// results gets some of the results of a tournament wrong since yesterday, and takes back those that were.
func (c *careless) results(t league.Tournament) error {
	if t.State != league.Running && t.State != league.Finished {
		return nil
	}
	matches, err := c.r.store.Fixtures(c.r.ctx, league.Site(), t.ID)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if at, wrong := c.undo[m.ID]; wrong && !c.r.Now().Before(at) {
			delete(c.undo, m.ID)
			if err := c.takeBack(m); err != nil {
				return err
			}
		}
		if !m.State.Outcome.Over() || !m.State.Moved.After(c.seen) || c.random.Float64() >= wrongly {
			continue
		}
		if err := c.wrong(m); err != nil {
			return err
		}
	}
	return nil
}

// wrong gets a result wrong. Every other time that is undone at once, so that nothing else has happened, else days later.
func (c *careless) wrong(m league.Match) error {
	before, err := snapshotOf(c.r)
	if err != nil {
		return err
	}
	f := correction.Form{Ending: string(engine.Resignation), Winner: engine.First.String(), Goals: [2]string{"0", "0"}, Reason: "That is how it was."}
	if m.State.Outcome.Winner == engine.First {
		f.Winner = engine.Second.String()
	}
	made := false
	err = c.act(m.Tournament, "correct "+m.Fixture, false, func() error {
		err := c.r.office.Correct(c.r.ctx, c.r.world.host, m.ID, f)
		made = err == nil
		return err
	})
	if err != nil || !made {
		return err
	}
	if c.random.IntN(2) == 0 {
		c.undo[m.ID] = c.r.Now().Add(time.Duration(1+c.random.IntN(int(takesBack/day)-1)) * day)
		return nil
	}
	if err := c.takeBack(m); err != nil {
		return err
	}
	after, err := snapshotOf(c.r)
	if err != nil {
		return err
	}
	if slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) { // else something has begun by it
		others := othersIn(before, after)
		if c.differ.see(float64(len(others)), c.r.Now(), c.r.world.host.ID); len(others) > 0 {
			c.r.world.deeds = append(c.r.world.deeds, deed{c.r.Now(), c.r.world.host.Name, "# " + others[0]})
		}
	}
	return nil
}

// othersIn lists what is another in one snapshot than in another one before.
func othersIn(before, after map[string]string) (others []string) {
	for key, was := range before {
		if after[key] != was {
			others = append(others, fmt.Sprintf("%s: %s is %s", key, was, after[key]))
		}
	}
	slices.Sort(others)
	return others
}

// takeBack undoes a wrong result.
func (c *careless) takeBack(m league.Match) error {
	v, err := c.r.office.Correction(c.r.ctx, c.r.world.host, m.ID, nil)
	if err != nil || len(v.Standing) == 0 {
		return c.r.told(err)
	}
	err = c.act(m.Tournament, "undo "+m.Fixture, false, func() error {
		return c.r.office.UndoCorrection(c.r.ctx, c.r.world.host, m.ID, v.Standing[len(v.Standing)-1].Seq, "That was wrong.")
	})
	if err != nil {
		return err
	}
	again, err := c.r.store.Match(c.r.ctx, league.Site(), m.ID)
	if err != nil {
		return err
	}
	played, err := c.r.office.Replay(again)
	if err != nil {
		return err
	}
	otherwise := 0.0
	if v, err = c.r.office.Correction(c.r.ctx, c.r.world.host, m.ID, nil); err == nil && len(v.Standing) == 0 && again.State.Outcome != played.Record.Outcome() {
		otherwise = 1
	}
	c.stays.seeIn(m, otherwise, c.r.Now(), c.r.world.host.ID)
	return c.r.told(err)
}

// A standing is a tournament as it is at a moment.
type standing struct {
	entries    int // in its log
	tournament league.Tournament
	matches    []league.Match
}

func standingOf(r *run, id string) (s standing, err error) {
	if s.tournament, err = r.store.Tournament(r.ctx, league.Site(), id); err != nil {
		return s, err
	}
	if s.matches, err = r.store.Fixtures(r.ctx, league.Site(), id); err != nil {
		return s, err
	}
	log, err := r.store.TournamentLog(r.ctx, league.Site(), id, 0, 1<<30)
	s.entries = len(log)
	return s, err
}

// content is all of a tournament but how long its log is.
func (s standing) content() map[string]string {
	t := s.tournament
	all := map[string]string{"terms": text(t.TournamentTerms), "state": text(t.State), "paused": text(t.Paused), "roles": text(t.Roles), "pairs": text(t.Pairs), "calls": text(t.Calls)}
	for _, e := range t.Entries {
		all["entry "+e.Player.ID] = text(e)
	}
	for _, m := range s.matches {
		all["match "+m.ID] = text([]any{m.Seats, m.State.Outcome})
	}
	return all
}

// text writes something out, so that it can be compared.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%#v", v)
	}
	return string(b)
}

// takenAway lists the games with moves that are gone, or are somebody else's, and, unless an order of the desk says so, who
// played them and is not in any more, of those who were.
func takenAway(before, after standing, orders bool) (lost []string) {
	is := map[string]league.Match{}
	for _, m := range after.matches {
		is[m.ID] = m
	}
	for _, m := range before.matches {
		if m.State.Moves == [2]int{} {
			continue
		}
		if now, ok := is[m.ID]; !ok || now.Seats[0].Player.ID != m.Seats[0].Player.ID || now.Seats[1].Player.ID != m.Seats[1].Player.ID {
			lost = append(lost, m.ID)
		}
		for _, s := range m.Seats {
			_, in := before.tournament.Entrant(s.Player.ID)
			_, still := after.tournament.Entrant(s.Player.ID)
			if in && !still && !orders {
				lost = append(lost, s.Player.ID)
			}
		}
	}
	return lost
}

// snapshotOf returns what of the world a result can change: tables, ratings, rights and bans, each as a text.
func snapshotOf(r *run) (map[string]string, error) {
	if err := r.office.Rate(r.ctx); err != nil {
		return nil, err
	}
	ts, err := r.world.opened()
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, t := range ts {
		if t.State != league.Running && (t.State != league.Finished || r.Now().Sub(t.Ended) > 60*day) {
			continue
		}
		v, err := r.office.Tournament(r.ctx, league.Site(), t.ID)
		if err != nil {
			return nil, err
		}
		for _, g := range v.Groups {
			all[fmt.Sprintf("table %s %s", t.ID, g.Group)] = text(g.Rows)
		}
		for _, e := range t.Entries {
			all[fmt.Sprintf("right %s %s", t.ID, e.Player.ID)] = text([]any{e.Seed, e.Group, e.Out, !e.Qualified.IsZero(), e.Note, e.Winner})
		}
		for _, m := range v.Matches {
			all["match "+m.ID] = text([]any{m.Seats, m.State.Outcome})
		}
	}
	rated, err := r.store.RatedPlayers(r.ctx, r.world.pool())
	if err != nil {
		return nil, err
	}
	for _, p := range rated {
		all["rating "+p.Player.ID] = text(p.Standing)
	}
	for _, p := range r.people {
		steps, err := r.store.SanctionsOf(r.ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for i := range steps {
			steps[i].ID = ""
		}
		all["steps "+p.ID] = text(steps)
	}
	return all, nil
}
