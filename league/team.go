package league

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Reserves is how many players a team may have beside those at its boards (R-TE-1).
const Reserves = 2

// Bench is how many players of a team have no board: reserves, and those whose board a
// reserve has taken over, who stand behind them and do not come back.
const Bench = 2 * Reserves

// Team is a team of a tournament (R-TE-1). Its players are the entrants who name it.
type Team struct {
	ID      string // "t3" if event 3 of the tournament founded it
	Name    string
	Captain string // id of one of its players, who directs it for its line-up only (R-TE-4)
}

// Asks is the role of who asks to play for a team, Called of whom it invites. They end when
// they play for one.
func (t Team) Asks() Role { return Role("asks " + t.ID) }

// Called is the role of whom the team invites.
func (t Team) Called() Role { return Role("called " + t.ID) }

// IsWish says that a role is one of Asks or Called.
func (r Role) IsWish() bool {
	return strings.HasPrefix(string(r), "asks ") || strings.HasPrefix(string(r), "called ")
}

// String writes a team as stores keep it: "t3 ann Night Owls".
func (t Team) String() string { return t.ID + " " + t.Captain + " " + t.Name }

// ParseTeam undoes String.
func ParseTeam(text string) (Team, error) {
	parts := strings.SplitN(text, " ", 3)
	if len(parts) != 3 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		return Team{}, fmt.Errorf("%q is no team", text)
	}
	return Team{ID: parts[0], Captain: parts[1], Name: parts[2]}, nil
}

// Team finds a team by its id.
func (t Tournament) Team(id string) (Team, bool) {
	i := slices.IndexFunc(t.Teams, func(team Team) bool { return team.ID == id })
	if i < 0 {
		return Team{}, false
	}
	return t.Teams[i], true
}

// LineUp returns the players of a team from board 1 on, the reserves last; nobody for "".
func (t Tournament) LineUp(team string) []Entrant {
	var players []Entrant
	for _, e := range t.Entries {
		if e.Team == team && team != "" {
			players = append(players, e)
		}
	}
	slices.SortFunc(players, func(a, b Entrant) int { return cmp.Compare(a.Board, b.Board) })
	return players
}

// Complete returns the teams that have a player for every board.
func (t Tournament) Complete() []Team {
	players := map[string]int{}
	for _, e := range t.Entries {
		players[e.Team]++
	}
	return slices.DeleteFunc(slices.Clone(t.Teams), func(team Team) bool { return players[team.ID] < t.Boards })
}

// Wishes returns who asks to play for a team, or whom it invites.
func (t Tournament) Wishes(role Role) []Player {
	var players []Player
	for _, a := range t.Roles {
		if a.Role == role {
			players = append(players, a.Player)
		}
	}
	return players
}

// Captains says whether a player is the captain of a team.
func (t Tournament) Captains(player, team string) bool {
	found, ok := t.Team(team)
	return ok && player != "" && found.Captain == player
}

// capacity is how many entries there may be.
func capacity(t Tournament) int {
	if t.Boards > 0 {
		return t.Places * (t.Boards + Reserves)
	}
	return t.Places
}

// team adds what is done about the teams of a tournament. All of it but a substitution is
// done before the start.
func (t *ledger) team(d Decision) error {
	if t.Boards == 0 {
		return Errorf(Invalid, "There are no teams in this tournament.")
	}
	if d.Act == ActFielded {
		return t.field(d)
	}
	if err := t.beforeStart("change its teams"); err != nil {
		return err
	}
	if d.Act == ActFounded {
		return t.found(d)
	}
	id, rest, _ := strings.Cut(d.Text, " ")
	team, ok := t.Team(id)
	if !ok {
		return Errorf(Stale, "There is no such team in this tournament any more.")
	}
	t.close()
	switch d.Act {
	case ActAsked:
		return t.ask(d, team)
	case ActCalled:
		return t.call(d, team)
	case ActJoined:
		return t.join(d, team)
	case ActReleased:
		return t.release(d, team)
	}
	return t.lineUp(d, team, strings.Fields(rest))
}

// byCaptain refuses whoever is neither the captain of a team nor directs the tournament
// (R-TE-4).
func (t Tournament) byCaptain(by Player, team Team, to string) error {
	if by.ID == team.Captain || t.byDirector(by, to) == nil {
		return nil
	}
	return Errorf(Forbidden, "Only the captain of %s can %s.", team.Name, to)
}

// found lets a player enter with a team of their own.
func (t *ledger) found(d Decision) error {
	at := t.find(d.Player.ID)
	switch {
	case d.By.ID != d.Player.ID || d.Text == "":
		return fmt.Errorf("%q founds %q for %q", d.By.ID, d.Text, d.Player.ID)
	case at >= 0 && t.Entries[at].Team != "":
		return t.hasTeam(d, t.Entries[at])
	case slices.ContainsFunc(t.Teams, func(other Team) bool { return strings.EqualFold(other.Name, d.Text) }):
		return FieldErrorf("name", "There is a team of this name already. Choose another one.")
	case len(t.Teams) >= t.Places:
		return Errorf(Stale, "There is no place for another team. You can ask one of them to take you.")
	}
	if err := t.admit(d); err != nil {
		return err
	}
	team := Team{ID: "t" + strconv.Itoa(d.Seq), Name: d.Text, Captain: d.Player.ID}
	t.Teams = append(t.Teams[:len(t.Teams):len(t.Teams)], team)
	t.into(d.Player.ID, team)
	return nil
}

