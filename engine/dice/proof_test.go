package dice_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/engine/games/streetsoccer"
)

var update = flag.Bool("update", false, "write testdata/match.json anew")

var (
	gid           = dice.GID([]byte("a match of tests"))
	contributions = [2]string{"four ½ & <more>", ""}
)

// chain is the server's chain of all matches here.
func chain() dice.Chain { return dice.NewChain(dice.Key{7: 7}, gid, 0, dice.Length) }

// match plays at random for a number of moves, unless it is over before, and
// then resigns. The seats are drawn by lot; somebody is given time on the way.
func match(t testing.TB, moves int) engine.Record {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(4, 2))
	at := time.Date(2027, 5, 1, 12, 0, 0, 123e6, time.UTC)
	src := dice.Source(chain(), dice.MatchContext(gid, chain().Head(), contributions))
	lot := engine.SeatsDraw()
	face, err := src.Draw(lot.E, lot.Label, lot.K, lot.Sides)
	check(err)
	lot.Face = face
	rec, err := engine.Begin(streetsoccer.Game{}, "lg", at, 0, &lot)
	check(err)
	rec, _, err = rec.Drive(at, src)
	check(err)
	add := func(by engine.Side, act engine.Act, text string) {
		at = at.Add(time.Duration(r.IntN(1e6)) * time.Millisecond)
		rec, err = rec.Add(engine.Event{Seq: len(rec.Log) + 1, At: at, By: by, Act: act, Text: text})
		check(err)
		rec, _, err = rec.Drive(at, src)
		check(err)
	}
	for i := 0; i < moves && !rec.Next().Over(); i++ {
		if i == 3 {
			add(engine.NoSide, engine.ActTime, "second 86400")
		}
		add(rec.Next().Side, engine.ActMove, string(rec.Position.Random(r)))
	}
	if !rec.Next().Over() {
		add(rec.Next().Side, engine.ActResign, "")
	}
	return rec
}

// links are those that the throws of a record have made public.
func links(rec engine.Record) (list []dice.Link) {
	c := chain()
	for i := range dice.LastEvent(rec.Log) {
		list = append(list, c.Link(int(i)+1))
	}
	return list
}

