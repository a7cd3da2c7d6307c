package study_test

import (
	"net/http"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestALessonIsTouchedThrough(t *testing.T) {
	b := webtest.New(t).Browser()
	b.Get("/learn").Want(t, http.StatusOK, "StreetSoccer in a minute", `href="/learn/onetwofun/1"`, `href="/try"`, `href="/analysis"`, `href="/bots"`)
	b.Get("/learn/streetsoccer/2?touch=c8").Want(t, http.StatusOK, "only a figure that steps on the ball kicks")
	b.Get("/learn/streetsoccer/2?touch=d8").Want(t, http.StatusOK, `href="/learn/streetsoccer/3#lesson"`)
	b.Get("/learn/streetsoccer/2?show=1").Want(t, http.StatusOK, `href="/learn/streetsoccer/3#lesson"`)
	b.Get("/learn/cufootball/6?touch=d1").Want(t, http.StatusOK, "Play a game")
	b.Get("/learn/streetsoccer/7").Want(t, http.StatusNotFound)
	b.Get("/learn/streetsoccer/x").Want(t, http.StatusNotFound)
	b.Get("/learn/chess").Want(t, http.StatusNotFound)
}
