package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/apps/coursework/class"
	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/text"
)

type gradeCommand struct {
	Exercise    string   `arg:"" help:"The folder of the exercise."`
	Submissions []string `arg:"" name:"submission" help:"Files, folders with the files of a submission, or folders of these."`
	Jobs        int      `default:"1" placeholder:"N" help:"Grade N submissions at a time."`
	elsewhere
	workFlag
	Keep       string        `placeholder:"FILE" help:"Keep the reports in this file, and grade only submissions that are not in it yet."`
	CSV        string        `name:"csv" placeholder:"FILE" help:"Write a row for each part of each submission."`
	HTML       string        `name:"html" placeholder:"FOLDER" help:"Write a page for each submission, and one for the class."`
	Gradescope string        `placeholder:"FILE" help:"Write the results.json of Gradescope; for one submission."`
	VPL        bool          `name:"vpl" help:"Print what Moodle's Virtual Programming Lab reads; for one submission."`
	JUnit      string        `name:"junit" placeholder:"FILE" help:"Write JUnit XML."`
	Trust      bool          `help:"Build and run programs that students wrote. They can do what you can do."`
	Timeout    time.Duration `type:"duration" default:"1m" placeholder:"1m" help:"The time for a submission. A submission that is not judged in time gets no grade."`
	Memory     int64         `type:"bytes" placeholder:"1GiB" help:"The memory for a submission; 1GiB unless given."`
}

func (gradeCommand) Help() string {
	return `Grades submissions of an exercise. Each submission is judged in a process of its
own, which writes no files and has a limit of memory and time. A submission that
cannot be judged does not stop the others, and gets no grade instead of 0
points. Below the table, submissions with the same mistake are listed together.
--work bounds each part of a submission.

The exit status is 0 if all were judged, 2 if the exercise or the command line is wrong, and 3 if some were not
judged. pzc exercise new makes an exercise; pzc help teaching says more.

Examples:

    pzc grade crossing submissions --jobs 2 --keep grades.jsonl
    pzc grade crossing submissions --csv grades.csv --html pages
    pzc grade crossing mine.pz --gradescope results.json
    pzc grade crossing submissions --workers /shared/jobs      with pzc work /shared/jobs elsewhere`
}

func (c *gradeCommand) Run(e *env) error {
	x, err := openExercise(e, c.Exercise)
	if err != nil {
		return err
	}
	if c.Alone {
		return c.alone(e, x)
	}
	if c.Workers != "" && c.Trust {
		return errors.New("--workers shares no programs that students wrote; leave out --trust or --workers")
	}
	if c.Jobs < 1 {
		return errors.New("--jobs is a number of processes, 1 or more")
	}
	if err := c.unshared(); err != nil {
		return err
	}
	all, err := class.Submissions(x, c.Submissions, c.Gradescope == "" && !c.VPL)
	if err != nil {
		return plainError(err)
	}
	if (c.Gradescope != "" || c.VPL) && len(all) != 1 {
		return fmt.Errorf("--gradescope and --vpl want one submission, not %d", len(all))
	}
	reports, err := c.grade(e, x, all)
	if err != nil {
		return err
	}
	if err := c.write(e, x, reports); err != nil {
		return err
	}
	if slices.ContainsFunc(reports, func(r *grading.Report) bool { return !r.Judged }) {
		return exit(exitUndecided)
	}
	return nil
}

// openExercise reads an exercise, and prints what is wrong with it.
func openExercise(e *env, folder string) (*exercise.Exercise, error) {
	x, sources, diags := settings.Open(folder)
	if len(diags) > 0 {
		if diags[0].Span.Start.IsValid() {
			e.printFindings(diags, sources)
			return nil, exit(exitWrong)
		}
		return nil, fmt.Errorf("%s; %s", diags[0].Msg, diags[0].Help)
	}
	return x, nil
}

// sandbox returns the limits of a submission.
func (c *gradeCommand) sandbox() limits {
	return limits{Timeout: c.Timeout, Memory: c.Memory, Sandbox: true}
}

// alone grades the submission on standard input, and prints its report.
func (c *gradeCommand) alone(e *env, x *exercise.Exercise) error {
	var s class.Submission
	if err := json.NewDecoder(e.stdin).Decode(&s); err != nil {
		return err
	}
	limits := c.sandbox()
	ctx, stop := limits.start(e)
	defer stop()
	judge := grading.New(x, grading.Options{Memory: limits.memoryLimit(), Trust: c.Trust, Work: int64(c.Work)})
	r := judge.Grade(ctx, s.Name, s.Files, s.Other...)
	return e.result(r.Judged, r, nil)
}

