package trf

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// records are the lines that Read understands, by their first letters. One of them is about the
// columns in which FIDE has it, others about the words behind the letters.
var records = map[string]func(*reader) error{
	"001": (*reader).player,
	"142": (*reader).number, "XXR": (*reader).number,
	"152": (*reader).initial, "XXC": (*reader).configuration,
	"162": (*reader).scoring,
	"172": (*reader).ranking,
	"192": (*reader).system,
	"202": (*reader).tieBreaks, "212": (*reader).tieBreaks,
	"222": (*reader).control,
	"240": (*reader).bye, "XXZ": (*reader).absent,
	"250": (*reader).extra, "XXA": (*reader).extraOf,
	"260": (*reader).apart, "XXP": (*reader).apartForAll,
	"299": (*reader).abnormal,
	"BBW": (*reader).worth, "BBD": (*reader).worth, "BBL": (*reader).worth, "BBU": (*reader).worth, "BBZ": (*reader).worth, "BBF": (*reader).worth,
}

// ofTeams are the lines of tournaments of teams.
var ofTeams = []string{"013", "300", "310", "320", "330", "352", "362", "801", "802"}

// scoring reads 162: from column 6 on a result and, in the four columns behind it, what it is worth,
// every nine columns. A is Z. Without a P of its own a bye of the pairing is worth a win.
func (r *reader) scoring() error {
	p, bye := &r.file.Points, false
	if r.part(6, 6) == "" {
		return r.wrong(6, "expected W, D, L, P, X or Z, found nothing")
	}
	for at := 6; at <= len(r.text); at += 9 {
		tenths, ok := points(r.part(at+1, at+4))
		if !ok {
			return r.wrong(at+1, "expected points like 0.5, found "+strconv.Quote(r.part(at+1, at+4)))
		}
		switch symbol := strings.ToUpper(r.part(at, at)); symbol {
		case "W":
			p.Win = tenths
		case "D":
			p.Draw = tenths
		case "L":
			p.Loss = tenths
		case "P":
			p.Bye, bye = tenths, true
		case "X":
			p.Unknown = tenths
		case "A", "Z":
			p.Absent, p.Forfeit = tenths, tenths
		default:
			return r.wrong(at, "expected W, D, L, P, X or Z, found "+strconv.Quote(symbol))
		}
	}
	if !bye && !r.bought {
		p.Bye = p.Win
	}
	r.bought = r.bought || bye
	return nil
}

// rankings are the ways to order the seeds that 172 knows.
var rankings = []string{"FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"}

func (r *reader) ranking() error {
	if way := r.part(9, 13); !slices.Contains(rankings, way) {
		return r.wrong(9, "expected one of "+strings.Join(rankings, ", ")+", found "+strconv.Quote(way))
	}
	return r.keep()
}

// keep leaves a line as it is.
func (r *reader) keep() error {
	r.file.Other = append(r.file.Other, string(r.text))
	return nil
}

func (r *reader) system() error {
	code := r.part(5, len(r.text))
	if SystemOf(code) == "" {
		return r.wrong(5, "expected a code like FIDE_DUTCH_2026, BERGER_ROUNDROBIN or CUSTOM_KNOCKOUT, found "+strconv.Quote(code))
	}
	r.file.Type = code
	return nil
}

// tieBreaks reads 202, codes with commas between, which part those who have as many points, and
// 212, in which points are one of the codes.
func (r *reader) tieBreaks() error {
	if r.file.Order != nil {
		return r.wrong(1, "expected one line 202 or 212, found another")
	}
	column := 5
	if r.part(1, 3) == "202" {
		r.file.Order = []string{"PTS"}
	}
	for text := range strings.SplitSeq(string(r.raw(5, len(r.text))), ",") {
		code := strings.ToUpper(strings.TrimSpace(text))
		if !known(code) {
			return r.wrong(column, "expected the code of a tie-break, found "+strconv.Quote(strings.TrimSpace(text)))
		}
		r.file.Order = append(r.file.Order, code)
		column += len([]rune(text)) + 1
	}
	return nil
}

