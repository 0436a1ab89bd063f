// Command ablation measures what each technique is worth: it answers questions about the library
// with all techniques, and again without each of them.
//
//	go run ./tests/ablation -match 'taquin|hanoi' -only chain,double
//
// The questions are those that are answered within a time limit: to solve each instance, and for a puzzle without moves
// also to count its solutions and to list some. Standard output is a table in Markdown with a row for each technique;
// standard error says what each run took. Times are those of the processor, ratios are without by with a technique.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
)

func main() {
	match := flag.String("match", ".", "only instances whose MODEL/INSTANCE matches this expression")
	only := flag.String("only", strings.Join(technique.Names(), ","), "only these techniques")
	limit := flag.Duration("limit", time.Second, "only what is answered within this time with all techniques")
	patience := flag.Duration("patience", 5*time.Second, "how long it may take without a technique")
	flag.Parse()
	expression, err := regexp.Compile(*match)
	if err != nil {
		fail(err)
	}
	chosen := technique.Set(strings.Split(*only, ","))
	if err := backends.CheckWithout(chosen); err != nil {
		fail(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	m := &measurement{patience: *patience}
	for _, t := range technique.Rows() {
		if chosen.Has(t) {
			m.rows = append(m.rows, row{technique: t})
		}
	}
	for _, q := range questions(ctx, expression) {
		if ctx.Err() == nil {
			m.measure(ctx, q, *limit)
		}
	}
	m.print(os.Stdout)
}

func fail(err error) {
	fmt.Fprintf(os.Stderr, "ablation: %v\n", err)
	os.Exit(1)
}

// measurement is the table.
type measurement struct {
	patience time.Duration
	asked    int
	rows     []row
}

// measure asks a question with all techniques. If it is answered within the limit, measure asks without each.
func (m *measurement) measure(ctx context.Context, q *question, limit time.Duration) {
	with := q.ask(ctx, nil, limit)
	if !with.decided {
		fmt.Fprintf(os.Stderr, "%s: %s\n", q.name, with.answer)
		return
	}
	m.asked++
	for i := range m.rows {
		r := &m.rows[i]
		if !slices.Contains(q.concerned, r.technique) {
			continue
		}
		left := technique.Set{r.technique.Name()}
		without := q.ask(ctx, left, m.patience)
		if without.work == with.work && !slices.Contains(silent(), r.technique) {
			continue
		}
		base := with
		if longer := max(with.seconds, without.seconds); leastSeconds < longer && longer < brief {
			base.seconds = min(base.seconds, q.ask(ctx, nil, m.patience).seconds)
			without.seconds = min(without.seconds, q.ask(ctx, left, m.patience).seconds)
		}
		fmt.Fprintf(os.Stderr, "%s: %s: %.3f s, %.3f s with; %d clauses, %d with; %s, %s with\n", q.name, left[0],
			without.seconds, base.seconds, without.clauses, base.clauses, without.answer, base.answer)
		r.add(q.name, base, without)
	}
}

// silent lists the techniques that change times alone.
func silent() []technique.Technique {
	return []technique.Technique{technique.Batches, technique.Mirrors, technique.Ranks}
}

// brief is the number of seconds below which a question is asked twice, unless the time is too short to matter.
const brief = 0.3
