package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// pagesCmd measures pages.
type pagesCmd struct {
	siteFlags
	eachFlags
	Guest bool `help:"As a visitor who is not signed in sees them."`
}

// A sight is a page that is measured: at a path, or at what a link on another one leads to.
type sight struct {
	name, at string
	link     string  // pattern of a link on the page at the path; "": the page itself
	cpu      float64 // goal for the processor time in milliseconds; 0: none
}

var sights = []sight{
	{name: "a request that reads nothing", at: "/healthz"},
	{name: "front", at: "/", cpu: 1.5},
	{name: "my matches", at: "/matches", cpu: 1.5},
	{name: "match", at: "/matches", link: `/matches/[a-z0-9]{8,}`},
	{name: "player", at: "/ratings", link: `/players/[a-z0-9]+`, cpu: 2.5},
	{name: "championship", at: "/championship/streetsoccer/lg", cpu: 2.5},
	{name: "ladder", at: "/ladder/streetsoccer/lg", cpu: 2.5},
	{name: "mini cup", at: "/minicup/streetsoccer/lg", cpu: 2.5},
	{name: "monthly cup", at: "/monthlycup/streetsoccer/lg", cpu: 2.5},
	{name: "tournaments", at: "/tournaments"},
	{name: "tournament", at: "/monthlycup/streetsoccer/lg", link: `/tournaments/[a-z0-9]{8,}`, cpu: 2.5},
	{name: "ratings", at: "/ratings"},
	{name: "waiting room", at: "/offers"},
	{name: "watch", at: "/watch"},
	{name: "hall", at: "/hall"},
	{name: "account", at: "/account"},
}

// Most bytes of a page as it is sent.
const sentMost = 16 << 10

// Validate bounds what the machine is asked for.
func (c pagesCmd) Validate() error {
	return errors.Join(c.siteFlags.Validate(), c.eachFlags.Validate())
}

// Run asks for each page for a while, one request after the other.
func (c pagesCmd) Run(ctx context.Context) error {
	return onSite(ctx, c.siteFlags, 0, func(b *bench, data string, _ []caller) error {
		return b.during(ctx, data, []string{alone}, func(program *child) error { return c.measure(ctx, program) })
	})
}

// measure is Run while the program serves a copy of a site.
func (c pagesCmd) measure(ctx context.Context, program *child) error {
	who := nameOf(0)
	if c.Guest {
		who = ""
	}
	r, err := newReader(ctx, program, who)
	if err != nil {
		return err
	}
	heads()
	var goals []goal
	for _, s := range sights {
		f, err := r.measure(ctx, s, c.For)
		if err != nil {
			return err
		}
		f.show()
		if s.cpu > 0 {
			goals = append(goals, goal{s.name + ": CPU, ms", float64(f.cpu.Microseconds()) / 1000, true, s.cpu})
		}
		goals = append(goals, goal{s.name + ": bytes sent", f.bytes, true, sentMost})
	}
	return judge(goals, c.Free)
}

// A reader is a browser.
type reader struct {
	*child
	client *http.Client
}

// password is that of all players of a season.
const password = "correct horse battery staple"

// newReader opens a browser, of a player or, where no name is given, of somebody who is not signed in.
func newReader(ctx context.Context, c *child, name string) (*reader, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	r := &reader{c, &http.Client{
		Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{DialContext: fromAll, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if name == "" {
		return r, nil
	}
	form := url.Values{"name": {name}, "password": {password}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.at+"/signin", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		return nil, fmt.Errorf("signing in was answered with %d", resp.StatusCode)
	}
	return r, nil
}

// get asks for a page, compressed as a browser does, or as it is.
func (r *reader) get(ctx context.Context, path string, compressed bool) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.at+path, nil)
	if err != nil {
		return nil, err
	}
	if compressed {
		req.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %d", path, resp.StatusCode)
	}
	return io.ReadAll(resp.Body)
}

// find returns the path of a sight; "" if no link leads there.
func (r *reader) find(ctx context.Context, s sight) (string, error) {
	if s.link == "" {
		return s.at, nil
	}
	page, err := r.get(ctx, s.at, false)
	if err != nil {
		return "", err
	}
	link := regexp.MustCompile(`href="(` + s.link + `)"`).FindSubmatch(page)
	if link == nil {
		return "", nil
	}
	return string(link[1]), nil
}

// measure asks for a page again and again for a while.
func (r *reader) measure(ctx context.Context, s sight, d time.Duration) (f figure, err error) {
	path, err := r.find(ctx, s)
	if err != nil {
		return f, err
	}
	if path == "" {
		return figure{name: s.name + ": no such link"}, nil
	}
	if _, err := r.get(ctx, path, true); err != nil { // what is made once is made
		return f, err
	}
	t := &tally{}
	spent, within, err := r.ask(ctx, path, t, d)
	return t.figure(s.name, within, spent), err
}

// ask asks for a page again and again for a while, and says what the program spent on that and how long it took.
func (r *reader) ask(ctx context.Context, path string, t *tally, d time.Duration) (spent usage, within time.Duration, err error) {
	before, err := r.spent(ctx)
	if err != nil {
		return spent, 0, err
	}
	began := time.Now()
	for time.Since(began) < d && ctx.Err() == nil {
		asked := time.Now()
		body, err := r.get(ctx, path, true)
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		t.note(time.Since(asked), len(body), wrong)
	}
	within = time.Since(began)
	after, err := r.spent(ctx)
	return after.less(before), within, err
}
