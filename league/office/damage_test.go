package office_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

// bare goes behind the store's back.
func bare(t *testing.T, s *store.Store) *gorm.DB { return storetest.Below(s).Bare(t.Context()) }

// spoil changes a text of a match's record that no act could.
func spoil(t *testing.T, c *club, s *store.Store, id string) {
	t.Helper()
	storetest.Unguard(t, s, "events")
	c.must(bare(t, s).Exec("UPDATE events SET at_ms = at_ms + 1 WHERE match_id = ? AND seq = 2", id).Error)
}

// played is a match between two members with some moves.
func (c *club) played(a, b league.Player) string {
	c.t.Helper()
	id := c.between(a, b).Match.ID
	c.wait(time.Hour)
	c.moved(id, 3)
	return id
}

func TestEveryBitOfARecordCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		id := c.played(c.signedUp("Ann"), c.signedUp("Bob"))
		look := func() bool {
			m, err := s.Match(t.Context(), league.Site(), id)
			if err == nil {
				err = c.Damage(m)
			} else if league.KindOf(err) != league.Damaged {
				t.Fatal(err)
			}
			return err != nil
		}
		where := fmt.Sprintf("match_id = '%s'", id)
		storetest.Flips{Table: "rolls", Key: "seq * 100 + k", Where: where, Numbers: "e k sides face", Texts: "label"}.Each(t, s, enginetest.Size(500), look)
		storetest.Flips{Table: "events", Key: "seq", Where: where, Numbers: "at_ms side seq", Texts: "act text", Binaries: "chain"}.Each(t, s, enginetest.Size(500), look)
	})
}

func TestOneDamagedMatchOfMany(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		var all []string
		for range enginetest.Size(600) {
			all = append(all, c.between(ann, bob).Match.ID)
		}
		c.wait(time.Hour) // once: in as many hours as there are matches the time of the first ones would run out
		for _, id := range all {
			c.moved(id, 3)
		}
		id := all[len(all)/2]
		before, err := s.Match(t.Context(), league.Site(), id)
		c.must(err)
		spoil(t, c, s, id)
		if err := c.CheckDamage(t.Context()); err == nil || !strings.Contains(fmt.Sprint(err), id) {
			t.Errorf("the nightly job says %v", err)
		}
		locked, logs, n, err := c.CheckChains(t.Context())
		if err != nil || len(locked) != 1 || locked[0].Match != id || len(logs) > 0 || n != len(all) {
			t.Fatalf("%d matches checked, %v and %v are damaged, %v", n, locked, logs, err)
		}
		if _, err := c.Match(t.Context(), league.Of(ann), id); league.KindOf(err) != league.Damaged {
			t.Errorf("it is shown: %v", err)
		}
		if _, err := c.Resign(t.Context(), ann, id, c.clock()); league.KindOf(err) != league.Damaged {
			t.Errorf("Ann resigns it: %v", err)
		}
		for _, other := range all {
			if other == id {
				continue
			}
			c.moved(other, 1)
		}
		if list, err := c.MatchesOf(t.Context(), league.Of(ann), ann.ID, 2*len(all)); err != nil || len(list) != len(all) {
			t.Errorf("Ann has a list of %d matches, %v", len(list), err)
		}

		c.sleep(40 * 24 * time.Hour)
		c.must(c.Sweep(t.Context()))
		for _, other := range all {
			m, err := s.MatchHead(t.Context(), other)
			c.must(err)
			if m.State.Outcome.Over() == (other == id) {
				t.Errorf("after its time, match %s is %+v", other, m.State)
			}
		}
		wrong := append([]engine.Event{}, before.Log...)
		wrong[len(wrong)-1].At = wrong[len(wrong)-1].At.Add(time.Hour)
		if err := c.RestoreMatch(t.Context(), id, wrong); league.KindOf(err) != league.Invalid {
			t.Errorf("another record took its place: %v", err)
		}
		if err := c.RestoreMatch(t.Context(), id, nil); err == nil {
			t.Error("it goes on as it is")
		}
		c.must(c.RestoreMatch(t.Context(), id, before.Log[:2])) // an older copy: what came after is stored
		v, err := c.Match(t.Context(), league.Of(ann), id)
		c.must(err)
		last := v.Record.Log[len(v.Record.Log)-1]
		if last.Act != engine.ActTime || !strings.HasSuffix(last.Text, fmt.Sprint(40*24*60*60)) || v.Match.State.Deadline.Before(c.clock()) {
			t.Errorf("its last event is %+v, its deadline %v", last, v.Match.State.Deadline)
		}
		c.moved(id, 1)
		c.must(c.CheckDamage(t.Context()))
	})
}

