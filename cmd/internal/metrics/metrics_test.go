package metrics_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/metrics"
)

// read returns what somebody reads.
func read(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	rec := httptest.NewRecorder()
	m.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if rec.Code != http.StatusOK {
		t.Fatalf("%d %s", rec.Code, rec.Body)
	}
	return rec.Body.String()
}

func TestWhatIsCountedIsTold(t *testing.T) {
	t.Parallel()
	m := metrics.New("1.4.0", "012345", "go1.26")
	m.Request("/matches/:id", http.MethodGet, "page", 200, 3*time.Millisecond)
	m.Request("/matches/:id", http.MethodGet, "page", 200, 3*time.Second)
	m.Request("/stream", http.MethodGet, "", 200, time.Hour)
	m.Request("/", "WHATEVER", "act", 405, 0)
	m.SignIn("wrong")
	m.Stream(1)
	m.Stream(1)
	m.Stream(-1)
	m.Move("streetsoccer")
	m.JobDone("sweep", time.UnixMilli(1_800_000_000_500))
	m.Swept(20 * time.Millisecond)
	m.Ask("answer", "An answer.", func(context.Context) (float64, error) { return 42, nil })
	m.Ask("riddle", "No answer.", func(context.Context) (float64, error) { return 0, errors.New("nobody knows") })
	text := read(t, m)
	for _, line := range []string{
		`kickabout_build_info{commit="012345",go="go1.26",version="1.4.0"} 1`,
		`kickabout_http_requests_total{code="200",method="GET",route="/matches/:id"} 2`,
		`kickabout_http_requests_total{code="200",method="GET",route="/stream"} 1`,
		`kickabout_http_requests_total{code="405",method="other",route="/"} 1`,
		`kickabout_http_seconds_bucket{class="page",le="0.005"} 1`,
		`kickabout_http_seconds_count{class="page"} 2`,
		`kickabout_signins_total{outcome="wrong"} 1`,
		`kickabout_streams 1`,
		`kickabout_moves_total{game="streetsoccer"} 1`,
		`kickabout_job_last_success_seconds{job="sweep"} 1.8000000005e+09`,
		`kickabout_sweep_seconds_count 1`,
		`kickabout_answer 42`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("%s is missing in\n%s", line, text)
		}
	}
	if strings.Contains(text, "kickabout_riddle") || strings.Contains(text, `class=""`) || strings.Contains(text, "WHATEVER") {
		t.Errorf("more is told than is known:\n%s", text)
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "kickabout_") {
			t.Errorf("%s has another prefix", line)
		}
	}
}
