package browser

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// A Worker is the service worker of a page's site, as it runs.
type Worker struct {
	p   *Page
	ctx context.Context
	id  serviceworker.RegistrationID
}

// Worker waits until the site of the page has a worker that runs.
func (p *Page) Worker() *Worker {
	p.t.Helper()
	origin := Eval[string](p, `navigator.serviceWorker.ready.then(() => location.origin)`)
	w := &Worker{p: p}
	found := make(chan serviceworker.RegistrationID, 100)
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*serviceworker.EventWorkerRegistrationUpdated); ok {
			for _, r := range e.Registrations {
				if !r.IsDeleted && strings.HasPrefix(r.ScopeURL, origin) {
					select {
					case found <- r.RegistrationID:
					default:
					}
				}
			}
		}
	})
	p.run("looking for the worker", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
			return err
		}
		select {
		case w.id = <-found:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}))
	all, err := chromedp.Targets(p.ctx)
	p.must("looking for the worker", err)
	for _, t := range all {
		if t.Type == "service_worker" && strings.HasPrefix(t.URL, origin) {
			w.ctx, _ = chromedp.NewContext(p.ctx, chromedp.WithTargetID(t.TargetID))
			p.must("turning to the worker", chromedp.Do(w.ctx))
			return w
		}
	}
	p.t.Fatal("no worker runs")
	return nil
}

// Push brings the worker what a push service would have brought it.
func (w *Worker) Push(data string) {
	w.p.t.Helper()
	origin := Eval[string](w.p, `location.origin`)
	w.p.run("pushing", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{Origin: origin, RegistrationID: w.id, Data: data})
		return err
	}))
}

// EvalIn evaluates an expression in a worker, awaits it if it is a promise, and returns its value.
func EvalIn[V any](w *Worker, expression string) V {
	w.p.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, w.p.patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	w.p.must(fmt.Sprintf("evaluating %.200s in the worker", expression), err)
	return v
}
