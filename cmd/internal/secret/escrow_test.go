package secret_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"kickabout/cmd/internal/secret"
	"kickabout/league"
)

// remembered is what a database knows, without one.
type remembered struct {
	keys  []league.KeyRecord // the latest of a name counts
	inUse bool
	old   int64 // hashes of passwords without whatever is asked
	fails error // of the next record
}

func (r *remembered) Keys(context.Context) ([]league.KeyRecord, error) {
	newest := map[string]league.KeyRecord{}
	for _, k := range r.keys {
		newest[k.Name] = k
	}
	return slices.Collect(maps.Values(newest)), nil
}

func (r *remembered) RecordKeys(_ context.Context, keys ...league.KeyRecord) error {
	if err := r.fails; err != nil {
		r.fails = nil
		return err
	}
	r.keys = append(r.keys, keys...)
	return nil
}

func (r *remembered) KeyEpochs(_ context.Context, name string) (all []league.KeyRecord, err error) {
	for _, k := range r.keys {
		if k.Name == name {
			all = append(all, k)
		}
	}
	return all, nil
}

func (r *remembered) LoseKey(_ context.Context, name string, epoch int, reason string) error {
	for i, k := range r.keys {
		if k.Name == name && k.Epoch == epoch+1 && k.Kept {
			r.keys[i].Kept, r.keys[i].Reason = false, reason
			return nil
		}
	}
	return errors.New("no such key")
}
func (r *remembered) InUse(context.Context) (bool, error) { return r.inUse, nil }
func (r *remembered) LastHeads(context.Context, int) ([]league.Sealed, error) {
	return nil, nil
}
func (r *remembered) HashesWithout(context.Context, string) (int64, error) { return r.old, nil }

// site is the folder of a site and what its database knows.
func site(t *testing.T) (secret.Preparation, *remembered) {
	t.Helper()
	p, data := secret.Preparation{Folder: t.TempDir(), Effort: little, Now: time.Now}, &remembered{}
	if _, err := p.Prepare(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	data.inUse = true
	return p, data
}

func TestSealedKeysAreOpenedByWhoeverIsNamed(t *testing.T) {
	p, _ := site(t)
	one, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	words, err := age.NewScryptRecipient("three small goats in the rain")
	if err != nil {
		t.Fatal(err)
	}
	words.SetWorkFactor(4)
	by, err := age.NewScryptIdentity("three small goats in the rain")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		to   age.Recipient
		with age.Identity
		text bool
	}{{one.Recipient(), one, false}, {one.Recipient(), one, true}, {words, by, false}} {
		var b bytes.Buffer
		names, err := secret.Seal(&b, p.Folder, c.text, time.Now(), c.to)
		if err != nil || !slices.Equal(names, slices.Sorted(slices.Values(secret.Names()))) {
			t.Fatalf("%q, %v", names, err)
		}
		if c.text != strings.HasPrefix(b.String(), "-----BEGIN AGE ENCRYPTED FILE-----\n") {
			t.Errorf("text %v: %.40q", c.text, b.String())
		}
		keys, err := secret.Unseal(bytes.NewReader(b.Bytes()), c.with)
		if err != nil || len(keys) != 4 {
			t.Fatalf("%d keys, %v", len(keys), err)
		}
		for _, name := range names {
			if text, err := secret.ReadFile(p.Folder, name); err != nil || keys[name] != text {
				t.Errorf("the %s key came back as another one, %v", name, err)
			}
		}
		if _, err := secret.Unseal(bytes.NewReader(b.Bytes()), other); err == nil || !strings.Contains(err.Error(), "does not open it") {
			t.Errorf("somebody else: %v", err)
		}
		if c.text {
			continue
		}
		for at := 0; at < b.Len(); at += 11 {
			flipped := bytes.Clone(b.Bytes())
			flipped[at] ^= 4
			if keys, err := secret.Unseal(bytes.NewReader(flipped), c.with); err == nil {
				t.Fatalf("with a change of byte %d it holds %d keys", at, len(keys))
			}
			if c.to == words {
				break // each takes a while
			}
		}
	}
	if _, err := secret.Seal(io.Discard, t.TempDir(), false, time.Now(), one.Recipient()); err == nil {
		t.Error("no keys are sealed")
	}
}

func TestSealedKeysReplaceNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.age")
	write := func(text string) error {
		return secret.CreateSealed(path, func(w io.Writer) error {
			if text == "" {
				io.WriteString(w, "half")
				return errors.New("no more")
			}
			_, err := io.WriteString(w, text)
			return err
		})
	}
	if err := write(""); err == nil || len(filesIn(t, filepath.Dir(path))) > 0 {
		t.Errorf("half a file: %v, there is %q", err, filesIn(t, filepath.Dir(path)))
	}
	if err := write("one"); err != nil {
		t.Fatal(err)
	}
	if err := write("two"); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("over another file: %v", err)
	}
	info, err := os.Stat(path)
	if text, _ := os.ReadFile(path); err != nil || info.Mode() != 0o600 || string(text) != "one" || len(filesIn(t, filepath.Dir(path))) != 1 {
		t.Errorf("mode %v, %q, %v", info.Mode(), text, err)
	}
}

// filesIn lists the names of the files in a folder.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

func texts(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := secret.Files(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if all[name], err = secret.ReadFile(folder, name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestOnlyTheKeysOfTheDataArePutBack(t *testing.T) {
	p, data := site(t)
	mine := texts(t, p.Folder)
	foreign, _ := site(t)
	theirs := texts(t, foreign.Folder)

	empty := secret.Preparation{Folder: filepath.Join(t.TempDir(), "new"), Effort: little, Now: time.Now}
	if err := empty.PutBack(t.Context(), nil, mine); err != nil || !maps.Equal(texts(t, empty.Folder), mine) {
		t.Errorf("into a folder that is not there: %v", err)
	}
	if err := empty.PutBack(t.Context(), data, mine); err != nil {
		t.Errorf("once more: %v", err)
	}
	if err := empty.PutBack(t.Context(), nil, theirs); !errors.Is(err, secret.ErrKeys) || !maps.Equal(texts(t, empty.Folder), mine) {
		t.Errorf("over other keys: %v", err)
	}
	for _, name := range secret.Names() {
		keys := maps.Clone(mine)
		keys[name] = theirs[name]
		at := secret.Preparation{Folder: t.TempDir(), Effort: little, Now: time.Now}
		if err := at.PutBack(t.Context(), data, keys); !errors.Is(err, secret.ErrKeys) || !strings.Contains(err.Error(), "the "+name+" key is another site's") || len(filesIn(t, at.Folder)) > 0 {
			t.Errorf("another site's %s key: %v, there is %q", name, err, filesIn(t, at.Folder))
		}
	}
	unknowing := &remembered{inUse: true}
	if err := empty.PutBack(t.Context(), unknowing, mine); err != nil || len(unknowing.keys) != 4 {
		t.Errorf("%d keys were recorded, %v", len(unknowing.keys), err)
	}
	if err := p.Check(t.Context(), unknowing); err != nil {
		t.Errorf("what was recorded: %v", err)
	}
}
