// Package season plays whole seasons by a clock of its own: a real office over a scratch
// database, players who come and go, and the site's jobs when they are due. It plays years of
// them at random and checks what came of it (R-JB-3); package script tells some line by line.
package season

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/league/setting"
	"kickabout/scheduler"
	"kickabout/store"
)

// Options say what a site is like that is played on.
type Options struct {
	Folder string    // for the database and the keys; there must be no database yet
	Start  time.Time // by the site's clock
	Seed   uint64    // of everything that is by chance
	Games  []engine.Game
	Jobs   func(*office.Office) []scheduler.Job
	Runs   func(league.Competition) bool // which competitions there are; nil: all
	Log    *slog.Logger                  // nil: silent

	without   guards
	directors []string // of the site's own competitions, by name
}

// Site is a site with a clock that is set by whoever plays on it.
type Site struct {
	options Options
	log     *slog.Logger
	dealer  *scripted
	site    *secret.Site
	hasher  *onePassword
	ring    *secret.Ring
	signers *tbd2.Signers // nil: the site keeps no log of its dice
	store   *store.Store
	office  *office.Office
	jobs    *scheduler.Scheduler
	tap     *tap
	made    int // ids

	mu  sync.Mutex // the lease of a job is renewed beside it
	now time.Time
}

// Password is that of every player on such a site, so that one can look at it as any of them.
const Password = "correct horse battery staple"

// Open makes a site.
func Open(ctx context.Context, o Options) (*Site, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Site{options: o, log: o.Log, now: o.Start}
	if _, err := os.Stat(s.file()); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is a database already in %s", o.Folder)
	}
	if err := s.keys(ctx); err != nil {
		return nil, err
	}
	return s, s.Restart(ctx)
}

func (s *Site) file() string { return filepath.Join(s.options.Folder, "kickabout.db") }

// keys makes the keys of the site. Those of the dice and of the site follow from the seed, so that the
// same seed gives the same seasons.
func (s *Site) keys(ctx context.Context) error {
	if err := os.MkdirAll(s.options.Folder, 0o700); err != nil {
		return err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "kickabout/season %d", s.options.Seed))
	for _, name := range []string{secret.DiceKey, secret.SiteKey, secret.SignKey} {
		if err := os.WriteFile(secret.File(s.options.Folder, name), []byte(hex.EncodeToString(sum[:])+"\n"), 0o600); err != nil {
			return err
		}
	}
	data, err := store.Open(ctx, store.Options{URL: s.file(), Relaxed: true, Now: s.Now})
	if err != nil {
		return err
	}
	defer data.Close()
	if err := s.openGames(ctx, data); err != nil {
		return err
	}
	keys, err := secret.Preparation{Folder: s.options.Folder, Effort: secret.Standard(), Now: s.Now, NewSite: true}.Prepare(ctx, data)
	if err != nil {
		return err
	}
	s.ring, s.dealer, s.site, s.hasher = keys, newScripted(keys.Dice), keys.Site, &onePassword{Passwords: keys.Password}
	return nil
}

// openGames opens the site for every game: which of them are played is for the options to say.
func (s *Site) openGames(ctx context.Context, data *store.Store) error {
	all := map[string]string{}
	for key, value := range setting.AllGames() {
		all[string(key)] = value
	}
	return data.SetSettings(ctx, all, league.AuditLine{At: s.Now(), Act: string(conduct.ChangeGames), Subject: "games", Reason: "seasons of every competition", Detail: "all on"})
}

// Restart begins a new process, as it were, on the site's data.
func (s *Site) Restart(ctx context.Context) (err error) {
	if err := s.Close(); err != nil {
		return err
	}
	if s.store, err = store.Open(ctx, store.Options{URL: s.file(), Relaxed: true, Now: s.Now}); err != nil {
		return err
	}
	s.tap = &tap{Store: s.store, site: s}
	s.office = office.New(office.Over(s.tap), core.Keys{Dealer: s.dealer, Site: s.site, Passwords: s.hasher, Signers: s.signers}, s.options.Games, bot.All(), s.Now, s.log)
	s.office.IDs, s.office.Runs = s.NewID, s.options.Runs
	s.office.Judge.Analyse, s.office.Directors = givenUp, s.options.directors
	s.options.without.off(s)
	s.jobs = scheduler.New(s.log)
	s.jobs.Ledger = &ledger{Ledger: s.store, now: s.Now, due: map[string]time.Time{}}
	s.jobs.Holder, s.jobs.Now = fmt.Sprintf("season/%d", s.Now().UnixMilli()), s.Now
	s.jobs.Add(s.options.Jobs(s.office)...)
	return s.office.PutBots(ctx)
}

// Close closes the database.
func (s *Site) Close() error {
	if s.store == nil {
		return nil
	}
	defer func() { s.store = nil }()
	return s.store.Close()
}

