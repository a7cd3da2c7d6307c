package match

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/contact"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/views/match"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Page is the page of one match: the present board, an earlier one (at), a turn
// half entered (do), or the question whether to resign.
func (s *Handlers) Page(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	in, err := s.input(c, v)
	if err != nil {
		return err
	}
	if at := c.QueryParam("at"); at != "" {
		if in.At, err = strconv.Atoi(at); err != nil || in.At < 1 || in.At > len(v.Record.Log) {
			return league.Errorf(league.NotFound, "This game has no step %q.", at)
		}
	}
	if in.Chat != nil {
		in.Chat.Told = c.QueryParam("told") != ""
		if n, err := strconv.Atoi(c.QueryParam("report")); err == nil && in.Viewer.Kind == league.Member {
			if line, err := s.office.Line(c.Request().Context(), s.Sees(c), v.Match.ID, n); err == nil && line.Author != in.Viewer.ID {
				in.Chat.Report = &line
			}
		}
	}
	if c.QueryParam("moved") != "" {
		in.Notice = "Your move is made. This game waits for you too."
	}
	in.Done = engine.ParseSteps(c.QueryParam("do"))
	in.Resigning = c.QueryParam("resign") != ""
	return s.Render(c, http.StatusOK, match.View(match.NewPage(in)))
}

// Embedded shows a match on pages of other sites.
func Embedded(s *Handlers) echo.HandlerFunc {
	return func(c echo.Context) error {
		shown, err := request.ForFollowers(s.Site, c, "", func() (match.Page, error) {
			v, err := s.office.Match(c.Request().Context(), league.Public(), c.Param("id"))
			if err != nil {
				return match.Page{}, err
			}
			frame, err := request.PublicFrame(c.Request().Context(), s.Site)
			return match.NewPage(match.Input{Frame: frame, Match: v.Match, Record: v.Record, Clocks: v.Clocks, Address: s.AddressOf(c)}), err
		})
		if err != nil {
			return err
		}
		return request.RenderEmbedded(c, s.Site, match.Embedded(shown))
	}
}

// Stream sends the live part of a match's page whenever the match moves on, and
// each line that is said beside it: first what is newer than what the reader has seen.
func (s *Handlers) Stream(c echo.Context) error {
	wake, stop := s.office.ListenMatch(c.Param("id"))
	defer stop()
	l := &listener{site: s, c: c, seen: request.MarkOf(c), more: make(chan struct{}, 1)}
	return s.Follow(c, request.Feed{Kind: request.EventStream, Wake: wake, More: l.more, Beat: request.EventBeat, Full: request.EventFull, News: l.news})
}

// A listener is somebody who follows a match.
type listener struct {
	site    *Handlers
	c       echo.Context
	greeted bool
	seen    request.Mark
	last    int           // the last event of the match when it was looked at
	match   *league.Match // as it was then, without its log and chain; nil: it was not read, since nothing was new
	clocks  clock.Clocks
	more    chan struct{}
}

// news returns the events of what the listener has not seen. Of a reader who comes back and has missed nothing the match
// is not read.
func (l *listener) news(ctx context.Context) ([]byte, error) {
	var stream []byte
	reached, err := reachedBy(l.site, l.c, l.site.Sees(l.c), l.site.Credential(l.c) != "", l.c.Param("id"))
	if err != nil {
		return nil, err
	}
	event, line := reached[0], reached[1]
	if !l.greeted {
		l.greeted = true
		stream = request.EventRetry()
		if event == l.seen.Seq {
			l.last = event
		}
	}
	if event != l.last || line > l.seen.Line && l.match == nil {
		if stream, err = l.moved(ctx, stream, event); err != nil {
			return nil, err
		}
	}
	if line > l.seen.Line {
		stream, err = l.said(ctx, stream, line)
	}
	if line > l.seen.Line {
		select {
		case l.more <- struct{}{}:
		default: // it says so already
		}
	}
	return stream, err
}

// reachedBy returns the numbers of a match's last event and of the last line of its chat.
func reachedBy(s *Handlers, c echo.Context, viewer league.Viewer, own bool, id string) (request.Reached, error) {
	return request.ReachedBy(s.Site, c, own, "match "+id, s.office.MatchNewsNumber(id), func(ctx context.Context) (int, int, error) {
		return s.office.Reached(ctx, viewer, id)
	})
}

