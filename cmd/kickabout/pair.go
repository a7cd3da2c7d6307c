package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
	"kickabout/league/pairing/trf"
)

// pairCmd pairs the next round of a tournament, of whatever league.
type pairCmd struct {
	File     string `arg:"" optional:"" default:"-" help:"A tournament file (TRF26 or TRF16) or names, one a line, the best first; - is the standard input."`
	System   string `help:"The system: swiss, roundrobin or knockout; otherwise the one that the file names." enum:"swiss,roundrobin,knockout," default:""`
	Rounds   int    `help:"How many rounds are planned, where the file does not say; of a tournament by chance: how many it has."`
	Baku     bool   `help:"Accelerate a Swiss as FIDE has it, where the file does not say."`
	Check    bool   `help:"Pair all rounds of the file again, rank its players again, and say what differs." xor:"form"`
	Generate bool   `help:"Make up a Swiss tournament, and print its file." xor:"form"`
	TRF      bool   `name:"trf" help:"Print the tournament file with the new round." xor:"form"`
	JSON     bool   `name:"json" help:"Print the pairs as JSON." xor:"form"`

	Seed     uint64 `help:"Of a tournament by chance: the same number gives the same one." group:"chance" default:"1"`
	Players  int    `help:"How many it has." group:"chance" default:"30"`
	Draws    int    `help:"Drawn games of a thousand." group:"chance" default:"300"`
	Forfeits int    `help:"Games of a thousand that one does not come to." group:"chance" default:"20"`
	Away     int    `help:"Rounds of a thousand that a player misses." group:"chance" default:"20"`
	Asked    int    `help:"Rounds of a thousand in which they have asked for half a point." group:"chance" default:"10"`
	Leaves   int    `help:"Rounds of a thousand from which on they do not come again." group:"chance" default:"5"`
}

// Help is shown by kickabout pair --help.
func (pairCmd) Help() string {
	return `swiss       The Dutch system of FIDE (C.04.3 of 2026). Where no pairing keeps all its rules, what was given up is said:
            first kick-offs, then second byes, rematches, and forbidden pairs last of all.
roundrobin  Each meets each, once or twice, by the tables of FIDE (C.05); for an odd number one rests.
knockout    The winners meet as the bracket has it: of those left the first seed meets the last. Byes go to the top.

A tournament file has a line for each player, in columns:

  1-3 001   5-8 number   15-47 name   49-52 rating   81-84 points   86-89 rank   then for each round, the first in 92-99:
  opponent's number, blank, w or b, blank, result   of ten columns each

The number is the seed. w kicks off. A result is 1, = or 0; + or - without play; behind 0000 - it is U for the bye of
the pairing, H, F or Z for one with half, all or none of the points. Byes behind the last round say who is absent in the next
one. These lines of FIDE's file of 2026 are understood too, and written:

  142 7                      planned rounds
  152 W                      the side of the top seed
  162  W 3.0    D 1.0        points of a result, from column 6 on every nine: W D L, P bye of the pairing, Z absent, X not over
  192 FIDE_DUTCH_2026_BAKU   the system, and whether it is accelerated
  212 PTS,DE,BH/C1           what ranks the table
  240 H 004    5    9        byes in a round that is not paired, in columns of five
  250       1.0 001 003    1   80   points for the pairing alone: rounds and players, from and to
  260 001 099    1    2      no two of them may meet in these rounds
  299 L        1.0  003    7 points that a result pays these players in a round

So are those of other programs: XXR, XXC, XXZ, XXA, XXP and BBW, BBD, BBL, BBU, BBZ, BBF. Lines with ### are notes.

--check says by its exit code what it found: 0 nothing, 1 a round or a place that differs, 3 a file that cannot be read or a
table that is ranked by what is not counted here. Counted are PTS, DE, BH with /C and /M, SB, KS, PS, WIN, WON, BPG, BWG, RTNG and TPN.`
}

// maxSwiss is how many players the Swiss system pairs: their graph grows with the square.
const maxSwiss = 2000

// maxPairBytes is what a file may have: 9,999 players of 99 rounds.
const maxPairBytes = 12 << 20

// Run prints the next round, a tournament by chance, or what differs in one.
func (c pairCmd) Run() error {
	if c.Rounds < 0 || c.Rounds > trf.MaxRounds {
		return fmt.Errorf("--rounds should be from 1 to %d", trf.MaxRounds)
	}
	if c.Generate {
		return c.generate(os.Stdout)
	}
	f, err := c.read()
	if err == nil {
		c.System, err = c.systemOf(f)
	}
	if c.Check {
		if err != nil {
			return cannotRead(err)
		}
		return c.check(f, os.Stdout)
	}
	if err != nil {
		return err
	}
	p, err := c.pair(f)
	if err != nil {
		return err
	}
	switch {
	case c.TRF:
		fmt.Print(p.file)
	case c.JSON:
		return p.writeJSON(os.Stdout)
	default:
		p.write(os.Stdout)
	}
	return nil
}

// systemOf returns the system by which a file is paired.
func (c pairCmd) systemOf(f trf.File) (string, error) {
	switch named := trf.SystemOf(f.Type); {
	case c.System == "" && named == "":
		return "", errors.New("say the --system: swiss, roundrobin or knockout; the file does not")
	case c.System == "":
		return named, nil
	case named != "" && named != c.System:
		return "", fmt.Errorf("the file is about a tournament of another --system: %s", f.Type)
	}
	return c.System, nil
}

