package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/tiebreak"
)

// TournamentProposal is what an organiser asks for, as typed. What the chosen format does not
// have is left out.
type TournamentProposal struct {
	Reservation string // from ReserveTournament: sent twice, it makes one tournament
	Name        string
	Format      string // id
	Rules       string // game and variant: "streetsoccer/lg", "onetwofun/basic,goals=3"
	Places      string
	Cycles      string
	Control     string // id of a time control
	Start       string // StartFull, StartDay or StartOrganiser
	Profile     string // order of the table, or the codes of one of its own; "" for the recommended one
	Playing     bool   // the organiser enters himself
	NoVacation  bool   // clocks stop for nobody's vacation
	GroupSize   string // of a first stage; "" as the format has it
	Through     string // how many of each group go on; likewise
	ThirdPlace  bool   // the losers of the semi-finals play for it
	RoundDays   string // days for a round; "": any number
	Rounds      string // "": as many as the rule says
	AtOnce      bool   // all team matches begin at once
	Duplicate   bool   // the two games of a pair have the same dice
	CloseWin    bool   // a win against all goals but one pays less, where the game has it

	Starts  string // TermsTime, UTC, with StartDay
	Closes  string // likewise; "": until the start
	CheckIn string // whole hours before the start; "": nobody need
	Least   string // entries without which it is cancelled on its day; "": what the format takes
	Waiting bool
	Joining bool

	From, To  string // ratings; "": no bound
	Finished  string // matches that an entrant must have finished; "": none
	Flagged   string // percentage of the last matches that he may have lost on time; "": any
	Password  string // a word to enter with; "": none
	ByInvite  bool
	Private   bool
	NoBots    bool
	Seeding   string // "": by lot
	Directors string // names, parted by commas
}

// The ways in which a tournament starts.
const (
	StartFull      = "full"      // by itself, as soon as every place is taken
	StartDay       = "day"       // by itself, on its day
	StartOrganiser = "organiser" // when the organiser says so
)

const (
	mostDirectors = 5
	mostFinished  = 1000
	leastWord     = 4
	longestWord   = 60
	mostOwnRounds = 20
)

// ReserveTournament returns a token for the form that creates a tournament.
func (o *Office) ReserveTournament() string {
	id := o.newID()
	return id + "." + o.sign("tournament", id)
}

// ReserveTournamentAs is ReserveTournament under a key that a player's program gives: the same
// key makes the same token. Without a key it is a new one.
func (o *Office) ReserveTournamentAs(player league.Player, key string) string {
	if key == "" {
		return o.ReserveTournament()
	}
	id := derivedID("tournament", player.ID, key)
	return id + "." + o.sign("tournament", id)
}

// CreateTournament opens a tournament for entry. What is wrong with the proposal
// comes as field errors, all at once. The same reservation makes one tournament
// only: sent again by its organiser, it returns that one.
func (o *Office) CreateTournament(ctx context.Context, player league.Player, p TournamentProposal) (league.Tournament, error) {
	if err := mustBeMember(player, tournamentsTake); err != nil {
		return league.Tournament{}, err
	}
	id, reserved := o.tournamentReserved(p.Reservation)
	terms, err := o.TournamentTerms(p)
	directors, wrongNames := o.directorsNamed(ctx, player, p.Directors)
	if err := errors.Join(reserved, err, wrongNames); err != nil {
		return league.Tournament{}, err
	}
	if there, err := o.store.Tournament(ctx, id); err == nil && there.Organiser.ID == player.ID {
		return there, nil
	}
	n, err := o.store.Organised(ctx, player.ID, league.Registration)
	if err != nil {
		return league.Tournament{}, err
	}
	if n >= openAtMost {
		return league.Tournament{}, league.Errorf(league.Forbidden, "You have %d tournaments open for entry. Start or cancel one of them first.", n)
	}
	gid := dice.TournamentGID(id)
	made := league.TournamentProgress{Tournament: league.Tournament{ID: id, GID: gid, Head: o.dealer.Head(gid)}}
	decisions := []league.Decision{{By: player, Act: league.ActCreated, Text: terms.String()}}
	for _, d := range directors {
		decisions = append(decisions, league.Decision{By: player, Act: league.ActAppointed, Player: d})
	}
	if p.Playing {
		decisions = append(decisions, league.Decision{By: player, Act: league.ActEntered, Player: player})
	}
	if err := o.decided(&made, decisions...); err != nil {
		return league.Tournament{}, err
	}
	word := ""
	if terms.Password {
		if word, err = o.hashed(ctx, p.Password); err != nil {
			return league.Tournament{}, err
		}
	}
	notices := o.tournamentNotices(made)
	err = o.store.CreateTournament(ctx, made.Tournament, nil, notices)
	if league.KindOf(err) == league.Stale { // a double click
		return o.store.Tournament(ctx, id)
	}
	if err == nil && word != "" {
		err = o.store.SetEntryWord(ctx, id, word) // until then nobody knows it
	}
	if err == nil {
		o.tell(notices)
	}
	return made.Tournament, err
}

