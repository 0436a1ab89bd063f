package pattern

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/whole"
)

// keptTables are tables of the kinds that files keep, with the abstractions that they solve.
func keptTables(t testing.TB) (w *builder, as []*task.Abstraction, ts []*store.Costs, total []bool) {
	w = newBuilder(t.Context())
	w.folder = filepath.Join(t.TempDir(), "deep", "tables")
	for _, cost := range []int64{1, 100} {
		a := places(2, 3, cost, 1, 2)
		b, ok := w.newTotal(a)
		require.True(t, ok)
		table, err := b.build()
		require.NoError(t, err)
		as, ts, total = append(as, a), append(ts, table), append(total, true)
	}
	a := &task.Abstraction{Name: "march", Task: march(3, 300)}
	table, err := w.reachable(a)
	require.NoError(t, err)
	require.NotNil(t, table.States)
	return w, append(as, a), append(ts, table), append(total, false)
}

// march is some variables that only go up, and together: few of their combinations are reached.
func march(vars, n int) *task.Task {
	b := searchtest.NewBuilder("march")
	var guard []task.Expr
	var effects []task.Effect
	for v := range vars {
		x := b.Variable("x", 0, searchtest.Span(n)...)
		guard = append(guard, b.Pool.Lt(x, b.Pool.Const(int64(n-1))))
		effects = append(effects, b.Set(v, b.Pool.Add(x, b.Pool.Const(1))))
		b.Goal = b.Is(x, int64(n-1))
	}
	b.Move("step", b.Pool.And(guard...), 1, effects...)
	return b.Finish()
}

// TestKeptTables writes tables and reads them again.
func TestKeptTables(t *testing.T) {
	w, as, ts, total := keptTables(t)
	for i, a := range as {
		_, ok := w.load(a, total[i])
		require.False(t, ok)
		w.save(a, total[i], ts[i])
	}
	for i, a := range as {
		got, ok := w.load(a, total[i])
		require.True(t, ok)
		require.Equal(t, ts[i].Entries, got.Entries)
		require.Equal(t, ts[i].Stride, got.Stride)
		if ts[i].States != nil {
			require.Equal(t, ts[i].States.Len(), got.States.Len())
			for id := range uint32(got.States.Len()) {
				require.Equal(t, ts[i].States.State(id), got.States.State(id))
			}
		}
		_, ok = w.load(a, !total[i])
		require.False(t, ok)
	}
	files, err := os.ReadDir(w.folder)
	require.NoError(t, err)
	require.Len(t, files, len(as))
}

// TestTableKey: other costs and other starts are other tables, where the start matters; names do not.
func TestTableKey(t *testing.T) {
	a, b := places(2, 3, 1, 1, 2), places(2, 3, 1, 1, 2)
	b.Name, b.Task.Vars[0].Name, b.Task.Moves[0].Name = "x", "y", "z"
	require.Equal(t, tableKey(a, true), tableKey(b, true))
	b.Task.Init = []int64{3, 4, 5}
	require.Equal(t, tableKey(a, true), tableKey(b, true))
	require.NotEqual(t, tableKey(a, false), tableKey(b, false))
	for _, other := range []*task.Abstraction{
		places(2, 3, 2, 1, 2), places(2, 3, 1, 2, 1), places(3, 2, 1, 1, 2),
		places(2, 3, 1, 1),
	} {
		require.NotEqual(t, tableKey(a, true), tableKey(other, true))
	}
	unfolded := *a
	unfolded.Fold = nil
	require.NotEqual(t, tableKey(a, true), tableKey(&unfolded, true))
}

