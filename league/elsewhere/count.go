package elsewhere

import "kickabout/league"

// Count names what the games of an event pay.
type Count string

// The ways to count. Those that name their points pay them for wins and draws, whatever a file says.
const (
	AsFile   Count = ""          // what the file says; where it says endings, 5, 4, 3 and 2 points (league rules 1)
	CloseWin Count = "close_win" // likewise, and 4-1 for a target win by one goal (R-PT-3)
	ThreeOne Count = "3-1-0"
	OneHalf  Count = "1-0.5-0"
)

// Counts lists them.
func Counts() []Count { return []Count{AsFile, CloseWin, ThreeOne, OneHalf} }

// pays is what a win and a draw pay by the ways to count that say it.
var pays = map[Count][2]league.Points{ThreeOne: {30, 10}, OneHalf: {10, 5}}
