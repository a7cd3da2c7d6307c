package play

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/contribution"
	"kickabout/league/core"
	"kickabout/league/setting"
)

// Reservation is what is fixed and shown before its author contributes to the
// dice (SCHEME.md 12). Nothing of it is kept: its id is signed, and the GID and
// the head follow from the id. The match that comes of it has the same id.
type Reservation struct {
	ID   string
	GID  dice.GID
	Head dice.Link
	Dice league.Commitment

	by    core.Mixer // which signed it
	first bool       // it is of before the second scheme, under whose dice its match goes on
}

// The letters of a reservation's id: what makes it one of its kind, and what
// shows that it was made here.
const (
	idOwn  = 10
	idSign = 6
)

// Reserve makes a reservation.
func (s *Reservations) Reserve() Reservation {
	own := strings.ToLower(rand.Text()[:idOwn])
	return s.reservation(own+idSigned(signsSecond, own, s.core.Site), s.core.Site, false)
}

// What signs an id says under which scheme its dice are: a form that was opened under one stays with it.
const (
	signsFirst  = "reservation"
	signsSecond = "reservation tbd2"
)

// idSigned returns the letters that sign an id: 30 bits, enough against guessing one
// request at a time. Whoever did would have an address of their own choice, no more.
func idSigned(purpose, own string, by core.Mixer) string {
	mac := by.Mix(purpose, own)
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac[:]))[:idSign]
}

func (s *Reservations) reservation(id string, by core.Mixer, first bool) Reservation {
	secret := by.Mix("gid", id)
	r := Reservation{ID: id, GID: dice.GID(secret[:16]), by: by, first: first}
	if first {
		r.Head = s.core.Dealer.Head(r.GID)
		return r
	}
	r.Head, r.Dice = s.core.Dealer.Fix(0, 0, r.GID)
	return r
}

// Sealed returns what is fixed of the match of a reservation.
func (r Reservation) Sealed() league.Sealed {
	return league.Sealed{Match: r.ID, GID: r.GID, Head: r.Head, Dice: r.Dice}
}

// ReservationOf undoes Sealed.
func ReservationOf(s league.Sealed) Reservation {
	return Reservation{ID: s.Match, GID: s.GID, Head: s.Head, Dice: s.Dice}
}

// MostFurther is how many matches an offer may come to after its first.
const mostFurther = league.MostSlots*league.MostLegs - 1

// Further returns what is fixed of n more matches of a reservation: all of it follows from its
// id, so that nothing is left to choose once their author has contributed (SCHEME.md 12).
func (s *Reservations) Further(r Reservation, n int) []league.Sealed {
	var all []league.Sealed
	for i := range n {
		secret := r.by.Mix("further match", fmt.Sprintf("%s/%d", r.ID, i+1))
		own := strings.ToLower(base32.StdEncoding.EncodeToString(secret[:]))[:idOwn]
		purpose := signsSecond
		if r.first {
			purpose = signsFirst
		}
		all = append(all, s.reservation(own+idSigned(purpose, own, r.by), r.by, r.first).Sealed())
	}
	return all
}

// FurtherSeals returns what is fixed of the matches that may come of a reservation after its first,
// in order.
func (s *Reservations) FurtherSeals(r Reservation) []league.Sealed { return s.Further(r, mostFurther) }

// ReserveAgain returns the reservation of an id, so that a form which comes back for a
// correction keeps its dice; a new one if the id is none of ours.
func (s *Reservations) ReserveAgain(id string) Reservation {
	if r, ok := s.reserved(id); ok {
		return r
	}
	return s.Reserve()
}

// reserved returns the reservation of an id; false if it is none of ours.
func (s *Reservations) reserved(id string) (Reservation, bool) {
	if len(id) != idOwn+idSign {
		return Reservation{}, false
	}
	for _, by := range s.core.Mixers(core.ReservationSpan) {
		for _, purpose := range []string{signsSecond, signsFirst} {
			if hmac.Equal([]byte(id[idOwn:]), []byte(idSigned(purpose, id[:idOwn], by))) {
				return s.reservation(id, by, purpose == signsFirst), true
			}
		}
	}
	return Reservation{}, false
}

