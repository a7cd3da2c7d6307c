// Command shots takes pictures of every page of the real program into .shots,
// as a phone and as a desk shows them, light and dark: for people who review a
// change of what is seen. Where a page is longer than the screen there is a
// second picture of the whole. Each page is come to once and then shown in all
// looks; it is come to by addresses and by what a form sends, not by classes,
// so that a page may be drawn anew without a change here.
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
	"strings"
	"syscall"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/season"
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
	{"desk-dark", browser.Options{Width: 1280, Height: 900, OwnCookies: true, ReducedMotion: true, Dark: true}},
	{"desk-light", desk},
}

// desk is how a page is seen while it is walked through.
var desk = browser.Options{Width: 1280, Height: 900, OwnCookies: true, ReducedMotion: true}

// rounds are what pictures are taken of: a site that is set up, and a tour of it.
func rounds() []round {
	return []round{
		{"site", (*session).fresh, siteTour},
		{"ways", (*session).reached, waysTour},
		{"leagues", (*session).leagues, leaguesTour},
		{"tournaments", (*session).tournaments, tournamentsTour},
	}
}

type round struct {
	name  string
	serve func(*session, context.Context) string // returns its address
	tour  func(c, other camera)
}

func main() {
	only := flag.String("only", "", "take no other pictures than those of: site, ways, leagues or tournaments")
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
		fmt.Println(r.name)
		address := r.serve(s, ctx)
		r.tour(camera{b.NewPage(s, desk), s, address}, camera{b.NewPage(s, desk), s, address})
	}
	return nil
}

// camera is a person's browser on a site, of which pictures are taken.
type camera struct {
	*browser.Page
	s       *session
	address string
}

// take takes the pictures of the page as it stands.
func (c camera) take(name string) {
	fmt.Println("  " + name)
	for _, look := range looks {
		c.As(look.Options)
		c.Screenshot(filepath.Join(folder, name+"-"+look.name+".png"))
		whole := filepath.Join(folder, name+"-"+look.name+"-whole.png")
		_ = os.Remove(whole) // from another time, when the page was longer
		if browser.Eval[int](c.Page, `document.documentElement.scrollHeight`) > look.Height {
			c.ScreenshotWhole(whole)
		}
	}
	c.As(desk)
}

// at goes to a path of the site.
func (c camera) at(path string) { c.Open(c.address + path) }

// picture is a page that is there without anybody's doing.
type picture struct{ name, path string }

// all takes the pictures of pages.
func (c camera) all(pictures ...picture) {
	for _, p := range pictures {
		c.at(p.path)
		c.take(p.name)
	}
}

// first returns the path of the first link of the page that a selector finds; it ends the
// program if there is none.
func (c camera) first(link string) string {
	path := browser.Eval[string](c.Page, fmt.Sprintf(`document.querySelector(%q)?.getAttribute("href") ?? ""`, link))
	if path == "" {
		c.s.Fatalf("%s has no link %s", c.URL(), link)
	}
	return path
}

// send presses the button of the form that goes to a path.
func (c camera) send(action string) {
	c.Follow(fmt.Sprintf(`main form[action=%q] button`, action))
}

// join signs a new player up.
func (c camera) join(name string) {
	c.at("/signup")
	c.Type("#name", name)
	c.Type("#password", "three small goats")
	c.send("/signup")
}

// signIn signs in a player of a season.
func (c camera) signIn(name string) {
	c.at("/signin")
	c.Type("#name", name)
	c.Type("#password", season.Password)
	c.send("/signin")
}

const (
	next    = "#match a.next[href]"             // a place or a choice that may be touched
	confirm = "#confirm button:not([disabled])" // there once a move is complete
	over    = `#match a[href$="#share"]`        // it is over
	mine    = "#match[data-mine] a.next[href]"  // there when it is the visitor's turn
	skip    = `#match [data-play="skip"]`       // there while moves are shown that are new
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

// turn plays one turn and waits for the bot's; it tells whether the game goes on.
func (c camera) turn() bool {
	c.choose()
	c.Follow(confirm)
	return c.ready()
}

// ready waits until the visitor may move or the game is over, without a look at how the other
// has moved; it tells whether the game goes on.
func (c camera) ready() bool {
	for !c.Exists(mine) && !c.Exists(over) {
		c.WaitFor(strings.Join([]string{mine, over, skip}, ", "))
		browser.Eval[bool](c.Page, fmt.Sprintf("(document.querySelector(%q)?.click(), true)", skip)) // it may be gone by now
	}
	return c.Exists(mine)
}

// A session is what the harness takes for a test: it keeps what is to be done at
// the end, and a failure ends it.
type session struct {
	cleanups              []func()
	folder, program, data string
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

// reached starts the program on a site that nobody has been to, with a mail server that is never there.
func (s *session) reached(ctx context.Context) string {
	return s.serve(ctx, filepath.Join(s.folder, "reached"), "--mail", "smtp://127.0.0.1:1", "--mail-from", "league@kickabout.example")
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

// command carries a command of the program out, on the data of the site that runs.
func (s *session) command(arguments ...string) {
	if out, err := exec.Command(s.program, append(arguments, "--data", s.data)...).CombinedOutput(); err != nil {
		s.Fatalf("%v: %w\n%s", arguments, err, out)
	}
}

// serve starts the program on a free port with a data folder and returns its address.
func (s *session) serve(ctx context.Context, data string, flags ...string) string {
	s.data = data
	c := exec.CommandContext(ctx, s.program, append([]string{"--data", data, "--addr", "127.0.0.1:0"}, flags...)...)
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
