package office_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/members"
	playing "kickabout/league/play"
	"kickabout/league/transcript"
	"kickabout/store"
	"kickabout/store/storetest"
)

const secretWords = "three small goats"

// signUp makes an account from a browser that may have a session already.
func (c *club) signUp(name, token string) (league.Player, string) {
	c.t.Helper()
	p, session, err := c.SignUp(context.Background(), members.Credentials{Name: name, Password: secretWords, Token: token, Browser: "Browser of " + name})
	if err != nil {
		c.t.Fatal(err)
	}
	return p, session
}

// visitor says whose session a token is.
func (c *club) visitor(token string) string {
	c.t.Helper()
	p, err := c.Visitor(context.Background(), token)
	if err != nil {
		c.t.Fatal(err)
	}
	return p.Name
}

// wantFields fails the test unless an error is about these fields and no others.
func wantFields(t *testing.T, err error, fields ...string) {
	t.Helper()
	got := league.Fields(err)
	for _, f := range fields {
		if got[f] == nil {
			t.Errorf("nothing is said about %q: %v", f, err)
		}
	}
	if len(got) != len(fields) {
		t.Errorf("%d fields are wrong, want %v: %v", len(got), fields, got)
	}
}

func TestAGuestWhoSignsUpKeepsWhatHePlayed(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		guestToken := c.NewToken()
		guest, err := c.Admit(t.Context(), guestToken)
		if err != nil {
			t.Fatal(err)
		}
		v := c.mustBegin(guest)
		ann, token := c.signUp("Ann", guestToken)
		if ann.ID != guest.ID || ann.Kind != league.Member || ann.Name != "Ann" || !ann.Created.Equal(guest.Created) {
			t.Errorf("the guest %+v became %+v", guest, ann)
		}
		if token == guestToken || c.visitor(token) != "Ann" || c.visitor(guestToken) != "" {
			t.Error("the session is not a new one, or the old one lives on")
		}
		after := c.mustMatch(v.Match.ID)
		if after.Match.Seats[0].Player != ann {
			t.Errorf("the match is %+v's", after.Match.Seats[0].Player)
		}
		if _, err := c.Play(t.Context(), ann, playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.Now()}); err != nil {
			t.Error(err)
		}
		_, _, err = c.SignUp(t.Context(), members.Credentials{Name: "Bea", Password: secretWords, Token: token})
		wantKind(t, err, league.Forbidden)
	})
}

func TestSigningInTakesTheGuestsMatchesAlongAndTheDiceHold(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, first := c.signUp("Ann", c.NewToken())
		guestToken := c.NewToken()
		guest, err := c.Admit(t.Context(), guestToken)
		if err != nil {
			t.Fatal(err)
		}
		running, over := c.mustBegin(guest), c.mustBegin(guest)
		if _, err := c.Resign(t.Context(), guest, over.Match.ID, c.Now()); err != nil {
			t.Fatal(err)
		}
		in, token, err := c.SignIn(t.Context(), members.Credentials{Name: "ANN", Password: secretWords, Token: guestToken})
		if err != nil || in != ann {
			t.Fatalf("signed in as %+v, %v", in, err)
		}
		if c.visitor(token) != "Ann" || c.visitor(first) != "Ann" || c.visitor(guestToken) != "" {
			t.Error("sessions are not as they should be")
		}
		matches, err := c.MatchesOf(t.Context(), league.Site(), ann.ID, 10)
		if err != nil || len(matches) != 2 {
			t.Errorf("Ann has %d matches, %v", len(matches), err)
		}
		if left, err := c.MatchesOf(t.Context(), league.Site(), guest.ID, 10); err != nil || len(left) != 0 {
			t.Errorf("the guest still has %d, %v", len(left), err)
		}
		v := c.mustMatch(running.Match.ID)
		if _, err := c.Play(t.Context(), ann, playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.Now()}); err != nil {
			t.Error(err)
		}
		proof, err := c.Proof(t.Context(), c.mustMatch(over.Match.ID))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
			t.Errorf("the dice do not hold: %v", err)
		}
	})
}

