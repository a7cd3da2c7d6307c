package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A Page is one tab. Where a method takes a place, that is a CSS selector, or
// "text=" and the whole text of a link, button, label or summary.
type Page struct {
	t        T
	who      string
	ctx      context.Context
	patience time.Duration
	noScript bool
	viewport chromedp.Action[chromedp.Void]
	console  console
	requests requests
}

// Open goes to an address and waits until the page is loaded.
func (p *Page) Open(url string) {
	p.t.Helper()
	p.run("opening "+url, chromedp.Navigate(url))
}

// As shows the page as another reader sees it from now on: their screen, their colours,
// their wish for little motion. Scripts and cookies stay as they are.
func (p *Page) As(o Options) {
	p.t.Helper()
	p.viewport = o.viewport()
	p.run("changing the screen", p.viewport, o.media())
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	p.run("reloading", chromedp.Reload())
}

// Back goes back to the page before and waits until it is there. Chromium may
// show it as it was left, without asking the server or loading it again, as it
// does for people; so there may be no load to wait for.
func (p *Page) Back() {
	p.t.Helper()
	p.run("going back", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		history, err := chromedp.NavigationEntries()(ctx, t)
		if err != nil {
			return err
		}
		before := history.CurrentIndex - 1
		if before < 0 {
			return errors.New("there is no page before this one")
		}
		_, err = chromedp.Call(ctx, page.NavigateToHistoryEntry,
			page.NavigateToHistoryEntryParams{EntryID: history.Entries[before].ID})
		if err != nil {
			return err
		}
		err = until(ctx, func() (bool, error) { // between the two pages there is none to ask
			history, err := chromedp.NavigationEntries()(ctx, t)
			return err == nil && history.CurrentIndex == before, err
		})
		if err != nil {
			return err
		}
		_, err = poll[bool](ctx, `document.readyState === "complete" || null`)
		return err
	}))
}

// Click presses the mouse on the middle of a place, once it can be seen there
// and nothing lies over it. It does not wait for what comes of it: what does is
// to be waited for, or followed.
func (p *Page) Click(place string) {
	p.t.Helper()
	p.run("clicking "+place, p.click(place))
}

// Follow clicks a link or button and waits until the page it leads to is loaded.
func (p *Page) Follow(place string) {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	clicked := false
	click := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := p.click(place)(ctx, t)
		clicked = err == nil
		return err
	})
	_, err := chromedp.RunResponse(ctx, click)
	if err != nil && clicked {
		err = fmt.Errorf("%w; no page came of the click", err)
	}
	p.must("following "+place, err)
}

// Type puts the cursor into a field and types: the last letter by its key, what comes before it as from a keyboard
// on a screen, at once. A key costs the browser ten milliseconds, and the page hears of a changed field either way.
func (p *Page) Type(place, text string) {
	p.t.Helper()
	_, size := utf8.DecodeLastRuneInString(text)
	first, last := text[:len(text)-size], text[len(text)-size:]
	p.run("typing into "+place, p.click(place), inserted(first), chromedp.KeyEvent(last))
}

// inserted writes into the field that has the focus.
func inserted(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if text == "" {
			return nil
		}
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// Press presses one key by its name in the browser, such as "Enter", "Tab",
// "ArrowLeft", "a" or "Shift+Tab", where the focus is.
func (p *Page) Press(name string) {
	p.t.Helper()
	var held []chromedp.Modifier
	key := name
	if rest, ok := strings.CutPrefix(name, "Shift+"); ok {
		key, held = rest, append(held, chromedp.ModifierShift)
	}
	for r, k := range kb.Keys {
		if k.Key == key {
			p.run("pressing "+name, chromedp.KeyEvent(string(r), chromedp.KeyModifiers(held...)))
			return
		}
	}
	p.must("pressing "+name, errors.New("there is no such key"))
}

// WaitFor waits until a place is there and can be seen.
func (p *Page) WaitFor(place string) {
	p.t.Helper()
	read[bool](p, "waiting for "+place, find(place, `e.checkVisibility() || null`))
}

// WaitForText waits until a place's text holds a text.
func (p *Page) WaitForText(place, text string) {
	p.t.Helper()
	read[bool](p, fmt.Sprintf("waiting for %q in %s", text, place),
		find(place, `e.innerText.includes(`+quote(text)+`) || null`))
}

// WaitGone waits until nothing matches a CSS selector any more.
func (p *Page) WaitGone(css string) {
	p.t.Helper()
	read[bool](p, "waiting for the end of "+css, `document.querySelector(`+quote(css)+`) ? null : true`)
}

// WaitUntil waits until an expression is true in the page.
func (p *Page) WaitUntil(expression string) {
	p.t.Helper()
	read[bool](p, "waiting until "+expression, `(`+expression+`) || null`)
}

// Text returns the text of a place as it is seen, once the place is there.
func (p *Page) Text(place string) string {
	p.t.Helper()
	return read[string](p, "reading "+place, find(place, `e.innerText ?? e.textContent`))
}

// Attribute returns an attribute of a place, once the place is there; "" if it
// has no such attribute.
func (p *Page) Attribute(place, name string) string {
	p.t.Helper()
	return read[string](p, "reading "+name+" of "+place, find(place, `e.getAttribute(`+quote(name)+`) ?? ""`))
}

// Count returns how many elements match a CSS selector now.
func (p *Page) Count(css string) int {
	p.t.Helper()
	return Eval[int](p, `document.querySelectorAll(`+quote(css)+`).length`)
}

// Exists tells whether an element matches a CSS selector now.
func (p *Page) Exists(css string) bool {
	p.t.Helper()
	return p.Count(css) > 0
}

// HTML returns the whole document as it stands now, after scripts changed it.
func (p *Page) HTML() string {
	p.t.Helper()
	return Eval[string](p, `document.documentElement.outerHTML`)
}

// Title returns the page's title.
func (p *Page) Title() string {
	p.t.Helper()
	return Eval[string](p, `document.title`)
}

// URL returns the page's address.
func (p *Page) URL() string {
	p.t.Helper()
	return Eval[string](p, `location.href`)
}

// Eval evaluates an expression in the page, awaits it if it is a promise, and
// returns its value. The page's content security policy does not touch it.
func Eval[V any](p *Page, expression string) V {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	p.must(fmt.Sprintf("evaluating %.200s", expression), err)
	return v
}

// Screenshot writes what is seen now as a PNG, making folders as needed.
func (p *Page) Screenshot(path string) {
	p.t.Helper()
	p.picture(path, chromedp.CaptureScreenshot())
}

// ScreenshotWhole writes the page from top to bottom as a PNG.
func (p *Page) ScreenshotWhole(path string) {
	p.t.Helper()
	p.picture(path, chromedp.FullScreenshot(100)) // 100: the quality that stands for PNG
	p.run("going back to the screen", p.viewport) // which such a picture leaves changed
}

func (p *Page) picture(path string, take chromedp.Action[[]byte]) {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	png, err := chromedp.Run(ctx, take)
	if err == nil {
		err = write(path, png)
	}
	p.must("taking a picture", err)
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// limited returns a context for one step.
func (p *Page) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.ctx, p.patience)
}

