package contests

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
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
	Serial      uint32
	Epoch       uint32
	Seal        []byte
	Tour        []byte
	ClosedMs    int64
	Valued      int
}

func (tournamentRow) TableName() string { return "tournaments" }

// organisedRow is a tournament together with its organiser.
type organisedRow struct {
	Tournament tournamentRow    `gorm:"embedded"`
	Organiser  people.PlayerRow `gorm:"embedded;embeddedPrefix:organiser_"`
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
	Entry  entryRow         `gorm:"embedded"`
	Player people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
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
	Rule         string // a copy of what Text begins with
	Chain        []byte // NULL: not known yet
}

func (decisionRow) TableName() string { return "tournament_events" }

// decidedRow is an event together with its players, blank where there are none.
type decidedRow struct {
	Decision decisionRow      `gorm:"embedded"`
	Removed  int              // 1 if the moderators have taken away what was said
	By       people.PlayerRow `gorm:"embedded;embeddedPrefix:decider_"`
	Player   people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
}

// roleRow is a role of a player in a tournament, a copy of what the log comes to.
type roleRow struct {
	TournamentID string
	PlayerID     string
	Role         string
	N            int
}

func (roleRow) TableName() string { return "tournament_roles" }

func tournamentToRow(t league.Tournament) tournamentRow {
	row := tournamentRow{
		ID: t.ID, GID: t.GID[:], Head: t.Head[:], Name: t.Name, Format: t.Format, Game: t.Game, Variant: t.Variant,
		Control: t.Control, Places: t.Places, Cycles: t.Cycles, WhenFull: sqldb.Flag(t.WhenFull), OrganiserID: t.Organiser.ID,
		CreatedMs: sqldb.Millis(t.Created), State: string(t.State), StartedMs: sqldb.Millis(t.Started), EndedMs: sqldb.Millis(t.Ended), LastSeq: t.Last,
		Competition: t.Competition, Edition: t.Edition, Rolling: sqldb.Flag(t.Rolling), NoVacation: sqldb.Flag(t.NoVacation), Profile: t.Profile,
		ClosesMs: sqldb.Millis(t.Closes), StartsMs: sqldb.Millis(t.Starts), LateMs: sqldb.Millis(t.Late), ChangedMs: sqldb.Millis(t.Changed), ToldMs: sqldb.Millis(t.Told),
		Terms: t.TournamentTerms.String(), Private: sqldb.Flag(t.Private), Paced: sqldb.Flag(t.RoundDays > 0), BeganMs: sqldb.Millis(t.Started), PausedMs: sqldb.Millis(t.Paused), Serial: t.Serial,
		Epoch: t.Dice.Epoch, Seal: sqldb.SealOf(t.Dice), Tour: sqldb.TourOf(t.Dice), ClosedMs: sqldb.Millis(t.Closed), Valued: sqldb.Flag(t.Valued),
	}
	if t.State == league.Cancelled {
		row.StartedMs = 0 // by the table's constraint; began_ms knows it
	}
	row.Pairs = writeEach(t.Pairs, pairsApart, league.PairRule.String)
	row.Teams = writeEach(t.Teams, teamsApart, league.Team.String)
	row.Rests = writeEach(t.Rests, restsApart, restText)
	return row
}

// tournament returns the tournament of a row. If this program cannot read all of it, the error is
// a *league.Unreadable: what was left out would be lost with the next write, and with it who may
// know of the tournament.
func (r organisedRow) tournament() (league.Tournament, error) {
	row := r.Tournament
	t := league.Tournament{
		ID: row.ID, Serial: row.Serial, Organiser: r.Organiser.Player(), Created: sqldb.Moment(row.CreatedMs), State: league.TournamentState(row.State),
		Started: sqldb.Moment(row.BeganMs), Ended: sqldb.Moment(row.EndedMs), Paused: sqldb.Moment(row.PausedMs), Last: row.LastSeq, Changed: sqldb.Moment(row.ChangedMs), Told: sqldb.Moment(row.ToldMs),
		Closed: sqldb.Moment(row.ClosedMs), Valued: row.Valued != 0,
	}
	if row.Epoch > 0 {
		t.Dice = sqldb.Commitment(row.Epoch, row.Serial, row.Seal, row.Tour)
	}
	copy(t.GID[:], row.GID)
	copy(t.Head[:], row.Head)
	var problems [4]error
	t.TournamentTerms, problems[0] = row.terms()
	t.Pairs, problems[1] = parseEach(row.Pairs, pairsApart, league.ParsePairRule)
	t.Teams, problems[2] = parseEach(row.Teams, teamsApart, league.ParseTeam)
	t.Rests, problems[3] = parseEach(row.Rests, restsApart, parseRest)
	if err := errors.Join(problems[:]...); err != nil {
		return league.Tournament{}, &league.Unreadable{Tournament: row.ID, Why: err}
	}
	return t, nil
}

