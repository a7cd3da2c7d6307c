package storetest_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// said is a line of somebody's beside the first match.
func said(name, text string) league.Line {
	return league.Line{Match: newMatch(1).ID, Author: person(name).ID, At: noon, Text: text}
}

// TestLinesAreCommittedInTheOrderOfTheirNumbers lets many talk at once, while a reader
// asks again and again for what came after the last line they saw.
func TestLinesAreCommittedInTheOrderOfTheirNumbers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		const writers, each = 8, 25
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				for range each {
					who, other := "ann", "bob"
					if w%2 == 0 {
						who, other = other, who
					}
					n := league.Notice{Player: person(other).ID, At: noon, Kind: league.ChatNotice, Subject: m.ID}
					if err := second(s.Say(t.Context(), said(who, "hello"), nil, noon, 1000, n)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Go(func() {
			for seen := 0; seen < writers*each; {
				list, err := s.Lines(t.Context(), league.Site(), m.ID, seen, 10)
				if err != nil {
					t.Error(err)
					return
				}
				for _, l := range list {
					if l.N != seen+1 {
						t.Errorf("after line %d came %d", seen, l.N)
						return
					}
					seen = l.N
				}
			}
		})
		all.Wait()
		far, err := s.Reached(t.Context(), league.Site(), m.ID)
		if want := (league.Reached{2, writers * each}); err != nil || far != want {
			t.Errorf("the match has reached %v, %v, want %v", far, err, want)
		}
		// Each notice names the line that it tells about.
		for _, name := range []string{"ann", "bob"} {
			notices, err := s.Notices(t.Context(), person(name).ID, 0, 1000)
			must(t, err)
			for _, n := range notices {
				lines, err := s.Lines(t.Context(), league.Site(), m.ID, n.Seq-1, 1)
				must(t, err)
				if lines[0].Author == person(name).ID {
					t.Errorf("%s was told of a line of his own: %+v", name, n)
				}
			}
			if len(notices) != writers*each/2 {
				t.Errorf("%s has %d notices", name, len(notices))
			}
		}
	})
}

func TestALineIsReadBackAndCanBeTakenAway(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		var want []league.Line
		for i, text := range []string{"one", "two", "three", "fo\u00fcr"} {
			l := said([]string{"ann", "bob"}[i%2], text)
			got, err := s.Say(t.Context(), l, nil, noon.Add(-time.Minute), 3)
			must(t, err)
			if l.N = i + 1; got != l {
				t.Errorf("said is %+v, want %+v", got, l)
			}
			want = append(want, l)
		}
		lines, err := s.Lines(t.Context(), league.Site(), m.ID, 1, 2)
		if must(t, err); !cmp.Equal(lines, want[1:3]) {
			t.Errorf("two lines after the first are %+v", lines)
		}
		lines, err = s.LinesBefore(t.Context(), league.Site(), m.ID, 4, 2)
		if must(t, err); !cmp.Equal(lines, want[1:3]) {
			t.Errorf("two lines before the fourth are %+v", lines)
		}
		hide(t, s, want[1])
		hide(t, s, want[1])
		if lines, err = s.Lines(t.Context(), league.Site(), m.ID, 1, 1); err != nil || !lines[0].Hidden || lines[0].Text != "two" {
			t.Errorf("a hidden line is %+v, %v", lines, err)
		}
		wantKind(t, second(s.Say(t.Context(), league.Line{Match: "none", Author: person("ann").ID, At: noon, Text: "x"}, nil, noon, 9)), league.NotFound)
		wantKind(t, second(s.Reached(t.Context(), league.Site(), "none")), league.NotFound)
	})
}

func TestWhoTalksTooFastIsRefusedAndNothingIsWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		since := noon.Add(-time.Minute)
		notice := league.Notice{Player: person("bob").ID, At: noon, Kind: league.ChatNotice, Subject: m.ID}
		answer := func(key string) *league.Answer {
			return &league.Answer{Player: person("ann").ID, Key: key, Match: m.ID, At: noon}
		}
		old := said("ann", "long ago")
		old.At = since
		must(t, second(s.Say(t.Context(), old, nil, since, 3)))
		for _, key := range []string{"1", "2", "3"} {
			must(t, second(s.Say(t.Context(), said("ann", key), answer(key), since, 3, notice)))
		}
		wantKind(t, second(s.Say(t.Context(), said("ann", "4"), answer("4"), since, 3, notice)), league.Busy)
		must(t, second(s.Say(t.Context(), said("bob", "I may"), nil, since, 3)))
		wantKind(t, second(s.Say(t.Context(), said("ann", "3"), answer("3"), since, 9, notice)), league.Stale)
		far, err := s.Reached(t.Context(), league.Site(), m.ID)
		if err != nil || far[1] != 5 {
			t.Errorf("after five lines and two refused ones the match has reached %v, %v", far, err)
		}
		if n, err := s.LastNotice(t.Context(), person("bob").ID); err != nil || n != 3 {
			t.Errorf("Bob has %d notices, %v", n, err)
		}
		wantKind(t, second(s.Answer(t.Context(), person("ann").ID, "4")), league.NotFound)
	})
}

func TestReportsAndMutes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "eve")
		create(t, s, newMatch(1))
		line, err := s.Say(t.Context(), said("ann", "something bad"), nil, noon, 9)
		must(t, err)
		report := func(reader string, at time.Time) league.Report {
			return league.Report{Line: line, Reader: person(reader).ID, At: at, Reason: "it hurts"}
		}
		must(t, s.Report(t.Context(), report("bob", noon)))
		must(t, s.Report(t.Context(), report("eve", noon.Add(time.Second))))
		wantKind(t, s.Report(t.Context(), report("bob", noon)), league.Stale)
		missing := report("bob", noon)
		missing.Line.N = 9
		wantKind(t, s.Report(t.Context(), missing), league.NotFound)
		hide(t, s, line)
		line.Hidden = true
		got, err := s.Reports(t.Context(), 9)
		must(t, err)
		if diff := cmp.Diff([]league.Report{report("eve", noon.Add(time.Second)), report("bob", noon)}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}

		bob, ann := person("bob").ID, person("ann").ID
		must(t, s.Mute(t.Context(), bob, ann, noon))
		must(t, s.Mute(t.Context(), bob, ann, noon))
		must(t, s.Mute(t.Context(), bob, person("eve").ID, noon))
		if muted, err := s.Muted(t.Context(), bob); err != nil || !cmp.Equal(muted, []string{ann, person("eve").ID}) {
			t.Errorf("Bob has muted %v, %v", muted, err)
		}
		if muted, err := s.Muted(t.Context(), ann); err != nil || len(muted) != 0 {
			t.Errorf("Ann has muted %v, %v", muted, err)
		}
		must(t, s.Unmute(t.Context(), bob, ann))
		must(t, s.Unmute(t.Context(), bob, ann))
		if muted, err := s.Muted(t.Context(), bob); err != nil || len(muted) != 1 {
			t.Errorf("Bob has muted %v, %v", muted, err)
		}
	})
}
