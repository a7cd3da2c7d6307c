package dicelog

import (
	"context"
	"time"

	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// Overview is what there is to say of the dice of a site.
type Overview struct {
	Counts   anchor.Counts
	Scopes   []anchor.Scopes     // by epoch, the present one first
	Epochs   uint32              // that there were so far
	Restores []league.SiteNotice // of the site from backups, after which games went on from where they were: the latest first
	Breaks   []BreakLine         // of the dice of running games, which were made anew then: the latest first
	Log      *Published          // nil: the site keeps no log yet
}

// Published is what there is to say of the log.
type Published struct {
	Origin              string
	LogKey, ReceiptsKey string // by which its checkpoints, and receipts, are verified
	Size                int64
	Day                 int64  // the last day that has ended in the log, as 20260921; 0: none yet
	Checkpoint          string // of its end, or without one of the log as it is
	Keys                []KeyLine
}

// KeyLine is one key of the dice.
type KeyLine struct {
	Epoch uint32
	F     tbd2.Digest
	Born  time.Time
	Lost  time.Time // zero: it counts
	Why   string    // it was lost

	Opened *tbd2.Opened // nil: it is closed
}

// BreakLine is that the dice of running games were made anew.
type BreakLine struct {
	At     time.Time
	Games  int
	Reason string
}

// counted is how long a count of all games and tournaments is good enough.
const counted = 5 * time.Minute

// count is a count of all games and tournaments, and when it was made.
type count struct {
	games  anchor.Counts
	scopes []anchor.Scopes // the first epoch first
	at     time.Time
}

// shownKeys is how many keys a page lists at most, the latest.
const shownKeys = 50

// Overview returns what there is to say.
func (s *Log) Overview(ctx context.Context) (o Overview, err error) {
	c, err := s.count(ctx)
	if err != nil {
		return o, err
	}
	o.Counts = c.games
	s.addEpochs(&o, c.scopes)
	if o.Restores, err = s.games.SiteNoticesOf(ctx, league.RestoredNotice); err != nil {
		return o, err
	}
	if o.Breaks, err = s.breaks(ctx); err != nil {
		return o, err
	}
	o.Log, err = s.published(ctx)
	if league.KindOf(err) == league.NotFound {
		return o, nil
	}
	return o, err
}

// count counts all games and tournaments, now and then.
func (s *Log) count(ctx context.Context) (*count, error) {
	now := s.core.Now()
	if last := s.last.Load(); last != nil && now.Sub(last.at).Abs() < counted {
		return last, nil
	}
	c := &count{at: now}
	var err error
	if c.games, err = s.games.DiceCounts(ctx); err != nil {
		return nil, err
	}
	if c.scopes, err = s.games.ScopeCounts(ctx); err != nil {
		return nil, err
	}
	s.last.Store(c)
	return c, nil
}

// addEpochs adds how many epochs there were, and what was made in each, with nothing where there was none.
func (s *Log) addEpochs(o *Overview, scopes []anchor.Scopes) {
	if s.core.Dealer == nil {
		return
	}
	o.Epochs, _, _ = s.core.Dealer.Committed(0, 0)
	for e := o.Epochs; e > 0 && o.Epochs-e < shownKeys; e-- {
		line := anchor.Scopes{Epoch: e}
		for _, c := range scopes {
			if c.Epoch == e {
				line = c
			}
		}
		o.Scopes = append(o.Scopes, line)
	}
	if len(scopes) > 0 && scopes[0].Epoch == 0 {
		o.Scopes = append(o.Scopes, scopes[0])
	}
}

func (s *Log) published(ctx context.Context) (*Published, error) {
	if s.core.Signers == nil {
		return nil, errNoLog()
	}
	days, err := s.tree.LastLeaves(ctx, anchor.Day, 1)
	if err != nil {
		return nil, err
	}
	p := &Published{Origin: s.core.Signers.Origin, LogKey: s.core.Signers.LogKey(), ReceiptsKey: s.core.Signers.ReceiptsKey()}
	size := int64(0)
	if len(days) > 0 {
		p.Day, size = days[0].Number, days[0].N+1
	}
	if p.Checkpoint, _, err = s.Checkpoint(ctx, size); err != nil {
		return nil, err
	}
	if p.Size, err = s.tree.LogSize(ctx); err != nil {
		return nil, err
	}
	return p, s.addHistory(ctx, p)
}

// addHistory adds the keys of the dice, the present one first, and what became of those before.
func (s *Log) addHistory(ctx context.Context, p *Published) error {
	lost, err := s.said(ctx, anchor.Lost)
	if err != nil {
		return err
	}
	keys, err := s.said(ctx, anchor.Key)
	if err != nil {
		return err
	}
	for _, k := range keys {
		line := KeyLine{Epoch: k.Epoch, F: k.Digest, Born: time.UnixMilli(k.At).UTC()}
		for _, l := range lost {
			if l.Digest == k.Digest {
				line.Lost, line.Why = time.UnixMilli(l.At).UTC(), l.Reason
			}
		}
		if line.Opened, _, err = epochOpened(ctx, s.tree, k.Digest); err != nil {
			return err
		}
		p.Keys = append(p.Keys, line)
	}
	return nil
}

// said reads the last leaves of a kind, the last one first.
func (s *Log) said(ctx context.Context, kind anchor.Kind) (list []tbd2.Said, err error) {
	leaves, err := s.tree.LastLeaves(ctx, kind, shownKeys)
	for _, l := range leaves {
		if said, ok := tbd2.ReadLeaf(l.Data); ok {
			list = append(list, said)
		}
	}
	return list, err
}

// Ended is the checkpoint at the end of a day.
type Ended struct {
	Day        int64 // as 20260921
	At         time.Time
	Checkpoint string
}

// Days lists the checkpoints of the last days, the last one first.
func (s *Log) Days(ctx context.Context, limit int) (list []Ended, err error) {
	if s.core.Signers == nil {
		return nil, nil
	}
	days, err := s.tree.LastLeaves(ctx, anchor.Day, limit)
	if err != nil {
		return nil, err
	}
	for _, l := range days {
		said, _ := tbd2.ReadLeaf(l.Data)
		e := Ended{Day: l.Number, At: time.UnixMilli(said.At).UTC()}
		if e.Checkpoint, _, err = s.Checkpoint(ctx, l.N+1); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// breaks lists when dice were made anew, the latest first: of one time the log has a leaf for each scope.
func (s *Log) breaks(ctx context.Context) (list []BreakLine, err error) {
	leaves, err := s.tree.LastLeaves(ctx, anchor.Break, shownBreaks)
	number := int64(0)
	for _, l := range leaves {
		said, ok := tbd2.ReadLeaf(l.Data)
		if !ok {
			return nil, unreadable(l)
		}
		if l.Number != number {
			list = append(list, BreakLine{At: time.UnixMilli(said.At).UTC(), Reason: said.Reason})
			number = l.Number
		}
		list[len(list)-1].Games += int(said.Number)
	}
	return list, err
}

// shownBreaks is how many leaves of breaks a page goes by at most, the latest.
const shownBreaks = 1000
