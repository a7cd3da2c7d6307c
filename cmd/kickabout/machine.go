package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"kickabout/cmd/internal/build"
	"kickabout/cmd/internal/disk"
	"kickabout/cmd/internal/dump"
	"kickabout/cmd/internal/web"
	"kickabout/league"
	"kickabout/scheduler"
	"kickabout/store/backup"
	"kickabout/views/admin"
)

// machine is what admins are told of what the site runs on.
func (s *server) machine() web.Machine {
	return web.Machine{
		Version: build.This().String(), Node: s.node, Obstacles: s.ready.obstacles, Disk: s.roomLeft, Jobs: s.listJobs, RunJob: s.runJob,
		Backups: s.listBackups, Drills: func(ctx context.Context) ([]league.Drill, error) { return s.store.LastDrills(ctx, 20) }, Locked: s.store.Locked,
	}
}

// roomLeft returns the room where the data is.
func (s *server) roomLeft() (admin.Disk, error) {
	r, err := disk.Of(s.config.Data)
	return admin.Disk{Free: r.Free, Total: r.Total, Short: r.Short()}, err
}

// jobs is everything that this server does again and again.
func (s *server) jobs() []scheduler.Job {
	return append(append(jobsOf(s.office, !s.config.NoDemo), dump.Job(s.office, s.config.Data)), backupJobs(s.config.Data, s.config.Database, s.config.Backups, s.config.KeepBackups, s.store)...)
}

// listJobs lists the jobs with what is remembered of them.
func (s *server) listJobs(ctx context.Context) ([]admin.Job, error) {
	remembered, err := s.store.Jobs(ctx)
	if err != nil {
		return nil, err
	}
	known := map[string]league.Job{}
	for _, j := range remembered {
		known[j.Name] = j
	}
	var list []admin.Job
	for _, j := range s.jobs() {
		list = append(list, admin.Job{Name: j.Name, When: j.When.String(), Does: j.Does, EveryNode: j.EveryNode, Is: known[j.Name]})
	}
	return list, nil
}

// runJob runs a job now, unless another server runs it.
func (s *server) runJob(ctx context.Context, name string) error {
	for _, j := range s.jobs() {
		if j.Name == name {
			jobs := scheduler.New(s.log)
			jobs.Ledger, jobs.Holder = s.store, holder()
			return jobs.RunNow(ctx, j)
		}
	}
	return fmt.Errorf("there is no job %q", name)
}

// listBackups lists what lies in the folder for backups, the newest first; nothing without one.
func (s *server) listBackups(context.Context) ([]admin.Backup, error) {
	var list []admin.Backup
	if s.config.Backups == "" {
		return nil, nil
	}
	files, err := os.ReadDir(s.config.Backups)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range slices.Backward(files) { // by name, and so by moment
		at, ok := backup.MomentOf(f.Name())
		info, gone := f.Info()
		if ok && gone == nil {
			list = append(list, admin.Backup{Name: f.Name(), At: at, Bytes: info.Size()})
		}
	}
	return list, err
}
