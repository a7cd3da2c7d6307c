package series

import (
	"fmt"
	"slices"
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/ladder"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Seat is where the viewer plays: a tournament with the entries of the group, and that group as it stands, whose
// table is nil where the format has none.
type Seat struct {
	Tournament league.Tournament
	SeasonGroup
}

// SeatNames are what the tournaments in which the viewer plays are called where there is little room, by their ids:
// "Division 1", "Mini cup 41".
func SeatNames(playing []league.Tournament, viewer string) map[string]string {
	names := map[string]string{}
	for _, t := range playing {
		names[t.ID] = t.Name
		if e, ok := t.Entrant(viewer); ok && t.Format == championship.ID {
			names[t.ID] = groupTitle(e.Group)
		}
	}
	return names
}

// SeatRow is a line of what the viewer plays in: the rank, and what is at stake.
type SeatRow struct {
	URL   string
	Rank  string // "3"; "–" where there is none yet
	Name  string // "Championship, Division 2"
	Rules string
	Stake string // "5 points behind promotion · 3 games left"
	Spark *ui.Spark
}

// SeatRows tells where the viewer plays and what is at stake: seats first, then places on ladders, which come with
// their entries.
func SeatRows(games []engine.Game, viewer string, seats []Seat, ladders []league.Tournament) []SeatRow {
	var rows []SeatRow
	for _, s := range seats {
		t := s.Tournament
		row := SeatRow{URL: ui.TournamentURL(t.ID), Rank: "–", Name: tournament.Starred(t.Name, t), Rules: ui.GameRules(games, t.Game, t.Variant), Stake: "Being played"}
		if t.Format == championship.ID {
			row.URL, row.Name = ui.GroupURL(t, s.Group), "Championship, "+groupTitle(s.Group)
		}
		if r, ok := s.row(viewer); ok {
			if r.Played > 0 {
				row.Rank = strconv.Itoa(r.Rank)
			}
			row.Stake = s.stake(r)
			row.Spark = ui.NewSpark(ui.ProgressOf(s.Table, viewer), false)
		}
		rows = append(rows, row)
	}
	for _, t := range ladders {
		c, ok := league.ParseCompetition(t.Competition)
		e, in := t.Entrant(viewer)
		if !ok || !in || !t.Rolling {
			continue
		}
		rows = append(rows, SeatRow{
			URL: ui.LadderURL(c), Rank: strconv.Itoa(e.Seed), Name: "Ladder", Rules: ui.GameRules(games, t.Game, t.Variant), Stake: reachText(e.Seed),
		})
	}
	return rows
}

// row returns the row of a player; false where there is no table, or it does not have them.
func (s Seat) row(player string) (league.Row, bool) {
	if s.Table == nil {
		return league.Row{}, false
	}
	rows := s.Table.Rows()
	at := slices.IndexFunc(rows, func(r league.Row) bool { return r.Player == player && !r.Out })
	if at < 0 {
		return league.Row{}, false
	}
	return rows[at], true
}

// reachText says whom a place of a ladder may challenge.
func reachText(place int) string {
	switch n := ladder.Reach(place); {
	case place == 1:
		return "On top"
	case n == 1:
		return fmt.Sprintf("May challenge place %d", place-1)
	default:
		return fmt.Sprintf("May challenge places %d to %d", place-n, place-1)
	}
}

// cuts are the last ranks that win something and that are safe; safe is 0 where nobody goes down.
func (s Seat) cuts() (up, safe int, prize string) {
	if s.Tournament.Format != championship.ID {
		return 1, 0, "the first place"
	}
	level, _ := championship.ParseGroup(s.Group)
	c := championship.Cuts(level)
	if prize = "promotion"; level == 1 {
		prize = "the title"
	}
	return c[0], c[1], prize
}

// stake says what is still to be won or lost in a row, and how many games are left for it.
func (s Seat) stake(r league.Row) string {
	up, safe, prize := s.cuts()
	rows := s.Table.Rows()
	left := " · " + ui.CountText(r.Open, "game", "games") + " left"
	points := func(rank int) league.Points { return rows[min(rank, len(rows))-1].Points }
	switch {
	case r.Open == 0 && r.Best == r.Worst:
		return "Over: " + ui.Ordinal(r.Rank)
	case r.Worst <= up:
		return ui.Upper(prize) + " is certain"
	case r.Played == 0:
		return ui.Upper(ui.CountText(r.Open, "game", "games")) + " to play"
	case r.Best > up && safe > 0 && r.Worst <= safe:
		return "Safe" + left
	case r.Best > up && safe == 0:
		return "Nothing more to win" + left
	case safe > 0 && r.Best > safe:
		return "Goes down" + left
	case safe > 0 && r.Rank > safe:
		return gapText(points(safe)-r.Points, "from safety") + left
	case r.Rank <= up && len(rows) > up:
		return gapText(r.Points-points(up+1), "ahead in the race for "+prize) + left
	}
	return gapText(points(up)-r.Points, "behind "+prize) + left
}

// gapText writes a gap; who is level stands behind or ahead by a tie-break alone.
func gapText(gap league.Points, what string) string {
	if gap == 0 {
		return "Level on points, " + what
	}
	return ui.PointsWord(gap) + " " + what
}

// Road is the way up a pyramid, with the viewer's dot.
type Road struct {
	Title  string // "Your road to Division 1"
	Text   string // the drawing in one sentence
	Levels []RoadLevel
	Gap    string // "+5 points"; "" on top, or where it is reached
	Height string
	Arrow  string  // path to the level above; "" on top
	GapY   float64 //
	Needs  string  // what promotion needs, in a sentence
	URL    string  // of the one thing to do now
	Action string
}

// RoadLevel is a division of the drawing.
type RoadLevel struct {
	Name  string
	X, Y  float64
	Width float64
	Mine  bool
	Dots  []RoadDot
}

// TextY and DotY place what is in it.
func (l RoadLevel) TextY() float64 { return l.Y + 18 }

// DotY is where the dots are.
func (l RoadLevel) DotY() float64 { return l.Y + 31 }

// RoadDot is a player.
type RoadDot struct {
	X    float64
	Mine bool
}

// The drawing of a road, in its own units.
const (
	roadWidth  = 300
	roadStep   = 54 // from a level to the next one
	roadHigh   = 44 // a level
	roadLevels = 3  // the most that are drawn
	roadDots   = 12 // the most of a level
)

// newRoad draws the way up of a seat in a championship whose pyramid has so many levels; nil of any other.
func newRoad(s Seat, viewer string, levels int) *Road {
	r, ok := s.row(viewer)
	level, _ := championship.ParseGroup(s.Group)
	if !ok || s.Tournament.Format != championship.ID {
		return nil
	}
	road := &Road{URL: ui.GroupURL(s.Tournament, s.Group), Action: "Look at your group"}
	from := max(1, min(level-1, levels-roadLevels+1))
	to := min(max(levels, level), from+roadLevels-1)
	for n := from; n <= to; n++ {
		road.Levels = append(road.Levels, s.roadLevel(n, n-from, n == level, r.Rank))
	}
	road.Height = strconv.Itoa(roadStep*len(road.Levels) + 4)
	road.Title = "Your road to Division " + strconv.Itoa(max(1, level-1))
	if level == 1 {
		road.Title = "Your road to the title"
	}
	if level > from {
		road.arrow(level - from)
	}
	road.says(s, r, level, levels)
	for _, m := range s.Matches {
		if m.State.ToMove != engine.NoSide && m.State.ToMove == m.SideOf(viewer) {
			road.URL, road.Action = ui.MatchURL(m.ID), "Play your league game"
			break
		}
	}
	return road
}

// roadLevel draws a level: of the viewer's the players of the group, of any other as many as a group has.
func (s Seat) roadLevel(n, row int, mine bool, rank int) RoadLevel {
	l := RoadLevel{Name: "Division " + strconv.Itoa(n), Y: 8 + float64(row*roadStep), Width: float64(116 + 80*row), Mine: mine}
	l.X = (roadWidth - l.Width) / 2
	count := min(roadDots, len(s.Table.Rows()))
	for i := range count {
		x := l.X + 14 + (l.Width-28)*(float64(i)+0.5)/float64(count)
		l.Dots = append(l.Dots, RoadDot{x, mine && i+1 == min(rank, roadDots)})
	}
	return l
}

// arrow draws the way to the level above that in a row of the drawing.
func (road *Road) arrow(row int) {
	y, x := road.Levels[row].Y, road.Levels[row].X
	road.Arrow = fmt.Sprintf("M%s %sQ%s %s %s %s", ui.Short(x+40), ui.Short(y+20), ui.Short(x+22), ui.Short(y+2), ui.Short(x+46), ui.Short(y-12))
	road.GapY = y - 2
}

// says tells what promotion needs.
func (road *Road) says(s Seat, r league.Row, level, levels int) {
	up, _, prize := s.cuts()
	need := s.Table.Need(r.Player, up)
	rows := s.Table.Rows()
	if gap := rows[min(up, len(rows))-1].Points - r.Points; r.Rank > up && gap > 0 {
		road.Gap = "+" + ui.PointsWord(gap)
	}
	switch {
	case need.Safe:
		road.Needs = ui.Upper(prize) + " is certain."
	case need.Gone:
		road.Needs = "Out of reach this season: " + prize + " takes another one."
	case need.Enough > 0:
		road.Needs = fmt.Sprintf("%s left. %s more make %s certain, whatever the others do.", ui.CountText(r.Open, "game", "games"), ui.Upper(ui.PointsWord(need.Enough)), prize)
	default:
		road.Needs = fmt.Sprintf("%s left. It also depends on the others.", ui.CountText(r.Open, "game", "games"))
	}
	road.Text = fmt.Sprintf("%s. You are %s in Division %d: %s.", ui.Upper(ui.CountText(levels, "division", "divisions")), ui.Ordinal(r.Rank), level, s.stake(r))
}
