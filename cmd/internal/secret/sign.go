package secret

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"

	"kickabout/engine/dice/tbd2"
)

// Sign is the key from which the keys follow that receipts and the log of the dice are signed with. It is no key of dice:
// whoever has it can say something in the name of the site, and throw nothing.
type Sign struct{ key [keySize]byte }

// OpenSign reads the key of signatures in a folder.
func OpenSign(folder string) (*Sign, error) {
	key, err := readKey(File(folder, SignKey), SignKey)
	if err != nil {
		return nil, err
	}
	return &Sign{key}, nil
}

// As returns the signers of a site whose log has a name.
func (s *Sign) As(origin string) (*tbd2.Signers, error) {
	signers, err := tbd2.NewSigners(s.key, origin)
	if err != nil {
		return nil, fmt.Errorf("signing as %q: %w", origin, err)
	}
	return &signers, nil
}

// OriginStore is what a database knows of the log of the dice.
type OriginStore interface {
	// LogOrigin returns the name of the log; one that has none yet gets the proposed one for ever, "" proposes none.
	LogOrigin(ctx context.Context, proposed string) (string, error)
}

// Signers returns the signers of a site, whose log is called as it was when it was made, or as is proposed; nil if it is not
// made yet and nothing is proposed.
func (r *Ring) Signers(ctx context.Context, data OriginStore, proposed string) (*tbd2.Signers, error) {
	origin, err := data.LogOrigin(ctx, proposed)
	if err != nil || origin == "" {
		return nil, err
	}
	return r.Sign.As(origin)
}

// Birthname returns what a site calls its log when it is born: as it is known to the world, or else by the key of the dice.
func (r *Ring) Birthname(public *url.URL) string {
	if public != nil {
		return public.Host
	}
	return "kickabout-" + r.prints[DiceKey][:8]
}

// Format hides the key from every verb of fmt.
func (Sign) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the key from logs.
func (Sign) LogValue() slog.Value { return slog.StringValue("(secret)") }
