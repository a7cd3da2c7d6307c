package season

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"kickabout/engine"
	"kickabout/league"
)

// Script is a season told line by line, with what is to be seen of it (see
// testdata/seasons/README.md).
type Script struct {
	lines    []string
	expected []txtar.File
}

// ParseScript reads a script in the txtar format: its lines, then the sections that its
// commands are expected to show, in their order.
func ParseScript(data []byte) Script {
	archive := txtar.Parse(data)
	return Script{strings.Split(string(archive.Comment), "\n"), archive.Files}
}

// teller carries out a script.
type teller struct {
	*Site
	ctx     context.Context
	people  map[string]league.Player
	names   map[string]string    // of players, by id
	cups    map[string]string    // ids of users' tournaments, by the name that the script gives them
	away    map[string]time.Time // until when somebody does not move, by id
	late    map[string]bool      // who moves just before his time is out, by id
	playing bool                 // all who are not away play on while time passes
	next    map[string]time.Time // when a match is to be looked at again, by its id
	rules   string               // game and variant
	shown   []txtar.File
}

// Run carries out a script on a fresh site and returns it with the sections that came of
// it. An error names the line.
func (s Script) Run(ctx context.Context, o Options) (Script, error) {
	o.Games = slices.DeleteFunc(slices.Clone(o.Games), func(g engine.Game) bool { return !s.speaksOf(g.Info().ID) })
	o.Runs = s.runs
	site, err := Open(ctx, o)
	if err != nil {
		return s, err
	}
	defer site.Close()
	t := &teller{
		Site: site, ctx: ctx, people: map[string]league.Player{}, names: map[string]string{}, cups: map[string]string{},
		away: map[string]time.Time{}, late: map[string]bool{}, next: map[string]time.Time{}, rules: usual,
	}
	for i, line := range s.lines {
		if err := t.line(line); err != nil {
			return s, fmt.Errorf("line %d, %q: %w", i+1, line, err)
		}
	}
	if differ, err := t.recheck(ctx); err != nil || len(differ) > 0 {
		return s, fmt.Errorf("at the end what is stored is not what the logs say: %q, %w", differ, err)
	}
	return Script{s.lines, t.shown}, nil
}

// lastMinute is how long before a deadline somebody moves who moves late: the jobs run each
// six hours.
const lastMinute = 7 * time.Hour

// usual is what is played unless a script says otherwise.
const usual = "streetsoccer/lg"

// speaksOf tells whether a game is played in the script. The site has no other, since each
// has competitions that take their time.
func (s Script) speaksOf(game string) bool {
	return strings.HasPrefix(usual, game+"/") || slices.ContainsFunc(s.lines, func(line string) bool {
		return strings.HasPrefix(line, "game "+game+"/")
	})
}

// runs tells whether a competition is meant by the script. The site has no other, as with
// games.
func (s Script) runs(c league.Competition) bool {
	rules := c.Game + "/" + c.Variant
	return slices.ContainsFunc(s.lines, func(line string) bool {
		return !strings.HasPrefix(line, "#") && strings.Contains(line, c.Format)
	}) && (rules == usual || slices.Contains(s.lines, "game "+rules))
}

// Equal says that two runs of a script show the same.
func (s Script) Equal(other Script) bool {
	return slices.EqualFunc(s.expected, other.expected, func(a, b txtar.File) bool {
		return a.Name == b.Name && string(a.Data) == string(b.Data)
	})
}

// Format writes the script as ParseScript reads it.
func (s Script) Format() []byte {
	return txtar.Format(&txtar.Archive{Comment: []byte(strings.Join(s.lines, "\n")), Files: s.expected})
}

// line carries out one line. A line that begins with ! must be refused, with the sentence
// behind the colon.
func (t *teller) line(line string) error {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	refused, must := strings.CutPrefix(line, "! ")
	if !must {
		return t.command(line, strings.Fields(line))
	}
	words, sentence, _ := strings.Cut(refused, " : ")
	err := t.command(words, strings.Fields(words))
	if err == nil {
		return fmt.Errorf("this was not refused")
	}
	if league.KindOf(err) == league.Internal || !strings.Contains(err.Error(), sentence) {
		return fmt.Errorf("the refusal is: %w", err)
	}
	return nil
}

