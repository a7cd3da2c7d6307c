package results

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kickabout/engine"
	"kickabout/league"
)

// Results is a file of results: one table of players by their first appearance. Pairs may
// have met as often as they like.
type Results struct {
	Sheet  league.Sheet
	Played bool // the file says how matches ended; else only the points that they paid

	// Places say of each fixture, in their order, where the file has it. Rounds are "" where it says none.
	Places []Place
	Byes   []Bye

	digits int // points are in parts of ten to the power of these
}

// A Place is where a result stands: its line in the file, and the round that the line names. Of a tournament file
// the line is 0.
type Place struct {
	Line    int
	Round   string
	Forfeit bool // it was not played
}

// Layouts says what the header of a file of results may be. Each may have a column roundColumn besides.
const (
	playedLayout = "first,second,ending,winner,first_goals,second_goals"
	pointsLayout = "first,second,first_points,second_points"
	roundColumn  = "round"
)

// RoundNumber is the number that a round is called by; 0 if it has a name.
func RoundNumber(round string) int {
	n, err := strconv.Atoi(round)
	if err != nil || n < 1 || strconv.Itoa(n) != round {
		return 0
	}
	return n
}

// mostRound is how many characters the name of a round has.
const mostRound = 40

// mostGoals of a side of a match, and mostPoints that a match may pay a side, keep tables
// readable; mostTotal of one player, in the parts that are counted, keeps SON within 64 bits.
const (
	mostGoals  = 999
	mostPoints = 1000
	mostTotal  = 3_000_000_000
)

// ReadResults reads the results of matches, by one of two headers:
//
//	first,second,ending,winner,first_goals,second_goals
//	first,second,first_points,second_points
//
// The first pays 5-0, 4-1, 3-2 or 2-2 by the ending (league rules 1); an ending is called as the engine
// calls it, the winner is first, second or nothing, the goals are those on the board. With
// open, a line without ending is a match that is still to be played. The second pays what it
// says; it may have a column byeColumn, of rounds without play. Columns are parted by commas, semicolons or tabs; a tournament file (TRF16 or TRF26) is read as one of the
// second layout. Files in which the winner contradicts the rest are refused.
func ReadResults(in io.Reader, open bool) (Results, error) {
	r, problems := Check(in, open, 1)
	if len(problems) > 0 {
		return Results{}, problems[0]
	}
	return r, nil
}

// Check is ReadResults that goes on behind what is wrong with a line, and returns at most so many problems, each a
// *Problem or that the file could not be read. With problems the results are those of the lines without any.
func Check(in io.Reader, open bool, most int) (Results, []error) {
	l, err := newLines(in)
	if err != nil {
		return Results{}, []error{err}
	}
	played, points := strings.Split(playedLayout, ","), strings.Split(pointsLayout, ",")
	may := []string{roundColumn}
	switch {
	case l.has(played, may):
		return l.each(Results{Sheet: league.Sheet{Scoring: league.Standard()}, Played: true, digits: 1}, most, func(r *Results, f league.Fixture) (err error) {
			if f.Outcome, err = l.outcome(open); err == nil {
				r.Sheet.Fixtures = append(r.Sheet.Fixtures, f)
			}
			return err
		})
	case open:
		return Results{}, []error{l.misnamed(playedLayout, append(played, may...)...)}
	case l.has(points, append(may, byeColumn)):
		return checkPoints(l, most)
	}
	return Results{}, []error{l.misnamed(playedLayout+" or "+pointsLayout, slices.Concat(played, points, may, []string{byeColumn})...)}
}

// each reads the lines. One that is right has its fixture added by add, which may find it wrong.
func (l *lines) each(r Results, most int, add func(*Results, league.Fixture) error) (Results, []error) {
	var known names
	var problems []error
	for {
		ok, err := l.next()
		if err == nil && !ok {
			for _, b := range r.Byes { // behind those who have played, wherever their lines stand
				known.number(b.Player)
			}
			if len(known.list) > mostPlayers {
				problems = append(problems, &Problem{Text: fmt.Sprintf("there should be at most %d players", mostPlayers)})
			}
			r.enter(known)
			return r, problems
		}
		switch {
		case err != nil:
		case !slices.Contains([]string{"", forfeited}, l.text(byeColumn)):
			err = l.bye(&r)
		default:
			err = l.line(&r, &known, add)
		}
		if err != nil {
			if problems = append(problems, err); l.whole || len(problems) == most {
				return r, problems
			}
		}
	}
}