// tournamentReserved reads the token of a form.
func (o *Office) tournamentReserved(reservation string) (id string, err error) {
	id, signature, _ := strings.Cut(reservation, ".")
	if !o.signed("tournament", id, signature) {
		return "", league.FieldErrorf("reservation", "This form is out of date. It has been renewed; please send it again.")
	}
	return id, nil
}

// tournamentsTake goes on behind "Sign up first".
const tournamentsTake = "tournaments are for players with an account."

// recommended is the order of the table unless somebody chooses another one.
const recommended = "std"

// TournamentTerms checks every field of a proposal and returns what it comes to. What is
// wrong comes as field errors, all at once; with them, what could be understood.
func (o *Office) TournamentTerms(p TournamentProposal) (league.TournamentTerms, error) {
	r := proposalReader{now: o.Now()}
	t := &r.terms
	var err error
	t.Name, err = tournamentName(p.Name)
	r.note(err)
	game, variant, wrongRules := o.Rules(p.Rules)
	r.note(wrongRules)
	if game != nil {
		t.Game, t.Variant, t.CloseWin = game.Info().ID, variant, p.CloseWin && game.Info().CloseWin
	}
	t.Control, t.NoVacation = p.Control, p.NoVacation
	if _, err := clock.ByID(p.Control); err != nil {
		r.wrong("control", "There is no such clock. Choose one from the list.")
	}
	t.Profile = strings.ToLower(strings.Join(strings.Fields(cmp.Or(p.Profile, recommended)), ""))
	if _, ok := tiebreak.ProfileByID(t.Profile); !ok {
		r.wrong("profile", "There is no such order. Choose one from the list, or write codes as in tp+son+de: points come first, each once.")
	}
	r.format(p)
	r.start(p)
	r.entry(p)
	return *t, errors.Join(r.problems...)
}

// proposalReader reads a proposal, field by field.
type proposalReader struct {
	now      time.Time
	terms    league.TournamentTerms
	problems []error
}

func (r *proposalReader) note(err error) {
	if err != nil {
		r.problems = append(r.problems, err)
	}
}

func (r *proposalReader) wrong(field, format string, args ...any) {
	r.note(league.FieldErrorf(field, format, args...))
}

// number reads a whole number; "" is 0.
func (r *proposalReader) number(into *int, field, typed string, from, to int) {
	n, err := numberIn(field, typed, from, to)
	r.note(err)
	*into = n
}

// format reads how it is played.
func (r *proposalReader) format(p TournamentProposal) {
	t := &r.terms
	format, ok := formats.ByID(p.Format)
	if _, bySite := format.(league.Series); !ok || bySite {
		r.wrong("format", "There is no such format. Choose one from the list.")
		return
	}
	info := format.Info()
	t.Format = info.ID
	if t.Profile == recommended {
		t.Profile = cmp.Or(info.Profile, recommended)
	}
	var err error
	if t.Places, err = strconv.Atoi(strings.TrimSpace(p.Places)); err != nil || t.Places < info.MinEntries || t.Places > info.MaxEntries {
		r.wrong("places", "It takes %d to %d %s.%s", info.MinEntries, info.MaxEntries, info.Entering(), otherFormat(info, t.Places))
	}
	if t.Cycles, err = strconv.Atoi(p.Cycles); err != nil || t.Cycles < 1 || t.Cycles > info.MaxCycles {
		r.wrong("cycles", "In this format pairs meet 1 to %d times.", info.MaxCycles)
	}
	if info.Groups {
		r.number(&t.GroupSize, "group_size", p.GroupSize, 3, 8)
		r.number(&t.Through, "through", p.Through, 1, 4)
	}
	if info.ThirdPlace {
		t.ThirdPlace = p.ThirdPlace
	}
	if info.RoundDays > 0 {
		r.number(&t.RoundDays, "round_days", p.RoundDays, 1, mostRoundDays)
	}
	if t.Boards = info.Boards; t.Boards > 0 {
		t.AtOnce = p.AtOnce
	}
	if t.Duplicate = p.Duplicate; t.Duplicate && !info.MayDuplicate(t.Cycles) {
		r.wrong("duplicate", "The same dice take two games that begin together, with a kick-off each: let each pair meet twice.")
	}
	if info.Rounds {
		r.number(&t.Rounds, "rounds", p.Rounds, 1, mostOwnRounds)
	}
	if _, joins := format.(league.Joining); joins {
		t.Joining = p.Joining
	}
	if t.Seeding = p.Seeding; !slices.Contains([]string{"", league.SeedLot, league.SeedRating, league.SeedHand}, t.Seeding) {
		r.wrong("seeding", "There is no such seeding. Choose one from the list.")
	}
}