func TestAWrongPasswordAndAnUnknownNameGetOneAnswer(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, _ := c.signUp("Ann", "")
	var texts []string
	for _, in := range []members.Credentials{
		{Name: "Ann", Password: "wrong"},
		{Name: "Nobody", Password: secretWords},
		{Name: "Ann", Password: ""},
		{Name: "", Password: ""},
		{Name: "\u202eAnn", Password: secretWords},
		{Name: ann.ID, Password: secretWords},
		{Name: "Greedy", Password: "nobody's"},
		{Name: "Ann", Password: secretWords + strings.Repeat(" ", 300)},
	} {
		_, token, err := c.SignIn(t.Context(), in)
		if token != "" {
			t.Errorf("%+v is let in", in)
		}
		wantFields(t, err, "password")
		texts = append(texts, err.Error())
	}
	for _, text := range texts {
		if text != "Name or password is wrong." {
			t.Errorf("the answer is %q", text)
		}
	}
}

func TestWhatIsWrongWithASignUpIsSaidBesideItsField(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	c.signUp("Paul", "")
	for name, w := range map[string]struct {
		name, password string
		fields         []string
	}{
		"a name taken":               {"Paul", secretWords, []string{"name"}},
		"the same in capitals":       {"PAUL", secretWords, []string{"name"}},
		"the same in Cyrillic":       {"Раul", secretWords, []string{"name"}},
		"one that looks the same":    {"Pau1", secretWords, []string{"name"}},
		"a bot's name":               {"Greedy", secretWords, []string{"name"}},
		"the site's name":            {"kickabout", secretWords, []string{"name"}},
		"a guest's name":             {"Guest ABCD", secretWords, []string{"name"}},
		"no name":                    {"", secretWords, []string{"name"}},
		"a short password":           {"Bea", "goats", []string{"password"}},
		"a common password":          {"Bea", "password", []string{"password"}},
		"a long password":            {"Bea", strings.Repeat("goat ", 60), []string{"password"}},
		"the name as password":       {"Beatrice", "BEATRICE1", []string{"password"}},
		"both wrong":                 {"Paul", "goats", []string{"name", "password"}},
		"a name that cannot be seen": {"Be\u200ba", secretWords, []string{"name"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, token, err := c.SignUp(t.Context(), members.Credentials{Name: w.name, Password: w.password})
			wantFields(t, err, w.fields...)
			if token != "" {
				t.Error("there is a session all the same")
			}
		})
	}
	if _, err := c.PlayerByName(t.Context(), "Bea"); league.KindOf(err) != league.NotFound {
		t.Errorf("Bea is there: %v", err)
	}
}

func TestOfManyConfusableSignUpsAtOnceOneWins(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		names := []string{"Mariella", "MARIELLA", "Mariel1a", "Marie_lla", "Маriella", "Marìella", "mariella", "Mar iella"}
		names[4] = "Mariеlla" // with a Cyrillic e: refused as a mixture, whoever wins
		errs := make([]error, len(names))
		start := make(chan struct{})
		var all sync.WaitGroup
		for i, name := range names {
			all.Go(func() {
				<-start
				_, _, errs[i] = c.SignUp(t.Context(), members.Credentials{Name: name, Password: secretWords})
			})
		}
		close(start)
		all.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
				continue
			}
			wantFields(t, err, "name")
		}
		if won != 1 {
			t.Errorf("%d of them signed up: %v", won, errs)
		}
	})
}

func TestAnotherPasswordEndsEverySessionButTheNewOne(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, one := c.signUp("Ann", "")
	_, two, err := c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.ChangePassword(t.Context(), ann, members.PasswordChange{Old: "wrong", New: "four small goats", Spare: true})
	wantFields(t, err, "old")
	_, err = c.ChangePassword(t.Context(), ann, members.PasswordChange{Old: "wrong", New: "goats", Spare: true})
	wantFields(t, err, "old", "password")
	if c.visitor(one) != "Ann" || c.visitor(two) != "Ann" {
		t.Error("a wrong password ended a session")
	}
	three, err := c.ChangePassword(t.Context(), ann, members.PasswordChange{Old: secretWords, New: "four small goats", Spare: true})
	if err != nil {
		t.Fatal(err)
	}
	if c.visitor(one) != "" || c.visitor(two) != "" || c.visitor(three) != "Ann" {
		t.Error("sessions are not as they should be")
	}
	_, _, err = c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords})
	wantFields(t, err, "password")
	if _, _, err = c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: "four small goats"}); err != nil {
		t.Error(err)
	}
	_, err = c.ChangePassword(t.Context(), c.guest(), members.PasswordChange{Old: secretWords, New: "four small goats", Spare: true})
	wantKind(t, err, league.Forbidden)
}

