package store

import (
	"database/sql"

	"gorm.io/gorm"
)

// eachRow reads the rows of a query one by one, without gorm: where there are thousands of them
// its reflection costs most of the time.
func eachRow(query *gorm.DB, read func(*sql.Rows) error) error {
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
	return rows.Err()
}
