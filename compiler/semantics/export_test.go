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

// ReadMap reads a map of characters from a text.
func ReadMap(text string, blanks bool) (*model.Map, Cut, error) {
	rows, off, err := lines(text, blanks)
	if err != nil {
		return nil, off, err
	}
	m, err := ofRows(rows, off)
	return m, off, err
}
