package account_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/ccojocar/zxcvbn-go"

	"kickabout/league"
	"kickabout/league/account"
)

func TestPasswords(t *testing.T) {
	words := []string{"b.smith@football.example", "Street League", "StreetSoccer", "One-Two-Fun", "CuFootball"}
	for _, c := range []struct{ name, password, says string }{
		{"a few words", "three small goats", ""},
		{"other scripts", "козы на лугу", ""},
		{"eight characters of several bytes", "жмздлиыр", ""},
		{"random digits", "83621504", ""},
		{"random signs", "q7$Lw0.x", ""},
		{"too short", "goats12", "this has 7"},
		{"too short, though of many bytes", "жжз", "this has 3"},
		{"empty", "", "this has 0"},
		{"as long as can be", strings.Repeat("three small goats and a cow, ", 8)[:256-25] + "some hens, and then a pig", ""},
		{"too long", strings.Repeat("goat", 64) + "!", "at most 256"},
		{"leaked", "password123", "among the first"},
		{"leaked, in capitals", "PassWord123", "among the first"},
		{"leaked, with signs for letters", "P@55w0rd", "among the first"},
		{"leaked, with digits around it", "1dragon2024!", "among the first"},
		{"leaked, backwards", "nogard99", "among the first"},
		{"leaked, twice", "dragondragon", "among the first"},
		{"keys in a row", "qwertyuiop", "among the first"},
		{"keys in a row of another keyboard", "qwertzuiopq", "Too little is left"},
		{"keys in a row and the other way", "lkjhgfdsaqw7", "Too little is left"},
		{"one character", "fffffffffff", "Too little is left"},
		{"two characters", "ababababab", "Too little is left"},
		{"a part again and again", "xkqxkqxkqxkq", "Too little is left"},
		{"a year and a little", "1987wx1988", "Too little is left"},
		{"the name", "beatrix brown", "Too little is left"},
		{"the name and some digits", "BeatrixBrown99", "Too little is left"},
		{"the name with signs for letters", "b34tr1x.br0wn", "Too little is left"},
		{"the name backwards", "xirtaeb12", "Too little is left"},
		{"the name twice", "beatrixbeatrix!", "Too little is left"},
		{"the address", "bsmith.football", "Too little is left"},
		{"the site", "streetleague1", "Too little is left"},
		{"the program", "kickabout77", "among the first"},
		{"a game", "CuFootball.12", "Too little is left"},
		{"the name in a sentence", "beatrix likes goats", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := account.Password("Beatrix Brown", c.password, words...)
			if (err == nil) != (c.says == "") {
				t.Fatalf("got %v", err)
			}
			if err != nil && (!strings.Contains(err.Error(), c.says) || league.Fields(err)["password"] == nil) {
				t.Errorf("refused with %q", err)
			}
		})
	}
	if account.Spelling("cafe\u0301") != account.Spelling("café") {
		t.Error("two ways to type é are two passwords")
	}
}

// TestPasswordsAsAnotherJudgesThem takes what zxcvbn finds worst of what people make of the words that come first, and
// what nobody could guess.
func TestPasswordsAsAnotherJudgesThem(t *testing.T) {
	const each = 2000
	dice := rand.New(rand.NewPCG(16, 6))
	var refused, judged int
	var let []string
	for judged < each {
		p := likely(dice)
		if len([]rune(p)) < account.ShortestPassword || zxcvbn.PasswordStrength(p, []string{"beatrix", "kickabout"}).Score > 0 {
			continue
		}
		judged++
		if account.Password("Beatrix", p) != nil {
			refused++
		} else {
			let = append(let, p)
		}
	}
	t.Logf("%d of %d that zxcvbn finds worst are refused; not %q", refused, judged, let[:min(len(let), 60)])
	if refused*100 < judged*97 {
		t.Errorf("%d of %d are refused", refused, judged)
	}
	for range each {
		if p := unlikely(dice); account.Password("Beatrix", p) != nil {
			t.Errorf("%q is refused: %v", p, account.Password("Beatrix", p))
		}
	}
}

