package law

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// Plain turns a text of somebody else into HTML that is safe: what it holds of HTML is left out, and so are addresses
// that would run anything.
func Plain(markdown string) (string, error) {
	var out bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify)).Convert([]byte(markdown), &out); err != nil {
		return "", fmt.Errorf("rendering a text: %w", err)
	}
	return out.String(), nil
}
