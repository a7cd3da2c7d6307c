// Package webhook sends words to webhooks.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kickabout/cmd/internal/dial"
	"kickabout/league/contact"
)

// Sender sends words by a client, which is to reach nothing but the public internet.
type Sender struct {
	Client *http.Client
	Now    func() time.Time
	Agent  string // the User-Agent
}

// answerLimit is how much of an answer is read.
const answerLimit = 64 << 10

// longest is how long the other side may have us wait.
const longest = 24 * time.Hour

// Send sends a word to an address, written as its format wants, and signed by the key if that signs at all.
func (s Sender) Send(ctx context.Context, url string, format contact.HookFormat, key []byte, w contact.Word) contact.Outcome {
	at := s.Now()
	body := standardBody(w)
	if format == contact.HookDiscord {
		body = discordBody(w)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return contact.Outcome{Gone: true, Said: "The address cannot be used."}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", s.Agent)
	if format == contact.HookJSON {
		r.Header.Set("webhook-id", w.ID)
		r.Header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
		r.Header.Set("webhook-signature", Sign(key, w.ID, at, body))
	}
	a, err := s.Client.Do(r)
	if err != nil {
		return contact.Outcome{Said: failure(err)}
	}
	defer a.Body.Close()
	io.Copy(io.Discard, io.LimitReader(a.Body, answerLimit)) // what it says does not matter
	return judge(a, at)
}

// judge says what an answer means.
func judge(a *http.Response, now time.Time) contact.Outcome {
	said := fmt.Sprintf("It answered %d %s.", a.StatusCode, http.StatusText(a.StatusCode))
	switch {
	case a.StatusCode >= 200 && a.StatusCode < 300:
		return contact.Outcome{Sent: true, Said: said}
	case a.StatusCode == http.StatusGone:
		return contact.Outcome{Gone: true, Said: said}
	case a.StatusCode >= 300 && a.StatusCode < 400:
		said = strings.TrimSuffix(said, ".") + ": it leads elsewhere, which is not followed."
	}
	return contact.Outcome{After: RetryAfter(a.Header.Get("Retry-After"), now), Said: said}
}

// RetryAfter reads how long an answer asks to wait: seconds, or a date. 0 if it says nothing of use.
func RetryAfter(text string, now time.Time) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds > 0 { // Discord has fractions
		wait = time.Duration(min(seconds, longest.Seconds()) * float64(time.Second))
	} else if at, err := http.ParseTime(text); err == nil {
		wait = at.Sub(now)
	}
	return max(0, min(wait, longest))
}

// failure says in a sentence why there was no answer. What the error says itself may name addresses within.
func failure(err error) string {
	var slow interface{ Timeout() bool }
	switch {
	case errors.Is(err, dial.ErrForbidden):
		return "The address is not on the public internet."
	case errors.As(err, &slow) && slow.Timeout():
		return "There was no answer within 5 seconds."
	}
	return "There was no answer."
}

// Sign returns the signature of a body as Standard Webhooks 1.0 has it: the HMAC-SHA256 of id, seconds and body.
func Sign(key []byte, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.", id, at.Unix())
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// standardBody writes a word as Standard Webhooks recommends.
func standardBody(w contact.Word) []byte {
	type data struct {
		Title string `json:"title"`
		Text  string `json:"text,omitempty"`
		URL   string `json:"url,omitempty"`
	}
	return encoded(struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      data   `json:"data"`
	}{w.Kind, w.At.UTC().Format(time.RFC3339), data{w.Title, w.Text, w.URL}})
}

// discordLimit is the most letters of a line there.
const discordLimit = 2000

// discordBody writes a word as a line that mentions nobody and means nothing but what it says.
func discordBody(w contact.Word) []byte {
	parts := []string{"**" + plain(w.Title) + "**"}
	if w.Text != "" {
		parts = append(parts, plain(w.Text))
	}
	if w.URL != "" {
		parts = append(parts, "<"+w.URL+">")
	}
	content := strings.Join(parts, "\n")
	if utf8.RuneCountInString(content) > discordLimit {
		content = string([]rune(content)[:discordLimit-1]) + "…"
	}
	type mentions struct {
		Parse []string `json:"parse"`
	}
	return encoded(struct {
		Content  string   `json:"content"`
		Mentions mentions `json:"allowed_mentions"`
	}{content, mentions{[]string{}}})
}

// plain takes the meaning from the signs of Discord's way of writing.
func plain(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\*_~`|>#-[]()<:@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func encoded(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // texts always encode
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
