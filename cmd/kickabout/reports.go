package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/office"
	"kickabout/league/operatortext"
	"kickabout/league/rating"
	"kickabout/store"
)

// reportsCmd is for whoever runs the site: what players have reported or appealed against, and what to do about it, as on
// the page of reports. It works beside a running server.
type reportsCmd struct {
	List   reportsListCmd   `cmd:"" default:"withargs" help:"List the lines of chats and the requests for rulings that players have reported, the latest first, open appeals, and sudden rating drops."`
	Take   reportsTakeCmd   `cmd:"" help:"Say that you look after a report: its reader and the moderators see that."`
	Decide reportsDecideCmd `cmd:"" help:"Decide about a report: uphold it, which hides what was written, or dismiss it. Its reader is told."`
	Hide   reportsHideCmd   `cmd:"" help:"Take a line, or what was written in a request, away from everybody, also where nobody has reported it. Pages show that it was removed."`
	Answer reportsAnswerCmd `cmd:"" help:"Answer an appeal. Where it is granted the step is undone."`
}

// reportsListCmd lists reports.
type reportsListCmd struct {
	Most     int    `help:"How many reports to list." default:"50"`
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
	if err := printAppeals(ctx, s); err != nil {
		return err
	}
	return printDrops(ctx, s)
}

// printAppeals prints a line for each step against which somebody has appealed, the longest waiting first.
func printAppeals(ctx context.Context, s *store.Store) error {
	open, err := s.OpenAppeals(ctx)
	if err != nil {
		return err
	}
	for _, step := range open {
		who, err := s.Player(ctx, step.Player)
		if err != nil {
			return err
		}
		fmt.Println(operatortext.Step(who.Name, step))
	}
	return nil
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
	people, err := s.Players(ctx, []string{r.Line.Author, r.Reader, r.Taken.By, r.Closed.By})
	if err == nil {
		fmt.Print(operatortext.Report(r, people))
	}
	return err
}

// reportedText is what was written: a line of a chat, or a request for a ruling.
type reportedText struct {
	Of     string `arg:"" help:"Id of the match of a line, or of the tournament of a request, as the list shows it."`
	Number string `arg:"" help:"Number of the line, as in 3, or of the request, as in r3."`
}

// name names it as moderation.ReportedName does.
func (t reportedText) name() string { return t.Of + "/" + t.Number }

// written finds it, whoever has reported it.
func (t reportedText) written(ctx context.Context, o *office.Office) (author string, err error) {
	seq, request := strings.CutPrefix(t.Number, "r")
	n, err := strconv.Atoi(seq)
	if err != nil || n < 1 {
		return "", league.Errorf(league.Invalid, "%q is no number of a line, such as 3, and none of a request, such as r3.", t.Number)
	}
	if request {
		r, err := o.RulingRequest(ctx, league.Site(), t.Of, n)
		return r.By.ID, err
	}
	l, err := o.Line(ctx, league.Site(), t.Of, n)
	return l.Author, err
}

// decided does something about what was written or done, says so, and looks after what comes of it.
func (c siteAt) decided(ctx context.Context, done string, act func(*office.Office) error) error {
	return c.on(ctx, func(o *office.Office) error {
		if err := act(o); err != nil {
			return err
		}
		fmt.Println(done)
		return o.Deliver(ctx, office.Budget{})
	})
}

// reportOf is one report, of a text by a reader.
type reportOf struct {
	reportedText
	Reader string `arg:"" help:"Name of who has reported it."`
	siteAt
}

// by finds who has reported it.
func (c reportOf) by(ctx context.Context, o *office.Office) (id string, err error) {
	reader, err := o.PlayerByName(ctx, c.Reader)
	return reader.ID, err
}

// reportsTakeCmd says that somebody looks after a report.
type reportsTakeCmd struct{ reportOf }

// Run says so.
func (c reportsTakeCmd) Run(ctx context.Context) error {
	return c.decided(ctx, "The report is yours.", func(o *office.Office) error {
		reader, err := c.by(ctx, o)
		if err != nil {
			return err
		}
		return o.Moderation.TakeReport(ctx, conduct.Operator(), c.name(), reader)
	})
}

// reportsDecideCmd decides about a report.
type reportsDecideCmd struct {
	reportOf
	Verdict string `arg:"" enum:"uphold,dismiss" help:"uphold, which hides what was written, or dismiss."`
	Reason  string `required:"" help:"Why; its reader reads it, and who wrote it if it is hidden."`
}

// Run decides.
func (c reportsDecideCmd) Run(ctx context.Context) error {
	upheld := c.Verdict == "uphold"
	done := map[bool]string{true: "The report is upheld: what was written is hidden.", false: "The report is dismissed."}[upheld]
	return c.decided(ctx, done, func(o *office.Office) error {
		reader, err := c.by(ctx, o)
		if err != nil {
			return err
		}
		return o.Moderation.DecideReport(ctx, conduct.Operator(), c.name(), reader, upheld, c.Reason)
	})
}

// reportsHideCmd hides what was written.
type reportsHideCmd struct {
	reportedText
	Reason string `help:"Why; who wrote it reads it." default:"It breaks the rules of this site."`
	siteAt
}

// Run hides it.
func (c reportsHideCmd) Run(ctx context.Context) error {
	done := "The line is hidden."
	if strings.HasPrefix(c.Number, "r") {
		done = "The request is hidden."
	}
	return c.decided(ctx, done, func(o *office.Office) error {
		author, err := c.written(ctx, o)
		if err != nil {
			return err
		}
		_, err = o.Moderation.Impose(ctx, conduct.Operator(), moderation.Order{Kind: league.SanctionHide, Player: author, Line: c.name(), Reason: c.Reason})
		return err
	})
}

// reportsAnswerCmd answers an appeal.
type reportsAnswerCmd struct {
	Step    string `arg:"" help:"Id of the step, with which its line of the list begins."`
	Verdict string `arg:"" enum:"grant,refuse" help:"grant, which undoes it, or refuse."`
	Reason  string `required:"" help:"Why; who has appealed reads it."`
	siteAt
}

// Run answers it.
func (c reportsAnswerCmd) Run(ctx context.Context) error {
	granted := c.Verdict == "grant"
	done := map[bool]string{true: "The appeal is granted: the step is undone.", false: "The appeal is refused: the step stands."}[granted]
	return c.decided(ctx, done, func(o *office.Office) error {
		return o.Moderation.AnswerAppeal(ctx, conduct.Operator(), c.Step, granted, c.Reason)
	})
}
