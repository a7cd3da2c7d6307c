package storetest_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// noon is a moment to count from.
var noon = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

// day is the bank of every match here.
const day = 24 * time.Hour

// person returns a player by their name.
func person(name string) league.Player {
	return league.Player{ID: "id-" + name, Name: name, Kind: league.Guest, Created: noon}
}

// admit stores players, each with a session of their own.
func admit(t testing.TB, s *store.Store, names ...string) {
	t.Helper()
	for _, name := range names {
		p := person(name)
		session := league.Session{Hash: sessionOf(name), Player: p.ID, Created: noon}
		must(t, second(s.Admit(t.Context(), session, p)))
	}
}

// sessionOf returns the hash of somebody's session.
func sessionOf(name string) (hash [32]byte) {
	copy(hash[:], "session of "+name)
	return hash
}

// newMatch returns a match of Ann against Bob that has begun: the lot for the
// seats, the throw for the kick-off, and Ann, who is First, to move within a day.
func newMatch(n int) league.Match {
	m := league.Match{
		ID: fmt.Sprintf("m%06d", n), Game: "streetsoccer", Variant: "lg", Control: "live",
		Seats:   [2]league.Seat{{Player: person("ann"), Contribution: "four\x00\xff"}, {Player: person("bob")}},
		Created: noon,
		Log: []engine.Event{
			{Seq: 1, At: noon, Act: engine.ActSeats, Text: "0 streetsoccer/lg", Draws: []engine.Draw{{E: 1, Label: "seats", Sides: 2, Face: 1}}},
			{Seq: 2, At: noon, Act: engine.ActRoll, Text: "6 4", Draws: []engine.Draw{
				{E: 1, Label: "kickoff", K: 0, Sides: 6, Face: 6}, {E: 1, Label: "kickoff", K: 1, Sides: 6, Face: 4},
			}},
		},
		State: league.State{
			Last: 2, Position: "kickoff 6 4", ToMove: engine.First,
			Deadline: noon.Add(day), Moved: noon,
		},
	}
	binary.BigEndian.PutUint64(m.GID[:], uint64(n))
	copy(m.Head[:], "head of the chain")
	return m
}

// create stores a match.
func create(t testing.TB, s *store.Store, m league.Match) league.Match {
	t.Helper()
	must(t, s.CreateMatch(t.Context(), m))
	return m
}

// move returns the progress of a move at a moment and the throw that follows it:
// the other side is to move within a day.
func move(m league.Match, text string, at time.Time) league.Progress {
	last, face := m.State.Last, 1+len(text)%6
	state := m.State
	state.Last, state.Moved, state.Deadline = last+2, at, at.Add(day)
	state.ToMove = m.State.ToMove.Other()
	state.Position = fmt.Sprintf("after %s, %d to play", text, face)
	return league.Progress{
		Match: m.ID, Seen: last, Arrived: at, State: state,
		Events: []engine.Event{
			{Seq: last + 1, At: at, By: m.State.ToMove, Act: engine.ActMove, Text: text},
			{Seq: last + 2, At: at, Act: engine.ActRoll, Text: fmt.Sprint(face), Draws: []engine.Draw{
				{E: uint32(1 + last/2), Label: "die", Sides: 6, Face: face},
			}},
		},
	}
}

// timeout returns the progress that ends a match on time, by the platform.
func timeout(m league.Match, at time.Time) league.Progress {
	state := m.State
	loser := state.ToMove
	state.Last, state.Moved, state.Deadline, state.Due, state.ToMove = state.Last+1, at, time.Time{}, time.Time{}, engine.NoSide
	state.Outcome = engine.Outcome{Ending: engine.Timeout, Winner: loser.Other(), Score: state.Score}
	return league.Progress{
		Match: m.ID, Seen: m.State.Last, State: state,
		Events: []engine.Event{{Seq: state.Last, At: at, Act: engine.ActTimeout, Text: loser.String()}},
	}
}

// after returns a match as it is once progress has been added.
func after(m league.Match, p league.Progress) league.Match {
	m.Log = append(m.Log[:len(m.Log):len(m.Log)], p.Events...)
	m.State = p.State
	return m
}

// answer returns what is remembered of a request of Ann's.
func answer(m league.Match, key string) *league.Answer {
	return &league.Answer{Player: person("ann").ID, Key: key, Match: m.ID, Body: [32]byte{byte(len(key)), 7}, At: noon}
}

// raw returns the connections that write, to go behind the store's back.
func raw(s *store.Store) *gorm.DB { return storetest.Below(s).Bare(context.Background()) }

// reader returns the connections that read.
func reader(s *store.Store) *gorm.DB { return storetest.Below(s).Reader(context.Background()) }

// must fails the test at an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// second drops the first of two results.
func second[T any](_ T, err error) error { return err }

// wantKind fails the test unless err is of a kind.
func wantKind(t testing.TB, err error, want league.Kind) {
	t.Helper()
	if err == nil || league.KindOf(err) != want {
		t.Errorf("got error %v, want one of kind %q", err, want)
	}
}

// wantMatch fails the test unless a match is stored as it should be.
func wantMatch(t testing.TB, s *store.Store, want league.Match) {
	t.Helper()
	got, err := s.Match(context.WithoutCancel(t.Context()), league.Site(), want.ID)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the stored match differs (-want +got):\n%s", diff)
	}
}

// ids returns the ids of matches.
func ids(matches []league.Match) []string {
	var ids []string
	for _, m := range matches {
		ids = append(ids, m.ID)
	}
	return ids
}

// third returns the error of three results.
func third[T, U any](_ T, _ U, err error) error { return err }
