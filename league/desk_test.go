package league

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// desk is a user's tournament, organised by ann; from starts on it is played.
var desk = TournamentTerms{
	Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1,
	Waiting: true, Joining: true, CheckIn: time.Hour, Starts: may.Add(time.Hour),
}

// directed replays decisions of a user's tournament that ann opened, a minute apart.
func directed(t *testing.T, terms TournamentTerms, log ...Decision) (Tournament, error) {
	t.Helper()
	log = append([]Decision{{By: someone("ann"), Act: ActCreated, Text: terms.String()}}, log...)
	for i := range log {
		log[i].Seq, log[i].At = i+1, may.Add(time.Duration(i)*time.Minute)
	}
	return ReplayTournament("id", [16]byte{}, [32]byte{}, log)
}

// by is an act of somebody about somebody; "" is the site, or nobody.
func by(who string, act TournamentAct, about, text string) Decision {
	d := Decision{Act: act, Text: text}
	if who != "" {
		d.By = someone(who)
	}
	if about != "" {
		d.Player = someone(about)
	}
	return d
}

// begun starts a tournament of three; who entered behind them waits.
func begun(names ...string) []Decision {
	return append(entered(names...), by("", ActStarted, "", ": "+strings.Join(names[:3], " ")))
}

func with(log []Decision, more ...Decision) []Decision { return append(slices.Clone(log), more...) }

