package clock

import (
	"fmt"
	"time"
)

// Left writes how long something still lasts, in its two greatest units: "6 d 4 h", "10 d", "4 h 20 min", "12 min".
// The script of the pages writes the same.
func Left(d time.Duration) string {
	minutes := int(max(0, d) / time.Minute)
	days, hours, minutes := minutes/(24*60), minutes/60%24, minutes%60
	switch {
	case days > 0 && hours > 0:
		return fmt.Sprintf("%d d %d h", days, hours)
	case days > 0:
		return fmt.Sprintf("%d d", days)
	case hours > 0 && minutes > 0:
		return fmt.Sprintf("%d h %d min", hours, minutes)
	case hours > 0:
		return fmt.Sprintf("%d h", hours)
	case minutes > 0:
		return fmt.Sprintf("%d min", minutes)
	}
	return "under 1 min"
}