func (c pairCmd) read() (f trf.File, err error) {
	in := os.Stdin
	if c.File != "-" {
		if in, err = os.Open(c.File); err != nil {
			return f, fmt.Errorf("cannot read the file: %w", err)
		}
		defer in.Close()
	}
	data, err := io.ReadAll(io.LimitReader(in, maxPairBytes+1))
	if err != nil {
		return f, fmt.Errorf("cannot read the file: %w", err)
	}
	if len(data) > maxPairBytes {
		return f, fmt.Errorf("the file is longer than %d MB", maxPairBytes>>20)
	}
	if trf.Is(data) {
		f, err = trf.Read(data)
	} else {
		f, err = trf.ReadNames(data)
	}
	if f.Rounds == 0 {
		f.Rounds = c.Rounds
	}
	if c.Baku && f.Type == "" && err == nil {
		f.Type = "FIDE_DUTCH_BAKU"
	}
	if err == nil && f.Accelerated() && f.Rounds == 0 {
		err = errors.New("say how many --rounds are planned: acceleration depends on it, and the file does not say")
	}
	if err == nil && f.Accelerated() && f.Points.Win != 2*f.Points.Draw {
		err = errors.New("acceleration is for points of 1, 0.5 and 0")
	}
	return f, err
}

// A paired is a round by the numbers of the file.
type paired struct {
	file  trf.File // with the round in it
	names map[int]string

	Round    int        `json:"round"`
	Pairs    []jsonPair `json:"pairs"`
	Byes     []int      `json:"byes"`
	Absent   []int      `json:"absent"`
	Down     []int      `json:"downfloats,omitempty"`
	Up       []int      `json:"upfloats,omitempty"`
	Breaches []string   `json:"breaches,omitempty"`
}

type jsonPair struct {
	First  int `json:"first"`
	Second int `json:"second"`
}

func (c pairCmd) pair(f trf.File) (*paired, error) {
	p := &paired{names: map[int]string{}, Round: f.Played() + 1, Pairs: []jsonPair{}, Byes: []int{}, Absent: []int{}}
	var pairs []pairing.Pair
	var byes []int
	var err error
	switch c.System {
	case "roundrobin":
		var rests int
		if pairs, rests, err = f.RoundRobin(); rests != pairing.Nobody {
			byes = []int{rests}
		}
	case "knockout":
		pairs, byes, err = f.Knockout()
	default:
		pairs, byes, err = p.pairSwiss(f)
	}
	if err != nil {
		return nil, err
	}
	p.enter(f, pairs, byes)
	if c.System == "roundrobin" {
		byes = nil // who rests gets no points
	}
	p.file = f.Pair(pairs, byes)
	return p, nil
}

func (p *paired) pairSwiss(f trf.File) (pairs []pairing.Pair, byes []int, err error) {
	if len(f.Players) > maxSwiss {
		return nil, nil, fmt.Errorf("the Swiss system is paired for at most %d players, not for %d", maxSwiss, len(f.Players))
	}
	t, err := f.Tournament()
	if err != nil {
		return nil, nil, err
	}
	r, err := swiss.Next(t)
	if err != nil {
		return nil, nil, err
	}
	number := numbers(f)
	for _, b := range r.Breaches {
		p.Breaches = append(p.Breaches, breach(b, number))
	}
	for _, i := range r.Downfloats {
		p.Down = append(p.Down, number[i])
	}
	for _, i := range r.Upfloats {
		p.Up = append(p.Up, number[i])
	}
	if r.Bye != pairing.Nobody {
		byes = []int{r.Bye}
	}
	return r.Pairs, byes, nil
}

// numbers returns the number of the file for each seat.
func numbers(f trf.File) map[int]int {
	number := map[int]int{}
	for i, p := range f.Players {
		number[f.Seat(i)] = p.Number
	}
	return number
}

func breach(b swiss.Breach, number map[int]int) string {
	switch one, other := number[b.A], number[b.B]; b.Rule {
	case swiss.SecondBye:
		return fmt.Sprintf("%d has the bye in spite of points without play before.", one)
	case swiss.Rematch:
		return fmt.Sprintf("%d and %d meet again.", one, other)
	case swiss.Forbidden:
		return fmt.Sprintf("%d and %d meet although they must not.", one, other)
	default:
		return fmt.Sprintf("%d and %d both need the same side.", one, other)
	}
}

// enter keeps the round.
func (p *paired) enter(f trf.File, pairs []pairing.Pair, byes []int) {
	number, busy := numbers(f), map[int]bool{}
	for _, pair := range pairs {
		first, second := number[pair.First], number[pair.Second]
		p.Pairs = append(p.Pairs, jsonPair{first, second})
		busy[first], busy[second] = true, true
	}
	for _, i := range byes {
		p.Byes = append(p.Byes, number[i])
		busy[number[i]] = true
	}
	for _, q := range f.Players {
		p.names[q.Number] = q.Name()
		if !busy[q.Number] {
			p.Absent = append(p.Absent, q.Number)
		}
	}
}

// write prints the round for people, the board with most points first.
func (p *paired) write(w io.Writer) {
	fmt.Fprintf(w, "Round %d\n", p.Round)
	for i, pair := range p.Pairs {
		fmt.Fprintf(w, "%3d. %s - %s\n", i+1, p.who(pair.First), p.who(pair.Second))
	}
	p.list(w, "Bye", p.Byes)
	p.list(w, "Absent", p.Absent)
	for _, b := range p.Breaches {
		fmt.Fprintln(w, "Given up:", b)
	}
}

func (p *paired) list(w io.Writer, what string, numbers []int) {
	var names []string
	for _, n := range numbers {
		names = append(names, p.who(n))
	}
	if len(names) > 0 {
		fmt.Fprintf(w, "%s: %s\n", what, strings.Join(names, ", "))
	}
}

func (p *paired) who(number int) string {
	return strings.TrimSpace(fmt.Sprint(number, " ", p.names[number]))
}

func (p *paired) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(p)
}
