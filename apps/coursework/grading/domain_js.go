package grading

import (
	"context"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// The compiler of the page does not contain the reader of PDDL.

func (w *work) domain(context.Context) (float64, error) { return 0, errPage }

func (w *work) studentIn(string) (*puzzle.Program, diag.List, error) { return nil, nil, errPage }

func (j *Judge) checkDomain(context.Context, *exercise.Part) string { return errPage.Error() }
