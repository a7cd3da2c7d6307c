package league

import (
	"slices"
	"strings"
	"testing"
)

func TestBotsPlayOnlyIfThatIsAgreed(t *testing.T) { // R-BO-3
	robot := func(id string, by string, kind PlayerKind) Decision {
		return Decision{By: someone(by), Act: ActEntered, Player: Player{ID: id, Name: id, Kind: kind}}
	}
	change := func(f func(*TournamentTerms)) TournamentTerms {
		terms := desk
		terms.Places = 8
		f(&terms)
		return terms
	}
	none, two := change(func(o *TournamentTerms) { o.NoBots = true }), change(func(o *TournamentTerms) { o.Bots = 2 })
	old := change(func(*TournamentTerms) {})
	ask, agrees, refuses := by("ann", ActAskedBots, "", "2"), by("bob", ActAnsweredBots, "bob", "yes"), by("bob", ActAnsweredBots, "bob", "no")
	change2 := func(terms TournamentTerms) Decision { return by("ann", ActChanged, "", terms.String()) }
	three := change(func(o *TournamentTerms) { o.Bots = 3 })
	x, y, z, zed := robot("bot:x", "ann", Bot), robot("bot:y", "ann", Bot), robot("bot:z", "ann", Bot), robot("zed", "cleo", Program)
	for _, c := range []struct {
		what  string
		terms TournamentTerms
		log   []Decision
		words string // "": it is done
		bots  string // the terms then: "none", or the number
	}{
		{"none play unless it is said", none, []Decision{x}, "without bots", ""},
		{"nor BOT accounts", none, []Decision{zed}, "without bots", ""},
		{"two play where two may", two, []Decision{x, zed}, "", "2"},
		{"and no third one", two, []Decision{x, zed, y}, "2 bots are in this tournament", ""},
		{"but for one that leaves", two, []Decision{x, zed, {By: someone("cleo"), Act: ActLeft, Player: zed.Player}, y}, "", "2"},
		{"from before the rule any of the site", old, []Decision{x, y, z}, "", "0"},
		{"and no BOT account", old, []Decision{zed}, "without bots", ""},
		{"before the first entry more are let in", none, []Decision{change2(two), x}, "", "2"},
		{"later not", two, append(entered("bob"), change2(three)), "everybody in it agrees", ""},
		{"nor any number of them", two, append(entered("bob"), change2(old)), "everybody in it agrees", ""},
		{"fewer always", three, append(entered("bob"), change2(two)), "", "2"},
		{"but not fewer than are in it", two, []Decision{x, change2(none)}, "Take out bots first", ""},
		{"only the organiser asks", none, append(entered("bob"), by("bob", ActAskedBots, "", "2")), "Only ann", ""},
		{"with nobody to ask it holds at once", none, []Decision{ask, x}, "", "2"},
		{"who asks agrees", none, append(entered("ann"), ask, x), "", "2"},
		{"until all have agreed none play", none, append(entered("bob"), ask, x), "without bots", ""},
		{"then they do", none, append(entered("bob"), ask, agrees, x, zed), "", "2"},
		{"all are two", none, append(entered("bob", "cleo"), ask, agrees, x), "without bots", ""},
		{"who enters meanwhile is asked too", none, append(entered("bob"), ask, with(nil, entered("bob", "dan")[1])[0], agrees, x), "without bots", ""},
		{"who leaves has no say", none, append(entered("bob", "cleo"), ask, agrees, by("cleo", ActLeft, "cleo", ""), x), "", "2"},
		{"one who does not agree ends it", none, append(entered("bob", "cleo"), ask, refuses, by("cleo", ActAnsweredBots, "cleo", "yes")), "have answered already", ""},
		{"nobody answers for another", none, append(entered("bob"), ask, by("ann", ActAnsweredBots, "bob", "yes")), "for \"bob\"", ""},
		{"nobody answers twice", none, append(entered("bob", "cleo"), ask, agrees, agrees), "have answered already", ""},
		{"nobody is asked about what is so", two, append(entered("bob"), ask), "So many bots may play", ""},
		{"after the start nobody is asked", none, append(begun("bob", "cleo", "dan"), ask), "has started", ""},
	} {
		got, err := directed(t, c.terms, c.log...)
		switch {
		case c.words == "" && err != nil, c.words != "" && (err == nil || !strings.Contains(err.Error(), c.words)):
			t.Errorf("%s: %v", c.what, err)
		case c.words == "" && c.bots != map[bool]string{true: "none", false: numberOf(got.Bots)}[got.NoBots]:
			t.Errorf("%s: then %d bots may play, none: %t", c.what, got.Bots, got.NoBots)
		}
	}
	started, err := directed(t, none, append(entered("bob", "cleo"), ask, by("", ActStarted, "", ": bob cleo"))...)
	if most, open := started.AsksAboutBots(); err != nil || most != 0 || open != nil || !started.NoBots {
		t.Errorf("after the start %v are asked about %d, %v", open, most, err)
	}
	asked, err := directed(t, none, append(entered("bob", "cleo"), ask)...)
	if most, open := asked.AsksAboutBots(); err != nil || most != 2 || !slices.EqualFunc(open, []string{"bob", "cleo"}, func(p Player, id string) bool { return p.ID == id }) {
		t.Errorf("%v are asked about %d, %v", open, most, err)
	}
}

func numberOf(n int) string {
	if n == 0 {
		return "0"
	}
	return numberText(n)
}
