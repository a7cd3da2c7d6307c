package season

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kickabout/league"
	"kickabout/league/office"
)

// host organises the tournaments that a script opens.
const host = "host"

// opened returns the fields of a proposal by the options that a script gives them.
func opened(p *office.TournamentProposal) map[string]*string {
	return map[string]*string{
		"name": &p.Name, "format": &p.Format, "places": &p.Places, "cycles": &p.Cycles, "control": &p.Control, "profile": &p.Profile,
		"group": &p.GroupSize, "through": &p.Through, "rounds": &p.Rounds, "days": &p.RoundDays,
	}
}

// open opens a user's tournament for entry: a round robin unless said.
func (t *teller) open(args []string) error {
	if _, ok := t.people[host]; !ok {
		if err := t.players([]string{host}); err != nil {
			return err
		}
	}
	p := office.TournamentProposal{
		Reservation: t.office.ReserveTournament(), Name: "The " + args[0], Format: "roundrobin", Rules: t.rules,
		Places: "12", Cycles: "1", Control: "lg", Start: office.StartOrganiser,
	}
	fields := opened(&p)
	for _, o := range args[1:] {
		name, value, _ := strings.Cut(o, "=")
		switch field, ok := fields[name]; {
		case ok:
			*field = words(value)
		case o == "third":
			p.ThirdPlace = true
		case o == "duplicate=yes":
			p.Duplicate = true
		case o == "close":
			p.CloseWin = true
		default:
			return fmt.Errorf("there is no option %q; the options are third, close, duplicate=yes and %s", o, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
		}
	}
	cup, err := t.office.CreateTournament(t.ctx, t.people[host], p)
	t.cups[args[0]] = cup.ID
	return err
}

// words returns a text that a script writes as one word.
func words(text string) string { return strings.ReplaceAll(text, "_", " ") }

// team lets a captain call players into his team in a tournament of teams, which he founds unless
// it is there, and they join it.
func (t *teller) team(args []string) error {
	c, err := t.find(args[0], true)
	if err != nil {
		return err
	}
	name, captain := words(args[1]), t.people[args[2]]
	id := teamOf(c, name)
	if id == "" {
		if err := t.office.InTeam(t.ctx, captain, c.ID, office.TeamForm{Act: "found", Name: name}); err != nil {
			return err
		}
		if c, err = t.find(args[0], true); err != nil {
			return err
		}
		id = teamOf(c, name)
	}
	for _, player := range args[3:] {
		who := t.people[player]
		if err := t.office.InTeam(t.ctx, captain, c.ID, office.TeamForm{Act: "call", Team: id, Player: who.Name}); err != nil {
			return err
		}
		if err := t.office.InTeam(t.ctx, who, c.ID, office.TeamForm{Act: "join", Team: id}); err != nil {
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
