package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/dump"
	"kickabout/league/office"
	"kickabout/league/setting"
	"kickabout/scheduler"
	"kickabout/store/backup"
	"kickabout/views/help"
)

// operatorManual is the file that a failure of the tests below asks to change.
const operatorManual = "views/help/operator.md"

// section returns the rows of the table under a heading of the operator's manual: the cells of each, by the first.
// Without such a heading it is nil.
func section(t *testing.T, heading string) map[string][]string {
	t.Helper()
	text, err := help.Markdown("operator")
	if err != nil {
		t.Fatal(err)
	}
	_, below, found := strings.Cut(text, "\n"+heading+"\n")
	if !found {
		return nil
	}
	rows := map[string][]string{}
	for line := range strings.Lines(below) {
		if strings.HasPrefix(line, "#") {
			break
		}
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "| `") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if rows[cells[0]] != nil {
			t.Errorf("%s, %q: %s stands there twice", operatorManual, heading, cells[0])
		}
		rows[cells[0]] = cells
	}
	return rows
}

// compareRows wants the rows under a heading to begin with the cells wanted, whatever is said behind them, and
// none to be without a counterpart. Each of the rows wanted ends with words to begin from.
func compareRows(t *testing.T, heading string, wanted [][]string) {
	t.Helper()
	rows := section(t, heading)
	if rows == nil && len(wanted) == 0 {
		return
	}
	known := map[string]bool{}
	for _, want := range wanted {
		known[want[0]] = true
		row := rows[want[0]]
		exact := len(want) - 1
		switch {
		case row == nil:
			t.Errorf("%s: add under %q the line\n| %s |", operatorManual, heading, strings.Join(want, " | "))
		case len(row) != len(want) || !slices.Equal(row[:exact], want[:exact]) || row[exact] == "":
			t.Errorf("%s, %q: the line of %s must begin with\n| %s | …\nand say what it means; it is\n| %s |", operatorManual, heading, want[0],
				strings.Join(want[:exact], " | "), strings.Join(row, " | "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if !known[name] {
			t.Errorf("%s, %q: take out the line of %s, which there is not", operatorManual, heading, name)
		}
	}
}

// code writes a text as Markdown shows what is typed; a dash where there is none.
func code(text string) string {
	if text == "" {
		return "–"
	}
	return "`" + text + "`"
}

// TestAFlagWithoutAPathIsNotTheCurrentFolder: of "--backups=", or a setting that is there and empty, the parser would make the
// folder in which the program was begun, but for flags that have a default.
func TestAFlagWithoutAPathIsNotTheCurrentFolder(t *testing.T) {
	t.Parallel()
	var c cli
	parser, err := parserOf(t.Context(), &c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"--backups="}); err != nil || c.Serve.Backups != "" {
		t.Errorf("backups go to %q, %v", c.Serve.Backups, err)
	}
	paths := 0
	for _, leaf := range parser.Model.Leaves(true) {
		for _, group := range leaf.AllFlags(true) {
			for _, f := range group {
				if f.Tag.Type != "path" {
					continue
				}
				if paths++; !f.HasDefault {
					t.Errorf("%s --%s has no default, not even an empty one", leaf.Path(), f.Name)
				}
			}
		}
	}
	if paths < 20 {
		t.Errorf("only %d flags with paths were found", paths)
	}
}

// TestTheManualHasEveryCommandAndFlag compares the operator's manual with the command line: each command has a
// section, each flag a line there, and nothing is described that there is not.
func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	t.Parallel()
	parser, err := parserOf(t.Context(), &cli{})
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]bool{}
	for _, leaf := range parser.Model.Leaves(true) {
		heading := "### kickabout " + leaf.Path()
		heading = strings.Replace(heading, "kickabout kickabout", "kickabout", 1)
		commands[heading] = true
		if section(t, heading) == nil {
			t.Errorf("%s: add the heading\n%s\nand under it what the command does: %s", operatorManual, heading, leaf.Help)
			continue
		}
		var wanted [][]string
		for _, group := range leaf.AllFlags(true) {
			for _, f := range group {
				if f.Name != "help" && f.Name != "version" {
					wanted = append(wanted, []string{code("--" + f.Name), code(strings.Join(f.Envs, ", ")), code(f.Default), f.Help})
				}
			}
		}
		compareRows(t, heading, wanted)
	}
	text, err := help.Markdown("operator")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "### kickabout ") && !commands[line] {
			t.Errorf("%s: take out %q, a command that there is not", operatorManual, line)
		}
	}
	if len(commands) < 20 {
		t.Errorf("only %d commands were found", len(commands))
	}
}

