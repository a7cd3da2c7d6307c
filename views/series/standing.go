package series

import (
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// StandingRows tells how some players of a seat's group stand there: their places, and what is at stake for them. Nothing is
// told where there is no table.
func StandingRows(seat Seat, players []league.Player) []SeatRow {
	var rows []SeatRow
	for _, p := range players {
		r, ok := seat.row(p.ID)
		if !ok {
			continue
		}
		row := SeatRow{URL: ui.TournamentURL(seat.Tournament.ID), Rank: "–", Name: tournament.Starred(p.Name, seat.Tournament), Stake: seat.stake(r)}
		if seat.Tournament.Format == championship.ID {
			row.URL = ui.GroupURL(seat.Tournament, seat.Group)
			if r.Open == 0 && r.Best == r.Worst {
				row.Stake = "Over: " + seat.fate(r.Rank)
			}
		}
		if r.Played > 0 {
			row.Rank = ui.Ordinal(r.Rank)
		}
		if seat.Odds != nil && r.Open > 0 {
			chance, of := seat.group().Chance(p.ID)
			row.Stake += " · " + chance + " chance of " + of
		}
		row.Spark = ui.NewSpark(ui.ProgressOf(seat.Table, p.ID), false)
		rows = append(rows, row)
	}
	return rows
}

// fate is what a rank comes to at the end of a season's group: "goes up".
func (s Seat) fate(rank int) string {
	level, _ := championship.ParseGroup(s.Group)
	for _, z := range zones(level) {
		if rank <= z.Last {
			return z.Text
		}
	}
	return ""
}

// group is what odds are told from.
func (s Seat) group() ui.GroupInput {
	if s.Tournament.Format == championship.ID {
		return SeasonInput{Tournament: s.Tournament}.groupInput(s.SeasonGroup)
	}
	return ui.GroupInput{Table: s.Table, Matches: s.Matches, Odds: s.Odds}
}
