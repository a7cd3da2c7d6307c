package offers

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

const (
	noOffer     = "There is no such offer."
	offerIsIn   = "There is such an offer already."
	offerIsGone = "This offer is gone."
)

type offerRow struct {
	ID           string
	Author       string
	Invited      *string
	Game         string
	Variant      string
	Control      string
	Rated        int
	Kickoff      string
	Message      string
	Contribution []byte
	GID          []byte `gorm:"column:gid"`
	Head         []byte
	CreatedMs    int64
	ExpiresMs    int64
	State        string
	Legs         int
	Slots        int
	Duplicate    int
	Given        int
	Lowest       int
	Highest      int
	Around       int
	Linked       int
	Turn         int
	Counters     *string
	Answer       string
	Helps        int
	Epoch        uint32 // 0: dice under the first scheme
	Seal         []byte
}

func (offerRow) TableName() string { return "offers" }

func offerToRow(o league.Offer) offerRow {
	r := offerRow{
		ID: o.ID, Author: o.Author.ID, Game: o.Game, Variant: o.Variant, Control: o.Control,
		Rated: sqldb.Flag(o.Rated), Kickoff: o.Kickoff, Message: o.Message, Contribution: []byte(o.Contribution),
		GID: o.GID[:], Head: o.Head[:], CreatedMs: sqldb.Millis(o.Created), ExpiresMs: sqldb.Millis(o.Expires), State: string(o.State),
		Legs: o.Legs, Duplicate: sqldb.Flag(o.Pairs), Slots: o.Slots, Given: o.Given, Lowest: o.Window.From, Highest: o.Window.To, Around: o.Window.Around,
		Linked: sqldb.Flag(o.Linked), Turn: o.Turn, Answer: o.Answer, Helps: sqldb.Flag(o.Helps),
		Epoch: o.Dice.Epoch, Seal: sqldb.SealOf(o.Dice),
	}
	if o.Personal() {
		r.Invited = &o.Invited.ID
	}
	if o.Counters != "" {
		r.Counters = &o.Counters
	}
	return r
}

// joinedOffer is an offer together with its players.
type joinedOffer struct {
	Offer   offerRow         `gorm:"embedded"`
	Author  people.PlayerRow `gorm:"embedded;embeddedPrefix:a_"`
	Invited people.PlayerRow `gorm:"embedded;embeddedPrefix:i_"` // blank if nobody is
	Counter *string          // id of the offer that answers it
}

func (r joinedOffer) offer() league.Offer {
	o := league.Offer{
		ID: r.Offer.ID, Author: r.Author.Player(), Invited: r.Invited.Player(), Game: r.Offer.Game, Variant: r.Offer.Variant, Control: r.Offer.Control,
		Rated: r.Offer.Rated != 0, Kickoff: r.Offer.Kickoff, Message: r.Offer.Message, Contribution: string(r.Offer.Contribution),
		Created: sqldb.Moment(r.Offer.CreatedMs), Expires: sqldb.Moment(r.Offer.ExpiresMs), State: league.OfferState(r.Offer.State),
		Legs: r.Offer.Legs, Pairs: r.Offer.Duplicate != 0, Slots: r.Offer.Slots, Given: r.Offer.Given, Linked: r.Offer.Linked != 0, Turn: r.Offer.Turn, Answer: r.Offer.Answer, Helps: r.Offer.Helps != 0,
		Window: league.RatingWindow{From: r.Offer.Lowest, To: r.Offer.Highest, Around: r.Offer.Around},
	}
	if r.Offer.Counters != nil {
		o.Counters = *r.Offer.Counters
	}
	if r.Counter != nil {
		o.Counter = *r.Counter
	}
	copy(o.GID[:], r.Offer.GID)
	copy(o.Head[:], r.Offer.Head)
	o.Dice = sqldb.Commitment(r.Offer.Epoch, 0, r.Offer.Seal, nil)
	return o
}

