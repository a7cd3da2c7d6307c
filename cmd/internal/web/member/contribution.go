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
	if in.Frame, _, err = s.Frame(c); err != nil {
		return err
	}
	if in.Waiting, err = s.office.Contributions.Waiting(c.Request().Context(), in.Viewer); err != nil {
		return err
	}
	return s.Render(c, status, member.Contributions(member.NewContributionsPage(in)))
}

// Add keeps what the viewer has typed, or what their browser has made: many at once.
func (s *Contributions) Add(c echo.Context) error {
	typed, err := c.FormParams()
	if err != nil {
		return err
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

type contributionsBody struct {
	Waiting int `json:"waiting" doc:"How many of your parts wait for games that begin without you: at most 64. Each is used once, in order."`
}

// APIWaiting says how much of the caller's waits.
func (s *Contributions) APIWaiting(ctx context.Context, who api.Caller, _ *struct{}) (*api.Reply[contributionsBody], error) {
	n, err := s.office.Contributions.Waiting(ctx, who.Player)
	return &api.Reply[contributionsBody]{Body: contributionsBody{n}}, err
}

type addContributionsRequest struct {
	Body struct {
		Values []string `json:"values" minItems:"1" maxItems:"64" doc:"What you give to the dice, at most 64 bytes each; random ones are best. What would be more than 64 in all is left out."`
	}
}

// APIAdd keeps what the caller gives to the dice of games that begin without them.
func (s *Contributions) APIAdd(ctx context.Context, who api.Caller, in *addContributionsRequest) (*api.Reply[contributionsBody], error) {
	n, err := s.office.Contributions.Add(ctx, who.Player, in.Body.Values...)
	return &api.Reply[contributionsBody]{Body: contributionsBody{n}}, err
}
