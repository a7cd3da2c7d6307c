package enginetest_test

import (
	"testing"

	"kickabout/engine/enginetest"
)

func TestRunnersConforms(t *testing.T) {
	enginetest.Conform(t, enginetest.Runners{}, enginetest.Size(500))
}
