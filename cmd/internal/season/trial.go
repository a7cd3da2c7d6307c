package season

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
)

// A Trial is many worlds: each format with each seed (R-JB-3).
type Trial struct {
	Adversaries []string
	Formats     []string
	From, To    uint64 // seeds
	Years       int
	Days        int // that are played instead; 0: years are
	Players     int
	Games       []engine.Game // played in turn, by the seed
	Without     []string
}

// NewTrial reads what to play: each "all" or names parted by commas, seeds as "7" or "1-20", and rules parted by commas.
func NewTrial(adversaries, formats, seeds, without string) (t Trial, err error) {
	var policies []string
	for _, p := range Policies() {
		policies = append(policies, p.Name)
	}
	if t.Adversaries, err = names(adversaries, policies); err != nil {
		return t, err
	}
	if t.Formats, err = names(formats, Formats()); err != nil {
		return t, err
	}
	if without != "" {
		if t.Without, err = names(without, slices.Sorted(maps.Keys(Guards()))); err != nil {
			return t, err
		}
	}
	first, last, several := strings.Cut(seeds, "-")
	t.From, err = strconv.ParseUint(first, 10, 32)
	if t.To = t.From; several && err == nil {
		t.To, err = strconv.ParseUint(last, 10, 32)
	}
	if err != nil || t.To < t.From {
		return t, fmt.Errorf("%q are no seeds: they are written 7 or 1-20", seeds)
	}
	return t, nil
}

// names reads a list: "all", or names of what there is, parted by commas.
func names(list string, all []string) ([]string, error) {
	if list == "all" {
		return all, nil
	}
	picked := strings.Split(list, ",")
	for _, n := range picked {
		if !slices.Contains(all, n) {
			return nil, fmt.Errorf("there is no %q; there are %s", n, strings.Join(all, ", "))
		}
	}
	return picked, nil
}

// Found is what came of a trial.
type Found struct {
	Gains      []Gain // the worst of each bound in each format
	Metrics    []Metric
	Violations []string // of the rules by themselves, with the world
	Worlds     int
}

// Run plays the worlds, each in a folder of its own that is removed, and calls done after each.
func (t Trial) Run(ctx context.Context, o Options, done func(format string, seed uint64, took time.Duration)) (Found, error) {
	var found Found
	folder := o.Folder
	for seed := t.From; seed <= t.To; seed++ {
		for _, format := range t.Formats {
			game := t.Games[int(seed)%len(t.Games)]
			o.Seed, o.Games = seed, []engine.Game{game}
			o.Folder = fmt.Sprintf("%s/%s-%d", folder, format, seed)
			began := time.Now()
			out, err := World{
				Format: format, Rules: game.Info().ID + "/" + game.Info().Variants[0].ID, Years: t.Years, Days: t.Days, Players: t.Players,
				Adversaries: t.Adversaries, Without: t.Without,
			}.Play(ctx, o)
			if err = cmp.Or(err, os.RemoveAll(o.Folder)); err != nil {
				return found, fmt.Errorf("%s, seed %d: %w", format, seed, err)
			}
			found.Worlds++
			found.add(out)
			for _, v := range out.Report.Violations {
				found.Violations = append(found.Violations, fmt.Sprintf("%s, seed %d: %s", format, seed, v))
			}
			done(format, seed, time.Since(began))
		}
	}
	if g, enough := found.copies(); enough {
		found.Gains = append(found.Gains, g)
	}
	return found, nil
}

// add takes in a world.
func (f *Found) add(out Outcome) {
	for _, g := range out.Gains {
		if g.Checked == 0 {
			continue
		}
		i := slices.IndexFunc(f.Gains, func(old Gain) bool { return old.Policy == g.Policy && old.What == g.What && old.Format == g.Format })
		if i < 0 {
			f.Gains = append(f.Gains, g)
			continue
		}
		old := &f.Gains[i]
		g.Checked += old.Checked
		if g.Worst != old.Worst && g.Worst > old.Worst != g.Least {
			*old = g
		}
		old.Checked = g.Checked
	}
	for _, m := range out.Metrics {
		i := slices.IndexFunc(f.Metrics, func(old Metric) bool { return old.What == m.What && old.Format == m.Format })
		if i < 0 {
			f.Metrics = append(f.Metrics, m)
			continue
		}
		f.Metrics[i].Values = append(f.Metrics[i].Values, m.Values...)
		slices.Sort(f.Metrics[i].Values)
	}
}

// Broken lists the bounds that were passed.
func (f Found) Broken() (broken []Gain) {
	for _, g := range f.Gains {
		if g.Broken() {
			broken = append(broken, g)
		}
	}
	return broken
}

// Write writes what was found as people read it.
func (f Found) Write(w io.Writer) {
	gains := slices.Clone(f.Gains)
	slices.SortStableFunc(gains, func(a, b Gain) int { return cmp.Or(cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.What, b.What)) })
	fmt.Fprintf(w, "%-14s %-12s %-62s %10s %10s %8s %5s  %s\n", "policy", "format", "bound of", "at most", "worst", "checked", "seed", "day")
	for _, g := range gains {
		mark := ""
		if g.Broken() {
			mark = "  BROKEN"
		}
		most := fmt.Sprintf("%.4g", g.Bound)
		if g.Least {
			most = ">= " + most
		}
		fmt.Fprintf(w, "%-14s %-12s %-62s %10s %10.4f %8d %5d  %s%s\n", g.Policy, g.Format, g.What+", "+g.Unit, most, g.Worst, g.Checked, g.Seed, g.At.Format("2006-01-02"), mark)
	}
	fmt.Fprintln(w, "Figures:")
	for _, m := range f.Metrics {
		fmt.Fprintf(w, "  %-12s %s\n", m.Format, m)
	}
	for _, g := range f.Broken() {
		fmt.Fprintf(w, "\n%s", g.Script)
	}
	for _, v := range f.Violations {
		fmt.Fprintln(w, "VIOLATION", v)
	}
}
