// Package admin is the pages of those who look after a site: what runs, who plays, what was reported, and the log
// of what they did themselves.
package admin

import (
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/views/ui"
)

// Shell is what surrounds each of these pages.
type Shell struct {
	ui.Frame
	Role   league.SiteRole   // of the viewer
	Done   string            // what has just been done; "" if nothing
	Errors map[string]string // sentences by field; "": about the whole form
}

// section is a page that the navigation leads to.
type section struct {
	path, name string
	act        conduct.Act // without which it is not there
}

// sections is all of them, in their order.
func sections() []section {
	return []section{
		{"/admin", "Overview", conduct.SeeOverview},
		{"/admin/reports", "Reports", conduct.SeeReports},
		{"/admin/users", "Users", conduct.SeeUsers},
		{"/admin/jobs", "Jobs", conduct.SeeJobs},
		{"/admin/backups", "Backups", conduct.SeeBackups},
		{"/admin/quarantine", "Quarantine", conduct.SeeQuarantine},
		{"/admin/games", "Games", conduct.ChangeGames},
		{"/admin/settings", "Settings", conduct.ChangeSettings},
		{"/admin/log", "Log", conduct.SeeLog},
	}
}

// open lists the sections that a role may see.
func open(role league.SiteRole) []section {
	var list []section
	for _, s := range sections() {
		if conduct.May(role, s.act) {
			list = append(list, s)
		}
	}
	return list
}

// Moment is a time as pages show it, and as programs read it.
type Moment struct{ Text, At string }

func momentOf(t time.Time) Moment {
	if t.IsZero() {
		return Moment{}
	}
	return Moment{ui.Moment(t), ui.Datetime(t)}
}
