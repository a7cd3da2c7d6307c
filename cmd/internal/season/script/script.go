// Package script is the language of seasons that are told line by line: it lets what a line says happen on a site
// of package season, and shows what there is to be seen.
package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"kickabout/cmd/internal/season"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/scheduler"
)

// Script is a season told line by line, with what is to be seen of it (see
// testdata/seasons/README.md).
type Script struct {
	lines    []string
	expected []txtar.File
}

// Parse reads a script in the txtar format: its lines, then the sections that its
// commands are expected to show, in their order.
func Parse(data []byte) Script {
	archive := txtar.Parse(data)
	return Script{strings.Split(string(archive.Comment), "\n"), archive.Files}
}

// teller carries out a script.
type teller struct {
	cast
	cups  map[string]string                    // ids of users' tournaments, by the name that the script gives them
	rules string                               // game and variant
	work  func(*office.Office) []scheduler.Job // what the site does by itself
	shown []txtar.File
}

// Run carries out a script on a fresh site and returns it with the sections that came of
// it. An error names the line.
func (s Script) Run(ctx context.Context, o season.Options) (Script, error) {
	o.Games = slices.DeleteFunc(slices.Clone(o.Games), func(g engine.Game) bool { return !s.speaksOf(g.Info().ID) })
	o.Runs = s.runs
	site, err := season.Open(ctx, o)
	if err != nil {
		return s, err
	}
	defer site.Close()
	t := &teller{
		cast: cast{
			Site: site, ctx: ctx, people: map[string]league.Player{}, names: map[string]string{},
			away: map[string]time.Time{}, late: map[string]bool{}, next: map[string]time.Time{},
		},
		cups: map[string]string{}, rules: usual, work: o.Jobs,
	}
	for i, line := range s.lines {
		if err := t.line(line); err != nil {
			return s, fmt.Errorf("line %d, %q: %w", i+1, line, err)
		}
	}
	if differ, err := t.Recheck(ctx); err != nil || len(differ) > 0 {
		return s, fmt.Errorf("at the end what is stored is not what the logs say: %q, %w", differ, err)
	}
	return Script{s.lines, t.shown}, nil
}

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

// Format writes the script as Parse reads it.
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
		return errors.Join(t.plays(words[0], words[2:]), t.Delivered(t.ctx))
	}
	for _, c := range commands() {
		if c.name != words[0] {
			continue
		}
		args := words[1:]
		if len(args) < c.least || c.most >= 0 && len(args) > c.most {
			return fmt.Errorf("it is written %q", c.name+" "+c.args)
		}
		if err := c.do(t, args); err != nil {
			return err
		}
		return t.Delivered(t.ctx)
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
