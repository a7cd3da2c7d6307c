package browser

import (
	"context"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// offline is a command of the protocol that Chromium has kept and its present description leaves out; what takes
// its place there is not understood by older ones.
var offline = cdp.Command[conditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

type conditions struct {
	Offline  bool    `json:"offline"`
	Latency  float64 `json:"latency"`
	Download float64 `json:"downloadThroughput"`
	Upload   float64 `json:"uploadThroughput"`
}

// requests keeps what a page asked for. Its methods may be called at once.
type requests struct {
	mu    sync.Mutex
	asked []string
}

// listen is called for every event of the page.
func (r *requests) listen(event any) {
	if e, ok := event.(*network.EventRequestWillBeSent); ok {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.asked = append(r.asked, e.Request.URL)
	}
}

// Offline takes the network away from the page; files are still there.
func (p *Page) Offline() {
	p.t.Helper()
	p.run("going offline", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, offline, conditions{Offline: true, Download: -1, Upload: -1})
		return err
	}))
}

// Requests returns the addresses that this tab has asked for so far, whether it got an answer or not.
func (p *Page) Requests() []string {
	p.t.Helper()
	Eval[bool](p, `true`) // events arrive in order, as in ConsoleErrors
	p.requests.mu.Lock()
	defer p.requests.mu.Unlock()
	return slices.Clone(p.requests.asked)
}
