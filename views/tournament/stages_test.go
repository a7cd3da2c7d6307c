package tournament

import (
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/league/formats/simultaneous"
	"kickabout/league/formats/swiss"
)

// stagesScenes are the pages of a tournament in stages of groups.
func stagesScenes(t testing.TB) map[string]templ.Component {
	ann := league.Player{ID: "p1", Name: "Ann", Kind: league.Member}
	page := func(plans int) templ.Component {
		s := newStaged(t, simultaneous.Format{}, 13, 1)
		s.Through = 2
		s.play(t, plans, s.better)
		return View(NewPage(s.input(t, ann)))
	}
	return map[string]templ.Component{"stages-begun": page(0), "stages-last": page(1), "stages-over": page(9)}
}

// told are the lines of a tournament's log that hold a text, the oldest first.
func (s *staged) told(text string) (lines []string) {
	for _, l := range slices.Backward(logLines(nil, league.Player{}, s.Tournament)) {
		if strings.Contains(l.Text, text) {
			lines = append(lines, l.Text)
		}
	}
	return lines
}

func TestTheLogSaysWhoReachesWhichStage(t *testing.T) { // R-FF-10
	s := newStaged(t, simultaneous.Format{}, 13, 1)
	s.Through = 2
	s.play(t, 1, s.better)
	lines := s.told("is in stage 2")
	if len(lines) != 6 || lines[1] != "Ann is in stage 2, as its seed 2 (R-UT-5)." {
		t.Errorf("the log says %q", lines)
	}
}

func TestTheLogSaysWhoSitsOutARound(t *testing.T) { // R-FF-10, R-UT-6
	s := sheetOfFive(t, 0)
	for text, want := range map[string][]string{
		"sits out": {"Player 2 sits out the next round (R-UT-6).", "Player 2 sits out round 2, and asked to (R-UT-6)."},
		"the bye":  {"Player 5 has the bye in round 1 (R-UT-6)."},
	} {
		if got := s.told(text); !slices.Equal(got, want) {
			t.Errorf("the log says %q, want %q", got, want)
		}
	}

	rest := func(rest bool) {
		note, err := swiss.Format{}.Rest(s.sheet(), "p3", rest)
		if err != nil {
			t.Fatal(err)
		}
		p3, _ := s.Entrant("p3")
		s.decide(t, league.Decision{By: p3.Player, Act: league.ActNoted, Player: p3.Player, Text: note})
	}
	rest(true)
	rest(false)
	if got := s.told("Player 3"); len(got) < 2 || got[len(got)-1] != "Player 3 plays the next round after all." {
		t.Errorf("the log says %q", got)
	}
}

func TestASubstituteIsToldNothingOfTheRoundsOfHisSeat(t *testing.T) { // R-FF-10
	s := newStaged(t, swiss.Format{}, 5, 1).play(t, 0, nil)
	bye := s.Entries[4]
	late := league.Player{ID: "late", Name: "Late", Kind: league.Member}
	s.Joining = true
	s.Places = 9
	s.decide(t, league.Decision{By: late, Act: league.ActEntered, Player: late})
	s.decide(t, league.Decision{By: s.Organiser, Act: league.ActReplaced, Player: late, Text: bye.Player.ID + " R-CH-10: ill"})
	s.decide(t, league.Decision{Act: league.ActNoted, Player: late, Text: bye.Note})
	if got := s.told("bye in round"); bye.Note == "" || len(got) != 1 {
		t.Errorf("with the note %q the log says %q", bye.Note, got)
	}
	s.decide(t, league.Decision{Act: league.ActNoted, Player: late, Text: bye.Note + " from2"})
	if got := s.told("Late plays from round 2 on"); len(got) != 1 {
		t.Errorf("the log says %q", s.told("Late"))
	}
}
