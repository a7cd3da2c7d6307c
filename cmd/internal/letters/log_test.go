package letters_test

import (
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice/tbd2"
)

// TestTheMailOfTheDayCarriesTheLogOfTheDice: its readers can hold the site to all games so far (SCHEME.md 5). Other mails
// do not, and neither does one before a day has ended in the log.
func TestTheMailOfTheDayCarriesTheLogOfTheDice(t *testing.T) {
	t.Parallel()
	p := newPost(t) // it is noon
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	var sizes []int64
	for day := range 3 {
		p.turnOf(p.Match(ann, bob), bob)
		p.Wait(5*time.Hour + time.Minute)
		p.work()
		letters := p.to("bob@example.org")
		if len(letters) != day+1 {
			t.Fatalf("%d mails after day %d", len(letters), day)
		}
		text := plain(t, letters[day])
		_, log, told := strings.Cut(text, "The log of the dice at the end of ")
		if day == 0 {
			if told {
				t.Errorf("before a day has ended the mail says\n%s", text)
			}
			if err := p.Office.DiceLog.AppendToLog(t.Context()); err != nil { // the log is made today
				t.Fatal(err)
			}
		} else {
			yesterday, rest, _ := strings.Cut(log, "\n\n")
			signed, rest, _ := strings.Cut(rest, "\nKeep it")
			tree, _, err := tbd2.OpenCheckpoint(signed, p.Signers.LogKey())
			if want := p.Clock().AddDate(0, 0, -1).Format("2 January 2006"); err != nil || yesterday != want || !strings.Contains(rest, "https://kickabout.example/dice#log") {
				t.Errorf("of %s, want %s; the signature: %v\n%s", yesterday, want, err, text)
			}
			sizes = append(sizes, tree.N)
		}
		p.Wait(18*time.Hour + 59*time.Minute) // noon again, and a day has ended
		if err := p.Office.DiceLog.AppendToLog(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(sizes) != 2 || sizes[0] >= sizes[1] {
		t.Errorf("the logs of the mails have %d leaves", sizes)
	}
}