// mandatory are the tie-breaks of players that FIDE has codes for (Handbook, MTB26).
var mandatory = []string{
	"PTS", "DE", "BPG", "BWG", "REP", "STD", "SB", "ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "WIN", "WON", "PS", "TPN", "BH", "AOB", "FB", "KS",
}

// known tells whether a code is one of FIDE's, with modifiers behind it or not, or says that it is none.
func known(code string) bool {
	name, modifiers, _ := strings.Cut(code, "/")
	name, _, _ = strings.Cut(name, ":")
	if strings.HasPrefix(code, "OTHER_") {
		return true
	}
	for m := range strings.SplitSeq(modifiers, "/") {
		digits := strings.TrimLeft(m, "CMLK+-")
		if _, err := strconv.Atoi(digits); err != nil && !slices.Contains([]string{"", "P", "F", "R"}, m) {
			return false
		}
	}
	return slices.Contains(mandatory, name)
}

// control reads 222, a time control in seconds, or one for each side.
func (r *reader) control() error {
	text := r.part(5, len(r.text))
	sides := []string{text}
	if white, black, both := strings.Cut(text, "-B"); both && strings.HasPrefix(white, "W") {
		sides = []string{white[1:], black}
	}
	for _, side := range sides {
		for period := range strings.SplitSeq(side, ":") {
			moves, rest, bounded := strings.Cut(period, "/")
			if !bounded {
				moves, rest = "1", period
			}
			seconds, increment, adds := strings.Cut(rest, "+")
			if !adds {
				increment = "0"
			}
			for _, n := range []string{moves, seconds, increment} {
				if _, err := strconv.ParseUint(n, 10, 32); err != nil {
					return r.wrong(5, "expected a time control like 40/6000+30:900+30, found "+strconv.Quote(text))
				}
			}
		}
	}
	return r.keep()
}

// bye reads 240: the kind, the round, and players.
func (r *reader) bye() error {
	kind := strings.ToUpper(r.part(5, 5))
	if len(kind) != 1 || !strings.Contains("FHZ", kind) {
		return r.wrong(5, "expected F, H or Z, found "+strconv.Quote(kind))
	}
	round, err := r.round(7, "a round")
	if err != nil {
		return err
	}
	players, err := r.list(11)
	r.file.Byes = append(r.file.Byes, Bye{Kind: kind[0], Round: round, Players: players})
	return err
}

// round reads a number of a round, of three digits.
func (r *reader) round(at int, what string) (int, error) {
	n, err := r.integer(at, at+2, what)
	if err == nil && (n < 1 || n > MaxRounds) {
		err = r.wrong(at, "expected "+what+" from 1 to 99, found "+strconv.Itoa(n))
	}
	return n, err
}

// list reads players' numbers from a column on, every five columns.
func (r *reader) list(from int) (players []int, err error) {
	for at := from; at <= len(r.text) || at == from; at += 5 {
		n, err := r.named(at)
		if err != nil {
			return nil, err
		}
		players = append(players, n)
	}
	return players, nil
}

// named reads one player's number, of four digits, and notes where it stands.
func (r *reader) named(at int) (int, error) {
	n, err := r.integer(at, at+3, "a player's number")
	if err == nil && n < 1 {
		err = r.wrong(at, "expected a player's number from 1, found "+strconv.Itoa(n))
	}
	if err == nil {
		r.names = append(r.names, place{n, r.line, at})
	}
	return n, err
}

