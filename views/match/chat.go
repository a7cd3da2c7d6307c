package match

import (
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// ChatInput is what the chat beside a match is built from.
type ChatInput struct {
	Lines  []league.Line // what the viewer may see of them
	First  int           // number of the first line looked at; 0 if there is none
	Last   int           // of the last one
	Before int           // shown is what was said before this line; 0: the latest
	Muted  []string      // ids of those whose lines the viewer does not want

	Text, Error         string       // as it was typed, and what is wrong with it
	Report              *league.Line // that the viewer wants to report
	Reason, ReasonError string       // as it was typed, and what is wrong with it
	Told                bool         // a report has just been taken
}

// ChatView is the chat beside a match.
type ChatView struct {
	URL     string // of the match
	Lines   []LineView
	Earlier string // where what was said before is shown; "" if nothing was
	Latest  string // where the latest lines are shown, where these are not
	Say     *SayView
	Why     string // why the viewer cannot write; "" if they can
	SignUp  bool   // an account would help
	Mutes   []MuteView
	Report  *ReportView
	Told    bool
}

// LineView is a line of a chat.
type LineView struct {
	N         int
	Side      engine.Side // of its author
	Own       bool        // its author reads it
	Name, URL string      // of its author
	At        time.Time
	Text      string
	Hidden    bool   // the operator took it away, or its author is gone
	Report    string // where the viewer can report it; "" if they cannot
}

// SayView is the form in which a player writes a line.
type SayView struct {
	URL, Key    string
	To          string // who reads it before all others
	Text, Error string
}

// MuteView is the switch by which a player stops to read another.
type MuteView struct {
	URL, Name string
	Match     string // to come back to; "" for the player's own page
	Muted     bool   // it is on
}

// ReportView is the form in which a reader reports a line.
type ReportView struct {
	URL, Back     string
	N             int
	Text          string // of the line
	Reason, Error string
}

// NewChat builds the chat beside a match for its viewer.
func NewChat(viewer league.Player, m league.Match, key string, in ChatInput) ChatView {
	url := ui.MatchURL(m.ID)
	v := ChatView{URL: url, Told: in.Told}
	for _, l := range in.Lines {
		v.Lines = append(v.Lines, NewLine(viewer, m, l))
	}
	if in.First > 1 {
		v.Earlier = url + "?before=" + strconv.Itoa(in.First) + "#chat"
	}
	if in.Before > 0 {
		v.Latest = url + "#chat"
	}
	member := viewer.Kind == league.Member
	for i, seat := range m.Seats {
		muted := slices.Contains(in.Muted, seat.Player.ID)
		if seat.Player.ID == viewer.ID {
			v.Say = &SayView{URL: url + "/chat", Key: key, To: m.Seats[1-i].Player.Name, Text: in.Text, Error: in.Error}
		} else if member && (muted || m.SideOf(viewer.ID) != engine.NoSide) {
			v.Mutes = append(v.Mutes, MuteView{URL: ui.PlayerURL(seat.Player), Name: seat.Player.Name, Match: m.ID, Muted: muted})
		}
	}
	switch {
	case v.Say == nil:
		v.Why = "Only the two players write here."
	case !member:
		v.Say, v.SignUp = nil, true
		v.Why = "Sign up to write here."
	}
	if in.Report != nil {
		v.Report = &ReportView{URL: url + "/reports", Back: url + "#chat", N: in.Report.N, Text: in.Report.Text, Reason: in.Reason, Error: in.ReasonError}
	}
	return v
}

// NewLine builds a line of a chat for its viewer.
func NewLine(viewer league.Player, m league.Match, l league.Line) LineView {
	v := LineView{N: l.N, Side: m.SideOf(l.Author), At: l.At, Text: l.Text, Hidden: l.Hidden || l.Text == ""}
	if v.Side != engine.NoSide {
		author := m.Seats[m.SeatOf(v.Side)].Player
		v.Name, v.URL = author.Name, ui.PlayerURL(author)
	}
	v.Own = viewer.ID != "" && viewer.ID == l.Author
	if viewer.Kind == league.Member && !v.Own && !v.Hidden {
		v.Report = ui.MatchURL(m.ID) + "?report=" + strconv.Itoa(l.N) + "#report"
	}
	return v
}
