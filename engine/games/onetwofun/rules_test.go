package onetwofun

import (
	"errors"
	"strings"
	"testing"

	"kickabout/engine"
)

// parsed reads a position of a variant.
func parsed(t *testing.T, variant, text string) position {
	t.Helper()
	p, err := Game{}.Parse(variant, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.(position)
}

func TestIllegalMovesSayWhichRuleForbidsThem(t *testing.T) {
	const (
		kickOff = "kickoff W - - 0:0 1 - - -"
		start   = "play W e8,f8,g8 1-2 0:0 1 - - -"
		double  = "play W e8,f8,g8 2-2 0:0 1 - - -"
		near    = "play W c14,e13,h14 1-3 0:0 1 - - -"
		corner  = "play W a15,f15,k15 2-5 0:0 1 - - -"
		foul    = "penalty W c12,f13,j11 1-1 0:0 1 - - -"
		keeper  = "keeper B e13,f8,g8 ? 0:0 1 f1,f14 - -"
		guarded = "play W d12,f8,g8 1-2 0:0 1 f1,e13 - -"
	)
	for _, c := range []struct{ name, variant, text, move, want string }{
		{"nothing is played when it is over", "basic", "over B e8,f8,g8 - 0:0 200 - - -", "e8-d9 f8-h10", "This match is over."},
		{"the throw comes first", "basic", "play W e8,f8,g8 ? 0:0 1 - - -", "I", "The throw comes before the move."},
		{"a resignation is none", "basic", start, "R", "A resignation is not a move."},
		{"a turn is not passed (DECISION O2)", "basic", start, "-", "cannot be passed"},
		{"a kick-off is written so", "basic", kickOff, "d8", "such as K d8,f8,g8."},
		{"a play is written so", "basic", start, "e8d9", "such as e8-d9 f8-h10"},
		{"a keeper's step is written so", "professional", keeper, "f14", "such as G f15-e15."},
		{"a penalty is written so", "basic", foul, "f13", "such as P f12>f13 g14>j12."},
		{"a row that is none", "basic", start, "e8-d16 f8-h10", "such as e8-d9"},

		{"rules 2.2: only kick-off points", "basic", kickOff, "K c8,d8,e8", "c8 is no kick-off point: those are d8, e8, f8, g8 and h8."},
		{"rules 2.2: three different ones", "basic", kickOff, "K d8,d8,e8", "three different points, in ascending order"},

		{"rules 2.4: a marker has to be there", "basic", start, "a1-a2 f8-h10", "There is no marker on a1."},
		{"rules 2.4: the second, too", "basic", start, "e8-d9 a1-b2", "There is no marker on a1."},
		{"rules 2.4: two markers", "basic", start, "e8-d9 e8-g10", "No marker moves twice"},
		{"rules 2.4: not the moved one again", "basic", start, "e8-d9 d9-f11", "No marker moves twice"},
		{"rules 2.4: the first not straight forward", "basic", start, "e8-e9 f8-h10", "sideways or diagonally forward"},
		{"rules 2.4: the first not backward", "basic", start, "e8-d7 f8-h10", "sideways or diagonally forward"},
		{"rules 2.4: the first not like a knight", "basic", start, "e8-d10 f8-h10", "sideways or diagonally forward"},
		{"rules 2.4: the first not in its place", "basic", start, "e8-e8 f8-h10", "sideways or diagonally forward"},
		{"rules 2.4: the first by a die", "basic", start, "e8-b8 f8-h10", "The first marker goes exactly 1 or 2 points."},
		{"rules 2.4: of a double by either", "basic", double, "e8-d9 f8-h10", "The first marker goes exactly 2 points."},
		{"rules 2.4: not onto a marker", "basic", start, "e8-f8 g8-h9", "There is a marker on f8 already."},
		{"rules 2.4: not over a marker", "basic", "play W e8,f8,i8 1-2 0:0 1 - - -", "e8-g8 i8-h9", "may not jump over another, here the one on f8"},
		{"rules 2.4: the second diagonally", "basic", start, "e8-d9 f8-h8", "The second marker goes diagonally forward"},
		{"rules 2.4: the second by the other die", "basic", start, "e8-d9 f8-g9", "The second marker goes exactly 2 points."},
		{"rules 2.4: across the line", "basic", start, "e8-d9 g8-i10", "The second marker must cross the line between the markers on d9 and f8."},
		{"rules 2.5: the first cannot score", "basic", near, "e13-* c14-d15", "The first marker cannot score"},
		{"rules 2.5: too low a die", "basic", start, "e8-d9 f8-*", "A goal from f8 takes a throw of 8 at least."},
		{"rules 2.5: not beside the mouth", "basic", "play W b14,e13,h14 1-2 0:0 1 - - -", "e13-f14 b14-*", "Neither diagonal from b14 leads through the mouth"},
		{"rules 2.5: nothing in the way", "basic", near, "h14-g15 e13-*", "The marker on g15 is in the way of the shot."},
		{"DECISION O4: across the line before the mouth", "basic", "play W a2,b1,e13 1-3 0:0 1 - - -", "b1-c1 e13-*", "A shot must cross the line between the other two markers, on c1 and a2"},

		{"rules 2.6: a direct free kick takes a double", "basic", start, "D e8-d9", "A free kick takes a double."},
		{"rules 2.6: so does an indirect one", "basic", start, "I", "A free kick takes a double."},
		{"rules 2.6: a free kick goes both dice", "basic", double, "D e8-g10", "exactly 4 points"},
		{"rules 2.6: and across the line", "basic", double, "D e8-a12", "The marker of a direct free kick must cross the line between the markers on f8 and g8."},
		{"rules 2.6: of a marker that is there", "basic", double, "D a1-e5", "There is no marker on a1."},

		{"rules 2.7: a penalty takes a double 1", "basic", double, "P e8>f13", "A penalty takes a double 1 with a marker in the penalty area."},
		{"DECISION O5: it is compulsory", "basic", foul, "I", "is a penalty: name the marker that shoots"},
		{"DECISION O5: also before the advantage", "basic", foul, "f13-g14 c12-d13", "is a penalty: name the marker that shoots"},
		{"rules 2.7: from the penalty point", "basic", foul, "P j11>f12 c12>b12 f13>b13", "goes to the penalty point, f13."},
		{"rules 2.7: a marker that is there", "basic", foul, "P a1>f13", "There is no marker on a1."},
		{"rules 2.7: each once", "basic", foul, "P c12>f13 c12>b12", "The marker on c12 is named twice."},
		{"rules 2.7: the others leave", "basic", foul, "P c12>f13", "The marker on f13 must leave the penalty area."},
		{"rules 2.7: who is outside stays", "basic", foul, "P c12>f13 f13>b12 j11>j12", "The marker on j11 is not in the penalty area"},
		{"DECISION O7: to the ring", "basic", foul, "P c12>f13 f13>b10", "next to it: b10 is none."},
		{"rules 2.7: to a free point", "basic", foul, "P c12>f13 f13>j11", "There is a marker on j11 already."},
		{"rules 2.7: not both to one", "basic", foul, "P j11>f13 c12>b12 f13>b12", "There is a marker on b12 already."},
		{"rules 2.13: in ascending order", "basic", foul, "P j11>f13 f13>b12 c12>b13", "named in ascending order"},

		{"rules 2.8: of a marker in a corner", "basic", corner, "C f15-f13", "f15 is none."},
		{"rules 2.8: of a marker", "basic", corner, "C b15-b13", "There is no marker on b15."},
		{"rules 2.8: not in its own corner", "basic", "play W a1,e8,f8 1-2 0:0 1 - - -", "C a1-b1", "in a corner beside the goal you attack: a1 is none."},
		{"rules 2.8: along the line or backward", "basic", corner, "C a15-b13", "along the goal line, or straight or diagonally backward"},
		{"rules 2.8: by a die or both", "basic", corner, "C a15-a12", "exactly as far as one die or both say: 2, 5 or 7."},
		{"rules 2.8: not onto a marker", "basic", corner, "C a15-f15", "There is a marker on f15 already."},
		{"rules 2.8: not over a marker", "basic", corner, "C a15-h15", "may not jump over another, here the one on f15"},

		{"rules 2.11: the keeper from where he stands", "professional", keeper, "G f15-f14", "Your keeper stands on f14."},
		{"rules 2.11: one point", "professional", keeper, "G f14-f12", "one point at most"},
		{"rules 2.11: not onto a marker", "professional", keeper, "G f14-e13", "There is a marker on e13 already."},
		{"DECISION O10: in his area", "professional", "keeper B e13,f8,g8 ? 0:0 1 f1,f12 - -", "G f12-f11", "may not leave its penalty area"},
		{"rules 2.11: not another move", "professional", keeper, "e13-d14 f8-h10", "such as G f15-e15."},
		{"rules 2.11: no marker ends on a keeper", "professional", guarded, "d12-e13 f8-h10", "A keeper stands on e13"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := parsed(t, c.variant, c.text).Check(engine.Move(c.move))
			if !errors.Is(err, engine.ErrIllegal) || !strings.Contains(engine.Reason(err), c.want) {
				t.Errorf("%s: %s: %v, want %q", c.text, c.move, err, c.want)
			}
		})
	}
}

