package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/league/formats/championship"
	matchview "kickabout/views/match"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// CorrectionInput is what the page is built from on which the result of an ended match is corrected.
type CorrectionInput struct {
	ui.Frame
	View   correction.View
	Form   correction.Form // as typed
	Errors map[string]string
}

// CorrectionPage is the page on which the result of an ended match is corrected (R-CO-1).
type CorrectionPage struct {
	ui.Frame
	Match, Cup matchview.CupLink
	URL        string
	Now        string // how it counts
	Played     string // how it was played, where that is not how it counts
	Counts     string // "Tables and ratings are"
	Form       correction.Form
	Errors     map[string]string
	Endings    []ui.Option
	MayReplay  bool // it can be played again
	Winners    []ui.Option
	Sides      [2]string // "Ann, Yellow"
	Effect     *CorrectionEffect
	Undo       *CorrectionUndo // nil: no correction stands
	Exits      string          // where it is corrected how those count who were taken out; "" as long as it is played
}

// CorrectionEffect is what the result would change.
type CorrectionEffect struct {
	Result string
	Rows   []RulingRow
	Hint   string         // what stands in the rows
	Rating []RatingEffect // nothing: the match is not rated
	Again  bool           // it is played again
	Lines  []string       // who wins, who goes on, what is drawn anew
}

// RatingEffect is what the match does to the rating of a player.
type RatingEffect struct{ Name, Now, Then string }

// CorrectionUndo is the correction that can be taken back.
type CorrectionUndo struct {
	Event string
	Text  string // who made it, and why
	Back  string // how it would count
}

// NewCorrectionPage builds the page.
func NewCorrectionPage(in CorrectionInput) CorrectionPage {
	m, t, info := in.View.Match, in.View.Tournament, in.View.Game
	in.Title = "Correct a result"
	p := CorrectionPage{
		Frame: in.Frame, URL: ui.MatchURL(m.ID) + "/correction", Form: in.Form, Errors: in.Errors,
		Match: matchview.CupLink{Name: m.Seats[0].Player.Name + " v " + m.Seats[1].Player.Name, URL: ui.MatchURL(m.ID)},
		Cup:   matchview.CupLink{Name: t.Name, URL: ui.TournamentURL(t.ID)},
		Now:   ui.OutcomeText(m.State.Outcome, info.Sides),
	}
	if p.Counts = "Tables and ratings are"; t.Rolling {
		p.Counts = "Ratings are"
	}
	if m.Corrected.Over() {
		p.Played = ui.OutcomeText(in.View.Played, info.Sides)
	}
	name := func(side engine.Side) string { return m.Seats[m.SeatOf(side)].Player.Name }
	for i, side := range []engine.Side{engine.First, engine.Second} {
		p.Sides[i] = name(side) + ", " + info.Sides[i]
		p.Winners = append(p.Winners, ui.Option{ID: side.String(), Name: p.Sides[i], Chosen: in.Form.Winner == side.String()})
	}
	if t.State == league.Finished && !t.Rolling {
		p.Exits = ui.TournamentURL(t.ID) + "/exits"
	}
	p.Winners = append(p.Winners, ui.Option{Name: "Nobody", Chosen: in.Form.Winner == ""})
	p.Endings = []ui.Option{{Name: "Choose how it ended"}}
	if p.MayReplay = t.State == league.Running && m.Twin == "" && !t.Rolling; p.MayReplay {
		p.Endings = append(p.Endings, ui.Option{ID: string(correction.Again), Name: "It is played again", Chosen: in.Form.Ending == string(correction.Again)})
	}
	for _, e := range correction.Endings(info) {
		p.Endings = append(p.Endings, ui.Option{ID: string(e), Name: study.EndingText(e), Chosen: in.Form.Ending == string(e)})
	}
	if n := len(in.View.Standing); n > 0 {
		last := in.View.Standing[n-1]
		p.Undo = &CorrectionUndo{
			Event: strconv.Itoa(last.Seq), Text: last.By.Name + " corrected it on " + ui.Moment(last.At) + becauseText(last.Reason),
			Back: ui.OutcomeText(last.Was, info.Sides),
		}
	}
	if e := in.View.Effect; e != nil {
		p.Effect = newCorrectionEffect(in.View, *e, info)
	}
	return p
}

func newCorrectionEffect(v correction.View, e correction.Effect, info engine.Info) *CorrectionEffect {
	effect := &CorrectionEffect{Again: e.Result.Ending == correction.Again, Lines: effectLines(v.Tournament, e)}
	if effect.Again {
		effect.Result = "This game no longer counts. The two play another one in its place, with fresh clocks and new dice."
	} else {
		effect.Result = ui.OutcomeText(e.Result, info.Sides)
	}
	if v.Tournament.Rolling {
		effect.addPlaces(v, e)
	} else {
		effect.addRanks(v.Tournament, league.Key(v.Match.Fixture).Group(), v.Before, e)
	}
	for seat := range e.Ratings[0] {
		if seat < len(e.Ratings[1]) {
			effect.Rating = append(effect.Rating, RatingEffect{v.Match.Seats[seat].Player.Name, ratingEffect(e.Ratings[0][seat]), ratingEffect(e.Ratings[1][seat])})
		}
	}
	return effect
}

