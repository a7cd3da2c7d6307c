package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"gorm.io/gorm"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/store/storetest"
)

// counted has the statements of a world's reads counted.
func counted(w *webtest.World) *[]string {
	statements := new([]string)
	note := func(tx *gorm.DB) {
		if !tx.DryRun { // else it is a part of another
			*statements = append(*statements, tx.Statement.SQL.String())
		}
	}
	db := storetest.Below(w.Store)
	for _, side := range []*gorm.DB{db.Reader(w.T.Context()), db.Bare(w.T.Context())} {
		callbacks := side.Callback()
		for _, err := range []error{
			callbacks.Query().After("gorm:query").Register("test:query", note), callbacks.Row().After("gorm:row").Register("test:row", note), callbacks.Raw().After("gorm:raw").Register("test:raw", note),
			callbacks.Create().After("gorm:create").Register("test:create", note), callbacks.Update().After("gorm:update").Register("test:update", note), callbacks.Delete().After("gorm:delete").Register("test:delete", note),
		} {
			if err != nil {
				w.T.Fatal(err)
			}
		}
	}
	return statements
}

// invitedMost is how many invite somebody: more than one player may have are refused.
const invitedMost = 20

// busy is a site with competitions, on which somebody plays in so many tournaments and has, of each kind, as many matches
// and invitations, and has ratings in as many pools; as many tournaments take entries, and so many others are on the ladder.
// The pages to look at come by name.
func busy(t testing.TB, many int) (reader *webtest.Browser, statements *[]string, pages map[string]string) {
	w := webtest.New(t)
	_, ladder := w.LaddersOpen()
	ann := w.Member("Ann")
	w.Accepted(ann.Post(ladder+"/entry", nil))
	var cup, match string
	var pools []league.Pool
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			pools = append(pools, league.Pool{Game: g.Info().ID, Variant: v.ID})
		}
	}
	var ratings []league.Change
	for i := range many {
		cup = ann.Cup(nil)
		for _, bot := range []string{"bot:random", "bot:greedy"} {
			w.Accepted(ann.Post(cup+"/bots", url.Values{"bot": {bot}}))
		}
		w.Accepted(ann.Post(cup+"/start", nil))
		over := ann.Begin()
		w.Accepted(ann.Post("/matches/"+over+"/resignation", nil))
		match = ann.Begin()
		other := w.Member("Other " + strconv.Itoa(i))
		other.Cup(nil)
		ratings = append(ratings, rated(w, ann, other, pools[i%len(pools)])...)
		w.Accepted(other.Post(ladder+"/entry", nil))
		if i < invitedMost {
			other.Offers("person", "Ann")
			other.Offers("anyone", "")
		}
	}
	if err := w.Working().AdvanceCompetitions(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
	ann.Played(match)
	epoch, err := w.Store.Epoch(w.T.Context())
	if err == nil {
		err = w.Store.Weigh(w.T.Context(), league.Weighed{Epoch: epoch, Changes: ratings})
	}
	if err != nil {
		w.T.Fatal(err)
	}
	for range 3 { // what is read once is read
		ann.Ask(http.MethodGet, "/", nil)
		ann.Ask(http.MethodGet, "/matches/"+match, nil)
	}
	id := w.View(match).Match.Seats[0].Player.ID
	return ann.Browser, counted(w), map[string]string{
		"front": "/", "my matches": "/matches", "match": "/matches/" + match, "player": "/players/" + id, "games of a player": "/players/" + id + "/games",
		"ratings of a player": "/players/" + id + "/ratings",
		"tournament":          cup, "tournaments": "/tournaments", "championship": "/championship/streetsoccer/lg", "ladder": "/ladder/streetsoccer/lg",
		"mini cup": "/minicup/streetsoccer/lg", "monthly cup": "/monthlycup/streetsoccer/lg", "ratings": "/ratings", "offers": "/offers", "watch": "/watch",
		"hall": "/hall", "calendar": "/calendar", "competitions": "/competitions", "account": "/account", "inbox": "/inbox", "help": "/help",
	}
}

// rated has two members play a rated game, and returns what it did to their ratings in some pool.
func rated(w *webtest.World, first, second *webtest.Member, pool league.Pool) (changes []league.Change) {
	ctx := w.T.Context()
	made, err := w.Office.Propose(ctx, first.Player, play.Proposal{
		Reservation: w.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: second.Player.Name, Kickoff: league.KickoffMe, Control: "lg", Rated: true,
	})
	if err != nil {
		w.T.Fatal(err)
	}
	m, err := w.Office.Accept(ctx, second.Player, made.Offer.ID, "", false, w.Clock())
	if err != nil {
		w.T.Fatal(err)
	}
	w.Accepted(first.Post("/matches/"+m.ID+"/resignation", nil))
	for seat, s := range m.Seats {
		changes = append(changes, league.Change{Match: m.ID, Seat: seat, Player: s.Player.ID, Pool: pool, Ended: w.Clock(), After: league.Standing{Games: 1}})
	}
	return changes
}