func proof(t testing.TB, rec engine.Record) dice.Proof {
	t.Helper()
	p, err := dice.NewProof(rec, gid, chain().Head(), contributions, links(rec))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAProofOfAWholeMatchHolds(t *testing.T) {
	rec := match(t, 100)
	report, err := dice.Verify(proof(t, rec).Encode(), games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	throws := 0
	for _, e := range rec.Log {
		throws += len(e.Draws)
	}
	if report.Throws != throws || throws < 50 {
		t.Errorf("%d throws are reported of %d", report.Throws, throws)
	}
	if got := report.Record; got.Position != rec.Position || got.Outcome() != rec.Outcome() || !got.Outcome().Over() {
		t.Errorf("the match is reported to end with %s, %v", got.Position, got.Outcome())
	}
	want := fmt.Sprintf("All %d throws follow from the value that was shown before the match began, and all %d events follow the rules of streetsoccer/lg.", throws, len(rec.Log))
	if report.String() != want {
		t.Errorf("it reads %q", report)
	}
}

func TestAProofHoldsAfterEveryEvent(t *testing.T) {
	rec := match(t, 100)
	for n := 1; n <= len(rec.Log); n++ {
		part, err := engine.Replay(rec.Game, rec.Variant, rec.Log[:n])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dice.Verify(proof(t, part).Encode(), games.ByID); err != nil {
			t.Errorf("after event %d: %v", n, err)
		}
	}
}

func TestThePublishedMatchStillHolds(t *testing.T) {
	const path = "testdata/match.json"
	if *update {
		if err := os.WriteFile(path, proof(t, match(t, 100)).Encode(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dice.Verify(data, games.ByID); err != nil {
		t.Error(err)
	}
}

// TestEveryChangedByteIsFound changes each byte of a proof. Values count and not bytes: white space may become another
// kind of it, and a text may be written with other escapes.
func TestEveryChangedByteIsFound(t *testing.T) {
	data := proof(t, match(t, enginetest.Size(50))).Encode()
	value := func() (v any) {
		if json.Unmarshal(data, &v) != nil {
			return nil
		}
		return v
	}
	genuine := value()
	r := rand.New(rand.NewPCG(5, 5))
	tried, missed := 0, 0
	for i, original := range data {
		for _, changed := range []byte{original ^ 1, original ^ 0x20, original + byte(1+r.IntN(255))} {
			data[i] = changed
			tried++
			if _, err := dice.Verify(data, games.ByID); err == nil && !reflect.DeepEqual(value(), genuine) {
				missed++
				t.Errorf("byte %d, %q for %q, goes unseen", i, changed, original)
			}
		}
		data[i] = original
	}
	for _, other := range [][]byte{nil, data[:len(data)-2], append(slices.Clone(data), '1'), append([]byte("{}"), data...), bytes.Replace(data, []byte("{"), []byte(`{"game":"streetsoccer",`), 1), bytes.Replace(data, []byte(`"game"`), []byte(`"Game"`), 1), bytes.Replace(data, []byte(`"seq": 1`), []byte(`"seq": 1.0`), 1), bytes.Replace(data, []byte("{"), []byte(`{"more":1,`), 1)} {
		if _, err := dice.Verify(other, games.ByID); err == nil {
			t.Errorf("%d bytes instead of %d go unseen: %.40s", len(other), len(data), other)
		}
	}
	var tight bytes.Buffer
	if err := json.Compact(&tight, data); err != nil {
		t.Fatal(err)
	}
	if _, err := dice.Verify(tight.Bytes(), games.ByID); err != nil {
		t.Errorf("without white space it does not hold: %v", err)
	}
	t.Logf("%d changes of %d bytes, %d missed", tried, len(data), missed)
}

// retell makes the transcript fit a forged proof, as a clever forger would.
func retell(t *testing.T, p *dice.Proof) {
	t.Helper()
	var log []engine.Event
	var public []dice.Link
	first := int(p.Log[0].Text[0] - '0')
	for _, entry := range p.Log {
		e := engine.Event{Seq: entry.Seq, At: time.UnixMilli(entry.At), Act: engine.Act(entry.Act), Text: entry.Text}
		switch entry.Seat {
		case first:
			e.By = engine.First
		case 1 - first:
			e.By = engine.Second
		}
		for _, d := range entry.Draws {
			e.Draws = append(e.Draws, engine.Draw{E: entry.E, Label: d.Label, K: d.K, Sides: d.N, Face: d.Value})
		}
		if int(entry.E) > len(public) {
			public = append(public, dice.Link(unhex(t, entry.Link)))
		}
		log = append(log, e)
	}
	k0 := dice.MatchContext(dice.GID(unhex(t, p.GID)), dice.Link(unhex(t, p.Head)), p.Contributions)
	value, err := dice.Transcript(k0, first, log, public)
	if err != nil {
		t.Fatal(err)
	}
	p.Transcript = hex.EncodeToString(value[:])
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// roll returns the entry of the n-th turn's throw, which has one die.
func roll(p *dice.Proof, n int) *dice.Entry {
	for i := range p.Log {
		if draws := p.Log[i].Draws; len(draws) == 1 && draws[0].Label == "die" {
			if n--; n == 0 {
				return &p.Log[i]
			}
		}
	}
	return nil
}

func TestForgeriesAreFound(t *testing.T) {
	const other = "00000000000000000000000000000000"
	genuine := proof(t, match(t, 20)).Encode()
	for _, c := range []struct {
		name   string
		forge  func(p *dice.Proof)
		retold bool   // found although the transcript was made to fit
		want   string // part of the sentence
	}{
		{"the last face, with its text", func(p *dice.Proof) {
			last := len(p.Log) - 2 // the resignation follows it
			p.Log[last].Draws[0].Value = p.Log[last].Draws[0].Value%6 + 1
			p.Log[last].Text = string(rune('0' + p.Log[last].Draws[0].Value))
		}, true, "where the dice give"},
		{"a face without its text", func(p *dice.Proof) { roll(p, 2).Draws[0].Value = roll(p, 2).Draws[0].Value%6 + 1 }, true, "cannot be played"},
		{"a moved k", func(p *dice.Proof) { roll(p, 2).Draws[0].K = 1 }, true, "cannot be played"},
		{"a moved dice event", func(p *dice.Proof) { roll(p, 2).E++ }, true, "cannot be played"},
		{"other dice", func(p *dice.Proof) { roll(p, 2).Draws[0].N = 8 }, true, "cannot be played"},
		{"another label", func(p *dice.Proof) { roll(p, 2).Draws[0].Label = "dice" }, true, "cannot be played"},
		{"two links swapped", func(p *dice.Proof) {
			roll(p, 2).Link, roll(p, 3).Link = roll(p, 3).Link, roll(p, 2).Link
		}, true, "does not lead down"},
		{"a link of its own", func(p *dice.Proof) { roll(p, 2).Link = other + other }, true, "does not lead down"},
		{"another link for the second throw of an event", func(p *dice.Proof) { p.Log[1].Link = roll(p, 1).Link }, true, "differs from the one shown before"},
		{"a link in capitals", func(p *dice.Proof) { roll(p, 2).Link = strings.ToUpper(roll(p, 2).Link) }, true, "hexadecimal"},
		{"a link without a throw", func(p *dice.Proof) { p.Log[len(p.Log)-1].Link = roll(p, 2).Link }, true, "do not belong together"},
		{"a throw without a link", func(p *dice.Proof) { roll(p, 2).Link = "" }, false, "do not belong together"},
		{"another head", func(p *dice.Proof) { p.Head = other + other }, true, "does not lead down"},
		{"another gid", func(p *dice.Proof) { p.GID = other }, true, "does not lead down"},
		{"a gid that is too long", func(p *dice.Proof) { p.GID += "00" }, false, "hexadecimal"},
		{"another contribution", func(p *dice.Proof) { p.Contributions[1] = "me" }, true, "where the dice give"},
		{"contributions swapped", func(p *dice.Proof) { slices.Reverse(p.Contributions[:]) }, true, "where the dice give"},
		{"a contribution that is too long", func(p *dice.Proof) { p.Contributions[1] = strings.Repeat("x", 65) }, true, "more than 64 bytes"},
		{"a chain of a player", func(p *dice.Proof) { p.Heads[0] = other + other }, true, "chains of the players"},
		{"the lot for the seats", func(p *dice.Proof) {
			seat := p.Log[0].Draws[0].Value % 2 // the other one
			p.Log[0].Text = string(rune('0'+seat)) + p.Log[0].Text[1:]
			p.Log[0].Draws[0].Value = seat + 1
			for i := range p.Log {
				if p.Log[i].Seat <= 1 {
					p.Log[i].Seat = 1 - p.Log[i].Seat
				}
			}
		}, true, "where the dice give"},
		{"a changed time", func(p *dice.Proof) { p.Log[5].At++ }, false, "transcript"},
		{"a gift of time in another name", func(p *dice.Proof) {
			i := slices.IndexFunc(p.Log, func(e dice.Entry) bool { return e.Act == "time" })
			p.Log[i].Text = "first 86400"
		}, false, "transcript"},
		{"another act", func(p *dice.Proof) { p.Log[len(p.Log)-1].Act = "order" }, true, "cannot be played"},
		{"another end", func(p *dice.Proof) {
			last := &p.Log[len(p.Log)-1]
			last.Act, last.Seat = "void", dice.Server
		}, false, "transcript"},
		{"who resigned", func(p *dice.Proof) { p.Log[len(p.Log)-1].Seat = 1 - p.Log[len(p.Log)-1].Seat }, false, "transcript"},
		{"another move", func(p *dice.Proof) { p.Log[2].Text = "Pa5a6b6" }, false, "cannot be played"},
		{"a seat that there is not", func(p *dice.Proof) { p.Log[2].Seat = 2 }, true, "seat 2"},
		{"the last event left out", func(p *dice.Proof) { p.Log = p.Log[:len(p.Log)-1] }, false, "transcript"},
		{"an event left out", func(p *dice.Proof) { p.Log = slices.Delete(p.Log, 4, 5) }, true, "cannot be played"},
		{"no log", func(p *dice.Proof) { p.Log = []dice.Entry{} }, false, "empty"},
		{"another game", func(p *dice.Proof) { p.Game = "curling" }, true, "no game"},
		{"another variant", func(p *dice.Proof) { p.Variant = "ice" }, true, "no variant"},
		{"another transcript", func(p *dice.Proof) { p.Transcript = other + other }, false, "transcript"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p dice.Proof
			if err := json.Unmarshal(genuine, &p); err != nil {
				t.Fatal(err)
			}
			c.forge(&p)
			if c.retold {
				retell(t, &p)
			}
			_, err := dice.Verify(p.Encode(), games.ByID)
			var f dice.Flaw
			if !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want a flaw with %q", err, c.want)
			}
			if text := err.Error(); text[:1] != strings.ToUpper(text[:1]) || !strings.HasSuffix(text, ".") {
				t.Errorf("%q is no sentence", text)
			}
		})
	}
}

func TestNewProofRefuses(t *testing.T) {
	rec := match(t, 10)
	for _, c := range []struct {
		name          string
		contributions [2]string
		links         []dice.Link
	}{
		{"a contribution that is too long", [2]string{strings.Repeat("x", 65), ""}, links(rec)},
		{"a contribution that is no text", [2]string{"", "\xff"}, links(rec)},
		{"too few links", contributions, links(rec)[1:]},
	} {
		if _, err := dice.NewProof(rec, gid, chain().Head(), c.contributions, c.links); err == nil {
			t.Errorf("%s makes a proof", c.name)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	data := proof(b, match(b, 100)).Encode()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := dice.Verify(data, games.ByID); err != nil {
			b.Fatal(err)
		}
	}
}
