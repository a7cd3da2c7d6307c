package api_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kickabout/cmd/internal/web/api"
)

// TestPagesAreTheListAlsoWhileItGrows: whatever comes in front meanwhile, and if what a page ended with goes, what
// was there and stays is told once.
func TestPagesAreTheListAlsoWhileItGrows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-m ]{1,6}`), 0, 20, rapid.ID[string]).Draw(t, "list")
		kept, told := slices.Clone(list), []string{}
		p := api.Page{Limit: rapid.IntRange(1, 7).Draw(t, "limit")}
		for n := 0; ; n++ {
			part, next, err := api.Part(list, p, func(s string) string { return s })
			if err != nil || len(part) > p.Limit {
				t.Fatalf("%v, %v", part, err)
			}
			told = append(told, part...)
			if next == "" {
				break
			}
			p.Cursor = next
			if rapid.Bool().Draw(t, "grows") {
				list = slices.Concat([]string{"new" + string(rune('n'+n))}, list)
			}
		}
		if !slices.Equal(told, kept) {
			t.Fatalf("told %q of %q", told, kept)
		}
	})
	for _, cursor := range []string{"x", "eA", "MSAA", "!"} {
		if _, _, err := api.Part([]string{"a"}, api.Page{Limit: 1, Cursor: cursor}, func(s string) string { return s }); cursor != "MSAA" && err == nil {
			t.Errorf("%q is taken for a cursor", cursor)
		}
	}
}
