package secret

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"math"
	"regexp"
	"slices"
	"strconv"

	"golang.org/x/crypto/argon2"
)

// Effort is what hashing a password costs.
type Effort struct {
	Memory  uint32 // KiB
	Passes  uint32
	Threads uint8
}

// Standard returns the effort for a real site (RELIABILITY S6): some 20 ms and 19 MiB.
func Standard() Effort { return Effort{Memory: 19456, Passes: 2, Threads: 1} }

const (
	saltSize = 16
	hashSize = 32
)

// Passwords hashes passwords with argon2id under a pepper: who steals the database
// alone cannot even try to guess. Without the file with the pepper no password is right
// any more.
//
// Where the pepper was replaced, those before it lie beside it until no hash needs them, and the hashes
// name theirs. A hash that names none is of the oldest.
type Passwords struct {
	pepper pepper
	former []pepper // the oldest first
	effort Effort
}

// A pepper is a key by which passwords are hashed.
type pepper struct {
	key [keySize]byte
	id  string // by which hashes name it
}

// newPepper names a key by its fingerprint, in the alphabet of PHC strings.
func newPepper(key [keySize]byte) pepper {
	id, err := hex.DecodeString(fingerprint(PasswordKey, key))
	if err != nil {
		panic(err) // it is one
	}
	return pepper{key, base64.RawStdEncoding.EncodeToString(id)}
}

// OpenPasswords reads the peppers in a folder.
func OpenPasswords(folder string, effort Effort) (*Passwords, error) {
	key, err := readKey(File(folder, PasswordKey), PasswordKey)
	if err != nil {
		return nil, err
	}
	p := &Passwords{pepper: newPepper(key), effort: effort}
	epochs, err := replaced(folder, PasswordKey)
	if err != nil {
		return nil, err
	}
	for _, epoch := range epochs {
		name := formerName(PasswordKey, epoch)
		if key, err = readKey(File(folder, name), name); err != nil {
			return nil, err
		}
		p.former = append(p.former, newPepper(key))
	}
	return p, nil
}

// Present returns by what hashes name the pepper of today, "" where none was replaced of which hashes
// may be about.
func (p *Passwords) Present() string {
	if len(p.former) == 0 {
		return ""
	}
	return p.pepper.id
}

// of returns the pepper that a hash names. One that is gone gives another one, with which nothing is right.
func (p *Passwords) of(id string) pepper {
	all := append(slices.Clone(p.former), p.pepper)
	if i := slices.IndexFunc(all, func(k pepper) bool { return k.id == id || id == "" }); i >= 0 {
		return all[i]
	}
	return p.pepper
}

// Hash returns what to store of a password: a PHC string of argon2id with fresh salt.
func (p *Passwords) Hash(password string) string {
	var salt [saltSize]byte
	rand.Read(salt[:]) // never fails
	return phc(p.effort, p.Present(), salt[:], p.pepper.argon(password, salt[:], p.effort))
}

// Check reports whether a hash is of a password, and if so, whether it was made with
// another effort or by another pepper than is due now. What is no hash belongs to no password.
func (p *Passwords) Check(password, hash string) (right, weak bool) {
	effort, id, salt, want, ok := parsePHC(hash)
	by := p.of(id)
	if !ok || subtle.ConstantTimeCompare(by.argon(password, salt, effort), want) != 1 {
		return false, false
	}
	return true, effort != p.effort || by != p.pepper
}

// Nobodys returns a hash that no password has: random bytes in the form of one that
// is made now, so that checking it takes as long.
func (p *Passwords) Nobodys() string {
	var random [saltSize + hashSize]byte
	rand.Read(random[:]) // never fails
	return phc(p.effort, p.Present(), random[:saltSize], random[saltSize:])
}

// argon mixes in the pepper first; that also makes every password 32 bytes long.
func (p pepper) argon(password string, salt []byte, e Effort) []byte {
	peppered := hmac.New(sha256.New, p.key[:])
	peppered.Write([]byte(password))
	return argon2.IDKey(peppered.Sum(nil), salt, e.Passes, e.Memory, e.Threads, hashSize)
}

const phcForm = "$argon2id$v=%d$m=%d,t=%d,p=%d%s$%s$%s"

// namedPepper stands before the id of a pepper.
const namedPepper = ",keyid="

func phc(e Effort, id string, salt, hash []byte) string {
	if id != "" {
		id = namedPepper + id
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf(phcForm, argon2.Version, e.Memory, e.Passes, e.Threads, id, b64.EncodeToString(salt), b64.EncodeToString(hash))
}

// The most effort that a stored hash is followed in, so that a row gone wrong cannot
// take all memory.
const (
	mostMemory = 1 << 20 // KiB
	mostPasses = 64
)

// phcText is what phc writes; the numbers are looked at afterwards.
var phcText = regexp.MustCompile(`^\$argon2id\$v=(\d{1,9})\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,3})(?:,keyid=([A-Za-z0-9+/]{11}))?\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$`)

// parsePHC undoes phc; anything else that looks like it is none.
func parsePHC(text string) (e Effort, id string, salt, hash []byte, ok bool) {
	part := phcText.FindStringSubmatch(text)
	if part == nil {
		return Effort{}, "", nil, nil, false
	}
	var n [4]uint64
	for i := range n {
		n[i], _ = strconv.ParseUint(part[i+1], 10, 32) // digits, and few
	}
	e, id = Effort{uint32(n[1]), uint32(n[2]), uint8(min(n[3], math.MaxUint8))}, part[5]
	salt, errSalt := base64.RawStdEncoding.DecodeString(part[6])
	hash, errHash := base64.RawStdEncoding.DecodeString(part[7])
	sound := errSalt == nil && errHash == nil && n[0] == argon2.Version && 0 < e.Passes && e.Passes <= mostPasses &&
		0 < e.Threads && e.Memory <= mostMemory && text == phc(e, id, salt, hash)
	return e, id, salt, hash, sound
}

// Format hides the pepper from every verb of fmt.
func (Passwords) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the pepper from logs.
func (Passwords) LogValue() slog.Value { return slog.StringValue("(secret)") }
