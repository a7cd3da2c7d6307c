package office_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/archive"
	deskleague "kickabout/league/desk"
	"kickabout/store"
	"kickabout/store/storetest"
)

// taken returns an export, which must hold.
func (c *club) taken(export func(context.Context, io.Writer) error) string {
	c.t.Helper()
	var b bytes.Buffer
	c.must(export(c.t.Context(), &b))
	if _, err := archive.Verify(bytes.NewReader(b.Bytes()), games.ByID, tbd2.Evidence{}); err != nil {
		c.t.Errorf("%v:\n%s", err, &b)
	}
	return b.String()
}

// TestExportsOfAPrivateTournamentAreForThoseWhoKnowIt is S2.
func TestExportsOfAPrivateTournamentAreForThoseWhoKnowIt(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve")
		ann, bob, dan, eve := people[0], people[1], people[3], people[4]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Name, t.Private, t.Places = "A canary cup", true, 3 })
		c.desk(ann, id, deskleague.DeskForm{Act: "ban", Player: "Dan", Text: "a reason that is nobody's business"})
		for _, p := range people[1:3] { // who knows it
			c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: p.Name, Text: "come"})
		}
		c.enter(id, ann, bob, people[2])
		c.must(c.StartTournament(t.Context(), ann, id))

		for name, viewer := range map[string]league.Viewer{"nobody": league.Public(), "a stranger": league.Of(eve), "who is banned": league.Of(dan)} {
			var b bytes.Buffer
			if wantKind(t, c.ExportTournament(t.Context(), viewer, id, "", &b), league.NotFound); b.Len() > 0 {
				t.Errorf("%s is sent %s", name, &b)
			}
			file := c.taken(func(ctx context.Context, w io.Writer) error { return c.ExportMatches(ctx, viewer, bob, "", w) })
			if strings.Contains(file, "canary") || strings.Contains(file, id) || strings.Contains(file, `"type":"match"`) || strings.Contains(file, "Cleo") || strings.Contains(file, "Ann") {
				t.Errorf("%s learns of it:\n%s", name, file)
			}
		}
		for name, viewer := range map[string]league.Viewer{"an entrant": league.Of(bob), "the organiser": league.Of(ann), "the site": league.Site()} {
			cup := c.taken(func(ctx context.Context, w io.Writer) error { return c.ExportTournament(ctx, viewer, id, "", w) })
			if strings.Count(cup, `{"type":"match"`) != 3 || strings.Count(cup, `{"type":"place"`) != 3 || strings.Count(cup, `{"type":"entry"`) != 3 {
				t.Errorf("%s gets %s", name, cup)
			}
			if desk := strings.Contains(cup, "nobody's business"); desk != (viewer.Player() != bob.ID) {
				t.Errorf("%s sees who is banned: %t", name, desk)
			}
			if file := c.taken(func(ctx context.Context, w io.Writer) error { return c.ExportMatches(ctx, viewer, bob, "", w) }); strings.Count(file, `{"type":"match"`) != 2 {
				t.Errorf("%s gets %s", name, file)
			}
		}
	})
}

func TestATableForSpreadsheets(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo")
	id := c.opened(people[0], func(t *league.TournamentTerms) { t.Name, t.Places = "=A cup", 3 })
	c.enter(id, people...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	for csv, want := range map[string]string{
		archive.PlaceLine: "tournament,group,rank,player,name,points,", "tournament": "id,gid,head,name", archive.MatchType: "id,game,variant,", "entry": "tournament_id,player_id,",
	} {
		var b strings.Builder
		c.must(c.ExportTournament(t.Context(), league.Of(people[0]), id, csv, &b))
		rows := map[string]int{"tournament": 1}[csv]
		if rows == 0 {
			rows = 3
		}
		if lines := strings.Split(strings.TrimSpace(b.String()), "\n"); !strings.HasPrefix(lines[0], want) || len(lines) != rows+1 {
			t.Errorf("of type %s it is\n%s", csv, b.String())
		}
		if strings.Contains(b.String(), ",=A") {
			t.Error("a name is a formula")
		}
	}
	wantKind(t, c.ExportTournament(t.Context(), league.Of(people[0]), "none", "", io.Discard), league.NotFound)
	wantKind(t, c.ExportTournament(t.Context(), league.Site(), "none", "", io.Discard), league.NotFound)
	wantKind(t, c.ExportCompetition(t.Context(), league.Of(people[0]), "none", "", "", io.Discard), league.NotFound)
}
