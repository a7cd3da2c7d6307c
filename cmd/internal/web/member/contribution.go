package member

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league/office"
	"kickabout/views/member"
)

// Contributions is what players give to the dice of games that begin without them.
type Contributions struct {
	*request.Site
	office *office.Office
}

// NewContributions returns its handlers.
func NewContributions(site *request.Site, o *office.Office) *Contributions {
	return &Contributions{site, o}
}

// Page says how much of the viewer's waits.
func (s *Contributions) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, member.ContributionsInput{Done: c.QueryParam("done") != ""})
}

func (s *Contributions) page(c echo.Context, status int, in member.ContributionsInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	if in.Waiting, err = s.office.Contributions.Waiting(c.Request().Context(), in.Viewer); err != nil {
		return err
	}
	word, used, err := s.office.Contributions.Word(c.Request().Context(), in.Viewer)
	if err != nil {
		return err
	}
	if in.Used = used; in.Errors["word"] == "" {
		in.Word = word
	}
	return s.Render(c, status, member.Contributions(member.NewContributionsPage(in)))
}

// Add keeps what the viewer has typed, or what their browser has made: many at once; or their word, by a form of its own.
func (s *Contributions) Add(c echo.Context) error {
	typed, err := c.FormParams()
	if err != nil {
		return err
	}
	if typed.Has("word") {
		return s.setWord(c, typed.Get("word"))
	}
	values := typed["contribution"]
	if len(values) > 1 {
		err = s.office.Contributions.Stock(c.Request().Context(), request.Actor(c), values)
	} else {
		values = []string{c.FormValue("contribution")}
		_, err = s.office.Contributions.Add(c.Request().Context(), request.Actor(c), values...)
	}
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/account/dice?done=1")
	}
	in := member.ContributionsInput{Typed: values[0]}
	status := 0
	if status, in.Errors, err = formErrors(c, err); err != nil {
		return err
	}
	return s.page(c, status, in)
}

// setWord keeps the word that the viewer has typed.
func (s *Contributions) setWord(c echo.Context, word string) error {
	err := s.office.Contributions.SetWord(c.Request().Context(), request.Actor(c), word)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/account/dice?done=1")
	}
	in := member.ContributionsInput{Word: word}
	status := 0
	if status, in.Errors, err = formErrors(c, err); err != nil {
		return err
	}
	return s.page(c, status, in)
}

type contributionsBody struct {
	Waiting int    `json:"waiting" doc:"How many of your parts wait for games that begin without you: at most 64. Each is used once, in order."`
	Word    bool   `json:"word" doc:"You have a word, from which follows your part when none waits."`
	Used    uint32 `json:"used" doc:"How often a word of yours was used so far."`
}

// said is what a program is told about what its owner gives.
func (s *Contributions) said(ctx context.Context, who api.Caller) (*api.Reply[contributionsBody], error) {
	n, err := s.office.Contributions.Waiting(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	word, used, err := s.office.Contributions.Word(ctx, who.Player)
	return &api.Reply[contributionsBody]{Body: contributionsBody{n, word != "", used}}, err
}

// APIWaiting says how much of the caller's waits.
func (s *Contributions) APIWaiting(ctx context.Context, who api.Caller, _ *struct{}) (*api.Reply[contributionsBody], error) {
	return s.said(ctx, who)
}

type addContributionsRequest struct {
	Body struct {
		Values []string `json:"values" minItems:"1" maxItems:"64" doc:"What you give to the dice, at most 64 bytes each; random ones are best. What would be more than 64 in all is left out."`
	}
}

// APIAdd keeps what the caller gives to the dice of games that begin without them.
func (s *Contributions) APIAdd(ctx context.Context, who api.Caller, in *addContributionsRequest) (*api.Reply[contributionsBody], error) {
	if _, err := s.office.Contributions.Add(ctx, who.Player, in.Body.Values...); err != nil {
		return nil, err
	}
	return s.said(ctx, who)
}

type setWordRequest struct {
	Body struct {
		Word string `json:"word" doc:"From this follows your part of the dice when none waits, another one each time. At most 48 bytes, which nobody else is shown; empty: nothing follows any more."`
	}
}

// APISetWord keeps the caller's word.
func (s *Contributions) APISetWord(ctx context.Context, who api.Caller, in *setWordRequest) (*api.Reply[contributionsBody], error) {
	if err := s.office.Contributions.SetWord(ctx, who.Player, in.Body.Word); err != nil {
		return nil, err
	}
	return s.said(ctx, who)
}
