// Command peers solves the same puzzles by pzc and by other programs, and prints their user CPU seconds and the ratios
// pzc / other. It reports programs that are not installed and leaves them out. If an answer differs from the known one,
// it reports this and its exit status is 1.
//
// A row of rows.go is one puzzle. The models for the other programs, in MiniZinc and ASP, are embedded from the folder
// models. They are written as an expert in these languages would, with search annotations. The rows of compiled.go
// compare with programs in C.
package main

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/internal/lists"
)

//go:embed models data programs
var files embed.FS

// row is one puzzle.
type row struct {
	name      string
	want      string                  // the answer of each program: a count, a best value, "found" or "none"
	pzc       []string                // arguments; {data} is the file with data, if there are any
	read      func(out string) string // reads what pzc writes; nil: answer
	generated []string                // arguments of `pzc emit-go`: the generated program is measured instead of pzc
	data      map[string]any          // for pzc and MiniZinc, which read the same JSON
	facts     string                  // the same for clingo, in a file {facts}
	peers     []peer
}

// peer is another program on a row.
type peer struct {
	name   string
	needs  string   // the program that must be installed
	args   []string // as in row; a word models/… is a file of ours
	read   func(out string) string
	source string // the program itself, to be compiled by the other one; "": it need not be compiled
}

func main() {
	program := flag.String("pzc", "bin/pzc", "the `program` that is measured")
	match := flag.String("match", "", "the rows whose names match a regular `expression`")
	runs := flag.Int("n", 1, "how often each program runs; the `number` is best odd: medians count")
	limit := flag.Duration("timeout", time.Minute, "how long each program may take")
	flag.Parse()
	wanted, err := regexp.Compile(*match)
	if err == nil {
		err = compare(*program, wanted, *limit, max(1, *runs))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// compare runs the rows whose names match.
func compare(program string, match *regexp.Regexp, limit time.Duration, runs int) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.CopyFS(dir, files); err != nil {
		return err
	}
	all, err := rows()
	if err != nil {
		return err
	}
	b := &bench{dir: dir, limit: limit, runs: runs, missing: map[string]bool{}}
	fmt.Fprintf(os.Stdout, "%-40s %-10s %9s %9s %7s\n", "puzzle", "beside", "pzc, s", "other, s", "ratio")
	for _, r := range all {
		if match.MatchString(r.name) {
			if err := b.row(program, r); err != nil {
				return err
			}
		}
	}
	if b.wrong > 0 {
		return fmt.Errorf("%d answers differ from the known ones", b.wrong)
	}
	return nil
}

// bench is one run of the program.
type bench struct {
	dir     string
	limit   time.Duration
	runs    int
	missing map[string]bool
	wrong   int
}

// row measures one puzzle. All programs run in turn, several times, and the medians are compared.
func (b *bench) row(program string, r row) error {
	if r.data != nil {
		text, err := json.Marshal(r.data)
		if err == nil {
			err = os.WriteFile(filepath.Join(b.dir, "data.json"), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(b.dir, "facts.lp"), []byte(r.facts), 0o600); err != nil {
		return err
	}
	if r.generated != nil {
		var err error
		if program, err = b.generate(program, r); err != nil {
			return err
		}
	}
	own := peer{name: "pzc", needs: program, args: r.pzc, read: answer}
	if r.read != nil {
		own.read = r.read
	}
	all := []peer{own}
	for _, p := range r.peers {
		if _, err := exec.LookPath(p.needs); err == nil {
			if p, err = b.compiled(p); err != nil {
				return err
			}
			all = append(all, p)
		} else if !b.missing[p.needs] {
			b.missing[p.needs] = true
			fmt.Fprintf(os.Stdout, "%s is not installed: its rows are left out.\n", p.needs)
		}
	}
	took := make([][]timed, len(all))
	for range b.runs {
		for i, p := range all {
			took[i] = append(took[i], b.run(r, p))
		}
	}
	name, pzc := r.name, median(took[0])
	for i, p := range all[1:] {
		other := median(took[i+1])
		fmt.Fprintf(os.Stdout, "%-40s %-10s %9s %9s %7s\n", name, p.name, pzc, other, pzc.over(other))
		name = ""
	}
	if name != "" {
		fmt.Fprintf(os.Stdout, "%-40s %-10s %9s\n", name, "", pzc)
	}
	return nil
}

// median returns the middle one of some runs.
func median(runs []timed) timed {
	slices.SortFunc(runs, func(a, b timed) int {
		if a.ended != b.ended && a.ended {
			return -1
		} else if a.ended != b.ended {
			return 1
		}
		return cmp.Compare(a.seconds, b.seconds)
	})
	return runs[len(runs)/2]
}

// timed holds the time of a run.
type timed struct {
	seconds float64
	ended   bool // before the limit
}

func (t timed) String() string {
	if !t.ended {
		return "–"
	}
	return fmt.Sprintf("%.2f", t.seconds)
}

func (t timed) over(other timed) string {
	if !t.ended || !other.ended || other.seconds == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", t.seconds/other.seconds)
}

// run runs a program once and checks its answer.
func (b *bench) run(r row, p peer) timed {
	ctx, stop := context.WithTimeout(context.Background(), b.limit)
	defer stop()
	args := lists.Map(p.args, strings.NewReplacer("{data}", "data.json", "{facts}", "facts.lp").Replace)
	cmd := exec.CommandContext(ctx, p.needs, args...)
	cmd.Dir = b.dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	if ctx.Err() != nil || cmd.ProcessState == nil {
		return timed{}
	}
	if got := p.read(string(out)); got != r.want {
		b.wrong++
		fmt.Fprintf(os.Stdout, "%s, %s: found %q, wanted %q (%v)\n", r.name, p.name, got, r.want, err)
	}
	return timed{cmd.ProcessState.UserTime().Seconds(), true}
}

// answer reads what pzc says as JSON.
func answer(out string) string {
	var a struct {
		Status    string
		Objective string
		Optimal   bool
		Cost      *int64
		Count     *json.Number
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return err.Error()
	}
	switch {
	case a.Count != nil:
		return a.Count.String()
	case a.Status == "unsolvable":
		return "none"
	case a.Status != "solved":
		return a.Status
	case a.Objective != "" && a.Cost != nil && a.Optimal:
		return fmt.Sprint(*a.Cost)
	}
	return "found"
}

// Readers of the output of other programs.

// separators counts the solutions that MiniZinc lists, or says that there is none.
func separators(out string) string {
	if strings.Contains(out, "UNSATISFIABLE") {
		return "none"
	}
	return fmt.Sprint(strings.Count(out, "----------"))
}

// first reports whether MiniZinc found a solution.
func first(out string) string {
	if strings.Contains(out, "----------") {
		return "found"
	}
	return "none"
}

// matched returns a reader of the last match of an expression's group.
func matched(expression string) func(string) string {
	re := regexp.MustCompile(expression)
	return func(out string) string {
		all := re.FindAllStringSubmatch(out, -1)
		if len(all) == 0 {
			return ""
		}
		return all[len(all)-1][1]
	}
}

// satisfiable reads clingo's verdict.
func satisfiable(out string) string {
	if strings.Contains(out, "UNSATISFIABLE") {
		return "none"
	}
	if strings.Contains(out, "SATISFIABLE") {
		return "found"
	}
	return ""
}

// text reads a file of ours.
func text(name string) (string, error) {
	b, err := fs.ReadFile(files, name)
	return string(b), err
}
