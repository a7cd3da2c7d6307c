package sqldb

import (
	"context"
	"slices"

	"gorm.io/gorm"
)

// Apart returns the same database with connections of its own, so many that read, and on PostgreSQL write, at once: who
// takes long by them keeps none of the others waiting. It is closed with the database.
func (d *DB) Apart(ctx context.Context, connections int) (*DB, error) {
	pool, err := d.pooled(ctx, connections)
	if err != nil {
		return nil, Explain(err, "opening more connections")
	}
	last := len(d.close) - 1 // it is closed before what the others need
	d.close = slices.Insert(d.close[:last:last], 0, d.close[last])
	apart := &DB{
		writer: d.writer, reader: pool, pooled: d.pooled, queue: d.queue, now: d.now, committed: d.committed, held: d.held, watch: d.watch,
		path: d.path, file: d.file, sealed: d.sealed,
	}
	if d.IsPostgres() {
		apart.writer = pool
	}
	return apart, nil
}

// A pooling opens so many connections more, which are closed with the database.
type pooling func(ctx context.Context, connections int) (*gorm.DB, error)
