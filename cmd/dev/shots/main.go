// Command shots takes pictures of every page of the real program into .shots,
// as a phone and as a desk shows them, light and dark: for people who review a
// change of what is seen. Where a page is longer than the screen there is a
// second picture of the whole.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"kickabout/cmd/internal/browser"
)

// folder is where the pictures go; git ignores it.
const folder = ".shots"

// looks are the readers that each page is shown to.
var looks = []struct {
	name string
	browser.Options
}{
	{"phone-light", browser.Options{Width: 390, Height: 844, Phone: true, OwnCookies: true, ReducedMotion: true}},
	{"phone-dark", browser.Options{Width: 390, Height: 844, Phone: true, OwnCookies: true, ReducedMotion: true, Dark: true}},
	{"desk-light", browser.Options{Width: 1280, Height: 800, OwnCookies: true, ReducedMotion: true}},
	{"desk-dark", browser.Options{Width: 1280, Height: 800, OwnCookies: true, ReducedMotion: true, Dark: true}},
}

// rounds are what pictures are taken of: a site that is set up, and a tour of it.
func rounds() []round {
	return []round{
		{"site", (*session).fresh, tour},
		{"leagues", (*session).leagues, func(c camera, _ *browser.Page, address string) { leaguesTour(c, address) }},
		{"tournaments", (*session).tournaments, func(c camera, _ *browser.Page, address string) { tournamentsTour(c, address) }},
	}
}

type round struct {
	name  string
	serve func(*session, context.Context) string // returns its address
	tour  func(c camera, other *browser.Page, address string)
}

func main() {
	only := flag.String("only", "", "take no other pictures than those of: site, leagues or tournaments")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *only); err != nil {
		fmt.Fprintln(os.Stderr, "shots: "+err.Error())
		os.Exit(1)
	}
}

// run builds and starts the program and takes the pictures.
func run(ctx context.Context, only string) (err error) {
	s := &session{}
	defer s.end(&err)
	s.build(ctx)
	b := browser.Start(s)
	for _, r := range rounds() {
		if only != "" && only != r.name {
			continue
		}
		address := r.serve(s, ctx)
		for _, look := range looks {
			fmt.Println(r.name, look.name)
			r.tour(camera{b.NewPage(s, look.Options), look.Height, look.name}, b.NewPage(s, look.Options), address)
		}
	}
	return nil
}

// tour goes through the site as a new player does; other is a second person's browser.
func tour(c camera, other *browser.Page, address string) {
	c.Open(address)
	c.WaitFor(".cards a") // bots play: there is something to watch
	c.take("front")
	c.Follow(".hero button.main")
	match := c.URL()
	c.take("match-placing")
	for range 2 {
		c.turn()
	}
	c.take("match-turn")
	c.Click("#throws summary")
	c.take("match-dice")
	c.touch()
	c.take("match-chosen")
	c.choose()
	c.take("match-entered")
	c.Open(match + "?at=4")
	c.take("match-past")
	c.Open(match + "?resign=1#resign")
	c.take("match-resign")
	c.Follow("#resign button.danger")
	c.take("match-over")
	c.Open(address)
	c.take("front-again")
	c.Follow(".cards a")
	c.take("match-watched")
	gamesTour(c, address)
	accountTour(c, address)
	peopleTour(c, other, address)
	vacationTour(c, other, address)
	championshipTour(c, address)
	for name, path := range map[string]string{"waiting-room-guest": "/offers", "rules": "/rules/streetsoccer", "dice": "/dice", "missing": "/nowhere"} {
		c.Open(address + path)
		c.take(name)
	}
}

const (
	next    = "#match a.next[href]"             // a place or a choice that may be touched
	confirm = "#confirm button:not([disabled])" // there once a move is complete
	again   = ".words a.button.main"            // it is over
	mine    = "#match[data-mine] a.next[href]"  // there when it is the visitor's turn
)

// choose touches places until a move is complete; by their links, so that each
// page is whole before the next touch.
func (c camera) choose() {
	for !c.Exists(confirm) {
		c.touch()
	}
}

// touch goes to the page on which one of the places that may be touched has been;
// one well inside the board, so that the pictures show an ordinary game.
func (c camera) touch() {
	c.Open(browser.Eval[string](c.Page, `(spots =>
		new URL(spots[Math.floor(spots.length * 5 / 8)].getAttribute("href"), location).href
	)(document.querySelectorAll("`+next+`"))`))
}

// turn plays one turn and waits for the bot's.
func (c camera) turn() {
	c.choose()
	c.Follow(confirm)
	c.Attribute(mine, "href")
}

// camera is a page that pictures are taken of.
type camera struct {
	*browser.Page
	height int
	look   string
}

func (c camera) take(name string) {
	c.Screenshot(filepath.Join(folder, name+"-"+c.look+".png"))
	if browser.Eval[int](c.Page, `document.documentElement.scrollHeight`) > c.height {
		c.ScreenshotWhole(filepath.Join(folder, name+"-"+c.look+"-whole.png"))
	}
}

// A session is what the harness takes for a test: it keeps what is to be done at
// the end, and a failure ends it.
type session struct {
	cleanups        []func()
	folder, program string
}

// failure is the panic by which a session ends before its time.
type failure struct{ error }

func (s *session) Helper()           {}
func (s *session) Cleanup(f func())  { s.cleanups = append(s.cleanups, f) }
func (s *session) Skip(args ...any)  { s.Fatal(args...) }
func (s *session) Fatal(args ...any) { panic(failure{errors.New(fmt.Sprint(args...))}) }
func (s *session) Fatalf(format string, args ...any) {
	panic(failure{fmt.Errorf(format, args...)})
}

// end cleans up, the last thing first, and turns a failure into an error.
func (s *session) end(err *error) {
	for _, f := range s.cleanups {
		defer f()
	}
	switch p := recover().(type) {
	case nil:
	case failure:
		*err = p.error
	default:
		panic(p)
	}
}

var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// build builds the program in a folder of its own.
func (s *session) build(ctx context.Context) {
	var err error
	if s.folder, err = os.MkdirTemp("", "kickabout-shots-*"); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { os.RemoveAll(s.folder) })
	s.program = filepath.Join(s.folder, "kickabout")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", s.program, "./cmd/kickabout").CombinedOutput(); err != nil {
		s.Fatalf("building: %w\n%s", err, out)
	}
}

// fresh starts the program on a site that nobody has been to.
func (s *session) fresh(ctx context.Context) string {
	return s.serve(ctx, filepath.Join(s.folder, "data"))
}

// played starts the program on a site on which a season has been played, by the arguments of its
// command.
func (s *session) played(ctx context.Context, name string, arguments ...string) string {
	data := filepath.Join(s.folder, name)
	c := exec.CommandContext(ctx, s.program, append([]string{"season", "--out", data}, arguments...)...)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		s.Fatalf("playing %s: %w", name, err)
	}
	return s.serve(ctx, data)
}

// serve starts the program on a free port with a data folder and returns its address.
func (s *session) serve(ctx context.Context, data string) string {
	c := exec.CommandContext(ctx, s.program, "--data", data, "--addr", "127.0.0.1:0")
	c.Stderr = os.Stderr
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	out, err := c.StdoutPipe()
	if err != nil {
		s.Fatal(err)
	}
	if err := c.Start(); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Process.Signal(os.Interrupt); _ = c.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.Fatalf("the program did not say where it is: %w", err)
	}
	return address.FindString(line)
}
