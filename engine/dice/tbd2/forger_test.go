package tbd2

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
)

// forgery is one way to rewrite the file of a match.
type forgery struct {
	name  string
	forge func(p *Proof)
	want  string // part of what is WRONG with the transcript made to fit; "": nothing is, and the signature is what lacks
}

// forgeries are all ways that are known.
func forgeries(t testing.TB, m *played) []forgery {
	end := len(m.record.Log)
	zeros := strings.Repeat("0", 64)
	last := end - 1 // the last decision before the match was given up
	for m.record.Log[last-1].Act != engine.ActMove {
		last--
	}
	return []forgery{
		{"a face, with its text", func(p *Proof) {
			e := nth(p, 2)
			e.Draws[0].Face = e.Draws[0].Face%6 + 1
			e.Text = string(rune('0' + e.Draws[0].Face))
		}, "WRONG"},
		{"a face without its text", func(p *Proof) { nth(p, 2).Draws[0].Face = nth(p, 2).Draws[0].Face%6 + 1 }, "cannot be played"},
		{"the same k twice", func(p *Proof) { nth(p, 2).Draws = append(nth(p, 2).Draws, nth(p, 2).Draws[0]) }, "cannot be played"},
		{"a moved k", func(p *Proof) { nth(p, 2).Draws[0].K = 1 }, "cannot be played"},
		{"a moved dice event", func(p *Proof) { nth(p, 2).E++ }, "cannot be played"},
		{"other dice", func(p *Proof) { nth(p, 2).Draws[0].N = 8 }, "cannot be played"},
		{"two links exchanged", func(p *Proof) { nth(p, 2).Link, nth(p, 3).Link = nth(p, 3).Link, nth(p, 2).Link }, "does not lead down"},
		{"a link of their own", func(p *Proof) { nth(p, 2).Link = zeros }, "does not lead down"},
		{"a second link in one event", func(p *Proof) { p.Log[1].Link = nth(p, 1).Link }, "differs from the one shown before"},
		{"a link in capitals", func(p *Proof) { nth(p, 2).Link = strings.ToUpper(nth(p, 2).Link) }, "hexadecimal"},
		{"a next head too early", func(p *Proof) { nth(p, 2).Next = zeros }, "next chain"},
		{"another head", func(p *Proof) { p.Runs[0].Head = zeros }, "does not lead down"},
		{"another seal", func(p *Proof) { p.Runs[0].Seal = zeros }, "where the dice give"},
		{"another gid", func(p *Proof) { p.GID = zeros[:32] }, "gid is not the one"},
		{"another place", func(p *Proof) { p.Key = "c1/r2/b4" }, "gid is not the one"},
		{"no place", func(p *Proof) { p.Key = "" }, "has a place in it"},
		{"another contribution", func(p *Proof) { p.Runs[0].Seats[1].Contribution = "4712" }, "where the dice give"},
		{"a KT that was none", func(p *Proof) { p.Runs[0].Tour = zeros }, "where the dice give"},
		{"a public value that was none", func(p *Proof) { p.Runs[0].Beacon = &ProofBeacon{zeros, 1, "00"} }, "where the dice give"},
		{"who goes first", func(p *Proof) { p.Log[0].Draws[0].Face = 3 - p.Log[0].Draws[0].Face }, "cannot be played"},
		{"the last move", func(p *Proof) { p.Log[end-1].Act, p.Log[end-1].Text = "resigned", "x" }, "cannot be played"},
		{"who resigned", func(p *Proof) { p.Log[end-1].Seat = 1 - p.Log[end-1].Seat }, ""},
		{"a void match", func(p *Proof) { p.Log[end-1].Act, p.Log[end-1].Seat = "void", Server }, ""},
		{"a time", func(p *Proof) { p.Log[end-1].At++ }, ""},
		{"a gift of time", func(p *Proof) {
			i := slices.IndexFunc(p.Log, func(e ProofEvent) bool { return e.Act == "time" })
			p.Log[i].Text = "first 86400"
		}, ""},
		{"the end cut off", func(p *Proof) { p.Log = p.Log[:end-1] }, ""},
		{"an event left out", func(p *Proof) { p.Log = slices.Delete(p.Log, 4, 5) }, "cannot be played"},
		{"an event added", func(p *Proof) {
			p.Log = append(p.Log, ProofEvent{Seq: end + 1, At: p.Log[end-1].At, Seat: Server, Act: "void"})
		}, "cannot be played"},
		{"another game", func(p *Proof) { p.Game = "curling" }, "no game"},
		{"another variant", func(p *Proof) { p.Variant = "board" }, "cannot be played"},
		{"a key of their own", func(p *Proof) { p.Opened = []string{zeros} }, "not the one that was committed to"},
		{"a leaf of their own", func(p *Proof) { p.Anchors[1].Data = hexOf(DayLeaf(1, 1)) }, "not in the log"},
		{"a leaf in another place", func(p *Proof) { p.Anchors[1].Index = 0 }, "not in the log"},
		{"all of it a day later", func(p *Proof) {
			for i := range p.Log {
				p.Log[i].At += 24 * 60 * 60 * 1000
			}
		}, ""},
		{"another last move", func(p *Proof) {
			e := &p.Log[last-1]
			e.Text = m.otherMove(t, last-1)
			p.Log = append(p.Log[:last], ProofEvent{Seq: last + 1, At: e.At, Seat: 1 - e.Seat, Act: "resign"})
		}, ""},
		{"given up before the last move", func(p *Proof) {
			e := p.Log[last-1]
			p.Log = append(p.Log[:last-1], ProofEvent{Seq: last, At: e.At, Seat: e.Seat, Act: "resign"})
		}, ""},
		{"contributions exchanged", func(p *Proof) {
			seats := p.Runs[0].Seats
			seats[0].Contribution, seats[1].Contribution = seats[1].Contribution, seats[0].Contribution
		}, "where the dice give"},
		{"a run that was never made", func(p *Proof) {
			run := p.Runs[0]
			run.Run, run.Base, run.Prior = 1, 1<<30, zeros
			p.Runs, p.Opened = append(p.Runs, run), []string{}
		}, "no break in the log"},
		{"the key opened twice", func(p *Proof) { p.Opened = append(p.Opened, p.Opened...) }, "2 keys are open for 1 runs"},
		{"a proof of another leaf", func(p *Proof) { p.Anchors[0].Proof, p.Anchors[1].Proof = p.Anchors[1].Proof, p.Anchors[0].Proof }, "not in the log"},
		{"a checkpoint of a longer log", func(p *Proof) {
			p.Anchors[1].Checkpoint = strings.Replace(p.Anchors[1].Checkpoint, "\n3\n", "\n4\n", 1)
		}, "not in the log"},
		{"the match taken for its twin", func(p *Proof) { p.Twin = true }, ""},
	}
}

