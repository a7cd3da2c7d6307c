package moderation

import (
	"context"

	"kickabout/league"
)

// Alerts tell the admins what the site's machines want of them.
type Alerts struct{ moderation *Moderation }

// Disk tells that the disk fills up, or has room for games alone: of each once a day, however many servers find it.
func (a *Alerts) Disk(ctx context.Context, scarce bool) error {
	s := a.moderation
	now := s.core.Now()
	told := league.SiteNotice{Kind: league.ShortNotice, From: now, Until: now}
	if scarce {
		told.Kind = league.ScarceNotice
	}
	officers, err := s.store.Officers(ctx)
	if err != nil {
		return err
	}
	var notices []league.Notice
	for _, o := range officers {
		if o.Role == league.Admin {
			notices = append(notices, league.Notice{Player: o.Player.ID, At: now, Kind: league.EveryoneNotice, Subject: told.Subject(), Event: league.SiteDisk})
		}
	}
	first, err := s.store.TellOnce(ctx, "disk:"+string(told.Kind)+":"+now.UTC().Format("2006-01-02"), now, notices...)
	if first {
		s.core.Notify(notices)
	}
	return err
}
