package web_test

import (
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/engine/bot"
)

func TestThePageOfTheBotsBeginsAGame(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	medium, err := bot.ByID("medium")
	if err != nil {
		t.Fatal(err)
	}
	page := b.get("/bots").want(t, http.StatusOK, medium.Name(), medium.Summary(), "kickabout arena --game streetsoccer --first medium --second greedy", "None of them has a rating here yet")
	form := regexp.MustCompile(`name="reservation" value="([^"]+)"[^>]*>\s*<input type="hidden" name="opponent" value="bot:medium"`).FindStringSubmatch(page.Body)
	if form == nil {
		t.Fatal("there is no form for Medium")
	}
	begun := b.post("/matches", url.Values{"reservation": {form[1]}, "opponent": {"bot:medium"}, "kickoff": {"lot"}, "control": {"lg"}, "rules": {"onetwofun/basic"}}).want(t, http.StatusSeeOther)
	b.get(begun.Header.Get("Location")).want(t, http.StatusOK, "Medium", "One-Two-Fun")
	for _, from := range []string{"/", "/ratings"} {
		b.get(from).want(t, http.StatusOK, `href="/bots"`)
	}
}

func TestABotIsAskedOnThePageOfAPosition(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	page := b.get(tryAt("rules", "streetsoccer/lg", "position", tried, "bot", "bot:hard")).want(t, http.StatusOK,
		"Hard would play this. It expects ", " of 5 points for Yellow.", "Play this move", `value="bot:hard" selected`)
	play := regexp.MustCompile(`href="([^"]+)">Play this move<`).FindStringSubmatch(page.Body)
	b.get(html.UnescapeString(play[1])).want(t, http.StatusOK)
	b.get(tryAt("rules", "streetsoccer/lg", "position", tried, "bot", "bot:gone")).want(t, http.StatusUnprocessableEntity, "There is no such bot")
	b.get(tryAt("rules", "streetsoccer/lg", "bot", "bot:hard")).want(t, http.StatusUnprocessableEntity, "Nobody has to move here")
	id := b.begin()
	b.get(tryAt("rules", "streetsoccer/lg", "position", b.played(id).Match.State.Position, "bot", "bot:hard")).want(t, http.StatusForbidden, "one of your own games")
}

func TestBotsAreNotAskedWithoutEnd(t *testing.T) {
	w := newWorld(t)
	echo, err := web.New(w.office, web.Options{Log: slog.New(slog.DiscardHandler), Limits: web.Limits{Hints: web.Rate{Count: 2, Per: 10 * time.Minute}}})
	if err != nil {
		t.Fatal(err)
	}
	w.server.Config.Handler = echo
	b := w.browser()
	ask := tryAt("rules", "streetsoccer/lg", "position", tried, "bot", "bot:greedy")
	for range 2 {
		b.get(ask).want(t, http.StatusOK, "Greedy would play this")
	}
	if a := b.get(ask).want(t, http.StatusTooManyRequests, "You have asked often"); a.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to ask again")
	}
	b.get(tryAt("rules", "streetsoccer/lg", "position", tried)).want(t, http.StatusOK)
	w.wait(5 * time.Minute)
	b.get(ask).want(t, http.StatusOK, "Greedy would play this")
}
