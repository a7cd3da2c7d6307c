package ui

import (
	"flag"
	"testing"

	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "rewrite the golden pages")

func TestPages(t *testing.T) { viewstest.CheckPages(t, scenes(t), *update) }
