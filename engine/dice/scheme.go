package dice

import _ "embed"

//go:embed SCHEME.md
var schemeText string

// SchemeText returns the scheme that throws are made by, as Markdown.
func SchemeText() string { return schemeText }
