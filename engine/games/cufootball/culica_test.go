package cufootball_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/cufootball"
)

// theU is the pair of set-ups of rules 3.12, with the men where it has them.
const theU = "a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6"

// inU writes a position whose men stand as U has them: the fields round them.
func inU(before, after string) string {
	red, blue, _ := strings.Cut(theU, ";R,")
	return before + " " + red + " " + blue + " 22,22 " + after + " 0:0 - " + theU
}

func vectorOf(t *testing.T, name string) vector {
	t.Helper()
	i := slices.IndexFunc(kickVectors, func(v vector) bool { return strings.HasPrefix(v.name, name) })
	if i < 0 {
		t.Fatal("no vector", name)
	}
	return kickVectors[i]
}

func TestCF20WhoWonTheBallKicksIt(t *testing.T) {
	for mode, want := range map[string]int{"free/B": 12, "free/B:f2": 4} {
		p, err := cufootball.Game{}.Parse("culica", inU("kick B", "f3 "+mode+" - 1"))
		if err != nil || p.Count() != want {
			t.Fatalf("%s: %v, %v, want %d kicks", mode, p, err, want)
		}
		for m := range p.Moves() {
			if man := string(m[1:3]); !slices.Contains([]string{"e4", "f2", "g4"}, man) || mode == "free/B:f2" && man != "f2" {
				t.Errorf("%s: %s kicks", mode, m)
			}
		}
	}
	p, _ := cufootball.Game{}.Parse("culica", inU("kick B", "f3 free/B:f2 - 1"))
	if err := p.Check("Ke4>N"); engine.Reason(err) != "Who won the ball has the kick: that is not the man on e4." {
		t.Errorf("another man is refused with %v", err)
	}
	for _, name := range []string{"CF-04", "CF-05"} {
		v := vectorOf(t, name)
		if after := playedBy(t, "culica", v.text(t), v.act, v.draws); !strings.Contains(after, " free/B:e6 ") {
			t.Errorf("%s leads to %s", name, after)
		}
	}
}

func TestAWinnerWhoLeavesHasNoClaim(t *testing.T) {
	moved := playedBy(t, "culica", inU("move B", "f3 free/B:f2 1 1"), "Mf2>f1", nil)
	if !strings.Contains(moved, " free/B ") {
		t.Errorf("f2 has left: %s", moved)
	}
}

func TestCF21TheExtraSpaceIsSaidAfterThePeg(t *testing.T) {
	kicks := inU("goalkick R", "kR keeper/R - 8")
	p, err := cufootball.Game{}.Parse("culica", kicks)
	if err != nil || p.Count() != 14 {
		t.Fatalf("%v, %v: want 14 goal kicks", p, err)
	}
	plus := playedBy(t, "culica", kicks, "Q4,0", []int{3})
	if want := inU("plus R", "kR keeper/R - 8") + "|Q4,0/3"; plus != want {
		t.Fatalf("the peg leads to\n%s, want\n%s", plus, want)
	}
	for _, move := range []string{"Q+", "Q-"} {
		if after := playedBy(t, "culica", plus, move, nil); after != inU("move B", "d1 free/B:d2 ? 9") {
			t.Errorf("%s leads to %s", move, after)
		}
	}
	for move, want := range map[engine.Move]string{
		"Q4,0,+": "A goal kick names the column by which the ball leaves the goal, and -1, 0 or 1 for its slant, such as Q5,-1; the extra space is said after the peg.",
		"Q+":     "A goal kick names the column by which the ball leaves the goal, and -1, 0 or 1 for its slant, such as Q5,-1; the extra space is said after the peg.",
	} {
		if err := p.Check(move); engine.Reason(err) != want {
			t.Errorf("%s is refused with %v", move, err)
		}
	}
}

func TestCF22KicksGoAstray(t *testing.T) {
	v := vectorOf(t, "CF-17")
	astray := playedBy(t, "culica,miss=1", v.text(t), v.act, []int{1, 4, 2})
	if !strings.Contains(astray, " g5 ") {
		t.Errorf("red and blue turn the kick to %s", astray)
	}
	straight := playedBy(t, "culica,miss=1", v.text(t), v.act, []int{1, 3, 2})
	if !strings.Contains(straight, " e5 ") {
		t.Errorf("red and green leave the kick to go to %s", straight)
	}
}

func TestCF23AFoulGivesAFreeKick(t *testing.T) {
	v := vectorOf(t, "CF-02")
	foul := playedBy(t, "culica,fouls=1", v.text(t), v.act, []int{3, 1, 1})
	if !strings.HasPrefix(foul, "move R") || !strings.Contains(foul, " e4 foul/R ? ") {
		t.Fatalf("red and red lead to %s", foul)
	}
	moves := strings.Replace(foul, " foul/R ? ", " foul/R 1 ", 1)
	if after := playedBy(t, "culica,fouls=1", moves, "Me2>e3", nil); !strings.HasPrefix(after, "kick R") || !strings.Contains(after, " foul/R ") {
		t.Errorf("Blue moves before the free kick: %s", after)
	}
	none := playedBy(t, "culica,fouls=1", v.text(t), v.act, []int{3, 1, 2})
	if strings.Contains(none, "foul/R") {
		t.Errorf("red and yellow are a foul: %s", none)
	}
}

