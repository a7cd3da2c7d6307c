package league

import "time"

// SiteRole is what a member does for the site besides playing.
type SiteRole string

// The roles, each of which may do all that those before it may.
const (
	NoRole    SiteRole = ""
	Moderator SiteRole = "moderator" // looks after reports, and what is done about them
	Admin     SiteRole = "admin"     // runs the site
)

// Officer is a member with a role.
type Officer struct {
	Player Player
	Role   SiteRole
	Since  time.Time
}

// AuditLine says what was done for the site. Lines are numbered 1, 2, 3 … in the order in which they were written
// for good, and never changed.
type AuditLine struct {
	N       int // given by the store
	At      time.Time
	By      string // id of the member who did it; "": the operator, at the machine itself
	Act     string
	Subject string // id of what it was done to, as the act has it; may be ""
	Reason  string
	Detail  string // what else there is to say: the days of a step, the name before; may be ""
}
