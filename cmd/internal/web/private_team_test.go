package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kickabout/league"
	membersleague "kickabout/league/members"
	teamleague "kickabout/league/team"
	"kickabout/league/tournaments"
)

// newClosedTeams makes a site with private leagues of teams: one takes entries, one is played,
// and one was open when its matches were.
func newClosedTeams(t *testing.T) *closed {
	c := newClosedSite(t)
	c.heard = func(role string, cup int) bool {
		return role == "left" || role == "banned" || role == "member" && cup > 0
	}
	c.opensTeams(true)
	c.playsTeams(c.opensTeams(true))
	was := c.opensTeams(false)
	c.playsTeams(was)
	v, err := c.Office.Tournament(t.Context(), league.Site(), was)
	c.must(err)
	terms := league.TermsFormOf(v.Tournament.TournamentTerms)
	c.desk(was, url.Values{"act": {"change"}, "name": {terms.Typed["name"]}, "profile": {terms.Typed["profile"]}, "private": {"1"}})
	c.draft, err = c.Office.SaveDraft(t.Context(), c.people["organiser"].Player, "", c.canary("organiser"), "format=teams&name="+c.canary("organiser"))
	c.must(err)
	c.offer = "nosuchoffer0"
	return c
}

// inTeam does something in a team of a tournament by its form.
func (c *closed) inTeam(role, cup string, fields ...string) {
	c.T.Helper()
	if a := c.people[role].Team("/tournaments/"+cup, fields...); a.Status != http.StatusSeeOther {
		c.T.Fatalf("%s %v: %d", role, fields, a.Status)
	}
}

// opensTeams opens a league of three teams: players are taken in and invited, one is refused and
// one banned after a team had invited them.
func (c *closed) opensTeams(private bool) string {
	c.T.Helper()
	word := c.canary()
	path := c.people["organiser"].Cup(func(f url.Values) {
		f.Set("name", c.canary(insiders...))
		f.Set("format", "teams")
		f.Set("places", "3")
		f.Del("playing")
		if private {
			f.Set("private", "1")
			f.Set("password", word)
		}
	})
	cup := strings.TrimPrefix(path, "/tournaments/")
	c.cups = append(c.cups, cup)
	c.desk(cup, url.Values{"act": {"appoint"}, "player": {names["director"]}})
	for _, role := range []string{"entrant", "third", "sixth", "tenth", "left"} {
		c.desk(cup, url.Values{"act": {"invite"}, "player": {names[role]}, "text": {c.canary(insiders...)}})
	}
	team := c.foundsTeam("entrant", cup, word, "second", "third", "fourth", "fifth")
	c.teams[cup] = team
	calls := []string{"invited", "banned"}
	if len(c.cups) > 1 { // from the start on nobody is invited to a team
		c.desk(cup, url.Values{"act": {"invite"}, "player": {names["invited"]}, "text": {c.canary(insiders...)}})
		calls = append(calls, "member")
	}
	for _, role := range calls {
		c.inTeam("entrant", cup, "act", "call", "team", team, "player", names[role])
	}
	c.inTeam("left", cup, "act", "ask", "team", team)
	c.inTeam("entrant", cup, "act", "release", "team", team, "player", c.people["left"].Player.ID)
	c.desk(cup, url.Values{"act": {"announce"}, "text": {c.canary(insiders...)}})
	for _, role := range []string{"banned", "left"} {
		c.desk(cup, url.Values{"act": {"ban"}, "player": {names[role]}, "text": {c.canary(insiders...)}})
	}
	c.foundsTeam("sixth", cup, word, "seventh", "eighth", "ninth")
	c.foundsTeam("tenth", cup, word, "eleventh", "twelfth", "thirteenth")
	return cup
}

