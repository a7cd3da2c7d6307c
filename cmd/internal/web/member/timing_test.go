package member_test

import (
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/office"
)

// TestProofTheTimeDoesNotTellWhoIsKnown is S7: a wrong password for a name that is
// known takes as long as one for a name that is not. The full size hashes with the
// effort of a real site.
func TestProofTheTimeDoesNotTellWhoIsKnown(t *testing.T) {
	w := webtest.New(t)
	n := enginetest.Size(2000)
	effort := secret.Standard()
	if n < 2000 {
		effort.Memory /= 8
	}
	folder := t.TempDir()
	if err := secret.Make(folder, secret.PasswordKey); err != nil {
		t.Fatal(err)
	}
	hasher, err := secret.OpenPasswords(folder, effort)
	if err != nil {
		t.Fatal(err)
	}
	w.Office = office.New(office.Over(w.Store), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: hasher}, games.All(), nil, w.Clock, w.Log)
	if w.Echo, err = web.New(w.Office, web.Options{Log: w.Log}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Office.SignUp(t.Context(), members.Credentials{Name: "Known", Password: webtest.SecretWords}); err != nil {
		t.Fatal(err)
	}
	b := w.Browser()
	timed := func(name, password string) float64 {
		form := url.Values{"name": {name}, "password": {password}}
		began := time.Now()
		if got := b.Ask(http.MethodPost, "/signin", form); got.Code != http.StatusUnprocessableEntity {
			t.Fatalf("%s: %d", name, got.Code)
		}
		return float64(time.Since(began))
	}
	known, unknown := make([]float64, n), make([]float64, n)
	coin := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		// By turns, so that whatever else the machine does meets both; but not in strict
		// turns: memory is cleaned up after every so many hashes, and would always meet the same one.
		if coin.IntN(2) == 0 {
			known[i] = timed("Known", "a wrong guess")
			unknown[i] = timed("Novel", "a wrong guess")
		} else {
			unknown[i] = timed("Novel", "a wrong guess")
			known[i] = timed("Known", "a wrong guess")
		}
	}
	z := mannWhitney(known, unknown)
	t.Logf("2 x %d requests: z = %.2f (p = %.3f), medians %.2f and %.2f ms", n, z, math.Erfc(math.Abs(z)/math.Sqrt2), median(known)/1e6, median(unknown)/1e6)
	if math.Abs(z) > 4 {
		t.Errorf("the times tell known from unknown: z = %.2f", z)
	}
	// The control: where nothing is hashed, the times tell.
	long := string(make([]byte, 300))
	for i := range n {
		unknown[i] = timed("Novel", long)
	}
	if z := mannWhitney(known, unknown); z < 4 {
		t.Errorf("the test would not see it if nothing were hashed: z = %.2f", z)
	}
}

// mannWhitney returns how many standard deviations the rank sum of a is above what it is
// where a and b come from the same place.
func mannWhitney(a, b []float64) float64 {
	type sample struct {
		value float64
		ofA   bool
	}
	var all []sample
	for _, v := range a {
		all = append(all, sample{v, true})
	}
	for _, v := range b {
		all = append(all, sample{v, false})
	}
	slices.SortFunc(all, func(x, y sample) int {
		switch {
		case x.value < y.value:
			return -1
		case x.value > y.value:
			return 1
		}
		return 0
	})
	sum := 0.0
	for rank, s := range all {
		if s.ofA {
			sum += float64(rank + 1)
		}
	}
	n, m := float64(len(a)), float64(len(b))
	return (sum - n*(n+m+1)/2) / math.Sqrt(n*m*(n+m+1)/12)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
