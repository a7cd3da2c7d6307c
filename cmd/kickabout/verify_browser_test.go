package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
)

// forged are what a forger changes in the file of a match, p, of the second scheme.
var forged = []string{
	`p.log.find(e => e.act === "roll").draws[0].face = 7`,
	`p.log.find(e => e.act === "roll").draws[0].k = 1`,
	`p.log.find(e => e.e === 3).link = p.log.find(e => e.e === 4).link`,
	`p.log.find(e => e.e === 3).e = 4`,
	`p.log.find(e => e.e === 3).next = p.runs[0].head`,
	`p.log.find(e => e.e === 3).players = []`,
	`p.log.at(-1).at++`,
	`p.log.at(-1).seat = 1 - p.log.at(-1).seat`,
	`p.log.at(-1).text = "x"`,
	`p.log.pop()`,
	`p.log.splice(4, 1)`,
	`p.runs[0].head = p.runs[0].seal`,
	`p.runs[0].seal = p.runs[0].head`,
	`p.runs[0].seats[1].contribution += "0"`,
	`p.runs[0].tour = p.runs[0].head`,
	`p.runs[0].beacon = {chain: p.runs[0].head, round: 1, signature: "00"}`,
	`p.runs.push(p.runs[0])`,
	`p.gid = "00" + p.gid.slice(2)`,
	`p.key = "c1/r1/b1"`,
	`p.key = ""`,
	`p.opened = [p.runs[0].head]`,
	`p.transcript = p.runs[0].head`,
	`p.scheme = "tbd3"`,
	`p.variant = "board"`,
}

