package storetest_test

import (
	"testing"

	"kickabout/store"
	"kickabout/store/storetest"
)

func TestCertificatesAreKeptByTheirNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		kept := func(name, want string) {
			t.Helper()
			if got, err := s.Certificate(ctx, name); err != nil || string(got) != want || (got == nil) != (want == "") {
				t.Errorf("%s: %q, %v; want %q", name, got, err, want)
			}
		}
		kept("a", "")
		must(t, s.PutCertificate(ctx, "a", []byte{0, 255, 'x'}))
		must(t, s.PutCertificate(ctx, "b", []byte("y")))
		kept("a", "\x00\xffx")
		must(t, s.PutCertificate(ctx, "a", []byte("z")))
		kept("a", "z")
		must(t, s.DropCertificate(ctx, "a"))
		must(t, s.DropCertificate(ctx, "none"))
		kept("a", "")
		kept("b", "y")
	})
}
