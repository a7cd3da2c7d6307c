package member

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/core"
)

const (
	lineBeat = "\n" // an empty line, which readers of JSON pass over

	streamsOfProgram = 10  // of one player
	noticesAtOnce    = 100 // in one piece of a stream
)

type eventsQuery struct {
	After int `query:"after" minimum:"-1" default:"-1" doc:"The id of the last event that you have seen: the stream goes on behind it, and nothing is missed. Without it the stream begins with what happens from now on."`
	Last  int `header:"Last-Event-ID" minimum:"-1" default:"-1" doc:"The same as a header."`
}

// noticeBody is one line of the stream.
type noticeBody struct {
	ID         int        `json:"id" doc:"The number of the event among yours."`
	Kind       string     `json:"kind" enum:"hello,match,chat,offer,security,site,standing,tournament,vacation" doc:"hello is the first line of every stream: its id is where the stream begins. match: it began, moved on or ended. chat: something was said beside it. vacation: one of your days was used; of a match if your time had run out in it, else of a vacation that you planned; or a vacation of yours begins or ends within 24 hours, without seq. security: a way into your account was used, opened or closed; look at the page /account/security. standing: look at the page /standing. site: the site tells all members something; look at the page /notices."`
	At         *time.Time `json:"at,omitempty"`
	Match      string     `json:"match,omitempty"`
	Offer      string     `json:"offer,omitempty"`
	Tournament string     `json:"tournament,omitempty"`
	Seq        int        `json:"seq,omitempty" doc:"Of a match: that of its last throw, move or end. Of a chat: the number of the line. Of a vacation: the number of the day among yours."`
}

func noticeOf(n league.Notice) noticeBody {
	b := noticeBody{ID: n.N, Kind: string(n.Kind), At: &n.At, Seq: n.Seq}
	if n.Event == league.VacationBegins || n.Event == league.VacationEnds {
		b.Seq = 0 // no day was used
	}
	switch n.Kind {
	case league.MatchNotice, league.ChatNotice, league.VacationNotice:
		b.Match = n.Subject
	case league.OfferNotice:
		b.Offer = n.Subject
	case league.TournamentNotice:
		b.Tournament = n.Subject
	}
	return b
}

// APIEvents sends what concerns the caller, line by line, as it happens.
func (s *Accounts) APIEvents(ctx context.Context, who api.Caller, in *eventsQuery) (*huma.StreamResponse, error) {
	last, err := s.office.LastNotice(ctx, who.Player.ID)
	if err != nil {
		return nil, err
	}
	after := max(in.After, in.Last)
	if after > last {
		return nil, league.Errorf(league.Invalid, "There is no event %d yet; the last one is %d.", after, last)
	}
	if after < 0 {
		after = last
	}
	return &huma.StreamResponse{Body: func(huma.Context) {
		wake, stop := s.office.ListenPlayer(who.Player.ID, core.TokenPass(s.Credential(who.Request)))
		defer stop()
		if err := s.Follow(who.Request, s.lines(who, wake, after)); err != nil {
			s.Problem(err, who.Request)
		}
	}}, nil
}

// lines is the stream of a player's notices behind one of them.
func (s *Accounts) lines(who api.Caller, wake <-chan struct{}, after int) request.Feed {
	greeted, more := false, make(chan struct{}, 1)
	news := func(ctx context.Context) ([]byte, error) {
		if _, err := s.TokenPlayer(who.Request, league.ScopeRead); err != nil {
			return nil, errors.Join(err, request.ErrSignedOut) // the token has ended, and the stream with it
		}
		var piece bytes.Buffer
		if !greeted {
			greeted = true
			_ = api.Marshal(&piece, noticeBody{ID: after, Kind: "hello"})
		}
		if last, _, err := s.office.PlayerReached(ctx, who.Player.ID); err != nil || last == after {
			return piece.Bytes(), err
		}
		notices, err := s.office.Notices(ctx, who.Player.ID, after, noticesAtOnce)
		if err != nil {
			return nil, err
		}
		for _, n := range notices {
			_ = api.Marshal(&piece, noticeOf(n))
			after = n.N
		}
		if len(notices) == noticesAtOnce {
			select {
			case more <- struct{}{}:
			default: // it says so already
			}
		}
		return piece.Bytes(), nil
	}
	return request.Feed{
		Kind: api.LineStream, Alone: who.Player.Kind == league.Program, Wake: wake, More: more, News: news, Beat: lineBeat, Full: lineBeat,
		Reader: "program of " + who.Player.ID, Most: streamsOfProgram,
	}
}

// LineResponse describes the stream.
func LineResponse(r huma.Registry, op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "A line for each event as it happens, an empty one now and then; it goes on until either side ends it. " +
			"Who opens more than 10 streams loses the oldest one.",
		Content: map[string]*huma.MediaType{api.LineStream: {Schema: r.Schema(reflect.TypeFor[noticeBody](), true, "")}},
	}}
}
