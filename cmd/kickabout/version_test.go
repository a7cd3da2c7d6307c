package main

import (
	"fmt"
	"strings"
	"testing"

	"kickabout/store"
)

func TestTheProgramSaysItsVersion(t *testing.T) {
	t.Parallel()
	for _, arg := range []string{"version", "--version"} {
		out, complaint, code := kickabout(t, "", arg)
		if want := fmt.Sprintf(", schema %d\n", store.Schema()); code != 0 || !strings.HasPrefix(out, "kickabout ") || !strings.HasSuffix(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s ends with %d and says %q, %q", arg, code, out, complaint)
		}
	}
}
