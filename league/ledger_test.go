package league

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// robot is an act of somebody about a bot.
func robot(who string, act TournamentAct, text string) Decision {
	d := by(who, act, "", text)
	d.Player = Player{ID: "bot:x", Name: "Random", Kind: Bot}
	return d
}

func TestWhatMayFollowWhatInTheLedger(t *testing.T) { // R-UT-1, R-UT-7, R-FF-5
	plain := TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1}
	change := func(from TournamentTerms, f func(*TournamentTerms)) TournamentTerms { f(&from); return from }
	joining := change(plain, func(o *TournamentTerms) { o.Joining, o.Places = true, 9 })
	closing := change(joining, func(o *TournamentTerms) { o.Closes = may.Add(4 * time.Minute) })
	botless := change(plain, func(o *TournamentTerms) { o.NoBots = true })
	inviting := change(plain, func(o *TournamentTerms) { o.ByInvite = true })
	edition := func(o *TournamentTerms) { o.Waiting, o.Competition = false, "minicup/streetsoccer/lg" }

	gil := by("ann", ActAppointed, "gil", "")
	two := with(entered("bob", "cleo"), gil)
	three := entered("bob", "cleo", "dan")
	played := begun("bob", "cleo", "dan")
	waited := with(begun("bob", "cleo", "dan", "eve", "fay"), gil)
	over := by("", ActFinished, "", "bob")
	off := by("ann", ActCancelled, "", "")
	lot := Lot{Seeds: []string{"dan", "bob", "cleo"}}.String()
	program := entered("zed")[0] // R-BO-2
	program.By.Kind, program.Player.Kind = Program, Program
	for _, c := range []struct {
		what   string
		terms  TournamentTerms
		before []Decision
		do     Decision
		kind   Kind // Internal: no user can hit upon it; "" with no words: it is done
		words  string
	}{
		{"a player enters", plain, two, entered("dan")[0], "", ""},
		{"a player does not enter twice", plain, two, entered("bob")[0], Stale, "You are in this tournament already"},
		{"nor does the site enter him then", plain, two, by("", ActEntered, "bob", "R-CH-4: renewed"), Stale, "bob is in this tournament already"},
		{"nobody does not enter", plain, two, by("ann", ActEntered, "", ""), Internal, "cannot enter"},
		{"the site does not enter nobody", plain, two, by("", ActEntered, "", "R-CH-4: renewed"), Internal, "cannot enter"},
		{"the site enters nobody without a reason", plain, two, by("", ActEntered, "dan", ""), Internal, "without a reason"},
		{"when the last place of an edition is taken nobody enters", change(plain, edition), three, entered("eve")[0], Stale, "is full"},
		{"a full one that is cancelled says that it is cancelled", plain, with(three, off), entered("eve")[0], Stale, "has been cancelled"},
		{"every full tournament of players keeps a waiting list", plain, three, entered("eve")[0], "", ""},
		{"who leaves makes room for another one", plain, with(three, by("bob", ActLeft, "bob", "")), entered("eve")[0], "", ""},
		{"after the start nobody enters", plain, with(two, by("", ActStarted, "", ": bob cleo")), entered("dan")[0], Stale, "has started"},
		{"where late entries are taken one enters after the start", joining, played, entered("eve")[0], "", ""},
		{"a cancelled one takes no late entries", joining, with(three, off), entered("eve")[0], Stale, "has been cancelled"},
		{"a finished one takes no late entries", joining, with(played, over), entered("eve")[0], Stale, "has started"},
		{"late entries come after entries have closed", closing, played, entered("eve")[0], "", ""},
		{"before the start closed is closed", closing, three, entered("eve")[0], Stale, "Entries have closed"},
		{"a ladder that is over takes no entries", rolling, with(entered("bob"), over), entered("cleo")[0], Stale, "has started"},

		{"a BOT account does not enter by itself", plain, two, program, Internal, "cannot enter by itself"},
		{"the organiser brings in a bot", plain, two, robot("ann", ActEntered, ""), "", ""},
		{"a director brings in a bot", plain, two, robot("gil", ActEntered, ""), "", ""},
		{"a player brings in no bot", plain, two, robot("bob", ActEntered, ""), Forbidden, "can bring in bots"},
		{"a bot does not enter by itself", plain, two, Decision{By: robot("", "", "").Player, Act: ActEntered, Player: robot("", "", "").Player}, Internal, "cannot enter by itself"},
		{"a bot is not brought in twice", plain, with(two, robot("ann", ActEntered, "")), robot("ann", ActEntered, ""), Stale, "Random is in this tournament already"},
		{"where there are no bots none is brought in", botless, two, robot("ann", ActEntered, ""), Forbidden, "without bots"},
		{"where there are no bots people enter", botless, two, entered("dan")[0], "", ""},
		{"a bot needs no invitation", inviting, nil, robot("ann", ActEntered, ""), "", ""},

		{"a player leaves", plain, two, by("bob", ActLeft, "bob", ""), "", ""},
		{"who is not in it does not leave", plain, two, by("fay", ActLeft, "fay", ""), Stale, "You are not in"},
		{"who is not in it is not taken out", plain, two, by("ann", ActLeft, "fay", "rude"), Stale, "fay is not in"},
		{"a player takes out nobody", plain, two, by("bob", ActLeft, "cleo", "rude"), Forbidden, "can take out players"},
		{"who takes a player out says why", plain, two, by("ann", ActLeft, "bob", ""), Invalid, "Say why"},
		{"a bot is taken out without a word", plain, with(two, robot("ann", ActEntered, "")), robot("gil", ActLeft, ""), "", ""},
		{"the site takes a player out by a rule", plain, two, by("", ActLeft, "bob", "R-UT-1: did not check in"), "", ""},
		{"the site takes out nobody without a reason", plain, two, by("", ActLeft, "bob", ""), Internal, "without a reason"},
		{"a cancelled one is not left", plain, with(two, off), by("bob", ActLeft, "bob", ""), Stale, "has been cancelled"},
		{"who plays does not leave", plain, played, by("bob", ActLeft, "bob", ""), Stale, "nobody can leave it any more"},
		{"who has played does not leave", plain, with(played, over), by("bob", ActLeft, "bob", ""), Stale, "nobody can leave it any more"},
		{"a stranger is told the same", plain, played, by("fay", ActLeft, "fay", ""), Stale, "nobody can leave it any more"},
		{"who waits leaves", desk, waited, by("eve", ActLeft, "eve", ""), "", ""},
		{"a ladder is left at any time", rolling, entered("bob", "cleo"), by("bob", ActLeft, "bob", ""), "", ""},
		{"a ladder that is over is not left", rolling, with(entered("bob"), over), by("bob", ActLeft, "bob", ""), Stale, "has started"},

		{"the organiser starts it", plain, three, by("ann", ActStarted, "", lot), "", ""},
		{"the site starts it", plain, three, by("", ActStarted, "", lot), "", ""},
		{"a director does not start it", plain, two, by("gil", ActStarted, "", ": bob cleo"), Forbidden, "can start it"},
		{"it starts once", plain, played, by("ann", ActStarted, "", lot), Stale, "has started"},
		{"a cancelled one does not start", plain, with(three, off), by("ann", ActStarted, "", lot), Stale, "has been cancelled"},
		{"a lot that cannot be read starts nothing", plain, three, by("ann", ActStarted, "", "heads"), Internal, "is no lot"},
		{"a draw that cannot be read starts nothing", plain, three, by("ann", ActStarted, "", "g1: bob  cleo dan"), Internal, "is no draw"},
		{"the draw need not follow the seeds of a director", plain, with(three, by("ann", ActSeeded, "", "dan bob")), by("ann", ActStarted, "", lot), "", ""},
		{"who has no place waits when it starts", desk, entered("bob", "cleo", "dan", "eve"), by("", ActStarted, "", ": dan bob cleo"), "", ""},
		{"a draw that leaves places empty leaves nobody out", desk, entered("bob", "cleo", "dan", "eve"), by("", ActStarted, "", ": bob cleo"), Internal, "seeds 2 of 4"},
		{
			"without a waiting list a draw leaves nobody out", change(desk, func(o *TournamentTerms) { edition(o); o.Places = 4 }), entered("bob", "cleo", "dan", "eve"),
			by("", ActStarted, "", ": bob cleo dan"), Internal, "seeds 3 of 4",
		},

		{"the site notes before the start", plain, two, by("", ActNoted, "bob", "here"), "", ""},
		{"a player notes of himself", plain, two, by("bob", ActNoted, "bob", "here"), "", ""},
		{"a player notes nothing of another one", plain, two, by("bob", ActNoted, "cleo", "here"), Forbidden, "can note that"},
		{"nothing is noted of a stranger", plain, two, by("", ActNoted, "fay", "here"), Stale, "fay is not in"},
		{"the site lets a player go on", plain, played, by("", ActQualified, "bob", "R-UT-4: first"), "", ""},
		{"nobody goes on before the start", plain, three, by("", ActQualified, "bob", "R-UT-4: first"), Stale, "not being played"},
		{"nobody goes on twice", plain, with(played, by("", ActQualified, "bob", "R-UT-4: first")), by("", ActQualified, "bob", "R-UT-4: first"), Stale, "bob has qualified already"},
		{"the organiser lets nobody go on", plain, played, by("ann", ActQualified, "bob", "R-UT-4: first"), Internal, "is done by"},

		{"a player withdraws", plain, played, by("bob", ActStruck, "bob", "forfeited R-FF-5: withdrew"), "", ""},
		{"nobody is struck before the start", plain, three, by("ann", ActStruck, "bob", "voided R-FF-5: rude"), Stale, "not being played"},
		{"nobody is struck after the end", plain, with(played, over), by("ann", ActStruck, "bob", "voided R-FF-5: rude"), Stale, "not being played"},
		{"nobody is struck twice", plain, with(played, by("", ActStruck, "bob", "voided R-FF-5: left")), by("ann", ActStruck, "bob", "cheated R-FF-9: x"), Stale, "bob is out of this tournament already"},
		{"nobody is struck without a reason", plain, played, by("ann", ActStruck, "bob", "voided"), Internal, "strikes nobody"},
		{"nobody is struck in another way", plain, played, by("ann", ActStruck, "bob", "banished R-FF-5: rude"), Internal, "strikes nobody"},

		{"the first place is a place", rolling, entered("bob", "cleo"), by("", ActPlaced, "cleo", "1 R-LA-5: won"), "", ""},
		{"the last place is one too", rolling, entered("bob", "cleo"), by("", ActPlaced, "bob", "2 R-LA-8: slept"), "", ""},
		{"a word is no place", rolling, entered("bob", "cleo"), by("", ActPlaced, "bob", "top R-LA-5: won"), Internal, "is no place"},
		{"only in a ladder are there places", plain, played, by("", ActPlaced, "bob", "1 R-LA-5: won"), Internal, "is no place"},

		{"a director replaces a player", desk, waited, by("gil", ActReplaced, "eve", "bob R-CH-10: left"), "", ""},
		{"a player replaces nobody", desk, waited, by("cleo", ActReplaced, "eve", "bob R-CH-10: left"), Forbidden, "can replace players"},
		{"who waits is replaced by nobody", desk, waited, by("gil", ActReplaced, "eve", "fay R-CH-10: left"), Internal, "replaces nobody"},
		{"after the end nobody is replaced", desk, with(waited, over), by("gil", ActReplaced, "eve", "bob R-CH-10: left"), Internal, "replaces nobody"},

		{"the site counts a fixture", rolling, entered("bob", "cleo"), by("", ActCounted, "", "m1 3-2"), "", ""},
		{"nobody else counts one", rolling, entered("bob", "cleo"), by("ann", ActCounted, "", "m1 3-2"), Internal, "is counted by"},
		{"nothing is not counted", rolling, entered("bob", "cleo"), by("", ActCounted, "", ""), Internal, "is counted by"},

		{"the site finishes it", plain, played, by("", ActFinished, "", "bob cleo"), "", ""},
		{"nobody else finishes it", plain, played, by("ann", ActFinished, "", "bob"), Internal, "is finished by"},
		{"what has not started is not finished", plain, three, by("", ActFinished, "", "bob"), Internal, "is finished by"},
		{"it is finished once", plain, with(played, over), over, Internal, "is finished by"},
		{"a stranger does not win", plain, played, by("", ActFinished, "", "fay"), Internal, "wins without being in it"},
	} {
		if _, err := directed(t, c.terms, c.before...); err != nil {
			t.Errorf("%s: before it, %v", c.what, err)
			continue
		}
		_, err := directed(t, c.terms, with(c.before, c.do)...)
		switch {
		case c.words == "" && err != nil:
			t.Errorf("%s: %v", c.what, err)
		case c.words != "" && (err == nil || KindOf(err) != c.kind || !strings.Contains(err.Error(), c.words)):
			t.Errorf("%s: %s %v, want %s with %q", c.what, KindOf(err), err, c.kind, c.words)
		}
	}
}

