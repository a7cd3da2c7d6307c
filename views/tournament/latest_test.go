package tournament

import (
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/roundrobin"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// TestAnEventSaysWhenItEndsAtTheLatest is the end of R-VA-7: 185, 171, 61 and 13.7 days, as pauses, outages and time that was given
// move it.
func TestAnEventSaysWhenItEndsAtTheLatest(t *testing.T) {
	start := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	rest := func(from, until int, away bool) league.Rest {
		return league.Rest{From: start.Add(time.Duration(from) * day), Until: start.Add(time.Duration(until) * day), Away: away}
	}
	input := func(control string, change func(*Input)) Input {
		in := Input{
			Frame: ui.Frame{Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}, onetwofun.Game{}}, Format: roundrobin.Format{}.Info(),
			Tournament: league.Tournament{
				ID: "t", State: league.Running, Started: start, Entries: []league.Entrant{{Seed: 1}, {Seed: 2}, {Seed: 3}, {}},
				TournamentTerms: league.TournamentTerms{Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: control, Places: 9, Cycles: 2},
			},
			Matches: []league.Match{{DaysBound: true, Created: start, State: league.State{ToMove: engine.First}}},
		}
		if change != nil {
			change(&in)
		}
		return in
	}
	for _, c := range []struct {
		name, control string
		change        func(*Input)
		want          string // in the sentence; "": there is none
	}{
		{"lg", "lg", nil, "It ends by 2 November 2027 at the latest"},
		{"slow", "slow", nil, "It ends by 19 October 2027 at the latest"},
		{"fast", "fast", nil, "It ends by 1 July 2027 at the latest"},
		{"live", "live", nil, "It ends by 14 May 2027 at the latest"},
		{"a pause, an outage and time that was given", "fast", func(in *Input) {
			in.Tournament.Rests, in.Added = []league.Rest{rest(1, 4, false), rest(10, 12, true)}, 2*day
		}, "It ends by 8 July 2027 at the latest"},
		{"an old one", "fast", func(in *Input) { in.Matches[0].DaysBound = false }, ""},
		{"without vacation", "fast", func(in *Input) { in.Tournament.NoVacation = true }, ""},
		{"over", "fast", func(in *Input) { in.Tournament.State = league.Finished }, ""},
		{"a game without a last turn", "fast", func(in *Input) { in.Tournament.Game, in.Tournament.Variant = "onetwofun", "basic" }, ""},
		{"a format that foresees nothing", "fast", func(in *Input) {
			in.Tournament.Format, in.Matches[0].Created = "minicup", start.Add(day)
		}, "The games that have begun end by 2 July 2027 at the latest"},
		{"before the start", "fast", func(in *Input) {
			in.Tournament.Format, in.Tournament.State, in.Tournament.Starts, in.Bound = "minicup", league.Registration, start, true
		}, "Games that begin on 1 May 2027 end by 1 July 2027 at the latest"},
		{"before the start, by the old rule", "fast", func(in *Input) {
			in.Tournament.Format, in.Tournament.State, in.Tournament.Starts = "minicup", league.Registration, start
		}, ""},
	} {
		var p Page
		input(c.control, c.change).addLatest(&p)
		if (c.want == "") != (p.Latest == "") || !strings.HasPrefix(p.Latest, c.want) {
			t.Errorf("%s: %q, want %q", c.name, p.Latest, c.want)
		}
	}
	var p Page
	if input("fast", nil).addLatest(&p); !strings.Contains(p.Vacation, "5 days between two moves of theirs, and 10 in all") {
		t.Errorf("of vacation it says %q", p.Vacation)
	}
}
