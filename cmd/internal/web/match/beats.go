package match

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/study"
)

// mostBeatEvents is how many events one answer tells at most.
const mostBeatEvents = 400

// Beats answers what some events of a match have shown, for the player in the browser: from
// and to are the numbers of the first and the last, by default all there are.
func (s *Handlers) Beats(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	from, _ := strconv.Atoi(c.QueryParam("from")) // nonsense is answered with the beginning,
	to, _ := strconv.Atoi(c.QueryParam("to"))     // and with the end
	return c.JSON(http.StatusOK, beatsOf(v.Record, from, to))
}

// beatsOf tells events of a record.
func beatsOf(r engine.Record, from, to int) study.Beats {
	from = max(1, from)
	to = min(cmp.Or(max(0, to), len(r.Log)), from+mostBeatEvents-1)
	return study.NewBeats(r, from, to)
}

type beatsPath struct {
	ID   string `path:"id" maxLength:"64"`
	From int    `query:"from" minimum:"1" default:"1" doc:"The number of the first event of the log that is told."`
	To   int    `query:"to" minimum:"0" default:"0" doc:"That of the last; 0: as many as there are. One answer tells 400 at most."`
}

// APIBeats shows what happened in a match, beat by beat.
func (s *Handlers) APIBeats(ctx context.Context, who api.Caller, in *beatsPath) (*api.Reply[study.Beats], error) {
	v, err := s.office.Match(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	return &api.Reply[study.Beats]{Body: beatsOf(v.Record, in.From, in.To)}, nil
}
