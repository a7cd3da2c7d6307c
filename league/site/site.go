// Package site knows what the owner of a site has settled about it. It reads that again whenever it was changed here,
// and every few seconds, since others may have changed it elsewhere.
package site

import (
	"context"
	"maps"
	"strings"
	"sync"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/setting"
)

// lasts is how long what was read is as good as what stands in the database.
const lasts = 5 * time.Second

// Store is what Settings needs of the store.
type Store interface {
	// Settings returns what is set, by keys.
	Settings(ctx context.Context) (map[string]string, error)
}

// Settings is what is settled about the site.
type Settings struct {
	// Locked holds whatever is set elsewhere: what flags of the server say. It is set before use.
	Locked setting.Values

	core  *core.Core
	store Store

	mu    sync.Mutex
	known setting.Values // nil: not read yet
	until time.Time      // as long as known lasts
}

// New wires it.
func New(c *core.Core, store Store) *Settings { return &Settings{core: c, store: store} }

// Lock reads what flags of the server say, and holds it against whatever is set elsewhere.
func (s *Settings) Lock(flags map[string]string) error {
	locked := setting.Values{}
	for key, typed := range flags {
		d, err := setting.Find(setting.Key(key))
		if err != nil {
			return err
		}
		if locked[d.Key], err = d.Clean(typed); err != nil {
			return league.Errorf(league.Invalid, "%s: %s", key, league.Fields(err)[setting.Field])
		}
	}
	s.Locked = locked
	return nil
}

// Values returns what holds.
func (s *Settings) Values(ctx context.Context) (setting.Values, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.core.Now()
	if s.known != nil && now.Before(s.until) {
		return s.known, nil
	}
	stored, err := s.store.Settings(ctx)
	if err != nil {
		return nil, err
	}
	known := setting.Values{}
	for key, value := range stored {
		known[setting.Key(key)] = value
	}
	maps.Copy(known, s.Locked)
	s.known, s.until = known, now.Add(lasts)
	return known, nil
}

// Games returns which rules are open, and for what.
func (s *Settings) Games(ctx context.Context) (setting.Games, error) {
	values, err := s.Values(ctx)
	if err != nil {
		return setting.Games{}, err
	}
	return values.Games(s.core.RuleSets(), s.core.Retired()), nil
}

// MayBegin is nil if something new may begin in a part by the rules of a variant, which may have options; else an
// error of kind league.Forbidden. Whatever lets somebody begin something asks here.
func (s *Settings) MayBegin(ctx context.Context, game, variant string, part setting.Part) error {
	games, err := s.Games(ctx)
	if err != nil {
		return err
	}
	return s.Closed(games, game, variant, part)
}

// Closed is MayBegin where it is known which rules are open.
func (s *Settings) Closed(games setting.Games, game, variant string, part setting.Part) error {
	if err := s.core.MustBeLive(game, variant); err != nil {
		return err
	}
	if games.Open(game+"/"+variant, part) {
		return nil
	}
	variant, _, _ = strings.Cut(variant, ",")
	title := s.core.Title(game, variant)
	if part == setting.Offers {
		return league.Errorf(league.Forbidden, "This site begins no new games of %s at the moment.", title)
	}
	return league.Errorf(league.Forbidden, "The %s of %s is closed: what is being played is played to its end, and nothing new begins.", strings.ToLower(part.Name()), title)
}

// Forget lets what is settled be read again: it was changed.
func (s *Settings) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = nil
}

// Rows lists all settings as they stand.
func (s *Settings) Rows(ctx context.Context) ([]setting.Row, error) {
	values, err := s.Values(ctx)
	if err != nil {
		return nil, err
	}
	var rows []setting.Row
	for _, d := range setting.All() {
		_, set := values[d.Key]
		_, locked := s.Locked[d.Key]
		rows = append(rows, setting.Row{Descriptor: d, Value: values.Of(d.Key), Set: set, Locked: locked})
	}
	return rows, nil
}
