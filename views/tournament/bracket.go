package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/views/ui"
)

// BracketInput is what the bracket of a knock-out is built from.
type BracketInput struct {
	Viewer  string // id; "" for nobody
	Bracket *bracket.Bracket
	Matches []league.Match // of the tournament, without logs
	Rows    []league.Row   // of the whole tournament
	Player  func(id string) league.Player
	Out     func(id string) bool
}

// BracketView is a knock-out as a page draws it: a list of rounds, each of them a list of ties.
type BracketView struct {
	Third  bool // there is a tie for the third place
	Rounds []BracketRound
	Rows   []BracketRank
}

// BracketRound is a round.
type BracketRound struct {
	ID, Name string
	Ties     []BracketTie
	Final    bool
	Third    bool // it is played beside the final
}

// BracketTie is a tie.
type BracketTie struct {
	Name  string // "Ann v Bob", for who cannot see where it stands
	Seats [2]BracketSeat
	Games []ui.CrossResult
	Says  string // how it was decided, or how it stands
	Ends  time.Time
	Mine  bool // the viewer plays it
	Class string
}

// BracketSeat is one side of a tie.
type BracketSeat struct {
	Name, URL string // of the player; who may come, without a URL
	Seed      string
	Bot, You  bool
	Out       bool
	Through   bool
	Points    string // "" before anything was played
}

// BracketRank is a line of the ranking.
type BracketRank struct {
	Rank, Name, URL  string
	Bot, You, Out    bool
	Winner           bool
	Reached          string // "Final", "Group stage"
	Points           string
	Won, Drawn, Lost int
	Goals            string
}

// NewBracketView builds the bracket.
func NewBracketView(in BracketInput) BracketView {
	var v BracketView
	at := map[string]league.Match{}
	for _, m := range in.Matches {
		at[m.Fixture] = m
	}
	reached := map[string]string{}
	for r, round := range in.Bracket.Rounds {
		view := BracketRound{ID: "round-" + strconv.Itoa(r+1), Name: round.Name}
		for _, t := range round.Ties {
			view.Ties = append(view.Ties, in.tie(t, at))
			for _, s := range t.Seats {
				reached[s.Player] = round.Name
			}
		}
		v.Rounds = append(v.Rounds, view)
	}
	v.Rounds[len(v.Rounds)-1].Final = true
	if third := in.Bracket.Third; third != nil {
		v.Third = true
		v.Rounds = append(v.Rounds, BracketRound{ID: "third-place", Name: thirdPlace, Third: true, Ties: []BracketTie{in.tie(*third, at)}})
	}
	for _, r := range in.Rows {
		v.Rows = append(v.Rows, in.rank(r, reached[r.Player]))
	}
	return v
}

// thirdPlace names the tie of those who lose the semi-finals.
const thirdPlace = "Third place"

func (in BracketInput) tie(t bracket.Tie, matches map[string]league.Match) BracketTie {
	v := BracketTie{Ends: t.Ends, Says: in.says(t)}
	for i, seat := range t.Seats {
		v.Seats[i] = in.seat(t, i)
		v.Mine = v.Mine || in.Viewer != "" && seat.Player == in.Viewer
	}
	v.Name = v.Seats[0].Name + " v " + v.Seats[1].Name
	for n, f := range t.Games {
		if m, ok := matches[string(f.Key)]; ok {
			v.Games = append(v.Games, in.game(t, n, m))
		}
	}
	switch {
	case t.Decided:
		v.Class = "decided"
	case len(t.Games) > 0:
		v.Class = "playing"
	}
	return v
}

