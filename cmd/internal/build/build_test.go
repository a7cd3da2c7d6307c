package build

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestTheVersionIsReadOffWhatWasBuilt(t *testing.T) {
	t.Parallel()
	at := func(pairs ...string) (settings []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			settings = append(settings, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return settings
	}
	commit := strings.Repeat("0123456789", 4)
	for _, c := range []struct {
		name, version string
		settings      []debug.BuildSetting
		want          string
	}{
		{"a release", "v1.4.0", at("vcs.revision", commit, "vcs.modified", "false"), "kickabout 1.4.0, commit 012345678901, go1.26, schema 51"},
		{"what may become one", "v1.4.0-rc.2", at("vcs.revision", commit), "kickabout 1.4.0-rc.2, commit 012345678901, go1.26, schema 51"},
		{"a commit behind a release", "v1.4.1-0.20270501120000-012345678901", at("vcs.revision", commit), "kickabout development, commit 012345678901, go1.26, schema 51"},
		{"a release with changes", "v1.4.0+dirty", at("vcs.revision", commit, "vcs.modified", "true"), "kickabout development, commit 012345678901 with changes, go1.26, schema 51"},
		{"a folder of no repository", "(devel)", nil, "kickabout development, commit unknown, go1.26, schema 51"},
		{"a test", "", nil, "kickabout development, commit unknown, go1.26, schema 51"},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: c.version}, Settings: c.settings}
			if got := programOf(info, 51).String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
