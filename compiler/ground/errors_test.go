package ground_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/ground/parity"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/room"
)

func taskOf(t testing.TB, m *model.Model) *task.Task {
	t.Helper()
	g, diags := ground.Task(context.Background(), m, ground.Options{Invariant: parity.Reason})
	require.False(t, diags.HasErrors(), "%v", diags)
	return g
}

func TestGroundWrongModels(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.pz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			l := check.Loader{FS: os.DirFS("testdata/errors")}
			p, diags := l.Load(filepath.Base(f))
			require.NotNil(t, p, "%s", compilertest.Printed(diags, l.Sources))
			m, more := semantics.Build(p, nil, nil)
			require.NotNil(t, m, "%s", compilertest.Printed(more, l.Sources))
			_, found := ground.Task(context.Background(), m, ground.Options{})
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			compilertest.Match(t, filepath.Base(f), string(src), append(diags, found...))

			quiet, found := ground.Task(context.Background(), m, ground.Options{NoWarnings: true})
			for _, d := range found {
				assert.Equal(t, diag.Error, d.Severity, "%s", d)
			}
			assert.Equal(t, found.HasErrors(), quiet == nil)
		})
	}
}

func TestGroundLimits(t *testing.T) {
	m := compilertest.Built(t, `puzzle Many
state n: 0..9 = 0
move small(i: 0..2) { n := i }
move many(i: 0..999, j: 0..999, k: 0..999) where i != j { n := (i + j + k) % 10 }
goal n == 9
`, "")
	_, diags := ground.Task(context.Background(), m, ground.Options{MaxMoves: 1000})
	require.True(t, diags.HasErrors())
	assert.Equal(t, "too-many-moves", diags[0].Code)
	assert.Contains(t, diags[0].Msg,
		"`many` has 1000 × 1000 × 1000 = 1,000,000,000 combinations of arguments (after 3 other moves): more than 1,000 "+
			"ground moves do not fit")

	wide := compilertest.Built(t, `puzzle Wide
state n[0..99]: 0..99 = 0
move mix(i: 0..99) { n[i] := (sum k in 0..99: n[(n[k] + n[i] + k) % 100]) % 100 }
goal n[0] == 1
`, "")
	_, diags = ground.Task(context.Background(), wide, ground.Options{MaxNodes: 20_000})
	require.True(t, diags.HasErrors())
	assert.Equal(t, "task-too-large", diags[0].Code)
	assert.Equal(t, 3, diags[0].Span.Start.Line)

	far := compilertest.Built(t, `puzzle Far
type Cell = grid(150, 150)
state at: Cell = (0, 0)
def free(a: Cell, b: Cell) = adjacent(a, b)
move walk(d: Dir) when steps(free, at + d, (149, 149)) < steps(free, at, (149, 149)) { at := at + d }
goal at == (149, 149)
`, "")
	_, diags = ground.Task(context.Background(), far, ground.Options{})
	require.True(t, diags.HasErrors())
	assert.Equal(t, "too-large", diags[0].Code)
	assert.Contains(t, diags[0].Msg, "free joins 22500 values, which makes too many pairs")
	assert.Contains(t, diags[0].Help, "an equation for the second value")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, diags = ground.Task(ctx, wide, ground.Options{})
	require.True(t, diags.HasErrors())
	assert.Equal(t, "interrupted", diags[0].Code)
}

// Grounding and the data before it end where the memory of the process would go beyond the limit, and not long after.
func TestGroundKeepsToMemory(t *testing.T) {
	const limit = 12 << 20
	for name, text := range map[string]string{
		"moves": `puzzle P
type T = 0..9
state x: 0..9 = 0
move m(a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, i: T, j: T) where a + b + c + d + e + f + g + h + i + j < 900 when x != a { x := (a + b + c + d + e + f + g + h + i + j) % 10 }
goal x == 9`,
		"places": "puzzle P\nstate x[i in 0..399999]: 0..9 = i % 10\nmove m(a: 0..99) { x[a] := (x[a] + 1) % 10 }\n" +
			"goal forall i in 0..399999: x[i] == 0",
		"terms": "puzzle P\nstate x[i in 0..1999]: 0..9 = 0\nmove m { x[0] := 1 }\n" +
			"goal (sum i in 0..1999, j in 0..1999: if x[i] == x[j] then 1 else 0) > 5",
		"data": "puzzle P\nconst c[i in 0..2999, j in 0..2999]: 0..100 = 1\nstate x: 0..99 = 0\n" +
			"move m { x := c[x, x] % 100 }\ngoal x == 9",
	} {
		t.Run(name, func(t *testing.T) {
			l := check.Loader{FS: fstest.MapFS{}}
			p, _ := l.LoadText("model.pz", text)
			require.NotNil(t, p)
			debug.FreeOSMemory()
			base, end := context.WithCancel(context.Background())
			before := room.Held()
			ctx := room.Within(base, before+limit, end)
			m, diags := semantics.BuildContext(ctx, p, nil, nil)
			if m != nil {
				_, diags = ground.Task(ctx, m, ground.Options{})
			}
			require.Error(t, ctx.Err())
			require.NotEmpty(t, diags)
			assert.Equal(t, "interrupted", diags[0].Code)
			assert.Less(t, room.Held()-before, int64(3*limit)) // the collector was not told of the limit
		})
	}
}
