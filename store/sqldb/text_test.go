package sqldb_test

import (
	"slices"
	"testing"

	"gorm.io/gorm"

	"kickabout/store/sqldb"
)

func TestAStatementIsTheSameTakenApart(t *testing.T) {
	t.Parallel()
	dry := readerOf(t).Session(&gorm.Session{DryRun: true})
	for _, statement := range []string{
		"SELECT @one",
		"@one, @two, @one, @list, (@inner) AS x WHERE y = 'z'",
		"a = @one AND b IN @list",
	} {
		values := map[string]any{"one": "o", "two": int64(2), "list": []string{"a", "b"}, "inner": dry.Table("players").Where("id = ?", "p").Select("id")}
		want, got := dry.Raw(statement, values).Statement, sqldb.NewText(statement).Raw(dry, values).Statement
		if got.SQL.String() != want.SQL.String() || !slices.Equal(got.Vars, want.Vars) {
			t.Errorf("%s: %s %v instead of %s %v", statement, got.SQL.String(), got.Vars, want.SQL.String(), want.Vars)
		}
	}
}
