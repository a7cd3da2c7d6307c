package moderation

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/conduct"
	"kickabout/league/oneline"
	"kickabout/league/span"
)

// Order is a step against a member, as somebody asks for it.
type Order struct {
	Kind   league.SanctionKind
	Player string // id
	Days   int    // of a SanctionMute or SanctionRestrict
	Name   string // the new one, of a SanctionRename
	Line   string // of a SanctionHide: "match/number", then Player may be "", or league.RequestName
	Reason string // the player reads it; of a SanctionExpel and a SanctionProgram everybody in the tournaments that are concerned
}

// Impose takes a step. What is wrong with the order comes as errors of its fields: "reason", "days", "name".
func (s *Moderation) Impose(ctx context.Context, by conduct.Actor, o Order) (league.Sanction, error) {
	act := conduct.ActOf(o.Kind)
	mine, err := s.may(ctx, by, act)
	if err != nil {
		return league.Sanction{}, err
	}
	who, err := s.target(ctx, by, mine, o)
	if err != nil {
		return league.Sanction{}, err
	}
	i := league.Imposition{Sanction: league.Sanction{ID: s.core.NewID(), Player: who.ID, Kind: o.Kind, Subject: o.Line, By: by.Player(), At: s.core.Now()}}
	if i.Ends, err = conduct.Ends(o.Kind, o.Days, i.At); err != nil {
		return league.Sanction{}, err
	}
	if i.Reason, err = cleanReason(o.Reason); err != nil {
		return league.Sanction{}, err
	}
	i.Line = s.line(by, act, who.ID, i.Reason)
	switch o.Kind {
	case league.SanctionMute, league.SanctionRestrict:
		i.Line.Detail = league.DaysText(o.Days)
	case league.SanctionHide:
		i.Line.Detail = o.Line
	case league.SanctionRename:
		if i.Name, err = s.accounts.NewName(ctx, o.Name); err != nil {
			return league.Sanction{}, err
		}
		i.Subject, i.Keys = who.Name, account.Keys(i.Name)
		i.Line.Detail = who.Name + " → " + i.Name
	case league.SanctionLock:
		i.Facts = []league.Fact{{Kind: league.PlayerLocked, Subject: who.ID}}
	case league.SanctionExpel, league.SanctionProgram:
		if o.Kind == league.SanctionProgram {
			if i.Name, err = s.accounts.MarkedName(ctx, who.Name); err != nil {
				return league.Sanction{}, err
			}
			i.Subject, i.Keys = who.Name, account.Keys(i.Name)
			i.Line.Detail = who.Name + " → " + i.Name
		}
		i.Facts = []league.Fact{{Kind: league.PlayerLeft, Subject: who.ID, Part: league.LeftExpelled + " " + i.Reason}}
		return i.Sanction, s.write(ctx, i, s.Closed.expel)
	}
	return i.Sanction, s.write(ctx, i, s.steps.Impose)
}

// target finds whom a step is against, if they may be touched.
func (s *Moderation) target(ctx context.Context, by conduct.Actor, mine league.SiteRole, o Order) (league.Player, error) {
	who, err := s.steps.Player(ctx, o.Player)
	if err != nil {
		return who, err
	}
	if who.Kind == league.Bot || who.Kind == league.SiteItself {
		return who, league.Errorf(league.Invalid, "This is nobody who has an account.")
	}
	if o.Kind != league.SanctionHide && who.Kind != league.Member {
		return who, league.Errorf(league.Invalid, "This account is closed.")
	}
	return who, s.touch(ctx, by, mine, who)
}

// touch refuses to act on oneself, and on those who are not below.
func (s *Moderation) touch(ctx context.Context, by conduct.Actor, mine league.SiteRole, who league.Player) error {
	if by.IsOperator() {
		return nil
	}
	if by.Player() == who.ID {
		return league.Errorf(league.Forbidden, "Somebody else has to do that: it is about yourself.")
	}
	theirs, err := s.store.Role(ctx, who.ID)
	if err == nil && !conduct.MayTouch(mine, theirs) {
		err = league.Errorf(league.Forbidden, "%s looks after the site too. Somebody above has to do that.", who.Name)
	}
	return err
}

// write writes what is decided, with a notice to whom it is about.
func (s *Moderation) write(ctx context.Context, i league.Imposition, how func(context.Context, league.Imposition) error) error {
	i.Notices = []league.Notice{{Player: i.Player, At: s.core.Now(), Kind: league.StandingNotice, Subject: i.ID, Event: league.StandingTold}}
	if err := s.core.Note(how(ctx, i), i.Facts...); err != nil {
		return err
	}
	s.core.Notify(i.Notices)
	return nil
}