func joinedOffers(db *gorm.DB) *gorm.DB {
	return db.Table("offers").Select("offers.*, c.id AS counter, " + people.PlayerColumns("a", "a_") + ", " + people.PlayerColumns("i", "i_")).
		Joins("JOIN players a ON a.id = offers.author").
		Joins("LEFT JOIN players i ON i.id = offers.invited").
		Joins("LEFT JOIN offers c ON c.counters = offers.id")
}

// offerGameRow is what is fixed of a match of an offer, but for the first.
type offerGameRow struct {
	OfferID string
	N       int
	MatchID string
	GID     []byte `gorm:"column:gid"`
	Head    []byte
	Epoch   uint32
	Seal    []byte
}

func (offerGameRow) TableName() string { return "offer_games" }

func (r offerGameRow) sealed() league.Sealed {
	s := league.Sealed{Match: r.MatchID, Dice: sqldb.Commitment(r.Epoch, 0, r.Seal, nil)}
	copy(s.GID[:], r.GID)
	copy(s.Head[:], r.Head)
	return s
}

// insertFurther stores what is fixed of the matches of an offer after the first.
func insertFurther(tx *gorm.DB, o league.Offer) error {
	var rows []offerGameRow
	for i, f := range o.Further {
		rows = append(rows, offerGameRow{o.ID, i + 1, f.Match, f.GID[:], f.Head[:], f.Dice.Epoch, sqldb.SealOf(f.Dice)})
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Create(&rows).Error
}

// addFurther reads what is fixed of the further matches of offers.
func addFurther(db *gorm.DB, offers []league.Offer) error {
	at := map[string]int{}
	var ids []string
	for i, o := range offers {
		if o.Slots*o.Legs > 1 {
			at[o.ID], ids = i, append(ids, o.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var rows []offerGameRow
	err := db.Where("offer_id IN ?", ids).Order("offer_id, n").Find(&rows).Error
	for _, r := range rows {
		o := &offers[at[r.OfferID]]
		o.Further = append(o.Further, r.sealed())
	}
	return err
}

// reserved says whether an offer or a match has an id or a GID of an offer already.
func reserved(tx *gorm.DB, o league.Offer) (bool, error) {
	ids, gids := []string{o.ID}, [][]byte{o.GID[:]}
	for _, f := range o.Further {
		ids, gids = append(ids, f.Match), append(gids, f.GID[:])
	}
	for _, query := range []*gorm.DB{
		tx.Table("matches").Where("id IN ? OR gid IN ?", ids, gids),
		tx.Table("offers").Where("(id IN ? OR gid IN ?) AND id <> ?", ids, gids, o.ID),
		tx.Table("offer_games").Where("(match_id IN ? OR gid IN ?) AND offer_id <> ?", ids, gids, o.ID),
	} {
		if taken, err := sqldb.Exists(query); err != nil || taken {
			return taken, err
		}
	}
	return false, nil
}

// PutOffer stores a new offer and notices of it. If its id or GID is taken, by an
// offer or by a match, the error is of kind league.Stale; if its author has too
// many, or one of the two players has blocked the other, of kind league.Forbidden. The
// limit on all offers of the site may be passed by those who come in the same instant.
func (s *Store) PutOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := insertOffer(tx, o, limits); err != nil {
			return err
		}
		return people.InsertNotices(tx, notices, nil)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, offerIsIn)
	}
	return sqldb.Explain(err, "putting up offer %s", o.ID)
}

func insertOffer(tx *gorm.DB, o league.Offer, limits league.OfferLimits) error {
	row := offerToRow(o)
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	if err := insertFurther(tx, o); err != nil {
		return err
	}
	if err := holdMembers(tx, o.Author, o.Invited); err != nil {
		return err
	}
	// The reservation is its author's, and they are held: their match of the same
	// reservation is in by now or will find the offer.
	if taken, err := reserved(tx, o); err != nil || taken {
		return orStale(err, offerIsIn)
	}
	if err := people.Blocked(tx, o.Author, o.Invited, "opponent"); err != nil {
		return err
	}
	return withinLimits(tx, o, limits)
}

// agreeing are the kinds of players who may agree on games: see league.Player.Agrees.
var agreeing = []league.PlayerKind{league.Member, league.Program}

// closedPrograms are the BOT accounts that take part in nothing new.
const closedPrograms = "SELECT player_id FROM programs WHERE closed_ms > 0"

// holdMembers keeps other transactions that count what these players have waiting until
// this one ends, and makes sure that they have accounts; those without an id are left out.
// As with notices, the players are taken in the order of their ids.
func holdMembers(tx *gorm.DB, players ...league.Player) error {
	var ids []string
	for _, p := range players {
		if p.ID != "" {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		held := tx.Model(&people.PlayerRow{}).Where("id = ? AND kind IN ? AND id NOT IN ("+closedPrograms+")", id, agreeing).Update("notices", gorm.Expr("notices"))
		if held.Error != nil {
			return held.Error
		}
		if held.RowsAffected != 1 {
			return league.Errorf(league.Forbidden, "Games between people need an account on both sides.")
		}
	}
	return nil
}

// orStale returns err, or one of kind league.Stale if that is nil.
func orStale(err error, text string) error {
	if err != nil {
		return err
	}
	return league.Errorf(league.Stale, "%s", text)
}

// withinLimits counts the open offers after one more has been put up (R-WR-2).
func withinLimits(tx *gorm.DB, o league.Offer, limits league.OfferLimits) error {
	upNow := func() *gorm.DB {
		return tx.Model(&offerRow{}).Where(open+" AND expires_ms > ?", sqldb.Millis(o.Created))
	}
	for _, c := range []struct {
		applies bool
		offers  *gorm.DB
		most    int
		format  string
	}{
		{
			!o.Public(), upNow().Where("author = ? AND (invited IS NOT NULL OR linked = 1)", o.Author.ID), limits.Invited,
			"You have %d open invitations, which is the most. Withdraw one, or wait for an answer.",
		},
		{
			o.Public(), upNow().Where("author = ? AND invited IS NULL AND linked = 0", o.Author.ID), limits.Open,
			"You have %d open offers, which is the most. Withdraw one, or wait until one is taken.",
		},
		{
			o.Public(), upNow().Where("invited IS NULL AND linked = 0"), limits.Site,
			"There are %d open offers, which is the most for the whole site. Take one of them, or invite somebody by name.",
		},
	} {
		var n int64
		if !c.applies {
			continue
		}
		if err := c.offers.Count(&n).Error; err != nil {
			return err
		}
		if n > int64(c.most) {
			return league.Errorf(league.Forbidden, c.format, c.most)
		}
	}
	return nil
}

// Offer returns an offer as it is stored; league.NotFound if there is none.
func (s *Store) Offer(ctx context.Context, id string) (league.Offer, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	db := s.db.Reader(ctx)
	var row joinedOffer
	if err := joinedOffers(db).Where("offers.id = ?", id).Take(&row).Error; err != nil {
		return league.Offer{}, sqldb.Explain(sqldb.Missing(err, noOffer), "reading offer %s", id)
	}
	offers := []league.Offer{row.offer()}
	err := addFurther(db, offers)
	return offers[0], sqldb.Explain(err, "reading offer %s", id)
}

// OpenOffers lists open offers to anybody, the newest first: those of a player themselves
// and those of others, without players who have blocked them or whom they have.
func (s *Store) OpenOffers(ctx context.Context, viewer string, at time.Time, limit int) ([]league.Offer, error) {
	return s.openOffers(ctx, at, limit, func(db *gorm.DB) *gorm.DB {
		return db.Where("offers.invited IS NULL AND offers.linked = 0").
			Where("NOT EXISTS (SELECT 1 FROM blocks WHERE (player_id = ? AND other_id = offers.author) OR (player_id = offers.author AND other_id = ?))", viewer, viewer)
	})
}

// OpenInvitations lists open invitations of a player, to them and from them, the newest
// first; none to them from players whom they have blocked. Both are read at once.
func (s *Store) OpenInvitations(ctx context.Context, player string, at time.Time, limit int) (to, from []league.Offer, err error) {
	ids := func(narrow func(*gorm.DB) *gorm.DB) *gorm.DB {
		return newest(narrow(openAt(joinedOffers(s.db.Reader(ctx)), at)), limit).Select("offers.id")
	}
	both, err := s.listOffers(ctx, func(db *gorm.DB) *gorm.DB {
		return newest(db.Where("offers.id IN (SELECT id FROM (?) AS invited UNION SELECT id FROM (?) AS inviting)",
			ids(func(db *gorm.DB) *gorm.DB { return invitedTo(db, player) }),
			ids(func(db *gorm.DB) *gorm.DB {
				return db.Where("offers.author = ? AND (offers.invited IS NOT NULL OR offers.linked = 1)", player)
			})), 2*limit)
	})
	for _, o := range both {
		if o.Author.ID == player {
			from = append(from, o)
		} else {
			to = append(to, o)
		}
	}
	return to, from, err
}

// OpenInvitationsTo lists open invitations to a player, the newest first; none from players whom they have blocked.
func (s *Store) OpenInvitationsTo(ctx context.Context, player string, at time.Time, limit int) ([]league.Offer, error) {
	return s.openOffers(ctx, at, limit, func(db *gorm.DB) *gorm.DB { return invitedTo(db, player) })
}

// InvitationsTo asks for the open invitations to a player at a moment, those that OpenInvitationsTo lists.
func InvitationsTo(db *gorm.DB, player string, at time.Time) *gorm.DB {
	return invitedTo(openAt(joinedOffers(db), at), player)
}

// invitedTo narrows offers to invitations of a player by others whom they have not blocked.
func invitedTo(db *gorm.DB, player string) *gorm.DB {
	return db.Where("offers.invited = ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE player_id = ? AND other_id = offers.author)", player, player)
}

// open is the condition of the indices of offers. It is no value that is bound: a statement is planned without those.
const open = "state = '" + string(league.OfferOpen) + "'"

// openAt narrows offers to those that can be accepted at a moment.
func openAt(db *gorm.DB, at time.Time) *gorm.DB {
	return db.Where("offers."+open+" AND offers.expires_ms > ? AND a.kind IN ? AND (offers.invited IS NULL OR i.kind IN ?) AND a.id NOT IN ("+closedPrograms+")",
		sqldb.Millis(at), agreeing, agreeing)
}

// newest leaves the newest of some offers, in that order.
func newest(db *gorm.DB, limit int) *gorm.DB {
	return db.Order("offers.created_ms DESC, offers.id DESC").Limit(limit)
}

// openOffers lists offers that can be accepted at a moment, the newest first.
func (s *Store) openOffers(ctx context.Context, at time.Time, limit int, narrow func(*gorm.DB) *gorm.DB) ([]league.Offer, error) {
	return s.listOffers(ctx, func(db *gorm.DB) *gorm.DB { return newest(narrow(openAt(db, at)), limit) })
}

// LapsedOffers lists offers that are still marked as open and are so no longer, since their time has run out, one of
// their players has no account any more, or their rules are retired: "streetsoccer/board", with any options.
func (s *Store) LapsedOffers(ctx context.Context, at time.Time, retired []string, limit int) ([]league.Offer, error) {
	return s.listOffers(ctx, func(db *gorm.DB) *gorm.DB {
		gone, args := "offers.expires_ms <= ? OR a.kind NOT IN ? OR i.kind NOT IN ? OR a.id IN ("+closedPrograms+") OR i.id IN ("+closedPrograms+")", []any{sqldb.Millis(at), agreeing, agreeing}
		for _, rules := range retired {
			gone += " OR (offers.game || '/' || offers.variant || ',' LIKE ?)"
			args = append(args, rules+",%")
		}
		return db.Where("offers."+open).Where(gone, args...).
			Order("offers.expires_ms, offers.id").Limit(limit)
	})
}

func (s *Store) listOffers(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]league.Offer, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []joinedOffer
	if err := narrow(joinedOffers(s.db.Reader(ctx))).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "listing offers")
	}
	offers := make([]league.Offer, len(rows))
	for i, r := range rows {
		offers[i] = r.offer()
	}
	err := addFurther(s.db.Reader(ctx), offers)
	return offers, sqldb.Explain(err, "listing offers")
}
