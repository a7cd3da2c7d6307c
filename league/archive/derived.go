package archive

import "kickabout/league"

// The types of lines that follow from others, in exports of tournaments.
const (
	LotLine   = "lot"   // the proof of the lot of a tournament
	PlaceLine = "place" // a row of a table
)

// A Lot is the proof of the lot of a tournament: what the file seeding.json holds, a dice.Seeding or a tbd2.LotProof.
type Lot struct {
	Type  string `json:"type"`
	Proof any    `json:"proof"`
}

// A Place is a row of a table as it stood when the file was written.
type Place struct {
	Type       string  `json:"type"`
	Tournament string  `json:"tournament"`
	Group      string  `json:"group"` // "": there is one table alone
	Rank       int     `json:"rank"`  // players who are level share it
	Player     string  `json:"player"`
	Name       string  `json:"name"`
	Points     float64 `json:"points"`
	Played     int     `json:"played"`
	Won        int     `json:"won"`
	Drawn      int     `json:"drawn"`
	Lost       int     `json:"lost"`
	Open       int     `json:"open"`
	Goals      int     `json:"goals"`
	Against    int     `json:"against"`
	Struck     bool    `json:"struck"` // out, and nothing of what was played counts
}

// NewPlace returns a row of a table as a line.
func NewPlace(tournament string, g league.Group, r league.Row, name string) Place {
	return Place{
		Type: PlaceLine, Tournament: tournament, Group: string(g), Rank: r.Rank, Player: r.Player, Name: name, Points: float64(r.Points) / 10,
		Played: r.Played, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open, Goals: r.Goals, Against: r.Against, Struck: r.Out,
	}
}
