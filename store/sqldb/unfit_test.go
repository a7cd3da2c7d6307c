package sqldb_test

import (
	"errors"
	"net/url"
	"testing"

	"kickabout/league"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// TestADatabaseThatIsNotThereIsNotWaitedFor: a server that answers is there, and will not let the site in tomorrow either.
func TestADatabaseThatIsNotThereIsNotWaitedFor(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		u, err := url.Parse(d.URL)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/nothing"
		_, err = sqldb.Open(t.Context(), sqldb.Options{URL: u.String()})
		if !errors.Is(err, sqldb.ErrUnfit) || league.FaultOf(err) != "" {
			t.Errorf("%v", err)
		}
		u.Host = "127.0.0.1:1"
		u.RawQuery = ""
		_, err = sqldb.Open(t.Context(), sqldb.Options{URL: u.String()})
		if errors.Is(err, sqldb.ErrUnfit) || league.FaultOf(err) != league.Away {
			t.Errorf("where nobody answers: %v", err)
		}
	})
}
