package account_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kickabout/league"
	"kickabout/league/account"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, typed, want, says string }{ // want "": refused
		{"letters", "Ann", "Ann", ""},
		{"letters and digits", "ann2", "ann2", ""},
		{"two words", "Ann Lee", "Ann Lee", ""},
		{"blanks around and between", "  Ann   Lee ", "Ann Lee", ""},
		{"a blank that does not break", "Ann\u00a0Lee", "Ann Lee", ""},
		{"joiners", "O'Neil-St. Ann_1", "", "one between"},
		{"single joiners", "O'Neil-St.Ann_1", "O'Neil-St.Ann_1", ""},
		{"accents", "Zoë", "Zoë", ""},
		{"accents in two parts", "Zoe\u0308", "Zoë", ""},
		{"wide letters", "Ａｎｎ", "Ann", ""},
		{"a ligature", "ﬁona", "fiona", ""},
		{"Cyrillic", "Наташа", "Наташа", ""},
		{"Greek", "Νίκος", "Νίκος", ""},
		{"Hebrew", "דוד", "דוד", ""},
		{"Arabic", "محمد", "محمد", ""},
		{"Devanagari with vowel signs", "राहुल", "राहुल", ""},
		{"Thai", "สมชาย", "สมชาย", ""},
		{"Japanese in three scripts", "田中たろうタロ", "田中たろうタロ", ""},
		{"Japanese and Latin", "田中Taro", "田中Taro", ""},
		{"Korean", "김철수", "김철수", ""},
		{"Hangul in parts", "\u1112\u1161\u11ab글", "한글", ""},
		{"as long as can be", strings.Repeat("x", 20), strings.Repeat("x", 20), ""},
		{"as long as can be, with accents", strings.Repeat("x\u0301", 20), strings.Repeat("x\u0301", 20), ""},
		{"too long", strings.Repeat("x", 21), "", "this has 21"},
		{"far too long", strings.Repeat("x", 10_000), "", "at most 20"},
		{"too short", "A", "", "this has 1"},
		{"nothing", "", "", "Choose a name"},
		{"blanks alone", "   ", "", "Choose a name"},
		{"digits alone", "12345", "", "needs a letter"},
		{"a joiner first", "-Ann", "", "begins and ends"},
		{"a joiner last", "Ann.", "", "begins and ends"},
		{"an at", "ann@home", "", "“@” cannot stand"},
		{"a colon", "bot:greedy", "", "“:” cannot stand"},
		{"a slash", "a/b", "", "“/” cannot stand"},
		{"markup", "<b>Ann", "", "“<” cannot stand"},
		{"an emoji", "Ann⚽", "", "“⚽” cannot stand"},
		{"a digit of another script", "Ann٣", "", "“٣” cannot stand"},
		{"a letter in a circle becomes one", "Ⓐnn", "Ann", ""},
		{"a fraction", "Ann½", "", "“⁄” cannot stand"},
		{"text turned around", "Ann\u202eeeL", "", "U+202E"},
		{"an isolate", "\u2066Ann\u2069", "", "U+2066"},
		{"a mark of direction", "Ann\u200f", "", "U+200F"},
		{"no width", "A\u200bnn", "", "U+200B"},
		{"a joiner of no width", "A\u200dnn", "", "U+200D"},
		{"a byte order mark", "\ufeffAnn", "", "U+FEFF"},
		{"a soft hyphen", "A\u00adnn", "", "U+00AD"},
		{"a filler", "Ann\u3164", "", "cannot be seen"},
		{"a half-width filler", "Ann\uffa0", "", "cannot be seen"},
		{"a grapheme joiner", "A\u034fnn", "", "U+034F"},
		{"a variation selector", "A\ufe0fnn", "", "U+FE0F"},
		{"a tag", "Ann\U000e0041", "", "cannot be seen"},
		{"a private sign", "Ann\ue000", "", "cannot be seen"},
		{"a line break", "Ann\nLee", "", "cannot be seen"},
		{"a NUL", "Ann\x00", "", "cannot be seen"},
		{"no text", "Ann\xff", "", "at most 20"},
		{"a tower of accents", "A" + strings.Repeat("\u0316", 5) + "nn", "", "too many accents"},
		{"an accent on nothing", "\u0301Ann", "", "too many accents"},
		{"Cyrillic among Latin", "Аnn", "", "one alphabet"},
		{"Greek among Latin", "Αnn", "", "one alphabet"},
		{"Latin among Cyrillic", "Нaташа", "", "one alphabet"},
		{"Hangul and kana", "김たろう", "", "one alphabet"},
		{"a guest", "Guest ABCD", "", "reserved"},
		{"somebody like a guest", "Guestava", "", "reserved"},
		{"somebody deleted", "deleted-abc", "", "reserved"},
		{"deleted, read quickly", "de1eted", "", "reserved"},
		{"the site", "Kickabout", "", "reserved"},
		{"who speaks for it", "A.d.m.i.n", "", "reserved"},
		{"who only begins like it", "Adminton", "Adminton", ""},
		{"a bot by its kind", "bot", "", "reserved"},
		{"who only begins like one", "Botond", "Botond", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := account.Name(c.typed)
			if got != c.want || (err == nil) != (c.want != "") {
				t.Fatalf("%+q gave %+q, %v", c.typed, got, err)
			}
			if err != nil && (!strings.Contains(err.Error(), c.says) || league.Fields(err)["name"] == nil) {
				t.Errorf("%+q is refused with %q", c.typed, err)
			}
		})
	}
}

