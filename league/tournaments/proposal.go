package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/formats"
	"kickabout/league/play"
	"kickabout/league/tiebreak"
)

// TournamentProposal is what an organiser asks for, as typed. What the chosen format does not
// have is left out.
type TournamentProposal struct {
	Reservation string // from ReserveTournament: sent twice, it makes one tournament
	Name        string
	Format      string // id
	Rules       string // Game and variant: "streetsoccer/lg", "onetwofun/basic,goals=3"
	Places      string
	Cycles      string
	Control     string // id of a time control
	Start       string // StartFull, StartDay or StartOrganiser
	Profile     string // order of the table, or the codes of one of its own; "" for the recommended one
	Playing     bool   // the organiser enters themselves
	Password    string // a word to enter with; "": none
	Directors   string // names, parted by commas

	league.Typed // the other terms: FormTerms
}

// The ways in which a tournament starts.
const (
	StartFull      = league.StartFull
	StartDay       = league.StartDay
	StartOrganiser = league.StartOrganiser
)

const (
	mostDirectors = 5
	leastWord     = 4
	longestWord   = 60
)

// ReserveTournament returns a token for the form that creates a tournament.
func (s *Proposals) ReserveTournament() string {
	id := s.core.NewID()
	return id + "." + s.core.Sign("tournament", id)
}

// ReserveTournamentAs is ReserveTournament under a key that a player's program gives: the same
// key makes the same token. Without a key it is a new one.
func (s *Proposals) ReserveTournamentAs(player league.Player, key string) string {
	if key == "" {
		return s.ReserveTournament()
	}
	id := derivedID("tournament", player.ID, key)
	return id + "." + s.core.Sign("tournament", id)
}

// CreateTournament opens a tournament for entry. What is wrong with the proposal
// comes as field errors, all at once. The same reservation makes one tournament
// only: sent again by its organiser, it returns that one.
func (s *Proposals) CreateTournament(ctx context.Context, player league.Player, p TournamentProposal) (league.Tournament, error) {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return league.Tournament{}, err
	}
	id, reserved := s.tournamentReserved(p.Reservation)
	terms, err := s.TournamentTerms(p)
	directors, wrongNames := s.directorsNamed(ctx, player, p.Directors)
	if err := errors.Join(reserved, err, wrongNames); err != nil {
		return league.Tournament{}, err
	}
	if there, err := s.store.Tournament(ctx, league.Of(player), id); err == nil && there.Organiser.ID == player.ID {
		return there, nil
	}
	n, err := s.store.Organised(ctx, player.ID, league.Registration)
	if err != nil {
		return league.Tournament{}, err
	}
	if n >= openAtMost {
		return league.Tournament{}, league.Errorf(league.Forbidden, "You have %d tournaments open for entry. Start or cancel one of them first.", n)
	}
	made := league.TournamentProgress{Tournament: league.Tournament{ID: id}}
	decisions := []league.Decision{{By: player, Act: league.ActCreated, Text: terms.String()}}
	for _, d := range directors {
		decisions = append(decisions, league.Decision{By: player, Act: league.ActAppointed, Player: d})
	}
	if p.Playing {
		decisions = append(decisions, league.Decision{By: player, Act: league.ActEntered, Player: player})
	}
	if err := s.tournaments.AppendDecisions(&made, decisions...); err != nil {
		return league.Tournament{}, err
	}
	word := ""
	if terms.Password {
		if word, err = s.hashed(ctx, p.Password); err != nil {
			return league.Tournament{}, err
		}
	}
	notices := s.tournaments.TournamentNotices(made)
	there, err := s.storeNew(ctx, player, &made.Tournament, notices)
	if there.ID != "" { // a double click
		return there, err
	}
	if err == nil && word != "" {
		err = s.store.SetEntryWord(ctx, id, word) // until then nobody knows it
	}
	if err == nil {
		s.core.Notify(notices)
	}
	return made.Tournament, err
}

// storeNew stores a new tournament under the next serial number. If it is there already it is returned as it is there.
func (s *Proposals) storeNew(ctx context.Context, by league.Player, t *league.Tournament, notices []league.Notice) (there league.Tournament, err error) {
	for range play.Attempts { // another one that is made in this instant may get the number
		if t.Serial, err = s.store.NextSerial(ctx); err != nil {
			return there, err
		}
		FixLot(s.core, t)
		if err = s.store.CreateTournament(ctx, *t, nil, notices); league.KindOf(err) != league.Stale {
			return there, err
		}
		there, unread := s.store.Tournament(ctx, league.Of(by), t.ID)
		if league.KindOf(unread) != league.NotFound {
			return there, unread
		}
	}
	return there, err
}

// tournamentReserved reads the token of a form.
func (s *Proposals) tournamentReserved(reservation string) (id string, err error) {
	id, signature, _ := strings.Cut(reservation, ".")
	if !s.core.Signed("tournament", id, signature) {
		return "", league.FieldErrorf("reservation", "This form is out of date. It has been renewed: send it again.")
	}
	return id, nil
}

