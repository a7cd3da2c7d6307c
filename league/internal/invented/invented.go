// Package invented is where tests lay the terms that they add to the table of package league, which
// cannot be reached from outside it. In a program it is empty; league/leaguetest alone fills it.
package invented

// Terms are values of league.Term.
var Terms []any
