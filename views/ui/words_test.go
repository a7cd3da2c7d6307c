package ui

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
)

func TestEveryEndingHasWordsAndAPrice(t *testing.T) {
	yellow, red := engine.First, engine.Second
	for _, c := range []struct {
		outcome     engine.Outcome
		text, price string
	}{
		{engine.Outcome{Ending: engine.FullTime, Winner: yellow, Score: [2]int{3, 1}}, "Yellow wins 3–1 at full time.", "5–0 points"},
		{engine.Outcome{Ending: engine.FullTime, Winner: red, Score: [2]int{1, 3}}, "Red wins 3–1 at full time.", "5–0 points"},
		{engine.Outcome{Ending: engine.Target, Winner: red, Score: [2]int{6, 7}}, "Red wins 7–6, first to 7 goals.", "5–0 points"},
		{engine.Outcome{Ending: engine.SuddenDeath, Winner: yellow, Score: [2]int{2, 1}}, "Yellow wins 2–1 in sudden death.", "4–1 points"},
		{engine.Outcome{Ending: engine.LastGoal, Winner: red, Score: [2]int{1, 1}}, "Level at 1–1 to the end; Red wins because it scored the last goal.", "3–2 points"},
		{engine.Outcome{Ending: engine.Goalless}, "Drawn 0–0: nobody scored to the end.", "2–2 points"},
		{engine.Outcome{Ending: engine.Resignation, Winner: red, Score: [2]int{2, 1}}, "Red wins: Yellow resigned at 2–1.", "5–0 points"},
		{engine.Outcome{Ending: engine.Timeout, Winner: yellow, Score: [2]int{0, 1}}, "Yellow wins: Red ran out of time at 0–1.", "5–0 points"},
		{engine.Outcome{Ending: engine.Forfeit, Winner: yellow}, "Yellow wins without play: Red forfeited.", "5–0 points"},
		{engine.Outcome{Ending: engine.DoubleForfeit}, "Both sides forfeited; nobody wins.", ""},
		{engine.Outcome{Ending: engine.Adjudication, Winner: yellow, Score: [2]int{2, 1}}, "Stopped at 2–1 and decided as a win for Yellow.", "4–1 points"},
		{engine.Outcome{Ending: engine.SlowPlay, Winner: red, Score: [2]int{2, 1}}, "Stopped at 2–1 and decided as a win for Red: Yellow played too slowly.", "4–1 points"},
		{engine.Outcome{Ending: engine.Adjudication}, "Stopped at 0–0 and decided as drawn.", "2–2 points"},
		{engine.Outcome{Ending: engine.Void}, "This game was declared void and does not count.", ""},
	} {
		if got := OutcomeText(c.outcome, [2]string{"Yellow", "Red"}); got != c.text {
			t.Errorf("%s: %q, want %q", c.outcome.Ending, got, c.text)
		}
		if got := PriceText(league.Standard(), c.outcome); got != c.price {
			t.Errorf("%s pays %q, want %q", c.outcome.Ending, got, c.price)
		}
	}
	endings := append(streetsoccer.Game{}.Info().Endings, engine.PlatformEndings()...)
	for _, e := range endings {
		if OutcomeText(engine.Outcome{Ending: e, Winner: yellow}, [2]string{"Yellow", "Red"}) == "" {
			t.Errorf("%q has no words", e)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 19474: "19,474", 1503450: "1,503,450"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func TestEveryProblemHasAHeadingAndSentences(t *testing.T) {
	for _, status := range []int{400, 403, 404, 405, 409, 410, 413, 422, 429, 500, 502, 503} {
		p := NewProblem(ProblemInput{Status: status, ID: "8F2C"})
		if p.Heading == "" || p.Text == "" || p.Back == "" {
			t.Errorf("%d: %+v", status, p)
		}
		if (p.ID != "") != (status >= 500) {
			t.Errorf("%d shows the id %q", status, p.ID)
		}
	}
}

func TestATimeIsWrittenInTheUnitInWhichItIsRound(t *testing.T) {
	for d, want := range map[time.Duration]string{
		10 * 24 * time.Hour:            "10 days",
		36 * time.Hour:                 "36 hours",
		50 * time.Hour:                 "50 hours",
		24 * time.Hour:                 "24 hours",
		time.Hour:                      "1 hour",
		7 * time.Minute:                "7 minutes",
		time.Minute:                    "1 minute",
		90 * time.Minute:               "90 minutes",
		7*time.Minute + 40*time.Second: "about 8 minutes",
		20 * time.Second:               "about 1 minute",
		8*time.Hour + 12*time.Minute:   "about 8 hours",
		49*time.Hour + 40*time.Minute:  "about 50 hours",
		2*time.Hour - 10*time.Second:   "about 120 minutes",
	} {
		if got := SpanText(d); got != want {
			t.Errorf("%v is written %q, want %q", d, got, want)
		}
	}
}
