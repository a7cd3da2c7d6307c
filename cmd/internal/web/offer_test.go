package web_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/office"
)

// signedUp returns the browser of somebody who has an account, and who that is.
func (w *world) signedUp(name string) (*browser, league.Player) {
	w.t.Helper()
	p, token, err := w.office.SignUp(w.t.Context(), office.Credentials{Name: name, Password: "four words without meaning"})
	if err != nil {
		w.t.Fatalf("signing %s up: %v", name, err)
	}
	b := w.browser()
	at, err := url.Parse(w.server.URL)
	if err != nil {
		w.t.Fatal(err)
	}
	b.client.Jar.SetCookies(at, []*http.Cookie{{Name: "__Host-session", Value: token, Path: "/", Secure: true}})
	return b, p
}

// offerForm fills the form of an offer.
func (b *browser) offerForm(opponent, name string) url.Values {
	return url.Values{
		"reservation": {b.w.office.Reserve().ID}, "rules": {"streetsoccer/lg"}, "opponent": {opponent}, "name": {name},
		"kickoff": {"me"}, "control": {"lg"}, "message": {"a quick one?"}, "contribution": {"for luck"},
	}
}

// offers makes an offer and returns its address.
func (b *browser) offers(opponent, name string) string {
	b.w.t.Helper()
	got := b.post("/offers", b.offerForm(opponent, name))
	if got.Status != http.StatusSeeOther {
		b.w.t.Fatalf("making an offer: %d\n%s", got.Status, excerpt(got.Body))
	}
	return got.Header.Get("Location")
}

func TestAnOfferIsTakenAndTheGameBegins(t *testing.T) {
	w := newWorld(t)
	ann, annIs := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	form := ann.offerForm("anyone", "")
	found := reservationField.FindStringSubmatch(ann.get("/offers/new").want(t, 200, "Make an offer").Body)
	if found == nil {
		t.Fatal("the form has no reservation")
	}
	form.Set("reservation", found[1])
	form.Set("rated", "1")
	at := ann.post("/offers", form).want(t, http.StatusSeeOther).Header.Get("Location")
	if at != "/offers/"+found[1] {
		t.Errorf("the offer is at %s", at)
	}
	ann.get(at).want(t, 200, "Your offer", "You go first", "for luck", "Withdraw")
	ann.get("/offers").want(t, 200, "Yours", "For anyone", "Withdraw", "Nobody else offers a seat")

	bob.get("/").want(t, 200, "Play a person", "Ann", "Waiting room")
	bob.get("/offers").want(t, 200, "Ann goes first", "a quick one?", "10 days each", "rated", "Take the seat")
	page := bob.get(at).want(t, 200, "Ann offers a game", "Take the seat", "seal")
	if strings.Contains(page.Body, "for luck") {
		t.Error("what Ann gave to the dice is shown before the game begins")
	}
	match := bob.post(at+"/acceptance", url.Values{"contribution": {"and mine"}}).want(t, http.StatusSeeOther).Header.Get("Location")
	if want := strings.Replace(at, "/offers/", "/matches/", 1); match != want {
		t.Errorf("the game is at %s, want %s", match, want)
	}
	bob.get(match).want(t, 200, "Bob", "Ann")
	ann.get(at).want(t, 200, "Somebody has taken the seat", "To the game")
	v := w.view(strings.TrimPrefix(match, "/matches/"))
	if v.Match.Seats[0].Player.ID != annIs.ID || v.Match.Seats[0].Contribution != "for luck" || v.Match.Seats[1].Contribution != "and mine" || !v.Match.Rated {
		t.Errorf("the match is %+v", v.Match)
	}
	ann.get("/offers").want(t, 200, "Nobody else offers a seat")
}

