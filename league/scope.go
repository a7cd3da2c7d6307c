package league

import "strings"

// Scopes are what a program may do for a player by a token. None reaches the account itself.
type Scopes uint8

// All scopes.
const (
	ScopeRead     Scopes = 1 << iota // look at all that the player may see
	ScopePlay                        // move, chat, make and take offers, go on vacation
	ScopeEnter                       // enter and leave competitions
	ScopeOrganise                    // open and run tournaments

	AllScopes = ScopeRead | ScopePlay | ScopeEnter | ScopeOrganise
)

// scopeNames are in the order in which they are written.
var scopeNames = []struct {
	Scope Scopes
	Name  string
}{{ScopeRead, "read"}, {ScopePlay, "play"}, {ScopeEnter, "enter"}, {ScopeOrganise, "organise"}}

// Has says whether scopes hold all of some.
func (s Scopes) Has(some Scopes) bool { return s&some == some }

// String writes scopes as ParseScopes reads them: "read play".
func (s Scopes) String() string {
	var names []string
	for _, n := range scopeNames {
		if s.Has(n.Scope) {
			names = append(names, n.Name)
		}
	}
	return strings.Join(names, " ")
}

// ParseScopes reads the names of scopes with blanks or commas between them. An unknown one is an error of the field
// "scopes".
func ParseScopes(text string) (Scopes, error) {
	var s Scopes
next:
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		for _, n := range scopeNames {
			if n.Name == name {
				s |= n.Scope
				continue next
			}
		}
		return 0, FieldErrorf("scopes", "There is no scope %q; there are %s.", name, AllScopes)
	}
	return s, nil
}

// TokenDays lists for how many days a token may be made.
func TokenDays() []int { return []int{30, 90, 365} }

// TokenOrder says which token somebody wants.
type TokenOrder struct {
	Label  string
	Scopes Scopes // reading comes with each
	Days   int    // one of TokenDays
}
