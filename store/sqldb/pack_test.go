package sqldb_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"kickabout/store/sqldb"
)

func TestAPackedTextIsThatTextAgain(t *testing.T) {
	t.Parallel()
	var parts []string
	for i := range 120 {
		parts = append(parts, fmt.Sprintf(`{"seq":%d,"kind":"decision","before":%d,"after":%d,"move":"c%dd%d"}`, i, i*37%5000, i*91%5000, i%10, i%7))
	}
	long := `{"parts":[` + strings.Join(parts, ",") + "]}"
	var all sync.WaitGroup
	for _, text := range []string{"", "{}", `{"name":"Zoë"}`, long} {
		all.Go(func() {
			is := sqldb.Pack(text)
			if again, err := sqldb.Unpack(is); again != text || err != nil {
				t.Errorf("%q is %q when it is unpacked, %v", text, again, err)
			}
			if text == long && len(is) > len(text)/3 {
				t.Errorf("of %d bytes %d are left", len(text), len(is))
			}
		})
	}
	all.Wait()
	if whole, err := sqldb.Unpack(long); whole != long || err != nil {
		t.Errorf("what was stored whole is %q, %v", whole, err)
	}
	is := sqldb.Pack(long)
	for _, damaged := range []string{is[:len(is)/2], is[:40] + "!" + is[41:], "zstd:"} {
		if text, err := sqldb.Unpack(damaged); err == nil && text != "" {
			t.Errorf("%q is unpacked to %q", damaged, text)
		}
	}
}
