package tournament

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// deskInput is the desk of a tournament at which something has happened; one that is played
// has just refused a director.
func deskInput(t testing.TB, c league.Tournament, viewer league.Player, refused bool) DeskInput {
	t.Helper()
	in := DeskInput{Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: cupInput(t, c, viewer, goalless).Games}
	director := league.Player{ID: "dan", Name: "Dan", Kind: league.Member}
	acts := []league.Decision{
		{By: c.Organiser, Act: league.ActAppointed, Player: director},
		{By: director, Act: league.ActBanned, Player: league.Player{ID: "eve", Name: "Eve", Kind: league.Member}, Text: "was rude"},
		{By: director, Act: league.ActPaired, Text: "never ann bot:greedy"},
	}
	if refused {
		acts = append(acts, league.Decision{By: director, Act: league.ActPaused, Text: "the hall is flooded"})
		in.Typed = DeskTyped{Act: "announce", Text: `We play <b>on`}
		in.Errors = map[string]string{"": "Dan has done something here since you looked."}
		in.Seen = c.Last + 3
	}
	for i := range acts {
		acts[i].Seq, acts[i].At = c.Last+1+i, viewstest.Today.Add(time.Duration(i-9)*time.Minute)
	}
	var err error
	if in.Tournament, err = c.Add(acts...); err != nil {
		t.Fatal(err)
	}
	return in
}

func TestEveryActAtTheDeskIsToldInASentence(t *testing.T) { // R-FF-10
	ann, bob := league.Player{ID: "ann", Name: "Ann"}, league.Player{ID: "bob", Name: "Bob"}
	terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1, Profile: "std"}
	changed := terms
	changed.Name, changed.Places, changed.Starts, changed.CheckIn, changed.Profile, changed.Waiting = "Bowl", 4, viewstest.Today, 2*time.Hour, "lg", true
	cup := league.Tournament{TournamentTerms: terms, Organiser: ann, Entries: []league.Entrant{{Player: bob}}, Log: []league.Decision{{Seq: 1, By: ann, Act: league.ActCreated, Text: terms.String()}}}
	for want, d := range map[string]league.Decision{
		"Ann changed the terms: it is called Bowl; 4 places; it starts on 1 May 2027, 13:00 UTC; check-in opens 2 hours before the start; the order of the table is Little Golem; there is a waiting list.": {Seq: 2, By: ann, Act: league.ActChanged, Text: changed.String()},
		"Ann appointed Bob to direct the tournament too.":                              {By: ann, Act: league.ActAppointed, Player: bob},
		"Ann dismissed Bob, who directed the tournament too.":                          {By: ann, Act: league.ActDismissed, Player: bob},
		"Bob no longer directs the tournament.":                                        {By: bob, Act: league.ActDismissed, Player: bob},
		"Ann invited Bob.":                                                             {By: ann, Act: league.ActInvited, Player: bob},
		"Ann invited Bob: “Come”":                                                      {By: ann, Act: league.ActInvited, Player: bob, Text: "Come"},
		"Ann banned Bob: was rude.":                                                    {By: ann, Act: league.ActBanned, Player: bob, Text: "was rude"},
		"Bob checked in.":                                                              {By: bob, Act: league.ActCheckedIn, Player: bob},
		"Ann checked Bob in.":                                                          {By: ann, Act: league.ActCheckedIn, Player: bob},
		"Ann seeded the players: 1 Bob, 2 Ann.":                                        {By: ann, Act: league.ActSeeded, Text: "bob ann"},
		"Ann took all seeds back.":                                                     {By: ann, Act: league.ActSeeded},
		"Bob got a seat: there is room.":                                               {By: ann, Act: league.ActSeated, Player: bob, Text: "there is room"},
		"Ann fixed that Bob and Ann meet in round 2.":                                  {By: ann, Act: league.ActPaired, Text: "r2 bob ann"},
		"Ann fixed that Bob and Ann never meet.":                                       {By: ann, Act: league.ActPaired, Text: "never bob ann"},
		"Ann paused the tournament: storm. No games begin, and clocks stand still.":    {By: ann, Act: league.ActPaused, Text: "storm"},
		"Ann resumed the tournament. Clocks run again.":                                {By: ann, Act: league.ActResumed},
		"Ann announced: “Hello”":                                                       {By: ann, Act: league.ActAnnounced, Text: "Hello"},
		"Ann brought Bob back; games that ended by the strike begin anew: by mistake.": {By: ann, Act: league.ActUndone, Player: bob, Text: "struck by mistake"},
		"Ann corrected the result of Bob v Ann. Before: Bob wins: Ann resigned at 0–1. Now: Drawn 0–0: nobody scored to the end. Why: a slip.": {By: ann, Act: league.ActCorrected, Text: "c1/r1/b1," + bob.ID + "," + ann.ID + ",resignation:first:0-1,goalless:none:0-0 R-CO-1: a slip"},
		"Ann undid the correction of Bob v Ann. It counts so again: Drawn 0–0: nobody scored to the end.":                                      {By: ann, Act: league.ActUndone, Text: "corrected c1/r1/b1," + bob.ID + "," + ann.ID + ",resignation:first:0-1,goalless:none:0-0 R-CO-1: "},
		"Ann corrected how Bob counts. Before: out, and no result counts. Now: in, with all results. Why: was there.":                          {By: ann, Act: league.ActCorrected, Player: bob, Text: "exit,voided,in R-CO-1: was there"},
		"Ann undid the correction of how Bob counts. Again: out: what was finished counts, and the rest is lost.":                              {By: ann, Act: league.ActUndone, Player: bob, Text: "corrected exit,in,forfeited R-CO-1: "},
		"The site took back that Bob goes on: R-CO-3: not by the corrected result, and nothing was played for it.":                             {Act: league.ActUndone, Player: bob, Text: "qualified R-CO-3: not by the corrected result, and nothing was played for it"},
		"Ann lifted the ban of Bob.":                 {By: ann, Act: league.ActUndone, Player: bob, Text: "banned"},
		"Ann took back that Bob and Ann never meet.": {By: ann, Act: league.ActUndone, Text: "paired never bob ann"},
		"The site was away for 50 hours, so all dates that were still to come are later by as much.": {Act: league.ActDelayed, Text: "2027-05-03T12:00:00.000Z/2027-05-05T14:00:00.000Z R-TC-4: the site was away"},
		"All players were told: it starts today.":                                                    {Act: league.ActTold, Text: "R-UT-1: it starts today"},
		"Ann took out Bob: never answers.":                                                           {By: ann, Act: league.ActLeft, Player: bob, Text: "never answers"},
		"Ann cancelled the tournament: too few came.":                                                {By: ann, Act: league.ActCancelled, Text: "too few came"},
		"Bob took over the seat of Ann: R-CH-10: is ill.":                                            {By: ann, Act: league.ActReplaced, Player: bob, Text: "ann R-CH-10: is ill"},
	} {
		if got := decisionText(nil, cup, d); got != want {
			t.Errorf("%s: %q, want %q", d.Act, got, want)
		}
	}
}

