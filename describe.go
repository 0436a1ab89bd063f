package pzc

import (
	"io"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/task"
	"github.com/pzc-lang/pzc/task/describe"
)

// Format writes a model in canonical layout.
func Format(name, text string) (string, diag.List) {
	out, diags := dsl.Format(name, []byte(text))
	return string(out), diags
}

// Model returns the checked model with its data. It must not be changed.
func (z *Puzzle) Model() *model.Model { return z.model }

// Task returns the task to which Ground compiled the puzzle, nil before. It must not be changed.
func (z *Puzzle) Task() *task.Task { return z.task }

// HasFree tells whether solutions choose a part of the initial state.
func (z *Puzzle) HasFree() bool { return z.task.HasFree() }

// Describe writes what the puzzle was compiled to; verbose lists the moves.
func (z *Puzzle) Describe(w io.Writer, verbose bool) {
	if verbose {
		describe.Moves(w, z.task)
		return
	}
	describe.Task(w, z.task)
}