// command finds what the first word, or for a player's move the second, says.
func (t *teller) command(line string, words []string) error {
	if len(words) > 1 && words[1] == "plays" {
		return t.plays(words[0], words[2:])
	}
	for _, c := range commands() {
		if c.name != words[0] {
			continue
		}
		args := words[1:]
		if len(args) < c.least || c.most >= 0 && len(args) > c.most {
			return fmt.Errorf("it is written %q", c.name+" "+c.args)
		}
		return c.do(t, args)
	}
	return fmt.Errorf("there is no such command")
}

// show adds a section under the words of the command that asked for it.
func (t *teller) show(name string, args []string, lines []string) error {
	text := ""
	if len(lines) > 0 {
		text = strings.Join(lines, "\n") + "\n"
	}
	t.shown = append(t.shown, txtar.File{Name: strings.Join(append([]string{name}, args...), " "), Data: []byte(text)})
	return nil
}

// player finds somebody by his name.
func (t *teller) player(name string) (league.Player, error) {
	if p, ok := t.people[name]; ok {
		return p, nil
	}
	return league.Player{}, fmt.Errorf("there is no player %q", name)
}

// named returns a text with the names of players where it has their ids.
func (t *teller) named(text string) string {
	for id, name := range t.names {
		text = strings.ReplaceAll(text, id, name)
	}
	return text
}

// passes lets time pass until a moment. The jobs run each hour of it, in longer spans each
// few hours or once a day, and players play if they are told to.
func (t *teller) passes(until time.Time) error {
	step, atOnce := time.Hour, time.Duration(0)
	switch span := until.Sub(t.Now()); {
	case span > 60*day && !t.playing:
		step = day
	case span > 10*day:
		step, atOnce = 6*time.Hour, 3*day // some moves of a match in one go: there are many
	}
	for t.Now().Before(until) {
		next := t.Now().Add(step).Truncate(step)
		if next.After(until) {
			next = until
		}
		today := t.Now()
		if err := t.awake(t.ctx, next); err != nil {
			return err
		}
		if err := t.lookIn(today, next); err != nil {
			return err
		}
		if err := t.tick(atOnce); err != nil {
			return err
		}
	}
	return nil
}

// lookIn has everybody who plays look in once a day.
func (t *teller) lookIn(before, now time.Time) error {
	if !t.playing || !midnight(before, now) {
		return nil
	}
	for _, p := range t.people {
		if now.Before(t.away[p.ID]) {
			continue
		}
		if err := t.visit(t.ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// tick does what happens at a moment.
func (t *teller) tick(atOnce time.Duration) error {
	if t.playing {
		if err := t.playAll(atOnce); err != nil {
			return err
		}
	}
	return t.jobs.RunDue(t.ctx)
}

// playAll plays every match on as far as it goes, and looks at it again some time later.
func (t *teller) playAll(atOnce time.Duration) error {
	running, err := t.store.Running(t.ctx, 1<<20)
	if err != nil {
		return err
	}
	for _, m := range running {
		if t.Now().Before(t.next[m.ID]) {
			continue
		}
		v, due, err := t.playOn(t.ctx, m.ID, t)
		if err != nil {
			return err
		}
		if again := t.Now().Add(atOnce); due.Before(again) && m.Twin == "" { // a pair goes on throw by throw
			due = again
		}
		if last := v.Clocks.Deadline().Add(-12 * time.Hour); due.After(last) {
			due = last
		}
		t.next[m.ID] = due
	}
	return nil
}

// style is that of everybody in a script.
func (t *teller) style(league.Match, string) style {
	return style{skill: 0.6, pace: 8 * time.Hour}
}

// moves puts off what somebody does until he is back, or until he can wait no longer.
func (t *teller) moves(player string, ready, deadline time.Time) time.Time {
	if t.late[player] {
		ready = latest(ready, deadline.Add(-lastMinute))
	}
	if back := t.away[player]; ready.Before(back) {
		return back
	}
	return ready
}