// line reads a line of results.
func (l *lines) line(r *Results, known *names, add func(*Results, league.Fixture) error) (err error) {
	f := league.Fixture{Key: league.Key(fmt.Sprintf("b%d", l.count))}
	if f.First, f.Second, err = l.pair(known); err != nil {
		return err
	}
	round, err := l.round()
	if err != nil {
		return err
	}
	if err := add(r, f); err != nil {
		return err
	}
	r.Places = append(r.Places, Place{l.place(), round, l.text(byeColumn) == forfeited})
	return nil
}

// round reads which round a line names; "" where there is no such column.
func (l *lines) round() (string, error) {
	round := l.text(roundColumn)
	if slices.Contains(l.header, roundColumn) && (round == "" || utf8.RuneCountInString(round) > mostRound || !plain(round)) {
		return "", l.bad(roundColumn, fmt.Sprintf("the number or the name of a round, of at most %d characters", mostRound))
	}
	return round, nil
}

// place is the line of the file; 0 of a tournament file.
func (l *lines) place() int {
	if l.derived {
		return 0
	}
	line, _ := l.csv.FieldPos(0)
	return line
}

// CloseWins makes wins by the last goal that was played for pay 4-1 where the loser has all but one (R-PT-3).
// It is an error where the file says what was paid.
func (r *Results) CloseWins() error {
	if !r.Played {
		return errors.New("close wins cannot be told where only points are said: the header should be " + playedLayout)
	}
	r.Sheet.Scoring = r.Sheet.Scoring.WithCloseWin()
	return nil
}

// Digits says how many digits behind the point the points of the file have, at least one.
func (r Results) Digits() int { return r.digits }

// Pay makes each win and each draw pay so much, and a loss nothing, whatever the file says: a win is more points than
// the other's. What pays nobody anything, as a double forfeit, stays so. A bye pays a win or a draw, or nothing.
func (r *Results) Pay(win, draw league.Points) {
	was := r.Sheet.Scoring
	r.Sheet.Scoring, r.digits = league.Scoring{}, 1
	for ending, award := range was {
		if award != (league.Award{}) {
			r.Sheet.Scoring[ending] = league.Award{Win: win, Draw: draw}
		} else {
			r.Sheet.Scoring[ending] = award
		}
	}
	for i, b := range r.Byes {
		switch b.Kind {
		case Paired, Full, Won:
			r.Byes[i].Points = win
		case Half:
			r.Byes[i].Points = draw
		default:
			r.Byes[i].Points = 0
		}
	}
}

// enter makes the players entries.
func (r *Results) enter(known names) {
	for _, name := range known.list {
		r.Sheet.Entries = append(r.Sheet.Entries, league.Entry{Player: name})
	}
}

// outcome reads how a match ended.
func (l *lines) outcome(open bool) (o engine.Outcome, err error) {
	if o.Ending = engine.Ending(l.text("ending")); o.Ending == "" && open {
		return engine.Outcome{}, l.stillOpen()
	}
	if !slices.Contains(endings(), o.Ending) {
		return o, l.bad("ending", "one of "+listed(endings()))
	}
	switch l.text("winner") {
	case "first":
		o.Winner = engine.First
	case "second":
		o.Winner = engine.Second
	case "":
	default:
		return o, l.bad("winner", "first, second or nothing")
	}
	for i, column := range []string{"first_goals", "second_goals"} {
		if o.Score[i], err = l.goals(column); err != nil {
			return o, err
		}
	}
	if column, expected := contradiction(o); column != "" {
		return o, l.bad(column, expected)
	}
	return o, nil
}

// stillOpen returns what a line says too much that has no ending.
func (l *lines) stillOpen() error {
	for _, column := range []string{"winner", "first_goals", "second_goals"} {
		if l.text(column) != "" {
			return l.bad(column, "nothing, since there is no ending")
		}
	}
	return nil
}

func (l *lines) goals(column string) (int, error) {
	n, err := strconv.Atoi(l.text(column))
	if err != nil || n < 0 || n > mostGoals || strings.HasPrefix(l.text(column), "+") {
		return 0, l.bad(column, fmt.Sprintf("a whole number of goals from 0 to %d", mostGoals))
	}
	return n, nil
}

// endings lists how a match may have ended.
func endings() []engine.Ending {
	return append([]engine.Ending{engine.FullTime, engine.Target, engine.SuddenDeath, engine.LastGoal, engine.Goalless}, engine.PlatformEndings()...)
}

func listed(all []engine.Ending) string {
	var text []string
	for _, e := range all {
		text = append(text, string(e))
	}
	return strings.Join(text[:len(text)-1], ", ") + " or " + text[len(text)-1]
}

