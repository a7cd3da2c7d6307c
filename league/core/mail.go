package core

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Mail is a letter to one person.
type Mail struct {
	To      string // the address
	Key     string // names the letter: sent twice it has the same Message-ID
	Subject string
	Text    string
	HTML    string // "": the text alone
	Board   []byte // PNG that the HTML shows as cid:board; nil: none

	// Leave is the address, https://…, at which one click ends letters of this kind; "" of those that nobody can leave.
	Leave string
}

// MailID is what stands in the Message-ID of a letter with a key, before the @.
func MailID(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// Mailer sends letters.
type Mailer interface {
	// Send hands a letter to the mail server and returns when that has taken it. What the server answered otherwise
	// is a *Refusal; any other error is none of the letter's: the server was not there.
	Send(ctx context.Context, m Mail) error
}

// Refusal is the answer of a mail server that does not take a letter (RFC 5321, RFC 3463).
type Refusal struct {
	Code int    // such as 550
	Sub  string // such as "5.1.1"; "" if it did not say
	Text string
}

// Error says what the server answered.
func (r *Refusal) Error() string {
	if r.Sub == "" {
		return fmt.Sprintf("the mail server answered %d %s", r.Code, r.Text)
	}
	return fmt.Sprintf("the mail server answered %d %s %s", r.Code, r.Sub, r.Text)
}

// Later says that the same letter may be taken another time.
func (r *Refusal) Later() bool { return r.Code < 500 }
