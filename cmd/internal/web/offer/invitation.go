package offer

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/offers"
	offerview "kickabout/views/offer"
	"kickabout/views/ui"
)

// Invited is the page of an invitation that somebody has the link of.
func (s *Handlers) Invited(c echo.Context) error {
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	return s.invitedAgain(c, viewer, http.StatusOK, nil)
}

func (s *Handlers) invitedAgain(c echo.Context, viewer league.Player, status int, errors map[string]string) error {
	link := c.Param("link")
	offer, err := s.office.LinkedOffer(c.Request().Context(), viewer, link)
	if err != nil {
		return err
	}
	in := offerview.Input{Offer: offer, Errors: errors}
	if viewer.ID == "" || viewer.ID != offer.Author.ID {
		in.Path = linkPath(link)
	}
	return s.page(c, in, status)
}

// AcceptLink takes the seat that a link leads to, and goes to the match.
func (s *Handlers) AcceptLink(c echo.Context) error {
	m, err := s.office.AcceptLink(c.Request().Context(), request.Actor(c), c.Param("link"), c.Request().PostFormValue("contribution"), c.Request().PostFormValue("helps") != "", request.Arrived(c))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
	}
	sentences, ok := request.SentencesOf(err)
	if !ok {
		return err
	}
	return s.invitedAgain(c, request.Actor(c), request.StatusOf(league.KindOf(err)), sentences)
}

// CounterForm is the form that answers an invitation with other terms.
func (s *Handlers) CounterForm(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	offer, err := s.office.Offer(c.Request().Context(), frame.Viewer, c.Param("id"))
	if err != nil {
		return err
	}
	if err := offers.MayCounter(frame.Viewer, offer); err != nil {
		return s.page(c, offerview.Input{Offer: offer, Errors: map[string]string{"": ui.Sentence(err)}}, request.StatusOf(league.KindOf(err)))
	}
	p := offers.Terms(offer)
	form := offerview.StartForm{Rules: p.Rules, Kickoff: p.Kickoff, Control: p.Control, Rated: p.Rated, Legs: p.Legs}
	return s.formFor(c, frame, http.StatusOK, form, nil, offer)
}

// Counter answers an invitation with other terms, and shows them.
func (s *Handlers) Counter(c echo.Context) error {
	ctx := c.Request().Context()
	form := s.FormOf(c)
	made, err := s.office.Counter(ctx, request.Actor(c), c.Param("id"), ProposalOf(c, form))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/offers/"+made.ID)
	}
	sentences, ok := request.SentencesOf(err)
	if !ok {
		return err
	}
	offer, offerErr := s.office.Offer(ctx, request.Actor(c), c.Param("id"))
	if offerErr != nil {
		return offerErr
	}
	if offers.MayCounter(request.Actor(c), offer) != nil {
		return s.page(c, offerview.Input{Offer: offer, Errors: sentences}, request.StatusOf(league.KindOf(err)))
	}
	frame, err2 := s.Frame(c)
	if err2 != nil {
		return err2
	}
	return s.formFor(c, frame, request.StatusOf(league.KindOf(err)), form, sentences, offer)
}
