package reach

import (
	"context"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/minicup"
	"kickabout/league/play"
)

// An Answer is something that waits for its player's answer. It is computed each time, and gone once it is given.
type Answer struct {
	Line
	Until time.Time // when it is too late; zero: nobody knows
}

// entriesLooked is how many of a player's tournaments are looked through for what waits for an answer.
const entriesLooked = 100

// Answers lists what waits for a player's answer, what lapses first in front.
func (s *Reach) Answers(ctx context.Context, player league.Player) ([]Answer, error) {
	if player.Kind != league.Member {
		return nil, nil
	}
	toMe, err := s.offers.InvitationsTo(ctx, player)
	if err != nil {
		return nil, err
	}
	var list []Answer
	for _, o := range toMe {
		c := Case{Me: player, Offer: &o, Now: s.core.Now(), Title: s.core.Title}
		text := invitedText(c)
		if o.Counters != "" {
			text = counterText(c)
		}
		list = append(list, Answer{Line{text, AboutOffer, o.ID}, o.Expires})
	}
	asked, err := s.asked(ctx, player)
	if err != nil {
		return nil, err
	}
	list = append(list, asked...)
	slices.SortStableFunc(list, func(a, b Answer) int {
		if a.Until.IsZero() != b.Until.IsZero() {
			return map[bool]int{true: 1, false: -1}[a.Until.IsZero()]
		}
		return a.Until.Compare(b.Until)
	})
	return list, nil
}

// asked lists what tournaments want a player to answer.
func (s *Reach) asked(ctx context.Context, player league.Player) (list []Answer, err error) {
	open, err := s.stores.Read.OpenFor(ctx, league.Of(player), player.ID, entriesLooked)
	if err != nil {
		return nil, err
	}
	for _, t := range open {
		list = append(list, asks(t, player.ID, s.core.Now())...)
	}
	wanted, err := s.stores.Read.RulingsFor(ctx, league.Of(player), player.ID, directsSite(s.core, player), entriesLooked)
	if err != nil {
		return nil, err
	}
	for _, t := range wanted {
		requests, err := s.rulings.WantedRulings(ctx, league.Of(player), t)
		if err != nil {
			return nil, err
		}
		for _, r := range requests {
			if r.By.ID != player.ID {
				list = append(list, Answer{Line{r.By.Name + " asks for a ruling in a game of " + t.Name + ".", AboutMatch, r.Match}, time.Time{}})
			}
		}
	}
	return list, nil
}

// directsSite says that a member directs what the site runs by itself.
func directsSite(c *core.Core, player league.Player) bool {
	return slices.Contains(c.Directors, player.Name)
}

// asks lists what a tournament wants a player to answer.
func asks(t league.Tournament, player string, now time.Time) (list []Answer) {
	if c, ok := t.CallOf(player); ok && t.State == league.Running && now.Before(c.Until) {
		return []Answer{{Line{"You are asked to play in " + t.Name + " for somebody who has dropped out.", AboutTournament, t.ID}, c.Until}}
	}
	if t.State != league.Registration {
		return nil
	}
	add := func(text string, until time.Time) {
		list = append(list, Answer{Line{text, AboutTournament, t.ID}, until})
	}
	if e, in := t.Entrant(player); in {
		if checksIn(t, player, now) {
			add("Check in for "+t.Name+".", t.Starts)
		}
		if c, _ := league.ParseCompetition(t.Competition); c.Format == "championship" && e.Note == championship.NoteAsked {
			add("Say whether you stay in "+t.Name+".", t.Starts)
		}
		if c, _ := league.ParseCompetition(t.Competition); c.Format == "minicup" && minicup.MayStartAsTwo(t, now) && !minicup.Agrees(e) {
			add("Say whether you two start "+t.Name+" alone.", time.Time{})
		}
	}
	if _, in := t.Entrant(player); !in && t.Has(player, league.Invited) && !t.Full() {
		add("You are invited to "+t.Name+".", t.Starts)
	}
	for _, team := range t.Teams {
		if t.Has(player, team.Called()) {
			add(team.Name+" invites you to play for them in "+t.Name+".", time.Time{})
		}
		if team.Captain == player {
			for _, p := range t.Wishes(team.Asks()) {
				add(p.Name+" asks to play for "+team.Name+" in "+t.Name+".", time.Time{})
			}
		}
	}
	return list
}

// checksIn says that a tournament waits for a player to check in.
func checksIn(t league.Tournament, player string, now time.Time) bool {
	e, in := t.Entrant(player)
	return in && t.State == league.Registration && t.CheckIn > 0 && !t.Starts.IsZero() && !now.Before(t.Starts.Add(-t.CheckIn)) && now.Before(t.Starts) && e.Present.IsZero()
}

// An Item is what is new, in words.
type Item struct {
	Line
	Topic string
	N     int // with Topic: what is marked as read
	At    time.Time
	Read  bool
}

