package series

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// SeasonStory is what the results of a season tell, for its page.
type SeasonStory struct {
	Top     *SeasonTop // nil before the first result of division 1
	Turns   []TurnLine
	Mine    []SeatRow  // the viewer's place; none of who does not play in it
	Games   []SeatGame // in which it is the viewer's turn, the least time left first
	Next    []DateLine
	Moved   []MovedTo // of a season that is over
	Records []RecordLine
}

// SeasonTop is the race for the title.
type SeasonTop struct {
	Title string // "Race to the title"
	Says  []Word
	Race  *ui.Chart
}

// Word is a piece of a sentence; a name has an address.
type Word struct{ Text, URL string }

// TurnLine is a result that changed a table.
type TurnLine struct {
	Name, URL        string // of who rose, or fell
	Class            string // "up" or "down"
	Moved            string // "from 4th to 2nd"
	Fate             string // "a promotion place"; "" where the place comes to the same
	Group            GroupLink
	Score, Match     string // "3–1", and where it was played
	Against, Instead string // the opponent, and how it ended where that was not on the board: "on time"
	Result           string // "won", "lost" or "drew"
	At               DateLine
}

// SeatGame is a game that waits for the viewer.
type SeatGame struct {
	URL, Opponent, Score string
	At, Left             string // its deadline for the datetime attribute, and what is left until then
}

// MovedTo is where players go from a season that is over.
type MovedTo struct {
	Class, Heading string // "up", "To division 1"
	People         []Word
}

// RecordLine is what nobody did more in a season.
type RecordLine struct {
	What, Value string // "Longest run", "6 wins"
	Who         []Word // names, and what parts them
	Says        string
	Links       []Word // its matches
}

// How much of a season's story is told.
const (
	turnsShown = 6
	gamesShown = 3
)

// story tells a season by its results.
func (in SeasonInput) story(r championship.Review) SeasonStory {
	t := in.Tournament
	over := t.State == league.Finished
	s := SeasonStory{Records: in.records(r), Top: in.top(r)}
	mine, plays := in.mine()
	if plays {
		s.Mine = SeatRows(in.Games, in.Viewer.ID, []Seat{{t, mine}}, nil)
	}
	if over {
		s.Moved = in.moved(r)
		return s
	}
	for _, turn := range r.Turns[:min(turnsShown, len(r.Turns))] {
		s.Turns = append(s.Turns, in.turnLine(turn))
	}
	s.Games, s.Next = in.waiting(mine), in.coming()
	return s
}

// name is a player of the season.
func (in SeasonInput) name(id string) Word {
	e, _ := in.Tournament.Entrant(id)
	return Word{e.Player.Name, ui.PlayerURL(e.Player)}
}

// names are players with words between them.
func (in SeasonInput) names(between string, ids ...string) []Word {
	var list []Word
	for i, id := range ids {
		if i > 0 {
			list = append(list, Word{Text: between})
		}
		list = append(list, in.name(id))
	}
	return list
}

func (in SeasonInput) group(g league.Group) GroupLink {
	return GroupLink{groupTitle(g), ui.GroupURL(in.Tournament, g)}
}

// top tells division 1; nil before its first result.
func (in SeasonInput) top(r championship.Review) *SeasonTop {
	if len(r.Leads) == 0 || len(r.Leads[0].First) == 0 {
		return nil
	}
	lead, over := r.Leads[0], in.Tournament.State == league.Finished
	top := &SeasonTop{Title: "Race to the title", Race: ui.NewRace(in.groupInput(in.Groups[0]))}
	switch {
	case over && in.Groups[0].Table.Rows()[0].Nothing:
		top.Title, top.Says = "No champion", []Word{{Text: "Nobody in division 1 has a point, and a title takes one."}}
		return top
	case over:
		top.Title = "How the title was won"
	case lead.Sure:
		top.Title = "The title is decided"
	}
	top.Says = in.names(" and ", lead.First...)
	verb := ui.Plural(len(lead.First), " leads with ", " share the lead with ")
	if over {
		verb = ui.Plural(len(lead.First), " won it with ", " share it with ")
	}
	top.Says = append(top.Says, Word{Text: verb + ui.PointsWord(lead.Points)})
	if lead.Next != "" {
		top.Says = append(top.Says, Word{Text: ", " + aheadText(lead.Gap, lead.By) + " "}, in.name(lead.Next))
	}
	end := "."
	if lead.Open > 0 {
		end = ", with " + ui.CountText(lead.Open, "game", "games") + " left."
	}
	top.Says = append(top.Says, Word{Text: end})
	return top
}

