package roster

import (
	"cmp"
	"slices"

	"kickabout/league"
)

// A Standing is how a line of a file stands to a tournament.
type Standing string

// All there are. Of one line the first that is true counts.
const (
	Unknown   Standing = "unknown"   // there is no such member
	Twice     Standing = "twice"     // a line above names the same member
	Entered   Standing = "entered"   // they are in the tournament
	Organises Standing = "organises" // they organise it, and need no invitation
	Banned    Standing = "banned"    // they may not enter it
	Invited   Standing = "invited"   // they were invited before
	New       Standing = "new"       // they can be invited
)

// A Row is a line of a file, who of the members is meant, and how they stand to the tournament.
type Row struct {
	Player
	Member   league.Player // the zero value where they are unknown
	Standing Standing
	Before   int // of Twice: the line above
}

// A Preview is what a file would come to.
type Preview struct {
	Rows     []Row
	Problems []Problem
	Seeds    []string // ids of entrants, the first seed first; none where seeds are not given by hand
}

// New lists who would be invited.
func (p Preview) New() (players []league.Player) {
	for _, r := range p.Rows {
		if r.Standing == New {
			players = append(players, r.Member)
		}
	}
	return players
}

// Look says what a file would come to in a tournament. Found returns the member of a name; false if there is none.
func Look(data []byte, t league.Tournament, found func(name string) (league.Player, bool)) Preview {
	players, problems := Read(data)
	p := Preview{Problems: problems}
	if len(players) > MaxLines {
		players = players[:MaxLines]
	}
	lines := map[string]int{} // by the ids of members
	for _, player := range players {
		r := Row{Player: player, Standing: Unknown}
		if member, ok := found(player.Name); ok {
			r.Member, r.Before = member, lines[member.ID]
			r.Standing = standing(t, member, r.Before)
			if r.Before == 0 {
				lines[member.ID] = player.Line
			}
		}
		p.Rows = append(p.Rows, r)
	}
	p.Seeds = seeds(t, p.Rows)
	return p
}

func standing(t league.Tournament, member league.Player, before int) Standing {
	_, in := t.Entrant(member.ID)
	switch {
	case before > 0:
		return Twice
	case in:
		return Entered
	case member.ID == t.Organiser.ID:
		return Organises
	case t.Has(member.ID, league.Banned):
		return Banned
	case t.Has(member.ID, league.Invited):
		return Invited
	}
	return New
}

// seeds orders those who have a place by the seeds of the file.
func seeds(t league.Tournament, rows []Row) []string {
	if t.Seeding != league.SeedHand || t.State != league.Registration {
		return nil
	}
	placed := map[string]bool{}
	for i, e := range t.Entries {
		placed[e.Player.ID] = i < t.Places
	}
	var seeded []Row
	for _, r := range rows {
		if r.Standing == Entered && r.Seed > 0 && placed[r.Member.ID] {
			seeded = append(seeded, r)
		}
	}
	slices.SortStableFunc(seeded, func(a, b Row) int { return cmp.Compare(a.Seed, b.Seed) })
	var ids []string
	for _, r := range seeded {
		ids = append(ids, r.Member.ID)
	}
	return ids
}
