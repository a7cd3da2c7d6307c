package offer_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/oneline"
)

func TestAnOfferIsTakenAndTheGameBegins(t *testing.T) {
	w := webtest.New(t)
	ann, annIs := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	form := ann.OfferForm("anyone", "")
	found := webtest.ReservationField.FindStringSubmatch(ann.Get("/offers/new").Want(t, 200, "Make an offer").Body)
	if found == nil {
		t.Fatal("the form has no reservation")
	}
	form.Set("reservation", found[1])
	form.Set("rated", "1")
	at := ann.Post("/offers", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	if at != "/offers/"+found[1] {
		t.Errorf("the offer is at %s", at)
	}
	ann.Get(at).Want(t, 200, "Your offer", "You go first", "for luck", "Withdraw")
	ann.Get("/offers").Want(t, 200, "Yours", "For anyone", "Withdraw", "Nobody else offers a seat")

	bob.Get("/").Want(t, 200, "Play a person", "Ann", "Waiting room")
	bob.Get("/offers").Want(t, 200, "Ann goes first", "a quick one?", "10 days each", "rated", "Take the seat")
	page := bob.Get(at).Want(t, 200, "Ann offers a game", "Take the seat", "fingerprint")
	if strings.Contains(page.Body, "for luck") {
		t.Error("what Ann gave to the dice is shown before the game begins")
	}
	match := bob.Post(at+"/acceptance", url.Values{"contribution": {"and mine"}}).Want(t, http.StatusSeeOther).Header.Get("Location")
	if want := strings.Replace(at, "/offers/", "/matches/", 1); match != want {
		t.Errorf("the game is at %s, want %s", match, want)
	}
	bob.Get(match).Want(t, 200, "Bob", "Ann")
	ann.Get(at).Want(t, 200, "Somebody has taken the seat", "To the game")
	v := w.View(strings.TrimPrefix(match, "/matches/"))
	if v.Match.Seats[0].Player.ID != annIs.ID || v.Match.Seats[0].Contribution != "for luck" || v.Match.Seats[1].Contribution != "and mine" || !v.Match.Rated {
		t.Errorf("the match is %+v", v.Match)
	}
	ann.Get("/offers").Want(t, 200, "Nobody else offers a seat")
}

func TestAnInvitationIsDeclined(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	cleo, _ := w.SignedUp("Cleo")
	ann.Get("/offers/new?opponent=Bob").Want(t, 200, `value="Bob"`, `value="person" checked`)
	at := ann.Offers("person", "bob") // however it is written
	ann.Get(at).Want(t, 200, "You invite Bob")
	ann.Get("/matches").Want(t, 200, "Your invitations", "Bob")
	bob.Get("/").Want(t, 200, "You are invited to a game.")
	for _, page := range []string{"/offers", "/matches"} {
		bob.Get(page).Want(t, 200, at, "Invitations to you", "Ann")
	}
	if got := cleo.Get("/offers"); strings.Contains(got.Body, "Bob") {
		t.Error("a third player sees the invitation")
	}
	cleo.Get(at).Want(t, http.StatusNotFound)
	bob.Get(at).Want(t, 200, "Ann invites you", "Accept and play", "Decline")
	bob.Post(at+"/refusal", url.Values{}).Want(t, http.StatusSeeOther)
	ann.Get(at).Want(t, 200, "Bob has declined.")
	bob.Get(at).Want(t, 200, "You have declined.")
	bob.Post(at+"/acceptance", url.Values{"contribution": {"typed with love"}}).Want(t, http.StatusConflict, "has been declined", "typed with love")
}

func TestTheLoserOfTheLastSeatIsToldSoOnThePage(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	cleo, _ := w.SignedUp("Cleo")
	at := ann.Offers("anyone", "")
	for range 2 { // a double click of the winner
		bob.Post(at+"/acceptance", url.Values{}).Want(t, http.StatusSeeOther)
	}
	cleo.Post(at+"/acceptance", url.Values{"contribution": {"typed with love"}}).
		Want(t, http.StatusConflict, "Somebody else has taken this seat", "typed with love", "Waiting room")
	ann.Post(at+"/withdrawal", url.Values{}).Want(t, http.StatusConflict, "Somebody else has taken this seat")
}

func TestAWrongOfferIsSaidBesideItsFieldAndKept(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
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
		{"message", strings.Repeat("ä", 201), "message", "At most 200 letters. This has 201."},
		{"contribution", strings.Repeat("ä", 40), "contribution", "At most 64 characters"},
		{"contribution", "a\x00b", "contribution", "Use letters, digits and signs only"},
		{"reservation", "mine", "reservation", "This form is out of date"},
	} {
		form := ann.OfferForm("person", "Nobody else")
		form.Set("rated", "1")
		form.Set(c.field, c.value)
		if c.field == "opponent" {
			form.Set("name", "")
		}
		if c.field != "message" {
			form.Set("message", "typed with love")
		}
		got := ann.Post("/offers", form).Want(t, http.StatusUnprocessableEntity, `id="`+c.beside+`-error"`, c.sentence, `name="rated" value="1" checked`)
		for field, value := range map[string]string{"message": form.Get("message"), "contribution": form.Get("contribution")} {
			if !strings.Contains(got.Body, `value="`+strings.ReplaceAll(value, "\x00", "\uFFFD")+`"`) && !strings.Contains(got.Body, `value="`+value+`"`) {
				t.Errorf("%s %q: the %s is lost", c.field, c.value, field)
			}
		}
	}
	ann.Get("/offers").Want(t, 200, "Nobody else offers a seat")
	if got := ann.Get("/offers"); strings.Contains(got.Body, "Yours") {
		t.Error("something was made")
	}
	bob.Get("/matches").Want(t, 200, "No game waits for you")

	at := ann.Offers("anyone", "")
	bob.Post(at+"/acceptance", url.Values{"contribution": {strings.Repeat("x", 65)}}).
		Want(t, http.StatusUnprocessableEntity, "At most 64 characters", strings.Repeat("x", 65), "Take the seat")
	for range 4 {
		ann.Offers("anyone", "")
	}
	form := ann.OfferForm("anyone", "")
	form.Set("message", "the sixth")
	ann.Post("/offers", form).Want(t, http.StatusForbidden, "You have 5 open offers", "the sixth")
	again := ann.OfferForm("anyone", "")
	again.Set("reservation", strings.TrimPrefix(at, "/offers/"))
	if got := ann.Post("/offers", again).Want(t, http.StatusSeeOther); got.Header.Get("Location") != at {
		t.Error("a double click made two offers")
	}
	bob.Post("/offers", again).Want(t, http.StatusConflict, "already begun", "a quick one?")
}