// aheadText says by what somebody stands before another one: "3 points ahead of", "ahead by SON of".
func aheadText(gap league.Points, by string) string {
	switch {
	case gap > 0:
		return ui.PointsWord(gap) + " ahead of"
	case by != "":
		return "by " + by + " ahead of"
	}
	return "level with"
}

// turnLine tells a result that changed a table.
func (in SeasonInput) turnLine(t championship.Turn) TurnLine {
	who := in.name(t.Player)
	line := TurnLine{
		Name: who.Text, URL: who.URL, Class: "up", Moved: "from " + ui.Ordinal(t.From) + " to " + ui.Ordinal(t.To), Group: in.group(t.Group),
		Score: ui.ScoreText(t.Score), Match: ui.MatchURL(t.Match), Against: in.name(t.Opponent).Text, Result: "drew", At: DateLine{At: t.At},
		Fate: map[championship.Fate]string{championship.Champion: "the title", championship.Promoted: "a promotion place", championship.Stays: "safe", championship.Falls: "a relegation place"}[t.Fate],
	}
	if t.To > t.From {
		line.Class = "down"
	}
	switch {
	case t.Won:
		line.Result = "won"
	case t.Lost:
		line.Result = "lost"
	}
	line.Instead = map[engine.Ending]string{engine.Timeout: "on time", engine.Resignation: "by resignation", engine.Forfeit: "by forfeit"}[t.Outcome.Ending]
	return line
}

// mine is the group in which the viewer plays; false if they do not.
func (in SeasonInput) mine() (SeasonGroup, bool) {
	e, plays := in.Tournament.Entrant(in.Viewer.ID)
	at := slices.IndexFunc(in.Groups, func(g SeasonGroup) bool { return plays && g.Group == e.Group })
	if at < 0 {
		return SeasonGroup{}, false
	}
	return in.Groups[at], true
}

// coming lists the dates that are still to come, the next season's among them where it is known.
func (in SeasonInput) coming() []DateLine {
	t := in.Tournament
	dates := slices.DeleteFunc(seasonDates(t, in.Now), func(d DateLine) bool { return d.Past })
	if c, ok := league.ParseCompetition(t.Competition); ok && in.Site.Runs(c) {
		if opens := championship.Opens(t.Started); in.Now.Before(opens) {
			dates = append(dates, DateLine{What: "Entries for the next season open", At: opens})
		}
	}
	slices.SortStableFunc(dates, func(a, b DateLine) int { return a.At.Compare(b.At) })
	return dates
}

// waiting lists the games of a group in which it is the viewer's turn.
func (in SeasonInput) waiting(g SeasonGroup) []SeatGame {
	mine := slices.DeleteFunc(slices.Clone(g.Matches), func(m league.Match) bool {
		return m.State.ToMove == engine.NoSide || m.State.Held || m.State.ToMove != m.SideOf(in.Viewer.ID)
	})
	slices.SortStableFunc(mine, func(a, b league.Match) int { return a.State.Deadline.Compare(b.State.Deadline) })
	var games []SeatGame
	for _, m := range mine[:min(gamesShown, len(mine))] {
		me := m.State.ToMove
		games = append(games, SeatGame{
			URL: ui.MatchURL(m.ID), Opponent: m.Seats[m.SeatOf(me.Other())].Player.Name,
			Score: ui.ScoreText([2]int{m.State.Score[me-1], m.State.Score[me.Other()-1]}),
			At:    ui.Datetime(m.State.Deadline), Left: clock.Left(m.State.Deadline.Sub(in.Now)),
		})
	}
	return games
}

