package tournament_test

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestAKnockOutByPrograms(t *testing.T) { // R-UT-4
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	cup := webtest.Object{"name": "Autumn Cup", "format": "knockout", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 4, "cycles": 1, "start": "full", "playing": true, "bots": 4, "round_days": 45}
	wrong := webtest.Object{}
	for k, v := range cup {
		wrong[k] = v
	}
	wrong["format"], wrong["round_days"], wrong["group_size"], wrong["through"] = "groups", 999, 9, 9
	ann.Post("/tournaments", wrong).Want(t, 422, "body.round_days", "body.group_size", "body.through")
	at := strings.TrimPrefix(ann.Post("/tournaments", cup).Want(t, 201).Header.Get("Location"), "/api/v1")
	bob.Put(at+"/entry").Want(t, 200)
	ann.Put(at+"/bots/bot:random").Want(t, 200)
	begun := ann.Put(at+"/bots/bot:greedy").Want(t, 200, `"state":"running"`, `"name":"Semi-finals"`, `"name":"Final"`, `"key":"r1/t1"`, `"seed":4`, `"ends":`).Body
	rounds := begun["rounds"].([]any)
	if _, there := rounds[1].(webtest.Object)["third_place"]; there {
		t.Error("there is a third place that nobody plays for")
	}
	if len(rounds) != 2 || len(rounds[0].(webtest.Object)["ties"].([]any)) != 2 || len(begun["fixtures"].([]any)) != 2 || len(begun["table"].([]any)) != 4 {
		t.Errorf("begun is %v", begun)
	}
	cup["third_place"], cup["start"] = true, "organiser"
	at = strings.TrimPrefix(ann.Post("/tournaments", cup).Want(t, 201).Header.Get("Location"), "/api/v1")
	for _, third := range []bool{false, true} {
		ann.Post(at+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"third_place": third}}).Want(t, 200)
	}
	for _, bot := range []string{"random", "greedy", "normal"} {
		ann.Put(at + "/bots/bot:" + bot)
	}
	bob.Put(at+"/entry").Want(t, 200)
	ann.Post(at+"/start", nil).Want(t, 200, `"third_place":{"key":"r2/t2"`)
	cup["start"] = "full"
	delete(cup, "third_place")
	cup["format"], cup["places"], cup["group_size"], cup["through"], cup["name"] = "groups", 6, 3, 1, "Winter Cup"
	at = strings.TrimPrefix(ann.Post("/tournaments", cup).Want(t, 201).Header.Get("Location"), "/api/v1")
	for _, name := range []string{"Cleo", "Dan", "Eve", "Fay"} {
		w.Program(name).Put(at+"/entry").Want(t, 200)
	}
	groups := bob.Put(at+"/entry").Want(t, 200, `"state":"running"`).Body["groups"].([]any)
	if len(groups) != 2 || groups[1].(webtest.Object)["group"] != "s1/g2" || len(groups[0].(webtest.Object)["table"].([]any)) != 3 {
		t.Errorf("the groups are %v", groups)
	}
}
