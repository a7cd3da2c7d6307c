package tournament

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/league"
)

type createRequest struct {
	Key  string `header:"Idempotency-Key" maxLength:"64" doc:"Names this request: sent again under the same key it opens no second tournament."`
	Body createRequestBody
}

// createRequestBody is what a tournament is opened with; the other terms stand beside these fields.
type createRequestBody struct {
	Name      string `json:"name"`
	Format    string `json:"format" doc:"As in roundrobin, knockout, groups, swiss or teams."`
	Game      string `json:"game"`
	Variant   string `json:"variant"`
	Clock     string `json:"clock"`
	Places    int    `json:"places"`
	Cycles    int    `json:"cycles"`
	Start     string `json:"start" doc:"full, day or organiser."`
	Playing   bool   `json:"playing,omitempty" doc:"You enter yourself."`
	Profile   string `json:"profile,omitempty" doc:"What ranks players: std (if you say nothing), lg, football, fide-rr, or codes of tie-breaks as in tp+son+de."`
	NoBots    bool   `json:"no_bots,omitempty" doc:"Without bots, as it is if you do not say how many."`
	Password  string `json:"password,omitempty" doc:"A word to enter with."`
	Directors string `json:"directors,omitempty" doc:"Names of players who direct it beside you, parted by commas."`

	typed league.Typed
}

// TransformSchema adds the terms.
func (createRequestBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	addTerms(s, league.FormTerms(), func(t league.Term) (string, bool) { return t.Form.Doc, true })
	return s
}

// UnmarshalJSON reads the fields and the terms.
func (b *createRequestBody) UnmarshalJSON(text []byte) error {
	type fields createRequestBody
	var values map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(text, (*fields)(b)), json.Unmarshal(text, &values)); err != nil {
		return err
	}
	for _, t := range league.FormTerms() {
		value, ok := values[t.Name]
		if !ok {
			continue
		}
		typed, err := typedOf(t, value)
		if err != nil {
			return err
		}
		b.typed.Set(t.Name, typed)
	}
	return nil
}

// addTerms adds the terms to a schema that it is to have, with what it says of them.
func addTerms(s *huma.Schema, terms []league.Term, has func(league.Term) (doc string, ok bool)) {
	for _, t := range terms {
		if doc, ok := has(t); ok {
			s.Properties[t.Name] = termSchema(t, doc)
		}
	}
	s.PrecomputeMessages()
}

// termSchema describes a term to programs.
func termSchema(t league.Term, doc string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: doc}
	switch t.Kind {
	case league.Flag:
		s.Type = huma.TypeBoolean
	case league.Number, league.Hours:
		s.Type, s.Format = huma.TypeInteger, "int64"
	case league.When:
		s.Format = "date-time"
	}
	return s
}

// typedOf writes the value of a term that a program gives as somebody types it.
func typedOf(t league.Term, value json.RawMessage) (typed string, err error) {
	switch t.Kind {
	case league.Flag:
		yes := false
		err = json.Unmarshal(value, &yes)
		typed = map[bool]string{true: "1"}[yes]
	case league.Number, league.Hours:
		n := 0
		err = json.Unmarshal(value, &n)
		typed = someNumber(n)
	case league.When:
		var at *time.Time
		err = json.Unmarshal(value, &at)
		typed = someMoment(at)
	default:
		err = json.Unmarshal(value, &typed)
	}
	return typed, err
}

// termsBody is what of the terms of a tournament can be changed: DeskTerms, as typed.
type termsBody struct {
	Sure bool `json:"sure,omitempty" doc:"Change what ranks players although a match is over."`

	typed league.Typed
}

// TransformSchema adds the terms.
func (termsBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for _, t := range league.DeskTerms() {
		s.Properties[t.Name] = &huma.Schema{Type: huma.TypeString, Description: t.Desk.Doc}
		if t.Kind == league.Flag {
			s.Properties[t.Name].Type = huma.TypeBoolean
		}
	}
	s.PrecomputeMessages()
	return s
}

// UnmarshalJSON reads the terms that are there.
func (b *termsBody) UnmarshalJSON(text []byte) error {
	type fields termsBody
	var values map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(text, (*fields)(b)), json.Unmarshal(text, &values)); err != nil {
		return err
	}
	for _, t := range league.DeskTerms() {
		value, ok := values[t.Name]
		if !ok || string(value) == "null" {
			continue
		}
		as := league.Term{Kind: league.Text}
		if t.Kind == league.Flag {
			as.Kind = league.Flag
		}
		typed, err := typedOf(as, value)
		if err != nil {
			return err
		}
		b.typed.Set(t.Name, typed)
	}
	return nil
}
