package browser_test

import (
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
)

// site is a small web site with a strict content security policy.
func site(t *testing.T) string {
	mux := http.NewServeMux()
	page := func(path, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", "default-src 'self'")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Site %s</title>`+
				`<meta name="viewport" content="width=device-width">`+
				`<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/style.css">`+
				`<script src="/script.js" defer></script></head><body><main>%s</main></body></html>`, path, body)
		})
	}
	serve := func(path, kind, text string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, text)
		})
	}
	page("/one", `<h1>One</h1><p id="said">silence</p><button id="say">Say it</button>
		<a href="/two">On to two</a> <form action="/two"><label>Name <input name="n"></label></form>`)
	page("/two", `<h1>Two</h1><p id="late"></p>`)
	page("/covered", `<h1>Covered</h1><button id="say">Say it</button><p id="said">silence</p><div id="cover"></div>`)
	page("/small", `<h1>Small</h1><p class="close"><a href="/one">One</a><br><a href="/two">Two</a></p>`)
	page("/picture", `<h1>Picture</h1><img src="/icon.svg" width="9" height="9">`)
	page("/dim", `<h1>Dim</h1><p class="dim">Not seen in the dark</p><img src="/icon.svg" width="9" height="9">`)
	page("/long", `<h1>Long</h1><div class="tall"></div>`)
	page("/inline", `<h1>Inline</h1><p style="color: red">red</p>`)
	page("/broken", `<h1>Broken</h1><button id="throw">Throw</button><button id="log">Log</button>`)
	serve("/style.css", "text/css", `
		html { background: white; color: black }
		@media (prefers-color-scheme: dark) { html { background: black; color: white } }
		@media (prefers-reduced-motion: reduce) { h1 { letter-spacing: 3px } }
		.tall { height: 2000px }
		a { display: inline-block; padding: 8px }
		.close a { padding: 0; font-size: 10px; line-height: 1 }
		.dim { color: #222 }
		#cover { position: fixed; inset: 0 }`)
	serve("/icon.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`)
	serve("/script.js", "text/javascript", `
		const on = (id, f) => document.getElementById(id)?.addEventListener("click", f);
		on("say", () => document.getElementById("said").textContent = "said");
		on("cover", () => document.getElementById("cover").remove());
		on("throw", () => { throw new Error("thrown on purpose") });
		on("log", () => console.error("logged", 42));
		const late = document.getElementById("late");
		if (late) setTimeout(() => late.textContent = "better late", 50);
		if (location.search === "") setTimeout(() => document.getElementById("cover")?.remove(), 200);
		document.addEventListener("keydown", e => document.title = (e.shiftKey ? "Shift " : "") + e.key);`)
	mux.HandleFunc("GET /enter", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "__Host-who", Value: "ann", Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode})
		http.Redirect(w, r, "/who", http.StatusSeeOther)
	})
	mux.HandleFunc("GET /who", func(w http.ResponseWriter, r *http.Request) {
		name := "nobody"
		if c, err := r.Cookie("__Host-who"); err == nil {
			name = c.Value
		}
		fmt.Fprintf(w, "<h1>%s</h1>", name)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// failing is a test whose failure is looked at.
type failing struct {
	*testing.T
	said string
}

func (f *failing) Fatalf(format string, args ...any) {
	f.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// failure returns what a page says when a step fails; "" if it does not.
func (f *failing) failure(step func()) string {
	f.said = ""
	done := make(chan bool)
	go func() {
		defer close(done)
		step()
	}()
	<-done
	return f.said
}

// decoded reads a PNG.
func decoded(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestPage(t *testing.T) {
	chromium, url := browser.Start(t), site(t)
	open := func(t *testing.T, o browser.Options, path string) *browser.Page {
		t.Helper()
		p := chromium.NewPage(t, o)
		p.Open(url + path)
		return p
	}
	want := func(t *testing.T, what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}

	t.Run("reads the page", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		want(t, "title", p.Title(), "Site /one")
		want(t, "address", p.URL(), url+"/one")
		want(t, "heading", p.Text("h1"), "One")
		want(t, "attribute", p.Attribute("text=On to two", "href"), "/two")
		want(t, "attribute that is not there", p.Attribute("h1", "hidden"), "")
		want(t, "number of buttons", p.Count("button"), 1)
		want(t, "a table exists", p.Exists("table"), false)
		want(t, "document holds the heading", strings.Contains(p.HTML(), "<h1>One</h1>"), true)
		want(t, "a promise is awaited", browser.Eval[int](p, "Promise.resolve(6)"), 6)
	})
	t.Run("a click reaches the page's script", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		p.Click("#say")
		want(t, "said", p.Text("#said"), "said")
	})
	t.Run("a click waits until nothing lies over the place", func(t *testing.T) {
		p := open(t, browser.Options{}, "/covered")
		p.Click("text=Say it")
		want(t, "said", p.Text("#said"), "said")
	})
	t.Run("a failure says who, what, why and where", func(t *testing.T) {
		f := &failing{T: t}
		ann := chromium.NewPage(f, browser.Options{Who: "Ann"})
		ann.Open(url + "/covered?for=ever")
		ann.SetPatience(2 * time.Second)
		for _, c := range []struct {
			step func()
			why  []string
		}{
			{func() { ann.Click("#say") }, []string{"clicking #say", `over it lay <div id="cover">`}},
			{func() { ann.Click("#nobody") }, []string{"clicking #nobody", "it was not there"}},
			{func() { ann.WaitGone("h1") }, []string{"waiting for the end of h1", "<h1>Covered</h1>"}},
			{func() { ann.Press("Nonsense") }, []string{"pressing Nonsense", "no such key"}},
			{func() { browser.Eval[int](ann, "nobody()") }, []string{"evaluating nobody()", "ReferenceError"}},
		} {
			said := f.failure(c.step)
			for _, part := range append(c.why, "Ann, ", "at "+url+"/covered?for=ever (complete)") {
				if !strings.Contains(said, part) {
					t.Errorf("a failure does not say %q: %s", part, said)
				}
			}
		}
		ann.SetPatience(time.Minute)
		ann.Open(url + "/one")
		want(t, "failure of what can be done", f.failure(func() { ann.WaitGone("table") }), "")
		ann.SetPatience(2 * time.Second)
		if said := f.failure(func() { ann.Follow("#say") }); !strings.Contains(said, "no page came of the click") {
			t.Errorf("following what leads nowhere fails with %q", said)
		}
	})
	t.Run("a page without a network gets no answer, and what it asks for is noted", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		p.Offline()
		want(t, "an answer", browser.Eval[bool](p, `fetch("/two").then(() => true, () => false)`), false)
		asked := p.Requests()
		want(t, "asked for first", asked[0], url+"/one")
		want(t, "asked for last", asked[len(asked)-1], url+"/two")
		want(t, "beside it", browser.Eval[bool](open(t, browser.Options{}, "/one"), `fetch("/two").then(() => true, () => false)`), true)
	})
	t.Run("a link is followed and back leads back", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		p.Follow("text=On to two")
		want(t, "heading", p.Text("h1"), "Two")
		p.WaitForText("#late", "better late")
		p.Back()
		want(t, "heading", p.Text("h1"), "One")
		p.Reload()
		want(t, "heading", p.Text("h1"), "One")
	})
	t.Run("what a click leads to can be waited for", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		p.Click("text=On to two")
		p.WaitForText("h1", "Two")
		p.WaitFor("#late")
	})
	t.Run("keys are typed and pressed", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		p.Type("input", "ann & bob")
		p.Press("Shift+Tab")
		want(t, "last key", p.Title(), "Shift Tab")
		p.Click("input")
		p.Press("Enter")
		p.WaitForText("h1", "Two")
		want(t, "address", p.URL(), url+"/two?n=ann+%26+bob")
	})
	t.Run("without JavaScript no script runs but links do", func(t *testing.T) {
		p := open(t, browser.Options{NoJavaScript: true}, "/one")
		p.Click("#say")
		want(t, "said", p.Text("#said"), "silence")
		p.Type("input", "x")
		want(t, "title", p.Title(), "Site /one")
		p.Follow("text=On to two")
		want(t, "heading", p.Text("h1"), "Two")
		p.Back()
		want(t, "heading", p.Text("h1"), "One")
		want(t, "findings", strings.Join(p.Axe(), "\n"), "")
		p.Click("#say")
		want(t, "said after axe", p.Text("#said"), "silence")
	})
	t.Run("two people look at once", func(t *testing.T) {
		ann, bob := open(t, browser.Options{OwnCookies: true}, "/one"), open(t, browser.Options{OwnCookies: true}, "/two")
		for _, p := range []*browser.Page{ann, bob} { // a page in the background would stand still
			want(t, "it is seen and has the focus", browser.Eval[bool](p, `document.visibilityState === "visible" && document.hasFocus()`), true)
			want(t, "it is drawn", browser.Eval[bool](p, `new Promise(drawn => requestAnimationFrame(() => drawn(true)))`), true)
		}
	})
	t.Run("colours, motion and width are the reader's", func(t *testing.T) {
		const colour = `getComputedStyle(document.documentElement).backgroundColor`
		const spacing = `getComputedStyle(document.querySelector("h1")).letterSpacing`
		p := open(t, browser.Options{}, "/one")
		want(t, "light", browser.Eval[string](p, colour), "rgb(255, 255, 255)")
		want(t, "motion", browser.Eval[string](p, spacing), "normal")
		want(t, "width", browser.Eval[int](p, "innerWidth"), 1280)
		p = open(t, browser.Options{Width: 390, Height: 844, Phone: true, Dark: true, ReducedMotion: true}, "/one")
		want(t, "dark", browser.Eval[string](p, colour), "rgb(0, 0, 0)")
		want(t, "less motion", browser.Eval[string](p, spacing), "3px")
		want(t, "width", browser.Eval[int](p, "innerWidth"), 390)
		want(t, "touch", browser.Eval[int](p, "navigator.maxTouchPoints"), 1)
	})
	t.Run("a screenshot is a PNG of what is seen", func(t *testing.T) {
		p := open(t, browser.Options{Width: 390, Height: 844, Phone: true, Dark: true}, "/one")
		path := filepath.Join(t.TempDir(), "new", "one.png")
		p.Screenshot(path)
		picture := decoded(t, path)
		want(t, "width", picture.Bounds().Dx(), 390)
		want(t, "height", picture.Bounds().Dy(), 844)
		r, g, b, _ := picture.At(380, 840).RGBA()
		want(t, "colour of the corner", [3]uint32{r, g, b}, [3]uint32{})
	})
	t.Run("a whole screenshot is as long as the page", func(t *testing.T) {
		p := open(t, browser.Options{Width: 390, Height: 844, Phone: true}, "/long")
		path := filepath.Join(t.TempDir(), "long.png")
		p.ScreenshotWhole(path)
		picture := decoded(t, path)
		want(t, "width", picture.Bounds().Dx(), 390)
		want(t, "height", picture.Bounds().Dy(), browser.Eval[int](p, `document.documentElement.scrollHeight`))
		want(t, "width of the page afterwards", browser.Eval[int](p, `innerWidth`), 390)
	})
	t.Run("axe finds an image without a text", func(t *testing.T) {
		p := open(t, browser.Options{}, "/picture")
		found := strings.Join(p.Axe(), "\n")
		want(t, "findings name the rule: "+found, strings.HasPrefix(found, "image-alt (critical): "), true)
	})
	t.Run("axe finds a target that is too small", func(t *testing.T) {
		p := open(t, browser.Options{}, "/small")
		found := strings.Join(p.Axe(), "\n")
		want(t, "findings name the rule: "+found, strings.HasPrefix(found, "target-size (serious): "), true)
	})
	t.Run("axe finds nothing in a sound page", func(t *testing.T) {
		want(t, "findings", strings.Join(open(t, browser.Options{}, "/one").Axe(), "\n"), "")
	})
	t.Run("a page is seen by another reader", func(t *testing.T) {
		p := open(t, browser.Options{}, "/dim")
		want(t, "findings in the light", len(p.Axe()), 1)
		p.As(browser.Options{Width: 390, Height: 844, Phone: true, Dark: true})
		want(t, "width", browser.Eval[int](p, "innerWidth"), 390)
		found := strings.Join(p.Axe(), "\n")
		want(t, "findings in the dark have one of colours: "+found, strings.Count(found, "color-contrast (serious): "), 1)
		p.As(browser.Options{})
		want(t, "width again", browser.Eval[int](p, "innerWidth"), 1280)
	})
	t.Run("complaints of the page are kept", func(t *testing.T) {
		p := open(t, browser.Options{}, "/one")
		want(t, "complaints of a sound page", strings.Join(p.ConsoleErrors(), "\n"), "")
		p.Open(url + "/broken")
		p.Click("#throw")
		p.Click("#log")
		p.Open(url + "/inline")
		p.Open(url + "/nowhere")
		got := p.ConsoleErrors()
		for i, part := range []string{"thrown on purpose", "console: logged 42", "Content Security Policy", "404"} {
			if i >= len(got) || !strings.Contains(got[i], part) {
				t.Errorf("complaint %d is not about %q; all of them: %q", i, part, got)
			}
		}
		want(t, "complaints", len(got), 4)
	})
	t.Run("a cookie with the __Host- prefix works on loopback without TLS", func(t *testing.T) {
		for _, host := range []string{"127.0.0.1", "localhost"} {
			p := chromium.NewPage(t, browser.Options{OwnCookies: true})
			p.Open(strings.Replace(url, "127.0.0.1", host, 1) + "/enter")
			want(t, "who on "+host, p.Text("h1"), "ann")
		}
	})
	t.Run("pages share cookies unless they have their own", func(t *testing.T) {
		open(t, browser.Options{}, "/enter")
		want(t, "who in the same jar", open(t, browser.Options{}, "/who").Text("h1"), "ann")
		want(t, "who in a jar apart", open(t, browser.Options{OwnCookies: true}, "/who").Text("h1"), "nobody")
	})
}
