package front

import (
	"kickabout/views/law"
	"kickabout/views/ui"
)

// TextPage is a page that the owner of the site has written.
type TextPage struct {
	ui.Frame
	HTML string // safe
}

// NewTextPage builds it of Markdown.
func NewTextPage(f ui.Frame, title, markdown string) (TextPage, error) {
	f.Title = title
	html, err := law.Plain(markdown)
	return TextPage{f, html}, err
}
