package tournament

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
	"kickabout/views/ui"
)

// TableCSV writes a tournament's table for spreadsheets: what was taken from each
// opponent stands in one column each, the matches parted by blanks.
func TableCSV(in Input) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if in.Drawing != nil {
		return roundsCSV(in)
	}
	head := []string{"Rank", "Player", "Points", "SON", "Won", "Drawn", "Lost", "Open", "Goals", "Against", "Best", "Worst"}
	if in.League != nil {
		return TeamsCSV(in)
	}
	if in.Table == nil {
		w.Write(head) // into memory: cannot fail
		for _, r := range in.Rows {
			e, _ := in.Tournament.Entrant(r.Player)
			line := []string{strconv.Itoa(r.Rank), ui.PlainCell(e.Player.Name), ui.PointsText(r.Points), ui.SonText(r.SON)}
			for _, number := range []int{r.Won, r.Drawn, r.Lost, r.Open, r.Goals, r.Against, r.Best, r.Worst} {
				line = append(line, strconv.Itoa(number))
			}
			w.Write(line)
		}
		w.Flush()
		return b.Bytes()
	}
	in.Ask = ui.TableAsk{}
	group, rows := ui.NewGroupTable(in.groupInput()), in.Table.Rows()
	var extra []int // tie-breaks that have no column yet
	for k, t := range in.Table.Order() {
		if t.Code != "TP" && t.Code != "SON" {
			extra, head = append(extra, k), append(head, t.Code)
		}
	}
	for _, h := range group.Heads {
		head = append(head, ui.PlainCell("v "+h.Name))
	}
	head = append(head, "Asterisk")
	w.Write(head)
	for i, r := range group.Rows {
		n := rows[i]
		line := []string{r.Rank, ui.PlainCell(r.Name), r.Points, r.SON}
		for _, number := range []int{r.Won, r.Drawn, r.Lost, r.Open, n.Goals, n.Against, n.Best, n.Worst} {
			line = append(line, strconv.Itoa(number))
		}
		for _, k := range extra {
			line = append(line, valueCell(in.Table.Order()[k], n, k))
		}
		for j, cell := range r.Cells {
			line = append(line, resultCell(cell, i == j))
		}
		line = append(line, ui.PlainCell(group.Star))
		w.Write(line)
	}
	w.Flush()
	return b.Bytes()
}

// roundsCSV writes the table of a tournament that is drawn round by round: how everybody spent
// each round stands in one column, as "5 v Bob" or "bye".
func roundsCSV(in Input) []byte {
	in.Ask = ui.TableAsk{}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"Rank", "Player", "Points", "SON", "Won", "Drawn", "Lost", "Open", "Goals", "Against", "Best", "Worst"}
	order := in.Standings.Order()
	for _, t := range order[min(2, len(order)):] {
		head = append(head, t.Code)
	}
	for _, r := range in.Drawing.Rounds {
		head = append(head, "Round "+strconv.Itoa(r.Number))
	}
	w.Write(head) // into memory: cannot fail
	for _, r := range in.Standings.Rows() {
		line := []string{strconv.Itoa(r.Rank), ui.PlainCell(in.player(r.Player).Name), ui.PointsText(r.Points), ui.SonText(r.SON)}
		for _, number := range []int{r.Won, r.Drawn, r.Lost, r.Open, r.Goals, r.Against, r.Best, r.Worst} {
			line = append(line, strconv.Itoa(number))
		}
		for k := min(2, len(order)); k < len(order); k++ {
			line = append(line, valueCell(order[k], r, k))
		}
		for _, round := range in.Drawing.Rounds {
			line = append(line, in.roundCell(round, r.Player))
		}
		w.Write(line)
	}
	w.Flush()
	return b.Bytes()
}

// roundCell is how a player spent a round: "5 v Bob", "v Bob" while it is played, "bye 5".
func (in Input) roundCell(r league.Round, player string) string {
	for _, b := range r.Boards {
		for seat, id := range b.Players {
			if id != player {
				continue
			}
			text := "v " + in.player(b.Players[1-seat]).Name
			if !slices.ContainsFunc(b.Games, func(f league.Fixture) bool { return !f.Outcome.Over() }) {
				text = ui.PointsText(b.Points[seat]) + " " + text
			}
			return text
		}
	}
	for _, b := range r.Byes {
		if b.Player == player {
			return string(b.Kind) + " " + ui.PointsText(b.Points)
		}
	}
	return ""
}

// valueCell writes what a tie-break counts; nothing where it does not.
func valueCell(b tiebreak.Break, r league.Row, k int) string {
	if k >= len(r.Values) || !r.Values[k].Counts {
		return ""
	}
	b.Sign = false // a cell that begins with a sign is a formula
	return b.Show(r.Values[k].Number)
}

func resultCell(results []ui.CrossResult, self bool) string {
	if self {
		return "x"
	}
	var texts []string
	for _, c := range results {
		if c.Class != "playing" {
			texts = append(texts, c.Text)
		}
	}
	return strings.Join(texts, " ")
}

