package operatortext_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/operatortext"
)

func TestOperatorsReadSizesAndMoments(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int64]string{0: "0.0 kB", 1536: "1.5 kB", 1<<20 - 1: "1024.0 kB", 1 << 20: "1.0 MB", 3 << 29: "1.5 GB"} {
		if got := operatortext.Size(bytes); got != want {
			t.Errorf("%d bytes are %q, want %q", bytes, got, want)
		}
	}
	in := time.Date(2026, time.November, 26, 17, 9, 5, 0, time.FixedZone("", 3600))
	if got, want := operatortext.Moment(in), "2026-11-26 16:09:05 UTC"; got != want {
		t.Errorf("the moment is %q, want %q", got, want)
	}
}

func TestOperatorsReadHowAReportStands(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 26, 17, 9, 5, 0, time.UTC)
	people := map[string]league.Player{"a": {Name: "Ann"}, "b": {Name: "Bob"}, "m": {Name: "Mo"}}
	line := league.Report{Line: league.Line{Match: "m1", N: 2, Author: "a", At: at, Text: "a word"}, Reader: "b", At: at.Add(time.Hour), Reason: "it hurts"}
	request := line
	request.Cup, request.Line.N, request.Line.Hidden = "t1", 9, true
	request.Upheld, request.Closed = true, league.Verdict{By: "m", At: at, Why: "it does"}
	taken := line
	taken.Taken = league.Verdict{At: at}
	const said = "\n  Ann wrote at 2026-11-26 17:09:05 UTC: a word\n  Bob reports: it hurts\n  "
	for want, r := range map[string]league.Report{
		"2026-11-26 18:09:05 UTC  match m1, line 2" + said + "open\n":                                              line,
		"2026-11-26 18:09:05 UTC  match m1, line 2" + said + "open; the operator is dealing with it\n":             taken,
		"2026-11-26 18:09:05 UTC  match m1, tournament t1, request r9 (hidden)" + said + "upheld by Mo: it does\n": request,
	} {
		if got := operatortext.Report(r, people); got != want {
			t.Errorf("it is %q, want %q", got, want)
		}
	}
	step := league.Sanction{ID: "s1", Kind: league.SanctionMute, At: at, Ends: at.Add(24 * time.Hour), Reason: "rude"}
	if got, want := operatortext.Step("Ann", step), "s1  Ann: mute, since 2026-11-26 17:09:05 UTC, until 2026-11-27 17:09:05 UTC: rude"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
}
