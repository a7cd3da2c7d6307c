package letter

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kickabout/views/ui"
)

// whole is a letter that has all that a letter can have, with texts that would like to be markup.
func whole() Letter {
	link := func(text string) ui.Link {
		return ui.Link{Text: text, URL: "https://kickabout.example/x?a=1&b=2"}
	}
	return Letter{
		Site: "Kick & about", Title: "2 games wait for you.", Board: true, Why: "You get this mail because you play at Kickabout.",
		Parts: []Part{
			{Lines: []ui.Link{link("Your turn against <b>Ann</b>, 2–1. 3 d left."), link("Your turn against Bob.")}},
			{Heading: "Waits for your answer", Lines: []ui.Link{link("Ann invites you: StreetSoccer, slow.")}},
			{Heading: "News", Lines: []ui.Link{link("<script>alert(1)</script> is over.")}},
		},
		Manage: "https://kickabout.example/account/notifications", Leave: "https://kickabout.example/unsubscribe/x",
		Log: &Log{Day: "26 November 2026", Checkpoint: "kickabout.example/log\n1234\nhash=\n\n— kickabout.example signature", URL: "https://kickabout.example/dice#log"},
	}
}

// element is an element that is open, with its grounds and colours of text by day and by night.
type element struct {
	name       string
	attributes map[string]string
	style      map[string]string
	day, night [2]string
}

// opened is an element within another one.
func opened(start xml.StartElement, within element, dark map[string]map[string]string) element {
	e := element{start.Name.Local, map[string]string{}, map[string]string{}, within.day, within.night}
	for _, a := range start.Attr {
		e.attributes[a.Name.Local] = a.Value
	}
	for _, d := range strings.Split(e.attributes["style"], ";") {
		if name, value, ok := strings.Cut(d, ":"); ok {
			e.style[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	for i, name := range []string{"background-color", "color"} {
		if v := e.style[name]; v != "" {
			e.day[i], e.night[i] = v, v
		}
		if v := dark[e.attributes["class"]][name]; v != "" {
			e.night[i] = v
		}
	}
	return e
}

// faults says what many programs for mail would not show as it is meant.
func (e element) faults() (list []string) {
	fault := func(is bool, what string) {
		if is {
			list = append(list, what)
		}
	}
	fault(!strings.Contains(" html head meta title style body table tr td h2 h3 p a img pre ", " "+e.name+" "), "there is a "+e.name)
	fault(e.name == "table" && e.attributes["role"] != "presentation", "a table that lays out is read out as one")
	for name, value := range e.attributes {
		fault(strings.HasPrefix(name, "on") || name == "background", e.name+" has "+name)
		fault(name == "src" && !strings.HasPrefix(value, "cid:"), value+" is loaded")
		fault(name == "href" && !strings.HasPrefix(value, "https://kickabout.example/"), "it leads to "+value)
	}
	fault(strings.Contains(e.attributes["style"], "url("), e.name+" loads something")
	fault(e.style["position"] != "" || e.style["display"] == "flex" || e.style["display"] == "grid", e.name+" is laid out by its style")
	fault(e.name == "a" && e.style["color"] == "" || e.name == "td" && e.style["padding"] == "", e.name+" has no looks of its own")
	fault(e.name == "img" && (e.attributes["width"] == "" || e.attributes["alt"] == ""), "a picture has no width or no words")
	fault(e.name == "td" && e.attributes["bgcolor"] != e.style["background-color"], "the ground of a cell is by its style alone")
	return list
}

// TestALetterIsShownByCommonPrograms: tables lay it out and each element has its looks with it, since many programs for mail leave
// out the head, know no boxes, and run nothing. Nothing is loaded from anywhere, and it can be read on light and on dark ground.
func TestALetterIsShownByCommonPrograms(t *testing.T) {
	var b strings.Builder
	if err := HTML(whole()).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 100<<10 {
		t.Errorf("it has %d bytes: Gmail shows 102 kB", b.Len())
	}
	dark := darkRules(b.String())
	d := xml.NewDecoder(strings.NewReader(b.String()))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	open, texts := []element{{day: [2]string{"#ffffff", "#000000"}, night: [2]string{"#ffffff", "#000000"}}}, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := opened(token, last, dark)
			open = append(open, e)
			for _, f := range e.faults() {
				t.Error(f)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if strings.TrimSpace(string(token)) == "" || last.name == "style" || last.name == "title" {
				continue
			}
			texts++
			for _, on := range [][2]string{last.day, last.night} {
				if c := contrast(t, on[0], on[1]); c < 4.5 {
					t.Errorf("%q is %s on %s: %.1f", token, on[1], on[0], c)
				}
			}
		}
	}
	if texts < 12 {
		t.Errorf("only %d texts were read", texts)
	}
	for _, part := range []string{whole().Text(), b.String()} {
		for _, s := range []string{"https://kickabout.example/unsubscribe/x", "https://kickabout.example/account/notifications", "Waits for your answer", "26 November 2026", "— kickabout.example signature"} {
			if !strings.Contains(part, s) {
				t.Errorf("%q is missing in\n%s", s, part)
			}
		}
	}
}

var (
	darkRule    = regexp.MustCompile(`\.(\w+) \{([^}]*)\}`)
	declaration = regexp.MustCompile(`([a-z-]+): (#[0-9a-f]{6}) !important;`)
)

// darkRules reads what the head says of dark ground, by class.
func darkRules(page string) map[string]map[string]string {
	_, after, _ := strings.Cut(page, "prefers-color-scheme: dark")
	block, _, _ := strings.Cut(after, "</style>")
	rules := map[string]map[string]string{}
	for _, r := range darkRule.FindAllStringSubmatch(block, -1) {
		rules[r[1]] = map[string]string{}
		for _, d := range declaration.FindAllStringSubmatch(r[2], -1) {
			rules[r[1]][d[1]] = d[2]
		}
	}
	return rules
}

// contrast is that of two colours, as WCAG 2 has it.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	part := func(shift int, weight float64) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return weight * c / 12.92
		}
		return weight * math.Pow((c+0.055)/1.055, 2.4)
	}
	return part(16, 0.2126) + part(8, 0.7152) + part(0, 0.0722)
}
