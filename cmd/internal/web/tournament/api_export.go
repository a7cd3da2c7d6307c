package tournament

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
)

type tournamentExport struct {
	ID string `path:"id" maxLength:"64"`
}

// APIExportTournament sends a tournament.
func (s *API) APIExportTournament(_ context.Context, who api.Caller, in *tournamentExport) (*huma.StreamResponse, error) {
	return s.Exported(who, "tournament.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportTournament(ctx, league.Of(who.Player), in.ID, "", out)
	}), nil
}
