// Package store keeps players and matches in SQLite or PostgreSQL. It offers
// verbs that are atomic by themselves and no transaction to hold: what an act of
// the office changes is written at once or not at all.
//
// The packages below keep an aggregate each; here they are one, for whoever opens a database.
package store

import (
	"context"
	"io"

	"kickabout/store/arena"
	"kickabout/store/channels"
	"kickabout/store/contests"
	"kickabout/store/dicelog"
	"kickabout/store/follow"
	"kickabout/store/imported"
	"kickabout/store/learning"
	"kickabout/store/matches"
	"kickabout/store/offers"
	"kickabout/store/people"
	"kickabout/store/ranking"
	"kickabout/store/reach"
	"kickabout/store/sqldb"
	"kickabout/store/staff"
	"kickabout/store/transfer"
)

// Options say which database to open.
type Options = sqldb.Options

// ErrNewer says that a database is of a later release than the program.
var ErrNewer = sqldb.ErrNewer

// ErrUnfit says that a database cannot be opened as it is, however often somebody tries.
var ErrUnfit = sqldb.ErrUnfit

// Store is an open database. It is safe for concurrent use.
type Store struct {
	*jobs
	*facts
	*keys
	*drills
	*certificates
	*persons
	*recoveries
	*passkeys
	*programs
	*robots
	*contributions
	*pit
	*games
	*locks
	*seals
	*chats
	*vacations
	*readings
	*watch
	*tournaments
	*logs
	*seats
	*drafts
	*rulings
	*substitutes
	*bids
	*ratings
	*archives
	*officers
	*lessons
	*wires
	*letters
	*diceLog
	*followed
	*events
	db *sqldb.DB
}

// Each part has a name of its own here, by which Store can hold them side by side.
type (
	jobs          = sqldb.Jobs
	facts         = sqldb.Facts
	keys          = sqldb.Keys
	drills        = sqldb.Drills
	certificates  = sqldb.Certificates
	persons       = people.Store
	recoveries    = people.Recoveries
	passkeys      = people.Passkeys
	programs      = people.Apps
	robots        = people.Programs
	contributions = people.Contributions
	pit           = arena.Store
	games         = matches.Store
	locks         = matches.Locks
	seals         = matches.Seals
	chats         = matches.Chats
	vacations     = matches.Vacations
	readings      = matches.Readings
	watch         = matches.Watch
	tournaments   = contests.Store
	logs          = contests.Logs
	seats         = contests.Seats
	drafts        = contests.Drafts
	rulings       = contests.Rulings
	substitutes   = contests.Substitutes
	bids          = offers.Store
	ratings       = ranking.Store
	archives      = transfer.Store
	officers      = staff.Store
	lessons       = learning.Store
	wires         = channels.Store
	letters       = reach.Store
	diceLog       = dicelog.Store
	followed      = follow.Store
	events        = imported.Store
)

// New returns the store that keeps all in a database.
func New(db *sqldb.DB) *Store {
	s := &Store{
		sqldb.NewJobs(db), sqldb.NewFacts(db), sqldb.NewKeys(db), sqldb.NewDrills(db), sqldb.NewCertificates(db), people.New(db), people.NewRecoveries(db), people.NewPasskeys(db), people.NewApps(db), people.NewPrograms(db), people.NewContributions(db), arena.New(db), matches.New(db), matches.NewLocks(db), matches.NewSeals(db), matches.NewChats(db), matches.NewVacations(db), matches.NewReadings(db), matches.NewWatch(db),
		contests.New(db), contests.NewLogs(db), contests.NewSeats(db), contests.NewDrafts(db), contests.NewRulings(db), contests.NewSubstitutes(db), offers.New(db), ranking.New(db), transfer.New(db), staff.New(db), learning.New(db), channels.New(db), reach.New(db), dicelog.New(db), follow.New(db), imported.New(db), db,
	}
	s.Also = []matches.Delay{s.tournaments.Delay, s.bids.Delay, s.vacations.Delay}
	return s
}

// Open opens the database and brings its tables up to date. A SQLite file, and the
// folder it is in, are made if need be; until Close nobody else can open the file
// through Open, so that two servers never run on one file.
func Open(ctx context.Context, o Options) (*Store, error) { return over(sqldb.Open(ctx, o)) }

// OpenBeside opens a database that a server may have open, for a command beside it. It
// leaves the tables as they are, and fails if they are not those of this program.
func OpenBeside(ctx context.Context, o Options) (*Store, error) {
	return over(sqldb.OpenBeside(ctx, o))
}

func over(db *sqldb.DB, err error) (*Store, error) {
	if err != nil {
		return nil, err
	}
	return New(db), nil
}

// Apart returns the same store with connections of its own, so many that read, and on PostgreSQL write, at once. It is
// closed with the store.
func (s *Store) Apart(ctx context.Context, connections int) (*Store, error) {
	return over(s.db.Apart(ctx, connections))
}

// Schema returns the version of the tables that this program is made for.
func Schema() int64 { return sqldb.Schema() }

// Lock keeps servers away from the path of a SQLite file until it is closed; it fails if one runs there.
func Lock(path string) (io.Closer, error) { return sqldb.Lock(path) }

// Probe makes sure that the database takes a write and that its tables are those of this program. It changes
// nothing.
func (s *Store) Probe(ctx context.Context) error { return s.db.Probe(ctx) }

// Integrity returns what the database finds wrong with itself, none if nothing.
func (s *Store) Integrity(ctx context.Context) ([]string, error) { return s.db.Integrity(ctx) }

// Privileges returns what the site may do in the database beyond what it needs; none in a SQLite file.
func (s *Store) Privileges(ctx context.Context) ([]string, error) { return s.db.Privileges(ctx) }

// Notify notifies all who listen on a channel of a PostgreSQL database of some text, which is shorter than 8,000
// bytes.
func (s *Store) Notify(ctx context.Context, channel, text string) error {
	return s.db.Notify(ctx, channel, text)
}

// InPlace makes sure that the file at the path of the database is the one that is open. If it is not, the error
// is about league.FileGone, and nothing is written any more from then on.
func (s *Store) InPlace() error { return s.db.InPlace() }

// Rescue writes all that the open file of a database holds to a new file.
func (s *Store) Rescue(ctx context.Context, path string) error { return s.db.Rescue(ctx, path) }

// Bytes returns the size of the database.
func (s *Store) Bytes(ctx context.Context) (float64, error) { return s.db.Bytes(ctx) }

// Close ends all connections and gives the file free. Calls under way fail.
func (s *Store) Close() error { return s.db.Close() }
