package office

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
)

// Reservation is what is fixed and shown before its author contributes to the
// dice (FAIR-DICE 4). Nothing of it is kept: its id is signed, and the GID and
// the head follow from the id. The match that comes of it has the same id.
type Reservation struct {
	ID   string
	GID  dice.GID
	Head dice.Link
}

// The letters of a reservation's id: what makes it one of its kind, and what
// shows that it was made here.
const (
	idOwn  = 10
	idSign = 6
)

// Reserve makes a reservation.
func (o *Office) Reserve() Reservation {
	own := strings.ToLower(rand.Text()[:idOwn])
	return o.reservation(own + o.idSign(own))
}

// idSign returns the letters that sign an id: 30 bits, enough against guessing one
// request at a time. Whoever did would have an address of his own choice, no more.
func (o *Office) idSign(own string) string {
	mac := o.dealer.Mix("reservation", own)
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac[:]))[:idSign]
}

func (o *Office) reservation(id string) Reservation {
	secret := o.dealer.Mix("gid", id)
	gid := dice.GID(secret[:16])
	return Reservation{ID: id, GID: gid, Head: o.dealer.Head(gid)}
}

// MostFurther is how many matches an offer may come to after its first.
const MostFurther = league.MostSlots*league.MostLegs - 1

// further returns what is fixed of n more matches of a reservation: all of it follows from its
// id, so that nothing is left to choose once their author has contributed (FAIR-DICE 4).
func (o *Office) further(r Reservation, n int) []league.Sealed {
	var all []league.Sealed
	for i := range n {
		secret := o.dealer.Mix("further match", fmt.Sprintf("%s/%d", r.ID, i+1))
		own := strings.ToLower(base32.StdEncoding.EncodeToString(secret[:]))[:idOwn]
		next := o.reservation(own + o.idSign(own))
		all = append(all, league.Sealed{Match: next.ID, GID: next.GID, Head: next.Head})
	}
	return all
}

// FurtherHeads returns the heads of the matches that may come of a reservation after its first,
// in order.
func (o *Office) FurtherHeads(r Reservation) []dice.Link {
	var heads []dice.Link
	for _, s := range o.further(r, MostFurther) {
		heads = append(heads, s.Head)
	}
	return heads
}

// ReserveAgain returns the reservation of an id, so that a form which comes back for a
// correction keeps its dice; a new one if the id is none of ours.
func (o *Office) ReserveAgain(id string) Reservation {
	if r, ok := o.reserved(id); ok {
		return r
	}
	return o.Reserve()
}

// reserved returns the reservation of an id; false if it is none of ours.
func (o *Office) reserved(id string) (Reservation, bool) {
	if len(id) != idOwn+idSign || !hmac.Equal([]byte(id[idOwn:]), []byte(o.idSign(id[:idOwn]))) {
		return Reservation{}, false
	}
	return o.reservation(id), true
}

// Proposal is what a player asks for when starting a match, as typed.
type Proposal struct {
	Reservation  string // a Reservation's id
	Rules        string // game and variant: "streetsoccer/lg", "onetwofun/basic,goals=3"
	Opponent     string // "bot:greedy", the name of a player, or "" for whoever comes first
	Kickoff      string // league.KickoffMe is the player
	Control      string // id of a time control
	Rated        bool   // counts for ratings; not against bots (R-RA-8)
	Message      string // to the opponent, one line; may be empty
	Contribution string // to the dice; may be empty

	// Of offers alone. What is empty is as usual: one leg, one slot, no window.
	Legs, Slots      string
	Days             string // that it is open
	From, To, Around string // the window, in points
	Link             bool   // an invitation for whoever gets its link
}

// terms is a proposal understood.
type terms struct {
	reservation Reservation
	source      engine.Source // of the match; nil: not made yet
	game        engine.Game
	variant     string
	rated       bool
	kickoff     string
	control     clock.Control
	tournament  string // that the match belongs to; "" if none
	fixture     league.Key
	noVacation  bool   // no vacation helps in the match
	closeWin    bool   // a win against all goals but one pays less
	twin        string // the match that has the same throws; "" if none
}

// Begin starts a match against a bot. What is wrong with the proposal comes as
// field errors, all at once. The same reservation begins one match only: sent
// again by its author, Begin returns the match that it began.
func (o *Office) Begin(ctx context.Context, player league.Player, p Proposal) (league.Match, error) {
	t, err := o.understand(p)
	opponent, ok := o.botPlayer(p.Opponent)
	if !ok {
		err = errors.Join(err, league.FieldErrorf("opponent", "There is no such opponent. Choose one from the list."))
	}
	if err != nil {
		return league.Match{}, err
	}
	seats := [2]league.Seat{{Player: player, Contribution: p.Contribution}, {Player: opponent}}
	m, err := o.create(ctx, t, seats)
	if league.KindOf(err) == league.Stale {
		return o.begun(ctx, player, t.reservation.ID)
	}
	return m, err
}

