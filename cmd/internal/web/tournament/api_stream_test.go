package tournament_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
)

func TestATournamentIsFollowedWithoutATokenUntilItsEnd(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(func(f url.Values) { f.Set("start", "organiser") })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.Server.URL+"/api/v1"+cup+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Body.Close() })
	lines := bufio.NewScanner(got.Body)
	lines.Buffer(nil, 1<<20)
	next := func() (id, state string, entries int) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() == "" {
				continue
			}
			var o struct {
				ID         string
				Tournament struct {
					State   string
					Entries []string
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
				t.Fatal(err)
			}
			return o.ID, o.Tournament.State, len(o.Tournament.Entries)
		}
		t.Fatalf("it has ended: %v", lines.Err())
		return "", "", 0
	}
	before, _, were := next()
	bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	if id, state, are := next(); id == before || state != "registration" || are != were+1 {
		t.Errorf("after an entry came %s, %s with %d entries", id, state, are)
	}
	ann.Post(cup+"/cancellation", url.Values{"reason": {"rain"}}).Want(t, http.StatusSeeOther)
	if _, state, _ := next(); state != "cancelled" {
		t.Errorf("after the end came %s", state)
	}
	for lines.Scan() {
		if lines.Text() != "" {
			t.Errorf("behind the end came %s", lines.Text())
		}
	}
}
