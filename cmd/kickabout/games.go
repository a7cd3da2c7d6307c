package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/office"
	"kickabout/league/setting"
)

// gamesCmd is which rules the site is open for, and in which part, as admins see to it on the pages. It works beside
// a running server, which follows within seconds.
type gamesCmd struct {
	List  gamesListCmd  `cmd:"" default:"withargs" help:"List what is open."`
	Open  gamesOpenCmd  `cmd:"" help:"Let new games, or new editions of a competition, begin."`
	Close gamesCloseCmd `cmd:"" help:"Let nothing new begin; what is being played goes on to its end."`
}

// gamesListCmd lists them.
type gamesListCmd struct {
	siteAt
}

// Run prints a line for each set of rules.
func (c gamesListCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		games, err := o.Moderation.Games.Now(ctx, conduct.Operator())
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprint(out, "RULES")
		for _, p := range setting.Parts() {
			fmt.Fprintf(out, "\t%s", p)
		}
		for _, r := range games.Rules() {
			fmt.Fprintf(out, "\n%s", r)
			for _, p := range setting.Parts() {
				fmt.Fprintf(out, "\t%s", map[bool]string{true: "open", false: "-"}[games.Open(r, p)])
			}
		}
		fmt.Fprintln(out)
		return out.Flush()
	})
}

// gamesChange is what opens or closes.
type gamesChange struct {
	Rules  string   `arg:"" help:"Game and variant, as the list has them, or all."`
	Parts  []string `arg:"" help:"What of it: offers, championship, ladder, minicup, monthlycup, or all."`
	Reason string   `help:"Why; it stands in the log." default:"by the operator"`
	siteAt
}

// set opens or closes what was named.
func (c gamesChange) set(ctx context.Context, open bool) error {
	return c.on(ctx, func(o *office.Office) error {
		rules, parts := []string{c.Rules}, c.Parts
		if c.Rules == everything {
			rules = o.RuleSets()
		}
		if slices.Contains(parts, everything) {
			parts = nil
			for _, p := range setting.Parts() {
				parts = append(parts, string(p))
			}
		}
		wish := map[setting.Cell]bool{}
		for _, r := range rules {
			for _, p := range parts {
				wish[setting.Cell{Rules: r, Part: setting.Part(p)}] = open
			}
		}
		err := o.Moderation.Games.Set(ctx, conduct.Operator(), wish, c.Reason)
		if wrong := league.Fields(err)["games"]; wrong != nil {
			return fmt.Errorf("%w See “kickabout games list”", wrong)
		}
		return err
	})
}

// everything stands for all rules, or all parts.
const everything = "all"

// gamesOpenCmd opens something.
type gamesOpenCmd struct {
	gamesChange
}

// Run opens it.
func (c gamesOpenCmd) Run(ctx context.Context) error { return c.set(ctx, true) }

// gamesCloseCmd closes something.
type gamesCloseCmd struct {
	gamesChange
}

// Run closes it.
func (c gamesCloseCmd) Run(ctx context.Context) error { return c.set(ctx, false) }