func TestWrongThrowsAreRefused(t *testing.T) {
	p := parsed(t, "basic", "play W e8,f8,g8 ? 0:0 1 - - -")
	for _, c := range []struct {
		throw []int
		want  string
	}{
		{[]int{1}, "A throw of 2 dice is due, not of 1."},
		{[]int{1, 7}, "There is no 7 on the die."},
		{[]int{0, 1}, "There is no 0 on the die."},
	} {
		if _, err := p.Roll(c.throw...); engine.Reason(err) != c.want {
			t.Errorf("%v: %v, want %q", c.throw, err, c.want)
		}
	}
	if _, err := parsed(t, "basic", "kickoff W - - 0:0 1 - - -").Roll(1, 2); engine.Reason(err) != "No throw is due." {
		t.Error(err)
	}
}

func TestPositionsThatCannotOccurAreRefused(t *testing.T) {
	for _, c := range []struct{ name, variant, text, want string }{
		{"too few fields", "basic", "kickoff W - - 0:0 1 - -", "9 fields"},
		{"a phase", "basic", "half W - - 0:0 1 - - -", `no phase "half"`},
		{"a side", "basic", "kickoff - - - 0:0 1 - - -", "is W or B"},
		{"two markers only", "basic", "play W e8,f8 ? 0:0 1 - - -", "three points"},
		{"a point off the board", "basic", "play W e8,f8,l8 ? 0:0 1 - - -", `"l8" is no point`},
		{"two markers on a point", "basic", "play W e8,e8,g8 ? 0:0 1 - - -", "Two markers stand on e8."},
		{"markers out of order", "basic", "play W f8,e8,g8 ? 0:0 1 - - -", "e8 before f8"},
		{"no markers in a turn", "basic", "play W - ? 0:0 1 - - -", "stand on the board"},
		{"markers before the kick-off", "basic", "kickoff W e8,f8,g8 - 0:0 1 - - -", "off the board"},
		{"one die", "basic", "play W e8,f8,g8 2 0:0 1 - - -", "two dice"},
		{"a 7", "basic", "play W e8,f8,g8 2-7 0:0 1 - - -", "two dice"},
		{"a throw without a play", "basic", "play W e15,f15,g15 3-4 0:0 1 - - -", "no play with 3 and 4"},
		{"a throw at the kick-off", "basic", "kickoff W - 1-2 0:0 1 - - -", "no throw in the phase kickoff"},
		{"no throw in a turn", "basic", "play W e8,f8,g8 - 0:0 1 - - -", "is written"},
		{"a score", "basic", "kickoff W - - 0 1 - - -", "such as 2:1"},
		{"goals in the first possession", "basic", "play W e8,f8,g8 ? 1:0 1 - W -", "White cannot have 1 goal by possession 1."},
		{"more goals than possessions", "basic", "play W e8,f8,g8 ? 0:2 3 - B -", "Black cannot have 2 goals by possession 3."},
		{"the goals that win", "basic,goals=3", "play W e8,f8,g8 ? 3:0 15 - W -", "over with 3 goals"},
		{"possession 0", "basic", "kickoff B - - 0:0 0 - - -", "1 to 200"},
		{"possession 201", "basic", "play W e8,f8,g8 ? 0:0 201 - - -", "1 to 200"},
		{"the other side's possession", "basic", "play B e8,f8,g8 ? 0:0 1 - - -", "Possession 1 is White's."},
		{"the keeper's side in the keeper's phase", "professional", "keeper W e8,f8,g8 ? 0:0 1 f1,f15 - -", "Possession 1 is White's."},
		{"keepers in the basic game", "basic", "kickoff W - - 0:0 1 f1,f15 - -", "no keepers in this variant"},
		{"their phase in it", "basic", "keeper B e8,f8,g8 ? 0:0 1 - - -", "no keeper can step"},
		{"no keepers", "professional", "kickoff W - - 0:0 1 - - -", "such as f1,f15"},
		{"a keeper outside his area", "professional", "kickoff W - - 0:0 1 f5,f15 - -", "White's keeper on f5 is outside"},
		{"keepers exchanged", "professional", "kickoff W - - 0:0 1 f15,f1 - -", "outside its penalty area"},
		{"a marker on a keeper where nobody shoots", "professional", "play W e8,f14,g8 ? 0:0 3 f1,f14 - -", "put on the keeper on f14"},
		{"nor with blocking", "blocking", "play W c14,e8,g8 ? 0:0 3 f1,c14 - -", "put on the keeper on c14"},
		{"who scored last", "basic", "play W e8,f8,g8 ? 0:0 1 - X -", "is W, B or -"},
		{"who has not scored", "basic", "play W e8,f8,g8 ? 1:0 3 - B -", "does not fit the score"},
		{"nobody", "basic", "play W e8,f8,g8 ? 1:0 3 - - -", "does not fit the score"},
		{"the scorer kicks off", "basic", "kickoff W - - 1:0 3 - W -", "conceded kicks off"},
		{"a kick-off without a goal", "basic", "kickoff W - - 0:0 3 - - -", "conceded kicks off"},
		{"over too early", "basic", "over W e8,f8,g8 - 0:0 3 - - -", "not over by possession 3"},
		{"over with a goal of nobody", "basic", "over W - - 0:0 199 - - -", "did not score"},
		{"over long ago", "basic", "over W e8,f8,g8 - 0:7 15 - B -", "before this possession"},
		{"won without a goal", "basic", "over W e8,f8,g8 - 7:0 15 - W -", "not over by possession 15"},
		{"a last field", "basic", "play W e8,f8,g8 ? 0:0 1 - - later", "The last field"},
		{"a penalty without the throw", "basic", "penalty W c12,f8,g8 1-2 0:0 1 - - -", "takes a double 1"},
		{"a penalty without a marker there", "basic", "penalty W d8,f8,g8 1-1 0:0 1 - - -", "takes a double 1"},
		{"no penalty though it is one", "basic", "play W c12,f8,g8 1-1 0:0 1 - - -", "is a penalty"},
		{"a penalty throw in a turn", "basic", "play W f13,f8,g8 1-2 0:0 1 - - pen", "ascending"},
		{"a penalty throw in play", "basic", "play W f8,f13,g8 1-2 0:0 1 - - pen", "only due in the phase penalty"},
		{"nobody on the penalty point", "basic", "penalty W d8,f8,g8 1-1 0:0 1 - - pen", "stands on the penalty point, f13"},
		{"another in the area", "basic", "penalty W c12,f8,f13 1-1 0:0 1 - - pen", "The marker on c12 must have left"},
		{"another throw at the penalty", "basic", "penalty W c8,f8,f13 1-2 0:0 1 - - pen", "takes a double 1"},
		{"a keeper's throw without keepers", "basic", "penalty W c8,f8,f13 1-1 0:0 1 - - pen:4", "no keeper's throw"},
		{"a keeper's throw against a miss", "professional", "penalty W c8,f8,f13 1-1 0:0 1 f1,f15 - pen:2", "3 to 6, not of 2"},
		{"a shot without a number", "professional", "penalty W c8,f8,f13 1-1 0:0 1 f1,f15 - pen:x", "number of its die"},
		{"a keeper off his line at a penalty", "professional", "penalty W c12,f8,g8 1-1 0:0 1 f1,e15 - -", "centre of its goal line"},
		{"a block without blocking", "professional", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:e13-*:3", "No shot is blocked"},
		{"a block of nothing", "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:e13:3", "such as e13-*"},
		{"a block of nobody's shot", "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:d13-*:3", "no marker on d13"},
		{"a block of another throw", "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:e13-*:5", "A shot of 5 does not fit the throw."},
		{"a block before the throw", "blocking", "play W c14,e13,h14 ? 0:0 1 f1,g15 - block:e13-*:3", "does not fit the throw"},
		{"a block off the keeper", "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,f15 - block:e13-*:3", "does not score past the keeper's point"},
		{"a block of no goal", "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:e13-*:1", "does not score past the keeper's point"},
		{"a block in the phase penalty", "blocking", "penalty W c14,e13,h14 1-1 0:0 1 f1,f15 - block:e13-*:1", "only due in the phase play"},
		{"leading zeros", "basic", "play W e8,f8,g8 ? 00:0 1 - - -", "is written"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Game{}.Parse(c.variant, c.text)
			if !errors.Is(err, engine.ErrParse) || !strings.Contains(engine.Reason(err), c.want) {
				t.Errorf("%s: %v, want %q", c.text, err, c.want)
			}
		})
	}
}

