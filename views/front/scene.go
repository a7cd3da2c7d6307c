package front

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/scene"
	"kickabout/views/match"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// SceneInput is what a scene is built from.
type SceneInput struct {
	scene.Play
	Done    []engine.Step // touched so far
	Waiting int           // matches in which the viewer is to move
	Start   *QuickStart   // the match that may follow; nil where the viewer may begin none
}

// SceneView is a scene on the front page: a board to move on, and what leads on from there.
type SceneView struct {
	Game    string // id of the game
	Address string // of the front page with the scene as it stands
	Number  string // of the scene, and the moves that were made in it, for the form
	Made    string
	Seq     int // of the last event
	Waiting int
	Kit     string // classes with the colours of the sides

	Headline string
	Banner   string // the colour of whoever plays, who has scored; "" else
	Score    string // "0–0"; "" before the first move
	Task     string
	Over     bool
	Result   [2]string // what is said under the thumb of a scene that is over

	Dice    ui.Throw
	Board   ui.Board
	Entry   study.Entry // of the move to be made
	Steps   string      // chosen so far, for the script
	Hint    string      // what is said below Entry's words
	Choices study.TurnChoices

	Stage   *study.Stage // what has happened since the last move; nil if nothing has
	Samples ui.Throw
	Start   *QuickStart
	Another string // the address of the next scene
}

// NewSceneView builds a scene.
func NewSceneView(in SceneInput) SceneView {
	b := sceneBuilder{in: in, info: in.Record.Game.Info(), replay: study.NewReplay(in.Record, "")}
	b.board = b.replay.Diagram()
	v := SceneView{
		Game: b.info.ID, Address: ui.SceneURL(b.info.ID, in.N, in.Moves, nil), Number: strconv.Itoa(in.N), Made: ui.MovesText(in.Moves), Seq: in.Record.Seq,
		Waiting: in.Waiting, Kit: ui.Kit(b.info.Sides), Dice: b.replay.Dice(b.board), Over: in.Over(),
		Another: ui.SceneURL(b.info.ID, in.N%scene.Count(b.info.ID)+1, nil, nil),
	}
	if in.Start != nil {
		v.Start = in.Start.Of(b.info.ID)
	}
	if len(in.Moves) > 0 {
		v.Score = ui.ScoreText(in.Record.Score())
		v.Stage, v.Samples = b.stage(), study.Samples(b.info)
	}
	b.say(&v)
	if v.Over {
		v.Board = b.finish()
	} else {
		b.decide(&v)
	}
	v.Board.Fit = "none" // it fills its stage
	v.Board.Label = fmt.Sprintf("Court. You are %s and play upward", b.info.Sides[scene.Side-1])
	return v
}

// sceneBuilder holds what a view is built from.
type sceneBuilder struct {
	in     SceneInput
	info   engine.Info
	replay study.Replay
	board  engine.Diagram
}

// stage tells what has happened since the last move, and counts the moves of the scene alone.
func (b sceneBuilder) stage() *study.Stage {
	s := match.NewStage(b.in.Record, scene.Side, false, 0)
	if s == nil {
		return nil
	}
	before := 0
	for _, e := range b.in.Record.Log[:b.in.Before] {
		if e.Act == engine.ActMove {
			before++
		}
	}
	for i := range s.Events {
		s.Events[i].Move -= before
	}
	if last := &s.Events[len(s.Events)-1]; b.in.Scored() != engine.NoSide { // nothing is set up again
		goal := slices.IndexFunc(last.Beats, func(b study.BeatBody) bool { return b.Kind == engine.BeatGoal })
		for _, left := range slices.Backward(last.Beats[goal+1:]) {
			last.Say = strings.TrimSpace(strings.TrimSuffix(last.Say, left.Say))
		}
		last.Beats = last.Beats[:goal+1]
	}
	return s
}

