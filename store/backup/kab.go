package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// The names of the members of a backup.
const (
	manifestName = "manifest.json"
	databaseName = "kickabout.db" // the only other one of a SQLite site
	tablesFolder = "tables/"      // before the name of a table of PostgreSQL
	sealName     = "SHA256"
)

// A member is a file that goes into a backup.
type member struct{ name, path string }

// pack writes a backup: the manifest, the members, and the seal.
func pack(f io.Writer, m Manifest, members []member) error {
	hash := sha256.New()
	w := tar.NewWriter(io.MultiWriter(f, hash))
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	if err := add(w, manifestName, m.Taken, int64(len(text)), bytes.NewReader(text)); err != nil {
		return err
	}
	for _, one := range members {
		if err := addFile(w, one, m.Taken); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil { // not Close: the end comes behind the seal
		return err
	}
	end, err := seal(hash.Sum(nil))
	if err != nil {
		return err
	}
	_, err = f.Write(end)
	return err
}

func addFile(w *tar.Writer, m member, at time.Time) error {
	f, err := os.Open(m.path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return add(w, m.name, at, info.Size(), f)
}

func add(w *tar.Writer, name string, at time.Time, size int64, from io.Reader) error {
	err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: at.Truncate(time.Second)})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, from)
	return err
}

// seal returns the bytes with which a backup ends: a member with the hash of all before, and the end
// of the tar. They are always as many, and there is one form of them, so that a change of any bit
// is seen.
func seal(hash []byte) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	text := hex.EncodeToString(hash) + "\n"
	if err := add(w, sealName, time.Unix(0, 0), int64(len(text)), bytes.NewReader([]byte(text))); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

// errForeign is what is said of a file that is no backup.
var errForeign = errors.New("it is no backup of Kickabout, or its end is missing")

// errBroken is what is said of a backup that does not hold to its seal.
var errBroken = errors.New("its bytes are not those that were written")

// unseal compares a file with its seal, and returns what is before it. Where that is not what was
// sealed the error is errBroken, and it is returned all the same, to look for what is damaged.
func unseal(f *os.File) (*io.SectionReader, error) {
	some, err := seal(make([]byte, sha256.Size))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	body := info.Size() - int64(len(some))
	if body <= 0 {
		return nil, errForeign
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(f, 0, body)); err != nil {
		return nil, err
	}
	want, err := seal(hash.Sum(nil))
	if err != nil {
		return nil, err
	}
	is := make([]byte, len(want))
	if _, err := f.ReadAt(is, body); err != nil {
		return nil, err
	}
	if !bytes.Equal(is, want) {
		err = errBroken
	}
	return io.NewSectionReader(f, 0, body), err
}

// A bundle is a backup that is being read: its manifest, and then its members one by one.
type bundle struct {
	manifest Manifest
	members  *tar.Reader
}

// manifestMost is the most that a manifest may take: who reads a foreign file is not to be filled by it.
const manifestMost = 16 << 20

// read begins to read what unseal has returned.
func read(body *io.SectionReader) (*bundle, error) {
	b := &bundle{members: tar.NewReader(body)}
	name, err := b.next()
	if err != nil || name != manifestName {
		return nil, errForeign
	}
	text, err := io.ReadAll(io.LimitReader(b.members, manifestMost))
	if err != nil {
		return nil, errForeign
	}
	b.manifest, err = parseManifest(text)
	return b, err
}

// next goes on to the next member and returns its name; io.EOF behind the last one.
func (b *bundle) next() (string, error) {
	h, err := b.members.Next()
	if err != nil {
		return "", err
	}
	return h.Name, nil
}

// expect goes on to the next member, which is to have a name.
func (b *bundle) expect(name string) error {
	is, err := b.next()
	if err != nil || is != name {
		return fmt.Errorf("%s is missing", name)
	}
	return nil
}
