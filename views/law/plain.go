package law

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// Plain turns a text of somebody else into HTML that is safe: what it holds of HTML is left out, and so are addresses
// that would run anything. Its headings are those below the page's own.
func Plain(markdown string) (string, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify))
	source := []byte(markdown)
	doc := md.Parser().Parse(text.NewReader(source))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			h.Level = min(h.Level+1, 6)
		}
	}
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, doc); err != nil {
		return "", fmt.Errorf("rendering a text: %w", err)
	}
	return out.String(), nil
}