// admit sees to it that a player is entered, by themselves.
func (t *ledger) admit(d Decision) error {
	if t.find(d.Player.ID) >= 0 {
		return nil
	}
	return t.enter(Decision{Seq: d.Seq, At: d.At, By: d.Player, Act: ActEntered, Player: d.Player})
}

// into puts an entrant behind the players of a team, and their wishes are over.
func (t *ledger) into(player string, team Team) {
	e := &t.Entries[t.find(player)]
	e.Team, e.Board = "", 0
	e.Board = len(t.LineUp(team.ID)) + 1
	e.Team = team.ID
	t.Roles = slices.DeleteFunc(slices.Clone(t.Roles), func(a Appointment) bool { return a.Player.ID == player && a.Role.IsWish() })
}

func (t *ledger) hasTeam(d Decision, e Entrant) error {
	team, _ := t.Team(e.Team)
	if d.By.ID == d.Player.ID {
		return Errorf(Stale, "You play for %s. A player belongs to one team of a tournament (R-TE-4).", team.Name)
	}
	return Errorf(Stale, "%s plays for %s. A player belongs to one team of a tournament (R-TE-4).", d.Player.Name, team.Name)
}

// room refuses who has a team already, and everybody if a team has no room.
func (t *ledger) room(d Decision, team Team) error {
	if at := t.find(d.Player.ID); at >= 0 && t.Entries[at].Team != "" {
		return t.hasTeam(d, t.Entries[at])
	}
	if most := t.Boards + Reserves; len(t.LineUp(team.ID)) >= most {
		return Errorf(Stale, "%s has %d players, which is as many as a team may have.", team.Name, most)
	}
	return nil
}

// ask notes that a player wants to play for a team. Nothing changes if they are invited: they may
// just as well join it.
func (t *ledger) ask(d Decision, team Team) error {
	if d.By.ID != d.Player.ID || d.Player.ID == "" {
		return fmt.Errorf("%q asks for %q", d.By.ID, d.Player.ID)
	}
	if err := t.room(d, team); err != nil {
		return err
	}
	if t.Has(d.Player.ID, team.Asks()) {
		return Errorf(Stale, "You have asked %s already.", team.Name)
	}
	trial := *t // whether they may enter is told them now, not when the captain has agreed
	trial.Tournament = new(*t.Tournament)
	trial.Entries, trial.at = slices.Clone(t.Entries), nil
	if err := trial.admit(d); err != nil {
		return err
	}
	t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, team.Asks()})
	return nil
}

func (t *ledger) call(d Decision, team Team) error {
	if err := t.byCaptain(d.By, team, "invite players to it"); err != nil {
		return err
	}
	if err := t.room(d, team); err != nil {
		return err
	}
	switch {
	case d.Player.ID == "" || d.Player.Machine():
		return Errorf(Invalid, "Only players with an account can be invited to a team; bots are brought in by who directs the tournament.")
	case t.Has(d.Player.ID, team.Called()):
		return Errorf(Stale, "%s is invited to %s already.", d.Player.Name, team.Name)
	}
	t.Roles = append(t.Roles[:len(t.Roles):len(t.Roles)], Appointment{d.Player, team.Called()})
	return nil
}

// join lets a player play for a team: both they and its captain have agreed, or a director
// fills it up with a free player.
func (t *ledger) join(d Decision, team Team) error {
	if err := t.room(d, team); err != nil {
		return err
	}
	free := t.find(d.Player.ID) >= 0
	switch {
	case d.By.ID == d.Player.ID && t.Has(d.Player.ID, team.Called()):
	case d.By.ID == d.Player.ID:
		return Errorf(Forbidden, "Its captain has to agree: ask to play for %s.", team.Name)
	case d.By.ID == team.Captain && t.Has(d.Player.ID, team.Asks()):
	case free && t.byDirector(d.By, "fill up teams") == nil:
	case d.By.ID == team.Captain:
		return Errorf(Stale, "%s does not ask to play for %s any more. You can invite players.", d.Player.Name, team.Name)
	default:
		if err := t.byCaptain(d.By, team, "take in players"); err != nil {
			return err
		}
		return Errorf(Stale, "%s is not in this tournament. You can invite players.", d.Player.Name)
	}
	if err := t.admit(d); err != nil {
		return err
	}
	t.into(d.Player.ID, team)
	return nil
}

