package study_test

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/dice/tbd2"
)

// mirror reads a log as others do: by its checkpoint and by tiles, which it finds by the addresses of C2SP.
type mirror struct {
	t *testing.T
	b *webtest.Browser
}

func (mirror) Height() int                     { return 8 }
func (mirror) SaveTiles([]tlog.Tile, [][]byte) {}
func (m mirror) address(level string, n int64, width int) string {
	path := fmt.Sprintf("%03d", n%1000)
	for n /= 1000; n > 0; n /= 1000 {
		path = fmt.Sprintf("x%03d/%s", n%1000, path)
	}
	if width < 256 {
		path += fmt.Sprintf(".p/%d", width)
	}
	return "/log/tile/" + level + "/" + path
}

func (m mirror) ReadTiles(list []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range list {
		data = append(data, []byte(m.b.Get(m.address(fmt.Sprint(tile.L), tile.N, tile.W)).Want(m.t, http.StatusOK).Body))
	}
	return data, nil
}

// leaves reads all leaves of a log of a size.
func (m mirror) leaves(size int64) (all [][]byte) {
	m.t.Helper()
	for n := int64(0); n*256 < size; n++ {
		body := m.b.Get(m.address("entries", n, int(min(256, size-n*256)))).Want(m.t, http.StatusOK).Body
		for body != "" {
			length := 2 + int(binary.BigEndian.Uint16([]byte(body)))
			all, body = append(all, []byte(body[2:length])), body[length:]
		}
	}
	return all
}

// TestAMirrorReadsTheWholeLog reads it, makes its root anew from the leaves, and follows it from one day to the next.
func TestAMirrorReadsTheWholeLog(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	m := mirror{t, w.Browser()}
	m.b.Get("/log/checkpoint").Want(t, http.StatusNotFound)
	m.b.Get("/dice").Want(t, http.StatusOK, "has no log of its dice yet")
	grow := func() tlog.Tree {
		t.Helper()
		for range 2 { // the second time there is nothing to add
			if err := w.Office.DiceLog.AppendToLog(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		tree, origin, err := tbd2.OpenCheckpoint(m.b.Get("/log/checkpoint").Want(t, http.StatusOK).Body, w.Signers.LogKey())
		if err != nil || origin != "league.example" {
			t.Fatalf("%q, %v", origin, err)
		}
		return tree
	}
	people := w.People("Ann", "Bob")
	first := grow()
	for range 150 {
		w.Match(people[0], people[1])
	}
	w.Wait(25 * time.Hour)
	second := grow()
	if first.N != 3 || second.N != 3+300+1 { // the keys; a seal and a state of each game; the day
		t.Errorf("%d leaves, then %d", first.N, second.N)
	}
	leaves := m.leaves(second.N)
	kinds := map[string]int{}
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(at []int64) (list []tlog.Hash, _ error) {
		for _, n := range at {
			list = append(list, stored[n])
		}
		return list, nil
	})
	for n, data := range leaves {
		said, ok := tbd2.ReadLeaf(data)
		if !ok {
			t.Fatalf("leaf %d is %q", n, data)
		}
		kinds[said.Kind]++
		more, err := tlog.StoredHashes(int64(n), data, reader)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, more...)
	}
	if got := fmt.Sprint(kinds); got != "map[day:1 key:1 scope:1 seal:150 signer:1 state:150]" {
		t.Errorf("the log has %s", got)
	}
	if root, err := tlog.TreeHash(second.N, reader); err != nil || root != second.Hash {
		t.Errorf("the leaves have the root %v, the checkpoint says %v: %v", root, second.Hash, err)
	}
	proof, err := tlog.ProveTree(second.N, first.N, tlog.TileHashReader(second, m))
	if err == nil {
		err = tlog.CheckTree(proof, second.N, second.Hash, first.N, first.Hash)
	}
	if err != nil {
		t.Errorf("the log does not go on from where it was: %v", err)
	}
	before, _, err := tbd2.OpenCheckpoint(m.b.Get("/log/checkpoint?size=3").Want(t, http.StatusOK).Body, w.Signers.LogKey())
	if err != nil || before != first {
		t.Errorf("of before it has %v, %v; want %v", before, err, first)
	}
	for _, path := range []string{
		"/log/checkpoint?size=0", "/log/checkpoint?size=305", "/log/checkpoint?size=x", "/log/tile/0/002", "/log/tile/0/1", "/log/tile/0/001", "/log/tile/0/001.p/49", "/log/tile/0/000.p/0",
		"/log/tile/0/000.p/256", "/log/tile/0/000.p/01", "/log/tile/00/000", "/log/tile/64/000", "/log/tile/-1/000", "/log/tile/entries/002", "/log/tile/entries/x000/000", "/log/tile/entries/x1/000",
		"/log/tile/entries/000/000", "/log/tile/0/x999/x999/x999/x999/x999/999", "/log/tile/", "/log/tile/0", "/log/tile/0/", "/log/tile/0/000.p/x",
	} {
		m.b.Get(path).Want(t, http.StatusNotFound)
	}
	page := m.b.Get("/dice").Want(t, http.StatusOK, "304 entries", "at the end of 1 May 2026", second.Hash.String(), w.Signers.LogKey(), w.Signers.ReceiptsKey()).Body
	if !strings.Contains(page, `<th scope="row">Level A0</th><td>150</td>`) {
		t.Error("the page does not count the games")
	}
	m.b.Get("/log/feed").Want(t, http.StatusOK, "The log at the end of 1 May 2026", second.Hash.String())
}

// TestTheDicePageCountsTournaments by the key of their dice, and those that were cancelled; now and then, for it counts all.
func TestTheDicePageCountsTournaments(t *testing.T) {
	w := webtest.New(t)
	counts := func(made, unstarted, later, opened string) {
		t.Helper()
		w.Wait(6 * time.Minute)
		page := w.Browser().Get("/dice").Want(t, http.StatusOK, "The dice have had 1 key so far.").Body
		_, table, _ := strings.Cut(page, `aria-label="Tournaments by key of the dice"`)
		_, body, _ := strings.Cut(table, "<tbody>")
		body, _, _ = strings.Cut(body, "</tbody>")
		if got := strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")); !slices.Equal(got, []string{"1", made, unstarted, later, opened}) {
			t.Errorf("the page counts %v, want key 1 with %s, %s, %s and %s", got, made, unstarted, later, opened)
		}
	}
	counts("0", "0", "0", "0")
	ann := w.Member("Ann")
	cups := []string{ann.Cup(nil), ann.Cup(nil)}
	ann.Post(cups[0]+"/cancellation", nil).Want(t, http.StatusSeeOther)
	counts("2", "1", "0", "0")
	for _, name := range []string{"Bob", "Cleo"} {
		w.Member(name).Post(cups[1]+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	ann.Post(cups[1]+"/start", nil).Want(t, http.StatusSeeOther)
	counts("2", "1", "0", "0")
	ann.Post(cups[1]+"/desk", url.Values{"act": {"cancel"}, "text": {"nobody has time"}}).Want(t, http.StatusSeeOther)
	counts("2", "1", "1", "0")
	for range 2 {
		if err := w.Office.DiceLog.AppendToLog(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	counts("2", "1", "1", "2")
}
