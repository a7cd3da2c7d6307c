package admin

import (
	"kickabout/league/setting"
)

// SettingsInput is what the page of the settings is built from.
type SettingsInput struct {
	Shell
	Rows  []setting.Row
	Here  setting.Key // that was sent and refused, with what was typed; the errors are about it
	Typed string
	Why   string // the reason that was typed
}

// SettingsPage is what may be settled about the site.
type SettingsPage struct {
	Shell
	Forms []SettingForm
}

// SettingForm changes one of them.
type SettingForm struct {
	setting.Row
	Typed  string // what stands in the field
	Why    string
	Open   bool              // what is wrong is to be seen at once
	Errors map[string]string // of the fields "value" and "reason"
}

// NewSettings builds the page.
func NewSettings(in SettingsInput) SettingsPage {
	in.Title = "Settings"
	p := SettingsPage{Shell: in.Shell}
	for _, r := range in.Rows {
		f := SettingForm{Row: r, Typed: r.Value}
		if r.Key == in.Here {
			f.Typed, f.Why, f.Open, f.Errors = in.Typed, in.Why, len(in.Errors) > 0, in.Errors
		}
		p.Forms = append(p.Forms, f)
	}
	return p
}

// id is that of an element of the form.
func (f SettingForm) id(part string) string { return string(f.Key) + "-" + part }
