package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Texts for players name cells from 1, or as on a chessboard; names of elements stay those of the language.
func TestNamesOfCells(t *testing.T) {
	m := compilertest.ModelOf(t, "puzzle P type C = grid(3, 30) state at: C = any "+
		"state on[c in C, n in 1..2]: bool = any goal at == at")
	cell := m.Arrays[0].Type
	for names, want := range map[string][]string{
		"":     {"(2, 0)", "(0, 25)", "(1, 27)", "on (1, 27) 2"},
		"r1c1": {"r3c1", "r1c26", "r2c28", "on r2c28 2"},
		"a1":   {"a3", "z1", "ab2", "on ab2 2"},
	} {
		m.Cells = names
		place := m.Data[1].Offset + 2*57 + 1
		assert.Equal(t, want, []string{
			m.FormatText(cell, model.Int(60)), m.FormatText(cell, model.Int(25)), m.FormatText(cell, model.Int(57)),
			m.Label(place),
		}, names)
		assert.Equal(t, "(1, 27)", m.Format(cell, model.Int(57)))
		assert.Equal(t, "on[(1, 27), 2]", m.StateName(place))
		assert.Equal(t, "at", m.Label(0))
	}
}