// contradiction returns the column in which something else should stand for the ending, and
// what; "" if there is none (league rules 1).
func contradiction(o engine.Outcome) (column, expected string) {
	leader := engine.NoSide
	switch {
	case o.Score[0] > o.Score[1]:
		leader = engine.First
	case o.Score[0] < o.Score[1]:
		leader = engine.Second
	}
	goalless := o.Score == [2]int{}
	switch o.Ending {
	case engine.FullTime, engine.Target, engine.SuddenDeath:
		if leader == engine.NoSide {
			return "second_goals", fmt.Sprintf("another number than in first_goals, since nobody wins by %q who does not lead", o.Ending)
		}
		return whoWins(o, leader)
	case engine.LastGoal:
		if leader != engine.NoSide || goalless {
			return "second_goals", "the same number as in first_goals, and not 0, since a match is decided by the last goal where it is level with goals"
		}
		return someWinner(o)
	case engine.Goalless:
		if !goalless {
			return goalColumn(o), "0, since the ending is goalless"
		}
		return whoWins(o, engine.NoSide)
	case engine.Adjudication:
		if leader == engine.NoSide && !goalless {
			return someWinner(o) // the last scorer
		}
		return whoWins(o, leader)
	case engine.DoubleForfeit, engine.Void:
		return whoWins(o, engine.NoSide)
	}
	return someWinner(o)
}

// goalColumn is the first column with goals.
func goalColumn(o engine.Outcome) string {
	if o.Score[0] > 0 {
		return "first_goals"
	}
	return "second_goals"
}

func whoWins(o engine.Outcome, winner engine.Side) (column, expected string) {
	if o.Winner == winner {
		return "", ""
	}
	return "winner", [3]string{
		fmt.Sprintf("nothing, since nobody wins by %q here", o.Ending),
		fmt.Sprintf("first, who leads and wins by %q", o.Ending),
		fmt.Sprintf("second, who leads and wins by %q", o.Ending),
	}[winner]
}

func someWinner(o engine.Outcome) (column, expected string) {
	if o.Winner != engine.NoSide {
		return "", ""
	}
	return "winner", fmt.Sprintf("first or second, since somebody wins by %q", o.Ending)
}

// paid is the points of a match.
type paid [2]decimal

// checkPoints reads results by what they paid. Each pair of points becomes an ending of a
// scoring of its own.
func checkPoints(l *lines, most int) (Results, []error) {
	var all []paid
	l.total = map[string]int{}
	r, problems := l.each(Results{Sheet: league.Sheet{Scoring: league.Scoring{}}, digits: 1}, most, func(r *Results, f league.Fixture) (err error) {
		var p paid
		for i, player := range []string{f.First, f.Second} {
			if p[i], err = l.points([]string{"first_points", "second_points"}[i], l.total[player]); err != nil {
				return err
			}
			l.total[player] += p[i].in(mostDigits)
			r.digits = max(r.digits, p[i].digits)
		}
		all = append(all, p)
		r.Sheet.Fixtures = append(r.Sheet.Fixtures, f)
		return nil
	})
	r.price(all)
	if err := r.once(); err != nil && len(problems) == 0 {
		problems = append(problems, err)
	}
	return r, problems
}

// points reads what a match paid a player who has a total, in the smallest parts, before it.
func (l *lines) points(column string, total int) (decimal, error) {
	text := l.text(column)
	if l.csv.Comma != ',' { // where a comma parts no columns it may stand in numbers
		text = strings.Replace(text, ",", ".", 1)
	}
	p, ok := parseDecimal(text)
	units := p.in(mostDigits)
	switch {
	case !ok || units > mostPoints*powerOfTen(mostDigits):
		return p, l.bad(column, fmt.Sprintf("a number of points from 0 to %d with at most %d digits behind the point, as 0.5", mostPoints, mostDigits))
	case total+units > mostTotal:
		return p, l.bad(column, fmt.Sprintf("so many points that the player has %d at most", mostTotal/powerOfTen(mostDigits)))
	}
	return p, nil
}

// price gives the matches their outcomes, and the scoring their prices.
func (r *Results) price(all []paid) {
	for i, p := range all {
		o := &r.Sheet.Fixtures[i].Outcome
		first, second := p[0].in(r.digits), p[1].in(r.digits)
		o.Ending = engine.Ending(fmt.Sprintf("%d:%d", max(first, second), min(first, second)))
		award := league.Award{Win: league.Points(max(first, second)), Loss: league.Points(min(first, second))}
		switch {
		case first > second:
			o.Winner = engine.First
		case first < second:
			o.Winner = engine.Second
		default:
			award = league.Award{Draw: league.Points(first)}
		}
		r.Sheet.Scoring[o.Ending] = award
	}
	for i, b := range r.Byes {
		r.Byes[i].Points = league.Points(b.pays.in(r.digits))
	}
}
