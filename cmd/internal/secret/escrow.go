package secret

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"filippo.io/age"
	"filippo.io/age/armor"
)

// Keys that are kept safe are sealed by age: a tar of the key files, encrypted. Whoever has no Kickabout
// any more opens it with age and tar.

// keyFile is how the file of a key is named: dice.key, or password-0.key for one that was replaced; lost-dice-0.key has dealt
// games that are over, and nobody could check them without it.
var keyFile = regexp.MustCompile(`^(?:[a-z]+(?:-\d{1,9})?|lost-dice-\d{1,9})\.key$`)

// Files lists the names of the keys whose files lie in a folder: "dice", also "password-0".
func Files(folder string) ([]string, error) {
	there, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("looking for keys: %w", err)
	}
	var names []string
	for _, f := range there {
		if keyFile.MatchString(f.Name()) {
			names = append(names, f.Name()[:len(f.Name())-len(".key")])
		}
	}
	return names, nil
}

// Seal writes all keys of a folder so that only whoever is named can read them, as bytes or as text, and
// returns the names of the keys.
func Seal(w io.Writer, folder string, text bool, at time.Time, to ...age.Recipient) (names []string, err error) {
	if names, err = Files(folder); err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there are no keys in %s", folder)
	}
	if text {
		a := armor.NewWriter(w)
		defer func() { err = errors.Join(err, a.Close()) }()
		w = a
	}
	sealed, err := age.Encrypt(w, to...)
	if err != nil {
		return nil, fmt.Errorf("sealing the keys: %w", err)
	}
	all := tar.NewWriter(sealed)
	for _, name := range names {
		key, err := ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		err = all.WriteHeader(&tar.Header{Name: name + ".key", Mode: 0o600, Size: int64(len(key)), ModTime: at.Truncate(time.Second)})
		if err == nil {
			_, err = io.WriteString(all, key)
		}
		if err != nil {
			return nil, fmt.Errorf("sealing the keys: %w", err)
		}
	}
	return names, errors.Join(all.Close(), sealed.Close())
}

// sealedMost is the most that sealed keys may take.
const sealedMost = 1 << 20

// Unseal reads what Seal wrote: the texts of the key files by the names of the keys.
func Unseal(r io.Reader, with ...age.Identity) (map[string]string, error) {
	data, err := io.ReadAll(io.LimitReader(r, sealedMost))
	if err != nil {
		return nil, err
	}
	r = bytes.NewReader(data)
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte(armor.Header)) {
		r = armor.NewReader(r)
	}
	open, err := age.Decrypt(r, with...)
	var none *age.NoIdentityMatchError
	if errors.As(err, &none) {
		return nil, errors.New("this passphrase or identity does not open it")
	}
	if err != nil {
		return nil, fmt.Errorf("it is no file of sealed keys, or it is damaged: %w", err)
	}
	keys, all := map[string]string{}, tar.NewReader(open)
	for {
		h, err := all.Next()
		if err == io.EOF {
			return keys, nil
		}
		if err != nil || !keyFile.MatchString(h.Name) {
			return nil, errors.New("it holds something else than keys, or it is damaged")
		}
		text, err := io.ReadAll(all)
		if err != nil {
			return nil, fmt.Errorf("it is damaged: %w", err)
		}
		if _, ok := parseKey(string(text)); !ok {
			return nil, fmt.Errorf("what is to be %s is no key", h.Name)
		}
		keys[h.Name[:len(h.Name)-len(".key")]] = string(text)
	}
}

// PutBack puts keys into the folder of a site, whose database may be nil: it is not there yet. A key that
// is not the one of the data, or not the one that lies there already, is refused, and then nothing is
// written. What the database did not know of is recorded.
func (p Preparation) PutBack(ctx context.Context, data KeyStore, keys map[string]string) error {
	recorded, err := p.fit(ctx, data, keys)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.Folder, 0o700); err != nil {
		return fmt.Errorf("making the folder of the keys: %w", err)
	}
	for _, name := range sortedNames(keys) {
		if err := WriteFile(p.Folder, name, keys[name]); err != nil {
			return err
		}
	}
	if data == nil {
		return nil
	}
	var plan Plan
	for _, name := range Names() {
		if _, known := recorded[name]; !known && keys[name] != "" {
			plan.Record = append(plan.Record, name)
		}
	}
	return p.record(ctx, data, plan)
}

// fit fails unless keys can be put into the folder of a site; it returns the fingerprints that the
// database knows, by the names of the keys.
func (p Preparation) fit(ctx context.Context, data KeyStore, keys map[string]string) (map[string]string, error) {
	for _, name := range sortedNames(keys) {
		have, err := ReadFile(p.Folder, name)
		if err == nil && have != keys[name] {
			return nil, refuse("there is another %s key already, %s: move it away first if nothing needs it", name, File(p.Folder, name))
		}
	}
	recorded := map[string]string{}
	if data == nil {
		return recorded, nil
	}
	known, err := data.Keys(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range known {
		recorded[k.Name] = k.Fingerprint
	}
	for _, name := range Names() {
		text, given := keys[name]
		want := recorded[name]
		if !given {
			continue
		}
		key, _ := parseKey(text)
		if is := fingerprint(name, key); want != "" && is != want {
			return nil, refuse("the %s key is another site's: the data was made with the key %s and the file holds %s", name, Short(want), Short(is))
		}
		if name == DiceKey && want == "" {
			if err := dealtBy(ctx, newDealer(key), data); err != nil {
				return nil, err
			}
		}
	}
	return recorded, nil
}

func sortedNames(keys map[string]string) []string { return slices.Sorted(maps.Keys(keys)) }

// CreateSealed makes a new file beside path for its owner alone, has it filled, and gives it its name when it is
// safe on the disk. A file that is there already stays as it is, and that is an error.
func CreateSealed(path string, fill func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("there is %s already: take another name", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".sealing-*") // O_EXCL, mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := fill(f); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil { // unlike a rename it replaces nothing
		return err
	}
	return syncFolder(filepath.Dir(path))
}
