package analysis

import (
	"fmt"

	"kickabout/engine"
)

// Analyse says what a finished match was worth. The points are what its ending paid
// First and Second, in thousandths: the league prices endings. A match that goes on
// gives ErrUnfinished; points that cannot be shared out in whole thousandths an error
// too. The same record gives the same analysis. Between is called before each event: who computes beside
// others lets them go first there; nil: it is not.
func Analyse(r engine.Record, points [2]int, between func()) (Analysis, error) {
	if !r.Next().Over() {
		return Analysis{}, ErrUnfinished
	}
	unpaid := Whole - points[0] - points[1]
	if unpaid%2 != 0 {
		return Analysis{}, fmt.Errorf("%d and %d thousandths of a point cannot be shared out", points[0], points[1])
	}
	start, err := r.Game.Start(r.Variant)
	if err != nil {
		return Analysis{}, fmt.Errorf("analysing %s/%s: %w", r.Game.Info().ID, r.Variant, err)
	}
	w := walk{judge: judge{known: map[string]float64{}}, position: start, paid: points[0] + unpaid/2}
	w.value = w.judge.value(start)
	a := Analysis{Judge: nameOf(start), Version: Version, Start: w.value, Points: points, Unpaid: unpaid / 2}
	for _, e := range r.Log {
		if between != nil {
			between()
		}
		part, ok, err := w.part(e)
		if err != nil {
			return Analysis{}, fmt.Errorf("analysing event %d: %w", e.Seq, err)
		}
		if ok {
			a.Parts = append(a.Parts, part)
		}
	}
	return a, nil
}

// A walk goes along a log.
type walk struct {
	judge    judge
	position engine.Position
	value    int         // of it
	mover    engine.Side // who moved last
	paid     int         // what the ending paid First, and half of what it left
}

// part returns what an event was worth; false if it changes nothing on the board.
func (w *walk) part(e engine.Event) (p Part, ok bool, err error) {
	switch {
	case e.Act == engine.ActSeats || e.Act.Aside():
		return Part{}, false, nil
	case e.Act == engine.ActRoll:
		p, err = w.throw(e)
	case e.Act == engine.ActMove:
		p, err = w.decision(e)
	default:
		p = w.end(e)
	}
	p.Seq, p.Before = e.Seq, w.value
	w.value = p.After
	p.Drift = p.Change() - p.Luck - p.Given + signOf(p.Side)*p.Cost
	p.Mark = markOf(p)
	return p, true, err
}

// reach goes on to a position and returns its value: what the ending paid if it is the
// last one.
func (w *walk) reach(p engine.Position) int {
	w.position = p
	if p.Next().Over() {
		return w.paid
	}
	return w.judge.value(p)
}

func (w *walk) throw(e engine.Event) (Part, error) {
	faces := make([]int, len(e.Draws))
	for i, d := range e.Draws {
		faces[i] = d.Face
	}
	was := w.position
	after, err := was.Roll(faces...)
	if err != nil {
		return Part{}, err
	}
	p := Part{Kind: Throw, Side: w.mover, Throw: e.Text}
	if !was.Next().Dice.After {
		p.Side = thrower(was)
	}
	p.Luck = w.judge.value(after) - w.judge.even(was, w.value)
	p.After = w.reach(after)
	return p, nil
}

func (w *walk) decision(e engine.Event) (Part, error) {
	was, m := w.position, engine.Move(e.Text)
	after, err := was.Play(m)
	if err != nil {
		return Part{}, err
	}
	w.mover = e.By
	p := Part{Kind: Decision, Side: e.By, Move: m, Best: m, Forced: was.Count() == 1}
	if !p.Forced {
		weighed := w.judge.weigh(was, m)
		p.Cost = max(0, signOf(e.By)*(thousandths(weighed.Top)-thousandths(weighed.Played)))
		if p.Cost > 0 {
			p.Best = weighed.Best
		}
	}
	p.After = w.reach(after)
	return p, nil
}

// end returns what an ending off the board was worth. Who runs out of time is named by
// its text.
func (w *walk) end(e engine.Event) Part {
	p := Part{Kind: End, Side: e.By, After: w.paid, Given: w.paid - w.value}
	if e.Act == engine.ActTimeout {
		p.Side, _ = engine.ParseSide(e.Text)
	}
	return p
}