// must ends the test if a step failed, and says whose step it was and where.
func (p *Page) must(what string, err error) {
	p.t.Helper()
	if err == nil {
		return
	}
	if p.who != "" {
		what = p.who + ", " + what
	}
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second) // it may be the page that hangs
	defer cancel()
	at, unknown := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + " (" + document.readyState + ")"`))
	if unknown != nil {
		at = unknown.Error()
	}
	p.t.Fatalf("%s: %v\nat %s", what, err, at)
}

// run carries out steps within the limit, or ends the test.
func (p *Page) run(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	p.must(what, chromedp.Do(ctx, steps...))
}

// read evaluates an expression until it is not null and returns its value, or
// ends the test.
func read[V any](p *Page, what, expression string) V {
	p.t.Helper()
	ctx, cancel := p.limited()
	defer cancel()
	v, err := poll[V](ctx, expression)
	if err != nil {
		err = fmt.Errorf("%w; the page was\n%s", err, p.HTML())
	}
	p.must(what, err)
	return v
}

// poll evaluates an expression until it is not null.
func poll[V any](ctx context.Context, expression string) (V, error) {
	var v *V
	err := until(ctx, func() (found bool, err error) {
		v, err = chromedp.Run(ctx, chromedp.Evaluate[*V](expression))
		return v != nil, err
	})
	if err != nil {
		return *new(V), err
	}
	return *v, nil
}

// Between two looks. Each of them costs the browser about a millisecond, which what is waited for
// would need.
const (
	shortestPause = 5 * time.Millisecond
	longestPause  = 80 * time.Millisecond
)

// until looks again and again until it sees what it looks for. An error is taken
// for a page that is just being left: it is looked at again.
func until(ctx context.Context, look func() (bool, error)) error {
	for pause := shortestPause; ; pause = min(2*pause, longestPause) {
		seen, err := look()
		if seen && err == nil {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			if errors.Is(err, ctx.Err()) {
				return err
			}
			return errors.Join(ctx.Err(), err)
		}
	}
}

// click waits until a place can be clicked and clicks it. It looks at what lies
// topmost in the middle of the place, because a click goes there.
func (p *Page) click(place string) chromedp.Action[chromedp.Void] {
	middle := `(e => {
		if (!e) return {no: "it was not there"};
		if (document.readyState !== "complete") return {no: "the page was loading"}; // a style that is yet to come moves everything
		e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const top = document.elementFromPoint(x, y);
		if (top && (e.contains(top) || top.contains(e) && top.matches("label, a, button"))) return {x, y};
		return {no: e.checkVisibility() ? "over it lay " + (top?.outerHTML ?? "nothing").slice(0, 200) : "it was hidden"};
	})(` + element(place) + `)`
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		var at spot
		err := until(ctx, func() (bool, error) {
			seen, err := chromedp.Run(ctx, chromedp.Evaluate[spot](middle))
			if err == nil {
				at = seen
			}
			return at.No == "", err
		})
		if err != nil {
			return fmt.Errorf("%w; %s", err, at.No)
		}
		_, err = chromedp.MouseClickXY(at.X, at.Y)(ctx, t)
		return err
	})
}

// spot is where to click, in CSS pixels, or why that is not possible yet.
type spot struct {
	X, Y float64
	No   string
}

// find returns an expression: what a place's element e yields, or null while the
// place is not there.
func find(place, yield string) string {
	return `(e => e ? ` + yield + ` : null)(` + element(place) + `)`
}

// element returns an expression: a place's element, or nothing.
func element(place string) string {
	if text, ok := strings.CutPrefix(place, "text="); ok {
		return `[...document.querySelectorAll("a, button, label, summary")]` +
			`.find(e => (e.innerText ?? e.textContent).trim() === ` + quote(text) + `)`
	}
	return `document.querySelector(` + quote(place) + `)`
}

// quote returns a string as a literal of the page's script.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string is always representable
	}
	return string(b)
}