func TestAFormThatComesBackKeepsItsDice(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	shown := func(a webtest.Answer) string { return webtest.ReservationField.FindStringSubmatch(a.Body)[1] }
	offer, game := ann.OfferForm("person", "Nobody"), ann.StartForm()
	game.Set("control", "never")
	for path, form := range map[string]url.Values{"/offers": offer, "/matches": game} {
		if got := shown(ann.Post(path, form).Want(t, http.StatusUnprocessableEntity)); got != form.Get("reservation") {
			t.Errorf("%s has changed %s to %s", path, form.Get("reservation"), got)
		}
		form.Set("reservation", "myverygamemyvery")
		if got := shown(ann.Post(path, form).Want(t, http.StatusUnprocessableEntity)); got == "myverygamemyvery" {
			t.Errorf("%s keeps a reservation that is none", path)
		}
	}
	used := ann.OfferForm("anyone", "")
	ann.Post("/offers", used).Want(t, http.StatusSeeOther)
	if got := shown(bob.Post("/offers", used).Want(t, http.StatusConflict)); got == used.Get("reservation") {
		t.Error("a reservation that is used up comes back")
	}
}

func TestBlockingIsGentleAndCanBeUndone(t *testing.T) {
	w := webtest.New(t)
	ann, annIs := w.SignedUp("Ann")
	bob, bobIs := w.SignedUp("Bob")
	bobs := bob.Offers("person", "Ann")
	bob.Get("/players/"+annIs.ID).Want(t, 200, `action="/players/`+annIs.ID+`/block"`)
	for range 2 {
		if to := ann.Post("/players/"+bobIs.ID+"/block", url.Values{}).Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/players/"+bobIs.ID {
			t.Errorf("it leads to %s", to)
		}
	}
	ann.Get("/players/"+bobIs.ID).Want(t, 200, "You have blocked Bob")
	ann.Get("/offers").Want(t, 200, "You have blocked:")
	if got := ann.Get("/matches"); strings.Contains(got.Body, bobs) {
		t.Error("an invitation of a blocked player is shown")
	}
	ann.Post(bobs+"/acceptance", url.Values{}).Want(t, http.StatusForbidden, "You have blocked Bob. Unblock this player first.")
	anns := ann.Offers("anyone", "")
	if got := bob.Get("/offers"); strings.Contains(got.Body, anns) {
		t.Error("an offer of a player who has blocked me is shown")
	}
	bob.Post(anns+"/acceptance", url.Values{"contribution": {"kept"}}).Want(t, http.StatusForbidden, "This player does not take games from you.", "kept")
	bob.Post("/offers", bob.OfferForm("person", "Ann")).
		Want(t, http.StatusForbidden, `id="opponent-error"`, "This player does not take games from you.", `value="Ann"`)
	ann.Post("/players/"+annIs.ID+"/block", url.Values{}).Want(t, http.StatusUnprocessableEntity, "You cannot block yourself")
	ann.Post("/players/"+bobIs.ID+"/unblock", url.Values{}).Want(t, http.StatusSeeOther)
	bob.Post(anns+"/acceptance", url.Values{}).Want(t, http.StatusSeeOther)
}