func TestADeskOffersWhatCanBeDone(t *testing.T) { // R-UT-7
	ann, dan := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, league.Player{ID: "dan", Name: "Dan", Kind: league.Member}
	acts := func(in DeskInput) (acts []string) {
		for _, part := range NewDeskPage(in).Parts {
			for _, f := range part.Forms {
				acts = append(acts, f.Act)
			}
		}
		slices.Sort(acts)
		return acts
	}
	open, running := viewstest.Cup(t, false, 4), viewstest.Cup(t, true, 3, league.ActStarted)
	for what, c := range map[string]struct {
		in   DeskInput
		want string
	}{
		"open, to its organiser":      {deskInput(t, open, ann, false), "announce appoint ban cancel change dismiss invite remove undo"},
		"open, to who directs it too": {deskInput(t, open, dan, false), "announce ban dismiss invite remove undo"},
		"running, to its organiser":   {deskInput(t, running, ann, false), "announce appoint cancel change dismiss pause undo"},
		"paused, to its organiser":    {deskInput(t, running, ann, true), "announce appoint cancel change dismiss resume undo"},
		"finished":                    {DeskInput{Frame: ui.Frame{Viewer: ann, Now: viewstest.Today}, Tournament: viewstest.Cup(t, true, 3, league.ActStarted, league.ActFinished)}, ""},
	} {
		if got := strings.Join(acts(c.in), " "); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
	refused := NewDeskPage(deskInput(t, running, ann, true))
	if !refused.Happened[0].New || refused.Happened[1].New {
		t.Errorf("new are %+v", refused.Happened)
	}
	for _, f := range refused.Parts[1].Forms {
		if f.Open != (f.Act == "announce") || f.Open && f.Fields[0].Value != "We play <b>on" {
			t.Errorf("%s: %+v", f.Act, f)
		}
	}
}

// TestTheDeskListsGamesThatWereGivenUp, and has no such list without any.
func TestTheDeskListsGamesThatWereGivenUp(t *testing.T) { // R-FF-13
	in := DeskInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Tournament: viewstest.Cup(t, true, 3, league.ActStarted)}
	if p := NewDeskPage(in); len(p.Gifts) != 0 {
		t.Errorf("%+v", p.Gifts)
	}
	for ending, want := range map[engine.Ending]string{
		engine.Resignation: "Bob resigned against Ann and gave up 2.4 points.", engine.Timeout: "Bob ran out of time against Ann and gave up 2.4 points.",
		engine.Forfeit: "Bob did not play on against Ann and gave up 2.4 points.",
	} {
		in.Gifts = []league.Gift{{Match: "m7q", Ended: viewstest.Today, Ending: ending, By: viewstest.Bob, To: viewstest.Ann, Given: 2400}}
		if p := NewDeskPage(in); len(p.Gifts) != 1 || p.Gifts[0].Text != want || p.Gifts[0].URL != "/matches/m7q/analysis" {
			t.Errorf("%+v, want %q", p.Gifts, want)
		}
	}
}
