package sat

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// level is a level of the corpus.
type level struct {
	Rows        []string
	Start, Goal [2]int
	Bridges     []struct {
		ID, Initial string
		Cells       [][2]int
	}
	Switches []struct {
		ID, Kind string
		Cells    [][2]int
		Effects  []struct{ Op, Bridge string }
	}
	Oracle struct{ Moves int64 }
}

func readLevel(t testing.TB, number int) *level {
	path := filepath.Join("..", "..", "..", "shared", "corpus", "bloxorz", fmt.Sprintf("level%02d.json", number))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the corpus is not there: %v", err)
	}
	var l level
	require.NoError(t, json.Unmarshal(data, &l))
	return &l
}

// bloxorz is a level without split tiles, as the compiler grounds it: the block's two cells, one variable for each
// bridge, a move for each direction that computes where the block goes.
type bloxorz struct {
	*sattest.Builder
	l     *level
	cols  int
	a, b  int
	there map[string]int
}

func newBloxorz(l *level) *task.Task {
	x := &bloxorz{Builder: sattest.NewBuilder("bloxorz"), l: l, cols: len(l.Rows[0]), there: map[string]int{}}
	var cells []int64
	for r, row := range l.Rows {
		for c := range row {
			if row[c] != '.' {
				cells = append(cells, x.cell([2]int{r, c}))
			}
		}
	}
	start := x.cell(l.Start)
	x.a, x.b = x.Variable("a", start, cells...), x.Variable("b", start, cells...)
	for _, b := range l.Bridges {
		x.there[b.ID] = x.Variable("there["+b.ID+"]", sattest.Truth(b.Initial == "on"), 0, 1)
	}
	a, b, p := x.Pool.Var(x.a), x.Pool.Var(x.b), x.Pool
	goal := p.Const(x.cell(l.Goal))
	x.Goal = p.And(p.Eq(a, goal), p.Eq(b, goal))
	x.Always = p.And(x.solid(a), x.solid(b), p.Or(p.Not(p.Eq(a, b)),
		p.Not(x.at(a, func(c byte) bool { return c == '!' }))))
	for _, d := range []struct {
		name   string
		dr, dc int
	}{{"up", -1, 0}, {"right", 0, 1}, {"down", 1, 0}, {"left", 0, -1}} {
		x.roll(d.name, d.dr, d.dc)
	}
	return x.Task
}

func (x *bloxorz) cell(c [2]int) int64 { return int64(c[0]*x.cols + c[1]) }

// table is a function of a cell.
func (x *bloxorz) table(e task.Expr, value func(r, c int) task.Expr) task.Expr {
	elems := make([]task.Expr, len(x.l.Rows)*x.cols)
	for i := range elems {
		elems[i] = value(i/x.cols, i%x.cols)
	}
	return x.Pool.Select(e, elems...)
}

func (x *bloxorz) at(e task.Expr, is func(byte) bool) task.Expr {
	return x.table(e, func(r, c int) task.Expr { return x.Pool.Bool(is(x.l.Rows[r][c])) })
}

func (x *bloxorz) solid(e task.Expr) task.Expr {
	return x.table(e, func(r, c int) task.Expr {
		for _, b := range x.l.Bridges {
			if slices.Contains(b.Cells, [2]int{r, c}) {
				return x.Pool.Var(x.there[b.ID])
			}
		}
		return x.Pool.Bool(x.l.Rows[r][c] != '.')
	})
}

// next is the cell beside, −1 off the board.
func (x *bloxorz) next(e task.Expr, dr, dc int) task.Expr {
	return x.table(e, func(r, c int) task.Expr {
		if r+dr < 0 || r+dr >= len(x.l.Rows) || c+dc < 0 || c+dc >= x.cols {
			return x.Pool.Const(-1)
		}
		return x.Pool.Const(x.cell([2]int{r + dr, c + dc}))
	})
}

func (x *bloxorz) roll(name string, dr, dc int) {
	p, a, b := x.Pool, x.Pool.Var(x.a), x.Pool.Var(x.b)
	na, nb := x.next(a, dr, dc), x.next(b, dr, dc)
	choose := func(standing, behindA, behindB, side task.Expr) task.Expr {
		return p.Ite(p.Eq(a, b), standing, p.Ite(p.Eq(na, b), behindA, p.Ite(p.Eq(nb, a), behindB, side)))
	}
	u := choose(na, nb, na, na)
	w := choose(x.next(a, 2*dr, 2*dc), nb, na, nb)
	zero := p.Const(0)
	guard := p.And(p.Le(zero, u), p.Le(zero, w), x.solid(u), x.solid(w))
	lo, hi := p.Min(u, w), p.Max(u, w)
	effects := []task.Effect{sattest.Set(x.a, lo), sattest.Set(x.b, hi)}
	for _, bridge := range x.l.Bridges {
		k := x.there[bridge.ID]
		if after := x.after(bridge.ID, u, w); after != p.Var(k) {
			effects = append(effects, sattest.Set(k, after))
		}
	}
	x.Move("roll("+name+")", guard, effects...)
}

// after is the state of a bridge when the block has come to lie on u and w.
func (x *bloxorz) after(id string, u, w task.Expr) task.Expr {
	p, e := x.Pool, x.Pool.Var(x.there[id])
	for _, s := range x.l.Switches {
		on := func(c task.Expr) task.Expr {
			return x.table(c, func(r, col int) task.Expr { return p.Bool(slices.Contains(s.Cells, [2]int{r, col})) })
		}
		hit := p.Or(on(u), on(w))
		if s.Kind == "heavy" {
			hit = p.And(p.Eq(u, w), on(u))
		}
		for _, f := range s.Effects {
			if f.Bridge != id {
				continue
			}
			value := map[string]task.Expr{"on": task.True, "off": task.False, "toggle": p.Not(e)}[f.Op]
			e = p.Ite(hit, value, e)
		}
	}
	return e
}

func TestBloxorz(t *testing.T) {
	for _, n := range []int{1, 3, 5, 7, 11, 13, 17, 19, 21, 25, 27, 29, 31, 33} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			l := readLevel(t, n)
			r := solve(t, newBloxorz(l))
			require.True(t, r.Optimal)
			require.Equal(t, l.Oracle.Moves, r.Plans[0].Cost)
		})
	}
}
