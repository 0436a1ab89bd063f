package semantics

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// BuildWithin is Build with smaller limits: the elements of a set, and the steps for one array, type or grid.
func BuildWithin(p *model.Program, maxSet int, maxSteps int64) (*model.Model, diag.List) {
	b := newBuilder(p, nil)
	b.ev.maxSet, b.steps = maxSet, maxSteps
	return b.finish()
}

// ViewFill returns the names of the colours of the cells, for each line of View; nil for a line of text.
func (x *Machine) ViewFill(state []int64) [][]string {
	var out [][]string
	for _, b := range x.Boards(state) {
		if b.Line {
			out = append(out, make([][]string, len(b.Lines()))...)
			continue
		}
		for r := range b.Rows {
			out = append(out, b.Fill[r*b.Cols:(r+1)*b.Cols])
		}
	}
	return out
}
