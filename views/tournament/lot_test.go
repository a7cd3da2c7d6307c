package tournament

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	leaguelot "kickabout/league/lot"
	"kickabout/views/viewstest"
)

// TestThePageSaysWhatWentIntoTheDraw: what each player gave, nothing of bots, and of a draw under the first scheme nothing.
func TestThePageSaysWhatWentIntoTheDraw(t *testing.T) {
	at := time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	ann, bob, bot := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, league.Player{ID: "bob", Name: "Bob", Kind: league.Member}, league.Player{ID: "bot:x", Name: "X", Kind: league.Bot}
	closed := leaguelot.Close("7", dice.Digest{1}, []tbd2.Entry{{Player: "ann", Contribution: "<b>4711"}, {Player: "bob"}, {Player: "bot:x"}})
	cup := league.Tournament{
		Dice: league.Commitment{Epoch: 1, Scope: 7, Seal: dice.Digest{0xab}}, Head: dice.Link{0xcd}, Started: at, State: league.Running,
		Entries: []league.Entrant{{Player: ann, Seed: 2}, {Player: bob, Seed: 1}, {Player: bot, Seed: 3}},
		Log: []league.Decision{
			{Act: league.ActClosed, At: at, Text: closed.String()},
			{Act: league.ActStarted, At: at, Text: league.Lot{Seeds: []string{"bob", "ann", "bot:x"}, Draws: nil}.String()},
		},
	}
	want := []LotPart{{"Ann", "<b>4711"}, {"Bob", ""}}
	if got := newLotView(cup); got == nil || !slices.Equal(got.Gave, want) || !slices.Equal(got.Seeds, []string{"Bob", "Ann", "X"}) {
		t.Errorf("drawn by %+v", got)
	}
	page := func(p Page) string { return viewstest.Rendered(t, lotDrawn(p)) }
	drawn := page(Page{Lot: newLotView(cup), Binds: true, URL: "/tournaments/x"})
	for _, s := range []string{"Ann: <code class=\"fingerprint\">&lt;b&gt;4711</code>", "Bob: nothing", "and from what the players gave", "/tournaments/x/seeding.json"} {
		if !strings.Contains(strings.Join(strings.Fields(drawn), " "), s) {
			t.Errorf("the page does not say %q:\n%s", s, drawn)
		}
	}
	for in, want := range map[*tbd2.Opened]bool{nil: false, {Key: dice.Key{0xfe}, At: at}: true} {
		p := NewPage(Input{Tournament: cup, Format: league.FormatInfo{MinEntries: 3}, Opened: in})
		p.Seeded = ""
		if got := page(p); strings.Contains(got, "from which the dice of its games follow") != want || strings.Contains(got, "fe"+strings.Repeat("00", 31)) != want {
			t.Errorf("with the key %v:\n%s", in, got)
		}
	}
	if open := page(Page{Binds: true, Head: "abcd"}); !strings.Contains(open, "goes into this draw") || !strings.Contains(open, "abcd") {
		t.Errorf("before the draw:\n%s", open)
	}
	cup.Log = cup.Log[1:]
	if old := page(Page{Lot: newLotView(cup)}); strings.Contains(old, "gave to the draw") || strings.Contains(old, "What the players gave") || strings.Contains(page(Page{}), "goes into this draw") {
		t.Errorf("under the first scheme:\n%s", old)
	}
}

// TestWhatAwaitsItsValueOffersNothingElse: nobody enters or is invited, and whoever organises it may start it after a while.
func TestWhatAwaitsItsValueOffersNothingElse(t *testing.T) {
	at := time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	ann := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}
	cup := viewstest.Cup(t, false, 4)
	in := Input{Tournament: cup, Format: league.FormatInfo{MinEntries: 3}}
	in.Viewer, in.Now, in.Tournament.Closed = ann, at, at.Add(1-league.ValueWithin)
	in.Tournament.Organiser = ann
	for range 2 {
		p := NewPage(in)
		may := !in.Now.Before(in.Tournament.Closed.Add(league.ValueWithin))
		if !p.Awaits || p.Enter || p.SignUp || p.Bots.May || len(p.Invitable) > 0 || p.Without != may || p.Headline != "Entries have closed" || !strings.Contains(p.Next, "nobody could know when entries closed") {
			t.Errorf("at %s: %+v", in.Now, p)
		}
		page := viewstest.Rendered(t, organiserTools(p))
		if strings.Contains(page, "Start without the public value") != may || strings.Contains(page, "Start now") || strings.Contains(page, "you can start without it from") == may {
			t.Errorf("at %s the page says otherwise", in.Now)
		}
		in.Now = in.Now.Add(1)
	}
}
