package office_test

import "strings"

// hasher hashes no better than a test needs. What it made for "old effort: …" is weak.
type hasher struct{}

func (hasher) Hash(password string) string { return "hash of " + password }

func (hasher) Check(password, hash string) (right, weak bool) {
	return strings.TrimPrefix(hash, "weak ") == "hash of "+password, strings.HasPrefix(hash, "weak ")
}

func (hasher) Nobodys() string { return "nobody's" }
