package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/ladders"
	"kickabout/league/odds"
	"kickabout/views/viewstest"
)

func TestAChartStandsWithinItsDrawing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := ChartInput{ID: "c", Last: rapid.IntRange(1, 400).Draw(t, "steps"), High: 5, Ranks: rapid.Bool().Draw(t, "ranks")}
		for i, class := range []string{"mine", "other", "lead", "third"} {
			s := ChartSeries{Class: class, Label: fmt.Sprint("line ", i)}
			for range rapid.IntRange(0, in.Last+1).Draw(t, "values") {
				v := rapid.Float64Range(0, 1000).Draw(t, "value")
				if rapid.IntRange(0, 4).Draw(t, "gap") == 0 {
					v = math.NaN()
				}
				s.Values = append(s.Values, v)
			}
			in.Series = append(in.Series, s)
		}
		c := NewChart(in)
		var labels []float64
		for _, l := range c.Lines {
			if l.End.X < chartLeft || l.End.X > chartRight+.1 || l.End.Y < chartTop-.1 || l.End.Y > chartBottom+.1 {
				t.Fatalf("a line ends at %v", l.End)
			}
			if strings.Contains(l.Path, "NaN") || strings.Contains(l.Path, "Inf") || !strings.HasPrefix(l.Path, "M") || strings.Count(l.Path, "M") != 1 {
				t.Fatalf("a line is %q", l.Path)
			}
			for _, y := range labels {
				if math.Abs(y-l.LabelY) < chartLabelGap-.01 {
					t.Fatalf("labels stand at %v and %v", y, l.LabelY)
				}
			}
			labels = append(labels, l.LabelY)
		}
		if len(c.Ticks) > chartTicks || len(c.Ticks) < 2 || len(c.Levels) < 2 || len(c.Levels) > 7 {
			t.Fatalf("%d ticks, %d levels", len(c.Ticks), len(c.Levels))
		}
	})
}

func TestTheLoudestLineIsOnTop(t *testing.T) {
	c := NewChart(ChartInput{Last: 2, High: 5, Series: []ChartSeries{
		{"mine", "", "me", []float64{0, 1}}, {"other", "", "", []float64{0, 2}}, {"lead", "Cleo", "3", []float64{0, 3}}, {"other", "", "", nil},
	}})
	var got []string
	for _, l := range c.Lines {
		got = append(got, l.Class)
	}
	if strings.Join(got, " ") != "other lead mine" {
		t.Errorf("%v", got)
	}
}

func TestRanksStandTheBestOnTop(t *testing.T) {
	c := NewChart(ChartInput{Last: 1, Low: 1, High: 2, Ranks: true, Series: []ChartSeries{{"mine", "", "", []float64{9, 1}}}, Bands: []ChartRange{{2, 4, "in range"}}})
	if first, last := c.Levels[0], c.Levels[len(c.Levels)-1]; first.Text != "1" || first.At != chartTop || last.At != chartBottom || c.Lines[0].End.Y != chartTop {
		t.Errorf("%+v, the line ends at %v", c.Levels, c.Lines[0].End)
	}
	if b := c.Bands[0]; b.Y <= chartTop || b.Height <= 0 {
		t.Errorf("the range is at %+v", b)
	}
}

func TestANameIsShortenedWhereThereIsNoRoomForIt(t *testing.T) {
	const room = (chartWidth - chartRight - chartLabelAt) / float64(chartLabelSize)
	for _, c := range []struct{ name, text, want string }{
		{"Ann", "5", "\u2068Ann\u2069 5"},
		{"Player 21", "33.5", "\u2068Player 21\u2069 33.5"},
		{"Player 21", "100 %", "\u2068Playe…\u2069 100 %"},
		{"WWWWWWWWWWWWWWWWWWWW", "33.5", "\u2068WWWW…\u2069 33.5"},
		{"Anna Maria Q", "2", "\u2068Anna Mari…\u2069 2"},
		{"日本語日本語日本語", "2", "\u2068日本語日本語…\u2069 2"},
		{"", "place 3", "place 3"},
	} {
		got := labelOf(c.name, c.text, room)
		if got != c.want {
			t.Errorf("%s %s is %q", c.name, c.text, got)
		}
		if w := widthOf(strings.Trim(got, "\u2068\u2069")); w > room+2 { // the marks have no width
			t.Errorf("%q is %.1f wide", got, w)
		}
	}
}

func TestASparkOfOneValueIsNone(t *testing.T) {
	if NewSpark([]float64{3}, false) != nil || NewSpark(nil, true) != nil {
		t.Error("there is a line")
	}
	if s := NewSpark([]float64{5, 5}, false); s.Path != "M3 16L66 16" {
		t.Errorf("level: %s", s.Path)
	}
	if s := NewSpark([]float64{8, 2}, true); s.End.Y != sparkTop {
		t.Errorf("a better rank ends at %v", s.End)
	}
}

