package difftest

import (
	"context"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/ground"
)

// TestLongNative solves random models with the engine native, each by another algorithm. The programs themselves are
// compared with interp elsewhere (TestLongGeneratedRandom): this is about what pzc asks of them and reads from them.
func TestLongNative(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	algorithms := search.Generated()
	tried := 0
	for seed := firstSeed(t); tried < 2*len(algorithms); seed++ {
		text := rapid.Custom(func(rt *rapid.T) string { return anyModel(rt, writeModel, 200) }).Example(seed)
		m := quietly(text)
		if m == nil {
			continue
		}
		task, diags := ground.Task(t.Context(), m, ground.Options{})
		if diags.HasErrors() || task.Facts.Unsolvable != "" {
			continue
		}
		o := backends.Options{Algorithm: algorithms[tried%len(algorithms)].Name, NoPrune: true, NoSymmetry: true}
		got, err := native.New(m).Solve(context.Background(), task, o)
		if err != nil { // the puzzle has no moves, or something that programs do not have
			continue
		}
		tried++
		want, err := search.Backend{}.Solve(t.Context(), task, backends.Options{Algorithm: "ucs"})
		require.NoError(t, err)
		assert.Equal(t, want.Status, got.Status, "%s\n%s", o.Algorithm, text)
		if want.Status == backends.Solved && got.Status == backends.Solved {
			p := got.Plans[0]
			assert.Equal(t, p.Cost, searchtest.Replay(t, task, p.Start, p.Moves), "%s\n%s", o.Algorithm, text)
			assert.GreaterOrEqual(t, p.Cost, want.Plans[0].Cost, "%s\n%s", o.Algorithm, text)
			assert.True(t, !got.Optimal || p.Cost == want.Plans[0].Cost, "%s\n%s", o.Algorithm, text)
		}
	}
}
