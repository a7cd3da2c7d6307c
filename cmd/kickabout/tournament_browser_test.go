package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/roundrobin"
	"kickabout/league/tournaments"
)

// signedUp signs somebody up by the form.
func (r *running) signedUp(b *browser.Browser, name string, o browser.Options) *visitor {
	r.t.Helper()
	v := r.visitor(b, "random", o)
	v.Open(r.address + "/signup")
	v.fill(".sign button", [2]string{"#name", name}, [2]string{"#password", secretWords})
	return v
}

// TestTwoPeopleAndTwoBotsPlayATournament goes from the creation of a tournament to
// its final table by links and forms alone.
func TestTwoPeopleAndTwoBotsPlayATournament(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	o := browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true}
	ann, bob := r.signedUp(b, "Ann", o), r.signedUp(b, "Bob", o)

	ann.Open(r.address + "/")
	ann.Follow(`.tabs a[href="/competitions"]`)
	ann.Follow(`.section a[href="/tournaments"]`)
	ann.WaitForText("main", "None at the moment")
	ann.Follow(`a[href="/tournaments/new"]`)
	ann.fill(".sheet .go button", [2]string{"#name", "x"})
	ann.WaitForText("#name-error", "at least 3 letters")
	ann.noDefects("the form, refused")
	browser.Eval[bool](ann.Page, `(() => { document.querySelector("#bots").value = "2"; return true })()`)
	ann.fill(".sheet .go button", [2]string{"#name", "Spring Cup"})
	cup := strings.TrimPrefix(ann.URL(), r.address)
	ann.invites("bot:mascot")
	ann.invites("bot:trainee")
	ann.WaitForText(".now", "One place is free")
	ann.noDefects("the tournament, open")

	bob.Open(r.address + "/")
	bob.Follow(fmt.Sprintf(`a.cup[href=%q]`, cup))
	bob.Follow(`form[action$="/entry"] button`)
	bob.WaitForText(".now", "All games have begun")
	if n := bob.Count("a.result.playing"); n != 12 {
		t.Errorf("%d results are shown as being played", n)
	}

	id := strings.TrimPrefix(cup, "/tournaments/")
	people := map[string]*visitor{"Ann": ann, "Bob": bob}
	for _, m := range r.tournament(id).Matches {
		r.playInTurns(m, cup, people)
	}
	v := r.finished(id)

	// The page shows what the format makes of the logs.
	lot := r.server.office.SheetOf(v.Tournament, "", v.Matches, time.Now()).Lot // two who are level in all else
	sheet := league.Sheet{Terms: v.Tournament.TournamentTerms, Scoring: league.Standard(), Lot: lot}
	for _, e := range v.Tournament.Entries {
		sheet.Entries = append(sheet.Entries, league.Entry{Player: e.Player.ID})
	}
	for _, m := range v.Matches {
		sheet.Fixtures = append(sheet.Fixtures, league.Fixture{
			Key: league.Key(m.Fixture), First: m.Seats[0].Player.ID, Second: m.Seats[1].Player.ID, Outcome: r.match(m.ID).Record.Outcome(),
		})
	}
	rows, err := roundrobin.Format{}.Table(sheet, "")
	if err != nil {
		t.Fatal(err)
	}
	bob.Open(r.address + cup)
	bob.WaitForText(".state", "Finished")
	shown := browser.Eval[[]string](bob.Page, `Array.from(document.querySelectorAll(".cross:has(.rank):not(.values) tbody tr"), r =>
		[r.querySelector(".rank"), r.querySelector(".entrant-name a"), r.querySelector(".points")].map(e => e.textContent.trim()).join(" "))`)
	var want []string
	for _, row := range rows {
		e, _ := v.Tournament.Entrant(row.Player)
		want = append(want, fmt.Sprintf("%d %s %s", row.Rank, e.Player.Name, row.Points))
	}
	if !slices.Equal(shown, want) {
		t.Errorf("the page shows %q, the logs make %q", shown, want)
	}
	winner := v.Tournament.Winners()[0].Name
	bob.WaitForText(".now h2", winner)
	if n := bob.Count("a.result"); n != 12 || bob.Exists("a.result.playing") {
		t.Errorf("%d results at the end", n)
	}
	bob.noDefects("the final table")
	bob.Open(r.address + "/tournaments")
	bob.WaitForText(".cup-winner", winner)
	bob.noDefects("the list")
	ann.quiet("422")
	bob.quiet()
}

// tournament returns a tournament as the office sees it.
func (r *running) tournament(id string) tournaments.TournamentView {
	r.t.Helper()
	v, err := r.server.office.Tournament(r.t.Context(), league.Site(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

// finished waits until a tournament is over.
func (r *running) finished(id string) tournaments.TournamentView {
	r.t.Helper()
	for {
		v := r.tournament(id)
		if v.Tournament.State == league.Finished {
			return v
		}
		select {
		case <-r.t.Context().Done():
			r.t.Fatalf("the tournament is %s", v.Tournament.State)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// playInTurns lets the people in a match play it through their pages: against each
// other six turns, against a bot one; then who is to move resigns. Bots play
// theirs alone.
func (r *running) playInTurns(m league.Match, cup string, people map[string]*visitor) {
	r.t.Helper()
	turns := 6
	for _, seat := range m.Seats {
		if seat.Player.Kind == league.Bot {
			turns = 1
		}
	}
	for range turns {
		view := r.settledTurn(m.ID)
		mover, ok := view.Match.Mover()
		if !ok {
			return // between bots
		}
		v := people[mover.Name]
		v.id = m.ID
		v.Open(r.address + cup)
		v.Click("details.all-columns summary")
		v.Follow(fmt.Sprintf(`.cross a.result[href="/matches/%s"]`, m.ID))
		v.WaitForText("main", "Competition")
		v.turn(view)
	}
	view := r.settledTurn(m.ID)
	mover, ok := view.Match.Mover()
	if !ok {
		return
	}
	v := people[mover.Name]
	v.Open(r.address + "/matches/" + m.ID)
	v.Follow(`.rest a[href$="?resign=1"]`)
	v.Follow("#resign button.danger")
	if o := r.match(m.ID).Record.Outcome(); o.Ending != engine.Resignation {
		r.t.Errorf("match %s ended as %+v", m.Fixture, o)
	}
}

// noDefects checks the page with axe.
func (v *visitor) noDefects(what string) {
	v.r.t.Helper()
	for _, defect := range v.Axe() {
		v.r.t.Errorf("%s: %s", what, defect)
	}
}

// invites has a bot play in the tournament whose page is open.
func (v *visitor) invites(bot string) {
	browser.Eval[bool](v.Page, fmt.Sprintf(`(() => { document.querySelector("#bot").value = %q; return true })()`, bot))
	v.Follow(`form[action$="/bots"] button`)
}