func TestARematchIsOneClickAway(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	at := ann.Offers("anyone", "")
	match := bob.Post(at+"/acceptance", url.Values{}).Header.Get("Location")
	id := strings.TrimPrefix(match, "/matches/")
	if got := bob.Get(match); strings.Contains(got.Body, "Rematch") {
		t.Error("a rematch of a game that goes on")
	}
	bob.Post(match+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	bob.Get(match).Want(t, 200, `href="/offers/new?rematch=`+id+`"`)
	bob.Get("/offers/new?rematch="+id).Want(t, 200, `value="person" checked`, `value="Ann"`, `value="me" checked`)
	ann.Get("/offers/new?rematch="+id).Want(t, 200, `value="Bob"`, `value="you" checked`)
	cleo, _ := w.SignedUp("Cleo")
	if got := cleo.Get(match); strings.Contains(got.Body, "Rematch") {
		t.Error("a rematch for who did not play")
	}
	cleo.Get("/offers/new?rematch="+id).Want(t, http.StatusForbidden, "You do not play in this game")
	ann.Get("/offers/new?rematch=none").Want(t, http.StatusNotFound)

	guest := w.Browser()
	game := guest.Begin()
	guest.Post("/matches/"+game+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	guest.Get("/matches/"+game).Want(t, 200, `href="/?rematch=`+game+`"`)
	guest.Get("/?rematch="+game).Want(t, 200, `value="bot:trainee" checked`, `value="you" checked`)
	w.Browser().Get("/?rematch="+game).Want(t, http.StatusForbidden)
}

func TestHowAnAuthorPlaysIsSaidBeforeASeatIsTaken(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	at := ann.Offers("anyone", "")
	bob.Get("/offers").Want(t, 200, "No finished games yet")
	match := bob.Post(at+"/acceptance", url.Values{}).Header.Get("Location")
	ann.Post(match+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	ann.Offers("anyone", "")
	const says = "100 % of 1 game not lost on time"
	for _, page := range []string{"/offers", "/matches"} {
		if got := strings.Count(bob.Get(page).Body, says); got != map[string]int{"/offers": 1}[page] {
			t.Errorf("%s says it %d times before the invitation", page, got)
		}
	}
	ann.Offers("person", "Bob")
	bob.Get("/matches").Want(t, 200, says)
	if got := ann.Get("/offers").Body; strings.Contains(got, says) {
		t.Error("Ann is told how she plays, beside her own offers")
	}
}

func TestGuestsAreAskedToSignUp(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	at := ann.Offers("anyone", "")
	guest := w.Browser()
	guest.Begin()
	for _, b := range []*webtest.Browser{guest, w.Browser()} {
		b.Get("/").Want(t, 200, "Sign up to take a seat")
		b.Get("/offers").Want(t, 200, "Sign up to take a seat", "Ann")
		b.Get("/offers/new").Want(t, 200, "take an account", `href="/signup?next=/offers/new"`)
		b.Get(at).Want(t, 200, "Sign up to take the seat", `href="/signup?next=`+at+`"`)
		b.Post(at+"/acceptance", url.Values{}).Want(t, http.StatusForbidden, "Sign up first", `href="/signup?next=`+at+`"`)
		b.Post("/offers", b.OfferForm("anyone", "")).Want(t, http.StatusForbidden, "Sign up first")
		b.Post("/offers", b.OfferForm("bot:greedy", "")).Want(t, http.StatusForbidden, "Sign up first")
	}
}

func TestTheFormOfAnOfferBeginsGamesAgainstBotsToo(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	form := ann.OfferForm("bot:greedy", "")
	form.Set("rated", "1")
	at := ann.Post("/offers", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	id, ok := strings.CutPrefix(at, "/matches/")
	if !ok || w.View(id).Match.Rated {
		t.Errorf("it leads to %s", at)
	}
}

func TestAnOfferThatRanOutIsGoneFromEveryPage(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	at := ann.Offers("person", "Bob")
	w.Wait(14 * 24 * time.Hour)
	bob.Get(at).Want(t, 200, "Its time has run out.")
	for _, page := range []string{"/offers", "/matches", "/"} {
		for _, b := range []*webtest.Browser{ann, bob} {
			if got := b.Get(page); strings.Contains(got.Body, at) {
				t.Errorf("%s still shows it", page)
			}
		}
	}
	bob.Post(at+"/acceptance", url.Values{}).Want(t, http.StatusConflict, "This invitation has run out.")
}

// TestEveryOfferAnswersEveryRoleAsWritten says what each role gets at each kind of offer.
func TestEveryOfferAnswersEveryRoleAsWritten(t *testing.T) {
	w := webtest.New(t)
	author, authorIs := w.SignedUp("Author")
	invited, _ := w.SignedUp("Invited")
	third, _ := w.SignedUp("Third")
	taker, _ := w.SignedUp("Taker")
	guest := w.Browser()
	guest.Begin()
	people := map[string]*webtest.Browser{"nobody": w.Browser(), "guest": guest, "third": third, "invited": invited, "author": author}
	w.Office.Limits = league.OfferLimits{Open: 1000, Site: 1000, Invited: 1000, Pair: 2}
	kinds := map[string]func() string{
		"seat":       func() string { return author.Offers("anyone", "") },
		"invitation": func() string { return author.Offers("person", "Invited") },
		"taken": func() string {
			at := author.Offers("anyone", "")
			taker.Post(at+"/acceptance", url.Values{}).Want(t, http.StatusSeeOther)
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
				if got := people[role].Do(method, at+act, form, nil).Status; got != want {
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
			if got := people[role].Post(path, people[role].OfferForm("anyone", "")).Status; got != want {
				t.Errorf("%s POST %s: %d, want %d", role, path, got, want)
			}
		}
	}
	t.Logf("%d cells", cells)
}

// TestProofNoStoredMessageBecomesMarkup is S3 for the message of an offer: whatever it
// says, every page that shows it has the same tags.
func TestProofNoStoredMessageBecomesMarkup(t *testing.T) {
	w := webtest.New(t)
	author, _ := w.SignedUp("Ann")
	invited, _ := w.SignedUp("Bob")
	guest := w.Browser()
	// offered makes an offer and an invitation, and returns what every page shows of them.
	offered := func(message string) map[string]*httptest.ResponseRecorder {
		form, personal := author.OfferForm("anyone", ""), author.OfferForm("person", "Bob")
		pages := map[string]*httptest.ResponseRecorder{}
		for name, form := range map[string]url.Values{"seat": form, "invitation": personal} {
			form.Set("message", message)
			at := author.Ask(http.MethodPost, "/offers", form).Header().Get("Location")
			if at == "" {
				t.Fatalf("%q was not offered", message)
			}
			for who, b := range map[string]*webtest.Browser{"author": author, "invited": invited, "guest": guest} {
				for _, path := range []string{"/", "/offers", "/matches", at} {
					pages[strings.Replace(path, at, "it", 1)+" "+name+" "+who] = b.Ask(http.MethodGet, path, nil)
				}
			}
			if name == "invitation" { // the same text declines it
				invited.Post(at+"/refusal", url.Values{"answer": {message}}).Want(t, http.StatusSeeOther)
			} else {
				author.Post(at+"/withdrawal", url.Values{}).Want(t, http.StatusSeeOther)
			}
			pages["gone "+name] = author.Ask(http.MethodGet, at, nil)
		}
		return pages
	}
	harmless := map[string]webtest.Model{}
	for page, answer := range offered("x") {
		harmless[page] = webtest.NewModel(answer)
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 0), 0
	for _, text := range texts {
		message, err := oneline.Clean("message", text, 200)
		if err != nil || message == "" {
			continue
		}
		for page, got := range offered(text) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[page]); why != "" {
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
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	form := ann.OfferForm("anyone", "")
	form.Set("from", "2000")
	form.Set("slots", "3")
	strong := ann.Post("/offers", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	bob.Get("/offers").Want(t, 200, strong, "3 of 3 seats free", "For ratings 2000 and more", "This is for ratings of 2000.0 and more, and yours is 1500.0.")
	w.Browser().Get("/offers?free=1").Want(t, 200, strong) // who is nobody is told to sign up instead
	bob.Get("/offers?rules=streetsoccer%2Flg&control=lg&rated=unrated").Want(t, 200, strong, `value="streetsoccer/lg" selected`, `value="lg" selected`, `value="unrated" selected`)
	for _, query := range []string{"?free=1", "?control=fast", "?rules=onetwofun", "?rated=rated", "?rules=%3Cb%3E"} {
		got := bob.Get("/offers"+query).Want(t, 200, "There is one open seat, which is not what you look for.", "Show all")
		if strings.Contains(got.Body, strong) {
			t.Errorf("%s shows it all the same", query)
		}
	}
	bob.Get(strong).Want(t, 200, "This is for ratings of 2000.0 and more, and yours is 1500.0.")
	bob.Post(strong+"/acceptance", url.Values{"contribution": {"kept"}}).Want(t, http.StatusForbidden, "and yours is 1500.0", "kept")
}

func TestALinkIsShownToItsAuthorAndLetsAGuestIn(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	at := ann.Offers("link", "")
	page := ann.Get(at).Want(t, 200, "Your invitation by a link", "/invited/")
	_, rest, _ := strings.Cut(page.Body, "/invited/")
	link, _, _ := strings.Cut("/invited/"+rest, "<")
	guest, late := w.Browser(), w.Browser()
	guest.Get(at).Want(t, http.StatusNotFound)
	if got := guest.Get(link).Want(t, 200, "Ann invites you", "Accept and play", "/signup?next="+link); strings.Contains(got.Body, "for luck") {
		t.Error("what Ann gave to the dice is shown before the game begins")
	}
	guest.Post(link+"/acceptance", url.Values{"contribution": {strings.Repeat("x", 65)}}).Want(t, http.StatusUnprocessableEntity, "At most 64 characters", strings.Repeat("x", 65))
	for range 2 { // a double click
		guest.Post(link+"/acceptance", url.Values{}).Want(t, http.StatusSeeOther)
	}
	late.Post(link+"/acceptance", url.Values{"contribution": {"kept"}}).Want(t, http.StatusConflict, "Somebody else has taken this seat", "kept")
	form := ann.OfferForm("link", "")
	form.Set("rated", "1")
	rated := ann.Post("/offers", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	_, rest, _ = strings.Cut(ann.Get(rated).Body, "/invited/")
	link, _, _ = strings.Cut("/invited/"+rest, "<")
	guest.Get(link).Want(t, 200, "Sign up to take the seat", "/signup?next="+link)
	guest.Post(link+"/acceptance", url.Values{}).Want(t, http.StatusForbidden, "Sign up first")
}

func TestOtherTermsAreTypedWithoutLosingAnything(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	cleo, _ := w.SignedUp("Cleo")
	at := ann.Offers("person", "Bob")
	bob.Get(at+"/counter").Want(t, 200, "Other terms for Ann", `value="you" checked`)
	ann.Get(at+"/counter").Want(t, http.StatusForbidden, "Only the player who is invited can propose other terms.")
	cleo.Get(at+"/counter").Want(t, http.StatusNotFound)
	form := bob.OfferForm("", "")
	form.Set("kickoff", "you")
	bob.Post(at+"/counter", form).Want(t, http.StatusUnprocessableEntity, "These are the terms that Ann proposes.", "a quick one?", "for luck")
	form.Set("days", "31")
	form.Set("control", "live")
	bob.Post(at+"/counter", form).Want(t, http.StatusUnprocessableEntity, `id="days-error"`, "a quick one?", `value="live" checked`)
	form.Set("days", "")
	to := bob.Post(at+"/counter", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	if again := bob.Post(at+"/counter", form).Want(t, http.StatusSeeOther).Header.Get("Location"); again != to || to == at {
		t.Errorf("a double click led to %s and %s", to, again)
	}
	form.Set("reservation", w.Office.Reserve().ID)
	bob.Post(at+"/counter", form).Want(t, http.StatusConflict, "answered with other terms")
	ann.Get(at).Want(t, 200, "Bob has answered with other terms.", to)
	ann.Get(to).Want(t, 200, "Bob proposes other terms", at, "Accept and play")
	ann.Post(to+"/refusal", url.Values{"answer": {strings.Repeat("y", 201)}}).Want(t, http.StatusUnprocessableEntity, `id="answer-error"`, strings.Repeat("y", 201))
	ann.Post(to+"/refusal", url.Values{"answer": {"Next week."}}).Want(t, http.StatusSeeOther)
	bob.Get(to).Want(t, 200, "Next week.")
}

func TestSuddenDropsAreForDirectors(t *testing.T) {
	w := webtest.New(t)
	ann, _ := w.SignedUp("Ann")
	bob, _ := w.SignedUp("Bob")
	w.Office.Directors = []string{"Ann"}
	ann.Get("/ratings/drops").Want(t, 200, "Sudden rating drops", "Nobody at the moment.")
	bob.Get("/ratings/drops").Want(t, http.StatusForbidden, "Only those who direct the site can see this.")
	ann.Get("/ratings").Want(t, 200, `href="/ratings/drops"`)
	bob.Get("/ratings").Without(t, "/ratings/drops")
}
