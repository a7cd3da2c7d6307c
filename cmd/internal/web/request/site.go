// Package request is what the handlers of all areas share: who asks, the frame of a page, what forms
// and addresses say, limits, streams, files to keep, and how errors are answered. It knows no area.
package request

import (
	"log/slog"
	"time"

	"kickabout/cmd/internal/admission"
	"kickabout/league/office"
)

// Site is what the handlers of one site share.
type Site struct {
	Log           *slog.Logger
	Limits        Limiters
	Address       string // where the site is, as records name it; "" on a loopback address
	Meter         Meter
	StaffPasskeys bool            // who looks after the site needs a passkey
	Members       admission.Known // the cookies and tokens that were those of members a little while ago

	letters string
	lan     bool // served over http in a network of its own
	office  *office.Office
	pace    Pace
	streams *streams
	shares  shares
	turned  turnedAway
	looks   chan struct{} // full of streams that look for news
	exports chan struct{} // full of those that are being written
}

// Options say how a site is run.
type Options struct {
	LAN           bool // it is served over http in a network of its own
	Log           *slog.Logger
	Limits        Limits
	StaffPasskeys bool          // who looks after the site needs a passkey
	Address       string        // "" on a loopback address
	Letters       string        // where links in letters lead; "": where the site is
	Pace          Pace          // of its streams; zero: as usual
	Meter         Meter         // nil: nobody counts
	Share         time.Duration // for which visitors are shown the same; 0: all is read for each
}

// New returns what the handlers of a site share.
func New(o *office.Office, options Options) *Site {
	s := &Site{
		lan: options.LAN, letters: options.Letters, office: o, Log: options.Log, Limits: newLimiters(options.Limits), Address: options.Address, StaffPasskeys: options.StaffPasskeys,
		pace: options.Pace, streams: newStreams(), shares: shares{last: options.Share, by: map[string]*share{}}, looks: make(chan struct{}, looksAtOnce), exports: make(chan struct{}, exportsAtOnce),
	}
	if s.Meter = options.Meter; s.Meter == nil {
		s.Meter = uncounted{}
	}
	if s.pace == (Pace{}) {
		s.pace = usual()
	}
	return s
}
