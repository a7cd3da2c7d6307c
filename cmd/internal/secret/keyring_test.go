package secret_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/secret"
)

// TestDecide goes through the table of OPERATE 1.
func TestDecide(t *testing.T) {
	all := secret.Names()
	// One letter a key, in the order of the names: a, b are keys, - is none. Of the key of signatures holds what holds of
	// that of the site, which sites of old have not either.
	start := func(files, recorded string) secret.Start {
		var s secret.Start
		letter := func(r byte) string { return strings.Trim(string(r), "-") }
		for i, name := range all {
			s.Keys = append(s.Keys, secret.Found{Name: name, File: letter(files[min(i, 2)]), Recorded: letter(recorded[min(i, 2)])})
		}
		return s
	}
	for name, c := range map[string]struct {
		files, recorded      string
		inUse, begun         bool
		newSite, imported    bool
		makes, records, says string // says: refused so
	}{
		"a new site":                         {files: "---", recorded: "---", makes: "dice password site sign", records: "dice password site sign"},
		"a new site, cut short":              {files: "a--", recorded: "---", begun: true, makes: "password site sign", records: "dice password site sign"},
		"a new site, cut short at the end":   {files: "aaa", recorded: "---", begun: true, records: "dice password site sign"},
		"keys and no data":                   {files: "aaa", recorded: "---", says: "keys but no data"},
		"one key and no data":                {files: "-a-", recorded: "---", says: "keys but no data"},
		"keys of a new site":                 {files: "aa-", recorded: "---", newSite: true, makes: "site sign", records: "dice password site sign"},
		"as it should be":                    {files: "aaa", recorded: "aaa", inUse: true},
		"as it should be, before anybody is": {files: "aaa", recorded: "aaa"},
		"all keys are gone":                  {files: "---", recorded: "aaa", inUse: true, says: "the dice key is missing"},
		"gone before anybody came":           {files: "---", recorded: "aaa", says: "the dice key is missing"},
		"gone, and marked as new":            {files: "---", recorded: "aaa", begun: true, newSite: true, says: "the dice key is missing"},
		"the password key is gone":           {files: "a-a", recorded: "aaa", inUse: true, says: "the password key is missing"},
		"the site's key is gone":             {files: "aa-", recorded: "aaa", inUse: true, says: "the site key is missing"},
		"another key of the dice":            {files: "baa", recorded: "aaa", inUse: true, says: "the dice key is another one"},
		"another key of the passwords":       {files: "aba", recorded: "aaa", inUse: true, says: "the password key is another one"},
		"a site of old":                      {files: "aa-", recorded: "---", inUse: true, makes: "site sign", records: "dice password site sign"},
		"a site of old without its dice":     {files: "-a-", recorded: "---", inUse: true, says: "the dice key is missing"},
		"a site of old without passwords":    {files: "a--", recorded: "---", inUse: true, says: "the password key is missing"},
		"an import without passwords":        {files: "a--", recorded: "---", inUse: true, imported: true, makes: "password site sign", records: "dice password site sign"},
		"a key that a release brings":        {files: "aa-", recorded: "aa-", inUse: true, makes: "site sign", records: "site sign"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(c.files, c.recorded)
			s.InUse, s.Begun, s.NewSite, s.Import = c.inUse, c.begun, c.newSite, c.imported
			p, err := secret.Decide(s)
			if c.says != "" {
				if !errors.Is(err, secret.ErrKeys) || !strings.Contains(err.Error(), c.says) || len(p.Make)+len(p.Record) > 0 {
					t.Errorf("%v, %v; want a refusal that says %q", p, err, c.says)
				}
				if strings.Contains(c.recorded, "a") != strings.Contains(err.Error(), "kickabout key lost") { // which is for keys that the data knows
					t.Errorf("it says of the way on: %v", err)
				}
				return
			}
			if err != nil || !slices.Equal(p.Make, strings.Fields(c.makes)) || !slices.Equal(p.Record, strings.Fields(c.records)) {
				t.Errorf("%v, %v; want to make %q and to record %q", p, err, c.makes, c.records)
			}
		})
	}
}