// otherFormat proposes one for more players (R-UT-3).
func otherFormat(info league.FormatInfo, places int) string {
	for _, f := range formats.All() {
		_, bySite := f.(league.Series)
		if other := f.Info(); !bySite && other.Groups && places > info.MaxEntries && places <= other.MaxEntries {
			return fmt.Sprintf(" For %d, choose %s.", places, strings.ToLower(other.Name))
		}
	}
	return ""
}

// start reads when it starts.
func (r *proposalReader) start(p TournamentProposal) {
	t := &r.terms
	var err error
	switch p.Start {
	case StartFull:
		t.WhenFull = true
	case StartDay:
		if t.Starts, err = momentIn("starts", p.Starts, time.Time{}, r.now); err == nil && t.Starts.IsZero() {
			err = league.FieldErrorf("starts", "Choose the day on which it starts.")
		}
		r.note(err)
		r.number(&t.Least, "least", p.Least, 2, max(2, t.Places))
		hours := 0
		r.number(&hours, "check_in", p.CheckIn, 1, mostCheckIn)
		t.CheckIn = time.Duration(hours) * time.Hour
	case StartOrganiser:
	default:
		r.wrong("start", "Choose when it starts.")
	}
	if !t.WhenFull {
		t.Waiting = p.Waiting && t.Boards == 0
		t.Closes, err = momentIn("closes", p.Closes, time.Time{}, r.now)
		r.note(err)
		if !t.Starts.IsZero() && t.Closes.After(t.Starts) {
			r.wrong("closes", "Entries close before it starts.")
		}
	}
}

// entry reads who may enter.
func (r *proposalReader) entry(p TournamentProposal) {
	t := &r.terms
	t.Private, t.ByInvite, t.NoBots = p.Private, p.ByInvite, p.NoBots
	r.number(&t.Window.From, "rating_from", p.From, league.LowestWindow, league.HighestWindow)
	r.number(&t.Window.To, "rating_to", p.To, league.LowestWindow, league.HighestWindow)
	if t.Window.To > 0 && t.Window.From > t.Window.To {
		r.wrong("rating_to", "The upper bound is below the lower one.")
	}
	r.number(&t.Finished, "finished", p.Finished, 1, mostFinished)
	r.number(&t.Flagged, "flagged", p.Flagged, 1, 100)
	if t.Password = strings.TrimSpace(p.Password) != ""; t.Password {
		if n := utf8.RuneCountInString(strings.TrimSpace(p.Password)); n < leastWord || n > longestWord {
			r.wrong("password", "Choose a word of %d to %d letters.", leastWord, longestWord)
		}
	}
}

// directorsNamed finds the players who are to direct a tournament too.
func (o *Office) directorsNamed(ctx context.Context, organiser league.Player, names string) ([]league.Player, error) {
	var directors []league.Player
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		d, err := o.PlayerByName(ctx, name)
		switch {
		case league.KindOf(err) == league.NotFound || err == nil && d.Kind != league.Member:
			return nil, league.FieldErrorf("directors", "There is no player %q with an account.", name)
		case err != nil:
			return nil, err
		case d.ID == organiser.ID || slices.ContainsFunc(directors, func(p league.Player) bool { return p.ID == d.ID }):
			continue // you direct it anyway
		}
		directors = append(directors, d)
	}
	if len(directors) > mostDirectors {
		return nil, league.FieldErrorf("directors", "At most %d players direct it beside you.", mostDirectors)
	}
	return directors, nil
}

// hashed returns the hash of a word to enter with, as passwords are hashed.
func (o *Office) hashed(ctx context.Context, word string) (hash string, err error) {
	err = o.hashing.pass(ctx, func() { hash = o.passwords.Hash(strings.TrimSpace(word)) })
	return hash, err
}

// Format finds a format that a user's tournament may have.
func (o *Office) Format(id string) (league.Format, bool) {
	format, ok := formats.ByID(id)
	_, bySite := format.(league.Series)
	return format, ok && !bySite
}
