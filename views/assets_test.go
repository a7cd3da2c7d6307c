package views

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAssetsCarryAVersionOfTheirContent(t *testing.T) {
	if got := Asset("site.css"); !regexp.MustCompile(`^/static/site\.css\?v=[0-9a-f]{10}$`).MatchString(got) {
		t.Errorf("Asset(site.css) = %q", got)
	}
	if Asset("site.css")[len("/static/site.css"):] == Asset("site.js")[len("/static/site.js"):] {
		t.Error("two files have one version")
	}
	if got := Asset("none.css"); got != "/static/none.css" {
		t.Errorf("Asset of a file that is not there = %q", got)
	}
	if versioned([]byte("a")).version == versioned([]byte("b")).version {
		t.Error("the version does not follow the content")
	}
}

func TestAScriptIsServedWithItsHeadAndItsCode(t *testing.T) {
	for _, name := range []string{"board.js", "dice.js", "proof.js", "htmx.js"} {
		served, _ := Static(name)
		var want []string
		for line := range strings.Lines(string(embedded(files, "static/"+name))) {
			if text := strings.TrimLeft(line, " \t"); text == line || !strings.HasPrefix(text, "//") {
				want = append(want, line)
			}
		}
		if string(served) != strings.Join(want, "") || !strings.HasPrefix(string(served), want[0]) {
			t.Errorf("%s is not served as it is written, less its remarks", name)
		}
	}
	if served, _ := Static("board.js"); strings.Contains(string(served), "\n  //") {
		t.Error("board.js is served with what is for its writers")
	}
}

func TestTheSheetIsThatOfAllAreas(t *testing.T) {
	entries, err := areas.ReadDir("sheets")
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, e := range entries {
		there = append(there, strings.TrimSuffix(e.Name(), ".css"))
	}
	if listed := slices.Sorted(slices.Values(order)); !slices.Equal(listed, there) {
		t.Fatalf("listed are %q, there are %q", listed, there)
	}
	sheet, ok := Static("site.css")
	if !ok {
		t.Fatal("there is no site.css")
	}
	sheet = regexp.MustCompile(`\?v=[0-9a-f]{10}\)`).ReplaceAll(sheet, []byte(")"))
	for _, area := range order {
		part := sheetRemarks.ReplaceAll(embedded(areas, "sheets/"+area+".css"), nil)
		rest, found := bytes.CutPrefix(sheet, part)
		if !found {
			t.Fatalf("the sheet does not go on with %s", area)
		}
		sheet = rest
		if open, closed := bytes.Count(part, []byte("{")), bytes.Count(part, []byte("}")); open != closed {
			t.Errorf("%s opens %d braces and closes %d", area, open, closed)
		}
	}
	if len(sheet) > 0 {
		t.Errorf("the sheet has %d bytes of no area", len(sheet))
	}
}

// A file that the sheet names is kept for ever too, so it is named with its version.
func TestTheSheetNamesFilesThatAreServed(t *testing.T) {
	sheet, _ := Static("site.css")
	names := regexp.MustCompile(`url\(([^#)][^)]*)\)`).FindAllSubmatch(sheet, -1)
	if len(names) == 0 {
		t.Error("it names no font")
	}
	for _, m := range names {
		name, _, _ := strings.Cut(string(m[1]), "?")
		if Asset(name) != "/static/"+string(m[1]) {
			t.Errorf("it names %s", m[1])
		}
	}
}

// token finds where a custom property gets a value, and where it is used.
var (
	set  = regexp.MustCompile(`(--[a-z0-9-]+):`)
	used = regexp.MustCompile(`var\((--[a-z0-9-]+)[),]`)
)

func TestTokensAreDefinedAndUsed(t *testing.T) {
	sheet, _ := Static("site.css")
	defined, wanted := map[string]bool{}, map[string]bool{}
	for _, m := range set.FindAllSubmatch(sheet, -1) {
		defined[string(m[1])] = true
	}
	for _, area := range order {
		for _, m := range used.FindAllSubmatch(embedded(areas, "sheets/"+area+".css"), -1) {
			if wanted[string(m[1])] = true; !defined[string(m[1])] {
				t.Errorf("%s.css uses %s", area, m[1])
			}
		}
	}
	for token := range defined {
		if !wanted[token] {
			t.Errorf("%s is defined, and no sheet uses it", token)
		}
	}
	if len(defined) < 60 {
		t.Errorf("only %d tokens were found", len(defined))
	}
}

// inner, opening and alone find what stands in brackets within a selector, what stands before each brace that opens, and a
// selector that is one class and nothing else, whatever its state.
var (
	inner   = regexp.MustCompile(`\([^()]*\)`)
	opening = regexp.MustCompile(`([^{};]+)\{`)
	alone   = regexp.MustCompile(`^\.([\w-]+)(?:::?[\w-]+)*$`)
)

// bareClasses are the classes that a sheet gives a look by themselves, wherever they stand.
func bareClasses(sheet []byte) map[string]bool {
	list := map[string]bool{}
	sheet = sheetRemarks.ReplaceAll(sheet, nil)
	for inner.Match(sheet) {
		sheet = inner.ReplaceAll(sheet, nil)
	}
	for _, m := range opening.FindAllSubmatch(sheet, -1) {
		for selector := range strings.SplitSeq(string(m[1]), ",") {
			if class := alone.FindStringSubmatch(strings.TrimSpace(selector)); class != nil {
				list[class[1]] = true
			}
		}
	}
	return list
}

// TestAClassIsDressedByOneSheet: all sheets are one on each page, so a class that two areas mean differently would wear
// both. Another area says where it means it: ".line.own", "svg .mark". The sheet for paper may take off what others put on.
func TestAClassIsDressedByOneSheet(t *testing.T) {
	t.Parallel()
	of, found := map[string]string{}, 0
	for _, area := range order {
		if area == "print" {
			continue
		}
		for class := range bareClasses(embedded(areas, "sheets/"+area+".css")) {
			if other := of[class]; other != "" {
				t.Errorf(".%s stands alone in %s.css and in %s.css", class, other, area)
			}
			of[class] = area
			found++
		}
	}
	if found < 300 {
		t.Errorf("only %d classes were found", found)
	}
}

// TestTemplatesAskHTMXByDataAttributes: others are no HTML. What stands in a part of a stream is htmx's own.
func TestTemplatesAskHTMXByDataAttributes(t *testing.T) {
	t.Parallel()
	bare := regexp.MustCompile(`(?:^|[\s{])(hx-[a-z:0-9-]+)=`)
	seen := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".templ") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, line := range strings.Split(string(text), "\n") {
			seen += strings.Count(line, "data-hx-")
			if found := bare.FindStringSubmatch(line); found != nil && !strings.Contains(line, "<hx-partial") {
				t.Errorf("%s says %s", path, found[1])
			}
		}
		return err
	})
	if err != nil || seen < 20 {
		t.Errorf("%d attributes were seen: %v", seen, err)
	}
}
