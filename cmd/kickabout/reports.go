package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/operatortext"
	"kickabout/league/rating"
	"kickabout/store"
)

// reportsCmd is for whoever runs the site: what players have reported, and what to do
// about it. It works beside a running server.
type reportsCmd struct {
	List reportsListCmd `cmd:"" default:"withargs" help:"List the lines of chats and the requests for rulings that players have reported, the latest first, and sudden rating drops."`
	Hide reportsHideCmd `cmd:"" help:"Take a line away from everybody. Pages show that it was removed."`
}

// reportsListCmd lists reports.
type reportsListCmd struct {
	Most     int    `help:"How many to list." default:"50"`
	Data     string `help:"Folder with the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run prints a few lines for each report.
func (c reportsListCmd) Run(ctx context.Context) error {
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(c.Data, c.Database)})
	if err != nil {
		return err
	}
	defer s.Close()
	reports, err := s.Reports(ctx, c.Most)
	if err != nil {
		return err
	}
	if len(reports) == 0 {
		fmt.Println("Nothing has been reported.")
	}
	for _, r := range reports {
		if err := printReport(ctx, s, r); err != nil {
			return err
		}
	}
	return printDrops(ctx, s)
}

// printDrops prints a line for each sudden rating drop by early resignations (R-RA-7).
func printDrops(ctx context.Context, s *store.Store) error {
	rule := rating.StandardDrop()
	matches, err := s.GivenUp(ctx, league.Site(), time.Now().Add(-rule.Back), rule.Moves)
	if err != nil {
		return err
	}
	for _, d := range rule.Drops(matches) {
		fmt.Printf("%s lost %s points in %s by giving up %d games early, %s to %s: %s\n", d.Player.Name, d.Lost, d.Pool, len(d.Matches),
			d.First.Format(time.DateOnly), d.Last.Format(time.DateOnly), strings.Join(d.Matches, " "))
	}
	return nil
}

func printReport(ctx context.Context, s *store.Store, r league.Report) error {
	author, err := s.Player(ctx, r.Line.Author)
	if err != nil {
		return err
	}
	reader, err := s.Player(ctx, r.Reader)
	if err != nil {
		return err
	}
	hidden := ""
	if r.Line.Hidden {
		hidden = " (hidden)"
	}
	what := fmt.Sprintf("line %d", r.Line.N)
	if r.Cup != "" {
		what = fmt.Sprintf("tournament %s, request %d", r.Cup, r.Line.N)
	}
	fmt.Printf("%s  match %s, %s%s\n", operatortext.Moment(r.At), r.Line.Match, what, hidden)
	fmt.Printf("  %s wrote at %s: %s\n", author.Name, operatortext.Moment(r.Line.At), r.Line.Text)
	fmt.Printf("  %s reports: %s\n", reader.Name, r.Reason)
	return nil
}

// reportsHideCmd hides a line.
type reportsHideCmd struct {
	Match    string `arg:"" help:"Id of the match, as the list shows it."`
	Line     int    `arg:"" help:"Number of the line, as the list shows it."`
	Reason   string `help:"Why; who wrote it reads it." default:"It breaks the rules of this site."`
	Data     string `help:"Folder with the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Run hides the line.
func (c reportsHideCmd) Run(ctx context.Context) error {
	o, s, err := openBeside(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	line, err := c.lineToHide(ctx, s)
	if err != nil {
		return err
	}
	if err := o.Moderation.HideLine(ctx, conduct.Operator(), line, c.Reason); err != nil {
		return err
	}
	fmt.Println("The line is hidden.")
	return nil
}

// lineToHide finds the line.
func (c reportsHideCmd) lineToHide(ctx context.Context, s *store.Store) (league.Line, error) {
	lines, err := s.Lines(ctx, league.Site(), c.Match, c.Line-1, 1)
	if err == nil && (len(lines) == 0 || lines[0].N != c.Line) {
		err = league.Errorf(league.NotFound, "There is no such line.")
	}
	if err != nil {
		return league.Line{}, err
	}
	return lines[0], nil
}
