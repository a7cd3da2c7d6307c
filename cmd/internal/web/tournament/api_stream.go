package tournament

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/core"
)

// News is a tournament as it stands after something has happened in it.
type News struct {
	ID         string         `json:"id" doc:"How far it has come: the number of the last event of its log and how many of its matches are over, as in 12.3."`
	Tournament TournamentBody `json:"tournament" doc:"As it stands, with its table and its matches."`
}

type streamRequest struct {
	request.Streamed
	ID string `path:"id" maxLength:"64"`
}

// APIStream sends a tournament as it stands, and again whenever something has happened in it, until it has ended.
func (s *API) APIStream(ctx context.Context, who api.Caller, in *streamRequest) (*huma.StreamResponse, error) {
	if _, _, err := s.office.TournamentReached(ctx, league.Of(who.Player), in.ID); err != nil {
		return nil, err
	}
	seen := in.Seen()
	return request.Stream(s.Site, who, func() (request.Items, func()) {
		wake, stop := s.office.ListenTournament(in.ID, core.TokenPass(s.Credential(who.Request)))
		return request.Items{Wake: wake, News: func(ctx context.Context) ([]request.Item, bool, error) {
			news, err := s.newsOf(ctx, who, in.ID)
			if err != nil || news.item.ID == seen {
				return nil, news.over, err
			}
			seen = news.item.ID
			return []request.Item{news.item}, news.over, nil
		}}, stop
	}), nil
}

// tournamentNews is a tournament as it stands.
type tournamentNews struct {
	item request.Item
	over bool
}

// newsOf returns a tournament as it stands, read once for all who follow it without a token.
func (s *API) newsOf(ctx context.Context, who api.Caller, id string) (tournamentNews, error) {
	far, err := reachedBy(s.Site, s.office, who.Request, league.Of(who.Player), who.Player.ID != "", id)
	if err != nil {
		return tournamentNews{}, err
	}
	reached := fmt.Sprintf("%d.%d", far[0], far[1])
	read := func() (tournamentNews, error) {
		t, err := s.APITournament(context.WithoutCancel(ctx), who, &TournamentPath{id})
		if err != nil {
			return tournamentNews{}, err
		}
		item, err := request.ItemOf(reached, News{reached, t.Body})
		return tournamentNews{item, t.Body.State == league.Finished || t.Body.State == league.Cancelled}, err
	}
	if who.Player.ID != "" {
		return read()
	}
	return request.Shared(s.Site, who.Request, "news of tournament "+id+" at "+reached, read)
}
