package picturecache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"kickabout/league"
)

func TestAPictureIsDrawnOnceForAll(t *testing.T) {
	p := New()
	var drawn atomic.Int32
	begin := make(chan struct{})
	draw := func() ([]byte, error) {
		<-begin
		return []byte(fmt.Sprint("picture ", drawn.Add(1))), nil
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := p.Picture(gone, "k", draw); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone hears %v", err)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if data, err := p.Picture(t.Context(), "k", draw); err != nil || string(data) != "picture 1" {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
	close(begin)
	all.Wait()
	if n := drawn.Load(); n != 1 {
		t.Errorf("drawn %d times", n)
	}
}

func TestWhatCannotBeDrawnIsNotKept(t *testing.T) {
	p := New()
	for name, draw := range map[string]func() ([]byte, error){
		"an error": func() ([]byte, error) { return nil, errors.New("no ink") },
		"a panic":  func() ([]byte, error) { panic("no pen") },
	} {
		if _, err := p.Picture(t.Context(), name, draw); err == nil {
			t.Errorf("%s is no error", name)
		}
		if data, err := p.Picture(t.Context(), name, func() ([]byte, error) { return []byte("well"), nil }); err != nil || string(data) != "well" {
			t.Errorf("after %s: %q, %v", name, data, err)
		}
	}
}

func TestPicturesMakeRoom(t *testing.T) {
	p := New()
	draw := func() ([]byte, error) { return make([]byte, cacheBytes/4), nil }
	for i := range 4 {
		_, _ = p.Picture(t.Context(), fmt.Sprint(i), draw)
	}
	_, _ = p.Picture(t.Context(), "0", draw) // asked for again, so that another one goes
	_, _ = p.Picture(t.Context(), "4", draw)
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true, "4": true} {
		if _, ok := p.kept[key]; ok != want {
			t.Errorf("picture %s is kept: %v", key, ok)
		}
	}
	if p.bytes != cacheBytes || len(p.used) != 4 {
		t.Errorf("%d bytes in %d pictures", p.bytes, len(p.used))
	}
}

func TestTooManyPicturesAtOnceAreRefused(t *testing.T) {
	p := New()
	begin := make(chan struct{})
	for i := range waitingAtMost {
		if _, err := p.drawing(fmt.Sprint(i), func() ([]byte, error) { <-begin; return nil, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.drawing("one more", nil); league.KindOf(err) != league.Busy {
		t.Errorf("one more: %v", err)
	}
	if _, err := p.drawing("3", nil); err != nil {
		t.Errorf("one that is drawn already: %v", err)
	}
	close(begin)
	if _, err := p.Picture(t.Context(), fmt.Sprint(waitingAtMost-1), nil); err != nil {
		t.Error(err)
	}
}
