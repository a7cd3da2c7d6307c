package ui

import (
	"bytes"
	"encoding/csv"
	"strings"
)

// CSV writes lines for spreadsheets.
func CSV(lines [][]string) []byte {
	var b bytes.Buffer
	csv.NewWriter(&b).WriteAll(lines) // into memory: cannot fail
	return b.Bytes()
}

// PlainCell keeps spreadsheets from reading what somebody typed as a formula.
func PlainCell(text string) string {
	if strings.IndexAny(text, "=+-@\t\r\n|%") == 0 || strings.HasPrefix(text, "＝") || strings.HasPrefix(text, "＋") || strings.HasPrefix(text, "－") || strings.HasPrefix(text, "＠") {
		return "'" + text
	}
	return text
}
