package secret

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine/dice"
	"kickabout/league"
)

// A key is replaced in steps, of which the one that counts is that the database knows the new one: before
// that everything is as it was, and after it whatever was cut short is finished by the next start.

// next returns where a key lies until it takes the place of the one that has its name.
func next(folder, name string) string { return File(folder, name) + ".next" }

// formerName is the name of a key that was replaced and is still of use. Those of the dice are counted from 1, as everybody sees
// them.
func formerName(name string, epoch int) string {
	if name == DiceKey {
		epoch++
	}
	return fmt.Sprintf("%s-%d", name, epoch)
}

// formerKeys reads the keys of the dice that were replaced and are still of use, as far as their files are there, the oldest first.
func formerKeys(folder string) (keys []formerDice, err error) {
	epochs, err := replaced(folder, DiceKey)
	for _, epoch := range epochs {
		name := fmt.Sprintf("%s-%d", DiceKey, epoch)
		key, err := readKey(File(folder, name), name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, formerDice{uint32(epoch), key})
	}
	return keys, err
}

// Lose has a key of the dice of before count for nothing any more, by its epoch, counted from 1: where its file is it shows what it
// has dealt. No server may run meanwhile.
func (p Preparation) Lose(ctx context.Context, data KeyStore, epoch int, reason string) error {
	start, err := p.look(ctx, data)
	if err != nil {
		return err
	}
	name, there := fmt.Sprintf("%s-%d", DiceKey, epoch), false
	for i, k := range start.Keys {
		if k.Name == name {
			start.Keys[i].File, there = k.Recorded, true // whatever there is
		}
	}
	if !there {
		return fmt.Errorf("no key %d of the dice deals beside the present one: see kickabout key list", epoch)
	}
	if _, err := Decide(start); err != nil {
		return err
	}
	if err := data.LoseKey(ctx, DiceKey, epoch-1, reason); err != nil {
		return err
	}
	return p.asideLost(ctx, data)
}

// asideLost names the files of keys of the dice so that everybody sees that they deal no more, an import of the site too.
func (p Preparation) asideLost(ctx context.Context, data KeyStore) error {
	epochs, err := data.KeyEpochs(ctx, DiceKey)
	for i, k := range epochs {
		if i == 0 || k.Kept {
			continue
		}
		is := epochs[i-1]
		from := File(p.Folder, formerName(DiceKey, is.Epoch))
		if err := os.Rename(from, lostFile(p.Folder, DiceKey, is.Epoch)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("putting a lost key of the dice aside: %w", err)
		}
	}
	return err
}

// count has the dealer know the epochs of its keys and which of those of before deal, as the database says: a rotation that was
// cut short has come to nothing, and what was lost or opened deals no more.
func (r *Ring) count(ctx context.Context, data KeyStore) error {
	rows, err := data.KeyEpochs(ctx, DiceKey)
	if err != nil || len(rows) == 0 {
		return err
	}
	d := r.Dice
	there := d.former
	d.epoch, d.former = uint32(rows[len(rows)-1].Epoch)+1, nil
	for _, f := range there {
		name, is := fmt.Sprintf("%s-%d", DiceKey, f.epoch), fingerprint(DiceKey, f.mk)
		switch i := slices.IndexFunc(rows, func(k league.KeyRecord) bool { return k.Epoch == int(f.epoch) && k.Kept }); {
		case i < 0:
			d.shows = append(d.shows, f.mk)
		case i > 0 && rows[i-1].Fingerprint == is:
			if r.prints[name] = is; rows[i-1].Opened.IsZero() {
				d.former = append(d.former, f)
			} else {
				d.shows = append(d.shows, f.mk)
			}
		}
	}
	for _, k := range rows[1:] {
		if !k.Kept {
			r.Lost = k.Reason
		}
	}
	return nil
}

// Open opens the keys of a site beside a server, and makes none; they must be those of the data.
func (p Preparation) Open(ctx context.Context, data KeyStore) (*Ring, error) {
	if err := p.Check(ctx, data); err != nil {
		return nil, err
	}
	ring, err := OpenRing(p.Folder, p.Effort)
	if err == nil {
		err = ring.count(ctx, data)
	}
	return ring, err
}

// lostFile returns where a key lies that was replaced since others may have it. Nothing is made with it any more.
func lostFile(folder, name string, epoch int) string {
	return filepath.Join(folder, fmt.Sprintf("lost-%s-%d.key", name, epoch))
}

// lostDice reads the keys of the dice that were replaced since others may have them, as far as their files are there.
func lostDice(folder string) (keys []dice.Key, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "lost-"+DiceKey+"-*.key"))
	for _, path := range files {
		key, err := readKey(path, "lost "+DiceKey)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, err
}