// A sight is what a listener is shown of a match that has moved on.
type sight struct {
	match  *league.Match // without its log and chain: there may be thousands of listeners
	clocks clock.Clocks
	seen   request.Mark
	piece  []byte // of the stream; empty if nothing that the page shows has changed
}

// moved adds the live part of the page, if the match has moved on by anything that it shows, up to an event.
func (l *listener) moved(ctx context.Context, stream []byte, event int) ([]byte, error) {
	state := fmt.Sprint(" moved ", event, l.last, l.match == nil, l.clocks, l.seen)
	now, err := request.ForFollowers(l.site.Site, l.c, state, func() (sight, error) { return l.sight(ctx) })
	if err != nil {
		return nil, err
	}
	l.match, l.clocks, l.seen, l.last = now.match, now.clocks, now.seen, now.match.State.Last
	return append(stream, now.piece...), nil
}

// sight reads what the listener is shown of the match.
func (l *listener) sight(ctx context.Context) (sight, error) {
	v, err := l.site.office.Match(ctx, l.site.Sees(l.c), l.c.Param("id"))
	if err != nil {
		return sight{}, err
	}
	given := l.last > 0 && v.Match.State.Last != l.last && (l.match == nil || v.Clocks != l.clocks) // time was given, or a clock rests
	m := v.Match
	m.Log, m.Chain = nil, nil
	now := sight{match: &m, clocks: v.Clocks, seen: l.seen}
	if v.Record.Seq == l.seen.Seq && !given {
		return now, nil
	}
	now.seen.Seq = v.Record.Seq
	in, err := l.site.input(l.c, v)
	if err != nil {
		return sight{}, err
	}
	now.piece, err = request.AppendEvent(ctx, nil, now.seen, match.Live(match.NewPage(in)))
	return now, err
}

// A talk is lines that a listener has not seen.
type talk struct {
	seen  request.Mark
	piece []byte // of the stream
}

// said adds some of the lines that the listener has not seen and wants to, up to a line.
func (l *listener) said(ctx context.Context, stream []byte, line int) ([]byte, error) {
	state := fmt.Sprint(" said ", line, l.seen)
	now, err := request.ForFollowers(l.site.Site, l.c, state, func() (talk, error) { return l.talk(ctx) })
	if err != nil {
		return nil, err
	}
	l.seen = now.seen
	return append(stream, now.piece...), nil
}

// talk reads lines that the listener has not seen.
func (l *listener) talk(ctx context.Context) (talk, error) {
	now := talk{seen: l.seen}
	viewer, err := l.site.Viewer(l.c)
	if err != nil {
		return now, err
	}
	lines, last, err := l.site.office.Lines(ctx, league.Of(viewer), l.match.ID, l.seen.Line)
	if err != nil {
		return now, err
	}
	for _, line := range lines {
		now.seen.Line = line.N
		if now.piece, err = request.AppendEvent(ctx, now.piece, now.seen, match.ChatLine(match.NewLine(viewer, *l.match, line))); err != nil {
			return now, err
		}
	}
	now.seen.Line = last
	return now, nil
}

// Steps answers what may be touched next, for turns with too many moves to send
// them all.
func (s *Handlers) Steps(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	if seen, err := strconv.Atoi(c.QueryParam("seq")); err != nil || seen != v.Record.Seq {
		return c.JSON(http.StatusConflict, study.Continuation{Next: []string{}})
	}
	return c.JSON(http.StatusOK, study.ContinueOnPage(v.Record, engine.ParseSteps(c.QueryParam("do")), c.QueryParam("turned") != ""))
}

// Play makes a move and shows the match again.
func (s *Handlers) Play(c echo.Context) error {
	seen, err := strconv.Atoi(c.Request().PostFormValue("seq"))
	if err != nil {
		seen = 0 // no page has shown that: the answer is the present board
	}
	turn := play.Turn{
		Match: c.Param("id"), Seen: seen, Move: engine.Move(c.Request().PostFormValue("move")),
		Key: c.Request().PostFormValue("key"), Page: true, Arrived: request.Arrived(c),
	}
	if err := request.CheckKey(turn.Key); err != nil {
		return err
	}
	v, err := s.office.Play(c.Request().Context(), request.Actor(c), turn)
	if err == nil {
		if err := giveReceipt(s.office, c, v); err != nil {
			return err
		}
		return s.goOnPlaying(c, v)
	}
	return s.acted(c, v, turn.Move, err)
}

