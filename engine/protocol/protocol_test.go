package protocol

import (
	"bytes"
	stdcmp "cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/engine/games/streetsoccer"
)

// ask sends lines and returns the answers, one a line.
func ask(t testing.TB, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, games.All()); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(answers) != len(lines) {
		t.Fatalf("%d answers to %d requests", len(answers), len(lines))
	}
	return answers
}

const (
	startText = "place Y c1d5 d0c6 d5 ? 1 0:0 -"
	turnText  = "turn R c1b7c3d5e8 d0b3c6d8e4 f5 4 4 0:0 -"
)

func TestAnswers(t *testing.T) {
	const start = `{"position":"` + startText + `","next":{"dice":{"label":"kickoff","count":2,"sides":6}}}`
	for _, c := range []struct{ name, request, want string }{
		{"the start waits for its throw", `{"game":"streetsoccer","variant":"lg"}`, start},
		{"the first variant goes without saying", `{"game":"streetsoccer"}`, start},
		{"a position answers for itself", `{"game":"streetsoccer","position":"` + startText + `"}`, start},
		{
			"a throw that is made again asks again",
			`{"game":"streetsoccer","roll":[3,3]}`, start,
		},
		{
			"a roll and a move go on from the start or a position",
			`{"game":"streetsoccer","position":"place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -","move":"Pb3d8e4"}`,
			`{"position":"kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -","next":{"side":"first"},"count":17,"moves":["Bb2","Bb4","Bb5","Bb6","Bc2","Bc4","Bc7","Bd2","Bd3","Bd4","Bd7","Be3","Be7","Bf4","Bf5","Bf6","Bf7"]}`,
		},
		{
			"the second side is named",
			`{"game":"streetsoccer","position":"turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -"}`,
			`{"position":"turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -","next":{"side":"second"},"count":17,"moves":["Mb3a3","Mb3b2","Mb3b4","Mc6b6","Mc6c5","Mc6c7","Mc6d6","Md0c0","Md0d9","Md0e0","Md8c8","Md8d7","Md8d9","Me4d4","Me4e3","Me4e5","Me4f4"]}`,
		},
		{
			"a match that is over says how",
			`{"game":"streetsoccer","position":"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 52 2:1 Y"}`,
			`{"position":"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 52 2:1 Y","next":{},"outcome":{"ending":"full time","winner":"first","score":[2,1]}}`,
		},
		{
			"a drawn match has no winner",
			`{"game":"streetsoccer","position":"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 0:0 -"}`,
			`{"position":"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 0:0 -","next":{},"outcome":{"ending":"goalless","winner":"","score":[0,0]}}`,
		},
		{"perft of a position", `{"game":"streetsoccer","position":"turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -","perft":1}`, `{"perft":506}`},
		{"perft of the start", `{"game":"streetsoccer","perft":1}`, `{"perft":584220}`},
		{"perft of nothing", `{"game":"streetsoccer","perft":0}`, `{"perft":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, ask(t, c.request)[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestAProgramPlaysEveryGameByLines plays whole matches of every game and variant, and
// of the last value of every option, by what the lines say alone.
func TestAProgramPlaysEveryGameByLines(t *testing.T) {
	for _, g := range games.All() {
		info := g.Info()
		for _, v := range info.Variants {
			rules, err := info.Ruleset(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range rules.Options() {
				rules, _ = rules.With(o.ID, o.Values[len(o.Values)-1])
			}
			for _, variant := range []string{v.ID, rules.String()} {
				t.Run(info.ID+"/"+variant, func(t *testing.T) {
					ending := playByLines(t, info.ID, variant)
					if !slices.Contains(info.Endings, ending) {
						t.Errorf("it ends by %q, which is no ending of the game", ending)
					}
				})
			}
		}
	}
}

// playByLines plays a match at random and returns how it ended.
func playByLines(t *testing.T, game, variant string) engine.Ending {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 4))
	request := map[string]any{"game": game, "variant": variant}
	for range 10_000 {
		line, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		text := ask(t, string(line))[0]
		var a struct {
			Position, Move string
			Next           struct {
				Dice *struct{ Count, Sides int }
				Side string
			}
			Count   int
			Moves   []string
			Outcome *struct{ Ending engine.Ending }
			Error   any
		}
		if err := json.Unmarshal([]byte(text), &a); err != nil || a.Error != nil {
			t.Fatalf("%s is answered with %s, %v", line, text, err)
		}
		if a.Outcome != nil {
			return a.Outcome.Ending
		}
		next := map[string]any{"game": game, "variant": variant, "position": stdcmp.Or(a.Position, fmt.Sprint(request["position"]))}
		switch {
		case a.Move != "":
			next["move"] = a.Move
		case a.Next.Dice != nil:
			throw := make([]int, a.Next.Dice.Count)
			for i := range throw {
				throw[i] = 1 + r.IntN(a.Next.Dice.Sides)
			}
			next["roll"] = throw
		case a.Moves != nil && len(a.Moves) != a.Count:
			t.Fatalf("%d of %d moves are listed in %s", len(a.Moves), a.Count, a.Position)
		default:
			next["random"] = r.Int32()
		}
		request = next
	}
	t.Fatal("the match does not end")
	return ""
}

func TestErrorsAreAnsweredAndTheNextLineIsRead(t *testing.T) {
	position := `{"game":"streetsoccer","position":"` + turnText + `",`
	for _, c := range []struct{ name, request, kind, message string }{
		{"an illegal move", position + `"move":"Mc6c7"}`, "illegal", ""},
		{"a move that is no notation", position + `"move":"hello"}`, "illegal", ""},
		{"a move where a throw is due", `{"game":"streetsoccer","move":"Pb7c3e8"}`, "illegal", ""},
		{"a throw that is not due", position + `"roll":[4]}`, "illegal", "No throw is due."},
		{"a face that is not on the dice", `{"game":"streetsoccer","roll":[0,7]}`, "illegal", "There is no 0 on the die."},
		{"too few dice", `{"game":"streetsoccer","roll":[6]}`, "illegal", "A throw of 2 dice is due, not of 1."},
		{"no dice", `{"game":"streetsoccer","roll":[]}`, "illegal", ""},
		{"a random move where a throw is due", `{"game":"streetsoccer","random":1}`, "illegal", "No side must move here."},
		{"a position that is none", `{"game":"streetsoccer","position":"here"}`, "parse", ""},
		{"a game that nobody knows", `{"game":"curling"}`, "unknown", `There is no game "curling"; the games are streetsoccer, onetwofun, cufootball.`},
		{"a variant that nobody knows", `{"game":"streetsoccer","variant":"ice"}`, "unknown", `StreetSoccer has no variant "ice"; it is played as lg, mastermove or board, with ,back=1 (lg or mastermove) behind it.`},
		{"an option that its game does not have", `{"game":"streetsoccer","variant":"lg,goals=3"}`, "unknown", ""},
		{"a value that an option does not have", `{"game":"onetwofun","variant":"basic,goals=4"}`, "unknown", `One-Two-Fun has no variant "basic,goals=4"; it is played as basic, professional or blocking, with ,goals=5 or ,goals=3, then ,step=1 (professional or blocking), then ,roam=1 (professional or blocking), then ,dice=1 (blocking) behind it.`},
		{"an option with its first value", `{"game":"onetwofun","variant":"basic,goals=7"}`, "unknown", ""},
		{"options in the wrong order", `{"game":"cufootball","variant":"classic,clock=60,goals=1"}`, "unknown", ""},
		{"that variant with a position", `{"game":"streetsoccer","variant":"ice","position":"` + turnText + `"}`, "unknown", ""},
		{"no variant is no default", `{"game":"streetsoccer","variant":""}`, "unknown", ""},
		{"an empty line", ``, "parse", "The line is empty."},
		{"a line of blanks", " \t\r", "parse", "The line is empty."},
		{"no JSON", `hello`, "parse", "A request is one JSON object on one line."},
		{"a list", `[]`, "parse", ""},
		{"half an object", `{"game":"streetsoccer"`, "parse", ""},
		{"a comma too many", `{"game":"streetsoccer",}`, "parse", ""},
		{"two objects", `{"game":"streetsoccer"}{}`, "parse", "Something follows the request on its line."},
		{"no game", `{}`, "parse", "The request names no game."},
		{"an unknown field", `{"game":"streetsoccer","colour":"red"}`, "parse", `A request has no field "colour".`},
		{"a field in capitals", `{"Game":"streetsoccer"}`, "parse", ""},
		{"a field twice", `{"game":"streetsoccer","game":"streetsoccer"}`, "parse", ""},
		{"a number for a text", `{"game":1}`, "parse", `The field "game" must be a text.`},
		{"null for a text", `{"game":null}`, "parse", ""},
		{"null for a position", `{"game":"streetsoccer","position":null}`, "parse", ""},
		{"a number for a throw", `{"game":"streetsoccer","roll":4}`, "parse", ""},
		{"a text in a throw", `{"game":"streetsoccer","roll":["6","4"]}`, "parse", ""},
		{"null in a throw", `{"game":"streetsoccer","roll":[6,null]}`, "parse", ""},
		{"null for a throw", `{"game":"streetsoccer","roll":null}`, "parse", ""},
		{"half a face", `{"game":"streetsoccer","roll":[6,1.5]}`, "parse", ""},
		{"a face beyond all numbers", `{"game":"streetsoccer","roll":[6,99999999999999999999]}`, "parse", ""},
		{"perft below nothing", `{"game":"streetsoccer","perft":-1}`, "parse", ""},
		{"a text for perft", `{"game":"streetsoccer","perft":"1"}`, "parse", ""},
		{"a text for a seed", position + `"random":"1"}`, "parse", ""},
		{"two things to do", position + `"move":"Mc6c5","roll":[1]}`, "parse", "A request has at most one of move, roll, perft, random and best."},
		{"a bot and a throw", position + `"best":"hard","roll":[1]}`, "parse", "A request has at most one of move, roll, perft, random and best."},
		{"a bot that nobody knows", position + `"best":"pele"}`, "unknown", `There is no bot "pele"; the bots are random, easy, greedy, medium, hard, mascot, trainee, daydreamer, jester, substitute, dribbler, winger, playmaker, captain, champion.`},
		{"a bot where a throw is due", `{"game":"streetsoccer","best":"hard"}`, "illegal", "No side must move here."},
		{"a seed for nobody", position + `"seed":1}`, "parse", "A seed goes with best alone."},
		{"null for a bot", position + `"best":null}`, "parse", `The field "best" must be a text.`},
		{"a text for a bot's seed", position + `"best":"hard","seed":"1"}`, "parse", `The field "seed" must be a whole number.`},
		{"a line that is too long", `{"game":"` + strings.Repeat("x", MaxLine) + `"}`, "parse", "A request has at most 1048576 bytes."},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := ask(t, c.request, `{"game":"streetsoccer","perft":0}`)
			var a errorAnswer
			if err := json.Unmarshal([]byte(answers[0]), &a); err != nil {
				t.Fatal(err)
			}
			if a.Error.Kind != c.kind || a.Error.Message == "" || c.message != "" && a.Error.Message != c.message {
				t.Errorf("answer %s, want kind %s, message %q", answers[0], c.kind, c.message)
			}
			if m := a.Error.Message; m[:1] != strings.ToUpper(m[:1]) || !strings.ContainsAny(m[len(m)-1:], ".?!") {
				t.Errorf("%q is no sentence", m)
			}
			if answers[1] != `{"perft":1}` {
				t.Errorf("then it answers %s", answers[1])
			}
		})
	}
}

func TestTheLongestLineIsRead(t *testing.T) {
	request := `{"game":"streetsoccer","perft":0}`
	request += strings.Repeat(" ", MaxLine-len(request))
	for _, end := range []string{"\n", ""} {
		var out bytes.Buffer
		if err := Serve(strings.NewReader(request+end), &out, games.All()); err != nil {
			t.Fatal(err)
		}
		if out.String() != `{"perft":1}`+"\n" {
			t.Errorf("answer %s", out.String())
		}
	}
}

func TestMovesAreListedOnceInByteOrder(t *testing.T) {
	answer := ask(t, `{"game":"streetsoccer","roll":[6,4]}`)[0]
	var d struct {
		Count int
		Moves []string
	}
	if err := json.Unmarshal([]byte(answer), &d); err != nil {
		t.Fatal(err)
	}
	if d.Count != 19474 || len(d.Moves) != d.Count || !slices.IsSorted(d.Moves) || len(slices.Compact(d.Moves)) != d.Count {
		t.Errorf("count %d and %d moves, want 19474, sorted, each once", d.Count, len(d.Moves))
	}
}

func TestARandomMoveIsLegalAndFollowsFromItsSeed(t *testing.T) {
	seen := make(map[string]bool)
	for seed := range 20 {
		request := fmt.Sprintf(`{"game":"streetsoccer","position":"%s","random":%d}`, turnText, seed)
		answers := ask(t, request, request)
		if answers[0] != answers[1] {
			t.Errorf("seed %d gives %s and %s", seed, answers[0], answers[1])
		}
		var a struct{ Move string }
		if err := json.Unmarshal([]byte(answers[0]), &a); err != nil {
			t.Fatal(err)
		}
		played := ask(t, fmt.Sprintf(`{"game":"streetsoccer","position":"%s","move":"%s"}`, turnText, a.Move))[0]
		if !strings.HasPrefix(played, `{"position":"`) {
			t.Errorf("seed %d gives %s, which is answered by %s", seed, a.Move, played)
		}
		seen[a.Move] = true
	}
	if len(seen) < 2 {
		t.Error("20 seeds give one move")
	}
}

