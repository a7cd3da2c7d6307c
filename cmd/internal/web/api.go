package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/member"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
)

// operation is one line of the table below: a route of the API.
type operation struct {
	method, path string
	scope        league.Scopes // without which no token will do
	class        class
	id, summary  string // of the OpenAPI document
	status       int    // of success
	errors       []int  // that it may end with besides those that every operation may
	register     func(huma.API, huma.Operation)
	describe     func(huma.Registry, *huma.Operation) // what the types do not say; nil: nothing
}

// operations is the whole API.
func (s *site) operations() []operation {
	const get, post, put, remove = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete
	return []operation{
		{post, "/matches/reservations", league.ScopePlay, write, "reserve", "Reserve a match: its dice are fixed before anybody contributes to them", 201, nil, request.Does(s.Site, s.offers.APIReserve), nil},
		{post, "/matches", league.ScopePlay, write, "begin", "Begin a match against a bot, invite a player, or make an open offer", 201, []int{403, 409}, request.Does(s.Site, s.offers.APIBegin), nil},
		{get, "/offers", league.ScopeRead, page, "offers", "Offers that you may accept, and your own", 200, nil, request.Does(s.Site, s.offers.APIOffers), nil},
		{get, "/offers/{id}", league.ScopeRead, page, "offer", "An offer as it stands", 200, []int{404}, request.Does(s.Site, s.offers.APIOffer), nil},
		{remove, "/offers/{id}", league.ScopePlay, write, "end-offer", "Withdraw your offer, or decline an invitation", 204, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIEndOffer), nil},
		{post, "/offers/{id}/refusal", league.ScopePlay, write, "decline", "Decline an invitation, with a message", 200, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIDecline), nil},
		{post, "/offers/{id}/counter", league.ScopePlay, write, "counter", "Answer an invitation with other terms", 201, []int{403, 404, 409}, request.Does(s.Site, s.offers.APICounter), nil},
		{get, "/invitations/{link}", league.ScopeRead, page, "invitation", "An invitation that you have the link of", 200, []int{404}, request.Does(s.Site, s.offers.APIInvitation), nil},
		{post, "/invitations/{link}/acceptance", league.ScopePlay, write, "accept-link", "Accept an invitation that you have the link of: its match begins", 201, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIAcceptLink), nil},
		{post, "/matches/{id}/acceptance", league.ScopePlay, write, "accept", "Accept an offer: its match begins", 201, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIAccept), nil},

		{get, "/matches", league.ScopeRead, page, "matches", "Your matches", 200, nil, request.Does(s.Site, s.matches.APIMatches), nil},
		{get, "/matches/{id}", league.ScopeRead, page, "match", "A match as it stands", 200, []int{404, 423}, request.Does(s.Site, s.matches.APIMatch), nil},
		{get, "/matches/{id}/analysis", league.ScopeRead, spare, "analysis", "What a finished match was worth: luck, what decisions cost, points without luck", 200, []int{404, 409, 423}, request.Does(s.Site, s.study.APIAnalysis), nil},
		{get, "/matches/{id}/steps", league.ScopeRead, page, "steps", "What may be touched next, where the moves are too many to list", 200, []int{404, 423}, request.Does(s.Site, s.matches.APISteps), nil},
		{get, "/matches/{id}/beats", league.ScopeRead, page, "beats", "What happened in a match, beat by beat, with the numbers that pieces wear and a way for each kick", 200, []int{404, 423}, request.Does(s.Site, s.matches.APIBeats), nil},
		{post, "/matches/{id}/moves", league.ScopePlay, write, "move", "Make a move", 201, []int{403, 404, 409, 410, 423}, request.Does(s.Site, s.matches.APIMove), nil},
		{put, "/matches/{id}/order", league.ScopePlay, write, "order", "Give your side a standing order, whoever is to move", 200, []int{403, 404, 410, 423}, request.Does(s.Site, s.matches.APIOrder), nil},
		{post, "/matches/{id}/resignation", league.ScopePlay, write, "resign", "Give a match up", 201, []int{403, 404, 410, 423}, request.Does(s.Site, s.matches.APIResign), nil},
		{post, "/matches/{id}/time", league.ScopePlay, write, "give-time", "Give your opponent time, which cannot be taken back", 200, []int{403, 404, 409, 410, 423}, request.Does(s.Site, s.matches.APIGiveTime), nil},
		{post, "/matches/{id}/ruling", league.ScopeOrganise, write, "rule", "End a running match of a tournament that you direct", 200, []int{403, 404, 409, 423}, request.Does(s.Site, s.matches.APIRule), nil},
		{get, "/matches/{id}/chat", league.ScopeRead, page, "chat", "What was said beside a match", 200, []int{404, 423}, request.Does(s.Site, s.matches.APIChat), nil},
		{post, "/matches/{id}/chat", league.ScopePlay, write, "say", "Say something beside a match", 204, []int{403, 404, 423}, request.Does(s.Site, s.matches.APISay), nil},
		{get, "/formations", league.ScopeRead, page, "formations", "The set-ups that you have saved", 200, nil, request.Does(s.Site, s.matches.Formations.List), nil},
		{post, "/matches/{id}/formations", league.ScopePlay, write, "save-formation", "Save a set-up under a name, while you set up in a match", 201, []int{403, 404, 423}, request.Does(s.Site, s.matches.Formations.Save), nil},
		{remove, "/formations/{game}/{name}", league.ScopePlay, write, "drop-formation", "Forget a set-up that you have saved", 204, nil, request.Does(s.Site, s.matches.Formations.Drop), nil},
		{get, "/events", league.ScopeRead, stream, "events", "A stream of what concerns you, one JSON object a line", 200, nil, request.Does(s.Site, s.accounts.APIEvents), member.LineResponse},
		{get, "/games", league.ScopeRead, page, "games", "The games with their variants and options", 200, nil, request.Does(s.Site, s.study.APIGames), nil},
		{get, "/players/{name}", league.ScopeRead, page, "player", "A player and what was played", 200, []int{404}, request.Does(s.Site, s.players.APIPlayer), nil},
		{get, "/players/{name}/ratings", league.ScopeRead, page, "player-ratings", "A player's ratings in all games", 200, []int{404}, request.Does(s.Site, s.players.APIPlayersRatings), nil},
		{get, "/players/{name}/ratings/{game}/{variant}", league.ScopeRead, page, "rating-history", "What each match did to a player's rating in a game", 200, []int{404}, request.Does(s.Site, s.players.APIRatingHistory), nil},
		{get, "/ratings/{game}/{variant}", league.ScopeRead, page, "ratings", "The ratings of a game: the listed players by place, then the others", 200, []int{404}, request.Does(s.Site, s.players.APIRatings), nil},
		{get, "/ratings/{game}/{variant}/bots", league.ScopeRead, page, "bot-ratings", "The ratings of the bots in a game, on a list of their own", 200, []int{404}, request.Does(s.Site, s.players.APIBotRatings), nil},

		{get, "/vacation", league.ScopeRead, page, "vacation", "Your vacation, with where each day came from and went", 200, []int{403}, request.Does(s.Site, s.accounts.APIVacation), nil},
		{post, "/vacation", league.ScopePlay, write, "plan-vacation", "Plan a vacation, or go on one now", 201, []int{403, 409}, request.Does(s.Site, s.accounts.APIPlanVacation), nil},
		{remove, "/vacation", league.ScopePlay, write, "end-vacation", "End your vacation, or take its plan back", 200, []int{403}, request.Does(s.Site, s.accounts.APIEndVacation), nil},

		{get, "/tournaments", league.ScopeRead, page, "tournaments", "Tournaments", 200, nil, request.Does(s.Site, s.programs.APITournaments), nil},
		{post, "/tournaments", league.ScopeOrganise, write, "create-tournament", "Open a tournament for entry", 201, []int{403}, request.Does(s.Site, s.programs.APICreate), nil},
		{get, "/tournaments/{id}", league.ScopeRead, page, "tournament", "A tournament with its table and matches", 200, []int{404}, request.Does(s.Site, s.programs.APITournament), nil},
		{remove, "/tournaments/{id}", league.ScopeOrganise, write, "cancel-tournament", "Cancel your tournament before its start", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APICancel), nil},
		{get, "/tournaments/{id}/what-if/{match}", league.ScopeRead, heavy, "what-if", "The tables that the result of a match would make", 200, []int{404, 409}, request.Does(s.Site, s.programs.APIWhatIf), nil},
		{get, "/tournaments/{id}/odds", league.ScopeRead, heavy, "odds", "How a group of a tournament will probably end", 200, []int{404}, request.Does(s.Site, s.programs.APIOdds), nil},
		{get, "/tournaments/{id}/luck", league.ScopeRead, page, "luck", "Luck and skill of the players of a tournament, by its games that are over", 200, []int{404}, request.Does(s.Site, s.programs.APITournamentLuck), nil},
		{put, "/tournaments/{id}/entry", league.ScopeEnter, write, "enter", "Enter a tournament", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIEnter), nil},
		{remove, "/tournaments/{id}/entry", league.ScopeEnter, write, "leave", "Leave a tournament before its start", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APILeave), nil},
		{put, "/tournaments/{id}/check-in", league.ScopeEnter, write, "check-in", "Say before the start of a tournament that you are there", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APICheckIn), nil},
		{put, "/tournaments/{id}/rest", league.ScopeEnter, write, "rest", "Sit out the next round of a tournament that is drawn round by round", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIRest), nil},
		{remove, "/tournaments/{id}/rest", league.ScopeEnter, write, "play-on", "Play the next round after all", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIPlayOn), nil},
		{post, "/tournaments/{id}/desk", league.ScopeOrganise, write, "desk", "Run a tournament that you direct: seeds, pairs, results, seats", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIDesk), nil},
		{post, "/tournaments/{id}/teams", league.ScopeEnter, write, "team", "Found a team, play for one, or direct yours", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APITeam), nil},
		{put, "/tournaments/{id}/bots/{bot}", league.ScopeOrganise, write, "invite-bot", "Invite a bot into your tournament", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIInviteBot), nil},
		{remove, "/tournaments/{id}/bots/{bot}", league.ScopeOrganise, write, "remove-bot", "Take a bot out of your tournament before its start", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIRemoveBot), nil},
		{put, "/tournaments/{id}/confirmation", league.ScopeEnter, write, "confirm", "Say that you stay in the next season of a championship", 200, []int{403, 404, 409}, request.Does(s.Site, s.championships.APIConfirm), nil},
		{put, "/tournaments/{id}/agreement", league.ScopeEnter, write, "agree", "Agree to start a queue of a mini cup with the two who wait", 200, []int{403, 404, 409}, request.Does(s.Site, s.cups.APIAgree), nil},
		{get, "/minicups/{game}/{variant}", league.ScopeRead, page, "minicup", "A mini cup: queues, groups, your rights, levels reached", 200, []int{404}, request.Does(s.Site, s.cups.APIMiniCup), nil},
		{get, "/monthlycups/{game}/{variant}", league.ScopeRead, page, "monthlycup", "A monthly cup: groups, rounds, month winners", 200, []int{404}, request.Does(s.Site, s.cups.APIMonthlyCup), nil},
		{get, "/tournaments/{id}/export", league.ScopeRead, spare, "export-tournament", "A tournament with its log, entries, matches, ratings, random draw and tables, one JSON object a line", 200, []int{404}, request.Does(s.Site, s.programs.APIExportTournament), request.ExportResponse},
		{get, "/competitions/{format}/{game}/{variant}/export", league.ScopeRead, spare, "export-competition", "All editions of a competition, or one, likewise", 200, []int{404}, request.Does(s.Site, s.championships.APIExportCompetition), request.ExportResponse},
		{get, "/players/{name}/export", league.ScopeRead, spare, "export-player", "The matches of a player, likewise", 200, []int{404}, request.Does(s.Site, s.players.APIExportPlayer), request.ExportResponse},
		{get, "/calendar", league.ScopeRead, page, "calendar", "What opens, starts and ends when", 200, nil, request.Does(s.Site, s.calendar.APICalendar), nil},
		{get, "/championships", league.ScopeRead, page, "championships", "The championships with their seasons", 200, nil, request.Does(s.Site, s.championships.APIChampionships), nil},
		{get, "/championships/{game}/{variant}/{season}", league.ScopeRead, page, "season", "The tables of a season", 200, []int{404}, request.Does(s.Site, s.championships.APISeason), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}", league.ScopeRead, page, "season-group", "A group of a season with its table and matches", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonGroup), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}/odds", league.ScopeRead, heavy, "season-odds", "How a group of a season will probably end", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonOdds), nil},
		{get, "/championships/{game}/{variant}/{season}/luck", league.ScopeRead, page, "season-luck", "Luck and skill of the players of a season", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonLuck), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}/luck", league.ScopeRead, page, "season-group-luck", "Luck and skill of the players of a group of a season", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonGroupLuck), nil},
		{post, "/tournaments/{id}/strikes", league.ScopeOrganise, write, "strike", "Take a player out of a tournament that you direct", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIStrike), nil},
		{post, "/tournaments/{id}/time", league.ScopeOrganise, write, "grant-time", "Give time in the running matches of a tournament that you direct; nobody can take it away", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIGrant), nil},
		{post, "/tournaments/{id}/start", league.ScopeOrganise, write, "start", "Start your tournament", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIStart), nil},

		{get, "/ladders", league.ScopeRead, page, "ladders", "Ladders", 200, nil, request.Does(s.Site, s.ladders.APILadders), nil},
		{get, "/ladders/{game}/{variant}", league.ScopeRead, page, "ladder", "A ladder with its places, and whom you may challenge", 200, []int{404}, request.Does(s.Site, s.ladders.APILadder), nil},
		{get, "/ladders/{game}/{variant}/luck", league.ScopeRead, page, "ladder-luck", "Luck and skill on a ladder in the last 90 days, or in a month", 200, []int{404}, request.Does(s.Site, s.ladders.APILadderLuck), nil},
		{post, "/ladders/{game}/{variant}/challenges", league.ScopeEnter, write, "challenge", "Challenge a player above you: the match begins", 201, []int{403, 404, 409}, request.Does(s.Site, s.ladders.APIChallenge), nil},
		{put, "/ladders/{game}/{variant}/setting", league.ScopeEnter, write, "set-ladder", "Let the site choose your opponents or choose yourself, hold your place or play again", 200, []int{403, 404, 409}, request.Does(s.Site, s.ladders.APISetLadder), nil},
	}
}