func TestCF24LongerKicksAreDribbledOn(t *testing.T) {
	v := vectorOf(t, "CF-17")
	after := playedBy(t, "culica,dribble=2", v.text(t), v.act, []int{2})
	if !strings.HasPrefix(after, "dribble R") || !strings.Contains(after, " e5 ") {
		t.Fatalf("a yellow peg leads to %s", after)
	}
	if on := playedBy(t, "culica,dribble=2", after, "D>N", nil); !strings.HasSuffix(on, "|Ke4>N/?/?/kick/-/-") {
		t.Errorf("the man follows to %s", on)
	}
	if once := playedBy(t, "culica", v.text(t), v.act, []int{2}); strings.HasPrefix(once, "dribble") {
		t.Errorf("without the option a yellow peg leads to %s", once)
	}
}

func TestTheClockAloneEndsAMatchWithoutATarget(t *testing.T) {
	text := strings.Replace(inU("kick R", "e6 free/R - 80"), " 0:0 -", " 6:1 R", 1)
	text = strings.Replace(text, theU, strings.Replace(strings.Replace(theU, ";R", "", 1), "h6", "h6;R", 1), 1)
	p, err := cufootball.Game{}.Parse("culica,goals=0", text)
	if err != nil || p.Outcome().Over() {
		t.Fatalf("six goals: %v, %v", p, err)
	}
	if _, err := (cufootball.Game{}).Parse("culica", text); err == nil {
		t.Error("six goals are read in a match to three")
	}
}

// example is the game that the source plays through (rules 3.13): moves, and pegs by their
// first letters behind them.
const example = "Sa1b3c1c5e1e3e5g1h3h5;R Sa4b2b6c6d4f2h2h4h6i6 g " +
	"r Mb3>b4 g M>_G21 Kh3>N y r y M r M Kh5>W r D- r M y M Ke5>N y g " +
	"b Mb2d4>b3d3 g Mc5e3>c4f3 Q7,0 y Q+ r y Mi6>i5 r M Kh4>S y y g r r Mh2>h1 y Mf3>f4 Kh1>SW g y r y"

func TestTheExampleOfTheSourceIsPlayed(t *testing.T) {
	p, err := cufootball.Game{}.Start("culica")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(example) {
		if peg := strings.Index("rygb", word) + 1; peg > 0 && len(word) == 1 {
			p, err = p.Roll(peg)
		} else {
			p, err = p.Play(engine.Move(strings.ReplaceAll(word, "_", " ")))
		}
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	if f := strings.Fields(p.String()); f[0] != "setup" || f[8] != "7" || f[9] != "0:1" {
		t.Errorf("it comes to %s", p)
	}
}

// TestTheRulesPlayTheExampleThrough compares what the rules show with the example, and plays what they say of other ends.
func TestTheRulesPlayTheExampleThrough(t *testing.T) {
	show := enginetest.Chapter(t, cufootball.Game{}, "An example game").Blocks[1].Walkthrough
	var words []string
	for _, play := range show.Plays {
		if play.Move == "" {
			words = append(words, "rygb"[play.Throw[0]-1:play.Throw[0]])
			continue
		}
		words = append(words, strings.ReplaceAll(string(play.Move), " ", "_"))
	}
	if got := strings.Join(words, " "); got != example || show.Variant != "culica" {
		t.Errorf("%s is played through: %s", show.Variant, got)
	}
	changes, err := show.Changes(cufootball.Game{})
	if err != nil {
		t.Fatal(err)
	}
	shot := slices.IndexFunc(changes, func(c engine.Change) bool { return c.Move == "Ke5>N" })
	play := func(p engine.Position, move engine.Move, pegs ...int) engine.Position {
		t.Helper()
		for i := 0; i <= len(pegs) && err == nil; i++ {
			if i == 0 {
				p, err = p.Play(move)
			} else {
				p, err = p.Roll(pegs[i-1])
			}
		}
		if err != nil {
			t.Fatalf("%s %v: %v", move, pegs, err)
		}
		return p
	}
	if p := play(changes[shot].Was, "Ke5>NW", 2, 2); strings.Fields(p.String())[9] != "1:0" {
		t.Errorf("to the upper left it comes to %s", p)
	}
	before, err := changes[shot-2].Was.Roll(3) // blue's movement, with green
	if err != nil {
		t.Fatal(err)
	}
	if p := play(before, "Mh6>f6"); p.Check("Ke5>N") == nil {
		t.Errorf("with a man on f6 the straight shot may be tried: %s", p)
	}
}

// TestCF19SetUpsAreCounted counts those of either side at the start, by both rules.
func TestCF19SetUpsAreCounted(t *testing.T) {
	for variant, want := range map[string][2]int{"culica": {1_503_450, 3_362_742}, "culica,half=1": {191_502, 351_875}} {
		p, err := cufootball.Game{}.Start(variant)
		if err != nil || p.Count() != want[0] {
			t.Errorf("%s: %d set-ups of red, %v, want %d", variant, p.Count(), err, want[0])
		}
		move := engine.Move("Sa1b3c1c5e1e3e5g1h3h5;R")
		if strings.Contains(variant, "half") {
			move = p.Random(rand.New(rand.NewPCG(1, 2)))
		}
		after, err := p.Play(move)
		if err != nil || after.Count() != want[1] {
			t.Errorf("%s: set-ups of blue after %s: %v, %v, want %d", variant, move, after, err, want[1])
		}
		m := slowStart(0, 0)
		m.options = optionsOf(variant)
		if enginetest.Proving() && m.setUps() != want[0] {
			t.Errorf("%s: %d set-ups by the slow rules, want %d", variant, m.setUps(), want[0])
		}
	}
}
