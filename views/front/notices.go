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

// NoticeLine says that the site was away.
type NoticeLine struct {
	Length string // "2 h 10 min"
	Until  time.Time
}

// NewNoticesPage builds the page of what the site tells everybody.
func NewNoticesPage(f ui.Frame, notices []league.SiteNotice) NoticesPage {
	f.Title, f.Description = "Site notices", "What happened at Kickabout that concerns every game."
	return NoticesPage{Frame: f, Lines: noticeLines(notices)}
}

func noticeLines(notices []league.SiteNotice) []NoticeLine {
	var lines []NoticeLine
	for _, n := range notices {
		lines = append(lines, NoticeLine{ui.LeftText(n.Given()), n.Until})
	}
	return lines
}
