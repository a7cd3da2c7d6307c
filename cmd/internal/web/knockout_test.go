package web_test

import (
	"strings"
	"testing"
)

func TestAKnockOutByPrograms(t *testing.T) { // R-UT-4
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	cup := object{"name": "Autumn Cup", "format": "knockout", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 4, "cycles": 1, "start": "full", "playing": true, "round_days": 45}
	wrong := object{}
	for k, v := range cup {
		wrong[k] = v
	}
	wrong["format"], wrong["round_days"], wrong["group_size"], wrong["through"] = "groups", 999, 9, 9
	ann.post("/tournaments", wrong).want(t, 422, "body.round_days", "body.group_size", "body.through")
	at := strings.TrimPrefix(ann.post("/tournaments", cup).want(t, 201).Header.Get("Location"), "/api/v1")
	bob.put(at+"/entry").want(t, 200)
	ann.put(at+"/bots/bot:random").want(t, 200)
	begun := ann.put(at+"/bots/bot:greedy").want(t, 200, `"state":"running"`, `"name":"Semi-finals"`, `"name":"Final"`, `"key":"r1/t1"`, `"seed":4`, `"ends":`).Body
	rounds := begun["rounds"].([]any)
	if _, there := rounds[1].(object)["third_place"]; there {
		t.Error("there is a third place that nobody plays for")
	}
	if len(rounds) != 2 || len(rounds[0].(object)["ties"].([]any)) != 2 || len(begun["fixtures"].([]any)) != 2 || len(begun["table"].([]any)) != 4 {
		t.Errorf("begun is %v", begun)
	}
	cup["third_place"], cup["start"] = true, "organiser"
	at = strings.TrimPrefix(ann.post("/tournaments", cup).want(t, 201).Header.Get("Location"), "/api/v1")
	for _, third := range []bool{false, true} {
		ann.post(at+"/desk", object{"act": "change", "terms": object{"third_place": third}}).want(t, 200)
	}
	for _, bot := range []string{"random", "greedy", "normal"} {
		ann.put(at + "/bots/bot:" + bot)
	}
	bob.put(at+"/entry").want(t, 200)
	ann.post(at+"/start", nil).want(t, 200, `"third_place":{"key":"r2/t2"`)
	cup["start"] = "full"
	delete(cup, "third_place")
	cup["format"], cup["places"], cup["group_size"], cup["through"], cup["name"] = "groups", 6, 3, 1, "Winter Cup"
	at = strings.TrimPrefix(ann.post("/tournaments", cup).want(t, 201).Header.Get("Location"), "/api/v1")
	for _, name := range []string{"Cleo", "Dan", "Eve", "Fay"} {
		w.program(name).put(at+"/entry").want(t, 200)
	}
	groups := bob.put(at+"/entry").want(t, 200, `"state":"running"`).Body["groups"].([]any)
	if len(groups) != 2 || groups[1].(object)["group"] != "s1/g2" || len(groups[0].(object)["table"].([]any)) != 3 {
		t.Errorf("the groups are %v", groups)
	}
}
