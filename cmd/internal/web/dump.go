package web

import (
	"errors"
	"io/fs"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/dump"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views/front"
)

// dumped answers with the open dump.
type dumped struct {
	*site
	folder dump.Folder
}

// dumpTimeout is how long a reader may take for a file.
const dumpTimeout = 10 * time.Minute

// page tells what is in the dump, and lists its files.
func (d *dumped) page(c echo.Context) error {
	i, err := d.folder.Index()
	if err != nil {
		return err
	}
	frame, err := d.Frame(c)
	if err != nil {
		return err
	}
	var days []front.DumpFile
	for _, f := range i.Days {
		days = append(days, front.DumpFile(f))
	}
	var players *front.DumpFile
	if i.Players != nil {
		players = new(front.DumpFile)
		*players = front.DumpFile(*i.Players)
	}
	return d.Render(c, http.StatusOK, front.Dump(front.NewDumpPage(frame, i.Through, days, players)))
}

// index lists the files for programs.
func (d *dumped) index(c echo.Context) error {
	i, err := d.folder.Index()
	if err != nil {
		return err
	}
	d.toAll(c)
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=60")
	return c.JSON(http.StatusOK, i)
}

// schema describes the lines.
func (d *dumped) schema(c echo.Context) error {
	d.toAll(c)
	return c.Blob(http.StatusOK, "application/schema+json", dump.Schema)
}

// file sends a file, or a part of it.
func (d *dumped) file(c echo.Context) error {
	in, f, err := d.folder.Open(c.Param("file"))
	if errors.Is(err, fs.ErrNotExist) {
		return league.Errorf(league.NotFound, "The dump has no such file.")
	}
	if err != nil {
		return err
	}
	defer in.Close()
	d.toAll(c)
	h := c.Response().Header()
	h.Set("ETag", `"`+f.SHA256+`"`)
	h.Set(echo.HeaderContentType, "application/gzip")
	h.Set(echo.HeaderCacheControl, "public, no-cache") // the names change, and an old day may go
	h.Set("X-Robots-Tag", "noindex")
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(dumpTimeout)) // without one it is cut off sooner
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, in)
	return nil
}

// toAll lets pages of any site read an answer. A site in a network of its own is read by nobody else.
func (d *dumped) toAll(c echo.Context) {
	if d.lan {
		return
	}
	h := c.Response().Header()
	request.OpenToAll(h)
	h.Set("Access-Control-Expose-Headers", "ETag, Content-Range, Accept-Ranges")
}
