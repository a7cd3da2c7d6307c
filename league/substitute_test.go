package league

import (
	"strings"
	"testing"
	"time"
)

// sought is that a director asks somebody to play for another one, for an answer within so many minutes of the first event.
func sought(who, about, old string, minutes int) Decision {
	return by(who, ActSought, about, SubstituteCall{For: old, Until: may.Add(time.Duration(minutes) * time.Minute)}.Text()+" is ill")
}

func TestWhoMayPlayForAnother(t *testing.T) { // R-UT-8
	played := with(begun("bob", "cleo", "dan", "eve"), by("", ActStruck, "bob", "voided R-FF-7: withdrew")) // six events behind the first
	asked := with(played, sought("ann", "fay", "bob", 60))
	entered := with(asked, by("fay", ActEntered, "fay", ""))
	stood := with(played, by("ann", ActStoodIn, "eve", "bob R-UT-8: is ill"))
	inviting := desk
	inviting.ByInvite, inviting.Joining = true, false
	for _, c := range []struct {
		what   string
		before []Decision
		do     Decision
		kind   Kind
		words  string
	}{
		{"a director asks", played, sought("ann", "fay", "bob", 60), "", ""},
		{"a player does not", played, sought("cleo", "fay", "bob", 60), Forbidden, "ask for substitutes"},
		{"who is in it is not asked", played, sought("ann", "cleo", "bob", 60), Stale, "in this tournament already"},
		{"for who waits nobody is asked", played, sought("ann", "fay", "eve", 60), Internal, "no seat to give"},
		{"one is asked at a time", asked, sought("ann", "gus", "bob", 60), Stale, "fay is asked for this seat already"},
		{"nobody is asked twice", asked, sought("ann", "fay", "dan", 60), Stale, "fay is asked already"},
		{"before the start nobody is", entered[:0:0], sought("ann", "fay", "bob", 60), Stale, "while a tournament is being played"},
		{"there is time for an answer", played, sought("ann", "fay", "bob", 6), Internal, "no time is left"},
		{"who is banned is not asked", with(played, by("ann", ActBanned, "fay", "rude")), sought("ann", "fay", "bob", 60), Forbidden, "do not let you enter"},
		{"who is banned is asked no longer", with(asked, by("ann", ActBanned, "fay", "rude")), by("fay", ActDeclined, "fay", ""), Stale, "not asked"},
		{"who is asked enters without another invitation", asked, by("fay", ActEntered, "fay", ""), "", ""},
		{"nobody else does", asked, by("gus", ActEntered, "gus", ""), Forbidden, "Only players who are invited"},
		{"not behind the time", with(played, sought("ann", "fay", "bob", 12)), by("fay", ActEntered, "fay", ""), Stale, "The time for an answer was over"},
		{"not twice", entered, by("fay", ActEntered, "fay", ""), Stale, "You are in this tournament already"},
		{"they take the seat", entered, by("fay", ActReplaced, "fay", "bob R-UT-8: accepted"), "", ""},
		{"or play on", entered, by("fay", ActStoodIn, "fay", "bob R-UT-8: accepted"), "", ""},
		{"no other seat", entered, by("fay", ActReplaced, "fay", "dan R-UT-8: accepted"), Forbidden, "can replace players"},
		{"while one is asked nobody else gets it", asked, by("ann", ActReplaced, "eve", "bob R-CH-10: left"), Stale, "Take that back first"},
		{"nor plays on", asked, by("ann", ActStoodIn, "eve", "bob R-UT-8: left"), Stale, "Take that back first"},
		{"they decline", asked, by("fay", ActDeclined, "fay", ""), "", ""},
		{"a director takes it back", asked, by("ann", ActDeclined, "fay", ""), "", ""},
		{"a player does not take it back", asked, by("cleo", ActDeclined, "fay", ""), Forbidden, "take that back"},
		{"the site gives its reason", asked, by("", ActDeclined, "fay", ""), Internal, "without a reason"},
		{"who is not asked does not decline", played, by("gus", ActDeclined, "gus", ""), Stale, "not asked"},
		{"the strike is not undone while somebody is asked", asked, by("ann", ActUndone, "bob", "struck"), Stale, "Take that back first"},

		{"a director lets who waits play on", played, by("ann", ActStoodIn, "eve", "bob R-UT-8: is ill"), "", ""},
		{"who waits does not by themselves", played, by("eve", ActStoodIn, "eve", "bob R-UT-8: is ill"), Forbidden, "can replace players"},
		{"nobody plays on for who stays", played, by("ann", ActStoodIn, "eve", "dan R-UT-8: is ill"), Internal, "nobody plays on"},
		{"who has a seat plays on for nobody", played, by("ann", ActStoodIn, "cleo", "bob R-UT-8: is ill"), Internal, "nobody plays on"},
		{"one plays on", with(stood, sought("ann", "fay", "dan", 60), by("fay", ActEntered, "fay", "")), by("ann", ActStoodIn, "fay", "bob R-UT-8: is ill"), Stale, "eve plays on in the place of bob already"},
		{"the strike is not undone once somebody plays on", stood, by("ann", ActUndone, "bob", "struck"), Stale, "too late to undo"},
	} {
		_, err := directed(t, inviting, with(invitedAll(), append(append([]Decision(nil), c.before...), c.do)...)...)
		if (err == nil) != (c.words == "" && c.kind == "") || err != nil && (KindOf(err) != c.kind && c.kind != Internal || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%s: %s %v, want %s with %q", c.what, KindOf(err), err, c.kind, c.words)
		}
	}
}

