package nodes

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	dialling = 3 * time.Second // for a connection
	greeting = 3 * time.Second // for the first word, which comes back to who said it
	quiet    = 2 * time.Second // after which the connection is tried
	answer   = 2 * time.Second // for that
)

// listener is how the database names such connections (pg_stat_activity).
const listener = "kickabout listens"

// The pauses between two tries to listen: the first, and the longest that doubling comes to.
const (
	firstPause   = 100 * time.Millisecond
	longestPause = 3 * time.Second
)

// errDeaf says that a connection takes LISTEN and brings nothing, as that of a pooler may.
var errDeaf = errors.New("what is sent to the database's listeners does not arrive: the connection must be the database's own, not a pooler's")

// listen keeps a connection until ctx ends.
func (l *Link) listen(ctx context.Context) {
	pause := firstPause
	warned := false // of a line that has never been up
	for ctx.Err() == nil {
		err := l.hold(ctx)
		if ctx.Err() != nil {
			return
		}
		if was := l.up.Swap(false); was || !warned {
			warned = true
			l.Log.Warn("this node does not hear the others, and looks more often until it does", "err", err)
			if was {
				l.HearAll() // whoever would have waited for long looks now, and then sooner
				pause = firstPause
			}
		}
		rest(ctx, pause)
		pause = min(2*pause, longestPause)
	}
}

// hold opens a connection and hears what comes until it breaks.
func (l *Link) hold(ctx context.Context) error {
	conn, err := connect(ctx, l.URL)
	if err != nil {
		return err
	}
	defer closed(conn)
	if err := l.greet(ctx, conn); err != nil {
		return err
	}
	l.restart()
	l.up.Store(true)
	l.HearAll()
	for {
		text, err := next(ctx, conn, quiet)
		if err == nil && text == "" {
			err = tried(ctx, conn)
		}
		if err != nil {
			return err
		}
		l.hear(text)
	}
}

// connect opens a connection that listens.
func connect(ctx context.Context, url string) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialling)
	defer cancel()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = listener
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		closed(conn)
		return nil, err
	}
	return conn, nil
}

// closed closes a connection that may be dead.
func closed(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn.Close(ctx)
}

// greet waits for a word of this node's own: if it comes, so do those of others.
func (l *Link) greet(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, greeting)
	defer cancel()
	hello := l.heading()
	if err := l.Send(ctx, channel, hello); err != nil {
		return err
	}
	for text := "?"; text != hello; {
		var err error
		if text, err = next(ctx, conn, greeting); err != nil {
			return err
		}
		if text == "" {
			return errDeaf
		}
	}
	return nil
}

// next returns the next notification; "" if none comes within some time.
func next(ctx context.Context, conn *pgx.Conn, within time.Duration) (text string, err error) {
	waits, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	n, err := conn.WaitForNotification(waits)
	switch {
	case err == nil:
		return n.Payload, nil
	case waits.Err() != nil && !conn.IsClosed() && !errors.Is(ctx.Err(), context.Canceled):
		return "", nil
	}
	return "", err
}

// tried asks for a sign of life: a line that was cut somewhere far away does not say so by itself.
func tried(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	return conn.Ping(ctx)
}

// hear passes on what a notification says. What this node has said itself it knows.
func (l *Link) hear(text string) {
	heading, topics, _ := strings.Cut(text, "\n")
	if node, _, _ := strings.Cut(heading, "."); node == l.name {
		l.returned(heading)
		return
	}
	if topics == "" {
		return
	}
	all := strings.Split(topics, "\n")
	for _, topic := range all {
		if topic == everything {
			l.HearAll()
			return
		}
	}
	l.Hear(all)
}

// returned notes that a word of this node has been to the database and back.
func (l *Link) returned(heading string) {
	l.mu.Lock()
	told, ok := l.out[heading]
	delete(l.out, heading)
	l.mu.Unlock()
	if ok && l.Lag != nil {
		l.Lag(time.Since(told))
	}
}

// restart forgets the words that a connection that is gone would have brought back.
func (l *Link) restart() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.out)
}

// rest waits for a while, or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
