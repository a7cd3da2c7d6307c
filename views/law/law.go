// Package law makes pages of the texts of the rules: Markdown becomes HTML in which every rule
// has an anchor and every id that a rule mentions is a link. What is marked as not built is left out.
package law

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Text is a text of the law as pages show it.
type Text struct {
	Title    string
	Chapters []Chapter
	HTML     string // all but the title; safe, since the Markdown may hold no HTML of its own

	anchors map[string]bool
}

// Chapter is a heading.
type Chapter struct {
	ID    string // "4", or a slug of a title without a number
	Title string // "4 Time-outs"
}

// Has says that there is a rule, or a chapter, of this id.
func (t Text) Has(id string) bool { return t.anchors[id] }

// Parse reads a text. Ids of rules that it does not define are asked of elsewhere, which returns
// their address, or "" for none. A mark of what is not built in a place where it would not
// take anything away is an error, so that nothing is served by mistake.
func Parse(markdown string, elsewhere func(id string) string) (Text, error) {
	source := []byte(markdown)
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table), // addresses stay text: no page leads away
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrolling{}, 100))),
	)
	root := md.Parser().Parse(text.NewReader(source))
	w := writer{source: source, elsewhere: elsewhere, Text: Text{anchors: map[string]bool{}}}
	w.leaveOut(root)
	w.headings(root)
	w.name(root)
	w.link(root)
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, root); err != nil {
		return Text{}, fmt.Errorf("rendering a text of the law: %w", err)
	}
	w.HTML = out.String()
	if strings.Contains(w.HTML, notBuilt) {
		return Text{}, fmt.Errorf("%s: %q stands where it takes nothing away", w.Title, notBuilt)
	}
	return w.Text, nil
}

// scrolling renders tables and figures so that a narrow screen scrolls them and not the page.
type scrolling struct{}

// RegisterFuncs takes over tables and blocks of code from goldmark.
func (scrolling) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(tableKind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.WriteString("</table></div>\n")
			return ast.WalkContinue, nil
		}
		fmt.Fprintf(w, `<div class="table-scroll" tabindex="0" role="region" aria-label="%s"><table>`+"\n", util.EscapeHTML(labelOf(n)))
		return ast.WalkContinue, nil
	})
	block := func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.WriteString("</pre>\n")
			return ast.WalkContinue, nil
		}
		fmt.Fprintf(w, `<pre tabindex="0" role="region" aria-label="%s">`, util.EscapeHTML(labelOf(n)))
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			w.Write(util.EscapeHTML(line.Value(source)))
		}
		return ast.WalkContinue, nil
	}
	r.Register(ast.KindFencedCodeBlock, block)
	r.Register(ast.KindCodeBlock, block)
}

// labelOf names what scrolls by the heading that it stands under.
func labelOf(n ast.Node) []byte {
	label, _ := n.AttributeString(labelName)
	name, _ := label.([]byte)
	return name
}
