package storetest_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// What a plain move's commit may cost: statements between BEGIN and COMMIT, and bytes that reach the
// journal, on average of a hundred moves.
const (
	statementsOfAMove = 7
	sqliteBytes       = 67_000
	postgresBytes     = 2_600
)

// TestAMoveIsCommittedInFewStatementsAndBytes: a move with the throw after it, the answer to its
// request, and a notice for each player.
func TestAMoveIsCommittedInFewStatementsAndBytes(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { weighMoves(t, storetest.Site(t)) })
	storetest.OnPostgresAlone(t, weighMoves)
}

// weighMoves counts what moves cost on a database.
func weighMoves(t *testing.T, d storetest.Database) {
	s := storetest.Open(t, d)
	signUp(t, s, "ann")
	signUp(t, s, "bob")
	m := create(t, s, newMatch(1))
	var statements []string
	note := func(tx *gorm.DB) { statements = append(statements, tx.Statement.SQL.String()) }
	callbacks := raw(s).Callback()
	must(t, callbacks.Create().After("gorm:create").Register("test:create", note))
	must(t, callbacks.Update().After("gorm:update").Register("test:update", note))
	must(t, callbacks.Delete().After("gorm:delete").Register("test:delete", note))
	must(t, callbacks.Query().After("gorm:query").Register("test:query", note))
	must(t, callbacks.Row().After("gorm:row").Register("test:row", note))
	must(t, callbacks.Raw().After("gorm:raw").Register("test:raw", note))
	const moves = 100
	var bytes int64
	var most int
	for i := range moves {
		at := noon.Add(time.Duration(i) * time.Second)
		p := move(m, "Mc2c5", at)
		p.Answer = answer(m, "key"+strings.Repeat("k", i))
		p.Notices = []league.Notice{
			{Player: person("ann").ID, At: at, Kind: league.MatchNotice, Subject: m.ID, Seq: p.State.Last},
			{Player: person("bob").ID, At: at, Kind: league.MatchNotice, Subject: m.ID, Seq: p.State.Last},
		}
		p.Chain = [][]byte{make([]byte, 32), make([]byte, 32)}
		p.Movers = map[string]time.Time{person("ann").ID: at}
		empty(t, s, d)
		before := journal(t, s, d)
		statements = nil
		must(t, s.Append(t.Context(), p))
		if len(statements) > statementsOfAMove {
			t.Fatalf("a move takes %d statements:\n%s", len(statements), strings.Join(statements, "\n"))
		}
		most = max(most, len(statements))
		bytes += journal(t, s, d) - before
		m = after(m, p)
	}
	t.Logf("%d statements, %d bytes a move", most, bytes/moves)
	if allowed := map[string]int64{"sqlite": sqliteBytes, "postgres": postgresBytes}[d.Name]; bytes/moves > allowed {
		t.Errorf("a move writes %d bytes, more than %d", bytes/moves, allowed)
	}
}

// empty makes the journal of a file start anew: else it is written over from its beginning when it is long.
func empty(t *testing.T, s *store.Store, d storetest.Database) {
	t.Helper()
	if d.Name == "sqlite" {
		must(t, raw(s).Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error)
	}
}

// journal returns how much the journal of a database holds.
func journal(t *testing.T, s *store.Store, d storetest.Database) (bytes int64) {
	t.Helper()
	if d.Name == "postgres" {
		must(t, raw(s).Raw("SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS BIGINT)").Scan(&bytes).Error)
		return bytes
	}
	info, err := os.Stat(d.URL + "-wal")
	must(t, err)
	return info.Size()
}
