package sqldb

import (
	"regexp"

	"gorm.io/gorm"
)

// A Text is a statement with names for its values, as in "player_id = @player", that is taken apart once. gorm looks for
// names at each letter of a statement each time, which for a long one takes longer than SQLite does to answer it.
type Text struct {
	between []string // before the first name, between two, and behind the last
	names   []string
}

var named = regexp.MustCompile(`@(\w+)`)

// NewText takes a statement apart. No literal of it has an "@".
func NewText(statement string) Text {
	var t Text
	at := 0
	for _, n := range named.FindAllStringSubmatchIndex(statement, -1) {
		t.between, t.names = append(t.between, statement[at:n[0]]), append(t.names, statement[n[2]:n[3]])
		at = n[1]
	}
	t.between = append(t.between, statement[at:])
	return t
}

// Raw is gorm's Raw of the statement and its values, by their names.
func (t Text) Raw(db *gorm.DB, values map[string]any) *gorm.DB {
	tx := db.Raw("")
	for i, name := range t.names {
		_, _ = tx.Statement.WriteString(t.between[i])
		tx.Statement.AddVar(tx.Statement, values[name])
	}
	_, _ = tx.Statement.WriteString(t.between[len(t.names)])
	return tx
}
