package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// releaseTask builds what is given away.
type releaseTask struct {
	Out  string   `help:"Folder to write to." default:".release" type:"path"`
	Arch []string `help:"Processors to build for." default:"amd64,arm64" enum:"amd64,arm64"`

	Weaknesses string `help:"Where known weaknesses of libraries are listed; none: do not ask, to compare bytes where there is no network." default:"https://vuln.go.dev"`
}

// govulncheck is run by its version, like gofumpt.
const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"

// known fails if a weakness is known of what the program calls (.github/SECURITY.md gives the times to mend).
func (t releaseTask) known(ctx context.Context) error {
	if t.Weaknesses == "none" {
		return nil
	}
	return calling("go", "run", govulncheck, "-db", t.Weaknesses, "./cmd/kickabout")(ctx)
}

// compilers are the C compilers by processor; SQLite is C.
var compilers = map[string]string{"amd64": "x86_64-linux-gnu-gcc", "arm64": "aarch64-linux-gnu-gcc"}

// Run writes a program for each processor, that needs no other file to run, a list of what went into each, and
// the sums of all files. The same commit gives the same bytes wherever the same Go and C compiler build it.
func (t releaseTask) Run(ctx context.Context) error {
	changed, err := output(ctx, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return errors.New("a release is of a commit, and these files differ from it:\n" + changed)
	}
	if err := t.known(ctx); err != nil {
		return fmt.Errorf("known weaknesses: %w", err)
	}
	if err := os.MkdirAll(t.Out, 0o755); err != nil {
		return err
	}
	var files []string
	for _, arch := range t.Arch {
		fmt.Println("== linux/" + arch)
		name := filepath.Join(t.Out, "kickabout-linux-"+arch)
		if err := build(ctx, arch, name); err != nil {
			return err
		}
		bill, err := billOf(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name+".cdx.json", bill, 0o644); err != nil {
			return err
		}
		files = append(files, name, name+".cdx.json")
	}
	sums, err := sumsOf(files)
	if err != nil {
		return err
	}
	fmt.Print(sums)
	return os.WriteFile(filepath.Join(t.Out, "SHA256SUMS"), []byte(sums), 0o644)
}

// build links a program that needs no library of the machine it runs on: no resolver and no list of users of the C
// library, and the time zones in it.
func build(ctx context.Context, arch, name string) error {
	compiler := compilers[arch]
	if _, err := exec.LookPath(compiler); err != nil {
		return fmt.Errorf("%s is not there; on Debian it is in gcc-%s", compiler, strings.ReplaceAll(strings.TrimSuffix(compiler, "-gcc"), "_", "-"))
	}
	c := command(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-tags", "sqlite_omit_load_extension netgo osusergo timetzdata",
		"-ldflags", "-s -w -linkmode external -extldflags -static", "-o", name, "./cmd/kickabout")
	c.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS=linux", "GOARCH="+arch, "CC="+compiler,
		"GOFLAGS=-mod=readonly", "GOAMD64=v1", "GOARM64=v8.0", "CGO_CFLAGS=-O2", "CGO_LDFLAGS=", "GOEXPERIMENT=")
	return c.Run()
}

// sumsOf returns what sha256sum -c reads.
func sumsOf(files []string) (string, error) {
	var b strings.Builder
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, f)
		f.Close()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%x  %s\n", sum.Sum(nil), filepath.Base(name))
	}
	return b.String(), nil
}

// A bill of materials in the format of CycloneDX, as much of it as a program says of itself (go version -m).
type bill struct {
	Format       string      `json:"bomFormat"`
	Spec         string      `json:"specVersion"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
	Dependencies []depends   `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Purl       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type depends struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// billOf lists the modules that a program is made of, with their versions and sums.
func billOf(program string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	whole := moduleComponent("application", info.Main.Path, info.Main.Version, info.Main.Sum)
	for _, s := range info.Settings {
		whole.Properties = append(whole.Properties, property{"go:build:" + s.Key, s.Value})
	}
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{whole}}
	b.Components = append(b.Components, moduleComponent("library", "stdlib", info.GoVersion, ""))
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		b.Components = append(b.Components, moduleComponent("library", d.Path, d.Version, d.Sum))
	}
	slices.SortFunc(b.Components, func(x, y component) int { return cmp.Compare(x.Ref, y.Ref) })
	of := depends{Ref: whole.Ref}
	for _, c := range b.Components {
		of.DependsOn = append(of.DependsOn, c.Ref)
	}
	b.Dependencies = []depends{of}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

func moduleComponent(kind, path, version, sum string) component {
	purl := "pkg:golang/" + path + "@" + strings.TrimPrefix(version, "go")
	c := component{Type: kind, Ref: purl, Name: path, Version: version, Purl: purl}
	if sum != "" {
		c.Properties = []property{{"go:sum", sum}}
	}
	return c
}
