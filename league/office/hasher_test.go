package office_test

import "strings"

// hasher hashes no better than a test needs. A hash with "weak " in front is due to be renewed.
type hasher struct{}

func (hasher) Hash(password string) string { return "hash of " + password }

func (hasher) Check(password, hash string) (right, weak bool) {
	return strings.TrimPrefix(hash, "weak ") == "hash of "+password, strings.HasPrefix(hash, "weak ")
}

// Nobodys is of the password that some test tries, so that it is seen if it ever let in.
func (hasher) Nobodys() string { return "hash of nobody's" }
