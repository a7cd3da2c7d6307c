package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"github.com/mattn/go-sqlite3"
)

// How long the write-ahead log of a file becomes, in bytes, before what is in it is carried over into the file beside the
// writes; and before a write waits for that, since beside them it never comes to the end of the log.
const (
	walShort = 16 << 20
	walLong  = 64 << 20
)

// checkpoints carry what is in the write-ahead log over into the file (a checkpoint). SQLite does so inside of the commit
// that makes the log long, which then waits for the disk three times. Here a connection of its own does it beside the
// writes, which go on meanwhile; if they are so many that the log grows nevertheless, the goroutine of the writes does it
// between two of them. Nobody who reads waits, and who reads for long keeps no more than the log from becoming shorter.
//
// That nothing is lost hangs on none of this: a commit is in the log, on the disk, before it is answered.
type checkpoints struct {
	beside *sql.DB // of one connection
	wal    string  // the path of the log
	log    *slog.Logger

	driver  any   // the connection that writes, as it is set up
	tried   int64 // how long the log was when a write has waited last; 0: it has become short since
	running atomic.Bool
	done    sync.WaitGroup
}

// pagesKept is how much of the file the connection that writes keeps in memory, in KiB. With SQLite's own 2 MiB the
// pages that a season's matches go into are written out and read again before the transaction ends.
const pagesKept = 32 << 10

// settle has a connection that writes leave checkpoints to others, and the log become short again after one. A pool may
// have opened another connection since the last write.
func (c *checkpoints) settle(conn *sql.Conn) error {
	var is any
	if err := conn.Raw(func(driver any) error { is = driver.(*sqlite3.SQLiteConn); return nil }); err != nil || is == c.driver {
		return err
	}
	if _, err := conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = %d; PRAGMA cache_size = -%d", walShort, pagesKept)); err != nil {
		return err
	}
	c.driver = is
	return nil
}

// due does what is due after a commit. The pool is that of the connection that writes.
func (c *checkpoints) due(pool *sql.DB) {
	size := c.size()
	switch {
	case size <= walShort:
		c.tried = 0
	case size > max(walLong, c.tried+walShort): // who reads for long is not asked for at each write
		c.tried = size
		c.done.Wait() // or nothing would come of this one: there is one at a time
		_, err := pool.ExecContext(context.Background(), checkpoint)
		c.complain(err)
	case c.running.CompareAndSwap(false, true):
		c.done.Go(func() {
			defer c.running.Store(false)
			_, err := c.beside.ExecContext(context.Background(), checkpoint)
			c.complain(err)
		})
	}
}

// checkpoint carries over what nobody reads or writes at the moment, and waits for nobody.
const checkpoint = "PRAGMA wal_checkpoint(PASSIVE)"

// complain notes that a checkpoint has failed: the next one does its work too.
func (c *checkpoints) complain(err error) {
	if err != nil {
		c.log.Warn("the write-ahead log could not be carried over", "err", err)
	}
}

// size returns how long the log is; 0 if there is none.
func (c *checkpoints) size() int64 {
	is, err := os.Stat(c.wal)
	if err != nil {
		return 0
	}
	return is.Size()
}

// Close waits for the one that runs. Whoever closes the last connection to the file carries over all.
func (c *checkpoints) Close() error {
	c.done.Wait()
	return nil
}
