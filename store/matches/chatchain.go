package matches

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/chain"
	"kickabout/store/sqldb"
)

// The lines of a chat are tied together by a chain, in which a seal stands for each text. What is erased
// loses text and salt, and what is hidden nothing, so that both pass; a line that was rewritten does not.

// chatStart is the value before the first line of a match's chat.
func chatStart(match string) chain.Value { return chain.Start("chat", match) }

// seal gives a line its salt and its seal.
func (r *lineRow) seal() {
	r.Salt = make([]byte, chain.SaltLength)
	rand.Read(r.Salt) // never fails
	seal := chain.Seal(r.Salt, r.Text)
	r.Seal = seal[:]
}

// fields are what the chain holds of a line.
func (r lineRow) fields() []string {
	return []string{strconv.Itoa(r.N), strconv.FormatInt(r.AtMs, 10), r.AuthorID, hex.EncodeToString(r.Seal)}
}

// follow gives a line its value behind that of the line before it; none where that has none.
func (r *lineRow) follow(before []byte) {
	last, ok := chain.ValueOf(before)
	if r.N == 1 {
		last, ok = chatStart(r.MatchID), true
	}
	if ok {
		value := last.Next(r.fields()...)
		r.Chain = value[:]
	}
}

// broken says what is wrong with the seal of a line; nil: nothing.
func (r lineRow) broken() error {
	erased := r.Salt == nil && r.Text == ""
	if seal := chain.Seal(r.Salt, r.Text); !erased && !bytes.Equal(seal[:], r.Seal) {
		return &chain.Damage{N: r.N, Why: "is not what was written"}
	}
	return nil
}

// checkChat follows the chain of a match's chat, of which last is the number of the last line. Lines that
// have no seal yet stand at the end.
func checkChat(match string, last int, rows []lineRow) error {
	var lines []chain.Line
	for i, r := range rows {
		switch {
		case r.Seal != nil && i == len(lines):
			if err := r.broken(); err != nil {
				return err
			}
			lines = append(lines, chain.Line{N: r.N, Stored: r.Chain, Fields: r.fields()})
		case r.Seal != nil || r.Chain != nil || r.N != i+1:
			return &chain.Damage{N: i + 1, Why: "has lost its seal"}
		}
	}
	if len(rows) != last {
		return &chain.Damage{N: len(rows) + 1, Why: fmt.Sprintf("is missing, and %d were written", last)}
	}
	_, err := chain.Check(chatStart(match), lines)
	return err
}

// chatsAtOnce is how many chats a check reads at a time.
const chatsAtOnce = 200

// CheckChats follows the chains of all chats, and gives values to the lines that have none. It returns what
// is damaged.
func (c *Chats) CheckChats(ctx context.Context) (found []league.Damage, err error) {
	after := ""
	for {
		chats, err := c.chats(ctx, after)
		if err != nil || len(chats) == 0 {
			return found, sqldb.Explain(err, "checking the chats")
		}
		for _, chat := range chats {
			after = chat.ID
			if err := checkChat(chat.ID, chat.Lines, chat.rows); err != nil {
				found = append(found, league.Damage{Log: "chat", Of: chat.ID, Reason: fmt.Sprint(err)})
				continue
			}
			if n := len(chat.rows); chat.rows[n-1].Chain == nil {
				if err := c.chainChat(ctx, chat.ID); err != nil {
					return found, sqldb.Explain(err, "chaining the chat of match %s", chat.ID)
				}
			}
		}
	}
}

// chat is the lines of a match.
type chat struct {
	ID    string
	Lines int // the number of the last one
	rows  []lineRow
}

// chats reads some chats behind that of a match, as of one moment.
func (c *Chats) chats(ctx context.Context, after string) (chats []chat, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = c.db.Reader(ctx).Table("matches").Select("id, lines").Where("lines > 0 AND id > ?", after).Order("id").Limit(chatsAtOnce).Find(&chats).Error
	if err != nil || len(chats) == 0 {
		return nil, err
	}
	at := map[string]int{}
	ids := make([]string, len(chats))
	for i, chat := range chats {
		at[chat.ID], ids[i] = i, chat.ID
	}
	var rows []lineRow
	if err := c.db.Reader(ctx).Where("match_id IN ?", ids).Order("match_id, n").Find(&rows).Error; err != nil {
		return nil, err
	}
	for _, r := range rows {
		chat := &chats[at[r.MatchID]]
		if r.N <= chat.Lines { // else it was written meanwhile
			chat.rows = append(chat.rows, r)
		}
	}
	return chats, nil
}

// chainChat gives values to the lines of a chat that have none.
func (c *Chats) chainChat(ctx context.Context, match string) error {
	return c.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Exec("UPDATE matches SET lines = lines WHERE id = ?", match).Error; err != nil { // nobody writes a line meanwhile
			return err
		}
		var rows []lineRow
		if err := tx.Where("match_id = ?", match).Order("n").Find(&rows).Error; err != nil {
			return err
		}
		var before []byte
		for _, r := range rows {
			if r.Chain == nil {
				if r.Seal == nil {
					r.seal()
				}
				if r.Text == "" {
					r.Salt = nil // it was erased before there were seals
				}
				r.follow(before)
				err := tx.Exec("UPDATE lines SET salt = ?, seal = ?, chain = ? WHERE match_id = ? AND n = ? AND chain IS NULL", r.Salt, r.Seal, r.Chain, match, r.N).Error
				if err != nil {
					return err
				}
			}
			before = r.Chain
		}
		return nil
	})
}
