package oneline_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kickabout/league"
	"kickabout/league/oneline"
)

func TestATypedTextIsKeptClean(t *testing.T) {
	for _, c := range []struct{ name, typed, want string }{
		{"a plain text stays", "A game on Sunday?", "A game on Sunday?"},
		{"blanks at the ends go", "  hello \n", "hello"},
		{"lines and runs of blanks become one blank", "one\r\ntwo\t \u00a0three\u2028four", "one two three four"},
		{"controls go", "a\x00b\x1bc\u0085d", "abc d"},
		{"signs that turn the direction go", "\u202eevil\u202c \u2066x\u2069\u200f", "evil x"},
		{"signs that nobody sees go", "a\u200bb\ufeffc\u00add\u2060e\u115ff\U000E0041g", "abcdefg"},
		{"private and unknown signs go", "a\ue000b\U0010ffffc\ufffdd", "abcd"},
		{"accents are written in one way", "Cafe\u0301", "Caf\u00e9"},
		{"a text from right to left stays", "שלום", "שלום"},
		{"joiners inside a script stay", "می\u200cخواهم", "می\u200cخواهم"},
		{"an emoji of several signs stays", "👩🏽\u200d🚒\ufe0f!", "👩🏽\u200d🚒\ufe0f!"},
		{"nothing is nothing", " \u200b \n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := oneline.Clean("message", c.typed, 200)
			if err != nil || got != c.want {
				t.Errorf("got %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func TestLettersAreCountedAsPeopleCountThem(t *testing.T) {
	for _, c := range []struct {
		name, letter string
	}{
		{"plain", "a"},
		{"with an accent", "é"},
		{"with an accent that is a sign of its own", "q\u0301"},
		{"in four bytes", "⚽"},
		{"of two joined emojis", "👩\u200d🚒"},
		{"with a colour of skin", "👍🏽"},
		{"with a colour of skin and joined", "👩🏽\u200d🚒"},
		{"with three accents", "q\u0301\u0302\u0303"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := oneline.Clean("message", strings.Repeat(c.letter, 10), 10); err != nil {
				t.Errorf("ten of them are too many: %v", err)
			}
			_, err := oneline.Clean("message", strings.Repeat(c.letter, 11), 10)
			if text := league.Fields(err)["message"]; !strings.Contains(fmt.Sprint(text), "At most 10 letters. This has 11.") {
				t.Errorf("eleven of them: %v", err)
			}
		})
	}
}

func TestATowerOfAccentsAndBytesThatAreNoTextAreRefused(t *testing.T) {
	for _, typed := range []string{"Z" + strings.Repeat("\u0300", 6), "a\xffb"} {
		if _, err := oneline.Clean("message", typed, 200); league.Fields(err)["message"] == nil {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "hello", "\u202ea\u0301\u200d", "👩🏽\u200d🚒", "a\r\n\tb", "\u1100\u1161\u11a8", "\u0344\u0315x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		text, err := oneline.Clean("message", typed, 50)
		if err != nil {
			return
		}
		if again, err := oneline.Clean("message", text, 50); err != nil || again != text {
			t.Errorf("%q becomes %q, and that %q, %v", typed, text, again, err)
		}
		if !utf8.ValidString(text) || !norm.NFC.IsNormalString(text) || strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
			t.Errorf("%q is kept as %q", typed, text)
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }); i >= 0 {
			t.Errorf("%q is kept as %q", typed, text)
		}
	})
}
