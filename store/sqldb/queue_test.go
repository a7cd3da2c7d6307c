package sqldb_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// A line is a file whose writes wait while the test has one in hand.
type line struct {
	t  *testing.T
	db *sqldb.DB

	mu      sync.Mutex
	batches []int // how many writes each commit was of, by their order
}

func newLine(t *testing.T) *line {
	t.Helper()
	l := &line{t: t}
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: filepath.Join(t.TempDir(), "file.db"), Relaxed: true, Committed: func(_ time.Duration, writes int) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.batches = append(l.batches, writes)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	l.db = db
	run(t, db, "CREATE TABLE notes (n INTEGER PRIMARY KEY, text BLOB)")
	return l
}

// hold keeps all writes waiting that come, until it is released.
func (l *line) hold() (release func()) {
	l.t.Helper()
	begun, end, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- l.db.Write(context.Background(), func(*gorm.DB) error { close(begun); <-end; return nil })
	}()
	<-begun
	return func() {
		l.t.Helper()
		close(end)
		if err := <-done; err != nil {
			l.t.Error(err)
		}
	}
}

// together has writes wait and then carries them out, and returns how each of them ended.
func (l *line) together(writes ...func(tx *gorm.DB) error) []error {
	l.t.Helper()
	release := l.hold()
	errs := make([]error, len(writes))
	var all sync.WaitGroup
	for i, w := range writes {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[i] = panicked{p}
				}
			}()
			errs[i] = l.db.Write(l.t.Context(), w)
		})
		for sqldb.Waiting(l.db) <= i { // they come in their order
			time.Sleep(time.Millisecond)
		}
	}
	release()
	all.Wait()
	return errs
}

// panicked is a panic that a caller met.
type panicked struct{ value any }

func (p panicked) Error() string { return "a panic" }

// has lists the rows that are there.
func (l *line) has() (all []int) {
	l.t.Helper()
	if err := l.db.Reader(l.t.Context()).Raw("SELECT n FROM notes ORDER BY n").Scan(&all).Error; err != nil {
		l.t.Fatal(err)
	}
	return all
}

// writes inserts a row.
func writes(n int) func(tx *gorm.DB) error {
	return func(tx *gorm.DB) error { return tx.Exec("INSERT INTO notes VALUES (?, '')", n).Error }
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// TestWritesThatWaitShareACommit: at most 64 of them, and each finds what it has written when it is answered.
func TestWritesThatWaitShareACommit(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	var all []func(tx *gorm.DB) error
	for n := range 100 {
		all = append(all, writes(n))
	}
	if err := errors.Join(l.together(all...)...); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 64, 36}; !slices.Equal(l.batches, want) {
		t.Errorf("the commits were of %d writes, want %d", l.batches, want)
	}
	if got := l.has(); !slices.Equal(got, upTo(100)) {
		t.Errorf("rows: %d", got)
	}
}

