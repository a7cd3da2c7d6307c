package front

import "kickabout/views/ui"

// ExportsPage tells how exports are written and what is in them.
type ExportsPage struct{ ui.Frame }