// jsonTable is a tournament's table for programs. Points are as players read them.
type jsonTable struct {
	Tournament string      `json:"tournament"`
	Name       string      `json:"name"`
	State      string      `json:"state"`
	Game       string      `json:"game"`
	Variant    string      `json:"variant"`
	Cycles     int         `json:"cycles"`
	Order      []string    `json:"order"`              // the tie-breaks' codes
	Lot        string      `json:"lot"`                // seed of a lot for places in hexadecimal; "" until all is over
	Asterisk   string      `json:"asterisk,omitempty"` // why there is one
	Table      []jsonRow   `json:"table"`
	Matches    []jsonMatch `json:"matches"`
	Rounds     []JSONRound `json:"rounds,omitempty"` // of a knock-out that is drawn
	Teams      *JSONTeams  `json:"teams,omitempty"`  // of a tournament of teams that has started
	Drawn      []JSONDrawn `json:"drawn,omitempty"`  // of one that is drawn round by round
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

	Goals   int                 `json:"goals"`
	Against int                 `json:"against"`
	Best    int                 `json:"best"` // ranks still possible
	Worst   int                 `json:"worst"`
	Struck  bool                `json:"struck"` // with all results void
	Values  map[string]*float64 `json:"values"` // by the tie-breaks' codes; null where one does not count
	Above   *jsonParted         `json:"above"`  // what parts them from the one above; null in the first row
	Below   *jsonParted         `json:"below"`
}

// jsonParted is what parts a player from a neighbour.
type jsonParted struct {
	Player string  `json:"player"` // id of the neighbour
	Code   string  `json:"code"`   // of the tie-break; "" if they share the rank
	Mine   float64 `json:"mine"`
	Theirs float64 `json:"theirs"`
}

func jsonPartedOf(d league.Parted) *jsonParted {
	if d.Who == "" {
		return nil
	}
	mine, theirs := TableParted(d)
	return &jsonParted{d.Who, d.Code, mine, theirs}
}

// TableParted returns what parts two neighbours, as players read it.
func TableParted(d league.Parted) (mine, theirs float64) {
	b, _ := tiebreak.ByCode(d.Code)
	unit := float64(max(1, b.Unit))
	return float64(d.Mine) / unit, float64(d.Theirs) / unit
}

// TableValues returns what the tie-breaks count for a row, as players read it, by
// their codes; nil where one does not count.
func TableValues(r league.Row) map[string]*float64 {
	values := map[string]*float64{}
	for _, v := range r.Values {
		values[v.Code] = nil
		if b, ok := tiebreak.ByCode(v.Code); ok && v.Counts {
			number := float64(v.Number) / float64(b.Unit)
			values[v.Code] = &number
		}
	}
	return values
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
func TableJSON(in Input) ([]byte, error) {
	t := in.Tournament
	table := jsonTable{
		Tournament: t.ID, Name: t.Name, State: string(t.State), Game: t.Game, Variant: t.Variant, Cycles: t.Cycles, Asterisk: AsteriskText(t),
		Order: []string{}, Table: []jsonRow{}, Matches: []jsonMatch{},
	}
	rows := in.Rows
	if in.Bracket != nil {
		table.Rounds = JSONRounds(t, in.Bracket)
	}
	table.Teams = JSONTeamsOf(t, in.League)
	table.Drawn = JSONDrawing(in.Drawing)
	if in.Table == nil {
		in.Table = in.Standings
	}
	if in.Table != nil {
		rows, table.Lot = in.Table.Rows(), hex.EncodeToString(in.Table.Lot())
		for _, b := range in.Table.Order() {
			table.Order = append(table.Order, b.Code)
		}
	}
	for _, r := range rows {
		e, _ := t.Entrant(r.Player)
		table.Table = append(table.Table, jsonRow{
			Rank: r.Rank, Player: r.Player, Name: e.Player.Name, Bot: e.Player.Kind == league.Bot,
			Points: float64(r.Points) / 10, SON: float64(r.SON) / 100, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open, Winner: e.Winner,
			Goals: r.Goals, Against: r.Against, Best: r.Best, Worst: r.Worst, Struck: r.Out, Values: TableValues(r),
			Above: jsonPartedOf(r.Above), Below: jsonPartedOf(r.Below),
		})
	}
	for _, m := range in.Matches {
		line := jsonMatch{
			ID: m.ID, Fixture: m.Fixture, Score: m.State.Score, Ending: string(m.State.Outcome.Ending),
			First: m.Seats[m.SeatOf(engine.First)].Player.ID, Second: m.Seats[m.SeatOf(engine.Second)].Player.ID,
		}
		if points, ok := m.Scoring().Points(m.State.Outcome); ok {
			line.Points = &[2]float64{float64(points[0]) / 10, float64(points[1]) / 10}
		}
		table.Matches = append(table.Matches, line)
	}
	return json.MarshalIndent(table, "", " ")
}
