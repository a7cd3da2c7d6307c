package imported

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/elsewhere"
)

type archivesQuery struct {
	Game   string `query:"game" maxLength:"64" doc:"Of one game only, as in streetsoccer."`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"100"`
	Cursor string `query:"cursor" maxLength:"200" doc:"The next of the page before."`
}

type archivesBody struct {
	Archives []archivedBody `json:"archives" doc:"The latest first."`
	Next     string         `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// archivedBody is a tournament that was played elsewhere as programs see it.
type archivedBody struct {
	ID       string          `json:"id,omitempty" doc:"Not of a preview."`
	Name     string          `json:"name"`
	Game     string          `json:"game,omitempty"`
	Variant  string          `json:"variant,omitempty"`
	First    elsewhere.Day   `json:"first" doc:"The first day, as in 2026-05-30."`
	Last     elsewhere.Day   `json:"last"`
	Place    string          `json:"place,omitempty" doc:"Where it was played."`
	Source   string          `json:"source,omitempty" doc:"The address of a page about it."`
	Count    elsewhere.Count `json:"count" doc:"What games pay: as the file says, close_win, 3-1-0 or 1-0.5-0."`
	Private  bool            `json:"private,omitempty" doc:"Only who imported it is shown it."`
	Importer string          `json:"importer"`
	Imported time.Time       `json:"imported"`
	Changed  time.Time       `json:"changed"`
	Players  int             `json:"players"`
	Games    int             `json:"games"`
	Winners  string          `json:"winners" doc:"Who ended first."`
	Rated    bool            `json:"rated" doc:"Always false: nothing that was played elsewhere is rated or checked."`
	Table    []archivedRow   `json:"table,omitempty" doc:"Not in lists."`
	Results  []archivedGame  `json:"results,omitempty" doc:"Likewise."`
	Byes     []archivedBye   `json:"byes,omitempty" doc:"Who spent which round without an opponent. Likewise."`
	File     string          `json:"file,omitempty" doc:"The results as CSV, which imports as the same again. Likewise."`
	Notes    []string        `json:"notes,omitempty" doc:"Of a preview: what to look at again."`
}

type archivedRow struct {
	Rank   int                 `json:"rank"`
	Player string              `json:"player" doc:"A name, of no member."`
	Points float64             `json:"points"`
	Played int                 `json:"played"`
	Won    int                 `json:"won"`
	Drawn  int                 `json:"drawn"`
	Lost   int                 `json:"lost"`
	Values map[string]*float64 `json:"values" doc:"What each tie-break counts, by its code; null where it compares only players who are level."`
}

type archivedGame struct {
	Round  string     `json:"round,omitempty"`
	First  string     `json:"first"`
	Second string     `json:"second"`
	Points [2]float64 `json:"points"`
	Ending string     `json:"ending,omitempty" doc:"Where the file says it, as are the goals."`
	Goals  *[2]int    `json:"goals,omitempty"`

	Forfeited bool `json:"forfeited,omitempty" doc:"Nobody played, as a file of points says."`
}

type archivedBye struct {
	Round  string            `json:"round"`
	Player string            `json:"player"`
	Kind   elsewhere.ByeKind `json:"kind" doc:"By the pairing, with full or half points, absent, won or lost without an opponent: pairing, full, half, absent, won or lost."`
	Points float64           `json:"points"`
}

func bodyOf(e elsewhere.Event) archivedBody {
	return archivedBody{
		ID: e.ID, Name: e.Name, Game: e.Game, Variant: e.Variant, First: e.First, Last: e.Last, Place: e.Place, Source: e.Source, Count: e.Count,
		Private: e.Private, Importer: api.NameOf(e.Importer), Imported: e.Imported, Changed: e.Changed, Players: e.Players, Games: e.Games, Winners: e.Winners,
	}
}

// whole adds the table and the results.
func (b archivedBody) whole(r elsewhere.Results) archivedBody {
	b.File = r.CSV()
	order := r.Table.Order()
	for _, row := range r.Table.Rows() {
		line := archivedRow{
			Rank: row.Rank, Player: row.Player, Points: float64(row.Points) / 10, Played: row.Played, Won: row.Won, Drawn: row.Drawn, Lost: row.Lost,
			Values: map[string]*float64{},
		}
		for k, v := range row.Values {
			line.Values[v.Code] = nil
			if v.Counts {
				number := float64(v.Number) / float64(order[k].Unit)
				line.Values[v.Code] = &number
			}
		}
		b.Table = append(b.Table, line)
	}
	for _, g := range r.Games {
		game := archivedGame{Round: g.Round, First: g.First, Second: g.Second, Points: [2]float64{float64(g.Points[0]) / 10, float64(g.Points[1]) / 10}, Forfeited: g.Forfeit}
		if r.Played {
			game.Ending, game.Goals = string(g.Outcome.Ending), &g.Outcome.Score
		}
		b.Results = append(b.Results, game)
	}
	for _, y := range r.Byes {
		b.Byes = append(b.Byes, archivedBye{y.Round, y.Player, y.Kind, float64(y.Points) / 10})
	}
	return b
}

// APIEvents lists events.
func (s *Handlers) APIEvents(ctx context.Context, who api.Caller, in *archivesQuery) (*api.Reply[archivesBody], error) {
	which := elsewhere.List{Game: in.Game, Limit: in.Limit + 1}
	var err error
	if in.Cursor != "" {
		if which.After.At, which.After.ID, err = api.ReadPlace(in.Cursor); err != nil {
			return nil, err
		}
	}
	events, err := s.office.Imported.Events(ctx, league.Of(who.Player), which)
	if err != nil {
		return nil, err
	}
	list := archivesBody{Archives: []archivedBody{}}
	if len(events) > in.Limit { // one more was asked for, to see whether there is one
		events = events[:in.Limit]
		last := events[in.Limit-1].Listed()
		list.Next = api.WritePlace(last.At, last.ID)
	}
	for _, e := range events {
		list.Archives = append(list.Archives, bodyOf(e))
	}
	return &api.Reply[archivesBody]{Body: list}, nil
}

type archivedPath struct {
	ID string `path:"id" maxLength:"64" doc:"The id of a tournament that was played elsewhere."`
}

// APIEvent shows an event with its table and its results.
func (s *Handlers) APIEvent(ctx context.Context, who api.Caller, in *archivedPath) (*api.Reply[archivedBody], error) {
	e, r, err := s.office.Imported.Event(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	return &api.Reply[archivedBody]{Body: bodyOf(e).whole(r)}, nil
}

type importRequest struct {
	Preview bool `query:"preview" doc:"Answers with what it comes to, and stores nothing."`
	Body    struct {
		Name    string `json:"name"`
		Game    string `json:"game,omitempty" doc:"And its variant, as in streetsoccer/lg; nothing if it was none of the games here."`
		First   string `json:"first" doc:"The first day, as in 2026-05-30."`
		Last    string `json:"last,omitempty" doc:"The last day; nothing if there was one."`
		Place   string `json:"place,omitempty" doc:"Where it was played."`
		Source  string `json:"source,omitempty" doc:"The address of a page about it. It begins with https://."`
		Count   string `json:"count,omitempty" doc:"What games pay: close_win, 3-1-0 or 1-0.5-0; nothing for what the file says."`
		Private bool   `json:"private,omitempty" doc:"Only you are shown it."`
		File    string `json:"file" doc:"The results: CSV as kickabout table reads it, or a tournament file (TRF)."`
	}
}

type importReply struct {
	Status   int
	Location string `header:"Location"`
	Body     archivedBody
}

// APIImport imports an event, or says what it would come to.
func (s *Handlers) APIImport(ctx context.Context, who api.Caller, in *importRequest) (*importReply, error) {
	b := in.Body
	f := elsewhere.Form{
		Name: b.Name, Game: b.Game, First: b.First, Last: b.Last, Place: b.Place, Source: b.Source, Count: b.Count, Private: b.Private, Text: b.File,
	}
	p, err := s.office.Imported.Check(who.Player, f)
	if err != nil {
		return nil, err
	}
	if in.Preview {
		shown := bodyOf(p.Event).whole(p.Results)
		shown.Notes = p.Report.Notes
		return &importReply{Status: http.StatusOK, Body: shown}, nil
	}
	e, err := s.office.Imported.Import(ctx, who.Player, f)
	if err != nil {
		return nil, err
	}
	return &importReply{http.StatusCreated, api.Root + "/archives/" + e.ID, bodyOf(e).whole(p.Results)}, nil
}

// PreviewResponse describes the answer to a preview.
func PreviewResponse(r huma.Registry, op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "What it would come to; nothing is stored.",
		Content:     map[string]*huma.MediaType{"application/json": {Schema: r.Schema(reflect.TypeFor[archivedBody](), true, "")}},
	}}
}
