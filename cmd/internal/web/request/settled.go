package request

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"strconv"

	"kickabout/league/setting"
	"kickabout/views/ui"
)

// Name is how the site is called.
func (s *Site) Name(ctx context.Context) (string, error) {
	settled, err := s.office.Site.Values(ctx)
	return ui.Frame{Site: ui.Site{Name: settled.Of(setting.Name)}}.SiteName(), err
}

// texts is the settings that are pages of their own, with their addresses, in the order of the footer.
var texts = []ui.Link{{Text: "Imprint", URL: "/imprint"}, {Text: "Privacy", URL: "/privacy"}, {Text: "Terms", URL: "/terms"}, {Text: "Contact", URL: "/contact"}}

// TextKey is the setting that has the page of an address.
func TextKey(url string) setting.Key { return setting.Key(url[1:]) }

// siteOf is what every page shows of what is settled, with all rule sets that there are and those that are retired.
func siteOf(v setting.Values, rules []string, retired map[string]string) ui.Site {
	shown := ui.Site{
		Name: v.Of(setting.Name), Tagline: v.Of(setting.Tagline), NoIndex: v.Of(setting.Indexing) == setting.Off,
		NoSignUp: v.Of(setting.SignUp) != setting.Open, Invites: v.Of(setting.SignUp) == setting.Invited, NoGuests: v.Of(setting.Guests) != setting.On,
		Closed: v.Games(rules, retired).Closed(),
	}
	for _, l := range texts {
		if v.Of(TextKey(l.URL)) != "" {
			shown.Texts = append(shown.Texts, l)
		}
	}
	if width, height := setting.PictureSize(v.Of(setting.Logo)); width > 0 {
		sum := crc32.ChecksumIEEE([]byte(v.Of(setting.Logo)))
		shown.Logo = ui.Logo{URL: "/logo.png?v=" + strconv.FormatUint(uint64(sum), 16), Width: width, Height: height}
	}
	if sheet := Colours(v); sheet != "" {
		sum := sha256.Sum256([]byte(sheet))
		shown.Colours = "/colours.css?v=" + hex.EncodeToString(sum[:6])
	}
	return shown
}

// Colours is the style sheet of the colours that are set; "" if none are.
func Colours(v setting.Values) string {
	if v.Of(setting.Accent) == (setting.Values{}).Of(setting.Accent) && v.Of(setting.AccentDark) == (setting.Values{}).Of(setting.AccentDark) {
		return ""
	}
	light, dark := v.Of(setting.Accent), v.Of(setting.AccentDark)
	return ":root { --accent: " + light + "; --wash: " + setting.LightWash(light) + "; }\n" +
		"@media (prefers-color-scheme: dark) {\n  :root { --accent: " + dark + "; --on-accent: #121518; --wash: " + setting.DarkWash(dark) + "; }\n}\n"
}
