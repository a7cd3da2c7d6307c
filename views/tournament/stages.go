package tournament

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/simultaneous"
	"kickabout/views/ui"
)

// stageOf is the stage of a group: "s2" of "s2/g1".
func stageOf(g league.Group) string {
	stage, _, _ := strings.Cut(string(g), "/")
	return stage
}

// stageInput says what becomes of whom in a group of one of several stages: in the one that is
// being played, unless it is the last.
func (in Input) stageInput(group *ui.GroupInput, g GroupOf) {
	groups, smallest := 0, len(g.Table.Rows())
	for _, other := range in.Groups {
		if stageOf(other.Group) == stageOf(g.Group) {
			groups++
			smallest = min(smallest, len(other.Table.Rows()))
		}
	}
	if stageOf(g.Group) != stageOf(in.Groups[0].Group) {
		return // over
	}
	through := 1
	if groups > 1 {
		through = simultaneous.Through(in.Tournament.Through, smallest)
		if slices.ContainsFunc(g.Table.Rows(), func(r league.Row) bool { return r.Played > 0 }) { // before that all share the first rank
			group.Zones = []ui.Zone{{First: 1, Last: through, Class: "up", Text: "goes on"}}
		}
	}
	group.Needs = []int{through}
}

// stagesNow says which stage is being played.
func stagesNow(in Input) (headline, next string) {
	if len(in.Groups) == 0 {
		return "The first stage is being drawn", ""
	}
	over, all, groups := 0, 0, 0
	for _, g := range in.Groups {
		if stageOf(g.Group) != stageOf(in.Groups[0].Group) {
			continue
		}
		groups++
		for _, m := range g.Matches {
			if all++; m.State.ToMove == engine.NoSide {
				over++
			}
		}
	}
	next = fmt.Sprintf("%d of %s over.", over, ui.CountText(all, "game", "games"))
	if groups == 1 {
		return "The last group is being played", next + " Who wins it wins the tournament."
	}
	return "Stage " + stageOf(in.Groups[0].Group)[1:] + " is being played", next + " When all are, the first of each group meet in groups again."
}