func TestWhoMayDoWhatAtTheDesk(t *testing.T) { // R-UT-7, R-FF-10
	open := entered("bob", "cleo", "dan", "eve")
	gil := by("ann", ActAppointed, "gil", "")
	open = append(open, gil) // who directs it too
	played := append(begun("bob", "cleo", "dan", "eve"), gil)
	paused := with(played, by("gil", ActPaused, "", "storm"))
	over := with(played, by("", ActFinished, "", "bob"))
	terms := func(change func(*TournamentTerms)) string {
		changed := desk
		change(&changed)
		return changed.String()
	}
	renamed := terms(func(t *TournamentTerms) { t.Name = "Spring Cup" })
	for _, c := range []struct {
		what   string
		before []Decision
		do     Decision
		kind   Kind // Internal: no user can hit upon it; "" with no words: it is done
		words  string
	}{
		{"the organiser changes the terms", open, by("ann", ActChanged, "", renamed), "", ""},
		{"the site changes the terms", open, by("", ActChanged, "", renamed), "", ""},
		{"a director changes no terms", open, by("gil", ActChanged, "", renamed), Forbidden, "Only ann"},
		{"a player changes no terms", open, by("bob", ActChanged, "", renamed), Forbidden, "Only ann"},
		{"terms that cannot be read", open, by("ann", ActChanged, "", "better"), Internal, "no terms"},
		{"before the start the places are changed", open, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Places = 4 })), "", ""},
		{"nothing makes it an edition", open, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Competition = "ladder/x/y" })), Stale, "can still be changed"},
		{"nothing makes it rolling", open, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Rolling = true })), Stale, "can still be changed"},
		{"while it is played the name is changed", played, by("ann", ActChanged, "", renamed), "", ""},
		{"while it is played the order of the table is changed", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Profile = "lg" })), "", ""},
		{"while it is played the days of a round are changed", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.RoundDays = 9 })), "", ""},
		{"while it is played it becomes private", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Private = true })), "", ""},
		{"while it is played late entries end", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Joining = false })), "", ""},
		{"while it is played the clock stays", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Control = "live" })), Stale, "can still be changed"},
		{"while it is played the places stay", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Places = 9 })), Stale, "can still be changed"},
		{"new places count at once", with(open, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Places = 4 }))), by("ann", ActSeeded, "", "eve"), "", ""},
		{"while it is played the legs stay", played, by("ann", ActChanged, "", terms(func(t *TournamentTerms) { t.Cycles = 2 })), Stale, "can still be changed"},
		{"a finished one is not changed", over, by("ann", ActChanged, "", renamed), Stale, "is over"},

		{"the organiser appoints a director", open, by("ann", ActAppointed, "bob", ""), "", ""},
		{"a director appoints nobody", open, by("gil", ActAppointed, "bob", ""), Forbidden, "Only ann"},
		{"nobody is appointed twice", open, by("ann", ActAppointed, "gil", ""), Stale, "gil directs this tournament already"},
		{"the organiser is not appointed", open, by("ann", ActAppointed, "ann", ""), Invalid, "ann organises"},
		{"nobody is no director", open, by("ann", ActAppointed, "", ""), Internal, "nobody is director"},
		{"the organiser dismisses a director", open, by("ann", ActDismissed, "gil", ""), "", ""},
		{"a director resigns", open, by("gil", ActDismissed, "gil", ""), "", ""},
		{"a player dismisses nobody", open, by("bob", ActDismissed, "gil", ""), Forbidden, "Only ann"},
		{"who is none is not dismissed", open, by("ann", ActDismissed, "bob", ""), Stale, "bob does not direct"},

		{"a director invites", open, by("gil", ActInvited, "fay", "come"), "", ""},
		{"a player does not invite", open, by("bob", ActInvited, "fay", "come"), Forbidden, "Only ann"},
		{"nobody is invited twice", with(open, by("gil", ActInvited, "fay", "")), by("ann", ActInvited, "fay", ""), Stale, "fay is invited already"},
		{"a director bans", open, by("gil", ActBanned, "fay", "rude"), "", ""},
		{"a player does not ban", open, by("bob", ActBanned, "fay", "rude"), Forbidden, "Only ann"},
		{"nobody is banned twice", with(open, by("gil", ActBanned, "fay", "rude")), by("ann", ActBanned, "fay", "rude"), Stale, "fay may not enter already"},
		{"who is banned does not enter", with(open, by("gil", ActBanned, "fay", "rude")), by("fay", ActEntered, "fay", ""), Forbidden, "do not let you enter"},
		{"who is invited after a ban enters", with(open, by("gil", ActBanned, "fay", "rude"), by("gil", ActInvited, "fay", "")), by("fay", ActEntered, "fay", ""), "", ""},
		{"who is banned after an invitation does not enter", with(open, by("gil", ActInvited, "fay", ""), by("gil", ActBanned, "fay", "rude")), by("fay", ActEntered, "fay", ""), Forbidden, "do not let"},
		{"a ban is undone", with(open, by("gil", ActBanned, "fay", "rude"), by("ann", ActUndone, "fay", "banned by mistake")), by("fay", ActEntered, "fay", ""), "", ""},
		{"no ban, no undo", open, by("ann", ActUndone, "fay", "banned by mistake"), Stale, "fay is not banned"},
		{"a player undoes nothing", with(open, by("gil", ActBanned, "fay", "rude")), by("fay", ActUndone, "fay", "banned by mistake"), Forbidden, "Only ann"},

		{"a player checks in", open, by("bob", ActCheckedIn, "bob", ""), "", ""},
		{"a director checks a player in", open, by("gil", ActCheckedIn, "bob", ""), "", ""},
		{"another player does not", open, by("cleo", ActCheckedIn, "bob", ""), Forbidden, "Only ann"},
		{"who is not in it does not check in", open, by("fay", ActCheckedIn, "fay", ""), Stale, "fay is not in"},
		{"nobody checks in after the start", played, by("bob", ActCheckedIn, "bob", ""), Stale, "has started"},

		{"a director seeds anew", with(open, by("ann", ActSeeded, "", "dan bob")), by("gil", ActSeeded, "", "bob cleo"), "", ""},
		{"who took no place before the seeding has none after it", with(open, by("ann", ActSeeded, "", "dan")), by("gil", ActSeeded, "", "eve"), Stale, "eve waits"},
		{"who is invited and banned is invited anew", with(open, by("ann", ActInvited, "fay", ""), by("ann", ActBanned, "fay", "x")), by("ann", ActInvited, "fay", ""), "", ""},
		{"a director seeds", open, by("gil", ActSeeded, "", "dan bob"), "", ""},
		{"a player does not seed", open, by("bob", ActSeeded, "", "bob dan"), Forbidden, "Only ann"},
		{"nobody is seeded twice", open, by("ann", ActSeeded, "", "bob bob"), Internal, "seeded"},
		{"who is not in it is not seeded", open, by("ann", ActSeeded, "", "fay"), Internal, "seeded"},
		{"who waits for a place is not seeded", open, by("ann", ActSeeded, "", "eve"), Stale, "eve waits"},
		{"after the start nobody is seeded", played, by("ann", ActSeeded, "", "bob"), Stale, "has started"},

		{"a director seats who waits", played, by("gil", ActSeated, "eve", "there is room"), "", ""},
		{"the site seats who waits", played, by("", ActSeated, "eve", "R-UT-6"), "", ""},
		{"nobody seats himself", played, by("eve", ActSeated, "eve", "please"), Forbidden, "Only ann"},
		{"a stranger gets no seat", played, by("ann", ActSeated, "fay", "now"), Stale, "fay does not wait"},
		{"after the end there are no seats", with(played, by("", ActFinished, "", "bob")), by("ann", ActSeated, "eve", "now"), Stale, "eve does not wait"},
		{"who has a seat needs none", played, by("ann", ActSeated, "bob", "again"), Stale, "bob does not wait"},
		{"before the start there are no seats", open, by("ann", ActSeated, "eve", "now"), Stale, "eve does not wait"},
		{"who waits replaces a player", played, by("gil", ActReplaced, "eve", "bob ill"), "", ""},
		{"a player replaces nobody", played, by("eve", ActReplaced, "eve", "bob ill"), Forbidden, "Only ann"},
		{"who has a seat replaces nobody", played, by("ann", ActReplaced, "cleo", "bob ill"), Internal, "replaces nobody"},

		{"a director fixes a pair", played, by("gil", ActPaired, "", "r2 bob cleo"), "", ""},
		{"a director forbids a pair", open, by("gil", ActPaired, "", "never bob cleo"), "", ""},
		{"a player fixes none", open, by("bob", ActPaired, "", "r2 bob cleo"), Forbidden, "Only ann"},
		{"a pair is of two who are in it", open, by("ann", ActPaired, "", "r2 bob fay"), Invalid, "two players of this"},
		{"whoever of the two is not", open, by("ann", ActPaired, "", "r2 fay bob"), Invalid, "two players of this"},
		{"a pair is fixed beside that of two others", with(open, by("ann", ActPaired, "", "r2 bob cleo")), by("gil", ActPaired, "", "r2 dan eve"), "", ""},
		{"a pair is no player and himself", open, by("ann", ActPaired, "", "r2 bob bob"), Internal, "no rule"},
		{"a pair is fixed once", with(open, by("ann", ActPaired, "", "r2 bob cleo")), by("gil", ActPaired, "", "r2 bob cleo"), Stale, "fixed already"},
		{"a pair is forbidden once, whoever comes first", with(open, by("ann", ActPaired, "", "never bob cleo")), by("gil", ActPaired, "", "never cleo bob"), Stale, "fixed already"},
		{"nobody has two opponents in a round", with(open, by("ann", ActPaired, "", "r2 bob cleo")), by("gil", ActPaired, "", "r2 dan bob"), Stale, "bob has an opponent"},
		{"two meet in more than one round", with(open, by("ann", ActPaired, "", "r2 bob cleo")), by("gil", ActPaired, "", "r3 bob cleo"), "", ""},
		{"a player has an opponent in each round", with(open, by("ann", ActPaired, "", "r2 bob cleo")), by("gil", ActPaired, "", "r3 dan bob"), "", ""},
		{"a player never meets several others", with(open, by("ann", ActPaired, "", "never bob cleo")), by("gil", ActPaired, "", "never dan bob"), "", ""},
		{"what is forbidden is not fixed", with(open, by("ann", ActPaired, "", "never bob cleo")), by("gil", ActPaired, "", "r1 cleo bob"), Stale, "never meet"},
		{"what is fixed is not forbidden", with(open, by("ann", ActPaired, "", "r1 cleo bob")), by("gil", ActPaired, "", "never bob cleo"), Stale, "fixed that they meet"},
		{"the second of two rules clashes too", with(open, by("ann", ActPaired, "", "r2 bob cleo"), by("ann", ActPaired, "", "r3 dan eve")), by("gil", ActPaired, "", "r3 eve bob"), Stale, "eve has an opponent in round 3"},
		{"a pair is undone", with(open, by("ann", ActPaired, "", "r2 bob cleo"), by("gil", ActUndone, "", "paired r2 bob cleo")), by("ann", ActPaired, "", "r2 bob dan"), "", ""},
		{"what is not fixed is not undone", open, by("ann", ActUndone, "", "paired r2 bob cleo"), Stale, "not fixed"},

		{"a director pauses", played, by("gil", ActPaused, "", "storm"), "", ""},
		{"a player does not pause", played, by("bob", ActPaused, "", "storm"), Forbidden, "Only ann"},
		{"a pause has a reason", played, by("ann", ActPaused, "", ""), Invalid, "Say why"},
		{"before the start nothing is paused", open, by("ann", ActPaused, "", "storm"), Stale, "not being played"},
		{"a pause is no second one", paused, by("ann", ActPaused, "", "rain"), Stale, "paused already"},
		{"a director resumes", paused, by("ann", ActResumed, "", ""), "", ""},
		{"a player does not resume", paused, by("bob", ActResumed, "", ""), Forbidden, "Only ann"},
		{"what is not paused is not resumed", played, by("ann", ActResumed, "", ""), Stale, "not paused"},

		{"a director announces", open, by("gil", ActAnnounced, "", "hello"), "", ""},
		{"a player announces nothing", open, by("bob", ActAnnounced, "", "hello"), Forbidden, "Only ann"},
		{"an announcement says something", open, by("ann", ActAnnounced, "", ""), Invalid, "Write what"},

		{"a director strikes", played, by("gil", ActStruck, "bob", "voided R-FF-5: rude"), "", ""},
		{"a player strikes nobody else", played, by("cleo", ActStruck, "bob", "voided R-FF-5: rude"), Forbidden, "Only ann"},
		{"a strike is undone", with(played, by("gil", ActStruck, "bob", "voided R-FF-5: rude")), by("ann", ActUndone, "bob", "struck by mistake"), "", ""},
		{"who is not out does not come back", played, by("ann", ActUndone, "bob", "struck by mistake"), Stale, "bob is not out"},
		{"a strike in a finished one stands", with(played, by("gil", ActStruck, "bob", "voided R-FF-5: rude"), by("", ActFinished, "", "cleo")), by("ann", ActUndone, "bob", "struck by mistake"), Stale, "is not out"},
		{"an announcement cannot be undone", open, by("ann", ActUndone, "", "announced hello"), Internal, "cannot be undone"},

		{"a director takes a player out", open, by("gil", ActLeft, "bob", "never answers"), "", ""},
		{"he says why", open, by("gil", ActLeft, "bob", ""), Invalid, "Say why"},
		{"a player takes out nobody else", open, by("cleo", ActLeft, "bob", "never answers"), Forbidden, "Only ann"},
		{"who waits is taken out after the start", played, by("gil", ActLeft, "eve", "no room"), "", ""},
		{"who plays is not", played, by("gil", ActLeft, "bob", "no room"), Stale, "has started"},

		{"the organiser cancels it before the start", open, by("ann", ActCancelled, "", ""), "", ""},
		{"the organiser cancels it while it is played", played, by("ann", ActCancelled, "", "too few"), "", ""},
		{"he says why then", played, by("ann", ActCancelled, "", ""), Invalid, "Say why"},
		{"a director does not cancel it", played, by("gil", ActCancelled, "", "too few"), Forbidden, "Only ann"},
		{"a cancelled one is not cancelled again", with(open, by("ann", ActCancelled, "", "too few")), by("ann", ActCancelled, "", "too few"), Stale, "has been cancelled"},
		{"a finished one is not cancelled", over, by("ann", ActCancelled, "", "too few"), Stale, "has started"},

		{"a rule of the site is not a director's", open, by("gil", ActTold, "", "soon"), Internal, "done by"},
		{"a director rules", played, by("gil", ActRuled, "", "R-FF-10: x"), "", ""},
		{"a player does not rule", played, by("bob", ActRuled, "", "R-FF-10: x"), Forbidden, "Only ann"},
		{"there is no other act", open, by("ann", "danced", "", ""), Internal, "no act"},
	} {
		before, err := directed(t, desk, c.before...)
		if err != nil {
			t.Errorf("%s: before it, %v", c.what, err)
			continue
		}
		_, err = directed(t, desk, append(slices.Clone(c.before), c.do)...)
		switch {
		case c.words == "" && err != nil:
			t.Errorf("%s: %v", c.what, err)
		case c.words != "" && (err == nil || KindOf(err) != c.kind || !strings.Contains(err.Error(), c.words)):
			t.Errorf("%s: %s %v, want %s with %q", c.what, KindOf(err), err, c.kind, c.words)
		}
		if again, _ := directed(t, desk, c.before...); again.Differs(before) != "" {
			t.Errorf("%s: the tournament before it has changed", c.what)
		}
	}
}

