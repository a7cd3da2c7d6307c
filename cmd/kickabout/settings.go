package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/office"
	"kickabout/league/setting"
)

// settingsCmd is what the owner of a site settles about it, as admins do it on the pages. It works beside a running
// server, which follows within seconds.
type settingsCmd struct {
	List  settingsListCmd  `cmd:"" default:"withargs" help:"List the settings as they stand."`
	Get   settingsGetCmd   `cmd:"" help:"Print what a setting is."`
	Set   settingsSetCmd   `cmd:"" help:"Set it."`
	Unset settingsUnsetCmd `cmd:"" help:"Let it be as it is by itself."`
}

// settingsListCmd lists them.
type settingsListCmd struct {
	siteAt
}

// Run prints a line for each.
func (c settingsListCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		rows, err := o.Moderation.Settings(ctx, conduct.Operator())
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "KEY\tVALUE\tMEANING")
		for _, r := range rows {
			first, _, more := strings.Cut(r.Value, "\n")
			switch {
			case r.Kind == setting.Picture:
				first = r.Shown()
			case more:
				first += " …"
			}
			fmt.Fprintf(out, "%s\t%s\t%s\n", r.Key, first, r.Hint)
		}
		return out.Flush()
	})
}

// settingsGetCmd prints one.
type settingsGetCmd struct {
	Key string `arg:"" help:"Name of the setting, as the list has it."`
	siteAt
}

// Run prints what it is.
func (c settingsGetCmd) Run(ctx context.Context) error {
	d, err := setting.Find(setting.Key(c.Key))
	if err != nil {
		return err
	}
	return c.on(ctx, func(o *office.Office) error {
		values, err := o.Site.Values(ctx)
		if err == nil {
			fmt.Println(values.Of(d.Key))
		}
		return err
	})
}

// settingsSetCmd sets one.
type settingsSetCmd struct {
	Key    string `arg:"" help:"Name of the setting, as the list has it."`
	Value  string `arg:"" help:"What it is to be; of a picture, its file."`
	Reason string `help:"Why; it stands in the log." default:"by the operator"`
	siteAt
}

// Run sets it.
func (c settingsSetCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		value, err := typed(c.Key, c.Value)
		if err != nil {
			return err
		}
		err = o.Moderation.Set(ctx, conduct.Operator(), setting.Key(c.Key), value, c.Reason)
		if wrong := league.Fields(err)[setting.Field]; wrong != nil {
			return fmt.Errorf("%s: %w", c.Key, wrong)
		}
		return err
	})
}

// typed is what a setting is set to: what was typed, or what is in the file of a picture.
func typed(key, text string) (string, error) {
	d, err := setting.Find(setting.Key(key))
	if err != nil || d.Kind != setting.Picture {
		return text, err
	}
	f, err := os.Open(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", key, err)
	}
	defer f.Close()
	file, err := io.ReadAll(io.LimitReader(f, setting.MostPicture+1))
	if err != nil {
		return "", fmt.Errorf("%s: %w", key, err)
	}
	return string(file), nil
}

// settingsUnsetCmd takes back what was set.
type settingsUnsetCmd struct {
	Key    string `arg:"" help:"Name of the setting, as the list has it."`
	Reason string `help:"Why; it stands in the log." default:"by the operator"`
	siteAt
}

// Run takes it back.
func (c settingsUnsetCmd) Run(ctx context.Context) error {
	return c.on(ctx, func(o *office.Office) error {
		return o.Moderation.Unset(ctx, conduct.Operator(), setting.Key(c.Key), c.Reason)
	})
}
