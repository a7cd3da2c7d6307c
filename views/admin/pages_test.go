package admin

import (
	"errors"
	"flag"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "rewrite the golden pages")

// shown is what surrounds the pages of an officer.
func shown(role league.SiteRole) Shell {
	return Shell{Frame: ui.Frame{Viewer: viewstest.AnnWithAccount, Now: viewstest.Today}, Role: role}
}

// machine is a site with some trouble.
func machine() Machine {
	no := false
	return Machine{
		Version: "1.4.0", Node: "box/17/abcdef", Ready: &no, Obstacles: []string{"The database takes no writes."}, Disk: &Disk{Free: 700 << 20, Total: 40 << 30},
		Backups: []Backup{{Name: "kickabout-1.kab", At: viewstest.Today.Add(-30 * time.Hour), Bytes: 12 << 20}}, Drill: &Drill{At: viewstest.Today.Add(-50 * time.Hour), Lost: time.Hour, Took: 4200 * time.Millisecond},
		Jobs: []Job{{Name: "sweep", EveryNode: true}, {Name: "recheck", Is: league.Job{Ended: viewstest.Today.Add(-time.Hour), Problem: errors.New("2 games differ").Error()}}}, Locked: 1,
	}
}

// logged is what stands in the log.
func logged() []LogLine {
	return []LogLine{
		{AuditLine: league.AuditLine{N: 8, At: viewstest.Today, By: "ann", Act: string(conduct.Restrict), Subject: "bob", Reason: `"><b></b>`, Detail: "30 days"}, Actor: viewstest.AnnWithAccount, About: viewstest.Bob},
		{AuditLine: league.AuditLine{N: 7, At: viewstest.Today.Add(-time.Hour), Act: string(conduct.RunJob), Subject: "sweep", Reason: "it was late"}},
	}
}

func TestPages(t *testing.T) {
	wrong := map[string]string{"proof": "This is not your password."}
	viewstest.CheckPages(t, map[string]templ.Component{
		"overview":           Overview(NewOverview(OverviewInput{Shell: shown(league.Admin), Machine: machine(), Officers: []league.Officer{{Player: viewstest.AnnWithAccount, Role: league.Admin, Since: viewstest.KickedOff}}})),
		"overview-moderator": Overview(NewOverview(OverviewInput{Shell: shown(league.Moderator)})),
		"log":                Log(NewLog(LogInput{Shell: shown(league.Admin), Lines: logged(), Most: 2})),
		"log-empty":          Log(NewLog(LogInput{Shell: shown(league.Admin)})),
		"password":           Proof(NewProofPage(ProofInput{Frame: shown(league.Admin).Frame, Action: "/admin/password", Held: []Held{{"next", "/admin/log"}}})),
		"password-wrong":     Proof(NewProofPage(ProofInput{Frame: shown(league.Admin).Frame, Action: "/admin/password", Held: []Held{{"next", `"><b></b>`}}, Errors: wrong})),
	}, *update)
}
