package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// waitingRoom is the page of open offers.
func (s *site) waitingRoom(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	filter := league.OfferFilter{
		Rules: c.QueryParam("rules"), Control: c.QueryParam("control"), Rated: c.QueryParam("rated"), Free: c.QueryParam("free") != "",
	}
	room, err := s.office.Room(ctx, frame.Viewer, filter)
	if err != nil {
		return err
	}
	in := views.WaitingRoomInput{
		Frame: frame, Games: s.office.Games(), Offers: room.Offers, Obstacles: room.Obstacles, Hidden: room.Hidden, Filter: filter,
	}
	if in.ToMe, in.FromMe, err = s.office.Invitations(ctx, frame.Viewer); err != nil {
		return err
	}
	if in.Blocks, err = s.office.Blocks(ctx, frame.Viewer); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Room(views.NewWaitingRoom(in)))
}

// offerForm is the form that makes an offer: empty, for a player (opponent), or
// for a match once more (rematch).
func (s *site) offerForm(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	form := views.StartForm{}
	if c.QueryParam("to") == views.OpponentPerson {
		form.Opponent = views.OpponentPerson
	}
	if name := c.QueryParam("opponent"); name != "" {
		form.Opponent, form.Name = views.OpponentPerson, name
	}
	if match := c.QueryParam("rematch"); match != "" && frame.Viewer.Kind == league.Member {
		if form, err = s.rematch(c, frame.Viewer, match); err != nil {
			return err
		}
	}
	return s.offerFormAgain(c, frame, http.StatusOK, form, nil)
}

func (s *site) offerFormAgain(c echo.Context, frame views.Frame, status int, form views.StartForm, errors map[string]string) error {
	return s.offerFormFor(c, frame, status, form, errors, league.Offer{})
}

// offerFormFor shows the form of an offer, or of other terms in answer to one.
func (s *site) offerFormFor(c echo.Context, frame views.Frame, status int, form views.StartForm, errors map[string]string, answers league.Offer) error {
	reservation := s.office.Reserve()
	if status != http.StatusConflict { // after which the one that was sent is used up
		reservation = s.office.ReserveAgain(c.Request().PostFormValue("reservation"))
	}
	return s.render(c, status, views.OfferNew(views.NewOfferForm(views.OfferFormInput{
		Frame: frame, Games: s.office.Games(), Reservation: reservation.ID, Head: reservation.Head, Further: s.office.FurtherHeads(reservation),
		Opponents: s.opponents(), Form: form, Errors: errors, Answers: answers,
	})))
}

// rematch fills a form as it takes to play a match once more.
func (s *site) rematch(c echo.Context, viewer league.Player, match string) (views.StartForm, error) {
	p, err := s.office.Rematch(c.Request().Context(), viewer, match)
	if err != nil {
		return views.StartForm{}, err
	}
	form := views.StartForm{Opponent: p.Opponent, Rules: p.Rules, Kickoff: p.Kickoff, Control: p.Control, Rated: p.Rated}
	switch {
	case p.Opponent == "": // who is here no more
		form.Opponent = views.OpponentAnyone
	case !isBot(p.Opponent):
		form.Opponent, form.Name = views.OpponentPerson, p.Opponent
	}
	return form, nil
}

func isBot(opponent string) bool { return strings.HasPrefix(opponent, "bot:") }

// proposalOf is a form as the office takes it.
func proposalOf(c echo.Context, form views.StartForm) office.Proposal {
	p := office.Proposal{
		Reservation: c.Request().PostFormValue("reservation"), Rules: form.Rules, Opponent: form.Opponent, Kickoff: form.Kickoff,
		Control: form.Control, Rated: form.Rated, Message: form.Message, Contribution: form.Contribution,
		Legs: form.Legs, Slots: form.Slots, Days: form.Days, From: form.From, To: form.To, Around: form.Around,
	}
	switch {
	case form.Opponent == views.OpponentAnyone:
		p.Opponent = ""
	case form.Opponent == views.OpponentLink:
		p.Opponent, p.Link = "", true
	case !isBot(form.Opponent):
		p.Opponent = " " + form.Name // who chose a person and typed nobody did not mean anyone
	}
	return p
}

// formOf is what was typed into the form of a match or an offer.
func (s *site) formOf(c echo.Context) views.StartForm {
	typed := c.Request().PostFormValue
	return views.StartForm{
		Opponent: typed("opponent"), Name: typed("name"), Rules: s.rulesOf(typed), Kickoff: typed("kickoff"), Control: typed("control"),
		Rated: typed("rated") != "", Message: typed("message"), Contribution: typed("contribution"),
		Legs: typed("legs"), Slots: typed("slots"), Days: typed("days"), From: typed("from"), To: typed("to"), Around: typed("around"),
	}
}

// rulesOf is what was chosen to be played, as the office reads it: game and variant, and
// the options that the form has for this game.
func (s *site) rulesOf(typed func(field string) string) string {
	rules := typed("rules")
	id, _, _ := strings.Cut(rules, "/")
	game, err := s.office.Game(id)
	if err != nil { // the office says so to whoever sent it
		return rules
	}
	for _, o := range game.Info().Options {
		if value := typed(league.OptionField(id, o.ID)); value != "" {
			rules += "," + o.ID + "=" + value
		}
	}
	return rules
}

