package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ledgerPath is where it is written down what is done about each item of ASVS.
const ledgerPath = "cmd/internal/web/ASVS.md"

// ledgerItems is how many items of each level the standard has, in version 5.0.0.
var ledgerItems = map[string]int{"L1": 70, "L2": 183}

// ledgerStatuses are those that an item may have, in the order of the columns that count them.
var ledgerStatuses = []string{"met", "n/a", "not met"}

var (
	ledgerChapter = regexp.MustCompile(`^## V(\d+) `)
	ledgerItem    = regexp.MustCompile(`^(\d+)\.\d+\.\d+$`)
	ledgerCode    = regexp.MustCompile("`([^`]*)`")
)

// A ledger is what was read of one so far.
type ledger struct {
	counted, stated map[string][]int // by level: items of each status, by the rows and by the head
	seen            map[string]bool  // items
	faults          []string
}

func (l *ledger) fault(format string, args ...any) {
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

// ledgerFaults returns what is wrong with a ledger, a line each. Items is how many of each level there are. Read returns
// the text of a file, or of all code of a folder; an error if there is none.
func ledgerFaults(text string, items map[string]int, read func(path string) (string, error)) []string {
	l := &ledger{map[string][]int{}, map[string][]int{}, map[string]bool{}, nil}
	for level := range items {
		l.counted[level] = make([]int, len(ledgerStatuses))
	}
	chapter := ""
	for n, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "## ") {
			chapter = ""
			if m := ledgerChapter.FindStringSubmatch(line); m != nil {
				chapter = m[1]
			}
		}
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		for _, problem := range ledgerNames(line, read) {
			l.fault("line %d: %s", n+1, problem)
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		switch {
		case chapter == "":
			l.head(cells)
		case cells[0] != "item":
			l.row(chapter, cells)
		}
	}
	for level, all := range items {
		sum := 0
		for _, c := range l.counted[level] {
			sum += c
		}
		if sum != all {
			l.fault("%d items of %s; the standard has %d", sum, level, all)
		}
		if want := append(slices.Clone(l.counted[level]), sum); !slices.Equal(l.stated[level], want) {
			l.fault("the head counts %v of %s, and the rows are %v", l.stated[level], level, want)
		}
	}
	return l.faults
}

// head reads a row that may count the items of a level.
func (l *ledger) head(cells []string) {
	if l.counted[cells[0]] == nil {
		return
	}
	for _, cell := range cells[1:] {
		number, _ := strconv.Atoi(cell) // what is none is no right count
		l.stated[cells[0]] = append(l.stated[cells[0]], number)
	}
}

// row reads what is said of an item.
func (l *ledger) row(chapter string, cells []string) {
	m := ledgerItem.FindStringSubmatch(cells[0])
	if m == nil || len(cells) != 4 || l.counted[cells[1]] == nil || !slices.Contains(ledgerStatuses, cells[2]) || cells[3] == "" {
		l.fault("%q is no row", cells)
		return
	}
	if m[1] != chapter {
		l.fault("%s stands in chapter %s", cells[0], chapter)
	}
	if l.seen[cells[0]] {
		l.fault("%s is there twice", cells[0])
	}
	l.seen[cells[0]] = true
	if cells[2] != "n/a" && !ledgerCode.MatchString(cells[3]) {
		l.fault("%s is %s, and nobody knows where", cells[0], cells[2])
	}
	l.counted[cells[1]][slices.Index(ledgerStatuses, cells[2])]++
}

// ledgerNames says what is wrong with the paths and names that a line has as code: a path must lead somewhere, and
// another name stand in what the paths of its line lead to.
func ledgerNames(line string, read func(path string) (string, error)) (faults []string) {
	var names []string
	var all strings.Builder
	for _, m := range ledgerCode.FindAllStringSubmatch(line, -1) {
		if !strings.Contains(m[1], "/") && path.Ext(m[1]) == "" && !slices.Contains(top, m[1]) {
			names = append(names, m[1])
			continue
		}
		text, err := read(m[1])
		if err != nil {
			faults = append(faults, err.Error())
		}
		all.WriteString(text)
	}
	for _, name := range names {
		if found, err := regexp.MatchString(`\b`+regexp.QuoteMeta(name)+`\b`, all.String()); err != nil || !found {
			faults = append(faults, name+" is not where the line looks for it")
		}
	}
	return faults
}

