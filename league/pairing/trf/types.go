package trf

import "strings"

// The systems that a file can be paired by.
const (
	Swiss      = "swiss"
	RoundRobin = "roundrobin"
	Knockout   = "knockout"
)

// SystemOf returns the system that a code of FIDE's table names (Handbook, ETT26), and "" for
// one that is not paired here. CUSTOM_SWISS has left FIDE's rules: somebody paired by hand, say.
func SystemOf(code string) string {
	switch base := strings.TrimSuffix(code, "_BAKU"); base {
	case "FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026", "CUSTOM_SWISS":
		return Swiss
	case "BERGER_ROUNDROBIN", "BERGER_ROUNDROBIN_G1", "BERGER_ROUNDROBIN_G2", "FIDE_ROUNDROBIN", "BERGER_DOUBLEROUNDROBIN", "FIDE_DOUBLEROUNDROBIN":
		if base == code {
			return RoundRobin
		}
	case "CUSTOM_KNOCKOUT":
		if base == code {
			return Knockout
		}
	}
	return ""
}

// twice tells whether a code names a round robin in which all meet twice.
func twice(code string) bool {
	return strings.Contains(code, "DOUBLE") || strings.HasSuffix(code, "_G2")
}

// Accelerated tells whether the system is accelerated as FIDE has it (R-FI-4), and not by lines of its own.
func (f File) Accelerated() bool { return len(f.Extra) == 0 && strings.HasSuffix(f.Type, "_BAKU") }
