package script

import (
	"fmt"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/series"
)

// ladderFormat is the format of ladders.
const ladderFormat = "ladder"

// ladder sets something that players wish on a ladder.
func (t *teller) ladder(args []string) error {
	c, err := t.competition(ladderFormat)
	if err != nil {
		return err
	}
	for _, name := range args[1:] {
		p, err := t.player(name)
		if err == nil {
			err = t.Office().SetLadder(t.ctx, p, c, series.LadderSetting(args[0]))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// challenge has somebody challenge another one on a ladder.
func (t *teller) challenge(args []string) error {
	c, err := t.competition(ladderFormat)
	if err != nil {
		return err
	}
	a, err := t.player(args[0])
	if err != nil {
		return err
	}
	b, err := t.player(args[1])
	if err != nil {
		return err
	}
	_, err = t.Office().Challenge(t.ctx, a, c, b.ID)
	return err
}

// reasons shows whom somebody could challenge on a ladder, and why not.
func (t *teller) reasons(args []string) error {
	c, err := t.competition(ladderFormat)
	if err != nil {
		return err
	}
	p, err := t.player(args[0])
	if err != nil {
		return err
	}
	v, err := t.Office().Ladder(t.ctx, p, c)
	if err != nil {
		return err
	}
	var lines []string
	for _, r := range v.Rows {
		why := "may be challenged"
		if r.Code != "" {
			why = r.Code + ": " + r.Why
		}
		lines = append(lines, fmt.Sprintf("%d  %s  %s", r.Place, t.names[r.Player.ID], why))
	}
	return t.show("reasons", args, lines)
}

// competition finds the competition of a format in the game that is played.
func (t *teller) competition(format string) (league.Competition, error) {
	return t.Office().Competition(format + "/" + t.rules)
}

// agreed has two begin a rated game that they have agreed on.
func agreed(t *teller, args []string) error {
	a, err := t.player(args[0])
	if err != nil {
		return err
	}
	b, err := t.player(args[1])
	if err != nil {
		return err
	}
	return t.AgreeOn(t.ctx, a, b, t.rules)
}

// agree has those who wait in a queue agree to start without more (R-MC-5).
func (t *teller) agree(args []string) error { return t.each(args, true, t.Office().AgreeToStart) }

// stay has players of the last season say that they stay (R-CH-4).
func (t *teller) stay(args []string) error { return t.each(args, true, t.Office().Confirm) }

// vacation plans a vacation of somebody from now or from a day on, or ends it.
func (t *teller) vacation(args []string) error {
	p, err := t.player(args[0])
	if err != nil {
		return err
	}
	if args[1] == "end" {
		return t.Office().EndVacation(t.ctx, p, t.Now())
	}
	plan := play.VacationPlan{Days: strings.TrimSuffix(args[1], "d")}
	if len(args) > 2 {
		plan.Begins = args[2]
	}
	return t.Office().PlanVacation(t.ctx, p, plan, t.Now())
}

// days shows the statement of somebody's vacation (R-VA-6).
func (t *teller) days(args []string) error {
	p, err := t.player(args[0])
	if err != nil {
		return err
	}
	v, err := t.Office().Vacation(t.ctx, p)
	if err != nil {
		return err
	}
	lines := []string{fmt.Sprintf("%d left", v.Balance)}
	for _, l := range v.Lines {
		lines = append(lines, fmt.Sprintf("%s  %+d  %s", l.At.Format("2006-01-02 15:04"), l.Days, l.Why))
	}
	return t.show("days", args, lines)
}

// position shows how the board stands in the running match of two.
func (t *teller) position(args []string) error {
	m, err := t.running(args[0], args[1])
	if err != nil {
		return err
	}
	v, err := t.Office().Match(t.ctx, league.Site(), m.ID)
	if err != nil {
		return err
	}
	return t.show("position", args, []string{v.Record.Position.String()})
}

// gift has somebody give their opponent a day or three, some times (R-TC-7).
func (t *teller) gift(args []string) error {
	m, err := t.running(args[1], args[2])
	if err != nil {
		return err
	}
	giver, err := t.player(args[0])
	if err != nil {
		return err
	}
	left, err := span(args[3])
	for given := time.Duration(3); err == nil && left >= day; left -= given * day {
		if left < 3*day {
			given = 1
		}
		_, err = t.Office().GiveTime(t.ctx, giver, m.ID, int(given), t.NewID(), t.Now())
	}
	return err
}

// slow has players move just before their time is out, not earlier.
func (t *teller) slow(args []string) error {
	for _, name := range args {
		p, err := t.player(name)
		if err != nil {
			return err
		}
		t.late[p.ID] = true
	}
	return nil
}

// notices shows what the site has told everybody.
func (t *teller) notices(args []string) error {
	all, err := t.Office().SiteNotices(t.ctx, time.Time{})
	if err != nil {
		return err
	}
	var lines []string
	for _, n := range all {
		lines = append(lines, fmt.Sprintf("%s  %s, every clock gets %v", n.Until.Format("2006-01-02 15:04"), n.Kind, n.Given()))
	}
	return t.show("notices", args, lines)
}