func TestWhatTheDeskComesTo(t *testing.T) { // R-UT-7
	later := desk
	later.Starts = may.Add(time.Hour + 6*time.Minute) // check-in opens when all are in
	cup, err := directed(t, later, append(entered("bob", "cleo", "dan", "eve"),
		by("ann", ActSeeded, "", "dan bob"), by("bob", ActCheckedIn, "bob", ""), by("bob", ActCheckedIn, "bob", ""),
		by("ann", ActAppointed, "gil", ""), by("ann", ActInvited, "fay", "come"), by("gil", ActPaired, "", "never bob cleo"))...)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range cup.Entries {
		names = append(names, e.Player.ID)
	}
	if got := strings.Join(names, " "); got != "dan bob cleo eve" || cup.Entries[0].Seed != 1 || cup.Entries[1].Seed != 2 || cup.Entries[2].Seed != 0 {
		t.Errorf("by hand: %s %+v", got, cup.Entries)
	}
	if first := may.Add(6 * time.Minute); !cup.Entries[1].Present.Equal(first) {
		t.Errorf("checked in at %v, want the first time, %v", cup.Entries[1].Present, first)
	}
	if !cup.Has("gil", Director) || !cup.Has("fay", Invited) || !slices.Equal(cup.Pairs, []PairRule{{0, "bob", "cleo"}}) {
		t.Errorf("%+v, %+v", cup.Roles, cup.Pairs)
	}
	played := append(begun("bob", "cleo", "dan", "eve"), by("ann", ActPaused, "", "storm"))
	if cup, err = directed(t, desk, played...); err != nil || !cup.Paused.Equal(may.Add(6*time.Minute)) {
		t.Errorf("paused %v, %v", cup.Paused, err)
	}
	if cup, err = directed(t, desk, append(played, by("ann", ActResumed, "", ""), by("ann", ActSeated, "eve", "room"))...); err != nil || !cup.Paused.IsZero() || order(cup) != "bob cleo dan eve" ||
		!slices.Equal(cup.Rests, []Rest{{From: may.Add(6 * time.Minute), Until: may.Add(7 * time.Minute)}}) {
		t.Errorf("resumed %v, %s, %v", cup.Paused, order(cup), err)
	}
	if cup, err = directed(t, desk, append(played, by("ann", ActCancelled, "", "flood"))...); err != nil || cup.State != Cancelled || !cup.Paused.IsZero() || cup.Started.IsZero() {
		t.Errorf("cancelled: %+v, %v", cup, err)
	}
	if cup, err = directed(t, desk, append(begun("bob", "cleo", "dan"), by("ann", ActStruck, "bob", "voided R-FF-5: x"), by("ann", ActUndone, "bob", "struck error"))...); err != nil || cup.Entries[0].Out != Stays {
		t.Errorf("back: %+v, %v", cup.Entries, err)
	}
}

