package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/imported"
	"kickabout/cmd/internal/web/match"
	"kickabout/cmd/internal/web/member"
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league"
	"kickabout/views/help"
)

// operation is one line of the table below: a route of the API.
type operation struct {
	method, path string
	permit       permit
	class        class
	id, summary  string // of the OpenAPI document
	status       int    // of success
	errors       []int  // that it may end with besides those that every operation may
	register     func(huma.API, huma.Operation)
	describe     func(huma.Registry, *huma.Operation) // what the types do not say; nil: nothing
}

// permit says who may use an operation; the zero value: nobody.
type permit struct {
	scope  league.Scopes // without which no token will do
	public bool          // nor is one needed: a page shows the same to anybody
}

// The permits.
var (
	public   = permit{league.ScopeRead, true}
	read     = permit{scope: league.ScopeRead} // of what is the caller's own
	play     = permit{scope: league.ScopePlay}
	enter    = permit{scope: league.ScopeEnter}
	organise = permit{scope: league.ScopeOrganise}
)

// operations is the whole API.
func (s *site) operations() []operation {
	const get, post, put, remove = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete
	return []operation{
		{post, "/matches/reservations", play, write, "reserve", "Reserve a match: its dice are fixed before anybody contributes to them", 201, nil, request.Does(s.Site, s.offers.APIReserve), nil},
		{post, "/matches", play, write, "begin", "Begin a match against a bot, invite a player, or make an open offer", 201, []int{403, 409}, request.Does(s.Site, s.offers.APIBegin), nil},
		{get, "/offers", public, page, "offers", "Offers that you may accept, and your own", 200, nil, request.Does(s.Site, s.offers.APIOffers), nil},
		{get, "/offers/{id}", public, page, "offer", "An offer as it stands", 200, []int{404}, request.Does(s.Site, s.offers.APIOffer), nil},
		{remove, "/offers/{id}", play, write, "end-offer", "Withdraw your offer, or decline an invitation", 204, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIEndOffer), nil},
		{post, "/offers/{id}/refusal", play, write, "decline", "Decline an invitation, with a message", 200, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIDecline), nil},
		{post, "/offers/{id}/counter", play, write, "counter", "Answer an invitation with other terms", 201, []int{403, 404, 409}, request.Does(s.Site, s.offers.APICounter), nil},
		{get, "/invitations/{link}", read, page, "invitation", "An invitation that you have the link of", 200, []int{404}, request.Does(s.Site, s.offers.APIInvitation), nil},
		{post, "/invitations/{link}/acceptance", play, write, "accept-link", "Accept an invitation that you have the link of: its match begins", 201, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIAcceptLink), nil},
		{post, "/matches/{id}/acceptance", play, write, "accept", "Accept an offer: its match begins", 201, []int{403, 404, 409}, request.Does(s.Site, s.offers.APIAccept), nil},

		{get, "/matches", read, page, "matches", "Your matches", 200, nil, request.Does(s.Site, s.matches.APIMatches), nil},
		{get, "/matches/{id}", public, page, "match", "A match as it stands", 200, []int{404, 423}, request.Does(s.Site, s.matches.APIMatch), nil},
		{get, "/matches/{id}/stream", public, stream, "match-stream", "A match as it stands, and again whenever it moves on", 200, []int{404, 423}, request.Does(s.Site, match.Streams{Handlers: s.matches}.Match), request.StreamOf[match.MatchNews]("The match as it stands, and again whenever it has moved on, until it is over.")},
		{get, "/finished", public, page, "finished", "All finished matches, in the order of their ends", 200, nil, request.Does(s.Site, match.Streams{Handlers: s.matches}.Finished), nil},
		{get, "/finished/stream", public, stream, "finished-stream", "All matches that end, as they do", 200, nil, request.Does(s.Site, match.Streams{Handlers: s.matches}.Ends), request.StreamOf[match.FinishedNews]("Each match, three minutes after its end, from now on or behind the one whose id you name.")},
		{get, "/matches/{id}/analysis", public, spare, "analysis", "What a finished match was worth: luck, what decisions cost, points without luck", 200, []int{404, 409, 423}, request.Does(s.Site, s.study.APIAnalysis), nil},
		{get, "/matches/{id}/steps", public, page, "steps", "What may be touched next, where the moves are too many to list", 200, []int{404, 423}, request.Does(s.Site, s.matches.APISteps), nil},
		{get, "/matches/{id}/beats", public, page, "beats", "What happened in a match, beat by beat, with the numbers that pieces wear and a way for each kick", 200, []int{404, 423}, request.Does(s.Site, s.matches.APIBeats), nil},
		{post, "/matches/{id}/moves", play, write, "move", "Make a move", 201, []int{403, 404, 409, 410, 423}, request.Does(s.Site, s.matches.APIMove), nil},
		{put, "/matches/{id}/order", play, write, "order", "Give your side a standing order, whoever is to move", 200, []int{403, 404, 410, 423}, request.Does(s.Site, s.matches.APIOrder), nil},
		{post, "/matches/{id}/resignation", play, write, "resign", "Give a match up", 201, []int{403, 404, 410, 423}, request.Does(s.Site, s.matches.APIResign), nil},
		{post, "/matches/{id}/time", play, write, "give-time", "Give your opponent time, which cannot be taken back", 200, []int{403, 404, 409, 410, 423}, request.Does(s.Site, s.matches.APIGiveTime), nil},
		{post, "/matches/{id}/ruling", organise, write, "rule", "End a running match of a tournament that you direct", 200, []int{403, 404, 409, 423}, request.Does(s.Site, s.matches.APIRule), nil},
		{get, "/matches/{id}/chat", public, page, "chat", "What was said beside a match", 200, []int{404, 423}, request.Does(s.Site, s.matches.APIChat), nil},
		{post, "/matches/{id}/chat", play, write, "say", "Say something beside a match", 204, []int{403, 404, 423}, request.Does(s.Site, s.matches.APISay), nil},
		{get, "/contributions", read, page, "contributions", "How many of your parts of the dice wait for games that begin without you", 200, nil, request.Does(s.Site, s.contributions.APIWaiting), nil},
		{post, "/contributions", play, write, "add-contributions", "Give parts to the dice of games that begin without you", 200, []int{403}, request.Does(s.Site, s.contributions.APIAdd), nil},
		{put, "/contributions/word", play, write, "set-contribution-word", "Choose the word from which follows your part of the dice when none waits", 200, []int{403}, request.Does(s.Site, s.contributions.APISetWord), nil},
		{get, "/formations", read, page, "formations", "The set-ups that you have saved", 200, nil, request.Does(s.Site, s.matches.Formations.List), nil},
		{post, "/matches/{id}/formations", play, write, "save-formation", "Save a set-up under a name, while you set up in a match", 201, []int{403, 404, 423}, request.Does(s.Site, s.matches.Formations.Save), nil},
		{remove, "/formations/{game}/{name}", play, write, "drop-formation", "Forget a set-up that you have saved", 204, nil, request.Does(s.Site, s.matches.Formations.Drop), nil},
		{get, "/events", read, stream, "events", "A stream of what concerns you, one JSON object a line", 200, nil, request.Does(s.Site, s.accounts.APIEvents), member.LineResponse},
		{get, "/games", public, page, "games", "The games with their variants and options", 200, nil, request.Does(s.Site, s.study.APIGames), nil},
		{get, "/players/{name}", public, page, "player", "A player and what was played", 200, []int{404}, request.Does(s.Site, s.players.APIPlayer), nil},
		{get, "/players/{name}/ratings", public, page, "player-ratings", "A player's ratings in all games", 200, []int{404}, request.Does(s.Site, s.players.APIPlayersRatings), nil},
		{get, "/players/{name}/ratings/{game}/{variant}", public, page, "rating-history", "What each match did to a player's rating in a game", 200, []int{404}, request.Does(s.Site, s.players.APIRatingHistory), nil},
		{get, "/ratings/{game}/{variant}", public, page, "ratings", "The ratings of a game: the listed players by place, then the others", 200, []int{404}, request.Does(s.Site, s.players.APIRatings), nil},
		{get, "/ratings/{game}/{variant}/bots", public, page, "bot-ratings", "The ratings of the bots in a game, on a list of their own", 200, []int{404}, request.Does(s.Site, s.players.APIBotRatings), nil},

		{get, "/vacation", read, page, "vacation", "Your vacation, with where each day came from and went", 200, []int{403}, request.Does(s.Site, s.accounts.APIVacation), nil},
		{post, "/vacation", play, write, "plan-vacation", "Plan a vacation, or go on one now", 201, []int{403, 409}, request.Does(s.Site, s.accounts.APIPlanVacation), nil},
		{remove, "/vacation", play, write, "end-vacation", "End your vacation, or take its plan back", 200, []int{403}, request.Does(s.Site, s.accounts.APIEndVacation), nil},

		{get, "/tournaments", public, page, "tournaments", "Tournaments", 200, nil, request.Does(s.Site, s.programs.APITournaments), nil},
		{post, "/tournaments", organise, write, "create-tournament", "Open a tournament for entry", 201, []int{403}, request.Does(s.Site, s.programs.APICreate), nil},
		{get, "/tournaments/{id}", public, page, "tournament", "A tournament with its table and matches", 200, []int{404}, request.Does(s.Site, s.programs.APITournament), nil},
		{remove, "/tournaments/{id}", organise, write, "cancel-tournament", "Cancel your tournament before its start", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APICancel), nil},
		{get, "/tournaments/{id}/stream", public, stream, "tournament-stream", "A tournament as it stands, and again whenever something happens in it", 200, []int{404}, request.Does(s.Site, s.programs.APIStream), request.StreamOf[tournament.News]("The tournament as it stands, and again whenever something has happened in it, until it has ended.")},
		{get, "/tournaments/{id}/what-if/{match}", public, heavy, "what-if", "The tables that the result of a match would make", 200, []int{404, 409}, request.Does(s.Site, s.programs.APIWhatIf), nil},
		{get, "/tournaments/{id}/odds", public, heavy, "odds", "How a group of a tournament will probably end", 200, []int{404}, request.Does(s.Site, s.programs.APIOdds), nil},
		{get, "/tournaments/{id}/luck", public, page, "luck", "Luck and skill of the players of a tournament, by its games that are over", 200, []int{404}, request.Does(s.Site, s.programs.APITournamentLuck), nil},
		{put, "/tournaments/{id}/entry", enter, write, "enter", "Enter a tournament", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIEnter), nil},
		{remove, "/tournaments/{id}/entry", enter, write, "leave", "Leave a tournament before its start", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APILeave), nil},
		{put, "/tournaments/{id}/check-in", enter, write, "check-in", "Say before the start of a tournament that you are there", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APICheckIn), nil},
		{put, "/tournaments/{id}/rest", enter, write, "rest", "Sit out the next round of a tournament that is drawn round by round", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIRest), nil},
		{remove, "/tournaments/{id}/rest", enter, write, "play-on", "Play the next round after all", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIPlayOn), nil},
		{put, "/tournaments/{id}/seat", enter, write, "take-seat", "Play for somebody who has dropped out of a tournament, when you are asked to", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APITakeSeat), nil},
		{remove, "/tournaments/{id}/seat", enter, write, "decline-seat", "Say that you do not", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIDeclineSeat), nil},
		{get, "/tournaments/{id}/substitutes/{player}", read, page, "substitute", "Who would play for a player of a tournament that you direct, and what they would take over", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APISubstitute), nil},
		{post, "/tournaments/{id}/desk", organise, write, "desk", "Run a tournament that you direct: seeds, pairs, results, seats", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIDesk), nil},
		{post, "/tournaments/{id}/teams", enter, write, "team", "Create a team, play for one, or direct yours", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APITeam), nil},
		{put, "/tournaments/{id}/bots/{bot}", organise, write, "invite-bot", "Invite a bot into your tournament", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIInviteBot), nil},
		{remove, "/tournaments/{id}/bots/{bot}", organise, write, "remove-bot", "Take a bot out of your tournament before its start", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIRemoveBot), nil},
		{post, "/tournaments/{id}/bots", organise, write, "ask-bots", "Ask everybody who has entered your tournament whether bots may play", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIAskBots), nil},
		{put, "/tournaments/{id}/consent", enter, write, "answer-bots", "Say whether you agree that bots play in a tournament that you have entered", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIAnswerBots), nil},
		{get, "/archives", public, page, "archives", "Tournaments that were played elsewhere", 200, nil, request.Does(s.Site, s.imported.APIEvents), nil},
		{post, "/archives", organise, write, "import", "Import a tournament that was played elsewhere, or see what it would come to", 201, []int{403, 409}, request.Does(s.Site, s.imported.APIImport), imported.PreviewResponse},
		{get, "/archives/{id}", public, page, "archive", "A tournament that was played elsewhere, with its table and results", 200, []int{404}, request.Does(s.Site, s.imported.APIEvent), nil},
		{put, "/tournaments/{id}/confirmation", enter, write, "confirm", "Say that you stay in the next season of a championship", 200, []int{403, 404, 409}, request.Does(s.Site, s.championships.APIConfirm), nil},
		{put, "/tournaments/{id}/agreement", enter, write, "agree", "Agree to start a queue of a mini cup with the two who wait", 200, []int{403, 404, 409}, request.Does(s.Site, s.cups.APIAgree), nil},
		{get, "/minicups/{game}/{variant}", public, page, "minicup", "A mini cup: queues, groups, your rights, levels reached", 200, []int{404}, request.Does(s.Site, s.cups.APIMiniCup), nil},
		{get, "/monthlycups/{game}/{variant}", public, page, "monthlycup", "A monthly cup: groups, rounds, month winners", 200, []int{404}, request.Does(s.Site, s.cups.APIMonthlyCup), nil},
		{get, "/tournaments/{id}/export", public, spare, "export-tournament", "A tournament with its log, entries, matches, ratings, random draw and tables, one JSON object a line", 200, []int{404}, request.Does(s.Site, s.programs.APIExportTournament), request.ExportResponse},
		{get, "/competitions/{format}/{game}/{variant}/export", public, spare, "export-competition", "All editions of a competition, or one, likewise", 200, []int{404}, request.Does(s.Site, s.championships.APIExportCompetition), request.ExportResponse},
		{get, "/players/{name}/export", public, spare, "export-player", "The matches of a player, likewise", 200, []int{404}, request.Does(s.Site, s.players.APIExportPlayer), request.ExportResponse},
		{get, "/calendar", public, page, "calendar", "What opens, starts and ends when", 200, nil, request.Does(s.Site, s.calendar.APICalendar), nil},
		{get, "/championships", public, page, "championships", "The championships with their seasons", 200, nil, request.Does(s.Site, s.championships.APIChampionships), nil},
		{get, "/championships/{game}/{variant}/{season}", public, page, "season", "The tables of a season", 200, []int{404}, request.Does(s.Site, s.championships.APISeason), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}", public, page, "season-group", "A group of a season with its table and matches", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonGroup), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}/odds", public, heavy, "season-odds", "How a group of a season will probably end", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonOdds), nil},
		{get, "/championships/{game}/{variant}/{season}/luck", public, page, "season-luck", "Luck and skill of the players of a season", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonLuck), nil},
		{get, "/championships/{game}/{variant}/{season}/{group}/luck", public, page, "season-group-luck", "Luck and skill of the players of a group of a season", 200, []int{404}, request.Does(s.Site, s.championships.APISeasonGroupLuck), nil},
		{post, "/tournaments/{id}/strikes", organise, write, "strike", "Take a player out of a tournament that you direct", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIStrike), nil},
		{post, "/tournaments/{id}/time", organise, write, "grant-time", "Give time in the running matches of a tournament that you direct; nobody can take it away", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIGrant), nil},
		{post, "/tournaments/{id}/start", organise, write, "start", "Start your tournament", 200, []int{403, 404, 409}, request.Does(s.Site, s.programs.APIStart), nil},

		{get, "/ladders", public, page, "ladders", "Ladders", 200, nil, request.Does(s.Site, s.ladders.APILadders), nil},
		{get, "/ladders/{game}/{variant}", public, page, "ladder", "A ladder with its places, and whom you may challenge", 200, []int{404}, request.Does(s.Site, s.ladders.APILadder), nil},
		{get, "/ladders/{game}/{variant}/luck", public, page, "ladder-luck", "Luck and skill on a ladder in the last 90 days, or in a month", 200, []int{404}, request.Does(s.Site, s.ladders.APILadderLuck), nil},
		{post, "/ladders/{game}/{variant}/challenges", enter, write, "challenge", "Challenge a player above you: the match begins", 201, []int{403, 404, 409}, request.Does(s.Site, s.ladders.APIChallenge), nil},
		{put, "/ladders/{game}/{variant}/setting", enter, write, "set-ladder", "Let the site choose your opponents or choose yourself, hold your place or play again", 200, []int{403, 404, 409}, request.Does(s.Site, s.ladders.APISetLadder), nil},
	}
}

