package letters_test

import (
	"context"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/play"
	"kickabout/league/reach"
	"kickabout/league/setting"
)

// recorder is a channel that takes everything, and keeps it.
type recorder struct{ got []reach.Message }

func (r *recorder) Name() string { return "recorder" }

func (r *recorder) Targets(context.Context, string) ([]string, error) { return []string{""}, nil }

func (r *recorder) Send(_ context.Context, _ string, m reach.Message) reach.Outcome {
	r.got = append(r.got, m)
	return reach.Outcome{State: reach.Sent}
}

// told is what of an event a player was told so far.
func (r *recorder) told(player string, event league.EventName) (list []reach.Message) {
	for _, m := range r.got {
		if m.Player.ID == player && m.Event == event {
			list = append(list, m)
		}
	}
	return list
}

// stage is where events happen.
type stage struct {
	*post
	recorder       *recorder
	ann, bob, cleo *webtest.Member
}

// script is how an event happens: what is done, to whom it is told, and how.
type script struct {
	play func(s *stage) (to *webtest.Member)
	text string        // in which NAME stands for the name of ann, and FACE for a face of a die
	wait time.Duration // until it is told; 0: a quarter of an hour
}

// scripts is how each event happens that is not about security. An event without a script fails the test.
var scripts = map[league.EventName]script{
	league.MatchBegan: {text: "Your turn against NAME, you threw FACE and FACE. 9 d 23 h left.", play: func(s *stage) *webtest.Member { s.Match(s.bob, s.ann); return s.bob }},
	league.MatchMoved: {text: "Your turn against NAME, 0–0. 9 d 23 h left.", play: func(s *stage) *webtest.Member { s.turnOf(s.Match(s.ann, s.bob), s.bob); return s.bob }},
	league.MatchOver: {text: "You beat NAME by resignation.", play: func(s *stage) *webtest.Member {
		s.resigns(s.Match(s.ann, s.bob), s.ann)
		return s.bob
	}},
	league.MatchRevised: {text: "The result of your game against cleo was corrected. The page of the game says how it counts, and why.", play: func(s *stage) *webtest.Member {
		s.cup(true)
		running, err := s.Store.Running(context.Background(), league.Site(), 99)
		s.must(err)
		for _, m := range running {
			if m.SideOf(s.bob.Player.ID) == engine.NoSide || m.SideOf(s.cleo.Player.ID) == engine.NoSide {
				continue
			}
			s.resigns(m.ID, s.bob)
			s.Accepted(s.ann.Post("/matches/"+m.ID+"/correction", url.Values{
				"ending": {string(engine.Resignation)}, "winner": {m.SideOf(s.bob.Player.ID).String()}, "first": {"0"}, "second": {"0"}, "reason": {"the wrong one"},
			}))
		}
		return s.bob
	}},
	league.ChatSaid: {text: "NAME wrote to you beside your game.", play: func(s *stage) *webtest.Member {
		id := s.Match(s.ann, s.bob)
		s.ann.Say(id, "hello")
		return s.bob
	}},
	league.OfferInvited: {text: "NAME invites you: StreetSoccer, Little Golem rules, Classic.", play: func(s *stage) *webtest.Member { s.offer(s.ann, s.bob); return s.bob }},
	league.OfferCounter: {text: "NAME proposes other terms: StreetSoccer, Little Golem rules, Live.", play: func(s *stage) *webtest.Member {
		_, err := s.Office.Counter(context.Background(), s.ann.Player, s.offer(s.bob, s.ann), play.Proposal{Reservation: s.Office.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "live"})
		s.must(err)
		return s.bob
	}},
	reach.OfferSoon: {text: "The invitation from NAME lapses in 1 d.", wait: 13 * 24 * time.Hour, play: func(s *stage) *webtest.Member { s.offer(s.ann, s.bob); return s.bob }},
	league.OfferTaken: {text: "NAME accepted your invitation. The game has begun.", play: func(s *stage) *webtest.Member {
		_, err := s.Office.Accept(context.Background(), s.ann.Player, s.offer(s.bob, s.ann), "", false, s.Clock())
		s.must(err)
		return s.bob
	}},
	league.OfferRefused: {text: "NAME declined your invitation.", play: func(s *stage) *webtest.Member {
		_, err := s.Office.Decline(context.Background(), s.ann.Player, s.offer(s.bob, s.ann), "")
		s.must(err)
		return s.bob
	}},
	league.OfferGone: {text: "NAME withdrew their invitation.", play: func(s *stage) *webtest.Member {
		_, err := s.Office.Withdraw(context.Background(), s.ann.Player, s.offer(s.ann, s.bob))
		s.must(err)
		return s.bob
	}},
	league.OfferLapsed: {text: "The invitation from NAME has lapsed.", play: func(s *stage) *webtest.Member {
		s.offer(s.ann, s.bob)
		s.Wait(15 * 24 * time.Hour)
		s.must(s.Office.Expire(context.Background()))
		return s.bob
	}},
	league.TournamentBegan: {text: "Spring Cup has begun.", play: func(s *stage) *webtest.Member { s.cup(true); return s.bob }},
	league.TournamentOver: {text: "Spring Cup is over.", play: func(s *stage) *webtest.Member {
		s.cup(true)
		s.AllResign(s.ann.Player)
		return s.bob
	}},
	league.TournamentTold: {text: "There is an announcement in Spring Cup.", play: func(s *stage) *webtest.Member {
		s.desk(s.cup(true), "announce", "text", "good luck to all")
		return s.bob
	}},
	league.TournamentRuled: {text: "A decision in Spring Cup concerns you.", play: func(s *stage) *webtest.Member {
		s.desk(s.cup(true), "appoint", "player", s.bob.Player.Name)
		return s.bob
	}},
	league.TournamentAsked: {text: "You are asked for an answer in Spring Cup.", play: func(s *stage) *webtest.Member {
		cup := s.ann.Cup(nil)
		s.desk(cup, "invite", "player", s.bob.Player.Name)
		return s.bob
	}},
	league.TournamentPlaced: {text: "You have a place in Spring Cup.", play: func(s *stage) *webtest.Member {
		cup := s.ann.Cup(func(f url.Values) { f.Set("places", "3"); f.Set("waiting", "1") })
		s.Accepted(s.cleo.Post(cup+"/entry", nil))
		s.Accepted(s.Member("dan").Post(cup+"/entry", nil))
		s.Accepted(s.bob.Post(cup+"/entry", nil))
		s.Accepted(s.cleo.Post(cup+"/withdrawal", nil))
		return s.bob
	}},
	league.TournamentAnswered: {text: "There is an answer about a substitute in Spring Cup, which you run.", play: func(s *stage) *webtest.Member {
		cup := s.cup(true)
		s.Accepted(s.cleo.Post(cup+"/withdrawal", url.Values{"sure": {"1"}}))
		dan := s.Member("dan")
		s.desk(cup, "seek", "player", "dan", "other", s.cleo.Player.ID, "text", "is ill")
		s.Accepted(dan.Post(cup+"/seat", url.Values{"answer": {"decline"}}))
		return s.ann
	}},
	league.TournamentPaused: {text: "Spring Cup is paused. The clocks stand still.", play: func(s *stage) *webtest.Member {
		s.desk(s.cup(true), "pause", "text", "a storm")
		return s.bob
	}},
	league.TournamentResumed: {text: "Spring Cup goes on. The clocks run again.", wait: 90 * time.Minute, play: func(s *stage) *webtest.Member {
		cup := s.cup(true)
		s.desk(cup, "pause", "text", "a storm")
		s.Wait(2 * time.Hour)
		s.work()
		s.desk(cup, "resume")
		return s.bob
	}},
	league.TournamentCancelled: {text: "Spring Cup was called off.", play: func(s *stage) *webtest.Member {
		s.desk(s.cup(true), "cancel", "text", "a storm")
		return s.bob
	}},
	league.TournamentEntered: {text: "Somebody entered Spring Cup, which you run.", play: func(s *stage) *webtest.Member { s.cup(false); return s.ann }},
	league.TournamentLeft: {text: "Somebody left Spring Cup, which you run.", play: func(s *stage) *webtest.Member {
		cup := s.cup(false)
		s.Wait(time.Hour)
		s.work()
		s.Accepted(s.bob.Post(cup+"/withdrawal", nil))
		return s.ann
	}},
	league.TournamentWanted: {text: "A player asks for a ruling in Spring Cup, which you run.", play: func(s *stage) *webtest.Member {
		s.cup(true)
		s.Wait(time.Hour)
		s.work()
		s.Accepted(s.bob.Post("/matches/"+s.between(s.bob, s.cleo)+"/request", url.Values{"text": {"cleo is silent"}}))
		return s.ann
	}},
	league.TournamentStuck: {text: "Nobody has moved for long in a game of Spring Cup, which you run.", play: func(s *stage) *webtest.Member {
		s.cup(true)
		clocks := s.MustMatch(s.between(s.bob, s.cleo)).Clocks
		s.Wait(clocks.Deadline().Sub(s.Clock()) * 4 / 5)
		s.work()
		for range 2 { // once a game
			s.must(s.Office.Desks.Look(context.Background()))
		}
		return s.ann
	}},
	league.TournamentDue: {text: "A round of Spring Cup, which you run, ends within 24 h, and games of it are still being played.", play: func(s *stage) *webtest.Member {
		cup := s.ann.Cup(func(f url.Values) {
			f.Set("format", "knockout")
			f.Set("round_days", "45")
			f.Set("places", "4")
			f.Set("start", "full")
		})
		for _, m := range append(s.People("dan"), s.bob, s.cleo) {
			s.Accepted(m.Post(cup+"/entry", nil))
		}
		s.Wait(43 * 24 * time.Hour)
		s.must(s.Office.Desks.Look(context.Background()))
		s.work()
		if got := s.recorder.told(s.ann.Player.ID, league.TournamentDue); len(got) != 0 {
			s.T.Errorf("two days before its end she is told of the round: %+v", got)
		}
		s.Wait(36 * time.Hour)
		for range 2 {
			s.must(s.Office.Desks.Look(context.Background()))
		}
		return s.ann
	}},
	league.TournamentCheckIn: {text: "Check-in for Spring Cup is open. Check in by 7 May 2026, 12:00 UTC, or you lose your place.", play: func(s *stage) *webtest.Member {
		starts := s.Clock().Add(6 * 24 * time.Hour).Truncate(time.Hour)
		cup := s.ann.Cup(func(f url.Values) {
			f.Set("start", "day")
			f.Set("starts", starts.Format(league.TermsTime))
			f.Set("check_in", "24")
		})
		for _, m := range []*webtest.Member{s.bob, s.cleo} {
			s.Accepted(m.Post(cup+"/entry", nil))
		}
		s.Wait(starts.Sub(s.Clock()) - 24*time.Hour)
		s.must(s.Office.Advance(context.Background()))
		s.Accepted(s.cleo.Post(cup+"/check-in", nil)) // who has checked in needs no letter
		return s.bob
	}},
	league.TournamentRound: {text: "The next round of Spring Cup has begun, and you play in it.", play: func(s *stage) *webtest.Member {
		s.knockOut(s.bob)
		return s.bob
	}},
	league.TournamentRoundOver: {text: "A round of Spring Cup is over. You do not play in the next one.", play: func(s *stage) *webtest.Member {
		s.knockOut(s.ann)
		return s.bob
	}},
	league.SeriesPromoted: {text: "Championship November 2026: StreetSoccer, Little Golem rules has begun. You were promoted to division 1.", play: func(s *stage) *webtest.Member {
		return s.season(league.SeriesPromoted)
	}},
	league.SeriesRelegated: {text: "Championship November 2026: StreetSoccer, Little Golem rules has begun. You were relegated to division 1.", play: func(s *stage) *webtest.Member {
		return s.season(league.SeriesRelegated) // there is none below it yet
	}},
	league.SeriesQualified: {text: "You have qualified from Spring Cup.", play: func(s *stage) *webtest.Member {
		s.notice(league.Notice{Kind: league.TournamentNotice, Subject: strings.TrimPrefix(s.cup(false), "/tournaments/"), Event: league.SeriesQualified})
		return s.bob
	}},
	league.SeriesWon: {text: "You have won the month. Spring Cup was its last round.", play: func(s *stage) *webtest.Member {
		s.notice(league.Notice{Kind: league.TournamentNotice, Subject: strings.TrimPrefix(s.cup(false), "/tournaments/"), Event: league.SeriesWon})
		return s.bob
	}},
	league.SeriesTold: {text: "There is news for you in Spring Cup.", play: func(s *stage) *webtest.Member {
		s.notice(league.Notice{Kind: league.TournamentNotice, Subject: strings.TrimPrefix(s.cup(false), "/tournaments/"), Event: league.SeriesTold})
		return s.bob
	}},
	league.VacationUsed: {text: "A day of vacation was used: your time against NAME had run out.", play: func(s *stage) *webtest.Member {
		s.notice(league.Notice{Kind: league.VacationNotice, Subject: s.Match(s.ann, s.bob), Seq: 1, Event: league.VacationUsed})
		return s.bob
	}},
	league.VacationBegins: {text: "Your vacation begins on 5 May 2026, 00:00 UTC. Your clocks stand still until 7 May 2026, 00:00 UTC.", play: func(s *stage) *webtest.Member {
		s.plansVacation("2026-05-05", "2", time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC))
		return s.bob
	}},
	league.VacationEnds: {text: "Your vacation ends on 7 May 2026, 00:00 UTC. Your clocks run again from then on.", play: func(s *stage) *webtest.Member {
		s.plansVacation("2026-05-05", "2", time.Date(2026, 5, 6, 0, 0, 0, 0, time.UTC))
		return s.bob
	}},
	league.SiteAway: {text: "The site was away for 2 h. All clocks got that time back.", play: func(s *stage) *webtest.Member {
		s.must(s.Office.RecordHeartbeat(context.Background()))
		s.Wait(2 * time.Hour)
		s.must(s.Office.RecordHeartbeat(context.Background()))
		return s.bob
	}},
	league.SiteMaintenance: {text: "The site will be away on 4 May 2026, 12:00 UTC, for 1 h. All clocks get that time back.", play: func(s *stage) *webtest.Member {
		from := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
		s.must(s.Office.Moderation.AnnounceMaintenance(context.Background(), conduct.Operator(), from, from.Add(time.Hour), "a larger disk"))
		return s.bob
	}},
	league.SiteTerms:   {text: "The terms of this site have changed.", play: func(s *stage) *webtest.Member { s.rewrites(setting.Terms); return s.bob }},
	league.SitePrivacy: {text: "The privacy statement of this site has changed.", play: func(s *stage) *webtest.Member { s.rewrites(setting.Privacy); return s.bob }},
	league.SiteDisk: {text: "The disk of the site is nearly full. Pictures, analyses, exports and backups wait, so that games go on. Make room now.", play: func(s *stage) *webtest.Member {
		ctx := context.Background()
		s.must(s.Office.Moderation.SetRole(ctx, conduct.Operator(), s.bob.Player.Name, league.Admin, "runs the site"))
		s.must(s.Office.Moderation.SetRole(ctx, conduct.Operator(), s.ann.Player.Name, league.Moderator, "looks after players"))
		for range 3 { // by each of three servers
			s.must(s.Office.Moderation.Alerts.Disk(ctx, true))
		}
		for _, nobody := range []*webtest.Member{s.ann, s.cleo} {
			notices, err := s.Store.Notices(ctx, nobody.Player.ID, 0, 100)
			s.must(err)
			if slices.ContainsFunc(notices, func(n league.Notice) bool { return n.Event == league.SiteDisk }) {
				s.T.Errorf("%s is told of the disk", nobody.Player.Name)
			}
		}
		return s.bob
	}},
	league.StandingTold: {text: "The moderators have decided something that concerns you.", play: func(s *stage) *webtest.Member {
		_, err := s.Office.Moderation.Impose(context.Background(), conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: s.bob.Player.ID, Reason: "a reason"})
		s.must(err)
		return s.bob
	}},
	league.AbsenceTold: {text: "You lost a game of an event on time. Your standing says what that means.", play: func(s *stage) *webtest.Member {
		s.cup(true)
		running, err := s.Store.Running(context.Background(), league.Site(), 99)
		s.must(err)
		for _, m := range running {
			if mover, _ := m.Mover(); mover.ID == s.ann.Player.ID {
				s.resigns(m.ID, s.ann)
			}
		}
		s.Wait(40 * 24 * time.Hour) // with the days of vacation that there are
		s.must(s.Office.Sweep(context.Background()))
		return s.bob
	}},
	reach.AlarmMost:  {text: "2 d left against NAME. Then a day of vacation is used.", wait: 8 * 24 * time.Hour, play: func(s *stage) *webtest.Member { s.Match(s.bob, s.ann); return s.bob }},
	reach.AlarmDay:   {text: "1 d left against NAME. Then a day of vacation is used.", wait: 9 * 24 * time.Hour, play: func(s *stage) *webtest.Member { s.Match(s.bob, s.ann); return s.bob }},
	reach.AlarmHours: {text: "2 h left against NAME. Then a day of vacation is used.", wait: 10*24*time.Hour - 2*time.Hour, play: func(s *stage) *webtest.Member { s.Match(s.bob, s.ann); return s.bob }},
}

