// Package views holds what pages are drawn from: its own files are those under /static/, and each
// area of the site has a package below it. A view turns matches, tournaments and people into HTML:
// domain in, pages out. It knows no HTTP and no database. Every page is a templ component that takes
// one value, and a pure function builds that value.
//
// The areas, each of which may use those after it: front, series, tournament, offer, member, match,
// study, ui.
package views

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
)

// Static holds the files under /static/: the style sheet, the scripts, the icons.
// htmx.js is htmx 4.0.1 as its authors publish it, hx-sse.js its extension for streams;
// htmx-license.txt is the licence of both.
//
//go:embed static
var Static embed.FS

// versions maps each static file to a hash of its content.
var versions = hashes(Static)

// Asset returns the address of a static file: "/static/site.css?v=8a1f…". The
// hash changes with the content, so that the file may be cached for ever.
func Asset(name string) string {
	if v, ok := versions["static/"+name]; ok {
		return "/static/" + name + "?v=" + v
	}
	return "/static/" + name
}

// hashes takes the first 40 bits of the SHA-256 of each file. A file that cannot
// be read has none; embedded ones can.
func hashes(files fs.FS) map[string]string {
	list := map[string]string{}
	_ = fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		list[path] = hex.EncodeToString(sum[:5])
		return nil
	})
	return list
}