// propose makes an offer and shows it, or begins a match against a bot and goes to it.
func (s *site) propose(c echo.Context) error {
	if err := s.mustBeMember(c); err != nil {
		return err
	}
	form := s.formOf(c)
	made, err := s.office.Propose(c.Request().Context(), actor(c), proposalOf(c, form))
	if err == nil {
		to := "/offers/" + made.Offer.ID
		if made.Match.ID != "" {
			to = "/matches/" + made.Match.ID
		}
		return c.Redirect(http.StatusSeeOther, to)
	}
	sentences, ok := sentencesOf(err)
	if !ok {
		return err
	}
	frame, _, frameErr := s.frame(c)
	if frameErr != nil {
		return frameErr
	}
	return s.offerFormAgain(c, frame, statusOf(league.KindOf(err)), form, sentences)
}

// sentencesOf returns what an error says beside the fields of a form, "" being the whole
// form; false if it is not for users.
func sentencesOf(err error) (map[string]string, bool) {
	if fields := league.Fields(err); fields != nil {
		return fields, true
	}
	switch league.KindOf(err) {
	case league.Internal, league.NotFound:
		return nil, false
	}
	return map[string]string{"": err.Error()}, true
}

// offer is the page of one offer.
func (s *site) offer(c echo.Context) error {
	viewer, err := s.viewer(c)
	if err != nil {
		return err
	}
	return s.offerAgain(c, viewer, http.StatusOK, nil)
}

// offerAgain shows an offer as it stands, with what was typed.
func (s *site) offerAgain(c echo.Context, viewer league.Player, status int, errors map[string]string) error {
	offer, err := s.office.Offer(c.Request().Context(), viewer, c.Param("id"))
	if err != nil {
		return err
	}
	return s.offerPage(c, views.OfferInput{Offer: offer, Errors: errors}, status)
}

// offerPage shows an offer that was found, whichever way its viewer came.
func (s *site) offerPage(c echo.Context, in views.OfferInput, status int) error {
	ctx := c.Request().Context()
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in.Frame, in.Games = frame, s.office.Games()
	if in.Matches, err = s.office.MatchesOfOffer(ctx, in.Offer); err != nil {
		return err
	}
	if in.Offer.State == league.OfferOpen && frame.Viewer.ID != "" && frame.Viewer.ID != in.Offer.Author.ID {
		if in.Obstacle, err = s.office.Obstacle(ctx, frame.Viewer, in.Offer); err != nil {
			return err
		}
	}
	if link := s.office.Link(frame.Viewer, in.Offer); link != "" {
		in.Link = s.addressOf(c) + linkPath(link)
	}
	if status != http.StatusOK {
		in.Contribution, in.Answer = c.Request().PostFormValue("contribution"), c.Request().PostFormValue("answer")
	}
	return s.render(c, status, views.Offer(views.NewOfferPage(in)))
}

// linkPath is where the link of an invitation leads.
func linkPath(link string) string { return "/invited/" + link }

// addressOf is where the site is: on a loopback address, as the browser says it.
func (s *site) addressOf(c echo.Context) string {
	if s.address != "" {
		return strings.TrimSuffix(s.address, "/")
	}
	return "http://" + c.Request().Host
}

// acceptOffer takes a seat and goes to the match.
func (s *site) acceptOffer(c echo.Context) error {
	m, err := s.office.Accept(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("contribution"), arrived(c))
	if err != nil {
		return s.offerRefused(c, err)
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

// offerRefused shows an offer with the sentence that says why an act did not work.
func (s *site) offerRefused(c echo.Context, refusal error) error {
	sentences, ok := sentencesOf(refusal)
	if !ok {
		return refusal
	}
	return s.offerAgain(c, actor(c), statusOf(league.KindOf(refusal)), sentences)
}

// declineOffer says no to an invitation.
func (s *site) declineOffer(c echo.Context) error {
	if _, err := s.office.Decline(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("answer")); err != nil {
		return s.offerRefused(c, err)
	}
	return c.Redirect(http.StatusSeeOther, "/offers")
}

// withdrawOffer takes an offer back.
func (s *site) withdrawOffer(c echo.Context) error {
	if _, err := s.office.Withdraw(c.Request().Context(), actor(c), c.Param("id")); err != nil {
		return s.offerRefused(c, err)
	}
	return c.Redirect(http.StatusSeeOther, "/offers")
}

func (s *site) block(c echo.Context) error   { return s.blockOr(c, s.office.Block) }
func (s *site) unblock(c echo.Context) error { return s.blockOr(c, s.office.Unblock) }

// blockOr blocks or unblocks the player whose page it is.
func (s *site) blockOr(c echo.Context, act func(ctx context.Context, player, other league.Player) error) error {
	ctx := c.Request().Context()
	other, err := s.office.Player(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	if err := act(ctx, actor(c), other); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/players/"+url.PathEscape(other.ID))
}

// mustBeMember refuses those who have no account.
func (s *site) mustBeMember(c echo.Context) error {
	if actor(c).Kind == league.Member {
		return nil
	}
	return league.Errorf(league.Forbidden, "Sign up first: games between people need an account.")
}
