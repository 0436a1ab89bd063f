package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/present/gamepage"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/web"
)

// draftsPerJob is the number of candidates of a job, and draftsPerLimit how many may take the limit of time together.
// Each job finds the clues anew: with 100 Sudokus, jobs of 8 take 1.5 times the work of one process, those of 32 take
// 1.35.
const (
	draftsPerJob   = 32
	draftsPerLimit = 8
)

// drawFlags are the flags that decide which candidates are drawn.
type drawFlags struct {
	Want      string   `job:"" placeholder:"CONDITION" help:"What the puzzles must be: a condition on the measures of pzc rate, and unique. Unless given, a puzzle without moves is unique."`
	Seed      uint64   `job:"" default:"1" placeholder:"N" help:"The seed of the random numbers. The same seed makes the same puzzles."`
	Symmetric bool     `job:"" help:"Remove clues in pairs that a half turn of the board exchanges."`
	Clues     int      `job:"" placeholder:"N" help:"Stop to remove clues when N are left."`
	Vary      []string `job:"" sep:"none" placeholder:"NAME[=SHARES]" help:"Draw this parameter at random: shuffle the signs of a map, or draw them by shares such as '7x8 @1 $$2 .2 #25% _'; of others draw values of the declared type."`
	Backwards bool     `job:"" help:"With moves: take start states at a wanted exact distance from the goals, out of all states; with --vary or --from, the farthest of each board."`
	Unrated   bool     `job:"" help:"Do not measure the puzzles, unless the condition needs it."`
}

type generateCommand struct {
	File string `arg:"" help:"The model, or the name of a model of the library."`
	dataFlags
	drawFlags
	Count   int    `short:"n" default:"1" placeholder:"N" help:"How many puzzles to make."`
	Output  string `short:"o" placeholder:"FILE" help:"Write to this file, which must not exist yet, instead of standard output."`
	From    string `placeholder:"FILE" help:"A generator: a model without moves whose solutions are the data. See pzc help generating."`
	Sort    string `placeholder:"KEY" help:"Write the puzzles in the order of this measure, the smallest first; what is not known comes last."`
	Tries   int    `placeholder:"N" help:"Draw at most N candidates; 1,000 and 100 for each puzzle unless given."`
	Drafts  string `job:"" hidden:"" help:"Print the drafts of the candidates FROM..TO."`
	Threads int    `placeholder:"N" help:"Work on at most N candidates at the same time; as many as there are cores unless given. The puzzles are the same."`
	bookFlags
	limits
	sharing
}

func (generateCommand) Help() string {
	return `Makes puzzles for a model: a data file with an instance for each, with its expect lines, which were proved, and
its measures. With --format jsonl it writes a line of JSON for each: question, data, answer, measures.

For a puzzle without moves, a random full solution is drawn, all clues that hold for it are given, and clues are
removed as long as the solution is the only one. Which data are clues, and which value is a blank, follows from the
model. The instance that is chosen gives the size and what is no clue, such as walls.

A condition compares measures: ` + "`unique and most_rules <= 2 and steps in 20..60`" + `. The measures are those of
pzc rate. If too few puzzles meet it, the nearest that was found is written too, and the exit status is 3.

--html writes a book: a page on which others play the puzzles, with how hard they are. Without -o, the data file is
left out.

With --workers, other machines draw and measure candidates. Here the puzzles are
solved again. pzc help workers says more.

Examples:

    pzc generate sudoku --want unique --count 3 --seed 3 -o three.pz
    pzc generate slitherlink -i eight --symmetric
    pzc generate sudoku -n 20 --sort joint_steps -o easy_first.pz
    pzc generate sudoku -n 12 --sort steps --html sudokus.html --title 'For a rainy day'
    pzc generate sudoku --want 'unique and most_rules <= 2 and steps in 20..60' -n 20 -o levels.pz
    pzc generate sudoku -n 1000 --unrated --format jsonl`
}

