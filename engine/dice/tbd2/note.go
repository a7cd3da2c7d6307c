package tbd2

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Signers sign what a site says of its matches, each as a note (https://c2sp.org/signed-note). Ed25519 signs the same
// text always with the same signature, so none is stored.
type Signers struct {
	Origin   string // names the log; fixed when the site was born
	log      note.Signer
	receipts note.Signer
	vkeys    [2]string
}

// The purposes that a site's signing key has; each has a key of its own.
const (
	forLog      = "log"
	forReceipts = "receipts"
)

// NewSigners returns the signers of a site with a signing key. It fails for an origin that cannot name a key: one that
// is empty, or has a space or a "+" in it.
func NewSigners(key Key, origin string) (Signers, error) {
	s := Signers{Origin: origin}
	var errLog, errReceipts error
	s.log, s.vkeys[0], errLog = newSigner(key, forLog, origin)
	s.receipts, s.vkeys[1], errReceipts = newSigner(key, forReceipts, ReceiptsName(origin))
	return s, errors.Join(errLog, errReceipts)
}

// ReceiptsName returns the name of the key that the receipts of a site are signed with.
func ReceiptsName(origin string) string { return origin + "/receipts" }

func newSigner(key Key, purpose, name string) (s note.Signer, vkey string, err error) {
	seed := derive(key[:], nil, text(text(nil, "tbd2/sign"), purpose))
	public := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	if vkey, err = note.NewEd25519VerifierKey(name, public); err != nil {
		return nil, "", err
	}
	const ed25519ID = 1 // before the bytes of a key, says which signatures it makes
	hash := strings.Split(strings.TrimPrefix(vkey, name), "+")[1]
	s, err = note.NewSigner(fmt.Sprintf("PRIVATE+KEY+%s+%s+%s", name, hash, base64.StdEncoding.EncodeToString(append([]byte{ed25519ID}, seed[:]...))))
	if err != nil {
		return nil, "", fmt.Errorf("%q cannot name a key: %w", name, err)
	}
	return s, vkey, nil
}

// LogKey returns the verifier key of checkpoints.
func (s Signers) LogKey() string { return s.vkeys[0] }

// ReceiptsKey returns the verifier key of receipts.
func (s Signers) ReceiptsKey() string { return s.vkeys[1] }

// Checkpoint signs how long the log is and what it holds (https://c2sp.org/tlog-checkpoint).
func (s Signers) Checkpoint(tree tlog.Tree) (string, error) {
	return sign(fmt.Sprintf("%s\n%d\n%s\n", s.Origin, tree.N, tree.Hash), s.log)
}

// Receipt is what the site says it has of a match: T(n) after event n.
type Receipt struct {
	GID   GID
	N     uint32
	T     Digest
	At    int64  // of event n, Unix milliseconds
	Round uint64 // of the beacon, that the next throw waits for; 0: none
}

const receiptHead = "tbd2/receipt"

// Receipt signs a receipt.
func (s Signers) Receipt(r Receipt) (string, error) {
	round := "-"
	if r.Round > 0 {
		round = strconv.FormatUint(r.Round, 10)
	}
	return sign(strings.Join([]string{
		receiptHead, s.Origin, hex.EncodeToString(r.GID[:]), strconv.FormatUint(uint64(r.N), 10),
		hex.EncodeToString(r.T[:]), strconv.FormatInt(r.At, 10), round, "",
	}, "\n"), s.receipts)
}

func sign(text string, by note.Signer) (string, error) {
	signed, err := note.Sign(&note.Note{Text: text}, by)
	return string(signed), err
}

// OpenNote returns the text of a note that a verifier key signed; an error for any other.
func OpenNote(signed, vkey string) (string, error) {
	v, err := note.NewVerifier(vkey)
	if err != nil {
		return "", err
	}
	n, err := note.Open([]byte(signed), note.VerifierList(v))
	if err != nil {
		return "", err
	}
	return n.Text, nil
}

// errNote is that a note is genuine, but no receipt or checkpoint.
var errNote = errors.New("the note has not the lines that it must have")

// OpenReceipt returns a receipt that a verifier key signed, and the origin that it names.
func OpenReceipt(signed, vkey string) (r Receipt, origin string, err error) {
	text, err := OpenNote(signed, vkey)
	if err != nil {
		return Receipt{}, "", err
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 8 || lines[0] != receiptHead || !readHex(r.GID[:], lines[2]) || !readHex(r.T[:], lines[4]) {
		return Receipt{}, "", errNote
	}
	n, errN := strconv.ParseUint(lines[3], 10, 32)
	at, errAt := strconv.ParseInt(lines[5], 10, 64)
	var errRound error
	if lines[6] != "-" {
		r.Round, errRound = strconv.ParseUint(lines[6], 10, 64)
	}
	if err := errors.Join(errN, errAt, errRound); err != nil {
		return Receipt{}, "", fmt.Errorf("%w: %w", errNote, err)
	}
	r.N, r.At = uint32(n), at
	return r, lines[1], nil
}

// OpenCheckpoint returns the tree that a verifier key signed as that of a log, and the log's name.
func OpenCheckpoint(signed, vkey string) (tree tlog.Tree, origin string, err error) {
	text, err := OpenNote(signed, vkey)
	if err != nil {
		return tlog.Tree{}, "", err
	}
	lines := strings.SplitN(text, "\n", 4) // lines that may follow are extensions
	if len(lines) < 4 {
		return tlog.Tree{}, "", errNote
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil || tree.N < 0 {
		return tlog.Tree{}, "", errNote
	}
	if tree.Hash, err = tlog.ParseHash(lines[2]); err != nil {
		return tlog.Tree{}, "", errNote
	}
	return tree, lines[0], nil
}

// readHex fills target from lower-case digits of exactly its length.
func readHex(target []byte, digits string) bool {
	b, err := hex.DecodeString(digits)
	return err == nil && copy(target, b) == len(b) && hex.EncodeToString(target) == digits
}
