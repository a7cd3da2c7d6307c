package channels

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

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

func TestPages(t *testing.T) { viewstest.CheckPages(t, scenes(), *update) }