// begun returns the match that a player's reservation has begun.
func (o *Office) begun(ctx context.Context, player league.Player, id string) (league.Match, error) {
	m, err := o.store.Match(ctx, id)
	if league.KindOf(err) == league.NotFound || err == nil && m.Seats[0].Player.ID != player.ID {
		return league.Match{}, errUsed()
	}
	if err != nil {
		return league.Match{}, fmt.Errorf("finding the match of a used reservation: %w", err)
	}
	return m, nil
}

func errUsed() error {
	return league.Errorf(league.Stale, "This game has already begun. Start another one.")
}

// understand checks the fields of a proposal that are the same for every opponent.
func (o *Office) understand(p Proposal) (terms, error) {
	var t terms
	var problems []error
	wrong := func(field, format string, args ...any) {
		problems = append(problems, league.FieldErrorf(field, format, args...))
	}
	var ok bool
	if t.reservation, ok = o.reserved(p.Reservation); !ok {
		wrong("reservation", "This form is out of date. It has been renewed; please send it again.")
	}
	var err error
	t.game, t.variant, err = o.Rules(p.Rules)
	problems = append(problems, err)
	if t.kickoff = p.Kickoff; t.kickoff != league.KickoffMe && t.kickoff != league.KickoffYou && t.kickoff != league.KickoffLot {
		wrong("kickoff", "Choose who goes first.")
	}
	if t.control, err = clock.ByID(p.Control); err != nil {
		wrong("control", "There is no such clock. Choose one from the list.")
	}
	if why := badContribution(p.Contribution); why != "" {
		wrong("contribution", "%s", why)
	}
	return t, errors.Join(problems...)
}

// badContribution says what is wrong with a contribution to the dice; "" if nothing.
func badContribution(text string) string {
	switch {
	case len(text) > dice.MaxContribution:
		return fmt.Sprintf("At most %d characters, please; letters with accents count for more than one. This has %d.", dice.MaxContribution, len(text))
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return "Use letters, digits and signs only."
	}
	return ""
}

// create makes a match and stores it.
func (o *Office) create(ctx context.Context, t terms, seats [2]league.Seat) (league.Match, error) {
	m, seq, err := o.made(t, seats, o.Now())
	if err != nil {
		return league.Match{}, err
	}
	notices := noticesOf(m, league.MatchNotice, m.Created, seq)
	if err := o.store.CreateMatch(ctx, m, notices...); err != nil {
		return league.Match{}, err
	}
	o.wake(m)
	o.spread(m, notices)
	return m, nil
}

// made returns a match as it begins at a moment, with the throws that are due at the
// start, and the number of the last of them.
func (o *Office) made(t terms, seats [2]league.Seat, now time.Time) (league.Match, int, error) {
	m := league.Match{
		ID: t.reservation.ID, Game: t.game.Info().ID, Variant: t.variant, Control: t.control.ID, Rated: t.rated,
		GID: t.reservation.GID, Head: t.reservation.Head, Seats: seats, Created: now,
		Tournament: t.tournament, Fixture: string(t.fixture), NoVacation: t.noVacation, CloseWin: t.closeWin, Twin: t.twin,
	}
	source := t.source
	if source == nil {
		source = o.source(m)
	}
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
	m.Log, m.State = r.Log, stateOf(m, r, t.control)
	return m, r.Seq, nil
}

// seat makes the first event: who is First by choice, or by lot from the dice.
func seat(t terms, now time.Time, source engine.Source) (engine.Record, error) {
	switch t.kickoff {
	case league.KickoffMe:
		return engine.Begin(t.game, t.variant, now, 0, nil)
	case league.KickoffYou:
		return engine.Begin(t.game, t.variant, now, 1, nil)
	}
	draw := engine.SeatsDraw()
	var err error
	if draw.Face, err = source.Draw(draw.E, draw.Label, draw.K, draw.Sides); err != nil {
		return engine.Record{}, err
	}
	return engine.Begin(t.game, t.variant, now, 0, &draw)
}

// source returns the dice of a match.
func (o *Office) source(m league.Match) engine.Source {
	return o.dealer.Source(m.GID, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution})
}

// botPrefix begins the id of the player that a bot is.
const botPrefix = "bot:"

// botPlayer returns the player of an id behind which a bot stands.
func (o *Office) botPlayer(id string) (league.Player, bool) {
	b, ok := o.bot(id)
	if !ok {
		return league.Player{}, false
	}
	return playerOf(b), true
}

// playerOf returns the player that stands for a bot.
func playerOf(b bot.Bot) league.Player {
	return league.Player{ID: botPrefix + b.ID(), Name: b.Name(), Kind: league.Bot}
}
