package imported

import (
	"flag"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/elsewhere"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "write the golden files")

const (
	paid   = "round,first,second,first_points,second_points\n1,Jane Doe,John Doe,1,0\n1,Li Wei,Zoë,0.5,0.5\n2,Jane Doe,Li Wei,0,1\n2,Zoë,John Doe,1,0\n"
	byes   = "round,first,second,first_points,second_points,bye\n1,Jane Doe,John Doe,1,0,\n1,Zoë,,1,,pairing\n2,Zoë,Jane Doe,1,0,forfeit\n2,John Doe,,0.5,,half\n"
	played = "first,second,ending,winner,first_goals,second_goals\nJane Doe,John Doe,target,first,7,6\nJohn Doe,Jane Doe,goalless,,0,0\n"
)

func read(t *testing.T, text string) elsewhere.Results {
	t.Helper()
	r, report := elsewhere.Read(text, elsewhere.AsFile)
	if len(report.Problems) > 0 {
		t.Fatal(report.Problems)
	}
	return r
}

func TestPages(t *testing.T) {
	frame := ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}
	games := []engine.Game{streetsoccer.Game{}}
	e := elsewhere.Event{
		ID: "e1", Importer: viewstest.Ann, Imported: viewstest.Today, Changed: viewstest.Today,
		About:   elsewhere.About{Name: "Spring Open", Game: "streetsoccer", Variant: "lg", First: "2026-05-30", Last: "2026-05-31", Place: "Essen", Source: "https://club.example/open"},
		Summary: elsewhere.Summary{Players: 4, Games: 4, Winners: "Li Wei and Zoë"},
	}
	other := e
	other.Importer, other.Changed, other.Place, other.Source, other.Game, other.Last, other.Count = league.Player{ID: "b", Name: "Bob"}, viewstest.Today.Add(time.Hour), "", "", "", "2026-05-30", elsewhere.CloseWin
	private := e
	private.Private = true
	form := FormInput{Frame: frame, Games: games, Form: elsewhere.Form{Name: "Spring Open", Text: paid, First: "2026-05-30", Private: true}}
	seen, wrong := form, form
	r := read(t, paid)
	seen.Sent, seen.Results, seen.Report.Notes = true, &r, []string{"Line 3 says the same as line 2: Ann against Bob. It counts twice."}
	wrong.Sent, wrong.Report.Problems, wrong.Errors, wrong.Event = true, []string{"Line 2, column 4 (first_points): there should be a number of points."}, map[string]string{"source": "It begins with https://.", "": "It was changed."}, "e1"
	viewstest.CheckPages(t, map[string]templ.Component{
		"event":         Event(NewEventPage(EventInput{Frame: frame, Games: games, Event: e, Results: r})),
		"event-private": Event(NewEventPage(EventInput{Frame: frame, Games: games, Event: private, Results: r})),
		"event-admin":   Event(NewEventPage(EventInput{Frame: frame, Games: games, Event: other, Results: read(t, played), Admin: true, Errors: map[string]string{"reason": "Say why."}})),
		"event-byes":    Event(NewEventPage(EventInput{Frame: frame, Games: games, Event: e, Results: read(t, byes)})),
		"list-none":     List(NewListPage(ListInput{Frame: frame, Games: games})),
		"list":          List(NewListPage(ListInput{Frame: frame, Games: games, Events: []elsewhere.Event{private, other}, Game: "streetsoccer", Next: "/tournaments/archive?after=x"})),
		"form":          Form(NewFormPage(form)), "form-preview": Form(NewFormPage(seen)), "form-wrong": Form(NewFormPage(wrong)),
		"needs-account": NeedsAccount(frame),
	}, *update)
}
