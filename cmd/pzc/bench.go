package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/internal/bench"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type benchCommand struct {
	Files      []string `arg:"" name:"file" help:"Models, or names of models of the library."`
	Instances  []string `job:"" short:"i" aliases:"instance" placeholder:"NAME" help:"Only these instances; unless given, all, and the model's own parameters if they are complete."`
	Backends   []string `job:"" placeholder:"NAME" help:"Backends to compare: auto, search, sat, constraint."`
	Algorithms []string `job:"" placeholder:"NAME" help:"Algorithms of search to compare."`
	Heuristics []string `job:"" type:"list" sep:"none" aliases:"heuristic" placeholder:"NAME" help:"Heuristics to compare."`
	Without    []string `job:"" sep:"none" placeholder:"NAME,…" help:"Measure with all techniques, and without these; several times, to compare."`
	Engines    []string `hidden:"" help:"Not any more."`
	Repeat     int      `job:"" default:"1" placeholder:"N" help:"How often each run is made; the table shows medians."`
	Output     string   `short:"o" placeholder:"FILE.csv" help:"Append each run to this file. Runs that are already in the file are not repeated."`
	Plots      string   `placeholder:"FOLDER" help:"Write plots to this folder, each as SVG and as PNG: time and nodes by instance, their growth with the cost of the plan, a cactus plot."`
	Threads    int      `default:"1" placeholder:"N" help:"How many cores each run may use."`
	Tables     string   `default:"none" placeholder:"FOLDER" help:"Where tables of heuristics are kept; 'none', unless given, builds them in each run."`
	sharing

	workFlag
	Timeout time.Duration `type:"duration" default:"60s" placeholder:"60s" help:"The limit of time of each run."`
	Memory  int64         `type:"bytes" placeholder:"4GiB" help:"The limit of memory of each run."`
}

func (benchCommand) Help() string {
	return `Solves each instance of each model with each backend, or with each algorithm,
and heuristic. Each run is a process of its own. Its time is CPU time,
user and system, from reading the model to printing the answer. Its memory is
the peak memory of the whole process. Ctrl-C ends the measurement; with -o the
same command continues it later.

With --workers, other machines make runs, as with --sandbox, and keep them. Times
are those of the machine that made the run. pzc help workers says more.

The exit status is 0 if all runs found an answer, 3 if one did not, and 1 if two answers contradict each
other.

Examples:

    pzc bench taquin --algorithms bfs,astar,idastar --heuristics manhattan,walking
    pzc bench taquin hanoi --backends search,sat --timeout 10s -o runs.csv
    pzc bench taquin --algorithms astar,idastar --plots plots
    pzc bench bloxorz.pz --repeat 5 --format json`
}

func (c *benchCommand) Run(e *env) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Alone {
		return c.alone(e)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	cases, err := c.cases(ctx, e)
	if err != nil {
		return err
	}
	l := bench.Limits{Timeout: c.Timeout, Memory: c.Memory, Threads: c.Threads, Tables: c.Tables, Work: int64(c.Work)}
	if c.Workers != "" {
		l.Memory = limits{Memory: c.Memory, Sandbox: true}.memoryLimit()
	}
	setting := bench.Here(version(), l)
	if c.Workers != "" {
		runs, on, err := c.share(ctx, e, cases, l)
		if err != nil {
			return err
		}
		setting.Processor, setting.Cores = on, 0
		return c.end(e, setting, runs)
	}
	record := &bench.Record{}
	if c.Output != "" {
		if record, err = bench.Open(c.Output, setting); err != nil {
			return plainError(err)
		}
	}
	defer record.Close()
	progress := e.progress()
	series := bench.Series{Program: program, Cases: cases, Repeat: c.Repeat, Limits: l, Record: record}
	series.Doing = func(name string, done, of int) {
		progress.say(backends.Progress{Doing: name, Done: int64(done), Of: int64(of), Unit: "run"})
	}
	runs, err := series.Run(ctx)
	progress.stop()
	if err != nil && ctx.Err() == nil {
		return err
	}
	ended := c.end(e, setting, runs)
	if ctx.Err() != nil {
		if c.Output != "" {
			fmt.Fprintf(e.stderr, "pzc: %d of %s are in %s; the same command continues from there\n",
				len(runs), text.Count(len(cases)*c.Repeat, "run"), c.Output)
		}
		return e.cut(ctx)
	}
	return ended
}

// end shows what was measured. The error says whether answers are missing, or contradict one another.
func (c *benchCommand) end(e *env, s bench.Setting, runs []*bench.Run) error {
	all := bench.Summarise(runs)
	if err := errors.Join(c.print(e, s, runs, all), c.plot(all)); err != nil {
		return err
	}
	return status(judge(e, all))
}

