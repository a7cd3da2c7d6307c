// Command bot plays whole matches of StreetSoccer through the API of a site, against
// one of the site's bots, each move at random. It is an example to begin with, and needs
// the standard library alone:
//
//	KICKABOUT_TOKEN=$(kickabout token NAME) go run ./testdata/bot http://127.0.0.1:8080 bot:greedy 10
//
// Under a BOT account, whose token is made on the page of your bots, it plays whatever comes, until it is stopped:
//
//	KICKABOUT_TOKEN=kab_… go run ./testdata/bot http://127.0.0.1:8080 arena
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
)

type object = map[string]any

// answer is what the bot wants to know of what it is told.
type answer struct {
	ID, State, You string
	Next           any // of a match: {"side": …}; of steps: a list
	Seq            int
	Moves          []string // nil where there are too many to list
	Move           string   // that the steps spell
	Outcome        object
	Matches        []struct{ ID string } // of a list
}

func main() {
	events := json.NewDecoder(call("GET", "/events", nil)) // it tells of all that happens from now on
	if os.Args[2] == "arena" {
		playAll(events)
	}
	opponent, matches := os.Args[2], 0
	fmt.Sscan(os.Args[3], &matches)
	for range matches {
		m := ask("POST", "/matches/reservations", nil) // the dice are fixed here, before anybody contributes
		m = ask("POST", "/matches", object{"id": m.ID, "game": "streetsoccer", "variant": "lg", "clock": "live",
			"kickoff": "lot", "contribution": fmt.Sprint(rand.Int()), "opponent": opponent})
		for m.State != "over" {
			if m.Next.(object)["side"] == m.You {
				m = ask("POST", "/matches/"+m.ID+"/moves", object{"seq": m.Seq, "move": choose(m)})
			} else { // wait until something has happened, and look again
				read[object](events)
				m = ask("GET", "/matches/"+m.ID, nil)
			}
		}
		fmt.Println(m.ID, "is over. We were", m.You, "and it ended", m.Outcome)
	}
}

// playAll plays in all games of the bot, whoever began them.
func playAll(events *json.Decoder) {
	for {
		for _, mine := range ask("GET", "/matches?turn=mine", nil).Matches {
			for m := ask("GET", "/matches/"+mine.ID, nil); m.State != "over" && m.Next.(object)["side"] == m.You; {
				m = ask("POST", "/matches/"+m.ID+"/moves", object{"seq": m.Seq, "move": choose(m)})
			}
		}
		read[object](events)
	}
}

// choose returns any legal move. Where they are not listed it enters one step by step,
// as somebody would touch one square after another.
func choose(m answer) string {
	if m.Moves != nil {
		return m.Moves[rand.IntN(len(m.Moves))]
	}
	for done := ""; ; {
		steps := ask("GET", "/matches/"+m.ID+"/steps?done="+done, nil)
		if steps.Move != "" {
			return steps.Move
		}
		next := steps.Next.([]any)
		done = strings.TrimPrefix(fmt.Sprint(done, ",", next[rand.IntN(len(next))]), ",")
	}
}

// ask sends a request and reads its answer.
func ask(method, path string, body any) answer {
	from := call(method, path, body)
	defer from.Close()
	return read[answer](json.NewDecoder(from))
}

func read[T any](from *json.Decoder) (a T) {
	if err := from.Decode(&a); err != nil {
		log.Fatal(err)
	}
	return a
}

// call sends a request with the token. What is refused ends the bot.
func call(method, path string, body any) io.ReadCloser {
	text, _ := json.Marshal(body)
	r, _ := http.NewRequest(method, os.Args[1]+"/api/v1"+path, bytes.NewReader(text))
	r.Header.Set("Authorization", "Bearer "+os.Getenv("KICKABOUT_TOKEN"))
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		log.Fatal(err)
	}
	if resp.StatusCode >= 300 {
		problem, _ := io.ReadAll(resp.Body)
		log.Fatal(method, " ", path, ": ", string(problem))
	}
	return resp.Body
}
