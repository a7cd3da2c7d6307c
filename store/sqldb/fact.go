package sqldb

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
)

type factRow struct {
	Kind      string
	Subject   string
	Part      string
	Mark      int64
	SinceMs   int64
	DueMs     int64
	Tries     int
	Holder    string
	ExpiresMs int64
	Problem   string
}

func (factRow) TableName() string { return "facts" }

func (r factRow) fact() league.OpenFact {
	return league.OpenFact{
		Fact: league.Fact{Kind: league.FactKind(r.Kind), Subject: r.Subject, Part: r.Part},
		Mark: r.Mark, Since: Moment(r.SinceMs), Tries: r.Tries, Problem: r.Problem,
	}
}

// Facts keeps what has happened until it has been looked after.
type Facts struct{ db *DB }

// NewFacts returns the facts of a database.
func NewFacts(db *DB) *Facts { return &Facts{db} }

// aFact finds the row of one fact.
const aFact = "kind = @kind AND subject = @subject AND part = @part"

func (s *Facts) values(of league.Fact) (clock string, values map[string]any) {
	clock, now := s.db.Present()
	return clock, map[string]any{"kind": string(of.Kind), "subject": of.Subject, "part": of.Part, "now": now}
}

// Raise writes facts in the transaction of the change that they are about. It is the last thing
// that a transaction does, and takes them in their order: so two transactions never wait for each
// other. One that is there already has happened again: it gets another mark and is due at once.
func (d *DB) Raise(tx *gorm.DB, facts []league.Fact) error {
	if len(facts) == 0 {
		return nil
	}
	now, err := d.present(tx)
	if err != nil {
		return err
	}
	var rows []factRow
	for _, f := range league.InOrder(facts) {
		rows = append(rows, factRow{Kind: string(f.Kind), Subject: f.Subject, Part: f.Part, Mark: newMark(), SinceMs: now, DueMs: now})
	}
	return UpsertColumns(tx, []string{"kind", "subject", "part"}, []string{"mark", "due_ms", "tries", "holder", "expires_ms", "problem"}, rows)
}

// newMark returns what no other mark is.
func newMark() int64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return int64(binary.BigEndian.Uint64(b[:]))
}

// present returns the moment by the clock that leases are measured by.
func (d *DB) present(tx *gorm.DB) (now int64, err error) {
	clock, now := d.Present()
	if !d.IsPostgres() {
		return now, nil
	}
	err = tx.Raw("SELECT " + clock).Find(&now).Error
	return now, err
}

// OpenFact returns what is written of a fact; league.NotFound if it has been looked after.
func (s *Facts) OpenFact(ctx context.Context, f league.Fact) (league.OpenFact, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var row factRow
	_, values := s.values(f)
	err := s.db.Reader(ctx).Where(aFact, values).Take(&row).Error
	return row.fact(), Explain(Missing(err, "This has been looked after."), "reading a fact")
}

// ClaimFacts takes facts that are due for a holder, the longest due first and at most limit of
// them, for as long as a lease lasts. What another one holds is left to them.
func (s *Facts) ClaimFacts(ctx context.Context, holder string, lease time.Duration, limit int) ([]league.OpenFact, error) {
	due, err := s.anyDue(ctx)
	if err != nil || !due { // the usual case writes nothing
		return nil, Explain(err, "looking for facts")
	}
	var rows []factRow
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		clock, now := s.db.Present()
		skip := ""
		if s.db.IsPostgres() {
			skip = " FOR UPDATE SKIP LOCKED"
		}
		return tx.Raw("UPDATE facts SET holder = @holder, expires_ms = "+clock+" + @lease WHERE (kind, subject, part) IN "+
			"(SELECT kind, subject, part FROM facts WHERE due_ms <= "+clock+" AND expires_ms <= "+clock+" ORDER BY due_ms, kind, subject, part LIMIT @limit"+skip+") RETURNING *",
			map[string]any{"holder": holder, "lease": lease.Milliseconds(), "limit": limit, "now": now}).Find(&rows).Error
	})
	facts := make([]league.OpenFact, len(rows))
	for i, r := range rows {
		facts[i] = r.fact()
	}
	return facts, Explain(err, "claiming facts")
}

// anyDue says whether a fact is due that nobody holds.
func (s *Facts) anyDue(ctx context.Context) (bool, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	clock, now := s.db.Present()
	var n int
	err := s.db.Reader(ctx).Raw("SELECT COUNT(*) FROM (SELECT 1 FROM facts WHERE due_ms <= "+clock+" AND expires_ms <= "+clock+" LIMIT @one) due", map[string]any{"now": now, "one": 1}).Find(&n).Error
	return n > 0, err
}

// SettleFact takes away a fact that has been looked after, unless it has happened again since it
// was read.
func (s *Facts) SettleFact(ctx context.Context, f league.OpenFact) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		_, values := s.values(f.Fact)
		values["mark"] = f.Mark
		return tx.Where(aFact+" AND mark = @mark", values).Delete(&factRow{}).Error
	})
	return Explain(err, "settling a fact")
}

// DelayFact notes that looking after a fact has failed: it is due again after a while, unless it
// has happened again since it was read.
func (s *Facts) DelayFact(ctx context.Context, f league.OpenFact, wait time.Duration, problem string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		clock, values := s.values(f.Fact)
		values["mark"], values["wait"], values["problem"] = f.Mark, wait.Milliseconds(), problem
		return tx.Exec("UPDATE facts SET tries = tries + 1, due_ms = "+clock+" + @wait, holder = '', expires_ms = 0, problem = @problem WHERE "+aFact+" AND mark = @mark", values).Error
	})
	return Explain(err, "delaying a fact")
}

// Backlog counts the facts that have not been looked after.
func (s *Facts) Backlog(ctx context.Context) (league.Backlog, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var row struct {
		Facts    int
		OldestMs int64
	}
	err := s.db.Reader(ctx).Model(&factRow{}).Select("COUNT(*) AS facts, COALESCE(MIN(since_ms), 0) AS oldest_ms").Find(&row).Error
	return league.Backlog{Facts: row.Facts, Oldest: Moment(row.OldestMs)}, Explain(err, "counting facts")
}