// TestTheManualHasEveryMetric compares the operator's manual with the metrics of a server that measures all there is.
func TestTheManualHasEveryMetric(t *testing.T) {
	t.Parallel()
	s, err := serveCmd{
		Data: t.TempDir(), Addr: "127.0.0.1:0", Metrics: "127.0.0.1:0", Backups: t.TempDir(), doorFlags: doorFlags{TLS: selfSigned(t)},
	}.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.assemble(t.Context(), office.Over(s.store)); err != nil {
		t.Fatal(err)
	}
	described := s.gauge.Described()
	var wanted [][]string
	for _, name := range slices.Sorted(maps.Keys(described)) {
		labels := "–"
		if d := described[name]; len(d.Labels) > 0 {
			labels = "`" + strings.Join(d.Labels, "`, `") + "`"
		}
		wanted = append(wanted, []string{code(name), labels, described[name].Help})
	}
	if len(wanted) < 10 {
		t.Errorf("only %d metrics were found", len(wanted))
	}
	compareRows(t, "## Reference: metrics", wanted)
}

// TestTheManualHasEverySetting compares the operator's manual with the table of the settings.
func TestTheManualHasEverySetting(t *testing.T) {
	t.Parallel()
	var wanted [][]string
	for _, d := range setting.All() {
		wanted = append(wanted, []string{code(string(d.Key)), code(d.Default), d.Hint})
	}
	compareRows(t, "## Reference: settings", wanted)
}

// TestTheManualHasEveryJob compares the operator's manual with the jobs of a server that does all there is.
func TestTheManualHasEveryJob(t *testing.T) {
	t.Parallel()
	var wanted [][]string
	for _, j := range append(append(jobsOf(&office.Office{}, true), dump.Job(&office.Office{}, "")), backupJobs("", "", "backups", backup.Standard, nil)...) {
		wanted = append(wanted, []string{code(j.Name), jobWhen(j), j.Does})
	}
	compareRows(t, "## Reference: jobs", wanted)
}

// jobWhen is when a job runs, as the list of jobs says it.
func jobWhen(j scheduler.Job) string {
	if j.EveryNode {
		return fmt.Sprintf("%s, on every server", j.When)
	}
	return fmt.Sprint(j.When)
}

// TestEveryManualIsPrinted reads them as a terminal does.
func TestEveryManualIsPrinted(t *testing.T) {
	t.Parallel()
	list, complaint, code := kickabout(t, "", "help")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, complaint)
	}
	for _, topic := range help.Topics() {
		if !strings.Contains(list, topic.Name+" ") {
			t.Errorf("the list lacks %s", topic.Name)
		}
	}
	if out, complaint, code := kickabout(t, "", "help", "operator"); code != 0 || !strings.HasPrefix(out, "# How to run a site\n") {
		t.Errorf("exit code %d: %s%.60s", code, complaint, out)
	}
	if _, complaint, code := kickabout(t, "", "help", "everything"); code == 0 || !strings.Contains(complaint, "the manuals are player, organiser") {
		t.Errorf("exit code %d: %s", code, complaint)
	}
}

// variable is the name of a flag in the environment.
var variable = regexp.MustCompile(`\bKICKABOUT_[A-Z_]+\b`)

// TestWhatIsPackagedSetsFlagsThatThereAre reads the unit of systemd and the files of containers, which nothing else runs.
func TestWhatIsPackagedSetsFlagsThatThereAre(t *testing.T) {
	t.Parallel()
	parser, err := parserOf(t.Context(), &cli{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, leaf := range parser.Model.Leaves(true) {
		for _, f := range leaf.Flags {
			for _, name := range f.Envs {
				known[name] = known[name] || leaf.Name == "serve"
			}
		}
	}
	files, err := filepath.Glob("../dev/package/*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range variable.FindAllString(string(text), -1) {
			if found++; !known[name] {
				t.Errorf("%s sets %s, by which no flag of kickabout serve goes", filepath.Base(file), name)
			}
		}
	}
	if found == 0 {
		t.Error("nothing is set anywhere")
	}
}
