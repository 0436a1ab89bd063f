package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

var (
	asked  = flag.String("match", ".", "only instances whose FAMILY MODEL/INSTANCE matches this expression")
	forms  = flag.String("forms", "", "a folder of further models, FORM.pz in a folder for each puzzle")
	mostOf = flag.Int("most", 1<<30, "at most this number of instances of a family")
	// What auto leaves open counts as much.
	patient = flag.Float64("seconds", 20, "the time of the processor that auto may take")
)

// engines are what auto chooses among.
var engines = map[string]puzzle.Options{
	"bfs":        {Options: backends.Options{Algorithm: "bfs"}},
	"astar":      {Options: backends.Options{Algorithm: "astar"}},
	"idastar":    {Options: backends.Options{Algorithm: "idastar"}},
	"sat":        {Backend: "sat"},
	"constraint": {Backend: "constraint"},
}

const (
	shortest  = 0.1 // seconds; what takes less says nothing
	threefold = 3
)

// TestHoursEngines runs auto on each instance, and then each engine with a third of its time. It prints the table of
// docs/search.md, and the instances that an engine decides. At most 3 % of a family may be such instances, and no
// engine may be ten times as fast.
func TestHoursEngines(t *testing.T) {
	t.Chdir("../..")
	expression := regexp.MustCompile(*asked)
	fmt.Fprintln(os.Stdout, "| instances | | open | an engine is three times as fast | ten times |")
	fmt.Fprintln(os.Stdout, "| --- | --- | --- | --- | --- |")
	for _, f := range append(families(), family{name: "forms"}) {
		all, open, over3, over10 := 0, 0, 0, 0
		for _, i := range f.judged() {
			if name := f.name + " " + i.name; expression.MatchString(name) && all < *mostOf {
				all++
				seconds, decided, ratio := judge(t, i)
				if !decided {
					open++
				}
				if ratio > threefold {
					over3++
				}
				if ratio > 10 {
					over10++
				}
				t.Logf("%s: auto %.2f s, decided: %v, ratio %.1f", name, seconds, decided, ratio)
			}
		}
		fmt.Fprintf(os.Stdout, "| %s | %d | %d | %d | %d |\n", f.name, all, open, over3, over10)
		assert.LessOrEqual(t, over3*100, all*3, f.name)
		assert.Zero(t, over10, f.name)
	}
}

// judged lists the instances of a family that are judged.
func (f family) judged() (all []instance) {
	switch f.name {
	case "forms":
		names, _ := filepath.Glob(filepath.Join(*forms, "*", "*.pz"))
		for _, name := range names {
			puzzleName := filepath.Base(filepath.Dir(name)) + "-" + filepath.Base(name)
			all = append(all, ofModel(puzzle.LibraryModel{Name: puzzleName, File: name})...)
		}
		return all
	case "Korf":
		return f.instances()[:10]
	case "planning":
		count := map[string]int{}
		for _, i := range f.instances() {
			domain := filepath.Dir(i.name)
			if count[domain]++; count[domain] <= 2 {
				all = append(all, i)
			}
		}
		return all
	}
	return f.instances()
}

// judge returns the time of auto, and how many times faster the fastest engine is.
func judge(t *testing.T, i instance) (seconds float64, decided bool, ratio float64) {
	z, diags := i.program.InstantiateContext(t.Context(), i.data)
	if !diags.HasErrors() {
		diags = z.Ground(t.Context())
	}
	if diags.HasErrors() {
		return 0, true, 1
	}
	seconds, decided = decide(t.Context(), z, puzzle.Options{}, *patient)
	counted := seconds
	if !decided {
		counted = *patient
	}
	fastest := ""
	best := counted
	for name, o := range engines {
		if limit := max(shortest, counted/threefold); limit < counted {
			if s, ok := decide(t.Context(), z, o, limit); ok && s < best {
				fastest, best = name, s
			}
		}
	}
	if ratio = max(counted, shortest) / max(best, shortest); ratio > threefold {
		t.Logf("%s: auto %.2f s, decided: %v; %s %.2f s", i.name, seconds, decided, fastest, best)
	}
	return seconds, decided, ratio
}

// decide returns the seconds of the processor in which a puzzle is decided.
func decide(ctx context.Context, z *puzzle.Puzzle, o puzzle.Options, limit float64) (seconds float64, decided bool) {
	runtime.GC()
	from := processor.Time()
	ctx, stop := limited(ctx, time.Duration(limit*float64(time.Second)))
	defer stop()
	a, err := z.Solve(ctx, o)
	seconds = (processor.Time() - from).Seconds()
	if err != nil || seconds > limit*1.1+0.03 {
		return seconds, false
	}
	return seconds, a.Status == backends.Unsolvable || a.Status == backends.Solved && (a.Optimal || !z.HasMoves())
}
