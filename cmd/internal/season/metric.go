package season

import (
	"fmt"
	"slices"
)

// Metric is a figure of a world that is no bound.
type Metric struct {
	Format, What string
	Values       []float64 // a sample, in order; or one number
}

// metric notes a sample.
func (w *world) metric(what string, values []float64) {
	slices.Sort(values)
	w.metrics = append(w.metrics, Metric{w.of.Format, what, values})
}

// String writes the median, the value that 95 % do not pass, and the most.
func (m Metric) String() string {
	n := len(m.Values)
	switch n {
	case 0:
		return m.What + ": none"
	case 1:
		return fmt.Sprintf("%s: %.4g", m.What, m.Values[0])
	}
	return fmt.Sprintf("%s: median %.3g, 95 %% %.3g, most %.4g (%d)", m.What, m.Values[n/2], m.Values[n*95/100], m.Values[n-1], n)
}
