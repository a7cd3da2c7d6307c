package member_test

import (
	"context"
	"errors"
	"net/url"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/core"
)

// shut is a mail server that takes nothing.
type shut struct{}

func (shut) Send(context.Context, core.Mail) error { return errors.New("550 no") }

// TestALetterThatWasRefusedWaitsForNobody: the page does not say that it went, and the next try is not too early.
func TestALetterThatWasRefusedWaitsForNobody(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	w.Office.Mailer = shut{}
	for range 2 {
		ann.Post("/account/mail", url.Values{"address": {"ann@example.org"}}).
			Want(t, 422, "did not take the letter", `value="ann@example.org"`).Without(t, "A link was sent")
	}
	ann.Get("/account/mail").Want(t, 200).Without(t, "A link was sent")
}
