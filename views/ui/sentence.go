package ui

import "kickabout/league"

// Sentence is what an error says to a reader; "" for none. Here, and where the API answers
// programs, an error becomes words: until then it keeps its format and its values.
func Sentence(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FieldSentences are what an error says beside the fields of a form; nil if it is about none.
func FieldSentences(err error) map[string]string {
	var said map[string]string
	for field, wrong := range league.Fields(err) {
		if said == nil {
			said = map[string]string{}
		}
		said[field] = Sentence(wrong)
	}
	return said
}
