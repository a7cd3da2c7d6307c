package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// sizesCmd measures how pages grow with a site.
type sizesCmd struct {
	siteFlags
	eachFlags
	Few  int `help:"How many finished matches the smaller site has, at least 1,000; each is copied from the one that was played, once, and kept in .load." default:"10000"`
	Many int `help:"How many the larger one has, at most 2,000,000: of each it takes 15 KB of disk." default:"1000000"`
}

// Validate bounds what the machine is asked for.
func (c sizesCmd) Validate() error {
	const least, most = 1000, 2_000_000
	if c.Few < least || c.Many > most || c.Few >= c.Many {
		return fmt.Errorf("there can be %d to %d matches, and more on the larger site", least, most)
	}
	return errors.Join(c.siteFlags.Validate(), c.eachFlags.Validate())
}

// oneMember stands for the id of a player in the paths of sights.
const oneMember = "{player}"

// histories are pages besides the sights that show what has been.
var histories = []sight{
	{name: "games of a player", at: "/players/" + oneMember + "/games"},
	{name: "record of a player", at: "/players/" + oneMember + "/record"},
	{name: "ratings of a player", at: "/players/" + oneMember + "/ratings"},
	{name: "trophies of a player", at: "/players/" + oneMember + "/trophies"},
	{name: "finished match", at: "/players/" + oneMember + "/games", link: `/matches/[a-z0-9]{8,}`},
	{name: "competitions", at: "/competitions"},
	{name: "calendar", at: "/calendar"},
	{name: "inbox", at: "/inbox"},
	{name: "all that ended, by the API", at: "/api/v1/finished"},
}

// grownMost is by how much the processor time of a page may grow with the site. Its statements are as many.
const grownMost = 1.5

// swaps is how often each site has its turn with a page.
const swaps = 6

// Run asks for each page on both sites, in turn. Backups of them, which take as much again, last as long as the run.
func (c sizesCmd) Run(ctx context.Context) (err error) {
	b, err := newBench(ctx, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	var both [2]*reader
	var player string
	for i, matches := range []int{c.Few, c.Many} {
		data, err := b.grown(ctx, c.siteFlags, matches)
		if err != nil {
			return err
		}
		if err := tell(ctx, data); err != nil {
			return err
		}
		if i == 0 {
			if player, err = busiest(ctx, data); err != nil {
				return err
			}
		}
		if err := atRest(ctx, data); err != nil {
			return err
		}
		program, err := b.serve(ctx, data, anyPort, alone, "--backups="+filepath.Join(b.folder, fmt.Sprintf("backups-%d", matches)))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, program.stop()) }()
		if err := program.settle(ctx, 5*time.Minute); err != nil {
			return err
		}
		if both[i], err = newReader(ctx, program, nameOf(0)); err != nil {
			return err
		}
	}
	heads()
	var goals []goal
	for _, s := range slices.Concat(sights, histories) {
		s.at = strings.ReplaceAll(s.at, oneMember, player)
		f, err := c.compare(ctx, both, s)
		if err != nil {
			return err
		}
		if f[0].count == 0 {
			fmt.Println(s.name + ": no such link")
			continue
		}
		for _, each := range f {
			each.show()
		}
		goals = append(goals, goal{s.name + ": CPU with many matches beside few", float64(f[1].cpu) / float64(f[0].cpu), true, grownMost},
			goal{s.name + ": statements more", f[1].statements - f[0].statements, true, 0})
	}
	return judge(goals, c.Free)
}

// compare measures a page, the same one, of the smaller site and of the larger one. Of its turns the one in the middle counts for
// the processor time, and of single requests the cheapest for the statements: a job that was at work meanwhile is no part of it.
func (c sizesCmd) compare(ctx context.Context, both [2]*reader, s sight) (f [2]figure, err error) {
	path, err := both[0].find(ctx, s)
	if err != nil || path == "" {
		return f, err
	}
	var all [2]tally
	var each [2][]time.Duration
	var took [2]time.Duration
	for n := range 2 * swaps {
		i := n % 2
		if n < 2 { // what is made once is made
			if _, err := both[i].get(ctx, path, true); err != nil {
				return f, err
			}
		}
		before := len(all[i].took)
		u, d, err := both[i].ask(ctx, path, &all[i], c.For/swaps)
		if err != nil {
			return f, err
		}
		each[i], took[i] = append(each[i], u.cpu/time.Duration(max(1, len(all[i].took)-before))), took[i]+d
	}
	for i, name := range []string{s.name, "  with many matches"} {
		f[i] = all[i].figure(name, took[i], usage{})
		slices.Sort(each[i])
		f[i].cpu = each[i][swaps/2]
		if f[i].statements, err = both[i].least(ctx, path); err != nil {
			return f, err
		}
	}
	return f, nil
}