func TestAnEditionThatIsPlayedIsNotCancelled(t *testing.T) { // R-UT-7
	terms := desk
	terms.Competition, terms.Edition, terms.CheckIn, terms.Starts = "minicup/streetsoccer/lg", "1", 0, time.Time{}
	played := begun("bob", "cleo", "dan")
	if _, err := directed(t, terms, with(played, by("ann", ActCancelled, "", "too few"))...); KindOf(err) != Stale || !strings.Contains(err.Error(), "has started") {
		t.Errorf("an edition: %v", err)
	}
	if _, err := directed(t, terms, with(entered("bob"), by("ann", ActCancelled, "", ""))...); err != nil {
		t.Errorf("before it is played: %v", err)
	}
}

// TestSeedsAndSeatsAfterSomebodyLeft adds all at once, so that who left leaves a gap.
func TestSeedsAndSeatsAfterSomebodyLeft(t *testing.T) { // R-UT-7
	terms := desk
	terms.CheckIn, terms.Starts = 0, time.Time{}
	cup, err := directed(t, terms, append(entered("bob", "cleo", "dan", "eve"), by("bob", ActLeft, "bob", ""), by("ann", ActSeeded, "", "eve dan"))...)
	if err != nil || len(cup.Entries) != 3 || cup.Entries[0].Player.ID != "eve" || cup.Entries[1].Player.ID != "dan" || cup.Entries[2].Seed != 0 {
		t.Errorf("seeded %+v, %v", cup.Entries, err)
	}
	cup, err = directed(t, terms, append(entered("bob", "cleo", "dan", "eve"), by("ann", ActSeeded, "", "cleo"), by("ann", ActSeeded, "", "eve"))...)
	if KindOf(err) != Stale || !strings.Contains(err.Error(), "eve waits for a place") {
		t.Errorf("who came last is seeded, though others were ordered before him: %v", err)
	}
	waiting := begun("bob", "cleo", "dan", "eve", "fay")
	if cup, err = directed(t, terms, with(waiting, by("eve", ActLeft, "eve", ""), by("ann", ActSeated, "fay", "room"))...); err != nil || order(cup) != "bob cleo dan fay" || cup.Entries[3].Seed != 4 {
		t.Errorf("seated %q, %v", order(cup), err)
	}
}

