package main

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"mime"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
	"kickabout/league/desk"
	membersleague "kickabout/league/members"
	"kickabout/league/play"
	"kickabout/league/reach"
	"kickabout/league/tournaments"
	"kickabout/store/storetest"
)

// resident is a member who looks in some times a day, in a zone of their own.
type resident struct {
	league.Player
	zone     *time.Location
	wishes   reach.Wishes
	looksIn  []int // hours of their day
	away     [2]time.Time
	looked   []time.Time
	warned   int
	turnsNow bool // wants a mail for each turn
}

// fortnight is a season of some days among members who get mail.
type fortnight struct {
	*correspondence
	db      *sql.DB
	people  []*resident
	cups    []league.Tournament
	byID    map[string]*resident
	node    *sender
	doomed  <-chan bool // the node dies once it has handed over a letter; nil: it does not
	kills   int
	orphans int       // letters that killed nodes had taken
	until   time.Time // when they are anybody's
	moves   int
}

const beat = 5 * time.Minute // of such a season

var residentZones = []string{"", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns"}

// settle signs people up, each with hours, wishes and a zone.
func (f *fortnight) settle(n int) {
	f.t.Helper()
	for i := range n {
		p := &resident{Player: f.member(fmt.Sprintf("Player %d", i+1)), looksIn: [][]int{{8, 19}, {21}, {7, 13, 20}, {18}}[i%4], turnsNow: i%5 == 4}
		p.wishes = reach.Wishes{Zone: residentZones[i%len(residentZones)], Digest: []int{17, 17, 9, 20}[i/2%4], QuietFrom: 22, QuietUntil: 7, Ways: reach.Ways{reach.MailChannel: {}}}
		switch i % 6 {
		case 4:
			p.wishes.QuietFrom, p.wishes.QuietUntil = 1, 1 // never quiet
		case 5:
			p.wishes.QuietFrom, p.wishes.QuietUntil = 12, 15
		}
		if p.turnsNow {
			p.wishes.Ways[reach.MailChannel][reach.Turn] = reach.AtOnce
		}
		if i%7 == 3 {
			p.wishes.Ways[reach.MailChannel][reach.Chat] = reach.AtOnce
		}
		var err error
		p.zone, err = time.LoadLocation(p.wishes.Zone)
		f.must(err)
		f.must(f.office.Reach.Settle(f.t.Context(), p.Player, p.wishes))
		f.must(f.office.Reach.Reachable(f.t.Context(), p.ID))
		if i%3 == 2 { // does not come for two days and a half: time runs out
			from := noonThen.Add(time.Duration(f.chance(72)) * time.Hour)
			p.away = [2]time.Time{from, from.Add(60 * time.Hour)}
		}
		f.people, f.byID[p.ID] = append(f.people, p), p
	}
	for i := range n {
		f.begins(f.people[i], f.people[(i+1)%n], []string{"live", "fast"}[i%2])
		f.begins(f.people[i], f.people[(i+3)%n], "slow")
	}
	for i := range n / 10 {
		f.runs(f.people[10*i : 10*i+8])
	}
}

// runs has the first of some run a tournament of the others.
func (f *fortnight) runs(people []*resident) {
	f.t.Helper()
	ctx, o, by := f.t.Context(), f.office, people[0].Player
	cup, err := o.CreateTournament(ctx, by, tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Cup of " + by.Name, Format: "roundrobin", Rules: "streetsoccer/lg", Places: strconv.Itoa(len(people) - 1),
		Cycles: "1", Control: "slow", Start: tournaments.StartFull,
	})
	f.must(err)
	for _, p := range people[1:] {
		f.must(o.EnterTournament(ctx, p.Player, cup.ID))
	}
	f.cups = append(f.cups, cup)
}

// begins begins a match between two.
func (f *fortnight) begins(a, b *resident, control string) {
	f.t.Helper()
	made, err := f.office.Propose(f.t.Context(), a.Player, play.Proposal{
		Reservation: f.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: b.Name, Kickoff: league.KickoffMe, Control: control,
	})
	f.must(err)
	_, err = f.office.Accept(f.t.Context(), b.Player, made.Offer.ID, "", false, f.office.Now())
	f.must(err)
}

// refused says that somebody was only told that something cannot be done now.
func (f *fortnight) refused(err error) {
	f.t.Helper()
	if kind := league.KindOf(err); err != nil && (kind == league.Internal || kind == league.Damaged) {
		f.t.Fatal(err)
	}
}

