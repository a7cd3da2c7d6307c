package league

import "time"

// SanctionKind is a step that can be taken against a member who breaks the peace of the site.
type SanctionKind string

// The steps from the mildest on, with what the Subject of each names.
const (
	SanctionHide     SanctionKind = "hide"     // a line that they wrote is taken away; subject: "match/number"
	SanctionWarn     SanctionKind = "warn"     // they are told
	SanctionMute     SanctionKind = "mute"     // no chat
	SanctionRename   SanctionKind = "rename"   // they have another name; subject: the one before
	SanctionRestrict SanctionKind = "restrict" // no new games and no chat; running games are played on
	SanctionLock     SanctionKind = "lock"     // the account is stolen: nobody gets in, and its clocks stand still for a while
	SanctionExpel    SanctionKind = "expel"    // the account is closed (R-FF-9)
	SanctionProgram  SanctionKind = "program"  // likewise, since a program played for it without the mark, which ends its name from then on (R-BO-5); subject: the name before
	SanctionAbsence  SanctionKind = "absence"  // they lost competition games on time (R-FF-7); by the rule, by nobody; subject: the first of these games
)

// Sanction is a step that was taken.
type Sanction struct {
	ID      string
	Player  string // id
	Kind    SanctionKind
	Subject string // as the kind has it; "" for most
	Reason  string
	By      string // id of whoever decided it; "": the operator
	At      time.Time
	Ends    time.Time // zero: it has no end of its own; of an absence: from when on it counts no more
	Ban     time.Time // of an absence: until when its player enters no event; zero: it is a warning (R-FF-11)
	Short   time.Time // likewise: the end that somebody has set to the ban; zero: nobody did (R-FF-12)
	Lifted  Verdict   // zero: it was not undone
	Appeal  Appeal    // zero: there is none
}

// Verdict is who decided something, when and why. By is "" for the operator; At is zero if nobody did yet.
type Verdict struct {
	By  string
	At  time.Time
	Why string
}

// Appeal is what a member has to say against a sanction, and the answer.
type Appeal struct {
	Text   string
	At     time.Time // zero: there is none
	Answer Verdict
}

// Imposition is a sanction as it is written, with all that is written with it.
type Imposition struct {
	Sanction
	Name    string   // the new name, of a SanctionRename
	Keys    []string // of that name; where it is undone, those that are given free again
	Facts   []Fact
	Notices []Notice
	Line    AuditLine
}
