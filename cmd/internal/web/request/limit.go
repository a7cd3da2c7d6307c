package request

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"kickabout/league"
)

// Rate is how often something may be done: Count times at once, and again as many in
// the course of each Per. The zero value knows no bound.
type Rate struct {
	Count int
	Per   time.Duration
}

// UnmarshalText reads "20/1h", or "0" for no bound.
func (r *Rate) UnmarshalText(text []byte) error {
	count, per, _ := strings.Cut(string(text), "/")
	n, err := strconv.Atoi(count)
	if err == nil && n == 0 && per == "" {
		*r = Rate{}
		return nil
	}
	d, errPer := time.ParseDuration(per)
	if err != nil || errPer != nil || n <= 0 || d <= 0 {
		return fmt.Errorf("%q is no rate such as 20/1h, or 0 for none", text)
	}
	*r = Rate{n, d}
	return nil
}

// String undoes UnmarshalText.
func (r Rate) String() string {
	if r.Count == 0 {
		return "0"
	}
	return fmt.Sprintf("%d/%s", r.Count, r.Per)
}

// Limits are the rates that a site holds visitors to. They are counted in memory, by
// each server for itself.
type Limits struct {
	SignUps  Rate // accounts made from one neighbourhood of addresses
	SignIns  Rate // wrong passwords from one neighbourhood
	Tries    Rate // wrong passwords for one name from one neighbourhood
	Requests Rate // of the programs of one player
	Reads    Rate // of programs without a token, from one neighbourhood
	Hints    Rate // what bots would do, asked from one neighbourhood
}

// farTries is how many times more wrong passwords than Tries one name may see from
// everywhere before answers about it become slow. Nobody is shut out by what strangers do.
const farTries = 10

// gamesPerSignUp is how many games a neighbourhood may begin at once against bots for each account that it may make: every
// guest is made by one.
const gamesPerSignUp = 20

// Limiters are Limits at work.
type Limiters struct{ SignUps, Games, SignIns, Tries, FarTries, Requests, Reads, Hints, Noted, Recoveries, RecoveryMails *Limiter }

// What is not for the operator to set: how many refusals of one neighbourhood are kept in the database, how often a
// neighbourhood may ask for recovery by mail, and how often there is a letter to one account.
var (
	noted         = Rate{60, 10 * time.Minute}
	recoveries    = Rate{10, time.Hour}
	recoveryMails = Rate{3, time.Hour}
)

func newLimiters(l Limits) Limiters {
	far := l.Tries
	far.Count *= farTries
	games := l.SignUps
	games.Count *= gamesPerSignUp
	return Limiters{newLimiter(l.SignUps), newLimiter(games), newLimiter(l.SignIns), newLimiter(l.Tries), newLimiter(far), newLimiter(l.Requests), newLimiter(l.Reads), newLimiter(l.Hints), newLimiter(noted), newLimiter(recoveries), newLimiter(recoveryMails)}
}

// Limiter holds many keys to one rate.
type Limiter struct {
	Rate
	mu   sync.Mutex
	by   map[string]*rate.Limiter
	tidy time.Time // when those that are full again were last forgotten
}

// NewLimiter returns a limiter of a rate that nobody settles.
func NewLimiter(r Rate) *Limiter { return newLimiter(r) }

func newLimiter(r Rate) *Limiter { return &Limiter{Rate: r, by: map[string]*rate.Limiter{}} }

// Take counts one act under a key, and returns what takes it back. Where the rate is
// used up it counts nothing and says how long to wait.
func (l *Limiter) Take(key string, now time.Time) (giveBack func(), wait time.Duration) {
	if l.Count == 0 {
		return func() {}, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	limiter := l.by[key]
	if limiter == nil {
		limiter = rate.NewLimiter(rate.Limit(float64(l.Count)/l.Per.Seconds()), l.Count)
		l.by[key] = limiter
	}
	r := limiter.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return func() {}, wait
	}
	return func() { r.CancelAt(now) }, 0
}

// tell says in the headers of an answer how much of the rate a key has left and after how many seconds it has all of
// it again, as the IETF's draft of RateLimit fields does (draft-ietf-httpapi-ratelimit-headers-06); nothing where the
// rate knows no bound.
func (l *Limiter) tell(h http.Header, key string, now time.Time) {
	if l.Count == 0 {
		return
	}
	l.mu.Lock()
	left := float64(l.Count)
	if limiter := l.by[key]; limiter != nil {
		left = max(0, limiter.TokensAt(now))
	}
	l.mu.Unlock()
	full := (float64(l.Count) - left) * l.Per.Seconds() / float64(l.Count)
	h.Set("RateLimit-Limit", strconv.Itoa(l.Count))
	h.Set("RateLimit-Remaining", strconv.Itoa(int(left)))
	h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(full))))
	h.Set("RateLimit-Policy", fmt.Sprintf("%d;w=%d", l.Count, int(math.Ceil(l.Per.Seconds()))))
}

// forget drops, once in each Per, the keys that have their full rate again.
func (l *Limiter) forget(now time.Time) {
	if now.Sub(l.tidy) < l.Per {
		return
	}
	l.tidy = now
	for key, limiter := range l.by {
		if limiter.TokensAt(now) >= float64(l.Count) {
			delete(l.by, key)
		}
	}
}

// TooOften is the answer to who has to wait; nil if nobody has.
func TooOften(c echo.Context, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	minutes := int((wait + time.Minute - 1) / time.Minute)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(60*minutes))
	if minutes == 1 {
		return league.Errorf(league.Busy, "That was too often. Try again in a minute.")
	}
	return league.Errorf(league.Busy, "That was too often. Try again in %d minutes.", minutes)
}

// Neighbourhood returns the /24 or /64 that an address lies in: as a rule the
// addresses there belong together.
func Neighbourhood(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return "unknown"
	}
	a = a.Unmap().WithZone("")
	bits := 64
	if a.Is4() {
		bits = 24
	}
	prefix, err := a.Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return prefix.String()
}
