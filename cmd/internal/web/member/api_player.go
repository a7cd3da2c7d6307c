package member

import (
	"context"
	"strings"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
)

type playerPath struct {
	Name string `path:"name" maxLength:"200" doc:"A player's name, or a bot as in bot:greedy."`
}

// recordBody is a player with what they have played.
type recordBody struct {
	Name    string            `json:"name"`
	Kind    league.PlayerKind `json:"kind" enum:"guest,member,bot,deleted"`
	Since   time.Time         `json:"since"`
	Won     int               `json:"won"`
	Drawn   int               `json:"drawn"`
	Lost    int               `json:"lost"`
	Goals   int               `json:"goals"`
	Against int               `json:"against" doc:"Goals of the opponents."`
}

// APIPlayer shows a player and counts their matches.
func (s *Players) APIPlayer(ctx context.Context, who api.Caller, in *playerPath) (*api.Reply[recordBody], error) {
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	tallies, err := s.office.Tallies(ctx, league.Of(who.Player), p.ID, "")
	if err != nil {
		return nil, err
	}
	sum := league.Sum(tallies)
	return &api.Reply[recordBody]{Body: recordBody{api.NameOf(p), p.Kind, p.Created, sum.Won, sum.Drawn, sum.Lost, sum.Goals, sum.GoalsAgainst}}, nil
}

// named finds a player by their name, or a bot by its id.
func (s *Players) named(ctx context.Context, name string) (league.Player, error) {
	if strings.HasPrefix(name, "bot:") {
		return s.office.Player(ctx, name)
	}
	return s.office.PlayerByName(ctx, name)
}
