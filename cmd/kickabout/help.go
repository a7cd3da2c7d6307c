package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"kickabout/views/help"
)

// helpCmd prints the manuals that the program carries.
type helpCmd struct {
	Topic string `arg:"" optional:"" help:"The manual; without it they are listed."`
}

// Run prints a manual as it is written, which is Markdown, or a line for each.
func (c helpCmd) Run() error {
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
