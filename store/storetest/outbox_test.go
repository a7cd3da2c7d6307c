package storetest_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store"
	"kickabout/store/storetest"
)

// told writes a notice of an event to a player.
func told(t *testing.T, s *store.Store, player string, i int) {
	t.Helper()
	must(t, s.CreateMatch(t.Context(), newMatch(i), league.Notice{Player: player, At: noon, Kind: league.MatchNotice, Subject: "m" + strconv.Itoa(i), Seq: 1, Event: league.MatchBegan}))
}

// aLetter is one about a thing, due at noon.
func aLetter(player, key, joined string, n int) contact.Letter {
	return contact.Letter{Key: key, Player: player, Channel: "mail", Event: league.ChatSaid, Joined: joined, Subject: "m", N: n, Since: noon, Due: noon}
}

func TestNoticesBecomeNewsOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		admit(t, s, "bob")
		told(t, s, ann, 1)
		told(t, s, ann, 2)
		for since, want := range map[time.Time]int{noon.Add(-time.Hour): 1, noon.Add(time.Hour): 0} {
			if behind, err := s.BehindPlayers(t.Context(), since, 10); err != nil || len(behind) != want {
				t.Errorf("of those told since %v are behind %+v, %v", since, behind, err)
			}
		}
		behind, err := s.BehindPlayers(t.Context(), time.Time{}, 10)
		if err != nil || len(behind) != 1 || behind[0].Player.ID != ann || behind[0].Fanned != 0 || behind[0].Notices != 2 {
			t.Fatalf("%+v, %v", behind, err)
		}
		news := contact.News{Player: ann, Topic: "result:m1", N: 1, At: noon, Event: league.MatchOver, Subject: "m1"}
		before := news // of the same topic, which comes to one news
		before.N, before.Event = 0, "e"
		must(t, s.FanOut(t.Context(), ann, 0, 2, []contact.News{before, news}, []contact.Letter{aLetter(ann, "a", "chat:m", 1), aLetter(ann, "b", "chat:m", 2), aLetter(ann, "c", "", 2)}))
		if err := s.FanOut(t.Context(), ann, 0, 2, []contact.News{{Player: ann, Topic: "x", N: 2, At: noon, Event: "e"}}, nil); league.KindOf(err) != league.Stale {
			t.Errorf("made twice: %v", err)
		}
		if behind, err = s.BehindPlayers(t.Context(), time.Time{}, 10); err != nil || len(behind) != 0 {
			t.Errorf("%+v, %v", behind, err)
		}
		letters, err := s.ClaimLetters(t.Context(), "mail", "one", noon, time.Minute, 10)
		if err != nil || len(letters) != 2 || letters[0].Key != "a" || letters[0].Items != 2 || letters[0].N != 2 || letters[1].Key != "c" {
			t.Errorf("%+v, %v", letters, err)
		}
		if list, err := s.News(t.Context(), ann, true, 10); err != nil || len(list) != 1 || list[0] != news {
			t.Errorf("%+v, %v, want %+v", list, err, news)
		}
		again := news
		again.N, again.At = 3, noon.Add(time.Minute)
		must(t, s.ReadNews(t.Context(), ann, "result:m1", 1, noon))
		if n, err := s.UnreadNews(t.Context(), ann); n != 0 || err != nil {
			t.Errorf("%d are unread, %v", n, err)
		}
		told(t, s, ann, 3)
		must(t, s.FanOut(t.Context(), ann, 2, 3, []contact.News{again}, nil))
		must(t, s.ReadNews(t.Context(), ann, "", 2, noon)) // the page knew nothing of the third
		list, err := s.News(t.Context(), ann, true, 10)
		if err != nil || len(list) != 1 || list[0].N != 3 || list[0].Read {
			t.Errorf("%+v, %v", list, err)
		}
		must(t, s.ForgetNews(t.Context(), noon.Add(time.Hour)))
		if list, err = s.News(t.Context(), ann, false, 10); err != nil || len(list) != 1 {
			t.Errorf("what nobody has read is gone: %v, %v", list, err)
		}
		must(t, s.ReadNews(t.Context(), ann, "", 3, noon.Add(time.Hour)))
		must(t, s.ForgetNews(t.Context(), noon.Add(time.Hour)))
		if list, err = s.News(t.Context(), ann, false, 10); err != nil || len(list) != 1 {
			t.Errorf("what was read a moment ago is gone: %v, %v", list, err)
		}
		must(t, s.ForgetNews(t.Context(), noon.Add(time.Hour+time.Millisecond)))
		if list, err = s.News(t.Context(), ann, false, 10); err != nil || len(list) != 0 {
			t.Errorf("what was read is not forgotten: %v, %v", list, err)
		}
	})
}

