package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// rolloverCmd measures how a season of many players rolls over while others play on: the job of the competitions places
// those who have entered, starts their season, and begins the matches of every group.
type rolloverCmd struct {
	siteFlags
	Entrants int           `help:"How many players the season has, 100 to 200,000." default:"100000"`
	Moves    int           `help:"Moves a second meanwhile, at most 500." default:"50"`
	Clients  int           `help:"How many clients make them, at most 64." default:"16"`
	Within   time.Duration `help:"How long the job may take at most before it is given up, at most two hours." default:"1h"`
}

// Validate bounds what the machine is asked for.
func (c rolloverCmd) Validate() error {
	const fewest, most, movesMost, longest = 100, 200_000, 500, 2 * time.Hour
	switch {
	case c.Entrants < fewest || c.Entrants > most:
		return fmt.Errorf("a season can have %d to %d players here", fewest, most)
	case c.Moves < 1 || c.Moves > movesMost:
		return fmt.Errorf("there can be 1 to %d moves a second", movesMost)
	case c.Clients < 1 || c.Clients > programs:
		return fmt.Errorf("there can be 1 to %d clients", programs)
	}
	return errors.Join(c.siteFlags.Validate(), bounded(c.Within, longest))
}

// What the goals for a roll-over are.
const (
	rollCPU    = 2    // times that of a bare insert
	lockMost   = 0.05 // seconds that a write may keep others waiting
	rollMoves  = 250  // ms, p99 of moves meanwhile
	quietMoves = 6 * time.Second
)

// Run lets players enter a season behind the program's back, then its day comes while the program runs and others play.
func (c rolloverCmd) Run(ctx context.Context) error {
	return onSite(ctx, c.siteFlags, 0, func(b *bench, data string, callers []caller) error { return c.measure(ctx, b, data, callers) })
}

// measure is Run on a copy of a site.
func (c rolloverCmd) measure(ctx context.Context, b *bench, data string, callers []caller) (err error) {
	if err := b.awake(ctx, data); err != nil { // while the day of the season is far: what else was due comes first
		return err
	}
	s, err := openSeason(ctx, filepath.Join(data, "site", "kickabout.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	if err := s.enter(ctx, c.Entrants); err != nil {
		return err
	}
	if err := run(ctx, b.program, "jobs", "run", "damage", "--data", filepath.Join(data, "site")); err != nil { // gives the log its chain
		return err
	}
	bare, again := filepath.Join(data, "bare.db"), filepath.Join(b.folder, "again")
	if err := errors.Join(s.copyTo(ctx, bare), os.CopyFS(again, os.DirFS(data))); err != nil {
		return err
	}
	r := rolled{entrants: c.Entrants}
	if err := c.alone(ctx, b, data, s, &r); err != nil {
		return err
	}
	if r.bare, err = b.insert(ctx, s, bare); err != nil {
		return err
	}
	if err := c.among(ctx, b, again, callers, &r); err != nil {
		return err
	}
	r.show()
	return judge(r.goals(), c.Free)
}

// awake lets the program do what it does when it begins, and stops it.
func (b *bench) awake(ctx context.Context, data string) error {
	return b.during(ctx, data, []string{alone}, func(*child) error { return nil })
}

// alone lets the season roll over while nobody plays: then what the program spends is spent on that.
func (c rolloverCmd) alone(ctx context.Context, b *bench, data string, s *opening, r *rolled) error {
	return b.settled(ctx, data, s, func(program *child) error {
		before, err := program.spent(ctx)
		if err != nil {
			return err
		}
		held, err := program.held(ctx)
		if err != nil {
			return err
		}
		if r.took, err = s.comes(ctx, c.Within); err != nil {
			return err
		}
		after, err := program.spent(ctx)
		if err != nil {
			return err
		}
		now, err := program.held(ctx)
		if err != nil {
			return err
		}
		r.spent, r.locks = after.less(before), now.less(held)
		if err := program.settle(ctx, c.Within); err != nil {
			return err
		}
		rested, err := program.spent(ctx)
		r.later = rested.less(after)
		return errors.Join(err, s.check(ctx, c.Entrants))
	})
}

// among lets the season of another copy roll over while clients play.
func (c rolloverCmd) among(ctx context.Context, b *bench, data string, callers []caller, r *rolled) error {
	s, err := openSeason(ctx, filepath.Join(data, "site", "kickabout.db"))
	if err != nil {
		return err
	}
	err = b.settled(ctx, data, s, func(program *child) error {
		m := moving{child: program, callers: callers, tally: &tally{}}
		boards, err := m.boards(ctx, c.Clients)
		if err != nil {
			return err
		}
		defer boards[0].client.CloseIdleConnections()
		heads()
		if _, err := c.play(ctx, m, boards, "moves before", func() error { return rest(ctx, quietMoves) }); err != nil {
			return err
		}
		r.moves, err = c.play(ctx, m, boards, "moves meanwhile", func() (err error) {
			r.among, err = s.comes(ctx, c.Within)
			return err
		})
		return errors.Join(err, s.check(ctx, c.Entrants))
	})
	return errors.Join(err, s.db.Close())
}

// settled serves a site whose clock has not stood, lets the program come to rest, does something, and stops it.
func (b *bench) settled(ctx context.Context, data string, s *opening, do func(*child) error) error {
	if err := s.beat(ctx); err != nil {
		return err
	}
	return b.during(ctx, data, []string{alone}, do)
}

// play has clients move until something has come, and shows how long their moves took. What the program spends meanwhile is
// shared evenly.
func (c rolloverCmd) play(ctx context.Context, m moving, boards []*board, name string, until func() error) (f figure, err error) {
	*m.tally = tally{}
	before, err := m.spent(ctx)
	if err != nil {
		return f, err
	}
	began := time.Now()
	playing, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		paced(playing, c.Moves, c.Within, len(boards), func(n int, due time.Time) { _ = boards[n].move(ctx, due) })
	})
	err = until()
	stop()
	all.Wait()
	within := time.Since(began)
	after, problem := m.spent(ctx)
	f = m.figure(name, within, after.less(before))
	f.show()
	return f, errors.Join(err, problem)
}

