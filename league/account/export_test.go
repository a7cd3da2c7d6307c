package account

// LeakedList lists what is refused.
func LeakedList() []string { return leakedList() }
