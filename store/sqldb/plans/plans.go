//go:build linux

// Package plans has SQLite keep how it carries out a statement that is kept compiled. By itself it compiles one anew
// whenever another value is bound in it that might make another way quicker, and the driver clears all values after each
// use: so a statement over several tables was compiled each time, which took ten times as long as what it asked for.
package plans

// // The functions are those of the driver's SQLite, which is linked with this. They are weak since the go command links each
// // package with C for itself first, without the others.
//
// extern int sqlite3_auto_extension(void (*)(void)) __attribute__((weak));
// extern int sqlite3_db_config(void *, int, ...) __attribute__((weak));
//
// enum { SQLITE_DBCONFIG_ENABLE_QPSG = 1007 };
//
// static int stable(void *db) { return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (int *)0); }
//
// static int keep(void) { return sqlite3_auto_extension((void (*)(void))stable); }
import "C"

import (
	"fmt"

	_ "github.com/mattn/go-sqlite3" // whose SQLite it is
)

// Keep holds for all connections that this process opens from now on (Query Planner Stability Guarantee,
// https://www.sqlite.org/queryplanner-ng.html). Called again it changes nothing.
func Keep() error {
	if code := C.keep(); code != 0 {
		return fmt.Errorf("SQLite does not keep its plans: error %d", code)
	}
	return nil
}
