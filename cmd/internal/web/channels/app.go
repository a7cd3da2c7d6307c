package channels

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views"
	"kickabout/views/channels"
)

// offlineMatches is how many matches of each kind are kept for when there is no connection.
const offlineMatches = 24

// Offline is the page of the viewer's matches that their browser keeps. It reads as a stranger does, so that nothing of
// a private tournament stays on a device.
func (s *App) Offline(c echo.Context) (err error) {
	in := channels.OfflineInput{Games: s.office.Games()}
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	ctx, player := c.Request().Context(), request.Actor(c).ID
	if in.Mine, _, err = s.office.PartOf(ctx, league.Public(), player, league.Mine, league.Place{}, offlineMatches); err != nil {
		return err
	}
	if in.Theirs, _, err = s.office.PartOf(ctx, league.Public(), player, league.Theirs, league.Place{}, offlineMatches); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, channels.Offline(channels.NewOfflinePage(in)))
}

// Worker sends the script that works in browsers beside the pages. Browsers look for a newer one at each visit.
func (s *App) Worker(c echo.Context) error {
	script, ok := views.Static("sw.js")
	if !ok {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(c.Response(), c.Request(), "sw.js", time.Time{}, bytes.NewReader(script))
	return nil
}

// The colours of the bars around the installed site, as the style sheet has them on light ground.
const (
	groundColour = "#f1eee6"
	barColour    = "#f1eee6"
)

// Manifest says how the site is installed.
func (s *App) Manifest(c echo.Context) error {
	name, err := s.Name(c.Request().Context())
	if err != nil {
		return err
	}
	type icon struct {
		Source  string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	type shortcut struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	text, err := json.Marshal(struct {
		ID          string     `json:"id"`
		Name        string     `json:"name"`
		ShortName   string     `json:"short_name"`
		Description string     `json:"description"`
		Language    string     `json:"lang"`
		Start       string     `json:"start_url"`
		Scope       string     `json:"scope"`
		Display     string     `json:"display"`
		Background  string     `json:"background_color"`
		Theme       string     `json:"theme_color"`
		Categories  []string   `json:"categories"`
		Icons       []icon     `json:"icons"`
		Shortcuts   []shortcut `json:"shortcuts"`
	}{
		"/", name, name, "Leagues of turn-based soccer board games.", "en-GB", "/", "/", "standalone", groundColour, barColour,
		[]string{"games", "sports"},
		[]icon{
			{views.Asset("icon-192.png"), "192x192", "image/png", ""},
			{views.Asset("icon-512.png"), "512x512", "image/png", ""},
			{views.Asset("icon-mask.png"), "512x512", "image/png", "maskable"},
			{views.Asset("favicon.svg"), "any", "image/svg+xml", ""},
		},
		[]shortcut{{"My games", "/matches"}, {"Competitions", "/competitions"}},
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=3600")
	return c.Blob(http.StatusOK, "application/manifest+json", text)
}
