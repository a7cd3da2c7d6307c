package web_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/play"
)

// A traveller follows a match over a line that breaks all the time.
type traveller struct {
	*rand.Rand
	who     *webtest.Member
	path    string
	last    string // id of the last event that reached them whole
	seqs    []int  // of the boards that they got
	lines   []int  // numbers of the lines that they got
	breaks  int
	torn    int // breaks in the middle of an event
	strange []string
	late    time.Duration // how much longer a line lasts than on a fast machine, so that some bring an answer on any
}

var shownLine = regexp.MustCompile(`<div id="line-(\d+)"`)

// ride follows the stream until the line breaks: after some bytes or some time.
func (r *traveller) ride() {
	ctx, cut := context.WithTimeout(context.Background(), time.Duration(1+r.IntN(60))*time.Millisecond+r.late)
	defer cut()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.who.World.Server.URL+r.path, nil)
	if err != nil {
		r.strange = append(r.strange, err.Error())
		return
	}
	if r.last != "" {
		req.Header.Set("Last-Event-ID", r.last)
	}
	resp, err := r.who.Client.Do(req)
	r.breaks++
	if err != nil {
		r.late = min(r.late+5*time.Millisecond, time.Second)
		return // it broke before the answer
	}
	r.late = max(0, r.late-5*time.Millisecond)
	defer resp.Body.Close()
	got, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<r.IntN(19)))
	events := strings.Split(string(got), "\n\n")
	if events[len(events)-1] != "" {
		r.torn++
	}
	for _, e := range events[:len(events)-1] { // what comes behind the last empty line is not whole
		r.take(e)
	}
}

// take notes one whole event.
func (r *traveller) take(e string) {
	if strings.HasPrefix(e, "retry: ") || strings.HasPrefix(e, ": ") {
		return
	}
	id, data, ok := strings.Cut(strings.TrimPrefix(e, "id: "), "\n")
	board, line := webtest.ShownSeq.FindStringSubmatch(data), shownLine.FindAllStringSubmatch(data, -1)
	switch {
	case !ok || (board == nil) == (line == nil) || len(line) > 1:
		r.strange = append(r.strange, e)
	case board != nil:
		seq, _ := strconv.Atoi(board[1])
		r.seqs = append(r.seqs, seq)
	default:
		n, _ := strconv.Atoi(line[0][1])
		r.lines = append(r.lines, n)
	}
	r.last = id
}

// TestProofOverBrokenLinesNothingIsMissedAndNothingComesTwice cuts the line of somebody
// who follows whole matches, with people talking, at random points, and compares what
// reached them with the database.
func TestProofOverBrokenLinesNothingIsMissedAndNothingComesTwice(t *testing.T) {
	w := webtest.New(t)
	w.Office.LinesAMinute = 1 << 30
	ann, bob, eve := w.Member("Ann"), w.Member("Bob"), w.Member("Eve")
	matches, breaks, torn, boards, lines := max(3, enginetest.Size(30)), 0, 0, 0, 0
	// A slow machine breaks most lines before the answer: then it takes more matches to see enough.
	for n := 0; n < matches || torn < matches*3 && n < 10*matches; n++ {
		id := w.Match(ann, bob)
		r := &traveller{Rand: rand.New(rand.NewPCG(18, uint64(n))), who: []*webtest.Member{ann, bob, eve}[n%3], path: "/matches/" + id + "/stream?after=" + webtest.Mark{World: w, ID: id}.String()}
		over := make(chan struct{})
		go func() {
			defer close(over)
			playAndTalk(t, w, id, ann, bob, rand.New(rand.NewPCG(19, uint64(n))))
		}()
		for done := false; !done; r.ride() {
			select {
			case <-over:
				done = r.last == webtest.Mark{World: w, ID: id}.String() // one ride more shows that nothing comes behind the end
			default:
			}
			if t.Failed() || r.breaks > 100_000 {
				t.Fatalf("after %d breaks he is at %q of %s", r.breaks, r.last, webtest.Mark{World: w, ID: id})
			}
		}
		for i, line := range r.lines {
			if line != i+1 {
				t.Fatalf("match %d: line %d came where line %d was due: %v", n, line, i+1, r.lines)
			}
		}
		for i := 1; i < len(r.seqs); i++ {
			if r.seqs[i] <= r.seqs[i-1] {
				t.Fatalf("match %d: board %d came behind board %d", n, r.seqs[i], r.seqs[i-1])
			}
		}
		_, said, err := w.Office.Reached(t.Context(), league.Site(), id)
		if err != nil || len(r.lines) != said || r.seqs[len(r.seqs)-1] != w.View(id).Record.Seq || len(r.strange) > 0 {
			t.Fatalf("match %d: %d of %d lines, the last board is %d of %d, strange: %q, %v",
				n, len(r.lines), said, r.seqs[len(r.seqs)-1], w.View(id).Record.Seq, r.strange, err)
		}
		breaks, torn, boards, lines = breaks+r.breaks, torn+r.torn, boards+len(r.seqs), lines+said
	}
	t.Logf("at least %d matches, %d breaks, %d of them within an event; %d boards, %d lines: none missed, none twice", matches, breaks, torn, boards, lines)
	if torn < matches*3 {
		t.Errorf("only %d breaks were within an event", torn)
	}
}

// playAndTalk plays a match at random to its end, with lines between the moves.
func playAndTalk(t *testing.T, w *webtest.World, id string, ann, bob *webtest.Member, r *rand.Rand) {
	ctx := context.Background()
	for {
		v, err := w.Office.Match(ctx, league.Site(), id)
		if err != nil {
			t.Error(err)
			return
		}
		mover, running := v.Match.Mover()
		for range r.IntN(3) {
			who := []*webtest.Member{ann, bob}[r.IntN(2)]
			if err := w.Office.Say(ctx, who.Player, membersleague.Saying{Match: id, Text: fmt.Sprintf("a line of %d", r.IntN(1000)), Arrived: w.Clock()}); err != nil {
				t.Error(err)
				return
			}
		}
		time.Sleep(time.Duration(r.IntN(30)) * time.Millisecond)
		if !running {
			return
		}
		turn := play.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.Clock()}
		if _, err := w.Working().Play(ctx, mover, turn); err != nil {
			t.Error(err)
			return
		}
	}
}
