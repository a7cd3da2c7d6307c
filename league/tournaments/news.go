package tournaments

import (
	"context"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
)

// EditionMoved is that something has happened in an edition of a competition.
func EditionMoved(competition string) league.Fact {
	return league.Fact{Kind: league.EditionMoved, Subject: competition}
}

// TournamentFacts is what has happened by progress of a tournament.
func TournamentFacts(p league.TournamentProgress) (facts []league.Fact) {
	t := p.Tournament
	moved := func(groups ...league.Group) {
		for _, g := range groups {
			facts = append(facts, groupMoved(t.ID, g))
		}
	}
	for _, d := range t.Log {
		switch d.Act {
		case league.ActStarted:
			if len(p.Matches) > 0 {
				break
			}
			facts = append(facts, roundsDue(t)...) // nobody waits for thousands of them
		case league.ActStruck:
			e, _ := t.Entrant(d.Player.ID)
			moved(e.Group)
		case league.ActFielded, league.ActReplaced, league.ActSeated, league.ActStoodIn, league.ActPaired, league.ActResumed, league.ActUndone, league.ActCorrected:
			moved(t.Groups()...)
		}
		switch d.Act {
		case league.ActPaused, league.ActResumed, league.ActCancelled:
			facts = append(facts, league.Fact{Kind: league.ClocksMoved, Subject: t.ID})
		case league.ActStarted, league.ActFinished, league.ActQualified, league.ActStruck, league.ActUndone:
			if t.Competition != "" {
				facts = append(facts, EditionMoved(t.Competition))
			}
		}
	}
	return facts
}

// TournamentNotices tells those who have an account what concerns them: the
// organiser of entries, everybody of the start, the end or the cancellation. Of a start with which no match begins the players are
// told when their first ones do.
func (s *Tournaments) TournamentNotices(p league.TournamentProgress) []league.Notice {
	t := p.Tournament
	concerned := map[string]league.EventName{}
	for _, d := range t.Log {
		concerns := concernedBy(t, d)
		if d.Act == league.ActStarted && len(p.Matches) == 0 {
			concerns = append(waitingIn(t), t.Organiser)
		}
		for _, c := range concerns {
			if c.Kind == league.Member && c.ID != d.By.ID && knew(p, c.ID) {
				concerned[c.ID] = weightier(concerned[c.ID], eventOf(t, d, c))
			}
		}
	}
	for _, e := range movedUp(p) {
		if e.Player.Kind == league.Member {
			concerned[e.Player.ID] = weightier(concerned[e.Player.ID], league.TournamentPlaced)
		}
	}
	var notices []league.Notice
	for id, event := range concerned {
		notices = append(notices, league.Notice{Player: id, At: s.core.Now(), Kind: league.TournamentNotice, Subject: t.ID, Event: event})
	}
	return notices
}

// waitingIn lists who has entered a tournament that has started, and has no seat in it.
func waitingIn(t league.Tournament) (players []league.Player) {
	for _, e := range t.Entries {
		if t.Waits(e) {
			players = append(players, e.Player)
		}
	}
	return players
}

// concernedBy lists those whom a decision concerns.
func concernedBy(t league.Tournament, d league.Decision) []league.Player {
	player := append([]league.Player{d.Player}, inTeam(t, d)...)
	concerned := append([]league.Player{t.Organiser}, player...)
	switch d.Act {
	case league.ActFinished:
		if !d.At.Equal(t.Ended) { // by a corrected result, of which its players are told
			return t.Winners()
		}
		return append(concerned, playersOf(t)...)
	case league.ActStarted, league.ActCancelled, league.ActAnnounced, league.ActPaused, league.ActResumed, league.ActChanged:
		return append(concerned, playersOf(t)...)
	case league.ActTold:
		if t.Competition != "" {
			return concerned // a series names those whom it tells
		}
		return slices.Concat(concerned, playersOf(t), directorsOf(t))
	case league.ActAsked, league.ActCalled, league.ActReleased:
		return player // between a player and a captain
	case league.ActAskedBots:
		_, asked := t.AsksAboutBots()
		return asked
	case league.ActAnsweredBots:
		return []league.Player{t.Organiser}
	case league.ActSought:
		return player
	case league.ActEntered, league.ActLeft, league.ActDeclined, league.ActStoodIn, league.ActReplaced:
		return append(concerned, directorsOf(t)...)
	case league.ActRequested: // of those who look after the site's own, their names are known
		return append(directorsOf(t), t.Organiser)
	case league.ActAnswered:
		return player
	case league.ActClosed, league.ActValued:
		return nil // what comes next is told
	case league.ActCheckedIn, league.ActSeeded, league.ActPaired:
		return nil // seen at the desk
	case league.ActDelayed:
		return nil // everybody is told of the outage
	case league.ActPlaced, league.ActNoted, league.ActCounted:
		return nil // the matches that they follow from are news enough
	case league.ActRuled:
		if t.Rolling {
			return nil // a match begins, which is told
		}
	}
	return concerned
}

