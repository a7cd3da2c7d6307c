package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// exportsAtOnce is how many exports are written at a time: each replays all its matches.
const exportsAtOnce = 2

// exportTimeout is how long the reader of an export may take for it.
const exportTimeout = 10 * time.Minute

// lines is the type of what exports are: a JSON object a line.
const lines = "application/x-ndjson"

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
		f.c.Response().Header().Set(echo.HeaderContentType, lines)
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
