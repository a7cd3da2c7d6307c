package matching

import "math/bits"

// Words are the widths that a weight can have: whole numbers of 64 to 1,024 bits with a sign,
// in two's complement, the lowest word first. A weight is wide so that criteria which count one
// before the other can each have bits of their own in it.
type Words interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64
}

func add[W Words](a, b W) W {
	var carry uint64
	for i := range len(a) {
		a[i], carry = bits.Add64(a[i], b[i], carry)
	}
	return a
}

func sub[W Words](a, b W) W {
	var borrow uint64
	for i := range len(a) {
		a[i], borrow = bits.Sub64(a[i], b[i], borrow)
	}
	return a
}

func half[W Words](a W) W {
	high := len(a) - 1
	for i := range high {
		a[i] = a[i]>>1 | a[i+1]<<63
	}
	a[high] = uint64(int64(a[high]) >> 1)
	return a
}

func less[W Words](a, b W) bool {
	high := len(a) - 1
	if a[high] != b[high] {
		return int64(a[high]) < int64(b[high])
	}
	for i := high - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func zero[W Words](a W) bool {
	var none W
	return a == none
}

// Negative returns -a.
func Negative[W Words](a W) W {
	var none W
	return sub(none, a)
}
