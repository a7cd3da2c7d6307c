// Package moderation is what those do who look after a site: who they are, what they may, and the log of it. Each
// act is told who acts; who forgets to say so may do nothing.
package moderation

import (
	"context"
	"math"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/site"
)

// longReason is how many letters the reason of an act may have.
const longReason = 300

// Moderation looks after a site.
type Moderation struct {
	Games  *Games
	Alerts *Alerts
	Closed *Closed

	core      *core.Core
	settings  SettingsStore
	site      *site.Settings
	store     StaffStore
	steps     SanctionsStore
	reports   ReportsStore
	accounts  *members.Accounts
	vacations *play.Vacations
}

// Stores is what the service needs of the database.
type Stores struct {
	Staff     StaffStore
	Sanctions SanctionsStore
	Closed    ClosedStore
	Reports   ReportsStore
	Settings  SettingsStore
}

// New wires it.
func New(c *core.Core, stores Stores, st *site.Settings, m *members.Services, p *play.Services) *Moderation {
	moderation := &Moderation{core: c, settings: stores.Settings, site: st, store: stores.Staff, steps: stores.Sanctions, reports: stores.Reports, accounts: m.Accounts, vacations: p.Vacations}
	moderation.Games, moderation.Alerts = &Games{moderation}, &Alerts{moderation}
	moderation.Closed = &Closed{c, m.Addresses, stores.Closed}
	return moderation
}

// RoleOf returns the role of a player; none of whoever has no account.
func (s *Moderation) RoleOf(ctx context.Context, player league.Player) (league.SiteRole, error) {
	if player.Kind != league.Member {
		return league.NoRole, nil
	}
	return s.store.Role(ctx, player.ID)
}

// May is nil if somebody may do something; else of kind league.Forbidden.
func (s *Moderation) May(ctx context.Context, by conduct.Actor, act conduct.Act) error {
	_, err := s.may(ctx, by, act)
	return err
}

// may is May; it returns the role by which they may, that of an admin for the operator.
func (s *Moderation) may(ctx context.Context, by conduct.Actor, act conduct.Act) (league.SiteRole, error) {
	if by.IsOperator() {
		return league.Admin, nil
	}
	role := league.NoRole
	if by.Player() != "" {
		var err error
		if role, err = s.store.Role(ctx, by.Player()); err != nil {
			return league.NoRole, err
		}
	}
	if conduct.May(role, act) {
		return role, nil
	}
	if conduct.Least(act) == league.Moderator {
		return role, league.Errorf(league.Forbidden, "Only moderators of this site can do that.")
	}
	return role, league.Errorf(league.Forbidden, "Only admins of this site can do that.")
}

// cleanReason reads why something is done.
func cleanReason(typed string) (string, error) {
	reason, err := oneline.Clean("reason", typed, longReason)
	if err == nil && reason == "" {
		err = league.FieldErrorf("reason", "Say why: it stands in the log.")
	}
	return reason, err
}

// line begins a line of the log.
func (s *Moderation) line(by conduct.Actor, act conduct.Act, subject, reason string) league.AuditLine {
	return league.AuditLine{At: s.core.Now(), By: by.Player(), Act: string(act), Subject: subject, Reason: reason}
}

// Note writes into the log what somebody is about to do elsewhere, if they may. What is wrong with the reason is an
// error of the field "reason".
func (s *Moderation) Note(ctx context.Context, by conduct.Actor, act conduct.Act, subject, reason, detail string) error {
	if err := s.May(ctx, by, act); err != nil {
		return err
	}
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	line := s.line(by, act, subject, reason)
	line.Detail = detail
	return s.store.Note(ctx, line)
}

// SetRole gives the member of a name a role, or takes it away. What is wrong comes as errors of the fields "name",
// "role" and "reason". Admins are made and unmade admins by the operator alone, but for those whom an admin makes.
func (s *Moderation) SetRole(ctx context.Context, by conduct.Actor, name string, role league.SiteRole, reason string) error {
	mine, err := s.may(ctx, by, conduct.SetRole)
	if err != nil {
		return err
	}
	who, err := s.accounts.PlayerByName(ctx, name)
	if err != nil {
		return err
	}
	had, err := s.store.Role(ctx, who.ID)
	switch {
	case err != nil:
		return err
	case who.Kind != league.Member:
		return league.FieldErrorf("name", "This account is closed.")
	case by.Player() == who.ID:
		return league.Errorf(league.Forbidden, "Nobody changes their own role.")
	case !by.IsOperator() && !conduct.MayGive(mine, had, role):
		return league.Errorf(league.Forbidden, "Only the operator can do that, with “kickabout user role”.")
	case had == role:
		return league.FieldErrorf("role", "%s has this role already.", who.Name)
	}
	if reason, err = cleanReason(reason); err != nil {
		return err
	}
	line := s.line(by, conduct.SetRole, who.ID, reason)
	line.Detail = roleText(had) + " → " + roleText(role)
	return s.store.SetRole(ctx, who.ID, had, role, line)
}

// roleText is how the log writes a role.
func roleText(r league.SiteRole) string {
	if r == league.NoRole {
		return "none"
	}
	return string(r)
}

// Officers lists the members who have a role, by name.
func (s *Moderation) Officers(ctx context.Context, by conduct.Actor) ([]league.Officer, error) {
	if err := s.May(ctx, by, conduct.SeeUsers); err != nil {
		return nil, err
	}
	return s.store.Officers(ctx)
}

// Entry is a line of the log with the players whom it names, as far as there are such.
type Entry struct {
	league.AuditLine
	Actor league.Player // zero: the operator
	About league.Player // zero: it is about no player
}

// Log lists the latest lines of the log before a number, 0 for the very latest, the latest first.
func (s *Moderation) Log(ctx context.Context, by conduct.Actor, before, limit int) ([]Entry, error) {
	if err := s.May(ctx, by, conduct.SeeLog); err != nil {
		return nil, err
	}
	return readLog(ctx, s.store, "", before, limit)
}

// readLog reads the latest lines before a number, about one member or, if that is "", about everything.
func readLog(ctx context.Context, store StaffStore, about string, before, limit int) ([]Entry, error) {
	if before <= 0 {
		before = math.MaxInt32
	}
	lines, err := store.AuditLog(ctx, about, before, limit)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, l := range lines {
		ids = append(ids, l.By, l.Subject)
	}
	players, err := store.Players(ctx, ids)
	entries := make([]Entry, len(lines))
	for i, l := range lines {
		entries[i] = Entry{l, players[l.By], players[l.Subject]}
	}
	return entries, err
}
