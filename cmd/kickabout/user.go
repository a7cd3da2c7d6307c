package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/conduct"
)

// userCmd is what the operator does about members, as admins and moderators do it on the pages. It works beside a
// running server.
type userCmd struct {
	Role  userRoleCmd  `cmd:"" help:"Make a member an admin or a moderator of the site, or neither."`
	Roles userRolesCmd `cmd:"" help:"List the admins and moderators."`
}

// userRoleCmd gives a member a role.
type userRoleCmd struct {
	Name     string `arg:"" help:"Name of the account."`
	Role     string `arg:"" enum:"admin,moderator,none" help:"admin, moderator or none."`
	Reason   string `help:"Why; it stands in the log." default:"by the operator"`
	Data     string `help:"Folder with the database and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run gives the role, or takes it away.
func (c userRoleCmd) Run(ctx context.Context) error {
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	role := league.SiteRole(c.Role)
	if c.Role == "none" {
		role = league.NoRole
	}
	if err := o.Moderation.SetRole(ctx, conduct.Operator(), c.Name, role, c.Reason); err != nil {
		return err
	}
	if role == league.NoRole {
		fmt.Printf("%s has no role.\n", c.Name)
		return nil
	}
	fmt.Printf("%s is %s of this site.\n", c.Name, c.Role)
	return nil
}

// userRolesCmd lists who has a role.
type userRolesCmd struct {
	Data     string `help:"Folder with the database and the keys." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run prints a line for each.
func (c userRolesCmd) Run(ctx context.Context) error {
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
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
}
