package script

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kickabout/league"
	"kickabout/league/tournaments"
)

// host organises the tournaments that a script opens.
const host = "host"

// opened returns the fields of a proposal by the options that a script gives them.
func opened(p *tournaments.TournamentProposal) map[string]*string {
	return map[string]*string{
		"name": &p.Name, "format": &p.Format, "places": &p.Places, "cycles": &p.Cycles, "control": &p.Control, "profile": &p.Profile,
	}
}

// shorter are words of a script for the names of terms.
var shorter = map[string]string{"group": "group_size", "days": "round_days", "third": "third_place", "close": "close_win"}

// term types a term of a proposal as an option of a script gives it: "days=7", "third"; false if
// there is none.
func term(p *tournaments.TournamentProposal, option string) bool {
	name, value, _ := strings.Cut(option, "=")
	name = cmp.Or(shorter[name], name)
	t, ok := league.TermByName(name)
	if !ok || t.Part == "" || (t.Kind == league.Flag) != (value == "" || value == "yes") {
		return false
	}
	p.Set(name, cmp.Or(words(value), "1"))
	return true
}

// open opens a user's tournament for entry: a round robin unless said.
func (t *teller) open(args []string) error {
	if _, ok := t.people[host]; !ok {
		if err := t.players([]string{host}); err != nil {
			return err
		}
	}
	p := tournaments.TournamentProposal{
		Reservation: t.Office().ReserveTournament(), Name: "The " + args[0], Format: "roundrobin", Rules: t.rules,
		Places: "12", Cycles: "1", Control: "lg", Start: tournaments.StartOrganiser,
	}
	fields := opened(&p)
	for _, o := range args[1:] {
		name, value, _ := strings.Cut(o, "=")
		switch field, ok := fields[name]; {
		case ok:
			*field = words(value)
		case term(&p, o):
		default:
			return fmt.Errorf("there is no option %q; the options are terms of a tournament and %s", o, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
		}
	}
	cup, err := t.Office().CreateTournament(t.ctx, t.people[host], p)
	t.cups[args[0]] = cup.ID
	return err
}

// words returns a text that a script writes as one word.
func words(text string) string { return strings.ReplaceAll(text, "_", " ") }

// team lets a captain call players into their team in a tournament of teams, which they found unless
// it is there, and they join it.
func (t *teller) team(args []string) error {
	c, err := t.find(args[0], true)
	if err != nil {
		return err
	}
	name, captain := words(args[1]), t.people[args[2]]
	id := teamOf(c, name)
	if id == "" {
		if err := t.Office().InTeam(t.ctx, captain, c.ID, tournaments.TeamForm{Act: "found", Name: name}); err != nil {
			return err
		}
		if c, err = t.find(args[0], true); err != nil {
			return err
		}
		id = teamOf(c, name)
	}
	for _, player := range args[3:] {
		who := t.people[player]
		if err := t.Office().InTeam(t.ctx, captain, c.ID, tournaments.TeamForm{Act: "call", Team: id, Player: who.Name}); err != nil {
			return err
		}
		if err := t.Office().InTeam(t.ctx, who, c.ID, tournaments.TeamForm{Act: "join", Team: id}); err != nil {
			return err
		}
	}
	return nil
}

// teamOf returns the id of a team by its name; "" if there is none.
func teamOf(c league.Tournament, name string) string {
	for _, team := range c.Teams {
		if team.Name == name {
			return team.ID
		}
	}
	return ""
}
