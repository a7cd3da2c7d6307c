package play

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// GiftMost is how much time a side may have left for the other to give it more.
const GiftMost = 30 * 24 * time.Hour

// GiftDays lists how many days a player may give at once.
func GiftDays() []int { return []int{1, 3} }

// GiveTime gives days to the opponent of a player in a match (R-TC-7). It cannot be
// taken back. The same request, by its key, gives them once; it has to have one. The
// errors, in the order in which they are looked for: no key or not one of GiftDays
// (invalid); not found; the key used for something else (stale); over or too late
// (late); not the player's match (forbidden); the opponent has plenty (illegal). With
// an error of a kind other than not found and invalid comes the view as it is.
func (s *Matches) GiveTime(ctx context.Context, player league.Player, id string, days int, key string, arrived time.Time) (View, error) {
	if days != 1 && days != 3 {
		return View{}, league.FieldErrorf("days", "You can give one day or three.")
	}
	if key == "" {
		return View{}, league.Errorf(league.Invalid, "Name the request by a key, so that sent twice it gives the time once.")
	}
	answer := league.Answer{Player: player.ID, Key: key, Match: id, At: arrived, Body: sha256.Sum256(fmt.Appendf(nil, "time\n%s\n%d", id, days))}
	v, _, err := s.Act(ctx, league.Of(player), id, arrived, answer, func(v View) (engine.Event, error) {
		if err := Late(v, arrived); err != nil {
			return engine.Event{}, err
		}
		side := v.Match.SideOf(player.ID)
		if side == engine.NoSide {
			return engine.Event{}, ErrNotYours()
		}
		if v.Clocks.Left(side.Other(), arrived) >= GiftMost {
			return engine.Event{}, league.Errorf(league.Illegal, "Your opponent has 30 days or more left, which is enough.")
		}
		text := fmt.Sprintf("%s %d", side.Other(), days*24*60*60)
		return engine.Event{By: side, Act: engine.ActTime, Text: text}, nil
	})
	return v, err
}
