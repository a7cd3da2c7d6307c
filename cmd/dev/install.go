package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kickabout/cmd/internal/browser/axe"
)

// installCompiler brings the C compiler that SQLite needs.
func installCompiler(ctx context.Context) error {
	if found("gcc") {
		return nil
	}
	return installPackages(ctx, []string{"gcc", "libc6-dev"})
}

// install brings what the tests need and the machine lacks, and returns where
// axe-core lies. It fails, and says what to install by hand, where it may not.
func install(ctx context.Context) (axeFile string, err error) {
	axeFile, err = axe.File()
	if err != nil { // there is no home to keep it in
		axeFile = filepath.Join(os.TempDir(), "kickabout-axe-"+axe.Version, "axe.min.js")
	}
	sound := axe.Sound(axeFile)
	if !sound && os.Getenv("KICKABOUT_AXE") == axeFile {
		return "", fmt.Errorf("KICKABOUT_AXE names %s, which is not axe-core %s", axeFile, axe.Version)
	}
	if packages := missing(!sound); len(packages) > 0 {
		if err := installPackages(ctx, packages); err != nil {
			return "", err
		}
	}
	if sound {
		return axeFile, nil
	}
	return axeFile, fetchAxe(ctx, axeFile)
}

// missing names the Debian packages of the programs that are not there. npm is
// needed only to fetch axe-core.
func missing(npm bool) (packages []string) {
	if !found("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome") {
		packages = append(packages, "chromium-headless-shell")
	}
	servers, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if !found("initdb") && len(servers) == 0 {
		packages = append(packages, "postgresql")
	}
	for _, program := range []string{"curl", "jq"} { // for the player in a shell that the manual has
		if !found(program) {
			packages = append(packages, program)
		}
	}
	if npm && !found("npm") {
		packages = append(packages, "npm")
	}
	return packages
}

// found tells whether any of these programs is in PATH.
func found(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
}

// installPackages installs Debian packages without asking anybody anything.
func installPackages(ctx context.Context, packages []string) error {
	list := strings.Join(packages, " ")
	if !debian() {
		return fmt.Errorf("missing: on Debian these packages bring it: %s; install the like here", list)
	}
	as, err := asRoot(ctx)
	if err != nil {
		return fmt.Errorf("missing: run as root apt-get install %s: %w", list, err)
	}
	fmt.Println("installing", list)
	if err := aptGet(ctx, as, "update"); err != nil {
		return err
	}
	return aptGet(ctx, as, append([]string{"install", "--yes", "--no-install-recommends"}, packages...)...)
}

// debian tells whether this is Debian itself: elsewhere packages of these names
// are other things.
func debian() bool {
	release, err := os.ReadFile("/etc/os-release")
	return err == nil && slices.Contains(lines(string(release)), "ID=debian") && found("apt-get")
}

// asRoot returns what to put before a command that needs root.
func asRoot(ctx context.Context) ([]string, error) {
	if os.Geteuid() == 0 {
		return nil, nil
	}
	if err := exec.CommandContext(ctx, "sudo", "-n", "true").Run(); err != nil {
		return nil, errors.New("this is not root, and there is no sudo that asks for no password")
	}
	return []string{"sudo", "-n"}, nil
}

// aptGet runs apt-get. Another program may hold one of its locks: it waits for
// that of dpkg by itself, and is started again while it cannot get the others.
func aptGet(ctx context.Context, as []string, args ...string) error {
	const tries, pause = 30, 10 * time.Second
	all := slices.Concat(as, []string{
		"env", "DEBIAN_FRONTEND=noninteractive",
		"apt-get", "--quiet", "-o", "DPkg::Lock::Timeout=300",
	}, args)
	for try := 1; ; try++ {
		var complaint strings.Builder
		c := command(ctx, all[0], all[1:]...)
		c.Stderr = io.MultiWriter(os.Stderr, &complaint)
		err := c.Run()
		if err == nil {
			return nil
		}
		if try == tries || !strings.Contains(complaint.String(), "Could not get lock") {
			return fmt.Errorf("apt-get %s: %w", args[0], err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// fetchAxe puts axe-core, as npm has it, into a file.
func fetchAxe(ctx context.Context, file string) error {
	fmt.Println("fetching axe-core", axe.Version)
	folder, err := os.MkdirTemp("", "kickabout-axe-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	pack := command(ctx, "npm", "pack", "--silent", "axe-core@"+axe.Version)
	pack.Dir = folder
	if err := pack.Run(); err != nil {
		return fmt.Errorf("npm pack axe-core@%s: %w", axe.Version, err)
	}
	script, err := unpacked(filepath.Join(folder, "axe-core-"+axe.Version+".tgz"), "package/axe.min.js")
	if err != nil {
		return err
	}
	if err := put(file, script); err != nil {
		return err
	}
	if !axe.Sound(file) {
		return fmt.Errorf("what npm has as axe-core %s is not what was expected: see %s", axe.Version, file)
	}
	return nil
}

// unpacked returns one file of a packed archive.
func unpacked(archive, name string) ([]byte, error) {
	packed, err := os.ReadFile(archive)
	if err != nil {
		return nil, err
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", archive, err)
	}
	for files := tar.NewReader(plain); ; {
		head, err := files.Next()
		if err != nil {
			return nil, fmt.Errorf("looking for %s in %s: %w", name, archive, err)
		}
		if head.Name == name {
			return io.ReadAll(files)
		}
	}
}

// put writes a file whole or not at all, since other runs may read it meanwhile.
func put(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temporary := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(temporary, content, 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}
