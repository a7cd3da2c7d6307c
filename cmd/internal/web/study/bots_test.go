package study_test

import (
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/bot"
)

func TestThePageOfTheBotsBeginsAGame(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	winger, err := bot.ByID("winger")
	if err != nil {
		t.Fatal(err)
	}
	page := b.Get("/bots").Want(t, http.StatusOK, winger.Name(), winger.Summary(), "kickabout arena --game streetsoccer --first winger --second dribbler", "None of them has a rating here yet")
	form := regexp.MustCompile(`name="reservation" value="([^"]+)"[^>]*>\s*<input type="hidden" name="opponent" value="bot:winger"`).FindStringSubmatch(page.Body)
	if form == nil {
		t.Fatal("there is no form for Winger")
	}
	begun := b.Post("/matches", url.Values{"reservation": {form[1]}, "opponent": {"bot:winger"}, "kickoff": {"lot"}, "control": {"lg"}, "rules": {"onetwofun/basic"}}).Want(t, http.StatusSeeOther)
	b.Get(begun.Header.Get("Location")).Want(t, http.StatusOK, "Winger", "One-Two-Fun")
	for _, from := range []string{"/play", "/ratings"} {
		b.Get(from).Want(t, http.StatusOK, `href="/bots"`)
	}
}

func TestABotIsAskedOnThePageOfAPosition(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	page := b.Get(tryAt("rules", "streetsoccer/lg", "position", tried, "bot", "bot:champion")).Want(t, http.StatusOK,
		"Champion would play this. It expects ", " of 5 points for Yellow.", "Play this move", `value="bot:champion" selected`)
	play := regexp.MustCompile(`href="([^"]+)">Play this move<`).FindStringSubmatch(page.Body)
	b.Get(html.UnescapeString(play[1])).Want(t, http.StatusOK)
	b.Get(tryAt("rules", "streetsoccer/lg", "position", tried, "bot", "bot:gone")).Want(t, http.StatusUnprocessableEntity, "There is no such bot")
	b.Get(tryAt("rules", "streetsoccer/lg", "bot", "bot:champion")).Want(t, http.StatusUnprocessableEntity, "Nobody has to move here")
	id := b.Begin()
	b.Get(tryAt("rules", "streetsoccer/lg", "position", b.Played(id).Match.State.Position, "bot", "bot:champion")).Want(t, http.StatusForbidden, "one of your own games")
}

func TestBotsAreNotAskedWithoutEnd(t *testing.T) {
	w := webtest.New(t)
	echo, err := web.New(w.Office, web.Options{Log: slog.New(slog.DiscardHandler), Limits: web.Limits{Hints: web.Rate{Count: 2, Per: 10 * time.Minute}}})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = echo
	b := w.Browser()
	ask := tryAt("rules", "streetsoccer/lg", "position", tried, "bot", "bot:dribbler")
	for range 2 {
		b.Get(ask).Want(t, http.StatusOK, "Dribbler would play this")
	}
	if a := b.Get(ask).Want(t, http.StatusTooManyRequests, "You have asked often"); a.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to ask again")
	}
	b.Get(tryAt("rules", "streetsoccer/lg", "position", tried)).Want(t, http.StatusOK)
	w.Wait(5 * time.Minute)
	b.Get(ask).Want(t, http.StatusOK, "Dribbler would play this")
}
