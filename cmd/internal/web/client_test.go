package web_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// generator writes clients in Go, in the version that was tried.
const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"

// TestAClientIsGeneratedAndPlays writes a client from the document of the site, compiles it with the example that stands
// in testdata/client, and lets that make a move.
func TestAClientIsGeneratedAndPlays(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Program("Ann")
	folder := t.TempDir()
	document, example := filepath.Join(folder, "openapi.json"), filepath.Join(folder, "main.go")
	program, err := os.ReadFile("../../../testdata/client/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{document: []byte(w.Browser().Get("/api/v1/openapi.json").Body), example: program} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "client"), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(arguments ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", arguments...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "KICKABOUT_TOKEN="+ann.Token)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %v: %v\n%s", arguments, err, out)
		}
		return string(out)
	}
	run("mod", "init", "example")
	run("run", generator, "-generate", "types,client", "-package", "client", "-o", "client/client.go", document)
	run("mod", "tidy")
	said := run("run", ".", w.Server.URL)
	running := ann.Get("/matches").Want(t, 200).Body["matches"].([]any)
	if len(running) != 1 {
		t.Fatalf("%d matches were begun", len(running))
	}
	id := running[0].(webtest.Object)["id"].(string)
	if !strings.HasPrefix(said, "moved ") || !strings.HasSuffix(said, " in "+id+"\n") || len(w.View(id).Record.Log) < 3 {
		t.Errorf("the client said %q", said)
	}
}

// linter reads OpenAPI documents; it is the version that was tried.
const linter = "@redocly/cli@2.77.0"

// TestProofTheDocumentIsClean has a linter look at the document of the site by the rules that it recommends. It comes by npm,
// and so takes part in proofs alone.
func TestProofTheDocumentIsClean(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") != "1" {
		t.Skip("a proof: go run ./cmd/dev prove")
	}
	t.Parallel()
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, []byte(webtest.New(t).Browser().Get("/api/v1/openapi.json").Body), 0o600); err != nil {
		t.Fatal(err)
	}
	var said, complaints bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "npx", "--yes", linter, "lint", "--format=json", file)
	cmd.Stdout, cmd.Stderr = &said, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s%s", err, &said, &complaints)
	}
	var report struct {
		Totals struct{ Errors, Warnings, Ignored *int }
	}
	if err := json.Unmarshal(said.Bytes(), &report); err != nil || report.Totals.Errors == nil || report.Totals.Warnings == nil {
		t.Fatalf("the report cannot be read: %v\n%s", err, &said)
	}
	if *report.Totals.Errors+*report.Totals.Warnings > 0 {
		t.Errorf("the linter found:\n%s", &said)
	}
}
