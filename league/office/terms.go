package office

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

const (
	mostCheckIn   = 72  // hours
	mostRoundDays = 365 // days
)

// deskChange changes the terms. The order of the table changes after a match is over only if
// the director is sure (R-TB-2).
func (o *Office) deskChange(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	terms, err := changedTerms(t, f.Terms, o.Now())
	if err != nil {
		return err
	}
	if terms == t.TournamentTerms {
		return errNothing
	}
	if terms.Profile != t.Profile && !f.Terms.Sure && t.State == league.Running {
		matches, err := o.store.Fixtures(ctx, t.ID)
		if err != nil {
			return err
		}
		for _, m := range matches {
			if m.State.ToMove == engine.NoSide {
				return league.FieldErrorf("profile", "A game is over already, so this would rank players otherwise than was announced when it was played. If you are sure, say so below; the log will tell everybody.")
			}
		}
	}
	return o.decided(p, league.Decision{By: by, Act: league.ActChanged, Text: terms.String()})
}

// changedTerms reads a form; what cannot be changed any more stays as it is.
func changedTerms(t league.Tournament, f league.TermsForm, now time.Time) (league.TournamentTerms, error) {
	terms := t.TournamentTerms
	var err error
	if terms.Name, err = tournamentName(f.Name); err != nil {
		return terms, err
	}
	if terms.Profile = f.Profile; f.Profile != t.Profile {
		if _, ok := tiebreak.ProfileByID(f.Profile); !ok {
			return terms, league.FieldErrorf("profile", "There is no such order. Choose one from the list.")
		}
	}
	if terms.RoundDays, err = numberIn("rounddays", f.RoundDays, 1, mostRoundDays); err != nil {
		return terms, err
	}
	terms.Joining, terms.Private = f.Joining, f.Private
	if t.State != league.Registration {
		return terms, nil
	}
	return entryTerms(t, terms, f, now)
}

// entryTerms reads what can be changed before the start alone.
func entryTerms(t league.Tournament, terms league.TournamentTerms, f league.TermsForm, now time.Time) (league.TournamentTerms, error) {
	format, err := formatOf(t)
	if err != nil {
		return terms, err
	}
	info := format.Info()
	terms.Waiting, terms.ThirdPlace = f.Waiting && t.Boards == 0, f.ThirdPlace && info.ThirdPlace
	if terms.Places, err = numberIn("places", f.Places, info.MinEntries, info.MaxEntries); err != nil {
		return terms, err
	}
	if terms.Places == 0 {
		return terms, league.FieldErrorf("places", "It takes %d to %d %s.", info.MinEntries, info.MaxEntries, info.Entering())
	}
	switch {
	case t.Boards > 0 && terms.Places < len(t.Teams):
		return terms, league.FieldErrorf("places", "There are %d teams already.", len(t.Teams))
	case t.Boards == 0 && !terms.Waiting && terms.Places < len(t.Entries):
		return terms, league.FieldErrorf("places", "%d players are in. With fewer places, let the others wait for one, or take some out first.", len(t.Entries))
	}
	if terms.Least, err = numberIn("least", f.Least, info.MinEntries, terms.Places); err != nil {
		return terms, err
	}
	if terms.Starts, err = momentIn("starts", f.Starts, t.Starts, now); err != nil {
		return terms, err
	}
	if terms.Closes, err = momentIn("closes", f.Closes, t.Closes, now); err != nil {
		return terms, err
	}
	if !terms.Starts.IsZero() && terms.Closes.After(terms.Starts) {
		return terms, league.FieldErrorf("closes", "Entries close before it starts.")
	}
	hours, err := numberIn("checkin", f.CheckIn, 1, mostCheckIn)
	if terms.CheckIn = time.Duration(hours) * time.Hour; err == nil && hours > 0 && terms.Starts.IsZero() {
		err = league.FieldErrorf("checkin", "A check-in takes a day on which it starts.")
	}
	return terms, err
}

// tournamentName reads the name of a tournament.
func tournamentName(typed string) (string, error) {
	name, err := league.CleanText("name", typed, longestName)
	if err == nil && utf8.RuneCountInString(name) < shortestName {
		err = league.FieldErrorf("name", "Give it a name of at least %d letters.", shortestName)
	}
	return name, err
}

// numberIn reads a whole number; "" is 0.
func numberIn(field, typed string, from, to int) (int, error) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < from || n > to {
		return 0, league.FieldErrorf(field, "Type a whole number from %d to %d.", from, to)
	}
	return n, nil
}

// momentIn reads a moment to come, or the one that was there; "" is the zero time.
func momentIn(field, typed string, was, now time.Time) (time.Time, error) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(league.TermsTime, typed)
	switch {
	case err != nil:
		return at, league.FieldErrorf(field, "Type a day and a time of UTC, as in 2027-05-01T18:00.")
	case at.Equal(was.Truncate(time.Minute)):
		return was, nil
	case !at.After(now):
		return at, league.FieldErrorf(field, "Choose a moment that is still to come.")
	case at.After(now.AddDate(2, 0, 0)):
		return at, league.FieldErrorf(field, "Choose a moment within two years.")
	}
	return at, nil
}
