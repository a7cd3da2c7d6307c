// Package operatortext writes values as operators read them, at a terminal or on the pages of the site’s staff.
package operatortext

import (
	"fmt"
	"time"
)

// Moment is a moment as operators read it, at a terminal or in a log, wherever they are.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// Size is a number of bytes as operators read it: "512.0 kB", "9.7 MB", "74.5 GB"; by powers of 1024, as disks are
// filled.
func Size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f kB", float64(bytes)/(1<<10))
}
