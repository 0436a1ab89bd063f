package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/apps/coursework/report"
	"github.com/pzc-lang/pzc/internal/text"
)

type gradeCommand struct {
	Exercise    string   `arg:"" help:"The folder of the exercise."`
	Submissions []string `arg:"" name:"submission" help:"Files, folders with the files of a submission, or folders of these."`
	Jobs        int      `default:"1" placeholder:"N" help:"Grade N submissions at a time."`
	Keep        string   `placeholder:"FILE" help:"Keep the reports in this file, and grade only submissions that are not in it yet."`
	CSV         string   `name:"csv" placeholder:"FILE" help:"Write a row for each part of each submission."`
	HTML        string   `name:"html" placeholder:"FOLDER" help:"Write a page for each submission, and one for the class."`
	Gradescope  string   `placeholder:"FILE" help:"Write the results.json of Gradescope; for one submission."`
	VPL         bool     `name:"vpl" help:"Print what Moodle's Virtual Programming Lab reads; for one submission."`
	JUnit       string   `name:"junit" placeholder:"FILE" help:"Write JUnit XML."`
	Trust       bool     `help:"Build and run programs that students wrote. They can do what you can do."`
	Alone       bool     `hidden:"" help:"Grade the submission on standard input, in this process."`
	Timeout     duration `default:"1m" placeholder:"1m" help:"The time for a submission. A submission that is not judged in time gets no grade."`
	Memory      int64    `type:"bytes" placeholder:"1GiB" help:"The memory for a submission; 1GiB unless given."`
}

// duration is a flag of time.
type duration time.Duration

// UnmarshalText reads the value of the flag.
func (d *duration) UnmarshalText(text []byte) error {
	t, ok := parseDuration(string(text))
	if *d = duration(t); !ok || t <= 0 {
		return fmt.Errorf("%q is not a time; write 30s, 5m or 1h30m", text)
	}
	return nil
}

// Help is shown below the command's line in its help.
func (gradeCommand) Help() string {
	return `Grades submissions of an exercise. Each submission is judged in a process of its
own, which writes no files and has a limit of memory and time. A submission that
cannot be judged does not stop the others, and gets no grade instead of 0
points. Below the table, submissions with the same mistake are listed together.

The exit status is 0 if all were judged, 2 if the exercise or the command line is wrong, and 3 if some were not
judged. pzc exercise new makes an exercise; pzc help teaching says more.

Examples:

    pzc grade crossing submissions --jobs 2 --keep grades.jsonl
    pzc grade crossing submissions --csv grades.csv --html pages
    pzc grade crossing mine.pz --gradescope results.json`
}

// Run grades.
func (c *gradeCommand) Run(e *env) error {
	x, err := openExercise(e, c.Exercise)
	if err != nil {
		return err
	}
	if c.Alone {
		return c.alone(e, x)
	}
	if c.Jobs < 1 {
		return errors.New("--jobs is a number of processes, 1 or more")
	}
	all, err := submissions(x, c.Submissions, c.Gradescope == "" && !c.VPL)
	if err != nil {
		return err
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
	return limits{Timeout: time.Duration(c.Timeout), Memory: c.Memory, Sandbox: true}
}

// alone grades the submission on standard input, and prints its report.
func (c *gradeCommand) alone(e *env, x *exercise.Exercise) error {
	var s submission
	if err := json.NewDecoder(e.stdin).Decode(&s); err != nil {
		return err
	}
	limits := c.sandbox()
	ctx, stop := limits.start(e)
	defer stop()
	judge := grading.New(x, grading.Options{Memory: limits.memoryLimit(), Trust: c.Trust})
	return e.writeJSON(judge.Grade(ctx, s.Name, s.Files, s.Other...))
}

// grade grades all submissions in processes of their own.
func (c *gradeCommand) grade(e *env, x *exercise.Exercise, all []submission) ([]*grading.Report, error) {
	kept, err := openKeeping(c.Keep)
	if err != nil {
		return nil, err
	}
	defer kept.close()
	ofExercise, err := exerciseKey(x, c.Keep != "")
	if err != nil {
		return nil, err
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	progress := e.progress()
	defer progress.Stop()
	reports := make([]*grading.Report, len(all))
	work := make(chan int)
	var one sync.Mutex
	var workers sync.WaitGroup
	done := 0
	var failed error
	for range min(c.Jobs, len(all)) {
		workers.Go(func() {
			for i := range work {
				s := &all[i]
				key := submissionKey(ofExercise, s)
				r := kept.find(key, s.Name)
				if r == nil && s.Bad != "" {
					r = grading.Unjudged(x, s.Name, s.Bad)
				} else if r == nil {
					r = c.process(ctx, x, s)
				}
				one.Lock()
				reports[i] = r
				if r.Key = key; r.Judged && failed == nil {
					failed = kept.add(r)
				}
				done++
				progress.Doing(fmt.Sprintf("graded %d of %s", done, text.Count(len(all), "submission")))
				one.Unlock()
			}
		})
	}
	for i := range all {
		if ctx.Err() == nil {
			work <- i
		}
	}
	close(work)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return reports, failed
}

// grace is the time that a process may run beyond its time limit before it is killed.
const grace = 10 * time.Second

// mostReport is the size of the longest report that a process may print, in bytes.
const mostReport = 4 << 20

// process grades a submission in a process of its own.
func (c *gradeCommand) process(ctx context.Context, x *exercise.Exercise, s *submission) *grading.Report {
	self, err := os.Executable()
	if err != nil {
		return grading.Unjudged(x, s.Name, "the grader could not be started")
	}
	input, err := text.JSON(s)
	if err != nil {
		return grading.Unjudged(x, s.Name, "it is no text")
	}
	ctx, end := context.WithTimeout(ctx, time.Duration(c.Timeout)+grace)
	defer end()
	args := []string{"grade", x.Folder, "-", "--alone", "--timeout", time.Duration(c.Timeout).String()}
	if c.Memory > 0 {
		args = append(args, "--memory", fmt.Sprint(c.Memory))
	}
	if c.Trust {
		args = append(args, "--trust")
	}
	child := exec.CommandContext(ctx, self, args...)
	child.Stdin, child.WaitDelay = bytes.NewReader(input), grace
	out := &capped{most: mostReport}
	child.Stdout = out
	err = child.Run()
	r := &grading.Report{}
	switch {
	case ctx.Err() != nil:
		return grading.Unjudged(x, s.Name, "the limit of time was reached")
	case json.Unmarshal(out.Bytes(), r) != nil:
		why := "the limit of memory was reached, or the grader failed"
		if err != nil {
			why += fmt.Sprintf(" (%v)", err)
		}
		return grading.Unjudged(x, s.Name, why)
	}
	return r
}

// capped keeps written bytes up to a maximum size.
type capped struct {
	bytes.Buffer
	most int
}

// Write implements io.Writer.
func (l *capped) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.most {
		return 0, errors.New("too long")
	}
	return l.Buffer.Write(p)
}

// exerciseKey is a key of all files of an exercise and, if reports are kept, of the program: another build may grade in
// another way.
func exerciseKey(x *exercise.Exercise, kept bool) (string, error) {
	h := sha256.New()
	if kept {
		self, err := os.Executable()
		if err == nil {
			err = hashFile(h, self)
		}
		if err != nil {
			return "", plain(err)
		}
	}
	err := fs.WalkDir(os.DirFS(x.Folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(x.Folder, name))
		fmt.Fprintf(h, "%q %q\n", name, text)
		return err
	})
	return string(h.Sum(nil)), plain(err)
}

