package league

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
)

// anyValue gives a term a value of its kind; now and then none.
func anyValue(r *rand.Rand, t Term, terms *TournamentTerms) {
	switch at := t.At(terms).(type) {
	case *string:
		*at = []string{"", "red", "tp+son+de", "2027-05"}[r.IntN(4)]
		if len(t.Options) > 0 {
			*at = t.Options[r.IntN(len(t.Options))].ID
		}
		if t.Kind == Flag {
			*at = []string{"", t.Yes}[r.IntN(2)]
		}
	case *bool:
		*at = r.IntN(2) == 0
	case *int:
		*at = r.IntN(3) * r.IntN(4000)
	case *time.Duration:
		*at = time.Duration(r.IntN(73)) * time.Hour
	case *time.Time:
		if *at = (time.Time{}); r.IntN(2) == 0 {
			*at = time.Unix(1_800_000_000+int64(r.IntN(1_000_000)), 0).UTC()
		}
	}
}

// anyTerms are terms in which everything that has a descriptor may be anything.
func anyTerms(r *rand.Rand) TournamentTerms {
	var t TournamentTerms
	for _, term := range Terms() {
		anyValue(r, term, &t)
	}
	t.Name, t.Format, t.Game, t.Variant, t.Control = "Spring, Cup = 1", "swiss", "onetwofun", "basic", "lg"
	t.Cycles, t.WhenFull = 1+r.IntN(3), r.IntN(2) == 0
	t.Rolling = !t.WhenFull && r.IntN(2) == 0
	return t
}

// cupColour is a term that no tournament has; it is kept where the name of an edition is.
func cupColour() Term {
	return Term{
		Name: "colour_of_the_cup", Log: "colour", Kind: Choice, At: func(t *TournamentTerms) any { return &t.Edition }, Until: Running,
		Part: PartPlay, Form: Asking{Label: "Colour of the cup"}, Desk: Asking{Label: "Colour of the cup"}, Options: []TermOption{{"red", "Red"}, {"blue", "Blue"}},
	}
}

// invent adds a term until a test ends, as leaguetest.Invent does.
func invent(t *testing.T, term Term) {
	was := terms
	terms = append(slices.Clone(terms), term)
	t.Cleanup(func() { terms = was })
}

func TestTermsAreReadAsTheyAreWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 1))
	for range 3000 {
		want := anyTerms(r)
		if got, err := ParseTerms(want.String()); err != nil || got != want {
			t.Fatalf("%q is read as %+v: %v", want.String(), got, err)
		}
	}
}

func TestATermIsNamedOnceAndOfItsKind(t *testing.T) {
	invent(t, cupColour())
	seen := map[string]bool{}
	for _, term := range Terms() {
		for _, name := range []string{"name " + term.Name, "log " + term.Log, "desk " + term.DeskName()} {
			if seen[name] && name != "log " {
				t.Errorf("%s stands for two terms", name)
			}
			seen[name] = true
		}
		var terms TournamentTerms
		want := map[TermKind]string{Flag: "*bool", Number: "*int", Hours: "*time.Duration", When: "*time.Time", Choice: "*string", Text: "*string"}[term.Kind]
		if term.Kind == Flag && term.Yes != "" {
			want = "*string"
		}
		if got := fmt.Sprintf("%T", term.At(&terms)); got != want {
			t.Errorf("%s is a %s, want a %s", term.Name, got, want)
		}
		if term.Part != "" && term.Form.Label == "" || term.Until == "" && term.Desk.Label != "" {
			t.Errorf("%s is asked for without words, or can be changed though it is fixed", term.Name)
		}
	}
}

// An unknown term is refused by its name, an invented one is written and read.
func TestAnUnknownTermIsRefusedByItsName(t *testing.T) {
	text := "roundrobin streetsoccer/lg lg 3 1 organiser,closewin,colour=red Cup"
	if _, err := ParseTerms(text); err == nil || !strings.Contains(err.Error(), `"colour"`) {
		t.Errorf("%v", err)
	}
	invent(t, cupColour())
	terms, err := ParseTerms("roundrobin streetsoccer/lg lg 3 1 organiser,edition=red,colour=red Cup")
	if err != nil || terms.Edition != "red" || !strings.Contains(terms.String(), ",colour=red ") {
		t.Errorf("%+v, %v", terms, err)
	}
}

