package admin

import (
	"fmt"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/contact"
	"kickabout/league/operatortext"
	"kickabout/views/ui"
)

// Machine is what is known of what the site runs on. What is zero is not shown.
type Machine struct {
	Version   string
	Node      string   // the name of the server that answers
	Ready     *bool    // nil: nobody knows
	Obstacles []string // why it is not, a line each
	Disk      *Disk
	Backups   []Backup       // the newest first
	Drills    []league.Drill // likewise
	Jobs      []Job
	Locked    int             // games in quarantine
	Outbox    *contact.Outbox // nil: the site sends nothing
}

// Disk is the room for the data.
type Disk struct {
	Free, Total int64 // bytes
	Short       bool  // somebody should make room
}

// Backup is a copy of the database.
type Backup struct {
	Name  string
	At    time.Time
	Bytes int64
}

// Job is something that the site does again and again.
type Job struct {
	Name, When, Does string
	EveryNode        bool // each server does it by itself, and nothing is remembered of it
	Is               league.Job
}

// Queue is what waits for somebody.
type Queue struct {
	Reports, Appeals int
	MoreReports      bool // than are counted
}

// Maintenance is what was typed to announce that the site will be away.
type Maintenance struct {
	From, Until, Reason string
	Errors              map[string]string
}

// OverviewInput is what the overview is built from.
type OverviewInput struct {
	Shell
	Machine  Machine
	Queue    Queue
	Officers []league.Officer

	Maintenance Maintenance
}

// OverviewPage says how the site is.
type OverviewPage struct {
	Shell
	Machine  []Fact
	Queue    []Fact
	Officers []OfficerLine

	Announces   bool // the viewer may announce that the site will be away
	Maintenance Maintenance
}

// Fact is a line about the site.
type Fact struct {
	Name string
	Text string
	Note string // what there is to add; "" for nothing
	URL  string // where there is more; "" for nowhere
	Bad  bool   // somebody should look after it
	At   Moment
}

// OfficerLine is somebody who looks after the site.
type OfficerLine struct {
	Name, URL, Role string
	Since           Moment
}

// NewOverview builds the overview.
func NewOverview(in OverviewInput) OverviewPage {
	p := OverviewPage{Shell: in.Shell}
	p.Title = "Overview"
	p.Announces, p.Maintenance = conduct.May(in.Role, conduct.AnnounceMaintenance), in.Maintenance
	p.Machine, p.Queue = in.Machine.facts(in.Now, in.Role), QueueFacts(in.Queue, in.Role)
	for _, o := range in.Officers {
		p.Officers = append(p.Officers, OfficerLine{o.Player.Name, ui.PlayerURL(o.Player), string(o.Role), momentOf(o.Since)})
	}
	return p
}

// lateBackup is from when on somebody should look after the backups.
const lateBackup = 26 * time.Hour

// lateLetter is from when on somebody should look after a letter that is due.
const lateLetter = time.Hour

// facts lists what is known, with the way to more for a role that may see it.
func (m Machine) facts(now time.Time, role league.SiteRole) []Fact {
	var facts []Fact
	add := func(name, text string, bad bool) { facts = append(facts, Fact{Name: name, Text: text, Bad: bad}) }
	more := func(path string, act conduct.Act) string {
		if conduct.May(role, act) {
			return path
		}
		return ""
	}
	if m.Version != "" {
		add("Version", m.Version, false)
	}
	if m.Node != "" {
		add("Server", m.Node, false)
	}
	if m.Ready != nil && *m.Ready {
		add("Health", "ready", false)
	}
	for _, why := range m.Obstacles {
		add("Health", why, true)
	}
	if d := m.Disk; d != nil && d.Total > 0 {
		add("Disk", fmt.Sprintf("%s free of %s", operatortext.Size(d.Free), operatortext.Size(d.Total)), d.Short)
	}
	if len(m.Backups) > 0 {
		b := m.Backups[0]
		facts = append(facts, Fact{Name: "Last backup", Text: operatortext.Size(b.Bytes), URL: more("/admin/backups", conduct.SeeBackups), At: momentOf(b.At), Bad: now.Sub(b.At) > lateBackup})
	}
	if len(m.Drills) > 0 {
		facts = append(facts, drillFact(m.Drills[0]))
	}
	for _, j := range m.Jobs {
		if j.Is.Problem != "" {
			facts = append(facts, Fact{Name: "Job " + j.Name, Text: "failed", Note: j.Is.Problem, URL: more("/admin/jobs", conduct.SeeJobs), At: momentOf(j.Is.Ended), Bad: true})
		}
	}
	if o := m.Outbox; o != nil {
		text := ui.CountText(o.Waiting, "letter waits to be sent", "letters wait to be sent")
		if o.Dead > 0 {
			text += ", nobody took " + ui.CountText(o.Dead, "other", "others") + " in 90 days"
		}
		add("Mail", text, !o.Oldest.IsZero() && now.Sub(o.Oldest) > lateLetter)
	}
	if m.Locked > 0 {
		text := ui.CountText(m.Locked, "game is locked", "games are locked")
		facts = append(facts, Fact{Name: "Damage", Text: text, URL: more("/admin/quarantine", conduct.SeeQuarantine), Bad: true})
	}
	return facts
}

// drillFact says what came of restoring a backup.
func drillFact(d league.Drill) Fact {
	f := Fact{Name: "Last drill", Text: "restored in " + d.Took.Round(time.Second).String(), At: momentOf(d.At)}
	if d.Problem != "" {
		f.Text, f.Note, f.Bad = "failed", d.Problem, true
	} else {
		f.Note = fmt.Sprintf("Without the site’s disk, the last %s of play would have been lost.", d.Lost.Round(time.Second))
	}
	return f
}