// tags are the chapters of the document, each with the first words of the paths that belong there.
var tags = []struct{ name, what, paths string }{
	{"matches", "Matches: begin, watch, play, follow, analyse.", "matches finished formations"},
	{"offers", "The waiting room and invitations.", "offers invitations"},
	{"tournaments", "Tournaments: find, enter, direct, follow; those that were played elsewhere.", "tournaments archives"},
	{"competitions", "What the site itself holds: championships, ladders, cups.", "championships ladders minicups monthlycups competitions calendar"},
	{"players", "Players and their ratings.", "players ratings"},
	{"games", "What can be played.", "games"},
	{"account", "What is the caller's own.", "events vacation contributions"},
}

// tagOf finds the chapter of a path.
func tagOf(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	for _, t := range tags {
		if slices.Contains(strings.Fields(t.paths), first) {
			return t.name
		}
	}
	panic("web: " + path + " belongs to no chapter of the API")
}

// parameters say what the parameters of paths are that say nothing of themselves.
var parameters = map[string]string{
	"game": "The id of a game, as in streetsoccer.", "variant": "The variant of the game, with its options if it has any: lg, or basic,goals=3.",
	"link": "What makes the link of an invitation.", "season": "The month in which the season was to start, as in 2027-05.",
	"matches id": "The id of a match, or of the offer that it comes of.", "offers id": "The id of an offer.", "tournaments id": "The id of a tournament.",
	"players name": "A player's name, or a bot as in bot:greedy.", "matches name": "The name of the set-up.",
	"limit": "How many the answer has at most.", "competitions format": "The format of a competition, as in championship.",
}

