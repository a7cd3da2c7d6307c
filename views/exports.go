package views

// ExportsPage tells how exports are written.
type ExportsPage struct{ Frame }
