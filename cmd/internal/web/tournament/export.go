package tournament

import (
	"context"
	"io"

	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// Lines sends a tournament with all that was played in it.
func (s *Handlers) Lines(c echo.Context) error {
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	return s.Export(c, "tournament.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportTournament(ctx, league.Of(viewer), c.Param("id"), "", out)
	})
}
