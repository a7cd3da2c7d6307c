package transcript_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/dice"
	"kickabout/engine/games"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/transcript"
)

var update = flag.Bool("update", false, "play the golden matches anew")

// matches is where whole matches of every game and variant are.
const matches = "../../testdata/matches"

// A staged match is one of the golden ones: how it is played is in its name.
type staged struct {
	game    engine.Game
	variant string
	how     string // "random", "greedy", "resignation" or "timeout"
}

// name is that of the file, without its ending.
func (s staged) name() string {
	variant := strings.NewReplacer(",", "-", "=", "").Replace(s.variant)
	return s.game.Info().ID + "-" + variant + "-" + s.how
}

// stages lists the golden matches: of every variant as it stands, and of the first with
// the last value of each option.
func stages(t *testing.T) (all []staged) {
	for _, g := range games.All() {
		info := g.Info()
		for i, v := range info.Variants {
			rules, err := info.Ruleset(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, how := range []string{"random", "greedy", "resignation", "timeout"} {
				all = append(all, staged{g, v.ID, how})
			}
			for _, o := range rules.Options() {
				if changed, ok := rules.With(o.ID, o.Values[len(o.Values)-1]); ok && i == 0 {
					all = append(all, staged{g, changed.String(), "random"})
				}
			}
		}
	}
	return all
}

// aWhile is how many decisions pass before somebody gives up or runs out of time.
const aWhile = 25

// play plays the match, always in the same way: the bots, the dice and the clock are
// those that its name gives.
func (s staged) play(t *testing.T) (record.Match, dice.Proof) {
	t.Helper()
	m, chain := s.match()
	r := rand.New(rand.NewPCG(uint64(chain.Head()[0]), uint64(chain.Head()[1])))
	mind := "random"
	if s.how == "greedy" {
		mind = s.how
	}
	player, err := bot.ByID(mind)
	if err != nil {
		t.Fatal(err)
	}
	given := [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}
	source := dice.Source(chain, dice.MatchContext(m.GID, m.Head, given))
	lot := engine.SeatsDraw()
	face, err := source.Draw(lot.E, lot.Label, lot.K, lot.Sides)
	lot.Face = face
	at := m.Created
	var rec engine.Record
	if err == nil {
		rec, err = engine.Begin(s.game, s.variant, at, 0, &lot)
	}
	for n := 0; err == nil; n++ {
		if rec, _, err = rec.Drive(at, source); err != nil || rec.Next().Over() {
			break
		}
		at = at.Add(time.Duration(r.IntN(100_000_000)) * time.Millisecond)
		e := s.decide(rec, n)
		if e.Act == "" {
			e = engine.Event{By: rec.Next().Side, Act: engine.ActMove, Text: string(player.Move(rec.Position, r))}
		}
		e.Seq, e.At = len(rec.Log)+1, at
		rec, err = rec.Add(e)
	}
	if err != nil {
		t.Fatalf("%s: %v", s.name(), err)
	}
	m.State.First = rec.First
	links := make([]dice.Link, dice.LastEvent(rec.Log))
	for i := range links {
		links[i] = chain.Link(i + 1)
	}
	proof, err := dice.NewProof(rec, m.GID, m.Head, given, links)
	if err != nil {
		t.Fatal(err)
	}
	return transcript.Of(m, rec, "https://kickabout.example", "Spring Cup"), proof
}

// match is what is fixed before the match, with the chain of its dice.
func (s staged) match() (league.Match, dice.Chain) {
	var gid dice.GID
	copy(gid[:], fmt.Sprintf("%x", len(s.name()))+s.name()[max(0, len(s.name())-14):])
	chain := dice.NewChain(dice.Key{1}, gid, 0, dice.Length)
	return league.Match{
		ID: "golden" + s.how, Game: s.game.Info().ID, Variant: s.variant, Control: "lg",
		GID: gid, Head: chain.Head(), Created: time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC),
		Tournament: "cup", Fixture: "c1/r2/b1",
		Seats: [2]league.Seat{
			{Player: league.Player{Name: "Ann"}, Contribution: `for "luck"`}, {Player: league.Player{Name: "Bob Öberg"}},
		},
	}, chain
}

// decide returns what is no move: in matches that break off a standing order, a gift of
// time, and the end.
func (s staged) decide(r engine.Record, n int) engine.Event {
	side := r.Next().Side
	if s.how != "resignation" && s.how != "timeout" {
		return engine.Event{}
	}
	orders := r.Rules.Orders
	switch {
	case n == 4 && len(orders) > 1:
		return engine.Event{By: side.Other(), Act: engine.ActOrder, Text: orders[1].ID}
	case n == 7:
		return engine.Event{Act: engine.ActTime, Text: side.String() + " 86400"}
	case n < aWhile:
		return engine.Event{}
	case s.how == "resignation":
		return engine.Event{By: side.Other(), Act: engine.ActResign}
	}
	return engine.Event{Act: engine.ActTimeout, Text: side.String()}
}

// TestGoldenMatchesHold plays every match in the folder by the rules and converts it
// there and back, and every game and variant has its matches. With -update they are
// played anew; else they stay as they were once played, whatever the bots play now.
func TestGoldenMatchesHold(t *testing.T) {
	if *update {
		rewrite(t)
	}
	there := files(t)
	for _, s := range stages(t) {
		for _, name := range s.files() {
			if !slices.Contains(there, name) {
				t.Errorf("%s is missing", name)
			}
		}
	}
	for _, name := range there {
		got, err := os.ReadFile(filepath.Join(matches, name))
		if err != nil {
			t.Fatal(err)
		}
		convert(t, name, got)
	}
}

// files are the names of the files of a match: its record, and of some the proof of
// their dice.
func (s staged) files() []string {
	if s.how == "resignation" {
		return []string{s.name() + ".txt", s.name() + ".dice.json"}
	}
	return []string{s.name() + ".txt"}
}

// convert reads a file, writes it again, and sends it through the other form.
func convert(t *testing.T, name string, file []byte) {
	t.Helper()
	m, err := transcript.Read(file, games.ByID)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	text := record.Encode(m)
	if strings.HasSuffix(name, ".txt") && text != string(file) {
		t.Errorf("%s is written in another way", name)
	}
	again, err := transcript.Read(record.EncodeJSON(m), games.ByID)
	if err != nil || record.Encode(again) != text {
		t.Errorf("%s comes back from JSON in another way: %v", name, err)
	}
}

func files(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(matches)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// rewrite plays all matches anew.
func rewrite(t *testing.T) {
	t.Helper()
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(matches, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.RemoveAll(matches), os.MkdirAll(matches, 0o755)); err != nil {
		t.Fatal(err)
	}
	for _, s := range stages(t) {
		m, proof := s.play(t)
		names := s.files()
		write(names[0], []byte(record.Encode(m)))
		if len(names) > 1 {
			write(names[1], proof.Encode())
		}
	}
}