func (s *stage) must(err error) {
	s.T.Helper()
	if err != nil {
		s.T.Fatal(err)
	}
}

// rewrites changes a text of the owner's. Of its first wording nobody is told.
func (s *stage) rewrites(key setting.Key) {
	s.T.Helper()
	for _, text := range []string{"The first wording.", "Another wording."} {
		s.must(s.Office.Moderation.Set(context.Background(), conduct.Operator(), key, text, "a reason"))
	}
}

// offer invites a member and returns the id of the invitation.
func (s *stage) offer(from, to *webtest.Member) string {
	s.T.Helper()
	made, err := s.Office.Propose(context.Background(), from.Player, play.Proposal{
		Reservation: s.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: to.Player.Name, Kickoff: league.KickoffMe, Control: "lg",
	})
	s.must(err)
	return made.Offer.ID
}

func (s *stage) resigns(id string, m *webtest.Member) {
	s.T.Helper()
	_, err := s.Working().Resign(context.Background(), m.Player, id, s.Clock())
	s.must(err)
}

// cup is a tournament of ann's that bob and cleo have entered.
func (s *stage) cup(started bool) string {
	s.T.Helper()
	cup := s.ann.Cup(nil)
	s.Accepted(s.bob.Post(cup+"/entry", nil))
	s.Accepted(s.cleo.Post(cup+"/entry", nil))
	if started {
		s.Accepted(s.ann.Post(cup+"/start", nil))
	}
	return cup
}