// Whatever the costs of a simpler puzzle depend on is part of the key.
func TestTableKeyHoldsAll(t *testing.T) {
	abstraction := func(change func(b *searchtest.Builder, a *task.Abstraction)) *task.Abstraction {
		b := searchtest.NewBuilder("small")
		p := b.Pool
		x, y := b.Variable("x", 0, 0, 1, 2, 3), b.Variable("y", 1, 0, 1, 2, 3)
		p.Graphs = []task.Graph{{Next: [][]int32{{1}, {0, 2}, {3}, {}}}}
		b.Arrays = []task.Array{{Name: "both", Elems: []task.Expr{x, y}, Distinct: true}}
		b.Goal, b.Always = b.Is(x, 3), p.Reach(0, x, p.Const(3), []task.Expr{task.True, b.Is(y, 1), task.True, task.True})
		b.Move("up", b.Is(y, 1), 2, task.Effect{Var: 0, Cond: p.Lt(x, p.Const(3)), Value: p.Add(x, p.Const(1))})
		b.Move("to", task.True, 1, b.Set(1, p.Const(2)))
		a := &task.Abstraction{Name: "small", Task: b.Finish(), Fold: []int{1}}
		change(b, a)
		return a
	}
	always := map[string]func(b *searchtest.Builder, a *task.Abstraction){
		"":            func(*searchtest.Builder, *task.Abstraction) {},
		"values":      func(b *searchtest.Builder, _ *task.Abstraction) { b.Vars[1].Values = []int64{0, 1, 2, 4} },
		"more values": func(b *searchtest.Builder, _ *task.Abstraction) { b.Vars[0].Values = []int64{0, 1, 2, 3, 4} },
		"goal":        func(b *searchtest.Builder, _ *task.Abstraction) { b.Goal = b.Is(b.Pool.Var(0), 2) },
		"always":      func(b *searchtest.Builder, _ *task.Abstraction) { b.Always = task.True },
		"graph":       func(b *searchtest.Builder, _ *task.Abstraction) { b.Pool.Graphs[0].Next[3] = []int32{1} },
		"distinct":    func(b *searchtest.Builder, _ *task.Abstraction) { b.Arrays[0].Distinct = false },
		"array":       func(b *searchtest.Builder, _ *task.Abstraction) { b.Arrays[0].Elems[1] = b.Pool.Const(3) },
		"guard":       func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves[0].Guard = b.Is(b.Pool.Var(1), 2) },
		"no guard":    func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves[0].Guard = task.True },
		"cost":        func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves[0].Cost = b.Pool.Const(3) },
		"written":     func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves[1].Effects[0].Var = 0 },
		"condition":   func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves[0].Effects[0].Cond = task.True },
		"value":       func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves[1].Effects[0].Value = b.Pool.Const(3) },
		"more effects": func(b *searchtest.Builder, _ *task.Abstraction) {
			b.Moves[1].Effects = append(b.Moves[1].Effects, b.Set(0, b.Pool.Const(0)))
		},
		"less moves": func(b *searchtest.Builder, _ *task.Abstraction) { b.Moves = b.Moves[:1] },
		"fold":       func(_ *searchtest.Builder, a *task.Abstraction) { a.Fold = []int{0} },
		"no fold":    func(_ *searchtest.Builder, a *task.Abstraction) { a.Fold = nil },
	}
	starts := map[string]func(b *searchtest.Builder, a *task.Abstraction){
		"start":      func(b *searchtest.Builder, _ *task.Abstraction) { b.Init = []int64{1, 1} },
		"free":       func(b *searchtest.Builder, _ *task.Abstraction) { b.Free[1] = true },
		"start's":    func(b *searchtest.Builder, _ *task.Abstraction) { b.InitCond = b.Is(b.Pool.Var(0), 1) },
		"dead start": func(b *searchtest.Builder, _ *task.Abstraction) { b.Dead = b.Is(b.Pool.Var(0), 1) },
	}
	seen := map[[sha256.Size]byte]string{}
	differs := func(name string, a *task.Abstraction, total bool) {
		k := tableKey(a, total)
		other, known := seen[k]
		require.False(t, known, "%q has the key of %q", name, other)
		seen[k] = name
	}
	for name, change := range always {
		differs(name+", over all", abstraction(change), true)
		differs(name, abstraction(change), false)
	}
	for name, change := range starts {
		differs(name, abstraction(change), false)
		require.Equal(t, tableKey(abstraction(always[""]), true), tableKey(abstraction(change), true), name)
	}
}

func encoded(t testing.TB, key [sha256.Size]byte, table *store.Costs) []byte {
	var b bytes.Buffer
	require.NoError(t, encode(&b, key, table))
	return b.Bytes()
}

