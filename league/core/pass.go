package core

import (
	"crypto/sha256"
	"time"

	"kickabout/league"
)

// A Pass is by what somebody may listen: a session of theirs or a token. Whoever listens by one is also woken when it has
// ended.
type Pass struct{ topic string }

// SessionPass is a session, by its token.
func SessionPass(token string) Pass { return passOf(SessionTopic, token) }

// TokenPass is a token, by its secret.
func TokenPass(secret string) Pass { return passOf(TokenTopic, secret) }

func passOf(topic, secret string) Pass {
	if secret == "" {
		return Pass{}
	}
	hash := sha256.Sum256([]byte(secret))
	return Pass{topic + string(hash[:])}
}

// SessionReached says whether a session lasts at a moment, and whether it is time to write down a visit.
func SessionReached(s league.Session, now time.Time) league.Reached {
	return passReached(s.Over(now), s.Seen, now)
}

// TokenReached says whether somebody may act by a token at a moment, and whether it is time to write down its use.
func TokenReached(t league.Token, now time.Time) league.Reached {
	return passReached(t.Asleep || !now.Before(t.Ends), t.Used, now)
}

// passReached is another number for each of what there is to hear of a session or token.
func passReached(over bool, used, now time.Time) league.Reached {
	const lasts, lastsUnnoted = 1, 2
	switch {
	case over:
		return league.Reached{}
	case now.Sub(used) >= league.SeenEvery:
		return league.Reached{lastsUnnoted}
	}
	return league.Reached{lasts}
}
