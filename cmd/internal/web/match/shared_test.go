package match_test

import (
	"net/http"
	"net/url"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// A link to a finished match leads whoever follows it, without an account, to a page on which all of it is played.
func TestASharedMatchIsPlayedToStrangers(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	w.Moves(id, 6)
	bob.Post("/matches/"+id+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	stranger := w.Browser()
	stranger.Get("/matches/"+id).Want(t, http.StatusOK, `id="beats"`, ` data-whole>`, ` data-replay `)
	stranger.Get("/matches/"+id+"/beats?from=1").Want(t, http.StatusOK, `"kind":"set-up"`, `"kind":"run"`)
}
