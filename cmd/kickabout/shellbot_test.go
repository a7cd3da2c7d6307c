package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/views/help"
)

// TestProofTheShellBotOfTheManualPlaysAWholeMatch runs the script as the manual has it.
func TestProofTheShellBotOfTheManualPlaysAWholeMatch(t *testing.T) {
	for _, program := range []string{"bash", "curl", "jq", "shuf"} {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("there is no %s here", program)
			}
			t.Skipf("there is no %s here", program)
		}
	}
	manual, err := help.Markdown("api")
	if err != nil {
		t.Fatal(err)
	}
	_, script, found := strings.Cut(manual, "## A whole player in a shell\n")
	_, script, begun := strings.Cut(script, "```\n")
	script, _, ended := strings.Cut(script, "```\n")
	if !found || !begun || !ended {
		t.Fatal("the manual has no script")
	}
	file := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	r := serve(t)
	player := r.signUp("Robot")
	token, complaint, code := kickabout(t, "", "token", "Robot", "--data", r.config.Data)
	if code != 0 {
		t.Fatalf("no token: %s", complaint)
	}
	run := func(opponent string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "bash", file, r.address, opponent)
		cmd.Env = append(os.Environ(), "KICKABOUT_TOKEN="+strings.TrimSpace(token))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run("bot:greedy")
	if err != nil || strings.Count(out, "\n") != 1 || !strings.Contains(out, " is over. We were ") {
		t.Errorf("the bot ended with %v\n%s", err, out)
	}
	over, err := r.server.office.MatchesOf(t.Context(), league.Site(), player.ID, 2)
	if err != nil || len(over) != 1 || !over[0].State.Outcome.Over() || !strings.HasPrefix(out, over[0].ID) {
		t.Errorf("%d matches were played, %v", len(over), err)
	}
	if out, err := run("bot:nobody"); err == nil || !strings.Contains(out, "detail") {
		t.Errorf("what is refused ends the bot with %v: %s", err, out)
	}
}
