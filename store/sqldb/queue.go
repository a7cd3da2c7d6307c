package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3"
	"gorm.io/gorm"

	"kickabout/league"
)

const (
	groupMost = 64   // writes that share a commit
	queueMost = 1024 // writes that wait for their turn
)

// errQueueFull is what those are told who come while so many wait.
var errQueueFull = errors.New("too many writes wait for their turn")

// A queue is the writes to a SQLite file. Each would wait for the disk once; those that wait at the same time wait for
// it together: a goroutine, which there is as long as any are there, takes whatever waits, never waiting for more, and
// commits it at once. Each has a savepoint of its own, so that one which fails takes nothing of the others with it, and
// nobody is answered before the commit.
//
// Writes may be run twice: see DB.Write.
type queue struct {
	writer *gorm.DB
	pool   *sql.DB // of one connection
	watch  *watch
	sealed *atomic.Bool
	checks *checkpoints

	committed func(took time.Duration, writes int)
	held      func(took time.Duration)

	mu     sync.Mutex
	short  []*member
	long   []*member // those that may take longer than others: each has its own commit, and the others come in between
	works  bool      // the goroutine is there
	closed bool
	ended  *sync.Cond // told when it has gone
}

// A member is one write.
type member struct {
	write    func(tx *gorm.DB) error
	patience time.Duration
	state    atomic.Int32 // waiting, until it is taken or its caller has gone
	err      error
	panicked any
	done     chan struct{} // closed when err and panicked are known
}

const (
	waiting int32 = iota
	taken
	gone
)

// failed says that nothing of the write is to stay.
func (m *member) failed() bool { return m.err != nil || m.panicked != nil }

// newQueue returns the queue of a pool that has one connection.
func newQueue(writer *gorm.DB, pool *sql.DB, w *watch) *queue {
	q := &queue{writer: writer, pool: pool, watch: w}
	q.ended = sync.NewCond(&q.mu)
	return q
}

// write has a write carried out. Whoever gives up before it is taken has written nothing; after that it is carried
// through, by no context of the caller's: the driver would interrupt all that share the transaction.
func (q *queue) write(ctx context.Context, patience time.Duration, f func(tx *gorm.DB) error) error {
	if err := ctx.Err(); err != nil { // else it could be taken before anybody looks
		return err
	}
	m := &member{write: f, patience: patience, done: make(chan struct{})}
	if err := q.add(m); err != nil {
		return err
	}
	select {
	case <-m.done:
	case <-ctx.Done():
		if m.state.CompareAndSwap(waiting, gone) {
			return ctx.Err()
		}
		<-m.done
	}
	if m.panicked != nil {
		panic(m.panicked)
	}
	return m.err
}

// add has a write wait.
func (q *queue) add(m *member) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return sql.ErrConnDone
	case len(q.short)+len(q.long) >= queueMost:
		return &league.Unavailable{Fault: league.Slow, Err: errQueueFull}
	case m.patience > Patience:
		q.long = append(q.long, m)
	default:
		q.short = append(q.short, m)
	}
	if !q.works {
		q.works = true
		go q.work()
	}
	return nil
}

// Close takes no more writes, and waits until those that wait are carried out.
func (q *queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for q.works {
		q.ended.Wait()
	}
	return nil
}

// work carries out what waits, until nothing does.
func (q *queue) work() {
	for after := false; ; after = !after {
		conn, err := q.pool.Conn(context.Background()) // first: whoever gives up while others have it has written nothing
		group := q.take(after)
		if group == nil {
			if err == nil {
				_ = conn.Close()
			}
			return
		}
		if err == nil {
			if err = q.checks.settle(conn); err != nil {
				_ = conn.Close()
			}
		}
		if err == nil {
			q.carry(conn, group)
		} else {
			fail(group, q.watch.see(err))
		}
		for _, m := range group {
			close(m.done)
		}
		if !q.sealed.Load() {
			q.checks.due(q.pool) // when they have been answered
		}
	}
}

// take returns the next writes, of which there is at least one, or nil if none wait: then the goroutine ends. Long is
// whose turn it is where both kinds wait.
func (q *queue) take(long bool) (group []*member) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(group) == 0 {
		switch {
		case len(q.long) > 0 && (long || len(q.short) == 0):
			group, q.long = stayed(q.long[:1]), q.long[1:]
		case len(q.short) > 0:
			n := min(len(q.short), groupMost)
			group, q.short = stayed(q.short[:n]), q.short[n:]
		default:
			q.works = false
			q.ended.Broadcast()
			return nil
		}
	}
	return group
}

