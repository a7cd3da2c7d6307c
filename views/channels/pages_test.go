package channels

import (
	"flag"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "write the golden files")

func scenes() map[string]templ.Component {
	frame := ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}
	feeds := FeedsInput{Frame: frame, Address: "https://kickabout.example"}
	some := feeds
	some.Feeds = []league.Feed{
		{Hash: [32]byte{1}, Label: "my phone", Created: viewstest.Today.AddDate(0, -1, 0), Used: viewstest.Today.Add(-time.Hour)},
		{Hash: [32]byte{2}, Created: viewstest.Today},
	}
	made, refused, ended := some, some, some
	made.Secret = strings.Repeat("A", 26)
	refused.Label, refused.Errors = "a sixth", map[string]string{"": "You have 5 feeds already. End one first."}
	ended.Done = "end"
	return map[string]templ.Component{
		"feeds-none": Feeds(NewFeedsPage(feeds)), "feeds": Feeds(NewFeedsPage(ended)),
		"feeds-made": Feeds(NewFeedsPage(made)), "feeds-refused": Feeds(NewFeedsPage(refused)),
	}
}

// offlineScenes are the page for when there is no connection, with games and without.
func offlineScenes(t testing.TB) map[string]templ.Component {
	in := OfflineInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}}}
	none := Offline(NewOfflinePage(in))
	in.Mine = []league.Match{viewstest.MatchOf(t, "7f3", viewstest.Played(t, 13))}
	return map[string]templ.Component{"offline": Offline(NewOfflinePage(in)), "offline-none": none}
}

func TestPages(t *testing.T) {
	all := scenes()
	maps.Copy(all, offlineScenes(t))
	viewstest.CheckPages(t, all, *update)
}
