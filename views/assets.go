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
	"path"
	"regexp"
)

// files holds the scripts, the icons, the pictures.
// htmx.js is htmx 4.0.1 as its authors publish it, hx-sse.js its extension for streams;
// htmx-license.txt is the licence of both. spartan.woff2 is a part of League Spartan Bold, under the licence in spartan-OFL.txt.
//
//go:embed static
var files embed.FS

// areas holds the style sheets, one for each area of the site.
//
//go:embed sheets/*.css
var areas embed.FS

// order is that in which the sheets become one: of two rules of equal weight, the later one counts.
var order = []string{
	"tokens", "elements", "frame", "page", "text", "learn", "forms", "front", "people", "offers", "tournaments", "tables", "leagues", "brackets",
	"match", "court", "stage", "charts", "ratings", "admin", "analysis", "embed", "print",
}

// A file is its content, and a hash of it.
type file struct {
	content []byte
	version string
}

// static maps each name below /static/ to its file.
var static = served()

// named finds the files that a style sheet names.
var named = regexp.MustCompile(`url\(([a-z0-9.-]+)\)`)

// remarks are lines of our scripts that are for who reads the source; what stands at the head of a file is for everybody.
var remarks = regexp.MustCompile(`(?m)^[ \t]+//.*\n`)

// sheetRemarks are those of a style sheet.
var sheetRemarks = regexp.MustCompile(`(?s)/\*.*?\*/`)

// served gathers the files under /static/: those of that folder, our scripts without their remarks, and the sheets as one
// without theirs, site.css.
func served() map[string]file {
	list := map[string]file{}
	entries, err := files.ReadDir("static")
	if err != nil {
		panic(err) // they are embedded
	}
	for _, e := range entries {
		content := embedded(files, path.Join("static", e.Name()))
		if name := e.Name(); path.Ext(name) == ".js" && name != "htmx.js" && name != "hx-sse.js" {
			content = remarks.ReplaceAll(content, nil)
		}
		list[e.Name()] = versioned(content)
	}
	var sheet []byte
	for _, area := range order {
		sheet = append(sheet, sheetRemarks.ReplaceAll(embedded(areas, "sheets/"+area+".css"), nil)...)
	}
	list["site.css"] = versioned(named.ReplaceAllFunc(sheet, func(found []byte) []byte {
		name := string(named.FindSubmatch(found)[1])
		return []byte("url(" + name + "?v=" + list[name].version + ")")
	}))
	return list
}

func embedded(from fs.FS, name string) []byte {
	content, err := fs.ReadFile(from, name)
	if err != nil {
		panic(err) // they are embedded
	}
	return content
}

// versioned takes the first 40 bits of the SHA-256.
func versioned(content []byte) file {
	sum := sha256.Sum256(content)
	return file{content, hex.EncodeToString(sum[:5])}
}

// Static returns the content of a file under /static/: site.css, a script, an icon. Nobody changes it.
func Static(name string) ([]byte, bool) {
	f, ok := static[name]
	return f.content, ok
}

// Asset returns the address of a static file: "/static/site.css?v=8a1f…". The
// hash changes with the content, so that the file may be cached for ever.
func Asset(name string) string {
	if f, ok := static[name]; ok {
		return "/static/" + name + "?v=" + f.version
	}
	return "/static/" + name
}
