package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// apiRoot is where the API begins. Below it every answer is JSON, errors included.
const apiRoot = "/api/v1"

// operation is one line of the table below: a route of the API.
type operation struct {
	method, path string
	access       access
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
		{post, "/matches/reservations", bearer, "reserve", "Reserve a match: its dice are fixed before anybody contributes to them", 201, nil, does(s, s.apiReserve), nil},
		{post, "/matches", bearer, "begin", "Begin a match against a bot, invite a player, or make an open offer", 201, []int{403, 409}, does(s, s.apiBegin), nil},
		{get, "/offers", bearer, "offers", "Offers that you may accept, and your own", 200, nil, does(s, s.apiOffers), nil},
		{get, "/offers/{id}", bearer, "offer", "An offer as it stands", 200, []int{404}, does(s, s.apiOffer), nil},
		{remove, "/offers/{id}", bearer, "end-offer", "Withdraw your offer, or decline an invitation", 204, []int{403, 404, 409}, does(s, s.apiEndOffer), nil},
		{post, "/offers/{id}/refusal", bearer, "decline", "Decline an invitation, with a message", 200, []int{403, 404, 409}, does(s, s.apiDecline), nil},
		{post, "/offers/{id}/counter", bearer, "counter", "Answer an invitation with other terms", 201, []int{403, 404, 409}, does(s, s.apiCounter), nil},
		{get, "/invitations/{link}", bearer, "invitation", "An invitation that you have the link of", 200, []int{404}, does(s, s.apiInvitation), nil},
		{post, "/invitations/{link}/acceptance", bearer, "accept-link", "Accept an invitation that you have the link of: its match begins", 201, []int{403, 404, 409}, does(s, s.apiAcceptLink), nil},
		{post, "/matches/{id}/acceptance", bearer, "accept", "Accept an offer: its match begins", 201, []int{403, 404, 409}, does(s, s.apiAccept), nil},

		{get, "/matches", bearer, "matches", "Your matches", 200, nil, does(s, s.apiMatches), nil},
		{get, "/matches/{id}", bearer, "match", "A match as it stands", 200, []int{404}, does(s, s.apiMatch), nil},
		{get, "/matches/{id}/analysis", bearer, "analysis", "What a finished match was worth: luck, what decisions cost, points without luck", 200, []int{404, 409}, does(s, s.apiAnalysis), nil},
		{get, "/matches/{id}/steps", bearer, "steps", "What may be touched next, where the moves are too many to list", 200, []int{404}, does(s, s.apiSteps), nil},
		{post, "/matches/{id}/moves", bearer, "move", "Make a move", 201, []int{403, 404, 409, 410}, does(s, s.apiMove), nil},
		{put, "/matches/{id}/order", bearer, "order", "Give your side a standing order, whoever is to move", 200, []int{403, 404, 410}, does(s, s.apiOrder), nil},
		{post, "/matches/{id}/resignation", bearer, "resign", "Give a match up", 201, []int{403, 404, 410}, does(s, s.apiResign), nil},
		{post, "/matches/{id}/time", bearer, "give-time", "Give your opponent time, which cannot be taken back", 200, []int{403, 404, 409, 410}, does(s, s.apiGiveTime), nil},
		{post, "/matches/{id}/ruling", bearer, "rule", "End a running match of a tournament that you direct", 200, []int{403, 404, 409}, does(s, s.apiRule), nil},
		{get, "/matches/{id}/chat", bearer, "chat", "What was said beside a match", 200, []int{404}, does(s, s.apiChat), nil},
		{post, "/matches/{id}/chat", bearer, "say", "Say something beside a match", 204, []int{403, 404}, does(s, s.apiSay), nil},
		{get, "/events", bearer, "events", "A stream of what concerns you, one JSON object a line", 200, nil, does(s, s.apiEvents), lineResponse},
		{get, "/games", bearer, "games", "The games with their variants and options", 200, nil, does(s, s.apiGames), nil},
		{get, "/players/{name}", bearer, "player", "A player and what was played", 200, []int{404}, does(s, s.apiPlayer), nil},
		{get, "/players/{name}/ratings", bearer, "player-ratings", "A player's ratings in all games", 200, []int{404}, does(s, s.apiPlayersRatings), nil},
		{get, "/players/{name}/ratings/{game}/{variant}", bearer, "rating-history", "What each match did to a player's rating in a game", 200, []int{404}, does(s, s.apiRatingHistory), nil},
		{get, "/ratings/{game}/{variant}", bearer, "ratings", "The ratings of a game: the listed players by place, then the others", 200, []int{404}, does(s, s.apiRatings), nil},
		{get, "/ratings/{game}/{variant}/bots", bearer, "bot-ratings", "The ratings of the bots in a game, on a list of their own", 200, []int{404}, does(s, s.apiBotRatings), nil},

		{get, "/vacation", bearer, "vacation", "Your vacation, with where each day came from and went", 200, []int{403}, does(s, s.apiVacation), nil},
		{post, "/vacation", bearer, "plan-vacation", "Plan a vacation, or go on one now", 201, []int{403, 409}, does(s, s.apiPlanVacation), nil},
		{remove, "/vacation", bearer, "end-vacation", "End your vacation, or take its plan back", 200, []int{403}, does(s, s.apiEndVacation), nil},

		{get, "/tournaments", bearer, "tournaments", "Tournaments", 200, nil, does(s, s.apiTournaments), nil},
		{post, "/tournaments", bearer, "create-tournament", "Open a tournament for entry", 201, []int{403}, does(s, s.apiCreate), nil},
		{get, "/tournaments/{id}", bearer, "tournament", "A tournament with its table and matches", 200, []int{404}, does(s, s.apiTournament), nil},
		{remove, "/tournaments/{id}", bearer, "cancel-tournament", "Cancel your tournament before its start", 200, []int{403, 404, 409}, does(s, s.apiCancel), nil},
		{get, "/tournaments/{id}/what-if/{match}", bearer, "what-if", "The tables that the result of a match would make", 200, []int{404, 409}, does(s, s.apiWhatIf), nil},
		{get, "/tournaments/{id}/odds", bearer, "odds", "How a group of a tournament will probably end", 200, []int{404}, does(s, s.apiOdds), nil},
		{get, "/tournaments/{id}/luck", bearer, "luck", "Luck and skill of the players of a tournament, by its games that are over", 200, []int{404}, does(s, s.apiTournamentLuck), nil},
		{put, "/tournaments/{id}/entry", bearer, "enter", "Enter a tournament", 200, []int{403, 404, 409}, does(s, s.apiEnter), nil},
		{remove, "/tournaments/{id}/entry", bearer, "leave", "Leave a tournament before its start", 200, []int{403, 404, 409}, does(s, s.apiLeave), nil},
		{put, "/tournaments/{id}/check-in", bearer, "check-in", "Say before the start of a tournament that you are there", 200, []int{403, 404, 409}, does(s, s.apiCheckIn), nil},
		{put, "/tournaments/{id}/rest", bearer, "rest", "Sit out the next round of a tournament that is drawn round by round", 200, []int{403, 404, 409}, does(s, s.apiRest), nil},
		{remove, "/tournaments/{id}/rest", bearer, "play-on", "Play the next round after all", 200, []int{403, 404, 409}, does(s, s.apiPlayOn), nil},
		{post, "/tournaments/{id}/desk", bearer, "desk", "Do something at the desk of a tournament that you direct", 200, []int{403, 404, 409}, does(s, s.apiDesk), nil},
		{post, "/tournaments/{id}/teams", bearer, "team", "Found a team, play for one, or direct yours", 200, []int{403, 404, 409}, does(s, s.apiTeam), nil},
		{put, "/tournaments/{id}/bots/{bot}", bearer, "invite-bot", "Invite a bot into your tournament", 200, []int{403, 404, 409}, does(s, s.apiInviteBot), nil},
		{remove, "/tournaments/{id}/bots/{bot}", bearer, "remove-bot", "Take a bot out of your tournament before its start", 200, []int{403, 404, 409}, does(s, s.apiRemoveBot), nil},
		{put, "/tournaments/{id}/confirmation", bearer, "confirm", "Say that you stay in the next season of a championship", 200, []int{403, 404, 409}, does(s, s.apiConfirm), nil},
		{put, "/tournaments/{id}/agreement", bearer, "agree", "Agree to start a queue of a mini cup with the two who wait", 200, []int{403, 404, 409}, does(s, s.apiAgree), nil},
		{get, "/minicups/{game}/{variant}", bearer, "minicup", "A mini cup: queues, groups, your rights, levels reached", 200, []int{404}, does(s, s.apiMiniCup), nil},
		{get, "/monthlycups/{game}/{variant}", bearer, "monthlycup", "A monthly cup: groups, rounds, month winners", 200, []int{404}, does(s, s.apiMonthlyCup), nil},
		{get, "/tournaments/{id}/export", bearer, "export-tournament", "A tournament with its log, entries, matches, ratings, lot and tables, one JSON object a line", 200, []int{404}, does(s, s.apiExportTournament), exportResponse},
		{get, "/competitions/{format}/{game}/{variant}/export", bearer, "export-competition", "All editions of a competition, or one, likewise", 200, []int{404}, does(s, s.apiExportCompetition), exportResponse},
		{get, "/players/{name}/export", bearer, "export-player", "The matches of a player, likewise", 200, []int{404}, does(s, s.apiExportPlayer), exportResponse},
		{get, "/calendar", bearer, "calendar", "What opens, starts and ends when", 200, nil, does(s, s.apiCalendar), nil},
		{get, "/championships", bearer, "championships", "The championships with their seasons", 200, nil, does(s, s.apiChampionships), nil},
		{get, "/championships/{game}/{variant}/{season}", bearer, "season", "The tables of a season", 200, []int{404}, does(s, s.apiSeason), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}", bearer, "season-group", "A group of a season with its table and matches", 200, []int{404}, does(s, s.apiSeasonGroup), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}/odds", bearer, "season-odds", "How a group of a season will probably end", 200, []int{404}, does(s, s.apiSeasonOdds), nil},
		{get, "/championships/{game}/{variant}/{season}/luck", bearer, "season-luck", "Luck and skill of the players of a season", 200, []int{404}, does(s, s.apiSeasonLuck), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}/luck", bearer, "season-group-luck", "Luck and skill of the players of a group of a season", 200, []int{404}, does(s, s.apiSeasonGroupLuck), nil},
		{post, "/tournaments/{id}/strikes", bearer, "strike", "Take a player out of a tournament that you direct", 200, []int{403, 404, 409}, does(s, s.apiStrike), nil},
		{post, "/tournaments/{id}/time", bearer, "grant-time", "Give time in the running matches of a tournament that you direct; nobody can take it away", 200, []int{403, 404, 409}, does(s, s.apiGrant), nil},
		{post, "/tournaments/{id}/start", bearer, "start", "Start your tournament", 200, []int{403, 404, 409}, does(s, s.apiStart), nil},

		{get, "/ladders", bearer, "ladders", "Ladders", 200, nil, does(s, s.apiLadders), nil},
		{get, "/ladders/{game}/{variant}", bearer, "ladder", "A ladder with its places, and whom you may challenge", 200, []int{404}, does(s, s.apiLadder), nil},
		{get, "/ladders/{game}/{variant}/luck", bearer, "ladder-luck", "Luck and skill on a ladder in the last 90 days, or in a month", 200, []int{404}, does(s, s.apiLadderLuck), nil},
		{post, "/ladders/{game}/{variant}/challenges", bearer, "challenge", "Challenge a player above you: the match begins", 201, []int{403, 404, 409}, does(s, s.apiChallenge), nil},
		{put, "/ladders/{game}/{variant}/setting", bearer, "set-ladder", "Let the site choose your opponents or choose yourself, hold your place or play again", 200, []int{403, 404, 409}, does(s, s.apiSetLadder), nil},
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
	names := func(t reflect.Type, hint string) string {
		return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "Body")
	}
	config := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Kickabout", Version: "1",
				Description: "Play by program. Make a token on your account page, or with “kickabout token NAME”, and send it as a bearer token with every request. " +
					"Times are UTC, durations are milliseconds, sides are \"first\" and \"second\". Moves, positions and steps are in the notation of the game.",
			},
			Components: &huma.Components{
				Schemas:         huma.NewMapRegistry("#/components/schemas/", names),
				SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}},
			},
		},
		Formats:       map[string]huma.Format{"application/json": {Marshal: marshal, Unmarshal: json.Unmarshal}, "json": {Marshal: marshal, Unmarshal: json.Unmarshal}},
		DefaultFormat: "application/json",
		Transformers:  []huma.Transformer{worded},
	}
	api := humaecho.New(e, config)
	for _, op := range s.operations() {
		if op.access != bearer {
			panic("web: nobody may use " + op.method + " " + op.path)
		}
		described := huma.Operation{
			Method: op.method, Path: apiRoot + op.path, OperationID: op.id, Summary: op.summary, DefaultStatus: op.status,
			Errors:          slices.Compact(slices.Sorted(slices.Values(slices.Concat(every, op.errors)))),
			BodyReadTimeout: -1, // the body is there (see enter); a deadline would only end slow requests when it passes
			Security:        []map[string][]string{{"token": {}}}, Middlewares: huma.Middlewares{s.enter},
		}
		if op.describe != nil {
			op.describe(api.OpenAPI().Components.Schemas, &described)
		}
		op.register(api, described)
		if op.method == http.MethodGet {
			described.Method, described.Hidden = http.MethodHead, true
			op.register(api, described)
		}
	}
	return api.OpenAPI()
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