// release takes a player out of a team, who stays in the tournament without one, or ends
// that they ask or are invited.
func (t *ledger) release(d Decision, team Team) error {
	if d.By.ID != d.Player.ID {
		if err := t.byCaptain(d.By, team, "take out players"); err != nil {
			return err
		}
	}
	asked, called := t.dismiss(d.Player.ID, team.Asks()), t.dismiss(d.Player.ID, team.Called())
	at := t.find(d.Player.ID)
	switch {
	case at >= 0 && t.Entries[at].Team == team.ID:
		t.Entries[at].Team, t.Entries[at].Board = "", 0
		t.leftTeam(team.ID)
	case !asked && !called:
		return Errorf(Stale, "%s does not play for %s.", d.Player.Name, team.Name)
	}
	return nil
}

// leftTeam closes the gap that a player has left in their team. The next one follows its
// captain; without anybody it is no more.
func (t *ledger) leftTeam(id string) {
	i := slices.IndexFunc(t.Teams, func(team Team) bool { return team.ID == id })
	if i < 0 {
		return
	}
	players := t.LineUp(id)
	for n, e := range players {
		t.Entries[t.find(e.Player.ID)].Board = n + 1
	}
	t.Teams = slices.Clone(t.Teams)
	if len(players) == 0 {
		team := t.Teams[i]
		t.Teams = slices.Delete(t.Teams, i, i+1)
		t.Roles = slices.DeleteFunc(slices.Clone(t.Roles), func(a Appointment) bool { return a.Role == team.Asks() || a.Role == team.Called() })
		return
	}
	if !slices.ContainsFunc(players, func(e Entrant) bool { return e.Player.ID == t.Teams[i].Captain }) {
		t.Teams[i].Captain = players[0].Player.ID
	}
}

// lineUp gives the players of a team their boards; whether the ratings allow it is the
// office's to say (R-TE-3).
func (t *ledger) lineUp(d Decision, team Team, ids []string) error {
	if d.By.ID != "" {
		if err := t.byCaptain(d.By, team, "set the boards"); err != nil {
			return err
		}
	}
	players := t.LineUp(team.ID)
	named := slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(named) != len(players) || len(ids) != len(players) || slices.ContainsFunc(players, func(e Entrant) bool { return !slices.Contains(ids, e.Player.ID) }) {
		return Errorf(Stale, "The players of %s are others by now. Set the boards again.", team.Name)
	}
	for n, id := range ids {
		t.Entries[t.find(id)].Board = n + 1
	}
	return nil
}

// startTeams puts the teams of a tournament that starts into the order of their first
// boards, and sees that each is complete and everybody plays for one (R-TE-1).
func (t *ledger) startTeams(seeded []Entrant) error {
	if t.Boards == 0 {
		return nil
	}
	first := map[string]int{}
	for _, e := range seeded {
		if e.Team == "" {
			return fmt.Errorf("%q starts without a team", e.Player.ID)
		}
		if e.Board == 1 {
			first[e.Team] = e.Seed
		}
	}
	if len(t.Complete()) != len(t.Teams) {
		return fmt.Errorf("of %d teams %d are complete", len(t.Teams), len(t.Complete()))
	}
	t.Teams = slices.Clone(t.Teams)
	slices.SortFunc(t.Teams, func(a, b Team) int { return first[a.ID] - first[b.ID] })
	t.Roles = slices.DeleteFunc(slices.Clone(t.Roles), func(a Appointment) bool { return a.Role.IsWish() })
	return nil
}

// field lets a reserve take over a board; who had it does not come back (R-TE-3).
func (t *ledger) field(d Decision) error {
	text, reason, _ := strings.Cut(d.Text, " ")
	board, _ := strconv.Atoi(text)
	at := t.find(d.Player.ID)
	if at < 0 || reason == "" || board < 1 || board > t.Boards {
		return fmt.Errorf("%q fields %q", d.Text, d.Player.ID)
	}
	reserve := t.Entries[at]
	team, _ := t.Team(reserve.Team)
	if err := t.byCaptain(d.By, team, "let reserves play"); err != nil {
		return err
	}
	old := slices.IndexFunc(t.Entries, func(e Entrant) bool { return e.Team == reserve.Team && e.Board == board })
	switch {
	case t.State != Running:
		return Errorf(Stale, "Reserves take over a board while a tournament is being played. Before the start, set the boards.")
	case reserve.Board <= t.Boards || reserve.Board > t.Boards+Reserves || old < 0:
		return Errorf(Stale, "%s is no reserve.", d.Player.Name)
	case reserve.Out != Stays:
		return Errorf(Stale, "%s is out of this tournament.", d.Player.Name)
	}
	players := t.LineUp(team.ID)
	last := players[len(players)-1].Board
	t.Entries[old].Board, t.Entries[at].Board = max(last, t.Boards+Reserves)+1, board
	return nil
}

// called says that some team invites a player.
func called(t Tournament, player string) bool {
	return slices.ContainsFunc(t.Teams, func(team Team) bool { return t.Has(player, team.Called()) })
}
