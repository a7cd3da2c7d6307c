package league

import _ "embed"

//go:embed RULES.md
var rulesText string

// RulesText returns the rules of the league as Markdown, with what is not built marked as such.
func RulesText() string { return rulesText }
