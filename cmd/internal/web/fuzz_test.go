package web_test

import (
	"testing"

	"kickabout/cmd/internal/web"
)

// A rate that can be read is written so that it is read as the same.
func FuzzRate(f *testing.F) {
	for _, text := range []string{"0", "20/1h", "10/10m", "1/1ns", "-1/1h", "1/-1h", "/", "1/", "9999999999999999999/1h", "1/999999h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var rate, again web.Rate
		if rate.UnmarshalText([]byte(text)) != nil {
			return
		}
		if err := again.UnmarshalText([]byte(rate.String())); err != nil || again != rate {
			t.Errorf("%q is written as %q, read as %v, %v", text, rate, again, err)
		}
	})
}
