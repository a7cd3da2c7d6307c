package season

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
	"kickabout/league/tournaments"
)

// A World is years of one format in which one in five players bends the rules (R-JB-3).
type World struct {
	Format      string // of a competition of the site, or of tournaments that players open
	Rules       string // game and variant
	Years       int
	Days        int      // that are played instead; 0: years are
	Players     int      // but for the accounts that adversaries make
	Adversaries []string // the policies that are followed, by turns
	Without     []string // rules that do not hold
}

// Formats lists the formats in which there are worlds: the site's own competitions, then those of tournaments that
// players open.
func Formats() []string {
	return []string{ladderFormat, "championship", "minicup", "monthlycup", "roundrobin", "knockout", "swiss", "simultaneous"}
}

// ladderFormat is the format of ladders.
const ladderFormat = "ladder"

// own says that the site itself runs the competitions of a format.
func own(format string) bool { return slices.Index(Formats(), format) < 4 }

// Outcome is what came of a world.
type Outcome struct {
	Report  Report
	Gains   []Gain
	Metrics []Metric
}

// world is a World while it is played.
type world struct {
	*run
	of          World
	adversaries []adversary
	deeds       []deed
	gauges      []*Gain
	seed        uint64
	host        league.Player
	cup         string    // the tournament that takes entries now; "": none
	cups        []string  // all that were opened
	opens       time.Time // when the next one is
	metrics     []Metric

	rings, unmet, blocked *Gain
	leaks, ahead          *Gain // of copiers; nil: there are none

	onList map[string]bool // games that were on the list of who directs; nil: nobody makes kings
}

// Guards lists the rules that a world can be played without, with what does not hold then.
func Guards() map[string]func(*guards) {
	return map[string]func(*guards){
		"R-RA-9":  func(g *guards) { g.ratings = append(g.ratings, func(s *rating.System) { s.Pair = rating.Unbounded() }) },
		"R-FF-4":  func(g *guards) { g.ratings = append(g.ratings, func(s *rating.System) { s.LeastMoves = 0 }) },
		"R-RA-10": func(g *guards) { g.ratings = append(g.ratings, func(s *rating.System) { s.Testers = 0 }) },
		"R-LA-10": func(g *guards) { g.later = append(g.later, league.LadderRules) },
		"R-LA-13": func(g *guards) { g.later = append(g.later, league.LadderRules) },
		"R-FF-7":  func(g *guards) { g.later = append(g.later, league.Absences) },
		"R-RA-7":  func(g *guards) { g.later, g.noPeaks = append(g.later, league.FairRatings), true },
		"R-VA-7":  func(g *guards) { g.later = append(g.later, league.VacationBounds) },
		"R-FD-7":  func(g *guards) { g.unsealed = true },
		"R-BO-4":  func(g *guards) { g.botsRate = true },
		"R-TC-4":  func(g *guards) { g.noOutages = true },
		"R-UT-9":  func(g *guards) { g.late = true },
		"R-CO-1":  func(g *guards) { g.noWayBack = true },
		"R-FF-9":  func(g *guards) { g.ratings = append(g.ratings, func(s *rating.System) { s.RefundSpan = 0 }) },
		"R-FF-13": func(g *guards) { g.noList = true },
	}
}

// guards is what of the rules does not hold on a site, so that it can be seen that a bound needs it. The office
// knows nothing of it: its numbers are set, and its store says that rules hold from a later day on.
type guards struct {
	ratings []func(*rating.System)
	offices []func(*Site)
	later   []league.RuleChange
	noPeaks bool // what somebody's rating was counts for nothing

	unsealed bool // moves of pairs are shown at once
	noList   bool // nobody lists what was given up
	botsRate bool // games with BOT accounts count for ratings

	late      bool // an order is refused only when it has been carried out
	noOutages bool // the site takes itself for awake all the time
	noWayBack bool // a correction that is taken back is noted as such, and nothing else
}

// off takes the rules away from a new process.
func (g *guards) off(s *Site) {
	for _, change := range g.ratings {
		change(&s.office.Ratings)
	}
	for _, change := range g.offices {
		change(s)
	}
}

// never is the day from which rules hold that a world is without.
var never = time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)

// RuleDays has the rules that the site is without hold from a day on that never comes.
func (t *tap) RuleDays(ctx context.Context) (league.RuleDays, error) {
	days, err := t.Store.RuleDays(ctx)
	if len(t.site.options.without.later) == 0 || err != nil {
		return days, err
	}
	all := league.RuleDays{}
	for rule, at := range days {
		all[rule] = at
	}
	for _, rule := range t.site.options.without.later {
		all[rule] = never
	}
	return all, nil
}

// PeakRatings has nobody remember what ratings were, where the site is without that.
func (t *tap) PeakRatings(ctx context.Context, players map[league.Pool][]string, since time.Time) (map[league.Pool]map[string]league.Peak, error) {
	peaks, err := t.Store.PeakRatings(ctx, players, since)
	if t.site.options.without.noPeaks {
		for _, of := range peaks {
			for id, p := range of {
				p.Highest = p.Now
				of[id] = p
			}
		}
	}
	return peaks, err
}

