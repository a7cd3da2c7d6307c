package admin

import (
	"net/url"
	"time"

	"kickabout/league"
	"kickabout/league/operatortext"
	"kickabout/views/ui"
)

// JobsInput is what the page of jobs is built from.
type JobsInput struct {
	Shell
	Jobs   []Job
	At     string // the job that Errors are about
	Reason string // as typed for it
}

// JobsPage is what the site does again and again.
type JobsPage struct {
	Shell
	Jobs []JobLine
}

// JobLine is a job.
type JobLine struct {
	Name, When, Does string
	State            string
	Bad              bool
	Last, Next       Moment
	MayRun           bool
	Reason           string
	Errors           map[string]string
}

// NewJobs builds the page.
func NewJobs(in JobsInput) JobsPage {
	p := JobsPage{Shell: in.Shell}
	p.Title = "Jobs"
	for _, j := range in.Jobs {
		l := JobLine{Name: j.Name, When: j.When, Does: j.Does, Last: momentOf(j.Is.Ended), Next: momentOf(j.Is.Next), MayRun: !j.EveryNode}
		l.State, l.Bad = jobState(j, in.Now)
		if in.At == j.Name {
			l.Reason, l.Errors = in.Reason, in.Errors
		}
		p.Jobs = append(p.Jobs, l)
	}
	return p
}

// jobState says how a job goes, and whether somebody should look after it.
func jobState(j Job, now time.Time) (text string, bad bool) {
	switch {
	case j.EveryNode:
		return "on every server", false
	case j.Is.Expires.After(now):
		return "running", false
	case j.Is.Started.After(j.Is.Ended):
		return "was cut short", true
	case j.Is.Problem != "":
		return "failed: " + j.Is.Problem, true
	case j.Is.Ended.IsZero():
		return "never ran", false
	}
	return "went well", false
}

// BackupsInput is what the page of backups is built from.
type BackupsInput struct {
	Shell
	Backups []Backup // the newest first
	Drills  []league.Drill
}

// BackupsPage is copies of the database, and whether they can be restored.
type BackupsPage struct {
	Shell
	Backups, Drills []Fact
}

// NewBackups builds the page.
func NewBackups(in BackupsInput) BackupsPage {
	p := BackupsPage{Shell: in.Shell}
	p.Title = "Backups"
	for _, b := range in.Backups {
		p.Backups = append(p.Backups, Fact{Name: operatortext.Size(b.Bytes), Text: b.Name, At: momentOf(b.At)})
	}
	for _, d := range in.Drills {
		f := drillFact(d)
		f.Name = "Drill"
		p.Drills = append(p.Drills, f)
	}
	return p
}

// QuarantineInput is what the page of damaged games is built from.
type QuarantineInput struct {
	Shell
	Locked []league.Lock
}

// QuarantinePage is games whose records are damaged.
type QuarantinePage struct {
	Shell
	Locked []Fact
}

// NewQuarantine builds the page.
func NewQuarantine(in QuarantineInput) QuarantinePage {
	p := QuarantinePage{Shell: in.Shell}
	p.Title = "Quarantine"
	for _, l := range in.Locked {
		p.Locked = append(p.Locked, Fact{Name: "Game", Text: l.Match, Note: ui.Upper(l.Reason) + ".", URL: "/matches/" + url.PathEscape(l.Match), At: momentOf(l.Found), Bad: true})
	}
	return p
}
