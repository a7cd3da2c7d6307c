package members

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/setting"
)

// invitationLasts is how long the link of an invitation to sign up counts.
const invitationLasts = 7 * 24 * time.Hour

// invitationPurpose is what such links are signed for.
const invitationPurpose = "invitation to sign up"

// Invitation returns what makes the link of an invitation to sign up, and until when it counts: for everybody who has it. It
// is not kept: all that it says is when it ends, and that it is from this site.
func (s *Accounts) Invitation() (link string, until time.Time) {
	until = s.core.Now().Add(invitationLasts).Truncate(time.Second)
	ends := strconv.FormatInt(until.Unix(), 36)
	return ends + "." + s.core.Sign(invitationPurpose, ends), until
}

// invites says whether the link of an invitation counts.
func (s *Accounts) invites(link string) bool {
	ends, signature, _ := strings.Cut(link, ".")
	until, err := strconv.ParseInt(ends, 36, 64)
	return err == nil && s.core.Signed(invitationPurpose, ends, signature) && s.core.Now().Before(time.Unix(until, 0))
}

// MaySignUp is nil if whoever has the link of an invitation, or none, may make an account on this site; else of kind
// league.Forbidden.
func (s *Accounts) MaySignUp(ctx context.Context, link string) error {
	settled, err := s.site.Values(ctx)
	if err != nil {
		return err
	}
	switch settled.Of(setting.SignUp) {
	case setting.Open:
		return nil
	case setting.Invited:
		switch {
		case s.invites(link):
			return nil
		case link != "":
			return league.Errorf(league.Forbidden, "This invitation has expired, or the link is not whole. Ask for a new one.")
		}
		return league.Errorf(league.Forbidden, "New accounts are by invitation here. Ask those who look after this site for a link.")
	}
	return league.Errorf(league.Forbidden, "This site takes no new accounts at present.")
}