// meets tells whether two names may not both be taken.
func meets(a, b string) bool {
	keys := account.Keys(b)
	return slices.ContainsFunc(account.Keys(a), func(key string) bool { return slices.Contains(keys, key) })
}

func TestNamesThatLookAlikeMeet(t *testing.T) {
	for _, pair := range [][2]string{
		{"Paul", "paul"},
		{"Paul", "PAUL"},
		{"Paul", "Pau1"},
		{"Paul", "PauI"},
		{"Paul", "Раul"},
		{"cope", "соре"},
		{"SCOPE", "ЅСОРЕ"},
		{"ABE", "ΑΒΕ"},
		{"abe", "ΑΒΕ"},
		{"Abe", "ΑΒΕ"},
		{"ΑΒΕ", "αβε"},
		{"Bob", "B0b"},
		{"mama", "rnama"},
		{"mama", "rnarna"},
		{"wally", "vvally"},
		{"Ann Lee", "AnnLee"},
		{"Ann-Lee", "ann_lee"},
		{"Ann.Lee", "Ann Lee"},
		{"Zoë", "Zoe"},
		{"Zoë", "zoe\u0308"},
		{"straße", "STRASSE"},
		{"Ali", "AIi"},
		{"Ali", "Al1"},
		{"İbo", "ibo"},
		{"Ilker", "ılker"},
		{"Νίκος", "ΝΙΚΟΣ"},
		{"Øre", "0re"},
		{"Ａｎｎ", "Ann"},
		{"ﬁona", "fiona"},
		{"наташа", "НАТАША"},
		{"ӏvan", "Ivan"},
		{"Åsa", "asa"},
		{"O’Neil", "O'Neil"},
		{"Łukasz", "łukasz"},
	} {
		if !meets(pair[0], pair[1]) {
			t.Errorf("%s (%q) and %s (%q) are kept apart", pair[0], account.Keys(pair[0]), pair[1], account.Keys(pair[1]))
		}
	}
	for _, pair := range [][2]string{
		{"Ann", "Anna"},
		{"Paul", "Saul"},
		{"Ann1", "Ann2"},
		{"mama", "nana"},
		{"Bob", "Rob"},
		{"наташа", "Natasha"},
		{"か", "が"},
		{"김철수", "김철호"},
		{"राहुल", "रहुल"},
		{"wally", "valley"},
		{"kate", "cate"},
		{"Ann5", "Ann6"},
	} {
		if meets(pair[0], pair[1]) {
			t.Errorf("%s and %s meet in %q", pair[0], pair[1], account.Keys(pair[0]))
		}
	}
}

// names draws texts that have a chance to be names.
func names() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[A-Za-z0-9][A-Za-z0-9 ._'-]{0,20}`),
		rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.Mn), 1, 20, -1),
		rapid.StringOfN(rapid.RuneFrom(nil, unicode.Cyrillic), 1, 20, -1),
		rapid.StringOfN(rapid.RuneFrom(nil, unicode.Greek), 1, 20, -1),
		rapid.StringOfN(rapid.RuneFrom(nil, unicode.L, unicode.M, unicode.Nd), 1, 20, -1),
		rapid.String(),
	)
}

func TestPropertiesOfNamesAndKeys(t *testing.T) {
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		name, err := account.Name(names().Draw(t, "typed"))
		if err != nil {
			if league.KindOf(err) != league.Invalid || league.Fields(err)["name"] == nil {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		taken++
		if again, err := account.Name(name); again != name || err != nil {
			t.Fatalf("%+q is a name, and then %+q, %v", name, again, err)
		}
		if n := utf8.RuneCountInString(name); !utf8.ValidString(name) || n < 2 || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Fatalf("%+q is a name", name)
		}
		keys := account.Keys(name)
		if keys[0] != account.Key(name) || len(keys) > 3 || slices.Contains(keys, "") {
			t.Fatalf("%+q has the keys %q", name, keys)
		}
		for _, same := range []string{strings.ToUpper(name), strings.ToLower(name), strings.ToTitle(name), strings.ReplaceAll(name, " ", "_")} {
			if !meets(name, same) {
				t.Fatalf("%+q (%q) and %+q (%q) are kept apart", name, keys, same, account.Keys(same))
			}
		}
		for _, key := range keys {
			if account.Key(key) != key {
				t.Fatalf("the key %+q folds to %+q", key, account.Key(key))
			}
		}
	})
	t.Logf("%d names", taken)
}
