package doctor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/doctor"
	"kickabout/cmd/internal/secret"
	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestTheDoctorKnowsForWhichHostAndKeyPasskeysAndDevicesAre gives a site another name, and then another key.
func TestTheDoctorKnowsForWhichHostAndKeyPasskeysAndDevicesAre(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		ctx := t.Context()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		s, err := store.Open(ctx, store.Options{URL: d.URL})
		must(err)
		t.Cleanup(func() { s.Close() })
		noon := time.Now().UTC().Truncate(time.Hour)
		key := func(epoch, hours int) {
			t.Helper()
			must(s.RecordKeys(ctx, league.KeyRecord{Name: secret.SiteKey, Epoch: epoch, Fingerprint: fmt.Sprint("f", epoch), Born: noon.Add(time.Duration(hours) * time.Hour)}))
		}
		key(0, 0)
		ann := league.Account{Player: league.Player{ID: "ann", Name: "Ann", Kind: league.Member, Created: noon}, Password: "hash", Created: noon}
		session := league.Session{Hash: [32]byte{1}, Player: "ann", Created: noon, Seen: noon, Browser: "Browser"}
		must(s.SignUp(ctx, ann, []string{"ann"}, session))
		passkey := func(id, record string) {
			t.Helper()
			must(s.AddPasskey(ctx, league.Passkey{ID: id, Player: "ann", Name: "phone", Record: record, Made: noon}, 10))
		}
		device := func(n byte, hours int) {
			t.Helper()
			must(s.PutSubscription(ctx, contact.Subscription{
				Hash: [32]byte{n}, Player: "ann", Session: session.Hash, Endpoint: fmt.Sprint("https://push.example/", n), Key: "key", Auth: "auth",
				Created: noon.Add(time.Duration(hours) * time.Hour),
			}, 10))
		}
		site := doctor.Site{Data: t.TempDir(), Database: d.URL, Backups: t.TempDir(), Host: "kickabout.example", Now: time.Now}
		is := func(what, check string, want doctor.State, part, remedy string) {
			t.Helper()
			found := 0
			for _, f := range doctor.Examine(ctx, site) {
				if f.Check != check {
					continue
				}
				found++
				if f.State != want || !strings.Contains(f.Text, part) || !strings.Contains(f.Remedy, remedy) || (f.Remedy == "") != (want == doctor.OK) {
					t.Errorf("%s: the doctor says of %s: %+v; want %s, %q and %q", what, check, f, want, part, remedy)
				}
			}
			if found != 1 {
				t.Errorf("%s: %s was looked at %d times", what, check, found)
			}
		}
		is("a new site", "passkeys", doctor.OK, "Nobody has a passkey.", "")
		is("a new site", "push", doctor.OK, "Nobody has allowed", "")

		passkey("old", `{"id":"b2xk"}`)
		is("a passkey of before hosts were kept", "passkeys", doctor.OK, "Of 1 passkeys 0 are known to be for kickabout.example", "")
		passkey("one", `{"id":"b25l","host":"kickabout.example"}`)
		is("a passkey for the site", "passkeys", doctor.OK, "Of 2 passkeys 1", "")
		site.Host = "league.example"
		is("another name", "passkeys", doctor.Fail, "all passkeys are for kickabout.example", "old name again")
		passkey("two", `{"id":"dHdv","host":"league.example"}`)
		is("some have added another", "passkeys", doctor.Warn, "1 passkey is for kickabout.example", "kickabout user drop-passkeys")
		site.Host = ""
		is("no name", "passkeys", doctor.Warn, "for kickabout.example, league.example", "--url")
		passkey("bad", `{`)
		is("a record that nobody can read", "passkeys", doctor.Fail, "could not be looked at", "look again")

		device(1, 1)
		device(2, 2)
		is("devices", "push", doctor.OK, "2 devices are shown notices", "")
		key(1, 3)
		is("another key", "push", doctor.Fail, "none of 2", "/account/devices")
		device(3, 4)
		is("one has allowed it again", "push", doctor.Warn, "2 devices were allowed before", "/account/devices")
	})
}
