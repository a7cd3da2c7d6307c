package backup

import (
	"encoding/hex"
	"slices"
)

// Head is the newest value of a chain by which the lines of a log are tied together: whoever has it kept knows
// a log that was written anew later.
type Head struct {
	Table string `json:"table"`
	Of    string `json:"of,omitempty"` // the match or the tournament; none has the log of the site
	N     int64  `json:"n"`
	Value string `json:"value"` // in hexadecimal digits
}

// chained says of the tables with chains which columns name a row: whose log it is of, and its number.
var chained = []struct{ table, of, n string }{
	{"events", "match_id", "seq"}, {"lines", "match_id", "n"}, {"tournament_events", "tournament_id", "seq"}, {"audit", "''", "n"},
}

// headsOf finds the newest head in each table that has chains. A query reads one row, and leaves what it
// reads into as it is where there is none.
func headsOf(tables []Table, query func(statement string, into ...any) error) (heads []Head, err error) {
	for _, c := range chained {
		i := slices.IndexFunc(tables, func(t Table) bool { return t.Name == c.table })
		if i < 0 || !slices.Contains(tables[i].Columns, "chain") { // of an earlier release
			continue
		}
		head := Head{Table: c.table}
		var value []byte
		err := query("SELECT "+c.of+", "+c.n+", chain FROM "+c.table+" WHERE chain IS NOT NULL ORDER BY at_ms DESC, 1 DESC, 2 DESC LIMIT 1", &head.Of, &head.N, &value)
		if err != nil {
			return nil, err
		}
		if head.Value = hex.EncodeToString(value); value != nil {
			heads = append(heads, head)
		}
	}
	return heads, nil
}
