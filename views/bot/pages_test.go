package bot

import (
	"flag"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/program"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "write the golden files")

func scenes() map[string]templ.Component {
	frame := ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}
	rookie := program.Program{
		Player: league.Player{ID: "rookie", Name: "Rookie BOT", Kind: league.Program}, Owner: viewstest.Bob, Plays: `Any "move", by <b>Bob`, Site: "https://rookie.example/?a=1&b=2",
		Arena: true, Created: viewstest.KickedOff, Heard: viewstest.Today.Add(-time.Hour),
	}
	other, closed := rookie, rookie
	other.Player.ID, other.Player.Name, other.Site, other.Arena, other.Heard = "other", "Other BOT", "", false, time.Time{}
	closed.Player.ID, closed.Player.Name, closed.Closed = "closed", "Closed BOT", viewstest.Today
	tokens := []league.Token{
		{Hash: [32]byte{1}, Label: `my "bot"`, Created: viewstest.KickedOff, Used: viewstest.Today.Add(-time.Hour), Ends: viewstest.Today.AddDate(0, 1, 0)},
		{Hash: [32]byte{2}, Created: viewstest.KickedOff, Asleep: true, Ends: viewstest.Today.Add(-time.Hour)},
	}
	own := AccountInput{Frame: frame, Done: "saved", Bots: []Owned{{rookie, tokens}, {other, nil}, {closed, nil}}}
	made, secret, wrong, refused, full := own, own, own, own, own
	made.Done, made.Made = "", "other"
	secret.Done, secret.At, secret.Part, secret.Secret = "", "rookie", "token", "kab_SECRET"
	wrong.Done, wrong.At, wrong.Form, wrong.Errors = "", "other", program.Form{Plays: "", Site: `http://"x"`}, map[string]string{"plays": "Say which program plays, and who wrote it.", "site": "No."}
	refused.Done, refused.Form, refused.Errors = "", program.Form{Name: `<b>`, Plays: `"x"`}, map[string]string{"name": "This name is taken."}
	third := other
	third.Player.ID, third.Player.Name = "third", "Third BOT"
	full.Bots = append([]Owned{{third, nil}}, own.Bots...)
	pool := league.Pool{Game: "streetsoccer", Variant: streetsoccer.Game{}.Info().Live()[0].ID}
	last := league.Match{ID: "m1", Seats: [2]league.Seat{{Player: viewstest.Greedy}, {Player: rookie.Player}}, State: league.State{Score: [2]int{1, 2}}}
	arena := ArenaInput{
		Frame: frame, Games: []engine.Game{streetsoccer.Game{}}, Entries: []Entry{{rookie, last}, {other, league.Match{}}},
		Ratings: map[league.Pool][]league.RatingLine{pool: {
			viewstest.Rated(viewstest.Greedy, 0, 1710.5, 30, 22, 80), viewstest.Rated(rookie.Player, 0, 1490, 3, 2, 80), viewstest.Rated(other.Player, 0, 1490, 2, 0, 80),
		}},
		Last: viewstest.Today, Paired: 2, Next: viewstest.Today.Add(time.Hour),
	}
	return map[string]templ.Component{
		"account-none": Account(NewAccountPage(AccountInput{Frame: frame})), "account": Account(NewAccountPage(own)), "account-made": Account(NewAccountPage(made)),
		"account-token": Account(NewAccountPage(secret)), "account-wrong": Account(NewAccountPage(wrong)), "account-refused": Account(NewAccountPage(refused)), "account-full": Account(NewAccountPage(full)),
		"arena": Arena(NewArenaPage(arena)), "arena-none": Arena(NewArenaPage(ArenaInput{Frame: frame, Games: arena.Games, Next: arena.Next})),
	}
}

func TestPages(t *testing.T) { viewstest.CheckPages(t, scenes(), *update) }