// A marker that is stopped shares the keeper's point until one of the two leaves
// (rules 2.11).
func TestAMarkerOnTheKeeper(t *testing.T) {
	p := parsed(t, "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,f14 - -")
	after, err := p.Play("c14-b14 e13-*")
	if err != nil {
		t.Fatal(err)
	}
	after, err = after.Roll(3)
	if err != nil {
		t.Fatal(err)
	}
	if want := "keeper W b14,f14,h14 ? 0:0 2 f1,f14 - -"; after.String() != want {
		t.Fatalf("%s, want %s", after, want)
	}
	for _, keeper := range []string{"f14", "f13"} {
		p := parsed(t, "blocking", "keeper B b14,f14,h14 ? 0:0 3 f1,"+keeper+" - -")
		if stays := p.Check("G f14-f14") == nil; stays != (keeper == "f14") {
			t.Errorf("the keeper on %s may stay on f14: %v", keeper, stays)
		}
	}
	p = parsed(t, "blocking", "keeper B b14,f14,h14 ? 0:0 3 f1,f13 - -")
	if err := p.Check("G f13-f14"); engine.Reason(err) != "There is a marker on f14 already." {
		t.Error(err)
	}
}

// The order to follow pulls the keeper to the most advanced marker; a marker in its
// way, or two that pull it both ways, leave it where it is (DECISION O14).
func TestTheKeeperFollows(t *testing.T) {
	for _, c := range []struct{ markers, keeper, want string }{
		{"c10,f3,g2", "f15", "e15"},
		{"c10,f3,g2", "e15", "e15"}, // the mouth ends here
		{"c10,f3,i11", "f15", "g15"},
		{"c10,f3,i10", "f15", "f15"}, // both ways
		{"c10,f3,i10", "e15", "e15"}, // the nearer one
		{"c10,f3,i10", "g15", "g15"},
		{"c10,f3,f11", "d13", "e13"},
		{"a15,b2,e15", "f15", "f15"}, // the nearer one stands in its way
		{"f15,a15,b15", "g15", "g15"},
	} {
		markers := strings.Split(c.markers, ",")
		p := rules{keepers: true, goals: 7}.start()
		for i, m := range markers {
			p.markers[i], _ = parsePoint(m)
		}
		p.order()
		p.keepers[black], _ = parsePoint(c.keeper)
		p.phase = keeping
		want := engine.Move("G " + c.keeper + "-" + c.want)
		if m, ok := (Game{}).Auto(p, orderTrack); !ok || m != want {
			t.Errorf("%s: %s, want %s", p, m, want)
		}
		turned := p.turnedRound()
		m, _ := Game{}.Auto(turned, orderTrack)
		d, _ := parseMove(m)
		if back := (hop{turn(d.hops[0].from), turn(d.hops[0].to)}); (decision{kind: keeperStep, n: 1, hops: [3]hop{back}}).text() != want {
			t.Errorf("%s: %s, which is not %s turned round", turned, m, want)
		}
	}
	if _, ok := (Game{}).Auto(parsed(t, "professional", "play W e8,f8,g8 ? 0:0 1 f1,f15 - -"), orderTrack); ok {
		t.Error("the order decides where no keeper may step")
	}
}

// turn returns the point of the half-turn image.
func turn(q point) point { return point{columns - 1 - q.x, rows - 1 - q.y} }

// turnedRound returns the position with the board turned by half and the sides swapped.
func (p position) turnedRound() position {
	q := p
	q.side = p.side.other()
	for i, m := range p.markers {
		if m != nowhere {
			q.markers[i] = turn(m)
		}
	}
	q.order()
	for c, k := range p.keepers {
		q.score[1-c] = p.score[c]
		if k != nowhere {
			q.keepers[1-c] = turn(k)
		}
	}
	if p.wait.due == blockThrow {
		q.wait.shooter = turn(p.wait.shooter)
	}
	return q
}
