package member

import (
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/match"
	"kickabout/views/ui"
)

// Meetings is what has come of the viewer's finished matches against a player.
type Meetings struct {
	Tally  league.Tally // the viewer's, of all of them
	ByGame map[string]league.Tally
	Latest []league.Match // the latest first, without logs
}

// MeetingsView draws them.
type MeetingsView struct {
	Title   string // "You and Bob"
	Text    string // all of it in a sentence
	Note    string
	Marks   []MeetingMark // the latest on the right
	Bars    ui.Bars
	Results []match.ResultLine
	Table   ui.ChartTable
}

// MeetingMark is a match of the drawing: a bar as high as it was won by goals, downwards if it was lost; a dot if nobody won.
type MeetingMark struct {
	Class               string // "won", "lost" or "drawn"
	X, Y, Width, Height float64
}

// The drawing, in its own units, and how much is told.
const (
	meetingsWidth, meetingsHeight = 340, 108
	meetingsLine                  = meetingsHeight / 2
	meetingsGoal                  = 9 // the height of a goal
	meetingsGoals                 = 5 // the most that are drawn
	meetingsStep                  = 18
	MeetingsShown                 = 60
	meetingsTold                  = 5
)

// newMeetings draws what is between the viewer and a player; nil where they have not met.
func newMeetings(in PlayerInput, url string) *MeetingsView {
	b, name := in.Between, in.Player.Name
	if b.Tally.Played() == 0 || in.Player.ID == in.Viewer.ID {
		return nil
	}
	v := &MeetingsView{Title: "You and " + name, Bars: meetingsBars(in, url)}
	v.Text = fmt.Sprintf("%s: you won %d, %s won %d, %d drawn; goals %s.", ui.Upper(ui.CountText(b.Tally.Played(), "game", "games")), b.Tally.Won, name, b.Tally.Lost, b.Tally.Drawn, goalsText(b.Tally))
	v.Note = "Each bar is a game, the latest on the right: up if you won, down if you lost, as high as the difference in goals. A dot is a draw."
	if n := len(b.Latest); n < b.Tally.Played() {
		v.Note += fmt.Sprintf(" The latest %d are shown.", n)
	}
	v.Table = ui.ChartTable{Name: v.Title, Head: []string{"Ended", "Game", "You", "Score"}}
	step := min(meetingsStep, float64(meetingsWidth)/float64(max(1, len(b.Latest))))
	for i, m := range slices.Backward(b.Latest) {
		side := m.SideOf(in.Viewer.ID)
		mark := newMeetingMark(m.State.Outcome, side)
		mark.X, mark.Width = step*float64(len(b.Latest)-1-i)+step*0.1, step*0.8
		v.Marks = append(v.Marks, mark)
	}
	for i, m := range b.Latest {
		side, o := m.SideOf(in.Viewer.ID), m.State.Outcome
		v.Table.Rows = append(v.Table.Rows, []string{
			ui.DayText(m.State.Moved), ui.GameRules(in.Games, m.Game, m.Variant), newMeetingMark(o, side).Class, ui.ScoreText([2]int{o.Score[side-1], o.Score[side.Other()-1]}),
		})
		if i < meetingsTold {
			v.Results = append(v.Results, match.NewResult(in.Games, m))
		}
	}
	return v
}

// newMeetingMark is how a match ended for a side. Who won without a goal more, on time or by the last goal, has the
// height of one.
func newMeetingMark(o engine.Outcome, side engine.Side) MeetingMark {
	goals := float64(min(meetingsGoals, max(1, o.Score[side-1]-o.Score[side.Other()-1], o.Score[side.Other()-1]-o.Score[side-1])))
	switch o.Winner {
	case side:
		return MeetingMark{Class: "won", Y: meetingsLine - goals*meetingsGoal, Height: goals * meetingsGoal}
	case side.Other():
		return MeetingMark{Class: "lost", Y: meetingsLine, Height: goals * meetingsGoal}
	}
	return MeetingMark{Class: "drawn", Y: meetingsLine - 2, Height: 4}
}

// meetingsBars are the shares that were won, drawn and lost: of all, and by game where they have played several.
func meetingsBars(in PlayerInput, url string) ui.Bars {
	name := in.Player.Name
	bars := ui.Bars{ID: "lost", Key: []ui.BarKey{{Class: "a", Text: "you won"}, {Class: "c", Text: "drawn"}, {Class: "e", Text: name + " won"}}}
	add := func(title, url string, t league.Tally) {
		row := ui.BarRow{Name: title, URL: url, Best: fmt.Sprintf("%d–%d–%d", t.Won, t.Drawn, t.Lost)}
		row.Text = fmt.Sprintf("%s: you won %d, %d drawn, %s won %d; goals %s", title, t.Won, t.Drawn, name, t.Lost, goalsText(t))
		at := 0
		for _, part := range []struct {
			class string
			games int
		}{{"a", t.Won}, {"c", t.Drawn}, {"e", t.Lost}} {
			if part.games > 0 {
				share := func(n int) float64 { return 100 * float64(n) / float64(t.Played()) }
				row.Parts = append(row.Parts, ui.BarPart{Class: part.class, From: share(at), To: share(at + part.games)})
				at += part.games
			}
		}
		bars.Rows = append(bars.Rows, row)
	}
	add("All games", url+"/"+string(PartGames), in.Between.Tally)
	if len(in.Between.ByGame) < 2 {
		return bars
	}
	for _, g := range in.Games {
		if t := in.Between.ByGame[g.Info().ID]; t.Played() > 0 {
			add(g.Info().Name, ui.RulesURL(g.Info().ID), t)
		}
	}
	return bars
}
