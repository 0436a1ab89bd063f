// Command mutants makes small faults in packages, one at a time, and lists the faults that no test notices.
//
//	go run ./internal/mutants -n 100 ./compiler/ground ./task
//
// A package is compiled once, with all faults in it. An environment variable chooses the active fault when the tests
// run (mutant schemata: Untch, Offutt and Harrold 1993). So a fault costs a few runs of tests, and no compilation. The
// tests are the quick tests of the package, and some random models of internal/difftest.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	var set settings
	flag.IntVar(&set.n, "n", 150, "faults in each package, drawn from all")
	flag.Uint64Var(&set.seed, "seed", 1, "of the drawing")
	flag.IntVar(&set.models, "models", 20, "random models for each property")
	flag.IntVar(&set.checks, "checks", 20, "draws for each property of the packages themselves")
	flag.IntVar(&set.jobs, "jobs", 2, "tests side by side")
	flag.Func("at", "only faults in these files or lines: eval.go,paths.go:255", names(&set.at))
	flag.Func("also", "packages whose tests are run too: .,./compiler/ground", names(&set.also))
	flag.DurationVar(&set.longest, "longest", 10*time.Second, "tests that take more of the processor are not run")
	flag.DurationVar(&set.patience, "patience", time.Minute,
		"time of the processor for tests that are shown one fault and do not notice it")
	flag.BoolVar(&set.reach, "reach", false, "only list the faults that no test comes to")
	flag.BoolVar(&set.tests, "tests", false, "also list the tests, and how many faults each was shown and noticed")
	flag.StringVar(&set.run, "run", ".", "only these tests of the packages")
	flag.StringVar(&set.properties, "properties", differential,
		"only these of the tests on random models; none if empty")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, dir := range flag.Args() {
		if err := check(ctx, os.Stdout, dir, set); err != nil {
			fmt.Fprintf(os.Stderr, "mutants: %s: %v\n", dir, err)
			os.Exit(1)
		}
	}
}

// names returns a function that reads a list separated by commas.
func names(into *[]string) func(string) error {
	return func(text string) error {
		*into = strings.Split(text, ",")
		return nil
	}
}