func TestTheRaceNamesThreeAndHasEverybodyAsATable(t *testing.T) {
	in := standings(t, "std", "d", viewstest.Given)
	for i := range in.Matches { // so many rounds
		in.Matches[i].Fixture = fmt.Sprintf("c1/r%d/b1", i+1)
	}
	race := NewRace(in)
	if race == nil {
		t.Fatal("there is none")
	}
	named := map[string]string{}
	for _, l := range race.Lines {
		if l.Label != "" {
			named[l.Class] = l.Label
		}
	}
	if diff := cmp.Diff(map[string]string{"mine": "\u2068Dan\u2069 7", "lead": "\u2068Ann\u2069 18", "third": "\u2068Bob\u2069 18"}, named); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(race.Table.Rows) != 4 || race.Table.Rows[2][0] != "Cleo" || len(race.Table.Rows[0]) != len(race.Table.Head) {
		t.Errorf("%+v", race.Table)
	}
	if !strings.Contains(race.Text, "Ann has 18, Bob has 18, Dan has 7") {
		t.Error(race.Text)
	}
	in.Viewer = ""
	for _, l := range NewRace(in).Lines {
		if l.Class == "mine" && !strings.Contains(l.Label, "Ann") {
			t.Errorf("to a guest %s is drawn like their own", l.Label)
		}
	}
}

func TestFormIsTheLastFiveByTheirEnds(t *testing.T) {
	in := standings(t, "std", "", viewstest.Given)
	for i := range in.Matches {
		in.Matches[i].State.Moved = viewstest.Today.Add(-time.Duration(i) * time.Hour) // the first one ended last
	}
	form := FormOf(in.Matches, "a")
	if len(form) != formShown || !strings.HasPrefix(form.Text(), "Points of the last 5 games, the latest last: ") {
		t.Fatalf("%v: %s", form, form.Text())
	}
	first := in.Matches[0]
	paid, _ := first.Scoring().Points(first.State.Outcome)
	if want := PointsText(paid[first.SideOf("a")-1]); form[formShown-1].Points != want {
		t.Errorf("the latest is %+v, want %s", form[formShown-1], want)
	}
	if none := FormOf(in.Matches, "nobody"); none != nil || none.Text() != "No game is over yet" {
		t.Errorf("%v", none)
	}
	for points, class := range map[league.Points]string{0: "p0", 5: "p0", 25: "p2", 50: "p5", 70: "p5"} {
		if got := newFormTile(points); got.Class != class {
			t.Errorf("%v is %+v", points, got)
		}
	}
}

func TestBarsFillTheWholeAndSayWhatTheyShow(t *testing.T) {
	in := standings(t, "std", "b", engine.Outcome{})
	in.Odds = viewstest.Foretold(t, in.Table)
	in.Ends = []Zone{{1, 2, "up", "goes up", "promotion", ""}, {3, 3, "", "stays", "", ""}, {4, 99, "down", "goes down", "", ""}}
	b := in.barsOf()
	if len(b.Rows) != 4 || len(b.Key) != 4 || b.Key[0].Text != "first place" || b.Key[3].Class != "e" {
		t.Fatalf("%+v", b.Key)
	}
	for i, r := range b.Rows {
		if last := r.Parts[len(r.Parts)-1]; math.Abs(last.To-100) > .2 {
			t.Errorf("%s ends at %v", r.Name, last.To)
		}
		for k := 1; k < len(r.Parts); k++ {
			if r.Parts[k].From != r.Parts[k-1].To {
				t.Errorf("%s: %v follows %v", r.Name, r.Parts[k], r.Parts[k-1])
			}
		}
		if !strings.HasPrefix(r.Text, in.Player(in.Odds.Forecast.Chances[i].Player).Name+": first place ") {
			t.Errorf("row %d says %s", i, r.Text)
		}
	}
	if g := NewGroupTable(in); g.Chance != "promotion" || g.RaceTo != "Race to promotion" || g.Rows[0].Chance != b.Rows[0].Best || len(g.Facts) != 3 || g.Facts[1].What != "promotion" {
		t.Errorf("%q, %q, %+v, %+v", g.Chance, g.RaceTo, g.Rows[0].Chance, g.Facts)
	}
	in.Odds = nil
	if g := NewGroupTable(in); in.barsOf() != nil || g.Chance != "" || g.Days != nil {
		t.Errorf("without odds the chances are of %q", g.Chance)
	}
}

