package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// frozen is after which a transaction that waits for its program is undone: a program that was stopped in the middle of
// one would otherwise keep the rows that it has written from all others, for ever. It is half of Patience, so that who
// waits for such a row gets it.
const frozen = Patience / 2

// unfreeze has the database undo transactions of this connection that wait for us.
func unfreeze(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SET idle_in_transaction_session_timeout = "+strconv.FormatInt(frozen.Milliseconds(), 10))
	return err
}

// Patiently lets a transaction that reads wait for its program as long as it likes.
func (d *DB) Patiently(tx *gorm.DB) error {
	if !d.IsPostgres() {
		return nil
	}
	return tx.Exec("SET LOCAL idle_in_transaction_session_timeout = 0").Error
}

// connections is how many connections to PostgreSQL are open at most, but for those Apart; a server
// allows 100 unless told otherwise, and there may be several of us. They are one pool and not one for members and one for
// visitors: of visitors four are let in at a time, who thus never take more than that from members and from writes.
const connections = 11

// openPostgres opens one pool, which reads and writes; prepare sees to the tables.
func openPostgres(ctx context.Context, o Options, prepare preparation) (_ *DB, err error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return nil, err
	}
	d := &DB{watch: newWatch(o.Log, o.Faulted)}
	open := func(most int) *sql.DB {
		db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(unfreeze))
		db.SetMaxOpenConns(most)
		db.SetMaxIdleConns(most)
		d.close = append(d.close, db)
		return db
	}
	joined := func(db *sql.DB) (*gorm.DB, error) {
		return connect(watchedServer{&postgres.Dialector{Config: &postgres.Config{Conn: db}}, d.watch}, o)
	}
	d.pooled = func(_ context.Context, most int) (*gorm.DB, error) { return joined(open(most)) }
	db := open(connections)
	d.close = append(d.close, d.watch)
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	if err := prepare(ctx, o, goose.DialectPostgres, db); err != nil {
		return nil, err
	}
	if d.writer, err = joined(db); err != nil {
		return nil, err
	}
	d.reader = d.writer
	return d, nil
}

// Notify notifies all who listen on a channel of a PostgreSQL database of some text, which is shorter than 8,000
// bytes. It is a transaction of its own: whoever commits a notification waits for all others who do.
func (d *DB) Notify(ctx context.Context, channel, text string) error {
	if !d.IsPostgres() {
		return errors.New("a file has nobody to notify")
	}
	ctx, cancel := Bounded(ctx)
	defer cancel()
	return Explain(d.writer.WithContext(ctx).Exec("SELECT pg_notify(?, ?)", channel, text).Error, "notifying")
}