// goOnPlaying leads on after a move: where the player likes to go, if the opponent is a
// person, who may take days. A bot answers at once, so the player stays.
func (s *Handlers) goOnPlaying(c echo.Context, v play.View) error {
	mover, running := v.Match.Mover()
	if !running || mover.ID == request.Actor(c).ID || mover.Kind == league.Bot {
		return s.acted(c, v, "", nil)
	}
	after, err := s.office.Reach.AfterMove(c.Request().Context(), request.Actor(c))
	switch {
	case err != nil:
		return err
	case after == contact.StayAtGame:
		return s.acted(c, v, "", nil)
	case after == contact.GoToMine:
		return c.Redirect(http.StatusSeeOther, "/matches")
	}
	s.Delivered(c.Request().Context())
	waiting, _, err := s.office.PartOf(c.Request().Context(), s.Sees(c), request.Actor(c).ID, league.Mine, league.Place{}, 1)
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		return s.acted(c, v, "", nil)
	}
	return c.Redirect(http.StatusSeeOther, request.MatchURL(waiting[0].ID)+"?moved=1")
}

// Order gives a standing order and shows the match again.
func (s *Handlers) Order(c echo.Context) error {
	v, err := s.office.Order(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("order"), request.Arrived(c))
	return s.acted(c, v, "", err)
}

// Resign gives the match up and shows it again.
func (s *Handlers) Resign(c echo.Context) error {
	v, err := s.office.Resign(c.Request().Context(), request.Actor(c), c.Param("id"), request.Arrived(c))
	return s.acted(c, v, "", err)
}

// acted answers an act: with a redirect to the match, or with its present board
// and the sentence that says why not.
func (s *Handlers) acted(c echo.Context, v play.View, tried engine.Move, refusal error) error {
	if refusal == nil {
		if err := giveReceipt(s.office, c, v); err != nil {
			return err
		}
		return c.Redirect(http.StatusSeeOther, request.MatchURL(v.Match.ID))
	}
	kind := league.KindOf(refusal)
	if kind == league.Internal || v.Match.ID == "" {
		return refusal
	}
	s.Delivered(c.Request().Context())
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), v.Match.ID) // as its reader sees it
	if err != nil {
		return err
	}
	in, err := s.input(c, v)
	if err != nil {
		return err
	}
	in.Error, in.Tried = ui.Sentence(refusal), tried
	if kind == league.Stale {
		in.Error, in.Notice = "", ui.Sentence(refusal)
	}
	return s.Render(c, request.StatusOf(kind), match.View(match.NewPage(in)))
}

func (s *Handlers) input(c echo.Context, v play.View) (match.Input, error) {
	frame, err := s.Frame(c)
	if err != nil {
		return match.Input{}, err
	}
	in := match.Input{
		Frame: frame, Match: v.Match, Record: v.Record, Clocks: v.Clocks,
		Side: v.Match.SideOf(frame.Viewer.ID), Key: rand.Text(),
		Reading: v.Reading, Sealed: v.Sealed, Links: s.office.Links(v), Address: s.AddressOf(c), Flip: c.QueryParam("flip") != "",
		Told: s.tellings.of(v),
	}
	if in.Receipt, err = s.office.Receipt(v); err != nil {
		return match.Input{}, err
	}
	restores, err := s.office.Restores(c.Request().Context(), v)
	if err != nil {
		return match.Input{}, err
	}
	for _, r := range restores {
		in.Restores = append(in.Restores, match.Restore{At: r.At, Event: r.Event})
	}
	if in.Away, err = s.away(c, v); err != nil {
		return match.Input{}, err
	}
	outlook, err := s.office.VacationOutlook(c.Request().Context(), v)
	if err != nil {
		return match.Input{}, err
	}
	in.Latest, in.Spent = outlook.Latest, outlook.Spent
	before, _ := strconv.Atoi(c.QueryParam("before")) // nonsense shows the latest lines
	if in.Chat, err = s.chatInput(c.Request().Context(), frame.Viewer, v.Match, max(0, before)); err != nil {
		return match.Input{}, err
	}
	if err = addCup(s, c, v, &in); err != nil {
		return match.Input{}, err
	}
	if err = addResult(c.Request().Context(), s.office, s.Sees(c), v, &in); err != nil {
		return match.Input{}, err
	}
	if in.SetUps, err = setUps(c.Request().Context(), s.office, frame.Viewer, v); err != nil {
		return match.Input{}, err
	}
	return in, addOthers(s, c, v, &in)
}

