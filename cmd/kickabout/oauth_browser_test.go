package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league/app"
)

// appPage is an app that somebody else has written, on an origin of its own.
const appPage = `<!DOCTYPE html><html lang="en"><title>Scores</title><h1>Scores</h1><button id="sign-in">Sign in</button><p id="said"></p><script src="/app.js"></script>`

// appScript signs in by OAuth 2 and plays by the API. It knows the site by its address alone: the rest stands in the
// metadata of the server.
const appScript = `
const asked = new URLSearchParams(location.search), said = document.querySelector("#said");
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const back = location.origin + "/back";
const form = (url, fields) => fetch(url, { method: "POST", body: new URLSearchParams(fields) }).then((answer) => answer.json());
let token;
const ask = async (method, path, body) => {
	const answer = await fetch(sessionStorage.site + "/api/v1" + path, { method, headers: { Authorization: "Bearer " + token, "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
	return { status: answer.status, body: await answer.json() };
};
document.querySelector("#sign-in").onclick = async () => {
	Object.assign(sessionStorage, { site: asked.get("site"), client: asked.get("client"), state: base64url(crypto.getRandomValues(new Uint8Array(16))), verifier: base64url(crypto.getRandomValues(new Uint8Array(32))) });
	const server = await (await fetch(sessionStorage.site + "/.well-known/oauth-authorization-server")).json();
	const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sessionStorage.verifier)));
	location.href = server.authorization_endpoint + "?" + new URLSearchParams({
		response_type: "code", client_id: sessionStorage.client, redirect_uri: back, scope: "play", state: sessionStorage.state, code_challenge: challenge, code_challenge_method: "S256",
	});
};
const returned = async () => {
	if (asked.get("state") !== sessionStorage.state || asked.get("iss") !== sessionStorage.site) throw Error("this answer is not for us");
	if (asked.get("error")) { said.textContent = "refused: " + asked.get("error"); return; }
	const server = await (await fetch(sessionStorage.site + "/.well-known/oauth-authorization-server")).json();
	const client = { client_id: sessionStorage.client };
	const first = await form(server.token_endpoint, { ...client, grant_type: "authorization_code", code: asked.get("code"), redirect_uri: back, code_verifier: sessionStorage.verifier });
	const next = await form(server.token_endpoint, { ...client, grant_type: "refresh_token", refresh_token: first.refresh_token });
	token = next.access_token;
	const id = (await ask("POST", "/matches/reservations")).body.id;
	const begun = await ask("POST", "/matches", { id, game: "streetsoccer", variant: "lg", clock: "lg", rated: false, kickoff: "me", contribution: "by an app", opponent: "bot:random" });
	document.body.dataset.match = id;
	said.textContent = "begun: " + begun.status;
};
window.play = async (seq, move) => { said.textContent = "moved: " + (await ask("POST", "/matches/" + document.body.dataset.match + "/moves", { seq, move })).status; };
if (location.pathname === "/back") returned().catch((err) => { said.textContent = err; });`

// TestAnAppOfAnotherOriginSignsInAndPlays goes the whole way of an app and of who uses it: to the site, where they sign in,
// are asked, and go back; then the app plays for them, until they end it.
func TestAnAppOfAnotherOriginSignsInAndPlays(t *testing.T) {
	r := serve(t)
	o := r.server.office
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/app.js" {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, appScript)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, appPage)
	}))
	t.Cleanup(other.Close)
	author := r.signUp("Author")
	bob := r.signUp("Bob")
	registered, err := o.Apps.Register(t.Context(), author, app.Form{Name: "Scores", Site: "https://scores.example/", Redirects: "http://127.0.0.1/back"}) // at any port
	if err != nil {
		t.Fatal(err)
	}
	b := browser.Start(t)
	v := r.visitor(b, "random", browser.Options{Width: 390, Height: 844, Phone: true})
	start := other.URL + "/?" + url.Values{"site": {r.address}, "client": {registered.ID}}.Encode()

	v.Open(start)
	v.Click("#sign-in")
	v.WaitFor("#password")
	v.fill(".sign button", [2]string{"#name", "Bob"}, [2]string{"#password", "correct horse battery"})
	v.WaitForText("main", "asks to act for you")
	for _, screen := range screens {
		r.flawless(v.Page, "the question of an app", screen)
	}
	v.Click(`button[value="deny"]`)
	v.WaitForText("#said", "refused: access_denied")

	v.Open(start)
	v.Click("#sign-in")
	v.WaitForText("main", "asks to act for you")
	v.Click(`button[value="allow"]`)
	v.WaitForText("#said", "begun: 201")
	id := v.Attribute("body", "data-match")
	view := r.match(id)
	if seat := view.Match.Seats[view.Record.SeatOf(view.Record.Next().Side)]; seat.Player.ID != bob.ID {
		t.Fatalf("the app began a match of %+v", seat.Player)
	}
	move := view.Record.Position.Random(rand.New(rand.NewPCG(1, 2)))
	browser.Eval[bool](v.Page, fmt.Sprintf(`(play(%d, %q), true)`, view.Record.Seq, move))
	v.WaitForText("#said", "moved: 201")
	if now := r.match(id); now.Record.Seq <= view.Record.Seq {
		t.Error("the move is not played")
	}

	page := v.Tab(t)
	page.Open(r.address + "/account/apps")
	for _, screen := range screens {
		r.flawless(page, "apps", screen)
	}
	page.Follow(`form[action="/account/apps/end"] button`)
	page.WaitForText("[role=status]", "can no longer act for you")
	browser.Eval[bool](v.Page, `(play(1, "x"), true)`)
	v.WaitForText("#said", "moved: 401")
}
