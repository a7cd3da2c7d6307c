package request

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
)

// exportsAtOnce is how many exports are written at a time: each replays all its matches.
const exportsAtOnce = 2

// exportTimeout is how long the reader of an export may take for it.
const exportTimeout = 10 * time.Minute

// Export answers with a file that write writes. What is wrong before its first byte is a page;
// afterwards the file ends too early, which its reader sees by its last line.
func (s *Site) Export(c echo.Context, name string, write func(context.Context, io.Writer) error) error {
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

// Write sends a piece, the first one behind the headers.
func (f *file) Write(p []byte) (int, error) {
	if !f.begun {
		f.begun = true
		out := http.NewResponseController(f.c.Response())
		_ = out.SetWriteDeadline(time.Now().Add(exportTimeout)) // a recorder in a test has none
		f.c.Response().Header().Set(echo.HeaderContentType, api.LineStream)
		f.c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.name+`"`)
		f.c.Response().WriteHeader(http.StatusOK)
		if f.c.Request().Method == http.MethodHead {
			return 0, errHead
		}
	}
	return f.c.Response().Write(p)
}

// Exported is an export as an answer of the API.
func (s *Site) Exported(who api.Caller, name string, write func(context.Context, io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(huma.Context) {
		if err := s.Export(who.Request, name, write); err != nil {
			s.Problem(err, who.Request)
		}
	}}
}

// ExportResponse describes what exports answer with.
func ExportResponse(_ huma.Registry, op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "A file of lines, each one JSON object; /export/schema.json describes them. A file that was cut has no line of type end.",
		Content:     map[string]*huma.MediaType{api.LineStream: {Schema: &huma.Schema{Type: "object"}}},
	}}
}
