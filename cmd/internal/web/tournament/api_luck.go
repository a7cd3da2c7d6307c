package tournament

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/study"
	"kickabout/league"
	"kickabout/league/assessment"
	studyview "kickabout/views/study"
)

// APITournamentLuck sums up the luck and skill of a tournament's players.
func (s *API) APITournamentLuck(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[studyview.JSONLuck], error) {
	return study.LuckReply(s.office.LuckIn(ctx, league.Of(who.Player), assessment.LuckScope{Tournament: in.ID}))
}