func TestABotsMoveIsLegalAndFollowsFromItsSeed(t *testing.T) {
	for _, name := range []string{"random", "easy", "greedy", "medium", "hard"} {
		request := fmt.Sprintf(`{"game":"streetsoccer","position":"%s","best":"%s","seed":7}`, turnText, name)
		answers := ask(t, request, request)
		if answers[0] != answers[1] {
			t.Errorf("%s answers %s and %s", name, answers[0], answers[1])
		}
		var a struct {
			Move  string
			Value *float64
		}
		if err := json.Unmarshal([]byte(answers[0]), &a); err != nil || a.Value == nil || *a.Value < 0 || *a.Value > 5 {
			t.Fatalf("%s answers %s: %v", name, answers[0], err)
		}
		played := ask(t, fmt.Sprintf(`{"game":"streetsoccer","position":"%s","move":"%s"}`, turnText, a.Move))[0]
		if !strings.HasPrefix(played, `{"position":"`) {
			t.Errorf("%s plays %s, which is answered by %s", name, a.Move, played)
		}
	}
}

func TestTextsStayReadable(t *testing.T) {
	answer := ask(t, `{"game":"streetsoccer","position":"turn Y c1b7d5e8f9 d0a9c6e4f2 f8 5 9 0:0 -"}`)[0]
	if !strings.Contains(answer, `|B##"`) || strings.Contains(answer, `\u`) {
		t.Errorf("a kick is not written as it is: %s", answer)
	}
	if answer := ask(t, `{"game":"<&>"}`)[0]; !strings.Contains(answer, `<&>`) {
		t.Errorf("the answer quotes: %s", answer)
	}
}

