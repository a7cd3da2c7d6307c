package secret

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"

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
type Passwords struct {
	pepper [keySize]byte
	effort Effort
}

// OpenPasswords reads the pepper in a folder.
func OpenPasswords(folder string, effort Effort) (*Passwords, error) {
	pepper, err := readKey(File(folder, PasswordKey), PasswordKey)
	if err != nil {
		return nil, err
	}
	return &Passwords{pepper, effort}, nil
}

// Hash returns what to store of a password: a PHC string of argon2id with fresh salt.
func (p *Passwords) Hash(password string) string {
	var salt [saltSize]byte
	rand.Read(salt[:]) // never fails
	return phc(p.effort, salt[:], p.argon(password, salt[:], p.effort))
}

// Check reports whether a hash is of a password, and if so, whether it was made with
// another effort than is due now. What is no hash belongs to no password.
func (p *Passwords) Check(password, hash string) (right, weak bool) {
	effort, salt, want, ok := parsePHC(hash)
	if !ok || subtle.ConstantTimeCompare(p.argon(password, salt, effort), want) != 1 {
		return false, false
	}
	return true, effort != p.effort
}

// Nobodys returns a hash that no password has: random bytes in the form of one that
// is made now, so that checking it takes as long.
func (p *Passwords) Nobodys() string {
	var random [saltSize + hashSize]byte
	rand.Read(random[:]) // never fails
	return phc(p.effort, random[:saltSize], random[saltSize:])
}

// argon mixes in the pepper first; that also makes every password 32 bytes long.
func (p *Passwords) argon(password string, salt []byte, e Effort) []byte {
	peppered := hmac.New(sha256.New, p.pepper[:])
	peppered.Write([]byte(password))
	return argon2.IDKey(peppered.Sum(nil), salt, e.Passes, e.Memory, e.Threads, hashSize)
}

const phcForm = "$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s"

func phc(e Effort, salt, hash []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf(phcForm, argon2.Version, e.Memory, e.Passes, e.Threads, b64.EncodeToString(salt), b64.EncodeToString(hash))
}

// The most effort that a stored hash is followed in, so that a row gone wrong cannot
// take all memory.
const (
	mostMemory = 1 << 20 // KiB
	mostPasses = 64
)

// parsePHC undoes phc; anything else that looks like it is none.
func parsePHC(text string) (e Effort, salt, hash []byte, ok bool) {
	var version int
	var rest string
	if n, err := fmt.Sscanf(text, "$argon2id$v=%d$m=%d,t=%d,p=%d$%s", &version, &e.Memory, &e.Passes, &e.Threads, &rest); err != nil || n != 5 {
		return Effort{}, nil, nil, false
	}
	encoded := base64.RawStdEncoding.EncodedLen(saltSize)
	if len(rest) != encoded+1+base64.RawStdEncoding.EncodedLen(hashSize) {
		return Effort{}, nil, nil, false
	}
	salt, errSalt := base64.RawStdEncoding.DecodeString(rest[:encoded])
	hash, errHash := base64.RawStdEncoding.DecodeString(rest[encoded+1:])
	sound := errSalt == nil && errHash == nil && version == argon2.Version && 0 < e.Passes && e.Passes <= mostPasses &&
		0 < e.Threads && e.Memory <= mostMemory && text == phc(e, salt, hash)
	return e, salt, hash, sound
}

// Format hides the pepper from every verb of fmt.
func (Passwords) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the pepper from logs.
func (Passwords) LogValue() slog.Value { return slog.StringValue("(secret)") }