func (c *generateCommand) Run(e *env) error {
	use, err := c.check()
	if err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	z, err := c.instantiate(ctx, e, c.File, "")
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	o := generate.Options{
		Base: z, Count: c.Count, Tries: c.Tries, Seed: c.Seed, Symmetric: c.Symmetric, Clues: c.Clues, Threads: c.Threads,
		Vary: c.Vary, Backwards: c.Backwards,
	}
	o.Solve.Memory = c.memoryLimit()
	if o.Want, err = c.want(e, z); err != nil {
		return err
	}
	if c.Sort != "" {
		if err := known("such measure", []string{c.Sort}, rate.Names(z.HasMoves())); err != nil {
			return err
		}
	}
	o.Rate = !c.Unrated || o.Want.Measures() || c.Sort != ""
	if c.From != "" {
		if o.From, err = c.generator(ctx, e); err != nil {
			return e.noAnswer(ctx, err)
		}
	}
	if c.Drafts != "" {
		return c.drafts(ctx, e, o)
	}
	if c.Workers != "" {
		if c.From != "" || c.Data != "" || len(c.Define) > 0 {
			return errors.New("workers have only the model; leave out -D, --data and --from, or --workers")
		}
		c.Sandbox = true
		within := c.limits
		within.Timeout = draftsPerJob / draftsPerLimit * c.timeLimit()
		s, err := newShared(e, c.elsewhere, c.Jobs, within)
		if err != nil {
			return err
		}
		defer s.Close()
		o.Draft = c.share(s, z.Program)
	}
	progress := e.progress()
	o.Solve.Progress = progress.say
	r, err := generate.Generate(ctx, o)
	progress.stop()
	if err != nil {
		return e.refused(ctx, z.Program, err)
	}
	if c.Sort != "" {
		value := func(l generate.Level) int64 { return l.Rating.Rank(c.Sort) }
		slices.SortStableFunc(r.Levels, func(a, b generate.Level) int { return cmp.Compare(value(a), value(b)) })
	}
	out, err := c.text(e, use, r)
	if err != nil {
		return err
	}
	if !e.globals.Quiet {
		for _, line := range r.Summary(c.Count) {
			fmt.Fprintln(e.stderr, inFlags(line))
		}
	}
	switch {
	case c.Output != "":
		err = createFile(c.Output, out)
	case c.HTML == "":
		_, err = fmt.Fprint(e.stdout, out)
	}
	if err == nil && c.HTML != "" && len(r.Levels) > 0 {
		err = c.book(ctx, e, r.Levels)
	}
	if err == nil && len(r.Levels) < c.Count {
		if errors.Is(r.Ended, errInterrupted) {
			return exit(exitInterrupted)
		}
		return exit(exitUndecided)
	}
	return err
}

// share returns what gives the drafts of candidates, which are drawn here and on other machines.
func (c *generateCommand) share(
	s *shared, program *puzzle.Program,
) func(ctx context.Context, number int) (*generate.Draft, error) {
	var one sync.Mutex
	var drafts []generate.Draft
	return func(ctx context.Context, number int) (*generate.Draft, error) {
		one.Lock()
		defer one.Unlock()
		for number >= len(drafts) { // as many as before, and at least as many as there are puzzles to make
			var work []jobs.Job
			for n := max(len(drafts), c.Count, draftsPerJob*c.Jobs); n > 0; n -= draftsPerJob {
				from := len(drafts) + draftsPerJob*len(work)
				c.Drafts = fmt.Sprintf("%d..%d", from, from+draftsPerJob)
				j, err := s.jobOn(c.File, program)
				if err != nil {
					return nil, err
				}
				work = append(work, j)
			}
			done, err := results(ctx, s, work, checkDrafts, func(n int) string {
				return fmt.Sprintf("drawn %d candidates", len(drafts)+n*draftsPerJob)
			})
			if err != nil {
				return nil, err
			}
			for _, f := range done {
				if f.Failed != "" {
					return nil, fmt.Errorf("candidates were not drawn: %s", f.Failed)
				}
				drafts = append(drafts, f.Output...)
			}
		}
		return &drafts[number], nil
	}
}

// drafts prints drafts of candidates, for a job.
func (c *generateCommand) drafts(ctx context.Context, e *env, o generate.Options) error {
	var from, to int
	if _, err := fmt.Sscanf(c.Drafts, "%d..%d", &from, &to); err != nil || from < 0 || to < from {
		return errors.New("--drafts wants numbers of candidates, FROM..TO")
	}
	o.Threads = 1
	all, err := generate.Drafts(ctx, o, from, to)
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	return e.result(true, all, nil)
}

// checkDrafts says what is wrong with the output of a job.
func checkDrafts(all []generate.Draft) error {
	if len(all) != draftsPerJob {
		return fmt.Errorf("there are %d drafts", len(all))
	}
	return oneOf(all, func(d generate.Draft) generate.Reason { return d.Left }, append(generate.Reasons(), "")...)
}

// check refuses flags that mean nothing, and returns the name by which the levels use the model.
func (c *generateCommand) check() (use string, err error) {
	switch {
	case c.Count < 1:
		return "", errors.New("--count is a number of puzzles, 1 or more")
	case c.Tries < 0:
		return "", errors.New("--tries is a number of candidates, 1 or more")
	case c.Clues < 0:
		return "", errors.New("--clues is a number of clues and cannot be negative")
	case c.Threads < 0:
		return "", errors.New("--threads is a number of cores, 1 or more")
	case c.From != "" && len(c.Vary) > 0:
		return "", errors.New("--from and --vary are different ways to make data; choose one")
	case c.File == "-" || isPlanning(c.File):
		return "", errors.New("the levels name the file of their model; give a .pz file, or a model of the library")
	}
	if err := c.sharable(c.File); err != nil {
		return "", err
	}
	if err := c.keepsFiles(c.Output != ""); err != nil {
		return "", err
	}
	if err := c.bookFlags.check(); err != nil {
		return "", err
	}
	if wasm, _ := web.Compiler(); c.HTML != "" && wasm == nil {
		return "", fmt.Errorf("%w; %s", gamepage.ErrEngine, withoutEngine)
	}
	if _, err := os.Stat(c.Output); c.Output != "" && err == nil {
		return "", fmt.Errorf("%s: it is there already, and is left as it is; take another name", c.Output)
	}
	if use, err = namedModel(c.File); err != nil || strings.HasPrefix(use, "std:") || c.Output == "" {
		return use, err
	}
	beside, err := filepath.Rel(filepath.Dir(c.Output), use)
	if beside = filepath.ToSlash(beside); err != nil || strings.HasPrefix(beside, "../") {
		return "", fmt.Errorf("-o %s: levels use a model in their folder or below; write them to %s", c.Output,
			filepath.Join(filepath.Dir(use), filepath.Base(c.Output)))
	}
	return beside, nil
}

