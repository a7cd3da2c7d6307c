package teams

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/pairing"
)

// League is a tournament of teams as it stands.
type League struct {
	Matches []Match // the whole schedule, in its order, without those that nobody will play

	sheet league.Sheet
	entry map[string]league.Entry // by player
	team  map[string]int          // by id: its seed less one
	board map[seat]string         // who has it
	out   []league.Exit           // by team: how all of it has left
	at    map[league.Key]league.Fixture
	ahead []int // by team: how many stand above it, while they are ranked
}

// seat is a board of a team.
type seat struct {
	team  string
	board int
}

// Match is a team match: two teams, four boards, two games at each.
type Match struct {
	Key    league.Key // what the keys of its games begin with: "c1/r2/m1"
	Teams  [2]string  // ids; at the first game of board 1 that of the first one moves first
	Boards [Boards]Board
	Points [2]league.Points // board points so far
	Match  [2]int           // match points; zero until it is over
	Begun  bool
	Over   bool
	Open   int // games that are not over
}

// Board is one board of a team match.
type Board struct {
	Games  [legs]league.Fixture // without a Match: not drawn yet
	Points [2]league.Points     // of the two teams
}

// key names a game: "c1/r2/m1/l2/b3" is the second game at board 3.
func (m Match) key(leg, board int) league.Key {
	return m.Key + league.Key("/l"+strconv.Itoa(leg+1)+"/b"+strconv.Itoa(board+1))
}

// Round returns the cycle and the round of a team match, from 1.
func (m Match) Round() (cycle, round int) {
	var number int
	_, _ = fmt.Sscanf(string(m.Key), "c%d/r%d/m%d", &cycle, &round, &number) // as schedule has written it
	return cycle, round
}

// MatchOf returns what the key of a game begins with: that of its team match.
func MatchOf(k league.Key) league.Key {
	parts := strings.SplitN(string(k), "/", 4)
	return league.Key(strings.Join(parts[:min(3, len(parts))], "/"))
}

// schedule lists the team matches. Against a team whose results do not count none is played.
func (l *League) schedule() {
	for c, rounds := range pairing.Cycles(len(l.sheet.Teams), l.sheet.Terms.Cycles, l.sheet.Terms.Berger) {
		for _, round := range rounds {
			for n, p := range round.Pairs {
				if l.out[p.First] == league.Voided || l.out[p.Second] == league.Voided {
					continue
				}
				l.Matches = append(l.Matches, Match{
					Key:   league.Key(fmt.Sprintf("c%d/r%d/m%d", c+1, round.Number, n+1)),
					Teams: [2]string{l.sheet.Teams[p.First], l.sheet.Teams[p.Second]},
				})
			}
		}
	}
}

// results reads the games of all team matches.
func (l *League) results() error {
	for _, f := range l.sheet.Fixtures {
		for _, player := range []string{f.First, f.Second} {
			if _, ok := l.entry[player]; !ok {
				return fmt.Errorf("fixture %s: %q plays for no team", f.Key, player)
			}
		}
		l.at[f.Key] = f
	}
	for i := range l.Matches {
		if err := l.result(&l.Matches[i]); err != nil {
			return err
		}
	}
	return nil
}

// result reads the games of one. A void game pays nobody anything.
func (l *League) result(m *Match) error {
	m.Open = Boards * legs
	for b := range m.Boards {
		for leg := range legs {
			f, drawn := l.at[m.key(leg, b)]
			m.Boards[b].Games[leg] = f
			m.Begun = m.Begun || drawn
			if !f.Outcome.Over() {
				continue
			}
			m.Open--
			paid, ok := l.sheet.Scoring.Points(f.Outcome)
			if !ok {
				return fmt.Errorf("fixture %s: there is no price for the ending %q", f.Key, f.Outcome.Ending)
			}
			first := 0 // the team of who moves first
			if l.entry[f.First].Team != m.Teams[0] {
				first = 1
			}
			m.Boards[b].Points[first] += paid[0]
			m.Boards[b].Points[1-first] += paid[1]
		}
		m.Points[0] += m.Boards[b].Points[0]
		m.Points[1] += m.Boards[b].Points[1]
	}
	if m.Over = m.Open == 0; m.Over {
		m.Match = matchPoints(m.Points)
	}
	return nil
}

