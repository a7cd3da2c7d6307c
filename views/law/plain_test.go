package law

import (
	"strings"
	"testing"
)

func TestTextsOfOthersAreSafeAndBelowTheHeadingOfTheirPage(t *testing.T) {
	t.Parallel()
	html, err := Plain("# Us\n\n###### Small\n\n<b>raw</b> [run](javascript:alert(1)) https://kickabout.example\n\n| a |\n|---|\n| b |\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h2>Us</h2>", "<h6>Small</h6>", `<a href="https://kickabout.example">`, "<td>b</td>"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not in\n%s", want, html)
		}
	}
	for _, never := range []string{"<h1", "<b>", "javascript:"} {
		if strings.Contains(html, never) {
			t.Errorf("%q is in\n%s", never, html)
		}
	}
}
