package bot_test

import (
	"slices"
	"testing"

	"kickabout/engine/bot"
	"kickabout/engine/games"
)

// TestTheOpponentsAreEvenlySpaced: in each game each takes 3 to 3.5 of 5 points from the next weaker one, as far as its
// matches tell.
func TestTheOpponentsAreEvenlySpaced(t *testing.T) {
	meetings, err := bot.Meetings()
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bot.Meeting{}
	for _, m := range meetings {
		met[m.Game+" "+m.First] = m
	}
	people := slices.DeleteFunc(bot.All(), bot.Retired)
	if len(people) != bot.Opponents {
		t.Fatalf("%d bots are for people, want %d", len(people), bot.Opponents)
	}
	for _, g := range games.All() {
		for i, b := range people[1:] {
			m := met[g.Info().ID+" "+b.ID()]
			if m.Second != people[i].ID() || m.Matches < 300 || m.Error <= 0 {
				t.Errorf("%s: %s has not met %s often enough: %+v", g.Info().ID, b.ID(), people[i].ID(), m)
			}
			if m.Points+m.Error < 3 || m.Points-m.Error > 3.5 {
				t.Errorf("%s: %s takes %.2f (%.2f) from %s", g.Info().ID, b.ID(), m.Points, m.Error, m.Second)
			}
		}
	}
	if len(met) != len(meetings) || len(met) != len(games.All())*(bot.Opponents-1) {
		t.Errorf("%d meetings of %d pairs", len(meetings), len(met))
	}
	if m := meetings[0]; m.Command() == "" || m.Command() == meetings[1].Command() {
		t.Errorf("the command is %q", m.Command())
	}
}
