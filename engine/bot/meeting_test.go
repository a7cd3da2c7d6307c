package bot_test

import (
	"testing"

	"kickabout/engine/bot"
)

func TestTheMeetingsAreOfEachBotAgainstTheNextWeakerOne(t *testing.T) {
	meetings, err := bot.Meetings()
	if err != nil || len(meetings) == 0 {
		t.Fatal(meetings, err)
	}
	below := map[string]string{}
	for i, b := range bot.All()[1:] {
		below[b.ID()] = bot.All()[i].ID()
	}
	for _, m := range meetings {
		if below[m.First] != m.Second || m.Second == "" {
			t.Errorf("%s is not the next weaker bot: %+v", m.Second, m)
		}
		if m.Points+2*m.Error < 2.5 || m.Points > 5 || m.Matches < 100 || m.Error < 0 {
			t.Errorf("the stronger one of a meeting loses it: %+v", m)
		}
	}
	if m := meetings[0]; m.Command() == "" || m.Command() == meetings[1].Command() {
		t.Errorf("the command is %q", m.Command())
	}
}
