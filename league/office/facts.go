package office

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/league"
	"kickabout/league/core"
)

// handler looks after a fact: it reads what there is and does what is due, so that doing it
// twice, late or in another order does no harm.
type handler func(ctx context.Context, subject, part string) error

// handlers is who looks after what has happened, in this order. It is the one place that says so.
func (o *Office) handlers() map[league.FactKind][]handler {
	rate := func(ctx context.Context, _, _ string) error { return o.rankings.Rate(ctx) }
	show := func(_ context.Context, match, _ string) error { // only now: with its rating
		o.Core.Hub.Say(core.MatchTopic + match)
		return nil
	}
	align := func(ctx context.Context, tournament, _ string) error { return o.upkeep.AlignClocks(ctx, tournament) }
	return map[league.FactKind][]handler{
		league.MatchEnded:    {rate, show},
		league.GroupMoved:    {o.rounds.AdvanceTournament},
		league.RoundDue:      {o.rounds.DrawTournament},
		league.EditionMoved:  {o.editions.AdvanceCompetition},
		league.RightLost:     {o.seasons.LookAfterRight},
		league.RightUsed:     {o.seasons.LookAfterUsedRight},
		league.ClocksMoved:   {align},
		league.PlayerSilent:  {o.strikes.LookAfterSilence},
		league.PlayerLeft:    {o.seasons.RemoveLeft, o.strikes.EndAll, o.rankings.RefundLeft},
		league.PairMoved:     {o.pairs.ReleasePair},
		league.VacationMoved: {o.vacations.ApplyVacations},
		league.PlayerLocked:  {o.Moderation.SettleLock},
	}
}

// Budget is how much one delivery does; what is zero has no bound.
type Budget struct {
	Facts int
	Span  time.Duration
}

// InRequest is what somebody waits for who has changed something. What is beyond it comes a little later.
func InRequest() Budget { return Budget{Facts: 32, Span: 250 * time.Millisecond} }

// Deliver looks after what this process has raised, and what comes of that. Those who are at some of
// it already are waited for, so that whoever has changed something sees all of it afterwards.
// One fact that fails holds up no other: it is tried again later.
func (o *Office) Deliver(ctx context.Context, b Budget) error {
	var late <-chan time.Time
	if b.Span > 0 {
		timer := time.NewTimer(b.Span)
		defer timer.Stop()
		late = timer.C
	}
	var problems []error
	for done := 0; ctx.Err() == nil && (b.Facts == 0 || done < b.Facts); {
		select {
		case <-late:
			o.leave()
			return errors.Join(problems...)
		default:
		}
		f, ok, busy := o.Core.Raised.Take(b.Span > 0)
		if ok {
			done++
			problems = append(problems, o.lookAfter(ctx, f))
			o.Core.Raised.Leave(f)
			continue
		}
		if busy == nil {
			return errors.Join(problems...)
		}
		select {
		case <-busy:
		case <-late:
			return errors.Join(problems...)
		case <-ctx.Done():
		}
	}
	o.leave()
	return errors.Join(problems...)
}

// leave lets others go on with the facts that are left, on whatever node somebody has time.
func (o *Office) leave() {
	o.Core.Late.Wake()
	o.Core.Hub.Others.Tell(core.FactsTopic)
}

// lookAfter has all handlers look after a fact, unless another process was first.
func (o *Office) lookAfter(ctx context.Context, f league.Fact) error {
	ctx = context.WithoutCancel(ctx)
	open, err := o.store.OpenFact(ctx, f)
	if league.KindOf(err) == league.NotFound {
		return nil
	}
	if err != nil {
		return err // it is still there for the next look
	}
	handlers := o.handlers()[f.Kind]
	if len(handlers) == 0 {
		err = errors.New("there is nobody to look after it") // a newer program has written it
	}
	for _, h := range handlers {
		err = errors.Join(err, core.Safely(func() error { return h(ctx, f.Subject, f.Part) }))
	}
	if err == nil {
		o.Core.Log.DebugContext(ctx, "fact", "kind", f.Kind, "subject", f.Subject, "part", f.Part)
		return o.store.SettleFact(ctx, open)
	}
	o.Core.Log.ErrorContext(ctx, "fact", "kind", f.Kind, "subject", f.Subject, "part", f.Part, "tries", open.Tries+1, "err", err)
	err = fmt.Errorf("%s %s %s: %w", f.Kind, f.Subject, f.Part, err)
	return errors.Join(err, o.store.DelayFact(ctx, open, factPause(open.Tries), err.Error()))
}

const (
	factLease = 30 * time.Second // after which another process looks after what one has taken, at its next look (play.WorkLook)
	factTurn  = 32               // how many facts one look takes up
)

// factPause is how long a fact waits that has failed so many times before: 1 s, 2 s, 4 s, and at
// most an hour.
func factPause(tries int) time.Duration { return min(time.Second<<min(tries, 12), time.Hour) }

// DeliverDue looks after all facts that are due, whoever raised them.
func (o *Office) DeliverDue(ctx context.Context) error {
	for ctx.Err() == nil {
		if worked, err := o.deliverDue(ctx); !worked || err != nil {
			return err
		}
	}
	return nil
}

// deliverDue looks after some of the facts that are due.
func (o *Office) deliverDue(ctx context.Context) (worked bool, err error) {
	due, err := o.store.ClaimFacts(context.WithoutCancel(ctx), o.holder, factLease, factTurn)
	for _, f := range due {
		o.Core.Raised.Add(f.Fact)
	}
	return len(due) > 0, errors.Join(err, o.Deliver(ctx, Budget{}))
}
