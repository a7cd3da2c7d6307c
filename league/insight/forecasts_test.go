package insight

import "testing"

// keepForecasts looks at so many states of groups, and returns of how many the odds are kept.
func keepForecasts(n int) int {
	var k forecasts
	for i := range n {
		k.at(groupState{byte(i), byte(i >> 8)})
	}
	return len(k.of)
}

func TestOnlySoManyForecastsAreKept(t *testing.T) {
	if few, many := keepForecasts(10), keepForecasts(5000); few != 10 || many != 200 {
		t.Errorf("%d of 10 and %d of 5000 are kept", few, many)
	}
}