// share makes the runs here and on other machines. It also returns the names of their processors.
func (c *benchCommand) share(
	ctx context.Context, e *env, cases []bench.Case, l bench.Limits,
) (runs []*bench.Run, on string, err error) {
	if c.Output != "" || c.Threads != 1 || c.Tables != "none" {
		return nil, "", errors.New("workers keep runs themselves, run on one core and keep no tables; " +
			"leave out -o, --threads and --tables, or --workers")
	}
	s, err := newShared(e, c.elsewhere, c.Jobs, limits{Timeout: l.Timeout, Memory: l.Memory})
	if err != nil {
		return nil, "", err
	}
	defer s.Close()
	asked := *c
	defer func() { *c = asked }()
	programs := map[string]*puzzle.Program{}
	var work []jobs.Job
	for c.Repeat = 1; c.Repeat <= asked.Repeat; c.Repeat++ {
		for _, one := range cases {
			if programs[one.File] == nil {
				if programs[one.File], err = e.load(ctx, one.File); err != nil {
					return nil, "", err
				}
			}
			c.Instances, c.Backends = []string{one.Instance}, []string{one.Backend}
			c.Algorithms, c.Heuristics = []string{one.Algorithm}, []string{one.Heuristic}
			c.Without = []string{one.Without}
			j, err := s.jobOn(one.File, programs[one.File])
			if err != nil {
				return nil, "", err
			}
			work = append(work, j)
			runs = append(runs, &bench.Run{Case: one, Repeat: c.Repeat})
		}
	}
	done, err := results(ctx, s, work, checkRun, func(n int) string {
		return fmt.Sprintf("made %d of %s", n, text.Count(len(work), "run"))
	})
	var processors []string
	for i, f := range done {
		run := runOf(f)
		run.Case, run.Repeat = runs[i].Case, runs[i].Repeat
		if runs[i] = run; run.Processor != "" {
			processors = append(processors, run.Processor)
		}
		run.Processor = ""
	}
	slices.Sort(processors)
	return runs, strings.Join(slices.Compact(processors), "; "), err
}

// checkRun says what is wrong with the output of a job.
func checkRun(r bench.Run) error {
	status := func(r bench.Run) string { return r.Status }
	return oneOf([]bench.Run{r}, status, "solved", "unsolvable", "unknown", "failed")
}

// runOf returns the run of a job. The answer is that of the output, which is compared, and the rest is in the figures.
func runOf(f found[bench.Run]) *bench.Run {
	r := &bench.Run{}
	if f.Failed == "" && json.Unmarshal([]byte(f.Figures), r) != nil {
		f.Failed = "the worker gives no figures"
	}
	if f.Failed != "" {
		return &bench.Run{Status: "failed", Reason: f.Failed}
	}
	r.Status, r.Optimal, r.Cost = f.Output.Status, f.Output.Optimal, f.Output.Cost
	return r
}

// alone makes one run for a job.
func (c *benchCommand) alone(e *env) error {
	ctx, stop := limits{}.start(e)
	defer stop()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	one := bench.Case{
		File: c.Files[0], Instance: strings.Join(c.Instances, ""), Backend: strings.Join(c.Backends, ""),
		Algorithm: strings.Join(c.Algorithms, ""), Heuristic: strings.Join(c.Heuristics, ""),
		Without: strings.Join(c.Without, ""),
	}
	l := bench.Limits{
		Timeout: c.Timeout, Memory: c.Memory, Threads: 1, Tables: "none", Work: int64(c.Work), Sandbox: true,
	}
	run, err := bench.Measure(ctx, program, one, l)
	if err != nil {
		return err
	}
	run.Case = bench.Case{}
	run.Reason = strings.ReplaceAll(run.Reason, filepath.Dir(one.File)+string(filepath.Separator), "")
	run.Processor = bench.Here("", l).Processor
	output := bench.Run{Status: run.Status, Optimal: run.Optimal}
	if run.Optimal { // the cost of another solution may be another one
		output.Cost = run.Cost
	}
	return e.result(run.Decided(), output, run)
}

// plot writes the plots if --plots asks for them.
func (c *benchCommand) plot(all []*bench.Summary) error {
	if c.Plots == "" || len(all) == 0 {
		return nil
	}
	return inFolder(c.Plots, func(folder string) error { return writePlots(folder, bench.Plots(all)) })
}

func (c *benchCommand) check() error {
	switch {
	case c.Repeat < 1:
		return errors.New("--repeat is a number of runs, 1 or more")
	case c.Threads < 1:
		return errors.New("--threads is a number of cores, 1 or more")
	case slices.Contains(c.Files, "-"):
		return errors.New("each run reads the model again, which standard input does not allow; write it to a file")
	case len(c.Backends) > 0 && len(c.Algorithms) > 0:
		return errors.New("--algorithms are those of search; compare backends or algorithms, not both at once")
	case len(c.Engines) > 0:
		return errors.New("pzc bench measures pzc itself, without --engines; to measure a Go program, write it with" +
			" `pzc emit-go` and run it with -json")
	}
	return errors.Join(c.sharable(c.Files...), backends.CheckWithout(strings.Split(strings.Join(c.Without, ","), ",")),
		known("backend", c.Backends, puzzle.Backends()),
		known("algorithm", c.Algorithms, search.Names(puzzle.Algorithms())))
}

