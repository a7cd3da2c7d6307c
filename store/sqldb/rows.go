package sqldb

import (
	"database/sql"
	"time"

	"gorm.io/gorm"
)

// EachRow reads the rows of a query one by one, without gorm: where there are thousands of them
// its reflection costs most of the time.
func EachRow(query *gorm.DB, read func(*sql.Rows) error) error {
	rows, err := query.Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return query.Session(&gorm.Session{NewDB: true}).AddError(rows.Err())
}

// Exists says whether a query finds a row.
func Exists(query *gorm.DB) (bool, error) {
	var n int64
	err := query.Limit(1).Count(&n).Error
	return n > 0, err
}

// Millis returns t in milliseconds, rounded down.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// MillisUp returns t in milliseconds, rounded up: a moment within a millisecond is
// after all that happened at its beginning.
func MillisUp(t time.Time) int64 { return Millis(t.Add(time.Millisecond - 1)) }

// Moment undoes Millis.
func Moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Flag is a yes or no as it is stored.
func Flag(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