// Proposal is what a player asks for when starting a match, as typed.
type Proposal struct {
	Reservation  string // a Reservation's id
	Rules        string // Game and variant: "streetsoccer/lg", "onetwofun/basic,goals=3"
	Opponent     string // "bot:greedy", the name of a player, or "" for whoever comes first
	Kickoff      string // league.KickoffMe is the player
	Control      string // id of a time control
	Rated        bool   // counts for ratings; not against bots (R-RA-8)
	Helps        bool   // if a BOT account takes it, the game helps to rate that (R-BO-4)
	Message      string // to the opponent, one line; may be empty
	Contribution string // to the dice; may be empty

	// Of offers alone. What is empty is as usual: one leg, one slot, no window.
	Legs, Slots      string
	Days             string // that it is open
	From, To, Around string // the window, in points
	Link             bool   // an invitation for whoever gets its link
}

// Terms is a proposal understood.
type Terms struct {
	Reservation Reservation
	Game        engine.Game
	Variant     string
	Rated       bool
	Kickoff     string
	Control     clock.Control
	Tournament  string // that the match belongs to; "" if none
	Fixture     league.Key
	NoVacation  bool   // no vacation helps in the match
	DaysBound   bool   // it helps only so long (R-VA-7)
	Pays        string // id of its league.Scoring
	Twin        string // the match that has the same throws; "" if none
	Sealing     bool   // moves are shown in step with those of the twin
	Helps       bool   // where a person meets a BOT account it helps to rate that (R-BO-4)
}

// Begin starts a match against a bot. What is wrong with the proposal comes as
// field errors, all at once. The same reservation begins one match only: sent
// again by its author, Begin returns the match that it began.
func (s *Reservations) Begin(ctx context.Context, player league.Player, p Proposal) (league.Match, error) {
	list, err := s.store.SanctionsOf(ctx, player.ID)
	if err == nil {
		err = conduct.MayBegin(list, s.core.Now())
	}
	if err != nil {
		return league.Match{}, err
	}
	t, err := s.Understand(ctx, p)
	opponent, ok := s.BotPlayer(p.Opponent)
	if !ok {
		err = errors.Join(err, league.FieldErrorf("opponent", "There is no such opponent. Choose one from the list."))
	}
	if err != nil {
		return league.Match{}, err
	}
	seats := [2]league.Seat{{Player: player, Contribution: p.Contribution}, {Player: opponent}}
	m, err := s.create(ctx, t, seats)
	if league.KindOf(err) == league.Stale {
		return s.FindByReservation(ctx, player, t.Reservation.ID)
	}
	return m, err
}

// FindByReservation returns the match that a player's reservation has begun.
func (s *Reservations) FindByReservation(ctx context.Context, player league.Player, id string) (league.Match, error) {
	m, err := s.store.Match(ctx, league.Of(player), id)
	if league.KindOf(err) == league.NotFound || err == nil && m.Seats[0].Player.ID != player.ID {
		return league.Match{}, ErrUsed()
	}
	if err != nil {
		return league.Match{}, fmt.Errorf("finding the match of a used reservation: %w", err)
	}
	return m, nil
}

// ErrUsed is that a reservation has begun a match, or an offer, of somebody else.
func ErrUsed() error {
	return league.Errorf(league.Stale, "This game has already begun. Start another one.")
}

// Understand checks the fields of a proposal that are the same for every opponent.
func (s *Reservations) Understand(ctx context.Context, p Proposal) (Terms, error) {
	var t Terms
	var problems []error
	wrong := func(field, format string, args ...any) {
		problems = append(problems, league.FieldErrorf(field, format, args...))
	}
	var ok bool
	if t.Reservation, ok = s.reserved(p.Reservation); !ok {
		wrong("reservation", "This form is out of date. It has been renewed: send it again.")
	}
	var err error
	if t.Game, t.Variant, err = s.Rules(p.Rules); t.Game != nil {
		err = errors.Join(err, s.mayOffer(ctx, t.Game, t.Variant), amongFriends(t.Game, t.Variant, p))
	}
	problems = append(problems, err)
	if t.Kickoff = p.Kickoff; t.Kickoff != league.KickoffMe && t.Kickoff != league.KickoffYou && t.Kickoff != league.KickoffLot {
		wrong("kickoff", "Choose who goes first.")
	}
	if t.Control, err = clock.ByID(p.Control); err != nil {
		wrong("control", "There is no such clock. Choose one from the list.")
	}
	if why := contribution.Problem(p.Contribution); why != "" {
		wrong("contribution", "%s", why)
	}
	return t, errors.Join(problems...)
}

