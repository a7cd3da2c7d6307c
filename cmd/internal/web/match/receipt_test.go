package match_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/store/storetest"
)

// receiptOf opens a receipt by the key that the site names.
func receiptOf(t *testing.T, w *webtest.World, note string) tbd2.Receipt {
	t.Helper()
	r, origin, err := tbd2.OpenReceipt(note, w.Signers.ReceiptsKey())
	if err != nil || origin != "league.example" {
		t.Fatalf("%q: %q, %v", note, origin, err)
	}
	return r
}

// judged verifies a file with what somebody has besides.
func judged(t *testing.T, w *webtest.World, file string, given tbd2.Evidence) (tbd2.Report, string) {
	t.Helper()
	given.Keys = []string{w.Signers.LogKey(), w.Signers.ReceiptsKey()}
	r, err := tbd2.Verify([]byte(file), games.ByID, given)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range r.Lines {
		fmt.Fprintf(&b, "%s: %s\n", l.Verdict, l.Text)
	}
	return r, b.String() + r.Note
}

func TestWhatIsDoneInAMatchIsAnsweredWithAReceipt(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	match := "/matches/" + id
	given := ann.Post(match+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther).Header.Get("Kickabout-Receipt")
	note, err := base64.StdEncoding.DecodeString(given)
	if err != nil {
		t.Fatal(err)
	}
	r, v := receiptOf(t, w, string(note)), w.MustMatch(id)
	if int(r.N) != len(v.Match.Log) || r.GID != v.Match.GID || string(r.T[:]) != string(v.Match.Chain[r.N-1]) || r.At != v.Match.Log[r.N-1].At.UnixMilli() || r.Round != 0 {
		t.Errorf("%+v after event %d", r, len(v.Match.Log))
	}
	stranger := w.Browser()
	if got := stranger.Get(match+"/receipt.txt").Want(t, 200); got.Body != string(note) || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("the file has %q, the answer had %q", got.Body, note)
	}
	if page := stranger.Get(match).Want(t, 200, "/receipt.txt").Body; !strings.Contains(page, fmt.Sprintf("%x", r.T)) {
		t.Error("the page does not have the receipt")
	}
	if got := ann.Post(match+"/moves", w.Turn(id)); got.Header.Get("Kickabout-Receipt") != "" { // it is Bob's turn
		t.Errorf("what was refused is answered with a receipt: %d", got.Status)
	}
	last := bob.Post(match+"/resignation", nil).Want(t, http.StatusSeeOther).Header.Get("Kickabout-Receipt")
	if note, _ = base64.StdEncoding.DecodeString(last); receiptOf(t, w, string(note)).N != r.N+1 {
		t.Errorf("%q after a resignation", note)
	}
}

func TestProgramsGetReceipts(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	body := ann.Move(id, w.Legal(id)).Want(t, 201).Body
	receipt := body["dice"].(webtest.Object)["receipt"].(string)
	if r := receiptOf(t, w, receipt); int(r.N) != len(w.MustMatch(id).Match.Log) {
		t.Errorf("%+v", r)
	}
}

// TestARewrittenMatchIsFoundByReceiptAndDay has the operator change a match in the database, with everything that follows from
// it: who kept a receipt, or the checkpoint of a day, finds it.
func TestARewrittenMatchIsFoundByReceiptAndDay(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	r := rand.New(rand.NewPCG(1, 2))
	for range 6 {
		w.TurnOf(id, r)
	}
	grow := func() {
		t.Helper()
		if err := w.Office.DiceLog.AppendToLog(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	grow()
	file := "/matches/" + id + "/match.json"
	stranger := w.Browser()
	receipt := stranger.Get("/matches/"+id+"/receipt.txt").Want(t, 200).Body
	if report, text := judged(t, w, stranger.Get(file).Want(t, 200).Body, tbd2.Evidence{Receipts: []string{receipt}}); !report.Holds() || !strings.Contains(text, "proved: The commitment to run 0 is in the log") || !strings.Contains(text, "not proved: No state of the match is in the log.") {
		t.Errorf("while it goes on:\n%s", text)
	}
	w.Wait(24 * time.Hour)
	grow() // the day has ended
	day := stranger.Get("/log/checkpoint").Want(t, 200).Body
	tree, _, err := tbd2.OpenCheckpoint(day, w.Signers.LogKey())
	if err != nil {
		t.Fatal(err)
	}
	honest := stranger.Get(fmt.Sprintf("%s?log=%d", file, tree.N)).Want(t, 200).Body
	if report, text := judged(t, w, honest, tbd2.Evidence{Receipts: []string{receipt}, Checkpoints: []string{day}}); !report.Holds() || !strings.Contains(text, "are in the log.") || strings.Contains(text, "No state") {
		t.Errorf("after its day:\n%s", text)
	}
	for range 3 {
		w.TurnOf(id, r)
	}
	grow()
	if report, text := judged(t, w, stranger.Get(file).Want(t, 200).Body, tbd2.Evidence{Receipts: []string{receipt}}); !report.Holds() {
		t.Errorf("gone on, by the receipt of before:\n%s", text)
	}

	// The site tells another game from now on, and signs that.
	storetest.Unguard(t, w.Store, "events")
	if err := storetest.Below(w.Store).Bare(t.Context()).Exec("UPDATE events SET at_ms = at_ms + 1, chain = NULL WHERE match_id = ? AND seq >= 3", id).Error; err != nil {
		t.Fatal(err)
	}
	if err := w.Office.CheckDamage(t.Context()); err != nil { // which gives the events their new values
		t.Fatal(err)
	}
	if receiptOf(t, w, stranger.Get("/matches/"+id+"/receipt.txt").Want(t, 200).Body).T == receiptOf(t, w, receipt).T {
		t.Fatal("nothing was rewritten")
	}
	forged := stranger.Get(file).Want(t, 200).Body
	if report, text := judged(t, w, forged, tbd2.Evidence{Receipts: []string{receipt}}); report.Holds() || !strings.Contains(text, "The site has signed another event") {
		t.Errorf("rewritten, by the receipt:\n%s", text)
	}
	if report, text := judged(t, w, forged, tbd2.Evidence{}); report.Holds() || !strings.Contains(text, "The log has another event") {
		t.Errorf("rewritten, by the log that the site itself still shows:\n%s", text)
	}
}
