package tournament_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// TestAListOfPlayersIsInvited previews a list, puts it right, invites who is on it, and seeds them once they have entered.
func TestAListOfPlayersIsInvited(t *testing.T) { // R-UT-7
	t.Parallel()
	w := webtest.New(t)
	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	cup := ann.Cup(func(f url.Values) { f.Set("seeding", "hand") })
	list := cup + "/roster"
	ann.Get(cup+"/desk").Want(t, http.StatusOK, `href="`+list+`"`)
	bob.Get(list).Want(t, http.StatusForbidden, "can bring a list of players")
	ann.Get(list).Want(t, http.StatusOK, "Show what it would do", "At most 1,000 players")

	send := func(pairs ...string) webtest.Answer {
		form := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		return ann.Post(list, form)
	}
	wrong := "name;seed\nBob;2\nCleo;two\n"
	for _, do := range []string{"", "invite"} {
		send("text", wrong, "do", do, "message", "Come & play").Want(t, http.StatusUnprocessableEntity,
			"Line 3, column 2: a seed should be a whole number", "Cleo;two", "Come &amp; play")
	}
	right := "name;seed\nBob;2\ncleo;1\nNobody;\nBOB;\n"
	body := send("text", right, "message", "Come & play").Want(t, http.StatusOK, "2 players would be invited", ">not found<",
		">as in line 2<", "Invite 2 players", "Nobody;").Body
	if strings.Contains(body, "Seed the") {
		t.Error("those are seeded who have not entered")
	}
	bob.Get(cup).Want(t, http.StatusOK)
	if body := ann.Get(cup + "/desk").Body; strings.Contains(body, "Ann invited") {
		t.Fatal("the preview has invited somebody")
	}
	bob.Post(list, url.Values{"text": {right}, "do": {"invite"}}).Want(t, http.StatusForbidden)
	send("text", right, "message", "Come & play", "do", "invite").Want(t, http.StatusSeeOther)
	ann.Get(cup+"/desk").Want(t, http.StatusOK, "Invited: Bob and Cleo", "Ann invited Cleo: “Come &amp; play”")
	bob.Get(cup).Want(t, http.StatusOK, "You are invited")
	send("text", right, "do", "invite").Want(t, http.StatusConflict, "nothing was changed", "Nobody;")

	send("text", right).Want(t, http.StatusOK, "0 players would be invited", "is invited already")
	for _, m := range []*webtest.Member{bob, cleo} {
		m.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	send("text", right).Want(t, http.StatusOK, "has entered", "Seed the 2 players of this list")
	send("text", right, "do", "invite", "seed", "1").Want(t, http.StatusSeeOther)
	ann.Get(cup+"/desk").Want(t, http.StatusOK, `name="seed-`+cleo.Player.ID+`" value="1"`, `name="seed-`+bob.Player.ID+`" value="2"`)
	send("text", right, "do", "invite", "seed", "1").Want(t, http.StatusConflict, "nothing was changed")
}

// TestAListOfPlayersAsAFile sends the file that a browser would, and one that is too large.
func TestAListOfPlayersAsAFile(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	w.Member("Bob")
	cup := ann.Cup(nil)
	send := func(content string) webtest.Answer {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		_ = form.WriteField("text", "")
		file, _ := form.CreateFormFile("file", "players.csv")
		_, _ = file.Write([]byte(content))
		_ = form.Close()
		return ann.Send(http.MethodPost, cup+"/roster", body.String(), http.Header{"Content-Type": {form.FormDataContentType()}})
	}
	send("\ufeffname\tclub\r\nBob\tx\r\n").Want(t, http.StatusOK, "Invite 1 player<")
	send("name\n"+strings.Repeat("x\n", 28_000)).Want(t, http.StatusUnprocessableEntity, "more than 48 kB")
}
