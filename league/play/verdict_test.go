package play_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/games"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/play"
)

// begun is a match without a goal: Yellow has used 40 minutes, Red 30.
const begun = played + "       [6]\n"

const played = `Game: streetsoccer/lg
Begun: 2027-05-01T12:00:00.000Z

Yellow [4 2] Pd3e1f6 @2027-05-01T12:10:00.000Z
Red          Pb1c2e8 @2027-05-01T12:20:00.000Z
Yellow       Be6     @2027-05-01T12:30:00.000Z
Red    [6]   Me8e6|Bb7 @2027-05-01T12:40:00.000Z
Yellow [2]   Mf6f8   @2027-05-01T12:50:00.000Z
Red    [2]   Md0f0   @2027-05-01T13:00:00.000Z
Yellow [4]   Md5b7|Ba8 @2027-05-01T13:10:00.000Z
`

// leads is how it went on: Yellow leads 1:0.
const leads = played + `Red    [6]   Mc2e4   @2027-05-01T13:20:00.000Z
Yellow [6]   Mb7c2   @2027-05-01T13:30:00.000Z
Red    [6]   Mc6a6   @2027-05-01T13:40:00.000Z
Yellow [6]   Md3d7   @2027-05-01T13:50:00.000Z
Red    [3]   Me4d4   @2027-05-01T14:00:00.000Z
Yellow [6]   Md7a8|B## @2027-05-01T14:10:00.000Z
       [1 2]
`

// TestAdjudication is the hard end of R-CH-9.
func TestAdjudication(t *testing.T) {
	at := func(d time.Duration) time.Time { return time.Date(2027, 5, 1, 14, 10, 0, 0, time.UTC).Add(d) }
	const late = "Red adjudicated @2027-05-01T20:00:00.000Z\n"
	for _, c := range []struct {
		name, log string
		at        time.Time
		want      string
		points    [2]league.Points
	}{
		{"a leader gets 4:1", leads, at(time.Minute), "first", [2]league.Points{40, 10}},
		{"a match without a goal is 2:2", begun, at(-time.Hour), "", [2]league.Points{20, 20}},
		{"who has used more than four fifths of the time loses, though nobody leads", begun, at(24 * time.Hour), "first slow", [2]league.Points{40, 10}},
		{"and though he leads", strings.Replace(leads, "@2027-05-01T14:10", "@2027-05-03T14:10", 1), at(48 * time.Hour), "second slow", [2]league.Points{10, 40}},
		{"four fifths themselves are not too much", begun, at(-time.Hour + 160*time.Minute - 30*time.Minute), "", [2]league.Points{20, 20}},
		{"a moment more is", begun, at(-time.Hour + 160*time.Minute - 30*time.Minute + time.Millisecond), "first slow", [2]league.Points{40, 10}},
		{"a rest is no time used", begun + "Red rest 2027-05-09T12:00:00Z\n", at(100 * time.Hour), "", [2]league.Points{20, 20}},
		{"nor is what the platform gave to the side to move", begun + "Red time 864000\n", at(100 * time.Hour), "", [2]league.Points{20, 20}},
		{"but what the opponent gave is", begun + "Red gift 864000\n", at(100 * time.Hour), "first slow", [2]league.Points{40, 10}},
		{"what is over stays as it is", begun + late, at(100 * time.Hour), "none", [2]league.Points{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := record.Decode(c.log, games.ByID)
			if err != nil {
				t.Fatal(err)
			}
			e := play.Verdict(m.Record, clock.Read(clock.Controls()[0], m.Record), c.at)
			if c.want == "none" {
				if e.Act != "" {
					t.Errorf("it is ended by %+v", e)
				}
				return
			}
			if e.Act != engine.ActAdjudicate || e.Text != c.want {
				t.Fatalf("%s %q, want %q", e.Act, e.Text, c.want)
			}
			e.Seq, e.At = len(m.Record.Log)+1, c.at
			r, err := m.Record.Add(e)
			if err != nil {
				t.Fatal(err)
			}
			if points, ok := league.Standard().Points(r.Outcome()); !ok || points != c.points {
				t.Errorf("%+v pays %v, want %v", r.Outcome(), points, c.points)
			}
		})
	}
}

// luck throws dice.
type luck struct{ *rand.Rand }

func (l luck) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }

// TestTheLastScorerWinsALevelBoard plays by chance and asks, wherever it is level with goals,
// who wins if the match is stopped there: 3:2 (R-CH-9).
func TestTheLastScorerWinsALevelBoard(t *testing.T) {
	asked := map[string]int{}
	for seed := range uint64(10) {
		chance := luck{rand.New(rand.NewPCG(seed, 7))}
		g := onetwofun.Game{}
		r, err := engine.Begin(g, g.Info().Variants[0].ID, begins, 0, nil)
		var score [2]int
		last := ""
		for err == nil {
			if r, _, err = r.Drive(begins, chance); err != nil || r.Next().Over() {
				break
			}
			switch now := r.Score(); {
			case now[0] > score[0]:
				last, score = "first", now
			case now[1] > score[1]:
				last, score = "second", now
			}
			if score[0] == score[1] {
				asked[last]++
				if e := play.Verdict(r, clock.Read(clock.Controls()[0], r), begins); e.Text != last {
					t.Fatalf("at %v it is decided for %q, %q scored last", score, e.Text, last)
				}
			}
			r, err = r.Add(engine.Event{Seq: len(r.Log) + 1, At: begins, By: r.Next().Side, Act: engine.ActMove, Text: string(r.Position.Random(chance.Rand))})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked["first"] == 0 || asked["second"] == 0 || asked[""] == 0 {
		t.Errorf("level boards: %v", asked)
	}
}

var begins = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
