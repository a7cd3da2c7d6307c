package main

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/play"
)

func TestTheMetricsOfTheRealServer(t *testing.T) {
	t.Parallel()
	r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Metrics: "127.0.0.1:0", Backups: t.TempDir()}}
	r.start()
	defer func() { r.stop() }()
	at := "http://" + r.server.gauge.listener.Addr().String()
	asked(t, r.address, "/matches")
	asked(t, r.address, "/somebody/sent/this")
	for range 2 {
		form := url.Values{"name": {"Nobody"}, "password": {"the wrong words"}}
		resp, err := http.PostForm(r.address+"/signin", form)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	o := r.server.office
	guest, err := o.Admit(t.Context(), o.NewToken())
	if err != nil {
		t.Fatal(err)
	}
	m, err := o.Begin(t.Context(), guest, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: "you", Control: "lg",
	})
	if err != nil {
		t.Fatal(err)
	}
	r.settledTurn(m.ID) // the bot has moved
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, r.address+"/matches/"+m.ID+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := http.DefaultClient.Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	if err := r.server.store.PutLetters(t.Context(),
		contact.Letter{Key: "late", Player: guest.ID, Channel: "mail", Event: league.ChatSaid, Since: time.Now(), Due: time.Now().Add(-time.Hour)},
		contact.Letter{Key: "later", Player: guest.ID, Channel: "mail", Event: league.ChatSaid, Since: time.Now(), Due: time.Now().Add(time.Hour)},
	); err != nil {
		t.Fatal(err)
	}
	wanted := []string{
		`kickabout_build_info\{commit="[^"]+",go="go1[^"]+",version="[^"]+"\} 1`,
		`kickabout_http_requests_total\{code="200",method="GET",route="/matches"\} 1`,
		`kickabout_http_requests_total\{code="404",method="GET",route="unknown"\} 1`,
		`kickabout_http_seconds_count\{class="page"\} 1`,
		`kickabout_http_seconds_count\{class="act"\} 2`,
		`kickabout_signins_total\{outcome="wrong"\} 2`,
		`kickabout_moves_total\{game="streetsoccer"\} [1-9]`,
		`kickabout_job_last_success_seconds\{job="sweep"\} [1-9]`,
		`kickabout_job_last_success_seconds\{job="competitions"\} [1-9]`,
		`kickabout_job_last_success_seconds\{job="backup"\} [1-9]`,
		`kickabout_sweep_seconds_count [1-9]`,
		`kickabout_commit_seconds_count [1-9]`,
		`kickabout_commit_batch_count [1-9]`,
		`kickabout_write_seconds_count [1-9]`,
		`kickabout_statements_total [1-9]`,
		`kickabout_backup_age_seconds [0-9]`,
		`kickabout_overdue_matches 0`,
		`kickabout_streams 1`,
		`kickabout_admission_running\{class="write"\} 0`,
		`kickabout_admission_queued\{class="page"\} 0`,
		`kickabout_admission_refused_total\{class="visitor"\} 0`,
		`kickabout_admission_running\{class="heavy"\} 0`,
		`kickabout_admission_running\{class="hash"\} 0`,
		`kickabout_database_bytes [1-9]`,
		`kickabout_disk_free_bytes [1-9]`,
		`kickabout_outbox_rows\{channel="mail",state="waiting"\} 2`,
		`kickabout_outbox_oldest_seconds [1-9]`,
		`kickabout_facts_waiting [0-9]`,
		`kickabout_facts_oldest_seconds [0-9]`,
	}
	var text string
	began := time.Now()
	for missing := "all"; missing != ""; {
		_, text = asked(t, at, "/metrics")
		missing = ""
		for _, line := range wanted {
			if !regexp.MustCompile("(?m)^" + line).MatchString(text) {
				missing = line
			}
		}
		if missing != "" && time.Since(began) > 30*time.Second {
			t.Fatalf("%s is missing in\n%s", missing, text)
		}
		if missing != "" {
			time.Sleep(50 * time.Millisecond) // jobs begin beside
			if len(text) > 0 && strings.Contains(text, "panic") {
				t.Fatal(text)
			}
		}
	}
	// Told where there can be other servers, and after a drill.
	others := []string{"kickabout_listen_up", "kickabout_drill_rpo_seconds", "kickabout_drill_rto_seconds"}
	for name := range r.server.gauge.Described() {
		if told := regexp.MustCompile("(?m)^" + name + `(_count)?(\{.*\})? `).MatchString(text); told == slices.Contains(others, name) {
			t.Errorf("%s is told: %v", name, told)
		}
	}
	for _, private := range []string{m.ID, guest.ID, guest.Name, "Nobody", "somebody/sent"} {
		if strings.Contains(text, private) {
			t.Errorf("the metrics name %q:\n%s", private, text)
		}
	}
	if status, _ := asked(t, at, "/healthz"); status != http.StatusNotFound {
		t.Errorf("there is more than metrics: %d", status)
	}
	if status, _ := asked(t, r.address, "/metrics"); status != http.StatusNotFound {
		t.Errorf("the site itself tells the metrics: %d", status)
	}
}
