package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/dial"
	"kickabout/cmd/internal/disk"
	"kickabout/cmd/internal/drand"
	"kickabout/cmd/internal/dump"
	"kickabout/cmd/internal/heap"
	"kickabout/cmd/internal/letters"
	"kickabout/cmd/internal/listen"
	"kickabout/cmd/internal/logging"
	"kickabout/cmd/internal/passkey"
	"kickabout/cmd/internal/renewal"
	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/web"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/vacation"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/backup"
	"kickabout/store/nodes"
)

// serveCmd runs the site.
type serveCmd struct {
	Data      string   `help:"Folder for the database and the key of the dice; made if it is not there." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Addr      string   `help:"Address to listen on: host:port, unix:PATH (with --proxied) or systemd, which hands a socket over. Without it 127.0.0.1:8080; with --tls :443, with --lan :8080." env:"KICKABOUT_ADDR"`
	URL       string   `name:"url" help:"The site's public address, https://…; needed as soon as --addr is not on this machine alone." env:"KICKABOUT_URL"`
	Database  string   `help:"postgres://… to keep the matches in PostgreSQL instead of a file in the data folder." env:"KICKABOUT_DATABASE"`
	Listen    string   `name:"database-listen" help:"postgres://… of the same database by a way around the pooler (PgBouncer), if --database leads through one: by it servers hear of each other." env:"KICKABOUT_DATABASE_LISTEN"`
	SignUps   web.Rate `help:"Accounts that one neighbourhood of addresses (/24 or /64) may make; 0: no bound." default:"20/1h" env:"KICKABOUT_SIGN_UPS"`
	SignIns   web.Rate `help:"Wrong passwords that one neighbourhood may send; 0: no bound." default:"100/10m" env:"KICKABOUT_SIGN_INS"`
	Tries     web.Rate `help:"Wrong passwords that one neighbourhood may send for one name; 0: no bound." default:"10/10m" env:"KICKABOUT_TRIES"`
	Requests  web.Rate `help:"Requests that the programs of one player may send to the API; 0: no bound." default:"6000/1m" env:"KICKABOUT_REQUESTS"`
	Reads     web.Rate `help:"Requests to the API that may come without a token from one neighbourhood of addresses; 0: no bound." default:"1200/1m" env:"KICKABOUT_READS"`
	Hints     web.Rate `help:"Times that bots are asked from one neighbourhood of addresses what they would do; 0: no bound." default:"60/10m" env:"KICKABOUT_HINTS"`
	Proxied   proxies  `help:"Believe the proxy in front when it says in X-Forwarded-For who asks: one on this machine or a private network, or with --proxied=NETWORKS one in these, parted by commas." env:"KICKABOUT_PROXIED"`
	NewSite   bool     `help:"The keys in the data folder are those of a new site; without it, keys without data are refused." env:"KICKABOUT_NEW_SITE"`
	NoDemo    bool     `help:"Do not let bots play each other when there is little to watch." env:"KICKABOUT_NO_DEMO"`
	NoStudy   bool     `help:"Leave finished matches without an analysis until somebody asks for one, and make no puzzles." env:"KICKABOUT_NO_STUDY"`
	ChatLines int      `help:"How many lines of chat a player may write in a minute." default:"10" env:"KICKABOUT_CHAT_LINES"`
	Backups   string   `help:"Folder for a backup each hour; none if it is empty." env:"KICKABOUT_BACKUPS" default:"" type:"path"`

	KeepBackups backup.Keep `help:"How many backups are kept: the last one of each of so many hours, days and weeks. With more than 3 weeks, what players have deleted stays in backups for more than 30 days." default:"24,7,3" env:"KICKABOUT_KEEP_BACKUPS"`

	Directors []string          `help:"Names of the accounts that direct the site's own competitions, parted by commas." env:"KICKABOUT_DIRECTORS"`
	Vacation  vacation.Rule     `help:"Days of vacation: std gives 30 a year, a day every twelve days, and lets players plan; lg gives 5 on 1 January." enum:"std,lg" default:"std" env:"KICKABOUT_VACATION"`
	Metrics   string            `help:"Address on which programs such as Prometheus read /metrics, such as 127.0.0.1:9100; nowhere unless it is given." env:"KICKABOUT_METRICS"`
	Beacon    string            `help:"Server of drand's network quicknet, such as https://api.drand.sh, whose public values the dice of tournaments hang on, too; without it nothing is fetched." env:"KICKABOUT_BEACON"`
	Set       map[string]string `help:"Settings that hold whatever admins set on the pages, where they show as locked; as KEY=VALUE, parted by semicolons." env:"KICKABOUT_SET" placeholder:"KEY=VALUE"`
	doorFlags
	logging.Flags
	mailFlags
}

// sharedFor is how long visitors are shown the same: how old what a stranger sees may be.
const sharedFor = 2 * time.Second

// stopWithin is for requests under way and the bots' last move.
const stopWithin = 8 * time.Second

// lingers is how long a server that stops still takes requests: whoever has a connection is told by the next answer
// that there will be no more on it, and asks on another one. A connection that is closed between two requests would cut
// off the one that is on its way, and net/http drops what it has not read by then: on a busy machine a request waits for
// that for half a second.
const lingers = time.Second

// Run serves until ctx ends or the program is told to stop.
func (c serveCmd) Run(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	heap.Floor()
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	data, err := s.stores(ctx)
	if err != nil {
		return err
	}
	if err := s.assemble(ctx, data); err != nil {
		return err
	}
	fmt.Printf("Kickabout is at %s (stop it with Ctrl-C)\n", s.address)
	return s.run(ctx)
}

// server is the program with its parts.
type server struct {
	config   serveCmd
	public   *url.URL   // nil on a loopback address
	guard    dial.Guard // of what users name
	address  string     // where the site is, as a URL
	log      *slog.Logger
	listener net.Listener
	door     *door
	ring     *secret.Ring
	keys     core.Keys

	keysWatched time.Duration // between two looks at them
	fileWatched time.Duration // between two looks at the file of the database
	lingers     time.Duration // see the constant

	store  *store.Store
	health *store.Store // the same by connections of its own
	office *office.Office
	ready  *readiness
	room   *disk.Watch // where the data is
	gauge  *gauge      // nil: nobody measures
	link   *nodes.Link // nil: there are no other servers
	pace   web.Pace    // of streams; zero: as usual
	node   string      // names this process among all that run jobs
	http   *http.Server
	lasts  *listen.Lasting // its streams
}

// open checks the configuration, listens and opens the data; nothing moves yet.
func (c serveCmd) open(ctx context.Context) (*server, error) {
	public, err := c.entrance()
	if err != nil {
		return nil, misconfiguration{err}
	}
	log, err := c.Logger(os.Stderr)
	if err != nil {
		return nil, err
	}
	s := &server{config: c, public: public, log: log, keysWatched: keysWatched, fileWatched: fileWatched, lingers: lingers, node: holder()}
	if s.listener, err = listen.Open(c.address()); err != nil {
		return nil, err
	}
	s.address = "http://" + s.listener.Addr().String()
	if public != nil {
		s.address = public.String()
	}
	if s.gauge, err = openGauge(c.Metrics); err == nil {
		err = s.openData(ctx)
	}
	if err == nil {
		s.door, err = s.openDoor()
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// openData opens the keys and the database.
func (s *server) openData(ctx context.Context) (err error) {
	if err := writable(s.config.Data); err != nil {
		return err
	}
	if err := secret.Tighten(s.config.Data, s.log); err != nil {
		return err
	}
	if s.store, err = store.Open(ctx, s.gauge.observe(store.Options{URL: databaseOf(s.config.Data, s.config.Database), Log: s.log, BeforeMigrating: s.config.before(s.log)})); err != nil {
		return err
	}
	if s.health, err = s.store.Apart(ctx, connectionsHealth); err != nil {
		return err
	}
	p := keysIn(s.config.Data)
	p.NewSite = s.config.NewSite
	if s.ring, err = p.Prepare(ctx, s.store); err != nil {
		return err
	}
	s.keys = keysOf(s.ring)
	if s.keys.Signers, err = s.ring.Signers(ctx, s.store, s.ring.Birthname(s.public)); err != nil {
		return err
	}
	s.keys.Mark, err = secret.OpenMarker(ctx, s.config.Data, s.store, s.log)
	return err
}

// databaseOf returns where the data is: at a URL if there is one, else in the folder.
func databaseOf(folder, url string) string {
	if url != "" {
		return url
	}
	return filepath.Join(folder, "kickabout.db")
}

// Of the connections to the database the following are kept for what takes long, and to find out whether it is well.
const (
	connectionsLong   = 3
	connectionsHealth = 2
)

// stores is the database as the services see it: those that take long, which work through games, write exports and
// check what is stored, read by connections of their own.
func (s *server) stores(ctx context.Context) (office.Stores, error) {
	apart, err := s.store.Apart(ctx, connectionsLong)
	if err != nil {
		return office.Stores{}, err
	}
	data, long := office.Over(s.store), office.Over(apart)
	data.Insight, data.Transfer, data.Damage = long.Insight, long.Transfer, long.Damage
	return data, nil
}

// passkeys returns the site as passkeys know it: by the host of its address, which has to be a name. On a loopback
// address they work where it is opened as localhost. Whoever looks after a public site needs one; nil: it takes none.
func (s *server) passkeys() (party members.RelyingParty, forStaff bool, err error) {
	if s.config.LAN || s.public != nil && net.ParseIP(s.public.Hostname()) != nil {
		return nil, false, nil
	}
	if s.public != nil {
		p, err := passkey.New(s.public.Hostname(), s.public.Scheme+"://"+s.public.Host)
		return p, err == nil, err
	}
	_, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil {
		return nil, false, nil // a socket behind which nobody has said what is
	}
	p, err := passkey.New("localhost", "http://localhost:"+port)
	return p, false, err
}

// writable makes the data folder and tries to write there.
func writable(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return unwritable(fmt.Errorf("the data folder %s cannot be made: %w; choose another one with --data", folder, reason(err)))
	}
	f, err := os.CreateTemp(folder, ".writable-*")
	if err != nil {
		return unwritable(fmt.Errorf("the data folder %s cannot be written to: %w; give it to the account that runs the site", folder, reason(err)))
	}
	f.Close()
	return os.Remove(f.Name())
}

// unwritable says of an error whether another start would help, as it may where a disk is full.
func unwritable(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) {
		return misconfiguration{err}
	}
	return err
}

// siteClock is the time of the site; tests have their own.
var siteClock = time.Now

// assemble puts the parts together over a store.
func (s *server) assemble(ctx context.Context, data office.Stores) error {
	s.office = office.New(data, s.keys, games.All(), bot.All(), siteClock, s.log)
	s.office.LinesAMinute, s.office.Directors = s.config.ChatLines, s.config.Directors
	s.office.Witness = s.store.Clock
	party, forStaff, err := s.passkeys()
	if err != nil {
		return err
	}
	s.office.Party = party
	if s.config.Beacon != "" {
		if s.office.Beacon, err = drand.At(s.config.Beacon); err != nil {
			return misconfiguration{err}
		}
	}
	if s.office.Mailer, err = s.config.mailer(s.public); err != nil {
		return misconfiguration{err}
	}
	if s.office.Mailer != nil {
		s.office.Reach.Use(&letters.Channel{Office: s.office, URL: strings.TrimSuffix(s.address, "/")})
	}
	if err := s.openChannels(); err != nil {
		return err
	}
	locked := map[string]string{}
	for key, text := range s.config.Set {
		if locked[key], err = typed(key, text); err != nil {
			return fmt.Errorf("--set: %w", err)
		}
	}
	if err := s.office.Site.Lock(locked); err != nil {
		return fmt.Errorf("--set: %w", err)
	}
	if err := s.office.PutBots(ctx); err != nil {
		return err
	}
	if err := s.gauge.measure(ctx, s); err != nil {
		return err
	}
	if err := s.join(); err != nil {
		return err
	}
	gates := admission.NewGates(runtime.GOMAXPROCS(0), s.gauge.meter())
	s.office.Yield = gates.Yield
	s.room = &disk.Watch{Look: func() (disk.Room, error) { return disk.Of(s.config.Data) }, Log: s.log, Tell: s.office.Moderation.Alerts.Disk}
	s.office.Scarce = s.room.Scarce
	s.office.Unstudied = s.config.NoStudy
	s.ready = s.readiness()
	handler, err := web.New(s.office, web.Options{
		Public: s.public, LAN: s.config.LAN, StaffPasskeys: forStaff, Log: s.log, Pace: s.pace, Proxies: s.config.believed(), Obstacles: s.ready.obstacles, Meter: s.gauge.meter(),
		Machine: s.machine(), Letters: strings.TrimSuffix(s.address, "/"), Gates: gates, Share: sharedFor, Dump: dump.In(s.config.Data),
		Limits: web.Limits{SignUps: s.config.SignUps, SignIns: s.config.SignIns, Tries: s.config.Tries, Requests: s.config.Requests, Reads: s.config.Reads, Hints: s.config.Hints},
	})
	if err != nil {
		return err
	}
	s.lasts = listen.NewLasting(handler, web.Lasts)
	s.http = &http.Server{
		Handler: listen.InSmallFrames(s.door.guarded(s.ready.parting(s.lasts))), TLSConfig: s.door.config(), HTTP2: listen.Second(), ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: web.HeaderTimeout, ReadTimeout: web.ReadTimeout, WriteTimeout: web.WriteTimeout,
		IdleTimeout: web.IdleTimeout, MaxHeaderBytes: web.MaxHeaderBytes,
		DisableGeneralOptionsHandler: true, // OPTIONS * gets our headers too
	}
	return nil
}

// catchUp does what was left to do when the site stopped.
func (s *server) catchUp(ctx context.Context) error {
	if err := s.office.RecordHeartbeat(ctx); err != nil { // nobody is to lose on time while the site was away
		return fmt.Errorf("giving back the time of an outage: %w", err)
	}
	if s.ring.Lost == "" {
		return nil
	}
	if _, err := renewal.Lose(ctx, s.config.Data, s.store, s.office, s.ring.Lost); err != nil { // the command that replaced the key may have been cut short
		return fmt.Errorf("ending the games of a key that was lost: %w", err)
	}
	return nil
}

// run serves pages, moves bots and sweeps until ctx ends, then lets what is
// under way finish.
func (s *server) run(ctx context.Context) error {
	defer s.talk()() // to the end: the last work is told as well
	work, stopWork := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stopWork()

	if err := s.catchUp(ctx); ctx.Err() != nil {
		return nil // stopped while it started: the next start does what is left
	} else if err != nil {
		return err
	}
	jobs := scheduler.New(s.log)
	jobs.Ledger, jobs.Holder = s.store, s.node
	jobs.Add(s.gauge.measured(s.jobs())...)
	workers.Go(func() { s.gauge.run(work, s.log) })
	workers.Go(func() { jobs.Run(work) })
	workers.Go(func() { s.office.Work(work) })
	workers.Go(func() { s.room.Run(work) })

	workers.Go(func() { s.door.run(work, s.log) })
	failed := make(chan error, 1)
	go func() { failed <- s.door.serve(s.http, s.door.connections.Over(s.listener)) }()
	s.door.tell(listen.Ready)
	var misfit error
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case misfit = <-s.misfit(work):
	case misfit = <-s.displaced(work):
	case <-ctx.Done():
	}
	s.door.tell(listen.Stopping)
	s.ready.drain()
	time.Sleep(s.lingers)
	grace, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	err := s.http.Shutdown(grace)
	if err == nil {
		err = s.lasts.Wait(grace)
	}
	if err != nil {
		s.log.Warn("some requests were cut off", "err", err)
		return errors.Join(misfit, s.http.Close())
	}
	return misfit
}

// close releases what open took.
func (s *server) close() {
	if s.store != nil {
		if err := s.store.Close(); err != nil {
			s.log.Error("closing the database", "err", err)
		}
	}
	s.gauge.close()
	s.door.close()
	s.listener.Close() // closed already where the server has run
}

// reason strips the operation and the path off an error of the operating system.
func reason(err error) error {
	var path *os.PathError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &call):
		return call.Err
	}
	return err
}
