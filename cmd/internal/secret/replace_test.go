package secret_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/secret"
)

func TestANewPepperLeavesThePasswordsAsTheyAre(t *testing.T) {
	p, data := site(t)
	ctx := t.Context()
	first := passwords(t, secret.File(p.Folder, secret.PasswordKey), little)
	old := first.Hash("three small goats")
	if err := p.Replace(ctx, data, secret.PasswordKey, "yearly", true); err != nil {
		t.Fatal(err)
	}
	if got, want := filesIn(t, p.Folder), []string{"dice.key", "password-0.key", "password.key", "sign.key", "site.key"}; !slices.Equal(got, want) {
		t.Fatalf("there are %q, want %q", got, want)
	}
	data.old = 1
	ring, err := p.Prepare(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	if right, weak := ring.Password.Check("three small goats", old); !right || !weak {
		t.Errorf("the old hash: right %v, weak %v", right, weak)
	}
	hash := ring.Password.Hash("three small goats")
	if !strings.Contains(hash, ",keyid="+ring.Password.Present()+"$") || len(ring.Password.Nobodys()) != len(hash) {
		t.Errorf("the new hash is %q, nobody's %q", hash, ring.Password.Nobodys())
	}
	if right, weak := ring.Password.Check("three small goats", hash); !right || weak {
		t.Errorf("the new hash: right %v, weak %v", right, weak)
	}
	if right, _ := first.Check("three small goats", hash); right {
		t.Error("the old key knows the new hash: it is the same key")
	}
	if n, err := ring.Password.Waiting(ctx, data); n != 1 || err != nil {
		t.Errorf("%d hashes wait, %v", n, err)
	}

	if err := p.Replace(ctx, data, secret.PasswordKey, "again", true); err != nil { // while hashes of the first are about
		t.Fatal(err)
	}
	if ring, err = p.Prepare(ctx, data); err != nil {
		t.Fatal(err)
	}
	for _, h := range []string{old, hash} {
		if right, weak := ring.Password.Check("three small goats", h); !right || !weak {
			t.Errorf("%s, two keys later: right %v, weak %v", h, right, weak)
		}
	}
	newest := ring.Password.Hash("three small goats")
	data.old = 0 // everybody has signed in
	if ring, err = p.Prepare(ctx, data); err != nil {
		t.Fatal(err)
	}
	if got := filesIn(t, p.Folder); !slices.Equal(got, []string{"dice.key", "password.key", "sign.key", "site.key"}) {
		t.Errorf("there are still %q", got)
	}
	if right, weak := ring.Password.Check("three small goats", newest); !right || weak {
		t.Errorf("the newest hash: right %v, weak %v", right, weak)
	}
	if right, _ := ring.Password.Check("three small goats", old); right {
		t.Error("a key that is gone still counts")
	}
	if unnamed := ring.Password.Hash("x"); strings.Contains(unnamed, "keyid") {
		t.Errorf("where there is one key a hash is %q", unnamed)
	}
}

func TestALostKeyCountsForNothing(t *testing.T) {
	for _, name := range secret.Names() {
		for _, has := range []string{"it", "none", "another"} {
			p, data := site(t)
			ctx := t.Context()
			hash := passwords(t, secret.File(p.Folder, secret.PasswordKey), little).Hash("three small goats")
			before := texts(t, p.Folder)
			if has != "it" {
				if err := os.Remove(secret.File(p.Folder, name)); err != nil {
					t.Fatal(err)
				}
			}
			if has == "another" {
				if err := secret.Make(p.Folder, name); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Replace(ctx, data, name, "stolen", false); err != nil {
				t.Fatalf("%s, there was %s: %v", name, has, err)
			}
			ring, err := p.Prepare(ctx, data)
			if err != nil {
				t.Fatalf("%s, there was %s: %v", name, has, err)
			}
			after := texts(t, p.Folder)
			for _, n := range secret.Names() {
				if (before[n] == after[n]) != (n != name) {
					t.Errorf("%s is lost, there was %s: the %s key changed: %v", name, has, n, before[n] != after[n])
				}
			}
			if right, _ := ring.Password.Check("three small goats", hash); right != (name != secret.PasswordKey) {
				t.Errorf("%s is lost: the old password is right: %v", name, right)
			}
			last := data.keys[len(data.keys)-1]
			if last.Name != name || last.Epoch != 1 || last.Reason != "stolen" {
				t.Errorf("recorded: %+v", last)
			}
			if n := len(filesIn(t, p.Folder)); (n == 5) != (has != "none") {
				t.Errorf("%s is lost, there was %s: %q", name, has, filesIn(t, p.Folder))
			}
		}
	}
}

// TestAReplacementThatWasCutShortIsFinishedOrNothing stops before and after the step that counts.
func TestAReplacementThatWasCutShortIsFinishedOrNothing(t *testing.T) {
	p, data := site(t)
	ctx, cut := t.Context(), errors.New("cut")
	was := texts(t, p.Folder)[secret.PasswordKey]
	data.fails, data.old = cut, 1
	if err := p.Replace(ctx, data, secret.PasswordKey, "x", true); !errors.Is(err, cut) {
		t.Fatal(err)
	}
	ring, err := p.Prepare(ctx, data)
	if err != nil || texts(t, p.Folder)[secret.PasswordKey] != was {
		t.Fatalf("before it was recorded: %v", err)
	}
	if right, _ := ring.Password.Check("a", ring.Password.Hash("a")); !right {
		t.Error("a password is not right after half a replacement")
	}
	if err := p.Replace(ctx, data, secret.PasswordKey, "x", true); err != nil {
		t.Fatal(err)
	}
	path := secret.File(p.Folder, secret.PasswordKey)
	is := texts(t, p.Folder)[secret.PasswordKey]
	if err := os.Rename(path, path+".next"); err != nil { // as if it had been killed when it was recorded
		t.Fatal(err)
	}
	if err := secret.WriteFile(p.Folder, secret.PasswordKey, was); err != nil {
		t.Fatal(err)
	}
	if _, err = p.Prepare(ctx, data); err != nil || texts(t, p.Folder)[secret.PasswordKey] != is {
		t.Errorf("after it was recorded: %v", err)
	}
	if left := filesIn(t, p.Folder); slices.Contains(left, filepath.Base(path)+".next") {
		t.Errorf("there are %q", left)
	}
}

func TestOnlyTheKeysOfTheDataAreReplaced(t *testing.T) {
	p, data := site(t)
	if err := os.Remove(secret.File(p.Folder, secret.DiceKey)); err != nil {
		t.Fatal(err)
	}
	before := filesIn(t, p.Folder)
	for name, keep := range map[string]bool{secret.PasswordKey: true, secret.SiteKey: false, secret.DiceKey: true} {
		if err := p.Replace(t.Context(), data, name, "x", keep); !errors.Is(err, secret.ErrKeys) || !slices.Equal(filesIn(t, p.Folder), before) {
			t.Errorf("%s, while the dice are gone: %v, there is %q", name, err, filesIn(t, p.Folder))
		}
	}
	if err := p.Replace(t.Context(), data, "door", "x", true); err == nil {
		t.Error("there is a key of the door")
	}
	if err := p.Replace(t.Context(), &remembered{}, secret.SiteKey, "x", false); !errors.Is(err, secret.ErrKeys) {
		t.Errorf("of a database that knows none: %v", err)
	}
}

// TestARingIsComparedWithTheData is of a server that runs while keys change.
func TestARingIsComparedWithTheData(t *testing.T) {
	p, data := site(t)
	ring, err := p.Prepare(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Fits(t.Context(), data, ring); err != nil {
		t.Errorf("as it was: %v", err)
	}
	data.old = 1
	for _, name := range secret.Names() {
		ring, err := p.Prepare(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Replace(t.Context(), data, name, "x", false); err != nil {
			t.Fatal(err)
		}
		if err := p.Check(t.Context(), data); err != nil {
			t.Errorf("the folder: %v", err)
		}
		if err := p.Fits(t.Context(), data, ring); !errors.Is(err, secret.ErrKeys) || !strings.Contains(err.Error(), "the "+name+" key") {
			t.Errorf("another %s key: %v", name, err)
		}
	}
	if ring, err = p.Prepare(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(secret.File(p.Folder, secret.SiteKey)); err != nil {
		t.Fatal(err)
	}
	if err := p.Fits(t.Context(), data, ring); !errors.Is(err, secret.ErrKeys) {
		t.Errorf("a key is gone: %v", err)
	}
}
