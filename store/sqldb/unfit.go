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

// unfit is an error that is ErrUnfit, and says what can be done about it.
type unfit struct{ error }

func (u unfit) Unwrap() error      { return u.error }
func (unfit) Is(target error) bool { return target == ErrUnfit }

// unopened says of a database that could not be opened what can be done: whether to wait, or to see to it. Of other
// errors it makes nothing.
func unopened(o Options, err error) error {
	var file sqlite3.Error
	if errors.As(err, &file) && (file.Code == sqlite3.ErrNotADB || file.Code == sqlite3.ErrCorrupt) {
		return unfit{fmt.Errorf("%s is damaged, or no database (%w): copy it away, and restore the newest backup that kickabout backup verify finds whole", o.URL, err)}
	}
	var server *pgconn.PgError
	if errors.As(err, &server) && (strings.HasPrefix(server.Code, "28") || server.Code == "3D000") { // of who comes, and of what is not there
		return unfit{fmt.Errorf("PostgreSQL does not let the site in (%w): look at --database", err)}
	}
	if fault := faultOf(err); fault != "" {
		return &league.Unavailable{Fault: fault, Err: fmt.Errorf("%w: see to it, or look at --data and --database, then try again", err)}
	}
	return err
}