// otherMove returns another legal move than the one of an event.
func (m *played) otherMove(t testing.TB, at int) string {
	part, err := engine.Replay(m.record.Game, m.record.Variant, m.record.Log[:at])
	if err != nil {
		t.Fatal(err)
	}
	for move := range part.Position.Moves() {
		if string(move) != m.record.Log[at].Text {
			return string(move)
		}
	}
	t.Fatal("there is no other move")
	return ""
}

// TestTheForgersTable says of each forgery what is found: with the file alone, whose transcript the forger makes fit; by somebody
// who kept the last receipt; by somebody who kept the checkpoint of the day, when the site itself is the forger, signs the
// forged match and builds a log of the same length over it; and by both. With -v it prints the table.
func TestTheForgersTable(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 20)
	whole := m.sealed(t, m.proof(t, len(m.record.Log)))
	day := whole.Anchors[0].Checkpoint
	keys := []string{m.signers.LogKey(), m.signers.ReceiptsKey()}
	found := func(p Proof, given Evidence) (string, bool) {
		r, err := Verify(p.Encode(), games.ByID, given)
		if err != nil {
			return "cannot be read", true
		}
		for _, l := range r.Lines {
			if l.Verdict == Wrong {
				return l.Text, true
			}
		}
		return "holds; not anchored", false
	}
	short := func(text string) string { return fmt.Sprintf("%-44.44s", text) }
	all := forgeries(t, m)
	var table strings.Builder
	unseen := 0
	for _, f := range all {
		forged := m.sealed(t, m.proof(t, len(m.record.Log)))
		f.forge(&forged)
		signed := forged // as a forger leaves it who cannot sign
		m.retold(t, &forged)
		alone, seen := found(forged, Evidence{})
		if !seen {
			unseen++
		}
		receipt, byReceipt := found(forged, Evidence{Keys: keys, Receipts: []string{whole.Receipt}})
		resigned := m.resigned(t, signed)
		root, byRoot := found(resigned, Evidence{Keys: keys, Checkpoints: []string{day}})
		both, byBoth := found(resigned, Evidence{Keys: keys, Checkpoints: []string{day}, Receipts: []string{whole.Receipt}})
		if bytes.Equal(resigned.Encode(), whole.Encode()) { // what was forged the site makes anew
			root, byRoot, byBoth = "nothing is left of it", true, true
		}
		if !byReceipt || !byRoot || !byBoth {
			t.Errorf("%s: with the receipt %q, with the root %q, with both %q", f.name, receipt, root, both)
		}
		fmt.Fprintf(&table, "%-32s | %s | %s | %s\n", f.name, short(alone), short(receipt), short(root))
	}
	if len(all) < 40 || unseen == 0 {
		t.Errorf("%d forgeries, of which %d hold alone: the table shows nothing", len(all), unseen)
	}
	t.Logf("%d forgeries, %d of which hold in the file alone\n%-32s | %s | %s | %s\n%s", len(all), unseen, "forgery", short("the file alone"), short("with the last receipt"), short("signed anew by the site: with the day's root"), table.String())
}

