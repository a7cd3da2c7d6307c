// Package metrics counts what the site does, and says it in the text format of Prometheus. What it counts it is
// told by others, who do not know it: so nobody else imports the library. The values of a label come from lists
// that the program has; what a client sends, and who somebody is, is in none.
package metrics

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// prefix is how all names begin.
const prefix = "kickabout"

// Metrics are the counters of one server. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	moves    *prometheus.CounterVec
	signIns  *prometheus.CounterVec
	streams  prometheus.Gauge
	running  *prometheus.GaugeVec
	queued   *prometheus.GaugeVec
	refused  *prometheus.CounterVec
	jobs     *prometheus.GaugeVec
	sweep    prometheus.Histogram
	commits  prometheus.Histogram
	batch    prometheus.Histogram
	held     prometheus.Histogram
	lag      prometheus.Histogram
	asked    prometheus.Counter
	faults   *prometheus.CounterVec
}

// New returns counters at nought, of a program of some release, commit and version of Go.
func New(release, commit, goVersion string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "http_requests_total", Help: "Requests that were answered.",
		}, []string{"route", "method", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: prefix, Name: "http_seconds", Help: "How long answers took; streams, which last, are not among them.",
			Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"class"}),
		moves: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "moves_total", Help: "Moves that were stored, of people, programs and bots.",
		}, []string{"game"}),
		signIns: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "signins_total", Help: "Tries to sign in with a password.",
		}, []string{"outcome"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: prefix, Name: "streams", Help: "Streams of events that are open."}),
		running: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Namespace: prefix, Name: "admission_running", Help: "Requests that are being worked on.",
		}, []string{"class"}),
		queued: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Namespace: prefix, Name: "admission_queued", Help: "Requests that wait for their turn.",
		}, []string{"class"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "admission_refused_total", Help: "Requests that were sent away because too many waited, or for too long.",
		}, []string{"class"}),
		jobs: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Namespace: prefix, Name: "job_last_success_seconds", Help: "When a job last ended well, in seconds since 1970.",
		}, []string{"job"}),
		sweep: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "sweep_seconds", Help: "How long it took to end the games whose time had run out.",
			Buckets: []float64{.001, .01, .1, .5, 1, 5, 15, 60},
		}),
		commits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "commit_seconds", Help: "How long the database took to commit, after all was written.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}),
		batch: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "commit_batch", Help: "How many writes shared a commit.",
			Buckets: []float64{1, 2, 4, 8, 16, 32, 64},
		}),
		held: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "write_seconds", Help: "How long a transaction that writes took, its end included: nobody else writes to a SQLite file meanwhile.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60},
		}),
		lag: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "notify_lag_seconds", Help: "How long news of this server took to reach all servers, by when it heard them itself.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 5},
		}),
		asked: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: prefix, Name: "statements_total", Help: "Statements that the database was sent, but for those that begin and end transactions.",
		}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "store_faults_total", Help: "Times that the database, or the disk below it, did not do its work.",
		}, []string{"kind"}),
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Namespace: prefix, Name: "build_info", Help: "Which program this is; always 1.",
	}, []string{"version", "commit", "go"})
	build.WithLabelValues(release, commit, goVersion).Set(1)
	m.registry.MustRegister(build, m.requests, m.seconds, m.moves, m.signIns, m.streams, m.running, m.queued, m.refused, m.jobs, m.sweep, m.commits, m.batch, m.held, m.lag, m.asked, m.faults)
	return m
}

// methods are those that count by their names: a client may send any word.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions}

