package class

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Grader grades submissions, each in a process of its own.
type Grader struct {
	Exercise *exercise.Exercise
	Command  []string      // grades one submission: it reads a Submission as JSON, and prints a grading.Report as JSON
	Timeout  time.Duration // the limit of time that the command keeps for a submission
	Jobs     int           // the number of processes that run at a time
	Keep     string        // the file that keeps reports, so that no submission is graded twice; "": none
	Graded   func(n int)   // called when n submissions are graded

	// Elsewhere grades submissions as Command does, on other machines too; nil: Command grades them here.
	Elsewhere func(ctx context.Context, submissions [][]byte) ([]Graded, error)
}

// Graded is what a process made of a submission: a report, or why there is none.
type Graded struct {
	Report []byte
	Failed string
}

// Grade grades all submissions. A submission that cannot be judged does not stop the others. If the context ended, the
// reports must not be used.
func (g *Grader) Grade(ctx context.Context, all []Submission) ([]*grading.Report, error) {
	kept, err := openKeeping(g.Keep)
	if err != nil {
		return nil, err
	}
	defer kept.close()
	ofExercise, err := exerciseKey(g.Exercise, g.Keep != "")
	if err != nil {
		return nil, err
	}
	reports := make([]*grading.Report, len(all))
	var one sync.Mutex
	done := 0
	var failed error
	same := map[string][]int{} // submissions by their keys
	finish := func(i int, r *grading.Report) {
		one.Lock()
		defer one.Unlock()
		if r.Key = submissionKey(ofExercise, &all[i]); r.Judged && failed == nil {
			failed = kept.add(r)
		}
		for _, k := range same[r.Key] {
			own := *r
			own.Submission = all[k].Name
			reports[k] = &own
			done++
		}
		g.Graded(done)
	}
	for i := range all {
		key := submissionKey(ofExercise, &all[i])
		same[key] = append(same[key], i)
	}
	var open []int // submissions that are to be graded
	for i := range all {
		s := &all[i]
		key := submissionKey(ofExercise, s)
		switch r := kept.find(key, s.Name); {
		case same[key][0] != i:
		case r != nil:
			finish(i, r)
		case s.Bad != "":
			finish(i, grading.Unjudged(g.Exercise, s.Name, s.Bad))
		default:
			open = append(open, i)
		}
	}
	if g.Elsewhere != nil {
		return reports, errors.Join(g.elsewhere(ctx, all, open, finish), failed)
	}
	work := make(chan int)
	var workers sync.WaitGroup
	for range min(g.Jobs, len(open)) {
		workers.Go(func() {
			for i := range work {
				finish(i, g.report(Process(ctx, g.Command, all[i].input(), g.Timeout)))
			}
		})
	}
	for _, i := range open {
		if ctx.Err() == nil {
			work <- i
		}
	}
	close(work)
	workers.Wait()
	return reports, failed
}

// elsewhere grades submissions on other machines too.
func (g *Grader) elsewhere(
	ctx context.Context, all []Submission, open []int, finish func(int, *grading.Report),
) error {
	graded, err := g.Elsewhere(ctx, lists.Map(open, func(i int) []byte { return all[i].input() }))
	for k := range graded {
		finish(open[k], g.report(graded[k]))
	}
	return err
}

// input is what a process reads to grade the submission. The report does not depend on the name.
func (s Submission) input() []byte {
	s.Name = ""
	input, _ := text.JSON(s) // strings only
	return input
}

// report decodes the report of a submission.
func (g *Grader) report(graded Graded) *grading.Report {
	if graded.Failed != "" {
		return grading.Unjudged(g.Exercise, "", graded.Failed)
	}
	r, err := grading.Decode(g.Exercise, graded.Report)
	if err != nil {
		return grading.Unjudged(g.Exercise, "", "the grader failed: "+err.Error())
	}
	return r
}

// grace is the time that a process may run beyond its time limit before it is killed.
const grace = 10 * time.Second

// mostReport is the size of the longest report that a process may print, in bytes.
const mostReport = 4 << 20

// Process grades a submission in a process of its own.
func Process(ctx context.Context, command []string, submission []byte, timeout time.Duration) Graded {
	ctx, end := context.WithTimeout(ctx, timeout+grace)
	defer end()
	child := exec.CommandContext(ctx, command[0], command[1:]...)
	child.Stdin, child.WaitDelay = bytes.NewReader(submission), grace
	out := &capped{most: mostReport}
	child.Stdout = out
	err := child.Run()
	switch {
	case ctx.Err() != nil:
		return Graded{Failed: "the limit of time was reached"}
	case !json.Valid(out.Bytes()):
		why := "the limit of memory was reached, or the grader failed"
		if err != nil {
			why += fmt.Sprintf(" (%v)", err)
		}
		return Graded{Failed: why}
	}
	return Graded{Report: out.Bytes()}
}

// capped keeps written bytes up to a maximum size.
type capped struct {
	bytes.Buffer
	most int
}

func (l *capped) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.most {
		return 0, errors.New("too long")
	}
	return l.Buffer.Write(p)
}
