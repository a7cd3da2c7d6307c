package web

// Tells says whether a page marks a secret, for which it is not compressed.
func Tells(page string) bool { return marked([]byte(page)) }
