package main

import (
	"context"

	"golang.org/x/sys/unix"

	"kickabout/cmd/internal/web"
	"kickabout/league"
	"kickabout/scheduler"
	"kickabout/views/admin"
)

// machine is what admins are told of what the site runs on.
func (s *server) machine() web.Machine {
	return web.Machine{
		Version: thisBuild().String(), Node: s.node, Obstacles: s.ready.obstacles, Disk: s.disk, Jobs: s.listJobs,
	}
}

// disk returns the room where the data is.
func (s *server) disk() (admin.Disk, error) {
	var at unix.Statfs_t
	if err := unix.Statfs(s.config.Data, &at); err != nil {
		return admin.Disk{}, err
	}
	block := int64(at.Bsize)
	return admin.Disk{Free: int64(at.Bavail) * block, Total: int64(at.Blocks) * block}, nil
}

// jobs is everything that this server does again and again.
func (s *server) jobs() []scheduler.Job {
	return append(jobsOf(s.office, !s.config.NoDemo), backupJobs(s.config.Data, s.config.Database, s.config.Backups)...)
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