func TestAWeakHashIsRenewedAtSignIn(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	c := newClub(t, s)
	ann, _ := c.signUp("Ann", "")
	a, err := s.AccountOf(t.Context(), ann.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetPassword(t.Context(), ann.ID, a.Password, "weak "+a.Password); err != nil {
		t.Fatal(err)
	}
	_, _, err = c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: "wrong"})
	wantFields(t, err, "password")
	if now, _ := s.AccountOf(t.Context(), ann.ID); now.Password != "weak "+a.Password {
		t.Errorf("a wrong password left the hash %q", now.Password)
	}
	if _, _, err = c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords}); err != nil {
		t.Fatal(err)
	}
	if now, _ := s.AccountOf(t.Context(), ann.ID); now.Password != a.Password {
		t.Errorf("the hash is still %q", now.Password)
	}
}

func TestASessionIsSeenHourlyAndEndsAfterALongAbsence(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	c := newClub(t, s)
	_, token := c.signUp("Ann", "")
	visit := func() members.Visit {
		t.Helper()
		v, err := c.Visit(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := visit(); v.Fresh || v.Player.Name != "Ann" || v.Session.Browser != "Browser of Ann" {
		t.Errorf("the first visit is %+v", v)
	}
	c.wait(59 * time.Minute)
	if visit().Fresh {
		t.Error("a visit is written down before an hour is over")
	}
	c.wait(time.Minute)
	if !visit().Fresh || visit().Fresh {
		t.Error("a visit after an hour is written down once")
	}
	c.wait(60 * 24 * time.Hour)
	if err := c.EndOldSessions(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !visit().Fresh {
		t.Error("the session ended too early")
	}
	c.wait(60*24*time.Hour + time.Millisecond)
	if visit().Player.ID != "" {
		t.Error("the session lives on after 60 days without a visit")
	}
	if err := c.EndOldSessions(t.Context()); err != nil {
		t.Fatal(err)
	}
	var rows int
	if sessions, err := s.Sessions(t.Context(), visit().Player.ID); err != nil || len(sessions) != rows {
		t.Errorf("%d sessions are kept, %v", len(sessions), err)
	}
}

func TestSessionsEndOneByOneAndAllButOne(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, one := c.signUp("Ann", "")
	bea, bTok := c.signUp("Bea", "")
	var tokens []string
	for range 3 {
		_, token, err := c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	v, err := c.Visit(t.Context(), tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	id := fmt.Sprintf("%x", v.Session.Hash)
	if err := c.EndSession(t.Context(), bea, id); err != nil || c.visitor(tokens[0]) != "Ann" {
		t.Errorf("Bea ended Ann's session, %v", err)
	}
	if err := c.EndSession(t.Context(), ann, id); err != nil || c.visitor(tokens[0]) != "" {
		t.Errorf("the session has not ended, %v", err)
	}
	for _, id := range []string{"", "x", id[1:], id + "00", strings.Repeat("z", 64)} {
		wantKind(t, c.EndSession(t.Context(), ann, id), league.NotFound)
	}
	if err := c.EndOtherSessions(t.Context(), ann, tokens[1]); err != nil {
		t.Fatal(err)
	}
	if c.visitor(one) != "" || c.visitor(tokens[2]) != "" || c.visitor(tokens[1]) != "Ann" || c.visitor(bTok) != "Bea" {
		t.Error("sessions are not as they should be")
	}
	if err := c.SignOut(t.Context(), tokens[1]); err != nil || c.visitor(tokens[1]) != "" {
		t.Errorf("not signed out, %v", err)
	}
	if err := c.SignOut(t.Context(), "nobody's"); err != nil {
		t.Error(err)
	}
}

func TestTokensActForMembersAlone(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	_, err := c.MakeToken(t.Context(), c.guest(), anyToken)
	wantKind(t, err, league.Forbidden)
	if !strings.HasPrefix(err.Error(), "Sign up first: ") {
		t.Errorf("a guest is told %q", err)
	}
	ann, session := c.signUp("Ann", "")
	secret, err := c.MakeToken(t.Context(), ann, league.TokenOrder{Label: "  my bot ", Scopes: league.ScopePlay, Days: 90})
	if err != nil || !strings.HasPrefix(secret, "kab_") {
		t.Fatalf("%q, %v", secret, err)
	}
	if p, err := c.PlayerByToken(t.Context(), secret, league.ScopeRead); err != nil || p != ann {
		t.Errorf("the token acts for %+v, %v", p, err)
	}
	for _, wrong := range []string{"", "kab_", secret[4:], secret[:len(secret)-1], strings.ToLower(secret), session} {
		_, err := c.PlayerByToken(t.Context(), wrong, league.ScopeRead)
		wantKind(t, err, league.NotFound)
	}
	if p, _ := c.Visitor(t.Context(), secret); p.ID != "" {
		t.Error("a token is a session")
	}
	_, err = c.MakeToken(t.Context(), ann, league.TokenOrder{Label: strings.Repeat("x", 41), Days: 90})
	wantFields(t, err, "label")
	c.wait(time.Minute)
	list, err := c.Tokens(t.Context(), ann)
	if err != nil || len(list) != 1 || list[0].Label != "my bot" || !list[0].Used.Equal(list[0].Created) {
		t.Fatalf("tokens: %+v, %v", list, err)
	}
	if err := c.EndToken(t.Context(), ann, fmt.Sprintf("%x", list[0].Hash)); err != nil {
		t.Fatal(err)
	}
	_, err = c.PlayerByToken(t.Context(), secret, league.ScopeRead)
	wantKind(t, err, league.NotFound)
}

func TestADeletedAccountIsGoneAndItsMatchesHold(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, session := c.signUp("Ann", "")
		secret, err := c.MakeToken(t.Context(), ann, anyToken)
		if err != nil {
			t.Fatal(err)
		}
		running := []playing.View{c.mustBegin(ann), c.mustBegin(ann)}
		var download strings.Builder
		if err := c.ExportAccount(t.Context(), ann, &download); err != nil {
			t.Fatal(err)
		}
		for kind, want := range map[string]int{"player": 2, "match": 2, "token": 1, "session": 1, "account": 1, "end": 1} {
			if got := strings.Count(download.String(), `{"type":"`+kind+`"`); got != want {
				t.Errorf("%d lines of type %q are in the download, want %d:\n%s", got, kind, want, download.String())
			}
		}
		wantKind(t, c.ExportAccount(t.Context(), league.Player{ID: "x", Kind: league.Guest}, &download), league.Forbidden)
		wantFields(t, c.DeleteAccount(t.Context(), ann, "wrong", c.Now()), "gone")
		if c.visitor(session) != "Ann" {
			t.Fatal("gone without the password")
		}
		if err := c.DeleteAccount(t.Context(), ann, secretWords, c.Now()); err != nil {
			t.Fatal(err)
		}
		if c.visitor(session) != "" {
			t.Error("the session lives on")
		}
		_, err = c.PlayerByToken(t.Context(), secret, league.ScopeRead)
		wantKind(t, err, league.NotFound)
		_, _, err = c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords})
		wantFields(t, err, "password")
		for _, v := range running {
			v = c.mustMatch(v.Match.ID)
			seat := v.Match.Seats[0].Player
			if v.Record.Outcome().Ending != engine.Resignation || seat.Kind != league.Deleted || seat.Name != "deleted-"+ann.ID[:6] {
				t.Errorf("the match ended %q, with %+v", v.Record.Outcome().Ending, seat)
			}
			proof, err := c.Proof(t.Context(), v)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
				t.Errorf("the dice do not hold: %v", err)
			}
		}
		wantKind(t, c.DeleteAccount(t.Context(), league.Player{ID: ann.ID, Kind: league.Deleted}, secretWords, c.Now()), league.Forbidden)
		c.signUp("Ann", "") // the name is free
	})
}