// Undo undoes a step. What is wrong with the reason is an error of the field "reason".
func (s *Moderation) Undo(ctx context.Context, by conduct.Actor, id, reason string) error {
	was, err := s.steps.Sanction(ctx, id)
	if err != nil {
		return err
	}
	act := conduct.UndoOf(was.Kind)
	mine, err := s.may(ctx, by, act)
	if err != nil {
		return err
	}
	who, err := s.steps.Player(ctx, was.Player)
	if err != nil {
		return err
	}
	if err := s.touch(ctx, by, mine, who); err != nil {
		return err
	}
	if err := conduct.MayUndo(was, s.core.Now()); err != nil {
		return err
	}
	if reason, err = cleanReason(reason); err != nil {
		return err
	}
	return s.lift(ctx, by, was, who, reason)
}

// lift undoes a step that may be undone.
func (s *Moderation) lift(ctx context.Context, by conduct.Actor, was league.Sanction, who league.Player, reason string) error {
	i := league.Imposition{Sanction: was, Line: s.line(by, conduct.UndoOf(was.Kind), who.ID, reason)}
	i.Lifted = league.Verdict{By: by.Player(), At: s.core.Now(), Why: reason}
	switch was.Kind {
	case league.SanctionRename, league.SanctionProgram:
		i.Line.Detail = who.Name + " → " + was.Subject
		kept := account.Keys(was.Subject)
		i.Keys = slices.DeleteFunc(account.Keys(who.Name), func(key string) bool { return slices.Contains(kept, key) })
	case league.SanctionLock:
		i.Facts = []league.Fact{{Kind: league.PlayerLocked, Subject: who.ID}}
	case league.SanctionAbsence: // those after it count for less now
		i.Facts = []league.Fact{{Kind: league.PlayerSilent, Subject: who.ID}}
	}
	return s.write(ctx, i, s.steps.Lift)
}

// UndoLatest undoes the latest step against a player that can be undone, of one kind, or "" for any that somebody has taken.
func (s *Moderation) UndoLatest(ctx context.Context, by conduct.Actor, player string, kind league.SanctionKind, reason string) (league.Sanction, error) {
	list, err := s.steps.SanctionsOf(ctx, player)
	if err != nil {
		return league.Sanction{}, err
	}
	for _, was := range list {
		if (kind == "" && was.Kind != league.SanctionAbsence || was.Kind == kind) && conduct.MayUndo(was, s.core.Now()) == nil {
			return was, s.Undo(ctx, by, was.ID, reason)
		}
	}
	return league.Sanction{}, league.Errorf(league.NotFound, "There is nothing to undo.")
}

// SettleLock stops the clocks of a player whose account is locked, for 7 days at most, and has them run again once it
// is open.
func (s *Moderation) SettleLock(ctx context.Context, player, _ string) error {
	list, err := s.steps.SanctionsOf(ctx, player)
	if err != nil {
		return err
	}
	if until := conduct.LockedUntil(list, s.core.Now()); !until.IsZero() {
		return s.vacations.Freeze(ctx, player, until)
	}
	return s.vacations.Thaw(ctx, player)
}

// longAppeal is how many letters an appeal, and the answer to one, may have.
const longAppeal = 1000

// Standing is what was decided about somebody, and about what they reported.
type Standing struct {
	Sanctions []league.Sanction // the latest first
	Reports   []league.Report   // likewise
	Away      span.Set          // when the site was
}

// Standing returns what a player may know of it: of their own alone.
func (s *Moderation) Standing(ctx context.Context, player league.Player) (Standing, error) {
	if player.ID == "" {
		return Standing{}, nil
	}
	list, err := s.steps.SanctionsOf(ctx, player.ID)
	if err != nil {
		return Standing{}, err
	}
	reports, err := s.reports.ReportsBy(ctx, player.ID, reportsShown)
	if err != nil {
		return Standing{}, err
	}
	away, err := s.core.Outages(ctx)
	return Standing{list, reports, away}, err
}

// reportsShown is how many reports a page has at most.
const reportsShown = 50

// Appeal notes what a player says against a step, once. What is wrong with the text is an error of the field "text".
func (s *Moderation) Appeal(ctx context.Context, player league.Player, id, text string) error {
	was, err := s.steps.Sanction(ctx, id)
	if err == nil && (player.ID == "" || was.Player != player.ID) {
		err = league.Errorf(league.NotFound, "There is no such step.")
	}
	if err != nil {
		return err
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return err
	}
	now := s.core.Now()
	if err := conduct.MayAppeal(was, now, away); err != nil {
		return err
	}
	if text, err = oneline.Clean("text", text, longAppeal); err != nil {
		return err
	}
	if text == "" {
		return league.FieldErrorf("text", "Say why the step was wrong.")
	}
	return s.steps.Appeal(ctx, id, text, now)
}