// marshal writes a value as JSON, moves and positions as they are. Whether the reader
// is still there does not matter here.
func marshal(w io.Writer, v any) error {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if err := to.Encode(v); err != nil {
		return err
	}
	_, _ = w.Write(b.Bytes())
	return nil
}

// caller is who asks for an operation, and when.
type caller struct {
	player  league.Player
	arrived time.Time
	request echo.Context
}

type callerKey struct{}

// enter finds out who asks before anything else is looked at, and reads the body whole.
func (s *site) enter(ctx huma.Context, next func(huma.Context)) {
	c := humaecho.Unwrap(ctx)
	player, err := s.tokenPlayer(c)
	if err == nil {
		_, wait := s.limits.requests.take(player.ID, arrived(c))
		err = tooFast(c, wait)
	}
	if err == nil {
		c.Set(readerKey, player.ID)
		err = gather(c.Request())
	}
	if err != nil {
		s.problem(err, c)
		return
	}
	next(huma.WithValue(ctx, callerKey{}, caller{player, arrived(c), c}))
}

// tokenPlayer returns the player for whom the request's token acts. A cookie does not
// count: what a browser sends by itself is no token.
func (s *site) tokenPlayer(c echo.Context) (league.Player, error) {
	scheme, token, _ := strings.Cut(c.Request().Header.Get(echo.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return league.Player{}, unauthorized("This takes a token. Make one on your account page and send it in a header: “Authorization: Bearer …”.")
	}
	player, err := s.office.PlayerByToken(c.Request().Context(), strings.TrimSpace(token))
	if league.KindOf(err) == league.NotFound {
		err = unauthorized("There is no such token. Perhaps it has been ended: look at your account page.")
	}
	return player, err
}

func unauthorized(text string) error { return echo.NewHTTPError(http.StatusUnauthorized, text) }

// tooFast refuses a program that has to wait, and tells it how long.
func tooFast(c echo.Context, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return league.Errorf(league.Busy, "These are more requests than one player's programs may send. Go on in %d s.", seconds)
}

// gather reads a request's body, so that one that is too long or does not arrive is
// refused as such.
func gather(r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	var tooLong *echo.HTTPError
	if errors.As(err, &tooLong) {
		return tooLong
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "What was sent did not arrive whole, so nothing of it was done. Send it again.")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// does makes an operation of a handler: it is told who asks, and its errors become problems.
func does[I, O any](s *site, handle func(context.Context, caller, *I) (*O, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) {
		huma.Register(api, op, func(ctx context.Context, in *I) (*O, error) {
			who := ctx.Value(callerKey{}).(caller)
			out, err := handle(ctx, who, in)
			if err != nil {
				return nil, s.apiProblem(err, who.request)
			}
			return out, nil
		})
	}
}
