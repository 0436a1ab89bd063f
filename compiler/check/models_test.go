package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
)

func TestReferenceModelsCheck(t *testing.T) {
	for _, name := range compilertest.ReferenceModels(t) {
		t.Run(name, func(t *testing.T) {
			p := compilertest.Load(t, name)
			assert.Equal(t, name, p.Name)
			assert.NotEmpty(t, p.Puzzle)
			assert.NotEmpty(t, p.Goals)
		})
	}
}
