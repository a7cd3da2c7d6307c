package match

import "strings"

// embedText says below the score what is played, how far it has come and who is to move, or how it ended.
func embedText(p Page) string {
	parts := []string{p.Rules}
	if p.Turn != "" && !p.Over {
		parts = append(parts, p.Turn)
	}
	return strings.Join(append(parts, p.Headline), " · ")
}
