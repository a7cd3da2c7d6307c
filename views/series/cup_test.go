package series

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/views/tournament"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// TestAPopularCupHasAPageOfBoundedLength: of its groups, winners and climbers the page shows some, first the viewer's own, and says
// how many there are. The files have all.
func TestAPopularCupHasAPageOfBoundedLength(t *testing.T) {
	t.Parallel()
	const many = 300
	now := time.Date(2027, 5, 20, 0, 0, 0, 0, time.UTC)
	person := func(n int) league.Player {
		return league.Player{ID: fmt.Sprintf("p%d", n), Name: fmt.Sprintf("Player %d", n), Kind: league.Member}
	}
	of := func(format string, edition func(n int) string) CupInput {
		c := league.Competition{Format: format, Game: "streetsoccer", Variant: "lg"}
		in := CupInput{Games: []engine.Game{streetsoccer.Game{}}, Competition: c, Year: 2027, Frame: ui.Frame{Viewer: person(7), Now: now}}
		for n := range many {
			in.Editions = append(in.Editions, league.Tournament{
				ID: fmt.Sprintf("t%d", n), State: league.Running, Started: now.Add(-time.Hour),
				TournamentTerms: league.TournamentTerms{Name: "Cup " + edition(n+1), Format: format, Competition: c.ID(), Edition: edition(n + 1), Game: c.Game, Variant: c.Variant},
				Entries:         []league.Entrant{{Player: person(n), Seed: 1, Qualified: now.Add(-time.Minute)}},
			})
		}
		return in
	}

	mini := of("minicup", func(n int) string { return minicup.Edition(0, n) })
	p := NewMiniCupPage(mini)
	if len(p.Honours) != honoursShown || p.Climbers != many || len(p.Further) != furtherShown || p.More != many-furtherShown {
		t.Errorf("%d of %d honours, %d groups and %d more", len(p.Honours), p.Climbers, len(p.Further), p.More)
	}
	if p.Further[0].URL != "/tournaments/t7" || p.Further[1].URL != "/tournaments/t299" {
		t.Errorf("first come %+v and %+v", p.Further[0], p.Further[1])
	}
	var html strings.Builder
	if err := MiniCup(p).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"And 260 more groups.", "These are the first 100 of 300 players. The files have all of them."} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if lines := strings.Count(string(HonoursCSV(mini)), "\n"); lines != many+1 {
		t.Errorf("the file has %d lines", lines)
	}

	monthly := of("monthlycup", monthlycup.Group)
	second := monthly.Editions[0] // of which each group has a table
	second.ID, second.Edition = "second", monthlycup.Round("2027-04", 2)
	table, matches := viewstest.WorkedGroup(t, "std", viewstest.Given)
	var tables []tournament.GroupOf
	for n := range 27 {
		group := league.Group(fmt.Sprintf("%s g%d", second.Edition, n+1))
		second.Entries = append(second.Entries, league.Entrant{Player: person(many + n), Seed: n + 1, Group: group})
		tables = append(tables, tournament.GroupOf{Group: group, Table: table, Matches: matches})
	}
	monthly.Editions = append(monthly.Editions, second)
	monthly.Groups = []CupGroup{NewCupGroup(second, tables)}
	for viewer, want := range map[int]int{7: groupsShown, many + 1: groupsShown, many + 9: groupsShown + 1} {
		monthly.Viewer = person(viewer)
		if p := NewMonthlyCupPage(monthly); len(p.Tables) != want || p.More != many+1-furtherShown {
			t.Errorf("player %d sees %d tables of 27, want %d, and %d more groups", viewer, len(p.Tables), want, p.More)
		}
	}

	q := NewMonthlyCupPage(of("monthlycup", monthlycup.Group))
	if len(q.Winners) != winnersShown || q.Others != many-winnersShown || q.More != many-furtherShown {
		t.Errorf("%d winners and %d others, %d more groups", len(q.Winners), q.Others, q.More)
	}
	html.Reset()
	if err := MonthlyCup(q).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">Player 0</a>, <a", "</a> and 260 other players"} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("of who has won the page does not say %q", want)
		}
	}
}