func TestCheckInHasItsHours(t *testing.T) { // R-UT-1
	terms := desk
	for starts, want := range map[time.Duration]string{3 * time.Minute: "", time.Hour + 2*time.Minute: "", 2 * time.Hour: "not open"} {
		terms.Starts = may.Add(starts)
		_, err := directed(t, terms, append(entered("bob"), by("bob", ActCheckedIn, "bob", ""))...)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v before the start: %v", starts, err)
		}
	}
	terms = desk
	cup, err := directed(t, terms, entered("bob")...)
	if err != nil || !cup.Entries[0].Present.Equal(may.Add(time.Minute)) {
		t.Errorf("who enters while it is open: %+v, %v", cup.Entries, err)
	}
	terms.Starts = may.Add(2 * time.Hour)
	if cup, err = directed(t, terms, entered("bob")...); err != nil || !cup.Entries[0].Present.IsZero() {
		t.Errorf("who enters before: %+v, %v", cup.Entries, err)
	}
	terms.CheckIn = 0
	if _, err := directed(t, terms, append(entered("bob"), by("bob", ActCheckedIn, "bob", ""))...); KindOf(err) != Stale {
		t.Errorf("without a check-in: %v", err)
	}
}

func TestWhoMayEnter(t *testing.T) { // R-UT-2
	closed := desk
	closed.ByInvite, closed.NoBots, closed.Waiting, closed.Joining = true, true, false, false
	invited := []Decision{by("ann", ActInvited, "bob", ""), by("ann", ActAppointed, "gil", "")}
	robot := Decision{By: someone("ann"), Act: ActEntered, Player: Player{ID: "bot:x", Name: "Random", Kind: Bot}}
	for what, c := range map[string]struct {
		before []Decision
		do     Decision
		words  string
	}{
		"who is invited enters":            {invited, entered("bob")[0], ""},
		"the organiser enters":             {invited, entered("ann")[0], ""},
		"a director enters":                {invited, entered("gil")[0], ""},
		"nobody else does":                 {invited, entered("fay")[0], "Only players who are invited"},
		"no bot is brought in":             {invited, robot, "without bots"},
		"nobody is entered by another one": {invited, by("ann", ActEntered, "bob", ""), "enter by themselves"},
	} {
		_, err := directed(t, closed, append(slices.Clone(c.before), c.do)...)
		if (err == nil) != (c.words == "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v", what, err)
		}
	}
	full := desk
	full.Waiting, full.Joining, full.Competition = false, false, "minicup/streetsoccer/lg"
	if _, err := directed(t, full, entered("bob", "cleo", "dan", "eve")...); KindOf(err) != Stale || !strings.Contains(err.Error(), "full") {
		t.Errorf("without a waiting list: %v", err)
	}
	if _, err := directed(t, full, append(begun("bob", "cleo", "dan"), entered("eve")...)...); KindOf(err) != Stale {
		t.Errorf("after the start: %v", err)
	}
	private := desk
	private.Private = true
	cup, err := directed(t, private, append(entered("bob"), by("ann", ActInvited, "cleo", ""), by("ann", ActAppointed, "gil", ""), by("ann", ActInvited, "dan", ""), by("ann", ActBanned, "dan", "x"))...)
	if err != nil {
		t.Fatal(err)
	}
	for name, knows := range map[string]bool{"ann": true, "bob": true, "cleo": true, "gil": true, "dan": false, "eve": false, "": false} {
		if cup.Knows(name) != knows {
			t.Errorf("%q knows of it: %t", name, !knows)
		}
	}
}

