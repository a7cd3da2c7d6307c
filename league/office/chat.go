package office

import (
	"context"
	"crypto/sha256"
	"math"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Chats keeps what is said beside matches. The store numbers the lines of each match.
type Chats interface {
	// Reached returns the number of a match's last event and of the last line of its
	// chat; it costs little.
	Reached(ctx context.Context, match string) (event, line int, err error)
	// Say numbers a line and stores it, with what to remember of the request and with
	// notices of it, whose Seq it sets. If the author has said most lines since a moment
	// the error is of kind league.Busy; if the request was remembered before, league.Stale.
	Say(ctx context.Context, l league.Line, answer *league.Answer, since time.Time, most int, notices ...league.Notice) (league.Line, error)
	// Lines lists the lines of a match after a number, in their order.
	Lines(ctx context.Context, match string, after, limit int) ([]league.Line, error)
	// LinesBefore lists the last lines of a match before a number, in their order.
	LinesBefore(ctx context.Context, match string, before, limit int) ([]league.Line, error)
	// Hide takes a line away from all readers.
	Hide(ctx context.Context, match string, n int) error
	// Mute keeps an author's lines from a reader, Unmute undoes it; twice is harmless.
	Mute(ctx context.Context, reader, author string, at time.Time) error
	Unmute(ctx context.Context, reader, author string) error
	// Muted lists the ids of those whose lines a reader does not want.
	Muted(ctx context.Context, reader string) ([]string, error)
	// Report stores what a reader found wrong with a line, and the line as it is now. A
	// second report of it by the same reader is of kind league.Stale.
	Report(ctx context.Context, r league.Report) error
	// Reports lists the latest reports, the latest first.
	Reports(ctx context.Context, limit int) ([]league.Report, error)
}

// Reached returns the number of a match's last event and of the last line of its
// chat. It costs little, for those who ask often whether there is news.
func (o *Office) Reached(ctx context.Context, match string) (event, line int, err error) {
	return o.store.Reached(ctx, match)
}

// How much is said and shown at once.
const (
	linesAMinute  = 10 // of one player; Office.LinesAMinute overrides it
	linesAtOnce   = 100
	longestReason = 200 // letters
)

// Saying is a line as somebody sends it.
type Saying struct {
	Match   string
	Text    string
	Key     string // names the request, so that it can be sent again; may be empty
	Arrived time.Time
}

// Say says something beside a match. Its two players may, if they have accounts. What
// is wrong with the text comes as a field error about "text". The same request again is
// no error and says nothing.
func (o *Office) Say(ctx context.Context, player league.Player, s Saying) error {
	m, err := o.store.Match(ctx, s.Match)
	if err != nil {
		return err
	}
	if err := mayTalk(m, player); err != nil {
		return err
	}
	text, err := league.CleanText("text", s.Text, league.LongestLine)
	if err != nil {
		return err
	}
	if text == "" {
		return league.FieldErrorf("text", "Write something first.")
	}
	line := league.Line{Match: m.ID, Author: player.ID, At: o.Now(), Text: text}
	var answer *league.Answer
	if s.Key != "" {
		answer = &league.Answer{Player: player.ID, Key: s.Key, Match: m.ID, At: s.Arrived, Body: sha256.Sum256([]byte("say\n" + m.ID + "\n" + text))}
	}
	notices, err := o.noticesOfLine(ctx, m, line)
	if err != nil {
		return err
	}
	most := linesAMinute
	if o.LinesAMinute > 0 {
		most = o.LinesAMinute
	}
	_, err = o.store.Say(ctx, line, answer, line.At.Add(-time.Minute), most, notices...)
	switch league.KindOf(err) {
	case league.Busy:
		return league.FieldErrorf("text", "%s", err.Error())
	case league.Stale:
		return o.saidBefore(ctx, *answer)
	}
	if err != nil {
		return err
	}
	o.spread(m, notices)
	return nil
}

// saidBefore says whether the request that was remembered under a key is this one.
func (o *Office) saidBefore(ctx context.Context, want league.Answer) error {
	have, err := o.store.Answer(ctx, want.Player, want.Key)
	if err == nil && have.Body != want.Body {
		return league.FieldErrorf("text", "This page has already sent another line. Please send this one again.")
	}
	return err
}

// mayTalk is the policy of writing beside a match.
func mayTalk(m league.Match, player league.Player) error {
	if m.SideOf(player.ID) == engine.NoSide {
		return league.Errorf(league.Forbidden, "Only the two players write here. You can read along.")
	}
	if !HasChat(m) {
		return league.Errorf(league.Forbidden, "Bots do not talk.")
	}
	return mustBeMember(player, "with an account you can write to the people you play.")
}

// HasChat reports whether there is anybody to talk to beside a match: two people.
func HasChat(m league.Match) bool {
	return m.Seats[0].Player.Kind != league.Bot && m.Seats[1].Player.Kind != league.Bot
}

// noticesOfLine tells the other player of a line, unless he has muted its author.
func (o *Office) noticesOfLine(ctx context.Context, m league.Match, l league.Line) ([]league.Notice, error) {
	notices := slices.DeleteFunc(noticesOf(m, league.ChatNotice, l.At, 0), func(n league.Notice) bool { return n.Player == l.Author })
	if len(notices) == 0 {
		return nil, nil
	}
	muted, err := o.store.Muted(ctx, notices[0].Player)
	if err != nil || slices.Contains(muted, l.Author) {
		return nil, err
	}
	return notices, nil
}

// Lines lists what a reader may see of the lines after a number, in their order, and
// the number of the last one that was looked at; there may be more behind it.
func (o *Office) Lines(ctx context.Context, reader, match string, after int) (lines []league.Line, last int, err error) {
	lines, err = o.store.Lines(ctx, match, after, linesAtOnce)
	if last = after; len(lines) > 0 {
		last = lines[len(lines)-1].N
	}
	if err == nil {
		lines, err = o.readable(ctx, reader, lines)
	}
	return lines, last, err
}

// Page is some of what was said beside a match.
type Page struct {
	Lines []league.Line
	First int // number of the first line looked at; 0 if there was none
	Last  int // of the last one
}

// LatestLines lists what a reader may see of the last lines before a number; 0: of
// the last ones of all.
func (o *Office) LatestLines(ctx context.Context, reader, match string, before int) (p Page, err error) {
	if before <= 0 {
		before = math.MaxInt32
	}
	lines, err := o.store.LinesBefore(ctx, match, before, linesAtOnce)
	if err != nil || len(lines) == 0 {
		return Page{}, err
	}
	p.First, p.Last = lines[0].N, lines[len(lines)-1].N
	p.Lines, err = o.readable(ctx, reader, lines)
	return p, err
}

// readable leaves out what a reader does not want, and the texts that were taken away.
func (o *Office) readable(ctx context.Context, reader string, lines []league.Line) ([]league.Line, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	muted, err := o.Muted(ctx, reader)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l league.Line) bool { return slices.Contains(muted, l.Author) })
	for i := range lines {
		if lines[i].Hidden {
			lines[i].Text = ""
		}
	}
	return lines, nil
}

