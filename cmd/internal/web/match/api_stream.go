package match

import (
	"context"
	"fmt"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
)

// Streams answer programs that follow matches.
type Streams struct{ *Handlers }

// MatchNews is a match as it stands after it has moved on.
type MatchNews struct {
	ID    string    `json:"id" doc:"How far the match has come: the number of the last event of its log."`
	Match MatchBody `json:"match" doc:"As it stands. Its log has what is new alone: what comes behind the object before, or behind the id that you named."`
}

type matchStreamRequest struct {
	request.Streamed
	ID string `path:"id" maxLength:"64"`
}

// Match sends a match as it stands, and again whenever it has moved on, until it is over.
func (s Streams) Match(ctx context.Context, who api.Caller, in *matchStreamRequest) (*huma.StreamResponse, error) {
	if _, _, err := s.office.Reached(ctx, league.Of(who.Player), in.ID); err != nil {
		return nil, err
	}
	seen, _ := strconv.Atoi(in.Seen()) // nonsense has seen nothing
	return request.Stream(s.Site, who, func() (request.Items, func()) {
		wake, stop := s.office.ListenMatch(in.ID, core.TokenPass(s.Credential(who.Request)))
		return request.Items{Wake: wake, News: func(ctx context.Context) ([]request.Item, bool, error) {
			news, err := s.newsOf(ctx, who, in.ID, seen)
			if seen = max(seen, news.last); err != nil || news.item.ID == "" {
				return nil, news.over, err
			}
			return []request.Item{news.item}, news.over, nil
		}}, stop
	}), nil
}

// matchNews is what is new in a match.
type matchNews struct {
	item request.Item // none if nothing is new
	last int          // the number of the last event
	over bool
}

// newsOf returns what is new in a match behind an event. All who follow it without a token, and have come as far,
// are sent what one of them reads.
func (s Streams) newsOf(ctx context.Context, who api.Caller, id string, seen int) (matchNews, error) {
	reached, err := reachedBy(s.Handlers, who.Request, league.Of(who.Player), who.Player.ID != "", id)
	if err != nil {
		return matchNews{}, err
	}
	last := reached[0]
	read := func() (matchNews, error) {
		v, err := s.office.Match(context.WithoutCancel(ctx), league.Of(who.Player), id)
		if err != nil {
			return matchNews{}, err
		}
		now := matchNews{last: v.Match.State.Last, over: v.Record.Next().Over()}
		if now.last <= seen {
			return now, nil
		}
		b := s.matchOf(v, who.Player, s.office.Now())
		b.Log = eventsBehind(v.Record.Log, seen)
		now.item, err = request.ItemOf(strconv.Itoa(now.last), MatchNews{strconv.Itoa(now.last), b})
		return now, err
	}
	if who.Player.ID != "" {
		return read()
	}
	return request.Shared(s.Site, who.Request, fmt.Sprint("news of match ", id, " at ", last, " behind ", seen), read)
}

// eventsBehind returns the events of a log behind one of them.
func eventsBehind(log []engine.Event, seen int) []eventBody {
	fresh := []eventBody{}
	for _, e := range log {
		if e.Seq > seen {
			fresh = append(fresh, eventOf(e))
		}
	}
	return fresh
}

// endsAtOnce is how many finished matches a stream sends in one piece.
const endsAtOnce = 100

type finishedQuery struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"100" doc:"How many the answer has at most."`
	Cursor string `query:"cursor" maxLength:"200" doc:"The next of the page before, or the id of an object of the stream."`
}

type finishedBody struct {
	Matches []MatchLine `json:"matches" doc:"In the order of their ends, the oldest first. A match is listed three minutes after its end, so that none comes in front of it later."`
	Next    string      `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// Finished lists all finished matches, in the order of their ends.
func (s Streams) Finished(ctx context.Context, who api.Caller, in *finishedQuery) (*api.Reply[finishedBody], error) {
	after, err := endOf(in.Cursor)
	if err != nil {
		return nil, err
	}
	list, err := s.office.EndedAfter(ctx, league.Of(who.Player), after, in.Limit+1)
	if err != nil {
		return nil, err
	}
	b := finishedBody{Matches: []MatchLine{}}
	if len(list) > in.Limit {
		list = list[:in.Limit]
		b.Next = endCursor(list[in.Limit-1])
	}
	for _, m := range list {
		b.Matches = append(b.Matches, LineOf(m, who.Player))
	}
	return &api.Reply[finishedBody]{Body: b}, nil
}

// endOf reads behind which end a list goes on; the zero place for "".
func endOf(cursor string) (p league.Place, err error) {
	if cursor != "" {
		p.At, p.ID, err = api.ReadPlace(cursor)
	}
	return p, err
}

func endCursor(m league.Match) string { return api.WritePlace(m.Place().At, m.ID) }

// FinishedNews is a match that has ended.
type FinishedNews struct {
	ID    string    `json:"id" doc:"Its place in the order of ends."`
	Match MatchLine `json:"match"`
}

// Ends sends all matches that end, in the order of their ends.
func (s Streams) Ends(_ context.Context, who api.Caller, in *request.Streamed) (*huma.StreamResponse, error) {
	after, err := endOf(in.Seen())
	if err != nil {
		return nil, err
	}
	if after == (league.Place{}) {
		after.At = s.office.Now().UnixMilli()
	}
	return request.Stream(s.Site, who, func() (request.Items, func()) {
		more, looked, full := make(chan struct{}, 1), request.Reached{-1}, false
		wake, stop := s.office.ListenEnds(core.TokenPass(s.Credential(who.Request)))
		return request.Items{Wake: wake, More: more, News: func(ctx context.Context) ([]request.Item, bool, error) {
			reached, err := request.ReachedBy(s.Site, who.Request, who.Player.ID != "", "ends", s.office.EndsNewsNumber(), func(ctx context.Context) (int, int, error) {
				at, err := s.office.EndsReached(ctx)
				return at, 0, err
			})
			if err != nil || reached == looked && !full {
				return nil, false, err
			}
			looked, full = reached, false
			ends, err := s.endsBehind(ctx, who, after)
			if err != nil || len(ends.items) == 0 {
				return nil, false, err
			}
			if after = ends.last; len(ends.items) == endsAtOnce {
				full = true
				select {
				case more <- struct{}{}:
				default: // it says so already
				}
			}
			return ends.items, false, nil
		}}, stop
	}), nil
}

// ends are matches that have ended, and the place of the last one.
type ends struct {
	items []request.Item
	last  league.Place
}

// endsBehind returns the next matches behind a place, read once for all who have come as far and have no token.
func (s Streams) endsBehind(ctx context.Context, who api.Caller, after league.Place) (ends, error) {
	read := func() (ends, error) {
		var found ends
		list, err := s.office.EndedAfter(context.WithoutCancel(ctx), league.Of(who.Player), after, endsAtOnce)
		for _, m := range list {
			id := endCursor(m)
			item, err := request.ItemOf(id, FinishedNews{id, LineOf(m, who.Player)})
			if err != nil {
				return ends{}, err
			}
			found.items, found.last = append(found.items, item), m.Place()
		}
		return found, err
	}
	if who.Player.ID != "" {
		return read()
	}
	return request.Shared(s.Site, who.Request, fmt.Sprint("ends behind ", after), read)
}
