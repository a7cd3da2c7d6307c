package sqldb

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/runs"
)

type keyRow struct {
	Name        string
	Epoch       int
	Fingerprint string
	BornMs      int64
	Kept        int
	Reason      string
	ExportedMs  int64
}

func (keyRow) TableName() string { return "keys" }

// openedRow is a key of the dice that was opened, by its epoch counted from 1.
type openedRow struct {
	Epoch    int `gorm:"primaryKey;autoIncrement:false"`
	Key      []byte
	OpenedMs int64
}

func (openedRow) TableName() string { return "opened_keys" }

// Keys remembers the fingerprints of the site's keys. The keys themselves are never in a database.
type Keys struct{ db *DB }

// NewKeys returns the keys of a database.
func NewKeys(db *DB) *Keys { return &Keys{db} }

// Keys returns the keys that count, one a name, by their names.
func (k *Keys) Keys(ctx context.Context) ([]league.KeyRecord, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var rows []keyRow
	err := k.db.Reader(ctx).Where("NOT EXISTS (SELECT 1 FROM keys later WHERE later.name = keys.name AND later.epoch > keys.epoch)").
		Order("name").Find(&rows).Error
	if err != nil {
		return nil, Explain(err, "reading the fingerprints of the keys")
	}
	return k.records(ctx, rows)
}

// KeyEpochs returns all keys that there were of a name, the first one first.
func (k *Keys) KeyEpochs(ctx context.Context, name string) ([]league.KeyRecord, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var rows []keyRow
	if err := k.db.Reader(ctx).Where("name = ?", name).Order("epoch").Find(&rows).Error; err != nil {
		return nil, Explain(err, "reading the fingerprints of the %s keys", name)
	}
	return k.records(ctx, rows)
}

// LoseKey has the key of a name and an epoch that was replaced count for nothing any more: the one that took its place says why.
func (k *Keys) LoseKey(ctx context.Context, name string, epoch int, reason string) error {
	err := k.db.Write(ctx, func(tx *gorm.DB) error {
		done := tx.Exec("UPDATE keys SET kept = 0, reason = ? WHERE name = ? AND epoch = ? AND kept = 1", reason, name, epoch+1)
		if done.Error == nil && done.RowsAffected != 1 {
			return league.Errorf(league.Stale, "No such key still counts.")
		}
		return done.Error
	})
	return Explain(err, "giving up the %s key of epoch %d", name, epoch)
}

// OpenKey notes that a key of the dice was opened, and the key itself, as a part of a transaction. If it is open already, or there is none, the error is of
// kind league.Stale.
func OpenKey(tx *gorm.DB, k league.KeyRecord) error {
	done := tx.Exec("UPDATE keys SET opened_ms = ? WHERE name = ? AND epoch = ? AND NOT EXISTS (SELECT 1 FROM opened_keys WHERE epoch = ?)", Millis(k.Opened), k.Name, k.Epoch, k.Epoch+1)
	if done.Error == nil && done.RowsAffected != 1 {
		return league.Errorf(league.Stale, "No such key is closed.")
	}
	if done.Error != nil {
		return done.Error
	}
	return tx.Create(&openedRow{k.Epoch + 1, k.Open[:], Millis(k.Opened)}).Error
}

// records returns rows as the league knows them, with what was opened of the keys of the dice.
func (k *Keys) records(ctx context.Context, rows []keyRow) ([]league.KeyRecord, error) {
	var opened []openedRow
	if err := k.db.Reader(ctx).Find(&opened).Error; err != nil {
		return nil, Explain(err, "reading which keys of the dice are open")
	}
	keys := make([]league.KeyRecord, len(rows))
	for i, r := range rows {
		keys[i] = league.KeyRecord{Name: r.Name, Epoch: r.Epoch, Fingerprint: r.Fingerprint, Born: Moment(r.BornMs), Kept: r.Kept != 0, Reason: r.Reason, Exported: Moment(r.ExportedMs)}
		for _, o := range opened {
			if r.Name == "dice" && o.Epoch == r.Epoch+1 {
				keys[i].Opened = Moment(o.OpenedMs)
				copy(keys[i].Open[:], o.Key)
			}
		}
	}
	return keys, nil
}