// Muted lists the ids of those whose lines a reader does not want.
func (o *Office) Muted(ctx context.Context, reader string) ([]string, error) {
	if reader == "" {
		return nil, nil
	}
	return o.store.Muted(ctx, reader)
}

// Mute keeps an author's lines from a reader from now on, or no longer.
func (o *Office) Mute(ctx context.Context, reader league.Player, author string, mute bool) error {
	if err := mustBeMember(reader, "with an account you can choose whose lines you read."); err != nil {
		return err
	}
	who, err := o.store.Player(ctx, author)
	if err != nil {
		return err
	}
	switch {
	case !mute:
		return o.store.Unmute(ctx, reader.ID, author)
	case who.ID == reader.ID:
		return league.Errorf(league.Invalid, "You cannot mute yourself.")
	case who.Kind == league.Bot:
		return league.Errorf(league.Invalid, "Bots do not talk, so there is nothing to mute.")
	}
	return o.store.Mute(ctx, reader.ID, author, o.Now())
}

// Report tells the operator about a line that somebody else said. What is wrong with the
// reason comes as a field error about "reason".
func (o *Office) Report(ctx context.Context, reader league.Player, match string, line int, reason string) error {
	if err := mustBeMember(reader, "with an account you can report what breaks the peace."); err != nil {
		return err
	}
	l, err := o.Line(ctx, match, line)
	if err != nil {
		return err
	}
	if l.Author == reader.ID {
		return league.Errorf(league.Invalid, "This line is your own.")
	}
	reason, err = league.CleanText("reason", reason, longestReason)
	if err != nil {
		return err
	}
	if reason == "" {
		return league.FieldErrorf("reason", "Say in a few words what is wrong with it.")
	}
	return o.store.Report(ctx, league.Report{Line: l, Reader: reader.ID, At: o.Now(), Reason: reason})
}

// Line returns one line of a chat; league.NotFound if there is none, or none any more.
func (o *Office) Line(ctx context.Context, match string, n int) (league.Line, error) {
	lines, err := o.store.Lines(ctx, match, n-1, 1)
	if err != nil {
		return league.Line{}, err
	}
	if len(lines) == 0 || lines[0].N != n || lines[0].Hidden {
		return league.Line{}, league.Errorf(league.NotFound, "There is no such line.")
	}
	return lines[0], nil
}
