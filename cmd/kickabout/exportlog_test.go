package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kickabout/cmd/internal/secret"
	"kickabout/store/storetest"
)

// TestAnExportShowsTheLogAsFarAsItWasShown exports a site beside its server: the log of the dice is in it as far as log.mark says,
// and not at all where there is no mark that the database goes on from, or where nobody could know the key that signs.
func TestAnExportShowsTheLogAsFarAsItWasShown(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		mark, sign := secret.LogMarkFile(r.config.Data), secret.File(r.config.Data, secret.SignKey)
		read := func(file string) string {
			t.Helper()
			text, err := os.ReadFile(file)
			r.must(err)
			return string(text)
		}
		write := func(file, text string) { r.must(os.WriteFile(file, []byte(text), 0o600)) }
		out := filepath.Join(r.config.Data, "site.jsonl")
		lines, _ := published(t)
		exports := func() (file, said string) {
			t.Helper()
			file = string(export(t, out, r.args()...))
			for line := range strings.Lines(file) {
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
				if r.must(err); lines.Validate(doc) != nil {
					t.Errorf("a line is not as its schema says: %v", lines.Validate(doc))
				}
			}
			said, err := printed(t, "verify", out)
			r.must(err)
			return file, said
		}
		var marks []string
		for range 2 {
			r.begin()
			r.must(r.server.office.DiceLog.AppendToLog(t.Context()))
			marks = append(marks, read(mark))
		}
		shows := func(m string, sealed int) {
			t.Helper()
			write(mark, m)
			var leaves int64
			if _, err := fmt.Sscanf(m, "leaves %d", &leaves); err != nil {
				t.Fatal(err)
			}
			file, said := exports()
			if !strings.Contains(file, fmt.Sprintf(`"checkpoint":"%s\n%d\n`, r.server.keys.Signers.Origin, leaves)) {
				t.Errorf("the export is not of the log with %d leaves:\n%.900s", leaves, file)
			}
			if !strings.Contains(said, fmt.Sprintf("proved: The commitments of %d matches are in the log.", sealed)) || strings.Contains(said, "WRONG") {
				t.Errorf("of an export of %d leaves it is said:\n%s", leaves, said)
			}
		}
		shows(marks[0], 1)
		shows(marks[1], 2)

		key := read(sign)
		for name, without := range map[string]func(){
			"no mark": func() { r.must(os.Remove(mark)) },
			"one of another log": func() {
				write(mark, regexp.MustCompile(`hash .*`).ReplaceAllString(marks[1], "hash "+strings.Repeat("0", 64)))
			},
			"a key that signs which the log does not have": func() {
				write(sign, strings.Map(func(c rune) rune {
					if c >= '0' && c <= '9' {
						return '0' + (c-'0'+1)%10
					}
					return c
				}, key))
			},
			"no key that signs": func() { r.must(os.Remove(sign)) },
		} {
			write(mark, marks[1])
			write(sign, key)
			without()
			if file, said := exports(); strings.Contains(file, `"anchors"`) || !strings.Contains(said, "not proved: The commitments of 2 matches") {
				t.Errorf("with %s:\n%s", name, said)
			}
		}
		write(mark, marks[1])
		write(sign, key)
		shows(marks[1], 2)
	})
}
