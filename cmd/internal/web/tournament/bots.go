package tournament

import (
	"context"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
)

// InviteBot lets a bot of the site play, or a BOT account of the viewer.
func (s Bots) InviteBot(c echo.Context) error {
	return s.Acted(c, s.office.InviteBot(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("bot")))
}

// RemoveBot takes a bot out.
func (s Bots) RemoveBot(c echo.Context) error {
	return s.Acted(c, s.office.RemoveBot(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("bot")))
}

// AskBots asks everybody in a tournament whether bots may play.
func (s Bots) AskBots(c echo.Context) error {
	most, _ := strconv.Atoi(strings.TrimSpace(c.Request().PostFormValue("most"))) // what is no number is none that may be asked about
	return s.Acted(c, s.office.AskAboutBots(c.Request().Context(), request.Actor(c), c.Param("id"), most))
}

// AnswerBots is what the viewer says to that.
func (s Bots) AnswerBots(c echo.Context) error {
	return s.Acted(c, s.office.AnswerAboutBots(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("agree") == "yes"))
}

// ownBots lists the open BOT accounts of the viewer.
func (s *Handlers) ownBots(c echo.Context, viewer league.Player) (list []league.Player, err error) {
	owned, err := s.office.Programs.OwnedBy(c.Request().Context(), viewer)
	for _, p := range owned {
		if p.Closed.IsZero() {
			list = append(list, p.Player)
		}
	}
	return list, err
}

type botPath struct {
	ID  string `path:"id" maxLength:"64"`
	Bot string `path:"bot" maxLength:"64" doc:"A bot of the site as in bot:greedy, or a BOT account by its name."`
}

// APIInviteBot lets a bot play: one of the site for the organiser, a BOT account for its owner.
func (s *API) APIInviteBot(ctx context.Context, who api.Caller, in *botPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.InviteBot(ctx, who.Player, in.ID, in.Bot))
}

// APIRemoveBot takes a bot out.
func (s *API) APIRemoveBot(ctx context.Context, who api.Caller, in *botPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.RemoveBot(ctx, who.Player, in.ID, in.Bot))
}

type askBotsRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Most int `json:"most" minimum:"1" maximum:"100" doc:"How many bots are to be let in at most."`
	}
}

// APIAskBots asks everybody in a tournament whether bots may play.
func (s *API) APIAskBots(ctx context.Context, who api.Caller, in *askBotsRequest) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.AskAboutBots(ctx, who.Player, in.ID, in.Body.Most))
}

type answerBotsRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Agree bool `json:"agree" doc:"Without your consent it stays as it is."`
	}
}

// APIAnswerBots is what the caller says to that.
func (s *API) APIAnswerBots(ctx context.Context, who api.Caller, in *answerBotsRequest) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.AnswerAboutBots(ctx, who.Player, in.ID, in.Body.Agree))
}

// botsBody is whether bots play in a tournament, as programs see it.
type botsBody struct {
	Most  int      `json:"most" doc:"How many may play."`
	Asked int      `json:"asked,omitempty" doc:"How many the organiser wants to let in; everybody who has entered is asked."`
	Open  []string `json:"open,omitempty" doc:"Who has not answered yet."`
}

// botsOf returns that; nil where none play and nobody is asked.
func botsOf(t league.Tournament) *botsBody {
	asked, open := t.AsksAboutBots()
	b := &botsBody{Asked: asked, Most: t.Bots}
	if !t.NoBots && t.Bots == 0 && t.Competition == "" {
		b.Most = t.Places // from before there was a number
	}
	if b.Most+b.Asked == 0 {
		return nil
	}
	for _, p := range open {
		b.Open = append(b.Open, api.NameOf(p))
	}
	return b
}