// visits has somebody look in: they move where it is their turn, answer invitations, write, invite, and read the news.
func (f *fortnight) visits(p *resident) {
	f.t.Helper()
	ctx, o := f.t.Context(), f.office
	p.looked = append(p.looked, o.Now())
	o.Reach.Present(ctx, p.ID)
	mine, err := f.store.PartOf(ctx, league.Site(), p.ID, league.Mine, league.Place{}, 50)
	f.must(err)
	for _, m := range mine {
		if f.chance(6) == 0 {
			continue // not today
		}
		for range 8 { // a turn may be several moves
			v, err := o.Match(ctx, league.Of(p.Player), m.ID)
			f.must(err)
			if mover, ok := v.Match.Mover(); !ok || mover.ID != p.ID {
				break
			}
			f.mu.Lock()
			move := v.Record.Position.Random(f.random)
			f.mu.Unlock()
			_, err = o.Play(ctx, p.Player, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: o.Now()})
			f.refused(err)
			f.moves++
		}
		if f.chance(8) == 0 {
			f.refused(o.Say(ctx, p.Player, membersleague.Saying{Match: m.ID, Text: "hello", Arrived: o.Now()}))
		}
	}
	waiting, err := o.InvitationsTo(ctx, p.Player)
	f.must(err)
	for _, i := range waiting {
		switch f.chance(3) {
		case 0:
			_, err := o.Accept(ctx, p.Player, i.ID, "", false, o.Now())
			f.refused(err)
		case 1:
			_, err := o.Decline(ctx, p.Player, i.ID, "")
			f.refused(err)
		}
	}
	if f.chance(8) == 0 {
		_, err := o.Propose(ctx, p.Player, play.Proposal{
			Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: f.people[f.chance(len(f.people))].Name, Kickoff: league.KickoffMe, Control: "live",
		})
		f.refused(err)
	}
	if f.chance(2) == 0 {
		f.must(o.Reach.MarkRead(ctx, p.Player, "", 1<<30))
	}
}

// happens is all that happens at a moment, but for what the nodes do that send letters.
func (f *fortnight) happens() {
	f.t.Helper()
	ctx, now := f.t.Context(), f.office.Now()
	for _, p := range f.people {
		local := now.In(p.zone)
		if local.Minute() != 15 || !slices.Contains(p.looksIn, local.Hour()) || !now.Before(p.away[0]) && now.Before(p.away[1]) || f.chance(8) == 0 {
			continue
		}
		f.visits(p)
	}
	if now.Minute() == 40 && f.chance(12) == 0 {
		p := f.people[f.chance(len(f.people))]
		f.warn(p.Player, "a reason")
		p.warned++
	}
	for _, cup := range f.cups {
		if f.chance(60) == 0 { // more than twice a day
			f.refused(f.office.AtDesk(ctx, cup.Organiser, cup.ID, desk.DeskForm{Act: "announce", Text: "good luck to all"}))
		}
	}
	last, err := f.store.Heartbeat(ctx)
	f.must(err)
	f.must(f.store.RecordHeartbeat(ctx, last, now))
	f.must(errors.Join(f.office.Sweep(ctx), f.office.DeliverDue(ctx)))
}