// TestOfUnreadNewsTheLatestStay: those that were read are not counted.
func TestOfUnreadNewsTheLatestStay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		must(t, s.CreateMatch(t.Context(), newMatch(1), league.Notice{Player: bob, At: noon, Kind: league.MatchNotice, Subject: "m1", Seq: 1, Event: league.MatchBegan}))
		told(t, s, ann, 2)
		news := func(player string, n, from, to int) {
			t.Helper()
			var list []contact.News
			for i := from; i < to; i++ {
				list = append(list, contact.News{Player: player, Topic: fmt.Sprintf("chat:%04d", i), N: 1, At: noon.Add(time.Duration(i) * time.Minute), Event: league.ChatSaid, Subject: "m"})
			}
			must(t, s.FanOut(t.Context(), player, n, n+1, list, nil))
		}
		news(bob, 0, 0, 3)
		news(ann, 0, 0, 1)
		must(t, s.ReadNews(t.Context(), ann, "", 1, noon))
		news(ann, 1, 1, contact.UnreadKept+1)
		count := func(want int, oldest string) {
			t.Helper()
			list, err := s.News(t.Context(), ann, true, 2*contact.UnreadKept)
			if err != nil || len(list) != want || list[want-1].Topic != oldest {
				t.Fatalf("%d are kept, %v, the oldest is %s", len(list), err, list[len(list)-1].Topic)
			}
		}
		count(contact.UnreadKept, "chat:0001")
		must(t, s.ReadNews(t.Context(), ann, fmt.Sprintf("chat:%04d", contact.UnreadKept), 1, noon)) // the latest
		news(ann, 2, contact.UnreadKept+1, contact.UnreadKept+2)
		count(contact.UnreadKept, "chat:0001")
		news(ann, 3, contact.UnreadKept+2, contact.UnreadKept+7)
		count(contact.UnreadKept, "chat:0006")
		if all, err := s.News(t.Context(), ann, false, 2*contact.UnreadKept); err != nil || len(all) != contact.UnreadKept+2 {
			t.Errorf("with what was read %d are kept, %v", len(all), err)
		}
		if n, err := s.UnreadNews(t.Context(), bob); n != 3 || err != nil {
			t.Errorf("of another player %d are kept, %v", n, err)
		}
	})
}

