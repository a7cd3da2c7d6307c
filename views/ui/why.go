package ui

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

// printed writes what a tie-break counts, with a minus as it is printed.
func printed(b tiebreak.Break, number int) string {
	return strings.Replace(b.Show(number), "-", "−", 1)
}

// OrderText lists what an order looks at: "Points, SON, direct encounter."
func OrderText(order []tiebreak.Break) string {
	names := make([]string, len(order))
	for i, b := range order {
		names[i] = b.Name
	}
	return Upper(strings.Join(names, ", ")) + "."
}

// called is a player's name as a sentence begins with it, and the verb to be.
func (in GroupInput) called(id string) (name, is string) {
	if in.Viewer != "" && id == in.Viewer {
		return "You", "are"
	}
	return in.Player(id).Name, "is"
}

// whom is a player's name within a sentence.
func (in GroupInput) whom(id string) string {
	if in.Viewer != "" && id == in.Viewer {
		return "you"
	}
	return in.Player(id).Name
}

// why says what parts a row from its neighbours: "You are 3rd: 18 points as Bob, but
// SON 224 < 255. 16 is what Dan has." It is "" as long as the player has not played.
func (in GroupInput) why(r league.Row) string {
	name, is := in.called(r.Player)
	if r.Out {
		return fmt.Sprintf("%s %s out of it: nothing that %s played counts.", name, is, map[bool]string{true: "you", false: "was"}[is == "are"])
	}
	if r.Played == 0 {
		return ""
	}
	var reasons []string
	for _, d := range []league.Parted{r.Above, r.Below} {
		if d.Who != "" {
			reasons = append(reasons, in.parted(r, d))
		}
	}
	return fmt.Sprintf("%s %s %s: %s.", name, is, Ordinal(r.Rank), strings.Join(reasons, "; "))
}

// parted says what parts a row from one neighbour.
func (in GroupInput) parted(r league.Row, d league.Parted) string {
	level, at := in.levelUpTo(r, d.Code)
	other := in.whom(d.Who)
	if d.Code == "" {
		return level + " as " + other + ", and nothing parts them"
	}
	b := in.Table.Order()[at]
	above := d == r.Above
	switch {
	case b.Code == "LOT" && above:
		return level + " as " + other + ", put first by the random draw"
	case b.Code == "LOT":
		return level + " as " + other + ", and put first by the random draw"
	case at == 0:
		return fmt.Sprintf("%s, %s %s %s", amount(b, d.Mine), other, has(other), printed(b, d.Theirs))
	}
	but := map[bool]string{true: "but", false: "and"}[above]
	sign := map[bool]string{true: "<", false: ">"}[d.Mine < d.Theirs]
	return fmt.Sprintf("%s as %s, %s %s %s %s %s", level, other, but, b.Name, printed(b, d.Mine), sign, printed(b, d.Theirs))
}

// levelUpTo writes what a row has in the tie-breaks before one that parts it, and
// that one's place in the order; all of them where none parts.
func (in GroupInput) levelUpTo(r league.Row, code string) (text string, at int) {
	order := in.Table.Order()
	at = slices.IndexFunc(order, func(b tiebreak.Break) bool { return b.Code == code })
	upTo := at
	if at < 0 {
		upTo = len(order)
	}
	var parts []string
	for k, b := range order[:upTo] {
		if k == 0 {
			parts = append(parts, amount(b, r.Values[k].Number))
		} else if r.Values[k].Counts && !b.Place {
			parts = append(parts, b.Name+" "+printed(b, r.Values[k].Number))
		}
	}
	return strings.Join(parts, ", "), at
}

// amount writes points with their word.
func amount(b tiebreak.Break, number int) string {
	if b.Code == "TP" {
		return PointsWord(league.Points(number))
	}
	return printed(b, number) + " " + b.Name
}

func has(name string) string {
	if name == "you" {
		return "have"
	}
	return "has"
}

// breaks explains the order of the table, in words and with the numbers of the viewer
// and their neighbour; of the first two, if they are not in it.
func (in GroupInput) breaks(t *table.Table) (lines []BreakLine) {
	rows := t.Rows()
	at := slices.IndexFunc(rows, func(r league.Row) bool { return r.Player == in.Viewer && !r.Out })
	mine, theirs, d := league.Row{}, league.Row{}, league.Parted{}
	switch {
	case at > 0:
		mine, theirs, d = rows[at], rows[at-1], rows[at].Above
	case len(rows) > 1:
		mine, theirs, d = rows[0], rows[1], rows[0].Below
	}
	parted := d.Who == "" || mine.Played+theirs.Played == 0
	for k, b := range t.Order() {
		line := BreakLine{SortLink: SortLink{Key: strings.ToLower(b.Code), Text: b.Code, Title: Upper(b.Name)}, Name: Upper(b.Name), Means: b.Means}
		in.link(&line.SortLink)
		if !parted {
			line.Says = in.compared(b, mine, theirs, k, d)
			parted = b.Code == d.Code
		}
		lines = append(lines, line)
	}
	return lines
}

// compared writes what one tie-break says of two neighbours.
func (in GroupInput) compared(b tiebreak.Break, mine, theirs league.Row, k int, d league.Parted) string {
	one, other := in.whom(mine.Player), in.whom(theirs.Player)
	if b.Code == d.Code {
		return Upper(fmt.Sprintf("%s %s %s, %s %s %s: this parts %s.", one, has(one), printed(b, d.Mine), other, has(other), printed(b, d.Theirs),
			map[bool]string{true: "you", false: "them"}[one == "you" || other == "you"]))
	}
	if !mine.Values[k].Counts {
		return "It does not count here."
	}
	return Upper(fmt.Sprintf("%s and %s both have %s.", one, other, printed(b, mine.Values[k].Number)))
}

// needs says what the viewer still needs.
func (in GroupInput) needs() []string {
	var lines []string
	for _, first := range in.Needs {
		if n := in.Table.Need(in.Viewer, first); n.First > 0 {
			lines = append(lines, needText(n))
		}
	}
	return lines
}

// needText puts a need into words.
func needText(n table.Need) string {
	place := "first"
	among := "first place"
	if n.First > 1 {
		place = fmt.Sprintf("among the first %d", n.First)
		among = fmt.Sprintf("a place among the first %d", n.First)
	}
	switch {
	case n.Safe:
		return Upper(among) + " is yours whatever happens."
	case n.Gone:
		return "You can no longer be " + place + "."
	}
	least := ""
	if n.Least > 0 && n.Least != n.Enough {
		least = fmt.Sprintf("With fewer than %s more you cannot be %s. ", PointsText(n.Least), place)
	}
	if n.Left == 0 {
		return fmt.Sprintf("You have no game left; it depends on the others whether you are %s.", place)
	}
	if n.Enough == 0 {
		return fmt.Sprintf("%sWith all %s that you can still take, it also depends on the others whether you are %s.", least, PointsText(n.Left), place)
	}
	return fmt.Sprintf("%s%s more make sure that you are %s, whatever the others do.", least, Upper(PointsWord(n.Enough)), place)
}
