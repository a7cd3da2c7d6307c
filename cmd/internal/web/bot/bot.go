// Package bot answers members about their BOT accounts, and everybody about the arena of bots.
package bot

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/program"
	"kickabout/views/bot"
	"kickabout/views/ui"
)

// Handlers are the handlers of bots.
type Handlers struct {
	*request.Site
	office *office.Office
}

// New returns them.
func New(site *request.Site, o *office.Office) *Handlers { return &Handlers{Site: site, office: o} }

// Page shows members their bots.
func (s *Handlers) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, bot.AccountInput{Done: c.QueryParam("done")})
}

func (s *Handlers) page(c echo.Context, status int, in bot.AccountInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	ctx, who := c.Request().Context(), request.Actor(c)
	in.Own, in.Until = s.office.Programs.OwnerCode(who)
	owned, err := s.office.Programs.OwnedBy(ctx, who)
	if err != nil {
		return err
	}
	for _, p := range owned {
		one := bot.Owned{Program: p}
		if p.Closed.IsZero() {
			if one.Tokens, err = s.office.Programs.TokensOf(ctx, who, p.Player.ID); err != nil {
				return err
			}
		}
		in.Bots = append(in.Bots, one)
	}
	return s.Render(c, status, bot.Account(bot.NewAccountPage(in)))
}

// again shows the page with what was wrong about a form; an error that is about none comes back.
func (s *Handlers) again(c echo.Context, in bot.AccountInput, err error) error {
	sentences, ok := request.SentencesOf(err)
	if !ok {
		return err
	}
	in.Errors = sentences
	return s.page(c, request.StatusOfForm(err), in)
}

func (s *Handlers) done(c echo.Context, what string) error {
	return c.Redirect(http.StatusSeeOther, bot.AccountURL+"?done="+what)
}

func formOf(c echo.Context) program.Form {
	field := c.Request().PostFormValue
	return program.Form{Name: field("name"), Plays: field("plays"), Site: field("site")}
}

// Register registers a bot of the viewer.
func (s *Handlers) Register(c echo.Context) error {
	form := formOf(c)
	made, err := s.office.Programs.Register(c.Request().Context(), request.Actor(c), form)
	if err != nil {
		return s.again(c, bot.AccountInput{Form: form}, err)
	}
	s.NoteSecurity(c, request.LogBotRegistered, request.Actor(c).ID)
	return s.page(c, http.StatusCreated, bot.AccountInput{Made: made.Player.ID})
}

// Mark makes the account of the viewer a bot of the owner whose code they typed. Nobody is signed in to it then.
func (s *Handlers) Mark(c echo.Context) error {
	form, code := formOf(c), c.Request().PostFormValue("code")
	in := bot.AccountInput{At: bot.Self, Form: form, Code: code}
	if c.Request().PostFormValue("sure") == "" {
		return s.again(c, in, league.FieldErrorf("sure", "Say that you are sure: it cannot be undone."))
	}
	marked, err := s.office.Programs.Mark(c.Request().Context(), request.Actor(c), code, form)
	if err != nil {
		return s.again(c, in, err)
	}
	s.NoteSecurity(c, request.LogBotMarked, request.Actor(c).ID)
	return c.Redirect(http.StatusSeeOther, ui.PlayerURL(marked.Player))
}

// Describe changes what is said of a bot of the viewer, and whether it plays in the arena.
func (s *Handlers) Describe(c echo.Context) error {
	id, form := c.Param("id"), formOf(c)
	if _, err := s.office.Programs.Describe(c.Request().Context(), request.Actor(c), id, form, c.Request().PostFormValue("arena") != ""); err != nil {
		return s.again(c, bot.AccountInput{At: id, Form: form}, err)
	}
	return s.done(c, "saved")
}

// MakeToken makes a token for a bot of the viewer.
func (s *Handlers) MakeToken(c echo.Context) error {
	id, order := c.Param("id"), league.TokenOrder{Label: c.Request().PostFormValue("label")}
	order.Days, _ = strconv.Atoi(c.Request().PostFormValue("days")) // what is no number is none of those that may be chosen
	secret, err := s.office.Programs.MakeToken(c.Request().Context(), request.Actor(c), id, order)
	if err != nil {
		return s.again(c, bot.AccountInput{At: id, Part: "token", Order: order}, err)
	}
	s.NoteSecurity(c, request.LogTokenMade, request.Actor(c).ID)
	return s.page(c, http.StatusCreated, bot.AccountInput{At: id, Part: "token", Secret: secret})
}

// EndToken ends a token of a bot of the viewer.
func (s *Handlers) EndToken(c echo.Context) error {
	if err := s.office.Programs.EndToken(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("token")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogTokenEnded, request.Actor(c).ID)
	return s.done(c, "token")
}

// WakeToken lets a token of a bot of the viewer be used again that has slept since the site was restored.
func (s *Handlers) WakeToken(c echo.Context) error {
	if err := s.office.Programs.WakeToken(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("token")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogTokenWoken, request.Actor(c).ID)
	return s.done(c, "woken")
}

// Close closes a bot of the viewer for good.
func (s *Handlers) Close(c echo.Context) error {
	if err := s.office.Programs.Close(c.Request().Context(), request.Actor(c), c.Param("id")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogBotClosed, request.Actor(c).ID)
	return s.done(c, "closed")
}

// Arena shows the division of bots.
func (s *Handlers) Arena(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	o, err := s.office.Arena.Overview(ctx)
	if err != nil {
		return err
	}
	in := bot.ArenaInput{Frame: frame, Games: s.office.Games(), Last: o.Last, Paired: o.Games, Next: o.Next, Ratings: map[league.Pool][]league.RatingLine{}}
	for _, e := range o.Entries {
		in.Entries = append(in.Entries, bot.Entry{Program: e.Program, Last: e.Last})
	}
	for _, g := range in.Games {
		if live := g.Info().Live(); len(live) > 0 {
			pool := league.Pool{Game: g.Info().ID, Variant: live[0].ID}
			if in.Ratings[pool], err = s.office.BotRatings(ctx, pool); err != nil {
				return err
			}
		}
	}
	return s.Render(c, http.StatusOK, bot.Arena(bot.NewArenaPage(in)))
}
