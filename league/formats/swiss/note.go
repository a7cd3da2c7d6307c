package swiss

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Note is what the log keeps of a player: how they spend the rounds in which they have no match.
type Note struct {
	From  int   // the first round that they can be in, if they entered late; 0: the first
	Byes  []int // the rounds in which they had the bye; a second one only where no pairing spares them
	Off   int   // the round that they have sat out; 0: none
	Rests bool  // they sit out the next one
	Away  []int // the rounds that were drawn without them, since they were absent (R-FF-7)
}

// String writes it as "from3 bye4 off5 rests away6"; "" for nothing.
func (n Note) String() string {
	var words []string
	if n.From > 1 {
		words = append(words, fmt.Sprint("from", n.From))
	}
	for _, round := range n.Byes {
		words = append(words, fmt.Sprint("bye", round))
	}
	if n.Off > 0 {
		words = append(words, fmt.Sprint("off", n.Off))
	}
	if n.Rests {
		words = append(words, "rests")
	}
	for _, round := range n.Away {
		words = append(words, fmt.Sprint("away", round))
	}
	return strings.Join(words, " ")
}

// ParseNote undoes String; what it does not understand it leaves out.
func ParseNote(text string) (n Note) {
	for _, word := range strings.Fields(text) {
		name := strings.TrimRight(word, "0123456789")
		round, _ := strconv.Atoi(word[len(name):])
		switch {
		case name == "rests":
			n.Rests = true
		case round < 1:
		case name == "from":
			n.From = round
		case name == "bye":
			n.Byes = append(n.Byes, round)
		case name == "off":
			n.Off = round
		case name == "away":
			n.Away = append(n.Away, round)
		}
	}
	return n
}

// without returns the note as it was before a round was drawn, but for a wish of the player.
func (n Note) without(round int) Note {
	n.Byes = slices.DeleteFunc(slices.Clone(n.Byes), func(r int) bool { return r == round })
	if n.Off == round {
		n.Off = 0
	}
	return n
}
