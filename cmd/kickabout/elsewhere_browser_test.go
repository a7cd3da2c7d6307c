package main

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	"kickabout/league/play"
	contests "kickabout/league/tournaments"
)

// elsewherePage is a page of a club that shows a match and a table of the site, by what is public alone.
const elsewherePage = `<!DOCTYPE html><html lang="en"><title>Our club</title>
<h1>Our club</h1><p id="match"></p><pre id="board"></pre><table><tbody id="table"></tbody></table>
<script src="/club.js"></script>`

// elsewhereScript is its script. It sends no cookies: where it did, the browser would not let it read the answers.
const elsewhereScript = `
const asked = new URLSearchParams(location.search), api = asked.get("site") + "/api/v1";
new EventSource(api + "/matches/" + asked.get("match") + "/stream").onmessage = (e) => {
	const m = JSON.parse(e.data).match;
	document.querySelector("#match").textContent = m.players[0].name + " – " + m.players[1].name + " " + m.score.join(":") + ", event " + e.lastEventId;
	document.querySelector("#board").textContent = m.position;
};
fetch(api + "/tournaments/" + asked.get("tournament")).then(async (answer) => {
	for (const row of (await answer.json()).table) {
		const tr = document.querySelector("#table").insertRow();
		for (const cell of [row.rank, row.player, row.points]) tr.insertCell().textContent = cell;
	}
});
fetch(api + "/matches").then((answer) => document.body.dataset.own = answer.status);
fetch(asked.get("site") + "/matches/" + asked.get("match")).catch(() => document.body.dataset.page = "not read");`

// TestAPageOfAnotherSiteShowsALiveMatchAndATable is a page on another origin, which reads without a token what is
// public here, moves with the match, and reads nothing else, though who looks at it is signed in here.
func TestAPageOfAnotherSiteShowsALiveMatchAndATable(t *testing.T) {
	r := serve(t)
	o, ctx := r.server.office, t.Context()
	club := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/club.js" {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, elsewhereScript)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, elsewherePage)
	}))
	t.Cleanup(club.Close)
	b := browser.Start(t)
	ann, bob := r.member(b, "Ann", browser.Options{}), r.signUp("Bob")
	cup, err := o.CreateTournament(ctx, ann.player, contests.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Club Cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "3", Cycles: "1", Control: "lg", Start: contests.StartFull, Playing: true, Typed: league.Typed{"bots": "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := o.EnterTournament(ctx, bob, cup.ID); err != nil {
		t.Fatal(err)
	}
	if err := o.InviteBot(ctx, ann.player, cup.ID, "bot:random"); err != nil {
		t.Fatal(err)
	}
	made, err := o.Propose(ctx, ann.player, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "lg"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := o.Accept(ctx, bob, made.Offer.ID, "", false, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ann.Open(club.URL + "/?" + url.Values{"site": {r.address}, "match": {m.ID}, "tournament": {cup.ID}}.Encode())
	ann.WaitForText("#match", "Ann")
	ann.WaitForText("#table", "Bob")
	if n := ann.Count("#table tr"); n != 3 {
		t.Errorf("the table has %d rows", n)
	}
	for range 2 {
		v := r.match(m.ID)
		mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
		now, err := o.Play(ctx, mover, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(rand.New(rand.NewPCG(1, 2))), Arrived: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		ann.WaitForText("#match", "event "+strconv.Itoa(now.Match.State.Last))
		ann.WaitForText("#board", now.Record.Position.String())
	}
	ann.WaitFor(`body[data-own="401"]`)       // who looks is signed in, and what is their own is still not read
	ann.WaitFor(`body[data-page="not read"]`) // nor is a page of the site
}
