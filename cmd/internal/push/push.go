// Package push sends words to browsers by the push services of their makers: signed by VAPID (RFC 8292), sealed for the
// browser alone (RFC 8291).
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"kickabout/cmd/internal/dial"
	"kickabout/cmd/internal/webhook"
	"kickabout/league/contact"
)

// recordSize is how long each message is made, so that its length tells nothing: below the 4,096 bytes that every push
// service takes.
const recordSize = 3000

// The longest texts: with all else they have to fit a record.
const (
	longTitle = 120 // letters
	longText  = 400
)

// How long a push service keeps a message for a browser that cannot be reached.
const (
	shortest = time.Minute
	usual    = 24 * time.Hour
	longest  = 28 * 24 * time.Hour
)

// Sender sends words by a client, which is to reach nothing but the public internet.
type Sender struct {
	Client  *http.Client
	Now     func() time.Time
	Contact string // an address of the site, https, that push services may turn to

	private, public string
}

// NewSender returns a sender that signs by a key, which follows from secret bytes: mix gives 32 of them for a text.
func NewSender(client *http.Client, now func() time.Time, contact string, mix func(purpose, text string) [32]byte) (*Sender, error) {
	for n := range 8 { // one of 2^32 texts gives no key
		secret := mix("push", "vapid "+strconv.Itoa(n))
		key, err := ecdh.P256().NewPrivateKey(secret[:])
		if err != nil {
			continue
		}
		encode := base64.RawURLEncoding.EncodeToString
		return &Sender{Client: client, Now: now, Contact: contact, private: encode(key.Bytes()), public: encode(key.PublicKey().Bytes())}, nil
	}
	return nil, errors.New("no key for push follows from the key of the site")
}

// PublicKey is the key by which browsers know the site, as they want it.
func (s *Sender) PublicKey() string { return s.public }

// Declared is how a message is written: as browsers show it that need no worker for it, and as ours reads it.
type declared struct {
	WebPush      int    `json:"web_push"`
	Notification notice `json:"notification"`
	Badge        string `json:"app_badge,omitempty"`
}

type notice struct {
	Title    string `json:"title"`
	Body     string `json:"body,omitempty"`
	Navigate string `json:"navigate"`
	Tag      string `json:"tag,omitempty"`
	Language string `json:"lang"`
}

// Push sends a word to a browser. What has the same topic replaces what was not shown yet.
func (s *Sender) Push(ctx context.Context, to contact.Subscription, w contact.Word) contact.Outcome {
	n := declared{8030, notice{short(w.Title, longTitle), short(w.Text, longText), w.URL, topic(w.Topic), "en-GB"}, ""}
	if w.Waiting >= 0 {
		n.Badge = strconv.Itoa(w.Waiting)
	}
	body, err := json.Marshal(n)
	if err != nil {
		return contact.Outcome{Gone: true, Said: "It cannot be written."}
	}
	now := s.Now()
	lasts := usual
	if !w.Until.IsZero() {
		lasts = min(max(w.Until.Sub(now), shortest), longest)
	}
	urgency := webpush.UrgencyNormal
	if w.Urgent {
		urgency = webpush.UrgencyHigh
	}
	a, err := webpush.SendNotificationWithContext(ctx, body, &webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{P256dh: to.Key, Auth: to.Auth}}, &webpush.Options{
		HTTPClient: s.Client, RecordSize: recordSize, Subscriber: s.Contact, Topic: topic(w.Topic), TTL: int(lasts.Seconds()), Urgency: urgency,
		VAPIDPublicKey: s.public, VAPIDPrivateKey: s.private, VapidExpiration: now.Add(12 * time.Hour),
	})
	if err != nil {
		return failure(err)
	}
	defer a.Body.Close()
	io.Copy(io.Discard, io.LimitReader(a.Body, 64<<10)) // what it says does not matter
	said := fmt.Sprintf("It answered %d %s.", a.StatusCode, http.StatusText(a.StatusCode))
	switch {
	case a.StatusCode >= 200 && a.StatusCode < 300:
		return contact.Outcome{Sent: true, Said: said}
	case a.StatusCode == http.StatusNotFound, a.StatusCode == http.StatusGone:
		return contact.Outcome{Gone: true, Said: said}
	}
	return contact.Outcome{After: webhook.RetryAfter(a.Header.Get("Retry-After"), now), Said: said}
}

// failure says why nothing was sent. A key that cannot be read, or an address within, never can be.
func failure(err error) contact.Outcome {
	var slow interface{ Timeout() bool }
	switch {
	case errors.Is(err, dial.ErrForbidden):
		return contact.Outcome{Gone: true, Said: "The address of the push service is not on the public internet."}
	case errors.As(err, &slow):
		return contact.Outcome{Said: "The push service did not answer."}
	}
	return contact.Outcome{Gone: true, Said: "The browser has given keys that cannot be used."}
}

// topic makes of any text one that a push service takes: 32 letters.
func topic(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// short cuts a text that is too long.
func short(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
