package league

import "testing"

func TestAViewerSeesWhatHeMay(t *testing.T) {
	open := Tournament{Organiser: Player{ID: "org"}}
	private := open
	private.Private = true
	for name, c := range map[string]struct {
		viewer        Viewer
		open, private bool
		everything    bool
		player        string
	}{
		"nobody known":           {Public(), true, false, false, ""},
		"a player without an id": {Of(Player{Kind: SiteItself}), true, false, false, ""},
		"a stranger":             {Of(Player{ID: "ann"}), true, false, false, "ann"},
		"the organiser":          {Of(Player{ID: "org"}), true, true, false, "org"},
		"the site":               {Site(), true, true, true, ""},
	} {
		everything, player, err := c.viewer.Sees()
		if err != nil || everything != c.everything || player != c.player || c.viewer.IsSite() != c.everything || c.viewer.Player() != c.player {
			t.Errorf("%s sees %t, %q, %v", name, everything, player, err)
		}
		if c.viewer.Knows(open) != c.open || c.viewer.Knows(private) != c.private {
			t.Errorf("%s knows of an open tournament: %t, of a private one: %t", name, c.viewer.Knows(open), c.viewer.Knows(private))
		}
	}
	var forgotten Viewer
	if everything, player, err := forgotten.Sees(); KindOf(err) != Internal || everything || player != "" {
		t.Errorf("who is not said sees %t, %q, %v", everything, player, err)
	}
	if forgotten.Knows(open) || forgotten.IsSite() {
		t.Error("who is not said knows of something")
	}
}
