package league

// A Head is all that one look at a match tells: the match without its log, and what a page wants to know first.
type Head struct {
	Match   Match
	Chain   []byte  // the value of its last event, which binds the whole log; nil: nobody has known it yet
	Reading Reading // of the viewer
	Away    bool    // one of its players has planned a vacation that has not ended
}

// Reading is how a player looks at a match.
type Reading struct {
	Seen    int  // the last event that a replay has shown them; 0: none
	Upright bool // boards lie with First below, whichever side is theirs
}
