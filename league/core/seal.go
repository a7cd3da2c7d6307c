package core

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
)

// ErrSealed is why something cannot be opened: it was sealed by another key of the site, or for something else.
var ErrSealed = errors.New("this was sealed by another key of the site")

// Seal hides a text from whoever has the database alone, by AES-256-GCM. Each purpose has a key of its own, and what was
// sealed about one thing is not taken for what was sealed about another.
func (c *Core) Seal(purpose, about, text string) []byte {
	return c.sealer(purpose).Seal(nil, nil, []byte(text), []byte(about))
}

// Unseal undoes Seal; else the error is ErrSealed.
func (c *Core) Unseal(purpose, about string, sealed []byte) (string, error) {
	text, err := c.sealer(purpose).Open(nil, nil, sealed, []byte(about))
	if err != nil {
		return "", ErrSealed
	}
	return string(text), nil
}

func (c *Core) sealer(purpose string) cipher.AEAD {
	key := c.Site.Mix("seal", purpose)
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // only a key of another length fails
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}
