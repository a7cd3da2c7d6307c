package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/views"
)

// pushed runs the worker's script with what a browser gives it, as far as pushes need that, has it take what the site
// sends, and then a tap on what it shows; and once more with a window open, with an address elsewhere, and with what is
// none of ours.
const pushed = `(async () => {
	const on = {}, log = [];
	let windows = [];
	const self = {
		addEventListener: (name, act) => { on[name] = act; }, location,
		navigator: { setAppBadge: async (n) => { log.push("badge " + n); }, clearAppBadge: async () => { log.push("no badge"); } },
		registration: { showNotification: async (title, o) => { log.push("shows " + title + ", " + o.body + ", " + o.tag); self.shown = o; } },
		clients: { matchAll: async () => windows, openWindow: async (url) => { log.push("opens " + url.replace(location.origin, "")); } },
	};
	(function (self) { SCRIPT })(self);
	const event = async (name, o) => { const all = []; on[name]({ waitUntil: (p) => all.push(p), ...o }); await Promise.all(all); };
	const push = (told) => event("push", { data: { json: () => JSON.parse(told) } });
	const tap = (navigate) => event("notificationclick", { notification: { close: () => {}, data: { navigate } } });
	await push('{"web_push":8030,"notification":{"title":"Your turn","body":"2-1","navigate":"' + location.origin + '/matches/m1","tag":"turn"},"app_badge":"3"}');
	await tap(self.shown.data.navigate);
	windows = [{ url: location.origin + "/matches/m1", focus: async () => { log.push("goes to the window"); } }];
	await tap(self.shown.data.navigate);
	await tap("https://elsewhere.example/");
	await push('{"web_push":8030,"notification":{"title":"Nothing waits","body":"","navigate":"/matches","tag":"turn"},"app_badge":"0"}');
	await push("no JSON");
	return log.join("; ");
})()`

func TestTheWorkerShowsWhatIsPushedAndOpensIt(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open(r.address + "/rules")
	want := "shows Your turn, 2-1, turn; badge 3; opens /matches/m1; goes to the window; shows Nothing waits, , turn; no badge"
	script, ok := views.Static("sw.js")
	if !ok {
		t.Fatal("there is no worker")
	}
	if got := browser.Eval[string](p, strings.Replace(pushed, "SCRIPT", string(script), 1)); got != want {
		t.Errorf("it does %s; want %s", got, want)
	}
}
