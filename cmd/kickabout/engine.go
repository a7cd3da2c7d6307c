package main

import (
	"os"

	"kickabout/engine/games"
	"kickabout/engine/protocol"
)

// engineCmd speaks the line protocol on standard input and output.
type engineCmd struct{}

// Help is shown by kickabout engine --help.
func (engineCmd) Help() string {
	help := `Each line in is one JSON object, each line out the answer to it. For example:

  {"game":"streetsoccer","variant":"lg"}               the position at the start
  {"game":"streetsoccer","position":"…"}               what it waits for, and all legal moves
  {"game":"streetsoccer","position":"…","roll":[4]}    the position after a throw
  {"game":"streetsoccer","position":"…","move":"…"}    the position after a move
  {"game":"streetsoccer","position":"…","perft":2}     the number of sequences of two moves
  {"game":"streetsoccer","position":"…","random":7}    a legal move, by this seed
  {"game":"streetsoccer","position":"…","best":"hard","seed":1}    a bot's move, and the points it expects for the side that moves

What is wrong is answered with {"error":{"kind":"…","message":"…"}}; the next line is read all the same.

The games, and how the variant may read (without one it is the first):
`
	for _, g := range games.All() {
		help += "\n  " + g.Info().ID + ": " + protocol.Variants(g.Info())
	}
	return help
}

// Run serves until the end of input.
func (engineCmd) Run() error {
	return protocol.Serve(os.Stdin, os.Stdout, games.All())
}
