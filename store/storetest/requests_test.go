package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhatWasSaidWithARequestIsTakenAway: by a step, which stands beside a log that is never changed, and until that is undone.
func TestWhatWasSaidWithARequestIsTakenAway(t *testing.T) { // R-FF-14
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "eve", "fay", "org")
		cups := map[string]league.Tournament{}
		for i, id := range []string{"shown", "hidden"} {
			cup := wantingCup(t, id, person("org"), id == "hidden")
			must(t, s.CreateTournament(t.Context(), cup, nil, nil))
			cup = step(t, s, cup, league.ActStarted, starts)
			cups[id] = step(t, s, cup, league.ActRequested, func(c *league.Tournament) {
				c.Log[0].At = noon.Add(time.Duration(i) * time.Hour)
				c.Log[0].By, c.Log[0].Player, c.Log[0].Text = person("ann"), person("ann"), "m000001 "+person("bob").ID+" bob is rude"
			})
		}
		seq := cups["shown"].Last
		texts := func(viewer league.Viewer, limit int) (list []string) {
			t.Helper()
			requests, err := s.RequestsOf(t.Context(), viewer, person("ann").ID, limit)
			must(t, err)
			for _, r := range requests {
				if r.Match != "m000001" || r.Seq != cups[r.Tournament].Last || r.Title != "Cup" || r.At.IsZero() {
					t.Errorf("got %+v", r)
				}
				list = append(list, r.Tournament+": "+r.Text)
			}
			return list
		}
		for _, c := range []struct {
			viewer league.Viewer
			limit  int
			want   []string
		}{
			{league.Of(person("eve")), 9, []string{"hidden: bob is rude", "shown: bob is rude"}},
			{league.Of(person("eve")), 1, []string{"hidden: bob is rude"}},
			{league.Of(person("fay")), 9, []string{"shown: bob is rude"}},
			{league.Public(), 9, []string{"shown: bob is rude"}},
		} {
			if got := texts(c.viewer, c.limit); !slices.Equal(got, c.want) {
				t.Errorf("%+v reads %q, want %q", c.viewer, got, c.want)
			}
		}
		if _, err := s.RequestsOf(t.Context(), league.Viewer{}, person("ann").ID, 9); err == nil {
			t.Error("nobody may read")
		}
		if list, err := s.RequestsOf(t.Context(), league.Site(), person("bob").ID, 9); err != nil || len(list) > 0 {
			t.Errorf("bob asked for %+v, %v", list, err)
		}

		takes := func(id, player, subject string) league.Imposition {
			i := against(id, league.SanctionHide, player)
			i.Subject = subject
			return i
		}
		for i, c := range [][2]string{{"bob", league.RequestName("shown", seq)}, {"ann", league.RequestName("shown", 4)}, {"ann", league.RequestName("none", seq)}, {"ann", "shown/r"}, {"ann", "shown/rx"}} {
			wantKind(t, s.Impose(t.Context(), takes("wrong"+string(rune('a'+i)), person(c[0]).ID, c[1])), league.NotFound)
		}
		read := func() (list []string) {
			t.Helper()
			log, err := s.TournamentLog(t.Context(), league.Public(), "shown", seq-1, 9)
			must(t, err)
			acts, err := s.Acts(t.Context(), cups["shown"], 0, seq, league.ActRequested)
			must(t, err)
			for _, d := range append(log, acts...) {
				_, against, text := league.ParseRulingRequest(d)
				if against != person("bob").ID {
					t.Errorf("the opponent is %q", against)
				}
				list = append(list, text)
			}
			return append(list, texts(league.Public(), 9)...)
		}
		said := []string{"bob is rude", "bob is rude", "shown: bob is rude"}
		if got := read(); !slices.Equal(got, said) {
			t.Errorf("before a step: %q", got)
		}
		hide := takes("hide", person("ann").ID, league.RequestName("shown", seq))
		must(t, s.Impose(t.Context(), hide))
		if got := read(); !slices.Equal(got, []string{league.RemovedText, league.RemovedText, "shown: " + league.RemovedText}) {
			t.Errorf("after it: %q", got)
		}
		if got := texts(league.Of(person("eve")), 1); !slices.Equal(got, []string{"hidden: bob is rude"}) {
			t.Errorf("of the other request: %q", got)
		}
		if found, err := s.CheckTournamentLogs(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the log is changed: %v, %v", found, err)
		}
		hide.Lifted = league.Verdict{By: "id-mo", At: noon, Why: "too hard"}
		must(t, s.Lift(t.Context(), hide))
		if got := read(); !slices.Equal(got, said) {
			t.Errorf("after it was undone: %q", got)
		}
	})
}

