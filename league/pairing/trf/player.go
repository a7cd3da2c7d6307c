package trf

import (
	"strconv"
	"strings"

	"kickabout/engine"
)

// Where the columns of a line 001 are, from 1.
const (
	firstGame = 92
	gameWidth = 10
)

// columns returns runes of a text, from 0, the last one included, without the blanks around.
func columns(text string, from, to int) string {
	runes := []rune(text)
	if len(runes) <= from {
		return ""
	}
	return strings.TrimSpace(string(runes[from:min(to+1, len(runes))]))
}

// player reads a line 001.
func (r *reader) player() error {
	p := Player{About: strings.TrimRight(string(r.raw(10, 80)), " \t")}
	var err error
	if p.Number, err = r.integer(5, 8, "a player's number"); err != nil {
		return err
	}
	if p.Number < 1 || r.seen[p.Number] {
		return r.wrong(5, "expected a number from 1 that no player before has, found "+strconv.Itoa(p.Number))
	}
	tenths, ok := points(r.part(81, 84))
	if !ok {
		return r.wrong(81, "expected points like 2.5, found "+strconv.Quote(r.part(81, 84)))
	}
	p.Points = tenths
	if r.part(86, 89) != "" {
		if p.Rank, err = r.integer(86, 89, "a rank"); err != nil {
			return err
		}
	}
	if p.Games, err = r.games(); err != nil {
		return err
	}
	r.seen[p.Number] = true
	r.file.Players = append(r.file.Players, p)
	r.lines = append(r.lines, r.line)
	return nil
}

// integer reads a number of up to four digits, zeros in front allowed.
func (r *reader) integer(from, to int, what string) (int, error) {
	text := r.part(from, to)
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, r.wrong(from, "expected "+what+", found "+strconv.Quote(text))
	}
	return int(n), nil
}

func (r *reader) games() (games []Game, err error) {
	for at := firstGame; at <= len(r.text); at += gameWidth {
		if len(games) == MaxRounds {
			return nil, r.wrong(at, "expected no more than 99 rounds")
		}
		g, err := r.game(at)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	for len(games) > 0 && games[len(games)-1] == (Game{}) {
		games = games[:len(games)-1]
	}
	return games, nil
}

// game reads a round: the opponent, the side, the result.
func (r *reader) game(at int) (g Game, err error) {
	if r.part(at, at+7) == "" {
		return Game{}, nil
	}
	if g.Opponent, err = r.integer(at, at+3, "an opponent's number, or 0000"); err != nil {
		return g, err
	}
	switch side := r.part(at+5, at+5); strings.ToLower(side) {
	case "w":
		g.Side = engine.First
	case "b":
		g.Side = engine.Second
	case "-", "":
	default:
		return g, r.wrong(at+5, "expected w, b or -, found "+strconv.Quote(side))
	}
	result := strings.ToUpper(r.part(at+7, at+7))
	expected := ""
	switch {
	case g.Opponent == 0 && (len(result) != 1 || !strings.Contains("FHUZ-+", result)):
		expected = "F, H, U or Z in a round without an opponent"
	case g.Opponent != 0 && !strings.Contains("1=0WDL+-", result):
		expected = "1, =, 0, W, D, L, + or - against an opponent"
	case g.Opponent != 0 && g.Side == engine.NoSide && !strings.Contains("+-", result):
		return g, r.wrong(at+5, "expected w or b in a match that was played")
	case g.Opponent == 0 && g.Side != engine.NoSide:
		return g, r.wrong(at+5, "expected - in a round without an opponent")
	}
	if expected != "" {
		return g, r.wrong(at+7, "expected "+expected+", found "+strconv.Quote(result))
	}
	if result != "" {
		g.Result = result[0]
	}
	return g, nil
}
