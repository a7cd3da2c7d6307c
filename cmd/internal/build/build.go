// Package build says which program this is.
package build

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime/debug"

	"kickabout/store"
)

// Program is what is known of a program: what to quote in a report, and what tells whether it fits a database.
type Program struct {
	Release string // "development" if it is none
	Commit  string // "unknown" where it was not built from a repository
	Go      string
	Schema  int64 // the version of the tables that it is made for
}

// String says all in one line.
func (p Program) String() string {
	return fmt.Sprintf("kickabout %s, commit %s, %s, schema %d", p.Release, p.Commit, p.Go, p.Schema)
}

// This describes the program that runs.
func This() Program {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return programOf(info, store.Schema())
}

// released is how the module of a release is called. Whatever lies between two releases has a longer name, and
// so has a release with changes of somebody's own: neither is to be taken for it.
var released = regexp.MustCompile(`^v(\d+\.\d+\.\d+(?:-rc\.\d+)?)$`)

// shortCommit is how many digits tell a commit from all others.
const shortCommit = 12

// programOf reads what the compiler has written down.
func programOf(info *debug.BuildInfo, schema int64) Program {
	p := Program{Release: "development", Commit: "unknown", Go: cmp.Or(info.GoVersion, "unknown Go"), Schema: schema}
	if tag := released.FindStringSubmatch(info.Main.Version); tag != nil {
		p.Release = tag[1]
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if commit := set["vcs.revision"]; commit != "" {
		p.Commit = commit[:min(len(commit), shortCommit)]
	}
	if set["vcs.modified"] == "true" {
		p.Commit += " with changes"
	}
	return p
}