// amongFriends refuses rules for friends and bots in a proposal to anybody, or of a rated game.
func amongFriends(game engine.Game, variant string, p Proposal) error {
	rules, err := game.Info().Ruleset(variant)
	if err != nil {
		return nil // said already
	}
	o, friendly := rules.Friendly()
	if !friendly || !p.Rated && (p.Opponent != "" || p.Link) {
		return nil
	}
	return league.FieldErrorf(league.OptionField(game.Info().ID, o.ID), "%s: only in games that are not rated, with a friend or a bot.", o.Name)
}

// mayOffer refuses rules by which the site begins no new games, as an error of the field "rules".
func (s *Reservations) mayOffer(ctx context.Context, game engine.Game, variant string) error {
	err := s.site.MayBegin(ctx, game.Info().ID, variant, setting.Offers)
	if league.KindOf(err) == league.Forbidden {
		return league.FieldErrorf("rules", "%s Choose other rules from the list.", err)
	}
	return err
}

// create makes a match and stores it.
func (s *Reservations) create(ctx context.Context, t Terms, seats [2]league.Seat) (league.Match, error) {
	m, seq, err := s.NewMatch(t, seats, s.core.Now())
	if err != nil {
		return league.Match{}, err
	}
	notices := core.NoticesOf(m, league.MatchBegan, "", m.Created, seq)
	if err := s.store.CreateMatch(ctx, m, notices...); err != nil {
		return league.Match{}, err
	}
	s.bots.Wake(m)
	s.core.NotifyMatch(m, notices)
	return m, nil
}

// NewMatch returns a match as it begins at a moment, with the throws that are due at the
// start, and the number of the last of them.
func (s *Reservations) NewMatch(t Terms, seats [2]league.Seat, now time.Time) (league.Match, int, error) {
	m := league.Match{
		ID: t.Reservation.ID, Game: t.Game.Info().ID, Variant: t.Variant, Control: t.Control.ID, Rated: t.Rated && league.MayRate(seats[0].Player, seats[1].Player),
		GID: t.Reservation.GID, Head: t.Reservation.Head, Dice: t.Reservation.Dice, Seats: seats, Created: now,
		Tournament: t.Tournament, Fixture: string(t.Fixture), NoVacation: t.NoVacation, DaysBound: t.DaysBound, Pays: t.Pays, Twin: t.Twin, Sealing: t.Sealing,
		Helps: t.Helps && league.MayHelp(seats[0].Player, seats[1].Player),
	}
	source := s.source(m)
	if m.Twin != "" {
		source = upTo{source, 1} // both begin with it
	}
	r, err := seat(t, now, source)
	if err != nil {
		return league.Match{}, 0, fmt.Errorf("seating match %s: %w", m.ID, err)
	}
	if r, _, err = r.Drive(now, source); err != nil {
		return league.Match{}, 0, fmt.Errorf("starting match %s: %w", m.ID, err)
	}
	m.Log, m.State = r.Log, StateOf(m, r, t.Control)
	if m.Chain, err = s.bots.matches.ChainOf(m); err != nil {
		return league.Match{}, 0, fmt.Errorf("chaining match %s: %w", m.ID, err)
	}
	return m, r.Seq, nil
}

// seat makes the first event: who is First by choice, or by lot from the dice.
func seat(t Terms, now time.Time, source engine.Source) (engine.Record, error) {
	switch t.Kickoff {
	case league.KickoffMe:
		return engine.Begin(t.Game, t.Variant, now, 0, nil)
	case league.KickoffYou:
		return engine.Begin(t.Game, t.Variant, now, 1, nil)
	}
	draw := engine.SeatsDraw()
	var err error
	if draw.Face, err = source.Draw(draw.E, draw.Label, draw.K, draw.Sides); err != nil {
		return engine.Record{}, err
	}
	return engine.Begin(t.Game, t.Variant, now, 0, &draw)
}

// Source returns the dice of a match.
func (s *Reservations) source(m league.Match) engine.Source {
	if !s.core.Deals(m.Sealed()) {
		return gone{}
	}
	if m.Dice.Second() {
		return ThrownBy(s.core.Dealer, m)
	}
	return s.core.Dealer.Source(m.GID, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution})
}

// gone is the dice of a key that was lost: whatever another key threw nobody could check.
type gone struct{}

// Draw throws nothing.
func (gone) Draw(uint32, string, int, int) (int, error) {
	return 0, league.Errorf(league.Damaged, "The key of the dice of this game was lost, so it will be void.")
}

// BotPlayer returns the player of an id behind which a bot stands.
func (s *Reservations) BotPlayer(id string) (league.Player, bool) {
	b, ok := s.bots.bot(id)
	if !ok {
		return league.Player{}, false
	}
	return core.PlayerOf(b), true
}
