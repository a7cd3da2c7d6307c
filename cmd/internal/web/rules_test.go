package web_test

import (
	"net/http"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestTheLawIsServed(t *testing.T) {
	b := webtest.New(t).Browser()
	b.Get("/rules/league").Want(t, http.StatusOK, `id="R-CH-6"`, "Rules of the league")
	b.Get("/rules/dice").Want(t, http.StatusOK, `id="11"`, "HKDF")
	b.Get("/rules/onetwofun/full").Want(t, http.StatusOK, `id="O3"`, `href="/rules/league"`)
	b.Get("/rules/onetwofun").Want(t, http.StatusOK, `href="/rules/onetwofun/full#O3"`)
	b.Get("/rules/chess/full").Want(t, http.StatusNotFound)
	b.Get("/rules/league/full").Want(t, http.StatusNotFound)
}
