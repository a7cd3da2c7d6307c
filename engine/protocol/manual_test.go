package protocol_test

import (
	"os"
	"strings"
	"testing"

	"kickabout/engine/games"
	"kickabout/engine/protocol"
)

// TestTheManualShowsWhatIsAnswered sends the requests of the manual, and holds the answers there against those that come.
func TestTheManualShowsWhatIsAnswered(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../../views/help/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(manual), "## The engine by lines\n")
	_, block, _ := strings.Cut(chapter, "```\n")
	block, _, _ = strings.Cut(block, "```\n")
	lines := strings.Split(strings.TrimSpace(block), "\n")
	if len(lines) < 10 || len(lines)%2 != 0 {
		t.Fatalf("the manual shows %d lines", len(lines))
	}
	for i := 0; i < len(lines); i += 2 {
		var out strings.Builder
		if err := protocol.Serve(strings.NewReader(lines[i]+"\n"), &out, games.All()); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(out.String()); got != lines[i+1] {
			t.Errorf("%s is answered with\n%s, the manual shows\n%s", lines[i], got, lines[i+1])
		}
	}
}