// most is how many statements a page may take for a member who is signed in, on a site where something of each kind is
// there: the goal is 4 for a match, 12 for the front page, 10 for others (P5). What is not there yet stands as it is, so
// that it does not become worse.
var most = map[string]int{
	"match": 4, "front": 12, "my matches": 10, "player": 10, "games of a player": 7, "ratings of a player": 9, "tournament": 8, "tournaments": 4, "championship": 4, "ladder": 11,
	"mini cup": 4, "monthly cup": 4, "ratings": 8, "offers": 9, "watch": 2, "hall": 6, "calendar": 4, "competitions": 8, "account": 6, "inbox": 7, "help": 2,
}

// TestPagesTakeFewStatements, as many on a site with more matches and tournaments: none is sent in a loop.
func TestPagesTakeFewStatements(t *testing.T) {
	t.Parallel()
	took := map[string]int{}
	for _, many := range []int{2, 20} {
		ann, statements, pages := busy(t, many)
		for name, path := range pages {
			*statements = nil
			if got := ann.Ask(http.MethodGet, path, nil); got.Code != http.StatusOK {
				t.Fatalf("%s: %d", path, got.Code)
			}
			n := len(*statements)
			t.Logf("%s: %d statements with %d of everything", name, n, many)
			may := most[name]
			if n > may {
				t.Errorf("%s takes %d statements with %d of everything, and may take %d:\n%s", name, n, many, may, strings.Join(*statements, "\n"))
			}
			if before, known := took[name]; known && before != n {
				t.Errorf("%s takes %d statements with few of everything and %d with more", name, before, n)
			}
			took[name] = n
		}
	}
}

// TestManyWhoAreBehindAreFoundByOneLook, which reads what all were told: it would be read again for each part of them.
func TestManyWhoAreBehindAreFoundByOneLook(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	const many = 1100
	db := storetest.Below(w.Store).Bare(t.Context())
	for _, text := range []string{
		"INSERT INTO players (id, name, kind, created_ms, notices) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT 'behind' || i, 'Behind ' || i, 'member', 1, 1 FROM n",
		"INSERT INTO notices (player_id, n, at_ms, kind, subject, seq, event) SELECT id, 1, ?, 'tournament', 'cup', 0, 'tournament.started' FROM players WHERE id LIKE 'behind%'",
	} {
		with := any(many)
		if strings.Contains(text, "at_ms") {
			with = w.Clock().UnixMilli()
		}
		if err := db.Exec(text, with).Error; err != nil {
			t.Fatal(err)
		}
	}
	statements := counted(w)
	for more := true; more; {
		var err error
		if more, err = w.Office.Reach.FanOut(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	looks := 0
	for _, text := range *statements {
		if strings.Contains(text, "fanned < notices") {
			looks++
		}
	}
	var left, news int64
	db.Table("players").Where("fanned < notices").Count(&left)
	db.Table("news").Where("player_id LIKE 'behind%'").Count(&news)
	if looks != 1 || left != 0 || news != many {
		t.Errorf("after %d looks %d are behind, and %d have news", looks, left, news)
	}
}

// TestAStreamThatIsOpenedAgainTakesFewStatements: by one it is known how far the match has come, and who has a session takes another.
func TestAStreamThatIsOpenedAgainTakesFewStatements(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	match := ann.Begin()
	path, mark := "/matches/"+match+"/stream", webtest.Mark{World: w, ID: match}.String()
	open := func(b *webtest.Browser) {
		s := b.Follow(path, mark)
		defer s.Leave()
		if !s.Lines.Scan() || !strings.HasPrefix(s.Lines.Text(), "retry: ") {
			t.Fatalf("it begins with %q", s.Lines.Text())
		}
	}
	guest := w.Browser()
	open(ann.Browser)
	open(guest)
	statements := counted(w)
	for name, c := range map[string]struct {
		who  *webtest.Browser
		most int
	}{"a member": {ann.Browser, 2}, "a visitor": {guest, 1}} {
		*statements = nil
		open(c.who)
		if n := len(*statements); n > c.most {
			t.Errorf("that of %s takes %d statements, and may take %d:\n%s", name, n, c.most, strings.Join(*statements, "\n"))
		}
	}
}