// singles is how many requests for a page are looked at one by one.
const singles = 10

// least returns how many statements it takes for a page where nothing else is at work. To tell what it has spent the program
// sends some too: as many as between two times that it is asked.
func (r *reader) least(ctx context.Context, path string) (float64, error) {
	telling, asking := math.Inf(1), math.Inf(1)
	for range singles {
		var at [3]usage
		for i := range at {
			if i == 2 {
				if _, err := r.get(ctx, path, true); err != nil {
					return 0, err
				}
			}
			var err error
			if at[i], err = r.spent(ctx); err != nil {
				return 0, err
			}
		}
		telling, asking = min(telling, at[1].less(at[0]).statements), min(asking, at[2].less(at[1]).statements)
	}
	return asking - telling, nil
}

// busiest returns the id of the player of a site who has finished most matches: their history is the longest there is. Who
// is on the smaller site is on the larger one too.
func busiest(ctx context.Context, folder string) (id string, err error) {
	db, err := openSite(folder, "mode=ro")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.QueryRowContext(ctx, "SELECT player0 FROM matches WHERE "+finished+" GROUP BY player0 ORDER BY COUNT(*) DESC, player0 LIMIT 1").Scan(&id)
	return id, err
}

// grown returns the folder of the site of a size that has at least so many finished matches, which is made if it has not been
// yet. It is served as it is, not a copy: it may have gigabytes.
func (b *bench) grown(ctx context.Context, f siteFlags, matches int) (folder string, err error) {
	folder = filepath.Join(kept, fmt.Sprintf("%d-players-%d-days-%d-matches", f.Players, f.Days, matches))
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	played, _, err := b.site(ctx, f)
	if err != nil {
		return "", err
	}
	part := folder + ".part"
	if err := errors.Join(os.RemoveAll(part), os.CopyFS(part, os.DirFS(played))); err != nil {
		return "", err
	}
	began := time.Now()
	fmt.Printf("Making a site of %d matches in %s …\n", matches, folder)
	m, err := multiply(ctx, part, matches)
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(part))
	}
	fmt.Printf("… %d times the players and %d times the seasons of what was played, in %v\n", m.worlds, m.seasons, time.Since(began).Round(time.Second))
	return folder, os.Rename(part, folder)
}

// tables has SQLite's own program say how many bytes the tables of a site take with their indexes, what grows apart from what
// is as large as it was. The driver cannot.
const tables = `.mode column
.headers on
SELECT tbl_name AS "table", COUNT(*) - 1 AS indexes, SUM(bytes) / 1024 AS KiB, SUM(CASE WHEN type = 'table' THEN cells END) AS "rows"
FROM (SELECT name, SUM(pgsize) AS bytes, SUM(CASE WHEN pagetype = 'leaf' THEN ncell END) AS cells FROM dbstat GROUP BY name) JOIN sqlite_schema USING (name)
GROUP BY tbl_name HAVING SUM(bytes) >= 65536 ORDER BY SUM(bytes) DESC;`

// tell prints how large a site is by its tables, which is looked at once.
func tell(ctx context.Context, folder string) error {
	file := filepath.Join(folder, "sizes")
	text, err := os.ReadFile(file)
	if err == nil {
		fmt.Printf("%s:\n%s", folder, text)
		return nil
	}
	cmd := exec.CommandContext(ctx, "sqlite3", "-readonly", filepath.Join(folder, "site", "kickabout.db"))
	cmd.Stdin, cmd.Stderr = strings.NewReader(tables), os.Stderr
	if text, err = cmd.Output(); err != nil {
		fmt.Printf("%s: there is no sqlite3 that tells how large its tables are: %v\n", folder, err)
		return nil
	}
	fmt.Printf("%s:\n%s", folder, text)
	return os.WriteFile(file, text, 0o600)
}
