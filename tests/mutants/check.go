package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// settings are the settings of the command line.
type settings struct {
	n          int
	seed       uint64
	models     int
	checks     int
	run        string        // a regular expression for the tests of the packages
	properties string        // a regular expression for the properties of random models; none if empty
	jobs       int           // the number of tests that run at a time
	longest    time.Duration // the greatest processor time of a test that is used
	patience   time.Duration // the processor time of all tests that are tried with one fault
	at         []string      // only faults in these files or lines ("file.go:12"); nil: all
	also       []string      // packages whose tests run too
	reach      bool          // only list faults that no test reaches
	tests      bool          // list the tests and the faults that they noticed
}

// The results for a fault.
const (
	noticed   = "noticed"
	survived  = "survived"
	reached   = "reached" // and not tried with a test
	unreached = "no test comes here with values that tell"
)

// check makes faults in the package of a folder and tries them with the tests.
func check(ctx context.Context, out io.Writer, dir string, set settings) error {
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	m, p, err := marked(ctx, dir)
	if err != nil {
		return err
	}
	s := &suite{temp: temp}
	if err := s.build(ctx, m, set.packages(dir), set); err != nil {
		return err
	}
	failing, err := s.trace(ctx, set)
	if err != nil {
		return err
	}
	if len(failing) > 0 {
		fmt.Fprintf(out, "%s: fail without a fault or last too long, and are not run: %s\n",
			dir, strings.Join(failing, ", "))
	}
	chosen := set.choose(m.sites)
	what := make([]string, len(chosen))
	side(len(chosen), set.jobs, func(i int) {
		what[i] = s.fate(ctx, chosen[i]+1, set)
		if what[i] != survived && what[i] != unreached {
			return
		}
		site := m.sites[chosen[i]]
		if name, err := filepath.Rel(p.Dir, site.pos.Filename); err == nil {
			at := fmt.Sprintf("%s:%d:%d", filepath.Join(dir, name), site.pos.Line, site.pos.Column)
			fmt.Fprintf(out, "%s: %s: %s: %s\n", at, what[i], site.kind, site.text)
		}
	})
	count := map[string]int{}
	for _, w := range what {
		count[w]++
	}
	fmt.Fprintf(out, "%s: of %d faults %d were drawn: %d noticed, %d survived, to %d no test comes\n",
		dir, len(m.sites), len(chosen)-count[""], count[noticed], count[survived], count[unreached])
	if set.tests {
		s.print(out)
	}
	return ctx.Err()
}

// packages returns the packages whose tests run.
func (set settings) packages(dir string) []string {
	out := append([]string{dir}, set.also...)
	if set.properties != "" {
		out = append(out, randomModels)
	}
	return out
}

// choose draws faults, from all or from those at the given places. They are in random order, so that a run that is
// ended early has tried a random sample.
func (set settings) choose(sites []site) []int {
	var chosen []int
	for _, i := range rand.New(rand.NewPCG(set.seed, 1)).Perm(len(sites)) {
		file, line := filepath.Base(sites[i].pos.Filename), strconv.Itoa(sites[i].pos.Line)
		if set.at == nil || slices.Contains(set.at, file) || slices.Contains(set.at, file+":"+line) {
			chosen = append(chosen, i)
		}
	}
	return chosen[:min(set.n, len(chosen))]
}
