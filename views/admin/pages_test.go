package admin

import (
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/contact"
	"kickabout/league/setting"
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
		Version: "1.4.0", Node: "box/17/abcdef", Ready: &no, Obstacles: []string{"The database takes no writes."}, Disk: &Disk{Free: 700 << 20, Total: 40 << 30, Short: true},
		Backups: []Backup{{Name: "kickabout-1.kab", At: viewstest.Today.Add(-30 * time.Hour), Bytes: 12 << 20}}, Drills: []league.Drill{{At: viewstest.Today.Add(-50 * time.Hour), Lost: time.Hour, Took: 4200 * time.Millisecond}},
		Jobs: []Job{{Name: "sweep", EveryNode: true}, {Name: "recheck", Is: league.Job{Ended: viewstest.Today.Add(-time.Hour), Problem: errors.New("2 games differ").Error()}}}, Locked: 1,
		Outbox: &contact.Outbox{Waiting: 3, Dead: 1, Oldest: viewstest.Today.Add(-2 * time.Hour)},
	}
}

// logged is what stands in the log.
func logged() []LogLine {
	return []LogLine{
		{AuditLine: league.AuditLine{N: 8, At: viewstest.Today, By: "ann", Act: string(conduct.Restrict), Subject: "bob", Reason: `"><b></b>`, Detail: "30 days"}, Actor: viewstest.AnnWithAccount, About: viewstest.Bob},
		{AuditLine: league.AuditLine{N: 7, At: viewstest.Today.Add(-time.Hour), Act: string(conduct.RunJob), Subject: "sweep", Reason: "it was late"}},
		{AuditLine: league.AuditLine{N: 6, At: viewstest.Today.Add(-2 * time.Hour), By: "ann", Act: string(conduct.CorrectResult), Subject: "m1", Reason: "the server was at fault", Detail: "timeout:second:0-1 goalless:none:0-0"}, Actor: viewstest.AnnWithAccount},
		{AuditLine: league.AuditLine{N: 5, At: viewstest.Today.Add(-3 * time.Hour), By: "ann", Act: string(conduct.CorrectStrike), Subject: "t1", Reason: "was there", Detail: "voided in"}, Actor: viewstest.AnnWithAccount},
	}
}

// sanctions are steps against Bob: one they have appealed against, one that is over, one undone.
func sanctions() []league.Sanction {
	at := viewstest.Today.Add(-48 * time.Hour)
	return []league.Sanction{
		{ID: "s1", Player: "bob", Kind: league.SanctionRestrict, Reason: `"><b></b>`, By: "ann", At: at, Ends: at.AddDate(0, 0, 30), Appeal: league.Appeal{Text: "I was not", At: viewstest.Today}},
		{ID: "s2", Player: "bob", Kind: league.SanctionWarn, Reason: "rude", At: at},
		{ID: "s3", Player: "bob", Kind: league.SanctionMute, Reason: "rude", At: at, Ends: at.AddDate(0, 0, 1)},
		{ID: "s4", Player: "bob", Kind: league.SanctionRename, Subject: "Bobby", Reason: "rude", At: at, Lifted: league.Verdict{By: "ann", At: viewstest.Today, Why: "a mistake"}},
		{
			ID: "s5", Player: "bob", Kind: league.SanctionHide, Subject: "m1/3", Reason: "rude", At: at,
			Appeal: league.Appeal{Text: "no", At: at, Answer: league.Verdict{By: "ann", At: viewstest.Today, Why: "yes"}},
		},
	}
}

func people() map[string]league.Player {
	return map[string]league.Player{"ann": viewstest.AnnWithAccount, "bob": viewstest.Bob}
}

// requests are what Bob has asked rulings for, of one of which the words were removed.
func requests() []league.RulingRequest {
	at := viewstest.Today.Add(-time.Hour)
	return []league.RulingRequest{
		{Tournament: "t1", Title: "Spring Cup", Seq: 12, Match: "m1", By: viewstest.Bob, At: at, Text: `"><b>cleo is silent</b>`},
		{Tournament: "t1", Title: "Spring Cup", Seq: 9, Match: "m1", By: viewstest.Bob, At: at, Text: league.RemovedText},
	}
}

