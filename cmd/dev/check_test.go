package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheTestsOfSeveralAreThere holds the pattern of what is tested under the race detector to the
// tests: one that has another name by now would silently be watched no more.
func TestTheTestsOfSeveralAreThere(t *testing.T) {
	var names []string
	err := filepath.WalkDir("../kickabout", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, found[1])
		}
		return err
	})
	if err != nil || len(names) < 50 {
		t.Fatal(len(names), err)
	}
	for _, one := range strings.Split(several, "|") {
		if !slices.ContainsFunc(names, regexp.MustCompile(one).MatchString) {
			t.Errorf("no test is called %s", one)
		}
	}
}

// TestBusyTestsAreFound looks at texts of tests, and at the tests there are.
func TestBusyTestsAreFound(t *testing.T) {
	folder := t.TempDir()
	text := `package a
		func TestOne(t *testing.T) { go serve() }
		func TestTwo(t *testing.T) { helper(t) }
		func TestThree(t *testing.T) { t.Run("a", func(t *testing.T) { deep(t) }) }
		func TestFour(t *testing.T) { calm(t) }
		func deep(t *testing.T) { helper(t) }
		func helper(t *testing.T) { var all sync.WaitGroup; all.Go(func() {}) }
		func calm(t *testing.T) { TestNothing() }
		func TestFive(t *testing.T) { (world{}).rush() }
		func (world) rush() { go calm(nil) }
	`
	if err := os.WriteFile(filepath.Join(folder, "a_test.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := testsThatStart(folder); err != nil || !slices.Equal(got, []string{"TestFive", "TestOne", "TestThree", "TestTwo"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := testsThatStart("../../league/office"); err != nil || len(got) < 25 || !slices.Contains(got, "TestTwoNodesDecideNothingTwice") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhereSeveralActAtOnceTheRaceDetectorWatches(t *testing.T) {
	t.Chdir("../..")
	packages, err := testedPackages(t.Context())
	if err != nil || len(packages) < 50 {
		t.Fatal(packages, err)
	}
	busy, home, err := busyTests(packages)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"league/office", "store/storetest", "scheduler", "cmd/internal/web", "cmd/kickabout"} {
		if !slices.Contains(home, module+name) {
			t.Errorf("%s is not watched for races", name)
		}
	}
	pattern := regexp.MustCompile(busy)
	for name, want := range map[string]bool{
		"TestTwoNodesDecideNothingTwice":                   true,
		"TestSeveralNodesRunADueJobOnce":                   true,
		"TestProofTwoHundredClientsOnSQLite":               true,
		"TestAMoveAndADayOfVacationAtOnce":                 true,
		"TestAMoveAndADayOfVacationAtOnceAndManyMore":      false,
		"TestAVisitorPlaysAWholeMatchWithOneClick":         false,
		"TestWhatAPlayerHolds":                             false,
		"TestTournamentsAreListedWithoutAnybodyActingThen": false,
	} {
		if pattern.MatchString(name) != want {
			t.Errorf("watched: %s, want %t", name, want)
		}
	}
}

// TestTheLongestTestsBeginFirstAndNoneIsLost: the order changes, not what is tested.
func TestTheLongestTestsBeginFirstAndNoneIsLost(t *testing.T) {
	t.Chdir("../..")
	packages, err := testedPackages(t.Context())
	if err != nil || len(packages) < 50 {
		t.Fatal(packages, err)
	}
	got := longestFirst(packages)
	for _, name := range got[:len(long)] {
		if !slices.Contains(long, strings.TrimPrefix(name, module)) {
			t.Errorf("%s is among the first; a long one has another name by now", name)
		}
	}
	slices.Sort(got)
	if slices.Sort(packages); !slices.Equal(got, packages) {
		t.Errorf("of %d packages there are %d", len(packages), len(got))
	}
}

// TestAllIsBuiltWithTheSameFlags holds the steps to one set of flags: otherwise each package is built once more.
func TestAllIsBuiltWithTheSameFlags(t *testing.T) {
	t.Setenv("CGO_CFLAGS", "")
	t.Setenv("GOFLAGS", "-mod=readonly")
	for _, name := range []string{"GOGC", "TMPDIR", "GOTMPDIR"} {
		t.Setenv(name, os.Getenv(name)) // so that they are as they were afterwards
	}
	tidy, err := setVariables()
	if err != nil {
		t.Fatal(err)
	}
	folder := os.TempDir()
	if _, err := os.Stat(folder); err != nil {
		t.Errorf("programs are told of a folder for temporary files that is not there: %v", err)
	}
	if tidy(); strings.HasPrefix(folder, "/dev/shm/") {
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%s stays", folder)
		}
	}
	if got := os.Getenv("GOFLAGS"); !strings.HasPrefix(got, "-mod=readonly -trimpath '-gcflags=all="+noDebugging+"' '") {
		t.Errorf("GOFLAGS is %q", got)
	}
	for _, flag := range compilerFlags(noDebugging) {
		if pattern, _, _ := strings.Cut(strings.TrimPrefix(flag, "-gcflags="), "="); !slices.ContainsFunc(raced, func(other string) bool {
			return strings.HasPrefix(other, "-gcflags="+pattern+"=") && strings.HasSuffix(other, strings.TrimPrefix(flag, "-gcflags="+pattern+"="))
		}) {
			t.Errorf("%q replace the flags of the other steps for %s", raced, pattern)
		}
	}
}