// known returns an error if one of the names is not among all.
func known(what string, names, all []string) error {
	for _, name := range names {
		if !slices.Contains(all, name) {
			return &backends.UnknownError{What: what, Name: name, Known: all}
		}
	}
	return nil
}

// cases lists all cases, model by model and instance by instance, so that the runs to compare stand together.
func (c *benchCommand) cases(ctx context.Context, e *env) ([]bench.Case, error) {
	var all []bench.Case
	for _, file := range c.Files {
		instances, err := c.instances(ctx, e, file)
		if err != nil {
			return nil, err
		}
		for _, instance := range instances {
			for _, way := range c.ways() {
				way.File, way.Instance = file, instance
				all = append(all, way)
			}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("none of the models has such an instance")
	}
	return all, nil
}

// instances lists the instances of a model to measure; "" stands for its own parameters.
func (c *benchCommand) instances(ctx context.Context, e *env, file string) ([]string, error) {
	program, err := e.load(ctx, file)
	if err != nil {
		return nil, err
	}
	return instancesOf(program, file, c.Instances, len(c.Files) > 1)
}

// instancesOf lists the instances of a model, or those of them that were asked for; "" stands for its own parameters.
// One of several models need not have what was asked for.
func instancesOf(program *puzzle.Program, file string, asked []string, several bool) ([]string, error) {
	all := program.Instances()
	if program.Complete() {
		all = append([]string{""}, all...)
	}
	if len(asked) == 0 {
		return all, nil
	}
	if !several {
		if err := known("instance", asked, program.Instances()); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return !slices.Contains(asked, name) }), nil
}

// ways lists the cases without model and instance: each backend, or each algorithm with each heuristic if it uses
// heuristics, with all techniques and without some.
func (c *benchCommand) ways() []bench.Case {
	var all []bench.Case
	for _, backend := range orDefault(c.Backends) {
		for _, algorithm := range orDefault(c.Algorithms) {
			for _, heuristic := range orDefault(c.Heuristics) {
				if a, ok := search.AlgorithmNamed(algorithm); ok && !a.Guided {
					heuristic = ""
				}
				for _, without := range append([]string{""}, c.Without...) {
					way := bench.Case{Backend: backend, Algorithm: algorithm, Heuristic: heuristic, Without: without}
					if !slices.Contains(all, way) {
						all = append(all, way)
					}
				}
			}
		}
	}
	return all
}

// orDefault returns the list, or if it is empty the choice of pzc.
func orDefault(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

func (c *benchCommand) print(e *env, s bench.Setting, runs []*bench.Run, all []*bench.Summary) error {
	object := func() any { return map[string]any{"setting": s, "runs": runs, "medians": all} }
	return e.present(nil, object, func(p *show.Printer) { c.table(e, p, s, all) })
}

// table prints a row for each case.
func (c *benchCommand) table(e *env, p *show.Printer, s bench.Setting, all []*bench.Summary) {
	t := p.Table()
	t.Numbers(5, 6, 7)
	t.Header("model", "instance", "way", "answer", "nodes", "CPU s", "MiB")
	for _, m := range all {
		t.Row(
			m.File, m.Instance, m.Way(), m.Answer(), optionalNumber(m.Nodes), fmt.Sprintf("%.3f", m.CPU),
			strconv.FormatInt(m.Peak>>20, 10),
		)
	}
	t.Render()
	p.Line("")
	for _, m := range all {
		if m.Status == "failed" {
			p.Line("%s %s, %s: %s", m.File, m.Instance, m.Way(), m.Reason)
		}
	}
	cores := ""
	if s.Cores > 0 { // on one machine
		cores = fmt.Sprintf(", %d cores", s.Cores)
	}
	setting := fmt.Sprintf("Medians of %s; processor's time and memory of the whole process. "+
		"%s%s; pzc %s, %s; limits: %s.",
		text.Count(c.Repeat, "run"), s.Processor, cores, s.Version, s.Go, s.Limits)
	if !e.terminal {
		p.Line("%s", setting)
	} else {
		p.Line("%s", strings.Join(text.Break(setting, e.columns), "\n"))
	}
}

func optionalNumber(n *int64) string {
	if n == nil {
		return ""
	}
	return text.Grouped(*n)
}

// judge returns the exit status, and reports answers that contradict each other.
func judge(e *env, all []*bench.Summary) int {
	if a, b := bench.Disagreement(all); a != nil {
		fmt.Fprintf(e.stderr, "pzc: error: %s %s: %s by %s, but %s by %s\n",
			a.File, a.Instance, a.Answer(), a.Way(), b.Answer(), b.Way())
		return exitNo
	}
	for _, s := range all {
		if !s.Decided() {
			return exitUndecided
		}
	}
	return exitOK
}
