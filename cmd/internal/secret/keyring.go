package secret

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kickabout/league"
)

// The names of a site's keys.
const (
	DiceKey     = "dice"     // all dice come from it
	PasswordKey = "password" // no password can be checked without it
	SiteKey     = "site"     // signs what the site gives out, for itself
	SignKey     = "sign"     // signs receipts and the log of the dice, for everybody
)

// Names lists the keys that every site has.
func Names() []string { return []string{DiceKey, PasswordKey, SiteKey, SignKey} }

// File returns where a key lies in a folder.
func File(folder, name string) string { return filepath.Join(folder, name+".key") }

// Mark returns the file that stands in a folder while the keys of a new site are made: a start that
// was cut short goes on.
func Mark(folder string) string { return filepath.Join(folder, ".new-site") }

// ErrKeys says that keys and data do not belong together: nothing is to be gained by another start.
var ErrKeys = errors.New("keys and data do not belong together")

// fingerprint returns what a database remembers of a key: of the key of the dice the commitment of
// FAIR-DICE 8, of another 16 hexadecimal digits.
func fingerprint(name string, key [keySize]byte) string {
	if name == DiceKey {
		const label = "tbd1/mk"
		text := append(binary.BigEndian.AppendUint16(nil, uint16(len(label))), label...)
		sum := sha256.Sum256(append(text, key[:]...))
		return hex.EncodeToString(sum[:])
	}
	h := hmac.New(sha256.New, key[:])
	h.Write([]byte("kickabout fingerprint " + name))
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Fingerprint returns the fingerprint of the key in a file, "" if there is no such file.
func Fingerprint(folder, name string) (string, error) {
	key, err := readKey(File(folder, name), name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(strings.TrimPrefix(name, "lost-"), DiceKey+"-") {
		name = DiceKey
	}
	return fingerprint(name, key), nil
}

// Line is a key of a site, in its file and in the database; "" where it is not there.
type Line struct {
	Name, File string
	Record     league.KeyRecord
}

// Lines lists the keys of a site, with those of the dice that were replaced and still deal.
func (p Preparation) Lines(ctx context.Context, data KeyStore) ([]Line, error) {
	start, err := p.look(ctx, data)
	if err != nil {
		return nil, err
	}
	now, err := data.Keys(ctx)
	if err != nil {
		return nil, err
	}
	epochs, err := data.KeyEpochs(ctx, DiceKey)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, k := range start.Keys {
		l := Line{Name: k.Name, File: k.File}
		for _, r := range append(epochs, now...) { // the last one of a name counts
			if r.Name == k.Name || r.Name == DiceKey && formerName(DiceKey, r.Epoch) == k.Name {
				l.Record = r
			}
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// Make makes the file of a key, unless there is one.
func Make(folder, name string) error {
	if err := createKey(File(folder, name)); err != nil {
		return fmt.Errorf("creating the %s key: %w", name, err)
	}
	return nil
}

// A Ring is the keys of a site.
type Ring struct {
	Dice     *Dealer
	Password *Passwords
	Site     *Site
	Sign     *Sign
	Since    time.Time // when the key of the site was recorded; zero: it was not looked
	Lost     string    // why a key of the dice was lost last; "" if none was

	prints map[string]string // the fingerprints, by the names of the keys
}

// Former returns what signed on sites from before there was a key of that name: the key of the dice, the first that still deals.
func (r *Ring) Former() *Site { return &Site{r.Dice.first()} }

// OpenRing opens the keys in a folder and makes none.
func OpenRing(folder string, effort Effort) (*Ring, error) {
	dealer, err := Open(folder)
	if err != nil {
		return nil, err
	}
	passwords, err := OpenPasswords(folder, effort)
	if err != nil {
		return nil, err
	}
	site, err := OpenSite(folder)
	if err != nil {
		return nil, err
	}
	sign, err := OpenSign(folder)
	if err != nil {
		return nil, err
	}
	return &Ring{Dice: dealer, Password: passwords, Site: site, Sign: sign, prints: map[string]string{
		DiceKey: fingerprint(DiceKey, dealer.mk), PasswordKey: fingerprint(PasswordKey, passwords.pepper.key), SiteKey: fingerprint(SiteKey, site.key), SignKey: fingerprint(SignKey, sign.key),
	}}, nil
}

// Found is what a start finds of one key.
type Found struct {
	Name     string
	File     string // the fingerprint of the key in its file; "": there is no file
	Recorded string // the fingerprint in the database; "": it knows of none
}

// Start is what a start finds of the data.
type Start struct {
	Keys    []Found
	InUse   bool // the database holds accounts, matches or tournaments
	Begun   bool // a start of a new site was cut short: see Mark
	NewSite bool // the operator says that keys without data are a new site's
	Import  bool // the data comes from a file, with all keys that it needs
}

// Plan is what a start does about the keys: it makes files, then records fingerprints.
type Plan struct{ Make, Record []string }

// Decide returns what a start does about the keys (OPERATE 1). It never makes a key where one is
// expected; an error wraps ErrKeys and says what the operator can do.
func Decide(s Start) (p Plan, err error) {
	known := slices.ContainsFunc(s.Keys, func(k Found) bool { return k.Recorded != "" })
	files := slices.ContainsFunc(s.Keys, func(k Found) bool { return k.File != "" })
	if !known && !s.InUse && files && !s.Begun && !s.NewSite && !s.Import {
		return Plan{}, refuse("there are keys but no data: restore a backup, or say --new-site if these keys are to be those of a new site")
	}
	for _, k := range s.Keys {
		switch {
		case k.Recorded == k.File && k.File != "": // as it should be
		case k.Recorded != "" && k.File == "":
			return Plan{}, refuse("the %s key is missing: the data was made with the key %s; %s", k.Name, Short(k.Recorded), waysOut(k.Name))
		case k.Recorded != "":
			return Plan{}, refuse("the %s key is another one: the data was made with the key %s and the file holds %s; move that file away, then %s", k.Name, Short(k.Recorded), Short(k.File), waysOut(k.Name))
		case k.File == "" && (known || s.InUse) && !s.Import && !later(k.Name):
			return Plan{}, refuse("the %s key is missing, and there are accounts or matches that need it: restore the file %s.key from where it was kept safe", k.Name, k.Name)
		default:
			if k.File == "" {
				p.Make = append(p.Make, k.Name)
			}
			p.Record = append(p.Record, k.Name)
		}
	}
	return p, nil
}

// waysOut says what whoever runs a site can do about a key that is not there.
func waysOut(name string) string {
	if epoch, former := strings.CutPrefix(name, DiceKey+"-"); former {
		name = DiceKey + " --epoch " + epoch
	}
	return fmt.Sprintf("put the right key back with kickabout key import FILE or, if it is gone for good, run kickabout key lost %s --reason TEXT", name)
}

// later says that sites of old have no key of a name.
func later(name string) bool { return name == SiteKey || name == SignKey }

// refuse says why a start is refused.
func refuse(text string, args ...any) error {
	return fmt.Errorf("%s%w", fmt.Sprintf(text, args...), silent{ErrKeys})
}

// silent wraps an error that is told apart and not read.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

// Short returns as much of a fingerprint as a person compares.
func Short(fingerprint string) string {
	return strings.ToLower(fingerprint[:min(16, len(fingerprint))])
}
