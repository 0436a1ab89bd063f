package class

import (
	"context"
	"errors"
	"sync"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Grader has submissions graded, each once, and keeps the reports.
type Grader struct {
	Exercise *exercise.Exercise
	Keep     string      // the file that keeps reports, so that no submission is graded twice; "": none
	Graded   func(n int) // called when n submissions are graded

	// Do grades submissions, each a Submission as JSON. The output of each is a grading.Report as JSON. got may be called
	// from several goroutines.
	Do func(ctx context.Context, submissions [][]byte, got func(i int, r *jobs.Result)) error
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
	reports, keys := make([]*grading.Report, len(all)), make([]string, len(all))
	same := map[string][]int{} // submissions by their keys
	for i := range all {
		keys[i] = submissionKey(ofExercise, &all[i])
		same[keys[i]] = append(same[keys[i]], i)
	}
	var one sync.Mutex
	done := 0
	var failed error
	finish := func(i int, r *grading.Report) {
		one.Lock()
		defer one.Unlock()
		if r.Key = keys[i]; r.Judged && failed == nil {
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
	var open []int // submissions that are to be graded
	for i := range all {
		s := &all[i]
		switch r := kept.find(keys[i], s.Name); {
		case same[keys[i]][0] != i:
		case r != nil:
			finish(i, r)
		case s.Bad != "":
			finish(i, grading.Unjudged(g.Exercise, s.Name, s.Bad))
		default:
			open = append(open, i)
		}
	}
	inputs := lists.Map(open, func(i int) []byte { return all[i].input() })
	err = g.Do(ctx, inputs, func(i int, r *jobs.Result) { finish(open[i], g.report(r)) })
	return reports, errors.Join(err, failed)
}

// input is what a process reads to grade the submission. The report does not depend on the name.
func (s Submission) input() []byte {
	s.Name = ""
	input, _ := text.JSON(s) // strings only
	return input
}

// report decodes the report of a submission.
func (g *Grader) report(graded *jobs.Result) *grading.Report {
	if graded.Failed != "" {
		return grading.Unjudged(g.Exercise, "", graded.Failed)
	}
	r, err := grading.Decode(g.Exercise, []byte(graded.Output))
	if err != nil {
		return grading.Unjudged(g.Exercise, "", "the grader failed: "+err.Error())
	}
	return r
}
