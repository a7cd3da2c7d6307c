package store

import (
	"database/sql"
	"fmt"
	"strings"

	"kickabout/league"
)

// tournamentRow is a tournament without entries and log. All but id, GID and
// head is a copy of what the log comes to.
type tournamentRow struct {
	ID          string
	GID         []byte `gorm:"column:gid"`
	Head        []byte
	Name        string
	Format      string
	Game        string
	Variant     string
	Control     string
	Places      int
	Cycles      int
	WhenFull    int
	OrganiserID string
	CreatedMs   int64
	State       string
	StartedMs   int64
	EndedMs     int64
	LastSeq     int
	Competition string
	Edition     string
	Rolling     int
	NoVacation  int
	Profile     string
	ClosesMs    int64
	StartsMs    int64
	LateMs      int64
	ChangedMs   int64
	ToldMs      int64
	Terms       string
	Private     int
	Paced       int
	BeganMs     int64
	PausedMs    int64
	Pairs       string
	Teams       string // a line each
	Rests       string
}

func (tournamentRow) TableName() string { return "tournaments" }

// organisedRow is a tournament together with its organiser.
type organisedRow struct {
	Tournament tournamentRow `gorm:"embedded"`
	Organiser  playerRow     `gorm:"embedded;embeddedPrefix:organiser_"`
}

// entryRow is an entry, a copy of what the log comes to.
type entryRow struct {
	TournamentID string
	PlayerID     string
	Seq          int
	Seed         int
	Winner       int
	EnteredMs    int64
	GroupID      string
	OutBy        string
	QualifiedMs  int64
	Note         string
	PresentMs    int64
	Team         string
	Board        int
}

func (entryRow) TableName() string { return "entries" }

// entrantRow is an entry together with its player.
type entrantRow struct {
	Entry  entryRow  `gorm:"embedded"`
	Player playerRow `gorm:"embedded;embeddedPrefix:p_"`
}

// decisionRow is one event of a tournament's log.
type decisionRow struct {
	TournamentID string
	Seq          int
	AtMs         int64
	ByID         *string // nil: the site
	Act          string
	PlayerID     *string // nil: nobody
	Text         string
}

func (decisionRow) TableName() string { return "tournament_events" }

// decidedRow is an event together with its players, blank where there are none.
type decidedRow struct {
	Decision decisionRow `gorm:"embedded"`
	By       playerRow   `gorm:"embedded;embeddedPrefix:decider_"`
	Player   playerRow   `gorm:"embedded;embeddedPrefix:p_"`
}

// roleRow is a role of a player in a tournament, a copy of what the log comes to.
type roleRow struct {
	TournamentID string
	PlayerID     string
	Role         string
	N            int
}

func (roleRow) TableName() string { return "tournament_roles" }

// appointedRow is a role together with its player.
type appointedRow struct {
	Role   roleRow   `gorm:"embedded"`
	Player playerRow `gorm:"embedded;embeddedPrefix:p_"`
}

func tournamentToRow(t league.Tournament) tournamentRow {
	row := tournamentRow{
		ID: t.ID, GID: t.GID[:], Head: t.Head[:], Name: t.Name, Format: t.Format, Game: t.Game, Variant: t.Variant,
		Control: t.Control, Places: t.Places, Cycles: t.Cycles, WhenFull: flag(t.WhenFull), OrganiserID: t.Organiser.ID,
		CreatedMs: millis(t.Created), State: string(t.State), StartedMs: millis(t.Started), EndedMs: millis(t.Ended), LastSeq: t.Last,
		Competition: t.Competition, Edition: t.Edition, Rolling: flag(t.Rolling), NoVacation: flag(t.NoVacation), Profile: t.Profile,
		ClosesMs: millis(t.Closes), StartsMs: millis(t.Starts), LateMs: millis(t.Late), ChangedMs: millis(t.Changed), ToldMs: millis(t.Told),
		Terms: t.TournamentTerms.String(), Private: flag(t.Private), Paced: flag(t.RoundDays > 0), BeganMs: millis(t.Started), PausedMs: millis(t.Paused),
	}
	if t.State == league.Cancelled {
		row.StartedMs = 0 // by the table's constraint; began_ms knows it
	}
	pairs := make([]string, len(t.Pairs))
	for i, p := range t.Pairs {
		pairs[i] = p.String()
	}
	row.Pairs = strings.Join(pairs, "; ")
	teams := make([]string, len(t.Teams))
	for i, team := range t.Teams {
		teams[i] = team.String()
	}
	row.Teams = strings.Join(teams, "\n")
	row.Rests = restsText(t.Rests)
	return row
}

