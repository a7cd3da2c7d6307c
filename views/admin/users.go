package admin

import (
	"fmt"
	"net/url"
	"strconv"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/views/ui"
)

// UsersInput is what the list of members is built from.
type UsersInput struct {
	Shell
	Text   string // that was searched for
	Users  []league.Player
	Most   int    // that are listed
	At     string // the form that Errors are about: "invitation" or "sessions"
	Reason string // as typed there

	Invitation Invitation // that has just been made
}

// Invitation is a link by which people sign up.
type Invitation struct {
	Address string // "": there is none
	Until   time.Time
}

// UsersPage is members by name.
type UsersPage struct {
	Shell
	Text, At, Reason string
	Users            []UserLine
	More             bool // there are more
	MayEndAll        bool
	MayInvite        bool
	Invitation       string // the address of one that has just been made; "" if none was
	InvitationEnds   Moment
}

// UserLine is somebody in the list.
type UserLine struct {
	Name, URL, What string
	Since           Moment
}

// UserURL is where admins and moderators look after a member.
func UserURL(id string) string { return "/admin/users/" + url.PathEscape(id) }

// NewUsers builds the list.
func NewUsers(in UsersInput) UsersPage {
	p := UsersPage{
		Shell: in.Shell, Text: in.Text, At: in.At, Reason: in.Reason, More: len(in.Users) == in.Most, MayEndAll: conduct.May(in.Role, conduct.EndAllSessions),
		MayInvite: in.Site.Invites && conduct.May(in.Role, conduct.Invite), Invitation: in.Invitation.Address, InvitationEnds: momentOf(in.Invitation.Until),
	}
	p.Title = "Users"
	for _, u := range in.Users {
		p.Users = append(p.Users, UserLine{u.Name, UserURL(u.ID), kindText(u.Kind), momentOf(u.Created)})
	}
	return p
}

// kindText says what has become of an account; "" of an ordinary one.
func kindText(k league.PlayerKind) string {
	switch k {
	case league.Expelled:
		return "expelled"
	case league.Deleted:
		return "deleted"
	case league.Guest:
		return "guest"
	}
	return ""
}

// UserInput is what the page about a member is built from.
type UserInput struct {
	Shell
	Player    league.Player
	Theirs    league.SiteRole // their role
	Sanctions []league.Sanction
	People    map[string]league.Player // whose ids stand in them
	Requests  []league.RulingRequest
	Before    []league.Player // accounts of the same mail address that were closed
	Log       []LogLine
	At        string            // the form that Errors are about: "step", "role", "sessions" or the id of a step
	Typed     map[string]string // what was typed into it
}

// UserPage is what is known of a member, and what can be done.
type UserPage struct {
	Shell
	Name, Profile, URL string
	Facts              []Fact
	Sanctions          []SanctionLine
	Requests           []Request
	Steps              []ui.Option // none: nothing can be done about them
	Roles              []ui.Option // none: their role cannot be changed
	MaySignOut         bool
	Log                []LogEntry
	At                 string
	Typed              map[string]string
}

// SanctionLine is a step that was taken.
type SanctionLine struct {
	ID, What, State    string
	Subject, SubjectAt string // the line that was hidden, the name before
	By, Reason         string
	At, Ends           Moment
	Lifted             string // by whom and why; "" if it was not undone
	LiftedAt           Moment
	Appeal, Answer     string
	AppealedAt         Moment
	AnsweredAt         Moment
	MayUndo            bool
}

// A Request is what a member said when they asked for a ruling.
type Request struct {
	ID, Text   string // the name of what was said, as a step has it
	Field      string // likewise, as a part of the id of a field
	Tournament string
	Log, Game  string // addresses
	Moment     Moment
	Removed    bool // the text says so, and is nobody's words
	MayRemove  bool
}

// newRequest builds it.
func newRequest(r league.RulingRequest, may bool) Request {
	return Request{
		ID: league.RequestName(r.Tournament, r.Seq), Field: r.Tournament + "-" + strconv.Itoa(r.Seq), Text: r.Text, Tournament: r.Title, Log: ui.TournamentURL(r.Tournament), Game: ui.MatchURL(r.Match),
		Moment: momentOf(r.At), Removed: r.Text == league.RemovedText, MayRemove: may && r.Text != league.RemovedText,
	}
}