// rest waits for a while.
func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// rolled is what was measured of a roll-over.
type rolled struct {
	entrants    int
	took, among time.Duration // until the job had ended: while nobody played, and while others did
	spent       usage         // until then, while nobody played
	later       usage         // after that, until the program rested: what players are told
	bare        inserted
	locks       histogram // how long writes kept others waiting
	moves       figure
}

func (r rolled) show() {
	fmt.Printf("The season of %d players rolled over in %.1f s: %.2f s of processor time, %.0f statements; what players were told took %.2f s more of it.\n",
		r.entrants, r.took.Seconds(), r.spent.cpu.Seconds(), r.spent.statements, r.later.cpu.Seconds())
	fmt.Printf("A bare insert of its %d rows took %.1f s: %.2f s of processor time.\n", r.bare.Rows, r.bare.Within.Seconds(), r.bare.CPU.Seconds())
	fmt.Printf("There were %.0f transactions that wrote, together for %.1f s, the longest for at most %v s.\n", r.locks.count(), r.locks.sum, r.locks.longest())
	fmt.Printf("While others played it took %.1f s.\n", r.among.Seconds())
}

// goals are what it is held to.
func (r rolled) goals() []goal {
	return []goal{
		{"CPU beside that of a bare insert", r.spent.cpu.Seconds() / r.bare.CPU.Seconds(), true, rollCPU},
		{fmt.Sprintf("writes that kept others waiting for more than %v s", lockMost), r.locks.above(lockMost), true, 0},
		{"moves meanwhile: p99, ms", float64(r.moves.p99.Microseconds()) / 1000, true, rollMoves},
		{"moves that were refused", float64(r.moves.refused), true, 0},
	}
}

// A histogram is how many things took up to so many seconds, as the program tells it.
type histogram struct {
	bounds []float64 // of the buckets, ascending
	counts []float64 // each with those before it; one more than bounds: all
	sum    float64
}

var (
	bucket = regexp.MustCompile(`(?m)^kickabout_write_seconds_bucket\{le="([^"]+)"\} (\S+)$`)
	summed = regexp.MustCompile(`(?m)^kickabout_write_seconds_sum (\S+)$`)
)

// held tells how long the writes of the program kept others waiting so far.
func (c *child) held(ctx context.Context) (h histogram, err error) {
	text, err := c.read(ctx)
	if err != nil {
		return h, err
	}
	return parseHistogram(text)
}

