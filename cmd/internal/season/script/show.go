package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tournaments"
)

// each does something for each player whom a command names behind the tournament.
func (t *teller) each(args []string, open bool, do func(context.Context, league.Player, string) error) error {
	for _, name := range args[1:] {
		p, err := t.player(name)
		if err != nil {
			return err
		}
		c, err := t.find(args[0], open)
		if err != nil {
			return err
		}
		if err := errors.Join(do(t.ctx, p, c.ID), t.Delivered(t.ctx)); err != nil {
			return err
		}
	}
	return nil
}

// find finds a tournament: one that the script opened, by its name; or an edition of a
// competition of the site, by the format and how the edition's name begins: "ladder",
// "championship/2027-05", "minicup/l1". Of several it is the latest that takes entries
// (open), else the latest that is or was played.
func (t *teller) find(where string, open bool) (league.Tournament, error) {
	where, _, _ = strings.Cut(where, ":")
	if id, ok := t.cups[where]; ok {
		return t.Store().Tournament(t.ctx, league.Site(), id)
	}
	format, edition, _ := strings.Cut(where, "/")
	c, err := t.Office().Competition(format + "/" + t.rules)
	if err != nil {
		return league.Tournament{}, fmt.Errorf("there is neither a tournament %q here nor such a competition: %w", where, err)
	}
	all, err := t.Office().Editions(t.ctx, league.Site(), c, time.Time{})
	if err != nil {
		return league.Tournament{}, err
	}
	slices.Reverse(all)
	for _, fits := range []func(league.Tournament) bool{
		func(e league.Tournament) bool { return e.Edition == edition },
		func(e league.Tournament) bool { return open == (e.State == league.Registration) || e.Rolling },
		func(e league.Tournament) bool { return true },
	} {
		for _, e := range all {
			if strings.HasPrefix(e.Edition, edition) && fits(e) {
				return e, nil
			}
		}
	}
	return league.Tournament{}, fmt.Errorf("%s has no edition that begins with %q", format, edition)
}

// view returns a tournament with its tables, and the group that is meant by what stands
// behind a colon.
func (t *teller) view(where string) (tournaments.TournamentView, league.Group, error) {
	c, err := t.find(where, false)
	if err != nil {
		return tournaments.TournamentView{}, "", err
	}
	_, group, _ := strings.Cut(where, ":")
	v, err := t.Office().Tournament(t.ctx, league.Site(), c.ID)
	return v, league.Group(group), err
}

// table shows the tables of a tournament; of a ladder the places, before a start who has entered.
func (t *teller) table(args []string) error {
	v, group, err := t.view(args[0])
	if err != nil {
		return err
	}
	var lines []string
	if v.Tournament.Rolling || v.Tournament.Started.IsZero() {
		for i, e := range v.Tournament.Entries {
			lines = append(lines, strings.TrimRight(fmt.Sprintf("%d  %s  %s", i+1, t.names[e.Player.ID], e.Note), " "))
		}
		return t.show("table", args, lines)
	}
	for _, g := range v.Groups {
		if group != "" && g.Group != group {
			continue
		}
		if g.Group != "" {
			lines = append(lines, string(g.Group))
		}
		for _, r := range g.Rows {
			lines = append(lines, t.row(v.Tournament, r))
		}
	}
	if v.Tournament.State == league.Finished {
		lines = append(lines, "won by "+t.winners(v.Tournament))
	}
	return t.show("table", args, lines)
}

// row writes a line of a table: rank, name, points, SON, what else parts them from their
// neighbours, goals, how many games are over and open.
func (cs *cast) row(c league.Tournament, r league.Row) string {
	line := fmt.Sprintf("%d  %s  %s  SON %d", r.Rank, cs.names[r.Player], r.Points, r.SON/100)
	for _, v := range r.Values {
		if v.Code != "TP" && v.Code != "SON" && (v.Code == r.Above.Code || v.Code == r.Below.Code) {
			line += fmt.Sprintf(" %s %d", v.Code, v.Number)
		}
	}
	line += fmt.Sprintf("  %d:%d  %d played", r.Goals, r.Against, r.Played)
	if r.Open > 0 {
		line += fmt.Sprintf(", %d open, rank %d-%d", r.Open, r.Best, r.Worst)
	}
	if e, ok := c.Entrant(r.Player); ok {
		if e.Out != league.Stays {
			line += ", " + string(e.Out)
		}
		if !e.Qualified.IsZero() {
			line += ", qualified"
		}
	}
	return line
}

func (cs *cast) winners(c league.Tournament) string {
	var names []string
	for _, p := range c.Winners() {
		names = append(names, cs.names[p.ID])
	}
	return strings.Join(names, " ")
}

// matches shows the games of a tournament by their keys, with their results.
func (t *teller) matches(args []string) error {
	c, err := t.find(args[0], false)
	if err != nil {
		return err
	}
	all, err := t.Store().Fixtures(t.ctx, league.Site(), c.ID)
	if err != nil {
		return err
	}
	_, group, _ := strings.Cut(args[0], ":")
	var lines []string
	for _, m := range all {
		if group != "" && string(league.Key(m.Fixture).Group()) != group {
			continue
		}
		first, second := t.names[m.Seats[m.SeatOf(engine.First)].Player.ID], t.names[m.Seats[m.SeatOf(engine.Second)].Player.ID]
		lines = append(lines, fmt.Sprintf("%s  %s-%s  %s", m.Fixture, first, second, t.standing(m)))
	}
	return t.show("games", args, lines)
}

// standing says how a match stands or ended.
func (cs *cast) standing(m league.Match) string {
	o := m.State.Outcome
	if m.State.Held {
		return "waits for the other game of the pair"
	}
	if !o.Over() {
		mover, _ := m.Mover()
		text := fmt.Sprintf("%s to move until %s", cs.names[mover.ID], m.State.Deadline.Format("2006-01-02 15:04"))
		if m.State.Control != "" {
			text += ", " + m.State.Control
		}
		return text
	}
	points, _ := m.Scoring().Points(o)
	text := fmt.Sprintf("%s %d:%d, %s-%s", o.Ending, o.Score[0], o.Score[1], points[0], points[1])
	return text
}

// log shows what was decided in a tournament, all of it or what is about one player.
func (t *teller) log(args []string) error {
	c, err := t.find(args[0], false)
	if err != nil {
		return err
	}
	all, err := t.Store().TournamentLog(t.ctx, league.Site(), c.ID, 0, c.Last)
	if err != nil {
		return err
	}
	var lines []string
	for _, d := range all {
		if d.Act == league.ActCreated || d.Act == league.ActStarted && strings.Contains(d.Text, "; ") ||
			len(args) > 1 && t.names[d.Player.ID] != args[1] {
			continue
		}
		line := fmt.Sprintf("%s  %s %s %s", d.At.Format("2006-01-02 15:04"), d.Act, t.names[d.Player.ID], t.named(d.Text))
		lines = append(lines, strings.TrimRight(strings.ReplaceAll(line, "  ", " "), " "))
	}
	return t.show("log", args, lines)
}
