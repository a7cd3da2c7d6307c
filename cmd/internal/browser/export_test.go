package browser

import "time"

// SetPatience says how long a step may take from now on.
func (p *Page) SetPatience(d time.Duration) { p.patience = d }
