package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/store/storetest"
)

// TestVisitorsLeaveConnectionsToMembers has forty visitors ask for a page that the database does not answer. They share one
// pool of connections with members, who get theirs at once all the same.
func TestVisitorsLeaveConnectionsToMembers(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		w := webtest.NewOn(t, d)
		site, err := web.New(w.Office, web.Options{Log: w.Log, Gates: admission.NewGates(2, nil)})
		if err != nil {
			t.Fatal(err)
		}
		w.Echo, w.Server.Config.Handler = site, site
		ann := w.Member("Ann")
		ann.Get("/account/feeds").Want(t, http.StatusOK)
		others, err := storetest.Below(w.Store).Apart(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		lock := others.Bare(t.Context()).Begin()
		for _, err := range []error{lock.Error, others.Patiently(lock), lock.Exec("LOCK TABLE ratings IN ACCESS EXCLUSIVE MODE").Error} {
			if err != nil {
				t.Fatal(err)
			}
		}
		var crowd sync.WaitGroup
		codes := make([]int, 40)
		for i := range codes {
			crowd.Go(func() {
				r := httptest.NewRequest(http.MethodGet, "/ratings", nil)
				r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1", i)
				rec := httptest.NewRecorder()
				site.ServeHTTP(rec, r)
				codes[i] = rec.Code
			})
		}
		time.Sleep(300 * time.Millisecond) // they are all there
		begun := time.Now()
		ann.Get("/account/feeds").Want(t, http.StatusOK)
		if took := time.Since(begun); took > time.Second {
			t.Errorf("a member waits %v", took)
		}
		lock.Rollback()
		crowd.Wait()
		served := 0
		for _, code := range codes {
			if code == http.StatusOK {
				served++
			}
		}
		if served == 0 {
			t.Errorf("no visitor was served: %v", codes)
		}
	})
}