func TestAGlanceSaysHowAPlayerIsReached(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		glance := func(player string, want contact.ReachGlance) {
			t.Helper()
			if g, err := s.Glance(t.Context(), player, noon, noon); err != nil || g != want {
				t.Errorf("%+v, %v, want %+v", g, err, want)
			}
		}
		glance(ann, contact.ReachGlance{})
		told(t, s, ann, 1)
		must(t, s.FanOut(t.Context(), ann, 0, 1, []contact.News{{Player: ann, Topic: "x", N: 1, At: noon, Event: "e"}}, nil))
		must(t, s.PutAddress(t.Context(), ann, "a@example.org", noon, 3))
		must(t, s.PutCodes(t.Context(), ann, codes("1", "2"), noon))
		must(t, s.AddPasskey(t.Context(), league.Passkey{ID: "k", Player: ann, Name: "key", Made: noon}, 10))
		must(t, s.PutOff(t.Context(), ann, noon))
		glance(ann, contact.ReachGlance{Unread: 1, Mail: true, Ways: 3, Warned: noon, Waiting: 1})
		must(t, s.SetAfterMove(t.Context(), ann, contact.GoToNext)) // leaves it
		must(t, s.UseCode(t.Context(), ann, codes("1")[0], noon))
		must(t, s.RefuseAddress(t.Context(), ann, "a@example.org", "550", noon, time.Hour, true))
		must(t, s.ReadNews(t.Context(), ann, "", 1, noon))
		must(t, s.PutOff(t.Context(), ann, noon.Add(time.Hour)))
		glance(ann, contact.ReachGlance{Stopped: true, Ways: 2, Warned: noon.Add(time.Hour), Waiting: 1})
		glance(bob, contact.ReachGlance{})
		signedUp(t, s, "cleo")
		dan := signUp(t, s, "dan")
		for n, o := range []league.Offer{newOffer(41, of("bob")), newOffer(42, of("bob")), newOffer(43, league.Player{}), newOffer(44, of("bob")), newOffer(46, of("bob"))} {
			switch n {
			case 1:
				o.Author = of("cleo")
			case 3:
				o.Created, o.Expires = noon.Add(-day), noon
			case 4:
				o.Author = of("dan")
			}
			must(t, s.PutOffer(t.Context(), o, limits))
		}
		glance(bob, contact.ReachGlance{Invited: 3}) // one has run out, one is for anybody
		must(t, s.Block(t.Context(), league.Block{Player: of("bob"), Other: of("cleo"), At: noon}))
		must(t, s.Erase(t.Context(), dan, "deleted-dan"))
		glance(bob, contact.ReachGlance{Invited: 1})                                                      // without whom he has blocked, and who has left
		glance(ann, contact.ReachGlance{Stopped: true, Ways: 2, Warned: noon.Add(time.Hour), Waiting: 1}) // the author is asked nothing
		wantKind(t, s.PutOff(t.Context(), "nobody", noon), league.Forbidden)
		if h, _, err := s.Hours(t.Context(), ann); err != nil || h.After != contact.GoToNext || h.Digest != 17 {
			t.Errorf("%+v, %v", h, err)
		}
	})
}

// TestAGlanceTellsWhatMayAsk: a tournament may wait for an answer of those alone whom its page could ask something.
func TestAGlanceTellsWhatMayAsk(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		for n, c := range []struct {
			what, competition string
			places            int
			change            func(*league.Tournament)
			want              bool
		}{
			{"a large cup of the site", "c/streetsoccer/lg", 24, func(*league.Tournament) {}, false},
			{"one that nobody of theirs is in", "c/streetsoccer/lg", 3, func(t *league.Tournament) { t.Entries = nil }, false},
			{"a small cup", "c/streetsoccer/lg", 3, func(*league.Tournament) {}, true},
			{"who is asked whether they stay", "c/streetsoccer/lg", 24, func(t *league.Tournament) { t.Entries[0].Note = "asked" }, true},
			{"an organiser's", "", 24, func(*league.Tournament) {}, true},
			{"teams", "c/streetsoccer/lg", 24, func(t *league.Tournament) {
				t.Teams = []league.Team{{ID: "t1", Name: "Reds", Captain: person("bob").ID}}
			}, true},
			{"who is invited", "c/streetsoccer/lg", 24, func(t *league.Tournament) {
				t.Entries, t.Roles = nil, []league.Appointment{{Player: person("bob"), Role: league.Invited}}
			}, true},
			{"once it runs", "", 3, func(t *league.Tournament) { t.State, t.Started = league.Running, noon }, false},
		} {
			cup := step(t, s, editionAt(t, s, fmt.Sprint("cup", n), c.competition, 1, c.places, "bob"), league.ActNoted, c.change)
			if g, err := s.Glance(t.Context(), person("bob").ID, noon, noon); err != nil || g.Asked != c.want {
				t.Errorf("%s: may be asked: %t, %v", c.what, g.Asked, err)
			}
			step(t, s, cup, league.ActCancelled, func(t *league.Tournament) { t.State, t.Ended = league.Cancelled, noon })
		}
	})
}

