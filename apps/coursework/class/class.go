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
	work := make(chan int)
	var one sync.Mutex
	var workers sync.WaitGroup
	done := 0
	var failed error
	for range min(g.Jobs, len(all)) {
		workers.Go(func() {
			for i := range work {
				s := &all[i]
				key := submissionKey(ofExercise, s)
				r := kept.find(key, s.Name)
				if r == nil && s.Bad != "" {
					r = grading.Unjudged(g.Exercise, s.Name, s.Bad)
				} else if r == nil {
					r = g.process(ctx, s)
				}
				one.Lock()
				reports[i] = r
				if r.Key = key; r.Judged && failed == nil {
					failed = kept.add(r)
				}
				done++
				g.Graded(done)
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
	return reports, failed
}

// grace is the time that a process may run beyond its time limit before it is killed.
const grace = 10 * time.Second

// mostReport is the size of the longest report that a process may print, in bytes.
const mostReport = 4 << 20

// process grades a submission in a process of its own.
func (g *Grader) process(ctx context.Context, s *Submission) *grading.Report {
	input, err := text.JSON(s)
	if err != nil {
		return grading.Unjudged(g.Exercise, s.Name, "it is no text")
	}
	ctx, end := context.WithTimeout(ctx, g.Timeout+grace)
	defer end()
	child := exec.CommandContext(ctx, g.Command[0], g.Command[1:]...)
	child.Stdin, child.WaitDelay = bytes.NewReader(input), grace
	out := &capped{most: mostReport}
	child.Stdout = out
	err = child.Run()
	r := &grading.Report{}
	switch {
	case ctx.Err() != nil:
		return grading.Unjudged(g.Exercise, s.Name, "the limit of time was reached")
	case json.Unmarshal(out.Bytes(), r) != nil:
		why := "the limit of memory was reached, or the grader failed"
		if err != nil {
			why += fmt.Sprintf(" (%v)", err)
		}
		return grading.Unjudged(g.Exercise, s.Name, why)
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
