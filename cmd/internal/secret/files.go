package secret

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine/dice"
	"kickabout/league"
)

// Text is a key as its file holds it.
type Text struct{ Name, Text string }

// Texts returns all keys of a folder: those that every site has, which must be there, and behind them those that were replaced.
func Texts(folder string) (all []Text, err error) {
	there, err := Files(folder)
	if err != nil {
		return nil, err
	}
	former := slices.DeleteFunc(there, func(name string) bool { return slices.Contains(Names(), name) })
	for _, name := range append(Names(), former...) {
		text, err := ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		all = append(all, Text{name, text})
	}
	return all, nil
}

// Prints returns the fingerprints of all keys of a folder that somebody needs who goes on with the site, by their names.
func Prints(folder string) map[string]string {
	prints := map[string]string{}
	there, _ := Files(folder) // what cannot be read is not there
	for _, name := range there {
		if f, err := Fingerprint(folder, name); err == nil && !strings.HasPrefix(name, "lost-") {
			prints[name] = f
		}
	}
	return prints
}

// DealerOf returns a dealer of the dice that some keys have dealt, nil without a key of the dice among them.
func DealerOf(keys []Text) (*Dealer, error) {
	var d *Dealer
	var shows []dice.Key
	var former []formerDice
	for _, k := range keys {
		base, _, _ := strings.Cut(strings.TrimPrefix(k.Name, "lost-"), "-")
		key, ok := parseKey(k.Text)
		switch {
		case !keyFile.MatchString(k.Name+".key") || !slices.Contains(Names(), base):
			return nil, fmt.Errorf("there is no key %q", strings.ToValidUTF8(k.Name, ""))
		case base != DiceKey:
		case !ok:
			return nil, fmt.Errorf("this is no key of dice: it must hold %d hexadecimal digits and a newline", 2*keySize)
		case k.Name == DiceKey:
			d = newDealer(key)
		case strings.HasPrefix(k.Name, "lost-"):
			shows = append(shows, key)
		default:
			epoch, _ := strconv.Atoi(strings.TrimPrefix(k.Name, DiceKey+"-")) // keyFile names no others
			former = append(former, formerDice{uint32(epoch), key})
		}
	}
	if d != nil {
		slices.SortFunc(former, func(a, b formerDice) int { return cmp.Compare(a.epoch, b.epoch) })
		d.shows, d.former = shows, former
		if n := len(former); n > 0 {
			d.epoch = former[n-1].epoch + 1
		}
	}
	return d, nil
}

// Tighten makes the files of the data folder, keys too, readable for their owner alone.
func Tighten(folder string, log *slog.Logger) error {
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 == 0 {
			continue
		}
		if err := os.Chmod(name, info.Mode().Perm()&0o700); err != nil {
			return fmt.Errorf("a file may be read by others, and that cannot be changed: %w", err)
		}
		log.Warn("a file could be read by others; think about who may have seen it", "file", name, "mode", fmt.Sprintf("%04o", info.Mode().Perm()))
	}
	return nil
}

// diceRecords returns what a database is to know of the key of the dice that knows none so far: with those of before whose files
// came along, by which their epochs are known.
func (p Preparation) diceRecords() ([]league.KeyRecord, error) {
	there, err := Files(p.Folder)
	if err != nil {
		return nil, err
	}
	prints, deals, present := map[int]string{}, map[int]bool{}, 0
	for _, name := range there {
		digits, lost := strings.CutPrefix(name, "lost-"+DiceKey+"-")
		epoch, err := strconv.Atoi(digits)
		if !lost {
			if digits, lost = strings.CutPrefix(name, DiceKey+"-"); !lost {
				continue
			}
			epoch, err = strconv.Atoi(digits)
			epoch--
			deals[epoch] = true
		}
		if err != nil || epoch < 0 {
			continue
		}
		if prints[epoch], err = Fingerprint(p.Folder, name); err != nil {
			return nil, err
		}
		present = max(present, epoch+1)
	}
	if prints[present], err = Fingerprint(p.Folder, DiceKey); err != nil {
		return nil, err
	}
	var records []league.KeyRecord
	for epoch := range present + 1 {
		print := prints[epoch]
		if print == "" {
			print = strings.Repeat("0", 2*keySize) // it is gone
		}
		records = append(records, league.KeyRecord{Name: DiceKey, Epoch: epoch, Fingerprint: print, Born: p.Now(), Kept: deals[epoch-1]})
	}
	return records, nil
}