func hashFile(h io.Writer, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(h, file)
	return err
}

func submissionKey(exercise string, s *submission) string {
	h := sha256.New()
	_, _ = io.WriteString(h, exercise)
	written, _ := json.Marshal([]any{s.Files, s.Other}) // sorted by name
	_, _ = h.Write(written)
	return hex.EncodeToString(h.Sum(nil))
}

// keeping is the file of --keep: a report on each line. A nil *keeping keeps nothing.
type keeping struct {
	file *os.File
	of   map[string]grading.Report
}

func openKeeping(name string) (*keeping, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, plain(err)
	}
	k := &keeping{file, map[string]grading.Report{}}
	all, err := io.ReadAll(file)
	if err != nil {
		return nil, errors.Join(plain(err), file.Close())
	}
	for _, line := range bytes.Split(all, []byte("\n")) {
		var r grading.Report
		if json.Unmarshal(line, &r) == nil && r.Key != "" { // the last line may have been cut off
			k.of[r.Key] = r
		}
	}
	if len(all) > 0 && all[len(all)-1] != '\n' {
		_, err = file.WriteString("\n")
	}
	return k, err
}

func (k *keeping) find(key, name string) *grading.Report {
	if k == nil {
		return nil
	}
	r, ok := k.of[key]
	if r.Submission = name; !ok {
		return nil
	}
	return &r
}

func (k *keeping) add(r *grading.Report) error {
	if k == nil {
		return nil
	}
	if _, known := k.of[r.Key]; known {
		return nil
	}
	k.of[r.Key] = *r
	line, err := text.JSON(r)
	if err != nil {
		return err
	}
	_, err = k.file.Write(append(bytes.TrimRight(line, "\n"), '\n'))
	return err
}

func (k *keeping) close() {
	if k != nil {
		_ = k.file.Close()
	}
}

// write writes the reports that the flags ask for.
func (c *gradeCommand) write(e *env, x *exercise.Exercise, all []*grading.Report) error {
	files := []struct {
		name string
		fill func(io.Writer) error
	}{
		{c.CSV, func(w io.Writer) error { return report.CSV(w, all) }},
		{c.JUnit, func(w io.Writer) error { return report.JUnit(w, all) }},
		{c.Gradescope, func(w io.Writer) error { return text.WriteJSON(w, report.Gradescope(all[0])) }},
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
		if err := inFolder(c.HTML, func(folder string) error { return pages(folder, x.Title, all) }); err != nil {
			return err
		}
	}
	if e.json() {
		return e.writeJSON(map[string]any{"exercise": x.Title, "results": all, "mistakes": report.Groups(all)})
	}
	if c.VPL {
		return e.answer(func(out io.Writer) error { return report.VPL(out, all[0]) })
	}
	if len(all) == 1 {
		return printStudent(e, all[0])
	}
	return e.answer(func(out io.Writer) error { return report.Text(out, all) })
}

// pages writes the pages into a folder, and removes those of an earlier run that are not written again.
func pages(folder, title string, all []*grading.Report) error {
	index := filepath.Join(folder, "index.html")
	before, _ := os.ReadFile(index)
	if err := report.Pages(folder, title, all, writeFile); err != nil {
		return err
	}
	now, err := os.ReadFile(index)
	for _, name := range report.Linked(string(before)) {
		if !slices.Contains(report.Linked(string(now)), name) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
		}
	}
	return plain(err)
}

// printStudent prints the part of the report for students, or the report as JSON.
func printStudent(e *env, r *grading.Report) error {
	if e.json() {
		for i := range r.Parts {
			r.Parts[i].Teacher, r.Parts[i].Mistake, r.Parts[i].Known = nil, "", ""
		}
		return e.writeJSON(r)
	}
	return e.answer(func(out io.Writer) error { return report.Student(out, r) })
}
