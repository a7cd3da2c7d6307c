package ui

import (
	"fmt"
	"html"
	"net/url"
	"strings"
)

// Embed is what stands around a match or a tournament on a page of another site.
type Embed struct {
	Frame
	URL  string // of the whole page
	Way  string // the words that lead there: "Whole game"
	Live bool   // it may still change: the script looks
}

// How large a frame is if nobody says otherwise, in pixels.
const (
	EmbedWidth  = 400
	EmbedHeight = 640
)

// Embeds says whether a page has an embedded form: that of a match or of a tournament, by its path.
func Embeds(page string) bool {
	area, id, ok := strings.Cut(strings.TrimPrefix(page, "/"), "/")
	return ok && (area == "matches" || area == "tournaments") && id != "" && !strings.Contains(id, "/")
}

// EmbedURL is where a page stands without all that surrounds it, for the pages of other sites.
func EmbedURL(page string) string { return "/embed" + page }

// OEmbedURL is where programs read how a page is embedded (oEmbed 1.0); the address is that of the site.
func OEmbedURL(address, page string) string {
	return "/oembed?url=" + url.QueryEscape(address+page)
}

// EmbedCode is the HTML with which another site shows a page in a frame. The frame may run the page's script, which looks
// for news, and open tabs; it has no origin, so that it reaches nothing that is the reader's.
func EmbedCode(address, page, title string, width, height int) string {
	return fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`,
		html.EscapeString(address+EmbedURL(page)), html.EscapeString(title), width, height)
}
