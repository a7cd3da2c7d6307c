package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
)

// keptPages are the addresses of what a browser keeps for when there is no connection, but for files that are the same
// for everybody.
const keptPages = `(async () => {
	const kept = [];
	for (const name of await caches.keys()) {
		for (const request of await (await caches.open(name)).keys()) {
			const path = new URL(request.url).pathname;
			if (!path.startsWith("/static/")) kept.push(path);
		}
	}
	return kept.join(" ");
})()`

// waitKept waits until just that is kept.
func waitKept(t *testing.T, p *browser.Page, want string) {
	t.Helper()
	got := ""
	for range 300 {
		if got = browser.Eval[string](p, keptPages); got == want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("kept is %q, want %q", got, want)
}

// aged makes the page that is kept so many days old.
const aged = `(async () => {
	const cache = await caches.open("kickabout-pages");
	const kept = await cache.match("/matches/offline");
	const headers = new Headers(kept.headers);
	headers.set("Date", new Date(Date.now() - %d * 24 * 60 * 60 * 1000).toUTCString());
	await cache.put("/matches/offline", new Response(await kept.text(), { headers }));
	return true;
})()`

// isLost says that the browser shows its own page of a site that cannot be reached.
const isLost = `location.protocol === "chrome-error:"`

// lost goes to an address and finds nothing.
func lost(p *browser.Page, address string) {
	browser.Eval[bool](p, "(location.href = "+strconv.Quote(address)+"+'?lost', true)")
	p.WaitUntil(isLost)
}

// A member sees their games when there is no connection; once they have signed out, or somebody else looks, nothing of
// them is there any more, with the network or without.
func TestGamesAreSeenWithoutAConnection(t *testing.T) {
	t.Parallel()
	r := serve(t)
	b := browser.Start(t)
	v := r.visitor(b, "random", browser.Options{Width: 390, Height: 844, Phone: true})
	v.begin()
	v.turn(r.settledTurn(v.id))
	v.Open(r.address + "/signup")
	v.fill(".sign button", [2]string{"#name", "Ann"}, [2]string{"#password", secretWords})
	waitKept(t, v.Page, "/matches/offline")

	r.stop()
	v.Open(r.address + "/matches/" + v.id)
	v.WaitForText("h1", "My games")
	if text := v.Text(".offline .notice"); !strings.Contains(text, "As of") {
		t.Errorf("the page says %q", text)
	}
	if n := v.Count(".offline svg"); n == 0 {
		t.Error("it has no board")
	}
	if styled := browser.Eval[bool](v.Page, `getComputedStyle(document.querySelector(".offline")).display === "grid"`); !styled {
		t.Error("it is shown without its style sheet")
	}

	browser.Eval[bool](v.Page, `(document.body.insertAdjacentHTML("beforeend", '<form method="post" action="/signout"><button id="out">Sign out</button></form>'), document.getElementById("out").click(), true)`)
	v.WaitUntil(isLost)
	lost(v.Page, r.address+"/matches") // though nobody could be told

	r.start()
	v.Open(r.address + "/matches")
	waitKept(t, v.Page, "/matches/offline")
	v.Open(r.address + "/account")
	v.Follow(`form[action="/signout"] button`)
	waitKept(t, v.Page, "")
	r.stop()
	lost(v.Page, r.address+"/matches")
	r.start()

	v.Open(r.address + "/signin")
	v.fill(".sign button", [2]string{"#name", "Ann"}, [2]string{"#password", secretWords})
	waitKept(t, v.Page, "/matches/offline")
	// What is kept is shown for 7 days.
	for days, shown := range map[int]bool{6: true, 8: false} {
		v.Open(r.address + "/matches")
		waitKept(t, v.Page, "/matches/offline")
		browser.Eval[bool](v.Page, fmt.Sprintf(aged, days))
		r.stop()
		if shown {
			v.Open(r.address + "/matches")
			v.WaitForText("h1", "My games")
		} else {
			lost(v.Page, r.address+"/matches")
		}
		r.start()
	}
	v.Open(r.address + "/matches")
	waitKept(t, v.Page, "/matches/offline")

	// The session ends elsewhere: the next page that comes from the site is nobody's.
	if err := r.server.office.EndOtherSessions(t.Context(), r.match(v.id).Match.Seats[0].Player, "none"); err != nil {
		t.Fatal(err)
	}
	v.Open(r.address + "/rules")
	waitKept(t, v.Page, "")
}
