package match_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// TestProgramsSaveFormations saves set-ups by program, lists them, and forgets one.
func TestProgramsSaveFormations(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	p := w.View(id).Record.Position
	move := p.Random(rand.New(rand.NewPCG(7, 7)))
	mover, other := ann, bob // the first of them moves first
	save := func(who *webtest.Program, name string, move any) webtest.Said {
		return who.Post("/matches/"+id+"/formations", webtest.Object{"name": name, "move": move})
	}
	list := func(who *webtest.Program) []any {
		t.Helper()
		return who.Get("/formations").Want(t, http.StatusOK).Body["formations"].([]any)
	}
	if saved := list(mover); len(saved) != 0 {
		t.Errorf("before anything is saved there is %v", saved)
	}
	save(mover, "", move).Want(t, http.StatusUnprocessableEntity, "Give the formation a name.")
	save(mover, "Half", "Mc1c2").Want(t, http.StatusUnprocessableEntity, "Place your figures first")
	save(other, "Mine", move).Want(t, http.StatusUnprocessableEntity, "Formations are saved while you set up.")
	for n := range 12 {
		save(mover, fmt.Sprint("No. ", n), move).Want(t, http.StatusCreated)
	}
	save(mover, "One too many", move).Want(t, http.StatusForbidden, "You have 12 formations")
	saved := list(mover)
	if one := saved[0].(map[string]any); len(saved) != 12 || one["name"] != "No. 0" || one["game"] != "streetsoccer" || one["variant"] != "lg" || one["move"] != string(move) || one["side"] != p.Next().Side.String() || one["made"] == "" {
		t.Errorf("saved are %v", saved)
	}
	drop := func(who *webtest.Program, name string) {
		who.Remove("/formations/streetsoccer/"+url.PathEscape(name)).Want(t, http.StatusNoContent)
	}
	drop(other, "No. 3")
	if saved := list(mover); len(saved) != 12 {
		t.Errorf("another's program left %d of 12", len(saved))
	}
	drop(mover, "No. 3")
	drop(mover, "No. 3")
	if saved := list(mover); len(saved) != 11 || saved[3].(map[string]any)["name"] == "No. 3" {
		t.Errorf("one was forgotten, and there are %v", saved)
	}
}
