package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// dragSteps are how many moves a drag is made of.
const dragSteps = 4

// Drag takes hold of the middle of a place and lets go over the middle of another one, by mouse or with
// a finger. Both must be in sight.
func (p *Page) Drag(from, to string, finger bool) {
	p.t.Helper()
	middle := func(place string) (at spot) {
		return read[spot](p, "finding "+place, find(place, `(r => ({x: r.x + r.width / 2, y: r.y + r.height / 2}))(e.getBoundingClientRect())`))
	}
	a, b := middle(from), middle(to)
	act := p.mouse
	if finger {
		act = p.finger
	}
	p.run("dragging "+from+" to "+to, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if err := act(ctx, "start", a); err != nil {
			return err
		}
		for n := 1; n <= dragSteps; n++ {
			part := float64(n) / dragSteps
			if err := act(ctx, "move", spot{X: a.X + part*(b.X-a.X), Y: a.Y + part*(b.Y-a.Y)}); err != nil {
				return fmt.Errorf("after %d steps: %w", n, err)
			}
		}
		return act(ctx, "end", b)
	}))
}

// mouse does one thing with the left button.
func (p *Page) mouse(ctx context.Context, what string, at spot) error {
	kinds := map[string]input.DispatchMouseEventType{"start": chromedp.MousePressed, "move": chromedp.MouseMoved, "end": chromedp.MouseReleased}
	_, err := chromedp.Call(ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: kinds[what], X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1,
	})
	return err
}

// finger does one thing with a finger.
func (p *Page) finger(ctx context.Context, what string, at spot) error {
	kinds := map[string]input.DispatchTouchEventType{"start": input.DispatchTouchEventTypeTouchStart, "move": input.DispatchTouchEventTypeTouchMove, "end": input.DispatchTouchEventTypeTouchEnd}
	points := []*input.TouchPoint{{X: at.X, Y: at.Y}}
	if what == "end" {
		points = []*input.TouchPoint{}
	}
	_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kinds[what], TouchPoints: points})
	return err
}
