package channels

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views/channels"
	"kickabout/views/feed"
	"kickabout/views/match"
	"kickabout/views/series"
	"kickabout/views/tournament"
)

const (
	feedMatches     = 100 // of a member's, those with the least time left
	feedTournaments = 12  // of a member, the latest
	lookBack        = 31 * 24 * time.Hour
	editionsBack    = 365 * 24 * time.Hour

	// How what programs read is kept on its way.
	forOne = "private, no-cache"
	forAll = "public, max-age=300"
)

// feedReads is how often one feed may be read.
var feedReads = request.Rate{Count: 60, Per: time.Hour}

// Page is the page of the viewer's feeds.
func (s *Feeds) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, channels.FeedsInput{Done: c.QueryParam("done")})
}

func (s *Feeds) page(c echo.Context, status int, in channels.FeedsInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	in.Address = s.AddressOf(c)
	if in.Feeds, err = s.office.Channels.Feeds.Of(c.Request().Context(), request.Actor(c)); err != nil {
		return err
	}
	return s.Render(c, status, channels.Feeds(channels.NewFeedsPage(in)))
}

// Make makes a feed and shows its addresses this once.
func (s *Feeds) Make(c echo.Context) error {
	label := c.Request().PostFormValue("label")
	secret, err := s.office.Channels.Feeds.Make(c.Request().Context(), request.Actor(c), label)
	if sentences, ok := request.SentencesOf(err); ok {
		status := http.StatusUnprocessableEntity
		if league.KindOf(err) == league.Forbidden {
			status = http.StatusForbidden
		}
		return s.page(c, status, channels.FeedsInput{Label: label, Errors: sentences})
	}
	if err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogFeedMade, request.Actor(c).ID)
	return s.page(c, http.StatusCreated, channels.FeedsInput{Secret: secret})
}

// End ends a feed of the viewer.
func (s *Feeds) End(c echo.Context) error {
	if err := s.office.Channels.Feeds.End(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("feed")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogFeedEnded, request.Actor(c).ID)
	return c.Redirect(http.StatusSeeOther, "/account/feeds?done=end")
}

// Own is the feed or the calendar of a member, for whoever knows its address, or sends its secret as a password.
func (s *Feeds) Own(c echo.Context) error {
	address, kind, _ := strings.Cut(c.Param("link"), ".")
	if kind != "atom" && kind != "ics" {
		return echo.ErrNotFound
	}
	secret := address
	if address == channels.ByPassword {
		_, secret, _ = c.Request().BasicAuth()
	}
	player, err := s.office.Channels.Feeds.Owner(c.Request().Context(), secret)
	if address == channels.ByPassword && league.KindOf(err) == league.NotFound {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Basic realm="feeds"`)
		return c.NoContent(http.StatusUnauthorized)
	}
	if err != nil {
		return err
	}
	if _, wait := s.reads.Take(secret, request.Arrived(c)); wait > 0 {
		return request.TooOften(c, wait)
	}
	in, err := s.own(c, player)
	if err != nil {
		return err
	}
	in.Link = address
	c.Response().Header().Set("X-Robots-Tag", "noindex")
	if kind == "ics" {
		return send(c, feed.CalendarType, forOne, channels.NewOwnCalendar(in).ICS())
	}
	return send(c, feed.AtomType, forOne, channels.NewOwnFeed(in).Atom())
}

// own reads what waits for a member, as they see it.
func (s *Feeds) own(c echo.Context, player league.Player) (in channels.OwnInput, err error) {
	ctx, viewer := c.Request().Context(), league.Of(player)
	in = channels.OwnInput{Address: s.AddressOf(c), Now: s.office.Now(), Games: s.office.Games(), Player: player}
	in.Since = in.Now.Add(-lookBack)
	if in.Site, err = s.Name(ctx); err != nil {
		return in, err
	}
	if in.Mine, _, err = s.office.PartOf(ctx, viewer, player.ID, league.Mine, league.Place{}, feedMatches); err != nil {
		return in, err
	}
	if in.ToMe, err = s.office.InvitationsTo(ctx, player); err != nil {
		return in, err
	}
	entered, err := s.office.EntriesOf(ctx, viewer, player.ID, feedTournaments)
	if err != nil {
		return in, err
	}
	for _, t := range entered {
		if !t.Ended.IsZero() && t.Ended.Before(in.Since) {
			continue
		}
		if t, err = s.office.TournamentNews(ctx, viewer, t.ID); err != nil {
			return in, err
		}
		in.Tournaments = append(in.Tournaments, t)
	}
	return in, nil
}

// Tournament is the feed of a tournament that everybody may know of.
func (s *Feeds) Tournament(c echo.Context) error {
	t, err := s.office.TournamentNews(c.Request().Context(), league.Public(), c.Param("id"))
	if err != nil {
		return err
	}
	return s.public(c, func(site, address string) feed.Feed { return tournament.NewFeed(s.office.Games(), t, site, address) })
}

// Player is the feed of what a player has played.
func (s *Feeds) Player(c echo.Context) error {
	ctx := c.Request().Context()
	player, err := s.office.Player(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	over, _, err := s.office.PartOf(ctx, league.Public(), player.ID, league.Over, league.Place{}, feed.Most)
	if err != nil {
		return err
	}
	return s.public(c, func(site, address string) feed.Feed {
		return match.NewPlayerFeed(s.office.Games(), player, over, site, address)
	})
}

// Competition is the feed of a competition of a format.
func (s *Feeds) Competition(format string) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		k, err := s.office.Competition(league.Competition{Format: format, Game: c.Param("game"), Variant: c.Param("variant")}.ID())
		if err != nil {
			return err
		}
		editions, err := s.office.Editions(ctx, league.Public(), k, s.office.Now().Add(-editionsBack))
		if err != nil {
			return err
		}
		for i, t := range editions {
			if t.Rolling {
				if editions[i], err = s.office.TournamentNews(ctx, league.Public(), t.ID); err != nil {
					return err
				}
			}
		}
		return s.public(c, func(site, address string) feed.Feed {
			return series.NewCompetitionFeed(s.office.Games(), k, editions, site, address)
		})
	}
}

// public sends a feed that is the same for everybody.
func (s *Feeds) public(c echo.Context, of func(site, address string) feed.Feed) error {
	name, err := s.Name(c.Request().Context())
	if err != nil {
		return err
	}
	return send(c, feed.AtomType, forAll, of(name, s.AddressOf(c)).Atom())
}

// send answers with what programs ask for again and again, unless they have it.
func send(c echo.Context, kind, keep string, body []byte) error {
	c.Response().Header().Set("Cache-Control", keep)
	if request.Has(c, request.WeakTag(body)) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, kind, body)
}
