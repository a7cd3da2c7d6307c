package web_test

import (
	"net/url"
	"os"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// foundForm fills the form of the front page as a visitor finds it.
func foundForm(b *webtest.Browser) url.Values {
	b.World.T.Helper()
	found := webtest.ReservationField.FindStringSubmatch(b.Get("/").Body)
	if found == nil {
		b.World.T.Fatal("the front page has no reservation")
	}
	form := b.StartForm()
	form.Set("reservation", found[1])
	return form
}

func TestMain(m *testing.M) { os.Exit(m.Run()) }