func parseHistogram(text string) (h histogram, err error) {
	number := func(text string) float64 {
		n, wrong := strconv.ParseFloat(text, 64)
		err = errors.Join(err, wrong)
		return n
	}
	for _, found := range bucket.FindAllStringSubmatch(text, -1) {
		if found[1] != "+Inf" {
			h.bounds = append(h.bounds, number(found[1]))
		}
		h.counts = append(h.counts, number(found[2]))
	}
	sum := summed.FindStringSubmatch(text)
	if sum == nil || len(h.counts) != len(h.bounds)+1 {
		return h, errors.New("the program does not tell how long its writes take")
	}
	h.sum = number(sum[1])
	return h, err
}

// less is what has been counted since an earlier one.
func (h histogram) less(before histogram) histogram {
	if len(before.counts) != len(h.counts) {
		return h
	}
	is := histogram{bounds: h.bounds, sum: h.sum - before.sum}
	for i, n := range h.counts {
		is.counts = append(is.counts, n-before.counts[i])
	}
	return is
}

func (h histogram) count() float64 {
	if len(h.counts) == 0 {
		return 0
	}
	return h.counts[len(h.counts)-1]
}

// above is how many took longer than a bound of a bucket.
func (h histogram) above(bound float64) float64 {
	for i, b := range h.bounds {
		if b >= bound {
			return h.count() - h.counts[i]
		}
	}
	return h.count()
}

// longest is what the longest took at most, in seconds, or "more than" the last bound.
func (h histogram) longest() string {
	for i, b := range h.bounds {
		if h.counts[i] == h.count() {
			return strconv.FormatFloat(b, 'g', -1, 64)
		}
	}
	return fmt.Sprintf("more than %v", h.bounds[len(h.bounds)-1])
}

// rolling is the competition whose season rolls over.
const rolling = "championship/streetsoccer/lg"

// An opening is the season of a site that takes entries, behind the program's back.
type opening struct {
	db    *sql.DB
	path  string
	id    string
	terms string
	last  int       // event of its log
	came  time.Time // when its day was made to come
}

// openSeason finds the season. What is being played of the same competition would hold it up.
func openSeason(ctx context.Context, path string) (*opening, error) {
	db, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=20000&_foreign_keys=on&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	s := &opening{db: db, path: path}
	var runs int
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FROM tournaments WHERE competition = ? AND state = 'running'", rolling).Scan(&runs)
	if err == nil && runs > 0 {
		err = errors.New("a season of this site is being played: take one with fewer days")
	}
	if err == nil {
		err = db.QueryRowContext(ctx, "SELECT id, terms, last_seq FROM tournaments WHERE competition = ? AND state = 'registration'", rolling).Scan(&s.id, &s.terms, &s.last)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("looking for the season: %w", err), db.Close())
	}
	return s, nil
}

// all carries statements out in one transaction.
func (s *opening) all(ctx context.Context, statements []string, values ...any) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, text := range statements {
		if _, err := tx.ExecContext(ctx, text, values...); err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
	}
	return tx.Commit()
}

// enter adds players to the site who have entered the season, until it has so many.
func (s *opening) enter(ctx context.Context, entrants int) error {
	var there, players int
	err := s.db.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM entries WHERE tournament_id = ?), (SELECT MAX(rowid) FROM players)", s.id).Scan(&there, &players)
	if err != nil {
		return err
	}
	more := entrants - there
	if more < 0 {
		return fmt.Errorf("the season has %d players already", there)
	}
	now := time.Now().UnixMilli()
	newcomers := fmt.Sprintf("(SELECT id, %d + row_number() OVER (ORDER BY rowid) AS seq FROM players WHERE rowid > %d)", s.last, players)
	err = s.all(ctx, []string{
		"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @more)" +
			" INSERT INTO players (id, name, kind, created_ms) SELECT lower(hex(randomblob(6))), 'Entrant ' || i, 'member', @now FROM n WHERE @more > 0",
		"INSERT INTO entries (tournament_id, player_id, seq, seed, winner, entered_ms) SELECT @season, id, seq, 0, 0, @now FROM " + newcomers,
		"INSERT INTO tournament_events (tournament_id, seq, at_ms, by_id, act, player_id, text) SELECT @season, seq, @now, id, 'entered', id, '' FROM " + newcomers,
		"UPDATE tournaments SET last_seq = last_seq + @more, changed_ms = @now WHERE id = @season",
		"UPDATE heartbeats SET at_ms = @now",
		"ANALYZE",
	}, sql.Named("more", more), sql.Named("now", now), sql.Named("season", s.id))
	s.last += more
	return err
}

