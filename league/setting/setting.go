// Package setting is what the owner of a site may settle about it: one table of what there is, of which the store, the
// command, the page and the flag know nothing but what stands in it. Who adds a setting adds a line to it.
package setting

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kickabout/league"
	"kickabout/league/oneline"
)

// Key names a setting, in the database as on the command line.
type Key string

// The settings that the program itself asks for.
const (
	Name       Key = "name"
	Tagline    Key = "tagline"
	Logo       Key = "logo"
	Accent     Key = "accent"
	AccentDark Key = "accent-dark"
	Imprint    Key = "imprint"
	Privacy    Key = "privacy"
	Terms      Key = "terms"
	Contact    Key = "contact"
	SignUp     Key = "sign-up"
	Guests     Key = "guests"
	Indexing   Key = "indexing"
)

// What settings of a choice are set to.
const (
	On      = "on"
	Off     = "off"
	Open    = "open"
	Invited = "invited"
	Closed  = "closed"
)

// Kind says how a setting is typed.
type Kind int

// All kinds.
const (
	Line    Kind = iota // one line of text
	Text                // Markdown
	Colour              // "#0a6b5d"
	Choice              // one of several words
	Picture             // a PNG, kept in base64
)

// Option is what a setting of a choice may be set to.
type Option struct{ Value, Label string }

// Descriptor is all there is to know of a setting.
type Descriptor struct {
	Key     Key
	Kind    Kind
	Label   string
	Hint    string   // a sentence or two for whoever sets it
	Default string   // as it is by itself
	Options []Option // of a choice
	Most    int      // letters, of text

	check func(value string) error // what else must hold; nil: nothing
}

// Field is the field about which what is wrong with a value is said.
const Field = "value"

// mostText is how many letters a page of text may have.
const mostText = 12_000

// all is every setting, in the order in which pages and lists show them.
var all = []Descriptor{
	{Key: Name, Kind: Line, Label: "Name", Hint: "Of the site, at the top of every page and in the titles of tabs.", Default: "Kickabout", Most: 40, check: filled},
	{Key: Tagline, Kind: Line, Label: "In one line", Hint: "What this site is, for its front page, search engines and previews of links.", Most: 160},
	{Key: Logo, Kind: Picture, Label: "Logo", Hint: "A PNG, shown in place of the ball beside the name. Of a larger one 480 × 96 pixels are kept, and nothing but its pixels."},
	{Key: Accent, Kind: Colour, Label: "Colour", Hint: "Of links and buttons, as in #0b655e. It must be easy to read on a light ground.", Default: "#0b655e", check: lightGround.readable},
	{Key: AccentDark, Kind: Colour, Label: "Colour in the dark", Hint: "The same for those who read light on dark, as in #62d2c0.", Default: "#62d2c0", check: darkGround.readable},
	{Key: Imprint, Kind: Text, Label: "Imprint", Hint: "Who runs the site and answers for it; in some countries the law asks for it. Markdown.", Most: mostText},
	{Key: Privacy, Kind: Text, Label: "Privacy", Hint: "What you do with what you know of players, beyond what the manual says of every site. Markdown.", Most: mostText},
	{Key: Terms, Kind: Text, Label: "Terms", Hint: "What whoever plays here agrees to. Markdown.", Most: mostText},
	{Key: Contact, Kind: Text, Label: "Contact", Hint: "How you are reached, by players and by those who have found a weakness. Markdown.", Most: mostText},
	{Key: SignUp, Kind: Choice, Label: "Sign-up", Hint: "Whether visitors may make accounts by themselves.", Default: Open, Options: []Option{{Open, "Open to everybody"}, {Invited, "By invitation"}, {Closed, "Closed"}}},
	{Key: Guests, Kind: Choice, Label: "Guests", Hint: "Whether visitors may play bots, and take up invitations by link, without an account.", Default: On, Options: []Option{{On, "May play"}, {Off, "Must sign in first"}}},
	{Key: Indexing, Kind: Choice, Label: "Search engines", Hint: "Whether they may list the public pages.", Default: On, Options: []Option{{On, "May list the site"}, {Off, "Are asked to stay away"}}},
}

// All lists the settings, in the order in which pages and lists show them.
func All() []Descriptor { return slices.Clone(all) }

// Find returns a setting by its key; an error of kind league.NotFound, which lists them, if there is none.
func Find(key Key) (Descriptor, error) {
	var keys []string
	for _, d := range all {
		if d.Key == key {
			return d, nil
		}
		keys = append(keys, string(d.Key))
	}
	return Descriptor{}, league.Errorf(league.NotFound, "There is no setting %q; the settings are %s.", key, strings.Join(keys, ", "))
}

// Clean returns a value as it is kept. What is wrong with it is an error of the field Field.
func (d Descriptor) Clean(typed string) (string, error) {
	clean := map[Kind]func(Descriptor, string) (string, error){Line: cleanLine, Text: cleanText, Colour: cleanColour, Choice: cleanChoice, Picture: cleanPicture}[d.Kind]
	value, err := clean(d, typed)
	if err == nil && d.check != nil {
		err = d.check(value)
	}
	return value, err
}

func cleanLine(d Descriptor, typed string) (string, error) {
	return oneline.Clean(Field, typed, d.Most)
}

// cleanText cleans every line by itself, and keeps the blanks before it: they mean something in Markdown.
func cleanText(d Descriptor, typed string) (string, error) {
	lines := strings.Split(strings.ReplaceAll(typed, "\r\n", "\n"), "\n")
	for i, l := range lines {
		text, err := oneline.Clean(Field, l, d.Most)
		if err != nil {
			return "", err
		}
		if text != "" {
			indent := len(l) - len(strings.TrimLeftFunc(l, unicode.IsSpace))
			text = strings.Repeat(" ", min(indent, 8)) + text
		}
		lines[i] = text
	}
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if n := utf8.RuneCountInString(text); n > d.Most {
		return "", league.FieldErrorf(Field, "At most %d letters. This has %d.", d.Most, n)
	}
	return text, nil
}

func cleanChoice(d Descriptor, typed string) (string, error) {
	var values []string
	for _, o := range d.Options {
		if o.Value == typed {
			return typed, nil
		}
		values = append(values, o.Value)
	}
	return "", league.FieldErrorf(Field, "Choose one of %s.", strings.Join(values, ", "))
}

func filled(value string) error {
	if value == "" {
		return league.FieldErrorf(Field, "Type a name.")
	}
	return nil
}

// Values is what is set, by keys; of what is not there the default holds.
type Values map[Key]string

// Of returns what holds of a setting.
func (v Values) Of(key Key) string {
	if value, set := v[key]; set {
		return value
	}
	d, _ := Find(key)
	return d.Default
}

// Row is a setting as it stands.
type Row struct {
	Descriptor
	Value  string // that holds
	Set    bool   // somebody has set it
	Locked bool   // a flag of the server has, so that nobody else can
}

// Shown returns the value as lists show it: for people and on one line.
func (r Row) Shown() string {
	if r.Kind == Picture {
		return PictureText(r.Value)
	}
	first, rest, more := strings.Cut(r.Value, "\n")
	for _, o := range r.Options {
		if o.Value == r.Value {
			return o.Label
		}
	}
	if more && rest != "" {
		first += " …"
	}
	return cmp.Or(first, "not set")
}
