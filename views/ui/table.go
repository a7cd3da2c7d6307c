package ui

// SortLink is a head of a column by which the table can be sorted.
type SortLink struct {
	Key, Text, Title string
	URL              string
	Now              bool // it is sorted so
}