// TestDamagedTables: no file with a bit that is not as it was, cut off or longer, is believed.
func TestDamagedTables(t *testing.T) {
	w, as, ts, total := keptTables(t)
	for i, a := range as {
		key := tableKey(a, total[i])
		good := encoded(t, key, ts[i])
		_, ok := decode(a, key, good)
		require.True(t, ok)
		step := 1 + len(good)*8/5000
		for bit := 0; bit < len(good)*8; bit += step {
			if bit > 800 && step == 1 {
				step = 7
			}
			good[bit/8] ^= 1 << (bit % 8)
			_, ok := decode(a, key, good)
			require.False(t, ok, "bit %d", bit)
			good[bit/8] ^= 1 << (bit % 8)
		}
		for n := 0; n < len(good); n += 1 + len(good)/500 {
			_, ok := decode(a, key, good[:n])
			require.False(t, ok)
		}
		_, ok = decode(a, key, append(good[:len(good):len(good)], 0))
		require.False(t, ok)
		_, ok = decode(a, tableKey(as[(i+1)%len(as)], true), good)
		require.False(t, ok)
	}
	// what is damaged is built again, and the file replaced
	a := as[0]
	w.save(a, true, ts[0])
	path := w.path(tableKey(a, true))
	require.NoError(t, os.WriteFile(path, []byte("pzctable, but not really"), 0o600))
	require.True(t, w.cached(a))
	_, ok := w.load(a, true)
	require.False(t, ok)
	w.save(a, true, ts[0])
	_, ok = w.load(a, true)
	require.True(t, ok)
}

// TestFolderOfTables: a folder that cannot be used does no harm, and what a killed process left does none.
func TestFolderOfTables(t *testing.T) {
	w, as, ts, _ := keptTables(t)
	var lines []string
	w.progress = func(p backends.Progress) { lines = append(lines, p.Doing) }
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	good := w.folder
	w.folder = filepath.Join(file, "below")
	w.save(as[0], true, ts[0])
	require.Len(t, lines, 1)
	require.Contains(t, lines[0], "is not kept")
	_, ok := w.load(as[0], true)
	require.False(t, ok)

	w.folder = good
	require.NoError(t, os.MkdirAll(good, 0o750))
	half := encoded(t, tableKey(as[0], true), ts[0])
	require.NoError(t, os.WriteFile(filepath.Join(good, whole.Prefix+"1"), half[:len(half)/2], 0o600))
	_, ok = w.load(as[0], true)
	require.False(t, ok)
	w.save(as[0], true, ts[0])
	_, ok = w.load(as[0], true)
	require.True(t, ok)
}

// FuzzTable reads files of tables with some bytes changed, and whole other ones. Without the right checksum nothing is
// believed; with it what does not fit the puzzle is refused, and whatever is read can be looked into.
func FuzzTable(f *testing.F) {
	_, as, ts, total := keptTables(f)
	var good [][]byte
	for i, a := range as {
		good = append(good, encoded(f, tableKey(a, total[i]), ts[i]))
		f.Add(uint8(i), uint16(9), []byte{1}, uint16(0), false)
		f.Add(uint8(i), uint16(14), []byte{255, 255, 255}, uint16(3), true)
		f.Add(uint8(i), uint16(60), []byte{0, 1, 2, 3, 4, 5, 6, 7}, uint16(1000), true)
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint16, with []byte, less uint16, summed bool) {
		i := int(which) % len(as)
		data := bytes.Clone(good[i])
		copy(data[int(at)%len(data):], with)
		data = data[:max(0, len(data)-int(less))]
		if summed && len(data) > 4 {
			binary.LittleEndian.PutUint32(data[len(data)-4:], crc32.Checksum(data[:len(data)-4], checksums.Get()))
		}
		table, ok := decode(as[i], tableKey(as[i], total[i]), data)
		if !summed {
			require.Equal(t, bytes.Equal(data, good[i]), ok)
		}
		if !ok {
			return
		}
		require.Equal(t, ts[i].Stride, table.Stride)
		if ts[i].States == nil {
			require.Equal(t, ts[i].Entries.Len(), table.Entries.Len())
			return
		}
		for id := range ts[i].States.Len() { // some may be missing under the right checksum: of these the table says nothing
			st := ts[i].States.State(uint32(id))
			if _, known := table.States.Find(st); !known {
				require.Zero(t, table.Numbered(st))
			}
		}
	})
}
