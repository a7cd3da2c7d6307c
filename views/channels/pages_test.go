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
	"kickabout/league/contact"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "write the golden files")

func scenes() map[string]templ.Component {
	frame := ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}
	feeds := FeedsInput{Frame: frame, Address: "https://kickabout.example"}
	some := feeds
	some.Feeds = []contact.Feed{
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

// reachScenes are the pages of webhooks and devices.
func reachScenes() map[string]templ.Component {
	frame := ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}
	none := HooksInput{Frame: frame, Action: "/account/webhooks", Back: ui.Link{Text: "Your account", URL: "/account"}}
	some := none
	some.Hooks = []contact.Hook{
		{ID: "h1", Label: "my bot", Format: contact.HookJSON, Shown: "hooks.example/…2345", Created: viewstest.Today},
		{ID: "h2", Format: contact.HookDiscord, Shown: "discord.com/…efgh", Created: viewstest.Today, Tried: viewstest.Today, Said: "It answered 404 Not Found.", Off: viewstest.Today},
	}
	some.Secret, some.Tested = "whsec_c2VjcmV0", "It answered 200 OK."
	wrong := none
	wrong.Scope, wrong.Of, wrong.URL, wrong.Label, wrong.Format = contact.HookTournament, "Spring Cup", "http://x", "kept", contact.HookDiscord
	wrong.Errors = map[string]string{"url": "The address has to begin with https://."}
	site := none
	site.Scope = contact.HookSite
	no := DevicesInput{Frame: frame}
	device := no
	device.Key, device.Session, device.Done = "BKey", [32]byte{1}, "end"
	device.Devices = []contact.Subscription{
		{Hash: [32]byte{1}, Session: [32]byte{1}, Browser: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", Created: viewstest.Today},
		{Hash: [32]byte{2}, Session: [32]byte{2}, Browser: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1", Created: viewstest.Today},
	}
	return map[string]templ.Component{
		"hooks-none": Hooks(NewHooksPage(none)), "hooks": Hooks(NewHooksPage(some)), "hooks-wrong": Hooks(NewHooksPage(wrong)), "hooks-site": Hooks(NewHooksPage(site)),
		"devices-not": Devices(NewDevicesPage(no)), "devices": Devices(NewDevicesPage(device)),
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
	maps.Copy(all, reachScenes())
	viewstest.CheckPages(t, all, *update)
}