// Appeals lists the open appeals, the longest waiting first.
func (s *Moderation) Appeals(ctx context.Context, by conduct.Actor) ([]league.Sanction, error) {
	if err := s.May(ctx, by, conduct.SeeReports); err != nil {
		return nil, err
	}
	return s.steps.OpenAppeals(ctx)
}

// AnswerAppeal answers an appeal; where it is granted the step is undone. What is wrong with the answer is an error
// of the field "reason".
func (s *Moderation) AnswerAppeal(ctx context.Context, by conduct.Actor, id string, granted bool, answer string) error {
	was, err := s.steps.Sanction(ctx, id)
	if err != nil {
		return err
	}
	act := conduct.UndoOf(was.Kind) // whoever may not undo it does not decide about it
	mine, err := s.may(ctx, by, act)
	if err != nil {
		return err
	}
	who, err := s.steps.Player(ctx, was.Player)
	if err != nil {
		return err
	}
	if err := s.touch(ctx, by, mine, who); err != nil {
		return err
	}
	others, err := s.others(ctx, by, act)
	if err != nil {
		return err
	}
	if err := conduct.MayAnswer(was, by, others); err != nil {
		return err
	}
	if answer, err = cleanReason(answer); err != nil {
		return err
	}
	if granted {
		if err := s.lift(ctx, by, was, who, answer); err != nil && league.KindOf(err) != league.Stale { // it was undone before
			return err
		}
	}
	i := league.Imposition{Sanction: was, Line: s.line(by, conduct.AnswerAppeal, who.ID, answer)}
	i.Line.Detail = map[bool]string{true: "granted", false: "not granted"}[granted]
	i.Appeal.Answer = league.Verdict{By: by.Player(), At: s.core.Now(), Why: answer}
	return s.write(ctx, i, s.steps.AnswerAppeal)
}

// others says whether somebody else may do something too.
func (s *Moderation) others(ctx context.Context, by conduct.Actor, act conduct.Act) (bool, error) {
	officers, err := s.store.Officers(ctx)
	return slices.ContainsFunc(officers, func(o league.Officer) bool { return o.Player.ID != by.Player() && conduct.May(o.Role, act) }), err
}

// Queue is a page of the open reports.
type Queue struct {
	Reports []league.Report // the longest waiting first
	Next    int             // how many come before the next page; 0: there is none
}

// OpenReports returns the page of the reports that nobody has decided before which some come.
func (s *Moderation) OpenReports(ctx context.Context, by conduct.Actor, skip int) (q Queue, err error) {
	if err := s.May(ctx, by, conduct.SeeReports); err != nil {
		return q, err
	}
	return s.queue(ctx, max(skip, 0))
}

func (s *Moderation) queue(ctx context.Context, skip int) (q Queue, err error) {
	q.Reports, err = s.reports.OpenReports(ctx, skip, reportsShown+1)
	if len(q.Reports) > reportsShown {
		q.Reports, q.Next = q.Reports[:reportsShown], skip+reportsShown
	}
	return q, err
}

// report finds an open one by the name of what it is about and its reader.
func (s *Moderation) report(ctx context.Context, line, reader string) (league.Report, error) {
	for skip := 0; ; {
		q, err := s.queue(ctx, skip)
		if err != nil {
			return league.Report{}, err
		}
		for _, r := range q.Reports {
			if ReportedName(r) == line && r.Reader == reader {
				return r, nil
			}
		}
		if skip = q.Next; skip == 0 {
			return league.Report{}, league.Errorf(league.Stale, "This report has been decided already.")
		}
	}
}

// LineName names a line as the Subject of a sanction does.
func LineName(l league.Line) string { return fmt.Sprintf("%s/%d", l.Match, l.N) }

// ReportedName names what a report is about as the Subject of a sanction does.
func ReportedName(r league.Report) string {
	if r.Cup != "" {
		return league.RequestName(r.Cup, r.Line.N)
	}
	return LineName(r.Line)
}

// TakeReport says that somebody looks after a report.
func (s *Moderation) TakeReport(ctx context.Context, by conduct.Actor, line, reader string) error {
	if err := s.May(ctx, by, conduct.TakeReport); err != nil {
		return err
	}
	r, err := s.report(ctx, line, reader)
	if err != nil {
		return err
	}
	r.Taken = league.Verdict{By: by.Player(), At: s.core.Now()}
	return s.reports.TakeReport(ctx, r, s.line(by, conduct.TakeReport, line, "taken"))
}