// resigned is a forged file as the site itself would give it out: with a receipt of its own for the last event, and a log of the
// same length that has the forged state.
func (m *played) resigned(t *testing.T, p Proof) Proof {
	t.Helper()
	bare := p
	bare.Anchors, bare.Opened = slices.Clone(p.Anchors), slices.Clone(p.Opened)
	m.retold(t, &bare)
	var transcript Digest
	readHex(transcript[:], bare.Transcript)
	end := bare.Log[len(bare.Log)-1]
	as := m.given.GID
	readHex(as[:], bare.GID)
	as = Anchored(as, bare.Twin)
	var err error
	bare.Receipt, err = m.signers.Receipt(Receipt{GID: as, N: uint32(end.Seq), T: transcript, At: end.At})
	check(t, err)
	bare.Anchors = anchors(t, m.signers, append(slices.Clone(m.leaves), StateLeaf(as, uint32(end.Seq), transcript, true, end.At)))
	return bare
}

// TestWhatAFileSaysWithoutProof lists what nothing binds, so that nobody takes it for proved: that a seat is of a bot of the site,
// and the number of the epoch.
func TestWhatAFileSaysWithoutProof(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "streetsoccer", "lg", 5)
	keys := []string{m.signers.LogKey(), m.signers.ReceiptsKey()}
	for name, change := range map[string]func(*Proof){
		"a bot":         func(p *Proof) { p.Runs[0].Seats[1].Bot = true },
		"another epoch": func(p *Proof) { p.Epoch++ },
	} {
		p := m.sealed(t, m.proof(t, len(m.record.Log)))
		change(&p)
		if r := verify(t, p, Evidence{Keys: keys, Receipts: []string{p.Receipt}, Checkpoints: []string{p.Anchors[0].Checkpoint}}); !r.Holds() {
			t.Errorf("%s is bound by now: say so in the scheme\n%s", name, said(r))
		}
	}
}