// TestThePageChecksFilesOfBothSchemes has the script of the page read what kickabout verify reads.
func TestThePageChecksFilesOfBothSchemes(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open(r.address + "/dice")
	browser.Eval[bool](p, `(import("/static/proof.js").then(m => window.verify = m.verify), true)`)
	p.WaitUntil(`!!window.verify`)
	type found struct {
		OK       bool   `json:"ok"`
		Sentence string `json:"sentence"`
	}
	check := func(file, change string) found {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return browser.Eval[found](p, `(() => { const p = `+string(data)+`; `+change+`; return window.verify(p) })()`)
	}
	const faces = "from the value that was shown before the match began."
	if got := check(firstScheme, ""); !got.OK || !strings.HasSuffix(got.Sentence, faces) {
		t.Errorf("of the first scheme: %v", got)
	}
	if got := check(secondScheme, ""); !got.OK || !strings.Contains(got.Sentence, faces+" Label A: Nobody can change a throw") || !strings.Contains(got.Sentence, "The key is open: nothing was picked.") {
		t.Errorf("of the second scheme: %v", got)
	}
	if got := check(secondScheme, "p.opened = []"); !got.OK || strings.Contains(got.Sentence, "The key is open") {
		t.Errorf("before its key is open: %v", got)
	}
	for _, change := range forged {
		if got := check(secondScheme, change); got.OK || !strings.HasPrefix(got.Sentence, "This match does not hold. ") {
			t.Errorf("%s: %v", change, got)
		}
	}
	// A file whose tournament's key is open, and one whose key of the dice is.
	of := randomMatch(t, 1, "streetsoccer", "lg", 0, nil, nil)
	sk := tbd2.ScopeKey(1, tbd2.Key{1}, tbd2.NoTournament) // of which the file is, since it needs no place so
	of.Anchors = []tbd2.Anchor{{Data: fmt.Sprintf("%x", tbd2.OpenLeaf(tbd2.Commitment(1, tbd2.NoTournament, sk), sk, 1))}}
	file := filepath.Join(t.TempDir(), "match.json")
	if err := os.WriteFile(file, of.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := check(file, ""); !got.OK || !strings.Contains(got.Sentence, "It follows from the key of the tournament, which is open too.") {
		t.Errorf("with the key of its tournament: %v", got)
	}
	picked := tbd2.OpenLeaf(tbd2.Commitment(1, tbd2.NoTournament, tbd2.Key{9}), tbd2.Key{9}, 1)
	for change, why := range map[string]string{
		`p.anchors[0].data = p.anchors[0].data.replace(/..(.{16})$/, "00$1")`: "not the one that was committed to",
		`p.epoch = 2`: "not the one that was committed to",
		fmt.Sprintf(`p.anchors[0].data = "%x"`, picked): "does not follow from the key of the tournament",
	} {
		if got := check(file, change); got.OK || !strings.Contains(got.Sentence, why) {
			t.Errorf("%s: %v", change, got)
		}
	}
	opens := func(mk tbd2.Key) string {
		return fmt.Sprintf(`p.anchors[0].data = "%x"`, tbd2.OpenLeaf(tbd2.Fingerprint(1, mk), mk, 1))
	}
	if got := check(file, opens(tbd2.Key{1})); !got.OK || !strings.Contains(got.Sentence, "It follows from the key of the dice, which is open too.") {
		t.Errorf("with the key of the dice: %v", got)
	}
	for change, why := range map[string]string{
		opens(tbd2.Key{9}):                 "does not follow from the key of the dice",
		opens(tbd2.Key{1}) + `; p.epoch=2`: "not the one that was committed to",
	} {
		if got := check(file, change); got.OK || !strings.Contains(got.Sentence, why) {
			t.Errorf("%s: %v", change, got)
		}
	}
	// The hash is its own: of each length about the end of a block it must be that of the browser.
	const differs = `(async () => { const n = [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000]; window.differs = "";
		const m = await import("/static/proof.js"); for (const size of n) { const b = new Uint8Array(size).fill(size);
		const want = [...new Uint8Array(await crypto.subtle.digest("SHA-256", b))].join(); if ([...m.sha256(b)].join() !== want) window.differs += " " + size }
		window.compared = true })()`
	browser.Eval[bool](p, `(`+differs+`, true)`)
	p.WaitUntil(`!!window.compared`)
	if sizes := browser.Eval[string](p, `window.differs`); sizes != "" {
		t.Errorf("SHA-256 differs for texts of these lengths:%s", sizes)
	}
}

// randomMatch plays a match of the second scheme at random, and returns its file with its key opened.
func randomMatch(t *testing.T, n uint64, game, variant string, moves int, bc *tbd2.ProofBeacon, value *tbd2.Beacon) tbd2.Proof {
	t.Helper()
	fail := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(n, 7))
	gid := tbd2.GID{byte(n)}
	k := tbd2.MatchKey(tbd2.ScopeKey(1, tbd2.Key{1}, tbd2.NoTournament), gid, 0)
	given := tbd2.Given{Beacon: bc, Context: tbd2.Context{
		GID: gid, Seal: tbd2.Seal(gid, 0, k), Head: tbd2.NewChain(k, gid, 0, 0).Head(), Start: value,
		Seats: []tbd2.Seat{{Contribution: fmt.Sprint("ä", n)}, {Contribution: strings.Repeat("x", int(n%65))}},
	}}
	src, at := tbd2.Source(k, given), time.UnixMilli(1_800_000_000_000+int64(n)).UTC()
	g, err := games.ByID(game)
	fail(err)
	lot := engine.SeatsDraw()
	lot.Face, err = src.Draw(lot.E, lot.Label, lot.K, lot.Sides)
	fail(err)
	rec, err := engine.Begin(g, variant, at, 0, &lot)
	fail(err)
	for i := 0; ; i++ {
		at = at.Add(time.Second)
		rec, _, err = rec.Drive(at, src)
		fail(err)
		if rec.Next().Over() {
			break
		}
		e := engine.Event{Seq: len(rec.Log) + 1, At: at, By: rec.Next().Side, Act: engine.ActMove, Text: string(rec.Position.Random(r))}
		if i == moves {
			e.Act, e.Text = engine.ActResign, ""
		}
		rec, err = rec.Add(e)
		fail(err)
	}
	p, err := tbd2.NewProof(rec, tbd2.Origin{Scope: tbd2.NoTournament, Epoch: 1}, tbd2.Show(k, given, dice.LastEvent(rec.Log)))
	fail(err)
	p.Opened = []string{fmt.Sprintf("%x", [32]byte(k))}
	return p
}

