package season

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/play"
)

// A Policy is a way to bend the rules as far as they go (R-JB-3).
type Policy struct {
	Name    string
	Does    string
	Guards  []Guard  // rules without which it gains more than it may
	formats []string // where it is of use; nil: everywhere
	joins   func(r *run, lead *person) adversary
}

// A Guard is a rule that a bound needs: without it the bound is passed within some days in a format.
type Guard struct {
	Rule, Format string
	Days         int
	Breaks       string // whose bound, by the policy
}

// Policies lists them all. What each gains at most stands with what measures it.
func Policies() []Policy {
	return []Policy{
		{
			"farmer", "has 2 more accounts that lose to them wherever they can, some at once and some after 6 moves",
			[]Guard{{"R-RA-9", ladderFormat, 40, "farmer"}, {"R-FF-4", ladderFormat, 40, "farmer"}},
			nil, newFarmer,
		},
		{"ring", "has 7 more accounts, which play one another and nobody else", []Guard{{"R-RA-10", "roundrobin", 200, "ring"}}, nil, newRing},
		{"holder", "is on top of a ladder, and hides behind holds and vacations", []Guard{{"R-LA-10", ladderFormat, 30, "holder"}}, []string{ladderFormat}, newHolder},
		{"staller", "uses all the time and all the vacation there is on every move", []Guard{{"R-VA-7", ladderFormat, 365, "staller"}}, nil, newStaller},
		{"absentee", "enters whatever there is, and stays away for three weeks once a year", []Guard{{"R-FF-7", "roundrobin", 250, "absentee"}}, nil, newAbsentee},
		{"dodger", "lets lost games run out, and moves in the others", nil, nil, newDodger},
		{"sandbagger", "loses on purpose, and then enters what has an upper limit", []Guard{{"R-RA-7", "roundrobin", 365, "sandbagger"}}, Formats()[4:], newSandbagger},
		{"kingmaker", "gives up games to a friend that they would win", []Guard{{"R-RA-9", "roundrobin", 365, "farmer"}, {"R-FF-13", "roundrobin", 120, "kingmaker"}}, nil, newKingmaker},
		{"shielder", "is on top of a ladder, where friends challenge them and play slowly", []Guard{{"R-LA-13", ladderFormat, 130, "shielder"}}, []string{ladderFormat}, newShielder},
		{"copier", "repeats in each game of a pair what the opponent did in the other one", []Guard{{"R-FD-7", "swiss", 20, "copier"}}, nil, newCopier},
		{"unmarked", "has a program play for them, which is found out after 50 games", []Guard{{"R-BO-4", "swiss", 160, "unmarked"}, {"R-FF-9", "swiss", 160, "unmarked"}}, nil, newUnmarked},
		{"careless", "directs all events, gives any order there is, and gets results wrong", []Guard{{"R-UT-9", "roundrobin", 40, "careless"}, {"R-CO-1", "roundrobin", 120, "careless"}}, nil, newCareless},
		{"outage", "is nobody: the site is away for a while", []Guard{{"R-TC-4", "roundrobin", 1, "outage"}}, []string{ladderFormat, "roundrobin", "knockout", "swiss", "simultaneous"}, nil},
		{"quitter", "leaves an event when somebody has won a game from them", nil, []string{"championship", "minicup", "monthlycup", "roundrobin", "simultaneous"}, newQuitter},
	}
}

// policy finds one by its name.
func policy(name string) (Policy, bool) {
	all := Policies()
	i := slices.IndexFunc(all, func(p Policy) bool { return p.Name == name })
	if i < 0 {
		return Policy{}, false
	}
	return all[i], true
}

// actsIn says whether a policy is of use in a format.
func (p Policy) actsIn(format string) bool {
	return p.formats == nil || slices.Contains(p.formats, format)
}

// An adversary is somebody who follows a policy, with all the accounts they have.
type adversary interface {
	// looks is what they do beside their games, before these go on and the jobs run.
	looks(now time.Time) error
	// after is what they do when the jobs have run.
	after() error
	// style is how one of them plays, and moves when one who is ready to at a moment does.
	style(v play.View, p *person) style
	moves(v play.View, p *person, ready time.Time) time.Time
	// shuns says that one of them does not look in as others do, nor enter what these enter.
	shuns(p *person) bool
}