// TestEachTransactionTellsHowLongItTook, one that comes to nothing, too.
func TestEachTransactionTellsHowLongItTook(t *testing.T) {
	t.Parallel()
	var took []time.Duration
	db, err := sqldb.Open(t.Context(), sqldb.Options{
		URL: filepath.Join(t.TempDir(), "file.db"), Relaxed: true, Held: func(d time.Duration) { took = append(took, d) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	refused := errors.New("refused")
	for i, last := range []error{nil, refused} {
		slow := func(*gorm.DB) error { time.Sleep(20 * time.Millisecond); return last }
		if err := db.Write(t.Context(), slow); !errors.Is(err, last) {
			t.Fatal(err)
		}
		if len(took) != i+1 || took[i] < 20*time.Millisecond {
			t.Errorf("after %d writes of 20 ms: %v", i+1, took)
		}
	}
}

// TestNobodyIsAnsweredBeforeTheCommit: many write at once, and each reads by another connection when they are answered.
func TestNobodyIsAnsweredBeforeTheCommit(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	const all = 16
	release := l.hold() // until the first writes of all wait: a busy machine may let one client after the other come
	var clients sync.WaitGroup
	for c := range all {
		clients.Go(func() {
			for i := range 20 {
				n := 100*c + i
				if err := l.db.Write(t.Context(), writes(n)); err != nil {
					t.Error(err)
				}
				if there, err := sqldb.Exists(l.db.Reader(t.Context()).Table("notes").Where("n = ?", n)); err != nil || !there {
					t.Errorf("row %d was acknowledged and is not there (%v)", n, err)
				}
			}
		})
	}
	for sqldb.Waiting(l.db) < all {
		time.Sleep(time.Millisecond)
	}
	release()
	clients.Wait()
	if shared := slices.Max(l.batches); shared < 2 {
		t.Error("no commit was shared: the test shows nothing")
	}
}

// TestAFailedWriteTakesNothingOfItsNeighboursWithIt: one is refused, one panics, after they have written.
func TestAFailedWriteTakesNothingOfItsNeighboursWithIt(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	refusal := league.Errorf(league.Stale, "no")
	errs := l.together(
		writes(0),
		func(tx *gorm.DB) error { return errors.Join(writes(10)(tx), refusal) },
		writes(1),
		func(tx *gorm.DB) error { _ = writes(11)(tx); panic("as it were") },
		func(tx *gorm.DB) error { return tx.Exec("INSERT INTO notes VALUES (0, '')").Error }, // it is there already
		func(tx *gorm.DB) error { return tx.AddError(refusal) },                              // gorm keeps it
		writes(2),
	)
	for i, want := range []error{nil, refusal, nil, panicked{"as it were"}, gorm.ErrDuplicatedKey, refusal, nil} {
		if !errors.Is(errs[i], want) {
			t.Errorf("write %d ended with %v, want %v", i, errs[i], want)
		}
	}
	if got := l.has(); !slices.Equal(got, upTo(3)) {
		t.Errorf("rows %d, want 0, 1 and 2", got)
	}
	if want := []int{1, 7}; !slices.Equal(l.batches, want) {
		t.Errorf("the commits were of %d writes, want %d", l.batches, want)
	}
}

// TestWhatEndsTheWholeTransactionIsItsOwnFaultAlone: SQLite undoes all that there is, and the others are carried out by
// themselves.
func TestWhatEndsTheWholeTransactionIsItsOwnFaultAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		fail func(tx *gorm.DB) error
		want func(error) bool
	}{
		{"rolled back", func(tx *gorm.DB) error { return tx.Exec("INSERT OR ROLLBACK INTO notes VALUES (0, '')").Error }, sqldb.Duplicate},
		{"full", func(tx *gorm.DB) error {
			return tx.Exec("INSERT INTO notes VALUES (10, zeroblob(10000000))").Error
		}, func(err error) bool { return league.FaultOf(err) == league.DiskFull }},
		{"rolled back by itself", func(tx *gorm.DB) error { return errors.Join(tx.Exec("ROLLBACK").Error, context.DeadlineExceeded) }, func(err error) bool { return err != nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLine(t)
			run(t, l.db, "INSERT INTO notes VALUES (0, '')")
			run(t, l.db, "PRAGMA max_page_count = 1000")
			errs := l.together(writes(1), writes(2), c.fail, writes(3))
			if !c.want(errs[2]) {
				t.Errorf("the one that failed says %v", errs[2])
			}
			if err := errors.Join(errs[0], errs[1], errs[3]); err != nil {
				t.Errorf("the others say %v", err)
			}
			if got := l.has(); !slices.Equal(got, upTo(4)) {
				t.Errorf("rows %d, want 0 to 3, each once", got)
			}
		})
	}
}

// TestAFailedCommitIsEverybodys: nothing is there of what they wrote, and the next write finds all in order.
func TestAFailedCommitIsEverybodys(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	run(t, l.db, "CREATE TABLE remarks (n INTEGER REFERENCES notes DEFERRABLE INITIALLY DEFERRED)")
	dangling := func(tx *gorm.DB) error { return tx.Exec("INSERT INTO remarks VALUES (99)").Error } // found out at the commit
	errs := l.together(writes(0), dangling, writes(1), func(tx *gorm.DB) error { return league.Errorf(league.Stale, "row 0 is there") })
	for i, err := range errs {
		if err == nil || league.KindOf(err) == league.Stale {
			t.Errorf("write %d ended with %v", i, err)
		}
	}
	if got := l.has(); len(got) > 0 {
		t.Errorf("rows %d are there", got)
	}
	if err := l.db.Write(t.Context(), writes(0)); err != nil {
		t.Errorf("afterwards a write says %v", err)
	}
}

// TestWhoGivesUpWhileTheyWaitHasWrittenNothing, and who does so once it has begun takes nobody with them.
func TestWhoGivesUpWhileTheyWaitHasWrittenNothing(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	early, giveUp := context.WithCancel(t.Context())
	release := l.hold()
	gone := make(chan error)
	go func() { gone <- l.db.Write(early, writes(10)) }()
	for sqldb.Waiting(l.db) < 1 {
		time.Sleep(time.Millisecond)
	}
	giveUp()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("who gave up early was told %v", err)
	}
	release()

	late, leave := context.WithCancel(t.Context())
	errs := l.together(
		writes(0),
		func(tx *gorm.DB) error { leave(); time.Sleep(10 * time.Millisecond); return writes(1)(tx) },
		writes(2),
	)
	if err := errors.Join(append(errs, l.db.Write(t.Context(), writes(3)))...); err != nil {
		t.Error(err)
	}
	err := l.db.Write(late, func(tx *gorm.DB) error { return nil })
	if got := l.has(); !slices.Equal(got, upTo(4)) || err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("rows %d, want 0 to 3 (%v)", got, err)
	}
}