// rests waits until nothing is left to be sent at this moment, but what killed nodes had taken. A node that dies meanwhile
// is replaced.
func (f *fortnight) rests() {
	f.t.Helper()
	now := f.office.Now()
	if now.After(f.until) {
		f.orphans = 0
	}
	for range 100_000 {
		select {
		case <-f.doomed:
			f.replaces()
		default:
		}
		waiting, sending := f.due()
		behind, err := f.store.BehindPlayers(f.t.Context(), time.Time{}, 1)
		f.must(err)
		if waiting == 0 && sending <= f.orphans && len(behind) == 0 {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
	f.t.Fatal("the nodes that send letters do nothing")
}

// due counts letters that wait and are due, and those that are being sent.
func (f *fortnight) due() (waiting, sending int) {
	f.t.Helper()
	f.must(f.db.QueryRowContext(f.t.Context(), fmt.Sprintf("SELECT (SELECT COUNT(*) FROM outbox WHERE state = 'waiting' AND due_ms <= %d), (SELECT COUNT(*) FROM outbox WHERE state = 'sending')", f.office.Now().UnixMilli())).Scan(&waiting, &sending))
	return waiting, sending
}

// replaces kills the node that sends letters, and starts another one.
func (f *fortnight) replaces() {
	f.t.Helper()
	f.node.kill()
	for f.server.Open() > 0 { // what it has sent comes at its moment
		time.Sleep(time.Millisecond)
	}
	for f.database != "" { // PostgreSQL ends what it was asked before it knows that who asked is gone
		var n int
		f.must(f.db.QueryRowContext(f.t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", senderName).Scan(&n))
		if n == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	f.doomed = nil
	f.kills++
	_, f.orphans = f.due()
	f.until = f.office.Now().Add(10 * time.Minute)
	f.node = f.sender()
}

// TestProofAFortnightOfLetters is two weeks of 200 members who play, write, invite and stay away, on a site whose node that
// sends letters is killed 100 times, while the mail server refuses every third letter for the moment. No letter is lost;
// those that come twice are no more than the kills, and have the same Message-ID; and nobody is disturbed more than the
// rules of timing say. It tells how many mails came to a member in a day.
func TestProofAFortnightOfLetters(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		n, kills, days := enginetest.Size(200), enginetest.Size(100), 14
		if n < 200 {
			days = 2
			if d.Server() != "" {
				t.Skip("a short run plays it on one database: the outbox has its own tests on both")
			}
		}
		f := &fortnight{correspondence: newCorrespondence(t, d.Server(), 200), byID: map[string]*resident{}}
		f.db = f.reader()
		f.server.Refuse(func(string) error {
			if f.chance(3) == 0 {
				return mailtest.Answer(451, 4, 3, 0, "busy just now")
			}
			return nil
		})
		f.settle(n)
		f.node = f.sender()
		for i := range days * int(24*time.Hour/beat) {
			wanted := kills * (i + 1) / (days * int(24*time.Hour/beat))
			if f.kills < wanted && f.doomed == nil && f.chance(2) == 0 {
				f.doomed = f.node.doomed()
			}
			f.clock.wait(beat)
			f.happens()
			if waiting, _ := f.due(); f.kills < wanted && f.doomed == nil && waiting > 0 { // in the middle of its work
				time.Sleep(time.Duration(f.chance(20)) * time.Millisecond)
				f.replaces()
			}
			f.rests()
		}
		f.node.kill()
		f.judges(days)
	})
}

// quietAt says that a moment is in somebody's quiet hours, and when these end.
func (p *resident) quietAt(at time.Time) (bool, time.Time) {
	local, from, until := at.In(p.zone), p.wishes.QuietFrom, p.wishes.QuietUntil
	h := local.Hour()
	in := from < until && h >= from && h < until || from > until && (h >= from || h < until)
	end := time.Date(local.Year(), local.Month(), local.Day(), until, 0, 0, 0, p.zone)
	if end.Before(at) {
		end = end.AddDate(0, 0, 1)
	}
	return in, end
}

var leftIn = regexp.MustCompile(`(\d+) (d|h|min)\b`)

// leftOf reads how much time an alarm says is left.
func leftOf(subject string) (left time.Duration) {
	text, _, _ := strings.Cut(subject, " left")
	for _, part := range leftIn.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(part[1])
		left += time.Duration(n) * map[string]time.Duration{"d": 24 * time.Hour, "h": time.Hour, "min": time.Minute}[part[2]]
	}
	return left
}

// judges looks at what came.
func (f *fortnight) judges(days int) {
	t := f.t
	t.Helper()
	rows := map[string]sent{} // by what the letter is called
	states := map[string]int{}
	for _, r := range f.outbox() {
		rows[core.MailID(r.Key)] = r
		e, _ := reach.EventOf(league.EventName(r.Event))
		states[r.State]++
		if r.State == string(contact.LetterDead) && e.Kind != reach.Alarm { // whose deadline may be nearer than the next try
			t.Errorf("letter %s is dead", r.Key)
		}
		if r.State == string(contact.LetterSending) && r.DueMs < f.office.Now().Add(-beat).UnixMilli() {
			t.Errorf("letter %s is left", r.Key)
		}
	}
	had, doubles := f.received()
	for id, r := range rows {
		if r.State == string(contact.LetterSent) && had[id] == 0 {
			t.Errorf("letter %s was sent and never came", r.Key)
		}
	}
	if doubles > f.kills {
		t.Errorf("%d letters came twice by %d kills", doubles, f.kills)
	}
	type day struct{ who, date string }
	perDay, urged, digests, alarms, warned := map[day]int{}, map[day]int{}, map[day]int{}, map[string][]time.Time{}, map[string]int{}
	kinds, once := map[string]int{}, map[string]bool{}
	for _, l := range f.server.Letters() {
		id := letterID(l)
		r, known := rows[id]
		p := f.byID[strings.TrimSuffix(l.To, "@example.org")]
		if !known || p == nil || r.Player != p.ID {
			t.Fatalf("a letter to %s is of nobody's: %s", l.To, l.Header.Get("Subject"))
		}
		if once[id] {
			continue // came twice: the same
		}
		once[id] = true
		e, _ := reach.EventOf(league.EventName(r.Event))
		info, _ := reach.InfoOf(e.Kind)
		digest, subject := league.EventName(r.Event) == reach.DigestEvent, decoded(l)
		date := day{p.ID, l.At.In(p.zone).Format(time.DateOnly)}
		perDay[date]++
		kinds[cmp.Or(string(e.Kind), "digest")]++
		switch {
		case digest:
			_, of, _ := strings.Cut(r.Key, ":digest:") // it may come after midnight, if the mail server was busy
			digests[day{p.ID, of}]++
			urged[date]++
			if due := hourOf(of, p.wishes.Digest, p.zone); l.At.Before(due) || r.Tries == 1 && l.At.Sub(due) > time.Hour { // nodes that held it may have been killed
				t.Errorf("the mail of %s of %s came at %s, and was due at %s", of, p.Name, l.At.In(p.zone), due)
			}
		case e.Kind == reach.Alarm:
			turn := fmt.Sprint(r.Player, r.Subject, r.Seq)
			alarms[turn] = append(alarms[turn], l.At)
		case league.EventName(r.Event) == league.StandingTold: // others are of games of an event that were lost on time
			warned[p.ID]++
		case info.Fixed:
		default:
			urged[date]++
		}
		if info.Fixed || digest {
			continue
		}
		if first := time.UnixMilli(r.SinceMs); e.Kind != reach.Alarm && l.At.Sub(first) < reach.Gather {
			t.Errorf("%s after what it is about came to %s: %s", l.At.Sub(first), p.Name, subject)
		}
		if in, end := p.quietAt(l.At); in && (e.Kind != reach.Alarm || l.At.Add(leftOf(subject)).After(end.Add(time.Hour))) {
			t.Errorf("in the quiet hours of %s (%d-%d, %s) came at %s: %s", p.Name, p.wishes.QuietFrom, p.wishes.QuietUntil, p.zone, l.At.In(p.zone), subject)
		}
		for _, at := range p.looked {
			if at.Before(l.At) && l.At.Sub(at) < reach.Presence {
				t.Errorf("%s was there at %s, and at %s came: %s", p.Name, at, l.At, subject)
			}
		}
	}
	for d, n := range urged {
		if n > reach.MostMails && !f.byID[d.who].turnsNow {
			t.Errorf("%d mails to %s on %s besides alarms and what nobody can leave", n, f.byID[d.who].Name, d.date)
		}
	}
	for d, n := range digests {
		if n > 1 {
			t.Errorf("%d digests to %s on %s", n, f.byID[d.who].Name, d.date)
		}
	}
	most := 0
	for turn, came := range alarms {
		if most = max(most, len(came)); len(came) > 3 {
			t.Errorf("%d alarms in turn %s", len(came), turn)
		}
		slices.SortFunc(came, time.Time.Compare)
		for i := range len(came) - 1 {
			if gap := came[i+1].Sub(came[i]); gap <= time.Hour {
				t.Errorf("in turn %s an alarm came %s after another one", turn, gap)
			}
		}
	}
	for id, r := range rows { // a server that was busy may still be waited for at the end, also by a letter that came before a kill
		if league.EventName(r.Event) == league.StandingTold && r.State == string(contact.LetterWaiting) && !once[id] {
			warned[r.Player]++
		}
	}
	for _, p := range f.people {
		if warned[p.ID] != p.warned {
			t.Errorf("%s was warned %d times, and got or will get %d mails about it", p.Name, p.warned, warned[p.ID])
		}
	}
	var table []int
	for _, p := range f.people {
		for i := range days {
			table = append(table, perDay[day{p.ID, noonThen.In(p.zone).AddDate(0, 0, i).Format(time.DateOnly)}])
		}
	}
	slices.Sort(table)
	t.Logf("%d members, %d days, %d moves, %d kills: %d mails, %d came twice; outbox %v", len(f.people), days, f.moves, f.kills, len(once), doubles, states)
	t.Logf("mails by kind: %v; most alarms in a turn: %d", kinds, most)
	t.Logf("how many days had so many mails besides alarms and what nobody can leave: %v", countsOf(slices.Collect(maps.Values(urged))))
	t.Logf("mails to a member in a day: median %d, of ten days one has %d or more, most %d", table[len(table)/2], table[len(table)*9/10], table[len(table)-1])
	t.Logf("how many days had so many: %v", countsOf(table))
	if len(once) < len(f.people) {
		t.Error("hardly any mail came")
	}
}

// hourOf is when a clock of a zone shows an hour on a date.
func hourOf(date string, hour int, zone *time.Location) time.Time {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic(err)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, zone)
}

// countsOf counts how often each number comes.
func countsOf(list []int) map[int]int {
	counts := map[int]int{}
	for _, n := range list {
		counts[n]++
	}
	return counts
}

// decoded is what a letter is about.
func decoded(l mailtest.Letter) string {
	text, err := new(mime.WordDecoder).DecodeHeader(l.Header.Get("Subject"))
	if err != nil {
		return err.Error()
	}
	return text
}
