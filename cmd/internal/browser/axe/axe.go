// Package axe says where axe-core lies, the accessibility checker that browser
// tests run in their pages. It is a script of 650 kB under another licence, so
// it is fetched for tests and never part of the program.
package axe

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// Version is the release of axe-core that the tests expect.
const Version = "4.14.1"

// sum is the SHA-256 of that release's axe.min.js.
const sum = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"

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

// Sound tells whether a file is the expected release, byte for byte.
func Sound(path string) bool {
	script, err := os.ReadFile(path)
	got := sha256.Sum256(script)
	return err == nil && hex.EncodeToString(got[:]) == sum
}
