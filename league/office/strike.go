package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/table"
)

// Strikes finds what is needed to take players out of tournaments.
type Strikes interface {
	// Silence counts the matches that a player has lost on time since his last move.
	Silence(ctx context.Context, player string) (int, error)
	// Banned returns when a rule of the site last took a player out for being silent; the
	// zero time if none did.
	Banned(ctx context.Context, player, rule string) (time.Time, error)
	// Expel closes the account of a member: his sessions and tokens end.
	Expel(ctx context.Context, player string) error
	// Refund notes that whoever has not won against a player who was expelled, in rated matches that
	// ended from a moment on, gets back at another what that took from him. Of one player it
	// is noted once. Each of them is told once, of one of the matches; these notices are returned.
	Refund(ctx context.Context, player string, since, at time.Time) ([]league.Notice, error)
}

const (
	silentRule  = "R-FF-7"
	silentAfter = 3                    // matches lost on time in a row, without a move
	silentBan   = 180 * 24 * time.Hour // without any tournament after that
	longReason  = 200
)

// Directs says whether a player may rule in a tournament: its organiser, the directors whom
// he has appointed, and in the site's own ones those whom the operator has named.
func (o *Office) Directs(player league.Player, t league.Tournament) bool {
	if player.Kind != league.Member {
		return false
	}
	return player.ID == t.Organiser.ID || t.Has(player.ID, league.Director) || t.Organiser.Kind == league.Site && slices.Contains(o.Directors, player.Name)
}

func (o *Office) mustDirect(player league.Player, t league.Tournament) error {
	if o.Directs(player, t) {
		return nil
	}
	return league.Errorf(league.Forbidden, "Only who directs this tournament can do that.")
}

// Strike takes a player out of a tournament that is being played (R-FF-5): if less than half
// of his matches there are over, none of his results counts; else those that are not over
// are lost. His running matches end at once. The id of a team strikes all of it.
func (o *Office) Strike(ctx context.Context, by league.Player, id, player, reason string) error {
	if t, err := o.store.Tournament(ctx, id); err != nil {
		return err
	} else if _, ok := t.Team(player); ok {
		return o.strikeTeam(ctx, by, id, player, reason)
	}
	return o.strike(ctx, id, player, func(t league.Tournament) (league.Player, string, error) {
		if err := o.mustDirect(by, t); err != nil {
			return by, "", err
		}
		reason, err := cleanReason(reason)
		return by, "R-FF-5: " + reason, err
	})
}

// WithdrawFrom takes a player out of a tournament that is being played at his own wish, with the
// same effect on the table as a strike (R-FF-7).
func (o *Office) WithdrawFrom(ctx context.Context, player league.Player, id string) error {
	if err := mustBeMember(player, tournamentsTake); err != nil {
		return err
	}
	return o.strike(ctx, id, player.ID, func(league.Tournament) (league.Player, string, error) {
		return player, "R-FF-7: withdrew", nil
	})
}

// strike takes a player out. The one who does it and why are found when the tournament is known.
func (o *Office) strike(ctx context.Context, id, player string, who func(league.Tournament) (league.Player, string, error)) error {
	return o.strikeAs(ctx, id, player, "", who)
}

// strikeAs is strike with a given exit; "": the one that the rule says.
func (o *Office) strikeAs(ctx context.Context, id, player string, exit league.Exit, who func(league.Tournament) (league.Player, string, error)) error {
	var group league.Group
	err := o.decide(ctx, id, func(p *league.TournamentProgress) error {
		by, reason, err := who(p.Tournament)
		if err != nil {
			return err
		}
		e, ok := p.Tournament.Entrant(player)
		if !ok || p.Tournament.Rolling || p.Tournament.Waits(e) {
			return league.Errorf(league.Invalid, "Choose one of the players.")
		}
		group = e.Group
		exit := exit
		if exit == "" {
			if exit, err = o.exit(ctx, p.Tournament, e); err != nil {
				return err
			}
		}
		return o.decided(p, league.Decision{By: by, Act: league.ActStruck, Player: e.Player, Text: string(exit) + " " + reason})
	})
	if err != nil {
		return err
	}
	if group == "" {
		return o.advanceAll(o.apart(ctx), id)
	}
	return o.advanceGroup(o.apart(ctx), id, group) // the others have nothing to do with him
}

// StrikeOf returns what it would do to a tournament's table if a player were out (R-FF-6). Of a
// knock-out, of a tournament that has come to one, and of one that is drawn round by round there
// is but one treatment: his matches that run are lost, and the table is that of the whole
// tournament.
func (o *Office) StrikeOf(v TournamentView, player string) (table.Strike, error) {
	if v.Teams != nil {
		return o.strikeInTeams(v, player)
	}
	e, ok := v.Tournament.Entrant(player)
	if !ok || v.Tournament.Waits(e) {
		return table.Strike{}, league.Errorf(league.Invalid, "Choose one of the players.")
	}
	if v.Bracket != nil || v.Drawing != nil {
		return o.outOf(v, player)
	}
	for _, g := range v.Groups {
		if g.Table != nil && slices.ContainsFunc(g.Rows, func(r league.Row) bool { return r.Player == player }) {
			strike, err := g.Table.Strike(player)
			if format, _ := formats.ByID(v.Tournament.Format); err == nil {
				if leaving, ok := format.(league.Leaving); ok {
					strike.Prescribed = leaving.Exit(o.sheetOf(v.Tournament, "", v.Matches, o.Now()), player)
				}
			}
			return strike, err
		}
	}
	return table.Strike{}, league.Errorf(league.Invalid, "Choose one of the players.")
}