// stayed takes those whose callers have not gone.
func stayed(all []*member) (here []*member) {
	for _, m := range all {
		if m.state.CompareAndSwap(waiting, taken) {
			here = append(here, m)
		}
	}
	return here
}

// fail gives all the same error.
func fail(group []*member, err error) {
	for _, m := range group {
		m.err, m.panicked = err, nil
	}
}

// carry carries writes out: together, and where that does not go, one by one.
func (q *queue) carry(conn *sql.Conn, group []*member) {
	settled := q.together(conn, group)
	q.release(conn, group)
	if settled {
		return
	}
	for i := range group {
		conn, err := q.pool.Conn(context.Background())
		if err != nil {
			fail(group[i:], q.watch.see(err))
			return
		}
		q.together(conn, group[i:i+1])
		q.release(conn, group[i:i+1])
	}
}

// release gives the connection back to the pool, which is to open another one if a transaction is left open in this
// one, or if the disk has failed: SQLite may keep a state in it that is wrong then.
func (q *queue) release(conn *sql.Conn, group []*member) {
	broken := begun(conn)
	for _, m := range group {
		broken = broken || league.FaultOf(m.err) == league.DiskError
	}
	if broken {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // says what it was given
	}
	_ = conn.Close()
}

// begun says whether a transaction is open on a connection.
func begun(conn *sql.Conn) (is bool) {
	err := conn.Raw(func(c any) error {
		is = !c.(*sqlite3.SQLiteConn).AutoCommit()
		return nil
	})
	return is && err == nil
}

// together carries writes out in one transaction. It returns false, and nothing is written, if they are to be carried
// out one by one: one has failed in a way that may be none of its own doing, or that has ended the whole transaction.
// If the commit fails nothing is there, and all get its error: what one was refused for may have been another's write.
func (q *queue) together(conn *sql.Conn, group []*member) (settled bool) {
	if q.sealed.Load() { // asked when it is their turn: what is rescued is rescued with the connection in hand
		fail(group, &league.Unavailable{Fault: league.FileGone, Err: ErrMoved})
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), group[0].patience)
	defer cancel()
	tx, err := conn.BeginTx(context.Background(), nil) // without a deadline: database/sql would undo it beside us
	if err != nil {
		fail(group, q.watch.see(err))
		return true
	}
	since := time.Now()
	defer func() { q.held(time.Since(since)) }()
	if len(group) == 1 {
		q.alone(ctx, tx, group[0])
		return true
	}
	for _, m := range group {
		if !q.join(ctx, conn, tx, m) {
			_ = tx.Rollback() // of what is there, if anything is
			return false
		}
	}
	if err := q.commit(tx, len(group)); err != nil {
		fail(group, err)
	}
	return true
}

// alone carries out one write that has the transaction for itself.
func (q *queue) alone(ctx context.Context, tx *sql.Tx, m *member) {
	q.run(ctx, tx, m)
	if m.failed() {
		_ = tx.Rollback()
		return
	}
	m.err = q.commit(tx, 1)
}

// commit commits what some writes have written.
func (q *queue) commit(tx *sql.Tx, writes int) error {
	written := time.Now()
	if err := tx.Commit(); err != nil {
		return q.watch.see(err)
	}
	q.committed(time.Since(written), writes)
	return nil
}

// join carries out a write behind others. It returns false if the transaction is not to go on.
func (q *queue) join(ctx context.Context, conn *sql.Conn, tx *sql.Tx, m *member) bool {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT member"); err != nil {
		return false
	}
	q.run(ctx, tx, m)
	if m.failed() {
		if league.FaultOf(m.err) != "" || !begun(conn) {
			return false
		}
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO member"); err != nil {
			return false
		}
	}
	_, err := tx.ExecContext(ctx, "RELEASE member")
	return err == nil
}

// run runs a write in a transaction. Where it panics, its caller will.
func (q *queue) run(ctx context.Context, tx *sql.Tx, m *member) {
	m.err, m.panicked = nil, nil
	session := q.writer.Session(&gorm.Session{NewDB: true, Context: ctx}) // its own: gorm keeps an error in it
	session.Statement.ConnPool = tx
	defer func() {
		if m.panicked = recover(); m.panicked != nil {
			q.watch.log.Error("a panic in a transaction", "value", m.panicked, "stack", string(debug.Stack()))
		}
	}()
	m.err = q.watch.see(m.write(session))
}
