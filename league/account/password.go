package account

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kickabout/league"
)

// How long a password is.
const (
	ShortestPassword = 8   // characters
	LongestPassword  = 256 // bytes
)

// How much has to be left of a password without what anybody would guess.
const (
	leastLeft      = 5 // characters
	leastDifferent = 4 // different ones
)

// leaked is a list of what is tried first wherever passwords are guessed, one a line, small letters, in order; see
// leaked-credit.txt for where it comes from.
//
//go:embed leaked.txt.gz
var leaked []byte

var leakedList = sync.OnceValue(func() []string {
	z, err := gzip.NewReader(bytes.NewReader(leaked))
	if err != nil {
		panic(err) // the file is part of the program
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(text))
})

// isLeaked says whether a text is in the list.
func isLeaked(text string) bool {
	_, found := slices.BinarySearch(leakedList(), text)
	return found
}

// Password checks a new password of a player of some name. Words are others that whoever guesses would think of: an
// address, the name of the site, those of games. The error is about the field "password", and says in one sentence
// what is wrong.
func Password(name, password string, words ...string) error {
	characters := utf8.RuneCountInString(password)
	switch {
	case characters < ShortestPassword:
		return weak("A password has at least %d characters; this has %d.", ShortestPassword, characters)
	case len(password) > LongestPassword:
		return weak("A password has at most %d bytes, which are as many plain letters; this has %d.", LongestPassword, len(password))
	}
	small := fold(password)
	if known(small) {
		return weak("This password, or its word without the digits and signs around it, is among the first that anybody would try. Choose another one; a few words in a row are good.")
	}
	guessed := guesses(append(words, name, siteWord))
	for _, text := range readings(without(small, guessed)) {
		if thin(squeeze(text)) || thin(squeeze(without(text, guessed))) {
			return weak("Too little is left of this password without your name, the site’s name, years, repeats and rows of keys. Choose another one; a few words in a row are good.")
		}
	}
	return nil
}

func weak(format string, args ...any) error { return league.FieldErrorf("password", format, args...) }

// siteWord is the name of the program, which is not always that of the site.
const siteWord = "kickabout"

// Digits and signs that are written for letters; some stand for either of two.
var (
	leet      = strings.NewReplacer("0", "o", "1", "l", "!", "l", "|", "l", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "6", "g", "7", "t", "+", "t", "8", "b", "9", "g", "(", "c", "2", "z")
	leetWithI = strings.NewReplacer("0", "o", "1", "i", "!", "i", "|", "i", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "6", "g", "7", "t", "+", "t", "8", "b", "9", "g", "(", "c", "2", "z")
)

// readings lists how a text can be read: as it stands, and with letters for the digits and signs that look like them.
func readings(text string) []string {
	return []string{text, leet.Replace(text), leetWithI.Replace(text)}
}

// mostAround is how many digits and signs are looked past at each end of a word.
const mostAround = 6

// known says whether a text is in the list, or is a word of it with digits and signs around it, or for letters, or
// twice, or backwards.
func known(text string) bool {
	for _, core := range cores(text) {
		for _, t := range append(readings(core), half(core)) {
			if isLeaked(t) || isLeaked(half(t)) || isLeaked(reversed(t)) {
				return true
			}
		}
	}
	return false
}

