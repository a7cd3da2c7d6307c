package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostExposed is how far the unit may be open, by systemd's own measure: 0 is closed, 10 is an ordinary service.
const mostExposed = 2.0

// TestTheUnitIsVerified has systemd look at the unit: what it does not understand, and how far it is open.
func TestTheUnitIsVerified(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze; on Debian it is in systemd")
	}
	folder := t.TempDir()
	for _, name := range []string{"kickabout.service", "kickabout.socket"} {
		text, err := os.ReadFile(filepath.Join("package", name))
		if err != nil {
			t.Fatal(err)
		}
		here := strings.Replace(string(text), "ExecStart=/usr/local/bin/kickabout", "ExecStart=/bin/true", 1) // where it is not installed
		if err := os.WriteFile(filepath.Join(folder, name), []byte(here), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("systemd-analyze", "verify", filepath.Join(folder, name)).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	out, err := exec.Command("systemd-analyze", "security", "--offline=yes", "--no-pager", filepath.Join(folder, "kickabout.service")).CombinedOutput()
	m := regexp.MustCompile(`Overall exposure level for kickabout\.service: ([0-9.]+)`).FindSubmatch(out)
	if err != nil || m == nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if open, err := strconv.ParseFloat(string(m[1]), 64); err != nil || open > mostExposed {
		t.Errorf("it is open by %s, more than %v\n%s", m[1], mostExposed, out)
	}
}

// TestTheComposeFilesAreRead has compose itself read its files, alone and with the database, and then without what whoever
// runs the site has to say.
func TestTheComposeFilesAreRead(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("docker-compose"); err != nil {
		t.Skip("there is no docker-compose; on Debian it is a package of that name")
	}
	const site, database = "package/compose.yaml", "package/compose.postgres.yaml"
	for _, c := range []struct {
		files, given []string
		says, lacks  string // what is read, or what is said to be lacking
	}{
		{files: []string{site}, given: []string{"KICKABOUT_URL=https://kickabout.example"}, says: "dockerfile: cmd/dev/package/Dockerfile"},
		{files: []string{site, database}, given: []string{"KICKABOUT_URL=https://kickabout.example", "POSTGRES_PASSWORD=secret"}, says: "postgres://kickabout:secret@database/kickabout"},
		{files: []string{site}, lacks: "say the name of the site"},
		{files: []string{site, database}, given: []string{"KICKABOUT_URL=https://kickabout.example"}, lacks: "say a password for the database"},
	} {
		var words []string
		for _, file := range c.files {
			words = append(words, "-f", file)
		}
		compose := exec.Command("docker-compose", append(words, "config")...)
		compose.Env = append(os.Environ(), c.given...)
		out, err := compose.CombinedOutput()
		if want := c.says + c.lacks; (err == nil) != (c.lacks == "") || !strings.Contains(string(out), want) {
			t.Errorf("%v with %v: %v, without %q\n%s", c.files, c.given, err, want, out)
		}
	}
}