// outOf is StrikeOf where there is one treatment.
func (o *Office) outOf(v TournamentView, player string) (table.Strike, error) {
	strike := table.Strike{Prescribed: league.Forfeited, Before: v.Rows}
	format, err := formatOf(v.Tournament)
	if err != nil {
		return strike, err
	}
	s := o.sheetOf(v.Tournament, "", v.Matches, o.Now())
	at := slices.IndexFunc(s.Entries, func(e league.Entry) bool { return e.Player == player })
	if s.Entries[at].Out != league.Stays {
		return strike, league.Errorf(league.Stale, "This player is not in the tournament, or has been struck already.")
	}
	s.Entries[at].Out = league.Forfeited
	for i := range s.Fixtures {
		f := &s.Fixtures[i]
		if f.First != player && f.Second != player {
			continue
		}
		if strike.Scheduled++; f.Outcome.Over() {
			strike.Finished++
			continue
		}
		f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}
		if f.First == player {
			f.Outcome.Winner = engine.Second
		}
	}
	strike.Forfeited, err = format.Table(s, "")
	return strike, err
}

// exit says how a player leaves a tournament by the number of his matches that are over.
func (o *Office) exit(ctx context.Context, t league.Tournament, e league.Entrant) (league.Exit, error) {
	sheet, _, err := o.sheet(ctx, t, e.Group)
	if format, ok := formats.ByID(t.Format); ok && err == nil {
		if leaving, ok := format.(league.Leaving); ok {
			return leaving.Exit(sheet, e.Player.ID), nil
		}
	}
	return league.ExitOf(sheet.Share(e.Player.ID)), err
}

func cleanReason(reason string) (string, error) {
	reason, err := league.CleanText("reason", reason, longReason)
	if err == nil && reason == "" {
		err = league.FieldErrorf("reason", "Say why: everybody in the tournament can read it.")
	}
	return reason, err
}

// silent takes a player who lets match after match run out of time out of everything
// (R-FF-7). What goes wrong is tried again at his next time-out.
func (o *Office) silent(ctx context.Context, player league.Player) {
	if player.Kind != league.Member {
		return
	}
	ctx = o.apart(ctx)
	n, err := o.store.Silence(ctx, player.ID)
	if err == nil && n >= silentAfter {
		err = o.takenOut(ctx, player, "", fmt.Sprintf("%s: %d games in a row lost on time without a move", silentRule, n))
	}
	if err != nil {
		o.log.Error("taking a silent player out", "player", player.ID, "err", err)
	}
}

// takenOut takes a player out of all tournaments, by the site; exit as strikeAs has it.
func (o *Office) takenOut(ctx context.Context, player league.Player, exit league.Exit, reason string) error {
	entries, err := o.store.EntriesOf(ctx, player.ID, entriesAtOnce)
	if err != nil {
		return err
	}
	var problems []error
	for _, t := range entries {
		switch {
		case t.State == league.Registration || t.State == league.Running && t.Rolling:
			err = o.decide(ctx, t.ID, func(p *league.TournamentProgress) error {
				return o.decided(p, league.Decision{Act: league.ActLeft, Player: player, Text: reason})
			})
		case t.State == league.Running:
			err = o.strikeAs(ctx, t.ID, player.ID, exit, func(league.Tournament) (league.Player, string, error) {
				return league.Player{}, reason, nil
			})
		default:
			continue
		}
		if league.KindOf(err) != league.Stale { // he is out of it already
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// entriesAtOnce is how many of a player's tournaments are looked at: more than he can
// play in at once.
const entriesAtOnce = 500

// mayEnter refuses who was taken out for being silent less than 180 days ago (R-FF-7).
func (o *Office) mayEnter(ctx context.Context, player league.Player) error {
	at, err := o.store.Banned(ctx, player.ID, silentRule)
	if err != nil || at.IsZero() || !o.Now().Before(at.Add(silentBan)) {
		return err
	}
	return league.Errorf(league.Forbidden,
		"You let %d games in a row run out of time, so you can enter again from %s on.", silentAfter, at.Add(silentBan).Format("2 January 2006"))
}

// Expel closes the account of a member who cheated (R-FF-9): what he played in running
// tournaments is lost, finished or not, his other running matches are forfeited, he is
// known as expelled, and what others lost to him lately they get back. Closed tournaments
// keep their tables. Done again, it does what is left.
func (o *Office) Expel(ctx context.Context, name, reason string) error {
	player, err := o.PlayerByName(ctx, name)
	if err != nil {
		return err
	}
	if reason, err = cleanReason(reason); err != nil {
		return err
	}
	if err := o.store.Expel(ctx, player.ID); err != nil {
		return err
	}
	player.Kind = league.Expelled
	problems := []error{o.takenOut(ctx, player, league.Cheated, "R-FF-9: "+reason)}
	matches, err := o.store.MatchesOf(ctx, player.ID, everything)
	problems = append(problems, err)
	for _, m := range matches {
		if m.State.ToMove != engine.NoSide && m.Tournament == "" {
			problems = append(problems, o.rule(ctx, m.ID, engine.ActForfeit, m.SideOf(player.ID).String()))
		}
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return o.refund(ctx, player)
}

// refund gives others back what they have lately lost to a player who was expelled.
func (o *Office) refund(ctx context.Context, player league.Player) error {
	now := o.Now()
	victims, err := o.store.Refund(ctx, player.ID, now.Add(-o.Ratings.RefundSpan), now)
	if err != nil {
		return err
	}
	o.tell(victims)
	return o.Rate(ctx)
}
