package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"kickabout/cmd/internal/build"
	"kickabout/cmd/internal/listen"
	"kickabout/cmd/internal/metrics"
	"kickabout/cmd/internal/web"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/backup"
)

// gauge is the metrics of a server and where they are read.
type gauge struct {
	*metrics.Metrics
	listener net.Listener
}

// openGauge listens for whoever reads the metrics; nil where the address is empty: nobody does.
func openGauge(addr string) (*gauge, error) {
	if addr == "" {
		return nil, nil
	}
	l, err := listen.Open(addr)
	if err != nil {
		return nil, err
	}
	b := build.This()
	m := metrics.New(b.Release, b.Commit, b.Go)
	for _, f := range league.Faults() {
		m.Expect(string(f))
	}
	return &gauge{m, l}, nil
}

// meter returns what counts requests; nil: nobody does.
func (g *gauge) meter() web.Meter {
	if g == nil {
		return nil
	}
	return g.Metrics
}

// observe has a database tell what it does, if anybody reads the metrics.
func (g *gauge) observe(o store.Options) store.Options {
	if g != nil {
		o.Committed, o.Held, o.Asked = g.Committed, g.Held, g.Asked
		o.Faulted = func(f league.Fault) { g.Fault(string(f)) }
	}
	return o
}

// measure has the parts of a server tell what they do.
func (g *gauge) measure(ctx context.Context, s *server) error {
	if g == nil {
		return nil
	}
	s.office.OnMove = g.Move
	g.Ask("overdue_matches", "Games whose time has run out and that are not ended yet; 1000 stands for more, too.", s.overdueMatches)
	g.Ask("database_bytes", "Size of the database.", s.store.Bytes)
	g.Ask("quarantined", "Games that are locked because their record is damaged.", s.quarantined)
	g.AskEach("outbox_rows", "Letters of the last 90 days, by channel and by what became of them.", []string{"channel", "state"}, s.outboxRows)
	g.Ask("outbox_oldest_seconds", "How long the oldest letter that is due waits; 0 if none is.", func(ctx context.Context) (float64, error) {
		o, err := s.office.Reach.Outbox(ctx)
		return s.age(o.Oldest), err
	})
	g.Ask("facts_waiting", "Things that have happened and wait to be looked after, such as the end of a game.", func(ctx context.Context) (float64, error) {
		b, err := s.store.Backlog(ctx)
		return float64(b.Facts), err
	})
	g.Ask("facts_oldest_seconds", "How long the oldest of them waits; 0 if none does.", func(ctx context.Context) (float64, error) {
		b, err := s.store.Backlog(ctx)
		return s.age(b.Oldest), err
	})
	g.Ask("disk_free_bytes", "What is free where the data folder is.", func(context.Context) (float64, error) { return diskFree(s.config.Data) })
	g.Ask("listen_up", "Whether this server hears what the other servers write, 1 or 0; left out where there can be no others.", s.listening)
	g.Ask("backup_age_seconds", "How old the newest backup in the folder of the hourly ones is.", s.backupAge)
	g.Ask("drill_rpo_seconds", "How much of what was played would have been lost at the last drill that went well.", lastDrill(s.store, func(d league.Drill) time.Duration { return d.Lost }))
	g.Ask("drill_rto_seconds", "How long it took at the last drill that went well until a restored site took a move.", lastDrill(s.store, func(d league.Drill) time.Duration { return d.Took }))
	if s.door.certificates != nil {
		g.Ask("tls_expiry_seconds", "When the certificate of the site ends, in seconds since 1970.", s.door.expiry)
	}
	jobs, err := s.store.Jobs(ctx)
	for _, j := range jobs {
		if j.Problem == "" && !j.Ended.IsZero() { // by another server, or before this one was started
			g.JobDone(j.Name, j.Ended)
		}
	}
	return err
}

// overdueShown is how many overdue matches are counted.
const overdueShown = 1000

func (s *server) overdueMatches(ctx context.Context) (float64, error) {
	overdue, err := s.store.Overdue(ctx, league.Site(), s.office.Now().Add(-clock.Grace), overdueShown)
	return float64(len(overdue)), err
}

// age returns how many seconds ago a moment was; 0 if there is none.
func (s *server) age(moment time.Time) float64 {
	if moment.IsZero() {
		return 0
	}
	return s.office.Now().Sub(moment).Seconds()
}

// outboxRows counts the letters.
func (s *server) outboxRows(ctx context.Context) (all []metrics.Labelled, err error) {
	rows, err := s.store.OutboxRows(ctx)
	for _, r := range rows {
		all = append(all, metrics.Labelled{Labels: []string{r.Channel, r.State}, Value: float64(r.N)})
	}
	return all, err
}

func (s *server) quarantined(ctx context.Context) (float64, error) {
	n, err := s.store.CountLocked(ctx)
	return float64(n), err
}

// backupAge returns how long ago the newest backup was made that is kept.
func (s *server) backupAge(context.Context) (float64, error) {
	files, err := os.ReadDir(s.config.Backups)
	if err != nil {
		return 0, err
	}
	var newest time.Time
	for _, f := range files {
		if at, ok := backup.MomentOf(f.Name()); ok && at.After(newest) {
			newest = at
		}
	}
	if newest.IsZero() {
		return 0, errors.New("there is none")
	}
	return s.office.Now().Sub(newest).Seconds(), nil
}

// diskFree returns how many bytes may still be written into a folder.
func diskFree(folder string) (float64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return float64(disk.Bavail) * float64(disk.Bsize), nil
}

// measured has jobs note when they end well, and how long the sweep takes.
func (g *gauge) measured(jobs []scheduler.Job) []scheduler.Job {
	if g == nil {
		return jobs
	}
	for i, j := range jobs {
		jobs[i].Work = func(ctx context.Context) error {
			began := time.Now()
			err := j.Work(ctx)
			if err == nil {
				g.JobDone(j.Name, time.Now())
			}
			if j.Name == "sweep" {
				g.Swept(time.Since(began))
			}
			return err
		}
	}
	return jobs
}

// run answers whoever reads the metrics until ctx ends.
func (g *gauge) run(ctx context.Context, log *slog.Logger) {
	if g == nil {
		return
	}
	reader := &http.Server{
		Handler: g.Handler(), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: web.HeaderTimeout, ReadTimeout: web.ReadTimeout, WriteTimeout: web.WriteTimeout,
		IdleTimeout: web.IdleTimeout, MaxHeaderBytes: web.MaxHeaderBytes,
	}
	defer context.AfterFunc(ctx, func() { reader.Close() })()
	if err := reader.Serve(g.listener); ctx.Err() == nil {
		log.Error("the metrics are not served any more", "err", err)
	}
}

// close gives the address free.
func (g *gauge) close() {
	if g != nil {
		g.listener.Close()
	}
}