// NewUser builds the page.
func NewUser(in UserInput) UserPage {
	p := UserPage{Shell: in.Shell, Name: in.Player.Name, Profile: ui.PlayerURL(in.Player), URL: UserURL(in.Player.ID), At: in.At, Typed: in.Typed}
	p.Title = in.Player.Name
	p.Facts = append(p.Facts, Fact{Name: "Joined", At: momentOf(in.Player.Created)})
	if what := kindText(in.Player.Kind); what != "" {
		p.Facts = append(p.Facts, Fact{Name: "Account", Text: what})
	}
	for _, b := range in.Before {
		p.Facts = append(p.Facts, Fact{Name: "Same mail address", Text: b.Name + ", an account that was closed", URL: UserURL(b.ID)})
	}
	if in.Theirs != league.NoRole {
		p.Facts = append(p.Facts, Fact{Name: "Role", Text: string(in.Theirs)})
	}
	below := in.Viewer.ID != in.Player.ID && conduct.MayTouch(in.Role, in.Theirs)
	for _, s := range in.Sanctions {
		p.Sanctions = append(p.Sanctions, newSanction(s, in.People, in.Now, below && conduct.May(in.Role, conduct.UndoOf(s.Kind))))
	}
	for _, r := range in.Requests {
		p.Requests = append(p.Requests, newRequest(r, below && conduct.May(in.Role, conduct.Hide)))
	}
	for _, l := range in.Log {
		p.Log = append(p.Log, newLogEntry(l))
	}
	if !below || in.Player.Kind != league.Member {
		return p
	}
	p.MaySignOut = conduct.May(in.Role, conduct.EndSessions)
	for _, kind := range conduct.Kinds() {
		if kind != league.SanctionHide && conduct.May(in.Role, conduct.ActOf(kind)) {
			p.Steps = append(p.Steps, ui.Option{ID: string(kind), Name: stepName(kind), Summary: stepSummary(kind), Chosen: in.Typed["kind"] == string(kind)})
		}
	}
	if conduct.MayGive(in.Role, in.Theirs, league.NoRole) {
		for _, role := range conduct.Roles() {
			name := string(role)
			if role == league.NoRole {
				name = "none"
			}
			chosen := in.Theirs == role
			if typed, ok := in.Typed["role"]; ok && in.At == "role" {
				chosen = typed == name
			}
			p.Roles = append(p.Roles, ui.Option{ID: name, Name: ui.Upper(name), Chosen: chosen})
		}
	}
	return p
}

// stepName is the name of a step on a button.
func stepName(kind league.SanctionKind) string {
	return map[league.SanctionKind]string{
		league.SanctionHide: "Line hidden", league.SanctionWarn: "Warn", league.SanctionMute: "Mute", league.SanctionRename: "Rename", league.SanctionRestrict: "No new games",
		league.SanctionLock: "Lock", league.SanctionExpel: "Expel", league.SanctionProgram: "Mark as a bot", league.SanctionAbsence: "Absence",
	}[kind]
}

// stepSummary says what it does.
func stepSummary(kind league.SanctionKind) string {
	return map[league.SanctionKind]string{
		league.SanctionWarn:     "They are told. Nothing else changes.",
		league.SanctionMute:     "No chat for 1, 7 or 30 days. Their games go on.",
		league.SanctionRename:   "They get another name. Nobody else can take the old one.",
		league.SanctionRestrict: "No offers, entries or chat for 1 to 90 days. Their running games go on.",
		league.SanctionLock:     "For a stolen account: nobody can sign in, and its clocks stop for up to 7 days.",
		league.SanctionProgram:  "A program plays without the mark: BOT ends the name, and the account is closed as for cheating. This can be undone for 30 days.",
		league.SanctionExpel:    "For cheating: the account is closed. This can be undone for 30 days.",
	}[kind]
}

func newSanction(s league.Sanction, people map[string]league.Player, now time.Time, mayUndo bool) SanctionLine {
	name := func(id string) string {
		if id == "" && s.Kind == league.SanctionAbsence {
			return "the rules of the league"
		}
		if id == "" {
			return "the operator"
		}
		return people[id].Name
	}
	l := SanctionLine{
		ID: s.ID, What: stepName(s.Kind), State: "over", By: name(s.By), Reason: s.Reason, At: momentOf(s.At), Ends: momentOf(s.Ends),
		Appeal: s.Appeal.Text, AppealedAt: momentOf(s.Appeal.At), AnsweredAt: momentOf(s.Appeal.Answer.At), MayUndo: mayUndo && conduct.MayUndo(s, now) == nil,
	}
	switch {
	case !s.Lifted.At.IsZero():
		l.State, l.Lifted, l.LiftedAt = "undone", fmt.Sprintf("Undone by %s: %s", name(s.Lifted.By), s.Lifted.Why), momentOf(s.Lifted.At)
	case conduct.InForce(s, now):
		l.State = "in force"
	}
	if !s.Appeal.Answer.At.IsZero() {
		l.Answer = fmt.Sprintf("%s answered: %s", ui.Upper(name(s.Appeal.Answer.By)), s.Appeal.Answer.Why)
	}
	switch s.Kind {
	case league.SanctionHide:
		l.Subject, l.SubjectAt = lineAt(s.Subject)
	case league.SanctionRename:
		l.Subject = "Formerly " + s.Subject
	}
	return l
}

// errorsAt returns what is wrong with a form.
func (p UsersPage) errorsAt(form string) map[string]string {
	if p.At != form {
		return nil
	}
	return p.Errors
}

// typedAt returns the reason that was typed into a form.
func (p UsersPage) typedAt(form string) string {
	if p.At != form {
		return ""
	}
	return p.Reason
}

// errorsAt returns what is wrong with a form.
func errorsAt(p UserPage, form string) map[string]string {
	if p.At != form {
		return nil
	}
	return p.Errors
}

// typedAt returns what was typed into a form.
func typedAt(p UserPage, form, field string) string {
	if p.At != form {
		return ""
	}
	return p.Typed[field]
}
