package secret

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// keySize is the length of every key, in bytes.
const keySize = 32

// readKey reads the key file; a missing one wraps fs.ErrNotExist.
func readKey(path, name string) (key [keySize]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return key, fmt.Errorf("reading the %s key: %w", name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return key, fmt.Errorf("reading the %s key: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return key, fmt.Errorf("the %s key %s is no regular file", name, path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return key, fmt.Errorf("the %s key %s may be read by others (mode %04o): make it readable for its owner alone (chmod 600), and think about who may have seen it", name, path, mode)
	}
	text, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err != nil {
		return key, fmt.Errorf("reading the %s key: %w", name, err)
	}
	key, ok := parseKey(string(text))
	if !ok {
		return key, fmt.Errorf("the %s key %s is damaged: it must hold %d hexadecimal digits and a newline, so restore it from where it was kept safe", name, path, 2*keySize)
	}
	return key, nil
}

// parseKey reads the text of a key file in its one form.
func parseKey(text string) (key [keySize]byte, ok bool) {
	bytes, err := hex.DecodeString(text[:max(0, len(text)-1)])
	if err != nil || len(bytes) != keySize || text != formatKey([keySize]byte(bytes)) {
		return key, false
	}
	return [keySize]byte(bytes), true
}

// formatKey writes the text of a key file.
func formatKey(key [keySize]byte) string { return hex.EncodeToString(key[:]) + "\n" }

// ReadFile returns the text of the file of a key in a folder, for an export that holds it.
func ReadFile(folder, name string) (string, error) {
	key, err := readKey(File(folder, name), name)
	if err != nil {
		return "", err
	}
	return formatKey(key), nil
}

// WriteFile makes the file of a key in a folder from such a text. If there is one with the same key already
// nothing is done; one with another key is left alone, and the error says so.
func WriteFile(folder, name, text string) error {
	path := File(folder, name)
	key, ok := parseKey(text)
	if !ok {
		return fmt.Errorf("what is to be the %s key is none: it must hold %d hexadecimal digits and a newline", name, 2*keySize)
	}
	if err := writeKey(path, key); err != nil {
		return fmt.Errorf("creating the %s key %s: %w", name, path, err)
	}
	have, err := readKey(path, name)
	if err == nil && have != key {
		err = fmt.Errorf("there is another %s key already, %s: move it away first if nothing needs it", name, path)
	}
	return err
}

// createKey writes a new key beside path and gives it its name only when it is safe
// on disk, so that a crash leaves a whole key or none. A file that is already
// there is never replaced.
func createKey(path string) error {
	var key [keySize]byte
	rand.Read(key[:]) // never fails
	return writeKey(path, key)
}

// writeKey is createKey for a key that is known.
func writeKey(path string, key [keySize]byte) error {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, filepath.Base(path)+".new-*") // O_EXCL, mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := fill(f, key); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(folder)
}

// fill writes a key, down to the disk, and closes f.
func fill(f *os.File, key [keySize]byte) error {
	defer f.Close()
	if _, err := f.WriteString(formatKey(key)); err != nil {
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
