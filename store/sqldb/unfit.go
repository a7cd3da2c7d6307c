package sqldb

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"

	"kickabout/league"
)

// ErrUnfit says that a database cannot be opened as it is, however often somebody tries.
var ErrUnfit = errors.New("the database cannot be opened as it is")

// worded is an error in other words, which say what can be done about it.
type worded struct {
	text string
	err  error
}

func (w worded) Error() string { return w.text }
func (w worded) Unwrap() error { return w.err }

// unfit is one that is an ErrUnfit too.
type unfit struct{ worded }

func (unfit) Is(target error) bool { return target == ErrUnfit }

// unopened says of a database that could not be opened what can be done: whether to wait, or to see to it. Of other
// errors it makes nothing.
func unopened(o Options, err error) error {
	said := strings.Join(strings.Fields(err.Error()), " ") // that of a server has a line for each address
	var file sqlite3.Error
	if errors.As(err, &file) && (file.Code == sqlite3.ErrNotADB || file.Code == sqlite3.ErrCorrupt) {
		return unfit{worded{fmt.Sprintf("%s is damaged, or no database (%s): copy it away, and restore the newest backup that kickabout backup verify finds whole", o.URL, said), err}}
	}
	var server *pgconn.PgError
	if errors.As(err, &server) && (strings.HasPrefix(server.Code, "28") || server.Code == "3D000") { // of who comes, and of what is not there
		return unfit{worded{fmt.Sprintf("PostgreSQL does not let the site in (%s): look at --database", said), err}}
	}
	if fault := faultOf(err); fault != "" {
		return &league.Unavailable{Fault: fault, Err: worded{said + ": see to it, or look at --data and --database, then try again", err}}
	}
	return err
}
