package league

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// LogText is the format of a sentence that the site writes into the log of a tournament: English, the
// rule that it follows in front, and %s or %d for its values. Each package lists those that it writes, by
// LogTexts, so that whoever shows a log can recognise them and say them in other words.
type LogText string

// Of returns the sentence with its values.
func (f LogText) Of(values ...any) string { return fmt.Sprintf(string(f), values...) }

// DaysText writes days as a value of such a sentence: "1 day", "7 days".
func DaysText(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}

// verb is where a value stands in a LogText.
var verb = regexp.MustCompile(`%[sd]`)

// ReadLogText finds the format by which a text of a log was written, and the values in it. In front of the
// rule there may be a word, as the place in "3 R-LA-5: …", which is none of them. Of several formats that fit
// it is the one that says most by itself; false if none does.
func ReadLogText(formats []LogText, text string) (f LogText, values []string, ok bool) {
	said := -1
	for _, candidate := range formats {
		found := candidate.pattern().FindStringSubmatch(text)
		if n := len(verb.ReplaceAllString(string(candidate), "")); found != nil && n > said {
			f, values, ok, said = candidate, found[1:], true, n
		}
	}
	return f, values, ok
}

// patterns are those of the formats that were asked for, which the program writes and are few.
var patterns sync.Map

// pattern fits the texts of the format.
func (f LogText) pattern() *regexp.Regexp {
	if known, ok := patterns.Load(f); ok {
		return known.(*regexp.Regexp)
	}
	parts := verb.Split(string(f), -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	values := verb.FindAllString(string(f), -1)
	var fit strings.Builder
	for i, part := range parts {
		fit.WriteString(part)
		if i < len(values) {
			fit.WriteString(map[string]string{"%s": "(.*?)", "%d": "(-?[0-9]+)"}[values[i]])
		}
	}
	made := regexp.MustCompile(`(?s)^(?:[^ ]+ )?` + fit.String() + `$`)
	patterns.Store(f, made)
	return made
}
