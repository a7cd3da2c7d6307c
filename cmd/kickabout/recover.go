package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/office"
)

// userListCmd lists the members.
type userListCmd struct {
	Text string `arg:"" optional:"" help:"Part of a name; all members without it."`
	siteAt
}

// Run prints a line for each.
func (c userListCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		users, err := o.Moderation.Users(ctx, conduct.Operator(), c.Text, math.MaxInt32)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "NAME\tSINCE\tLAST SEEN\tROLE\tSTATE")
		for _, u := range users {
			seen := "not signed in"
			sessions, err := o.Sessions(ctx, u)
			if err != nil {
				return err
			}
			if len(sessions) > 0 {
				seen = jobTime(sessions[0].Seen)
			}
			role, err := o.Moderation.RoleOf(ctx, u)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", u.Name, jobTime(u.Created), seen, roleName(role), u.Kind)
		}
		return out.Flush()
	})
}

// roleName is how commands write a role.
func roleName(r league.SiteRole) string {
	if r == league.NoRole {
		return "-"
	}
	return string(r)
}

// userResetCmd makes a link by which the owner of an account sets a new password.
type userResetCmd struct {
	URL    string `name:"url" help:"The site's public address, as the server has it." default:"http://127.0.0.1:8080" env:"KICKABOUT_URL"`
	Reason string `help:"Why; it stands in the log." default:"the owner has lost the password"`
	userAt
}

// userDropPasskeysCmd forgets the passkeys of a member who has lost them.
type userDropPasskeysCmd struct {
	Reason string `help:"Why; it stands in the log." default:"the owner has lost them"`
	userAt
}

// Help is shown by kickabout user drop-passkeys --help.
func (userDropPasskeysCmd) Help() string {
	return `Make sure first that it is the owner who asks. The password alone opens the account from then on.`
}

// Run forgets them.
func (c userDropPasskeysCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		if err := o.Moderation.Note(ctx, conduct.Operator(), conduct.DropPasskeys, who.ID, c.Reason, ""); err != nil {
			return err
		}
		dropped, err := o.DropPasskeys(ctx, who)
		if err != nil {
			return err
		}
		fmt.Printf("%d passkeys of %s are forgotten.\n", dropped, who.Name)
		return o.NoteOperator(ctx, who, "passkeys")
	})
}

// userMailCmd settles where a member gets mail.
type userMailCmd struct {
	userAt
	Address string `arg:"" optional:"" help:"Where they get mail from now on."`
	Clear   bool   `help:"They get no mail any more."`
	Reason  string `help:"Why; it stands in the log." default:"the owner asked for it"`
}

// Help is shown by kickabout user mail --help.
func (userMailCmd) Help() string {
	return `Make sure first that it is the owner who asks, and that the address is theirs: whoever reads mail there can set a new
password. It counts at once, without a link to confirm it. The address before is not told.`
}

// Run settles it.
func (c userMailCmd) Run(ctx context.Context) error {
	if (c.Address == "") != c.Clear {
		return misconfiguration{errors.New("say an address, or --clear")}
	}
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		if err := o.Moderation.Note(ctx, conduct.Operator(), conduct.SetAddress, who.ID, c.Reason, ""); err != nil {
			return err
		}
		if c.Clear {
			if err := o.Addresses.DropAddress(ctx, who); err != nil {
				return err
			}
			fmt.Printf("%s gets no mail.\n", who.Name)
			return o.NoteOperator(ctx, who, "no mail")
		}
		if err := o.Addresses.PutAddress(ctx, who, c.Address); err != nil {
			return err
		}
		fmt.Printf("%s gets mail at the address.\n", who.Name)
		return errors.Join(o.Reach.Reachable(ctx, who.ID), o.NoteOperator(ctx, who, "mail"))
	})
}

// userAt names a member, and where the site is.
type userAt struct {
	Name string `arg:"" help:"Name of the account."`
	siteAt
}

// on opens the site, finds the member and does something.
func (c userAt) on(ctx context.Context, act func(*office.Office, league.Player) error) error {
	return userOf{Name: c.Name, siteAt: c.siteAt}.on(ctx, act)
}

// Help is shown by kickabout user reset --help.
func (userResetCmd) Help() string {
	return `Make sure first that it is the owner who asks, and send the link to nobody else: whoever opens it chooses the new password.
It works once, for 24 hours, and only while the password is the one that it is now. Nothing changes until it is used; then
every session and every token of the account ends.`
}

// Run prints the link.
func (c userResetCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		if err := o.Moderation.Note(ctx, conduct.Operator(), conduct.ResetPassword, who.ID, c.Reason, ""); err != nil {
			return err
		}
		link, until, err := o.MakeLink(ctx, c.Name)
		if err != nil {
			return err
		}
		fmt.Printf("%s/recover/%s\nuntil %s\n", strings.TrimSuffix(c.URL, "/"), link, jobTime(until))
		if err := o.NoteOperator(ctx, who, "link"); err != nil {
			return err
		}
		f, err := o.Moderation.User(ctx, conduct.Operator(), who.ID)
		if err != nil {
			return err
		}
		for _, s := range f.Sanctions {
			if s.Kind == league.SanctionLock && s.Lifted.At.IsZero() {
				fmt.Printf("The account is locked. Open it with: kickabout user undo %q --step lock --reason …\n", who.Name)
			}
		}
		return nil
	})
}

// showAccount prints how an account is kept.
func showAccount(ctx context.Context, o *office.Office, f moderation.File) error {
	sessions, err := o.Sessions(ctx, f.Player)
	if err != nil {
		return err
	}
	tokens, err := o.Tokens(ctx, f.Player)
	if err != nil {
		return err
	}
	codes, _, err := o.Codes(ctx, f.Player)
	if err != nil {
		return err
	}
	passkeys, err := o.Passkeys(ctx, f.Player)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %s since %s, role %s, %d sessions, %d tokens, %d recovery codes, %d passkeys\n", f.Player.Name, f.Player.Kind, jobTime(f.Player.Created), roleName(f.Role), len(sessions), len(tokens), codes, len(passkeys))
	for _, b := range f.Before {
		fmt.Printf("The mail address is that of %s, an account that was closed.\n", b.Name)
	}
	return nil
}