// extra reads 250: points, the first round and the last one, the first player and the last one.
func (r *reader) extra() (err error) {
	if teams := r.part(5, 8); teams != "" && teams != "0.0" && teams != "00.0" {
		return r.wrong(5, "expected no points of teams, found "+strconv.Quote(teams))
	}
	var e Extra
	var ok bool
	if e.Points, ok = points(r.part(10, 13)); !ok || e.Points == 0 {
		return r.wrong(10, "expected points like 1.0, found "+strconv.Quote(r.part(10, 13)))
	}
	if e.From, err = r.round(15, "a first round"); err != nil {
		return err
	}
	if e.To, err = r.round(19, "a last round"); err != nil {
		return err
	}
	if e.First, err = r.named(23); err != nil {
		return err
	}
	if e.Last, err = r.named(28); err != nil {
		return err
	}
	switch {
	case e.To < e.From:
		return r.wrong(19, "expected a last round behind the first one, found "+strconv.Itoa(e.To))
	case e.Last < e.First:
		return r.wrong(28, "expected a last player behind the first one, found "+strconv.Itoa(e.Last))
	}
	r.file.Extra = append(r.file.Extra, e)
	return nil
}

// extraOf reads XXA: a player, and from column 10 on points for each round, every five columns.
func (r *reader) extraOf() error {
	player, err := r.named(5)
	if err != nil {
		return err
	}
	for at, round := 10, 1; at <= len(r.text); at, round = at+5, round+1 {
		tenths, ok := points(r.part(at, at+3))
		switch {
		case !ok || round > MaxRounds:
			return r.wrong(at, "expected points like 1.0 for at most 99 rounds, found "+strconv.Quote(r.part(at, at+3)))
		case tenths > 0:
			r.file.Extra = append(r.file.Extra, Extra{Points: tenths, From: round, To: round, First: player, Last: player})
		}
	}
	return nil
}

// apart reads 260: the first round and the last one, and players.
func (r *reader) apart() (err error) {
	var a Apart
	if a.From, err = r.round(5, "a first round"); err != nil {
		return err
	}
	if a.To, err = r.round(9, "a last round"); err != nil {
		return err
	}
	if a.To < a.From {
		return r.wrong(9, "expected a last round behind the first one, found "+strconv.Itoa(a.To))
	}
	if a.Players, err = r.list(13); err != nil {
		return err
	}
	r.file.Apart = append(r.file.Apart, a)
	return nil
}

// apartForAll reads XXP: players who must not meet in any round.
func (r *reader) apartForAll() error {
	players, err := r.numbers()
	r.file.Apart = append(r.file.Apart, Apart{From: 1, To: MaxRounds, Players: players})
	return err
}

// absent reads XXZ: players who are not paired next. Which round that is shows when all is read.
func (r *reader) absent() error {
	players, err := r.numbers()
	r.file.Byes = append(r.file.Byes, Bye{Kind: 'Z', Players: players})
	return err
}

// abnormal reads 299: a kind of result, points, which may be below zero, a round and players.
func (r *reader) abnormal() (err error) {
	var a Abnormal
	if kind := strings.ToUpper(r.part(5, 5)); kind != "" {
		if !strings.Contains("WDLFHZ+-", kind) {
			return r.wrong(5, "expected W, D, L, F, H, Z, +, - or nothing, found "+strconv.Quote(kind))
		}
		a.Result = kind[0]
	}
	if teams := r.part(8, 11); teams != "" {
		return r.wrong(8, "expected no points of teams, found "+strconv.Quote(teams))
	}
	text, below := strings.CutPrefix(r.part(13, 17), "-")
	var ok bool
	if a.Points, ok = points(text); !ok {
		return r.wrong(14, "expected points like 0.5 or -1.0, found "+strconv.Quote(r.part(13, 17)))
	}
	if below {
		a.Points = -a.Points
	}
	if r.part(20, 22) != "" && r.part(20, 22) != "000" {
		if a.Round, err = r.round(20, "a round"); err != nil {
			return err
		}
	}
	if a.Result == 0 || len(r.text) > 23 {
		if a.Players, err = r.list(24); err != nil {
			return err
		}
	}
	r.file.Abnormal = append(r.file.Abnormal, a)
	return nil
}

func (r *reader) configuration() error {
	for _, w := range r.words() {
		switch w.text {
		case "rank":
			r.file.ByPlace = true
		case "white1":
			r.file.First = engine.First
		case "black1":
			r.file.First = engine.Second
		default:
			return r.wrong(w.column, "expected white1, black1 or rank, found "+strconv.Quote(w.text))
		}
	}
	return nil
}