// Inbox lists a player's news in words, the latest first. What is gone, or hidden from them by now, is left out.
func (s *Reach) Inbox(ctx context.Context, player league.Player, limit int) ([]Item, error) {
	news, err := s.stores.News.News(ctx, player.ID, false, limit)
	if err != nil {
		return nil, err
	}
	items := make([]Item, 0, len(news))
	for _, n := range news {
		e, known := EventOf(n.Event)
		if !known {
			continue
		}
		c, err := s.caseOf(ctx, player, e, n.Subject, n.Seq)
		if kind := league.KindOf(err); kind == league.NotFound || kind == league.Damaged {
			continue
		}
		if err != nil {
			return nil, err
		}
		items = append(items, Item{Line{e.Text(c), e.About, n.Subject}, n.Topic, n.N, n.At, n.Read})
	}
	return items, nil
}

// Bell counts what the bell of a player shows: what waits for an answer, and news that they have not read.
func (s *Reach) Bell(ctx context.Context, player league.Player) (int, error) {
	g, err := s.Glance(ctx, player)
	return g.Bell, err
}

// A Glance is what every page shows a player of how they are reached, and of what waits for them. Who has no account has
// nothing but matches.
type Glance struct {
	Waiting int  // matches in which it is their turn
	Bell    int  // what waits for an answer, and news that they have not read
	Invited int  // of what waits, invitations to matches
	Bounced bool // letters to their address come back, so that none is sent any more
	Exposed bool // nothing but the password opens their account, and they have not put that off lately
}

const (
	settledIn  = 24 * time.Hour      // after signing up, when codes were shown, nobody is warned
	warnsAgain = 30 * 24 * time.Hour // after the warning was put off
)

// Glance is what every page shows a player.
func (s *Reach) Glance(ctx context.Context, player league.Player) (Glance, error) {
	if player.Kind != league.Member {
		n, err := waiting(ctx, s.matches, player)
		return Glance{Waiting: n}, err
	}
	sends, now := s.core.Mailer != nil, s.core.Now()
	g, err := s.stores.News.Glance(ctx, player.ID, now, s.watch.DueBefore())
	if err == nil && g.Due { // the usual case reads no more
		g.Waiting, err = waiting(ctx, s.matches, player)
	}
	if err != nil {
		return Glance{}, err
	}
	var asked []Answer
	if g.Asked || directsSite(s.core, player) { // the usual case reads no more
		asked, err = s.asked(ctx, player)
	}
	return Glance{
		Waiting: g.Waiting, Bell: g.Unread + g.Invited + len(asked), Invited: g.Invited, Bounced: sends && g.Stopped,
		Exposed: !(sends && g.Mail) && g.Ways == 0 && now.Sub(player.Created) >= settledIn && now.Sub(g.Warned) >= warnsAgain,
	}, err
}

// waitingRead is in how many running matches of a player it is looked whose turn it is, where one of them is due.
const waitingRead = 200

// waiting counts the matches in which it is a player's turn, with what is due.
func waiting(ctx context.Context, matches *play.Matches, player league.Player) (n int, err error) {
	running, err := matches.PlayedBy(ctx, league.Of(player), player.ID, waitingRead)
	for _, m := range running {
		if mover, ok := m.Mover(); ok && mover.ID == player.ID {
			n++
		}
	}
	return n, err
}

// PutOff keeps the warning that nothing but the password opens an account from a member for a month.
func (s *Reach) PutOff(ctx context.Context, player league.Player) error {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return err
	}
	return s.stores.Hours.PutOff(ctx, player.ID, s.core.Now())
}

// UnreadChats lists the matches beside which somebody wrote to a player what they have not read, by their ids.
func (s *Reach) UnreadChats(ctx context.Context, player league.Player) (map[string]bool, error) {
	if player.Kind != league.Member {
		return nil, nil
	}
	news, err := s.stores.News.News(ctx, player.ID, true, chatsLooked)
	list := map[string]bool{}
	for _, n := range news {
		if n.Event == league.ChatSaid {
			list[n.Subject] = true
		}
	}
	return list, err
}

// chatsLooked is through how much unread news is looked for chat.
const chatsLooked = 500

// Unread counts what a player has not read.
func (s *Reach) Unread(ctx context.Context, player league.Player) (int, error) {
	return s.stores.News.UnreadNews(ctx, player.ID)
}

// MarkRead notes that a member has read what was known about a topic up to a notice; "" is about all topics. Their other
// pages hear of it.
func (s *Reach) MarkRead(ctx context.Context, player league.Player, topic string, n int) error {
	if err := core.MustBeMember(player, "news are for players with an account."); err != nil {
		return err
	}
	if unread, err := s.Unread(ctx, player); err != nil || unread == 0 { // the usual case writes nothing
		return err
	}
	if err := s.stores.News.ReadNews(ctx, player.ID, topic, n, s.core.Now()); err != nil {
		return err
	}
	s.core.Ring(player.ID)
	return nil
}
