package script

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/scheduler"
)

// A command is one word of the language, with the arguments as one writes them.
type command struct {
	name, args  string
	least, most int // how many arguments; most -1: any number
	do          func(t *teller, args []string) error
}

// commands is the whole language.
func commands() []command {
	return []command{
		{"game", "GAME/VARIANT", 1, 1, (*teller).game},
		{"players", "NAME...", 1, -1, (*teller).players},
		{"at", "DATE", 1, 2, (*teller).at},
		{"wait", "DURATION", 1, 1, (*teller).wait},
		{"outage", "DURATION", 1, 1, (*teller).outage},
		{"anew", "REASON", 1, -1, anew},
		{"run", "JOB...", 1, -1, (*teller).run},
		{"open", "NAME [format=knockout] [places=2] [control=live] ...", 1, -1, (*teller).open},
		{"enter", "WHERE NAME...", 2, -1, (*teller).enter},
		{"team", "WHERE NAME CAPTAIN PLAYER...", 3, -1, (*teller).team},
		{"leave", "WHERE NAME...", 2, -1, (*teller).leave},
		{"start", "WHERE", 1, 1, (*teller).begin},
		{"ladder", "automatic|manual|hold|resume NAME...", 2, -1, (*teller).ladder},
		{"challenge", "NAME OPPONENT", 2, 2, (*teller).challenge},
		{"agreed", "FIRST SECOND", 2, 2, agreed},
		{"agree", "WHERE NAME...", 2, -1, (*teller).agree},
		{"stay", "WHERE NAME...", 2, -1, (*teller).stay},
		{"gift", "NAME FIRST SECOND DURATION", 4, 4, (*teller).gift},
		{"slow", "NAME...", 1, -1, (*teller).slow},
		{"vacation", "NAME DAYS|end [DATE]", 2, 3, (*teller).vacation},
		{"result", "FIRST SECOND KIND [GOALS] [WINNER]", 3, 5, (*teller).result},
		{"dice", "FACE...", 1, -1, (*teller).dice},
		{"play", "on|off", 1, 1, (*teller).play},
		{"absent", "NAME DURATION", 2, 2, (*teller).absent},
		{"strike", "WHERE NAME", 2, 2, (*teller).strike},
		{"withdraw", "WHERE NAME", 2, 2, (*teller).withdraw},
		{"table", "WHERE", 1, 1, (*teller).table},
		{"games", "WHERE", 1, 1, (*teller).matches},
		{"notices", "", 0, 0, (*teller).notices},
		{"reasons", "NAME", 1, 1, (*teller).reasons},
		{"days", "NAME", 1, 1, (*teller).days},
		{"position", "FIRST SECOND", 2, 2, (*teller).position},
		{"log", "WHERE [NAME]", 1, 2, (*teller).log},
	}
}

func (t *teller) game(args []string) error {
	t.rules = args[0]
	return nil
}

func (t *teller) players(args []string) error {
	for _, name := range args {
		p, err := t.SignUp(t.ctx, name)
		if err != nil {
			return err
		}
		t.people[name], t.names[p.ID] = p, name
	}
	return nil
}

// at lets time pass until a day, or a time of it.
func (t *teller) at(args []string) error {
	day, err := time.Parse("2006-01-02 15:04", strings.Join(append(args, "00:00")[:2], " "))
	if err != nil {
		return err
	}
	if len(t.people) == 0 { // nothing has happened yet
		t.Set(day)
		return nil
	}
	if day.Before(t.Now()) {
		return fmt.Errorf("it is %s already", t.Now().Format("2006-01-02 15:04"))
	}
	return t.passes(day)
}

func (t *teller) wait(args []string) error {
	d, err := span(args[0])
	if err != nil {
		return err
	}
	return t.passes(t.Now().Add(d))
}

// span reads a duration that may be in days: "11d", "36h", "1d12h", "90s".
func span(text string) (time.Duration, error) {
	days, rest, ok := strings.Cut(text, "d")
	if !ok {
		return time.ParseDuration(text)
	}
	n, err := strconv.Atoi(days)
	if err != nil || rest == "" {
		return time.Duration(n) * 24 * time.Hour, err
	}
	d, err := time.ParseDuration(rest)
	return time.Duration(n)*24*time.Hour + d, err
}

