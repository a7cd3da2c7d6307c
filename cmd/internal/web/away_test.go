package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

// away is a store that cannot look up matches.
type away struct {
	*store.Store
	fault league.Fault
}

func (a away) err() error { return &league.Unavailable{Fault: a.fault} }

func (a away) Head(context.Context, league.Viewer, string) (league.Head, error) {
	return league.Head{}, a.err()
}

func (a away) PartOf(context.Context, league.Viewer, string, league.Part, league.Place, int) ([]league.Match, error) {
	return nil, a.err()
}

// over serves the world's site over another store.
func over(t *testing.T, w *webtest.World, data office.Stores) http.Handler {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	site, err := web.New(office.New(data, core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, log), web.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// TestWhatIsSentDuringAFaultCanBeSentAgain: the page says what does not work, and has the form as it was sent, its
// key too, but no password.
func TestWhatIsSentDuringAFaultCanBeSentAgain(t *testing.T) {
	w := webtest.New(t)
	for fault, words := range map[league.Fault]string{
		league.DiskFull: "disk is full", league.Away: "cannot be reached", league.Locked: "more to do than it can manage", league.DiskError: "cannot read or save its data",
	} {
		site := over(t, w, office.Over(away{w.Store, fault}))
		form := url.Values{"move": {`<a1>"`}, "key": {"k-1"}, "password": {"sesame street"}, "old": {"older sesame"}}
		req := httptest.NewRequest(http.MethodPost, "/matches/x/moves?a=b", strings.NewReader(form.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		got := httptest.NewRecorder()
		site.ServeHTTP(got, req)
		page := webtest.Answer{Status: got.Code, Header: got.Header(), Body: got.Body.String()}.Want(t, 503, words, "Try again",
			`action="/matches/x/moves?a=b"`, `name="key" value="k-1"`, `name="move" value="&lt;a1&gt;&#34;"`, `name="password" type="password"`, `name="old" type="password"`)
		if strings.Contains(page.Body, "sesame") {
			t.Errorf("%s: the page holds a password", fault)
		}
		if wait := got.Header().Get("Retry-After"); wait != "10" {
			t.Errorf("%s: try again after %q seconds, want 10", fault, wait)
		}
	}
}

// TestReadingDuringAFaultHasNoForm: a page that was only to be shown is asked for again by its address.
func TestReadingDuringAFaultHasNoForm(t *testing.T) {
	w := webtest.New(t)
	got := httptest.NewRecorder()
	over(t, w, office.Over(away{w.Store, league.Away})).ServeHTTP(got, httptest.NewRequest(http.MethodGet, "/matches/x", nil))
	page := webtest.Answer{Status: got.Code, Header: got.Header(), Body: got.Body.String()}.Want(t, 503, "cannot be reached")
	if strings.Contains(page.Body, "<form") {
		t.Error("there is a form where none was sent")
	}
}

// TestProgramsAreToldThatTheyMaySendAgain: a problem with the seconds to wait.
func TestProgramsAreToldThatTheyMaySendAgain(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	w.Document()
	w.Server.Config.Handler = over(t, w, office.Over(away{w.Store, league.DiskFull}))
	got := p.Get("/matches").Want(t, 503, "disk is full", "Send the same request again in some seconds")
	if kind, wait := got.Header.Get("Content-Type"), got.Header.Get("Retry-After"); kind != "application/problem+json" || wait != "10" {
		t.Errorf("the answer is %s, try again after %q seconds, want a problem and 10", kind, wait)
	}
}

// forgetful is a store whose answer to a commit is lost: what is written is there.
type forgetful struct{ *store.Store }

func (f forgetful) Append(ctx context.Context, p league.Progress) error {
	if err := f.Store.Append(ctx, p); err != nil {
		return err
	}
	return &league.Unavailable{Fault: league.Away}
}

// TestAMoveThatIsThereIsAnsweredAsDone: where the database is lost during the commit, it is looked up what became of it.
func TestAMoveThatIsThereIsAnsweredAsDone(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Browser(), w.Browser()
	id := w.Between(ann, bob)
	before := w.View(id).Record.Seq
	w.Server.Config.Handler = over(t, w, office.Over(forgetful{w.Store}))
	form := w.Turn(id)
	ann.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	if after := w.View(id).Record.Seq; after <= before {
		t.Errorf("the game stands at %d, before it was %d", after, before)
	}
	ann.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther) // the same again is the same
}

// crossed is a store whose first commit fails, and where the same request sent again gets through just before it is
// looked up what became of the first.
type crossed struct {
	*store.Store
	kept *league.Progress
}

func (c *crossed) Append(_ context.Context, p league.Progress) error {
	c.kept = &p
	return &league.Unavailable{Fault: league.DiskError}
}

func (c *crossed) Answer(ctx context.Context, player, key string) (league.Answer, error) {
	if p := c.kept; p != nil {
		c.kept = nil
		if err := c.Store.Append(ctx, *p); err != nil {
			return league.Answer{}, err
		}
	}
	return c.Store.Answer(ctx, player, key)
}

// TestAMoveSentTwiceDuringAFaultIsAnsweredAsDone: what the other request has stored is what the answer is read from.
func TestAMoveSentTwiceDuringAFaultIsAnsweredAsDone(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Browser(), w.Browser()
	id := w.Between(ann, bob)
	before := w.View(id).Record.Seq
	w.Server.Config.Handler = over(t, w, office.Over(&crossed{Store: w.Store}))
	form := w.Turn(id)
	form.Set("key", "k-1")
	ann.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	if after := w.View(id).Record.Seq; after <= before {
		t.Errorf("the game stands at %d, before it was %d", after, before)
	}
}