// copyTo copies the site for the yardstick, without the entries of the season, which a roll-over writes anew.
func (s *opening) copyTo(ctx context.Context, path string) error {
	if _, err := s.db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return err
	}
	db, err := sql.Open("sqlite3", bareFile(path))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "DELETE FROM entries WHERE tournament_id = ?", s.id)
	return errors.Join(err, db.Close(), s.beat(ctx))
}

// beat says that the site was awake until now, so that nothing is put off.
func (s *opening) beat(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "UPDATE heartbeats SET at_ms = ?", time.Now().UnixMilli())
	return err
}

var dates = regexp.MustCompile(`,(closes|starts|late)=[^, ]+`)

// comes has the day of the season come, and waits until the job of the competitions, which finds that, has ended; it tells how
// long that took from its beginning.
func (s *opening) comes(ctx context.Context, within time.Duration) (took time.Duration, err error) {
	const lateFor = 14 * 24 * time.Hour
	s.came = time.Now()
	starts := s.came.UTC().Add(-time.Second).Truncate(time.Second)
	at := map[string]time.Time{"closes": starts.Add(-24 * time.Hour), "starts": starts, "late": starts.Add(lateFor)}
	terms := dates.ReplaceAllStringFunc(s.terms, func(text string) string {
		name, _, _ := strings.Cut(text[1:], "=")
		return "," + name + "=" + at[name].Format(time.RFC3339)
	})
	err = s.all(ctx, []string{
		"UPDATE tournaments SET terms = @terms, closes_ms = @closes, starts_ms = @starts, late_ms = @late WHERE id = @season",
		"UPDATE jobs SET next_ms = @now WHERE name = 'competitions'",
	}, sql.Named("terms", terms), sql.Named("closes", at["closes"].UnixMilli()), sql.Named("starts", at["starts"].UnixMilli()),
		sql.Named("late", at["late"].UnixMilli()), sql.Named("season", s.id), sql.Named("now", s.came.UnixMilli()))
	for err == nil {
		var problem string
		var began, ended int64
		err = s.db.QueryRowContext(ctx, "SELECT error, started_ms, ended_ms FROM jobs WHERE name = 'competitions' AND started_ms >= ? AND ended_ms >= started_ms", s.came.UnixMilli()).Scan(&problem, &began, &ended)
		switch {
		case err == nil && problem != "":
			return 0, errors.New("the job of the competitions: " + problem)
		case err == nil:
			return time.Duration(ended-began) * time.Millisecond, nil
		case !errors.Is(err, sql.ErrNoRows):
			return 0, err
		case time.Since(s.came) > within:
			return 0, fmt.Errorf("the season has not rolled over within %v", within)
		}
		err = rest(ctx, 200*time.Millisecond)
	}
	return 0, err
}

// check fails unless the season is being played by all who have entered, each of whom has matches.
func (s *opening) check(ctx context.Context, entrants int) error {
	var state string
	var seated, idle int
	err := s.db.QueryRowContext(ctx, `SELECT state, (SELECT COUNT(*) FROM entries WHERE tournament_id = t.id AND group_id <> ''),
		(SELECT COUNT(*) FROM entries WHERE tournament_id = t.id AND player_id NOT IN
			(SELECT player0 FROM matches WHERE tournament = @season UNION SELECT player1 FROM matches WHERE tournament = @season))
		FROM tournaments t WHERE id = @season`, sql.Named("season", s.id)).Scan(&state, &seated, &idle)
	if err == nil && (state != "running" || seated != entrants || idle > 0) {
		err = fmt.Errorf("the season is %s, of %d players %d have a seat, and %d no match", state, entrants, seated, idle)
	}
	return err
}

