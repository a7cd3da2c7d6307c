package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"os/exec"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver of the yardstick
)

// bareCmd commits one small row after the other to a SQLite file, by the settings with which the site writes: what a
// move costs at least where each has a commit of its own.
type bareCmd struct {
	File string        `arg:""`
	For  time.Duration `default:"1s"`
}

// commits is how many there were within a time, and what they cost.
type commits struct {
	Count       int
	Within, CPU time.Duration
}

func (c commits) plus(d commits) commits {
	return commits{c.Count + d.Count, c.Within + d.Within, c.CPU + d.CPU}
}

func (c commits) rate() float64 { return float64(c.Count) / c.Within.Seconds() }

// each is the processor time of one.
func (c commits) each() time.Duration { return c.CPU / time.Duration(max(1, c.Count)) }

// Run commits and prints how often.
func (c bareCmd) Run() error {
	db, err := sql.Open("sqlite3", "file:"+c.File+"?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE IF NOT EXISTS rows (n INTEGER PRIMARY KEY, text TEXT)"); err != nil {
		return err
	}
	before, err := self()
	if err != nil {
		return err
	}
	began, count := time.Now(), 0
	for time.Since(began) < c.For {
		if _, err := db.Exec("INSERT INTO rows (text) VALUES (?)", "Mc2c5|Be7"); err != nil {
			return err
		}
		count++
	}
	spent, err := self()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(commits{count, time.Since(began), spent - before})
}

// bare has another process commit for a while, on the same disk.
func (b *bench) bare(ctx context.Context, file string, d time.Duration) (c commits, err error) {
	program, err := os.Executable()
	if err != nil {
		return c, err
	}
	cmd := exec.CommandContext(ctx, program, "bare", file, "--for", d.String())
	cmd.Env, cmd.Stderr = append(os.Environ(), b.environment...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(out, &c)
}
