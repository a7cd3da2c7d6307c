package sqldb

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"kickabout/league"
)

// Duplicate says that err is about a key that is taken.
func Duplicate(err error) bool { return errors.Is(err, gorm.ErrDuplicatedKey) }

// deadlocked says that PostgreSQL has undone a transaction because it and another one waited for
// each other (deadlock_detected).
func deadlocked(err error) bool {
	var ended *pgconn.PgError
	return errors.As(err, &ended) && ended.Code == "40P01"
}

// Missing turns gorm's error for no row into one for the user; others stay. PostgreSQL does
// not even look for what is no text (character_not_in_repertoire): there is none.
func Missing(err error, text string) error {
	var odd *pgconn.PgError
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.As(err, &odd) && odd.Code == "22021" {
		return league.Errorf(league.NotFound, "%s", text)
	}
	return err
}

// Explain says what was being done when err came up. Errors for the user stay as they are.
func Explain(err error, doing string, args ...any) error {
	if err == nil || league.KindOf(err) != league.Internal {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(doing, args...), err)
}
