package mail

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// aReport is what Postfix sends back, shortened.
const aReport = `Return-Path: <>
From: MAILER-DAEMON@mail.example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4A1B/mail.example.org"

--4A1B/mail.example.org
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4A1B/mail.example.org
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org
Arrival-Date: Thu, 26 Nov 2026 01:00:00 +0000 (UTC)

Final-Recipient: rfc822; bob@example.net
Original-Recipient: rfc822;Bob@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 nobody of this name

Final-Recipient: rfc822; cleo@example.org
Action: delayed
Status: 4.4.1

--4A1B/mail.example.org
Content-Type: text/rfc822-headers

From: Kickabout <league@example.org>
Message-ID:
 <0123abcd@kickabout.example>
Subject: Your turn

--4A1B/mail.example.org--
`

func TestReportsOfMailServersAreRead(t *testing.T) {
	t.Parallel()
	got, err := ReadBounces(strings.NewReader(strings.ReplaceAll(aReport, "\n", "\r\n")))
	want := []Bounce{{Address: "Bob@example.org", Status: "5.1.1", Text: "550 5.1.1 nobody of this name", ID: "0123abcd"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, other := range []string{"", "Subject: hello\r\n\r\nhello", strings.Replace(aReport, "multipart/report", "multipart/mixed", 1)} {
		if got, err := ReadBounces(strings.NewReader(other)); err == nil || got != nil {
			t.Errorf("%q is a report: %v", other[:min(len(other), 20)], got)
		}
	}
}

func FuzzReadBounces(f *testing.F) {
	f.Add(aReport)
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range must(ReadBounces(strings.NewReader(text))) {
			if !strings.HasPrefix(b.Status, "5.") {
				t.Errorf("%+v", b)
			}
		}
	})
}

// must leaves out the error: what is no report may be anything.
func must(b []Bounce, _ error) []Bounce { return b }