func TestAnInvitationIsDeclined(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	cleo, _ := w.signedUp("Cleo")
	ann.get("/offers/new?opponent=Bob").want(t, 200, `value="Bob"`, `value="person" checked`)
	at := ann.offers("person", "bob") // however it is written
	ann.get(at).want(t, 200, "You invite Bob")
	ann.get("/matches").want(t, 200, "Your invitations", "Bob")
	bob.get("/").want(t, 200, "You are invited to a game.")
	for _, page := range []string{"/offers", "/matches"} {
		bob.get(page).want(t, 200, at, "Invitations to you", "Ann")
	}
	if got := cleo.get("/offers"); strings.Contains(got.Body, "Bob") {
		t.Error("a third player sees the invitation")
	}
	cleo.get(at).want(t, http.StatusNotFound)
	bob.get(at).want(t, 200, "Ann invites you", "Accept and play", "Decline")
	bob.post(at+"/refusal", url.Values{}).want(t, http.StatusSeeOther)
	ann.get(at).want(t, 200, "Bob has declined.")
	bob.get(at).want(t, 200, "You have declined.")
	bob.post(at+"/acceptance", url.Values{"contribution": {"typed with love"}}).want(t, http.StatusConflict, "has been declined", "typed with love")
}

func TestTheLoserOfTheLastSeatIsToldSoOnThePage(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	cleo, _ := w.signedUp("Cleo")
	at := ann.offers("anyone", "")
	for range 2 { // a double click of the winner
		bob.post(at+"/acceptance", url.Values{}).want(t, http.StatusSeeOther)
	}
	cleo.post(at+"/acceptance", url.Values{"contribution": {"typed with love"}}).
		want(t, http.StatusConflict, "Somebody else has taken this seat", "typed with love", "Waiting room")
	ann.post(at+"/withdrawal", url.Values{}).want(t, http.StatusConflict, "Somebody else has taken this seat")
}

func TestAWrongOfferIsSaidBesideItsFieldAndKept(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	for _, c := range []struct{ field, value, beside, sentence string }{
		{"name", "Nobody", "opponent", "There is no player of this name"},
		{"name", "", "opponent", "Type the name of the player"},
		{"name", " \t", "opponent", "Type the name of the player"},
		{"name", "Ann", "opponent", "This is you"},
		{"name", "Greedy", "opponent", "Greedy is a bot. Choose it from the list"},
		{"name", strings.Repeat("x", 1000), "opponent", "There is no player of this name"},
		{"opponent", "", "opponent", "Type the name of the player"},
		{"opponent", "bot:deep", "opponent", "There is no such opponent"},
		{"rules", "chess/lg", "rules", "There is no game with these rules"},
		{"kickoff", "them", "kickoff", "Choose who goes first"},
		{"control", "never", "control", "There is no such clock"},
		{"message", strings.Repeat("ä", 201), "message", "At most 200 letters, please. This has 201."},
		{"contribution", strings.Repeat("ä", 40), "contribution", "At most 64 characters"},
		{"contribution", "a\x00b", "contribution", "Use letters, digits and signs only"},
		{"reservation", "mine", "reservation", "This form is out of date"},
	} {
		form := ann.offerForm("person", "Nobody else")
		form.Set("rated", "1")
		form.Set(c.field, c.value)
		if c.field == "opponent" {
			form.Set("name", "")
		}
		if c.field != "message" {
			form.Set("message", "typed with love")
		}
		got := ann.post("/offers", form).want(t, http.StatusUnprocessableEntity, `id="`+c.beside+`-error"`, c.sentence, `name="rated" value="1" checked`)
		for field, value := range map[string]string{"message": form.Get("message"), "contribution": form.Get("contribution")} {
			if !strings.Contains(got.Body, `value="`+strings.ReplaceAll(value, "\x00", "\uFFFD")+`"`) && !strings.Contains(got.Body, `value="`+value+`"`) {
				t.Errorf("%s %q: the %s is lost", c.field, c.value, field)
			}
		}
	}
	ann.get("/offers").want(t, 200, "Nobody else offers a seat")
	if got := ann.get("/offers"); strings.Contains(got.Body, "Yours") {
		t.Error("something was made")
	}
	bob.get("/matches").want(t, 200, "No game waits for you")

	at := ann.offers("anyone", "")
	bob.post(at+"/acceptance", url.Values{"contribution": {strings.Repeat("x", 65)}}).
		want(t, http.StatusUnprocessableEntity, "At most 64 characters", strings.Repeat("x", 65), "Take the seat")
	for range 4 {
		ann.offers("anyone", "")
	}
	form := ann.offerForm("anyone", "")
	form.Set("message", "the sixth")
	ann.post("/offers", form).want(t, http.StatusForbidden, "You have 5 open offers", "the sixth")
	again := ann.offerForm("anyone", "")
	again.Set("reservation", strings.TrimPrefix(at, "/offers/"))
	if got := ann.post("/offers", again).want(t, http.StatusSeeOther); got.Header.Get("Location") != at {
		t.Error("a double click made two offers")
	}
	bob.post("/offers", again).want(t, http.StatusConflict, "already begun", "a quick one?")
}

