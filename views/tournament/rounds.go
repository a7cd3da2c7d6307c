package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// RoundsView is a tournament that is drawn round by round: its table, and all rounds.
type RoundsView struct {
	Table   ui.GroupTable
	Rounds  []RoundView // the latest first
	Rests   bool        // the viewer has asked to sit out the next one
	MayRest bool        // they may
}

// RoundView is a round.
type RoundView struct {
	ID     string // "round-3"
	Name   string // "Round 3"
	Boards []BoardView
	Byes   []ByeLine
	Ends   time.Time // when what is being played is adjudicated; zero: never
}

// BoardView is two players in a round.
type BoardView struct {
	Seats [2]BoardSeat
	Games []ui.CrossResult // from the view of the first of them
	Mine  bool
}

// BoardSeat is one of them.
type BoardSeat struct {
	Name, URL string
	You, Won  bool
	Points    string
}

// ByeLine is who has no match in a round, and why.
type ByeLine struct {
	Name, URL string
	You       bool
	Says      string // "bye, 5 points"
}

// NewRoundsView builds it.
func NewRoundsView(in Input) RoundsView {
	matches := map[string]league.Match{}
	for _, m := range in.Matches {
		matches[m.ID] = m
	}
	v := RoundsView{Table: roundsTable(in, matches), Rests: in.Rests, MayRest: in.MayRest && in.Tournament.State == league.Running}
	for _, r := range in.Drawing.Rounds {
		round := RoundView{ID: fmt.Sprint("round-", r.Number), Name: fmt.Sprint("Round ", r.Number), Ends: r.Ends}
		for _, b := range r.Boards {
			round.Boards = append(round.Boards, in.board(b, matches))
		}
		for _, b := range r.Byes {
			p := in.player(b.Player)
			round.Byes = append(round.Byes, ByeLine{p.Name, ui.PlayerURL(p), in.you(p), byeText(b)})
		}
		v.Rounds = append(v.Rounds, round)
	}
	slices.Reverse(v.Rounds)
	return v
}

func (in Input) player(id string) league.Player {
	e, _ := in.Tournament.Entrant(id)
	return e.Player
}

func (in Input) you(p league.Player) bool {
	return in.Viewer.ID != "" && p.ID == in.Viewer.ID
}

func (in Input) board(b league.Board, matches map[string]league.Match) BoardView {
	var v BoardView
	for i, id := range b.Players {
		p := in.player(id)
		v.Seats[i] = BoardSeat{Name: p.Name, URL: ui.PlayerURL(p), You: in.you(p), Won: b.Points[i] > b.Points[1-i], Points: ui.PointsText(b.Points[i])}
		v.Mine = v.Mine || v.Seats[i].You
	}
	v.Games = in.resultsOf(b, 0, matches)
	return v
}

// resultsOf are the matches of a board from the view of one of its seats.
func (in Input) resultsOf(b league.Board, seat int, matches map[string]league.Match) (list []ui.CrossResult) {
	for leg, f := range b.Games {
		m, ok := matches[f.Match]
		if !ok {
			continue
		}
		side := engine.First
		if leg%2 != seat {
			side = engine.Second
		}
		list = append(list, ui.NewCrossResult(m, side, in.player(b.Players[1-seat])))
	}
	return list
}

// byeText says why somebody has no match in a round.
func byeText(b league.Bye) string {
	switch b.Kind {
	case league.PairingBye:
		return "bye, " + ui.PointsWord(b.Points)
	case league.AskedBye:
		return "sits it out, " + ui.PointsWord(b.Points)
	case league.Withdrawn:
		return "has left"
	}
	return "came later"
}

// roundsTable is the table with a column for each round.
func roundsTable(in Input, matches map[string]league.Match) ui.GroupTable {
	group := in.groupInput()
	group.Table, group.Matches, group.Needs, group.Odds = in.Standings, nil, nil, nil
	group.Undrawn = !in.Drawing.Over
	g := ui.NewGroupTable(group)
	g.Label, g.Heads = "Table with all rounds", nil
	for _, r := range in.Drawing.Rounds {
		g.Heads = append(g.Heads, ui.CrossHead{Name: fmt.Sprint(r.Number), Before: "Round"})
	}
	if !in.Drawing.Over {
		g.Open = 1
	}
	for i, r := range group.Sorted(slices.Clone(in.Standings.Rows())) {
		g.Rows[i].Cells = in.spent(r.Player, matches)
	}
	return g
}