// tell gives the parameters of an operation their descriptions, where they have none of their own.
func tell(op *huma.Operation) {
	for _, p := range op.Parameters {
		if p.Description == "" {
			p.Description = cmp.Or(parameters[op.Tags[0]+" "+p.Name], parameters[p.Name])
		}
	}
}

// every lists the errors that any operation may end with.
var every = []int{400, 401, 403, 404, 405, 408, 413, 415, 422, 429, 500, 503}

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

// reference is the same for people.
func (s *site) reference(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	text, err := s.told()
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, help.Manual(help.NewReferencePage(frame, text)))
}

// api adds the operations to the router and returns what describes them.
func (s *site) api(e *echo.Echo) *huma.OpenAPI {
	to := api.New(e)
	for _, op := range s.operations() {
		if op.permit.scope == 0 {
			panic("web: nobody may use " + op.method + " " + op.path)
		}
		s.classify(op.method, echoPattern.Replace(api.Root+op.path), op.class)
		described := huma.Operation{
			Method: op.method, Path: api.Root + op.path, OperationID: op.id, Summary: op.summary, Tags: []string{tagOf(op.path)}, DefaultStatus: op.status,
			Errors:          slices.Compact(slices.Sorted(slices.Values(slices.Concat(every, op.errors)))),
			BodyReadTimeout: -1, // the body is there (see Authenticate); a deadline would only end slow requests when it passes
			Security:        []map[string][]string{{api.OAuthScheme: {op.permit.scope.String()}}, {api.TokenScheme: {op.permit.scope.String()}}}, Middlewares: huma.Middlewares{s.Authenticate(op.permit.scope, op.permit.public)},
		}
		if op.permit.public {
			described.Security = append([]map[string][]string{{}}, described.Security...)
		}
		if op.method == http.MethodGet {
			described.Parameters = []*huma.Param{{Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Description: "The ETag of an answer that you have: if nothing has changed, the answer is 304 and has no body."}}
			described.Responses = map[string]*huma.Response{"304": {Description: "Nothing has changed since the answer whose ETag you have sent."}}
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
	for _, t := range tags {
		to.OpenAPI().Tags = append(to.OpenAPI().Tags, &huma.Tag{Name: t.name, Description: t.what})
	}
	for path, item := range to.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op != nil {
				tell(op)
				api.Exemplify(path, op)
			}
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
