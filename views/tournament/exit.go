package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/correction"
	matchview "kickabout/views/match"
	"kickabout/views/ui"
)

// ExitInput is what the page is built from on which it is corrected how somebody counts who was taken out of a tournament that is over.
type ExitInput struct {
	ui.Frame
	View   correction.ExitView
	Form   correction.ExitForm // as typed
	Errors map[string]string
}

// ExitPage is that page (R-CO-1).
type ExitPage struct {
	ui.Frame
	Cup     matchview.CupLink
	URL     string
	Players []ui.Option
	Now     string // how the chosen one counts; "": nobody is chosen
	Ways    []ui.Option
	Form    correction.ExitForm
	Errors  map[string]string
	Effect  *CorrectionEffect
	Result  string
	Undo    *CorrectionUndo // nil: no correction stands
}

// exitText says how a player counts.
func exitText(e league.Exit) string {
	return map[league.Exit]string{
		league.Stays: "in, with all results", league.Forfeited: "out: what was finished counts, and the rest is lost", league.Voided: "out, and no result counts",
	}[e]
}

// NewExitPage builds the page.
func NewExitPage(in ExitInput) ExitPage {
	t := in.View.Tournament
	in.Title = "Correct how a player counts"
	p := ExitPage{
		Frame: in.Frame, URL: ui.TournamentURL(t.ID) + "/exits", Cup: matchview.CupLink{Name: t.Name, URL: ui.TournamentURL(t.ID)},
		Form: in.Form, Errors: in.Errors,
	}
	for _, l := range in.View.Leavers {
		p.Players = append(p.Players, ui.Option{ID: l.ID, Name: l.Name + " (" + exitText(l.Exit) + ")", Chosen: l.ID == in.Form.Player})
	}
	for _, e := range league.Exits() {
		word := correction.ExitWord(e)
		p.Ways = append(p.Ways, ui.Option{ID: word, Name: ui.Upper(exitText(e)), Chosen: word == in.Form.Now})
	}
	chosen := in.View.Chosen
	if chosen == nil {
		return p
	}
	p.Now = fmt.Sprintf("%s is %s.", chosen.Name, exitText(chosen.Exit))
	p.Form.Was = correction.ExitWord(chosen.Exit)
	if made := chosen.Undo; made != nil {
		p.Undo = &CorrectionUndo{
			Event: strconv.Itoa(made.Seq), Text: made.By.Name + " corrected it" + becauseText(made.Reason),
			Back: chosen.Name + ": " + exitText(made.Was) + ".",
		}
	}
	if e := in.View.Effect; e != nil {
		p.Effect = &CorrectionEffect{Lines: effectLines(t, *e)}
		p.Effect.addRanks(t, chosen.Entries[0].Group, in.View.Before, *e)
		for _, way := range p.Ways {
			if way.Chosen {
				p.Result = chosen.Name + ": " + strings.ToLower(way.Name[:1]) + way.Name[1:] + "."
			}
		}
	}
	return p
}

// exitCorrectionText tells that it was corrected how a player counts, or that this was undone; "" of anything else.
func exitCorrectionText(d league.Decision) string {
	c, text, ok := league.ExitChangeOf(d)
	if !ok {
		return ""
	}
	_, reason, _ := strings.Cut(text, ": ")
	if d.Act == league.ActUndone {
		return strings.TrimSpace(fmt.Sprintf("%s undid the correction of how %s counts. Again: %s. %s", d.By.Name, d.Player.Name, exitText(c.Now), reasonText(reason)))
	}
	return fmt.Sprintf("%s corrected how %s counts. Before: %s. Now: %s. %s", d.By.Name, d.Player.Name, exitText(c.Was), exitText(c.Now), reasonText(reason))
}
