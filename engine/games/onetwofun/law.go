package onetwofun

import _ "embed"

// rulesText is the law of the game to the letter, as Markdown.
//
//go:embed RULES.md
var rulesText string