// errClosed is what a queue says that lets nobody through.
var errClosed = errors.New("nobody is let through")

// closed is such a queue.
type closed struct{}

func (closed) Pass(context.Context, func()) error { return errClosed }

func TestNoPasswordIsHashedPastTheQueue(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, _ := c.signUp("Ann", "")
	c.Hashing = closed{}
	ctx, right := t.Context(), members.Credentials{Name: "Ann", Password: secretWords}
	_, _, in := c.SignIn(ctx, right)
	_, _, nobody := c.SignIn(ctx, members.Credentials{Name: "Eve", Password: secretWords})
	_, _, up := c.SignUp(ctx, members.Credentials{Name: "Bob", Password: secretWords})
	_, change := c.ChangePassword(ctx, ann, members.PasswordChange{Old: secretWords, New: "some other words", Spare: true})
	for act, err := range map[string]error{
		"signing in": in, "signing in under a name that nobody has": nobody, "signing up": up,
		"changing a password": change,
	} {
		if !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", act, err)
		}
	}
}

// wantKind fails the test unless err is of a kind.
func wantKind(t *testing.T, err error, want league.Kind) {
	t.Helper()
	if err == nil || league.KindOf(err) != want {
		t.Errorf("got %v, want an error of kind %q", err, want)
	}
}