func TestTheOfficeSaysWhoDirectsATournamentOfTheSite(t *testing.T) { // R-FF-10
	if _, err := made(t, rolling, by("ann", ActRuled, "", "R-FF-10: x")); err != nil {
		t.Error(err)
	}
}

func TestEventsComeInTheirOrder(t *testing.T) {
	begin := Decision{Seq: 1, At: may, By: someone("ann"), Act: ActCreated, Text: desk.String()}
	enter := func(seq int, at time.Time) Decision {
		return Decision{Seq: seq, At: at, By: someone("bob"), Act: ActEntered, Player: someone("bob")}
	}
	again := begin
	again.Seq = 2
	for what, c := range map[string]struct {
		log  []Decision
		done bool
	}{
		"one after the other":            {[]Decision{begin, enter(2, may.Add(time.Minute))}, true},
		"at the same moment":             {[]Decision{begin, enter(2, may)}, true},
		"one is left out":                {[]Decision{begin, enter(3, may)}, false},
		"one comes twice":                {[]Decision{begin, enter(1, may)}, false},
		"one is earlier than the last":   {[]Decision{begin, enter(2, may.Add(-time.Millisecond))}, false},
		"it begins with something else":  {[]Decision{enter(1, may)}, false},
		"it is created a second time":    {[]Decision{begin, again}, false},
		"it is created with other words": {[]Decision{{Seq: 1, At: may, Act: ActCreated, Text: "a cup"}}, false},
	} {
		if _, err := ReplayTournament("id", [16]byte{}, [32]byte{}, c.log); (err == nil) != c.done {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestWhatTheLedgerComesTo(t *testing.T) {
	plain := desk
	plain.CheckIn, plain.Starts = 0, time.Time{}
	cup, err := directed(t, plain, with(begun("bob", "cleo", "dan", "eve"),
		by("", ActQualified, "cleo", "R-UT-4: first"), by("", ActTold, "", "soon"), by("", ActFinished, "", "dan bob"))...)
	if err != nil {
		t.Fatal(err)
	}
	if !cup.Entries[1].Qualified.Equal(may.Add(6*time.Minute)) || !cup.Entries[0].Qualified.IsZero() {
		t.Errorf("qualified: %+v", cup.Entries)
	}
	if !cup.Told.Equal(may.Add(7*time.Minute)) || !cup.Ended.Equal(may.Add(8*time.Minute)) || cup.State != Finished {
		t.Errorf("told %v, ended %v, %s", cup.Told, cup.Ended, cup.State)
	}
	if got := cup.Winners(); !slices.Equal(got, []Player{someone("bob"), someone("dan")}) {
		t.Errorf("%v have won", got)
	}
	if !cup.Entries[0].Present.IsZero() {
		t.Error("bob is there where nobody checks in")
	}
	if e := cup.Entries[3]; e.Player.ID != "eve" || !cup.Waits(e) {
		t.Errorf("%+v does not wait", e)
	}
	for want, log := range map[string][]Decision{
		"bob cleo":      entered("bob", "cleo"),
		"cleo dan":      append(entered("bob", "cleo", "dan"), by("bob", ActLeft, "bob", "")),
		"dan bob cleo":  append(entered("bob", "cleo", "dan"), by("", ActPlaced, "dan", "1 R-LA-5: won")),
		"cleo dan bob":  append(entered("bob", "cleo", "dan"), by("", ActPlaced, "bob", "3 R-LA-8: slept")),
		"dan cleo fred": append(entered("bob", "cleo", "dan"), by("", ActPlaced, "dan", "1 up"), by("bob", ActLeft, "bob", ""), entered("fred")[0]),
	} {
		if ladder, err := made(t, rolling, log...); err != nil || order(ladder) != want {
			t.Errorf("%q, want %q, %v", order(ladder), want, err)
		}
	}
}

func TestWhatIsNotedOfASeatGoesWithIt(t *testing.T) { // R-CH-10
	terms := desk
	terms.CheckIn, terms.Starts = 0, time.Time{}
	noted := with(begun("bob", "cleo", "dan", "eve"), by("", ActNoted, "bob", "3"))
	replaced := by("ann", ActReplaced, "eve", "bob R-CH-10: left")
	out := by("ann", ActStruck, "bob", "voided R-FF-5: rude")
	for want, log := range map[string][]Decision{"3": with(noted, replaced), "": with(noted, out, replaced)} {
		cup, err := directed(t, terms, log...)
		if err != nil || cup.Entries[0].Player.ID != "eve" || cup.Entries[0].Note != want {
			t.Errorf("%+v, %v; want the note %q", cup.Entries, err, want)
		}
	}
}

func TestTwoThatFollowOneTournamentShareNoLog(t *testing.T) {
	one, err := directed(t, desk, entered("bob", "cleo")...)
	if err != nil {
		t.Fatal(err)
	}
	enter := func(name string) Tournament {
		d := entered(name)[0]
		d.Seq, d.At = one.Last+1, one.Changed
		next, err := one.Add(d)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	dan, eve := enter("dan"), enter("eve")
	if dan.Log[3].Player.ID != "dan" || eve.Log[3].Player.ID != "eve" || dan.Entries[2].Player.ID != "dan" {
		t.Errorf("%v, %v", dan.Log[3], eve.Log[3])
	}
}