func TestAGlanceSaysThatAMatchIsDue(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "eve")
		m := create(t, s, newMatch(1))
		for _, c := range []struct {
			player string
			before time.Time
			due    bool
		}{
			{"ann", m.State.Deadline, false},
			{"ann", m.State.Deadline.Add(time.Millisecond), true},
			{"bob", m.State.Deadline, false},
			{"bob", m.State.Deadline.Add(time.Millisecond), true},
			{"eve", m.State.Deadline.Add(time.Hour), false},
		} {
			if g, err := s.Glance(t.Context(), person(c.player).ID, noon, c.before); err != nil || g.Due != c.due {
				t.Errorf("%s, by %s: due is %t, %v", c.player, c.before, g.Due, err)
			}
		}
	})
}

func TestALetterIsSentByOneAtATime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		later := aLetter(ann, "later", "", 1)
		later.Due = noon.Add(time.Hour)
		must(t, s.PutLetters(t.Context(), aLetter(ann, "a", "", 1), aLetter(ann, "a", "", 2), later))
		claim := func(holder string, at time.Time) []contact.Letter {
			t.Helper()
			l, err := s.ClaimLetters(t.Context(), "mail", holder, at, time.Minute, 10)
			must(t, err)
			return l
		}
		if l, err := s.ClaimLetters(t.Context(), "push", "one", noon, time.Minute, 10); err != nil || len(l) != 0 {
			t.Errorf("of another channel: %v, %v", l, err)
		}
		first := claim("one", noon)
		if len(first) != 1 || first[0].Key != "a" || first[0].N != 1 {
			t.Fatalf("%+v", first)
		}
		if l := claim("two", noon); len(l) != 0 {
			t.Errorf("somebody else takes it too: %+v", l)
		}
		must(t, s.DelayLetter(t.Context(), first[0], noon.Add(time.Second), true, "busy"))
		second := claim("two", noon.Add(time.Second))
		if len(second) != 1 || second[0].Tries != 1 || second[0].Problem != "busy" {
			t.Fatalf("%+v", second)
		}
		must(t, s.EndLetter(t.Context(), first[0], contact.LetterDead, noon, "not mine any more"))
		third := claim("three", noon.Add(2*time.Minute)) // its lease has ended
		if len(third) != 1 {
			t.Fatalf("what a sender left is nobody's: %+v", third)
		}
		next := aLetter(ann, "next", "", 3)
		must(t, s.EndLetter(t.Context(), third[0], contact.LetterSent, noon.Add(2*time.Minute), "", next))
		must(t, s.EndLetter(t.Context(), second[0], contact.LetterDead, noon, "too late"))
		measure := func(holder, key string, but ...league.EventName) contact.Measure {
			t.Helper()
			m, err := s.Measure(t.Context(), contact.Letter{Player: ann, Channel: "mail", Holder: holder, Key: key}, noon, append(but, "other"))
			must(t, err)
			return m
		}
		if m := measure("one", "z"); m != (contact.Measure{Sent: 1}) {
			t.Errorf("there was sent %+v", m)
		}
		if m := measure("one", "z", league.ChatSaid); m != (contact.Measure{}) {
			t.Errorf("of others there was sent %+v", m)
		}
		if m, err := s.Measure(t.Context(), contact.Letter{Player: ann, Channel: "mail"}, noon.Add(time.Hour), []league.EventName{"other"}); err != nil || m != (contact.Measure{}) {
			t.Errorf("an hour later there was sent %+v, %v", m, err)
		}
		for _, c := range []struct {
			change func(*contact.Letter)
			want   time.Time
		}{
			{func(*contact.Letter) {}, noon.Add(2 * time.Minute)},
			{func(l *contact.Letter) { l.Joined = "other" }, time.Time{}},
			{func(l *contact.Letter) { l.Channel = "push" }, time.Time{}},
			{func(l *contact.Letter) { l.Target = "other" }, time.Time{}},
			{func(l *contact.Letter) { l.Player = "bob" }, time.Time{}},
		} {
			like := next
			c.change(&like)
			if at, err := s.SentLast(t.Context(), like); !at.Equal(c.want) || err != nil {
				t.Errorf("before %+v one was sent %v, %v", like, at, err)
			}
		}
		if keys, err := s.SentKeys(t.Context(), ann, "mail", noon); err != nil || len(keys) != 1 || keys[0] != "a" {
			t.Errorf("%q, %v", keys, err)
		}
		o, err := s.Outbox(t.Context(), noon.Add(time.Minute))
		if err != nil || o != (contact.Outbox{Waiting: 2, Oldest: noon}) {
			t.Errorf("%+v, %v", o, err)
		}
		rows, err := s.OutboxRows(t.Context())
		if err != nil || !slices.Equal(rows, []contact.OutboxRows{{Channel: "mail", State: "sent", N: 1}, {Channel: "mail", State: "waiting", N: 2}}) {
			t.Errorf("%+v, %v", rows, err)
		}
	})
}

