package front

import (
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/views/ui"
)

// NoticesPage is the page of what the site tells everybody.
type NoticesPage struct {
	ui.Frame
	Lines []NoticeLine // the latest first
}

// NoticeLine is something that the site tells everybody.
type NoticeLine struct {
	league.SiteNotice
	Length string // from one of its moments to the other, as "2 h 10 min"
}

// Short says it in a few words, which When follows.
func (l NoticeLine) Short() string {
	switch l.Kind {
	case league.RestoredNotice:
		return "The site was restored from a backup on "
	case league.MaintenanceNotice:
		return "The site will be away for " + l.Length + " from "
	case league.TermsNotice:
		return "The terms of this site were changed on "
	case league.PrivacyNotice:
		return "The privacy statement of this site was changed on "
	}
	return "The site had been away for " + l.Length + " until "
}

// When is the moment that it is about most of all.
func (l NoticeLine) When() time.Time {
	if l.Kind == league.MaintenanceNotice {
		return l.From
	}
	return l.Until
}

// NewNoticesPage builds the page of what the site tells everybody.
func NewNoticesPage(f ui.Frame, notices []league.SiteNotice) NoticesPage {
	f.Title, f.Description = "Site notices", "What happened at Kickabout that concerns every game."
	return NoticesPage{Frame: f, Lines: noticeLines(notices)}
}

func noticeLines(notices []league.SiteNotice) []NoticeLine {
	var lines []NoticeLine
	for _, n := range notices {
		lines = append(lines, NoticeLine{n, clock.Left(n.Given())})
	}
	return lines
}
