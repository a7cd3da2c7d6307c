package doctor

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league/core"
	"kickabout/league/office"
)

// keys compares the keys in the folder with the data.
func (x *examination) keys(ctx context.Context) {
	if err := x.preparation().Check(ctx, x.data); err != nil {
		x.is("keys", Fail, "Put the keys of this site into the data folder: kickabout key import FILE. If one is gone for good, kickabout key lost NAME is the way on.", "%v", err)
		return
	}
	if _, err := secret.CheckLogMark(ctx, x.Data, x.data); err != nil {
		x.is("keys", Fail, "Stop the site and run kickabout key restored --reason TEXT.", "%v", err)
		return
	}
	x.is("keys", OK, "", "All keys are there and are those of the data.")
}

// preparation is how the keys are opened.
func (x *examination) preparation() secret.Preparation {
	return secret.Preparation{Folder: x.Data, Effort: secret.Standard(), Now: x.Now}
}

// escrowOld is from when on keys should be written down elsewhere again: a copy that nobody has looked at for a year
// may not be there any more.
const escrowOld = 366 * 24 * time.Hour

// escrow looks whether the keys lie somewhere else as well, since no backup holds them.
func (x *examination) escrow(ctx context.Context) {
	recorded, err := x.data.Keys(ctx)
	if err != nil {
		x.unknown("key export", err)
		return
	}
	const remedy = "Run kickabout key export FILE, and keep the file apart from this machine and from the backups."
	var never, old []string
	for _, k := range recorded {
		switch {
		case k.Exported.IsZero():
			never = append(never, k.Name)
		case x.Now().Sub(k.Exported) > escrowOld:
			old = append(old, k.Name)
		}
	}
	switch {
	case len(never) > 0:
		x.is("key export", Warn, remedy, "No backup holds the keys, and these have never been exported: %s.", strings.Join(never, ", "))
	case len(old) > 0:
		x.is("key export", Warn, remedy, "It is more than a year since these keys were exported: %s. Make sure that the file is still there and can be opened.", strings.Join(old, ", "))
	default:
		x.is("key export", OK, "", "All keys have been exported.")
	}
}

// integrity asks the database whether it is whole.
func (x *examination) integrity(ctx context.Context) {
	found, err := x.data.Integrity(ctx)
	switch {
	case err != nil:
		x.unknown("integrity", err)
	case len(found) > 0 && x.onServer():
		x.is("integrity", Warn, "Stop PostgreSQL and run pg_checksums --enable, so that it notices a disk that lies.", "%s", strings.Join(found, "; "))
	case len(found) > 0:
		x.is("integrity", Fail, "Stop the site, copy the folder away, and restore the newest backup that kickabout backup verify finds whole. Check the disk.", "SQLite finds its file damaged: %s", strings.Join(found, "; "))
	default:
		x.is("integrity", OK, "", "The database finds itself whole.")
	}
}

// role looks at what the site may do in PostgreSQL: to own its database is enough, and to make others for the drills.
func (x *examination) role(ctx context.Context) {
	if !x.onServer() {
		return
	}
	switch more, err := x.data.Privileges(ctx); {
	case err != nil:
		x.unknown("role", err)
	case len(more) > 0:
		x.is("role", Warn, "Give the site a role of its own that owns its database, or take these from it: ALTER ROLE … NO"+strings.Join(more, " NO")+".",
			"PostgreSQL lets the site do more than it needs: %s.", strings.Join(more, ", "))
	default:
		x.is("role", OK, "", "PostgreSQL lets the site do what it needs, and nothing else.")
	}
}

// office is the services over the data, with the key of the dice if it is that of the data: without it the chains of
// games with throws cannot be followed.
func (x *examination) office(ctx context.Context) *office.Office {
	var keys core.Keys
	if x.preparation().Check(ctx, x.data) == nil {
		if dealer, err := secret.Open(x.Data); err == nil {
			keys.Dealer = dealer
		}
	}
	return office.New(office.Over(x.data), keys, games.All(), bot.All(), x.Now, slog.New(slog.DiscardHandler))
}

// chains follows the chains of all records and logs.
func (x *examination) chains(ctx context.Context) {
	_, logs, n, err := x.office(ctx).CheckChains(ctx)
	switch {
	case err != nil:
		x.unknown("chains", err)
	case len(logs) > 0:
		x.is("chains", Fail, "Find out who can write to the database, and compare it with a backup: kickabout backup verify FILE --against.",
			"%s, first the %s log %s: %s.", count(len(logs), "log is not what was written", "logs are not what was written"), logs[0].Log, logs[0].Of, logs[0].Reason)
	default:
		x.is("chains", OK, "", "The records of %s, the chats and the logs were looked through.", count(n, "game", "games"))
	}
}

// quarantine counts the games whose record is damaged.
func (x *examination) quarantine(ctx context.Context) {
	n, err := x.data.CountLocked(ctx)
	switch {
	case err != nil:
		x.unknown("quarantine", err)
	case n > 0:
		x.is("quarantine", Fail, "kickabout quarantine lists them; kickabout quarantine restore MATCH --from FILE puts one right. Check the disk.", "%s because the record is damaged.", count(int(n), "game is locked", "games are locked"))
	default:
		x.is("quarantine", OK, "", "No game is locked.")
	}
}

// tournaments looks whether each can be read, and is what its log says.
func (x *examination) tournaments(ctx context.Context) {
	lines, err := x.office(ctx).RecountTournaments(ctx)
	switch {
	case err != nil:
		x.unknown("tournaments", err)
	case len(lines) > 0:
		x.is("tournaments", Fail, "kickabout recompute --check names all of them. If a later release has written them, install that.", "%s, first: %s", count(len(lines), "tournament is not what its log says", "tournaments are not what their logs say"), lines[0])
	default:
		x.is("tournaments", OK, "", "All tournaments can be read and are what their logs say.")
	}
}

// count writes a number with what is counted.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
