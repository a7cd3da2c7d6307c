package offer

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/play"
	offerview "kickabout/views/offer"
	"kickabout/views/ui"
)

// Room is the page of open offers.
func (s *Handlers) Room(c echo.Context) error {
	frame, err := s.Frame(c)
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
	in := offerview.WaitingRoomInput{
		Frame: frame, Games: s.office.Games(), Offers: room.Offers, Obstacles: room.Obstacles, Hidden: room.Hidden, Filter: filter,
	}
	if in.ToMe, in.FromMe, err = s.office.Invitations(ctx, frame.Viewer); err != nil {
		return err
	}
	if in.Paces, err = s.office.Paces(ctx, s.Sees(c), slices.Concat(in.ToMe, in.Offers)...); err != nil {
		return err
	}
	if in.Blocks, err = s.office.Blocks(ctx, frame.Viewer); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, offerview.Room(offerview.NewWaitingRoom(in)))
}

// Form is the form that makes an offer: empty, for a player (opponent), or
// for a match once more (rematch).
func (s *Handlers) Form(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	form := offerview.StartForm{}
	if c.QueryParam("to") == offerview.OpponentPerson {
		form.Opponent = offerview.OpponentPerson
	}
	if name := c.QueryParam("opponent"); name != "" {
		form.Opponent, form.Name = offerview.OpponentPerson, name
	}
	if match := c.QueryParam("rematch"); match != "" && frame.Viewer.Kind == league.Member {
		if form, err = s.Rematch(c, frame.Viewer, match); err != nil {
			return err
		}
	}
	return s.formAgain(c, frame, http.StatusOK, form, nil)
}

func (s *Handlers) formAgain(c echo.Context, frame ui.Frame, status int, form offerview.StartForm, errors map[string]string) error {
	return s.formFor(c, frame, status, form, errors, league.Offer{})
}

// formFor shows the form of an offer, or of other terms in answer to one.
func (s *Handlers) formFor(c echo.Context, frame ui.Frame, status int, form offerview.StartForm, errors map[string]string, answers league.Offer) error {
	reservation := s.office.Reserve()
	if status != http.StatusConflict { // after which the one that was sent is used up
		reservation = s.office.ReserveAgain(c.Request().PostFormValue("reservation"))
	}
	return s.Render(c, status, offerview.New(offerview.NewForm(offerview.FormInput{
		Frame: frame, Games: s.office.Games(), Reservation: reservation.ID, Sealed: reservation.Sealed(), Further: s.office.FurtherSeals(reservation),
		Opponents: s.study.Opponents(), Form: form, Errors: errors, Answers: answers,
	})))
}

// Rematch fills a form as it takes to play a match once more.
func (s *Handlers) Rematch(c echo.Context, viewer league.Player, match string) (offerview.StartForm, error) {
	p, err := s.office.Rematch(c.Request().Context(), viewer, match)
	if err != nil {
		return offerview.StartForm{}, err
	}
	form := offerview.StartForm{Opponent: p.Opponent, Rules: p.Rules, Kickoff: p.Kickoff, Control: p.Control, Rated: p.Rated, Helps: p.Helps}
	switch {
	case p.Opponent == "": // who is here no more
		form.Opponent = offerview.OpponentAnyone
	case !isBot(p.Opponent):
		form.Opponent, form.Name = offerview.OpponentPerson, p.Opponent
	}
	return form, nil
}

func isBot(opponent string) bool { return strings.HasPrefix(opponent, "bot:") }

// ProposalOf is a form as the office takes it.
func ProposalOf(c echo.Context, form offerview.StartForm) play.Proposal {
	p := play.Proposal{
		Reservation: c.Request().PostFormValue("reservation"), Rules: form.Rules, Opponent: form.Opponent, Kickoff: form.Kickoff,
		Control: form.Control, Rated: form.Rated, Helps: form.Helps, Message: form.Message, Contribution: form.Contribution,
		Legs: form.Legs, Slots: form.Slots, Days: form.Days, From: form.From, To: form.To, Around: form.Around,
	}
	switch {
	case form.Opponent == offerview.OpponentAnyone:
		p.Opponent = ""
	case form.Opponent == offerview.OpponentLink:
		p.Opponent, p.Link = "", true
	case !isBot(form.Opponent):
		p.Opponent = " " + form.Name // who chose a person and typed nobody did not mean anyone
	}
	return p
}