// matchPoints are 2, 1 or 0 for more, as many or fewer board points (R-TE-1).
func matchPoints(points [2]league.Points) [2]int {
	switch {
	case points[0] > points[1]:
		return [2]int{2, 0}
	case points[0] < points[1]:
		return [2]int{0, 2}
	}
	return [2]int{1, 1}
}

// missing returns the games of a team match that are to begin.
func (l *League) missing(m Match) []league.Fixture {
	if !l.due(m) {
		return nil
	}
	var fixtures []league.Fixture
	for leg := range legs {
		for b := range Boards {
			key := m.key(leg, b)
			if _, drawn := l.at[key]; drawn {
				continue
			}
			f := league.Fixture{Key: key, First: l.atBoard(m.Teams[0], b+1), Second: l.atBoard(m.Teams[1], b+1)}
			if (leg+b)%2 == 1 {
				f.First, f.Second = f.Second, f.First
			}
			fixtures = append(fixtures, f)
		}
	}
	return fixtures
}

// atBoard returns who has a board of a team; "" if nobody.
func (l *League) atBoard(team string, board int) string {
	return l.board[seat{team, board}]
}

// due says that a team match may begin: that neither team has one to finish before it, unless
// all are played at once.
func (l *League) due(m Match) bool {
	if m.Begun || l.sheet.Terms.AtOnce {
		return true
	}
	for _, before := range l.Matches {
		if before.Key == m.Key {
			return true
		}
		if !before.Over && (before.has(m.Teams[0]) || before.has(m.Teams[1])) {
			return false
		}
	}
	return true
}

func (m Match) has(team string) bool { return m.Teams[0] == team || m.Teams[1] == team }

// overdue lists the games of a team match that are to be adjudicated, since its days are over.
func (l *League) overdue(m Match) []league.FixtureAct {
	if l.sheet.Terms.RoundDays == 0 {
		return nil
	}
	var acts []league.FixtureAct
	for _, b := range m.Boards {
		for _, f := range b.Games {
			if ends := l.sheet.Ends(f.Began); !f.Outcome.Over() && !ends.IsZero() && !l.sheet.Now.Before(ends) {
				acts = append(acts, league.FixtureAct{Key: f.Key, Act: engine.ActAdjudicate})
			}
		}
	}
	return acts
}

// over says that every team match is.
func (l *League) over() bool {
	for _, m := range l.Matches {
		if !m.Over {
			return false
		}
	}
	return true
}

// exitOf says how a team has left: all of its players are out. Nothing that it did counts if
// that was said of any of them; of a player alone it is never said.
func (l *League) exitOf(team string) league.Exit {
	exit := league.Stays
	for _, e := range l.sheet.Entries {
		switch {
		case e.Team != team:
		case e.Out == league.Stays:
			return league.Stays
		case exit != league.Voided:
			exit = e.Out
		}
	}
	return exit
}

// Exit says how a team leaves that withdraws or is struck: by how many of its games are over
// (R-FF-5).
func (l *League) Exit(team string) league.Exit { return league.ExitOf(l.Share(team)) }

// Share counts the games of a team: those that are over, and those that there are to be.
func (l *League) Share(team string) (finished, scheduled int) {
	for _, m := range l.Matches {
		if m.has(team) {
			scheduled += Boards * legs
			finished += Boards*legs - m.Open
		}
	}
	return finished, scheduled
}

// staying lists the players of a team who are not out, by board.
func (l *League) staying(team string) []string {
	var players []string
	for board := 1; board <= Boards+league.Bench; board++ {
		if p := l.atBoard(team, board); p != "" && l.entry[p].Out == league.Stays {
			players = append(players, p)
		}
	}
	return players
}

// BoardOf returns the board of the key of a game, from 1; 0 of what is none.
func BoardOf(k league.Key) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(k.Fixture().Board(), "b"))
	return n
}