// say finds the words above the board and, at the end, below it.
func (b sceneBuilder) say(v *SceneView) {
	turn, you := len(b.in.Moves)+1, b.info.Sides[scene.Side-1]
	other, ofAll := b.info.Sides[scene.Side.Other()-1], fmt.Sprintf("turn %d of %d", len(b.in.Moves), scene.Turns)
	switch {
	case b.in.Scored() == scene.Side:
		v.Headline, v.Banner, v.Task = "Goal", ui.KitOf(b.info.Sides, scene.Side), ui.Upper(ofAll)
		v.Result = [2]string{"You scored", ui.Upper(ofAll)}
	case b.in.Scored() != engine.NoSide:
		v.Headline, v.Task = other+" scores", v.Score+" in "+ofAll+"."
		v.Result = [2]string{other + " scored", ui.Upper(ofAll)}
	case v.Over:
		v.Headline, v.Task = "No goal this time", v.Score+" after "+ui.CountText(len(b.in.Moves), "turn", "turns")+"."
		v.Result = [2]string{"No goal", ui.Upper(ofAll)}
	case turn == 1:
		v.Headline = b.info.Short
		if b.oneDie() {
			v.Headline = "Street soccer, one die at a time"
		}
		v.Task = "You are " + you + ". " + b.firstTouch("The die shows %d: touch a figure.")
	default:
		v.Headline = fmt.Sprintf("Turn %d of %d", turn, scene.Turns)
		touch := b.firstTouch("Die %d: touch a figure.")
		if v.Task = strings.TrimSpace(b.answer(v.Stage) + " " + touch); len([]rune(v.Task)) > twoLines {
			v.Task = touch // the replay has told the rest
		}
	}
}

// twoLines is how many letters two lines of a phone hold.
const twoLines = 100

// firstTouch says what to touch first: of one die in the words of form, else in those of the game.
func (b sceneBuilder) firstTouch(form string) string {
	if b.oneDie() {
		return fmt.Sprintf(form, b.board.Throw[0])
	}
	return b.board.Task
}

// oneDie says that one die has been thrown, which says how far a figure runs.
func (b sceneBuilder) oneDie() bool { return len(b.board.Throw) == 1 && b.info.Pegs == nil }

// answer is what the other side has done, in a sentence; where the ball went then is to be seen.
func (b sceneBuilder) answer(s *study.Stage) string {
	text := ""
	if s == nil {
		return text
	}
	for _, e := range s.Events {
		at := slices.IndexFunc(e.Beats, func(b study.BeatBody) bool { return b.Say != "" })
		if e.By == scene.Side.Other().String() && at >= 0 {
			text, _, _ = strings.Cut(e.Beats[at].Say, ". ")
			text = strings.TrimSuffix(text, ".") + "."
		}
	}
	return text
}

// finish draws the board as the scene has left it: behind a goal what scored lies in the net, and nothing is set up again.
func (b sceneBuilder) finish() ui.Board {
	d, trace, scored := study.Scored(b.in.Record)
	if !scored {
		d, trace = b.board, b.replay.Trace(b.board)
	}
	return ui.NewBoard(ui.BoardInput{Diagram: d, Sides: b.info.Sides, Trace: trace})
}

// decide draws the board with what may be touched.
func (b sceneBuilder) decide(v *SceneView) {
	look := study.Look{Sides: b.info.Sides}
	trace := ui.MoveTrace{}
	if len(b.in.Moves) > 0 {
		trace = b.replay.Trace(b.board)
	}
	v.Entry = study.NewEntry(study.EntryInput{
		Position: b.in.Record.Board(), Board: b.board, Sides: look.Sides, Trace: trace, Done: b.in.Done,
		Href: func(done []engine.Step) string { return ui.SceneURL(b.info.ID, b.in.N, b.in.Moves, done) },
	})
	v.Board, v.Steps, v.Hint = v.Entry.Board, engine.FormatSteps(v.Entry.Done), v.Entry.Hint
	v.Choices = study.NewTurnChoices(b.in.Record.Board(), b.board, look)
	if v.Choices.Seq = v.Seq; v.Choices.Tree == nil {
		v.Choices.Ask = stepsOf(v.Address)
	}
	// The page says more before the first touch than the game does; a test sees that every touch says something else.
	v.Choices.Task = v.Task
	if b.oneDie() {
		v.Choices.Hint = "It runs " + ui.CountText(b.board.Throw[0], "step", "steps")
	}
	if len(v.Entry.Done) > 0 {
		v.Task = v.Entry.Task
	} else {
		v.Entry.Hint = v.Choices.Hint
	}
}