// Office is the office of the present process: a restart makes another one.
func (s *Site) Office() *office.Office { return s.office }

// Store is the site's data, of the present process.
func (s *Site) Store() *store.Store { return s.store }

// Jobs are what the site does by itself, of the present process.
func (s *Site) Jobs() *scheduler.Scheduler { return s.jobs }

// KeepDiceLog has the site keep the log of its dice from now on.
func (s *Site) KeepDiceLog(ctx context.Context) (err error) {
	if s.signers == nil {
		s.signers, err = s.ring.Signers(ctx, s.store, "season.example")
	}
	s.office.Signers = s.signers
	return err
}

// ThrowNext says what comes up once all that was said before has, in whatever match throws then.
func (s *Site) ThrowNext(face int) { s.dealer.next = append(s.dealer.next, face) }

// Now is the site's clock.
func (s *Site) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Awake sets the clock of a site that has been awake until then: its heart has beaten.
func (s *Site) Awake(ctx context.Context, now time.Time) error {
	s.Set(now)
	last, err := s.store.Heartbeat(ctx)
	if err == nil {
		err = s.store.RecordHeartbeat(ctx, last, s.office.Now())
	}
	return err
}

// Set sets the clock of a site that sleeps.
func (s *Site) Set(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// Delivered looks after what an act has raised, as a server does before it answers.
func (s *Site) Delivered(ctx context.Context) error {
	return s.office.Deliver(ctx, office.Budget{})
}

// Recheck computes again from the logs what is stored beside them, as "kickabout recompute
// --check" does, and returns a line for each difference (R-RA-6).
func (s *Site) Recheck(ctx context.Context) ([]string, error) {
	if err := s.office.Rate(ctx); err != nil { // what ended since the job looked
		return nil, err
	}
	if err := s.office.CheckDamage(ctx); err != nil {
		return nil, err
	}
	differ, err := s.office.RecountTournaments(ctx)
	if err != nil {
		return nil, err
	}
	note := func(line string) { differ = append(differ, line) }
	if err := errors.Join(s.unlistedTexts(ctx, note), s.pairsInStep(ctx, note)); err != nil {
		return nil, err
	}
	if _, err := s.office.RecheckMatches(ctx, false, note); err != nil {
		return nil, err
	}
	_, waiting, err := s.office.RecheckRatings(ctx, note)
	if waiting > 0 {
		note(fmt.Sprintf("%d matches wait to be rated", waiting))
	}
	return differ, err
}

// unlistedTexts notes what the site has written into logs beside its lists.
func (s *Site) unlistedTexts(ctx context.Context, note func(string)) error {
	ids, err := s.store.TournamentIDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		log, err := s.store.TournamentLog(ctx, league.Site(), id, 0, math.MaxInt32)
		if err != nil {
			return err
		}
		for _, text := range office.UnlistedTexts(log) {
			note(fmt.Sprintf("tournament %s: %q is in no list of texts", id, text))
		}
	}
	return nil
}

// NewID numbers what is new.
func (s *Site) NewID() string {
	s.made++
	sum := s.site.Mix("season id", fmt.Sprint(s.made))
	return hex.EncodeToString(sum[:6])
}

// SignUp makes a member, whose id follows from their name.
func (s *Site) SignUp(ctx context.Context, name string) (league.Player, error) {
	clean, err := account.Name(name)
	if err != nil {
		return league.Player{}, err
	}
	sum := sha256.Sum256([]byte("kickabout/season/player\n" + clean))
	p := league.Player{ID: hex.EncodeToString(sum[:6]), Name: clean, Kind: league.Member, Created: s.Now()}
	session := league.Session{Hash: sum, Player: p.ID, Created: s.Now(), Seen: s.Now(), Browser: "season"}
	a := league.Account{Player: p, Password: s.hasher.Hash(Password), Created: s.Now()}
	return p, s.store.SignUp(ctx, a, account.Keys(clean), session)
}

// Visit notes that a player looks in; whose session has ended signs in again.
func (s *Site) Visit(ctx context.Context, p league.Player) error {
	now := s.Now()
	sessions, err := s.store.Sessions(ctx, p.ID)
	if err != nil {
		return err
	}
	if len(sessions) > 0 {
		return s.store.SeeSession(ctx, sessions[0].Hash, now)
	}
	a := league.Account{Player: p, Password: s.hasher.Hash(Password)}
	session := league.Session{Hash: sha256.Sum256([]byte(p.ID + now.String())), Player: p.ID, Created: now, Seen: now, Browser: "season"}
	return s.store.SignIn(ctx, a, session, [32]byte{})
}

// onePassword hashes the password of all players once: hashing takes its time on purpose.
type onePassword struct {
	*secret.Passwords
	hash string
}

func (p *onePassword) Hash(string) string {
	if p.hash == "" {
		p.hash = p.Passwords.Hash(Password)
	}
	return p.hash
}