func TestOddsFromDayToDay(t *testing.T) {
	in := standings(t, "std", "b", engine.Outcome{})
	in.Odds = viewstest.Foretold(t, in.Table)
	day := odds.DayOf(viewstest.Today)
	of := func(player string, n int, first float64) odds.DayOdds {
		return odds.DayOdds{Player: player, Day: day.AddDate(0, 0, n), Places: []float64{first, 1 - first}}
	}
	if NewOddsOverTime(in, []odds.DayOdds{of("a", 0, .5), of("b", 0, .5)}) != nil {
		t.Error("one day is drawn")
	}
	c := NewOddsOverTime(in, []odds.DayOdds{of("a", 0, .5), of("b", 0, .25), of("c", 0, .25), of("b", 3, .125), of("a", 3, .75)})
	if len(c.Lines) != 2 || c.Lines[1].Class != "mine" || c.Lines[1].Label != "\u2068Bob\u2069 12 %" {
		t.Fatalf("%+v", c.Lines)
	}
	want := [][]string{{"1 May 2027", "50", "25"}, {"2 May 2027", "–", "–"}, {"3 May 2027", "–", "–"}, {"4 May 2027", "75", "12"}}
	if diff := cmp.Diff(want, c.Table.Rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(c.Text, "Chance of the first place from 1 May 2027 to 4 May 2027. Now: Ann 75 %, Bob 12 %.") {
		t.Error(c.Text)
	}
}

func TestPlacesByWeek(t *testing.T) {
	now := viewstest.Today
	steps := []ladders.Step{{At: now.AddDate(0, 0, -30), Place: 9}, {At: now.AddDate(0, 0, -13), Place: 0}, {At: now.AddDate(0, 0, -5), Place: 4}}
	if got := fmt.Sprint(weekly(steps, now)); got != "[9 9 9 NaN 4]" {
		t.Errorf("%s", got)
	}
	c := NewRankByWeek("places", "Ann", steps, now, 1, 3)
	if c == nil || len(c.Bands) != 1 || len(c.Table.Rows) != 5 || !strings.Contains(c.Text, "4 now. Places 1 to 3 may be challenged.") {
		t.Errorf("%+v", c)
	}
	if NewRankByWeek("places", "Ann", steps[:2], now, 0, 0) != nil || NewRankByWeek("places", "Ann", nil, now, 0, 0) != nil {
		t.Error("who is not in has a drawing")
	}
}

// TestTheWordsOfAChartHaveRoom looks at a ladder's drawing of each number of weeks: no day runs into the next, and what
// is written on the right is not cut off.
func TestTheWordsOfAChartHaveRoom(t *testing.T) {
	now := viewstest.Today
	for weeks := 1; weeks < weeksShown; weeks++ {
		c := NewRankByWeek("places", "Ann", []ladders.Step{{At: now.AddDate(0, 0, -7*weeks), Place: 188}}, now, 150, 187)
		for i := range c.Ticks[1:] {
			before, after := c.Ticks[i], c.Ticks[i+1]
			if apart := after.At - before.At; apart < chartLabelSize*(widthOf(before.Text)+widthOf(after.Text))/2 {
				t.Errorf("of %d weeks, %s and %s are %.0f apart", weeks, before.Text, after.Text, apart)
			}
		}
		for _, text := range []string{c.Bands[0].Text, c.Lines[0].Label} {
			if w := chartLabelSize * widthOf(text); w > chartWidth-chartRight-chartLabelAt {
				t.Errorf("%q is %.0f wide", text, w)
			}
		}
	}
}

func TestLuckAndSkillFromAMiddleZero(t *testing.T) {
	sum := assessment.LuckSum{Matches: 4, Points: 14000, Adjusted: 12000, Squares: 4 * 3000 * 3000}
	b := NewLuckBars([]LuckRow{{Name: "StreetSoccer", Sum: sum}, {Name: "none"}, {Name: "one", Sum: assessment.LuckSum{Matches: 1, Points: 0, Adjusted: 2500, Squares: 2500 * 2500}}})
	if len(b.Rows) != 2 {
		t.Fatalf("%+v", b.Rows)
	}
	r := b.Rows[0]
	if r.Luck.Text != "+0.50" || r.Luck.From != 50 || r.Luck.To != 60 || r.Skill.Text != "+0.50" || r.Whisker == nil || r.Whisker.From != 60 || r.Whisker.To != 60 {
		t.Errorf("%+v", r)
	}
	if one := b.Rows[1]; one.Luck.Text != "−2.50" || one.Luck.From != 0 || one.Luck.To != 50 || one.Skill.Text != "0.00" || one.Whisker != nil {
		t.Errorf("%+v", one)
	}
	if NewLuckBars(nil) != nil {
		t.Error("nothing is drawn")
	}
}