// textAt returns the text of a file of the repository, or of all code of a folder.
func textAt(name string) (string, error) {
	var all strings.Builder
	err := filepath.WalkDir(filepath.Join("..", "..", filepath.FromSlash(name)), func(at string, d fs.DirEntry, err error) error {
		whole := filepath.Base(at) == path.Base(name) // a file that is named itself
		if err != nil || d.IsDir() || !whole && !slices.Contains([]string{".go", ".templ", ".js"}, filepath.Ext(at)) {
			return err
		}
		text, err := os.ReadFile(at)
		all.Write(text)
		return err
	})
	return all.String(), err
}

func TestTheLedgerOfASVSIsWhole(t *testing.T) {
	t.Parallel()
	text, err := textAt(ledgerPath)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ledgerFaults(text, ledgerItems, textAt) {
		t.Error(f)
	}
	manual, err := textAt("views/help/security.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\| (L\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`).FindAllStringSubmatch(text, -1) {
		are := "are"
		if m[4] == "1" {
			are = "is"
		}
		if sentence := fmt.Sprintf("of the %s items of level %s %s are met, %s do not apply and %s %s not met", m[5], m[1][1:], m[2], m[3], m[4], are); !strings.Contains(manual, sentence) {
			t.Errorf("the manual does not say that %s", sentence)
		}
	}
	for _, chapter := range regexp.MustCompile(`(?m)^\| (\d+)\.\d+\.\d+ \| L\d \| met \|`).FindAllStringSubmatch(text, -1) {
		if found, err := regexp.MatchString(`(?m)^\| (V.* )?V`+chapter[1]+`\b.* \|`, manual); err != nil || !found {
			t.Fatalf("the manual does not say where chapter V%s is met", chapter[1])
		}
	}
}

// TestTheManualHasEveryLineOfTheLogOfSecurity: whoever runs a site looks there for what a line means (ASVS 16.1.1).
func TestTheManualHasEveryLineOfTheLogOfSecurity(t *testing.T) {
	t.Parallel()
	code, err := textAt("cmd/internal/web/request/security.go")
	if err != nil {
		t.Fatal(err)
	}
	manual, err := textAt("views/help/security.md")
	if err != nil {
		t.Fatal(err)
	}
	events := regexp.MustCompile(`(?m)^\tLog\w+ +SecurityEvent = "(.*)"$`).FindAllStringSubmatch(code, -1)
	if len(events) < 40 {
		t.Errorf("the code has %d lines", len(events))
	}
	known := map[string]bool{}
	for _, e := range events {
		known[e[1]] = true
		if !strings.Contains(manual, "`"+e[1]+"`") {
			t.Errorf("the manual does not say what %q means", e[1])
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[a-z].*) \\| (info|warning) \\|$").FindAllStringSubmatch(manual, -1) {
		for _, line := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			if !known[line[1]] {
				t.Errorf("the manual speaks of a line %q, which nothing writes", line[1])
			}
		}
	}
}

func TestFaultsOfALedgerAreSeen(t *testing.T) {
	t.Parallel()
	const whole = "| L1 | 1 | 1 | 0 | 2 |\n## V1 One\n| item | level | status | where, or why |\n|---|---|---|---|\n" +
		"| 1.1.1 | L1 | met | `Do`: `cmd/a.go` |\n| 1.1.2 | L1 | n/a | no such thing |\n"
	read := func(name string) (string, error) {
		if name != "cmd/a.go" {
			return "", fmt.Errorf("%s is not there", name)
		}
		return "func Do() {}", nil
	}
	if faults := ledgerFaults(whole, map[string]int{"L1": 2}, read); len(faults) > 0 {
		t.Error(faults)
	}
	for _, c := range []struct{ old, anew, want string }{
		{"cmd/a.go", "cmd/b.go", "cmd/b.go is not there"},
		{"`Do`", "`Done`", "Done is not where"},
		{"`Do`: `cmd/a.go`", "somewhere", "nobody knows where"},
		{"| met |", "| perhaps |", "is no row"},
		{"| 1.1.2 |", "| 1.1.1 |", "twice"},
		{"| 1.1.2 |", "| 2.1.2 |", "in chapter 1"},
		{"| 1 | 1 | 0 | 2 |", "| 2 | 0 | 0 | 2 |", "the head counts"},
		{"| 1.1.2 | L1 | n/a | no such thing |\n", "", "the standard has 2"},
	} {
		faults := ledgerFaults(strings.Replace(whole, c.old, c.anew, 1), map[string]int{"L1": 2}, read)
		if !strings.Contains(strings.Join(faults, "\n"), c.want) {
			t.Errorf("%s for %s: %q", c.anew, c.old, faults)
		}
	}
}
