package league

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/league/span"
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

// Later returns when something comes due that was to come due at a moment, if an outage moves it: later by its length, and
// after one of more than a day not on the first day back (R-TC-4).
func (n SiteNotice) Later(due time.Time) time.Time {
	due = due.Add(n.Given())
	if first := n.Until.Add(span.FirstDay); n.Until.Sub(n.From) > span.FirstDay && due.Before(first) {
		return first
	}
	return due
}

// textDelayed is why the dates of a tournament were moved.
const textDelayed LogText = "R-TC-4: the site was away"

// OutageTexts lists what an outage writes into the logs of tournaments.
func OutageTexts() []LogText { return []LogText{textDelayed} }

// Delay returns the tournament with its dates moved by an outage: the decision that says so is the last of its log. False:
// it has none that are still to come, or its dates were moved by that outage already.
func (t Tournament) Delay(n SiteNotice) (Tournament, bool) {
	at := n.Until
	if at.Before(t.Changed) { // clocks of two nodes may differ a little
		at = t.Changed
	}
	d := Decision{Seq: t.Last + 1, At: at, Act: ActDelayed, Text: Rest{n.From, n.Until, true}.interval() + " " + textDelayed.Of()}
	moved, err := t.Add(d)
	return moved, err == nil
}

// delay moves the dates of a tournament by an outage (R-TC-4). What is being played has a rest more; before the start the
// day of it moves only if it would have come while the site was away or within a day after.
func delay(t *Tournament, d Decision) error {
	r, err := parseInterval(d.Text)
	over := slices.ContainsFunc(t.Rests, func(o Rest) bool { return o == r })
	if err = errors.Join(err, t.bySite(d)); err != nil || over || t.Rolling {
		return cmp.Or(err, Errorf(Stale, "An outage moves nothing here."))
	}
	n := SiteNotice{OutageNotice, r.From, r.Until}
	switch {
	case t.State == Running:
		t.Rests = append(t.Rests[:len(t.Rests):len(t.Rests)], r)
		t.Late = n.laterIfOpen(t.Late)
		delayCalls(t, n)
	case t.State != Registration || t.Starts.IsZero() && t.Closes.IsZero():
		return Errorf(Stale, "An outage moves nothing here.")
	default:
		delayStart(t, n)
	}
	return nil
}

// delayStart moves the close of entries, and the start if it is near.
func delayStart(t *Tournament, n SiteNotice) {
	if starts := t.Starts; !starts.IsZero() && starts.Before(n.Until.Add(span.FirstDay)) {
		t.Starts = n.laterIfOpen(starts)
		if !t.Late.IsZero() {
			t.Late = t.Late.Add(t.Starts.Sub(starts))
		}
	}
	t.Closes = n.laterIfOpen(t.Closes)
	if !t.Starts.IsZero() && t.Closes.After(t.Starts) {
		t.Closes = t.Starts
	}
	t.Rests = append(t.Rests[:len(t.Rests):len(t.Rests)], Rest{n.From, n.Until, true})
}

// laterIfOpen is Later of what had not come due when the outage began, in whole seconds, as terms have it; there may be no such
// moment.
func (n SiteNotice) laterIfOpen(due time.Time) time.Time {
	if due.IsZero() || due.Before(n.From) {
		return due
	}
	return n.Later(due).Add(time.Second - 1).Truncate(time.Second)
}

// interval writes a rest as ISO 8601 has it, to the millisecond.
func (r Rest) interval() string {
	return r.From.UTC().Format(intervalLayout) + "/" + r.Until.UTC().Format(intervalLayout)
}

const intervalLayout = "2006-01-02T15:04:05.000Z"

// parseInterval reads the outage that a text begins with.
func parseInterval(text string) (Rest, error) {
	first, _, _ := strings.Cut(text, " ")
	from, until, _ := strings.Cut(first, "/")
	begun, err := time.Parse(intervalLayout, from)
	ended, err2 := time.Parse(intervalLayout, until)
	if err = errors.Join(err, err2); err == nil && !ended.After(begun) {
		err = fmt.Errorf("%q is no span of time", first)
	}
	return Rest{begun.UTC(), ended.UTC(), true}, err
}

// DelayOf returns the outage by which the dates of a tournament were moved; false of any other decision.
func DelayOf(d Decision) (Rest, bool) {
	r, err := parseInterval(d.Text)
	return r, d.Act == ActDelayed && err == nil
}