// cores lists a text with more and more of the digits and signs at its ends left out.
func cores(text string) []string {
	ahead := len(text) - len(strings.TrimLeftFunc(text, notLetter))
	behind := len(text) - len(strings.TrimRightFunc(text, notLetter))
	if ahead == len(text) { // no letter at all
		return []string{text}
	}
	var list []string
	for i := 0; i <= min(ahead, mostAround); i++ {
		for j := 0; j <= min(behind, mostAround); j++ {
			list = append(list, strings.ToValidUTF8(text[i:len(text)-j], ""))
		}
	}
	return append(list, text[ahead:len(text)-behind])
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// half returns what a text is twice; else the text.
func half(text string) string {
	if n := len(text) / 2; len(text)%2 == 0 && text[:n] == text[n:] {
		return text[:n]
	}
	return text
}

func reversed(text string) string {
	letters := []rune(text)
	slices.Reverse(letters)
	return string(letters)
}

// shortestGuess is how many letters a word has at least to be taken away.
const shortestGuess = 3

// guesses lists the parts of words, forwards and backwards, the longest first.
func guesses(words []string) []string {
	var parts []string
	for _, w := range words {
		w = fold(w)
		whole := strings.Join(strings.FieldsFunc(w, apart), "")
		for _, p := range append(strings.FieldsFunc(w, apart), whole, w) {
			if utf8.RuneCountInString(p) >= shortestGuess {
				parts = append(parts, p, reversed(p))
			}
		}
	}
	slices.SortFunc(parts, func(a, b string) int { return len(b) - len(a) })
	return parts
}

// apart says what stands between the parts of a name or an address.
func apart(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// year is one that people live in.
var year = regexp.MustCompile(`(?:19|20)\d\d`)

// without takes words and years out of a text.
func without(text string, words []string) string {
	for _, w := range words {
		text = strings.ReplaceAll(text, w, "")
	}
	return year.ReplaceAllString(text, "")
}

// rows are keys and letters that follow each other.
var rows = []string{
	"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.", "qazwsxedcrfvtgbyhnujmik", "!@#$%^&*()", "1q2w3e4r5t6y7u8i9o0p", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю",
}

// bothWays lists them forwards and backwards, with all that begins a row in one of them.
var bothWays = sync.OnceValues(func() (both []string, begins map[[shortestRow]rune]bool) {
	begins = map[[shortestRow]rune]bool{}
	for _, row := range rows {
		for _, keys := range []string{row, reversed(row)} {
			both = append(both, keys)
			for letters := []rune(keys); len(letters) >= shortestRow; letters = letters[1:] {
				begins[[shortestRow]rune(letters)] = true
			}
		}
	}
	return both, begins
})

// shortestRow is how many keys in a row are one.
const shortestRow = 3

// squeeze leaves one of each repeat, and the first of keys in a row.
func squeeze(text string) string {
	return unrepeated(unrowed(unrepeated(text)))
}

// unrowed leaves the first of keys in a row.
func unrowed(text string) string {
	letters := []rune(text)
	var left []rune
	for i := 0; i < len(letters); {
		left = append(left, letters[i])
		i += max(1, rowAt(letters[i:]))
	}
	return string(left)
}

// rowAt returns how many keys in a row a text begins with; 0 if too few.
func rowAt(letters []rune) int {
	both, begins := bothWays()
	if len(letters) < shortestRow || !begins[[shortestRow]rune(letters)] {
		return 0
	}
	longest := shortestRow
	for _, keys := range both {
		for longest < len(letters) && strings.Contains(keys, string(letters[:longest+1])) {
			longest++
		}
	}
	return longest
}

// longestPart is how many letters a part has at most that is looked for again: what is longer is much by itself.
const longestPart = 32

// unrepeated leaves one of each run of the same letters, however long what is repeated: aaa, abab, annann.
func unrepeated(text string) string {
	letters := []rune(text)
	for size := 1; size <= min(len(letters)/2, longestPart); size++ {
		left := letters[:0:0]
		for i := 0; i < len(letters); {
			n := 1
			for ; i+(n+1)*size <= len(letters) && slices.Equal(letters[i:i+size], letters[i+n*size:i+(n+1)*size]); n++ {
			}
			if n > 1 {
				left = append(left, letters[i:i+size]...)
				i += n * size
				continue
			}
			left = append(left, letters[i])
			i++
		}
		letters = left
	}
	return string(letters)
}

// thin says whether too little is left.
func thin(text string) bool {
	different := map[rune]bool{}
	for _, r := range text {
		different[r] = true
	}
	return utf8.RuneCountInString(text) < leastLeft || len(different) < leastDifferent
}

// Spelling returns a password as it is hashed: keyboards write é in two ways.
func Spelling(password string) string { return norm.NFC.String(password) }