// spent is how a player has spent the rounds.
func (in Input) spent(player string, matches map[string]league.Match) [][]ui.CrossResult {
	cells := make([][]ui.CrossResult, len(in.Drawing.Rounds))
	for k, r := range in.Drawing.Rounds {
		for _, b := range r.Boards {
			if seat := slices.Index(b.Players[:], player); seat >= 0 {
				cells[k] = in.resultsOf(b, seat, matches)
			}
		}
		for _, b := range r.Byes {
			if b.Player == player {
				text := map[league.ByeKind]string{league.PairingBye: "bye", league.AskedBye: "out"}[b.Kind]
				cells[k] = []ui.CrossResult{{Text: cmp.Or(text, "–"), Label: fmt.Sprintf("Round %d: %s", r.Number, byeText(b)), Class: "void"}}
			}
		}
	}
	return cells
}

// roundsNow says where a tournament of rounds is.
func roundsNow(d league.Drawing) (headline, next string) {
	if len(d.Rounds) == 0 {
		return "The first round is being drawn", ""
	}
	last := d.Rounds[len(d.Rounds)-1]
	over, all := 0, 0
	for _, b := range last.Boards {
		for _, f := range b.Games {
			if all++; f.Outcome.Over() {
				over++
			}
		}
	}
	headline = fmt.Sprintf("Round %d of %d", last.Number, d.Total)
	next = fmt.Sprintf("%d of %s over.", over, ui.CountText(all, "game", "games"))
	if over == all && last.Number < d.Total && !d.Over {
		return headline, next + " The next round is being drawn."
	}
	if last.Number < d.Total {
		return headline, next + " As soon as all are, the next round is drawn."
	}
	return headline, next + " When the last one ends, the final table stands and the winner is named."
}

// JSONDrawn is a round of a tournament that is drawn round by round, for programs.
type JSONDrawn struct {
	Round  int         `json:"round"`
	Boards []JSONBoard `json:"boards" doc:"The board of those with most points first."`
	Byes   []JSONBye   `json:"byes" doc:"Who is in it without a match."`
	Over   bool        `json:"over"`
	Ends   *time.Time  `json:"ends,omitempty" doc:"When what is being played is adjudicated."`
}

// JSONBoard is two players in a round, for programs.
type JSONBoard struct {
	Players [2]string  `json:"players" doc:"Ids; the first one kicks off in the first game."`
	Points  [2]float64 `json:"points" doc:"Of the games that are over."`
	Matches []string   `json:"matches" doc:"Ids."`
}

// JSONBye is a round without a match, for programs.
type JSONBye struct {
	Player string  `json:"player" doc:"Id."`
	Kind   string  `json:"kind" enum:"bye,asked,missed,withdrawn" doc:"Given by the pairing, asked for, missed before a late entry, or drawn after the player left."`
	Points float64 `json:"points"`
}

// JSONDrawing writes rounds for programs.
func JSONDrawing(d *league.Drawing) []JSONDrawn {
	if d == nil {
		return nil
	}
	rounds := make([]JSONDrawn, len(d.Rounds))
	for k, r := range d.Rounds {
		rounds[k] = JSONDrawn{Round: r.Number, Over: r.Over, Boards: []JSONBoard{}, Byes: []JSONBye{}}
		if !r.Ends.IsZero() {
			rounds[k].Ends = &r.Ends
		}
		for _, b := range r.Boards {
			board := JSONBoard{Players: b.Players, Points: [2]float64{float64(b.Points[0]) / 10, float64(b.Points[1]) / 10}, Matches: []string{}}
			for _, f := range b.Games {
				board.Matches = append(board.Matches, f.Match)
			}
			rounds[k].Boards = append(rounds[k].Boards, board)
		}
		for _, b := range r.Byes {
			rounds[k].Byes = append(rounds[k].Byes, JSONBye{b.Player, string(b.Kind), float64(b.Points) / 10})
		}
	}
	return rounds
}
