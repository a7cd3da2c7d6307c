package reach

import (
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

// TestAResultSaysHowItEndedAndWhatItPays, to each of the two, from their own side.
func TestAResultSaysHowItEndedAndWhatItPays(t *testing.T) {
	t.Parallel()
	ann, bob := league.Player{ID: "a", Name: "Ann"}, league.Player{ID: "b", Name: "Bob"}
	for _, c := range []struct {
		out      engine.Outcome
		ann, bob string
	}{
		{engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{3, 2}}, "You beat Bob, 3–2. 4 points.", "You lost to Ann, 2–3. 1 point."},
		{engine.Outcome{Ending: engine.Timeout, Winner: engine.Second, Score: [2]int{3, 2}}, "You lost to Bob on time. 0 points.", "You beat Ann on time. 5 points."},
		{engine.Outcome{Ending: engine.Goalless}, "Your game against Bob ended, 0–0. 2 points.", "Your game against Ann ended, 0–0. 2 points."},
		{engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}, "You beat Bob by forfeit. 5 points.", "You lost to Ann by forfeit. 0 points."},
		{
			engine.Outcome{Ending: engine.Adjudication, Winner: engine.First, Score: [2]int{1, 0}},
			"You beat Bob, 1–0, as the game was stopped and decided. 4 points.", "You lost to Ann, 0–1, as the game was stopped and decided. 1 point.",
		},
		{engine.Outcome{Ending: engine.DoubleForfeit}, "Your game against Bob counts as lost by both of you.", "Your game against Ann counts as lost by both of you."},
		{engine.Outcome{Ending: engine.Void, Score: [2]int{1, 0}}, "Your game against Bob was declared void. It does not count.", "Your game against Ann was declared void. It does not count."},
	} {
		m := league.Match{Tournament: "t", Seats: [2]league.Seat{{Player: ann}, {Player: bob}}}
		m.State.Outcome, m.State.Score = c.out, c.out.Score
		for who, want := range map[league.Player]string{ann: c.ann, bob: c.bob} {
			if got := resultText(Case{Me: who, Match: &play.View{Match: m}}); got != want {
				t.Errorf("%s is told %q of %q, want %q", who.Name, got, c.out.Ending, want)
			}
		}
	}
	friendly := league.Match{Seats: [2]league.Seat{{Player: ann}, {Player: bob}}}
	friendly.State.Outcome = engine.Outcome{Ending: engine.Resignation, Winner: engine.Second}
	if got := resultText(Case{Me: ann, Match: &play.View{Match: friendly}}); got != "You lost to Bob by resignation." {
		t.Errorf("of a game beside tournaments Ann is told %q", got)
	}
}
