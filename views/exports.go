package views

// ExportsPage tells how exports are written and what is in them.
type ExportsPage struct{ Frame }
