package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/operatortext"
	"kickabout/store/backup"
)

// factLate is how old something may be that has happened and that nobody has looked after.
const factLate = 10 * time.Minute

// facts looks whether what happens is looked after.
func (x *examination) facts(ctx context.Context) {
	b, err := x.data.Backlog(ctx)
	age := x.Now().Sub(b.Oldest)
	switch {
	case err != nil:
		x.unknown("facts", err)
	case b.Facts > 0 && age > factLate:
		x.is("facts", Warn, "Look in the log of the server for why; it tries again by itself.", "%s, the oldest of them for %v.", count(b.Facts, "thing that has happened waits to be looked after", "things that have happened wait to be looked after"), age.Round(time.Second))
	default:
		x.is("facts", OK, "", "What has happened is looked after; %d wait.", b.Facts)
	}
}

// letterLate is how old a letter may be that is due and has not been sent.
const letterLate = time.Hour

// outbox looks whether what players are to be told leaves the site.
func (x *examination) outbox(ctx context.Context) {
	o, err := x.data.Outbox(ctx, x.Now())
	age := x.Now().Sub(o.Oldest)
	switch {
	case err != nil:
		x.unknown("outbox", err)
	case !o.Oldest.IsZero() && age > letterLate:
		x.is("outbox", Warn, "Look in the log of the server for why, and whether --mail names a server that takes letters; it tries again by itself.",
			"%s, the oldest that is due for %v.", count(o.Waiting, "letter waits to be sent", "letters wait to be sent"), age.Round(time.Second))
	case o.Dead > 0:
		x.is("outbox", OK, "", "%s; nobody took %s in the last 90 days.", count(o.Waiting, "letter waits to be sent", "letters wait to be sent"), count(o.Dead, "other", "others"))
	default:
		x.is("outbox", OK, "", "What players are to be told is sent; %d wait.", o.Waiting)
	}
}

// How far clocks may be apart, and how old the heartbeat of a running site is at most.
const (
	clockOff  = 2 * time.Second
	clockFar  = time.Minute
	heartbeat = 90 * time.Second
)

// clock compares the clock of this machine with that of the database, and with the last moment at which the site was
// awake: neither may be ahead.
func (x *examination) clock(ctx context.Context) {
	const remedy = "Let NTP set the clocks of this machine and of the database. Deadlines go by them."
	at, err := x.data.Clock(ctx)
	if err != nil {
		x.unknown("clock", err)
		return
	}
	off := x.Now().Sub(at)
	last, err := x.data.Heartbeat(ctx)
	if err != nil {
		x.unknown("clock", err)
		return
	}
	switch ahead := last.Sub(x.Now()); {
	case ahead > clockFar:
		x.is("clock", Fail, remedy, "The clock of this machine is %v behind the last moment at which the site was awake.", ahead.Round(time.Second))
	case off.Abs() > clockFar:
		x.is("clock", Fail, remedy, "The clocks of this machine and of the database are %v apart.", off.Abs().Round(time.Second))
	case off.Abs() > clockOff:
		x.is("clock", Warn, remedy, "The clocks of this machine and of the database are %v apart.", off.Abs().Round(time.Millisecond))
	default:
		x.is("clock", OK, "", "The clocks of this machine and of the database agree.")
	}
}

// jobLate is how long after it was due a job may begin: another server takes over what one has left within a minute.
const jobLate = 10 * time.Minute