// run runs jobs now, due or not.
func (t *teller) run(args []string) error {
	for _, name := range args {
		jobs := t.work(t.Office())
		at := slices.IndexFunc(jobs, func(j scheduler.Job) bool { return j.Name == name })
		if at < 0 {
			return fmt.Errorf("there is no job %q; the jobs are %s", name, strings.Join(namesOf(jobs), ", "))
		}
		if err := t.Jobs().RunNow(t.ctx, jobs[at]); err != nil {
			return err
		}
	}
	return nil
}

// namesOf returns the names of jobs.
func namesOf(jobs []scheduler.Job) (names []string) {
	for _, j := range jobs {
		names = append(names, j.Name)
	}
	return names
}

func (t *teller) enter(args []string) error {
	return t.each(args, true, t.Office().EnterTournament)
}

func (t *teller) leave(args []string) error {
	return t.each(args, true, t.Office().LeaveTournament)
}

func (t *teller) begin(args []string) error {
	c, err := t.find(args[0], true)
	if err != nil {
		return err
	}
	return t.Office().StartTournament(t.ctx, t.people[host], c.ID)
}

// dice says what comes up next, in whatever match throws first.
func (t *teller) dice(args []string) error {
	for _, a := range args {
		face, err := strconv.Atoi(a)
		if err != nil {
			return err
		}
		t.ThrowNext(face)
	}
	return nil
}

// plays makes a move of a player, in the match in which it is their turn.
func (t *teller) plays(name string, args []string) error {
	p, err := t.player(name)
	if err != nil || len(args) != 1 {
		return fmt.Errorf("it is written %q: %w", "NAME plays MOVE", err)
	}
	mine, _, err := t.Office().PartOf(t.ctx, league.Site(), p.ID, league.Mine, league.Place{}, 1)
	if err != nil || len(mine) == 0 {
		return fmt.Errorf("it is not %s's turn anywhere: %w", name, err)
	}
	v, err := t.Office().Match(t.ctx, league.Site(), mine[0].ID)
	if err != nil {
		return err
	}
	_, err = t.Office().Play(t.ctx, p, play.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: engine.Move(args[0]), Arrived: t.Now()})
	return err
}

// play has everybody play on while time passes, or nobody any more.
func (t *teller) play(args []string) error {
	t.playing = args[0] == "on"
	return nil
}

// absent has somebody not move for so long.
func (t *teller) absent(args []string) error {
	p, err := t.player(args[0])
	if err != nil {
		return err
	}
	d, err := span(args[1])
	t.away[p.ID] = t.Now().Add(d)
	return err
}

// outage puts the site to sleep for so long; then it wakes, and its jobs run.
func (t *teller) outage(args []string) error {
	d, err := span(args[0])
	if err != nil {
		return err
	}
	t.Set(t.Now().Add(d))
	if err := t.Restart(t.ctx); err != nil {
		return err
	}
	return t.Jobs().RunDue(t.ctx)
}

// anew has the site throw all running games with new dice, as it does after a restored backup, and note it in the log of the
// dice, which it keeps from then on.
func anew(t *teller, args []string) (err error) {
	if err := t.KeepDiceLog(t.ctx); err != nil {
		return err
	}
	if err := t.Office().DiceLog.AppendToLog(t.ctx); err != nil {
		return err
	}
	done, err := t.Office().Breaks.Renew(t.ctx, strings.Join(args, " "))
	if err == nil && done.Anew == 0 {
		err = fmt.Errorf("no game has new dice: %+v", done)
	}
	return errors.Join(err, t.show("anew", args, []string{fmt.Sprintf("games with new dice: %d", done.Anew)}))
}

// strike has the organiser take somebody out of a tournament that is being played.
func (t *teller) strike(args []string) error {
	p, err := t.player(args[1])
	if err != nil {
		return err
	}
	c, err := t.find(args[0], false)
	if err != nil {
		return err
	}
	return t.Office().Strike(t.ctx, t.people[host], c.ID, p.ID, "the organiser says so")
}

// withdraw has somebody leave a tournament that is being played.
func (t *teller) withdraw(args []string) error {
	return t.each(args, false, t.Office().WithdrawFrom)
}
