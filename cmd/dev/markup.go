package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// nuVersion is the release of the Nu HTML checker that pages are held to, as npm has it.
const nuVersion = "26.9.27"

// nuSum is the SHA-256 of that release's vnu.jar.
const nuSum = "22f15dd39a33bed929d2a5c0cddf5946849a647eca9272bf4d5d00bc7e7a4d47"

type markupTask struct{}

// Run has the Nu HTML checker read every page that the tests of pages render. It fails if the checker finds an error.
func (markupTask) Run(ctx context.Context) error {
	if !found("java") {
		return errors.New("missing: java; on Debian the package default-jre-headless brings it")
	}
	folder, err := os.MkdirTemp("", "kickabout-pages-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	checker, err := nuChecker(ctx, folder)
	if err != nil {
		return err
	}
	pages := filepath.Join(folder, "pages")
	if err := os.Mkdir(pages, 0o755); err != nil {
		return err
	}
	render := command(ctx, "go", "test", "-count=1", "-run=^TestPages$", "./views/...")
	render.Env = append(os.Environ(), "KICKABOUT_PAGES="+pages)
	if err := render.Run(); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(pages, "*.html"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no pages were rendered: %w", err)
	}
	fmt.Println(len(files), "pages")
	return calling("java", append([]string{"-Xss4m", "-jar", checker, "--errors-only"}, files...)...)(ctx)
}

// nuChecker fetches the checker into the user's cache, or a folder where there is none, and returns where it lies.
func nuChecker(ctx context.Context, folder string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = folder
	}
	file := filepath.Join(cache, "kickabout", "nu-"+nuVersion, "vnu.jar")
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	fmt.Println("fetching the Nu HTML checker", nuVersion)
	pack := command(ctx, "npm", "pack", "--silent", "vnu-jar@"+nuVersion)
	pack.Dir = folder
	if err := pack.Run(); err != nil {
		return "", fmt.Errorf("npm pack vnu-jar@%s: %w", nuVersion, err)
	}
	jar, err := unpacked(filepath.Join(folder, "vnu-jar-"+nuVersion+".tgz"), "package/build/dist/vnu.jar")
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(jar); hex.EncodeToString(sum[:]) != nuSum {
		return "", fmt.Errorf("what npm has as vnu-jar %s is not what was expected", nuVersion)
	}
	return file, put(file, jar)
}
