package law

import (
	"regexp"
	"strings"
	"testing"

	"kickabout/engine/dice"
	"kickabout/engine/games"
	"kickabout/league"
)

func nowhere(string) string { return "" }

const sample = "# A title\n\nBegin with D1 and `D1`, G2 and O9.\n\n" +
	"## 1 First\n\n* **D1** A rule, see [D1](/x).\n  * (not built) What it will say.\n* **D2** (not built) Another.\n\n" +
	"(not built) A paragraph.\n\n| a | b |\n|---|---|\n| <b> | D1 |\n\n| c |\n|---|\n\n```\nD1 <i>\n```\n\nThe same:\n\n    D2 <i>\n\n<script>alert(1)</script>\n\n" +
	"## Without a number\n\nText.\n\n## 2 Later (not built)\n\n**D3** x\n\n### 2.1 Below it\n\nx\n\n## 3 Last\n\n* (not built) All there is.\n"

func TestATextIsRendered(t *testing.T) {
	got, err := Parse(sample, func(id string) string {
		return map[string]string{"G2": "/other#G2"}[id]
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `<p>Begin with <a href="#D1">D1</a> and <code>D1</code>, <a href="/other#G2">G2</a> and O9.</p>
<h2 id="1">1 First</h2>
<ul>
<li><strong id="D1">D1</strong> A rule, see <a href="/x">D1</a>.</li>
</ul>
<div class="table-scroll" tabindex="0" role="region" aria-label="1 First"><table>
<thead>
<tr>
<th>a</th>
<th>b</th>
</tr>
</thead>
<tbody>
<tr>
<td><!-- raw HTML omitted --></td>
<td><a href="#D1">D1</a></td>
</tr>
</tbody>
</table></div>
<div class="table-scroll" tabindex="0" role="region" aria-label="1 First, 2"><table>
<thead>
<tr>
<th>c</th>
</tr>
</thead>
</table></div>
<pre tabindex="0" role="region" aria-label="1 First, 3">D1 &lt;i&gt;
</pre>
<p>The same:</p>
<pre tabindex="0" role="region" aria-label="1 First, 4">D2 &lt;i&gt;
</pre>
<!-- raw HTML omitted -->
<h2 id="without-a-number">Without a number</h2>
<p>Text.</p>
<h2 id="3">3 Last</h2>
`
	if got.HTML != want {
		t.Errorf("got\n%s\nwant\n%s", got.HTML, want)
	}
	if got.Title != "A title" {
		t.Errorf("title %q", got.Title)
	}
	if len(got.Chapters) != 3 || got.Chapters[1] != (Chapter{"without-a-number", "Without a number"}) {
		t.Errorf("chapters %v", got.Chapters)
	}
	for id, want := range map[string]bool{"D1": true, "1": true, "D2": false, "D3": false, "2": false, "2.1": false} {
		if got.Has(id) != want {
			t.Errorf("has %s: %v", id, !want)
		}
	}
}

func TestAMarkThatTakesNothingAwayIsAnError(t *testing.T) {
	if _, err := Parse("# A\n\nThis rule (not built) is half there.\n", nowhere); err == nil {
		t.Error("what is not built would be served")
	}
}

// texts are all texts of the law, by name.
func texts() map[string]string {
	all := map[string]string{"league": league.RulesText(), "dice": dice.SchemeText()}
	for _, g := range games.All() {
		all[g.Info().ID] = g.Rules().Text
	}
	return all
}

func TestTheLawIsServedWithoutWhatIsNotBuilt(t *testing.T) {
	written, served := regexp.MustCompile(`\*\*(R-[A-Z]{2}-\d+)\*\*( \(not built\))?`), 0
	for name, text := range texts() {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(text, nowhere)
			if err != nil {
				t.Fatal(err)
			}
			if got.Title == "" || len(got.Chapters) < 7 || len(got.HTML) < 3000 || strings.Contains(got.HTML, "raw HTML") {
				t.Errorf("%q has %d chapters and %d bytes", got.Title, len(got.Chapters), len(got.HTML))
			}
			for _, d := range written.FindAllStringSubmatch(text, -1) {
				if got.Has(d[1]) != (d[2] == "") {
					t.Errorf("%s is served: %v", d[1], got.Has(d[1]))
				}
				served++
			}
		})
	}
	if served < 100 {
		t.Errorf("only %d rules were found", served)
	}
}

func TestEveryIDThatIsServedIsThere(t *testing.T) {
	rules, err := Parse(league.RulesText(), nowhere)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range texts() {
		got, err := Parse(text, func(id string) string {
			if strings.HasPrefix(id, "R-") && !rules.Has(id) {
				t.Errorf("%s mentions %s, which is not served", name, id)
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(got.HTML, -1) {
			if ids[id[1]] {
				t.Errorf("%s has two places %s", name, id[1])
			}
			ids[id[1]] = true
		}
		for _, link := range regexp.MustCompile(` href="#([^"]+)"`).FindAllStringSubmatch(got.HTML, -1) {
			if !ids[link[1]] {
				t.Errorf("%s leads to %s, which it does not have", name, link[1])
			}
		}
	}
}
