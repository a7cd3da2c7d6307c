// Package matches keeps matches with their logs, and what goes along with a match: its chat, the
// vacation of its players, the time that an outage gives back.
//
// A match is its log: events are only ever added, and the database itself refuses
// to change or delete them or their throws. So whoever has read a match's row needs no
// transaction to read the log that belongs to it: the events up to the row's last
// one never change any more.
package matches

import (
	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Store keeps matches.
type Store struct {
	db   *sqldb.DB
	Also []Delay // what else an outage moves
}

// Delay moves dates by an outage, within the transaction that credits it.
type Delay func(tx *gorm.DB, outage league.SiteNotice) error

// New returns the matches of a database.
func New(db *sqldb.DB) *Store { return &Store{db: db} }

// Chats keeps what is said beside matches.
type Chats struct{ db *sqldb.DB }

// NewChats returns the chats of a database.
func NewChats(db *sqldb.DB) *Chats { return &Chats{db} }

// Vacations keeps the days of vacation that players have used in matches or planned.
type Vacations struct{ db *sqldb.DB }

// NewVacations returns the vacations of a database.
func NewVacations(db *sqldb.DB) *Vacations { return &Vacations{db} }