// anyToken orders a token that may do everything.
var anyToken = league.TokenOrder{Scopes: league.AllScopes, Days: 365}

// TestSessionsLastAsLongAsTheyMay: without visits, and with visits. The whole is a visit each hour; four in the time that a
// session may be idle keep it alive as well, and it is looked at an hour before its end and at its end all the same.
func TestSessionsLastAsLongAsTheyMay(t *testing.T) {
	t.Parallel()
	const hour, day = time.Hour, 24 * time.Hour
	for _, x := range []struct {
		name      string
		role      league.SiteRole
		brief     bool
		idle, all time.Duration
	}{
		{"a member", league.NoRole, false, 60 * day, 365 * day},
		{"a member at a browser of others", league.NoRole, true, 12 * hour, 12 * hour},
		{"a moderator", league.Moderator, false, 12 * hour, 7 * day},
		{"an admin", league.Admin, false, 12 * hour, 7 * day},
		{"an admin at a browser of others", league.Admin, true, 12 * hour, 12 * hour},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
			c.signUp("Ann", "")
			if x.role != league.NoRole {
				noError(t, c.Moderation.SetRole(t.Context(), conduct.Operator(), "Ann", x.role, "trusted"))
			}
			signIn := func() string {
				_, token, err := c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords, Brief: x.brief})
				noError(t, err)
				return token
			}
			lives := func(token string, want bool, when string) {
				t.Helper()
				v, err := c.Visit(t.Context(), token)
				if noError(t, err); (v.Player.ID != "") != want {
					t.Errorf("%s the session lives: %v", when, !want)
				}
			}
			token := signIn()
			c.wait(min(x.idle, x.all-time.Millisecond))
			lives(token, true, "until it was idle for too long")
			token = signIn()
			c.wait(x.idle + time.Millisecond)
			lives(token, false, "idle for too long")
			token = signIn()
			often := x.idle / 4
			if enginetest.Proving() {
				often = hour
			}
			for left := x.all - hour; left > 0; {
				span := min(often, left)
				left -= span
				c.wait(span)
				lives(token, true, "used all the time")
			}
			c.wait(hour)
			lives(token, false, "used all the time, but for too long")
		})
	}
}

// TestATokenDoesWhatItIsMadeForUntilItEnds: no more, and no longer.
func TestATokenDoesWhatItIsMadeForUntilItEnds(t *testing.T) {
	t.Parallel()
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, _ := c.signUp("Ann", "")
	for _, wrong := range []league.TokenOrder{{Days: 31, Scopes: league.ScopePlay}, {Scopes: league.ScopePlay}, {Days: 30, Scopes: 16}} {
		if _, err := c.MakeToken(t.Context(), ann, wrong); len(league.Fields(err)) != 1 {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	secret, err := c.MakeToken(t.Context(), ann, league.TokenOrder{Days: 30, Scopes: league.ScopePlay})
	noError(t, err)
	for _, needs := range []league.Scopes{league.ScopeRead, league.ScopePlay, league.ScopeEnter, league.ScopeOrganise} {
		_, err := c.PlayerByToken(t.Context(), secret, needs)
		lacks := new(members.ScopeError)
		if got, want := errors.As(err, &lacks), needs == league.ScopeEnter || needs == league.ScopeOrganise; got != want || got && (lacks.Needs != needs || league.KindOf(err) != league.Forbidden) {
			t.Errorf("for %s it is refused: %v", needs, err)
		}
	}
	c.wait(30*24*time.Hour - time.Millisecond)
	if _, err := c.PlayerByToken(t.Context(), secret, league.ScopePlay); err != nil {
		t.Error(err)
	}
	c.wait(time.Millisecond)
	if _, err := c.PlayerByToken(t.Context(), secret, league.ScopePlay); league.KindOf(err) != league.NotFound {
		t.Errorf("it lives on: %v", err)
	}
	for _, x := range []struct{ spare, want bool }{{true, true}, {false, false}} {
		secret, err := c.MakeToken(t.Context(), ann, anyToken)
		noError(t, err)
		words := [2]string{secretWords, "four small goats"}
		if !x.spare {
			words = [2]string{words[1], words[0]}
		}
		_, err = c.ChangePassword(t.Context(), ann, members.PasswordChange{Old: words[0], New: words[1], Spare: x.spare})
		noError(t, err)
		if _, err := c.PlayerByToken(t.Context(), secret, league.ScopeRead); (err == nil) != x.want {
			t.Errorf("after another password, spared %v, it lives: %v", x.spare, err)
		}
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
