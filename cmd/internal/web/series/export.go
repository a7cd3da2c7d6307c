package series

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
)

// SeasonLines sends a season of a championship likewise.
func (s *Championships) SeasonLines(c echo.Context) error {
	k, err := s.competition(c.Param("game"), c.Param("variant"))
	if err != nil {
		return err
	}
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	return s.Export(c, "season.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportCompetition(ctx, league.Of(viewer), k.ID(), c.Param("season"), "", out)
	})
}

type competitionExport struct {
	Format  string `path:"format" maxLength:"32" doc:"As championship."`
	Game    string `path:"game" maxLength:"32"`
	Variant string `path:"variant" maxLength:"64"`
	Edition string `query:"edition" maxLength:"32" doc:"As 2027-05; without it all editions."`
}

// APIExportCompetition sends a competition.
func (s *Championships) APIExportCompetition(_ context.Context, who api.Caller, in *competitionExport) (*huma.StreamResponse, error) {
	k := league.Competition{Format: in.Format, Game: in.Game, Variant: in.Variant}
	return s.Exported(who, "competition.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportCompetition(ctx, league.Of(who.Player), k.ID(), in.Edition, "", out)
	}), nil
}
