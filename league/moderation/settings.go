package moderation

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/setting"
)

// SettingsStore is what Moderation needs of the store to settle things about the site.
type SettingsStore interface {
	// Announce tells all members something, and writes a line of the log.
	Announce(ctx context.Context, told league.SiteNotice, line league.AuditLine) error
	// SetSettings sets something, writes a line of the log, and tells all members what there is to tell.
	SetSettings(ctx context.Context, values map[string]string, line league.AuditLine, told ...league.SiteNotice) error
	// UnsetSetting lets something be as it is by itself, and writes a line of the log.
	UnsetSetting(ctx context.Context, key string, line league.AuditLine) error
}

// Settings lists what may be settled about the site, as it stands.
func (s *Moderation) Settings(ctx context.Context, by conduct.Actor) ([]setting.Row, error) {
	if err := s.May(ctx, by, conduct.ChangeSettings); err != nil {
		return nil, err
	}
	return s.site.Rows(ctx)
}

// Set settles something. What is wrong comes as errors of the fields setting.Field and "reason".
func (s *Moderation) Set(ctx context.Context, by conduct.Actor, key setting.Key, typed, reason string) error {
	return s.change(ctx, by, key, reason, func(had setting.Row) (string, func(league.AuditLine) error, error) {
		value, err := had.Clean(typed)
		return value, func(l league.AuditLine) error {
			return s.settings.SetSettings(ctx, map[string]string{string(key): value}, l, textChanged(had, value, l.At)...)
		}, err
	})
}

// textChanged is what members are told of a new text of the owner's: that the terms or the privacy statement, which they
// know in another wording, are others now. Of the first wording nobody is told, and of none that is taken away.
func textChanged(had setting.Row, value string, at time.Time) []league.SiteNotice {
	kind, told := map[setting.Key]league.SiteNoticeKind{setting.Terms: league.TermsNotice, setting.Privacy: league.PrivacyNotice}[had.Key]
	if !told || had.Value == "" || value == "" || value == had.Value {
		return nil
	}
	return []league.SiteNotice{{Kind: kind, From: at, Until: at}}
}

// longestMaintenance is the longest for which a site may be announced to be away, and furthestMaintenance how far ahead.
const (
	longestMaintenance  = 7 * 24 * time.Hour
	furthestMaintenance = 90 * 24 * time.Hour
)

// AnnounceMaintenance tells all members that the site will be away from one moment until another. What is wrong comes as
// errors of the fields "from", "until" and "reason".
func (s *Moderation) AnnounceMaintenance(ctx context.Context, by conduct.Actor, from, until time.Time, reason string) error {
	if err := s.May(ctx, by, conduct.AnnounceMaintenance); err != nil {
		return err
	}
	now := s.core.Now()
	var wrong error
	switch {
	case from.IsZero() || from.Before(now) || from.After(now.Add(furthestMaintenance)):
		wrong = league.FieldErrorf("from", "Say when it begins: within the next 90 days.")
	case until.IsZero() || !until.After(from) || until.After(from.Add(longestMaintenance)):
		wrong = league.FieldErrorf("until", "Say when it ends: later, and within 7 days.")
	}
	reason, err := cleanReason(reason)
	if err := errors.Join(wrong, err); err != nil {
		return err
	}
	line := s.line(by, conduct.AnnounceMaintenance, "", reason)
	line.Detail = from.Format(time.RFC3339) + " → " + until.Format(time.RFC3339)
	return s.settings.Announce(ctx, league.SiteNotice{Kind: league.MaintenanceNotice, From: from, Until: until}, line)
}

// Unset lets something be as it is by itself.
func (s *Moderation) Unset(ctx context.Context, by conduct.Actor, key setting.Key, reason string) error {
	return s.change(ctx, by, key, reason, func(had setting.Row) (string, func(league.AuditLine) error, error) {
		return had.Default, func(l league.AuditLine) error { return s.settings.UnsetSetting(ctx, string(key), l) }, nil
	})
}

// Invite returns the link of an invitation to sign up, and until when it counts. What is wrong with the reason is an error of
// the field "reason"; where nobody needs an invitation, or none helps, the error is of kind league.Stale.
func (s *Moderation) Invite(ctx context.Context, by conduct.Actor, reason string) (link string, until time.Time, err error) {
	if err := s.May(ctx, by, conduct.Invite); err != nil {
		return "", time.Time{}, err
	}
	values, err := s.site.Values(ctx)
	if err != nil {
		return "", time.Time{}, err
	}
	if values.Of(setting.SignUp) != setting.Invited {
		return "", time.Time{}, league.Errorf(league.Stale, "Sign-up is not by invitation: see the settings of the site.")
	}
	link, until = s.accounts.Invitation()
	return link, until, s.Note(ctx, by, conduct.Invite, "", reason, "until "+until.Format(time.RFC3339))
}

// change does what is to be done with a setting that somebody may change; to says what it becomes, and how.
func (s *Moderation) change(ctx context.Context, by conduct.Actor, key setting.Key, reason string, to func(had setting.Row) (string, func(league.AuditLine) error, error)) error {
	rows, err := s.Settings(ctx, by)
	if err != nil {
		return err
	}
	if _, err := setting.Find(key); err != nil {
		return err
	}
	for _, had := range rows {
		if had.Key != key {
			continue
		}
		if had.Locked {
			return league.Errorf(league.Forbidden, "%s is locked: --set of “kickabout serve” says what it is.", had.Label)
		}
		value, write, wrong := to(had)
		reason, err := cleanReason(reason)
		if err := errors.Join(wrong, err); err != nil {
			return err
		}
		line := s.line(by, conduct.ChangeSettings, string(key), reason)
		line.Detail = changeText(had, value)
		defer s.site.Forget()
		return write(line)
	}
	return nil
}

// changeText is how the log writes what has become of a setting. Texts may name people who want to be forgotten one
// day, which the log cannot do.
func changeText(had setting.Row, value string) string {
	switch had.Kind {
	case setting.Text:
		return fmt.Sprintf("%d → %d letters", utf8.RuneCountInString(had.Value), utf8.RuneCountInString(value))
	case setting.Picture:
		return setting.PictureText(had.Value) + " → " + setting.PictureText(value)
	}
	return fmt.Sprintf("%q → %q", had.Value, value)
}
