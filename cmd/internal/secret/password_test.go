package secret_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kickabout/cmd/internal/secret"
)

// little is an effort for tests that are not about effort.
var little = secret.Effort{Memory: 64, Passes: 1, Threads: 1}

func passwords(t *testing.T, path string, e secret.Effort) *secret.Passwords {
	t.Helper()
	folder := filepath.Dir(path)
	if fingerprint, err := secret.Fingerprint(folder, secret.PasswordKey); fingerprint == "" && err == nil {
		if err := secret.Make(folder, secret.PasswordKey); err != nil {
			t.Fatal(err)
		}
	}
	p, err := secret.OpenPasswords(folder, e)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAPasswordIsKnownByItsHashAndNoOtherIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password.key")
	p := passwords(t, path, little)
	hash := p.Hash("three small goats")
	if !regexp.MustCompile(`^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(hash) {
		t.Errorf("the hash is %q", hash)
	}
	if right, weak := p.Check("three small goats", hash); !right || weak {
		t.Errorf("right %v, weak %v", right, weak)
	}
	for _, wrong := range []string{"", "three small goats ", "Three small goats", "three small goat"} {
		if right, _ := p.Check(wrong, hash); right {
			t.Errorf("%q is right", wrong)
		}
	}
	if p.Hash("three small goats") == hash {
		t.Error("two hashes of one password are the same: there is no salt")
	}
	if right, _ := passwords(t, path, little).Check("three small goats", hash); !right {
		t.Error("opened again it knows the password no more")
	}
	if right, _ := passwords(t, filepath.Join(t.TempDir(), "password.key"), little).Check("three small goats", hash); right {
		t.Error("the hash holds under another pepper")
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of the pepper is %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := secret.OpenPasswords(filepath.Dir(path), little); err == nil || !strings.Contains(err.Error(), "the password key") {
		t.Errorf("a pepper that all may read is taken: %v", err)
	}
}

func TestAHashOfAnotherEffortIsRightAndDueToBeRenewed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password.key")
	p := passwords(t, path, little)
	for _, e := range []secret.Effort{{Memory: 64, Passes: 2, Threads: 1}, {Memory: 128, Passes: 1, Threads: 1}, {Memory: 64, Passes: 1, Threads: 2}} {
		old := passwords(t, path, e).Hash("three small goats")
		if right, weak := p.Check("three small goats", old); !right || !weak {
			t.Errorf("%v: right %v, weak %v", e, right, weak)
		}
		if right, weak := p.Check("wrong", old); right || weak {
			t.Errorf("%v, another password: right %v, weak %v", e, right, weak)
		}
	}
}

func TestWhatIsNoHashBelongsToNoPassword(t *testing.T) {
	p := passwords(t, filepath.Join(t.TempDir(), "password.key"), little)
	hash := p.Hash("")
	for _, damaged := range []string{
		"", "x", hash[:len(hash)-1], hash + "x", strings.Replace(hash, "argon2id", "argon2i", 1), strings.Replace(hash, "v=19", "v=16", 1),
		strings.Replace(hash, "t=1", "t=0", 1), strings.Replace(hash, "m=64", "m=4294967295", 1), strings.Replace(hash, "t=1", "t=4000000000", 1),
		strings.Replace(hash, "p=1", "p=0", 1), strings.Replace(hash, "m=64", "m=064", 1), " " + hash, hash[:20],
	} {
		if right, _ := p.Check("", damaged); right {
			t.Errorf("%q is right", damaged)
		}
	}
	one, another := p.Nobodys(), p.Nobodys()
	if right, _ := p.Check("", one); right || one == another {
		t.Error("nobody's hash is somebody's, or always the same")
	}
}

func TestTheStandardEffortIsThatOfS6(t *testing.T) {
	if secret.Standard() != (secret.Effort{Memory: 19456, Passes: 2, Threads: 1}) {
		t.Errorf("the effort is %v", secret.Standard())
	}
	p := passwords(t, filepath.Join(t.TempDir(), "password.key"), secret.Standard())
	if hash := p.Hash("x"); !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") || len(p.Nobodys()) != len(hash) {
		t.Errorf("the hash is %q, nobody's %q", hash, p.Nobodys())
	}
}

func TestThePepperIsInNoLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password.key")
	p := passwords(t, path, little)
	key, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "p", p, "value", *p)
	text := log.String() + fmt.Sprintf("%v %+v %#v %x %s", p, p, p, p, *p)
	if strings.Contains(text, strings.TrimSpace(string(key))) || strings.Count(text, "(secret)") != 7 {
		t.Errorf("printed: %s", text)
	}
}