// wrongPlans tries every start that there can be, and counts those after which a key was made where one is expected, or
// that went on with another key than that of the data.
func wrongPlans(decide func(secret.Start) (secret.Plan, error)) (starts, wrong int) {
	states := []secret.Found{{}, {File: "a"}, {Recorded: "a"}, {File: "a", Recorded: "a"}, {File: "b", Recorded: "a"}}
	for n := range len(states) * len(states) * len(states) * len(states) * 16 {
		s := secret.Start{InUse: n&1 > 0, Begun: n&2 > 0, NewSite: n&4 > 0, Import: n&8 > 0}
		known := false
		for i, rest := 0, n/16; i < 4; i, rest = i+1, rest/len(states) {
			k := states[rest%len(states)]
			k.Name = secret.Names()[i]
			known = known || k.Recorded != ""
			s.Keys = append(s.Keys, k)
		}
		starts++
		p, err := decide(s)
		bad := false
		for _, k := range s.Keys {
			expected := k.Recorded != "" || k.Name != secret.SiteKey && k.Name != secret.SignKey && (known || s.InUse) && !s.Import
			made := slices.Contains(p.Make, k.Name)
			bad = bad || made && (expected || k.File != "") || err == nil && k.Recorded != "" && k.Recorded != k.File
		}
		if bad {
			wrong++
		}
	}
	return starts, wrong
}

// TestNoStartMakesAKeyWhereOneIsExpected tries all starts, and that programs are found out which make keys then.
func TestNoStartMakesAKeyWhereOneIsExpected(t *testing.T) {
	if starts, wrong := wrongPlans(secret.Decide); wrong > 0 || starts != 10000 {
		t.Errorf("%d of %d starts are wrong", wrong, starts)
	}
	for name, mutant := range map[string]func(secret.Start) (secret.Plan, error){
		"makes whatever is missing": func(s secret.Start) (p secret.Plan, _ error) {
			for _, k := range s.Keys {
				if k.File == "" {
					p.Make = append(p.Make, k.Name)
				}
			}
			return p, nil
		},
		"makes the key of the dice where the data is in use": func(s secret.Start) (secret.Plan, error) {
			p, err := secret.Decide(s)
			if err != nil && s.InUse && s.Keys[0].File == "" && s.Keys[0].Recorded == "" {
				return secret.Plan{Make: []string{secret.DiceKey}}, nil
			}
			return p, err
		},
		"goes on with another key": func(s secret.Start) (secret.Plan, error) {
			s.Keys = slices.Clone(s.Keys)
			for i := range s.Keys {
				if s.Keys[i].File != "" {
					s.Keys[i].File = s.Keys[i].Recorded
				}
			}
			return secret.Decide(s)
		},
	} {
		if _, wrong := wrongPlans(mutant); wrong == 0 {
			t.Errorf("a program that %s is not found out", name)
		}
	}
}

// TestFingerprints compares with values that were computed by other means: sha256sum and
// openssl dgst -mac HMAC.
func TestFingerprints(t *testing.T) {
	folder := t.TempDir()
	for _, name := range secret.Names() {
		if got, err := secret.Fingerprint(folder, name); got != "" || err != nil {
			t.Errorf("%s: %q, %v without a file", name, got, err)
		}
		if err := secret.WriteFile(folder, name, strings.Repeat("0123456789abcdef", 4)+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		secret.DiceKey:     "19be4d0ca3e826499ee040abbf1e3ad8542ff7e0fef878d56a3322a6fa813e11",
		secret.PasswordKey: "14382ddff596c442",
		secret.SiteKey:     "5d5b4323942e0e94",
		secret.SignKey:     "bfd4802aabbd7b8e",
	} {
		if got, err := secret.Fingerprint(folder, name); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	if secret.File(folder, "dice") != filepath.Join(folder, "dice.key") {
		t.Error("the key of the dice lies elsewhere than sites have it")
	}
}
