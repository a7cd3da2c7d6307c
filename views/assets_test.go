package views

import (
	"regexp"
	"testing"
)

func TestAssetsCarryAVersionOfTheirContent(t *testing.T) {
	if got := Asset("site.css"); !regexp.MustCompile(`^/static/site\.css\?v=[0-9a-f]{10}$`).MatchString(got) {
		t.Errorf("Asset(site.css) = %q", got)
	}
	if Asset("site.css")[len("/static/site.css"):] == Asset("site.js")[len("/static/site.js"):] {
		t.Error("two files have one version")
	}
	if got := Asset("none.css"); got != "/static/none.css" {
		t.Errorf("Asset of a file that is not there = %q", got)
	}
}
