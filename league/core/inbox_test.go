package core

import (
	"fmt"
	"testing"

	"kickabout/league"
)

// TestAFactIsTakenOnceAndInItsTurn: who is in a hurry leaves to jobs what is theirs, however much of it there is, and what is
// behind that keeps its order.
func TestAFactIsTakenOnceAndInItsTurn(t *testing.T) {
	t.Parallel()
	var in Inbox
	var groups []league.Fact
	for n := range 1000 {
		groups = append(groups, league.Fact{Kind: league.RoundDue, Subject: "season", Part: fmt.Sprint(n)})
	}
	one, other := league.Fact{Kind: league.MatchEnded, Subject: "one"}, league.Fact{Kind: league.MatchEnded, Subject: "other"}
	in.Add(groups...)
	in.Add(one, other, one, groups[7])
	take := func(hurry bool, want league.Fact) {
		t.Helper()
		if f, ok, _ := in.Take(hurry); !ok || f != want {
			t.Fatalf("taken: %v, %v, want %v", f, ok, want)
		}
	}
	take(true, one)
	in.Add(one) // again, while somebody is at it
	take(true, other)
	if f, ok, busy := in.Take(true); ok || busy == nil {
		t.Errorf("in a hurry %v is taken; %v", f, busy)
	}
	in.Leave(other)
	in.Leave(one)
	take(true, one)
	in.Leave(one)
	if f, ok, busy := in.Take(true); ok || busy != nil {
		t.Errorf("in a hurry %v is taken, or waited for", f)
	}
	for _, g := range groups {
		take(false, g)
		in.Leave(g)
	}
	if f, ok, _ := in.Take(false); ok {
		t.Errorf("%v is taken twice", f)
	}
}
