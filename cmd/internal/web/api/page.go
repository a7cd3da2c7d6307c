package api

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"kickabout/league"
)

// Page says which part of a list is asked for. Operations embed it.
type Page struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"How many the answer has at most."`
	Cursor string `query:"cursor" maxLength:"600" doc:"The next of the page before."`
}

// errCursor is the answer to a cursor that nobody was given.
var errCursor = league.Errorf(league.Invalid, "The cursor is none of ours: send the next of the page before as it is.")

// Part returns the part of a list that is asked for, and the cursor of the next one, "" behind the last. A key tells
// an item from the others: what is behind the last item of the page before comes next, also if the list has grown
// in front of it meanwhile. If that item has gone, the part begins where it stood.
func Part[T any](list []T, p Page, key func(T) string) (part []T, next string, err error) {
	from := 0
	if p.Cursor != "" {
		at, last, err := ReadPlace(p.Cursor)
		if err != nil {
			return nil, "", err
		}
		from = min(max(0, int(at)), len(list))
		for i, item := range list {
			if key(item) == last {
				from = i + 1
				break
			}
		}
	}
	part = list[from:min(len(list), from+p.Limit)]
	if to := from + len(part); to < len(list) && len(part) > 0 {
		next = WritePlace(int64(to-1), key(part[len(part)-1]))
	}
	return part, next, nil
}

// WritePlace writes a place in a list as a cursor: a number and the id of the item there.
func WritePlace(at int64, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(at, 10) + " " + id))
}

// ReadPlace undoes WritePlace; it fails for what WritePlace did not write.
func ReadPlace(cursor string) (at int64, id string, err error) {
	plain, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return 0, "", errCursor
	}
	number, id, _ := strings.Cut(string(plain), " ")
	at, err = strconv.ParseInt(number, 10, 64)
	if err != nil || !utf8.ValidString(id) || strings.ContainsRune(id, 0) {
		return 0, "", errCursor
	}
	return at, id, nil
}