// FormOf is what was typed into the form of a match or an offer.
func (s *Handlers) FormOf(c echo.Context) offerview.StartForm {
	typed := c.Request().PostFormValue
	return offerview.StartForm{
		Opponent: typed("opponent"), Name: typed("name"), Rules: s.RulesOf(typed), Kickoff: typed("kickoff"), Control: typed("control"),
		Rated: typed("rated") != "", Helps: typed("helps") != "", Message: typed("message"), Contribution: typed("contribution"),
		Legs: typed("legs"), Slots: typed("slots"), Days: typed("days"), From: typed("from"), To: typed("to"), Around: typed("around"),
	}
}

// Propose makes an offer and shows it, or begins a match against a bot and goes to it.
func (s *Handlers) Propose(c echo.Context) error {
	if err := s.mustBeMember(c); err != nil {
		return err
	}
	form := s.FormOf(c)
	made, err := s.office.Propose(c.Request().Context(), request.Actor(c), ProposalOf(c, form))
	if err == nil {
		to := "/offers/" + made.Offer.ID
		if made.Match.ID != "" {
			to = "/matches/" + made.Match.ID
		}
		return c.Redirect(http.StatusSeeOther, to)
	}
	sentences, ok := request.SentencesOf(err)
	if !ok {
		return err
	}
	frame, frameErr := s.Frame(c)
	if frameErr != nil {
		return frameErr
	}
	return s.formAgain(c, frame, request.StatusOf(league.KindOf(err)), form, sentences)
}

// Page is the page of one offer.
func (s *Handlers) Page(c echo.Context) error {
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	return s.again(c, viewer, http.StatusOK, nil)
}

// again shows an offer as it stands, with what was typed.
func (s *Handlers) again(c echo.Context, viewer league.Player, status int, errors map[string]string) error {
	offer, err := s.office.Offer(c.Request().Context(), viewer, c.Param("id"))
	if err != nil {
		return err
	}
	return s.page(c, offerview.Input{Offer: offer, Errors: errors}, status)
}

// page shows an offer that was found, whichever way its viewer came.
func (s *Handlers) page(c echo.Context, in offerview.Input, status int) error {
	ctx := c.Request().Context()
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in.Frame, in.Games = frame, s.office.Games()
	if in.Matches, err = s.office.MatchesOfOffer(ctx, s.Sees(c), in.Offer); err != nil {
		return err
	}
	if in.Offer.State == league.OfferOpen && frame.Viewer.ID != in.Offer.Author.ID {
		if in.Pace, err = s.office.Pace(ctx, s.Sees(c), in.Offer.Author); err != nil {
			return err
		}
	}
	if in.Offer.State == league.OfferOpen && frame.Viewer.ID != "" && frame.Viewer.ID != in.Offer.Author.ID {
		if in.Obstacle, err = s.office.Obstacle(ctx, frame.Viewer, in.Offer); err != nil {
			return err
		}
	}
	if link := s.office.Link(frame.Viewer, in.Offer); link != "" {
		in.Link = s.AddressOf(c) + linkPath(link)
	}
	if status != http.StatusOK {
		in.Contribution, in.Answer = c.Request().PostFormValue("contribution"), c.Request().PostFormValue("answer")
		in.Helps = c.Request().PostFormValue("helps") != ""
	}
	return s.Render(c, status, offerview.View(offerview.NewPage(in)))
}

// linkPath is where the link of an invitation leads.
func linkPath(link string) string { return "/invited/" + link }

// Accept takes a seat and goes to the match.
func (s *Handlers) Accept(c echo.Context) error {
	m, err := s.office.Accept(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("contribution"), c.Request().PostFormValue("helps") != "", request.Arrived(c))
	if err != nil {
		return s.refused(c, err)
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

// refused shows an offer with the sentence that says why an act did not work.
func (s *Handlers) refused(c echo.Context, refusal error) error {
	sentences, ok := request.SentencesOf(refusal)
	if !ok {
		return refusal
	}
	return s.again(c, request.Actor(c), request.StatusOf(league.KindOf(refusal)), sentences)
}

// Decline says no to an invitation.
func (s *Handlers) Decline(c echo.Context) error {
	if _, err := s.office.Decline(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("answer")); err != nil {
		return s.refused(c, err)
	}
	return c.Redirect(http.StatusSeeOther, "/offers")
}

// Withdraw takes an offer back.
func (s *Handlers) Withdraw(c echo.Context) error {
	if _, err := s.office.Withdraw(c.Request().Context(), request.Actor(c), c.Param("id")); err != nil {
		return s.refused(c, err)
	}
	return c.Redirect(http.StatusSeeOther, "/offers")
}

// mustBeMember refuses those who have no account.
func (s *Handlers) mustBeMember(c echo.Context) error {
	if request.Actor(c).Kind == league.Member {
		return nil
	}
	return league.Errorf(league.Forbidden, "Sign up first: games between people need an account.")
}
