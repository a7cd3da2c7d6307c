package handover

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// account is one that nobody has.
const account = 65532

// TestWhatRootHasWrittenBelongsToTheFolder and what is outside of it stays whose it is.
func TestWhatRootHasWrittenBelongsToTheFolder(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	in := func(name string) string { return filepath.Join(folder, name) }
	must(os.WriteFile(outside, nil, 0o600))
	must(os.WriteFile(in("of root"), nil, 0o600))
	must(os.Mkdir(in("below"), 0o700))
	must(os.WriteFile(in("below/deep"), nil, 0o600))
	must(os.Symlink(outside, in("a way out")))
	must(os.Link(outside, in("another name")))
	must(os.WriteFile(in("of a third"), nil, 0o600))
	must(os.Chown(in("of a third"), account+1, account+1))
	whose := func(want map[string]uint32) {
		t.Helper()
		for name, uid := range want {
			info, err := os.Lstat(name)
			must(err)
			if is := info.Sys().(*syscall.Stat_t); is.Uid != uid || is.Gid != uid {
				t.Errorf("%s belongs to %d:%d, want %d", filepath.Base(name), is.Uid, is.Gid, uid)
			}
		}
	}
	must(give(folder))
	whose(map[string]uint32{in("of root"): 0, in("below"): 0, outside: 0})

	must(os.Chown(folder, account, account))
	must(give(folder))
	whose(map[string]uint32{
		in("of root"): account, in("below"): account, in("below/deep"): account, in("a way out"): account,
		in("another name"): 0, in("of a third"): account + 1, outside: 0,
	})
	for _, nothing := range []string{"", in("no such folder"), in("of root")} {
		must(give(nothing))
	}
}
