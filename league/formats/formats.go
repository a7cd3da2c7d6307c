// Package formats is the catalogue of tournament formats.
package formats

import (
	"slices"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/groups"
	"kickabout/league/formats/knockout"
	"kickabout/league/formats/ladder"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/league/formats/roundrobin"
	"kickabout/league/formats/simultaneous"
	"kickabout/league/formats/swiss"
	"kickabout/league/formats/teams"
)

// All returns the formats that a tournament may have.
func All() []league.Format {
	return []league.Format{
		roundrobin.Format{},
		knockout.Format{},
		groups.Format{},
		teams.Format{},
		swiss.Format{},
		simultaneous.Format{},
		championship.Format{},
		ladder.Format{},
		minicup.Format{},
		monthlycup.Format{},
	}
}

// LogTexts lists what the formats write into the logs of tournaments.
func LogTexts() []league.LogText {
	return slices.Concat(groups.LogTexts(), simultaneous.LogTexts(), championship.LogTexts(), ladder.LogTexts(), minicup.LogTexts(), monthlycup.LogTexts())
}

// ByID finds a format.
func ByID(id string) (league.Format, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f league.Format) bool { return f.Info().ID == id })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}