// ordinary is an adversary who does nothing that others do not.
type ordinary struct {
	r    *run
	lead *person
}

func (ordinary) looks(time.Time) error                                   { return nil }
func (ordinary) after() error                                            { return nil }
func (ordinary) style(v play.View, p *person) style                      { return p.hurried(v.Match.Control) }
func (ordinary) moves(_ play.View, p *person, ready time.Time) time.Time { return p.back(ready) }
func (ordinary) shuns(*person) bool                                      { return false }

// account adds another account of an adversary, or of a friend of theirs, who is never absent. It comes right behind them.
func (r *run) account(lead *person, name string, by adversary) *person {
	p := &person{joins: r.Now(), quits: r.Until.Add(day), keen: 0.3, bends: by}
	p.Name, p.skill, p.pace = lead.Name+" "+name, 0.5, 4*time.Hour
	behind := 1 + slices.Index(r.people, lead)
	for r.people[behind].bends == by {
		behind++
	}
	r.people = slices.Insert(r.people, behind, p)
	return p
}

// did notes what an adversary has done, as a line of a script.
func (r *run) did(p *person, format string, args ...any) {
	if p.bends == nil {
		return
	}
	r.world.deeds = append(r.world.deeds, deed{r.Now(), p.Name, fmt.Sprintf(format, args...)})
}

// didEnter notes that an adversary has entered something. A script opens the tournaments of players by itself.
func (r *run) didEnter(p *person, t league.Tournament) {
	line := "enter"
	if t.Competition == "" {
		line = "# enter"
	}
	r.did(p, "%s %s %s", line, t.Format, word(p.Name))
}

// deed is something that an adversary has done.
type deed struct {
	at   time.Time
	who  string
	line string
}

// word is a name as a script writes it.
func word(name string) string { return strings.ReplaceAll(name, " ", "_") }

// of returns who has a seat beside a player.
func opponent(m league.Match, player string) string {
	for _, s := range m.Seats {
		if s.Player.ID != player {
			return s.Player.ID
		}
	}
	return player
}

// deadlines has the site look at each game when its time is out, as it does each minute: a day of vacation is used
// then, or the game ends. Pairs go on meanwhile, move by move.
func (r *run) deadlines(until time.Time) error {
	for {
		running, err := r.store.Running(r.ctx, league.Site(), 1<<20)
		if err != nil {
			return err
		}
		var next time.Time
		for _, m := range running {
			if at := m.State.Deadline; !at.IsZero() && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
		next = next.Add(clock.Grace + time.Second)
		if at := nextInPairs(r); !at.IsZero() && (!next.After(r.Now()) || at.Before(next)) {
			next = latest(at, r.Now().Add(time.Second))
		}
		if !next.After(r.Now()) || !next.Before(until) {
			return nil
		}
		if err := r.Awake(r.ctx, next); err != nil {
			return err
		}
		if err := r.playDue(next); err != nil {
			return err
		}
		if err := r.alive(errors.Join(r.office.ApplyDueVacations(r.ctx), r.office.Sweep(r.ctx), r.Delivered(r.ctx))); err != nil {
			return err
		}
		if err := errors.Join(r.agree(), r.lookAtPairs()); err != nil {
			return err
		}
	}
}

// scheme has adversaries do what they do before the jobs run.
func (r *run) scheme(now time.Time) error {
	if r.world == nil {
		return nil
	}
	for _, a := range r.world.adversaries {
		if err := r.told(a.looks(now)); err != nil {
			return err
		}
	}
	return r.alive(r.world.look(now))
}

// afterJobs has them do what they do after that.
func (r *run) afterJobs() error {
	if r.world == nil {
		return nil
	}
	if r.world.of.Format == ladderFormat {
		if err := r.world.lookAtChallenges(); err != nil {
			return err
		}
	}
	for _, a := range r.world.adversaries {
		if err := r.told(a.after()); err != nil {
			return err
		}
	}
	return nil
}
