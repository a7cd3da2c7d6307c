package main

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime/debug"

	"kickabout/store"
)

// versionCmd says which program this is.
type versionCmd struct{}

// Run prints one line.
func (versionCmd) Run() error {
	_, err := fmt.Println(thisBuild())
	return err
}

// build is what is known of a program: what to quote in a report, and what tells whether it fits a database.
type build struct {
	Release string // "development" if it is none
	Commit  string // "unknown" where it was not built from a repository
	Go      string
	Schema  int64 // the version of the tables that it is made for
}

// String says all in one line.
func (b build) String() string {
	return fmt.Sprintf("kickabout %s, commit %s, %s, schema %d", b.Release, b.Commit, b.Go, b.Schema)
}

// thisBuild describes the program that runs.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info, store.Schema())
}

// released is how the module of a release is called. Whatever lies between two releases has a longer name, and
// so has a release with changes of somebody's own: neither is to be taken for it.
var released = regexp.MustCompile(`^v(\d+\.\d+\.\d+(?:-rc\.\d+)?)$`)

// shortCommit is how many digits tell a commit from all others.
const shortCommit = 12

// buildOf reads what the compiler has written down.
func buildOf(info *debug.BuildInfo, schema int64) build {
	b := build{Release: "development", Commit: "unknown", Go: cmp.Or(info.GoVersion, "unknown Go"), Schema: schema}
	if tag := released.FindStringSubmatch(info.Main.Version); tag != nil {
		b.Release = tag[1]
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if commit := set["vcs.revision"]; commit != "" {
		b.Commit = commit[:min(len(commit), shortCommit)]
	}
	if set["vcs.modified"] == "true" {
		b.Commit += " with changes"
	}
	return b
}
