//go:build !js

package grading

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// program judges a file of the Go program of the reference: in each instance, the program with this file must build and
// give the answer that pzc gives.
func (w *work) program(ctx context.Context) (float64, error) {
	if !w.Trust {
		return 0, errTrust
	}
	reference, err := w.reference()
	if err != nil {
		return 0, err
	}
	return w.each(ctx, func(instance string, hidden bool) (bool, error) {
		z, err := w.puzzle(ctx, reference, instance)
		if err != nil {
			return false, err
		}
		fault, err := w.answers(ctx, z)
		if err != nil || fault == "" || w.Mistake != "" { // only the first fault is told
			return fault == "", err
		}
		w.Mistake = "program: " + fault
		w.Teacher = append(w.Teacher, "instance "+quoted(instance)+": "+fault)
		if hidden {
			w.level = w.x.HiddenFeedback
			fault += " This shows in a hidden instance."
		}
		if w.level.Shows(exercise.Side) {
			w.say("%s", fault)
		} else {
			w.say("The program does not answer as it should.")
		}
		return false, nil
	})
}

// answers builds and runs the program for an instance. fault is a sentence about a wrong answer.
func (w *work) answers(ctx context.Context, z *puzzle.Puzzle) (fault string, err error) {
	best, err := w.solve(ctx, z, w.solver())
	if err != nil || best.Status == backends.Unknown {
		return "", errors.Join(err, errors.New("the answer is not known"))
	}
	files, err := emit.Go(ctx, z, emit.GoOptions{Plain: true})
	if err != nil {
		return "", err
	}
	own := emit.File{Name: w.part.File, Text: []byte(w.text)}
	for i := range files {
		if files[i].Name == own.Name {
			files = append(files[:i], files[i+1:]...)
			break
		}
	}
	program, err := native.BuildForeign(ctx, append(files, own))
	var complaint *native.Complaint
	if errors.As(err, &complaint) && ctx.Err() == nil {
		return fmt.Sprintf("The program does not build: %s.", complaint.Text), nil
	}
	if err != nil {
		return "", err
	}
	defer program.Remove()
	memory := cmp.Or(w.Memory, backends.DefaultMemory)
	out, said, status, err := program.Run(ctx, memory, append([]string{"-json"}, w.part.Arguments...)...)
	if err != nil {
		return "", err
	}
	var answer struct {
		Status backends.Status `json:"status"`
		Cost   int64           `json:"cost"`
		Plan   []struct {
			Move string `json:"move"`
		} `json:"plan"`
	}
	if json.Unmarshal(out, &answer) != nil {
		return fmt.Sprintf("The program ended with status %d and without an answer as -json writes it: %s.", status,
			strings.TrimSuffix(said, ".")), nil
	}
	if answer.Status == backends.Unknown {
		return "", errContext
	}
	if answer.Status != best.Status {
		return fmt.Sprintf("The program says that the puzzle is %s, and it is %s.", answer.Status, best.Status), nil
	}
	if best.Status != backends.Solved {
		return "", nil
	}
	plan := make([]string, len(answer.Plan))
	for i, step := range answer.Plan {
		plan[i] = step.Move
	}
	return w.planFault(ctx, z, strings.Join(plan, "\n"), answer.Cost, best.Solutions[0].Cost)
}

// planFault describes the fault of the plan of a program.
func (w *work) planFault(ctx context.Context, z *puzzle.Puzzle, plan string, cost, best int64) (string, error) {
	c, diags := z.ValidateOne(ctx, puzzle.Text{Name: "plan", Text: plan})
	if ctx.Err() != nil {
		return "", errContext
	}
	if w.part.Cost > 0 {
		best = w.part.Cost
	}
	switch {
	case diags.HasErrors():
		return "The plan of the program cannot be read: " + diags[0].Msg + ".", nil
	case !c.Valid() && c.Step > 0:
		return fmt.Sprintf("Move %d of the program's plan cannot be made.", c.Step), nil
	case !c.Valid():
		return "The plan of the program does not lead to a goal.", nil
	case c.Solution.Cost != cost:
		return fmt.Sprintf("The program says that its plan costs %d, and it costs %d.", cost, c.Solution.Cost), nil
	case cost > best:
		return fmt.Sprintf("The plan of the program costs %d, and %d is possible.", cost, best), nil
	}
	return "", nil
}