// grade grades all submissions, each in a process of its own.
func (c *gradeCommand) grade(e *env, x *exercise.Exercise, all []class.Submission) ([]*grading.Report, error) {
	g := class.Grader{Exercise: x, Keep: c.Keep}
	j := e.job(c.sandbox(), ".", "-")
	command, err := commandOf(e.command, x.Folder, &j)
	if err != nil {
		return nil, err
	}
	if c.Trust {
		command = append(command, "--trust")
	}
	g.Do = func(ctx context.Context, all [][]byte, got func(int, *jobs.Result)) error {
		work := make(chan int)
		var workers sync.WaitGroup
		for range min(c.Jobs, len(all)) {
			workers.Go(func() {
				for i := range work {
					r := jobs.Process(ctx, command, all[i], j.Timeout)
					got(i, &r)
				}
			})
		}
		for i := 0; i < len(all) && ctx.Err() == nil; i++ {
			work <- i
		}
		close(work)
		workers.Wait()
		return nil
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	progress := e.progress()
	defer progress.stop()
	g.Graded = func(n int) {
		progress.doing(fmt.Sprintf("graded %d of %s", n, text.Count(len(all), "submission")))
	}
	if c.Workers != "" {
		g.Do = func(ctx context.Context, all [][]byte, got func(int, *jobs.Result)) error {
			done, err := c.share(ctx, e, x, all, g.Graded)
			for i, r := range done {
				got(i, r)
			}
			return err
		}
	}
	reports, err := g.Grade(ctx, all)
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return reports, plainError(err)
}

// share grades submissions here and on other machines.
func (c *gradeCommand) share(
	ctx context.Context, e *env, x *exercise.Exercise, inputs [][]byte, progress func(int),
) ([]*jobs.Result, error) {
	s, err := newShared(e, c.elsewhere, c.Jobs, c.sandbox())
	if err != nil {
		return nil, err
	}
	defer s.Close()
	texts := map[string]string{}
	err = class.Files(x, func(name string, text []byte) error {
		texts[filepath.ToSlash(name)] = string(text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	j, err := s.job(texts, ".", "-")
	work := make([]jobs.Job, len(inputs))
	for i := range work {
		if work[i] = j; err == nil {
			work[i].Input, err = s.Text(inputs[i])
		}
	}
	if err != nil {
		return nil, err
	}
	r := jobs.Request{Worker: s.Worker, Local: s.local, Progress: progress}
	r.Check = func(r *jobs.Result) error {
		_, err := grading.Decode(x, []byte(r.Output))
		return err
	}
	return r.All(ctx, work)
}

// write writes the reports that the flags ask for.
func (c *gradeCommand) write(e *env, x *exercise.Exercise, all []*grading.Report) error {
	files := []struct {
		name string
		fill func(io.Writer) error
	}{
		{c.CSV, func(w io.Writer) error { return class.CSV(w, all) }},
		{c.JUnit, func(w io.Writer) error { return class.JUnit(w, all) }},
		{c.Gradescope, func(w io.Writer) error { return text.WriteJSON(w, class.Gradescope(all[0])) }},
	}
	for _, f := range files {
		if f.name == "" {
			continue
		}
		if err := writeFile(f.name, f.fill); err != nil {
			return err
		}
	}
	if c.HTML != "" {
		err := inFolder(c.HTML, func(folder string) error { return plainError(class.Pages(folder, x.Title, all)) })
		if err != nil {
			return err
		}
	}
	if e.json() {
		return e.writeJSON(map[string]any{"exercise": x.Title, "results": all, "mistakes": class.Groups(all)})
	}
	if c.VPL {
		return e.answer(func(out io.Writer) error { return class.VPL(out, all[0]) })
	}
	if len(all) == 1 {
		return printStudent(e, all[0])
	}
	return e.answer(func(out io.Writer) error { return class.Text(out, all) })
}

// printStudent prints the part of the report for students, or the report as JSON.
func printStudent(e *env, r *grading.Report) error {
	if e.json() {
		for i := range r.Parts {
			r.Parts[i].Teacher, r.Parts[i].Mistake, r.Parts[i].Known = nil, "", ""
		}
		return e.writeJSON(r)
	}
	return e.answer(func(out io.Writer) error { return class.Student(out, r) })
}
