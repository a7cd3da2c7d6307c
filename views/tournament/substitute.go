package tournament

import (
	"fmt"

	"kickabout/league"
	"kickabout/league/substitute"
	"kickabout/views/ui"
)

// SubstituteInput is what the page is built from on which a director puts in who plays for somebody (R-UT-8).
type SubstituteInput struct {
	ui.Frame
	Tournament league.Tournament // with its log
	Other      string            // id of whose place it is; "": nobody is chosen so far
	Found      *substitute.Substitution
	Act        string // what was refused: "substitute" or "seek"; "": nothing
	Player     string // as typed, or the id of who was chosen
	Text       string // the reason, as typed
	Errors     map[string]string
}

// SubstitutePage is that page.
type SubstitutePage struct {
	ui.Frame
	URL, Name string
	Players   []ui.Option // whose place it may be
	Errors    map[string]string
	Found     *SubstituteFound // nil as long as nobody is chosen, or nobody can take the place
}

// SubstituteFound is who would play for somebody, and what they would take over.
type SubstituteFound struct {
	Other, Of string      // id and name of whose place it is
	Effect    []string    // what happens, in sentences
	First     string      // name of who comes in first; "": nobody waits who meets the terms
	Waits     []ui.Option // who could come in instead, the first one first
	Passed    string      // who is passed over; "": nobody
	Asked     string      // who is asked already; "": nobody
	Player    string      // as typed, of who is to be asked
	Text      string
}

// NewSubstitutePage builds the page.
func NewSubstitutePage(in SubstituteInput) SubstitutePage {
	t := in.Tournament
	in.Title = "Put in a substitute"
	p := SubstitutePage{Frame: in.Frame, URL: ui.TournamentURL(t.ID), Name: t.Name, Errors: in.Errors}
	for _, e := range t.Entries {
		if _, taken := league.StandIn(t, e.Player.ID); taken || t.Waits(e) {
			continue
		}
		name := e.Player.Name
		if e.Out != league.Stays {
			name += ", who is out"
		}
		p.Players = append(p.Players, ui.Option{ID: e.Player.ID, Name: name, Chosen: e.Player.ID == in.Other})
	}
	if in.Found != nil {
		p.Found = in.found()
	}
	return p
}

// found tells what was found.
func (in SubstituteInput) found() *SubstituteFound {
	t, s := in.Tournament, in.Found
	f := &SubstituteFound{Other: s.Of.Player.ID, Of: s.Of.Player.Name, Effect: effectTexts(t, s.Takeover), Text: in.Text, Passed: NameList(s.Passed)}
	if c, open := t.CallFor(f.Other); open {
		f.Asked = fmt.Sprintf("%s is asked already, until %s. Take that back first if somebody else is to play.", c.Player.Name, ui.Moment(c.Until))
		return f
	}
	if s.First == nil {
		if in.Act == "seek" {
			f.Player = in.Player
		}
		return f
	}
	f.First = s.First.Player.Name
	for _, e := range s.Waits {
		f.Waits = append(f.Waits, ui.Option{ID: e.Player.ID, Name: e.Player.Name, Chosen: e.Player.ID == in.Player || in.Player == "" && e.Player.ID == s.First.Player.ID})
	}
	return f
}

// effectTexts says what a substitute takes over.
func effectTexts(t league.Tournament, take substitute.Takeover) []string {
	old := take.Of.Player.Name
	if take.Round == 0 {
		list := []string{
			fmt.Sprintf("The whole seat of %s is taken over, until %s at the latest (R-CH-10).", old, ui.Moment(take.Until)),
			fmt.Sprintf("%s of it with fresh clocks.", ui.CountText(len(take.Anew), "game begins anew", "games begin anew")),
			old + " is no longer in the table.",
		}
		if len(take.Anew) == 0 {
			list[1] = "No game of it has begun so far."
		}
		return list
	}
	if kindOf(t) == league.KnockOut {
		return []string{
			fmt.Sprintf("The substitute plays for %s from round %d on, in the same place of the bracket.", old, take.Round),
			fmt.Sprintf("What %s has played stays theirs, and ranks them behind all who play in that round (R-UT-8).", old),
		}
	}
	return []string{
		fmt.Sprintf("The substitute plays from round %d on, in a row of their own, without points for the rounds before (R-UT-6).", take.Round),
		fmt.Sprintf("What %s has played stays in the row of %s (R-UT-8).", old, old),
	}
}
