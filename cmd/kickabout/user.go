package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/office"
	"kickabout/league/operatortext"
)

// userCmd is what the operator does about members, as admins and moderators do it on the pages. It works beside a
// running server.
type userCmd struct {
	List         userListCmd         `cmd:"" help:"List the members."`
	Reset        userResetCmd        `cmd:"" help:"Make a link by which a member who has lost the password sets a new one."`
	DropPasskeys userDropPasskeysCmd `cmd:"" help:"Forget the passkeys of a member who has lost them."`
	Mail         userMailCmd         `cmd:"" help:"Settle where a member gets mail, or that they get none."`
	Role         userRoleCmd         `cmd:"" help:"Make a member an admin or a moderator of the site, or neither."`
	Roles        userRolesCmd        `cmd:"" help:"List the admins and moderators."`
	Show         userShowCmd         `cmd:"" help:"Say how an account is kept, and what was done about a member."`
	Warn         userWarnCmd         `cmd:"" help:"Warn a member."`
	Mute         userMuteCmd         `cmd:"" help:"Keep a member from writing in chats for 1, 7 or 30 days."`
	Rename       userRenameCmd       `cmd:"" help:"Give a member another name; nobody else gets the one before."`
	Restrict     userRestrictCmd     `cmd:"" help:"Keep a member from new games and chats for 1 to 90 days; running games are played on."`
	Lock         userLockCmd         `cmd:"" help:"Lock an account that was stolen: its sessions and tokens end, its clocks stand still for up to 7 days."`
	Expel        userExpelCmd        `cmd:"" help:"Close the account of somebody who cheated."`
	Program      userProgramCmd      `cmd:"" help:"Mark the account for which a program played: BOT ends its name, and it is closed."`
	Undo         userUndoCmd         `cmd:"" help:"Undo what was done about a member last."`
	Shorten      userShortenCmd      `cmd:"" help:"Shorten the ban that a member has because of an absence."`
	Invite       userInviteCmd       `cmd:"" help:"Make a link by which people sign up where that is by invitation."`
	SignOut      userSignOutCmd      `cmd:"" aliases:"end-sessions" help:"End all sessions and tokens of a member."`
}

// userInviteCmd makes the link of an invitation.
type userInviteCmd struct {
	URL    string `name:"url" help:"The site's public address, as the server has it." default:"http://127.0.0.1:8080" env:"KICKABOUT_URL"`
	Reason string `help:"Why; it stands in the log." default:"by the operator"`
	siteAt
}

// Run prints it.
func (c userInviteCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		link, until, err := o.Moderation.Invite(ctx, conduct.Operator(), c.Reason)
		if err != nil {
			return err
		}
		fmt.Printf("%s/signup?invitation=%s\nuntil %s\n", strings.TrimSuffix(c.URL, "/"), link, jobTime(until))
		return nil
	})
}

// userOf is what the commands about one member share.
type userOf struct {
	Name   string `arg:"" help:"Name of the account."`
	Reason string `required:"" help:"Why; the member reads it."`
	siteAt
}

// on opens the site, finds the member, does something, and looks after what comes of it.
func (c userOf) on(ctx context.Context, act func(*office.Office, league.Player) error) error {
	return c.siteAt.on(ctx, func(o *office.Office) error {
		who, err := o.PlayerByName(ctx, c.Name)
		if err != nil {
			return err
		}
		if err := act(o, who); err != nil {
			return err
		}
		return o.Deliver(ctx, office.Budget{})
	})
}

// impose takes a step against the member.
func (c userOf) impose(ctx context.Context, order moderation.Order) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		order.Player, order.Reason = who.ID, c.Reason
		s, err := o.Moderation.Impose(ctx, conduct.Operator(), order)
		if err != nil {
			return err
		}
		fmt.Println(operatortext.Step(who.Name, s))
		return nil
	})
}

// userWarnCmd warns a member.
type userWarnCmd struct{ userOf }

// Run warns.
func (c userWarnCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionWarn})
}

// userMuteCmd keeps a member from chats.
type userMuteCmd struct {
	userOf
	Days int `help:"1, 7 or 30." default:"1"`
}

// Run mutes.
func (c userMuteCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionMute, Days: c.Days})
}

// userRenameCmd gives a member another name.
type userRenameCmd struct {
	userOf
	To string `required:"" help:"The new name."`
}

// Run renames.
func (c userRenameCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionRename, Name: c.To})
}

// userRestrictCmd keeps a member from new games.
type userRestrictCmd struct {
	userOf
	Days int `help:"1 to 90." default:"7"`
}

// Run restricts.
func (c userRestrictCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionRestrict, Days: c.Days})
}