// TournamentsTake goes on behind "Sign up first".
const TournamentsTake = "tournaments are for players with an account."

// recommended is the order of the table unless somebody chooses another one.
const recommended = "std"

// TournamentTerms checks every field of a proposal and returns what it comes to. What is
// wrong comes as field errors, all at once; with them, what could be understood.
func (s *Proposals) TournamentTerms(p TournamentProposal) (league.TournamentTerms, error) {
	r := proposalReader{c: league.TermContext{Now: s.core.Now(), Start: cmp.Or(p.Start, "unsaid")}}
	t := &r.c.Terms
	var err error
	t.Name, err = TournamentName(p.Name)
	r.note(err)
	game, variant, wrongRules := s.reservations.Rules(p.Rules)
	r.note(wrongRules)
	if game != nil {
		r.c.Game = game.Info()
		t.Game, t.Variant = r.c.Game.ID, variant
		if err := s.core.MustBeLive(t.Game, variant); err != nil {
			r.wrong("rules", "%s", err)
		}
		if rules, err := r.c.Game.Ruleset(variant); err == nil {
			if o, friendly := rules.Friendly(); friendly {
				r.wrong(league.OptionField(t.Game, o.ID), "%s: not in tournaments, only in games that are not rated.", o.Name)
			}
		}
	}
	t.Control, r.c.Control = p.Control, p.Control
	if _, err := clock.ByID(p.Control); err != nil {
		r.wrong("control", "There is no such clock. Choose one from the list.")
	}
	t.Profile = strings.ToLower(strings.Join(strings.Fields(cmp.Or(p.Profile, recommended)), ""))
	if _, ok := tiebreak.ProfileByID(t.Profile); !ok {
		r.wrong("profile", "There is no such order. Choose one from the list, or write codes as in tp+son+de: points come first, each once.")
	}
	r.format(p)
	switch p.Start {
	case StartFull:
		t.WhenFull = true
	case StartDay, StartOrganiser:
	default:
		r.wrong("start", "Choose when it starts.")
	}
	r.typed(p.Typed)
	r.password(p.Password)
	return *t, errors.Join(r.problems...)
}

// proposalReader reads a proposal, field by field.
type proposalReader struct {
	c        league.TermContext
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

// format reads how it is played.
func (r *proposalReader) format(p TournamentProposal) {
	t := &r.c.Terms
	format, ok := formats.ByID(p.Format)
	if _, bySite := format.(league.Series); !ok || bySite {
		r.wrong("format", "There is no such format. Choose one from the list.")
		return
	}
	info := format.Info()
	r.c.Format = info
	t.Format, t.Boards, t.Berger, t.Earned = info.ID, info.Boards, info.MeetsAll(), true
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
}

// typed reads the terms that have a descriptor, as far as the tournament has use for them.
func (r *proposalReader) typed(typed league.Typed) {
	for name := range typed {
		if term, ok := league.TermByName(name); !ok || term.Part == "" {
			r.wrong(name, "There is no term %q of a tournament.", name)
		}
	}
	var read []league.Term
	for _, term := range league.FormTerms() {
		if !term.Has(r.c) {
			continue
		}
		if err := term.Type(&r.c, term.Name, typed[term.Name]); err != nil {
			r.note(err)
			continue
		}
		read = append(read, term)
	}
	r.c.Terms.NoBots = r.c.Terms.Bots == 0 // R-BO-3
	for _, term := range read {
		r.note(Agrees(r.c, term, term.Name))
	}
}

// password sees whether a word is asked for to enter.
func (r *proposalReader) password(word string) {
	if r.c.Terms.Password = strings.TrimSpace(word) != ""; !r.c.Terms.Password {
		return
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(word)); n < leastWord || n > longestWord {
		r.wrong("password", "Choose a word of %d to %d letters.", leastWord, longestWord)
	}
}

// otherFormat proposes one for more players (R-UT-3).
func otherFormat(info league.FormatInfo, places int) string {
	for _, f := range formats.All() {
		_, bySite := f.(league.Series)
		if other := f.Info(); !bySite && other.Uses("group_size") && places > info.MaxEntries && places <= other.MaxEntries {
			return fmt.Sprintf(" For %d, choose %s.", places, strings.ToLower(other.Name))
		}
	}
	return ""
}

// directorsNamed finds the players who are to direct a tournament too.
func (s *Proposals) directorsNamed(ctx context.Context, organiser league.Player, names string) ([]league.Player, error) {
	var directors []league.Player
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		d, err := s.accounts.PlayerByName(ctx, name)
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
func (s *Proposals) hashed(ctx context.Context, word string) (hash string, err error) {
	err = s.core.Hashing.Pass(ctx, func() { hash = s.core.Passwords.Hash(strings.TrimSpace(word)) })
	return hash, err
}

// Format finds a format that a user's tournament may have.
func (s *Proposals) Format(id string) (league.Format, bool) {
	format, ok := formats.ByID(id)
	_, bySite := format.(league.Series)
	return format, ok && !bySite
}
