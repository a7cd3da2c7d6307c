package study_test

import (
	"net/http"
	"net/url"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestACourseIsReadChapterByChapter(t *testing.T) {
	w := webtest.New(t)
	nobody, ann := w.Browser(), w.Member("Ann")
	const pitch, walking = "/rules/streetsoccer/chapters/the-pitch", "/rules/streetsoccer/chapters/walking"
	nobody.Get(pitch).Want(t, http.StatusOK, "StreetSoccer, chapter 1 of 10", `data-done="streetsoccer/the-pitch"`, `href="/rules/streetsoccer/chapters/before-the-kick-off"`)
	nobody.Get(walking+"?example=4&ask=1").Want(t, http.StatusOK, `href="`+walking+`?example=4&amp;ask=1&amp;do=d5,a5#example-4"`)
	nobody.Get("/rules/streetsoccer/examples/4?ask=1&chapter=walking").Want(t, http.StatusOK, `href="`+walking+`?example=4&amp;ask=1&amp;do=d5,a5#example-4"`)
	nobody.Get("/rules/streetsoccer/chapters/nothing").Want(t, http.StatusNotFound)
	if got := nobody.Post(pitch+"/done", url.Values{}); got.Status != http.StatusForbidden {
		t.Errorf("without an account: %d", got.Status)
	}
	ann.Get("/learn").Want(t, http.StatusOK, "Course: 10 chapters")
	for range 2 {
		if got := ann.Post(pitch+"/done", url.Values{}); got.Status != http.StatusSeeOther || got.Header.Get("Location") != "/rules/streetsoccer/chapters/before-the-kick-off" {
			t.Errorf("done: %d, on to %s", got.Status, got.Header.Get("Location"))
		}
	}
	ann.Get("/learn").Want(t, http.StatusOK, "Course: 1 of 10 chapters done")
	if got := ann.Post("/rules/streetsoccer/chapters/the-end/done", url.Values{}); got.Header.Get("Location") != "/learn" {
		t.Errorf("after the last chapter comes %s", got.Header.Get("Location"))
	}
	ann.Get("/account/download.jsonl").Want(t, http.StatusOK, `"chapter"`, "the-pitch")
}
