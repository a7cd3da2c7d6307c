package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"

	"kickabout/views/help"
)

// helpCmd prints the manuals that the program carries.
type helpCmd struct {
	Topic string `arg:"" optional:"" help:"The manual; without it they are listed."`
	Man   bool   `help:"Print the page for man(1) instead: all commands and their flags."`
}

// Run prints a manual as it is written, which is Markdown, or a line for each.
func (c helpCmd) Run(command *kong.Context) error {
	if c.Man {
		for _, leaf := range command.Model.Leaves(true) {
			leaf.Detail = "" // it would stand in the line of the command's name; the manual says more
		}
		_, err := fmt.Print(mangokong.NewManPage(1, command.Model).Build(roff.NewDocument()))
		return err
	}
	if c.Topic == "" {
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "TOPIC\tWHAT IT IS ABOUT")
		for _, t := range help.Topics() {
			fmt.Fprintf(out, "%s\t%s\n", t.Name, t.Summary)
		}
		return out.Flush()
	}
	text, err := help.Markdown(c.Topic)
	if err != nil {
		var names []string
		for _, t := range help.Topics() {
			names = append(names, t.Name)
		}
		return fmt.Errorf("there is no manual %q; the manuals are %s", c.Topic, strings.Join(names, ", "))
	}
	_, err = fmt.Print(text)
	return err
}
