package operatortext_test

import (
	"testing"
	"time"

	"kickabout/league/operatortext"
)

func TestOperatorsReadSizesAndMoments(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int64]string{0: "0.0 kB", 1536: "1.5 kB", 1<<20 - 1: "1024.0 kB", 1 << 20: "1.0 MB", 3 << 29: "1.5 GB"} {
		if got := operatortext.Size(bytes); got != want {
			t.Errorf("%d bytes are %q, want %q", bytes, got, want)
		}
	}
	in := time.Date(2026, time.November, 26, 17, 9, 5, 0, time.FixedZone("", 3600))
	if got, want := operatortext.Moment(in), "2026-11-26 16:09:05 UTC"; got != want {
		t.Errorf("the moment is %q, want %q", got, want)
	}
}
