package main

import (
	"testing"
	"time"
)

func TestAFigureIsWhatWasMeasured(t *testing.T) {
	var all tally
	for i := range 100 {
		all.note(time.Duration(100-i)*time.Millisecond, 10, "")
	}
	all.note(time.Hour, 1000, "refused")
	f := all.figure("moves", 2*time.Second, usage{cpu: time.Second, statements: 700})
	if f.rate != 50 || f.p50 != 51*time.Millisecond || f.p99 != 100*time.Millisecond || f.cpu != 10*time.Millisecond || f.statements != 7 || f.bytes != 10 || f.refused != 1 || f.why != "refused" {
		t.Errorf("%+v", f)
	}
	if none := new(tally).figure("nothing", time.Second, usage{}); none.count != 0 || none.cpu != 0 {
		t.Errorf("of nothing: %+v", none)
	}
}

func TestAMissedGoalFails(t *testing.T) {
	met, missed := goal{"rate", 2, false, 1}, goal{"time", 2, true, 1}
	if err := judge([]goal{met}, false); err != nil {
		t.Error(err)
	}
	if judge([]goal{met, missed}, false) == nil {
		t.Error("a missed goal was taken")
	}
	if err := judge([]goal{missed}, true); err != nil {
		t.Error(err)
	}
}

// TestGoalsFollowTheDiskAndTheClients: each number of clients has its own, and a slow disk others than a quick one.
func TestGoalsFollowTheDiskAndTheClients(t *testing.T) {
	f, bare := figure{rate: 70, cpu: time.Millisecond / 2, p99: time.Second}, commits{Count: 10, Within: time.Second, CPU: time.Millisecond}
	for _, c := range []struct {
		clients int
		fsync   time.Duration
		met     []bool // refused, then what else there is
	}{
		{1, 0, []bool{true, true, true}},
		{16, 0, []bool{true}},
		{64, 0, []bool{true, true, true}},
		{1, slowDisk, []bool{true, true}},
		{16, slowDisk, []bool{true, true}},
		{64, slowDisk, []bool{true, true, false}},
	} {
		goals := movesCmd{Fsync: c.fsync}.goals(c.clients, f, bare)
		if len(goals) != len(c.met) {
			t.Errorf("%d clients have the goals %v", c.clients, goals)
			continue
		}
		for i, g := range goals {
			if g.met() != c.met[i] {
				t.Errorf("%d clients: %v", c.clients, g)
			}
		}
	}
}

func TestAMixKillsAsOftenAsItIsTold(t *testing.T) {
	for _, kills := range []int{0, 1, 5, 6, 50} {
		m, sum := &mixed{mixCmd: mixCmd{Kills: kills}}, 0
		for span := range spans {
			sum += m.killsIn(span)
		}
		if sum != kills {
			t.Errorf("of %d kills there are %d", kills, sum)
		}
	}
}

// TestWhatIsPacedIsLateByWhatWasAskedFor: a worker that is slow has the next ones wait, and they know since when.
func TestWhatIsPacedIsLateByWhatWasAskedFor(t *testing.T) {
	const rate, tookEach = 100, 20 * time.Millisecond
	var due []time.Time
	began := time.Now()
	paced(t.Context(), rate, 100*time.Millisecond, 1, func(_ int, at time.Time) {
		time.Sleep(tookEach)
		due = append(due, at)
	})
	if len(due) != 10 {
		t.Fatalf("of 10 there were %d", len(due))
	}
	for i, at := range due[1:] {
		if at.Sub(due[i]) != time.Second/rate {
			t.Errorf("number %d is due %v behind the one before", i+1, at.Sub(due[i]))
		}
	}
	if late := time.Since(due[9]); late < 10*tookEach-100*time.Millisecond {
		t.Errorf("the last one was late by %v, after %v", late, time.Since(began))
	}
}
