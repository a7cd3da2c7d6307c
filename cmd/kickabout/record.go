package main

import (
	"fmt"
	"io"
	"os"

	"kickabout/engine/games"
	"kickabout/engine/record"
	"kickabout/league/transcript"
)

// recordCmd is about files of whole matches.
type recordCmd struct {
	Show    recordShowCmd    `cmd:"" help:"Print a match for people: who played, the moves, the score, the last position."`
	Check   recordCheckCmd   `cmd:"" help:"Play matches by the rules; say the first line and column that is wrong and why."`
	Convert recordConvertCmd `cmd:"" help:"Write a match as text or as JSON."`
}

// Help is shown by kickabout record --help.
func (recordCmd) Help() string {
	return `A record is a whole match as text or JSON, as the page of a match offers it (record.txt, record.json);
its file with the dice (match.json) is read as well. The page /analysis of a site says how a record is written.`
}

// recordFile is a file to be read.
type recordFile struct {
	File string `arg:"" help:"A file, or - for the standard input."`
}

// read returns the match in the file. An error names the file.
func (f recordFile) read() (record.Match, error) {
	in := io.ReadCloser(os.Stdin)
	if f.File != "-" {
		opened, err := os.Open(f.File)
		if err != nil {
			return record.Match{}, fmt.Errorf("cannot read the file: %w", err)
		}
		in = opened
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, record.MaxBytes+1))
	if err != nil {
		return record.Match{}, fmt.Errorf("cannot read the file: %w", err)
	}
	m, err := transcript.Read(data, games.ByID)
	if err != nil {
		return record.Match{}, fmt.Errorf("%s: %w", f.File, err)
	}
	return m, nil
}

// recordShowCmd prints a match.
type recordShowCmd struct {
	recordFile
	Positions bool `help:"The position after each move too."`
}

// Run prints the match, or ends with what is wrong with the file.
func (c recordShowCmd) Run() error {
	m, err := c.read()
	if err == nil {
		fmt.Print(record.Print(m, c.Positions))
	}
	return err
}

// recordCheckCmd checks matches.
type recordCheckCmd struct {
	Files []string `arg:"" help:"Files, or - for the standard input."`
}

// Run prints a line for each match that holds, and ends at the first that does not.
func (c recordCheckCmd) Run() error {
	for _, file := range c.Files {
		m, err := recordFile{file}.read()
		if err != nil {
			return err
		}
		fmt.Printf("%s: %s/%s, %d events, all by the rules.\n", file, m.Record.Game.Info().ID, m.Record.Variant, len(m.Record.Log))
	}
	return nil
}

// recordConvertCmd writes a match in another form.
type recordConvertCmd struct {
	recordFile
	To string `help:"The form: text or json." enum:"text,json" required:""`
}

// Run prints the match in that form.
func (c recordConvertCmd) Run() error {
	m, err := c.read()
	switch {
	case err != nil:
		return err
	case c.To == "json":
		_, err = os.Stdout.Write(record.EncodeJSON(m))
	default:
		_, err = fmt.Print(record.Encode(m))
	}
	return err
}