// RecordKeys remembers keys that the database does not know yet. Where another server was first with
// a key of the same name and epoch nothing is written, and the error is Stale.
func (k *Keys) RecordKeys(ctx context.Context, keys ...league.KeyRecord) error {
	if len(keys) == 0 {
		return nil
	}
	rows := make([]keyRow, len(keys))
	for i, key := range keys {
		rows[i] = keyRow{Name: key.Name, Epoch: key.Epoch, Fingerprint: key.Fingerprint, BornMs: Millis(key.Born), Kept: Flag(key.Kept), Reason: key.Reason}
	}
	err := k.db.Write(ctx, func(tx *gorm.DB) error { return tx.Create(&rows).Error })
	if Duplicate(err) {
		err = league.Errorf(league.Stale, "Another server has recorded a key of its own meanwhile.")
	}
	return Explain(err, "recording the fingerprints of the keys")
}

// NoteExport remembers that the keys of some names that count were written down elsewhere.
func (k *Keys) NoteExport(ctx context.Context, at time.Time, names ...string) error {
	err := k.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&keyRow{}).Where("name IN ? AND epoch = (SELECT MAX(epoch) FROM keys later WHERE later.name = keys.name)", names).
			Update("exported_ms", Millis(at)).Error
	})
	return Explain(err, "noting that the keys were exported")
}

// HashesWithout counts the hashes of passwords that do not hold a text, of accounts that are open and of
// tournaments that may still be entered.
func (k *Keys) HashesWithout(ctx context.Context, text string) (n int64, err error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	err = k.db.Reader(ctx).Raw(`SELECT (SELECT COUNT(*) FROM accounts a JOIN players p ON p.id = a.player_id
			WHERE p.kind NOT IN ('deleted', 'expelled') AND a.password NOT LIKE @held)
		+ (SELECT COUNT(*) FROM tournament_words w JOIN tournaments t ON t.id = w.tournament_id
			WHERE t.state NOT IN ('finished', 'cancelled') AND w.hash NOT LIKE @held)`, map[string]any{"held": "%" + text + "%"}).Scan(&n).Error
	return n, Explain(err, "counting the hashes of passwords")
}

// InUse says whether the database holds anything that keys were needed for: an account or a match.
func (k *Keys) InUse(ctx context.Context) (bool, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	for _, query := range []*gorm.DB{k.db.Reader(ctx).Table("accounts"), k.db.Reader(ctx).Table("matches"), k.db.Reader(ctx).Table("tournaments")} {
		if used, err := Exists(query); err != nil || used {
			return used, Explain(err, "looking whether the database is in use")
		}
	}
	return false, nil
}

// LastHeads returns the GIDs and the heads of the last matches that began, and of the last tournaments
// that were opened, at most n of each; Match is the id of either.
func (k *Keys) LastHeads(ctx context.Context, n int) ([]league.Sealed, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var heads []league.Sealed
	for table, columns := range map[string]string{"matches": matchHead, "tournaments": tournamentHead} {
		var rows []headRow
		if err := k.db.Reader(ctx).Table(table).Select(columns).Order("created_ms DESC").Limit(n).Find(&rows).Error; err != nil {
			return nil, Explain(err, "reading the heads of the last %s", table)
		}
		for _, r := range rows {
			s, ok := r.sealed()
			if !ok {
				return nil, fmt.Errorf("reading the heads of the last %s: that of %s is damaged", table, r.ID)
			}
			heads = append(heads, s)
		}
	}
	return heads, nil
}