func TestLettersAreMeasured(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		admit(t, s, "bob")
		digest := func(key string, due time.Time) contact.Letter {
			l := aLetter(ann, key, "", 0)
			l.Event, l.Due = league.DayLetter, due
			return l
		}
		late := aLetter(ann, "c", "", 3)
		late.Due = noon.Add(24 * time.Hour)
		must(t, s.PutLetters(t.Context(), aLetter(ann, "a", "", 1), aLetter(ann, "b", "", 2), late, digest("d", noon), digest("e", noon.Add(24*time.Hour))))
		claimed, err := s.ClaimLetters(t.Context(), "mail", "one", noon, time.Minute, 10)
		must(t, err)
		if len(claimed) != 3 { // a, b and d
			t.Fatalf("%+v", claimed)
		}
		for _, c := range []struct {
			holder, key string
			want        contact.Measure
		}{
			{"two", "c", contact.Measure{Ordered: 2, Others: 2}},
			{"two", "b", contact.Measure{Ordered: 2, Others: 1}},
			{"two", "a", contact.Measure{Ordered: 2, Others: 1}},
			{"two", "d", contact.Measure{Ordered: 1, Others: 2}},
			{"one", "c", contact.Measure{Ordered: 2}}, // it sends one after the other, and knows what has become of each
		} {
			if m, err := s.Measure(t.Context(), contact.Letter{Player: ann, Channel: "mail", Holder: c.holder, Key: c.key}, noon, []league.EventName{"other"}); err != nil || m != c.want {
				t.Errorf("seen by %s, who holds %s: %+v, %v, want %+v", c.holder, c.key, m, err, c.want)
			}
		}
		for _, other := range []contact.Letter{{Player: "bob", Channel: "mail", Key: "z"}, {Player: ann, Channel: "push", Key: "z"}} {
			if m, err := s.Measure(t.Context(), other, noon, []league.EventName{"other"}); err != nil || m != (contact.Measure{}) {
				t.Errorf("of %+v: %+v, %v", other, m, err)
			}
		}
		measured := func(what string, want contact.Measure) {
			t.Helper()
			if m, err := s.Measure(t.Context(), contact.Letter{Player: ann, Channel: "mail", Holder: "two", Key: "c"}, noon, []league.EventName{"other"}); err != nil || m != want {
				t.Errorf("%s: %+v, %v, want %+v", what, m, err, want)
			}
		}
		must(t, s.DelayLetter(t.Context(), claimed[0], noon.Add(time.Hour), true, "busy"))
		measured("one that was tried keeps its place", contact.Measure{Ordered: 3, Others: 1})
		left, err := s.ClaimLetters(t.Context(), "mail", "three", noon.Add(2*time.Minute), time.Minute, 10)
		must(t, err)
		if len(left) != 2 || left[0].Key != "b" || left[0].Tries != 1 { // and d
			t.Fatalf("%+v", left)
		}
		measured("one whose sender is gone was tried", contact.Measure{Ordered: 4})
		must(t, s.EndLetter(t.Context(), left[0], contact.LetterMoot, noon.Add(time.Minute), "read"))
		measured("one that was tried and then given up may have come", contact.Measure{Sent: 1, Ordered: 3})
		never, err := s.ClaimLetters(t.Context(), "mail", "four", noon.Add(25*time.Hour), time.Hour, 10)
		must(t, err)
		for _, l := range never {
			if l.Key == "e" { // never tried
				must(t, s.EndLetter(t.Context(), l, contact.LetterMoot, noon.Add(time.Minute), "nothing to tell"))
			}
		}
		measured("one that was given up before it was tried has no place", contact.Measure{Sent: 1, Ordered: 2})
	})
}

func TestHowPlayersAreToldIsKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		h, choices, err := s.Hours(t.Context(), ann)
		if err != nil || h != (contact.ReachHours{Player: ann, Digest: 17, QuietFrom: 22, QuietUntil: 7}) || len(choices) != 0 {
			t.Errorf("%+v, %v, %v", h, choices, err)
		}
		must(t, s.Active(t.Context(), ann, noon.Add(time.Hour)))
		must(t, s.Active(t.Context(), ann, noon))
		h.Zone, h.Digest, h.DigestDue = "Europe/Berlin", 8, noon
		must(t, s.SetHours(t.Context(), h, []contact.ReachChoice{{Kind: "turn", Channel: "mail", How: "now"}}))
		must(t, s.SetAfterMove(t.Context(), ann, contact.GoToNext))
		must(t, s.SetHours(t.Context(), h, nil)) // leaves what was chosen, and where one goes after a move
		got, choices, err := s.Hours(t.Context(), ann)
		h.Active, h.After = noon.Add(time.Hour), contact.GoToNext
		if err != nil || got != h || len(choices) != 1 || choices[0].How != "now" {
			t.Errorf("%+v, %v, %v", got, choices, err)
		}
		if due, err := s.DueDigests(t.Context(), noon.Add(-time.Second), 10); err != nil || len(due) != 0 {
			t.Errorf("%v, %v", due, err)
		}
		if due, err := s.DueDigests(t.Context(), noon, 10); err != nil || len(due) != 1 {
			t.Errorf("%v, %v", due, err)
		}
		next := noon.Add(24 * time.Hour)
		must(t, s.NextDigest(t.Context(), ann, noon, next, aLetter(ann, "digest", "", 1)))
		must(t, s.NextDigest(t.Context(), ann, noon, next.Add(time.Hour), aLetter(ann, "twice", "", 1))) // somebody was quicker
		must(t, s.DigestSaid(t.Context(), ann, "mark", noon))
		got, _, err = s.Hours(t.Context(), ann)
		if err != nil || !got.DigestDue.Equal(next) || got.DigestMark != "mark" || !got.DigestSent.Equal(noon) {
			t.Errorf("%+v, %v", got, err)
		}
		if l, err := s.ClaimLetters(t.Context(), "mail", "one", noon, time.Minute, 10); err != nil || len(l) != 1 || l[0].Key != "digest" {
			t.Errorf("%+v, %v", l, err)
		}
		if err := s.SetHours(t.Context(), contact.ReachHours{Player: "nobody"}, nil); league.KindOf(err) != league.Forbidden {
			t.Errorf("of whoever has no account: %v", err)
		}
		if err := s.SetAfterMove(t.Context(), "nobody", contact.GoToMine); league.KindOf(err) != league.Forbidden {
			t.Errorf("of whoever has no account: %v", err)
		}
	})
}

func TestAddressesAreTakenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		one, two := sha256.Sum256([]byte("one")), sha256.Sum256([]byte("two"))
		must(t, s.WantAddress(t.Context(), ann, "a@example.org", one, noon))
		if a, err := s.WantedAddress(t.Context(), one); err != nil || a.Wanted != "a@example.org" || a.Player != ann {
			t.Errorf("%+v, %v", a, err)
		}
		if list, err := s.AddressesOf(t.Context(), "a@example.org"); err != nil || len(list) != 0 {
			t.Errorf("before it is shown to be theirs: %v, %v", list, err)
		}
		_, err := s.TakeAddress(t.Context(), one, noon, 1)
		must(t, err)
		if _, err := s.TakeAddress(t.Context(), one, noon, 1); league.KindOf(err) != league.NotFound {
			t.Errorf("a link works twice: %v", err)
		}
		must(t, s.WantAddress(t.Context(), bob, "a@example.org", two, noon))
		if _, err := s.TakeAddress(t.Context(), two, noon, 1); league.KindOf(err) != league.Forbidden {
			t.Errorf("too many accounts at one address: %v", err)
		}
		for i := range 3 {
			if a, err := s.Address(t.Context(), ann); err != nil || !a.Open() {
				t.Errorf("after %d refusals: %+v, %v", i, a, err)
			}
			must(t, s.RefuseAddress(t.Context(), ann, "a@example.org", "550", noon.Add(time.Duration(i)*time.Hour), 24*time.Hour, false))
		}
		if a, err := s.Address(t.Context(), ann); err != nil || a.Open() || a.Problem != "550" {
			t.Errorf("%+v, %v", a, err)
		}
		must(t, s.WantAddress(t.Context(), ann, "b@example.org", one, noon))
		_, err = s.TakeAddress(t.Context(), one, noon, 1)
		must(t, err)
		must(t, s.RefuseAddress(t.Context(), ann, "a@example.org", "550", noon, time.Hour, true)) // of the one before
		if a, err := s.Address(t.Context(), ann); err != nil || !a.Open() {
			t.Errorf("%+v, %v", a, err)
		}
		must(t, s.WantAddress(t.Context(), ann, "c@example.org", one, noon))
		must(t, s.UnwantAddress(t.Context(), one))
		if a, err := s.Address(t.Context(), ann); err != nil || a.Address != "b@example.org" || a.Wanted != "" {
			t.Errorf("%+v, %v", a, err)
		}
		must(t, s.PutAddress(t.Context(), bob, "d@example.org", noon, 1)) // who had none
		must(t, s.WantAddress(t.Context(), ann, "c@example.org", one, noon))
		if err := s.PutAddress(t.Context(), ann, "d@example.org", noon, 1); league.KindOf(err) != league.Forbidden {
			t.Errorf("too many accounts at one address: %v", err)
		}
		must(t, s.PutAddress(t.Context(), ann, "d@example.org", noon, 2))
		if a, err := s.Address(t.Context(), ann); err != nil || !a.Open() || a.Address != "d@example.org" || a.Wanted != "" {
			t.Errorf("%+v, %v", a, err)
		}
		if err := s.PutAddress(t.Context(), "nobody", "e@example.org", noon, 1); league.KindOf(err) != league.Forbidden {
			t.Errorf("an address of nobody: %v", err)
		}
		must(t, s.DropAddress(t.Context(), ann))
		if a, err := s.Address(t.Context(), ann); err != nil || a != (contact.Address{Player: ann}) {
			t.Errorf("%+v, %v", a, err)
		}
	})
}