// Play plays a world on a fresh site.
func (w World) Play(ctx context.Context, o Options) (Outcome, error) {
	for _, rule := range w.Without {
		off, ok := Guards()[rule]
		if !ok {
			return Outcome{}, fmt.Errorf("%s cannot be taken away", rule)
		}
		off(&o.without)
	}
	o.Runs = func(c league.Competition) bool {
		return own(w.Format) && c.Game+"/"+c.Variant == w.Rules && c.Format == w.Format
	}
	played := &world{of: w, seed: o.Seed}
	until := o.Start.AddDate(w.Years, 0, 0)
	if w.Days > 0 {
		until = o.Start.AddDate(0, 0, w.Days)
	}
	report, err := Years{
		Players: w.Players, Until: until, Absent: 0.1, Rules: w.Rules, Series: w.Format, Step: day,
	}.play(ctx, o, played)
	out := Outcome{Report: report}
	if err != nil {
		return out, err
	}
	for _, g := range played.gauges {
		out.Gains = append(out.Gains, *g)
	}
	out.Metrics = played.metrics
	if p, _ := policy("outage"); slices.Contains(w.Adversaries, p.Name) && p.actsIn(w.Format) {
		shifted, err := w.shifts(ctx, o)
		out.Gains = append(out.Gains, shifted...)
		return out, err
	}
	return out, nil
}

// lacks says that a rule does not hold here.
func (w *world) lacks(rule string) bool { return slices.Contains(w.of.Without, rule) }

// settle lets those who bend the rules come to live in the world: one in five players, each policy in its turn.
func (w *world) settle(r *run) {
	r.world, w.run = w, r
	var names []string
	for _, name := range w.of.Adversaries {
		if p, ok := policy(name); ok && p.joins != nil && p.actsIn(w.of.Format) {
			names = append(names, name)
		}
	}
	w.rings = w.gauge("ring", "of its accounts listed while 9 others are active", "accounts", 0)
	if w.of.Format == ladderFormat {
		w.blocked = w.gauge("shielder", "age of a game that blocks a slot", "days", 45)
		w.unmet = w.gauge("holder", "who could challenge the top when the site has begun games", "players", 0)
	}
	if len(names) == 0 {
		return
	}
	if w.of.Format == "minicup" || w.of.Format == "monthlycup" { // these start again and again
		defer func() {
			for _, p := range r.people {
				p.keen /= 10
			}
		}()
	}
	many := max(1, w.of.Players/5)
	for i, lead := range slices.Clone(r.people[:many]) {
		p, _ := policy(names[(int(w.seed)*many+i)%len(names)])
		lead.joins, lead.quits, lead.absent, lead.resigns, lead.keen = r.Now(), r.Until.Add(day), nil, 0, 0.5
		lead.bends = p.joins(r, lead)
		w.adversaries = append(w.adversaries, lead.bends)
	}
}

// opensAll is how long after one tournament of players the next one is opened, at the earliest.
const opensAll = 20 * day

// look opens the tournaments of players, one after the other.
func (w *world) look(now time.Time) error {
	if now.Day()%7 == 0 {
		if err := errors.Join(w.measureRings(), w.readList()); err != nil {
			return err
		}
	}
	if own(w.of.Format) || !now.Truncate(day).Equal(now) {
		return nil
	}
	if err := w.welcomeHost(); err != nil {
		return err
	}
	if open, err := w.open(); err != nil || len(open) > 0 {
		if err == nil && open[0].Window.To > 0 && now.Sub(open[0].Created) >= limited {
			err = w.close(open[0])
		}
		return err
	}
	if now.Before(w.opens) {
		return nil
	}
	w.opens = now.Add(opensAll)
	p := tournaments.TournamentProposal{
		Reservation: w.office.ReserveTournament(), Name: "The " + now.Format("2006-01-02"), Format: w.of.Format, Rules: w.of.Rules,
		Places: "8", Cycles: "1", Control: "fast", Start: tournaments.StartFull,
	}
	switch w.of.Format {
	case "roundrobin":
		p.Places = "6"
	case "swiss":
		p.Set("round_days", "14")
	case "knockout":
		if len(w.cups)%2 == 1 {
			p.Cycles = "2"
			p.Set("duplicate", "1")
		}
	}
	if len(w.cups)%3 == 2 {
		p.Start = tournaments.StartOrganiser
		p.Set("rating_to", strconv.Itoa(limit))
	}
	t, err := w.office.CreateTournament(w.ctx, w.host, p)
	if err == nil {
		w.cup, w.cups = t.ID, append(w.cups, t.ID)
	}
	return err
}

// welcomeHost has the host come, once.
func (w *world) welcomeHost() (err error) {
	if w.host.ID == "" {
		w.host, err = w.SignUp(w.ctx, hostName)
	}
	return err
}