// OpenHeads lists what has dice that are still to be thrown: running matches, open offers, and tournaments that have
// not started.
func (k *Keys) OpenHeads(ctx context.Context) (open league.OpenHeads, err error) {
	ctx, cancel := context.WithTimeout(ctx, readsAll)
	defer cancel()
	for _, of := range []struct {
		into                  *[]league.Sealed
		table, columns, where string
	}{
		{&open.Matches, "matches", matchHead, "to_move <> 0"},
		{&open.Offers, "offers", offerHead, "state = 'open'"},
		{&open.Tournaments, "tournaments", tournamentHead, "state = 'registration'"},
	} {
		var rows []headRow
		if err := k.db.Reader(ctx).Table(of.table).Select(of.columns).Where(of.where).Order("id").Find(&rows).Error; err != nil {
			return open, Explain(err, "reading the heads of the open %s", of.table)
		}
		for _, r := range rows {
			if s, ok := r.sealed(); ok { // else it is damaged, which another look finds
				*of.into = append(*of.into, s)
			}
		}
	}
	return open, nil
}

// RenewHead replaces the dice of a tournament, by its id, that has not started; league.Stale if it has.
func (k *Keys) RenewHead(ctx context.Context, t league.Sealed) error {
	err := k.db.Write(ctx, func(tx *gorm.DB) error {
		done := tx.Exec("UPDATE tournaments SET head = ?, epoch = ?, seal = ? WHERE id = ? AND state = 'registration'", t.Head[:], t.Dice.Epoch, SealOf(t.Dice), t.Match)
		if done.Error == nil && done.RowsAffected != 1 {
			return league.Errorf(league.Stale, "This tournament has started.")
		}
		return done.Error
	})
	return Explain(err, "renewing the dice of tournament %s", t.Match)
}

// The columns of a headRow. The dice of a tournament are those of its lot.
const (
	matchHead      = "id, gid, head, epoch, scope, seal, COALESCE(shared_gid, '') AS shared, runs"
	offerHead      = "id, gid, head, epoch, 0 AS scope, seal, '' AS shared"
	tournamentHead = "id, gid, head, epoch, CASE WHEN epoch > 0 THEN serial ELSE 0 END AS scope, seal, '' AS shared"
)

// SealOf returns a commitment as a column holds it: NULL of dice under the first scheme.
func SealOf(c league.Commitment) []byte {
	if !c.Second() {
		return nil
	}
	return c.Seal[:]
}

// TourOf returns KT as a column holds it: NULL where dice hang on none.
func TourOf(c league.Commitment) []byte {
	if c.Tour == (dice.Digest{}) {
		return nil
	}
	return c.Tour[:]
}

// Commitment undoes SealOf and TourOf.
func Commitment(epoch, scope uint32, seal, tour []byte) league.Commitment {
	c := league.Commitment{Epoch: epoch, Scope: scope}
	copy(c.Seal[:], seal)
	copy(c.Tour[:], tour)
	return c
}

// headRow is the head of some dice.
type headRow struct {
	ID        string
	Gid, Head []byte
	Epoch     uint32 // 0: dice under the first scheme
	Scope     uint32
	Seal      []byte
	Runs      string // of a match, as runs.Text writes them
	Shared    string // the GID in hexadecimal that both matches of a duplicate pair have their dice by
}

// sealed returns it as the league knows it; false if it is damaged.
func (r headRow) sealed() (league.Sealed, bool) {
	if gid, err := hex.DecodeString(r.Shared); err == nil && len(gid) > 0 {
		r.Gid = gid
	}
	if len(r.Gid) != len(dice.GID{}) || len(r.Head) != len(dice.Link{}) {
		return league.Sealed{}, false
	}
	list, err := runs.Parse(r.Runs, r.Scope)
	if err != nil {
		return league.Sealed{}, false
	}
	s := league.Sealed{Match: r.ID, GID: dice.GID(r.Gid), Head: dice.Link(r.Head), Dice: Commitment(r.Epoch, r.Scope, r.Seal, nil)}
	if len(list) > 0 {
		s.Dice.Run = list[len(list)-1].Dice.Run
	}
	return s, true
}
