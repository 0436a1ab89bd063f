// Command mutants makes small faults in packages, one at a time, and lists those that no test notices.
//
//	go run ./internal/mutants -n 100 ./compiler ./task
//
// A package is compiled once, with all faults in it; which of them is there is said by a variable of the environment when its tests
// are run (mutant schemata: Untch, Offutt and Harrold 1993). So a fault costs a run of tests, and no compilation. First come the
// package's own quick tests, then, if these notice nothing, some random models of internal/difftest.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	n := flag.Int("n", 100, "faults in each package, drawn from all")
	seed := flag.Uint64("seed", 1, "of the drawing")
	models := flag.Int("models", 100, "random models for each property")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, dir := range flag.Args() {
		if err := check(ctx, os.Stdout, dir, *n, *seed, *models); err != nil {
			fmt.Fprintf(os.Stderr, "mutants: %s: %v\n", dir, err)
			os.Exit(1)
		}
	}
}
