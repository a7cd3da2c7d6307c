package front

import (
	"time"

	"kickabout/league"
	"kickabout/views/ui"
)

// NoticesPage is the page of what the site tells everybody.
type NoticesPage struct {
	ui.Frame
	Lines []NoticeLine // the latest first
}

// NoticeLine says that the site was away, or restored from a backup.
type NoticeLine struct {
	Length string // for how long it was away, as "2 h 10 min"
	Until  time.Time
	Backup time.Time // what it was restored from; zero: it was not
}

// Short says it in a few words, which the time follows.
func (l NoticeLine) Short() string {
	if l.Backup.IsZero() {
		return "The site had been away for " + l.Length + " until "
	}
	return "The site was restored from a backup on "
}

// NewNoticesPage builds the page of what the site tells everybody.
func NewNoticesPage(f ui.Frame, notices []league.SiteNotice) NoticesPage {
	f.Title, f.Description = "Site notices", "What happened at Kickabout that concerns every game."
	return NoticesPage{Frame: f, Lines: noticeLines(notices)}
}

func noticeLines(notices []league.SiteNotice) []NoticeLine {
	var lines []NoticeLine
	for _, n := range notices {
		line := NoticeLine{Length: ui.LeftText(n.Given()), Until: n.Until}
		if n.Kind == league.RestoredNotice {
			line.Backup = n.From
		}
		lines = append(lines, line)
	}
	return lines
}
