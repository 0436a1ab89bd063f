package grading

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// domain compares the domain of the student with the reference, problem by problem.
func (w *work) domain(ctx context.Context) (float64, error) {
	own := puzzle.ProblemName(w.text)
	unused := own != ""
	share, err := w.each(ctx, func(name string, hidden bool) (bool, error) {
		reference, err := w.referenceIn(name)
		if err != nil {
			return false, err
		}
		student, diags, err := w.studentIn(name)
		if err != nil || diags.HasErrors() {
			w.misfit(name, hidden, diags)
			return false, err
		}
		return w.compared(ctx, reference, student, puzzle.Data{}, name, hidden)
	})
	names, _ := w.instances()
	for _, name := range names {
		problem, _ := w.x.Read(name)
		unused = unused && puzzle.ProblemName(problem) != own
	}
	if unused {
		w.say("The problem `%s` in %s is not used: the exercise has no problem of this name.", own, w.part.File)
	}
	return share, err
}

// referenceIn reads a problem with the domain of the exercise.
func (w *work) referenceIn(problem string) (*puzzle.Program, error) {
	text, err := w.x.Read(w.part.Reference)
	if err != nil {
		return nil, err
	}
	program, diags, err := w.x.Problem(problem, puzzle.Text{Name: w.part.Reference, Text: text})
	if err == nil && diags.HasErrors() {
		err = diags
	}
	return program, err
}

// studentIn reads a problem with the domain of the student.
func (w *work) studentIn(problem string) (*puzzle.Program, diag.List, error) {
	return w.x.Problem(problem, puzzle.Text{Name: w.part.File, Text: w.text})
}

// checkDomain says what is wrong with the reference in the problems of a part, "" for nothing.
func (j *Judge) checkDomain(ctx context.Context, part *exercise.Part) string {
	w := &work{Judge: j, Part: &Part{}, part: part}
	names, _ := w.instances()
	for _, name := range names {
		program, err := w.referenceIn(name)
		if err == nil {
			_, err = w.puzzle(ctx, program, "")
		}
		if err != nil {
			return fmt.Sprintf("%s with the problem %s: %v", part.Reference, name, err)
		}
	}
	return ""
}
