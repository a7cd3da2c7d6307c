package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// TableCSV writes a tournament's table for spreadsheets: what was taken from each
// opponent stands in one column each, the matches parted by blanks.
func TableCSV(in TournamentInput) []byte {
	var b bytes.Buffer
	table := newCrosstable(in)
	w := csv.NewWriter(&b)
	head := []string{"Rank", "Player", "Points", "SON", "Won", "Drawn", "Lost", "Open"}
	for _, h := range table.Heads {
		head = append(head, plainCell("v "+h.Name))
	}
	w.Write(head) // into memory: cannot fail
	for i, r := range table.Rows {
		line := []string{r.Rank, plainCell(r.Name), r.Points, r.SON, strconv.Itoa(r.Won), strconv.Itoa(r.Drawn), strconv.Itoa(r.Lost), strconv.Itoa(r.Open)}
		for j, cell := range r.Cells {
			var texts []string
			for _, c := range cell {
				if c.Class != "playing" {
					texts = append(texts, c.Text)
				}
			}
			if i == j {
				texts = []string{"x"}
			}
			line = append(line, strings.Join(texts, " "))
		}
		w.Write(line)
	}
	w.Flush()
	return b.Bytes()
}

// plainCell keeps spreadsheets from reading what somebody typed as a formula.
func plainCell(text string) string {
	if strings.IndexAny(text, "=+-@\t\r\n|%") == 0 || strings.HasPrefix(text, "＝") || strings.HasPrefix(text, "＋") || strings.HasPrefix(text, "－") || strings.HasPrefix(text, "＠") {
		return "'" + text
	}
	return text
}

// jsonTable is a tournament's table for programs. Points are as players read them.
type jsonTable struct {
	Tournament string      `json:"tournament"`
	Name       string      `json:"name"`
	State      string      `json:"state"`
	Game       string      `json:"game"`
	Variant    string      `json:"variant"`
	Cycles     int         `json:"cycles"`
	Table      []jsonRow   `json:"table"`
	Matches    []jsonMatch `json:"matches"`
}

type jsonRow struct {
	Rank   int     `json:"rank"`
	Player string  `json:"player"` // id
	Name   string  `json:"name"`
	Bot    bool    `json:"bot"`
	Points float64 `json:"points"`
	SON    float64 `json:"son"`
	Won    int     `json:"won"`
	Drawn  int     `json:"drawn"`
	Lost   int     `json:"lost"`
	Open   int     `json:"open"`
	Winner bool    `json:"winner"`
}

type jsonMatch struct {
	ID      string      `json:"id"`
	Fixture string      `json:"fixture"`
	First   string      `json:"first"` // ids
	Second  string      `json:"second"`
	Score   [2]int      `json:"score"`
	Ending  string      `json:"ending"` // "" while it goes on
	Points  *[2]float64 `json:"points"` // null while it goes on
}

// TableJSON writes a tournament's table and matches for programs.
func TableJSON(in TournamentInput) ([]byte, error) {
	t := in.Tournament
	table := jsonTable{
		Tournament: t.ID, Name: t.Name, State: string(t.State), Game: t.Game, Variant: t.Variant, Cycles: t.Cycles,
		Table: []jsonRow{}, Matches: []jsonMatch{},
	}
	for _, r := range in.Rows {
		e, _ := t.Entrant(r.Player)
		table.Table = append(table.Table, jsonRow{
			Rank: r.Rank, Player: r.Player, Name: e.Player.Name, Bot: e.Player.Kind == league.Bot,
			Points: float64(r.Points) / 10, SON: float64(r.SON) / 100, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open, Winner: e.Winner,
		})
	}
	for _, m := range in.Matches {
		line := jsonMatch{
			ID: m.ID, Fixture: m.Fixture, Score: m.State.Score, Ending: string(m.State.Outcome.Ending),
			First: m.Seats[m.SeatOf(engine.First)].Player.ID, Second: m.Seats[m.SeatOf(engine.Second)].Player.ID,
		}
		if points, ok := league.Standard().Points(m.State.Outcome); ok {
			line.Points = &[2]float64{float64(points[0]) / 10, float64(points[1]) / 10}
		}
		table.Matches = append(table.Matches, line)
	}
	return json.MarshalIndent(table, "", " ")
}