// userLockCmd locks a stolen account.
type userLockCmd struct{ userOf }

// Help is shown by kickabout user lock --help.
func (userLockCmd) Help() string {
	return `Nobody gets in until it is undone. Give the owner another password first, with kickabout password NAME: the one who
stole the account may know the old one.`
}

// Run locks.
func (c userLockCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionLock})
}

// userExpelCmd is kickabout expel among the other steps.
type userExpelCmd struct{ userOf }

// Run expels.
func (c userExpelCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionExpel})
}

// userProgramCmd marks an account for which a program played (R-BO-5).
type userProgramCmd struct{ userOf }

// Help is shown by kickabout user program --help.
func (userProgramCmd) Help() string {
	return "For an account for which a program played without the mark: BOT ends its name, and it is closed as by user expel."
}

// Run marks it.
func (c userProgramCmd) Run(ctx context.Context) error {
	return c.impose(ctx, moderation.Order{Kind: league.SanctionProgram})
}

// userUndoCmd undoes a step.
type userUndoCmd struct {
	userOf
	Step string `help:"Which: hide, warn, mute, rename, restrict, lock, expel, program or absence; without it the latest that can be undone." enum:",hide,warn,mute,rename,restrict,lock,expel,program,absence" default:""`
}

// Run undoes it.
func (c userUndoCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		s, err := o.Moderation.UndoLatest(ctx, conduct.Operator(), who.ID, league.SanctionKind(c.Step), c.Reason)
		if err == nil {
			fmt.Printf("Undone: %s\n", operatortext.Step(who.Name, s))
		}
		return err
	})
}

// userShortenCmd shortens a ban.
type userShortenCmd struct {
	userOf
	Days int `help:"How many days it lasts from now on; 0: it ends at once." default:"0"`
}

// Run shortens it.
func (c userShortenCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		return o.Bans.ShortenLatest(ctx, conduct.Operator(), who.ID, c.Days, c.Reason)
	})
}

// userSignOutCmd ends the sessions of a member.
type userSignOutCmd struct{ userOf }

// Run ends them.
func (c userSignOutCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		if err := o.Moderation.EndSessions(ctx, conduct.Operator(), who.ID, c.Reason); err != nil {
			return err
		}
		fmt.Printf("%s is signed out everywhere.\n", who.Name)
		return o.NoteOperator(ctx, who, "sessions")
	})
}

// userShowCmd says how an account is kept, and what was done about a member.
type userShowCmd struct{ userAt }

// Run prints what there is of the account, and a line for each step.
func (c userShowCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office, who league.Player) error {
		f, err := o.Moderation.User(ctx, conduct.Operator(), who.ID)
		if err != nil {
			return err
		}
		if err := showAccount(ctx, o, f); err != nil {
			return err
		}
		if len(f.Sanctions) == 0 {
			fmt.Printf("Nothing was done about %s.\n", who.Name)
		}
		for _, s := range f.Sanctions {
			fmt.Println(operatortext.Step(who.Name, s))
		}
		return nil
	})
}

// userRoleCmd gives a member a role.
type userRoleCmd struct {
	Name   string `arg:"" help:"Name of the account."`
	Role   string `arg:"" enum:"admin,moderator,none" help:"admin, moderator or none."`
	Reason string `help:"Why; it stands in the log." default:"by the operator"`
	siteAt
}

// Run gives the role, or takes it away.
func (c userRoleCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		role := league.SiteRole(c.Role)
		if c.Role == "none" {
			role = league.NoRole
		}
		if err := o.Moderation.SetRole(ctx, conduct.Operator(), c.Name, role, c.Reason); err != nil {
			return err
		}
		who, err := o.PlayerByName(ctx, c.Name)
		if err == nil {
			err = o.NoteOperator(ctx, who, "role")
		}
		if err != nil {
			return err
		}
		if role == league.NoRole {
			fmt.Printf("%s has no role.\n", c.Name)
			return nil
		}
		fmt.Printf("%s is %s of this site. They sign in again.\n", c.Name, c.Role)
		return nil
	})
}

// userRolesCmd lists who has a role.
type userRolesCmd struct {
	siteAt
}

// Run prints a line for each.
func (c userRolesCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		officers, err := o.Moderation.Officers(ctx, conduct.Operator())
		if err != nil {
			return err
		}
		if len(officers) == 0 {
			fmt.Println("Nobody has a role. Make the first admin: kickabout user role NAME admin")
			return nil
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "NAME\tROLE\tSINCE")
		for _, o := range officers {
			fmt.Fprintf(out, "%s\t%s\t%s\n", o.Player.Name, o.Role, jobTime(o.Since))
		}
		return out.Flush()
	})
}
