// Package picturecache keeps the pictures of matches that were drawn.
package picturecache

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"kickabout/league"
)

// Limits of the pictures that are kept, and of those that wait to be drawn.
const (
	cacheBytes    = 32 << 20
	atOnce        = 1
	waitingAtMost = 24
)

// A Cache draws pictures, a few at a time, and keeps what was drawn while there is room: the
// pictures that were asked for last.
type Cache struct {
	pens chan struct{} // full while as many are drawn as may be at a time

	mu      sync.Mutex // over the fields below
	kept    map[string]*drawing
	used    []string // their keys, the one asked for last at the end
	bytes   int
	waiting int // that are not done
}

// A drawing is a picture that is made or being made.
type drawing struct {
	done chan struct{} // closed once it is made
	data []byte
	err  error
}

// New returns a cache without pictures.
func New() *Cache {
	return &Cache{pens: make(chan struct{}, atOnce), kept: map[string]*drawing{}}
}

// Picture returns a picture, which is drawn if it is not there. Who goes away does not stop it. Where too many wait to be
// drawn the error is league.Busy.
func (p *Cache) Picture(ctx context.Context, key string, draw func() ([]byte, error)) ([]byte, error) {
	d, err := p.drawing(key, draw)
	if err != nil {
		return nil, err
	}
	select {
	case <-d.done:
		return d.data, d.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// drawing finds a picture or begins to draw it.
func (p *Cache) drawing(key string, draw func() ([]byte, error)) (*drawing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d, ok := p.kept[key]; ok {
		p.used = append(slices.DeleteFunc(p.used, func(k string) bool { return k == key }), key)
		return d, nil
	}
	if p.waiting >= waitingAtMost {
		return nil, league.Errorf(league.Busy, "Many pictures are being drawn just now. Try again in a minute.")
	}
	d := &drawing{done: make(chan struct{})}
	p.kept[key], p.used, p.waiting = d, append(p.used, key), p.waiting+1
	go p.draw(key, d, draw)
	return d, nil
}

// draw makes a picture as soon as a pen is free.
func (p *Cache) draw(key string, d *drawing, draw func() ([]byte, error)) {
	p.pens <- struct{}{}
	defer func() {
		if r := recover(); r != nil { // beside every request: nobody else would
			d.err = fmt.Errorf("drawing: %v", r)
		}
		<-p.pens
		p.finish(key, d)
	}()
	d.data, d.err = draw()
}

// finish makes room for what has been drawn. What could not be drawn is not kept.
func (p *Cache) finish(key string, d *drawing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(d.done)
	p.waiting--
	p.bytes += len(d.data)
	if d.err != nil {
		p.drop(key)
	}
	for i := 0; p.bytes > cacheBytes && i < len(p.used); {
		if len(p.kept[p.used[i]].data) == 0 { // not drawn yet
			i++
			continue
		}
		p.drop(p.used[i])
	}
}

// drop forgets a picture.
func (p *Cache) drop(key string) {
	p.bytes -= len(p.kept[key].data)
	delete(p.kept, key)
	p.used = slices.DeleteFunc(p.used, func(k string) bool { return k == key })
}