// replaced returns the epochs of the keys of a name that were replaced and lie beside, the oldest first.
func replaced(folder, name string) ([]int, error) {
	files, err := Files(folder)
	if err != nil {
		return nil, err
	}
	var epochs []int
	for _, f := range files {
		if digits, ok := strings.CutPrefix(f, name+"-"); ok {
			epoch, _ := strconv.Atoi(digits) // Files names no others
			epochs = append(epochs, epoch)
		}
	}
	slices.Sort(epochs)
	return epochs, nil
}

// Replace gives a site another key of a name, and says why. The one before is kept beside for what was made
// with it, or counts for nothing any more. Keys that are not those of the data are refused, but for the one
// that is replaced where it counts for nothing. No server may run meanwhile.
func (p Preparation) Replace(ctx context.Context, data KeyStore, name, reason string, keep bool) error {
	if digits, former := strings.CutPrefix(name, DiceKey+"-"); former && !keep {
		epoch, _ := strconv.Atoi(digits) // 0 is none
		return p.Lose(ctx, data, epoch, reason)
	}
	if !slices.Contains(Names(), name) {
		return fmt.Errorf("there is no %s key; the keys are %s", name, strings.Join(Names(), ", "))
	}
	if err := p.finish(ctx, data); err != nil {
		return err
	}
	start, err := p.look(ctx, data)
	if err != nil {
		return err
	}
	now, err := recordOf(ctx, data, name)
	if err != nil {
		return err
	}
	if now.Fingerprint == "" {
		return refuse("the database does not know the %s key yet: start the site once", name)
	}
	for i, k := range start.Keys {
		if k.Name == name && !keep {
			start.Keys[i].File = k.Recorded // whatever there is
		}
	}
	if _, err := Decide(start); err != nil {
		return err
	}
	if err := os.Remove(next(p.Folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := createKey(next(p.Folder, name)); err != nil {
		return fmt.Errorf("creating the %s key: %w", name, err)
	}
	key, err := readKey(next(p.Folder, name), name)
	if err != nil {
		return err
	}
	if err := p.aside(name, now.Epoch, keep); err != nil {
		return err
	}
	is := league.KeyRecord{Name: name, Epoch: now.Epoch + 1, Fingerprint: fingerprint(name, key), Born: p.Now(), Kept: keep, Reason: reason}
	if err := data.RecordKeys(ctx, is); err != nil {
		return err
	}
	return p.finish(ctx, data)
}

// aside links the key of a name to where it lies after it was replaced, if there is one.
func (p Preparation) aside(name string, epoch int, keep bool) error {
	to := lostFile(p.Folder, name, epoch)
	if keep {
		to = File(p.Folder, formerName(name, epoch))
	}
	err := os.Link(File(p.Folder, name), to)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) { // it is gone, or a start was cut short
		return nil
	}
	if err != nil {
		return fmt.Errorf("keeping the %s key: %w", name, err)
	}
	return syncFolder(p.Folder)
}

// finish gives keys their names that the database knows already.
func (p Preparation) finish(ctx context.Context, data KeyStore) error {
	for _, name := range Names() {
		key, err := readKey(next(p.Folder, name), name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		now, err := recordOf(ctx, data, name)
		if err != nil {
			return err
		}
		if now.Fingerprint != fingerprint(name, key) {
			continue
		}
		if err := os.Rename(next(p.Folder, name), File(p.Folder, name)); err != nil {
			return fmt.Errorf("putting the %s key into its place: %w", name, err)
		}
		if err := syncFolder(p.Folder); err != nil {
			return err
		}
	}
	return nil
}

// recordOf returns what the database knows of the key of a name; zero: nothing.
func recordOf(ctx context.Context, data KeyStore, name string) (league.KeyRecord, error) {
	keys, err := data.Keys(ctx)
	if i := slices.IndexFunc(keys, func(k league.KeyRecord) bool { return k.Name == name }); i >= 0 {
		return keys[i], err
	}
	return league.KeyRecord{}, err
}

// Waiting counts the hashes of passwords that are still of a key that was replaced.
func (p *Passwords) Waiting(ctx context.Context, data KeyStore) (int64, error) {
	if p.Present() == "" {
		return 0, nil
	}
	return data.HashesWithout(ctx, namedPepper+p.Present()+"$")
}

// forget takes away the former keys of passwords once no hash is of theirs.
func (p Preparation) forget(ctx context.Context, passwords *Passwords, data KeyStore) error {
	waiting, err := passwords.Waiting(ctx, data)
	if err != nil || waiting > 0 || passwords.Present() == "" {
		return err
	}
	epochs, err := replaced(p.Folder, PasswordKey)
	if err != nil {
		return err
	}
	for _, epoch := range epochs {
		if err := os.Remove(File(p.Folder, formerName(PasswordKey, epoch))); err != nil {
			return err
		}
	}
	passwords.former = nil
	return syncFolder(p.Folder)
}