// foundsTeam lets a captain found a team, into which the others come by their invitation or, if
// they know of the tournament, by asking. It returns its id.
func (c *closed) foundsTeam(captain, cup, word string, others ...string) string {
	c.T.Helper()
	page := c.Accepted(c.people[captain].Team("/tournaments/"+cup, "act", "found", "name", "The "+c.canary(insiders...))).Header.Get("Location")
	team := page[strings.LastIndexByte(page, '/')+1:]
	boards := []string{"act", "line-up", "team", team, "board-" + c.people[captain].Player.ID, "1"}
	for i, role := range others {
		if role == "third" {
			c.inTeam(role, cup, "act", "ask", "team", team)
			c.inTeam(captain, cup, "act", "take", "team", team, "player", c.people[role].Player.ID)
		} else {
			c.inTeam(captain, cup, "act", "call", "team", team, "player", names[role])
			c.inTeam(role, cup, "act", "join", "team", team, "word", word)
		}
		boards = append(boards, "board-"+c.people[role].Player.ID, string(rune('2'+len(others)-1-i)))
	}
	c.inTeam(captain, cup, boards...)
	return team
}

// playsTeams starts a league, says things beside its matches, gives some of them up, and a
// reserve takes over a board.
func (c *closed) playsTeams(cup string) {
	c.T.Helper()
	organiser := c.people["organiser"].Player
	c.Accepted(c.people["organiser"].Post("/tournaments/"+cup+"/start", nil))
	v, err := c.Office.Tournament(c.T.Context(), league.Site(), cup)
	c.must(err)
	for i, m := range v.Matches {
		c.matches = append(c.matches, m.ID)
		if i > 2 {
			continue
		}
		c.must(c.Office.Say(c.T.Context(), m.Seats[i%2].Player, membersleague.Saying{Match: m.ID, Text: c.canary(insiders...), Arrived: c.Clock()}))
		c.must(c.Office.Report(c.T.Context(), organiser, m.ID, 1, c.canary("organiser")))
		_, err := c.Working().Resign(c.T.Context(), m.Seats[i%2].Player, m.ID, c.Clock())
		c.must(err)
	}
	reserve := slices.IndexFunc(v.Tournament.LineUp(c.teams[cup]), func(e league.Entrant) bool { return e.Board > v.Tournament.Boards })
	c.inTeam("entrant", cup, "act", "field", "player", v.Tournament.LineUp(c.teams[cup])[reserve].Player.ID, "board", "3", "text", c.canary(insiders...))
	_, err = c.Working().AddTime(c.T.Context(), organiser, cup, tournaments.TimeGrant{Days: 1, Reason: c.canary(insiders...)})
	c.must(err)
	c.desk(cup, url.Values{"act": {"pause"}, "text": {c.canary(insiders...)}})
	c.desk(cup, url.Values{"act": {"resume"}})
}

// TestAnOutsiderOfAPrivateLeagueOfTeamsCanDoNothingInIt sends everything that is done in teams,
// to the league and to one that is not there.
func TestAnOutsiderOfAPrivateLeagueOfTeamsCanDoNothingInIt(t *testing.T) {
	c := newClosedTeams(t)
	for _, cup := range c.cups {
		before, err := c.Office.Tournament(t.Context(), league.Site(), cup)
		c.must(err)
		for _, role := range outsiders {
			for _, act := range append(teamleague.Acts(), "none") {
				at := func(there string) string {
					a := c.asks(role, http.MethodPost, "POST /tournaments/:id/teams", "/tournaments/"+there+"/teams", url.Values{
						"act": {act}, "team": {c.teams[cup]}, "player": {c.people["entrant"].Player.ID}, "name": {"A team"}, "board": {"1"}, "text": {"a reason"},
					})
					return strings.ReplaceAll(told(a), there, "ID")
				}
				if got, want := at(cup), at("nosuchthing0"); got != want {
					t.Errorf("%s, %s: %.120s\nof what is not there: %.120s", act, role, got, want)
				}
			}
		}
		after, err := c.Office.Tournament(t.Context(), league.Site(), cup)
		c.must(err)
		if after.Tournament.Last != before.Tournament.Last {
			t.Errorf("outsiders have done %d things in %s", after.Tournament.Last-before.Tournament.Last, cup)
		}
	}
}
