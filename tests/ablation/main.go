// Command ablation measures what each technique is worth: it answers questions about families of puzzles with all
// techniques, and again without each of them.
//
//	go run ./tests/ablation -match 'taquin|hanoi' -only chain,double
//
// The questions are those that are answered within a time limit: to solve each instance, to find a plan soon, and for a
// puzzle without moves also to count its solutions and to list some. Standard output is a table in Markdown with a row
// for each technique and a column for each family; standard error says what each run took. Times are those of the
// processor.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/lists"
)

func main() {
	match := flag.String("match", ".", "only instances whose MODEL/INSTANCE matches this expression")
	only := flag.String("only", strings.Join(technique.Names(), ","), "only these techniques")
	share := flag.Duration("share", 15*time.Second, "how long the runs without a technique may take in a family")
	flag.Parse()
	expression, err := regexp.Compile(*match)
	check(err, nil)
	chosen := technique.Set(strings.Split(*only, ","))
	check(backends.CheckWithout(chosen), nil)
	var rows []*row
	for _, t := range technique.Rows() {
		if chosen.Has(t) {
			rows = append(rows, &row{technique: t})
		}
	}
	for _, f := range families() {
		for _, r := range rows {
			r.cells = append(r.cells, cell{left: share.Seconds()})
		}
		for _, i := range f.instances() {
			if expression.MatchString(i.name) {
				ask(context.Background(), i, rows)
			}
		}
	}
	printTable(os.Stdout, rows)
}

const (
	limit    = time.Second     // only what is answered within this time with all techniques
	patience = 3 * time.Second // how long it may take without a technique
	most     = 10              // questions of a family for which a technique makes a difference
	least    = 0.02            // seconds of the longer run: what takes less says nothing
)

// ask asks the questions about an instance, for the rows that need more questions.
func ask(ctx context.Context, i instance, rows []*row) {
	z, diags := i.program.InstantiateContext(ctx, i.data)
	if !diags.HasErrors() {
		diags = z.Ground(ctx)
	}
	if diags.HasErrors() {
		fmt.Fprintf(os.Stderr, "%s: %v\n", i.name, diags)
		return
	}
	for _, q := range about(i.name, z) {
		open := lists.Filter(rows, func(r *row) bool {
			return r.last().used < most && r.last().left > 0 && slices.Contains(q.concerned, r.technique)
		})
		if len(open) > 0 {
			measure(ctx, q, open)
		}
	}
}

// measure asks a question with all techniques. If it is answered within the limit, measure asks without each.
func measure(ctx context.Context, q *question, rows []*row) {
	with := q.ask(ctx, nil, limit)
	if !with.decided {
		fmt.Fprintf(os.Stderr, "%s: %s\n", q.name, with.answer)
		return
	}
	for _, r := range rows {
		quiet := slices.Contains(silent(), r.technique)
		if quiet && with.seconds < least {
			continue
		}
		left := technique.Set{r.technique.Name()}
		without := q.ask(ctx, left, patience)
		r.last().left -= without.seconds
		if without.work == with.work && !quiet || max(with.seconds, without.seconds) < least {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s: %s: %.3f s, %.3f s with; %s, %s with\n", q.name, left[0],
			without.seconds, with.seconds, without.answer, with.answer)
		r.last().add(with, without)
	}
}

// silent lists the techniques that change times alone.
func silent() []technique.Technique {
	return []technique.Technique{technique.Batches, technique.Mirrors, technique.Ranks}
}
