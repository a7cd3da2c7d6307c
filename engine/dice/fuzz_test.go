package dice_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"kickabout/engine/dice"
	"kickabout/engine/games"
)

// A proof that holds says what can be read from it, and one that does not is answered with what is wrong with it.
func FuzzVerify(f *testing.F) {
	data, err := os.ReadFile("testdata/match.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(bytes.Replace(data, []byte(`"value": 1`), []byte(`"value": 2`), 1))
	f.Add([]byte(`{"game":"streetsoccer","log":[{"seq":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		report, err := dice.Verify(data, games.ByID)
		if err != nil {
			flawed(t, err)
			return
		}
		var p dice.Proof
		if err := json.Unmarshal(data, &p); err != nil || len(report.Record.Log) != len(p.Log) {
			t.Errorf("a proof that cannot be read holds: %s", data)
		}
	})
}

// The same of the lot of a tournament.
func FuzzVerifySeeding(f *testing.F) {
	f.Add([]byte(`{"tournament":"7f3","gid":"00","head":"00"}`))
	f.Add([]byte(`{"tournament":"7f3","players":["ann","bob"],"throws":[{"label":"seed","k":0,"n":2,"value":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := dice.VerifySeeding(data); err != nil {
			flawed(t, err)
			return
		}
		if !dice.IsSeeding(data) {
			t.Errorf("the lot of no tournament holds: %s", data)
		}
	})
}

func flawed(t *testing.T, err error) {
	var f dice.Flaw
	if !errors.As(err, &f) || f == "" {
		t.Errorf("it says %T: %v", err, err)
	}
}
