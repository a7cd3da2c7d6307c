package league

import (
	"slices"
	"testing"
)

func TestTheTextsOfALogAreRecognised(t *testing.T) {
	const (
		silent LogText = "R-FF-7: %d games in a row lost on time without a move"
		struck LogText = "R-FF-5: %s"
		ruled  LogText = "R-FF-10: %s, %s: %s"
		own    LogText = "R-FF-10: %s, %s: %s (he plays in it)"
	)
	formats := []LogText{silent, struck, ruled, own}
	for _, want := range []struct {
		text   string
		format LogText
		values []string
	}{
		{silent.Of(3), silent, []string{"3"}},
		{"voided " + silent.Of(12), silent, []string{"12"}},
		{"forfeited " + struck.Of("a (b), 50 % c.*"), struck, []string{"a (b), 50 % c.*"}},
		{ruled.Of("Ann v Bob", "void", "a: b"), ruled, []string{"Ann v Bob", "void", "a: b"}},
		{own.Of("Ann v Bob", "void", "why"), own, []string{"Ann v Bob", "void", "why"}},
		{"R-FF-7: some games in a row lost on time without a move", "", nil},
		{"he was taken out R-FF-5: late", "", nil},
		{"", "", nil},
	} {
		f, values, ok := ReadLogText(formats, want.text)
		if f != want.format || !slices.Equal(values, want.values) || ok != (want.format != "") {
			t.Errorf("%q: %q, %q, %t; want %q, %q", want.text, f, values, ok, want.format, want.values)
		}
	}
}
