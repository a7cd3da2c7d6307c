package office

import (
	"context"

	"kickabout/league"
)

// ChronicleOf is what a series is told of a competition.
func (o *Office) ChronicleOf(ctx context.Context, c league.Competition) (league.Chronicle, error) {
	return o.chronicle(ctx, c)
}

// KeepForecasts looks at so many states of groups, and returns of how many the odds are kept.
func KeepForecasts(n int) int {
	var k forecasts
	for i := range n {
		k.at(groupState{byte(i), byte(i >> 8)})
	}
	return len(k.of)
}
