package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// invited is the page of an invitation that somebody has the link of.
func (s *site) invited(c echo.Context) error {
	viewer, err := s.viewer(c)
	if err != nil {
		return err
	}
	return s.invitedAgain(c, viewer, http.StatusOK, nil)
}

func (s *site) invitedAgain(c echo.Context, viewer league.Player, status int, errors map[string]string) error {
	link := c.Param("link")
	offer, err := s.office.LinkedOffer(c.Request().Context(), viewer, link)
	if err != nil {
		return err
	}
	in := views.OfferInput{Offer: offer, Errors: errors}
	if viewer.ID == "" || viewer.ID != offer.Author.ID {
		in.Path = linkPath(link)
	}
	return s.offerPage(c, in, status)
}

// acceptLink takes the seat that a link leads to, and goes to the match.
func (s *site) acceptLink(c echo.Context) error {
	m, err := s.office.AcceptLink(c.Request().Context(), actor(c), c.Param("link"), c.Request().PostFormValue("contribution"), arrived(c))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
	}
	sentences, ok := sentencesOf(err)
	if !ok {
		return err
	}
	return s.invitedAgain(c, actor(c), statusOf(league.KindOf(err)), sentences)
}

// counterForm is the form that answers an invitation with other terms.
func (s *site) counterForm(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	offer, err := s.office.Offer(c.Request().Context(), frame.Viewer, c.Param("id"))
	if err != nil {
		return err
	}
	if err := office.MayCounter(frame.Viewer, offer); err != nil {
		return s.offerPage(c, views.OfferInput{Offer: offer, Errors: map[string]string{"": err.Error()}}, statusOf(league.KindOf(err)))
	}
	p := office.Terms(offer)
	form := views.StartForm{Rules: p.Rules, Kickoff: p.Kickoff, Control: p.Control, Rated: p.Rated, Legs: p.Legs}
	return s.offerFormFor(c, frame, http.StatusOK, form, nil, offer)
}

// counter answers an invitation with other terms, and shows them.
func (s *site) counter(c echo.Context) error {
	ctx := c.Request().Context()
	form := s.formOf(c)
	made, err := s.office.Counter(ctx, actor(c), c.Param("id"), proposalOf(c, form))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/offers/"+made.ID)
	}
	sentences, ok := sentencesOf(err)
	if !ok {
		return err
	}
	offer, offerErr := s.office.Offer(ctx, actor(c), c.Param("id"))
	if offerErr != nil {
		return offerErr
	}
	if office.MayCounter(actor(c), offer) != nil {
		return s.offerPage(c, views.OfferInput{Offer: offer, Errors: sentences}, statusOf(league.KindOf(err)))
	}
	frame, _, err2 := s.frame(c)
	if err2 != nil {
		return err2
	}
	return s.offerFormFor(c, frame, statusOf(league.KindOf(err)), form, sentences, offer)
}
