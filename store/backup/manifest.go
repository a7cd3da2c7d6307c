package backup

import (
	"encoding/json"
	"fmt"
	"time"
)

// format is the version of the form that backups have.
const format = 1

// The engines of databases.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// Manifest says what is in a backup.
type Manifest struct {
	Format  int       `json:"format"`
	Program string    `json:"program"` // the version of the program that wrote it
	Engine  string    `json:"engine"`
	Schema  int64     `json:"schema"` // the version of the tables
	Taken   time.Time `json:"taken"`  // all that was acknowledged before is in it
	Mark    Mark      `json:"mark"`
	Tables  []Table   `json:"tables"` // in an order in which they can be filled
	Heads   []Head    `json:"heads,omitempty"`

	Fingerprints map[string]string `json:"fingerprints"` // of the keys that belong to the data, by their names
}

// Mark is the newest event of all matches, by which one sees how far a backup goes; zero if nothing
// was ever played.
type Mark struct {
	Match string `json:"match,omitempty"`
	Seq   int64  `json:"seq,omitempty"`
	AtMs  int64  `json:"at_ms,omitempty"`
}

// Table is what a table held. Of a SQLite file the hash is one of all values; of PostgreSQL it is
// that of the member with the table's rows.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	SHA256  string   `json:"sha256"`
}

// Rows returns how many rows there are in all tables.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// parseManifest reads a manifest, of which this program must know the form.
func parseManifest(text []byte) (m Manifest, err error) {
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("its manifest cannot be read: %w", err)
	}
	switch {
	case m.Format != format:
		return m, fmt.Errorf("it has form %d, and this program reads form %d", m.Format, format)
	case m.Engine != SQLite && m.Engine != Postgres:
		return m, fmt.Errorf("its manifest speaks of an engine %q", m.Engine)
	}
	return m, nil
}