// TestTheDeskAllAtOnceComesToTheSameAsOneByOne adds random acts of directors in both ways.
func TestTheDeskAllAtOnceComesToTheSameAsOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, err := ReplayTournament("id", [16]byte{}, [32]byte{}, []Decision{{Seq: 1, At: may, By: someone("ann"), Act: ActCreated, Text: desk.String()}})
		if err != nil {
			t.Fatal(err)
		}
		many := one
		var log []Decision
		for n := range rapid.IntRange(1, 50).Draw(t, "acts") {
			d := drawDecision(t, one)
			d.Seq, d.At = one.Last+1, may.Add(time.Duration(n)*time.Minute)
			if next, err := one.Add(d); err == nil {
				one, log = next, append(log, d)
			}
		}
		if many, err = many.Add(log...); err != nil {
			t.Fatal(err)
		}
		if why := one.Differs(many); why != "" {
			t.Fatal(why)
		}
		if len(one.Groups()) > 1 {
			t.Fatalf("groups %v", one.Groups())
		}
		seated := map[int]bool{}
		for _, e := range one.Entries {
			if e.Seed != 0 && seated[e.Seed] {
				t.Fatalf("two have seed %d", e.Seed)
			}
			seated[e.Seed] = true
		}
	})
}

// drawDecision draws an act that may or may not be possible in a tournament.
func drawDecision(t *rapid.T, cup Tournament) Decision {
	name := func() string {
		return rapid.SampledFrom([]string{"bob", "cleo", "dan", "eve", "fay", "gil"}).Draw(t, "player")
	}
	p, q := name(), name()
	switch act := rapid.SampledFrom([]TournamentAct{
		ActEntered, ActEntered, ActEntered, ActLeft, ActStarted, ActStruck, ActReplaced, ActAppointed, ActDismissed, ActInvited, ActBanned,
		ActCheckedIn, ActSeeded, ActSeated, ActPaired, ActPaused, ActResumed, ActAnnounced, ActUndone, ActChanged, ActTold,
	}).Draw(t, "act"); act {
	case ActEntered, ActCheckedIn:
		return by(p, act, p, "")
	case ActStarted:
		var ids []string
		for _, e := range cup.Entries[:min(len(cup.Entries), cup.Places)] {
			ids = append(ids, e.Player.ID)
		}
		return by("ann", act, "", ": "+strings.Join(ids, " "))
	case ActStruck:
		return by("ann", act, p, "forfeited a reason")
	case ActReplaced:
		return by("ann", act, p, q+" a reason")
	case ActSeeded:
		return by("ann", act, "", p+" "+q)
	case ActPaired:
		return by("ann", act, "", PairRule{rapid.IntRange(0, 2).Draw(t, "round"), p, q}.String())
	case ActUndone:
		return by("ann", act, p, rapid.SampledFrom([]string{"struck by mistake", "banned by mistake", "paired r1 " + p + " " + q, "paired never " + p + " " + q}).Draw(t, "what"))
	case ActChanged:
		terms := cup.TournamentTerms
		terms.Name = rapid.SampledFrom([]string{"Cup", "Bowl"}).Draw(t, "name")
		return by("ann", act, "", terms.String())
	case ActTold:
		return by("", act, "", "soon")
	default:
		return by("ann", act, p, "a reason")
	}
}

func TestEverybodySeesTheSitesOwnCompetitions(t *testing.T) {
	terms := desk
	terms.Competition, terms.Edition = "roundrobin/x/y", "1"
	private := terms
	private.Private = true
	if _, err := directed(t, terms, by("ann", ActChanged, "", private.String())); Fields(err)["private"] == nil {
		t.Errorf("an edition is made private: %v", err)
	}
	private.Competition, private.Edition = "", ""
	if made, err := directed(t, desk, by("ann", ActChanged, "", private.String())); err != nil || !made.Private {
		t.Errorf("a user's tournament is not: %v", err)
	}
}
