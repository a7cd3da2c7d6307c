package member

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
)

// Download sends all that is a member's.
func (s *Accounts) Download(c echo.Context) error {
	return s.Export(c, "kickabout.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportAccount(ctx, request.Actor(c), out)
	})
}

// PlayerLines sends the matches of a player.
func (s *Players) PlayerLines(c echo.Context) error {
	who, err := s.office.Player(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	return s.Export(c, "matches.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportMatches(ctx, league.Of(viewer), who, "", out)
	})
}

type playerExport struct {
	Name string `path:"name" maxLength:"64"`
}

// APIExportPlayer sends the matches of a player.
func (s *Players) APIExportPlayer(ctx context.Context, who api.Caller, in *playerExport) (*huma.StreamResponse, error) {
	p, err := s.office.PlayerByName(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	return s.Exported(who, "matches.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportMatches(ctx, league.Of(who.Player), p, "", out)
	}), nil
}