func TestAFormThatComesBackKeepsItsDice(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	shown := func(a answer) string { return reservationField.FindStringSubmatch(a.Body)[1] }
	offer, game := ann.offerForm("person", "Nobody"), ann.startForm()
	game.Set("control", "never")
	for path, form := range map[string]url.Values{"/offers": offer, "/matches": game} {
		if got := shown(ann.post(path, form).want(t, http.StatusUnprocessableEntity)); got != form.Get("reservation") {
			t.Errorf("%s has changed %s to %s", path, form.Get("reservation"), got)
		}
		form.Set("reservation", "myverygamemyvery")
		if got := shown(ann.post(path, form).want(t, http.StatusUnprocessableEntity)); got == "myverygamemyvery" {
			t.Errorf("%s keeps a reservation that is none", path)
		}
	}
	used := ann.offerForm("anyone", "")
	ann.post("/offers", used).want(t, http.StatusSeeOther)
	if got := shown(bob.post("/offers", used).want(t, http.StatusConflict)); got == used.Get("reservation") {
		t.Error("a reservation that is used up comes back")
	}
}

func TestBlockingIsGentleAndCanBeUndone(t *testing.T) {
	w := newWorld(t)
	ann, annIs := w.signedUp("Ann")
	bob, bobIs := w.signedUp("Bob")
	bobs := bob.offers("person", "Ann")
	bob.get("/players/"+annIs.ID).want(t, 200, `action="/players/`+annIs.ID+`/block"`)
	for range 2 {
		if to := ann.post("/players/"+bobIs.ID+"/block", url.Values{}).want(t, http.StatusSeeOther).Header.Get("Location"); to != "/players/"+bobIs.ID {
			t.Errorf("it leads to %s", to)
		}
	}
	ann.get("/players/"+bobIs.ID).want(t, 200, "You have blocked Bob")
	ann.get("/offers").want(t, 200, "You have blocked:")
	if got := ann.get("/matches"); strings.Contains(got.Body, bobs) {
		t.Error("an invitation of a blocked player is shown")
	}
	ann.post(bobs+"/acceptance", url.Values{}).want(t, http.StatusForbidden, "You have blocked Bob. Unblock this player first.")
	anns := ann.offers("anyone", "")
	if got := bob.get("/offers"); strings.Contains(got.Body, anns) {
		t.Error("an offer of a player who has blocked me is shown")
	}
	bob.post(anns+"/acceptance", url.Values{"contribution": {"kept"}}).want(t, http.StatusForbidden, "This player does not take games from you.", "kept")
	bob.post("/offers", bob.offerForm("person", "Ann")).
		want(t, http.StatusForbidden, `id="opponent-error"`, "This player does not take games from you.", `value="Ann"`)
	ann.post("/players/"+annIs.ID+"/block", url.Values{}).want(t, http.StatusUnprocessableEntity, "You cannot block yourself")
	ann.post("/players/"+bobIs.ID+"/unblock", url.Values{}).want(t, http.StatusSeeOther)
	bob.post(anns+"/acceptance", url.Values{}).want(t, http.StatusSeeOther)
}