// awake looks whether a server runs, and whether it does its jobs.
func (x *examination) awake(ctx context.Context) {
	last, err := x.data.Heartbeat(ctx)
	if err != nil {
		x.unknown("server", err)
		return
	}
	runs := x.Now().Sub(last) < heartbeat
	switch {
	case runs:
		x.is("server", OK, "", "A server runs.")
	case last.IsZero():
		x.is("server", Warn, "Start it.", "No server has ever served this site.")
	default:
		x.is("server", Warn, "Start it. Clocks get back the time since then.", "No server runs; the last one was awake on %s.", operatortext.Moment(last))
	}
	remembered, err := x.data.Jobs(ctx)
	if err != nil {
		x.unknown("jobs", err)
		return
	}
	var failed, late []string
	for _, j := range x.Jobs {
		for _, is := range remembered {
			switch {
			case is.Name != j.Name || j.EveryNode:
			case is.Problem != "":
				failed = append(failed, fmt.Sprintf("%s (%s)", is.Name, is.Problem))
			case runs && x.lateJob(is):
				late = append(late, fmt.Sprintf("%s (due %s)", is.Name, operatortext.Moment(is.Next)))
			}
		}
	}
	switch {
	case len(failed) > 0:
		x.is("jobs", Warn, "See to what it says, then kickabout jobs run NAME.", "These jobs failed last time: %s.", strings.Join(failed, ", "))
	case len(late) > 0:
		x.is("jobs", Warn, "Look in the log of the server; kickabout jobs run NAME runs one now.", "These jobs are late: %s.", strings.Join(late, ", "))
	default:
		x.is("jobs", OK, "", "No job has failed, and none is late.")
	}
}

// lateJob says that a job should have begun long ago, and that nobody does it just now.
func (x *examination) lateJob(is league.Job) bool {
	return !is.Expires.After(x.Now()) && !is.Next.IsZero() && x.Now().Sub(is.Next) > jobLate
}

// After so many of its intervals a backup is late; after a week without one there is none to speak of.
const (
	backupsMissed = 3
	backupsLost   = 7 * 24 * time.Hour
)

// copies looks how old the newest backup is, and whether there is room for the next.
func (x *examination) copies(ctx context.Context) {
	const remedy = "Start the server with --backups FOLDER, on another disk if you can; kickabout backup --to FOLDER writes one now."
	path, taken, err := backup.Newest(x.Backups)
	if err != nil {
		x.unknown("backups", err)
		return
	}
	size, err := backup.Size(ctx, x.Database)
	if err != nil {
		x.unknown("backups", err)
		return
	}
	age := x.Now().Sub(taken)
	switch {
	case path == "":
		x.is("backups", Warn, remedy, "There is no backup in %s.", x.Backups)
		return
	case age > backupsLost:
		x.is("backups", Fail, remedy, "The newest backup in %s is of %s.", x.Backups, operatortext.Moment(taken))
		return
	case age > backupsMissed*backup.Interval(size):
		x.is("backups", Warn, "Look what the job backup says: kickabout jobs.", "The newest backup in %s is of %s.", x.Backups, operatortext.Moment(taken))
		return
	}
	if r, err := x.Room(x.Backups); err == nil && r.Free < 2*size {
		x.is("backups", Warn, "Make room there, or have backups written to another folder.", "%s are free in %s, and the next backup needs %s.", operatortext.Size(r.Free), x.Backups, operatortext.Size(2*size))
		return
	}
	x.is("backups", OK, "", "The newest backup in %s is of %s.", x.Backups, operatortext.Moment(taken))
}

// drillLate is from when on it is too long ago that a backup was restored: drills are weekly.
const drillLate = 15 * 24 * time.Hour

// drill looks whether a backup was restored lately, and what came of it.
func (x *examination) drill(ctx context.Context) {
	const remedy = "Run kickabout backup drill. A server with --backups does so once a week."
	last, err := x.data.LastDrills(ctx, 1)
	switch {
	case err != nil:
		x.unknown("drill", err)
	case len(last) == 0:
		x.is("drill", Warn, remedy, "No backup was ever restored to see whether that can be done.")
	case last[0].Problem != "":
		x.is("drill", Fail, "See to what it says, then run kickabout backup drill.", "The last drill, on %s, failed: %s", operatortext.Moment(last[0].At), last[0].Problem)
	case x.Now().Sub(last[0].At) > drillLate:
		x.is("drill", Warn, remedy, "The last drill was on %s.", operatortext.Moment(last[0].At))
	default:
		x.is("drill", OK, "", "On %s a backup was restored within %v; %v of play would have been lost.", operatortext.Moment(last[0].At), last[0].Took.Round(time.Second), last[0].Lost.Round(time.Second))
	}
}
