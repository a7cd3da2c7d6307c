// Package imported looks after tournaments that were played elsewhere: who may bring them, what they come to before
// anything is stored, who takes them down. They are no tournaments of the site, and no other service knows of them.
package imported

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/elsewhere"
	"kickabout/league/moderation"
	"kickabout/league/tournaments"
)

// How many events a member may import.
const (
	mostADay = 10
	mostHeld = 200
)

// Store is what Events needs of the database.
type Store interface {
	// AddImported stores an event. The error is of kind league.Forbidden if its importer has no account, or has brought as
	// many events as the budget allows; of kind league.Stale if they have brought the same before. Then nothing is written.
	AddImported(ctx context.Context, e elsewhere.Event, b elsewhere.Budget) error
	// DropImported removes an event; it is no error if there is none.
	DropImported(ctx context.Context, id string) error
	// ImportedEvent returns an event; league.NotFound if there is none that the viewer is shown.
	ImportedEvent(ctx context.Context, viewer league.Viewer, id string) (elsewhere.Event, error)
	// ImportedEvents lists the events that a viewer is shown, the latest first, without their files.
	ImportedEvents(ctx context.Context, viewer league.Viewer, which elsewhere.List) ([]elsewhere.Event, error)
	// ReplaceImported stores an event again that its importer has brought otherwise. If it has been changed since a moment
	// or is gone, the error is of kind league.Stale; beyond the budget, of kind league.Forbidden.
	ReplaceImported(ctx context.Context, e elsewhere.Event, seen time.Time, b elsewhere.Budget) error
}

// Events are those tournaments.
type Events struct {
	core  *core.Core
	store Store
	staff *moderation.Moderation
}

// New returns them.
func New(c *core.Core, store Store, staff *moderation.Moderation) *Events {
	return &Events{c, store, staff}
}

// Preview is what a form comes to.
type Preview struct {
	Event   elsewhere.Event // as it would be stored; of no use if something is wrong
	Results elsewhere.Results
	Report  elsewhere.Report
}

// Preview says what a form would come to, and writes nothing. What is wrong with what it says of the event are errors of
// its fields; what is wrong with the file stands in the report.
func (s *Events) Preview(by league.Player, f elsewhere.Form) (p Preview, err error) {
	if err := core.MustBeMember(by, tournaments.TournamentsTake); err != nil {
		return Preview{}, err
	}
	now := s.core.Now()
	about, err := f.About(s.core.AllRuleSets(), now)
	p.Results, p.Report = elsewhere.Read(f.Text, elsewhere.Count(f.Count))
	if err != nil || len(p.Report.Problems) > 0 {
		return p, err
	}
	p.Event = elsewhere.Event{Importer: by, About: about, File: p.Results.CSV(), Summary: p.Results.Summary(), Imported: now, Changed: now}
	return p, nil
}

// Check is Preview in which what is wrong with the file is an error of the field "file".
func (s *Events) Check(by league.Player, f elsewhere.Form) (Preview, error) {
	p, err := s.Preview(by, f)
	if len(p.Report.Problems) > 0 {
		err = errors.Join(err, league.FieldErrorf("file", "%s", strings.Join(p.Report.Problems, " ")))
	}
	return p, err
}

// Import stores an event. What is wrong are errors of the form's fields, "file" among them; who has imported too much is
// forbidden, and what they have imported already is of kind league.Stale.
func (s *Events) Import(ctx context.Context, by league.Player, f elsewhere.Form) (elsewhere.Event, error) {
	p, err := s.Check(by, f)
	if err != nil {
		return elsewhere.Event{}, err
	}
	p.Event.ID = s.core.NewID()
	return p.Event, s.store.AddImported(ctx, p.Event, s.budget())
}

func (s *Events) budget() elsewhere.Budget {
	return elsewhere.Budget{Most: mostHeld, Lately: mostADay, Since: s.core.Now().Add(-24 * time.Hour)}
}

// Replace stores an event again, as its importer brings it now. Seen is when the event that they have seen was changed.
func (s *Events) Replace(ctx context.Context, by league.Player, id string, seen time.Time, f elsewhere.Form) (elsewhere.Event, error) {
	was, err := s.Own(ctx, by, id)
	if err != nil {
		return elsewhere.Event{}, err
	}
	p, err := s.Check(by, f)
	if err != nil {
		return elsewhere.Event{}, err
	}
	p.Event.ID, p.Event.Imported = id, was.Imported
	if !p.Event.Changed.After(was.Changed) { // two within a millisecond are two changes all the same
		p.Event.Changed = was.Changed.Add(time.Millisecond)
	}
	return p.Event, s.store.ReplaceImported(ctx, p.Event, seen, s.budget())
}

// Own returns an event that a member has imported. Somebody else's is forbidden, or not there if it is private.
func (s *Events) Own(ctx context.Context, by league.Player, id string) (elsewhere.Event, error) {
	e, err := s.store.ImportedEvent(ctx, league.Of(by), id)
	if err == nil && (by.ID == "" || e.Importer.ID != by.ID) {
		err = league.Errorf(league.Forbidden, "Only who imported this event can change it.")
	}
	return e, err
}

// Event returns an event with its results; league.NotFound if there is none that the viewer is shown.
func (s *Events) Event(ctx context.Context, viewer league.Viewer, id string) (elsewhere.Event, elsewhere.Results, error) {
	e, err := s.store.ImportedEvent(ctx, viewer, id)
	if err != nil {
		return e, elsewhere.Results{}, err
	}
	r, report := elsewhere.Read(e.File, e.Count)
	if len(report.Problems) > 0 {
		return e, r, fmt.Errorf("event %s cannot be read: %s", id, report.Problems[0])
	}
	return e, r, nil
}

// Events lists events, the latest first, without their files.
func (s *Events) Events(ctx context.Context, viewer league.Viewer, which elsewhere.List) ([]elsewhere.Event, error) {
	return s.store.ImportedEvents(ctx, viewer, which)
}

// TakeDown removes an event that a member has imported.
func (s *Events) TakeDown(ctx context.Context, by league.Player, id string) error {
	if _, err := s.Own(ctx, by, id); err != nil {
		return err
	}
	return s.store.DropImported(ctx, id)
}

// Remove removes an event of somebody else for the site, which the log of the site says with the reason. What is wrong
// with that is an error of the field "reason".
func (s *Events) Remove(ctx context.Context, by conduct.Actor, id, reason string) error {
	if err := s.staff.May(ctx, by, conduct.RemoveEvent); err != nil {
		return err
	}
	e, err := s.store.ImportedEvent(ctx, league.Public(), id)
	if err != nil {
		return err
	}
	if err := s.staff.Note(ctx, by, conduct.RemoveEvent, e.Importer.ID, reason, e.Name); err != nil {
		return err
	}
	return s.store.DropImported(ctx, id)
}