// Request counts an answer to a request of a route; class "" keeps its time out of the histogram.
func (m *Metrics) Request(route, method, class string, status int, took time.Duration) {
	if !slices.Contains(methods, method) {
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	if class != "" {
		m.seconds.WithLabelValues(class).Observe(took.Seconds())
	}
}

// SignIn counts a try to sign in.
func (m *Metrics) SignIn(outcome string) { m.signIns.WithLabelValues(outcome).Inc() }

// Stream counts a stream that has been opened, or one that has ended: -1.
func (m *Metrics) Stream(change int) { m.streams.Add(float64(change)) }

// Admitted notes how many requests of a class are being worked on, and how many wait.
func (m *Metrics) Admitted(class string, running, queued int) {
	m.running.WithLabelValues(class).Set(float64(running))
	m.queued.WithLabelValues(class).Set(float64(queued))
	m.refused.WithLabelValues(class) // so that it is there from the beginning
}

// Refused counts a request of a class that was sent away.
func (m *Metrics) Refused(class string) { m.refused.WithLabelValues(class).Inc() }

// Move counts a move in a game.
func (m *Metrics) Move(game string) { m.moves.WithLabelValues(game).Inc() }

// JobDone notes when a job has ended well.
func (m *Metrics) JobDone(job string, at time.Time) {
	m.jobs.WithLabelValues(job).Set(float64(at.UnixMilli()) / 1000)
}

// Swept notes how long a sweep took.
func (m *Metrics) Swept(took time.Duration) { m.sweep.Observe(took.Seconds()) }

// Committed notes how long a commit took, and how many writes it was of.
func (m *Metrics) Committed(took time.Duration, writes int) {
	m.commits.Observe(took.Seconds())
	m.batch.Observe(float64(writes))
}

// Held notes how long a transaction that writes took.
func (m *Metrics) Held(took time.Duration) { m.held.Observe(took.Seconds()) }

// Asked counts a statement that the database was sent.
func (m *Metrics) Asked() { m.asked.Inc() }

// Expect tells of a kind of fault that there was none yet: an alarm compares a number with the one before.
func (m *Metrics) Expect(kind string) { m.faults.WithLabelValues(kind) }

// Fault counts a fault of a kind.
func (m *Metrics) Fault(kind string) { m.faults.WithLabelValues(kind).Inc() }

// Lagged notes how long news took from this server to all servers.
func (m *Metrics) Lagged(took time.Duration) { m.lag.Observe(took.Seconds()) }

// Ask adds a number that is asked for whenever somebody reads the metrics. Where it is not to be had it is left
// out: the others are told all the same.
func (m *Metrics) Ask(name, help string, ask func(context.Context) (float64, error)) {
	m.AskEach(name, help, nil, func(ctx context.Context) ([]Labelled, error) {
		n, err := ask(ctx)
		return []Labelled{{Value: n}}, err
	})
}

// Labelled is a number with the values of its labels.
type Labelled struct {
	Labels []string
	Value  float64
}

// AskEach is Ask for numbers that labels tell apart.
func (m *Metrics) AskEach(name, help string, labels []string, ask func(context.Context) ([]Labelled, error)) {
	m.registry.MustRegister(&question{prometheus.NewDesc(prefix+"_"+name, help, labels, nil), ask})
}

// askWithin is how long the answer to a question may take.
const askWithin = 2 * time.Second

// A question is about numbers that nobody counts.
type question struct {
	desc *prometheus.Desc
	ask  func(context.Context) ([]Labelled, error)
}

// Describe says which number it is.
func (q *question) Describe(to chan<- *prometheus.Desc) { to <- q.desc }

// Collect asks for it.
func (q *question) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), askWithin)
	defer cancel()
	all, err := q.ask(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(q.desc, err)
		return
	}
	for _, n := range all {
		to <- prometheus.MustNewConstMetric(q.desc, prometheus.GaugeValue, n.Value, n.Labels...)
	}
}

// A Description says what a metric is.
type Description struct {
	Help   string
	Labels []string
}

// Described lists all metrics that there are by their names, also those without a value so far.
func (m *Metrics) Described() map[string]Description {
	all := make(chan *prometheus.Desc)
	go func() {
		m.registry.Describe(all)
		close(all)
	}()
	found := map[string]Description{}
	for desc := range all {
		if m := described.FindStringSubmatch(desc.String()); m != nil {
			found[m[1]] = Description{Help: m[2], Labels: strings.FieldsFunc(m[3], func(r rune) bool { return r == ',' })}
		}
	}
	return found
}

// described takes apart what the library prints of a metric, which it tells in no other way.
var described = regexp.MustCompile(`^Desc\{fqName: "(\w+)", help: "(.*?)"(?:, unit: "[^"]*")?, constLabels: \{.*\}, variableLabels: \{([\w,]*)\}\}$`)

// Handler answers /metrics with all of them.
func (m *Metrics) Handler() http.Handler {
	routes := http.NewServeMux()
	routes.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4}))
	return routes
}