// vast is a game whose side to move has more moves than are listed.
type vast struct{ streetsoccer.Game }

func (vast) Start(string) (engine.Position, error) {
	p, err := streetsoccer.Game{}.Start("lg")
	if err != nil {
		return nil, err
	}
	p, err = p.Roll(6, 4)
	return vastPosition{p}, err
}

type vastPosition struct{ engine.Position }

func (vastPosition) Count() int                   { return MaxMoves + 1 }
func (vastPosition) Moves() iter.Seq[engine.Move] { panic("listed") }

func TestMovesThatAreTooManyAreNotListed(t *testing.T) {
	for _, c := range []struct{ request, want string }{
		{`{"game":"streetsoccer"}`, `{"position":"place Y c1d5 d0c6 d5 2 1 0:0 -","next":{"side":"first"},"count":50001,"moves":null}`},
		{`{"game":"streetsoccer","perft":1}`, `{"perft":50001}`},
		{`{"game":"streetsoccer","perft":2}`, `{"error":{"kind":"toomany","message":"There are too many moves to go through one by one."}}`},
	} {
		var out bytes.Buffer
		if err := Serve(strings.NewReader(c.request), &out, []engine.Game{vast{}}); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(out.String()); got != c.want {
			t.Errorf("%s is answered by %s, want %s", c.request, got, c.want)
		}
	}
}

