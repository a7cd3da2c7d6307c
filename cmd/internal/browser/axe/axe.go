// Package axe says where axe-core lies, the accessibility checker that browser
// tests run in their pages. It is a script of 650 kB under another licence, so
// it is fetched for tests and never part of the program.
package axe

import (
	"fmt"
	"os"
	"path/filepath"
)

// Version is the release of axe-core that the tests expect.
const Version = "4.14.1"

// File returns the path of the script: what the environment's KICKABOUT_AXE
// says, else a place in the user's cache folder. Nothing need be there yet. It
// fails when there is neither, as with an empty HOME.
func File() (string, error) {
	if path := os.Getenv("KICKABOUT_AXE"); path != "" {
		return path, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding axe-core: %w", err)
	}
	return filepath.Join(cache, "kickabout", "axe-"+Version, "axe.min.js"), nil
}