// every lists the errors that any operation may end with.
var every = []int{400, 401, 403, 405, 408, 413, 415, 422, 429, 500, 503}

// The content types of the OpenAPI document.
const (
	documentJSON = "application/openapi+json"
	documentYAML = "application/openapi+yaml"
)

// openAPI sends the OpenAPI document.
func (s *site) openAPI(c echo.Context) error {
	kind := documentJSON
	if strings.HasSuffix(c.Path(), ".yaml") {
		kind = documentYAML
	}
	documents, err := s.documents()
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, kind, documents[kind])
}

// api adds the operations to the router and returns what describes them.
func (s *site) api(e *echo.Echo) *huma.OpenAPI {
	to := api.New(e)
	for _, op := range s.operations() {
		if op.scope == 0 {
			panic("web: nobody may use " + op.method + " " + op.path)
		}
		s.classify(op.method, echoPattern.Replace(api.Root+op.path), op.class)
		described := huma.Operation{
			Method: op.method, Path: api.Root + op.path, OperationID: op.id, Summary: op.summary, DefaultStatus: op.status,
			Errors:          slices.Compact(slices.Sorted(slices.Values(slices.Concat(every, op.errors)))),
			BodyReadTimeout: -1, // the body is there (see Authenticate); a deadline would only end slow requests when it passes
			Security:        []map[string][]string{{api.TokenScheme: {op.scope.String()}}}, Middlewares: huma.Middlewares{s.Authenticate(op.scope)},
		}
		if op.describe != nil {
			op.describe(to.OpenAPI().Components.Schemas, &described)
		}
		op.register(to, described)
		if op.method == http.MethodGet {
			described.Method, described.Hidden = http.MethodHead, true
			op.register(to, described)
		}
	}
	return to.OpenAPI()
}

// written returns the documents of an API by their content types.
func written(api *huma.OpenAPI) (map[string][]byte, error) {
	asJSON, err := api.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("describing the API: %w", err)
	}
	asYAML, err := api.YAML()
	if err != nil {
		return nil, fmt.Errorf("describing the API: %w", err)
	}
	return map[string][]byte{documentJSON: asJSON, documentYAML: asYAML}, nil
}
