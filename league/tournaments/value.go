package tournaments

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"kickabout/engine/dice/beacon"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/lot"
)

// Awaited is the public value that the draw of a tournament awaits.
type Awaited struct {
	Tournament league.Tournament
	Round      uint64    // 0: it is not fixed yet
	At         time.Time // before which nobody knows it

	closed lot.Closing
}

// Path is where servers of the network have the value.
func (a Awaited) Path() string {
	return beacon.Quicknet + "/public/" + strconv.FormatUint(a.Round, 10)
}

// MayEnterValue says that somebody may enter the public values that the site cannot fetch: admins may. It is no ruling, since
// there is one value alone that the network has signed.
func (s *Draws) MayEnterValue(ctx context.Context, by league.Player) (bool, error) {
	if by.Kind != league.Member {
		return false, nil
	}
	role, err := s.store.Role(ctx, by.ID)
	return err == nil && conduct.May(role, conduct.EnterValue), err
}

// Awaited returns the value that the draw of a tournament awaits, for those who may enter it. Without a source of values, too:
// the site may have lost that since.
func (s *Draws) Awaited(ctx context.Context, by league.Player, id string) (Awaited, error) {
	t, err := s.store.Tournament(ctx, league.Of(by), id)
	if err != nil {
		return Awaited{}, err
	}
	switch may, err := s.MayEnterValue(ctx, by); {
	case err != nil:
		return Awaited{}, err
	case !may:
		return Awaited{}, league.Errorf(league.Forbidden, "Only the admins of this site can enter a public value.")
	case !t.AwaitsDraw():
		return Awaited{}, league.Errorf(league.Stale, "The draw of this tournament awaits no public value.")
	}
	closed, err := s.tournaments.closing(ctx, t)
	if err != nil || !s.holds(t, closed) { // of a key that was lost it is closed once more, by the job
		return Awaited{Tournament: t}, err
	}
	a := Awaited{Tournament: t, closed: closed}
	if a.Round, err = s.roundOf(ctx, t); err == nil && a.Round > 0 {
		a.At = comes(a.Round)
	}
	return a, err
}

// EnterValue draws a tournament with the signature of the round that it awaits, as the network publishes it, in hexadecimal.
// The round is the one that was shown. What the network has not signed is an error of the field "signature".
func (s *Draws) EnterValue(ctx context.Context, by league.Player, id string, round uint64, typed string) error {
	a, err := s.Awaited(ctx, by, id)
	switch {
	case err != nil:
		return err
	case a.Round == 0 || s.core.Now().Before(a.At):
		return league.Errorf(league.Stale, "Nobody can know the public value of this draw yet.")
	case a.Round != round:
		return league.Errorf(league.Stale, "The draw takes another public value by now: %d.", a.Round)
	}
	signature, err := readSignature(typed)
	if err != nil {
		return err
	}
	if beacon.Verify(beacon.Network(), round, signature) != nil {
		return league.FieldErrorf("signature", "That is not what the network signed for round %d. Copy the signature of this round once more.", round)
	}
	return s.take(ctx, league.Of(by), by, a.Tournament, a.closed, round, signature)
}

// readSignature reads a signature as it was typed.
func readSignature(typed string) ([]byte, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return nil, league.FieldErrorf("signature", "Paste the signature of this round.")
	}
	signature, err := hex.DecodeString(typed)
	switch {
	case err != nil && strings.Trim(typed, "0123456789abcdefABCDEF") != "":
		return nil, league.FieldErrorf("signature", "A signature has only the digits 0 to 9 and the letters a to f.")
	case len(signature) != beacon.SignatureSize || err != nil:
		return nil, league.FieldErrorf("signature", "A signature has %d digits and letters. This has %d.", 2*beacon.SignatureSize, len(typed))
	}
	return signature, nil
}
