package people

// HoldingColumns lists the columns that have a holding, as "table.column", with why where
// nothing is shown or erased.
func HoldingColumns() map[string]string {
	columns := map[string]string{}
	for _, h := range Holdings() {
		columns[h.Table+"."+h.Column] = h.why
		if h.Show != "" && h.erase != nil {
			columns[h.Table+"."+h.Column] = "shown and erased"
		}
	}
	return columns
}