// likely is a password as people make them of a word that comes first.
func likely(dice *rand.Rand) string {
	word := account.LeakedList()[dice.IntN(len(account.LeakedList()))]
	switch dice.IntN(12) {
	case 0:
		word = "beatrix"
	case 1:
		word = []string{"qwertz", "asdfgh", "zxcvbn", "1q2w3e", "abcdef", "123456", "987654", "aaaaaa", "kickabout", "qazwsx"}[dice.IntN(10)]
	case 2:
		return fmt.Sprintf("%02d%02d%d", 1+dice.IntN(28), 1+dice.IntN(12), 1940+dice.IntN(80))
	}
	for range dice.IntN(3) {
		switch dice.IntN(8) {
		case 0:
			word = strings.ToUpper(word[:1]) + word[1:]
		case 1:
			word += fmt.Sprint(dice.IntN(100))
		case 2:
			word += fmt.Sprint(1950 + dice.IntN(76))
		case 3:
			word += string("!?.*#"[dice.IntN(5)])
		case 4:
			word = strings.NewReplacer("a", "4", "e", "3", "o", "0", "s", "$").Replace(word)
		case 5:
			word += word
		case 6:
			letters := []rune(word)
			slices.Reverse(letters)
			word = string(letters)
		case 7:
			word = fmt.Sprint(dice.IntN(10)) + word
		}
	}
	return word
}

// unlikely is a password that is at random, or some words in a row.
func unlikely(dice *rand.Rand) string {
	if dice.IntN(2) == 0 {
		const signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&*+-.:;=?@_"
		alphabet := []string{signs, signs[:62], signs[:26] + "0123456789"}[dice.IntN(3)]
		p := make([]byte, 10+dice.IntN(20))
		for i := range p {
			p[i] = alphabet[dice.IntN(len(alphabet))]
		}
		return string(p)
	}
	var words []string
	for range 3 + dice.IntN(4) {
		words = append(words, account.LeakedList()[dice.IntN(len(account.LeakedList()))])
	}
	return strings.Join(words, string(" -_.+"[dice.IntN(5)]))
}

func TestAPasswordIsJudgedInAMillisecond(t *testing.T) {
	account.LeakedList()
	dice := rand.New(rand.NewPCG(1, 2))
	for _, p := range []string{strings.Repeat("ab", 128), strings.Repeat("1qaz", 64), strings.Repeat("goat", 64), long(dice)} {
		fastest := time.Hour
		for range 20 {
			began := time.Now()
			_ = account.Password("Beatrix Brown", p, "Street League", "StreetSoccer", "One-Two-Fun", "CuFootball")
			fastest = min(fastest, time.Since(began))
		}
		t.Logf("%.8s…: %v", p, fastest)
		if fastest > 5*time.Millisecond { // a busy machine, and the race detector
			t.Errorf("%.8s… takes %v", p, fastest)
		}
	}
}

// long is a password as long as one may be, at random.
func long(dice *rand.Rand) string {
	p := make([]byte, account.LongestPassword)
	for i := range p {
		p[i] = byte(33 + dice.IntN(94))
	}
	return string(p)
}

func TestTheListOfLeakedPasswordsIsInOrderAndOfUse(t *testing.T) {
	lines := account.LeakedList()
	if len(lines) < 10_000 || !slices.IsSorted(lines) {
		t.Errorf("%d lines, sorted: %v", len(lines), slices.IsSorted(lines))
	}
	for _, line := range lines {
		if strings.ToLower(line) != line || strings.ContainsFunc(line, unicode.IsSpace) {
			t.Fatalf("%q is not as passwords are folded", line)
		}
		if len(line) < account.ShortestPassword {
			if !strings.ContainsFunc(line, unicode.IsLetter) {
				continue // digits with more digits behind them are others
			}
			line += strings.Repeat("9", account.ShortestPassword-len(line))
		}
		if err := account.Password("", line); err == nil || !strings.Contains(err.Error(), "among the first") {
			t.Errorf("%q: %v", line, err)
		}
	}
}