func TestARematchIsOneClickAway(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	at := ann.offers("anyone", "")
	match := bob.post(at+"/acceptance", url.Values{}).Header.Get("Location")
	id := strings.TrimPrefix(match, "/matches/")
	if got := bob.get(match); strings.Contains(got.Body, "Rematch") {
		t.Error("a rematch of a game that goes on")
	}
	bob.post(match+"/resignation", url.Values{}).want(t, http.StatusSeeOther)
	bob.get(match).want(t, 200, `href="/offers/new?rematch=`+id+`"`)
	bob.get("/offers/new?rematch="+id).want(t, 200, `value="person" checked`, `value="Ann"`, `value="me" checked`)
	ann.get("/offers/new?rematch="+id).want(t, 200, `value="Bob"`, `value="you" checked`)
	cleo, _ := w.signedUp("Cleo")
	if got := cleo.get(match); strings.Contains(got.Body, "Rematch") {
		t.Error("a rematch for who did not play")
	}
	cleo.get("/offers/new?rematch="+id).want(t, http.StatusForbidden, "You do not play in this game")
	ann.get("/offers/new?rematch=none").want(t, http.StatusNotFound)

	guest := w.browser()
	game := guest.begin()
	guest.post("/matches/"+game+"/resignation", url.Values{}).want(t, http.StatusSeeOther)
	guest.get("/matches/"+game).want(t, 200, `href="/?rematch=`+game+`"`)
	guest.get("/?rematch="+game).want(t, 200, `value="bot:greedy" checked`, `value="you" checked`)
	w.browser().get("/?rematch="+game).want(t, http.StatusForbidden)
}

func TestGuestsAreAskedToSignUp(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	at := ann.offers("anyone", "")
	guest := w.browser()
	guest.begin()
	for _, b := range []*browser{guest, w.browser()} {
		b.get("/").want(t, 200, "Sign up to take a seat")
		b.get("/offers").want(t, 200, "Sign up to take a seat", "Ann")
		b.get("/offers/new").want(t, 200, "take an account", `href="/signup?next=/offers/new"`)
		b.get(at).want(t, 200, "Sign up to take the seat", `href="/signup?next=`+at+`"`)
		b.post(at+"/acceptance", url.Values{}).want(t, http.StatusForbidden, "Sign up first", `href="/signup?next=`+at+`"`)
		b.post("/offers", b.offerForm("anyone", "")).want(t, http.StatusForbidden, "Sign up first")
		b.post("/offers", b.offerForm("bot:greedy", "")).want(t, http.StatusForbidden, "Sign up first")
	}
}

func TestTheFormOfAnOfferBeginsGamesAgainstBotsToo(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	form := ann.offerForm("bot:greedy", "")
	form.Set("rated", "1")
	at := ann.post("/offers", form).want(t, http.StatusSeeOther).Header.Get("Location")
	id, ok := strings.CutPrefix(at, "/matches/")
	if !ok || w.view(id).Match.Rated {
		t.Errorf("it leads to %s", at)
	}
}

func TestAnOfferThatRanOutIsGoneFromEveryPage(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	at := ann.offers("person", "Bob")
	w.wait(14 * 24 * time.Hour)
	bob.get(at).want(t, 200, "Its time has run out.")
	for _, page := range []string{"/offers", "/matches", "/"} {
		for _, b := range []*browser{ann, bob} {
			if got := b.get(page); strings.Contains(got.Body, at) {
				t.Errorf("%s still shows it", page)
			}
		}
	}
	bob.post(at+"/acceptance", url.Values{}).want(t, http.StatusConflict, "This invitation has run out.")
}

