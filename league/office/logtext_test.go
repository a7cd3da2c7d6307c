package office_test

import (
	"context"
	"fmt"
	"strings"

	"kickabout/league"
	"kickabout/league/office"
)

// recognised checks that of all that stands in the logs of tournaments, what the site says is one of the texts
// of its lists, and comes to the same again by its format and values.
func (c *club) recognised() {
	ids, err := c.store.TournamentIDs(context.Background())
	if err != nil {
		return // the test has shut it, or made it fail
	}
	for _, id := range ids {
		log, err := c.store.TournamentLog(context.Background(), league.Site(), id, 0, 10_000)
		if err != nil {
			continue
		}
		for _, text := range office.UnlistedTexts(log) {
			c.t.Errorf("tournament %s: %q has no format", id, text)
		}
		for _, d := range log {
			format, values, ok := league.ReadLogText(office.LogTexts(), d.Text)
			if again := written(format, values); ok && d.Text != again && !strings.HasSuffix(d.Text, " "+again) {
				c.t.Errorf("tournament %s: %q is read as %q", id, d.Text, again)
			}
		}
	}
}

// written is a text by its format and the values that were read.
func written(format league.LogText, values []string) string {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	return fmt.Sprintf(strings.ReplaceAll(string(format), "%d", "%s"), args...)
}