func (r organisedRow) tournament() league.Tournament {
	row := r.Tournament
	t := league.Tournament{
		ID: row.ID, Organiser: r.Organiser.player(), Created: moment(row.CreatedMs), State: league.TournamentState(row.State),
		Started: moment(row.BeganMs), Ended: moment(row.EndedMs), Paused: moment(row.PausedMs), Last: row.LastSeq, Changed: moment(row.ChangedMs), Told: moment(row.ToldMs),
		TournamentTerms: league.TournamentTerms{
			Name: row.Name, Format: row.Format, Game: row.Game, Variant: row.Variant, Control: row.Control,
			Places: row.Places, Cycles: row.Cycles, WhenFull: row.WhenFull != 0,
			Competition: row.Competition, Edition: row.Edition, Rolling: row.Rolling != 0, NoVacation: row.NoVacation != 0, Profile: row.Profile,
			Closes: moment(row.ClosesMs), Starts: moment(row.StartsMs), Late: moment(row.LateMs),
		},
	}
	if terms, err := league.ParseTerms(row.Terms); err == nil {
		t.TournamentTerms = terms
	}
	for text := range strings.SplitSeq(row.Pairs, "; ") {
		if rule, err := league.ParsePairRule(text); err == nil {
			t.Pairs = append(t.Pairs, rule)
		}
	}
	for text := range strings.SplitSeq(row.Teams, "\n") {
		if team, err := league.ParseTeam(text); err == nil {
			t.Teams = append(t.Teams, team)
		}
	}
	t.Rests = parseRests(row.Rests)
	copy(t.GID[:], row.GID)
	copy(t.Head[:], row.Head)
	return t
}

// restsText writes spans as the column has them.
func restsText(rests []league.Rest) string {
	parts := make([]string, len(rests))
	for i, r := range rests {
		parts[i] = fmt.Sprintf("%d-%d", millis(r.From), millis(r.Until))
	}
	return strings.Join(parts, "; ")
}

func parseRests(text string) (rests []league.Rest) {
	for part := range strings.SplitSeq(text, "; ") {
		var from, until int64
		if n, _ := fmt.Sscanf(part, "%d-%d", &from, &until); n == 2 {
			rests = append(rests, league.Rest{From: moment(from), Until: moment(until)})
		}
	}
	return rests
}

func entrantToRow(tournament string, e league.Entrant) entryRow {
	return entryRow{
		TournamentID: tournament, PlayerID: e.Player.ID, Seq: e.Seq, Seed: e.Seed, Winner: flag(e.Winner),
		EnteredMs: millis(e.Entered), GroupID: string(e.Group), OutBy: string(e.Out), QualifiedMs: millis(e.Qualified), Note: e.Note,
		PresentMs: millis(e.Present), Team: e.Team, Board: e.Board,
	}
}

// entrantColumns are the columns that scanEntrant reads.
const entrantColumns = "tournament_id, player_id, seq, seed, winner, entered_ms, group_id, out_by, qualified_ms, note, present_ms, team, board, p.id, p.name, p.kind, p.created_ms"

func scanEntrant(rows *sql.Rows) (r entrantRow, err error) {
	e, p := &r.Entry, &r.Player
	err = rows.Scan(&e.TournamentID, &e.PlayerID, &e.Seq, &e.Seed, &e.Winner, &e.EnteredMs, &e.GroupID, &e.OutBy, &e.QualifiedMs, &e.Note, &e.PresentMs, &e.Team, &e.Board,
		&p.ID, &p.Name, &p.Kind, &p.CreatedMs)
	return r, err
}

func (r entrantRow) entrant() league.Entrant {
	return league.Entrant{
		Player: r.Player.player(), Seq: r.Entry.Seq, Seed: r.Entry.Seed, Winner: r.Entry.Winner != 0, Entered: moment(r.Entry.EnteredMs),
		Group: league.Group(r.Entry.GroupID), Out: league.Exit(r.Entry.OutBy), Qualified: moment(r.Entry.QualifiedMs), Note: r.Entry.Note,
		Present: moment(r.Entry.PresentMs), Team: r.Entry.Team, Board: r.Entry.Board,
	}
}

func decisionToRow(tournament string, d league.Decision) decisionRow {
	row := decisionRow{TournamentID: tournament, Seq: d.Seq, AtMs: millis(d.At), Act: string(d.Act), Text: d.Text}
	if d.By.ID != "" {
		row.ByID = &d.By.ID
	}
	if d.Player.ID != "" {
		row.PlayerID = &d.Player.ID
	}
	return row
}

func (r decidedRow) decision() league.Decision {
	return league.Decision{
		Seq: r.Decision.Seq, At: moment(r.Decision.AtMs), By: r.By.player(), Act: league.TournamentAct(r.Decision.Act),
		Player: r.Player.player(), Text: r.Decision.Text,
	}
}
