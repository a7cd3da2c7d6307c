package series

import (
	"slices"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/league/ladders"
	"kickabout/views/tournament"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// mayAt is the season of May 2027, as far as it has come: its first division is decided.
func mayAt(state league.TournamentState) league.Tournament {
	t := viewstest.Edition(championship.ID, "2027-05", state, map[league.Group][]string{
		"d1/g1": {"ann", "bob", "cleo", "dan"}, "d2/g1": {"eve", "fay", "gus"}, "d2/g2": {"hal", "ida", "joe"},
	})
	t.Name, t.Control = "Championship May 2027", "lg"
	t.Log = []league.Decision{
		{Seq: 2, At: t.Started.AddDate(0, -1, 0), By: viewstest.Competitor("ann"), Act: league.ActEntered, Player: viewstest.Competitor("ann")},
		{Seq: 3, At: t.Started, Act: league.ActStarted, Text: "d1/g1: ann bob cleo dan; d2/g1: eve fay gus; d2/g2: hal ida joe"},
		{Seq: 4, At: viewstest.Today, Act: league.ActNoted, Player: viewstest.Competitor("cleo"), Text: string(championship.Champion)},
	}
	t.Entries[2].Winner = state == league.Finished
	return t
}

// seasonInput is a season with all its groups, or one of them.
func seasonInput(t testing.TB, viewer league.Player, c league.Tournament, done map[league.Group]int, groups ...league.Group) SeasonInput {
	in := SeasonInput{Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: c}
	for _, g := range groups {
		standings, matches := viewstest.PlayedGroup(t, championship.Format{}, c, g, done[g])
		in.Groups = append(in.Groups, SeasonGroup{Group: g, Table: standings, Matches: matches})
	}
	return in
}

// zoe is in no group.
var zoe = league.Player{ID: "zoe", Name: `Zoe "<b>"`, Kind: league.Member}

// seekingZoe is a season in which Zoe was asked to play, said no, and is asked again.
func seekingZoe(t testing.TB, season league.Tournament) league.Tournament {
	t.Helper()
	season.Organiser, season.Last = league.Player{ID: "site", Name: "Kickabout", Kind: league.SiteItself}, season.Log[len(season.Log)-1].Seq
	call := league.SubstituteCall{For: "gus", Until: viewstest.Today.Add(league.AnswerTime)}
	for _, d := range []league.Decision{
		{By: viewstest.Competitor("ann"), Act: league.ActSought, Player: zoe, Text: call.Text() + " is ill"},
		{By: zoe, Act: league.ActDeclined, Player: zoe},
		{By: viewstest.Competitor("ann"), Act: league.ActSought, Player: zoe, Text: call.Text() + " please"},
	} {
		d.Seq, d.At = season.Last+1, viewstest.Today
		var err error
		if season, err = season.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	return season
}

// pyramid is the page of a season.
func pyramid(t testing.TB, in SeasonInput) Pyramid {
	t.Helper()
	p, err := NewPyramid(in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// championshipScenes are the pages of championships: the site's list, one with a season being
// played and those before it, the pyramid, and a group as a player of it and a guest see it.
func championshipScenes(t testing.TB) map[string]templ.Component {
	running, over := mayAt(league.Running), mayAt(league.Finished)
	over.Edition, over.Name, over.Started = "2026-11", "Championship November 2026", viewstest.KickedOff.AddDate(0, -6, 0)
	over.Log[0].At, over.Log[1].At, over.Log[2].At = over.Started.AddDate(0, -1, 0), over.Started, viewstest.KickedOff.AddDate(0, -1, 0)
	worthy := func(in SeasonInput, by string, ids ...string) SeasonInput {
		var people []league.Player
		for _, id := range ids {
			people = append(people, viewstest.Competitor(id))
		}
		in.Worth, in.Ask.Luck = viewstest.Lucks(people...), by
		return in
	}
	next := nextMay(championship.NoteAsked)
	next.Edition, next.Starts, next.Closes = "2027-11", viewstest.Today.AddDate(0, 3, 0), viewstest.Today.AddDate(0, 3, -1)
	halfway := map[league.Group]int{"d1/g1": 20, "d2/g1": 3}
	whole := map[league.Group]int{"d1/g1": 20, "d2/g1": 20, "d2/g2": 20}
	all := []league.Group{"d1/g1", "d2/g1", "d2/g2"}
	asking := seasonInput(t, zoe, seekingZoe(t, running), nil, all...)
	asking.Directs = true
	history := seasonInput(t, league.Player{}, over, whole, all...)
	history.Directs = true // nothing is left to be directed
	input := ChampionshipInput{
		Frame: ui.Frame{Viewer: viewstest.Competitor("ann"), Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}},
		Competition: streetChampionship, Seasons: []league.Tournament{over, running, next},
	}
	guest := input
	guest.Viewer, guest.Error = league.Player{}, "Entries have closed."
	return map[string]templ.Component{
		"championships":           Championships(NewChampionshipsPage(input.Frame, []ChampionshipInput{input})),
		"championship":            Championship(NewChampionshipPage(input)),
		"championship-guest":      Championship(NewChampionshipPage(guest)),
		"championship-empty":      Championship(NewChampionshipPage(ChampionshipInput{Frame: ui.Frame{Now: viewstest.Today}, Games: input.Games, Competition: streetChampionship})),
		"championship-pyramid":    Season(pyramid(t, worthy(seasonInput(t, viewstest.Competitor("ida"), running, halfway, all...), "luck", "ann", "eve", "ida", "bob"))),
		"championship-asked":      Season(pyramid(t, asking)),
		"championship-history":    Season(pyramid(t, history)),
		"championship-group":      ChampionshipTable(NewChampionshipGroup(worthy(seasonInput(t, viewstest.Competitor("eve"), running, halfway, "d2/g1"), "", "fay", "eve"))),
		"championship-group-over": ChampionshipTable(NewChampionshipGroup(seasonInput(t, league.Player{}, over, whole, "d1/g1"))),
		"championship-group-new":  ChampionshipTable(NewChampionshipGroup(seasonInput(t, viewstest.Competitor("hal"), running, nil, "d2/g2"))),
	}
}

// miniCups are the editions of a mini cup: Ann has gone up and waits on level 1, a group is
// being played, and two wait for a third on level 0.
func miniCups() []league.Tournament {
	won := viewstest.Edition("minicup", "l0-0001", league.Finished, map[league.Group][]string{"": {"ann", "bob", "cleo"}})
	won.Entries[0].Qualified = viewstest.Today.AddDate(0, 0, -2)
	playing := viewstest.Edition("minicup", "l0-0002", league.Running, map[league.Group][]string{"": {"bob", "dan", "eve"}})
	queue := viewstest.Edition("minicup", "l0-0003", league.Registration, map[league.Group][]string{"": {"bob", "fay"}})
	above := viewstest.Edition("minicup", "l1-0001", league.Registration, map[league.Group][]string{"": {"ann"}})
	queue.Places, queue.WhenFull, above.Places, above.WhenFull = 3, true, 3, true
	won.Name, playing.Name, queue.Name, above.Name = "Mini cup level 0, no. 1", "Mini cup level 0, no. 2", "Mini cup level 0, no. 3", "Mini cup level 1, no. 1"
	return []league.Tournament{won, playing, queue, above}
}

// monthlyCups are the editions of a monthly cup: last year's final, a group that Cleo won, the
// round of the winners, a group that takes entries.
func monthlyCups() []league.Tournament {
	final := viewstest.Edition("monthlycup", "2026-final", league.Finished, map[league.Group][]string{"": {"ann", "bob"}})
	final.Entries[0].Winner = true
	won := viewstest.Edition("monthlycup", "g0001", league.Finished, map[league.Group][]string{"": {"ann", "bob", "cleo", "dan", "eve"}})
	won.Started, won.Ended = viewstest.KickedOff.AddDate(0, -1, 0), viewstest.KickedOff.AddDate(0, 0, -2)
	won.Entries[2].Qualified, won.Entries[2].Winner = viewstest.KickedOff.AddDate(0, 0, -3), true
	won.Entries[2].Note = monthlycup.Note{Place: 1, Month: monthlycup.MonthAt(viewstest.KickedOff.AddDate(0, -1, 0))}.String()
	round := viewstest.Edition("monthlycup", monthlycup.MonthAt(viewstest.KickedOff)+"-r2", league.Running, map[league.Group][]string{"": {"fay", "gus", "hal"}})
	round.Cycles = 1
	queue := viewstest.Edition("monthlycup", "g0002", league.Registration, map[league.Group][]string{"": {"bob", "joe", "ida"}})
	queue.Places, queue.WhenFull, queue.Cycles = 5, true, 1
	final.Name, won.Name, round.Name, queue.Name = "Monthly cup final 2026", "Monthly cup, group 1", "Monthly cup 2027-05, round 2", "Monthly cup, group 2"
	return []league.Tournament{final, won, round, queue}
}

// cupOf is the input of the page of a cup, with the table of an edition that is being played.
func cupOf(t testing.TB, viewer league.Player, format viewstest.Planner, editions []league.Tournament, running int) CupInput {
	c, _ := league.ParseCompetition(editions[0].Competition)
	standings, matches := viewstest.PlayedGroup(t, format, editions[running], "", 2)
	return CupInput{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}}, Competition: c, Editions: editions, Year: viewstest.Today.Year(),
		Groups: []CupGroup{NewCupGroup(editions[running], []tournament.GroupOf{{Table: standings, Matches: matches}})},
	}
}

// cupScenes are the pages of mini cups and monthly cups, and those of all competitions.
func cupScenes(t testing.TB) map[string]templ.Component {
	mini, monthly := miniCups(), monthlyCups()
	may := []league.Tournament{mayAt(league.Running), nextMay("")}
	may[1].ID, may[1].Name, may[1].Edition, may[1].Starts, may[1].Closes = "next", "Championship November 2027", "2027-11", viewstest.Today.AddDate(0, 3, 0), viewstest.Today.AddDate(0, 3, -1)
	editions := append(append(mini, monthly...), may...)
	frame, games := ui.Frame{Viewer: viewstest.Competitor("bob"), Now: viewstest.Today}, []engine.Game{streetsoccer.Game{}}
	var all []league.Competition
	for _, format := range []string{championship.ID, "ladder", "minicup", "monthlycup"} {
		all = append(all, league.Competition{Format: format, Game: "streetsoccer", Variant: "lg"})
	}
	empty := CupInput{Frame: ui.Frame{Now: viewstest.Today}, Games: games, Year: viewstest.Today.Year()}
	emptyOf := func(c league.Competition) CupInput { e := empty; e.Competition = c; return e }
	return map[string]templ.Component{
		"minicup":          MiniCup(NewMiniCupPage(cupOf(t, viewstest.Competitor("bob"), minicup.Format{}, mini, 1))),
		"minicup-star":     MiniCup(NewMiniCupPage(starredCup(cupOf(t, viewstest.Competitor("bob"), minicup.Format{}, mini, 1)))),
		"minicup-guest":    MiniCup(NewMiniCupPage(cupOf(t, league.Player{}, minicup.Format{}, mini, 1))),
		"minicup-empty":    MiniCup(NewMiniCupPage(emptyOf(all[2]))),
		"monthlycup":       MonthlyCup(NewMonthlyCupPage(cupOf(t, viewstest.Competitor("bob"), monthlycup.Format{}, monthly, 2))),
		"monthlycup-empty": MonthlyCup(NewMonthlyCupPage(emptyOf(all[3]))),
		"minicups":         Cups(NewCupsPage(CupsInput{Frame: frame, Games: games, Format: "minicup", Editions: editions, All: all})),
		"competitions":     Competitions(NewCompetitionsPage(CompetitionsInput{Frame: frame, Games: games, All: all, Editions: editions})),
		"hall": Hall(NewHallPage(HallInput{Frame: frame, Games: games, Won: []league.Tournament{mayAt(league.Finished), monthly[1], monthly[0]}, Ladders: []ladders.Line{
			{Competition: all[1], Players: 4, Top: viewstest.Competitor("ida")},
		}})),
		"hall-empty": Hall(NewHallPage(HallInput{Frame: ui.Frame{Now: viewstest.Today}, Games: games})),
		"calendar": Calendar(NewCalendarPage(CalendarInput{
			Frame: frame, Games: games, Competitions: all, Tournaments: editions,
			Since: viewstest.Today.Add(-30 * 24 * time.Hour), Address: "https://kickabout.example",
		})),
		"calendar-empty": Calendar(NewCalendarPage(CalendarInput{Frame: ui.Frame{Now: viewstest.Today}, Games: games, Since: viewstest.Today})),
	}
}

// starredCup is a cup of whose first edition the last entrant was expelled later (R-FF-9).
func starredCup(in CupInput) CupInput {
	in.Editions = slices.Clone(in.Editions)
	for i, t := range in.Editions {
		if t.State == league.Finished {
			entries := slices.Clone(t.Entries)
			entries[len(entries)-1].Player.Kind = league.Expelled
			in.Editions[i].Entries = entries
		}
	}
	return in
}