// moved lists who goes up and down after a season, by where to.
func (in SeasonInput) moved(r championship.Review) []MovedTo {
	type place struct{ level, by int }
	people := map[place][]Word{}
	for _, m := range r.Moves {
		level, _ := championship.ParseGroup(m.Group)
		switch m.Fate {
		case championship.Promoted:
			people[place{level - 1, -1}] = append(people[place{level - 1, -1}], in.name(m.Player))
		case championship.Falls:
			people[place{level + 1, 1}] = append(people[place{level + 1, 1}], in.name(m.Player))
		}
	}
	var list []MovedTo
	for to, names := range people {
		class := map[int]string{-1: "up", 1: "down"}[to.by]
		list = append(list, MovedTo{class, ui.Upper(class) + " to division " + strconv.Itoa(to.level), names})
	}
	slices.SortFunc(list, func(a, b MovedTo) int {
		return cmp.Or(cmp.Compare(b.Class, a.Class), cmp.Compare(a.Heading, b.Heading))
	})
	return list
}

// records lists what nobody did more.
func (in SeasonInput) records(r championship.Review) []RecordLine {
	var list []RecordLine
	if c := r.Closest; c != nil && len(in.Groups) > 1 {
		g := in.group(c.Group)
		list = append(list, RecordLine{What: "Closest group", Value: g.Name, Who: in.names(" to ", c.First, c.Last), Says: "within " + ui.PointsWord(c.Gap), Links: []Word{{"Table", g.URL}}})
	}
	if c := r.Climb; c != nil {
		g := in.group(c.Group)
		list = append(list, RecordLine{
			What: "Biggest climb", Value: ui.Ordinal(c.From) + " to " + ui.Ordinal(c.To), Who: []Word{in.name(c.Player)},
			Says: fmt.Sprintf("from round %d on, in", c.Round), Links: []Word{{g.Name, g.URL}},
		})
	}
	if s := r.Scorers; s != nil {
		list = append(list, RecordLine{What: "Most goals", Value: ui.CountText(s.Goals, "goal", "goals"), Who: in.names(", ", s.Players...)})
	}
	if run := r.Run; run != nil {
		line := RecordLine{What: "Longest run", Value: ui.CountText(len(run.Matches), "win", "wins"), Who: []Word{in.name(run.Player)}, Says: "in a row:"}
		for i, id := range run.Matches {
			line.Links = append(line.Links, Word{strconv.Itoa(i + 1), ui.MatchURL(id)})
		}
		list = append(list, line)
	}
	for _, f := range []struct {
		what string
		feat *championship.Feat
	}{{"Biggest win", r.Win}, {"Most goals in a game", r.Goals}} {
		if f.feat != nil && !(f.what != "Biggest win" && r.Win != nil && r.Win.Match == f.feat.Match) {
			list = append(list, RecordLine{
				What: f.what, Value: ui.ScoreText(f.feat.Score), Who: in.names(" v ", f.feat.Player, f.feat.Other), Links: []Word{{"Game", ui.MatchURL(f.feat.Match)}},
			})
		}
	}
	return list
}

// Stake is a line that is played for in a group.
type Stake struct {
	Sign, Class  string // "▲", "up"
	Above, Below string // names
	Gap          string // "1 point ahead of"
	Decided      string // "promotion is decided"; "" as long as it is not
}

// lead tells a tile who leads its group by what, and what is still played for.
func (p *PyramidGroup) lead(in SeasonInput, l championship.Lead) {
	if len(l.First) == 0 {
		p.Leader, p.Leads = "", "No result yet"
		return
	}
	names := make([]league.Player, len(l.First))
	for i, id := range l.First {
		e, _ := in.Tournament.Entrant(id)
		names[i] = e.Player
	}
	p.Leader = tournament.Starred(tournament.NameList(names), in.Tournament)
	p.Leads = ui.PointsWord(l.Points)
	if l.Gap > 0 {
		p.Leads += ", " + ui.PointsText(l.Gap) + " ahead"
	} else if l.By != "" {
		p.Leads += ", ahead by " + l.By
	}
	if l.Open > 0 {
		p.Leads += ", " + ui.CountText(l.Open, "game", "games") + " left"
	}
	if p.Done {
		return
	}
	for _, line := range l.Lines {
		s := Stake{Sign: "▲", Class: "up", Above: in.name(line.Above).Text, Below: in.name(line.Below).Text, Gap: aheadText(line.Gap, line.By)}
		what := "promotion"
		if line.Fate == championship.Falls {
			s.Sign, s.Class, what = "▼", "down", "relegation"
		}
		if len(line.Open) == 0 {
			s.Decided = what + " is decided"
		}
		p.Stakes = append(p.Stakes, s)
	}
}
