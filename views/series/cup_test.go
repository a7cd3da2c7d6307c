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
	"kickabout/views/ui"
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

	q := NewMonthlyCupPage(of("monthlycup", monthlycup.Group))
	if len(q.Winners) != winnersShown || q.Others != many-winnersShown || q.More != many-furtherShown {
		t.Errorf("%d winners and %d others, %d more groups", len(q.Winners), q.Others, q.More)
	}
	html.Reset()
	if err := MonthlyCup(q).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(html.String(), " and 260 other players") {
		t.Error("the page does not say how many others have won")
	}
}
