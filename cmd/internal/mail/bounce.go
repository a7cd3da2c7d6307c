package mail

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"strings"
)

// A Bounce is what a mail server reports of a letter that came back for good (RFC 3464).
type Bounce struct {
	Address string // to which it did not come
	Status  string // such as "5.1.1"
	Text    string // what the last server said; may be empty
	ID      string // of the letter: what stands in its Message-ID before the @
}

// longReport is how much of a report is read.
const longReport = 1 << 20

// ReadBounces reads the report of a mail server: what did not arrive, and never will. Other mail is an error.
func ReadBounces(r io.Reader) ([]Bounce, error) {
	m, err := mail.ReadMessage(bufio.NewReader(io.LimitReader(r, longReport)))
	if err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	kind, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/report" || !strings.EqualFold(parameters["report-type"], "delivery-status") {
		return nil, errors.New("this is no report of a mail server about what it could not deliver")
	}
	var bounces []Bounce
	id := ""
	parts := multipart.NewReader(m.Body, parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading a report: %w", err)
		}
		switch kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type")); kind {
		case "message/delivery-status":
			bounces = append(bounces, failures(part)...)
		case "message/rfc822", "text/rfc822-headers", "message/rfc822-headers":
			if headers, _ := textproto.NewReader(bufio.NewReader(part)).ReadMIMEHeader(); headers != nil {
				id, _, _ = strings.Cut(strings.Trim(strings.TrimSpace(headers.Get("Message-Id")), "<>"), "@")
			}
		}
	}
	for i := range bounces {
		bounces[i].ID = id
	}
	return bounces, nil
}

// failures reads the fields of a report about each recipient who will not get the letter.
func failures(r io.Reader) (list []Bounce) {
	fields := textproto.NewReader(bufio.NewReader(r))
	for {
		about, err := fields.ReadMIMEHeader()
		address := about.Get("Final-Recipient")
		if original := about.Get("Original-Recipient"); original != "" {
			address = original
		}
		if _, bare, typed := strings.Cut(address, ";"); typed && strings.EqualFold(about.Get("Action"), "failed") && strings.HasPrefix(about.Get("Status"), "5.") {
			_, text, _ := strings.Cut(about.Get("Diagnostic-Code"), ";")
			status, _, _ := strings.Cut(about.Get("Status"), " ")
			list = append(list, Bounce{Address: strings.Trim(strings.TrimSpace(bare), "<>"), Status: status, Text: strings.TrimSpace(text)})
		}
		if err != nil {
			return list
		}
	}
}
