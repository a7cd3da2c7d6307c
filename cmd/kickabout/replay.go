package main

import (
	"os"

	"kickabout/engine/record"
	matchview "kickabout/views/match"
)

// replayCmd draws a whole match.
type replayCmd struct {
	recordFile
	GIF bool `name:"gif" help:"As GIF instead of SVG."`
}

// Help is shown by kickabout replay --help.
func (replayCmd) Help() string {
	return `Prints a match as one picture that moves and needs nothing else: no network, no script, no font.

    kickabout replay match.json > replay.svg
    kickabout replay --gif record.txt > replay.gif

The file is one that the page of a match offers. record.txt and record.json name the players; match.json
does not, and its players go by their colours.`
}

// Run prints the picture.
func (c replayCmd) Run() error {
	m, err := c.read()
	if err != nil {
		return err
	}
	film := matchview.NewFilm(m.Record, playersOf(m))
	if !c.GIF {
		_, err = os.Stdout.Write(film.SVG())
		return err
	}
	data, err := film.GIF()
	if err == nil {
		_, err = os.Stdout.Write(data)
	}
	return err
}

// playersOf returns who played First and Second; where a file does not say, their colours.
func playersOf(m record.Match) [2]string {
	names := m.Record.Game.Info().Sides
	for i, side := range names {
		if name := m.Headers[side]; name != "" {
			names[i] = name
		}
	}
	return names
}
