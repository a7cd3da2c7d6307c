package record_test

import (
	"errors"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/engine/record"
)

const openingJSON = `{
 "format": "kickabout-record/1",
 "game": "streetsoccer",
 "variant": "lg",
 "headers": {
  "Red": "Bob",
  "Yellow": "Ann"
 },
 "outcome": {
  "ending": "resignation",
  "winner": "first",
  "score": [
   0,
   0
  ]
 },
 "position": "place R c1d3d5e1f6 d0c6 d5 2 2 0:0 -",
 "events": [
  {"seq":1,"at":"2027-05-01T12:00:00.000Z","act":"seats","text":"0 streetsoccer/lg"},
  {"seq":2,"at":"2027-05-01T12:00:00.000Z","act":"roll","text":"4 2","draws":[{"e":1,"label":"kickoff","k":0,"sides":6,"face":4},{"e":1,"label":"kickoff","k":1,"sides":6,"face":2}]},
  {"seq":3,"at":"2027-05-01T12:00:00.000Z","by":"first","act":"move","text":"Pd3e1f6"},
  {"seq":4,"at":"2027-05-01T12:00:00.000Z","by":"second","act":"resign","text":""}
 ]
}
`

func TestTheJSONIsAsDocumented(t *testing.T) {
	text, _, _ := strings.Cut(opening, "Result")
	_, body, _ := strings.Cut(opening, "\n\n")
	first, _, _ := strings.Cut(body, "\n")
	m := decoded(t, text+"\n"+first+"\nRed R\n")
	if got := string(record.EncodeJSON(m)); got != openingJSON {
		t.Errorf("written as\n%s", got)
	}
	back, err := record.Read([]byte("\uFEFF "+openingJSON+"\n"), games.ByID)
	if err != nil || !same(m, back) {
		t.Errorf("read as %+v, %v", back, err)
	}
}

func TestAFileIsReadAsWhatItIs(t *testing.T) {
	for text, want := range map[string]bool{
		openingJSON: true, "{}": true, " {\n \"x\"": true, "{": true,
		opening: false, "{ my best game }\n" + opening: false, "": false, "[]": false,
	} {
		if got := record.IsJSON([]byte(text)); got != want {
			t.Errorf("IsJSON(%.20q) = %v", text, got)
		}
	}
}

func TestFaultsOfJSONSayWhereAndWhy(t *testing.T) {
	for name, c := range map[string]struct {
		old, new     string
		line, column int
		says         string
	}{
		"another format":              {"record/1", "record/2", 2, 2, `"kickabout-record/1" is read`},
		"an unknown game":             {`"streetsoccer",`, `"chess",`, 3, 2, `no game "chess"`},
		"an unknown variant":          {`"variant": "lg"`, `"variant": "fast"`, 4, 2, `no variant "fast"`},
		"a header of two lines":       {`"Red": "Bob"`, `"Red\nBlue": "Bob"`, 5, 2, "no header"},
		"a header that follows":       {`"Red": "Bob"`, `"Result": "5:0"`, 5, 2, "no header"},
		"headers that are none":       {"{\n  \"Red\": \"Bob\",\n  \"Yellow\": \"Ann\"\n }", "null", 5, 2, "an empty one"},
		"another position":            {"0:0 -", "0:1 R", 17, 2, "0:0 -"},
		"another outcome":             {`"first",`, `"second",`, 9, 2, "another one"},
		"no outcome":                  {"\"outcome\": {\n  \"ending\": \"resignation\",\n  \"winner\": \"first\",\n  \"score\": [\n   0,\n   0\n  ]\n }", "\"outcome\": null", 9, 2, "another one"},
		"a field that nobody knows":   {`"seq":1`, `"sequence":1`, 19, 4, "sequence"},
		"a number that is a text":     {`"seq":2`, `"seq":"2"`, 20, 4, "string"},
		"a comma too much":            {`"text":""}`, `"text":""},`, 23, 2, "broken"},
		"a file cut off":              {"\n ]\n}\n", "", 22, 83, "ends too early"},
		"more behind it":              {"\n ]\n}\n", "\n ]\n}\n{}", 25, 1, "Something follows"},
		"a throw of another die":      {`"label":"kickoff","k":1`, `"label":"die","k":1`, 20, 3, "is due"},
		"an illegal move":             {"Pd3e1f6", "Pd3e1e1", 21, 3, ""},
		"a side that is none":         {`"by":"second"`, `"by":"red"`, 22, 3, "first or second"},
		"a moment that is none":       {`"seq":3,"at":"2027-05-01T12:00:00.000Z"`, `"seq":3,"at":"noon"`, 21, 3, "is written like"},
		"events in the wrong order":   {`"seq":4`, `"seq":5`, 22, 3, "from event 3 to event 5"},
		"no events":                   {openingJSON[strings.Index(openingJSON, "[\n  {"):], "[]}", 18, 2, "is empty"},
		"events that are no list":     {openingJSON[strings.Index(openingJSON, "[\n  {"):], "{}}", 18, 12, "a list in brackets"},
		"something else":              {`"events": [`, `"moves": 7, "events": [`, 18, 2, `"moves"`},
		"an act that there is not":    {`"act":"resign"`, `"act":"shout"`, 22, 3, "shout"},
		"another order of placing":    {"Pd3e1f6", "Pf6e1d3", 21, 3, ""}, // programs write as the game does
		"a resignation with a reason": {`"act":"resign","text":""`, `"act":"resign","text":"tired"`, 22, 3, "no text"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(openingJSON, c.old, c.new, 1)
			if text == openingJSON {
				t.Fatal("nothing was changed")
			}
			_, err := record.Read([]byte(text), games.ByID)
			var f *record.Fault
			if !errors.As(err, &f) || !errors.Is(err, engine.ErrParse) && !errors.Is(err, engine.ErrIllegal) {
				t.Fatalf("it is %v", err)
			}
			if f.Line != c.line || f.Column != c.column || !strings.Contains(f.Reason, c.says) || !strings.HasSuffix(f.Reason, ".") {
				t.Errorf("%v, want %d, %d: …%s…", err, c.line, c.column, c.says)
			}
		})
	}
}