// TestEveryOfferAnswersEveryRoleAsWritten says what each role gets at each kind of offer.
func TestEveryOfferAnswersEveryRoleAsWritten(t *testing.T) {
	w := newWorld(t)
	author, authorIs := w.signedUp("Author")
	invited, _ := w.signedUp("Invited")
	third, _ := w.signedUp("Third")
	taker, _ := w.signedUp("Taker")
	guest := w.browser()
	guest.begin()
	people := map[string]*browser{"nobody": w.browser(), "guest": guest, "third": third, "invited": invited, "author": author}
	w.office.Limits = league.OfferLimits{Open: 1000, Site: 1000, Invited: 1000, Pair: 2}
	kinds := map[string]func() string{
		"seat":       func() string { return author.offers("anyone", "") },
		"invitation": func() string { return author.offers("person", "Invited") },
		"taken": func() string {
			at := author.offers("anyone", "")
			taker.post(at+"/acceptance", url.Values{}).want(t, http.StatusSeeOther)
			return at
		},
	}
	acts := map[string]map[string]map[string]int{ // act, kind of offer, role
		"": {
			"seat":       {"nobody": 200, "guest": 200, "third": 200, "invited": 200, "author": 200},
			"invitation": {"nobody": 404, "guest": 404, "third": 404, "invited": 200, "author": 200},
			"taken":      {"nobody": 200, "guest": 200, "third": 200, "invited": 200, "author": 200},
		},
		"/acceptance": {
			"seat":       {"nobody": 403, "guest": 403, "third": 303, "invited": 303, "author": 403},
			"invitation": {"nobody": 404, "guest": 404, "third": 404, "invited": 303, "author": 403},
			"taken":      {"nobody": 403, "guest": 403, "third": 409, "invited": 409, "author": 403},
		},
		"/refusal": {
			"seat":       {"nobody": 403, "guest": 403, "third": 403, "invited": 403, "author": 403},
			"invitation": {"nobody": 404, "guest": 404, "third": 404, "invited": 303, "author": 403},
			"taken":      {"nobody": 403, "guest": 403, "third": 403, "invited": 403, "author": 403},
		},
		"/withdrawal": {
			"seat":       {"nobody": 403, "guest": 403, "third": 403, "invited": 403, "author": 303},
			"invitation": {"nobody": 404, "guest": 404, "third": 404, "invited": 403, "author": 303},
			"taken":      {"nobody": 403, "guest": 403, "third": 403, "invited": 403, "author": 409},
		},
	}
	cells := 0
	for act, rows := range acts {
		for kind, row := range rows {
			for role, want := range row {
				cells++
				at := kinds[kind]()
				method, form := http.MethodPost, url.Values{}
				if act == "" {
					method, form = http.MethodGet, nil
				}
				if got := people[role].do(method, at+act, form, nil).Status; got != want {
					t.Errorf("%s %q of an offer (%s): %d, want %d", role, act, kind, got, want)
				}
			}
		}
	}
	for path, row := range map[string]map[string]int{
		"/offers":                              {"nobody": 403, "guest": 403, "third": 303},
		"/players/" + authorIs.ID + "/block":   {"nobody": 403, "guest": 403, "third": 303, "author": 422},
		"/players/" + authorIs.ID + "/unblock": {"nobody": 403, "guest": 403, "third": 303},
		"/players/unknown/block":               {"nobody": 404, "third": 404},
	} {
		for role, want := range row {
			cells++
			if got := people[role].post(path, people[role].offerForm("anyone", "")).Status; got != want {
				t.Errorf("%s POST %s: %d, want %d", role, path, got, want)
			}
		}
	}
	t.Logf("%d cells", cells)
}

