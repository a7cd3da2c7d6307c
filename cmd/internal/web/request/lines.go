package request

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
)

// How many streams of the API one player's programs may have open, or others from one address.
const (
	streamsOfProgram = 10
	streamsOfOthers  = 20
)

// Item is one object of a stream of the API.
type Item struct {
	ID   string // by which its reader goes on behind it
	JSON []byte // of one line
}

// ItemOf writes an object of a stream.
func ItemOf(id string, body any) (Item, error) {
	var line bytes.Buffer
	err := api.Marshal(&line, body)
	return Item{id, bytes.TrimSpace(line.Bytes())}, err
}

// Streamed is what streams of the API are asked with.
type Streamed struct {
	After string `query:"after" maxLength:"200" doc:"The id of the last object that you have: the stream goes on behind it, and nothing is missed."`
	Last  string `header:"Last-Event-ID" maxLength:"200" doc:"The same as a header, which browsers send by themselves when they come back."`
}

// Seen returns behind what the stream goes on; "": from its beginning.
func (in Streamed) Seen() string {
	if in.Last != "" {
		return in.Last // of a browser that comes back, whose address is still that of its first request
	}
	return in.After
}

// Items is a stream of the API.
type Items struct {
	Wake <-chan struct{} // see Feed; also when the caller's token has ended
	More <-chan struct{}
	// News returns what is newer than what it returned before, and whether nothing can come behind it any more.
	News func(context.Context) (items []Item, over bool, err error)
}

// Stream answers a program with a stream: as server-sent events whoever accepts those, as browsers do, others with a
// line of JSON for each object. Open is called when the stream begins; it returns what ends it as well.
func Stream(s *Site, who api.Caller, open func() (Items, func())) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(huma.Context) {
		items, end := open()
		defer end()
		c, over := who.Request, false
		asEvents := strings.Contains(c.Request().Header.Get(echo.HeaderAccept), EventStream)
		f := Feed{Kind: api.LineStream, Wake: items.Wake, More: items.More, Beat: "\n", Full: "\n", Over: func() bool { return over }, Alone: who.Player.Kind == league.Program, Reader: "programs at " + c.RealIP(), Most: streamsOfOthers}
		if asEvents {
			f.Kind, f.Beat, f.Full = EventStream, EventBeat, EventBeat
		}
		if who.Player.ID != "" {
			f.Reader, f.Most = "program of "+who.Player.ID, streamsOfProgram
		}
		greeted := false
		f.News = func(ctx context.Context) (piece []byte, err error) {
			if who.Player.ID != "" {
				if _, err := s.TokenPlayer(c, league.ScopeRead); err != nil {
					return nil, errors.Join(err, ErrSignedOut) // the token has ended, and the stream with it
				}
			}
			if asEvents && !greeted {
				piece = EventRetry()
			}
			greeted = true
			var fresh []Item
			if fresh, over, err = items.News(ctx); err != nil {
				return nil, err
			}
			if len(fresh) == 0 && over {
				return nil, nil
			}
			for _, item := range fresh {
				if asEvents {
					piece = append(append(append(piece, "id: "+item.ID+"\ndata: "...), item.JSON...), "\n\n"...)
					continue
				}
				piece = append(append(piece, item.JSON...), '\n')
			}
			return piece, nil
		}
		if err := s.Follow(c, f); err != nil {
			s.Problem(err, c)
		}
	}}
}

// StreamOf describes a stream of objects of a type.
func StreamOf[T any](what string) func(huma.Registry, *huma.Operation) {
	return func(r huma.Registry, op *huma.Operation) {
		schema := r.Schema(reflect.TypeFor[T](), true, "")
		op.Responses = map[string]*huma.Response{
			"200": {
				Description: what + " One JSON object a line, an empty line now and then; for whoever accepts text/event-stream, the same objects as server-sent events. " +
					"It goes on until either side ends it, or nothing new can come. Who opens more than " + strconv.Itoa(streamsOfProgram) + " streams loses the oldest one, without a token more than " + strconv.Itoa(streamsOfOthers) + " from one address.",
				Content: map[string]*huma.MediaType{api.LineStream: {Schema: schema}, EventStream: {Schema: &huma.Schema{Type: huma.TypeString}}},
			},
			"204": {Description: "There is nothing new, and nothing new can come."},
		}
	}
}
