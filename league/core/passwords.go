package core

// Passwords hashes passwords. Each call takes some time and memory, on purpose.
type Passwords interface {
	// Hash returns what to store of a password.
	Hash(password string) string
	// Check reports whether a hash is of a password, and if so, whether it was made with
	// less effort than is due now and should be replaced.
	Check(password, hash string) (right, weak bool)
	// Nobodys returns a hash that no password has and that takes as long to check as
	// those that are made now.
	Nobodys() string
}