// wrongStep is a form that came back.
func wrongStep() UserInput {
	in := UserInput{Shell: shown(league.Admin), Player: viewstest.Bob, At: "step", Typed: map[string]string{"kind": "mute", "days": "3", "reason": "rude"}}
	in.Errors = map[string]string{"days": "Choose 1, 7 or 30 days."}
	return in
}

// reported is the queue: a report that is open, one that somebody has taken, and one that was decided.
func reported() []league.Report {
	line := league.Line{Match: "m1", N: 3, Author: "bob", At: viewstest.Today.Add(-time.Hour), Text: "<script>you lose"}
	open := league.Report{Line: line, Reader: "ann", At: viewstest.Today, Reason: "rude"}
	taken, closed := open, open
	taken.Line.N, taken.Taken = 4, league.Verdict{By: "ann", At: viewstest.Today}
	closed.Line.N, closed.Upheld, closed.Closed = 5, true, league.Verdict{At: viewstest.Today, Why: "that was rude"}
	asked := open
	asked.Cup, asked.Line.N, asked.Line.Text = "t1", 6, "<script>she cheats"
	return []league.Report{open, taken, closed, asked}
}

// invited is the list with an invitation that has just been made.
func invited() UsersInput {
	in := UsersInput{Shell: shown(league.Moderator), Users: []league.Player{viewstest.Bob}, Most: 2, Invitation: Invitation{Address: `https://kickabout.example/signup?invitation="><b>`, Until: viewstest.Today}}
	in.Site.Invites = true
	return in
}

// settled is a site of which something is settled.
func settled() []setting.Row {
	var rows []setting.Row
	for _, d := range setting.All() {
		r := setting.Row{Descriptor: d, Value: d.Default}
		switch d.Key {
		case setting.Name:
			r.Value, r.Set = "Street League", true
		case setting.Logo:
			r.Value, r.Set = "iVBORw0KGgoAAAANSUhEUgAAAeAAAABgCAAAAADgeP4l", true
		case setting.Imprint:
			r.Value, r.Set = "# We\n\n\"><b></b>", true
		case setting.Guests:
			r.Value, r.Set, r.Locked = setting.Off, true, true
		}
		rows = append(rows, r)
	}
	return rows
}

// opened is a new site.
func opened() setting.Games {
	return setting.Values{}.Games([]string{"streetsoccer/lg", "streetsoccer/mastermove"}, map[string]string{"streetsoccer/board": "streetsoccer/mastermove"})
}

// refusedGames is a form without a reason that came back.
func refusedGames() GamesInput {
	ladder := func(rules string) setting.Cell { return setting.Cell{Rules: rules, Part: setting.Ladder} }
	return GamesInput{
		Shell: wrongly(map[string]string{"reason": "Say why: it stands in the log."}), Games: viewstest.Catalogue, Open: opened(),
		Wish: map[setting.Cell]bool{ladder("streetsoccer/lg"): false, ladder("streetsoccer/board"): true}, Reason: `"><b></b>`,
	}
}

// wrongly is shown to an admin whose form was refused.
func wrongly(errors map[string]string) Shell {
	s := shown(league.Admin)
	s.Errors = errors
	return s
}

