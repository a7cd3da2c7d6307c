package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Variant is one way in which a game is played.
type Variant struct {
	ID      string  // "lg"
	Name    string  // "Little Golem rules"
	Summary string  // one sentence
	Orders  []Order // standing orders, the default first; empty if there are none
	// Successor is the id of the variant that is played instead: this one is retired (rules 1.2 of StreetSoccer). Its
	// positions, logs and records are read and played on for ever, but nothing new begins by it. "": it is not retired.
	Successor string
}

// Retired says that nothing new begins by the variant.
func (v Variant) Retired() bool { return v.Successor != "" }

// Variant finds a variant by its text, which may have options: "basic,goals=3".
func (i Info) Variant(text string) (Variant, bool) {
	id, _, _ := strings.Cut(text, ",")
	at := slices.IndexFunc(i.Variants, func(v Variant) bool { return v.ID == id })
	if at < 0 {
		return Variant{}, false
	}
	return i.Variants[at], true
}

// Live lists the variants by which something new may begin, in their order.
func (i Info) Live() []Variant { return slices.DeleteFunc(slices.Clone(i.Variants), Variant.Retired) }

// Order is a standing order that a side may give: an instruction to decide for it.
type Order struct {
	ID   string // "stay"
	Name string // "The keeper stays"
}

// An Option is a number that variants of a game may be played with.
type Option struct {
	ID     string         // "goals"
	Name   string         // "Goals to win"
	Hint   string         // what it changes, a sentence for who has not read the rules
	Values []int          // the default first
	Words  map[int]string // what values are called that are not shown as numbers: "stays"
	For    []string       // the ids of the variants that have it; nil: all
	// Friendly says that another value than the default is for unrated games of friends and against bots.
	Friendly bool
}

// Fits says whether a variant has the option.
func (o Option) Fits(variant string) bool { return o.For == nil || slices.Contains(o.For, variant) }

// ValueName writes a value for people: "7", or "stays".
func (o Option) ValueName(value int) string {
	if word, ok := o.Words[value]; ok {
		return word
	}
	return strconv.Itoa(value)
}

// Choices writes the values for people: "7, 5 or 3".
func (o Option) Choices() string {
	texts := make([]string, len(o.Values))
	for i, v := range o.Values {
		texts[i] = o.ValueName(v)
	}
	return Either(texts)
}

// Either writes what there is to choose from: "basic, professional or blocking".
func Either(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// A Ruleset is a variant with its options: what the text of a variant says.
type Ruleset struct {
	Variant
	options []Option // those that the variant has
	values  []int    // of the options, in their order
}

// Ruleset reads the text of a variant: its id, and behind commas the options that
// are not played with their default, in the order of Info.Options: "basic,goals=3".
// So each set of rules has one text; any other wraps ErrUnknown, one with an option
// that the variant has not among them.
func (i Info) Ruleset(text string) (Ruleset, error) {
	parts := strings.Split(text, ",")
	v := slices.IndexFunc(i.Variants, func(v Variant) bool { return v.ID == parts[0] })
	if v < 0 {
		return Ruleset{}, i.unknownVariant(text)
	}
	r := Ruleset{Variant: i.Variants[v]}
	for _, o := range i.Options {
		if o.Fits(r.ID) {
			r.options = append(r.options, o)
			r.values = append(r.values, o.Values[0])
		}
	}
	next := 0 // the first option that may still be named
	for _, part := range parts[1:] {
		id, number, _ := strings.Cut(part, "=")
		o := slices.IndexFunc(r.options, func(o Option) bool { return o.ID == id })
		value, err := strconv.Atoi(number)
		if err != nil || o < next || number != strconv.Itoa(value) || !slices.Contains(r.options[o].Values[1:], value) {
			return Ruleset{}, i.unknownVariant(text)
		}
		r.values[o], next = value, o+1
	}
	return r, nil
}

func (i Info) unknownVariant(text string) error {
	return fmt.Errorf("%w: variant %q of %s", ErrUnknown, text, i.Name)
}

// Options returns the options that the variant has.
func (r Ruleset) Options() []Option { return slices.Clone(r.options) }

// Value returns the value of an option; 0 if the variant has no such option.
func (r Ruleset) Value(option string) int {
	for i, o := range r.options {
		if o.ID == option {
			return r.values[i]
		}
	}
	return 0
}

// Friendly returns the option for which the rules are kept to unrated games of friends and
// against bots; false if there is none.
func (r Ruleset) Friendly() (Option, bool) {
	for i, o := range r.options {
		if o.Friendly && r.values[i] != o.Values[0] {
			return o, true
		}
	}
	return Option{}, false
}

// With returns r with another value of an option; false if it may not have that.
func (r Ruleset) With(option string, value int) (Ruleset, bool) {
	for i, o := range r.options {
		if o.ID == option && slices.Contains(o.Values, value) {
			r.values = slices.Clone(r.values)
			r.values[i] = value
			return r, true
		}
	}
	return r, false
}

// String undoes Info.Ruleset.
func (r Ruleset) String() string {
	text := r.ID
	for i, o := range r.options {
		if r.values[i] != o.Values[0] {
			text += fmt.Sprintf(",%s=%d", o.ID, r.values[i])
		}
	}
	return text
}

// Title names the rules for people: "Basic, goals to win: 3".
func (r Ruleset) Title() string {
	title := r.Name
	for i, o := range r.options {
		if r.values[i] != o.Values[0] {
			title += fmt.Sprintf(", %s: %s", strings.ToLower(o.Name[:1])+o.Name[1:], o.ValueName(r.values[i]))
		}
	}
	return title
}
