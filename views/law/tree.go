package law

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

const (
	notBuilt  = "(not built)"
	labelName = "label"
)

var (
	tableKind = east.KindTable
	unbuilt   = regexp.MustCompile(`^(?:[*+-] |\d+\. )?(?:\*\*[A-Z0-9-]+b?\*\* )?\(not built\)`)
	numbered  = regexp.MustCompile(`^\d+(?:\.\d+)?\b`)
	ruleID    = regexp.MustCompile(`\b(?:R-[A-Z]{2}-\d+|(?:SS|OT|CF)-\d+b?|[DGOC]\d+)\b`)
)

// writer makes a text of the tree of a Markdown document.
type writer struct {
	Text
	source    []byte
	elsewhere func(id string) string
}

// leaveOut takes away what is not built: a paragraph or an item that begins with the mark, or
// with an id and the mark, and all under a heading that ends with it.
func (w *writer) leaveOut(parent ast.Node) {
	below := 0 // the level of the heading under which nothing is built
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		if h, ok := n.(*ast.Heading); ok && (below == 0 || h.Level <= below) {
			if below = 0; strings.HasSuffix(w.text(h), notBuilt) {
				below = h.Level
			}
		}
		switch {
		case below > 0 || unbuilt.MatchString(w.beginning(n)):
			parent.RemoveChild(parent, n)
		case n.Type() == ast.TypeBlock:
			if w.leaveOut(n); n.Kind() == ast.KindList && !n.HasChildren() {
				parent.RemoveChild(parent, n)
			}
		}
		n = next
	}
}

// beginning returns the first line of a paragraph or of an item as it is written.
func (w *writer) beginning(n ast.Node) string {
	if n.Kind() == ast.KindListItem {
		n = n.FirstChild()
	}
	if n == nil || n.Type() != ast.TypeBlock || n.Lines().Len() == 0 {
		return ""
	}
	line := n.Lines().At(0)
	return string(line.Value(w.source))
}

// headings takes the title out of the text and gives the other headings their ids; tables and
// figures learn under which one they stand.
func (w *writer) headings(root ast.Node) {
	label, under := "", 0 // tables and figures so far
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			label, under = w.text(n), 0
			if n.Level == 1 {
				w.Title = label
				return ast.WalkSkipChildren, nil
			}
			id := numbered.FindString(label)
			if id == "" {
				id = slug(label)
			}
			n.SetAttributeString("id", []byte(id))
			w.anchors[id] = true
			if n.Level == 2 {
				w.Chapters = append(w.Chapters, Chapter{id, label})
			}
		case *east.Table, *ast.FencedCodeBlock, *ast.CodeBlock:
			if under++; under > 1 { // no two have the same name
				n.SetAttributeString(labelName, fmt.Appendf(nil, "%s, %d", label, under))
			} else {
				n.SetAttributeString(labelName, []byte(label))
			}
		}
		return ast.WalkContinue, nil
	})
	if title, ok := root.FirstChild().(*ast.Heading); ok && title.Level == 1 {
		root.RemoveChild(root, title)
	}
}

// name gives each definition, an id in bold, its anchor.
func (w *writer) name(root ast.Node) {
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if bold, ok := n.(*ast.Emphasis); ok && entering && bold.Level == 2 {
			if id := w.text(bold); ruleID.FindString(id) == id && id != "" {
				bold.SetAttributeString("id", []byte(id))
				w.anchors[id] = true
			}
		}
		return ast.WalkContinue, nil
	})
}

// link makes links of the ids that are mentioned.
func (w *writer) link(parent ast.Node) {
	if _, defines := parent.AttributeString("id"); defines || parent.Kind() == ast.KindLink || parent.Kind() == ast.KindCodeSpan {
		return
	}
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		if words, ok := n.(*ast.Text); ok {
			w.linkIn(parent, words)
		} else {
			w.link(n)
		}
		n = next
	}
}

// linkIn puts links and what is between them in the place of words.
func (w *writer) linkIn(parent ast.Node, words *ast.Text) {
	from := words.Segment.Start
	for _, at := range ruleID.FindAllIndex(words.Segment.Value(w.source), -1) {
		start, stop := words.Segment.Start+at[0], words.Segment.Start+at[1]
		to := w.address(string(w.source[start:stop]))
		if to == "" {
			continue
		}
		link := ast.NewLink()
		link.Destination = []byte(to)
		link.AppendChild(link, ast.NewTextSegment(text.NewSegment(start, stop)))
		parent.InsertBefore(parent, words, ast.NewTextSegment(text.NewSegment(from, start)))
		parent.InsertBefore(parent, words, link)
		from = stop
	}
	words.Segment = words.Segment.WithStart(from)
}

// address returns where a rule stands; "" if nobody knows it.
func (w *writer) address(id string) string {
	if w.anchors[id] {
		return "#" + id
	}
	return w.elsewhere(id)
}

// text returns the words of a node without what stresses them.
func (w *writer) text(n ast.Node) string {
	var words strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			words.Write(t.Segment.Value(w.source))
		}
		return ast.WalkContinue, nil
	})
	return words.String()
}

// slug makes an id of a title: "No surrounding" becomes "no-surrounding".
func slug(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}
