package transcript_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/games"
	"kickabout/engine/games/streetsoccer"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/transcript"
)

func TestARecordSaysWhereAMatchComesFrom(t *testing.T) {
	at := time.Date(2027, 5, 1, 23, 0, 0, 0, time.UTC)
	r, err := engine.Begin(streetsoccer.Game{}, "lg", at, 1, nil)
	if err == nil {
		r, err = r.Add(engine.Event{Seq: 2, At: at, Act: engine.ActForfeit, Text: "first"})
	}
	if err != nil {
		t.Fatal(err)
	}
	m := league.Match{
		ID: "7f3", Control: "live", Created: at, GID: dice.GID{0xab}, Head: dice.Link{0xcd}, Fixture: "c2/r3/b1",
		Seats: [2]league.Seat{{Player: league.Player{Name: "Ann"}}, {Player: league.Player{Name: "Bob"}, Contribution: "luck"}},
		State: league.State{First: 1},
	}
	want := `Game: streetsoccer/lg
Site: https://example.org
Match: 7f3
Event: Cup
Round: 2.3.1
Date: 2027-05-01
Yellow: Bob
Red: Ann
Clock: live
GID: ab` + strings.Repeat("0", 30) + `
Head: cd` + strings.Repeat("0", 62) + `
Contribution 2: luck
Seats: Red, Yellow
Begun: 2027-05-01T23:00:00.000Z
Result: 0:0
Ending: forfeit
Winner: Red
Points: 0:5

     Yellow       forfeit
`
	if got := record.Encode(transcript.Of(m, r, "https://example.org", "Cup")); got != want {
		t.Errorf("it is\n%s", got)
	}
	m.Fixture = ""
	if got := record.Encode(transcript.Of(m, r, "", "")); strings.Contains(got, "Site") || strings.Contains(got, "Event") || strings.Contains(got, "Round") {
		t.Errorf("what is not known is said:\n%s", got)
	}
}

func TestAProofOfDiceIsReadAsARecord(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(matches, "streetsoccer-lg-resignation.dice.json"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := transcript.Read(data, games.ByID)
	if err != nil || m.Record.Outcome().Ending != engine.Resignation || m.Headers[record.Gave0] != `for "luck"` || m.Headers[record.Head] == "" {
		t.Errorf("%v, %v", m.Headers, err)
	}
	var flaw dice.Flaw
	if _, err := transcript.Read([]byte(strings.Replace(string(data), `"for \"luck\""`, `"for more"`, 1)), games.ByID); !errors.As(err, &flaw) {
		t.Errorf("a proof that does not hold: %v", err)
	}
	var fault *record.Fault
	for _, other := range []string{"", "{}", "{", "[1]", `{"transcript":""}`, `{"transcript":7}`} {
		if _, err := transcript.Read([]byte(other), games.ByID); !errors.As(err, &fault) {
			t.Errorf("%q: %v", other, err)
		}
	}
}