// seat is one side of a tie; as long as nobody stands there, it says who may.
func (in BracketInput) seat(t bracket.Tie, i int) BracketSeat {
	s := t.Seats[i]
	if s.Player == "" {
		return BracketSeat{Name: in.awaited(t, i)}
	}
	p := in.Player(s.Player)
	v := BracketSeat{
		Name: p.Name, URL: ui.PlayerURL(p), Seed: strconv.Itoa(s.Seed), Bot: p.Kind == league.Bot, You: in.Viewer != "" && p.ID == in.Viewer,
		Out: s.Out, Through: t.Decided && t.Winner == i,
	}
	if len(t.Games) > 0 {
		v.Points = ui.PointsText(s.Points)
	}
	return v
}

// awaited says who may stand on an empty seat: "Ann or Bob".
func (in BracketInput) awaited(t bracket.Tie, i int) string {
	switch {
	case t.Seats[i].Known && t.Round == 1:
		return "bye"
	case t.Seats[i].Known:
		return "nobody"
	}
	from := in.Bracket.From(t, i)
	if from.Seats[0].Player == "" || from.Seats[1].Player == "" {
		return "to be decided"
	}
	return in.Player(from.Seats[0].Player).Name + " or " + in.Player(from.Seats[1].Player).Name
}

// game is a match of a tie, from the view of the upper seat.
func (in BracketInput) game(t bracket.Tie, n int, m league.Match) ui.CrossResult {
	side := engine.First
	if m.SideOf(t.Seats[0].Player) == engine.Second {
		side = engine.Second
	}
	score := ui.ScoreText([2]int{m.State.Score[side-1], m.State.Score[side.Other()-1]})
	first := m.Seats[m.SeatOf(engine.First)].Player.Name
	o := m.State.Outcome
	r := ui.CrossResult{URL: ui.MatchURL(m.ID), Text: score}
	name := fmt.Sprintf("Game %d, %s went first", n+1, first)
	switch {
	case m.Pending():
		return r.Pending(name)
	case !o.Over():
		r.Class, r.Label = "playing", fmt.Sprintf("%s: being played, %s so far", name, score)
	case o.Ending == engine.Void:
		r.Text, r.Class, r.Label = "×", "void", name+": void"
	default:
		r.Label = fmt.Sprintf("%s: %s, %s", name, score, o.Ending)
	}
	return r
}

// says tells how a tie was decided.
func (in BracketInput) says(t bracket.Tie) string {
	if !t.Decided {
		return ""
	}
	a, b, third := t.Seats[0], t.Seats[1], in.Bracket.IsThird(t)
	switch t.How {
	case bracket.Walkover:
		if third {
			return "third without a game"
		}
		return "goes on without a game"
	case bracket.Empty:
		if third {
			return "nobody is third"
		}
		return "nobody goes on"
	case bracket.ByGoals:
		return fmt.Sprintf("on goals, %d:%d", a.Goals, b.Goals)
	case bracket.ByDecider:
		return "in the deciding game"
	case bracket.BySeed:
		if third {
			return "level to the end: the better seed is third"
		}
		return "level to the end: the better seed goes on"
	case bracket.Followed:
		return "had gone on when the result changed"
	}
	return ""
}

func (in BracketInput) rank(r league.Row, reached string) BracketRank {
	p := in.Player(r.Player)
	if reached == "" {
		reached = "Groups"
	}
	return BracketRank{
		Rank: strconv.Itoa(r.Rank), Name: p.Name, URL: ui.PlayerURL(p), Bot: p.Kind == league.Bot, You: in.Viewer != "" && p.ID == in.Viewer,
		Out: in.Out(r.Player), Winner: r.Rank == 1 && in.Bracket.Winner() == r.Player, Reached: reached,
		Points: ui.PointsText(r.Points), Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Goals: ui.GoalsText(r.Goals, r.Against),
	}
}

// bracketInput is what the bracket of a tournament is built from.
func (in Input) bracketInput() BracketInput {
	t := in.Tournament
	return BracketInput{
		Viewer: in.Viewer.ID, Bracket: in.Bracket, Matches: in.Matches, Rows: in.Rows,
		Player: func(id string) league.Player {
			e, _ := t.Entrant(id)
			return e.Player
		},
		Out: func(id string) bool {
			e, _ := t.Entrant(id)
			return e.Out != league.Stays
		},
	}
}

