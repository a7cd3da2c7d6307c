package admin

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/views/admin"
)

// Jobs is the page of what the site does again and again.
func (s *Handlers) Jobs(c echo.Context) error { return s.jobs(c, http.StatusOK, admin.JobsInput{}) }

func (s *Handlers) jobs(c echo.Context, status int, in admin.JobsInput) error {
	errors := in.Errors
	shell, err := s.shell(c, conduct.SeeJobs)
	if err != nil {
		return err
	}
	in.Shell, in.Errors = shell, errors
	if in.Jobs, err = s.knownJobs(c.Request().Context()); err != nil {
		return err
	}
	return s.Render(c, status, admin.Jobs(admin.NewJobs(in)))
}

func (s *Handlers) knownJobs(ctx context.Context) ([]admin.Job, error) {
	if s.machine.Jobs == nil {
		return nil, nil
	}
	return s.machine.Jobs(ctx)
}

// RunJob starts a job, which goes on when the page has been answered: some take minutes.
func (s *Handlers) RunJob(c echo.Context) error {
	ctx, name, reason := c.Request().Context(), c.Request().PostFormValue("job"), c.Request().PostFormValue("reason")
	if err := s.office.Moderation.May(ctx, by(c), conduct.RunJob); err != nil {
		return err
	}
	known, err := s.knownJobs(ctx)
	if err != nil {
		return err
	}
	if s.machine.RunJob == nil || !slices.ContainsFunc(known, func(j admin.Job) bool { return j.Name == name && !j.EveryNode }) {
		return league.Errorf(league.NotFound, "There is no such job.")
	}
	if err := s.office.Moderation.Note(ctx, by(c), conduct.RunJob, name, reason, ""); err != nil {
		status, fields, err := wrong(err)
		if err != nil {
			return err
		}
		in := admin.JobsInput{At: name, Reason: reason}
		in.Errors = fields
		return s.jobs(c, status, in)
	}
	go func() {
		if err := s.machine.RunJob(context.WithoutCancel(ctx), name); err != nil {
			s.Log.Error("job failed", "job", name, "err", err)
		}
	}()
	return finish(c, "/admin/jobs", "run")
}

// Backups is the page of copies of the database.
func (s *Handlers) Backups(c echo.Context) error {
	shell, err := s.shell(c, conduct.SeeBackups)
	if err != nil {
		return err
	}
	in := admin.BackupsInput{Shell: shell}
	ctx := c.Request().Context()
	if s.machine.Backups != nil {
		if in.Backups, err = s.machine.Backups(ctx); err != nil {
			return err
		}
	}
	if s.machine.Drills != nil {
		if in.Drills, err = s.machine.Drills(ctx); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, admin.Backups(admin.NewBackups(in)))
}

// Quarantine is the page of games whose record is damaged.
func (s *Handlers) Quarantine(c echo.Context) error {
	shell, err := s.shell(c, conduct.SeeQuarantine)
	if err != nil {
		return err
	}
	in := admin.QuarantineInput{Shell: shell}
	if s.machine.Locked != nil {
		if in.Locked, err = s.machine.Locked(c.Request().Context()); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, admin.Quarantine(admin.NewQuarantine(in)))
}
