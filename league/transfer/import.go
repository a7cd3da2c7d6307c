package transfer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/play"
)

// Imported says what an import found in its file.
type Imported struct {
	Lines, Matches, Throws int
	Damaged                []archive.Damaged // that were left out when the file was written
	From                   int64             // up to which line all was here already
	Keys                   []archive.SiteKey
}

// CheckImport reads the whole export of a site and checks it: each line by its form, each
// reference, each match with its record, what it came to and its dice. An error about a line is a
// *record.Fault. It returns the hash by which BeginImport knows the file.
func (s *Archive) CheckImport(ctx context.Context, in io.Reader) (found Imported, file [32]byte, err error) {
	sum := sha256.New()
	c := &checker{archive: s, found: &found, seen: map[string]map[string]bool{}}
	err = s.readImport(ctx, io.TeeReader(in, sum), c.besides, func(r *archive.Reader, l archive.Line) error { return c.line(r, l) })
	return found, [32]byte(sum.Sum(nil)), err
}

// readImport reads the export of a site line by line: rows of tables, and what stands besides.
func (s *Archive) readImport(ctx context.Context, in io.Reader, besides func(archive.Line) error, line func(*archive.Reader, archive.Line) error) error {
	tables, err := s.store.ArchiveTables(ctx)
	if err != nil {
		return err
	}
	schema, err := s.store.Schema(ctx)
	if err != nil {
		return err
	}
	r, err := archive.NewReader(in, tables)
	if err != nil {
		return err
	}
	if err := r.Header.Importable(schema); err != nil {
		return err
	}
	for {
		l, err := r.Next()
		switch {
		case err == io.EOF:
			return nil
		case err == nil && l.Type == archive.KeyLine && r.Header.Secrets, err == nil && (l.Type == archive.DamagedLine || l.Type == archive.AnchorsLine):
			err = besides(l)
		case err == nil:
			err = line(r, l)
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// checker checks the lines of a file one after the other.
type checker struct {
	archive *Archive
	found   *Imported
	book    archive.Book
	seen    map[string]map[string]bool // keys of the lines that others may name, by type
}

func (c *checker) besides(l archive.Line) error {
	if l.Type == archive.AnchorsLine { // what the site itself has of its log begins anew
		c.found.Lines++
		return c.book.Log.Read(l)
	}
	if l.Type == archive.DamagedLine {
		d, err := archive.ReadDamaged(l)
		c.found.Damaged = append(c.found.Damaged, d)
		c.found.Lines++
		return err
	}
	k, err := archive.ReadKey(l)
	c.found.Keys = append(c.found.Keys, k)
	c.found.Lines++
	return err
}

func (c *checker) line(r *archive.Reader, l archive.Line) error {
	row, rest, err := r.Row(l)
	if err != nil {
		return err
	}
	c.found.Lines++
	c.book.Note(row)
	if err := cmp.Or(c.references(l, row), c.archive.knowsDice(l, row)); err != nil {
		return err
	}
	if row.Table.Type != archive.MatchType {
		return l.Close(rest)
	}
	p, err := archive.ReadMatch(l, row, rest)
	if err != nil {
		return err
	}
	c.found.Matches++
	for _, e := range p.Row.Log {
		c.found.Throws += len(e.Draws)
	}
	return p.Check(&c.book, c.archive.core.Game, c.archive.cameTo)
}

// references checks that what a line names stands before it.
func (c *checker) references(l archive.Line, row archive.Row) error {
	for name, kind := range row.Table.Refs {
		id := row.Text(name)
		if id != "" && !c.seen[kind][id] {
			return l.Fault(name, "There is no line of type %q with the id %q before this one.", kind, id)
		}
	}
	id := row.Text("id")
	if id == "" && len(row.Table.Key) == 1 {
		id = row.Text(row.Table.Key[0])
	}
	if kind := row.Table.Type; id != "" {
		if c.seen[kind] == nil {
			c.seen[kind] = map[string]bool{}
		}
		c.seen[kind][id] = true
	}
	return nil
}

// cameTo returns what a match has come to by a record of its log.
func (s *Archive) cameTo(m league.Match, r engine.Record) (league.State, error) {
	control, err := clock.ByID(m.Control)
	if err != nil {
		return league.State{}, err
	}
	return play.StateOf(m, r, control), nil
}

// importedAtOnce is how many lines of an import are written at a time; lines of matches count as
// many.
const (
	importedAtOnce = 2000
	matchWeighs    = 20
)

// Import writes the export of a site, which has been checked, into an empty database, or goes
// on with that. It needs memory for some of the lines.
func (s *Archive) Import(ctx context.Context, in io.Reader, file [32]byte) (from int64, err error) {
	from, err = s.store.BeginImport(ctx, file)
	if err != nil {
		return 0, err
	}
	b := batch{store: s.store, done: from}
	sum := sha256.New()
	note := func(l archive.Line) error { b.upTo = int64(l.Number); return nil }
	err = s.readImport(ctx, io.TeeReader(in, sum), note, func(r *archive.Reader, l archive.Line) error { return b.line(ctx, r, l) })
	if err != nil {
		return from, err
	}
	if [32]byte(sum.Sum(nil)) != file {
		return from, errors.New("the file was changed while it was read")
	}
	if err := b.write(ctx); err != nil {
		return from, err
	}
	return from, s.store.EndImport(ctx)
}

// batch gathers rows that are written together.
type batch struct {
	store  ArchiveStore
	rows   []archive.Row
	weight int
	done   int64 // up to which line all is written
	upTo   int64 // the last line that was read
}

func (b *batch) line(ctx context.Context, r *archive.Reader, l archive.Line) error {
	row, rest, err := r.Row(l)
	if err != nil {
		return err
	}
	b.upTo = int64(l.Number)
	if b.upTo <= b.done {
		return nil
	}
	b.weight++
	if row.Table.Type == archive.MatchType {
		p, err := archive.ReadMatch(l, row, rest)
		if err != nil {
			return err
		}
		row = p.Row
		b.weight += matchWeighs
	}
	b.rows = append(b.rows, row)
	if b.weight < importedAtOnce {
		return nil
	}
	return b.write(ctx)
}

func (b *batch) write(ctx context.Context) error {
	if len(b.rows) == 0 {
		return nil
	}
	err := b.store.Import(ctx, b.done, b.upTo, b.rows)
	b.rows, b.weight, b.done = nil, 0, b.upTo
	return err
}

// knowsDice checks that what has dice has them from a key of this office, if that has one:
// else nobody could go on with them, or show how they were thrown.
func (s *Archive) knowsDice(l archive.Line, row archive.Row) error {
	if row.Table.In == "opened_keys" {
		return s.knowsOpened(l, row)
	}
	gid, head := archive.DiceOf(row), row.Bytes("head")
	if s.core.Dealer == nil || len(gid) != len(dice.GID{}) {
		return nil
	}
	if of := archive.CommitmentOf(row); of.Second() {
		if _, ok := s.core.Dealer.Opens(of, dice.GID(gid)); !ok {
			return l.Fault("seal", "The dice of this %s come from another key than that of this site.", row.Table.Type)
		}
		return nil
	}
	if len(head) != len(dice.Link{}) || len(s.core.Dealer.Links(dice.GID(gid), dice.Link(head), 1)) == 0 {
		return l.Fault("head", "The dice of this %s come from another key than that of this site, which gives %x.", row.Table.Type, s.core.Dealer.Head(dice.GID(gid)))
	}
	return nil
}

// knowsOpened checks that a key of the dice that was opened is one of before of this office, if that has any.
func (s *Archive) knowsOpened(l archive.Line, row archive.Row) error {
	epoch, key := uint32(row.Int("epoch")), row.Bytes("key")
	if len(key) != len(dice.Key{}) {
		return l.Fault("key", "The %d hexadecimal digits of a key are expected here.", 2*len(dice.Key{}))
	}
	if s.core.Dealer == nil {
		return nil
	}
	f := tbd2.Fingerprint(epoch, dice.Key(key))
	present, now, _ := s.core.Dealer.Committed(0, 0)
	throws, _ := s.core.Dealer.OpensEpoch(present, now)
	by, deals, _ := s.core.Dealer.Committed(epoch, 0)
	_, there := s.core.Dealer.OpensEpoch(epoch, f)
	if epoch < 1 || !there || throws == dice.Key(key) || by == epoch && deals != f {
		return l.Fault("key", "This is not key %d of the dice of this site, or it is the present one, by which games are still thrown.", epoch)
	}
	return nil
}
