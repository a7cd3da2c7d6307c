package channels

import (
	"encoding/hex"

	"kickabout/league/contact"
	"kickabout/views/member"
	"kickabout/views/ui"
)

// DevicesInput is what the page of a member's devices is built from.
type DevicesInput struct {
	ui.Frame
	Key     string // by which browsers know the site; "": it pushes nothing
	Session [32]byte
	Devices []contact.Subscription
	Tested  string // what came back of a test
	Done    string // what has just been done: "end" or ""
}

// DevicesPage is the page of a member's devices.
type DevicesPage struct {
	ui.Frame
	Key     string
	Notice  string
	Devices []DeviceLine
}

// DeviceLine is a device in the list.
type DeviceLine struct {
	ID, Browser    string
	Here           bool // the one that is looking
	Since, SinceAt string
}

// NewDevicesPage builds the page.
func NewDevicesPage(in DevicesInput) DevicesPage {
	p := DevicesPage{Frame: in.Frame, Key: in.Key}
	p.Title = "Notices on your devices"
	p.Description = "Which of your devices show you when it is your turn."
	if in.Done == "end" {
		p.Notice = "That device shows no notices any more."
	}
	if in.Tested != "" {
		p.Notice = "A test was sent. " + in.Tested
	}
	for _, d := range in.Devices {
		p.Devices = append(p.Devices, DeviceLine{
			ID: hex.EncodeToString(d.Hash[:]), Browser: member.BrowserText(d.Browser), Here: d.Session == in.Session,
			Since: ui.Datetime(d.Created), SinceAt: ui.DayText(d.Created),
		})
	}
	return p
}