func TestADamagedMatchIsFoundByWhoReadsIt(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	c := newClub(t, s)
	ann := c.signedUp("Ann")
	id := c.played(ann, c.signedUp("Bob"))
	spoil(t, c, s, id)
	c = newClubAt(c, s) // which has not read it yet
	if _, err := c.Match(t.Context(), league.Public(), id); league.KindOf(err) != league.Damaged {
		t.Errorf("it is shown: %v", err)
	}
	locks, err := c.Quarantined(t.Context())
	if err != nil || len(locks) != 1 || locks[0].Match != id || !strings.Contains(locks[0].Reason, "event 2") {
		t.Errorf("in quarantine are %v, %v", locks, err)
	}
}

func TestALockedMatchIsAdjudicated(t *testing.T) {
	for _, verdict := range []string{"first", "board", "void", "none"} {
		t.Run(verdict, func(t *testing.T) {
			t.Parallel()
			s := storetest.Open(t, storetest.SQLite(t))
			c := newClub(t, s)
			id := c.played(c.signedUp("Ann"), c.signedUp("Bob"))
			m, err := s.Match(t.Context(), league.Site(), id)
			c.must(err)
			n := len(m.Log)
			storetest.Unguard(t, s, "events")
			c.must(bare(t, s).Exec("UPDATE events SET at_ms = at_ms - 1 WHERE match_id = ? AND seq = ?", id, n).Error)
			if err := c.CheckDamage(t.Context()); err == nil {
				t.Fatal("no damage is found")
			}
			if verdict == "none" {
				if _, _, err := c.AdjudicateLocked(t.Context(), id, verdict); league.KindOf(err) != league.Invalid {
					t.Errorf("without a verdict: %v", err)
				}
				return
			}
			c.must(second(c.AdjudicateLocked(t.Context(), id, verdict)))
			v, err := c.Match(t.Context(), league.Site(), id)
			c.must(err)
			if len(v.Record.Log) != n || !v.Record.Next().Over() {
				t.Errorf("it has %d events of %d, and is %+v", len(v.Record.Log), n, v.Match.State)
			}
		})
	}
}

// second drops what comes before an error.
func second(_, _ int, err error) error { return err }

// What a match came to is pending in its table while it is locked.
func TestATableCountsALockedMatchAsNotPlayedYet(t *testing.T) {
	m := league.Match{ID: "m", Fixture: "c1/r1/b1", Locked: true}
	m.State.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}}
	for _, locked := range []bool{true, false} {
		m.Locked = locked
		sheet := league.Tournament{}.Sheet("", []league.Match{m}, time.Now())
		if over := sheet.Fixtures[0].Outcome.Over(); over == locked {
			t.Errorf("locked %v: it counts %v", locked, over)
		}
	}
}

// An export leaves a damaged match out, with what belongs to it, says so, and can be imported.
func TestAnExportLeavesDamagedMatchesOut(t *testing.T) {
	for _, found := range []bool{false, true} {
		s := storetest.Open(t, storetest.SQLite(t))
		c := newClub(t, s)
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		id, other := c.played(ann, bob), c.played(ann, bob)
		for _, m := range []string{id, other} {
			_, err := s.Say(t.Context(), league.Line{Match: m, Author: ann.ID, At: c.clock(), Text: "hello"}, nil, time.Time{}, 9)
			c.must(err)
		}
		spoil(t, c, s, id)
		if found {
			if err := c.CheckDamage(t.Context()); err == nil {
				t.Error("no damage is found")
			}
		}
		var file bytes.Buffer
		var incomplete *archive.Incomplete
		if err := c.Export(t.Context(), &file, archive.Scope{Holds: archive.Site}); !errors.As(err, &incomplete) || incomplete.Matches != 1 {
			t.Fatalf("the export says %v", err)
		}
		said, left := strings.Count(file.String(), `{"type":"damaged","match":"`+id+`"`), strings.Count(file.String(), `"match_id":"`+id)
		if said != 1 || left != 0 {
			t.Errorf("%d lines say that it is damaged, and %d belong to it", said, left)
		}
		into := storetest.Open(t, storetest.SQLite(t))
		o := office.New(office.Over(into), core.Keys{Dealer: dealer{}, Site: dealer{}, Passwords: hasher{}}, games.All(), nil, c.clock, c.log)
		read, sum, err := o.CheckImport(t.Context(), bytes.NewReader(file.Bytes()))
		c.must(err)
		if len(read.Damaged) != 1 || read.Damaged[0].Match != id || read.Matches != 1 {
			t.Errorf("the import finds %+v", read)
		}
		_, err = o.Import(t.Context(), bytes.NewReader(file.Bytes()), sum)
		c.must(err)
		if _, err := o.Match(t.Context(), league.Public(), other); err != nil {
			t.Errorf("the other match is not there: %v", err)
		}
		if _, err := o.Resign(t.Context(), ann, other, c.clock()); err != nil {
			t.Errorf("the other match does not go on: %v", err)
		}
		c.must(o.CheckDamage(t.Context()))
		m, err := into.Match(t.Context(), league.Site(), other)
		if err != nil || len(m.Chain) != len(m.Log) {
			t.Errorf("after an import and a check it has %d values of %d, %v", len(m.Chain), len(m.Log), err)
		}
	}
}