func TestServeEndsWithItsInputAndFailsWithItsStreams(t *testing.T) {
	if err := Serve(strings.NewReader(""), io.Discard, games.All()); err != nil {
		t.Errorf("no requests: %v", err)
	}
	broken := errors.New("broken")
	if err := Serve(iotest.ErrReader(broken), io.Discard, games.All()); !errors.Is(err, broken) {
		t.Errorf("a broken input gives %v", err)
	}
	_, w := io.Pipe()
	w.CloseWithError(broken)
	r, w := io.Pipe()
	r.CloseWithError(broken)
	if err := Serve(strings.NewReader("\n"), w, games.All()); !errors.Is(err, broken) {
		t.Errorf("a broken output gives %v", err)
	}
}

func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"game":"streetsoccer","variant":"lg"}`,
		`{"game":"streetsoccer","roll":[6,4]}`,
		`{"game":"streetsoccer","position":"` + turnText + `","move":"Mc6c5"}`,
		`{"game":"streetsoccer","position":"` + turnText + `","random":-3}`,
		`{"game":"streetsoccer","position":"` + turnText + `","perft":1}`,
		`{"game":"streetsoccer","position":"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 52 2:1 Y"}`,
		`{"game":"x","game":"y"}`, `{"roll":[null]}`, `[{}]`, ``, `{"game":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if q, err := parse(line); err == nil && q.Perft != nil && *q.Perft > 1 {
			return // it may take for ever
		}
		line = bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
		var out bytes.Buffer
		if err := Serve(bytes.NewReader(append(line, '\n')), &out, games.All()); err != nil {
			t.Fatal(err)
		}
		answer := out.Bytes()
		if bytes.Count(answer, []byte("\n")) != 1 || !json.Valid(answer) {
			t.Errorf("the answer is no line of JSON: %q", answer)
		}
	})
}
