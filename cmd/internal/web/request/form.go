package request

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views/ui"
)

// Attachment sends a table for spreadsheets.
func Attachment(c echo.Context, name string, table []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", table)
}

// MatchURL is the address of a match, whatever its id is said to be.
func MatchURL(id string) string { return "/matches/" + url.PathEscape(id) }

// keyLimit is the greatest length of the key that names a request, in bytes.
const keyLimit = 64

// CheckKey refuses what is no key of a request.
func CheckKey(key string) error {
	if len(key) > keyLimit || !Readable(key) {
		return league.Errorf(league.Invalid, "The key of a request is a text of at most %d characters.", keyLimit)
	}
	return nil
}

// arrivedKey is where stamp leaves the moment a request arrived.
const arrivedKey = "arrived"

// Stamp notes when a request arrived, before anything makes it wait: a move that
// came in time counts, however long the queue took.
func (s *Site) Stamp(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set(arrivedKey, s.office.Now())
		return next(c)
	}
}

// Arrived returns when a request arrived.
func Arrived(c echo.Context) time.Time { return c.Get(arrivedKey).(time.Time) }

// Readable says that a text may be the name of something: databases take no other.
func Readable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// RulesOf is what was chosen to be played, as the office reads it: game and variant, and
// the options that the form has for this game. Those of other variants are in the form, too,
// and do not count.
func (s *Site) RulesOf(typed func(field string) string) string {
	rules := typed("rules")
	id, variant, _ := strings.Cut(rules, "/")
	variant, _, _ = strings.Cut(variant, ",")
	game, err := s.office.Game(id)
	if err != nil { // the office says so to whoever sent it
		return rules
	}
	for _, o := range game.Info().Options {
		if value := typed(league.OptionField(id, o.ID)); value != "" && o.Fits(variant) {
			rules += "," + o.ID + "=" + value
		}
	}
	return rules
}

// SentencesOf returns what an error says beside the fields of a form, "" being the whole
// form; false if it is not for users.
func SentencesOf(err error) (map[string]string, bool) {
	if fields := ui.FieldSentences(err); fields != nil {
		return fields, true
	}
	switch league.KindOf(err) {
	case league.Internal, league.NotFound:
		return nil, false
	}
	return map[string]string{"": ui.Sentence(err)}, true
}

// RefusedForm returns with what status a form is shown again and what is said beside its fields, "" being the whole form,
// where what was asked for was refused or others have been quicker; what else went wrong is returned, which is no answer
// by the form. Where nothing was refused the form is as it should be.
func RefusedForm(refused error) (status int, fields map[string]string, err error) {
	if refused == nil {
		return http.StatusOK, nil, nil
	}
	kind := league.KindOf(refused)
	fields = ui.FieldSentences(refused)
	switch {
	case fields != nil:
	case kind == league.Stale:
		fields = map[string]string{"": ui.Sentence(refused)}
	default:
		return 0, nil, refused
	}
	return StatusOf(kind), fields, nil
}

// StatusOfForm is the status of a form that is shown again with what was wrong.
func StatusOfForm(err error) int {
	if league.KindOf(err) == league.Forbidden {
		return http.StatusForbidden
	}
	return http.StatusUnprocessableEntity
}

// Count reads a number of a query; 0 for what is none.
func Count(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return int(n)
}

// Form returns what a form has sent, and of one that cannot be read an error that says so.
func Form(c echo.Context) (url.Values, error) {
	form, err := c.FormParams()
	if err != nil {
		return nil, league.Errorf(league.Invalid, "This form cannot be read.")
	}
	return form, nil
}