// addCup adds the tournament that a match is of.
func addCup(s *Handlers, c echo.Context, v play.View, in *match.Input) error {
	if v.Match.Tournament == "" {
		return nil
	}
	type cup struct {
		league.Tournament
		there bool
	}
	of, err := request.Piece(s.Site, c, "tournament "+v.Match.Tournament, func(viewer league.Viewer) (of cup, err error) {
		of.Tournament, of.there, err = s.office.TournamentOf(c.Request().Context(), viewer, v.Match)
		return of, err
	})
	if err != nil || !of.there {
		return err
	}
	in.Cup, in.Directs = of.Name, s.office.Directs(in.Viewer, of.Tournament)
	if in.Wanted, err = wanted(c.Request().Context(), s.office, s.Sees(c), v, of.Tournament); err != nil {
		return err
	}
	in.Legs, err = request.Piece(s.Site, c, "legs beside "+v.Match.ID, func(viewer league.Viewer) ([]league.Match, error) {
		return s.office.Legs(c.Request().Context(), viewer, v.Match, of.Tournament)
	})
	return err
}

// addOthers adds how many other matches wait for the viewer, and the one whose time ends first.
func addOthers(s *Handlers, c echo.Context, v play.View, in *match.Input) error {
	in.Others = in.Waiting
	if mover, ok := v.Match.Mover(); ok && in.Viewer.ID != "" && mover.ID == in.Viewer.ID {
		in.Others--
	}
	if in.Others < 1 {
		return nil
	}
	waiting, _, err := s.office.PartOf(c.Request().Context(), s.Sees(c), in.Viewer.ID, league.Mine, league.Place{}, 2)
	if i := slices.IndexFunc(waiting, func(m league.Match) bool { return m.ID != v.Match.ID }); i >= 0 {
		in.Another = waiting[i].ID
	}
	return err
}

// addResult adds what has become of the result of a match that is over: whether it was corrected, and may be, what it did to
// ratings, and what it was worth.
func addResult(ctx context.Context, o *office.Office, sees league.Viewer, v play.View, in *match.Input) (err error) {
	if !v.Record.Next().Over() {
		return nil
	}
	if in.Corrected, err = o.CorrectionOf(ctx, in.Viewer, v.Match); err != nil {
		return err
	}
	if in.Corrects, err = o.MayCorrect(ctx, in.Viewer, v.Match); err != nil {
		return err
	}
	if v.Match.Rated {
		if in.Ratings, err = o.RatingsOf(ctx, sees, v.Match.ID); err != nil {
			return err
		}
	}
	in.Worth, err = worth(ctx, o, sees, v)
	return err
}

// worth is what a match was worth by seat; nil while it goes on, or nobody knows yet.
func worth(ctx context.Context, o *office.Office, viewer league.Viewer, v play.View) (*[2]assessment.LuckSplit, error) {
	if !v.Record.Next().Over() {
		return nil, nil
	}
	split, known, err := o.Worth(ctx, viewer, v.Match.ID)
	if err != nil || !known {
		return nil, err
	}
	return &split, nil
}

// Proof sends all that somebody needs to check the dice of a match.
func (s *Handlers) Proof(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	proof, err := s.office.Proof(c.Request().Context(), v)
	if err != nil {
		return err
	}
	if p, ok := proof.(tbd2.Proof); ok {
		size := int64(0) // the log as it is
		if asked := c.QueryParam("log"); asked != "" {
			if size, err = strconv.ParseInt(asked, 10, 64); err != nil || size < 1 {
				return league.Errorf(league.NotFound, "The log has never had that many leaves.")
			}
		}
		if p.Anchors, err = s.office.DiceLog.Anchors(c.Request().Context(), v.Match, size); err != nil {
			return err
		}
		proof = p
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="match.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, proof.Encode())
}

// receiptHeader is in the answers to what somebody does in a match: the receipt, in base64 since it has several lines.
const receiptHeader = "Kickabout-Receipt"

// giveReceipt answers with the receipt for what was done.
func giveReceipt(o *office.Office, c echo.Context, v play.View) error {
	receipt, err := o.Receipt(v)
	if err == nil && receipt != "" {
		c.Response().Header().Set(receiptHeader, base64.StdEncoding.EncodeToString([]byte(receipt)))
	}
	return err
}