// knockOut plays the first round of a knock-out of four, in which bob or his opponent resigns, and so goes somebody of the others.
func (s *stage) knockOut(wins *webtest.Member) {
	s.T.Helper()
	people := []*webtest.Member{s.ann, s.bob, s.cleo, s.Member("dan")}
	cup := s.ann.Cup(func(f url.Values) {
		f.Set("format", "knockout")
		f.Set("places", "4")
		f.Set("start", "full")
	})
	for _, m := range people[1:] {
		s.Accepted(m.Post(cup+"/entry", nil))
	}
	s.Wait(time.Hour)
	s.work()
	running, err := s.Store.Running(context.Background(), league.Site(), 99)
	s.must(err)
	for _, m := range running {
		var two []*webtest.Member
		for _, p := range people {
			if m.SideOf(p.Player.ID) != engine.NoSide {
				two = append(two, p)
			}
		}
		loses := two[0]
		if i := slices.Index(two, s.bob); i >= 0 && wins == s.bob {
			loses = two[1-i]
		} else if i >= 0 {
			loses = s.bob
		}
		s.resigns(m.ID, loses)
	}
}

// season starts the first season of a championship and tells one of its players of something.
func (s *stage) season(event league.EventName) *webtest.Member {
	s.T.Helper()
	people, entry := s.Championship(s.T.(*testing.T), "p1", "p2", "p3", "p4", "p5", "p6", "p7")
	s.must(s.Office.Reach.Settle(context.Background(), people[0].Player, reach.Wishes{Digest: 17}))
	s.GoToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	s.work()
	s.Wait(time.Hour)
	bob := s.bob
	s.bob = people[0]
	s.notice(league.Notice{Kind: league.TournamentNotice, Subject: strings.TrimPrefix(entry, "/tournaments/"), Event: event})
	s.bob = bob
	return people[0]
}