// While a tournament is played, of its terms those change that may.
func TestWhatMayChangeWhileItIsPlayed(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 2))
	var may []string
	for _, term := range Terms() {
		if term.May(Running) {
			may = append(may, term.Name)
		}
	}
	slices.Sort(may)
	if got := strings.Join(may, " "); got != "joining name private profile round_days" {
		t.Errorf("these may change while it is played: %s", got)
	}
	for range 300 {
		for _, state := range []TournamentState{Registration, Running} {
			was, wish := anyTerms(r), anyTerms(r)
			is := Tournament{State: state, TournamentTerms: was}.changeable(wish)
			for _, term := range Terms() {
				want := was
				if term.May(state) {
					want = wish
				}
				if term.Typed(is) != term.Typed(want) {
					t.Fatalf("%s: %s is %q, want %q", state, term.Name, term.Typed(is), term.Typed(want))
				}
			}
			if is.Rolling != was.Rolling || state == Running && (is.Cycles != was.Cycles || is.WhenFull != was.WhenFull) {
				t.Fatalf("%s: what no term describes has changed: %+v, was %+v", state, is, was)
			}
		}
	}
}

// everyFormatsTerms are the terms that not every format uses.
var everyFormatsTerms = []string{"joining", "rounds", "group_size", "through", "third_place", "round_days", "at_once"}

// A number may be what its bounds say, and nothing beside them.
func TestANumberKeepsToItsBounds(t *testing.T) {
	form := TermContext{Start: StartDay, Format: FormatInfo{MinEntries: 3, Terms: everyFormatsTerms}, Terms: TournamentTerms{Places: 8}}
	desk := form
	desk.Start = ""
	for _, c := range []struct {
		where string
		TermContext
		terms []Term
		want  map[string][2]int
	}{
		{"the form", form, FormTerms(), map[string][2]int{
			"least": {2, 8}, "check_in": {1, 72}, "rounds": {1, 20}, "group_size": {3, 8}, "through": {1, 4}, "round_days": {1, 365},
			"rating_from": {LowestWindow, HighestWindow}, "rating_to": {LowestWindow, HighestWindow}, "finished": {1, 1000}, "flagged": {1, 100}, "bots": {1, 100},
		}},
		{"the desk", desk, DeskTerms(), map[string][2]int{"least": {3, 8}, "check_in": {1, 72}, "round_days": {1, 365}, "bots": {1, 100}}},
	} {
		for _, term := range c.terms {
			if term.Kind != Number && term.Kind != Hours || term.Name == "places" { // which hang on the format alone
				continue
			}
			bounds, ok := c.want[term.Name]
			if !ok {
				t.Errorf("%s: nobody says what %s may be", c.where, term.Name)
			}
			for _, n := range []int{bounds[0] - 1, bounds[0], bounds[1], bounds[1] + 1} {
				read := c.TermContext
				err := term.Type(&read, "a field", strconv.Itoa(n))
				if within := n >= bounds[0] && n <= bounds[1]; within != (err == nil) || within && term.Typed(read.Terms) != strconv.Itoa(n) || !within && Fields(err)["a field"] == nil {
					t.Errorf("%s: %s of %d is read as %q, %v", c.where, term.Name, n, term.Typed(read.Terms), err)
				}
			}
		}
	}
}

// A tournament has use for the terms that go with its format, its game and how it starts.
func TestWhatATournamentHasUseFor(t *testing.T) {
	all := FormatInfo{Terms: everyFormatsTerms}
	teams := FormatInfo{Terms: everyFormatsTerms, Boards: 4}
	for _, c := range []struct {
		what string
		TermContext
		without string // the terms that it has no use for
	}{
		{"all there is, on a day", TermContext{Start: StartDay, Format: all, Game: engine.Info{CloseWin: true}}, ""},
		{"another game", TermContext{Start: StartDay, Format: all}, "close_win"},
		{"teams, which wait for nobody's place", TermContext{Start: StartDay, Format: teams}, "close_win waiting"},
		{"when the organiser says so", TermContext{Start: StartOrganiser, Format: all}, "check_in close_win least starts"},
		{"as soon as it is full", TermContext{Start: StartFull, Format: all}, "check_in close_win closes least starts waiting"},
		{"a format without any", TermContext{Start: StartDay}, "at_once close_win group_size joining round_days rounds third_place through"},
		{"at the desk", TermContext{}, "at_once close_win group_size joining rounds third_place through"},
	} {
		var without []string
		for _, term := range Terms() {
			if !term.Has(c.TermContext) {
				without = append(without, term.Name)
			}
		}
		slices.Sort(without)
		if got := strings.Join(without, " "); got != c.without {
			t.Errorf("%s: it has no use for %s; want %s", c.what, got, c.without)
		}
	}
	for _, term := range Terms() {
		if fixed := strings.Contains(" berger boards competition earned edition ", " "+term.Name+" "); fixed == term.May(Registration) {
			t.Errorf("%s may change before the start: %t", term.Name, !fixed)
		}
		if term.May(Finished) || term.May(Cancelled) {
			t.Errorf("%s may change when all is over", term.Name)
		}
	}
}
