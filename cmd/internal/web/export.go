package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/views"
)

// exportsAtOnce is how many exports are written at a time: each replays all its matches.
const exportsAtOnce = 2

// exportTimeout is how long the reader of an export may take for it.
const exportTimeout = 10 * time.Minute

// export answers with a file that write writes. What is wrong before its first byte is a page;
// afterwards the file ends too early, which its reader sees by its last line.
func (s *site) export(c echo.Context, name string, write func(context.Context, io.Writer) error) error {
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	default:
		c.Response().Header().Set(echo.HeaderRetryAfter, "60")
		return league.Errorf(league.Busy, "Others are downloading just now. Try again in a minute.")
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), exportTimeout)
	defer cancel()
	err := write(ctx, &file{c: c, name: name})
	if errors.Is(err, errHead) {
		return nil
	}
	return err
}

// errHead ends what is written for somebody who asks for headers alone.
var errHead = errors.New("no body is wanted")

// file is an answer that is kept as a file; it begins with the first byte.
type file struct {
	c     echo.Context
	name  string
	begun bool
}

func (f *file) Write(p []byte) (int, error) {
	if !f.begun {
		f.begun = true
		out := http.NewResponseController(f.c.Response())
		_ = out.SetWriteDeadline(time.Now().Add(exportTimeout)) // a recorder in a test has none
		f.c.Response().Header().Set(echo.HeaderContentType, lineStream)
		f.c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.name+`"`)
		f.c.Response().WriteHeader(http.StatusOK)
		if f.c.Request().Method == http.MethodHead {
			return 0, errHead
		}
	}
	return f.c.Response().Write(p)
}

// download sends all that is a member's.
func (s *site) download(c echo.Context) error {
	return s.export(c, "kickabout.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportAccount(ctx, actor(c), out)
	})
}

// tournamentLines sends a tournament with all that was played in it.
func (s *site) tournamentLines(c echo.Context) error {
	viewer, err := s.viewer(c)
	if err != nil {
		return err
	}
	return s.export(c, "tournament.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportTournament(ctx, viewer, c.Param("id"), "", out)
	})
}

// seasonLines sends a season of a championship likewise.
func (s *site) seasonLines(c echo.Context) error {
	k, err := s.championshipOf(c.Param("game"), c.Param("variant"))
	if err != nil {
		return err
	}
	viewer, err := s.viewer(c)
	if err != nil {
		return err
	}
	return s.export(c, "season.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportCompetition(ctx, viewer, k.ID(), c.Param("season"), "", out)
	})
}

// playerLines sends the matches of a player.
func (s *site) playerLines(c echo.Context) error {
	who, err := s.office.Player(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	viewer, err := s.viewer(c)
	if err != nil {
		return err
	}
	return s.export(c, "matches.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportMatches(ctx, viewer, who, "", out)
	})
}

// exportRules tells how exports are written.
func (s *site) exportRules(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Exports(views.ExportsPage{Frame: frame}))
}

// exportSchema sends the JSON Schema of the lines.
func (s *site) exportSchema(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/schema+json", archive.Schema)
}

type tournamentExport struct {
	ID string `path:"id" maxLength:"64"`
}

type competitionExport struct {
	Format  string `path:"format" maxLength:"32" doc:"As championship."`
	Game    string `path:"game" maxLength:"32"`
	Variant string `path:"variant" maxLength:"64"`
	Edition string `query:"edition" maxLength:"32" doc:"As 2027-05; without it all editions."`
}

type playerExport struct {
	Name string `path:"name" maxLength:"64"`
}

// apiExportTournament sends a tournament.
func (s *site) apiExportTournament(_ context.Context, who caller, in *tournamentExport) (*huma.StreamResponse, error) {
	return s.exported(who, "tournament.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportTournament(ctx, who.player, in.ID, "", out)
	}), nil
}

// apiExportCompetition sends a competition.
func (s *site) apiExportCompetition(_ context.Context, who caller, in *competitionExport) (*huma.StreamResponse, error) {
	k := league.Competition{Format: in.Format, Game: in.Game, Variant: in.Variant}
	return s.exported(who, "competition.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportCompetition(ctx, who.player, k.ID(), in.Edition, "", out)
	}), nil
}

// apiExportPlayer sends the matches of a player.
func (s *site) apiExportPlayer(ctx context.Context, who caller, in *playerExport) (*huma.StreamResponse, error) {
	p, err := s.office.PlayerByName(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	return s.exported(who, "matches.jsonl", func(ctx context.Context, out io.Writer) error {
		return s.office.ExportMatches(ctx, who.player, p, "", out)
	}), nil
}

// exported is an export as an answer of the API.
func (s *site) exported(who caller, name string, write func(context.Context, io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(huma.Context) {
		if err := s.export(who.request, name, write); err != nil {
			s.problem(err, who.request)
		}
	}}
}

// exportResponse describes what exports answer with.
func exportResponse(_ huma.Registry, op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "A file of lines, each one JSON object; /export/schema.json describes them. A file that was cut has no line of type end.",
		Content:     map[string]*huma.MediaType{lineStream: {Schema: &huma.Schema{Type: "object"}}},
	}}
}
