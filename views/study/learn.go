package study

import (
	"kickabout/engine"
	"kickabout/views/ui"
)

// LearnInput is what the page of all that there is to learn is built from.
type LearnInput struct {
	ui.Frame
	Games  []engine.Game
	Puzzle PuzzleInput         // of today
	Done   map[string][]string // chapters that a member has done, by game
}

// LearnPage is the page of all that there is to learn.
type LearnPage struct {
	ui.Frame
	Lesson LessonView
	Puzzle *PuzzlePanel // nil: there is none today
	Games  []LearnCard
}

// LearnCard is what there is to learn of a game.
type LearnCard struct {
	Name, Summary string
	Board         *ui.Thumbnail // nil if it cannot be drawn
	Lesson        string
	Rules         string
	Course        []CourseLine
	Progress      string
	Try           string
}

// NewLearnPage builds the page.
func NewLearnPage(in LearnInput) LearnPage {
	p := LearnPage{Frame: in.Frame, Lesson: NewLessonView(in.Games[0], 1, nil, false), Puzzle: NewPuzzlePanel(in.Puzzle)}
	p.Title = "Learn"
	p.Description = "A lesson of a minute for each game, the rules on boards to try them on, and positions to think about."
	for _, g := range in.Games {
		info := g.Info()
		course := courseLines(g, "", in.Done[info.ID])
		p.Games = append(p.Games, LearnCard{
			Name: info.Name, Summary: info.Summary, Board: ui.SamplePicture(g), Lesson: ui.LessonURL(info.ID, 1),
			Rules: ui.RulesURL(info.ID), Course: course, Progress: progressText(course), Try: ui.TryURL(ui.RulesID(info.ID, info.Variants[0].ID), "", nil),
		})
	}
	return p
}
