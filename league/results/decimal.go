package results

import (
	"strconv"
	"strings"
)

// mostDigits is how many digits a number may have behind its point.
const mostDigits = 4

// decimal is an exact number of at least 0: units in parts of ten to the power of digits.
type decimal struct {
	units  int
	digits int
}

// parseDecimal reads "2", "0.5" or ".5", and no other notation.
func parseDecimal(text string) (d decimal, ok bool) {
	whole, part, _ := strings.Cut(text, ".")
	part = strings.TrimRight(part, "0")
	if whole+part == "" && !strings.Contains(text, "0") || len(whole) > 9 || len(part) > mostDigits {
		return decimal{}, false
	}
	for _, c := range whole + part {
		if c < '0' || c > '9' {
			return decimal{}, false
		}
		d.units = 10*d.units + int(c-'0')
	}
	d.digits = len(part)
	return d, true
}

// in returns the number in parts of ten to the power of digits, which are at least its own.
func (d decimal) in(digits int) int { return d.units * powerOfTen(digits-d.digits) }

func powerOfTen(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// String writes the number without needless digits: "10.5", "-3".
func (d decimal) String() string {
	sign, units := "", d.units
	if units < 0 {
		sign, units = "-", -units
	}
	p := powerOfTen(d.digits)
	text := sign + strconv.Itoa(units/p)
	if part := units % p; part > 0 {
		digits := strconv.Itoa(p + part)[1:]
		text += "." + strings.TrimRight(digits, "0")
	}
	return text
}
