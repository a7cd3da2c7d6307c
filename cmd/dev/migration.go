package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

const migrations = "store/sqldb/migrations"

type migrationTask struct {
	Name string `arg:"" help:"What it does, in small letters, digits and underscores: add_ratings."`
	Two  bool   `help:"Make one file for each database, where they must differ."`
}

// Run makes the next migration, empty but for the mark that goose wants.
func (m migrationTask) Run() error {
	names, err := m.names(migrations)
	if err != nil {
		return err
	}
	for _, name := range names {
		path := filepath.Join(migrations, name)
		if err := os.WriteFile(path, []byte("-- +goose Up\n"), 0o644); err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// names returns the names of the new files: numbered by one more than the last
// in the folder.
func (m migrationTask) names(folder string) ([]string, error) {
	if !regexp.MustCompile(`^[a-z0-9_]+$`).MatchString(m.Name) {
		return nil, fmt.Errorf("%q is no name of a migration: small letters, digits and underscores", m.Name)
	}
	there, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	last := 0
	for _, f := range there { // sorted by name, so the last number counts
		if n, err := strconv.Atoi(f.Name()[:min(5, len(f.Name()))]); err == nil {
			last = n
		}
	}
	next := fmt.Sprintf("%05d_%s", last+1, m.Name)
	if m.Two {
		return []string{next + ".postgres.sql", next + ".sqlite.sql"}, nil
	}
	return []string{next + ".sql"}, nil
}
