// Package admin serves those who look after a site. Who they are, and what each may, is the office's to decide.
package admin

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/member"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/office"
	"kickabout/views/admin"
)

// Machine tells what the site runs on. What is nil is not known, and not shown.
type Machine struct {
	Version   string
	Node      string // the name of this server
	Obstacles func(context.Context) []string
	Disk      func() (admin.Disk, error)
	Backups   func(context.Context) ([]admin.Backup, error) // the newest first
	Drills    func(context.Context) ([]league.Drill, error) // likewise
	Jobs      func(context.Context) ([]admin.Job, error)
	RunJob    func(ctx context.Context, name string) error
	Locked    func(context.Context) ([]league.Lock, error) // games in quarantine
}

// Handlers answer requests of those who look after the site.
type Handlers struct {
	*request.Site
	office   *office.Office
	accounts *member.Accounts
	security *member.Security
	machine  Machine

	Games       *Games
	Invitations *Invitations
}

// New returns them.
func New(site *request.Site, o *office.Office, accounts *member.Accounts, security *member.Security, machine Machine) *Handlers {
	s := &Handlers{Site: site, office: o, accounts: accounts, security: security, machine: machine}
	s.Games, s.Invitations = &Games{s}, &Invitations{s}
	return s
}

// errNotStaff refuses everybody without a role.
func errNotStaff() error {
	return league.Errorf(league.Forbidden, "This is for those who look after the site.")
}

// role returns the role of whoever acts; an error of kind league.Forbidden if there is none.
func (s *Handlers) role(c echo.Context) (league.SiteRole, error) {
	role, err := s.office.Moderation.RoleOf(c.Request().Context(), request.Actor(c))
	if err == nil && role == league.NoRole {
		err = errNotStaff()
	}
	return role, err
}

// Guard lets those through who look after the site and proved lately who they are.
func (s *Handlers) Guard(next echo.HandlerFunc) echo.HandlerFunc {
	proved := s.security.Proved(next)
	return func(c echo.Context) error {
		role, err := s.role(c)
		if err != nil {
			return err
		}
		if asked, err := s.security.PasskeyFirst(c, role); err != nil || asked {
			return err
		}
		return proved(c)
	}
}

// by is who acts.
func by(c echo.Context) conduct.Actor { return conduct.As(request.Actor(c)) }

// shell builds what surrounds a page, for whoever may see what is on it.
func (s *Handlers) shell(c echo.Context, act conduct.Act) (admin.Shell, error) {
	if err := s.office.Moderation.May(c.Request().Context(), by(c), act); err != nil {
		return admin.Shell{}, err
	}
	role, err := s.role(c)
	if err != nil {
		return admin.Shell{}, err
	}
	frame, err := s.Frame(c)
	return admin.Shell{Frame: frame, Role: role, Done: done[c.QueryParam("done")]}, err
}

// done says what has just been done, by the name of it in an address.
var done = map[string]string{
	"step": "Done. They have been told.", "undone": "Undone. They have been told.", "sessions": "They are signed out everywhere.", "role": "The role is set.",
	"all": "Everybody else is signed out.", "taken": "This report is now yours.", "decided": "Decided. Those concerned have been told.", "games": "Saved. It holds within seconds on every server of the site.", "run": "The job has started.",
	"announced": "Announced. Members find it in their inboxes.",
}

// finish leads back to a page, which says what has been done.
func finish(c echo.Context, page, what string) error {
	return c.Redirect(http.StatusSeeOther, page+"?done="+what)
}

// wrong sorts out what to show beside a form, and under which status; an error that is not for a form comes back.
func wrong(err error) (status int, fields map[string]string, _ error) {
	fields, known := request.SentencesOf(err)
	if !known {
		return 0, nil, err
	}
	return request.StatusOf(league.KindOf(err)), fields, nil
}

// Overview is the page about how the site is.
func (s *Handlers) Overview(c echo.Context) error {
	return s.overview(c, http.StatusOK, admin.Maintenance{})
}

