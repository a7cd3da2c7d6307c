// Package browser drives a real Chromium for tests. A Page's methods read like
// what a person does; each waits until it can be done and ends the test if it
// never can, so that a test holds no waiting and no error handling of its own.
package browser

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience ends a step that hangs. It is no demand on speed: it is far beyond
// what a step takes on a loaded machine.
const patience = time.Minute

// T is what the harness needs of a *testing.T. It is an interface so that a
// program that is no test can take pictures with the same harness.
type T interface {
	Helper()
	Cleanup(func())
	Skip(args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// A Browser is a running Chromium without a window, with cookies of its own.
type Browser struct {
	ctx context.Context
}

// Start starts a Chromium that ends with the test; after Keep it is the one that all tests
// share. Where none is installed the test is skipped, or fails if the environment says CI=true.
func Start(t T) *Browser {
	t.Helper()
	program := chromium()
	if program == "" {
		missing(t, "this test needs Chromium: no chromium, chromium-browser or google-chrome in PATH")
	}
	if shared, err := kept.get(program); err != nil {
		t.Fatalf("starting %s: %v", program, err)
	} else if shared != nil {
		return shared.apart(t)
	}
	b, stop, err := launch(program)
	t.Cleanup(stop)
	if err != nil {
		t.Fatalf("starting %s: %v", program, err)
	}
	return b
}

// launch starts a Chromium; stop ends it.
func launch(program string) (b *Browser, stop func(), err error) {
	ctx, end := chromedp.NewExecAllocator(context.Background(), options(program)...)
	// The context of the first run owns the browser, so it has no time limit.
	ctx, _ = chromedp.NewContext(ctx)
	return &Browser{ctx}, func() { _ = chromedp.Cancel(ctx); end() }, chromedp.Do(ctx)
}

// apart returns a browser for a test in the same Chromium, which shares nothing with others.
func (b *Browser) apart(t T) *Browser {
	t.Helper()
	ctx, _ := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("opening a browser: %v", err)
	}
	return &Browser{ctx}
}

// kept is the Chromium that all tests of a binary share once Keep was called.
var kept keeper

type keeper struct {
	sync.Mutex
	on   bool
	b    *Browser // nil: not started so far
	stop func()
}

// Keep has all tests from here on share one Chromium, which the first of them starts: that
// takes longer than many a test. The function that it returns ends it, after the last test.
func Keep() (stop func()) {
	kept.Lock()
	defer kept.Unlock()
	kept.on, kept.stop = true, func() {}
	return func() {
		kept.Lock()
		defer kept.Unlock()
		kept.stop()
		kept.on, kept.b = false, nil
	}
}

// get returns the shared Chromium; nil if there is none. One that has died is replaced.
func (k *keeper) get(program string) (_ *Browser, err error) {
	k.Lock()
	defer k.Unlock()
	if !k.on || k.b != nil && k.b.ctx.Err() == nil {
		return k.b, nil
	}
	k.stop()
	k.b, k.stop, err = launch(program)
	return k.b, err
}

// chromium returns the path of an installed Chromium, or "". The one without windows does the same
// with a third less work.
func chromium() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// options are chromedp's own, those that keep Chromium off the network, and those that have it do with few
// processes and threads, which costs a fifth less: nobody looks at the pages, and they are ours. No script runs
// long enough to be worth compiling with care, axe's neither: that took a fifth of the time of a test with it. The
// sandbox is off because root cannot have it.
func options(program string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en"),
		chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("renderer-process-limit", "1"),
		chromedp.Flag("in-process-gpu", true),
		chromedp.Flag("disable-software-rasterizer", true),
		chromedp.Flag("num-raster-threads", "1"),
		chromedp.Flag("js-flags", "--no-opt --no-maglev"),
	)
}

// missing ends a test for want of a program: only CI must have everything.
func missing(t T, reason string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// Options say what kind of reader looks at a page. The zero value is a person at
// a desk, in light colours.
type Options struct {
	Width, Height int  // of what is seen, in CSS pixels; 1280x800 if zero
	Phone         bool // touch, and a width that obeys the page's viewport tag
	Dark          bool // prefers dark colours
	ReducedMotion bool // prefers little motion
	NoJavaScript  bool // runs no script of the page
	OwnCookies    bool // shares no cookies with other pages: another person

	Who string // whose page it is, for the words of a failure; "" if there is only one
}

// NewPage opens an empty page that closes with the test.
func (b *Browser) NewPage(t T, o Options) *Page {
	t.Helper()
	return newPage(t, b.ctx, o)
}

// Tab opens another page of the person that a page belongs to: at a desk, with the
// same cookies.
func (p *Page) Tab(t T) *Page {
	t.Helper()
	return newPage(t, p.ctx, Options{Who: p.who})
}

func newPage(t T, beside context.Context, o Options) *Page {
	t.Helper()
	p := &Page{t: t, who: o.Who, patience: patience, noScript: o.NoJavaScript, viewport: o.viewport()}
	opts := []chromedp.ContextOption{chromedp.WithListener(p.console.listen), chromedp.WithListener(p.requests.listen)}
	if o.OwnCookies {
		opts = append(opts, chromedp.WithNewBrowserContext())
	}
	p.ctx, _ = chromedp.NewContext(beside, opts...)
	t.Cleanup(func() { _ = chromedp.Cancel(p.ctx) })
	if err := chromedp.Do(p.ctx); err != nil {
		t.Fatalf("opening a page: %v", err)
	}
	p.run("setting up the page", p.viewport, o.media(), script(!o.NoJavaScript), unwatched)
	return p
}

// unwatched ends the news of each node and style sheet that chromedp asks for: a seventh of the work of loading a page.
// The harness asks the page itself, by expressions.
var unwatched = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	if _, err := chromedp.Call(ctx, css.Disable, cdp.Empty{}); err != nil {
		return err
	}
	_, err := chromedp.Call(ctx, dom.Disable, cdp.Empty{})
	return err
})

func (o Options) viewport() chromedp.Action[chromedp.Void] {
	width, height := o.Width, o.Height
	if width == 0 {
		width, height = 1280, 800
	}
	if !o.Phone {
		return chromedp.EmulateViewport(int64(width), int64(height))
	}
	return chromedp.EmulateViewport(int64(width), int64(height),
		chromedp.EmulatePortrait, chromedp.EmulateMobile, chromedp.EmulateTouch)
}

func (o Options) media() chromedp.Action[chromedp.Void] {
	colours, motion := "light", "no-preference"
	if o.Dark {
		colours = "dark"
	}
	if o.ReducedMotion {
		motion = "reduce"
	}
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: colours},
				{Name: "prefers-reduced-motion", Value: motion},
			},
		})
		return err
	})
}

// script switches the page's own scripts on or off; expressions that the
// harness evaluates run either way.
func script(on bool) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: !on})
		return err
	})
}