// generator loads the generator. Its warnings are left out: it declares what it does not use itself.
func (c *generateCommand) generator(ctx context.Context, e *env) (*puzzle.Puzzle, error) {
	program, diags, err := e.open(ctx, c.From)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, e.report(program, diags)
	}
	return e.build(ctx, program, puzzle.Data{})
}

// want reads the condition.
func (c *generateCommand) want(e *env, z *puzzle.Puzzle) (*rate.Want, error) {
	if c.Want == "" {
		return nil, nil
	}
	w, diags := rate.ParseWant("--want", c.Want, rate.Names(z.HasMoves()))
	if diags.HasErrors() {
		e.printFindings(diags, map[string]string{"--want": c.Want})
		return nil, exit(exitWrong)
	}
	return w, nil
}

// text writes what was made in the form that is asked for.
func (c *generateCommand) text(e *env, use string, r *generate.Result) (string, error) {
	if e.globals.Format == "text" {
		about := "Made by pzc generate " + strings.Join(c.words(), " ") + "."
		out, diags := generate.File(use, about, r.Levels, r.Nearest)
		return out, diags.Err()
	}
	var b bytes.Buffer
	var all []json.RawMessage
	for i := range r.Levels {
		l := &r.Levels[i]
		line, err := l.Line(cmp.Or(l.Puzzle.About().Rules, l.Puzzle.Program.Name()), answerOf(l))
		if err != nil {
			return "", err
		}
		all = append(all, line)
		b.Write(append(line, '\n'))
	}
	if e.json() {
		line, err := json.Marshal(all)
		return string(line) + "\n", err
	}
	return b.String(), nil
}

// book writes a page on which others play what was made. It holds the model, and the levels as a file beside it.
func (c *generateCommand) book(ctx context.Context, e *env, levels []generate.Level) error {
	model, err := namedModel(c.File)
	if err != nil {
		return err
	}
	file, use := "levels.pz", model
	if !strings.HasPrefix(model, "std:") {
		file, use = filepath.Join(filepath.Dir(model), file), filepath.Base(model)
	}
	data, diags := generate.File(use, "Made by pzc.", levels, nil)
	if diags.HasErrors() {
		return diags.Err()
	}
	program, diags := puzzle.LoadText(puzzle.Folder(filepath.Dir(file)), file, data)
	if err := e.report(program, diags); err != nil {
		return err
	}
	g := &positions.Game{Title: program.About().Title, Model: textsBeside(file, program)}
	for i, name := range program.Instances() {
		z, err := e.build(ctx, program, puzzle.Data{Instance: name})
		if err != nil {
			return err
		}
		l := positions.Level{Puzzle: z}
		if v := levels[i].Rating; v != nil {
			l.Hard = v.Hardness()
		}
		g.Levels = append(g.Levels, l)
	}
	return c.write(ctx, e, []*positions.Game{g}, "")
}

// words are the flags that decide what is made.
func (c *generateCommand) words() []string {
	words := []string{c.File}
	add := func(flag, value, usual string) {
		if value != usual {
			words = append(words, flag, value)
		}
	}
	add("-i", c.Instance, "")
	for _, d := range c.Define {
		add("-D", quoted(d), "")
	}
	add("--data", c.Data, "")
	for _, v := range c.Vary {
		add("--vary", quoted(v), "")
	}
	add("--from", c.From, "")
	add("--want", quoted(c.Want), "''")
	add("--count", fmt.Sprint(c.Count), "1")
	add("--seed", fmt.Sprint(c.Seed), "")
	add("--clues", fmt.Sprint(c.Clues), "0")
	add("--sort", c.Sort, "")
	add("--tries", fmt.Sprint(c.Tries), "0")
	if c.Symmetric {
		words = append(words, "--symmetric")
	}
	if c.Backwards {
		words = append(words, "--backwards")
	}
	return words
}

// quoted writes a word of a command line.
func quoted(word string) string { return "'" + strings.Join(strings.Fields(word), " ") + "'" }

// answerOf returns the solution as JSON: the values, or the moves.
func answerOf(l *generate.Level) any {
	if l.Puzzle.HasMoves() {
		return show.MovesOf(*l.Solution)
	}
	return show.ValuesOf(l.Puzzle, l.Solution.Start)
}
