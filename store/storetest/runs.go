package storetest

import (
	"os"
	"testing"
)

// runVariable says which databases tests run on: "" both, "none" not on PostgreSQL.
const runVariable = "KICKABOUT_POSTGRES"

// here tells whether the subtest of a test on PostgreSQL is part of this run. Where it is not there is
// no such subtest, and nothing is skipped; a run that proves something, with CI=true, has them all.
func here(t testing.TB) bool {
	t.Helper()
	if os.Getenv(runVariable) == "none" {
		return false
	}
	if _, err := programs(); err != nil && os.Getenv("CI") != "true" {
		t.Logf("not on PostgreSQL, which is not installed: no initdb in PATH or /usr/lib/postgresql")
		return false
	}
	return true
}
