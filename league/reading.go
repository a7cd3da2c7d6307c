package league

// Reading is how a player looks at a match.
type Reading struct {
	Seen    int  // the last event that a replay has shown them; 0: none
	Upright bool // boards lie with First below, whichever side is theirs
}