// TestProofNoStoredMessageBecomesMarkup is S3 for the message of an offer: whatever it
// says, every page that shows it has the same tags.
func TestProofNoStoredMessageBecomesMarkup(t *testing.T) {
	w := newWorld(t)
	author, _ := w.signedUp("Ann")
	invited, _ := w.signedUp("Bob")
	guest := w.browser()
	// offered makes an offer and an invitation, and returns what every page shows of them.
	offered := func(message string) map[string]*httptest.ResponseRecorder {
		form, personal := author.offerForm("anyone", ""), author.offerForm("person", "Bob")
		pages := map[string]*httptest.ResponseRecorder{}
		for name, form := range map[string]url.Values{"seat": form, "invitation": personal} {
			form.Set("message", message)
			at := author.ask(http.MethodPost, "/offers", form).Header().Get("Location")
			if at == "" {
				t.Fatalf("%q was not offered", message)
			}
			for who, b := range map[string]*browser{"author": author, "invited": invited, "guest": guest} {
				for _, path := range []string{"/", "/offers", "/matches", at} {
					pages[strings.Replace(path, at, "it", 1)+" "+name+" "+who] = b.ask(http.MethodGet, path, nil)
				}
			}
			if name == "invitation" { // the same text declines it
				invited.post(at+"/refusal", url.Values{"answer": {message}}).want(t, http.StatusSeeOther)
			} else {
				author.post(at+"/withdrawal", url.Values{}).want(t, http.StatusSeeOther)
			}
			pages["gone "+name] = author.ask(http.MethodGet, at, nil)
		}
		return pages
	}
	harmless := map[string]model{}
	for page, answer := range offered("x") {
		harmless[page] = newModel(answer)
	}
	texts, answers := share(allPayloads(t), 0), 0
	for _, text := range texts {
		message, err := league.CleanText("message", text, 200)
		if err != nil || message == "" {
			continue
		}
		for page, got := range offered(text) {
			answers++
			if why := answerHarm(got, harmless[page]); why != "" {
				t.Errorf("%s: %q: %s", page, text, why)
			}
			if shown := html.EscapeString(message); strings.HasPrefix(page, "it") && got.Code == http.StatusOK && !strings.Contains(got.Body.String(), shown) {
				t.Errorf("%s: %q is not there", page, shown)
			}
		}
	}
	t.Logf("%d payloads, %d answers", len(texts), answers)
}

func TestTheWaitingRoomIsSearchedByItsAddress(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	form := ann.offerForm("anyone", "")
	form.Set("from", "2000")
	form.Set("slots", "3")
	strong := ann.post("/offers", form).want(t, http.StatusSeeOther).Header.Get("Location")
	bob.get("/offers").want(t, 200, strong, "3 of 3 seats free", "For ratings 2000 and more", "This is for ratings of 2000.0 and more, and yours is 1500.0.")
	w.browser().get("/offers?free=1").want(t, 200, strong) // who is nobody is told to sign up instead
	bob.get("/offers?rules=streetsoccer%2Flg&control=lg&rated=unrated").want(t, 200, strong, `value="streetsoccer/lg" selected`, `value="lg" selected`, `value="unrated" selected`)
	for _, query := range []string{"?free=1", "?control=fast", "?rules=onetwofun", "?rated=rated", "?rules=%3Cb%3E"} {
		got := bob.get("/offers"+query).want(t, 200, "There is one open seat, which is not what you look for.", "Show all")
		if strings.Contains(got.Body, strong) {
			t.Errorf("%s shows it all the same", query)
		}
	}
	bob.get(strong).want(t, 200, "This is for ratings of 2000.0 and more, and yours is 1500.0.")
	bob.post(strong+"/acceptance", url.Values{"contribution": {"kept"}}).want(t, http.StatusForbidden, "and yours is 1500.0", "kept")
}