// DecideReport decides about a report: where the reader was right, the line is hidden if it is not yet. The reader is
// told. What is wrong with the answer is an error of the field "reason".
func (s *Moderation) DecideReport(ctx context.Context, by conduct.Actor, line, reader string, upheld bool, answer string) error {
	if err := s.May(ctx, by, conduct.DecideReport); err != nil {
		return err
	}
	r, err := s.report(ctx, line, reader)
	if err != nil {
		return err
	}
	if by.Player() != "" && (by.Player() == r.Line.Author || by.Player() == r.Reader) {
		return league.Errorf(league.Forbidden, "Somebody else has to do that: it is about yourself.")
	}
	if answer, err = cleanReason(answer); err != nil {
		return err
	}
	if upheld && !r.Line.Hidden {
		if _, err := s.Impose(ctx, by, Order{Kind: league.SanctionHide, Player: r.Line.Author, Line: line, Reason: answer}); err != nil {
			return err
		}
	}
	r.Upheld, r.Closed = upheld, league.Verdict{By: by.Player(), At: s.core.Now(), Why: answer}
	entry := s.line(by, conduct.DecideReport, line, answer)
	entry.Detail = map[bool]string{true: "upheld", false: "dismissed"}[upheld]
	notice := league.Notice{Player: reader, At: s.core.Now(), Kind: league.StandingNotice, Subject: line, Event: league.StandingTold}
	if err := s.reports.CloseReport(ctx, r, entry, notice); err != nil {
		return err
	}
	s.core.Notify([]league.Notice{notice})
	return nil
}

// Users lists those who have an account, or had one and were expelled, whose name has a text in it.
func (s *Moderation) Users(ctx context.Context, by conduct.Actor, text string, limit int) ([]league.Player, error) {
	if err := s.May(ctx, by, conduct.SeeUsers); err != nil {
		return nil, err
	}
	key := ""
	if text = strings.TrimSpace(text); text != "" {
		key = account.Key(text)
	}
	return s.steps.FindUsers(ctx, key, limit)
}

// File is what is known of somebody to those who look after the site.
type File struct {
	Player    league.Player
	Role      league.SiteRole
	Sanctions []league.Sanction        // the latest first
	Log       []Entry                  // likewise; none for those who may not see it
	People    map[string]league.Player // whose ids stand in Sanctions
	Before    []league.Player          // accounts of the same mail address that the site has closed within a year, the latest first
	Requests  []league.RulingRequest   // the latest ones for rulings, in tournaments that whoever asks may know of
}

// requestsShown is how many requests for rulings a file has.
const requestsShown = 20

// User returns what is known of a player.
func (s *Moderation) User(ctx context.Context, by conduct.Actor, id string) (f File, err error) {
	if err := s.May(ctx, by, conduct.SeeUsers); err != nil {
		return f, err
	}
	if f.Player, err = s.steps.Player(ctx, id); err != nil {
		return f, err
	}
	if f.Role, err = s.store.Role(ctx, id); err != nil {
		return f, err
	}
	if f.Sanctions, err = s.steps.SanctionsOf(ctx, id); err != nil {
		return f, err
	}
	if s.May(ctx, by, conduct.SeeLog) == nil {
		if f.Log, err = readLog(ctx, s.store, id, 0, 50); err != nil {
			return f, err
		}
	}
	if f.Requests, err = s.reports.RequestsOf(ctx, league.Of(league.Player{ID: by.Player()}), id, requestsShown); err != nil {
		return f, err
	}
	if f.Before, err = s.Closed.before(ctx, id); err != nil {
		return f, err
	}
	var ids []string
	for _, x := range f.Sanctions {
		ids = append(ids, x.By, x.Lifted.By, x.Appeal.Answer.By)
	}
	f.People, err = s.store.Players(ctx, ids)
	return f, err
}

// EndSessions ends all sessions and tokens of a member.
func (s *Moderation) EndSessions(ctx context.Context, by conduct.Actor, id, reason string) error {
	mine, err := s.may(ctx, by, conduct.EndSessions)
	if err != nil {
		return err
	}
	who, err := s.steps.Player(ctx, id)
	if err != nil {
		return err
	}
	if err := s.touch(ctx, by, mine, who); err != nil {
		return err
	}
	if reason, err = cleanReason(reason); err != nil {
		return err
	}
	return s.steps.EndSessionsOf(ctx, id, true, s.line(by, conduct.EndSessions, id, reason))
}

// EndAllSessions ends the sessions of all members but that of a token: everybody signs in again.
func (s *Moderation) EndAllSessions(ctx context.Context, by conduct.Actor, token, reason string) error {
	if err := s.May(ctx, by, conduct.EndAllSessions); err != nil {
		return err
	}
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	return s.steps.EndAllSessions(ctx, sha256.Sum256([]byte(token)), s.line(by, conduct.EndAllSessions, "", reason))
}

// Named returns the players of some ids, by them, for those who look after the site.
func (s *Moderation) Named(ctx context.Context, by conduct.Actor, ids []string) (map[string]league.Player, error) {
	if err := s.May(ctx, by, conduct.SeeUsers); err != nil {
		return nil, err
	}
	return s.store.Players(ctx, ids)
}
