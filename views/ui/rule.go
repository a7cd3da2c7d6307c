package ui

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"sync"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/views/law"
)

// LeagueRules are the rules of the league; an error if their text cannot be shown.
var LeagueRules = sync.OnceValues(func() (law.Text, error) {
	return law.Parse(league.RulesText(), func(string) string { return "" })
})

// RuleURL returns where a rule of the league stands; "" if it is none, or is not built.
func RuleURL(id string) string {
	if rules, err := LeagueRules(); err == nil && rules.Has(id) {
		return LeagueRulesURL + "#" + id
	}
	return ""
}

// ruleIDs finds the ids of rules of the league, as texts and logs cite them: "R-TB-1.8" is a part of R-TB-1.
var ruleIDs = regexp.MustCompile(`\b(R-[A-Z]{2}-\d+)(?:\.\d+)?\b`)

// citation is a piece of a text; with an address it is the id of a rule.
type citation struct{ text, url string }

// citations parts a text at the ids of rules that can be read up.
func citations(text string) []citation {
	var pieces []citation
	from := 0
	for _, at := range ruleIDs.FindAllStringSubmatchIndex(text, -1) {
		url := RuleURL(text[at[2]:at[3]])
		if url == "" {
			continue
		}
		if at[0] > from {
			pieces = append(pieces, citation{text: text[from:at[0]]})
		}
		pieces = append(pieces, citation{text[at[0]:at[1]], url})
		from = at[1]
	}
	if from < len(text) {
		pieces = append(pieces, citation{text: text[from:]})
	}
	return pieces
}

// citedRules finds what of a text only cites rules: "R-UT-1: " in front, " (R-FF-5)" behind.
var citedRules = regexp.MustCompile(`\bR-[A-Z]{2}-[\d.]+: | \(R-[A-Z]{2}-[\d.]+(?:, R-[A-Z]{2}-[\d.]+)*\)`)

// WithoutRules is a text that cites no rules, for a place in which nothing can be a link.
func WithoutRules(text string) string { return citedRules.ReplaceAllString(text, "") }

// RuleLink is a text in which the id of each rule of the league that can be read up is a link to
// its text. A component in Go, since a template would put blanks around the links.
func RuleLink(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		for _, piece := range citations(text) {
			words := templ.EscapeString(piece.text)
			if piece.url != "" {
				words = fmt.Sprintf(`<a class="rule" href="%s">%s</a>`, templ.EscapeString(piece.url), words)
			}
			if _, err := io.WriteString(w, words); err != nil {
				return err
			}
		}
		return nil
	})
}
