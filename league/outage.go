package league

import "time"

// Outage is the longest that the site may be silent without giving the time back
// (R-TC-4).
const Outage = 5 * time.Minute

// SiteNoticeKind says what a notice to everybody is about.
type SiteNoticeKind string

// OutageNotice says that the site was away and that all clocks were moved by as much.
const OutageNotice SiteNoticeKind = "outage"

// RestoredNotice says that the site was restored from a backup of From at the moment Until: nothing that happened
// between them is left.
const RestoredNotice SiteNoticeKind = "restored"

// SiteNotice is what the site tells everybody.
type SiteNotice struct {
	Kind        SiteNoticeKind
	From, Until time.Time
}

// Given returns what an outage gives to every running clock: its length in whole
// seconds, rounded up.
func (n SiteNotice) Given() time.Duration {
	return (n.Until.Sub(n.From) + time.Second - 1).Truncate(time.Second)
}
