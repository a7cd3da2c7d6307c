package secret

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"kickabout/league"
)

// KeyStore is what a database knows of the keys.
type KeyStore interface {
	Keys(ctx context.Context) ([]league.KeyRecord, error)
	RecordKeys(ctx context.Context, keys ...league.KeyRecord) error
	InUse(ctx context.Context) (bool, error)
	LastHeads(ctx context.Context, n int) ([]league.Sealed, error)
	// KeyEpochs returns all keys that there were of a name, the first one first.
	KeyEpochs(ctx context.Context, name string) ([]league.KeyRecord, error)
	// LoseKey has the key of a name and an epoch that was replaced count for nothing any more.
	LoseKey(ctx context.Context, name string, epoch int, reason string) error
	// HashesWithout counts the hashes of passwords that are still of use and do not hold a text.
	HashesWithout(ctx context.Context, text string) (int64, error)
}

// headsChecked is how many matches of a site whose database knows of no key must be of the key of
// the dice.
const headsChecked = 100

// Preparation says how a site's keys are opened.
type Preparation struct {
	Folder  string
	Effort  Effort
	Now     func() time.Time
	NewSite bool // keys without data are a new site's
	Import  bool // the data is just being imported, with all keys that it needs
}

// Prepare opens the keys of a site. It makes those that a new site needs, or that a site of old has
// not, and records their fingerprints. Keys that are not those of the data are refused: the error
// wraps ErrKeys.
func (p Preparation) Prepare(ctx context.Context, data KeyStore) (*Ring, error) {
	if err := p.finish(ctx, data); err != nil {
		return nil, err
	}
	if err := p.asideLost(ctx, data); err != nil {
		return nil, err
	}
	start, err := p.look(ctx, data)
	if err != nil {
		return nil, err
	}
	plan, err := Decide(start)
	if err != nil {
		return nil, err
	}
	if err := p.make(start, plan); err != nil {
		return nil, err
	}
	ring, err := OpenRing(p.Folder, p.Effort)
	if err != nil {
		return nil, err
	}
	if slices.Contains(plan.Record, DiceKey) {
		if err := dealtBy(ctx, ring.Dice, data); err != nil {
			return nil, err
		}
	}
	if err := p.record(ctx, data, plan); err != nil {
		return nil, err
	}
	if err := unmark(p.Folder); err != nil {
		return nil, err
	}
	if err := p.forget(ctx, ring.Password, data); err != nil {
		return nil, err
	}
	if ring.Since, err = since(ctx, data); err != nil {
		return nil, err
	}
	return ring, ring.count(ctx, data)
}

// Check fails as Prepare does if the keys in the folder are not those of the data; it makes and
// records none.
func (p Preparation) Check(ctx context.Context, data KeyStore) error {
	start, err := p.look(ctx, data)
	if err != nil {
		return err
	}
	_, err = Decide(start)
	return err
}

// Fits fails as Check does, and also if a ring that was opened before is not that of the data any more.
func (p Preparation) Fits(ctx context.Context, data KeyStore, ring *Ring) error {
	start, err := p.look(ctx, data)
	if err != nil {
		return err
	}
	if _, err := Decide(start); err != nil {
		return err
	}
	for _, k := range start.Keys {
		if is := ring.prints[k.Name]; is != k.Recorded {
			return refuse("the %s key is another one: the data is of the key %s by now, and this server has %s; start it again", k.Name, Short(k.Recorded), Short(is))
		}
	}
	return nil
}

// look finds what a start has to go by.
func (p Preparation) look(ctx context.Context, data KeyStore) (s Start, err error) {
	s.NewSite, s.Import = p.NewSite, p.Import
	recorded, err := data.Keys(ctx)
	if err != nil {
		return s, err
	}
	for _, name := range Names() {
		k := Found{Name: name}
		if i := slices.IndexFunc(recorded, func(r league.KeyRecord) bool { return r.Name == name }); i >= 0 {
			k.Recorded = recorded[i].Fingerprint
		}
		if k.File, err = Fingerprint(p.Folder, name); err != nil {
			return s, err
		}
		s.Keys = append(s.Keys, k)
	}
	epochs, err := data.KeyEpochs(ctx, DiceKey)
	if err != nil {
		return s, err
	}
	for i, k := range epochs {
		if i == 0 || !k.Kept {
			continue
		}
		former := Found{Name: formerName(DiceKey, epochs[i-1].Epoch), Recorded: epochs[i-1].Fingerprint}
		if former.File, err = Fingerprint(p.Folder, former.Name); err != nil {
			return s, err
		}
		s.Keys = append(s.Keys, former)
	}
	if _, err = os.Stat(Mark(p.Folder)); err == nil {
		s.Begun = true
	} else if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	s.InUse, err = data.InUse(ctx)
	return s, err
}

// make makes the keys of a plan. Those of a new site are marked first: nothing knows them yet, and the
// next start must not take them for another site's.
func (p Preparation) make(s Start, plan Plan) error {
	if len(plan.Make) > 0 && !s.InUse {
		if err := os.WriteFile(Mark(p.Folder), nil, 0o600); err != nil {
			return fmt.Errorf("marking a new site: %w", err)
		}
		if err := syncFolder(p.Folder); err != nil {
			return fmt.Errorf("marking a new site: %w", err)
		}
	}
	for _, name := range plan.Make {
		if err := Make(p.Folder, name); err != nil {
			return err
		}
	}
	return nil
}

// record has the database remember the keys of a plan.
func (p Preparation) record(ctx context.Context, data KeyStore, plan Plan) error {
	var keys []league.KeyRecord
	for _, name := range plan.Record {
		if name == DiceKey {
			dice, err := p.diceRecords()
			if err != nil {
				return err
			}
			keys = append(keys, dice...)
			continue
		}
		text, err := Fingerprint(p.Folder, name)
		if err != nil {
			return err
		}
		keys = append(keys, league.KeyRecord{Name: name, Fingerprint: text, Born: p.Now()})
	}
	err := data.RecordKeys(ctx, keys...)
	if league.KindOf(err) == league.Stale { // another server was first: its keys count
		return p.Check(ctx, data)
	}
	return err
}

// dealtBy fails if matches were not dealt by a dealer.
func dealtBy(ctx context.Context, d *Dealer, data KeyStore) error {
	heads, err := data.LastHeads(ctx, headsChecked)
	if err != nil {
		return err
	}
	for _, h := range heads {
		deals := d.Head(h.GID) == h.Head
		if h.Dice.Second() {
			deals = d.Deals(h.GID, h.Dice)
		}
		if !deals {
			return refuse("the dice key is another one: it does not give the dice of %s; restore the right key from where it was kept safe", h.Match)
		}
	}
	return nil
}

// since returns when the key of the site was recorded.
func since(ctx context.Context, data KeyStore) (time.Time, error) {
	keys, err := data.Keys(ctx)
	for _, k := range keys {
		if k.Name == SiteKey {
			return k.Born, err
		}
	}
	return time.Time{}, err
}

// unmark takes the mark of a new site away.
func unmark(folder string) error {
	if err := os.Remove(Mark(folder)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the keys are made, but their mark stays: %w", err)
	}
	return nil
}
