// Package secret keeps what must not lie in the database: the key of the dice.
package secret

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// Dealer deals the dice of all matches from one master key. It keeps no chains:
// making one takes a fraction of a millisecond.
type Dealer struct {
	mk dice.Key
}

// Open reads the key file at path: 32 bytes in hex and a newline. If there is
// none it makes one of fresh random bytes that only the owner may read. It
// fails, in one sentence for the operator, if anybody else may read the file or
// if it holds no key. The folder must exist.
func Open(path string) (*Dealer, error) {
	d, err := read(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return d, err
	}
	if err := create(path); err != nil {
		return nil, fmt.Errorf("creating the dice key %s: %w", path, err)
	}
	return read(path) // what counts is what the file says: another process may have been first
}

// read reads the key file; a missing one wraps fs.ErrNotExist.
func read(path string) (*Dealer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the dice key: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading the dice key: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the dice key %s is no regular file", path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return nil, fmt.Errorf("the dice key %s may be read by others (mode %04o): make it readable for its owner alone (chmod 600), and think about who may have seen it", path, mode)
	}
	text, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err != nil {
		return nil, fmt.Errorf("reading the dice key: %w", err)
	}
	mk, ok := parse(string(text))
	if !ok {
		return nil, fmt.Errorf("the dice key %s is damaged: it must hold %d hexadecimal digits and a newline, so restore it from where it was kept safe", path, 2*len(mk))
	}
	return &Dealer{mk}, nil
}

// parse reads the text of a key file in its one form.
func parse(text string) (mk dice.Key, ok bool) {
	bytes, err := hex.DecodeString(text[:max(0, len(text)-1)])
	if err != nil || len(bytes) != len(mk) || text != format(dice.Key(bytes)) {
		return dice.Key{}, false
	}
	return dice.Key(bytes), true
}

// format writes the text of a key file.
func format(mk dice.Key) string { return hex.EncodeToString(mk[:]) + "\n" }

// create writes a new key beside path and gives it its name only when it is safe
// on disk, so that a crash leaves a whole key or none. A file that is already
// there is never replaced.
func create(path string) error {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, filepath.Base(path)+".new-*") // O_EXCL, mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := fill(f); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(folder)
}

// fill writes fresh random bytes as a key, down to the disk, and closes f.
func fill(f *os.File) error {
	defer f.Close()
	var mk dice.Key
	if _, err := rand.Read(mk[:]); err != nil {
		return err
	}
	if _, err := f.WriteString(format(mk)); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// syncFolder makes a new name in a folder outlast a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

// Head returns the head of the chain that belongs to a GID.
func (d *Dealer) Head(gid dice.GID) dice.Link { return d.chain(gid).Head() }

// Source returns the dice of a match with these contributions.
func (d *Dealer) Source(gid dice.GID, contributions [2]string) engine.Source {
	chain := d.chain(gid)
	return dice.Source(chain, dice.MatchContext(gid, chain.Head(), contributions))
}

// Links returns the links 1..n of the chain of a GID, fewer if the chain is shorter.
func (d *Dealer) Links(gid dice.GID, n uint32) []dice.Link {
	chain := d.chain(gid)
	links := make([]dice.Link, min(int64(n), int64(chain.Len())))
	for i := range links {
		links[i] = chain.Link(i + 1)
	}
	return links
}

// Mix derives 32 secret bytes from a text. Each purpose has a key of its own,
// derived under a name that no dice are derived under.
func (d *Dealer) Mix(purpose, text string) [32]byte {
	key, err := hkdf.Key(sha256.New, d.mk[:], nil, "kickabout/"+purpose, sha256.Size)
	if err != nil {
		panic(err) // only a length that HKDF cannot give fails
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return [32]byte(h.Sum(nil))
}

func (d *Dealer) chain(gid dice.GID) dice.Chain {
	return dice.NewChain(d.mk, gid, 0, dice.Length)
}

// Format hides the key from every verb of fmt.
func (Dealer) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the key from logs.
func (Dealer) LogValue() slog.Value { return slog.StringValue("(secret)") }
