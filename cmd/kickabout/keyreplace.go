package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"kickabout/cmd/internal/renewal"
	"kickabout/cmd/internal/secret"
	"kickabout/league/breaks"
	"kickabout/store"
)

// keyRotateCmd gives a site another key while the one before still counts.
type keyRotateCmd struct {
	Name     string `arg:"" enum:"password,dice" help:"Which key: password or dice."`
	Reason   string `help:"Why, for those who run the site after you."`
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout key rotate --help.
func (keyRotateCmd) Help() string {
	return `Stop the site first. password: everybody keeps theirs; what is stored of it is made anew with the new key when they sign
in. Until that has happened to all accounts the old key lies beside the new one, as password-0.key, and both belong to
kickabout key export. A start that finds nothing left of the old key takes it away. dice: what is new is thrown with the new
key, and so are the games that a ladder begins; games and tournaments that are there go on with theirs. The old key lies
beside the new one, as dice-1.key, and the site needs it: it belongs to kickabout key export too.`
}

// Run replaces the key.
func (c keyRotateCmd) Run(ctx context.Context) error {
	reason := strings.TrimSpace(c.Reason)
	if reason == "" {
		reason = "rotated"
	}
	return replaceKey(ctx, c.Data, c.Database, c.Name, reason, true, func(s *store.Store) error {
		if c.Name == secret.DiceKey {
			fmt.Println("There is a new dice key. What is there goes on with the old one, which stays beside it. Export the keys again.")
			return nil
		}
		p, err := secret.OpenPasswords(c.Data, secret.Standard())
		if err != nil {
			return err
		}
		waiting, err := p.Waiting(ctx, s)
		if err == nil {
			fmt.Printf("There is a new password key. The old one stays beside it until the owners of %d passwords have signed in. Export the keys again.\n", waiting)
		}
		return err
	})
}

// keyLostCmd gives a site another key instead of one that is gone, or that somebody else has.
type keyLostCmd struct {
	Name     string `arg:"" enum:"dice,password,site,sign" help:"Which key: dice, password, site or sign."`
	Epoch    int    `help:"Which key of the dice, by its number on the page about the dice, where one of before still deals; else the present one."`
	Reason   string `required:"" help:"Why; of the dice, players read it beside their games and in the logs of tournaments."`
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout key lost --help.
func (keyLostCmd) Help() string {
	return `This is for a key that is gone and in no kickabout key export, or that others may have. Stop the site first.
dice: new games are thrown with a new key. Where the file of the old one is still there, so that it can show what it has
thrown, running games go on with new dice, and their logs and pages say when and why; where it is gone nobody could ever check
their throws, and they are void, as are games of sites of old, under the first scheme. Open offers end, and tournaments that
have not begun are drawn with the new key. The old key lies beside the new one, as lost-dice-0.key; games that it has thrown can
be checked as long as it is there, and it belongs to kickabout key export. With --epoch it is one that was rotated and still
deals, as dice-1.key; tournaments go on with the next one. password: no password is right
any more; kickabout password NAME opens an account. site: open forms, links of invitations and cookies of visitors without
an account end, webhooks are to be added again, and members allow notices on their devices again.`
}

// Run replaces the key, and says what has ended with it.
func (c keyLostCmd) Run(ctx context.Context) error {
	reason := strings.TrimSpace(c.Reason)
	if reason == "" {
		return fmt.Errorf("say with --reason why the %s key counts no longer", c.Name)
	}
	if c.Name == secret.DiceKey {
		if _, err := breaks.MustBeReason(reason); err != nil {
			return err
		}
	}
	name := c.Name
	if c.Epoch > 0 {
		name += fmt.Sprintf("-%d", c.Epoch)
	}
	return replaceKey(ctx, c.Data, c.Database, name, reason, false, func(s *store.Store) error {
		if c.Name == secret.DiceKey {
			keys, err := keysBeside(ctx, c.Data, s)
			if err != nil {
				return err
			}
			said, err := renewal.EndLost(ctx, c.Data, s, keys, reason)
			fmt.Print(said)
			return err
		}
		fmt.Printf("There is a new %s key. %s Export the keys again.\n", c.Name, map[string]string{
			secret.PasswordKey: "No password is right any more: sessions and tokens go on, and kickabout password NAME gives an account a new one.",
			secret.SignKey:     "Receipts and checkpoints are signed with it from now on, and the log of the dice says so; those of before can be checked by the key that it named then.",
			secret.SiteKey:     "Open forms, links of invitations and cookies of visitors without an account have ended. Webhooks are to be added again, and members allow notices on their devices again.",
		}[c.Name])
		return nil
	})
}

// keyOpenCmd shows everybody a key of the dice that nothing needs any more.
type keyOpenCmd struct {
	Epoch    uint32 `arg:"" help:"Which key of the dice, by its number on the page about the dice."`
	Data     string `help:"Folder with the keys and the database." default:"./data" env:"KICKABOUT_DATA" type:"path"`
	Database string `help:"postgres://… if that is where the site keeps its data." env:"KICKABOUT_DATABASE"`
}

// Help is shown by kickabout key open --help.
func (keyOpenCmd) Help() string {
	return `This is for a key of the dice that was rotated, or lost while its file is there, once all that was begun with it is over:
games, offers and tournaments. Stop the site first. The public log of the dice then has the key itself, so that anybody can make
again all that was ever thrown with it and sees that nothing was picked: the page about the dice shows it, and kickabout verify
and the page of each game check it. That cannot be undone. Keep the file of the key, since the files of its games are still
made with it. If a backup from before is ever restored, run kickabout key lost dice --epoch for that key: games that are
running in the backup must not go on with dice that everybody can know.`
}

// Run opens the key, and notes beside the keys how far the log has come.
func (c keyOpenCmd) Run(ctx context.Context) error {
	s, lock, err := openAlone(ctx, c.Data, c.Database)
	if err != nil {
		return err
	}
	defer lock.Close()
	defer s.Close()
	keys, err := keysInUse(ctx, c.Data, s)
	if err != nil {
		return err
	}
	if err := renewal.OpenEpoch(ctx, c.Data, s, keys, c.Epoch); err != nil {
		return err
	}
	fmt.Printf("Key %d of the dice is open: anybody can see now that nothing thrown with it was picked. Keep its file, since the files of its games are made with it.\n", c.Epoch)
	return nil
}

// replaceKey replaces a key of a site that is not running; then does what follows from it.
func replaceKey(ctx context.Context, data, database, name, reason string, keep bool, then func(*store.Store) error) error {
	s, lock, err := openAlone(ctx, data, database)
	if err != nil {
		return err
	}
	defer lock.Close()
	defer s.Close()
	if err := keysIn(data).Replace(ctx, s, name, reason, keep); err != nil {
		return err
	}
	return then(s)
}

// openAlone opens the database of a site that no server serves, and keeps servers away from a file until lock is closed.
func openAlone(ctx context.Context, data, database string) (_ *store.Store, lock io.Closer, err error) {
	lock = io.NopCloser(nil)
	if database == "" {
		if lock, err = store.Lock(databaseOf(data, "")); err != nil {
			return nil, nil, err
		}
	}
	s, err := store.OpenBeside(ctx, store.Options{URL: databaseOf(data, database)})
	if err == nil && database != "" {
		var beat time.Time
		if beat, err = s.Heartbeat(ctx); err == nil && time.Since(beat).Abs() < heartbeatOld {
			err = fmt.Errorf("a server has served this database %v ago: stop all of them, and wait %v", time.Since(beat).Round(time.Second), heartbeatOld)
		}
		if err != nil {
			s.Close()
		}
	}
	if err != nil {
		lock.Close()
		return nil, nil, err
	}
	return s, lock, nil
}