// close starts a tournament with those who are in, or cancels it.
func (w *world) close(t league.Tournament) error {
	if len(t.Entries) < 4 {
		return w.office.CancelTournament(w.ctx, w.host, t.ID)
	}
	return w.told(w.office.StartTournament(w.ctx, w.host, t.ID))
}

// open lists the tournament that takes entries now, if one does.
func (w *world) open() ([]league.Tournament, error) {
	if w.cup == "" {
		return nil, nil
	}
	t, err := w.store.Tournament(w.ctx, league.Site(), w.cup)
	if err != nil || t.State != league.Registration {
		return nil, err
	}
	return []league.Tournament{t}, nil
}

// opened lists the tournaments of the world: editions, or what players have opened.
func (w *world) opened() (all []league.Tournament, err error) {
	ids, err := w.store.TournamentIDs(w.ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := w.store.Tournament(w.ctx, league.Site(), id)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// A Gain is what a policy has gained at most, against what it may.
type Gain struct {
	Policy, What string
	Unit         string
	Bound, Worst float64
	Least        bool // the worst is the least, and must not be below the bound
	Checked      int
	Seed         uint64
	Format       string
	At           time.Time
	Who          []string // whose deeds they were
	Match        string   // in which it was; "": in none
	Script       string   // that shows it, if it is more than it may be
}

// Broken says that a gain is more than it may be. Ratings are rounded to a ten-thousandth of a point.
func (g Gain) Broken() bool {
	if g.Checked == 0 {
		return false
	}
	if g.Least {
		return g.Worst < g.Bound-1e-6
	}
	return g.Worst > g.Bound+1e-6
}

// gauge begins to measure something.
func (w *world) gauge(policy, what, unit string, bound float64) *Gain {
	g := &Gain{Policy: policy, What: what, Unit: unit, Bound: bound, Seed: w.seed, Format: w.of.Format}
	w.gauges = append(w.gauges, g)
	return g
}

// see takes in what was gained at a moment.
func (g *Gain) see(value float64, at time.Time, who ...string) {
	if g.Checked++; g.Checked == 1 || value != g.Worst && value > g.Worst != g.Least {
		g.Worst, g.At, g.Who = value, at, who
	}
}

// seeIn is see of what was gained in a match.
func (g *Gain) seeIn(m league.Match, value float64, at time.Time, who ...string) {
	if g.see(value, at, who...); g.Worst == value && g.At.Equal(at) {
		g.Match = m.ID
	}
}

// script tells what those did who have gained too much, up to then, in the words of a script; the others just play.
func (w *world) script(g Gain) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s is %.4g %s, and may be %.4g (seed %d, %s, %s)\n", g.Policy, g.What, g.Worst, g.Unit, g.Bound, g.Seed, g.Format, g.At.Format("2006-01-02 15:04"))
	var names []string
	for _, id := range g.Who {
		names = append(names, w.who(id))
	}
	if len(names) > 0 {
		fmt.Fprintf(&b, "game %s\nat %s\nplayers %s\nplay on\n", w.of.Rules, w.report.From.Format("2006-01-02"), strings.ReplaceAll(word(strings.Join(names, ",")), ",", " "))
	}
	var last time.Time
	for _, d := range w.deeds {
		if d.at.After(g.At) || !slices.Contains(names, d.who) {
			continue
		}
		if !d.at.Equal(last) {
			fmt.Fprintf(&b, "at %s\n", d.at.Format("2006-01-02 15:04"))
			last = d.at
		}
		fmt.Fprintln(&b, d.line)
	}
	if g.Match != "" {
		if m, err := w.store.Match(w.ctx, league.Site(), g.Match); err == nil {
			fmt.Fprintf(&b, "# game %s of %s and %s at %s, until then:\n", m.ID, w.who(m.Seats[0].Player.ID), w.who(m.Seats[1].Player.ID), m.Control)
			for _, e := range m.Log[max(0, len(m.Log)-40):] {
				if !e.At.After(g.At) && e.Act != engine.ActRoll {
					fmt.Fprintf(&b, "#   %s  %s %s %s\n", e.At.Format("2006-01-02 15:04"), e.By, e.Act, e.Text)
				}
			}
		}
	}
	return b.String()
}

// measure holds what came of a world against the bounds.
func (w *world) measure() error {
	if err := w.office.Rate(w.ctx); err != nil {
		return err
	}
	h, err := w.read()
	if err != nil {
		return err
	}
	for _, m := range []func(*history) error{w.measureRatings, w.measureWaits, w.measureLadder, w.measureAbsences, w.measureLimits, w.measureGifts, w.measureLeaving, w.measureCopies, w.measureEvents, w.measureBots} {
		if err := m(h); err != nil {
			return err
		}
	}
	for _, g := range w.gauges {
		if g.Broken() {
			g.Script = w.script(*g)
		}
	}
	return nil
}
