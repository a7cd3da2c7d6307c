package tournament

import (
	"cmp"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/substitute"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// with adds decisions to a tournament, a minute apart.
func with(t testing.TB, cup league.Tournament, decisions ...league.Decision) league.Tournament {
	t.Helper()
	for _, d := range decisions {
		d.Seq, d.At = cup.Last+1, cup.Changed.Add(time.Minute)
		next, err := cup.Add(d)
		if err != nil {
			t.Fatal(err)
		}
		cup = next
	}
	return cup
}

// substituteScenes are the scenes of who plays for somebody who has dropped out (R-UT-8).
func substituteScenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	ann, bob := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	dan, eve := league.Player{ID: "dan", Name: "Dan", Kind: league.Member}, league.Player{ID: "eve", Name: `Eve "<b>"`, Kind: league.Member}
	full := with(t, viewstest.Cup(t, false, 3), league.Decision{By: dan, Act: league.ActEntered, Player: dan}, league.Decision{By: eve, Act: league.ActEntered, Player: eve})
	waited := with(t, full, league.Decision{By: ann, Act: league.ActStarted, Text: "ann bot:greedy bob; 3 2; 0000000000000000000000000000000000000000000000000000000000000000"},
		league.Decision{By: bob, Act: league.ActStruck, Player: bob, Text: "voided never answered"})
	asked := with(t, waited, league.Decision{By: dan, Act: league.ActLeft, Player: dan}, league.Decision{By: eve, Act: league.ActLeft, Player: eve})
	asked = with(t, asked, league.Decision{
		By: ann, Act: league.ActSought, Player: dan, Text: league.SubstituteCall{For: "bob", Until: viewstest.Today.Add(league.AnswerTime)}.Text() + " is ill",
	})
	out, _ := waited.Entrant("bob")
	found := substitute.Substitution{Takeover: substitute.Takeover{Of: out, Until: viewstest.Today.Add(240 * time.Hour), Anew: make([]league.Match, 2)}, Waits: league.WaitList(waited)}
	found.First = &found.Waits[0]
	page := func(cup league.Tournament, change func(*SubstituteInput, *substitute.Substitution)) templ.Component {
		s := found
		in := SubstituteInput{Frame: ui.Frame{Viewer: ann, Now: viewstest.Today}, Tournament: cup, Other: "bob", Found: &s}
		change(&in, &s)
		return Substitute(NewSubstitutePage(in))
	}
	return map[string]templ.Component{
		"substitute": page(waited, func(in *SubstituteInput, _ *substitute.Substitution) { in.Other, in.Found = "", nil }),
		"substitute-first": page(waited, func(in *SubstituteInput, s *substitute.Substitution) {
			s.First, s.Passed = &s.Waits[1], []league.Player{dan}
		}),
		"substitute-ask": page(asked, func(in *SubstituteInput, s *substitute.Substitution) {
			in.Tournament = with(t, asked, league.Decision{By: dan, Act: league.ActDeclined, Player: dan})
			s.First, s.Waits, s.Anew = nil, nil, nil
			in.Act, in.Player, in.Text, in.Errors = "seek", `Zoe "<b>"`, "", map[string]string{"player": "There is no player of this name.", "text": "Say why."}
		}),
		"substitute-asked": page(asked, func(_ *SubstituteInput, s *substitute.Substitution) { s.First, s.Waits = nil, nil }),
		"substitute-late": page(waited, func(in *SubstituteInput, _ *substitute.Substitution) {
			in.Found, in.Errors = nil, map[string]string{"other": "A game of Bob is over."}
		}),
		"substitute-rounds": page(waited, func(_ *SubstituteInput, s *substitute.Substitution) { s.Round, s.Until = 3, time.Time{} }),
		"tournament-full":   View(NewPage(cupInput(t, full, league.Player{ID: "fay", Name: "Fay", Kind: league.Member}, engine.Outcome{}))),
		"tournament-waits":  View(NewPage(cupInput(t, waited, eve, engine.Outcome{}))),
		"tournament-asked":  View(NewPage(cupInput(t, asked, dan, engine.Outcome{}))),
		"desk-asked":        Desk(NewDeskPage(deskInput(t, asked, ann, false))),
	}
}

func TestWhoIsAskedIsAskedUntilTheTimeIsOver(t *testing.T) { // R-UT-8
	bob, dan := league.Player{ID: "bob", Name: "Bob"}, league.Player{ID: "dan", Name: "Dan"}
	until := viewstest.Today.Add(league.AnswerTime)
	call := league.SubstituteCall{For: "bob", Until: until}
	cup := league.Tournament{Entries: []league.Entrant{{Player: bob}}, Roles: []league.Appointment{{Player: dan, Role: league.Role("substitute " + call.Text())}}}
	if c := NewSeatCall(cup, dan, until.Add(-time.Second)); c == nil || *c != (SeatCall{"Bob", until}) {
		t.Errorf("Dan is asked: %+v", c)
	}
	if after, other := NewSeatCall(cup, dan, until), NewSeatCall(cup, bob, viewstest.Today); after != nil || other != nil {
		t.Errorf("afterwards Dan is asked: %+v; Bob is asked: %+v", after, other)
	}
}

func TestWhatBecomesOfASubstituteIsTold(t *testing.T) { // R-UT-8, R-FF-10
	ann, bob, dan := league.Player{ID: "ann", Name: "Ann"}, league.Player{ID: "bob", Name: "Bob"}, league.Player{ID: "dan", Name: "Dan"}
	cup := league.Tournament{Entries: []league.Entrant{{Player: bob}}}
	call := league.SubstituteCall{For: "bob", Until: time.Date(2027, 5, 4, 12, 0, 0, 0, time.UTC)}
	for want, d := range map[string]league.Decision{
		"Ann asked Dan to play for Bob, for an answer until Tue 4 May 2027, 12:00 UTC: is ill.":  {By: ann, Act: league.ActSought, Player: dan, Text: call.Text() + " is ill"},
		"Dan was asked to play, and declined.":                                                   {By: dan, Act: league.ActDeclined, Player: dan},
		"Ann took back that Dan is asked to play.":                                               {By: ann, Act: league.ActDeclined, Player: dan},
		"Dan was asked to play, and has not answered: R-UT-8: no answer within the time.":        {Act: league.ActDeclined, Player: dan, Text: "R-UT-8: no answer within the time"},
		"Dan plays on in the place of Bob: R-UT-8: is ill.":                                      {By: ann, Act: league.ActStoodIn, Player: dan, Text: "bob R-UT-8: is ill"},
		"Ann brought Dan back; games that ended by the strike begin anew: 1 game is begun anew.": {By: ann, Act: league.ActUndone, Player: dan, Text: "struck; 1 game is begun anew"},
	} {
		if got := cmp.Or(deskText(cup, d), SubstituteText(cup, d)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
