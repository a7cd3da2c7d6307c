package league

import (
	"strconv"
	"strings"
	"time"
)

// Outage is the longest that the site may be silent without giving the time back
// (R-TC-4).
const Outage = 5 * time.Minute

// SiteNoticeKind says what a notice to everybody is about.
type SiteNoticeKind string

// The kinds, and what From and Until are.
const (
	// OutageNotice says that the site was away, and that all clocks were moved by as much.
	OutageNotice SiteNoticeKind = "outage"
	// RestoredNotice says that the site was restored from a backup of From at the moment Until: nothing that happened
	// between them is left.
	RestoredNotice SiteNoticeKind = "restored"
	// MaintenanceNotice announces that the site will be away.
	MaintenanceNotice SiteNoticeKind = "maintenance"
	// TermsNotice and PrivacyNotice say that these texts of the owner were changed; both moments are the same.
	TermsNotice   SiteNoticeKind = "terms"
	PrivacyNotice SiteNoticeKind = "privacy"
	// ShortNotice and ScarceNotice tell its admins alone that the disk fills up, or has room for games alone; both moments
	// are the same.
	ShortNotice  SiteNoticeKind = "short"
	ScarceNotice SiteNoticeKind = "scarce"
)

// SiteNotice is what the site tells everybody.
type SiteNotice struct {
	Kind        SiteNoticeKind
	From, Until time.Time
}

// Subject names it as the subject of a member's notice, which ParseSiteNotice reads.
func (n SiteNotice) Subject() string {
	return string(n.Kind) + "." + strconv.FormatInt(n.From.UnixMilli(), 10) + "." + strconv.FormatInt(n.Until.UnixMilli(), 10)
}

// ParseSiteNotice reads what the subject of a member's notice says; ok is false of anything else.
func ParseSiteNotice(subject string) (n SiteNotice, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 3 {
		return n, false
	}
	from, err := strconv.ParseInt(parts[1], 10, 64)
	until, err2 := strconv.ParseInt(parts[2], 10, 64)
	return SiteNotice{SiteNoticeKind(parts[0]), time.UnixMilli(from).UTC(), time.UnixMilli(until).UTC()}, err == nil && err2 == nil
}

// Given returns what an outage gives to every running clock: its length in whole
// seconds, rounded up.
func (n SiteNotice) Given() time.Duration {
	return (n.Until.Sub(n.From) + time.Second - 1).Truncate(time.Second)
}
