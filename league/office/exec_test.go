package office_test

import (
	"database/sql"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/mattn/go-sqlite3"

	"kickabout/store/storetest"
)

// exec changes a database behind the store's back.
func (c *club) exec(d storetest.Database, statement string) {
	c.t.Helper()
	driver := "sqlite3"
	if strings.HasPrefix(d.URL, "postgres") {
		driver = "pgx"
	}
	db, err := sql.Open(driver, d.URL)
	c.must(err)
	defer db.Close()
	_, err = db.Exec(statement)
	c.must(err)
}
