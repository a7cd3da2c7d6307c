// Package dump keeps what is public of a site as files that anybody may take: one for each day on which a game ended,
// and one with the names of the players.
package dump

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Format names the form of the files and its edition.
const Format = "kickabout-dump/1"

// Schema is the JSON Schema of the lines.
//
//go:embed schema.json
var Schema []byte

// indexFile holds the Index, playersFile the names.
const (
	indexFile   = "index.json"
	playersFile = "players.ndjson.gz"
)

// A File is one of the files.
type File struct {
	Name   string `json:"name"`   // "2027-05-01.ndjson.gz"
	Lines  int    `json:"lines"`  // behind decompression
	Bytes  int64  `json:"bytes"`  // as it is sent
	SHA256 string `json:"sha256"` // of that, in hexadecimal
}

// An Index lists the files.
type Index struct {
	Format  string `json:"format"`
	Through string `json:"through"` // the last day that is over and written, "2027-05-01"; "": none is
	Days    []File `json:"days"`    // the oldest first; a day without games has none. They never change
	Players *File  `json:"players"` // null: there is none. It is written anew with each day
}

// A Folder is where the files are; "" is none.
type Folder string

var named = regexp.MustCompile(`^(\d{4}-\d\d-\d\d|players)\.ndjson\.gz$`)

// Index returns the list of the files.
func (f Folder) Index() (Index, error) {
	none := Index{Format: Format, Days: []File{}}
	if f == "" {
		return none, nil
	}
	data, err := os.ReadFile(filepath.Join(string(f), indexFile))
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	var i Index
	err = json.Unmarshal(data, &i)
	return i, err
}

// Open opens one of the files that the index lists; fs.ErrNotExist if there is none of that name.
func (f Folder) Open(name string) (*os.File, File, error) {
	i, err := f.Index()
	if err != nil {
		return nil, File{}, err
	}
	all := i.Days
	if i.Players != nil {
		all = append(slices.Clone(all), *i.Players)
	}
	at := slices.IndexFunc(all, func(file File) bool { return file.Name == name })
	if at < 0 || !named.MatchString(name) {
		return nil, File{}, fs.ErrNotExist
	}
	file, err := os.Open(filepath.Join(string(f), name))
	return file, all[at], err
}

// put writes the index anew from the files that are there.
func (f Folder) put(through string) error {
	was, err := f.Index()
	if err != nil {
		was = Index{} // it is made again
	}
	known := map[string]File{}
	for _, file := range was.Days {
		known[file.Name] = file
	}
	is := Index{Format: Format, Through: through, Days: []File{}}
	entries, err := os.ReadDir(string(f)) // by name, and so by day
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !named.MatchString(e.Name()) {
			continue
		}
		file, ok := known[e.Name()]
		if !ok {
			if file, err = f.describe(e.Name()); err != nil {
				return err
			}
		}
		if e.Name() == playersFile {
			is.Players = &file
		} else {
			is.Days = append(is.Days, file)
		}
	}
	text, err := json.MarshalIndent(is, "", " ")
	if err != nil {
		return err
	}
	return f.replace(indexFile, func(w io.Writer) error { _, err := w.Write(append(text, '\n')); return err })
}

// describe looks at a file.
func (f Folder) describe(name string) (File, error) {
	in, err := os.Open(filepath.Join(string(f), name))
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	sum := sha256.New()
	counted := &counter{Writer: sum}
	text, err := gzip.NewReader(io.TeeReader(bufio.NewReader(in), counted))
	if err != nil {
		return File{}, err
	}
	lines := &lineCounter{}
	if _, err := io.Copy(lines, text); err != nil {
		return File{}, err
	}
	return File{name, lines.n, counted.n, hex.EncodeToString(sum.Sum(nil))}, nil
}

type counter struct {
	io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return c.Writer.Write(p)
}

type lineCounter struct{ n int }

func (l *lineCounter) Write(p []byte) (int, error) {
	l.n += strings.Count(string(p), "\n")
	return len(p), nil
}

// replace writes a file whole or not at all.
func (f Folder) replace(name string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(string(f), ".dump-*")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	if err = write(out); err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), filepath.Join(string(f), name))
}

// replaceLines writes a file of lines, compressed. The same lines give the same bytes.
func (f Folder) replaceLines(name string, write func(line func(any) error) error) error {
	return f.replace(name, func(out io.Writer) error {
		packed := gzip.NewWriter(out)
		lines := json.NewEncoder(packed)
		lines.SetEscapeHTML(false)
		return errors.Join(write(lines.Encode), packed.Close())
	})
}

// bound takes the oldest days away until all that is left has no more bytes than most.
func (f Folder) bound(most int64) error {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return err
	}
	var sizes []int64
	var names []string
	sum := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !named.MatchString(e.Name()) {
			continue
		}
		sum += info.Size()
		if e.Name() != playersFile {
			names, sizes = append(names, e.Name()), append(sizes, info.Size())
		}
	}
	for i := 0; sum > most && i < len(names); i++ {
		if err := os.Remove(filepath.Join(string(f), names[i])); err != nil {
			return err
		}
		sum -= sizes[i]
	}
	return nil
}