// bracketNow says what is going on in a knock-out: "Quarter-finals", and how far they are.
func bracketNow(b *bracket.Bracket) (headline, next string) {
	ties, decided := 0, 0
	for _, round := range b.Rounds {
		open := slices.ContainsFunc(round.Ties, func(t bracket.Tie) bool { return !t.Decided })
		if open && headline == "" {
			headline = round.Name
		}
		for _, t := range round.Ties {
			if t.How == bracket.Bye {
				continue
			}
			if ties++; t.Decided {
				decided++
			}
		}
	}
	wins := "who wins the final wins the tournament."
	if third := b.Third; third != nil {
		if headline == "" && !third.Decided {
			headline = thirdPlace
		}
		if ties++; third.Decided {
			decided++
		}
		wins = "who loses a semi-final plays for third, and " + wins
	}
	return headline, fmt.Sprintf("%d of %s decided. A tie begins as soon as both players are known; %s", decided, ui.CountText(ties, "tie", "ties"), wins)
}

// JSONRound is a round of a knock-out for programs.
type JSONRound struct {
	Name  string    `json:"name"`
	Ties  []JSONTie `json:"ties" doc:"The winners of ties 2n-1 and 2n meet in tie n of the next round."`
	Third *JSONTie  `json:"third_place,omitempty" doc:"Beside the final: the losers of the semi-finals, where they play for it."`
}

// JSONTie is a tie for programs.
type JSONTie struct {
	Key     string      `json:"key" doc:"What the keys of its matches begin with."`
	Seats   [2]JSONSeat `json:"seats" doc:"From the upper and the lower part of the bracket."`
	Decided bool        `json:"decided"`
	Winner  string      `json:"winner,omitempty" doc:"Id; empty if nobody goes on, or it is not decided."`
	How     string      `json:"how,omitempty" enum:"bye,walkover,points,goals,decider,seed,followed,nobody" doc:"What decided it."`
	Ends    *time.Time  `json:"ends,omitempty" doc:"When what is being played is adjudicated."`
}

// JSONSeat is one side of a tie for programs.
type JSONSeat struct {
	Player string  `json:"player,omitempty" doc:"Id; empty if nobody stands there, or it is not known who will."`
	Name   string  `json:"name,omitempty"`
	Seed   int     `json:"seed,omitempty"`
	Known  bool    `json:"known" doc:"It is certain who stands there, or that nobody does."`
	Out    bool    `json:"out,omitempty" doc:"Has left the tournament."`
	Points float64 `json:"points" doc:"Of the legs."`
	Goals  int     `json:"goals" doc:"Of the legs."`
}

// JSONRounds writes a bracket for programs, with the names of its tournament.
func JSONRounds(t league.Tournament, b *bracket.Bracket) []JSONRound {
	rounds := make([]JSONRound, len(b.Rounds))
	for r, round := range b.Rounds {
		rounds[r].Name = round.Name
		for _, of := range round.Ties {
			rounds[r].Ties = append(rounds[r].Ties, jsonTie(t, of))
		}
	}
	if b.Third != nil {
		third := jsonTie(t, *b.Third)
		rounds[len(rounds)-1].Third = &third
	}
	return rounds
}

func jsonTie(t league.Tournament, of bracket.Tie) JSONTie {
	tie := JSONTie{Key: string(of.Key), Decided: of.Decided, How: string(of.How)}
	for i, s := range of.Seats {
		e, _ := t.Entrant(s.Player)
		tie.Seats[i] = JSONSeat{s.Player, e.Player.Name, s.Seed, s.Known, s.Out, float64(s.Points) / 10, s.Goals}
	}
	if of.Decided && of.Winner != bracket.Nobody {
		tie.Winner = of.Seats[of.Winner].Player
	}
	if !of.Ends.IsZero() {
		tie.Ends = &of.Ends
	}
	return tie
}
