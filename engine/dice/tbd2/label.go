package tbd2

// Label is what may be said of the dice of a match (SCHEME.md 1).
type Label string

// The labels that are offered, the weakest first.
const (
	SiteAlone   Label = "A0"
	Contributed Label = "A"
	PublicStart Label = "AS"
)

// Labels lists them, the weakest first.
func Labels() []Label { return []Label{SiteAlone, Contributed, PublicStart} }

// Sentence says in plain words what a label promises and what it does not.
func (l Label) Sentence() string {
	switch l {
	case PublicStart:
		return "Nobody could pick these dice, not even the site together with a player. It can know coming throws."
	case Contributed:
		return "Nobody can change a throw, and the site alone could not pick the dice. It can know coming throws."
	}
	return "The site alone made these dice. No throw could be changed once the first was shown; that they were not picked, you take on trust."
}

// Label returns what may be said of the dice of a run: a public value counts where every player gave a part.
func (g Given) Label() Label {
	players := 0
	for i, s := range g.Seats {
		if g.Bots[i] {
			continue
		}
		if players++; s.Contribution == "" {
			return SiteAlone
		}
	}
	switch {
	case players == 0:
		return SiteAlone
	case g.Tour != nil || g.Start != nil:
		return PublicStart
	}
	return Contributed
}
