package series

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// GroupCSV writes the table of a group, the only one of the input, for spreadsheets.
func GroupCSV(in SeasonInput) []byte {
	return tournament.TableCSV(in.tournamentInput())
}

// GroupJSON writes the table and the matches of a group, the only one of the input, for
// programs.
func GroupJSON(in SeasonInput) ([]byte, error) {
	return tournament.TableJSON(in.tournamentInput())
}

func (in SeasonInput) tournamentInput() tournament.Input {
	g := in.Groups[0]
	return tournament.Input{Frame: in.Frame, Games: in.Games, Tournament: in.Tournament, Matches: g.Matches, Table: g.Table}
}

// PyramidCSV writes the tables of a season for spreadsheets, a player a line.
func PyramidCSV(in SeasonInput) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"Division", "Group", "Rank", "Player", "Points", "SON", "Won", "Drawn", "Lost", "Open", "Best", "Worst", "Comes to", "Certain", "Asterisk"}) // into memory: cannot fail
	star := tournament.AsteriskText(in.Tournament)
	for _, l := range in.lines() {
		r := l.row
		w.Write([]string{
			strconv.Itoa(l.level), strconv.Itoa(l.group), strconv.Itoa(r.Rank), ui.PlainCell(l.player.Name), ui.PointsText(r.Points), ui.SonText(r.SON),
			strconv.Itoa(r.Won), strconv.Itoa(r.Drawn), strconv.Itoa(r.Lost), strconv.Itoa(r.Open), strconv.Itoa(r.Best), strconv.Itoa(r.Worst),
			string(l.fate), map[bool]string{true: "yes", false: "no"}[l.certain], ui.PlainCell(star),
		})
	}
	w.Flush()
	return b.Bytes()
}

// seasonLine is a player's row with where it stands and what it comes to.
type seasonLine struct {
	level, group int
	player       league.Player
	row          league.Row
	fate         championship.Fate
	certain      bool
}

// lines lists the rows of all groups.
func (in SeasonInput) lines() []seasonLine {
	var lines []seasonLine
	for _, g := range in.Groups {
		level, n := championship.ParseGroup(g.Group)
		for _, r := range g.Table.Rows() {
			e, _ := in.Tournament.Entrant(r.Player)
			lines = append(lines, seasonLine{
				level, n, e.Player, r, championship.FateOfRow(level, r, r.Rank), championship.FateOfRow(level, r, r.Best) == championship.FateOfRow(level, r, r.Worst),
			})
		}
	}
	return lines
}

// jsonSeason is a season for programs.
type jsonSeason struct {
	Tournament string           `json:"tournament"` // id
	Season     string           `json:"season"`
	State      string           `json:"state"`
	Game       string           `json:"game"`
	Variant    string           `json:"variant"`
	Asterisk   string           `json:"asterisk,omitempty"` // why there is one
	Rows       []jsonSeasonLine `json:"rows"`
}

type jsonSeasonLine struct {
	Division int     `json:"division"`
	Group    int     `json:"group"`
	Rank     int     `json:"rank"`
	Player   string  `json:"player"` // id
	Name     string  `json:"name"`
	Points   float64 `json:"points"`
	SON      float64 `json:"son"`
	Won      int     `json:"won"`
	Drawn    int     `json:"drawn"`
	Lost     int     `json:"lost"`
	Open     int     `json:"open"`
	Best     int     `json:"best"` // ranks still possible
	Worst    int     `json:"worst"`
	Fate     string  `json:"fate"` // champion, promoted, stays, relegated: what the rank comes to
	Certain  bool    `json:"certain"`
}

// PyramidJSON writes the tables of a season for programs.
func PyramidJSON(in SeasonInput) ([]byte, error) {
	t := in.Tournament
	s := jsonSeason{Tournament: t.ID, Season: t.Edition, State: string(t.State), Game: t.Game, Variant: t.Variant, Asterisk: tournament.AsteriskText(t), Rows: []jsonSeasonLine{}}
	for _, l := range in.lines() {
		r := l.row
		s.Rows = append(s.Rows, jsonSeasonLine{
			Division: l.level, Group: l.group, Rank: r.Rank, Player: r.Player, Name: l.player.Name, Points: float64(r.Points) / 10, SON: float64(r.SON) / 100,
			Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open, Best: r.Best, Worst: r.Worst, Fate: string(l.fate), Certain: l.certain,
		})
	}
	return json.MarshalIndent(s, "", " ")
}
