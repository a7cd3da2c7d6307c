package office_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine/dice/tbd2"
	"kickabout/engine/record"
	"kickabout/league/archive"
)

// exported is an export whose lines can be changed.
type exported []string // without the last line

func newExported(file string) exported {
	lines := strings.SplitAfter(strings.TrimSuffix(file, "\n"), "\n")
	return lines[:len(lines)-1]
}

// file returns it with a last line that sums up what it holds now.
func (e exported) file() string {
	body := strings.Join(e, "")
	return fmt.Sprintf("%s{\"type\":\"end\",\"lines\":%d,\"sha256\":\"%x\"}\n", body, len(e), sha256.Sum256([]byte(body)))
}

// with returns it with another line.
func (e exported) with(at int, line string) exported {
	other := append(exported(nil), e...)
	other[at] = line
	return other
}

// find returns the number of the last line of a type that has a text.
func (c *club) find(e exported, kind, has string) int {
	c.t.Helper()
	for i := len(e) - 1; i >= 0; i-- {
		if strings.HasPrefix(e[i], `{"type":"`+kind+`"`) && strings.Contains(e[i], has) {
			return i
		}
	}
	c.t.Fatalf("there is no line of type %s with %s", kind, has)
	return 0
}

// ofTheLog is what a line shows of the log of the dice.
var ofTheLog = regexp.MustCompile(`,"anchors":\[\{.*\}\]\}\n$`)

// exportShowsTheLog: an export of a tournament that is over proves by the log of the dice what the files of its matches prove, its
// keys too; what of that is changed is wrong, what is taken away is not proved, and an export from before reads as it did.
func (c *club) exportShowsTheLog(file string) {
	c.t.Helper()
	verify := func(file string, given tbd2.Evidence) archive.Report {
		c.t.Helper()
		r, err := archive.Verify(strings.NewReader(file), c.Core.Game, given)
		c.must(err)
		return r
	}
	e := newExported(file)
	r := verify(file, tbd2.Evidence{})
	if n := r.Matches; n == 0 || r.Second != n || r.Sealed != n || r.Stated != n || r.Whole != n || r.Open != n || strings.Contains(fmt.Sprint(r.Lines()), string(tbd2.NotProved)) {
		c.t.Errorf("the export proves %+v", r)
	}
	if len(r.Log) != 1 || !strings.Contains(r.Log[0].Text, "named in the file itself") {
		c.t.Errorf("of the log it says %+v", r.Log)
	}
	checkpoint, tree, err := c.DiceLog.Checkpoint(c.t.Context(), 0)
	c.must(err)
	if known := verify(file, tbd2.Evidence{Keys: []string{c.Core.Signers.LogKey()}, Checkpoints: []string{checkpoint}}); len(known.Log) != 2 || !strings.Contains(known.Log[0].Text, "the key that you gave") || known.Log[1].Verdict != tbd2.Proved {
		c.t.Errorf("with a key and a checkpoint that are known, of the log it says %+v", known.Log)
	}

	match, opened, first := c.find(e, "match", `"anchors":[`), c.find(e, "anchors", `{"type":"anchors","leaves"`), c.find(e, "anchors", `"checkpoint":`)
	if without := verify(append(append(exported(nil), e[:opened]...), e[opened+1:]...).file(), tbd2.Evidence{}); without.Open != 0 || without.Whole != r.Whole {
		c.t.Errorf("without the keys that are open it proves %+v", without)
	}
	var old exported
	for _, line := range e {
		if !strings.HasPrefix(line, `{"type":"anchors"`) {
			old = append(old, line)
			if strings.HasPrefix(line, `{"type":"match"`) {
				old[len(old)-1] = ofTheLog.ReplaceAllString(line, "}\n")
			}
		}
	}
	if old := verify(old.file(), tbd2.Evidence{}); old.Matches != r.Matches || old.Sealed+old.Stated+old.Open+len(old.Log) > 0 {
		c.t.Errorf("an export without the log proves %+v", old)
	}
	if bare := verify(e.with(match, ofTheLog.ReplaceAllString(e[match], "}\n")).file(), tbd2.Evidence{}); bare.Sealed != r.Sealed-1 || bare.Whole != r.Whole-1 || bare.Open != r.Open {
		c.t.Errorf("with a match of which nothing is in the log it proves %+v", bare)
	}

	index := regexp.MustCompile(`"index":\d+`)
	other, err := c.Core.Signers.Checkpoint(tlog.Tree{N: tree.N})
	c.must(err)
	for name, f := range map[string]struct {
		file  exported
		given tbd2.Evidence
		at    int
	}{
		"a leaf of a match in another place": {e.with(match, index.ReplaceAllString(e[match], `"index":0`)), tbd2.Evidence{}, match},
		"a key in another place":             {e.with(opened, index.ReplaceAllString(e[opened], `"index":0`)), tbd2.Evidence{}, match},
		"a key before what it opens":         {e.with(opened, swapped(e[opened])), tbd2.Evidence{}, opened},
		"leaves before the checkpoint":       {e.with(first, e[opened]), tbd2.Evidence{}, first},
		"the checkpoint twice":               {e.with(opened, e[first]), tbd2.Evidence{}, opened},
		"a checkpoint that nobody signed":    {e.with(first, strings.Replace(e[first], "\\n", "\\n1", 1)), tbd2.Evidence{Keys: []string{c.Core.Signers.LogKey()}}, -1},
		"the key of another site":            {e, tbd2.Evidence{Keys: []string{"league.example+027a09ad+AX5nHV8AjvIHF9YP4FbOSD6Dd2+02nXouyPuEpJMDDsS"}}, first},
		"a log that was rewritten":           {e, tbd2.Evidence{Checkpoints: []string{other}}, first},
	} {
		_, err := archive.Verify(strings.NewReader(f.file.file()), c.Core.Game, f.given)
		var fault *record.Fault
		if f.at < 0 && err != nil {
			continue
		}
		if !errors.As(err, &fault) || fault.Line > f.at+1 || f.at == first && fault.Line != first+1 || f.at == opened && fault.Line != opened+1 {
			c.t.Errorf("%s: %v", name, err)
		}
	}

	var site bytes.Buffer
	c.must(c.Export(c.t.Context(), &site, archive.Scope{Holds: archive.Site, Secrets: true}))
	whole := newExported(site.String())
	if found, _, err := c.CheckImport(c.t.Context(), strings.NewReader(whole.file())); err != nil || found.Matches == 0 || found.Lines != len(whole)-1 {
		c.t.Errorf("the site is imported as %+v of %d lines: %v", found, len(whole), err)
	}
	match = c.find(whole, "match", `"anchors":[`)
	var fault *record.Fault
	if _, _, err := c.CheckImport(c.t.Context(), strings.NewReader(whole.with(match, index.ReplaceAllString(whole[match], `"index":0`)).file())); !errors.As(err, &fault) || fault.Line != match+1 {
		c.t.Errorf("a site whose log does not hold is imported: %v", err)
	}
}

// swapped returns a line with its first two leaves exchanged.
func swapped(line string) string {
	head, rest, _ := strings.Cut(line, `"leaves":[`)
	leaves := strings.SplitAfterN(strings.TrimSuffix(rest, "]}\n"), "]}", 3)
	return head + `"leaves":[` + strings.TrimPrefix(leaves[1], ",") + "," + leaves[0] + leaves[2] + "]}\n"
}