func TestPages(t *testing.T) {
	viewstest.CheckPages(t, map[string]templ.Component{
		"overview":           Overview(NewOverview(OverviewInput{Shell: shown(league.Admin), Machine: machine(), Officers: []league.Officer{{Player: viewstest.AnnWithAccount, Role: league.Admin, Since: viewstest.KickedOff}}})),
		"overview-moderator": Overview(NewOverview(OverviewInput{Shell: shown(league.Moderator), Queue: Queue{Reports: 50, MoreReports: true, Appeals: 1}})),
		"log":                Log(NewLog(LogInput{Shell: shown(league.Admin), Lines: logged(), Most: 2})),
		"log-empty":          Log(NewLog(LogInput{Shell: shown(league.Admin)})),
		"games":              Games(NewGames(GamesInput{Shell: shown(league.Admin), Games: viewstest.Catalogue, Open: opened()})),
		"games-wrong":        Games(NewGames(refusedGames())),
		"settings":           Settings(NewSettings(SettingsInput{Shell: shown(league.Admin), Rows: settled()})),
		"settings-wrong":     Settings(NewSettings(SettingsInput{Shell: wrongly(map[string]string{"value": "Type a name.", "reason": "Say why: it stands in the log."}), Rows: settled(), Here: setting.Name, Typed: `"><b></b>`})),
		"users":              Users(NewUsers(UsersInput{Shell: shown(league.Admin), Text: "b", Users: []league.Player{viewstest.Bob, {ID: "x", Name: "Eve", Kind: league.Expelled, Created: viewstest.KickedOff}}, Most: 2})),
		"users-invited":      Users(NewUsers(invited())),
		"users-none":         Users(NewUsers(UsersInput{Shell: shown(league.Moderator), Text: `"><b></b>`, Most: 2})),
		"user":               User(NewUser(UserInput{Shell: shown(league.Admin), Player: viewstest.Bob, Requests: requests(), Sanctions: sanctions(), People: people(), Log: logged()})),
		"user-wrong":         User(NewUser(wrongStep())),
		"user-moderator":     User(NewUser(UserInput{Shell: shown(league.Moderator), Player: viewstest.Bob, Theirs: league.Admin, Sanctions: sanctions()[:1], People: people()})),
		"reports":            Reports(NewReports(ReportsInput{Shell: shown(league.Moderator), Reports: reported(), Appeals: sanctions()[:1], People: people()})),
		"reports-page":       Reports(NewReports(ReportsInput{Shell: shown(league.Moderator), Reports: reported()[:1], People: people(), Skipped: 50, Next: 100})),
		"reports-none":       Reports(NewReports(ReportsInput{Shell: shown(league.Moderator)})),
		"jobs":               Jobs(NewJobs(JobsInput{Shell: shown(league.Admin), Jobs: machine().Jobs, At: "recheck", Reason: "x"})),
		"jobs-none":          Jobs(NewJobs(JobsInput{Shell: shown(league.Admin)})),
		"backups":            Backups(NewBackups(BackupsInput{Shell: shown(league.Admin), Backups: machine().Backups, Drills: machine().Drills})),
		"backups-none":       Backups(NewBackups(BackupsInput{Shell: shown(league.Admin)})),
		"quarantine":         Quarantine(NewQuarantine(QuarantineInput{Shell: shown(league.Admin), Locked: []league.Lock{{Match: "m1", Found: viewstest.Today, Reason: "event 7 is not what was written"}}})),
		"quarantine-none":    Quarantine(NewQuarantine(QuarantineInput{Shell: shown(league.Admin)})),
		"standing":           Standing(NewStanding(StandingInput{Frame: shown("").Frame, Player: viewstest.Bob, Sanctions: sanctions(), Reports: reported(), Done: true})),
		"standing-wrong":     Standing(NewStanding(StandingInput{Frame: shown("").Frame, Player: viewstest.Bob, Ticket: "ticket", Sanctions: sanctions(), At: "s2", Errors: map[string]string{"text": "Say why the step was wrong."}})),
		"standing-none":      Standing(NewStanding(StandingInput{Frame: shown("").Frame, Player: viewstest.Bob})),
		"standing-absent":    Standing(NewStanding(StandingInput{Frame: shown("").Frame, Player: viewstest.Bob, Sanctions: absences(shown("").Frame.Now)})),
		"standing-who":       Standing(NewStanding(StandingInput{Name: `"><b></b>`, Errors: map[string]string{"password": "Name or password is wrong."}})),
	}, *update)
}

// absences are a ban that runs, one that was shortened after an appeal, a warning, and one that was struck out.
func absences(now time.Time) (list []league.Sanction) {
	for n, reason := range []string{"4th", "3rd", "1st", "1st"} {
		s := league.Sanction{
			ID: fmt.Sprint("a", n), Player: viewstest.Bob.ID, Kind: league.SanctionAbsence, Reason: reason + " absence in 365 days: 2 games lost on time (R-FF-7)",
			At: now.Add(-time.Duration(30*n+5) * 24 * time.Hour),
		}
		s.Ends = s.At.Add(366 * 24 * time.Hour)
		list = append(list, s)
	}
	list[0].Ban = now.Add(170 * 24 * time.Hour)
	list[1].Ban, list[1].Short = now.Add(60*24*time.Hour), now.Add(-time.Hour)
	list[1].Appeal = league.Appeal{Text: "I was ill.", At: now.Add(-9 * 24 * time.Hour), Answer: league.Verdict{At: now.Add(-time.Hour), Why: "Get well."}}
	list[3].Lifted = league.Verdict{At: now.Add(-time.Hour), Why: "The site was away."}
	return list
}
