package pitch

import "strconv"

// appendSlot writes a slot as column letter and rank.
func appendSlot(text []byte, s Slot) []byte {
	return append(text, 'a'+byte(s.Column()-1), '0'+byte(s.Rank()))
}

// slotTexts are the texts of the slots of the pitch.
var slotTexts = func() (texts [Columns * Ranks]string) {
	for s := range texts {
		texts[s] = string(appendSlot(nil, Slot(s)))
	}
	return texts
}()

// String returns the slot in the notation.
func (s Slot) String() string {
	if s >= Nowhere {
		return "-"
	}
	return slotTexts[s]
}

// ParseSlot undoes String.
func ParseSlot(text string) (Slot, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] >= 'a'+Columns || text[1] < '1' || text[1] >= '1'+Ranks {
		return Nowhere, false
	}
	return At(int(text[0]-'a')+1, int(text[1]-'0')), true
}

// String lists the slots in ascending order.
func (a Set) String() string {
	var text []byte
	for s := range a.All() {
		text = appendSlot(text, s)
	}
	return string(text)
}

// ParseSet undoes String.
func ParseSet(text string) (Set, bool) {
	var a Set
	for ; text != ""; text = text[2:] {
		if len(text) < 2 {
			return 0, false
		}
		s, ok := ParseSlot(text[:2])
		if !ok || One(s) <= a {
			return 0, false
		}
		a |= One(s)
	}
	return a, true
}

// String writes a goal slot as its two numbers.
func (g GoalSlot) String() string { return strconv.Itoa(10*g.Gx() + g.Gy()) }

// ParseGoalSlot undoes String.
func ParseGoalSlot(text string) (GoalSlot, bool) {
	if len(text) != 2 || text[0] < '1' || text[0] > '0'+GoalWidth || text[1] < '1' || text[1] > '0'+GoalWidth {
		return 0, false
	}
	return GoalAt(int(text[0]-'0'), int(text[1]-'0')), true
}
