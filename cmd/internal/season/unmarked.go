package season

import (
	"fmt"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/play"
	"kickabout/league/program"
)

// unmarked has a program play for them as if it were a person. After so many games it is found out, and their account is
// marked; then the program goes on as a BOT account of somebody else, and asks for rated games as before.
type unmarked struct {
	ordinary
	owner *person
	bot   league.Player // of kind league.Program; the zero one until it is registered
	since time.Time     // when their account was marked; zero: it is not
	asked int           // of whom they have asked
}

const (
	foundOut = 50  // games, after which it is found out that a program plays
	asks     = 2   // days, after which it asks the next one for a game
	mostLost = 150 // points that one gets back of what a marked account took from them (R-FF-9)
)

func newUnmarked(r *run, lead *person) adversary {
	u := &unmarked{ordinary: ordinary{r, lead}}
	lead.skill, lead.keen = 1, 1
	u.owner = r.account(lead, "owner", u)
	u.owner.keen = 0
	return u
}

func (u *unmarked) shuns(p *person) bool { return p == u.owner || !u.since.IsZero() }

// looks asks somebody for a game, until the account is found out; then it is the mark's turn.
func (u *unmarked) looks(now time.Time) error {
	if u.lead.ID == "" || u.owner.ID == "" || int(now.Sub(u.r.report.From)/day)%asks != 0 {
		return nil
	}
	if u.since.IsZero() {
		games, err := u.games()
		if err != nil {
			return err
		}
		if games >= foundOut {
			return u.mark(now)
		}
		if p := u.next(now); p != nil {
			return u.r.agreed(u.lead, p)
		}
		return nil
	}
	if p := u.next(now); p != nil {
		return u.asksAsBot(p)
	}
	return nil
}

// next returns whom it asks for a game now; nil: nobody.
func (u *unmarked) next(now time.Time) *person {
	for range u.r.people {
		u.asked++
		if p := u.r.people[u.asked%len(u.r.people)]; p.bends == nil && p.ID != "" && p.here(now) {
			return p
		}
	}
	return nil
}

// games counts those that are over.
func (u *unmarked) games() (n int, err error) {
	all, err := u.r.store.MatchesOf(u.r.ctx, league.Site(), u.lead.ID, 1<<20)
	for _, m := range all {
		if m.State.Outcome.Over() {
			n++
		}
	}
	return n, err
}

// mark has the operator mark the account, and registers the program as what it is.
func (u *unmarked) mark(now time.Time) error {
	_, err := u.r.office.Moderation.Impose(u.r.ctx, conduct.Operator(), moderation.Order{
		Kind: league.SanctionProgram, Player: u.lead.ID, Reason: "A program has played for this account.",
	})
	if err != nil {
		return err
	}
	u.since = now
	u.r.did(u.lead, "# mark %s", word(u.lead.Name))
	p, err := u.r.office.Programs.Register(u.r.ctx, u.owner.Player, program.Form{Name: fmt.Sprintf("P%d Machine", u.r.world.seed), Plays: "What the account played that was marked."})
	if err != nil {
		return err
	}
	u.bot = p.Player
	u.r.byID[u.bot.ID] = &person{Player: u.bot, style: u.lead.style, joins: now, quits: u.r.Until.Add(day)}
	return u.r.Delivered(u.r.ctx)
}

// asksAsBot asks somebody for a game by the BOT account. Rated ones are refused; what begins then helps to rate the bot.
func (u *unmarked) asksAsBot(p *person) error {
	ask := play.Proposal{
		Reservation: u.r.office.Reserve().ID, Rules: u.r.Rules, Opponent: p.Name, Kickoff: league.KickoffMe, Control: "live", Rated: true,
	}
	made, err := u.r.office.Propose(u.r.ctx, u.bot, ask)
	if kind := league.KindOf(err); err != nil && kind != league.Internal {
		ask.Rated, ask.Reservation = false, u.r.office.Reserve().ID
		made, err = u.r.office.Propose(u.r.ctx, u.bot, ask)
	}
	if err == nil {
		_, err = u.r.office.Accept(u.r.ctx, p.Player, made.Offer.ID, "", true, u.r.Now())
	}
	return err
}

// measureBots holds what games against programs did to people against R-BO-4 and R-BO-5. Games that run when an account is
// marked are no games against a BOT: it loses them (R-FF-9).
func (w *world) measureBots(h *history) error {
	var marks []*unmarked
	for _, a := range w.adversaries {
		if u, ok := a.(*unmarked); ok && !u.since.IsZero() {
			marks = append(marks, u)
		}
	}
	if len(marks) == 0 {
		return nil
	}
	moved := w.gauge("unmarked", "rating points of a person moved by a game against a BOT", "points", 0)
	kept := w.gauge("unmarked", "points lost to a marked account in 180 days, and not given back", "points", 0)
	for _, u := range marks {
		lost, back := map[string]league.Elo{}, map[string]league.Elo{}
		for _, pair := range h.changesBy(u.lead.ID) {
			gain := pair.After.Elo - pair.Before.Elo
			switch {
			case pair.Why == league.Refunded:
				back[pair.Player] += gain
			case pair.Why != "":
			case u.since.Sub(pair.Ended) < 180*day && gain < 0:
				lost[pair.Player] -= gain
			}
		}
		for player, sum := range lost {
			if slices.ContainsFunc(marks, func(other *unmarked) bool { return other.lead.ID == player }) {
				continue // who is expelled gets nothing back
			}
			kept.see(points(max(0, min(sum, mostLost*league.EloPoint)-back[player])), u.since, player, u.lead.ID)
		}
		matches, err := w.store.MatchesOf(w.ctx, league.Site(), u.bot.ID, 1<<20)
		if err != nil {
			return err
		}
		for _, m := range matches {
			changes, err := w.store.RatingsOf(w.ctx, league.Site(), m.ID)
			if err != nil {
				return err
			}
			by := 0.0
			for _, c := range changes {
				by = max(by, points(max(c.After.Elo-c.Before.Elo, c.Before.Elo-c.After.Elo)))
			}
			if m.State.Outcome.Over() {
				moved.seeIn(m, by, m.State.Moved, m.Seats[0].Player.ID, m.Seats[1].Player.ID)
			}
		}
	}
	return nil
}

// changesBy returns what matches against a player have done to the ratings of others.
func (h *history) changesBy(player string) (all []league.Change) {
	in := map[string]bool{}
	for _, c := range h.changes {
		if c.Player == player {
			in[c.Match] = true
		}
	}
	for _, c := range h.changes {
		if in[c.Match] && c.Player != player {
			all = append(all, c)
		}
	}
	return all
}