// weight orders what can happen to somebody by several decisions at once: the first is what they are told.
var weight = []league.EventName{
	league.TournamentCancelled, league.TournamentOver, league.TournamentBegan, league.TournamentAsked, league.TournamentCheckIn, league.TournamentRuled, league.TournamentAnswered, league.TournamentWanted, league.SeriesQualified, league.SeriesTold,
	league.TournamentTold, league.TournamentPaused, league.TournamentResumed, league.TournamentPlaced, league.TournamentLeft, league.TournamentEntered,
}

// weightier returns the weightier one of two events.
func weightier(a, b league.EventName) league.EventName {
	if i := slices.Index(weight, a); i >= 0 && i <= slices.Index(weight, b) {
		return a
	}
	return b
}

// eventOf is what a decision is to somebody whom it concerns.
func eventOf(t league.Tournament, d league.Decision, concerned league.Player) league.EventName {
	switch d.Act {
	case league.ActStarted:
		return league.TournamentBegan
	case league.ActFinished:
		return league.TournamentOver
	case league.ActCancelled:
		return league.TournamentCancelled
	case league.ActTold:
		_, in := t.Entrant(concerned.ID)
		if _, _, opens := league.ReadLogText([]league.LogText{textCheckIn}, d.Text); opens && in {
			return league.TournamentCheckIn
		}
		return league.TournamentTold
	case league.ActAnnounced:
		return league.TournamentTold
	case league.ActPaused:
		return league.TournamentPaused
	case league.ActResumed:
		return league.TournamentResumed
	case league.ActAsked, league.ActCalled, league.ActInvited, league.ActAskedBots, league.ActSought:
		return league.TournamentAsked
	case league.ActQualified:
		return league.SeriesQualified
	case league.ActRequested:
		return league.TournamentWanted
	case league.ActReplaced, league.ActStoodIn, league.ActDeclined:
		return substituteEvent(d, concerned)
	case league.ActEntered, league.ActLeft:
		return entryEvent(d, concerned)
	}
	return league.TournamentRuled
}

// substituteEvent is what it is to somebody that a player plays for another one, or was asked to.
func substituteEvent(d league.Decision, concerned league.Player) league.EventName {
	switch {
	case concerned.ID == d.Player.ID && d.Act != league.ActDeclined:
		return league.TournamentPlaced
	case concerned.ID != d.Player.ID && (d.By.ID == d.Player.ID || d.By.ID == ""):
		return league.TournamentAnswered
	}
	return league.TournamentRuled
}

// entryEvent is what it is to somebody that a player enters or leaves.
func entryEvent(d league.Decision, concerned league.Player) league.EventName {
	switch {
	case concerned.ID == d.Player.ID && d.Act == league.ActEntered:
		return league.TournamentPlaced
	case concerned.ID == d.Player.ID:
		return league.TournamentRuled
	case d.Act == league.ActEntered:
		return league.TournamentEntered
	}
	return league.TournamentLeft
}

// playersOf lists who has entered a tournament.
func playersOf(t league.Tournament) (players []league.Player) {
	for _, e := range t.Entries {
		players = append(players, e.Player)
	}
	return players
}

// directorsOf lists whom the organiser of a tournament has appointed.
func directorsOf(t league.Tournament) (players []league.Player) {
	for _, a := range t.Roles {
		if a.Role == league.Director {
			players = append(players, a.Player)
		}
	}
	return players
}

// DirectorsOf returns the members who direct a tournament: of the site's own those whom the operator has named.
func (s *Tournaments) DirectorsOf(ctx context.Context, t league.Tournament) (list []league.Player, err error) {
	if t.Organiser.Kind != league.SiteItself {
		return append([]league.Player{t.Organiser}, directorsOf(t)...), nil
	}
	for _, name := range s.core.Directors {
		player, err := s.Named(ctx, name)
		if err != nil && league.KindOf(err) != league.Invalid {
			return nil, err
		}
		if err == nil && player.Kind == league.Member {
			list = append(list, player)
		}
	}
	return list, nil
}