// invitedAll invites those of whom the tests speak.
func invitedAll() (list []Decision) {
	for _, name := range []string{"bob", "cleo", "dan", "eve"} {
		list = append(list, by("ann", ActInvited, name, ""))
	}
	return list
}

func TestASubstituteAndWhatTheyStandFor(t *testing.T) { // R-UT-8
	log := with(begun("bob", "cleo", "dan", "eve"), by("", ActStruck, "bob", "forfeited R-FF-7: withdrew"), by("ann", ActStoodIn, "eve", "bob R-UT-8: is ill"))
	cup, err := directed(t, desk, log...)
	if err != nil || order(cup) != "bob cleo dan eve" || cup.Entries[3].Seed != 4 || cup.InPlaceOf("eve") != "bob" || cup.Entries[0].Out != Forfeited {
		t.Fatalf("%v: %s, %+v", err, order(cup), cup.Entries)
	}
	if by, ok := StandIn(cup, "bob"); !ok || by.ID != "eve" {
		t.Errorf("%+v plays on", by)
	}
	s := cup.Sheet("", nil, may)
	if s.Entries[3].InPlaceOf != "bob" || s.Entries[0].InPlaceOf != "" {
		t.Errorf("the sheet has %+v", s.Entries)
	}
	// Who takes over the seat of who plays on plays on in the same place.
	cup, err = directed(t, desk, with(log, sought("ann", "fay", "eve", 60), by("fay", ActEntered, "fay", ""), by("fay", ActReplaced, "fay", "eve R-UT-8: accepted"))...)
	if err != nil || cup.InPlaceOf("fay") != "bob" || cup.InPlaceOf("eve") != "" {
		t.Errorf("%v: %+v", err, cup.Roles)
	}
	// A call ends with the tournament, and an outage moves the time for an answer (R-TC-4).
	calling := with(log, sought("ann", "gus", "dan", 60))
	cup, err = directed(t, desk, with(calling, by("", ActFinished, "", "cleo"))...)
	if err != nil || len(cup.Calls()) != 0 {
		t.Errorf("%v: %+v", err, cup.Calls())
	}
	cup, err = directed(t, desk, calling...)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := cup.CallOf("gus")
	from := cup.Changed.Add(time.Minute)
	moved, ok := cup.Delay(SiteNotice{OutageNotice, from, from.Add(10 * time.Hour)})
	after, _ := moved.CallFor("dan")
	if !ok || after.Until.Sub(before.Until) != 10*time.Hour || len(moved.Calls()) != 1 || len(cup.Calls()) != 1 {
		t.Errorf("moved %v: until %v, then %v", ok, before.Until, after.Until)
	}
}
