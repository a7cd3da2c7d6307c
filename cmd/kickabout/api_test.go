package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league"
	membersleague "kickabout/league/members"
)

// signUp makes an account.
func (r *running) signUp(name string) league.Player {
	r.t.Helper()
	player, _, err := r.server.office.SignUp(r.t.Context(), membersleague.Credentials{Name: name, Password: "correct horse battery"})
	if err != nil {
		r.t.Fatal(err)
	}
	return player
}

// TestProofTheExampleBotPlaysWholeMatches builds the bot of testdata and lets it play
// against greedy, with a token that was made beside the running server.
func TestProofTheExampleBotPlaysWholeMatches(t *testing.T) {
	r := serve(t)
	player := r.signUp("Robot")
	token, complaint, code := kickabout(t, "", "token", "Robot", "--data", r.config.Data)
	if code != 0 {
		t.Fatalf("no token: %s", complaint)
	}
	bot := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("go", "build", "-o", bot, "../../testdata/bot").CombinedOutput(); err != nil {
		t.Fatalf("the example does not build: %v\n%s", err, out)
	}
	matches := enginetest.Size(10)
	cmd := exec.Command(bot, r.address, "bot:greedy", strconv.Itoa(matches))
	cmd.Env = append(os.Environ(), "KICKABOUT_TOKEN="+strings.TrimSpace(token))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the bot ended with %v\n%s", err, out)
	}
	t.Logf("%s", out)
	over, err := r.server.office.MatchesOf(t.Context(), league.Site(), player.ID, matches+1)
	if err != nil || len(over) != matches || strings.Count(string(out), "\n") != matches {
		t.Errorf("%d matches were played, %d told, %v", len(over), strings.Count(string(out), "\n"), err)
	}
	for _, m := range over {
		if !m.State.Outcome.Over() || m.Seats[0].Contribution == "" {
			t.Errorf("match %s ended %+v", m.ID, m.State.Outcome)
		}
	}
}
