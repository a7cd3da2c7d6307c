package backup

import (
	"context"
	"encoding/hex"
	"fmt"
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

// Follows is nil if a database goes on from a backup: the newest lines of the logs that the backup held stand in it as
// they did. Else it says which does not, since somebody wrote a log anew, or the database is older than the backup.
func Follows(ctx context.Context, url string, m Manifest) error {
	from, err := openSource(ctx, url)
	if err != nil {
		return fmt.Errorf("opening the database: %w", err)
	}
	defer from.close()
	for _, h := range m.Heads {
		i := slices.IndexFunc(chained, func(c struct{ table, of, n string }) bool { return c.table == h.Table })
		if i < 0 {
			return fmt.Errorf("it has the head of a log in the table %s, which this program does not know", h.Table)
		}
		c := chained[i]
		value, err := from.chain(ctx, "SELECT chain FROM "+c.table+" WHERE "+c.of+" = $1 AND "+c.n+" = $2", h.Of, h.N)
		if err != nil {
			return fmt.Errorf("looking for line %d of %s: %w", h.N, h.log(), err)
		}
		switch hex.EncodeToString(value) {
		case h.Value:
		case "":
			return fmt.Errorf("the database does not have line %d of %s, which the backup holds: it is older, or that was taken away", h.N, h.log())
		default:
			return fmt.Errorf("line %d of %s is bound to other lines before it than in the backup: the log was written anew", h.N, h.log())
		}
	}
	return nil
}

// log says in words which log the head is of.
func (h Head) log() string {
	switch h.Table {
	case "events":
		return "match " + h.Of
	case "lines":
		return "the chat of match " + h.Of
	case "tournament_events":
		return "tournament " + h.Of
	}
	return "the log of the site"
}