// TellSite adds that those whom the operator has named to direct what the site runs are told of something there, but for who
// did it; nobody did what the site does itself. In other tournaments TournamentNotices tells those who direct them.
func (s *Tournaments) TellSite(ctx context.Context, p *league.TournamentProgress, by league.Player, event league.EventName) error {
	if p.Tournament.Organiser.Kind != league.SiteItself {
		return nil
	}
	directors, err := s.DirectorsOf(ctx, p.Tournament)
	for _, d := range directors {
		if d.ID != by.ID {
			p.Notices = append(p.Notices, league.Notice{Player: d.ID, At: s.core.Now(), Kind: league.TournamentNotice, Subject: p.Tournament.ID, Event: event})
		}
	}
	return err
}

// knew says that somebody may know of a tournament, or was in it before a step.
func knew(p league.TournamentProgress, player string) bool {
	return p.Tournament.Knows(player) || slices.ContainsFunc(p.Was, func(e league.Entrant) bool { return e.Player.ID == player })
}

// movedUp lists those who waited for a place before the start and have one now.
func movedUp(p league.TournamentProgress) (up []league.Entrant) {
	t := p.Tournament
	if t.State != league.Registration || !t.KeepsList() {
		return nil
	}
	for i, e := range t.Entries[:min(len(t.Entries), t.Places)] {
		was := slices.IndexFunc(p.Was, func(w league.Entrant) bool { return w.Player.ID == e.Player.ID })
		if was > i && was >= t.Places {
			up = append(up, e)
		}
	}
	return up
}

// Announce wakes those who wait for what has been written.
func (s *Tournaments) Announce(p league.TournamentProgress) {
	s.core.Hub.Say(core.TournamentTopic + p.Tournament.ID)
	s.core.Notify(p.Notices)
	for _, m := range p.Matches {
		s.bots.Wake(m)
	}
}

// groupMoved is that something has happened in a group of a tournament.
func groupMoved(tournament string, g league.Group) league.Fact {
	return league.Fact{Kind: league.GroupMoved, Subject: tournament, Part: string(g)}
}

// place is a player in a round.
type place struct{ round, player string }

// roundNotices tells players of a tournament that is drawn round by round of a round that begins: those who play in it and, where
// the last one is over, those who played in that and do not go on.
func (s *Rounds) roundNotices(t league.Tournament, before []league.Match, fixtures []league.Fixture) (notices []league.Notice) {
	if t.Rolling || len(before) == 0 {
		return nil // that it has begun says it: see began
	}
	played, last, over := playedRounds(before)
	plays, anew := map[string]bool{}, false
	for _, f := range fixtures {
		round := roundOf(f.Key)
		if round == "" {
			continue
		}
		anew = anew || !played[place{round, ""}]
		for _, player := range []string{f.First, f.Second} {
			plays[player] = plays[player] || !played[place{round, player}]
		}
	}
	for _, e := range t.Entries {
		event := league.TournamentRound
		if !plays[e.Player.ID] {
			event = league.TournamentRoundOver
		}
		ends := anew && over && played[place{last, e.Player.ID}]
		if e.Player.Kind == league.Member && e.Out == league.Stays && (plays[e.Player.ID] || ends) {
			notices = append(notices, league.Notice{Player: e.Player.ID, At: s.core.Now(), Kind: league.TournamentNotice, Subject: t.ID, Event: event})
		}
	}
	return notices
}

// playedRounds returns who has played in which rounds, and with the player "" which rounds there were; the last one, and whether
// all matches are over.
func playedRounds(matches []league.Match) (played map[place]bool, last string, over bool) {
	played, over = map[place]bool{}, true
	var latest time.Time
	for _, m := range matches {
		round := roundOf(league.Key(m.Fixture))
		for _, player := range []string{"", m.Seats[0].Player.ID, m.Seats[1].Player.ID} {
			played[place{round, player}] = true
		}
		if m.Created.After(latest) {
			latest, last = m.Created, round
		}
		over = over && m.State.ToMove == engine.NoSide
	}
	return played, last, over
}

// roundOf returns the part of a key that names its round: "c1/r2" of "c1/r2/b1"; "" if there is none.
func roundOf(k league.Key) string {
	parts := strings.Split(string(k), "/")
	for i, p := range parts {
		if n, ok := strings.CutPrefix(p, "r"); ok && n != "" {
			return strings.Join(parts[:i+1], "/")
		}
	}
	return ""
}