// terms returns the terms of a row. Rows from before there was the column have them in others.
func (row tournamentRow) terms() (league.TournamentTerms, error) {
	if row.Terms != "" {
		return league.ParseTerms(row.Terms)
	}
	return league.TournamentTerms{
		Name: row.Name, Format: row.Format, Game: row.Game, Variant: row.Variant, Control: row.Control,
		Places: row.Places, Cycles: row.Cycles, WhenFull: row.WhenFull != 0,
		Competition: row.Competition, Edition: row.Edition, Rolling: row.Rolling != 0, NoVacation: row.NoVacation != 0, Profile: row.Profile,
		Closes: sqldb.Moment(row.ClosesMs), Starts: sqldb.Moment(row.StartsMs), Late: sqldb.Moment(row.LateMs),
	}, nil
}

// What stands between the parts of columns that hold several.
const (
	pairsApart = "; "
	teamsApart = "\n"
	restsApart = "; "
)

// writeEach writes what a column holds several of.
func writeEach[T any](all []T, apart string, write func(T) string) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = write(one)
	}
	return strings.Join(parts, apart)
}

// parseEach undoes writeEach; what is not understood is an error.
func parseEach[T any](text, apart string, parse func(string) (T, error)) (all []T, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, apart) {
		one, err := parse(part)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// restAway ends a span in which the site was away.
const restAway = " away"

// restText writes a span as the column has it.
func restText(r league.Rest) string {
	text := fmt.Sprintf("%d-%d", sqldb.Millis(r.From), sqldb.Millis(r.Until))
	if r.Away {
		text += restAway
	}
	return text
}

// parseRest undoes restText.
func parseRest(text string) (league.Rest, error) {
	spell, away := strings.CutSuffix(text, restAway)
	first, second, _ := strings.Cut(spell, "-")
	from, _ := strconv.ParseInt(first, 10, 64)
	until, _ := strconv.ParseInt(second, 10, 64)
	r := league.Rest{From: sqldb.Moment(from), Until: sqldb.Moment(until), Away: away}
	if restText(r) != text {
		return league.Rest{}, fmt.Errorf("%q is no span of time", text)
	}
	return r, nil
}

func entrantToRow(tournament string, e league.Entrant) entryRow {
	return entryRow{
		TournamentID: tournament, PlayerID: e.Player.ID, Seq: e.Seq, Seed: e.Seed, Winner: sqldb.Flag(e.Winner),
		EnteredMs: sqldb.Millis(e.Entered), GroupID: string(e.Group), OutBy: string(e.Out), QualifiedMs: sqldb.Millis(e.Qualified), Note: e.Note,
		PresentMs: sqldb.Millis(e.Present), Team: e.Team, Board: e.Board,
	}
}

// entrantColumns and appointedColumns are the columns that scanEntrant reads, of entries and of roles; inEntries is the
// order in which both come.
const (
	entrantColumns = "tournament_id, '' AS role, CASE WHEN seed = 0 THEN 1 ELSE 0 END AS unseeded, " +
		"player_id, seq, seed, winner, entered_ms, group_id, out_by, qualified_ms, note, present_ms, team, board, p.id, p.name, p.kind, p.created_ms"
	appointedColumns = "tournament_id, role, 0, " +
		"player_id, n, 0, 0, 0, '', '', 0, '', 0, '', 0, p.id, p.name, p.kind, p.created_ms"
	inEntries = "ORDER BY tournament_id, unseeded, seed, seq"
)

// scanEntrant reads an entry, or a role where that is not "".
func scanEntrant(rows *sql.Rows) (r entrantRow, role string, err error) {
	e, p := &r.Entry, &r.Player
	var unseeded int
	err = rows.Scan(&e.TournamentID, &role, &unseeded, &e.PlayerID, &e.Seq, &e.Seed, &e.Winner, &e.EnteredMs, &e.GroupID, &e.OutBy, &e.QualifiedMs, &e.Note, &e.PresentMs, &e.Team, &e.Board,
		&p.ID, &p.Name, &p.Kind, &p.CreatedMs)
	return r, role, err
}

func (r entrantRow) entrant() league.Entrant {
	return league.Entrant{
		Player: r.Player.Player(), Seq: r.Entry.Seq, Seed: r.Entry.Seed, Winner: r.Entry.Winner != 0, Entered: sqldb.Moment(r.Entry.EnteredMs),
		Group: league.Group(r.Entry.GroupID), Out: league.Exit(r.Entry.OutBy), Qualified: sqldb.Moment(r.Entry.QualifiedMs), Note: r.Entry.Note,
		Present: sqldb.Moment(r.Entry.PresentMs), Team: r.Entry.Team, Board: r.Entry.Board,
	}
}

func decisionToRow(tournament string, d league.Decision) decisionRow {
	row := decisionRow{TournamentID: tournament, Seq: d.Seq, AtMs: sqldb.Millis(d.At), Act: string(d.Act), Text: d.Text, Rule: d.Rule()}
	if d.By.ID != "" {
		row.ByID = &d.By.ID
	}
	if d.Player.ID != "" {
		row.PlayerID = &d.Player.ID
	}
	return row
}

func (r decidedRow) decision() league.Decision {
	d := league.Decision{
		Seq: r.Decision.Seq, At: sqldb.Moment(r.Decision.AtMs), By: r.By.Player(), Act: league.TournamentAct(r.Decision.Act),
		Player: r.Player.Player(), Text: r.Decision.Text,
	}
	if r.Removed != 0 {
		d.Text = league.Unsaid(d)
	}
	return d
}
