package api

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// problemType is the content type of a problem (RFC 9457).
const problemType = "application/problem+json"

// ForPrograms says whether a request is for the API, or for what gives tokens for it, so that even what is not there
// is answered in JSON, and no cookie counts.
func ForPrograms(c echo.Context) bool {
	path := c.Request().URL.Path
	return strings.HasPrefix(path, "/api/") || path == TokenPath || path == RevokePath
}

// Where apps get tokens and give them back.
const (
	AuthorizePath = "/oauth/authorize"
	TokenPath     = "/oauth/token"
	RevokePath    = "/oauth/revoke"
)

// SendProblem answers with a problem.
func SendProblem(c echo.Context, p *huma.ErrorModel) {
	c.Response().Header().Set(echo.HeaderContentType, problemType)
	c.Response().WriteHeader(p.Status)
	_ = Marshal(c.Response(), p) // it has no type that JSON does not know
}

// NewProblem is a problem of a status: what an error says, else a sentence, "" for one that fits the
// status, and what is wrong with each field. The id, if there is one, is that of a fault of the site.
func NewProblem(status int, err error, text, id string) *huma.ErrorModel {
	p := &huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text}
	if err != nil {
		p.Detail = err.Error()
	}
	for field, wrong := range league.Fields(err) {
		p.Errors = append(p.Errors, &huma.ErrorDetail{Location: locationOf(field), Message: wrong.Error()})
	}
	slices.SortFunc(p.Errors, func(a, b *huma.ErrorDetail) int { return cmp.Compare(a.Location, b.Location) })
	if len(p.Errors) > 1 {
		p.Detail = "Several fields are wrong; each is named with what is wrong with it."
	}
	if id != "" {
		p.Detail = "This is a fault of the site, not yours. Quote " + id + " if you report it."
	}
	if p.Detail == "" {
		p.Detail = apiWords(status)
	}
	return p
}

// apiWords says what a status means here if nothing better is known.
func apiWords(status int) string {
	switch status {
	case http.StatusNotFound:
		return "There is no such address. The addresses are listed in " + Root + "/openapi.json."
	case http.StatusMethodNotAllowed:
		return "This address does not take this method."
	case http.StatusRequestEntityTooLarge:
		return "A request has at most 64 KiB. Nothing of this one was kept."
	case http.StatusServiceUnavailable:
		return "The site cannot answer at the moment. Try again in a few seconds."
	}
	return http.StatusText(status) + "."
}

// renamed are the fields that are called otherwise here than in the forms of pages.
var renamed = map[string]string{"reservation": "id", "rules": "game", "control": "clock"}

// locationOf says where in a request a field is.
func locationOf(field string) string {
	if name, ok := renamed[field]; ok {
		field = name
	}
	if strings.Contains(field, ".") { // an option of the variant
		field = "variant"
	}
	return "body." + field
}

// worded makes sentences of what is found wrong with a request before any handler sees it.
func worded(_ huma.Context, _ string, v any) (any, error) {
	p, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p.Detail = sentence(p.Detail)
	if p.Detail == "Validation failed." {
		p.Detail = "This request does not fit its description in " + Root + "/openapi.json."
	}
	for _, e := range p.Errors {
		e.Message = sentence(e.Message)
	}
	return p, nil
}

// sentence gives a text a capital letter and a full stop, if it lacks them.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.ContainsAny(text[len(text)-1:], ".?:…") {
		text += "."
	}
	return text
}