// between finds the running match of two members.
func (s *stage) between(a, b *webtest.Member) string {
	s.T.Helper()
	running, err := s.Store.Running(context.Background(), league.Site(), 99)
	s.must(err)
	for _, m := range running {
		if m.SideOf(a.Player.ID) != engine.NoSide && m.SideOf(b.Player.ID) != engine.NoSide {
			return m.ID
		}
	}
	s.T.Fatal("the two do not play")
	return ""
}

// desk is an act of ann's at the desk of a tournament.
func (s *stage) desk(cup, act string, fields ...string) {
	s.T.Helper()
	form := url.Values{"act": {act}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	s.Accepted(s.ann.Post(cup+"/desk", form))
}

// plansVacation has bob plan a vacation, and the site looks after vacations each hour until a moment.
func (s *stage) plansVacation(begins, days string, until time.Time) {
	s.T.Helper()
	s.Accepted(s.bob.Post("/vacation", url.Values{"begins": {begins}, "days": {days}}))
	for s.Clock().Before(until) {
		s.Wait(time.Hour)
		s.must(s.Office.ApplyDueVacations(context.Background()))
	}
}

// notice writes a notice to bob with something that happens anyway.
func (s *stage) notice(n league.Notice) {
	s.T.Helper()
	n.Player, n.At = s.bob.Player.ID, s.Clock()
	_, err := s.Store.Say(context.Background(), league.Line{Match: s.Match(s.ann, s.cleo), Author: s.ann.Player.ID, At: s.Clock(), Text: "hello"}, nil, s.Clock(), 99, n)
	s.must(err)
}

// thrown finds the face of a die.
var thrown = regexp.MustCompile(` (threw |and )[1-6]\b`)

func TestEveryEventIsToldAsItsScriptSays(t *testing.T) {
	t.Parallel()
	all := maps.Clone(scripts)
	maps.Copy(all, securityScripts)
	for _, e := range reach.Events() {
		script, there := all[e.Name]
		if !there {
			t.Errorf("%s has no script", e.Name)
			continue
		}
		t.Run(string(e.Name), func(t *testing.T) {
			t.Parallel()
			s := &stage{post: &post{World: webtest.New(t)}, recorder: &recorder{}}
			s.Office.Reach.Use(s.recorder)
			s.ann, s.bob, s.cleo = s.Member("ann"), s.Member("bob"), s.Member("cleo")
			for _, m := range []*webtest.Member{s.ann, s.bob, s.cleo} {
				s.must(s.Office.Reach.Settle(t.Context(), m.Player, reach.Wishes{Digest: 17}))
			}
			to := script.play(s)
			s.work()
			info, _ := reach.InfoOf(e.Kind)
			if got := s.recorder.told(to.Player.ID, e.Name); len(got) != 0 != info.Alone {
				t.Errorf("it was told %d times before anything could follow it", len(got))
			}
			wait := script.wait
			if wait == 0 {
				wait = 15 * time.Minute
			}
			for ; wait > time.Hour; wait -= time.Hour { // the site is awake
				s.Wait(time.Hour)
				s.work()
			}
			s.Wait(wait)
			s.work()
			got := s.recorder.told(to.Player.ID, e.Name)
			if len(got) != 1 {
				t.Fatalf("it was told %d times: %+v", len(got), s.recorder.got)
			}
			m, text := got[0], strings.ReplaceAll(script.text, "NAME", s.ann.Player.Name)
			if says := thrown.ReplaceAllString(m.Lines[0].Text, " ${1}FACE"); says != text || m.Kind != e.Kind {
				t.Errorf("%s says %q, want %q", m.Kind, m.Lines[0].Text, text)
			}
			key := "recorder:" + to.Player.ID + ":"
			if e.Kind == reach.Alarm || e.Name == reach.OfferSoon {
				key += string(e.Name) + ":"
			}
			if !strings.HasPrefix(m.Key, key) {
				t.Errorf("its key is %s, want %s…", m.Key, key)
			}
			s.Wait(time.Hour)
			s.work()
			if got := s.recorder.told(to.Player.ID, e.Name); len(got) != 1 {
				t.Errorf("it was told again: %d", len(got))
			}
			for _, m := range s.recorder.told(s.ann.Player.ID, e.Name) { // whose own act it was
				if to != s.ann && e.Kind != reach.Site && e.Kind != reach.Organiser && e.Kind != reach.Start && e.Kind != reach.Result && e.Name != league.OfferLapsed {
					t.Errorf("ann was told of her own act: %s", m.Title)
				}
			}
		})
	}
	for name := range all {
		if _, there := reach.EventOf(name); !there {
			t.Errorf("%s has a script and is no event", name)
		}
	}
}
