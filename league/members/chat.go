package members

import (
	"context"
	"crypto/sha256"
	"math"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

// Reached returns the number of a match's last event and of the last line of its
// chat. It costs little, for those who ask often whether there is news.
func (s *Chats) Reached(ctx context.Context, viewer league.Viewer, match string) (event, line int, err error) {
	far, err := s.store.Reached(ctx, viewer, match)
	if err == nil {
		s.core.Hub.Reached(core.MatchTopic+match, far)
	}
	return far[0], far[1], err
}

// How much is said and shown at once.
const (
	linesAMinute  = 10 // of one player; unless Chats.LinesAMinute says another number
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
func (s *Chats) Say(ctx context.Context, player league.Player, say Saying) error {
	m, err := s.store.Match(ctx, league.Of(player), say.Match)
	if err != nil {
		return err
	}
	if err := mayTalk(m, player); err != nil {
		return err
	}
	sanctions, err := s.store.SanctionsOf(ctx, player.ID)
	if err != nil {
		return err
	}
	if err := conduct.MayTalk(sanctions, s.core.Now()); err != nil {
		return err
	}
	text, err := oneline.Clean("text", say.Text, league.LongestLine)
	if err != nil {
		return err
	}
	if text == "" {
		return league.FieldErrorf("text", "Write something first.")
	}
	line := league.Line{Match: m.ID, Author: player.ID, At: s.core.Now(), Text: text}
	var answer *league.Answer
	if say.Key != "" {
		answer = &league.Answer{Player: player.ID, Key: say.Key, Match: m.ID, At: say.Arrived, Body: sha256.Sum256([]byte("say\n" + m.ID + "\n" + text))}
	}
	notices, err := s.noticesOfLine(ctx, m, line)
	if err != nil {
		return err
	}
	most := linesAMinute
	if s.LinesAMinute > 0 {
		most = s.LinesAMinute
	}
	_, err = s.store.Say(ctx, line, answer, line.At.Add(-time.Minute), most, notices...)
	switch league.KindOf(err) {
	case league.Busy:
		return league.AtField("text", err)
	case league.Stale:
		return s.saidBefore(ctx, *answer)
	}
	if err != nil {
		return err
	}
	s.core.NotifyMatch(m, notices)
	return nil
}

// saidBefore says whether the request that was remembered under a key is this one.
func (s *Chats) saidBefore(ctx context.Context, want league.Answer) error {
	have, err := s.store.Answer(ctx, want.Player, want.Key)
	if err == nil && have.Body != want.Body {
		return league.FieldErrorf("text", "This page has already sent another line. Send this one again.")
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
	return core.MustBeMember(player, "with an account you can write to the people you play.")
}

// HasChat reports whether there is anybody to talk to beside a match: two people.
func HasChat(m league.Match) bool {
	return m.Seats[0].Player.Kind != league.Bot && m.Seats[1].Player.Kind != league.Bot
}

// noticesOfLine tells the other player of a line, unless he has muted its author.
func (s *Chats) noticesOfLine(ctx context.Context, m league.Match, l league.Line) ([]league.Notice, error) {
	notices := slices.DeleteFunc(core.NoticesOf(m, league.ChatSaid, l.Author, l.At, 0), func(n league.Notice) bool { return n.Player == l.Author })
	if len(notices) == 0 {
		return nil, nil
	}
	muted, err := s.store.Muted(ctx, notices[0].Player)
	if err != nil || slices.Contains(muted, l.Author) {
		return nil, err
	}
	return notices, nil
}

// Lines lists what a viewer may see of the lines after a number, in their order, and
// the number of the last one that was looked at; there may be more behind it.
func (s *Chats) Lines(ctx context.Context, viewer league.Viewer, match string, after int) (lines []league.Line, last int, err error) {
	lines, err = s.store.Lines(ctx, viewer, match, after, linesAtOnce)
	if last = after; len(lines) > 0 {
		last = lines[len(lines)-1].N
	}
	if err == nil {
		lines, err = s.readable(ctx, viewer.Player(), lines)
	}
	return lines, last, err
}

// Page is some of what was said beside a match.
type Page struct {
	Lines []league.Line
	First int // number of the first line looked at; 0 if there was none
	Last  int // of the last one
}

// LatestLines lists what a viewer may see of the last lines before a number; 0: of
// the last ones of all.
func (s *Chats) LatestLines(ctx context.Context, viewer league.Viewer, match string, before int) (p Page, err error) {
	if before <= 0 {
		before = math.MaxInt32
	}
	lines, err := s.store.LinesBefore(ctx, viewer, match, before, linesAtOnce)
	if err != nil || len(lines) == 0 {
		return Page{}, err
	}
	p.First, p.Last = lines[0].N, lines[len(lines)-1].N
	p.Lines, err = s.readable(ctx, viewer.Player(), lines)
	return p, err
}

// readable leaves out what a reader does not want, and the texts that were taken away.
func (s *Chats) readable(ctx context.Context, reader string, lines []league.Line) ([]league.Line, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	muted, err := s.Muted(ctx, reader)
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
func (s *Chats) Muted(ctx context.Context, reader string) ([]string, error) {
	if reader == "" {
		return nil, nil
	}
	return s.store.Muted(ctx, reader)
}

// Mute keeps an author's lines from a reader from now on, or no longer.
func (s *Chats) Mute(ctx context.Context, reader league.Player, author string, mute bool) error {
	if err := core.MustBeMember(reader, "with an account you can choose whose lines you read."); err != nil {
		return err
	}
	who, err := s.store.Player(ctx, author)
	if err != nil {
		return err
	}
	switch {
	case !mute:
		return s.store.Unmute(ctx, reader.ID, author)
	case who.ID == reader.ID:
		return league.Errorf(league.Invalid, "You cannot mute yourself.")
	case who.Kind == league.Bot:
		return league.Errorf(league.Invalid, "Bots do not talk, so there is nothing to mute.")
	}
	return s.store.Mute(ctx, reader.ID, author, s.core.Now())
}

// Report tells the operator about a line that somebody else said. What is wrong with the
// reason comes as a field error about "reason".
func (s *Chats) Report(ctx context.Context, reader league.Player, match string, line int, reason string) error {
	if err := core.MustBeMember(reader, "with an account you can report what breaks the peace."); err != nil {
		return err
	}
	l, err := s.Line(ctx, league.Of(reader), match, line)
	if err != nil {
		return err
	}
	if l.Author == reader.ID {
		return league.Errorf(league.Invalid, "This line is your own.")
	}
	reason, err = oneline.Clean("reason", reason, longestReason)
	if err != nil {
		return err
	}
	if reason == "" {
		return league.FieldErrorf("reason", "Say in a few words what is wrong with it.")
	}
	return s.store.Report(ctx, league.Report{Line: l, Reader: reader.ID, At: s.core.Now(), Reason: reason})
}

// Line returns one line of a chat; league.NotFound if there is none, or none any more.
func (s *Chats) Line(ctx context.Context, viewer league.Viewer, match string, n int) (league.Line, error) {
	lines, err := s.store.Lines(ctx, viewer, match, n-1, 1)
	if err != nil {
		return league.Line{}, err
	}
	if len(lines) == 0 || lines[0].N != n || lines[0].Hidden {
		return league.Line{}, league.Errorf(league.NotFound, "There is no such line.")
	}
	return lines[0], nil
}
