package account

import (
	"slices"
	"strings"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Key is what a name folds to: two names with one key are the same but for capitals,
// accents and joiners, or look the same to somebody who glances at them.
func Key(name string) string { return skeleton(fold(name)) }

// Keys returns the keys of a name, Key first: one for each way in which its letters may
// be seen. The capitals of a script may look like letters of another one where
// the small ones do not: ΑΒΕ like ABE, αβε like nothing. Two names must have no key in common.
func Keys(name string) []string {
	keys := []string{Key(name)}
	for _, seen := range []string{norm.NFKC.String(name), cases.Upper(language.Und).String(fold(name))} {
		if key := skeleton(seen); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// fold makes capitals small, and gives letters that Unicode knows in several forms one.
func fold(text string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))
}

// skeleton maps letters to those that they can be taken for. On top of UTS 39, which
// compares texts with their capitals, it makes everything small, and so has to take i for l
// as well (I looks like l, and i is the same letter as I); it takes vv for w; and it leaves
// out joiners and the accents of European alphabets, which are overlooked easily.
func skeleton(text string) string {
	for range 8 { // mapping and making small may each give the other something to do
		next := alike.Replace(plain(fold(confusable.Skeleton(plain(text)))))
		if next == text {
			break
		}
		text = next
	}
	return text
}

var alike = strings.NewReplacer("i", "l", "vv", "w")

// plain leaves out joiners and combining accents.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(joiners, r) || 0x300 <= r && r <= 0x36f {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}