// rollRows are the tables that a roll-over writes to, each after those that it refers to, and which of their rows it has written:
// @season is the season, @last its last event before, @came when it was.
var rollRows = []struct{ table, where string }{
	{"entries", "tournament_id = @season"},
	{"tournament_events", "tournament_id = @season AND seq > @last"},
	{"matches", "tournament = @season"},
	{"events", "match_id IN (SELECT id FROM matches WHERE tournament = @season)"},
	{"rolls", "match_id IN (SELECT id FROM matches WHERE tournament = @season)"},
	{"notices", "at_ms >= @came"},
	{"news", "at_ms >= @came"},
}

// insertCmd inserts the rows that came of a roll-over into a copy of the site from before, by statements of as many rows as
// they take, in one transaction: what they cost at least.
type insertCmd struct {
	From, Into string `arg:""`
	Season     string `arg:""`
	Last       int    `arg:""`
	Came       int64  `arg:"" help:"In milliseconds since 1970."`
}

// inserted is how many rows were inserted, and what that cost, without reading them.
type inserted struct {
	Rows        int
	Within, CPU time.Duration
}

// parametersMost is how many parameters a statement has.
const parametersMost = 30_000

// bareFile names a file with the settings with which the site writes.
func bareFile(path string) string {
	return "file:" + path + "?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_foreign_keys=on"
}

// Run inserts them, and prints what that cost.
func (c insertCmd) Run(ctx context.Context) error {
	spent, err := c.insert(ctx)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(spent)
}

func (c insertCmd) insert(ctx context.Context) (spent inserted, err error) {
	from, err := sql.Open("sqlite3", "file:"+c.From+"?_query_only=1")
	if err != nil {
		return spent, err
	}
	defer from.Close()
	into, err := sql.Open("sqlite3", bareFile(c.Into))
	if err != nil {
		return spent, err
	}
	defer into.Close()
	tx, err := into.BeginTx(ctx, nil)
	if err != nil {
		return spent, err
	}
	defer func() { _ = tx.Rollback() }()
	for _, rows := range rollRows {
		if err := c.each(ctx, from, rows.table, rows.where, func(columns []string, values []any) error {
			return spent.by(func() error { return insertRows(ctx, tx, rows.table, columns, values) }, len(values)/len(columns))
		}); err != nil {
			return spent, fmt.Errorf("%s: %w", rows.table, err)
		}
	}
	return spent, spent.by(tx.Commit, 0)
}

// by adds what something costs that inserts so many rows.
func (i *inserted) by(do func() error, rows int) error {
	before, err := self()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := do(); err != nil {
		return err
	}
	after, err := self()
	i.Rows, i.Within, i.CPU = i.Rows+rows, i.Within+time.Since(began), i.CPU+after-before
	return err
}

// each reads the rows of a table that came of a roll-over, as many at a time as a statement takes.
func (c insertCmd) each(ctx context.Context, from *sql.DB, table, where string, do func(columns []string, values []any) error) error {
	rows, err := from.QueryContext(ctx, "SELECT * FROM "+table+" WHERE "+where, sql.Named("season", c.Season), sql.Named("last", c.Last), sql.Named("came", c.Came))
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	var values []any
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if values = append(values, row...); len(values)+len(columns) > parametersMost {
			if err := do(columns, values); err != nil {
				return err
			}
			values = nil
		}
	}
	if err := rows.Err(); err != nil || len(values) == 0 {
		return err
	}
	return do(columns, values)
}

func insertRows(ctx context.Context, tx *sql.Tx, table string, columns []string, values []any) error {
	one := "(?" + strings.Repeat(", ?", len(columns)-1) + ")"
	places := one + strings.Repeat(", "+one, len(values)/len(columns)-1)
	_, err := tx.ExecContext(ctx, "INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES "+places, values...)
	return err
}

// insert has another process insert what came of a roll-over into a copy from before.
func (b *bench) insert(ctx context.Context, s *opening, into string) (i inserted, err error) {
	program, err := os.Executable()
	if err != nil {
		return i, err
	}
	cmd := exec.CommandContext(ctx, program, "insert", s.path, into, s.id, strconv.Itoa(s.last), strconv.FormatInt(s.came.UnixMilli(), 10))
	cmd.Env, cmd.Stderr = append(os.Environ(), b.environment...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return i, err
	}
	return i, json.Unmarshal(out, &i)
}