// TestACallerWhoLeavesDoesNotInterruptTheirWrite: it has begun, and is carried through.
func TestACallerWhoLeavesDoesNotInterruptTheirWrite(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	ctx, leave := context.WithCancel(t.Context())
	err := l.db.Write(ctx, func(tx *gorm.DB) error {
		leave()
		time.Sleep(10 * time.Millisecond)
		return writes(0)(tx)
	})
	if got := l.has(); err != nil || !slices.Equal(got, upTo(1)) {
		t.Errorf("rows %d, and the write said %v", got, err)
	}
}

// TestTooManyWritesAreTurnedAway rather than kept for ever.
func TestTooManyWritesAreTurnedAway(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	release := l.hold()
	var waiting sync.WaitGroup
	var refused atomic.Int32
	for n := range 1024 + 10 {
		waiting.Go(func() {
			if err := l.db.Write(t.Context(), writes(n)); league.FaultOf(err) == league.Slow {
				refused.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	for began := time.Now(); (refused.Load() < 10 || sqldb.Waiting(l.db) < 1024) && time.Since(began) < 20*time.Second; {
		time.Sleep(time.Millisecond)
	}
	release()
	waiting.Wait()
	if got := len(l.has()); refused.Load() != 10 || got != 1024 {
		t.Errorf("%d were turned away and %d are there", refused.Load(), got)
	}
}

// TestLongWritesLetOthersInBetween, each with a commit of its own.
func TestLongWritesLetOthersInBetween(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	var mu sync.Mutex
	var order []string
	note := func(text string) func(tx *gorm.DB) error {
		return func(*gorm.DB) error {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, text)
			return nil
		}
	}
	release := l.hold()
	var all sync.WaitGroup
	for i, text := range []string{"long", "long", "short", "long", "short"} {
		patience := sqldb.Patience
		if text == "long" {
			patience *= 2
		}
		all.Go(func() {
			if err := l.db.WriteWithin(t.Context(), patience, note(text)); err != nil {
				t.Error(err)
			}
		})
		for sqldb.Waiting(l.db) <= i {
			time.Sleep(time.Millisecond)
		}
	}
	release()
	all.Wait()
	if want := []string{"long", "short", "short", "long", "long"}; !slices.Equal(order, want) {
		t.Errorf("the order was %q, want %q", order, want)
	}
	if want := []int{1, 1, 2, 1, 1}; !slices.Equal(l.batches, want) {
		t.Errorf("the commits were of %d writes, want %d", l.batches, want)
	}
}

// TestClosingCarriesOutWhatWaits, and nothing that comes later.
func TestClosingCarriesOutWhatWaits(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	release := l.hold()
	var waiting sync.WaitGroup
	for n := range 100 {
		waiting.Go(func() {
			if err := l.db.Write(t.Context(), writes(n)); err != nil {
				t.Error(err)
			}
		})
	}
	for sqldb.Waiting(l.db) < 100 {
		time.Sleep(time.Millisecond)
	}
	closed := make(chan error)
	go func() { closed <- l.db.Close() }()
	release()
	waiting.Wait()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if err := l.db.Write(t.Context(), writes(1000)); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("a write to a closed database says %v", err)
	}
	if total := l.batches[1] + l.batches[2]; total != 100 {
		t.Errorf("the commits were of %d writes", l.batches)
	}
}
