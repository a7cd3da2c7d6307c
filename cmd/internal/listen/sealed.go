package listen

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"log/slog"

	"golang.org/x/crypto/acme/autocert"
)

// A Shelf keeps bytes under names. What is not there is nil.
type Shelf interface {
	Certificate(ctx context.Context, name string) ([]byte, error)
	PutCertificate(ctx context.Context, name string, sealed []byte) error
	DropCertificate(ctx context.Context, name string) error
}

// sealed keeps certificates and their keys on a shelf on which others may look: sealed by a key that is not there.
type sealed struct {
	shelf Shelf
	aead  cipher.AEAD
	log   *slog.Logger
}

// Sealed returns a cache on a shelf: several servers share it, and one answers the challenge that another one has
// asked for. A certificate that the key does not open counts as not there, so that a new one is asked for.
func Sealed(shelf Shelf, key [32]byte, log *slog.Logger) autocert.Cache {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // only a key of another length fails
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return &sealed{shelf, aead, log}
}

// Get returns what is kept under a name; autocert.ErrCacheMiss if nothing is.
func (s *sealed) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := s.shelf.Certificate(ctx, name)
	if err != nil {
		return nil, err
	}
	if data == nil {
		return nil, autocert.ErrCacheMiss
	}
	open, err := s.aead.Open(nil, nil, data, []byte(name))
	if err != nil {
		s.log.Warn("a certificate was sealed by another site.key; a new one is asked for", "name", name)
		return nil, autocert.ErrCacheMiss
	}
	return open, nil
}

// Put keeps something under a name.
func (s *sealed) Put(ctx context.Context, name string, data []byte) error {
	return s.shelf.PutCertificate(ctx, name, s.aead.Seal(nil, nil, data, []byte(name)))
}

// Delete takes away what is kept under a name.
func (s *sealed) Delete(ctx context.Context, name string) error {
	return s.shelf.DropCertificate(ctx, name)
}
