package letters_test

import (
	"context"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league/dicelog"
	"kickabout/league/office"
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
			for kind, part := range parts(t, letters[day]) {
				note := strings.NewReplacer("\r\n", "\n").Replace(html.UnescapeString(part))
				if n := strings.Count(note, strings.TrimSpace(signed)); n != 1 || strings.Count(note, yesterday) != 1 {
					t.Errorf("%s has the checkpoint %d times", kind, n)
				}
			}
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

// parts are the texts of a letter by their type: plain and HTML.
func parts(t *testing.T, l mailtest.Letter) map[string]string {
	t.Helper()
	found := map[string]string{}
	var walk func(kind string, parameters map[string]string, encoding string, body io.Reader)
	walk = func(kind string, parameters map[string]string, encoding string, body io.Reader) {
		if strings.HasPrefix(kind, "multipart/") {
			for r := multipart.NewReader(body, parameters["boundary"]); ; {
				part, err := r.NextRawPart()
				if err == io.EOF {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				inner, more, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
				if err != nil {
					t.Fatal(err)
				}
				walk(inner, more, part.Header.Get("Content-Transfer-Encoding"), part)
			}
		}
		if encoding == "quoted-printable" {
			body = quotedprintable.NewReader(body)
		}
		if text, err := io.ReadAll(body); err != nil {
			t.Fatal(err)
		} else if strings.HasPrefix(kind, "text/") {
			found[kind] = string(text)
		}
	}
	_, body, _ := strings.Cut(l.Raw, "\r\n\r\n")
	kind, parameters, err := mime.ParseMediaType(l.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	walk(kind, parameters, l.Header.Get("Content-Transfer-Encoding"), strings.NewReader(body))
	if len(found) != 2 {
		t.Fatalf("a letter has %d texts", len(found))
	}
	return found
}

// read counts how often the days of the log are read.
type read struct {
	dicelog.LeavesStore
	days int
}

func (r *read) LastLeaves(ctx context.Context, kind anchor.Kind, limit int) ([]anchor.Placed, error) {
	if kind == anchor.Day {
		r.days++
	}
	return r.LeavesStore.LastLeaves(ctx, kind, limit)
}

// TestTheLogIsReadOnceForARoundOfMails sends nine at five o'clock, more than are taken from the outbox at once, and nine on
// the next day, which say what the log was by then.
func TestTheLogIsReadOnceForARoundOfMails(t *testing.T) {
	t.Parallel()
	p := newPost(t) // it is noon
	stores := office.Over(p.Store).Dice
	tree := &read{LeavesStore: stores.Tree}
	stores.Tree = tree
	p.Office.DiceLog = dicelog.New(p.Office.Core, stores)
	ann := p.Member("ann")
	var others []*webtest.Member
	for n := range 9 {
		m := p.Member(fmt.Sprintf("reader%d", n))
		p.reachable(m, fmt.Sprintf("reader%d@example.org", n))
		others = append(others, m)
	}
	said := map[string]bool{}
	for day := range 2 {
		if err := p.Office.DiceLog.AppendToLog(t.Context()); err != nil { // of the day before
			t.Fatal(err)
		}
		for _, m := range others {
			p.turnOf(p.Match(ann, m), m)
		}
		p.Wait(5*time.Hour + time.Minute)
		tree.days = 0
		p.work()
		if tree.days != 1 {
			t.Errorf("for the mails of day %d the log was read %d times", day, tree.days)
		}
		for n := range others {
			letters := p.to(fmt.Sprintf("reader%d@example.org", n))
			if len(letters) != day+1 {
				t.Fatalf("reader %d has %d mails after day %d", n, len(letters), day)
			}
			_, log, _ := strings.Cut(plain(t, letters[day]), "The log of the dice at the end of ")
			log, _, _ = strings.Cut(log, "\nKeep it")
			said[log] = true
		}
		p.Wait(18*time.Hour + 59*time.Minute)
	}
	if len(said) != 2 {
		t.Errorf("the mails of two days say of the log\n%v", said)
	}
}