func TestALinkIsShownToItsAuthorAndLetsAGuestIn(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	at := ann.offers("link", "")
	page := ann.get(at).want(t, 200, "Your invitation by a link", "/invited/")
	_, rest, _ := strings.Cut(page.Body, "/invited/")
	link, _, _ := strings.Cut("/invited/"+rest, "<")
	guest, late := w.browser(), w.browser()
	guest.get(at).want(t, http.StatusNotFound)
	if got := guest.get(link).want(t, 200, "Ann invites you", "Accept and play", "/signup?next="+link); strings.Contains(got.Body, "for luck") {
		t.Error("what Ann gave to the dice is shown before the game begins")
	}
	guest.post(link+"/acceptance", url.Values{"contribution": {strings.Repeat("x", 65)}}).want(t, http.StatusUnprocessableEntity, "At most 64 characters", strings.Repeat("x", 65))
	for range 2 { // a double click
		guest.post(link+"/acceptance", url.Values{}).want(t, http.StatusSeeOther)
	}
	late.post(link+"/acceptance", url.Values{"contribution": {"kept"}}).want(t, http.StatusConflict, "Somebody else has taken this seat", "kept")
	form := ann.offerForm("link", "")
	form.Set("rated", "1")
	rated := ann.post("/offers", form).want(t, http.StatusSeeOther).Header.Get("Location")
	_, rest, _ = strings.Cut(ann.get(rated).Body, "/invited/")
	link, _, _ = strings.Cut("/invited/"+rest, "<")
	guest.get(link).want(t, 200, "Sign up to take the seat", "/signup?next="+link)
	guest.post(link+"/acceptance", url.Values{}).want(t, http.StatusForbidden, "Sign up first")
}

func TestOtherTermsAreTypedWithoutLosingAnything(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	cleo, _ := w.signedUp("Cleo")
	at := ann.offers("person", "Bob")
	bob.get(at+"/counter").want(t, 200, "Other terms for Ann", `value="you" checked`)
	ann.get(at+"/counter").want(t, http.StatusForbidden, "Only the player who is invited can propose other terms.")
	cleo.get(at+"/counter").want(t, http.StatusNotFound)
	form := bob.offerForm("", "")
	form.Set("kickoff", "you")
	bob.post(at+"/counter", form).want(t, http.StatusUnprocessableEntity, "These are the terms that Ann proposes.", "a quick one?", "for luck")
	form.Set("days", "31")
	form.Set("control", "live")
	bob.post(at+"/counter", form).want(t, http.StatusUnprocessableEntity, `id="days-error"`, "a quick one?", `value="live" checked`)
	form.Set("days", "")
	to := bob.post(at+"/counter", form).want(t, http.StatusSeeOther).Header.Get("Location")
	if again := bob.post(at+"/counter", form).want(t, http.StatusSeeOther).Header.Get("Location"); again != to || to == at {
		t.Errorf("a double click led to %s and %s", to, again)
	}
	form.Set("reservation", w.office.Reserve().ID)
	bob.post(at+"/counter", form).want(t, http.StatusConflict, "answered with other terms")
	ann.get(at).want(t, 200, "Bob has answered with other terms.", to)
	ann.get(to).want(t, 200, "Bob proposes other terms", at, "Accept and play")
	ann.post(to+"/refusal", url.Values{"answer": {strings.Repeat("y", 201)}}).want(t, http.StatusUnprocessableEntity, `id="answer-error"`, strings.Repeat("y", 201))
	ann.post(to+"/refusal", url.Values{"answer": {"Next week."}}).want(t, http.StatusSeeOther)
	bob.get(to).want(t, 200, "Next week.")
}

func TestSuddenDropsAreForDirectors(t *testing.T) {
	w := newWorld(t)
	ann, _ := w.signedUp("Ann")
	bob, _ := w.signedUp("Bob")
	w.office.Directors = []string{"Ann"}
	ann.get("/ratings/drops").want(t, 200, "Sudden rating drops", "Nobody at the moment.")
	bob.get("/ratings/drops").want(t, http.StatusForbidden, "Only those who direct the site can see this.")
	ann.get("/ratings").want(t, 200, `href="/ratings/drops"`)
	bob.get("/ratings").without(t, "/ratings/drops")
}
