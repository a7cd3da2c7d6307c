package request

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestFewStreamsLookAtTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil, Options{})
		var looking, most, looks atomic.Int32
		news := func(context.Context) ([]byte, error) {
			if n := looking.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second)
			looking.Add(-1)
			looks.Add(1)
			return nil, nil
		}
		var all sync.WaitGroup
		for range 10 * looksAtOnce {
			all.Go(func() {
				if _, err := s.look(t.Context(), news); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if most.Load() != looksAtOnce || looks.Load() != 10*looksAtOnce {
			t.Errorf("%d looked, %d of them at once", looks.Load(), most.Load())
		}
	})
}

func TestWhoWaitsForATurnLeavesWhenTheReaderOrTheSiteDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil, Options{})
		for range looksAtOnce {
			go s.look(t.Context(), func(ctx context.Context) ([]byte, error) { time.Sleep(time.Hour); return nil, nil })
		}
		synctest.Wait()
		late := func(context.Context) ([]byte, error) { t.Error("it looks out of turn"); return nil, nil }
		ctx, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		if _, err := s.look(ctx, late); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who leaves gets %v", err)
		}
		time.AfterFunc(time.Second, func() { close(s.streams.stopped) })
		if _, err := s.look(t.Context(), late); !errors.Is(err, errStopped) {
			t.Errorf("when the site stops he gets %v", err)
		}
		time.Sleep(2 * time.Hour)
	})
}

func TestStreamsAreBoundedInAll(t *testing.T) {
	l, r := newStreams(), httptest.NewRequest(http.MethodGet, "/", nil)
	look := func(<-chan struct{}) {}
	var leaves []func()
	for n := range streamsInAll {
		_, leave, room := l.join(r, strconv.Itoa(n), 5, look)
		if !room {
			t.Fatalf("there is no room for number %d", n)
		}
		leaves = append(leaves, leave)
	}
	if _, _, room := l.join(r, "one more", 5, look); room {
		t.Error("there is room for one more")
	}
	leaves[7]()
	if _, _, room := l.join(r, "one more", 5, look); !room {
		t.Error("there is no room for one when one has left")
	}
}
