package study

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/dicelog"
	"kickabout/views/feed"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// How the parts of the log are kept on their way: a tile that is full never changes.
const (
	logChanges = "public, max-age=60"
	logStays   = "public, max-age=31536000, immutable"
)

// logShown is the log as the page about the dice shows it.
func logShown(p dicelog.Published) *study.DiceLog {
	l := &study.DiceLog{LogKey: p.LogKey, ReceiptsKey: p.ReceiptsKey, Size: p.Size, Checkpoint: p.Checkpoint, Day: ui.NumberedDay(p.Day)}
	for _, k := range p.Keys {
		shown := study.DiceKey{Epoch: k.Epoch, Print: hex.EncodeToString(k.F[:]), Born: k.Born, Lost: k.Lost, Why: k.Why}
		if k.Opened != nil {
			shown.Opened, shown.Key = k.Opened.At, hex.EncodeToString(k.Opened.Key[:])
		}
		l.Keys = append(l.Keys, shown)
	}
	return l
}

// LogCheckpoint sends the signed checkpoint of the log as it is, or with size=N as it was when it had N leaves.
func (s *Handlers) LogCheckpoint(c echo.Context) error {
	size := int64(0)
	if asked := c.QueryParam("size"); asked != "" {
		var err error
		if size, err = strconv.ParseInt(asked, 10, 64); err != nil || size < 1 {
			return league.Errorf(league.NotFound, "The log has never had that many leaves.")
		}
	}
	checkpoint, _, err := s.office.DiceLog.Checkpoint(c.Request().Context(), size)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, logChanges)
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, []byte(checkpoint))
}

// LogTile sends a tile of the log (https://c2sp.org/tlog-tiles): tile/L/N, tile/entries/N, each with .p/W while it is not full.
func (s *Handlers) LogTile(c echo.Context) error {
	data, err := s.office.DiceLog.Tile(c.Request().Context(), c.Param("*"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, logStays)
	return c.Blob(http.StatusOK, echo.MIMEOctetStream, data)
}

// LogFeed sends the checkpoints at the ends of the last days.
func (s *Handlers) LogFeed(c echo.Context) error {
	days, err := s.office.DiceLog.Days(c.Request().Context(), feed.Most)
	if err != nil {
		return err
	}
	name, err := s.Name(c.Request().Context())
	if err != nil {
		return err
	}
	at := s.AddressOf(c)
	f := feed.Feed{Title: "The log of the dice", Subtitle: "One signed value for each day, which stands for all games so far.", Self: at + "/log/feed", Home: at + "/dice#log", Author: name}
	for _, d := range days {
		f.Entries = append(f.Entries, feed.Entry{
			ID: fmt.Sprintf("%s/log/feed#%d", at, d.Day), Title: "The log at the end of " + ui.NumberedDay(d.Day), Text: d.Checkpoint, URL: at + "/dice#log", Changed: d.At,
		})
	}
	if len(f.Entries) > 0 {
		f.Since = f.Entries[len(f.Entries)-1].Changed
	}
	c.Response().Header().Set(echo.HeaderCacheControl, logChanges)
	return c.Blob(http.StatusOK, feed.AtomType, f.Atom())
}

// Receipt sends what the site has signed of a match so far.
func (s *Handlers) Receipt(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	receipt, err := s.office.Receipt(v)
	if err != nil {
		return err
	}
	if receipt == "" {
		return league.Errorf(league.NotFound, "Nothing is signed of this game.")
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="receipt.txt"`)
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, []byte(receipt))
}
