package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/store/storetest"
)

// printed returns what a command prints on the standard output.
func printed(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdout
	os.Stdout = in
	failed := run(t.Context(), args)
	os.Stdout = was
	in.Close()
	text, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), failed
}

func TestATokenIsMadeBesideARunningSite(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}
		r.start()
		defer func() { r.stop() }()
		ann, _, err := r.server.office.SignUp(t.Context(), membersleague.Credentials{Name: "Ann", Password: secretWords})
		if err != nil {
			t.Fatal(err)
		}
		where := []string{"--data", r.config.Data}
		if r.config.Database != "" {
			where = append(where, "--database", r.config.Database)
		}
		token, err := printed(t, append([]string{"token", "ann", "--label", "my bot"}, where...)...)
		if err != nil || !strings.HasPrefix(token, "kab_") || strings.Count(token, "\n") != 1 {
			t.Fatalf("printed %q, %v", token, err)
		}
		if p, err := r.server.office.PlayerByToken(t.Context(), strings.TrimSpace(token), league.ScopeOrganise); err != nil || p != ann {
			t.Errorf("the token acts for %+v, %v", p, err)
		}
		if list, err := r.server.office.Tokens(t.Context(), ann); err != nil || len(list) != 1 || list[0].Label != "my bot" {
			t.Errorf("tokens: %+v, %v", list, err)
		}
		for _, nobody := range []string{"Bob", "bot:greedy", "Greedy", ""} {
			if text, err := printed(t, append([]string{"token", nobody}, where...)...); err == nil || text != "" {
				t.Errorf("a token for %q: %q, %v", nobody, text, err)
			}
		}
	})
	if text, err := printed(t, "token", "Ann", "--data", t.TempDir()); err == nil || text != "" {
		t.Errorf("a token without a site: %q, %v", text, err)
	}
}