// TestThePageAndTheProgramAgree plays matches of each game, short ones and some of several chains, with a public value
// and without, and has two verifiers that share no code check each: whole, and with one face changed.
func TestThePageAndTheProgramAgree(t *testing.T) {
	t.Parallel()
	r := serve(t)
	page := browser.Start(t).NewPage(t, browser.Options{})
	page.Open(r.address + "/dice")
	browser.Eval[bool](page, `(import("/static/proof.js").then(m => window.verify = m.verify), true)`)
	page.WaitUntil(`!!window.verify`)
	signature := "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39" // of a real round
	real := &tbd2.ProofBeacon{Chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", Round: 1000, Signature: signature}
	folder, chains, judged := t.TempDir(), 0, 0
	for n, c := range []struct {
		game, variant string
		moves         int
		public        bool
	}{
		{"streetsoccer", "lg", 0, false},
		{"streetsoccer", "lg", 60, true},
		{"streetsoccer", "board", 30, false},
		{"onetwofun", "basic", 60, false},
		{"onetwofun", "professional", 40, true},
		{"cufootball", "classic,goals=5", 900, false},
		{"cufootball", "classic", 60, true},
	} {
		var bc *tbd2.ProofBeacon
		var value *tbd2.Beacon
		label := "Label A"
		if c.public {
			bc, value, label = real, publicValue(t, real), "Label AS"
		}
		p := randomMatch(t, uint64(n), c.game, c.variant, c.moves, bc, value)
		if n == 0 { // a contribution of no characters is none
			p.Runs[0].Seats[1].Bot = true
			label = "Label A"
		}
		for _, event := range p.Log {
			if event.ProofThrow != nil && event.Next != "" {
				chains++
			}
		}
		for _, forge := range []bool{false, true} {
			if forge {
				last := p.Log[len(p.Log)-2]
				for i := len(p.Log) - 1; last.ProofThrow == nil; i-- {
					last = p.Log[i]
				}
				last.Draws[0].Face = last.Draws[0].Face%last.Draws[0].N + 1
			}
			data := p.Encode()
			file := filepath.Join(folder, fmt.Sprintf("%d-%v.json", n, forge))
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			out, complaint, code := kickabout(t, "", "verify", file)
			got := browser.Eval[json.RawMessage](page, `window.verify(`+string(data)+`)`)
			var said struct {
				OK       bool
				Sentence string
			}
			if err := json.Unmarshal(got, &said); err != nil {
				t.Fatal(err)
			}
			judged++
			if (code == 0) == forge || said.OK == forge {
				t.Errorf("match %d of %s/%s, forged %v: the program says\n%s%s\nthe page says %s", n, c.game, c.variant, forge, out, complaint, said.Sentence)
			}
			if !forge && (!strings.Contains(out, "\nproved: "+label+". ") || !strings.Contains(said.Sentence, label+": ") || !strings.Contains(said.Sentence, "nothing was picked")) {
				t.Errorf("match %d of %s/%s: want %s; the program says\n%s\nthe page says %s", n, c.game, c.variant, label, out, said.Sentence)
			}
		}
	}
	if chains < 1 || judged != 14 {
		t.Errorf("%d next chains in %d files", chains, judged)
	}
}

// publicValue is the value of a round that a file holds.
func publicValue(t *testing.T, b *tbd2.ProofBeacon) *tbd2.Beacon {
	t.Helper()
	unhex := func(digits string) (b []byte) {
		if _, err := fmt.Sscanf(digits, "%x", &b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	return &tbd2.Beacon{Chain: [32]byte(unhex(b.Chain)), Round: b.Round, Value: tbd2.BeaconValue(unhex(b.Signature))}
}