// TestTheGoCommandReadsTheFlags hands it what a check is built with.
func TestTheGoCommandReadsTheFlags(t *testing.T) {
	t.Parallel()
	c := exec.CommandContext(t.Context(), "go", "list", "-f={{.ImportPath}}", "../../views/law")
	c.Env = append(os.Environ(), "GOFLAGS='"+strings.Join(compilerFlags(noDebugging), "' '")+"'")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestWhatIsNotRunAgainIsWatchedForRaces: what is left out of the run without the race detector has run with it. A test of the
// same name in a package that is not watched would be lost.
func TestWhatIsNotRunAgainIsWatchedForRaces(t *testing.T) {
	t.Chdir("../..")
	packages, err := testedPackages(t.Context())
	if err != nil || len(packages) < 50 {
		t.Fatal(packages, err)
	}
	busy, home, err := busyTests(packages)
	if err != nil {
		t.Fatal(err)
	}
	again, err := notAgain(busy, home)
	if err != nil {
		t.Fatal(err)
	}
	left := strings.Split(again, "|")
	for one, want := range map[string]bool{
		"^TestTwoNodesDecideNothingTwice$/^sqlite$": true, // it has PostgreSQL to see
		"^TestTwoNodesDecideNothingTwice$":          false,
		"^TestVisitorsShareWhatAPageShows$":         true, // it has a file alone
		"^TestTwoPeoplePlayLive":                    false,
		"^TestOfTwoWhoSignUpUnderOneKeyOneDoes$":    false,
		"^TestServersThatWriteAtOnceLeaveNoGap$":    false,
	} {
		if slices.Contains(left, one) != want {
			t.Errorf("left out is %s: %t, want %t", one, !want, want)
		}
	}
	databases, err := postgresCalls()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Each", "EachDatabase", "OnPostgres", "OnPostgresAlone", "Bench", "Postgres"} {
		if !databases[name] {
			t.Errorf("%s is not known for a way to PostgreSQL", name)
		}
	}
	watched := regexp.MustCompile(busy)
	for _, name := range packages {
		if slices.Contains(home, name) {
			continue
		}
		files, err := filepath.Glob(filepath.Join(strings.TrimPrefix(name, module), "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(name, files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(string(text), -1) {
				if watched.MatchString(found[1]) {
					t.Errorf("%s of %s has the name of a test that is watched for races in another package", found[1], name)
				}
			}
		}
	}
}
