package league

import "time"

// Reached is how far something has come that somebody follows: numbers of which at least one is another after each change
// that its followers are to hear of. Zero: it is not there, or not any more.
type Reached [3]int

// SeenEvery is how often a visit, or the use of a token, is written down, so that not everyone costs a write.
const SeenEvery = time.Hour
