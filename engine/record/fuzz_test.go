package record_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/engine/record"
)

// known is the catalogue and the game of the tests.
func known(id string) (engine.Game, error) {
	if id == "runners" {
		return enginetest.Runners{}, nil
	}
	return games.ByID(id)
}

// seeds are matches of every game, written.
func seeds(f *testing.F, add func(record.Match)) {
	r := rand.New(rand.NewPCG(16, 3))
	for _, g := range append(games.All(), enginetest.Runners{}) {
		for _, v := range g.Info().Variants {
			for _, timed := range []bool{false, true} {
				add(played(f, g, v.ID, r, 12, timed))
			}
		}
	}
}

// What can be read is written so that it is read as the same again, in both forms.
func holds(t *testing.T, m record.Match) {
	text := record.Encode(m)
	again, err := record.Decode(text, known)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !same(m, again) || record.Encode(again) != text {
		t.Fatalf("%s\nis read as\n%s", text, record.Encode(again))
	}
	data := record.EncodeJSON(m)
	again, err = record.DecodeJSON(data, known)
	if err != nil || !same(m, again) || string(record.EncodeJSON(again)) != string(data) {
		t.Fatalf("%v\n%s", err, data)
	}
}

func FuzzText(f *testing.F) {
	seeds(f, func(m record.Match) { f.Add(record.Encode(m)) })
	f.Add(opening)
	f.Add("Game: runners/short\nSeats: Blue, Amber, by lot\n; a comment\n{another}\n\n1. Blue [1] walk@ [2 2; 3 x]\nboth forfeit\nnobody adjudicated")
	f.Add("Game: runners/short\n\nBlue time 60\nAmber gift 60\nBlue rest 2027-05-03T00:00:00.5Z\ncontrol fast\nAmber adjudicated slow")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := record.Decode(text, known)
		if err != nil {
			sensible(t, text, err)
			return
		}
		holds(t, m)
	})
}

func FuzzJSON(f *testing.F) {
	seeds(f, func(m record.Match) { f.Add(record.EncodeJSON(m)) })
	f.Add([]byte(openingJSON))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := record.DecodeJSON(data, known)
		if err != nil {
			sensible(t, string(data), err)
			return
		}
		holds(t, m)
	})
}

// sensible checks that a fault names a place of the text, and is a sentence.
func sensible(t *testing.T, text string, err error) {
	f, ok := err.(*record.Fault)
	if !ok || f.Line < 1 || f.Line > strings.Count(text, "\n")+1 || f.Column < 1 || f.Column > len(text)+1 || f.Reason == "" {
		t.Errorf("%T %+v", err, err)
	}
}