// TestRequestsAreReportedBesideLines: both stand in one queue, the longest waiting first, and each is looked after by what it is.
func TestRequestsAreReportedBesideLines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "eve", "org")
		cup := wantingCup(t, "cup", person("org"), false)
		must(t, s.CreateTournament(t.Context(), cup, nil, nil))
		cup = step(t, s, cup, league.ActStarted, starts)
		cup = step(t, s, cup, league.ActRequested, func(c *league.Tournament) {
			c.Log[0].By, c.Log[0].Player, c.Log[0].Text = person("ann"), person("ann"), "m000001 "+person("bob").ID+" bob is rude"
		})
		create(t, s, newMatch(1))
		line, err := s.Say(t.Context(), said("ann", "hello"), nil, noon, 9)
		must(t, err)
		must(t, s.Report(t.Context(), league.Report{Line: line, Reader: person("eve").ID, At: noon.Add(time.Hour), Reason: "noise"}))
		report := func(reader string, at time.Time) league.Report {
			return league.Report{Cup: "cup", Line: league.Line{N: cup.Last}, Reader: person(reader).ID, At: at, Reason: "rude"}
		}
		must(t, s.ReportRequest(t.Context(), report("eve", noon)))
		must(t, s.ReportRequest(t.Context(), report("bob", noon.Add(2*time.Hour))))
		wantKind(t, s.ReportRequest(t.Context(), report("eve", noon)), league.Stale)
		none := report("eve", noon)
		none.Line.N = 99
		wantKind(t, s.ReportRequest(t.Context(), none), league.NotFound)
		queue := func(skip, limit int) []league.Report {
			t.Helper()
			list, err := s.OpenReports(t.Context(), skip, limit)
			must(t, err)
			return list
		}
		list := queue(0, 9)
		want := league.Line{Match: "m000001", N: cup.Last, Author: person("ann").ID, At: cup.Log[0].At, Text: "bob is rude"}
		if len(list) != 3 || list[0].Cup != "cup" || list[0].Line != want || list[0].Reason != "rude" || list[1].Cup != "" || list[1].Line.Text != "hello" || list[2].Reader != person("bob").ID {
			t.Fatalf("%+v", list)
		}
		if page := queue(1, 1); len(page) != 1 || page[0].Line.Text != "hello" {
			t.Errorf("the second page is %+v", page)
		}
		note := league.AuditLine{At: noon, Act: "report", Subject: "cup/r"}
		taken := list[0]
		taken.Taken = league.Verdict{By: person("org").ID, At: noon}
		must(t, s.TakeReport(t.Context(), taken, note))
		hide := against("hide", league.SanctionHide, person("ann").ID)
		hide.Subject = league.RequestName("cup", cup.Last)
		must(t, s.Impose(t.Context(), hide))
		list = queue(0, 9)
		if list[0].Taken != taken.Taken || !list[0].Line.Hidden || !list[2].Taken.At.IsZero() || list[1].Line.Hidden {
			t.Errorf("%+v", list)
		}
		closed := list[0]
		closed.Upheld, closed.Closed = true, league.Verdict{By: person("org").ID, At: noon, Why: "so it is"}
		must(t, s.CloseReport(t.Context(), closed, note))
		wantKind(t, s.CloseReport(t.Context(), closed, note), league.Stale)
		if list = queue(0, 9); len(list) != 2 || list[0].Cup != "" || list[1].Reader != person("bob").ID {
			t.Errorf("open are %+v", list)
		}
		if hers, err := s.ReportsBy(t.Context(), person("eve").ID, 9); err != nil || len(hers) != 2 || hers[0].Line.Text != "hello" || !hers[1].Upheld || hers[1].Closed.Why != "so it is" {
			t.Errorf("%+v, %v", hers, err)
		}
		if all, err := s.Reports(t.Context(), 9); err != nil || len(all) != 3 || all[0].Reader != person("bob").ID {
			t.Errorf("%+v, %v", all, err)
		}
	})
}