// addRanks adds the table of a group.
func (effect *CorrectionEffect) addRanks(t league.Tournament, g league.Group, before []league.Row, e correction.Effect) {
	effect.Hint = "Rank and points. Bold is a rank that changes."
	for _, now := range before {
		text, moves := afterText(now, e.After)
		row := RulingRow{Name: rowName(t, now.Player), Now: standsText(now) + fateText(t, g, now), After: []RulingCell{{text, moves}}}
		for _, then := range e.After {
			if then.Player == now.Player {
				row.After[0].Text += fateText(t, g, then)
			}
		}
		effect.Rows = append(effect.Rows, row)
	}
}

// addPlaces adds who moves on a ladder, with the two of the match: the others of a long one are of no interest.
func (effect *CorrectionEffect) addPlaces(v correction.View, e correction.Effect) {
	effect.Hint = "Places on the ladder. Bold is one that changes."
	moved := false
	for _, now := range v.Before {
		then := e.After[slices.IndexFunc(e.After, func(r league.Row) bool { return r.Player == now.Player })]
		moves := then.Rank != now.Rank
		moved = moved || moves
		if plays := v.Match.SideOf(now.Player) != engine.NoSide; moves || plays {
			effect.Rows = append(effect.Rows, RulingRow{
				Name: rowName(v.Tournament, now.Player), Now: ui.Ordinal(now.Rank), After: []RulingCell{{ui.Ordinal(then.Rank), moves}},
			})
		}
	}
	if !moved {
		effect.Lines = append(effect.Lines, "Nobody moves: a correction lifts a challenger who wins by it, for 7 days after the end of the game, and moves nobody down.")
	}
}

// endingHelp names what describes the choice of an ending.
func endingHelp(p CorrectionPage) string {
	if p.MayReplay {
		return "ending-hint ending-error"
	}
	return "ending-error"
}

// fateText says what a rank comes to in a championship: ", promoted"; "" elsewhere.
func fateText(t league.Tournament, g league.Group, r league.Row) string {
	level, _ := championship.ParseGroup(g)
	if t.Format != championship.ID || level == 0 {
		return ""
	}
	return ", " + string(championship.FateOfRow(level, r, r.Rank))
}

// effectLines says who wins and who goes on, and which games that were drawn change (R-CO-2).
func effectLines(t league.Tournament, e correction.Effect) (lines []string) {
	names := func(ids []string) string {
		players := make([]league.Player, len(ids))
		for i, id := range ids {
			entrant, _ := t.Entrant(id)
			players[i] = entrant.Player
		}
		if len(players) == 0 {
			return "nobody"
		}
		return NameList(players)
	}
	say := func(what string, of [2][]string) {
		if was, now := names(of[0]), names(of[1]); was != now {
			lines = append(lines, fmt.Sprintf("%s: %s now, %s then.", what, was, now))
		}
	}
	say("Wins", e.Winners)
	say("Sure to go on", e.GoOn)
	if len(e.Keep) > 0 {
		lines = append(lines, fmt.Sprintf("Keeps the right to the next level, and has played for it: %s.", names(e.Keep)))
	}
	if len(e.Gone) > 0 {
		lines = append(lines, fmt.Sprintf("Loses the right to the next level, and has not played for it yet: %s (R-CO-3).", names(e.Gone)))
	}
	for _, p := range e.Pairs {
		lines = append(lines, fmt.Sprintf("%s v %s becomes %s v %s, a new game.", names(p.Was[:1]), names(p.Was[1:]), names(p.Now[:1]), names(p.Now[1:])))
	}
	if t.Format == championship.ID && t.State == league.Finished {
		lines = append(lines, "If the next season has started, whoever should have been put higher there is one level higher in the season after it. Nobody goes lower.")
	}
	if e.Redrawn.Stands {
		lines = append(lines, "What was drawn by the old result and has a move stands.")
	}
	return lines
}

// ratingEffect is what a match does to a rating: "+12.0", "unchanged".
func ratingEffect(c league.Change) string {
	if c.Why != "" {
		return "unchanged"
	}
	return matchview.ChangeText(c.After.Elo - c.Before.Elo)
}

// rowName names who stands in a row of a table: a player, or a team.
func rowName(t league.Tournament, id string) string {
	if team, ok := t.Team(id); ok {
		return team.Name
	}
	e, _ := t.Entrant(id)
	return e.Player.Name
}