// AnnounceMaintenance tells all members that the site will be away.
func (s *Handlers) AnnounceMaintenance(c echo.Context) error {
	form := c.Request().PostFormValue
	typed := admin.Maintenance{From: form("from"), Until: form("until"), Reason: form("reason")}
	moment := func(typed string) time.Time {
		at, _ := time.Parse(league.TermsTime, typed) // zero for what is none, which is refused with a sentence
		return at
	}
	err := s.office.Moderation.AnnounceMaintenance(c.Request().Context(), by(c), moment(typed.From), moment(typed.Until), typed.Reason)
	if err == nil {
		return finish(c, "/admin", "announced")
	}
	status, fields, err := wrong(err)
	if err != nil {
		return err
	}
	typed.Errors = fields
	return s.overview(c, status, typed)
}

func (s *Handlers) overview(c echo.Context, status int, typed admin.Maintenance) error {
	shell, err := s.shell(c, conduct.SeeOverview)
	if err != nil {
		return err
	}
	in := admin.OverviewInput{Shell: shell, Maintenance: typed}
	ctx := c.Request().Context()
	if in.Officers, err = s.office.Moderation.Officers(ctx, by(c)); err != nil {
		return err
	}
	if in.Machine, err = s.machine.look(ctx); err != nil {
		return err
	}
	if s.office.Mailer != nil {
		o, err := s.office.Reach.Outbox(ctx)
		if err != nil {
			return err
		}
		in.Machine.Outbox = &o
	}
	reports, err := s.office.Moderation.OpenReports(ctx, by(c), 0)
	if err != nil {
		return err
	}
	appeals, err := s.office.Moderation.Appeals(ctx, by(c))
	if err != nil {
		return err
	}
	in.Queue = admin.Queue{Reports: len(reports.Reports), MoreReports: reports.Next > 0, Appeals: len(appeals)}
	return s.Render(c, status, admin.Overview(admin.NewOverview(in)))
}

// look asks for all that is known.
func (m Machine) look(ctx context.Context) (is admin.Machine, err error) {
	is = admin.Machine{Version: m.Version, Node: m.Node}
	if m.Obstacles != nil {
		is.Obstacles = m.Obstacles(ctx)
		ready := len(is.Obstacles) == 0
		is.Ready = &ready
	}
	if m.Disk != nil {
		if disk, err := m.Disk(); err == nil { // else it is one of the obstacles
			is.Disk = &disk
		}
	}
	if m.Backups != nil {
		if is.Backups, err = m.Backups(ctx); err != nil {
			return is, err
		}
	}
	if m.Drills != nil {
		if is.Drills, err = m.Drills(ctx); err != nil {
			return is, err
		}
	}
	if m.Locked != nil {
		locked, err := m.Locked(ctx)
		if err != nil {
			return is, err
		}
		is.Locked = len(locked)
	}
	if m.Jobs != nil {
		is.Jobs, err = m.Jobs(ctx)
	}
	return is, err
}

// linesAtOnce is how many lines of the log a page has.
const linesAtOnce = 100

// Audit is the page of what was done for the site.
func (s *Handlers) Audit(c echo.Context) error {
	shell, err := s.shell(c, conduct.SeeLog)
	if err != nil {
		return err
	}
	before, _ := strconv.ParseInt(c.QueryParam("before"), 10, 32) // 0 for what is no number: the latest
	entries, err := s.office.Moderation.Log(c.Request().Context(), by(c), int(before), linesAtOnce)
	if err != nil {
		return err
	}
	in := admin.LogInput{Shell: shell, Most: linesAtOnce}
	for _, e := range entries {
		in.Lines = append(in.Lines, admin.LogLine{AuditLine: e.AuditLine, Actor: e.Actor, About: e.About})
	}
	return s.Render(c, http.StatusOK, admin.Log(admin.NewLog(in)))
}
