package space

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// maxSupportBits bounds the variables that a support lists. Expressions over more bits are never tabulated.
const maxSupportBits = 16

// supports tells for each expression which variables it reads, if these take few bits. Equal sets are kept once.
type supports struct {
	pool   *task.Pool
	layout *packed.Layout
	of     []int32 // by expression: number of a set plus 1; 0: not computed, -1: too many bits
	sets   [][]int32
	index  map[string]int32
	unions map[[2]int32]int32
}

func newSupports(pool *task.Pool, l *packed.Layout) *supports {
	s := &supports{
		pool: pool, layout: l, of: make([]int32, pool.Len()),
		index: map[string]int32{}, unions: map[[2]int32]int32{},
	}
	s.intern(nil)
	return s
}

func (s *supports) intern(vars []int32) int32 {
	width := uint(0)
	key := make([]byte, 0, 4*len(vars))
	for _, v := range vars {
		width += s.layout.Fields[v].Bits
		key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	// One variable is always listed, so that guards on it can become rows.
	if width > maxSupportBits && len(vars) > 1 {
		return -1
	}
	if id, ok := s.index[string(key)]; ok {
		return id
	}
	s.sets = append(s.sets, vars)
	id := int32(len(s.sets))
	s.index[string(key)] = id
	return id
}

func (s *supports) union(a, b int32) int32 {
	switch {
	case a < 0 || b < 0:
		return -1
	case a == b:
		return a
	case a > b:
		a, b = b, a
	}
	if u, ok := s.unions[[2]int32{a, b}]; ok {
		return u
	}
	vars := slices.Concat(s.sets[a-1], s.sets[b-1])
	slices.Sort(vars)
	u := s.intern(slices.Compact(vars))
	s.unions[[2]int32{a, b}] = u
	return u
}

func (s *supports) id(e task.Expr) int32 {
	if int(e) >= len(s.of) { // the pool has grown
		s.of = append(s.of, make([]int32, s.pool.Len()-len(s.of))...)
	}
	if s.of[e] != 0 {
		return s.of[e]
	}
	n := s.pool.Node(e)
	u := s.index[""]
	if n.Op == task.OpVar {
		u = s.intern([]int32{int32(n.N)})
	}
	for _, a := range n.Args {
		if u = s.union(u, s.id(a)); u < 0 {
			break
		}
	}
	s.of[e] = u
	return u
}

// vars returns the variables that e reads, ascending. It returns false if they take too many bits.
func (s *supports) vars(e task.Expr) ([]int32, bool) {
	id := s.id(e)
	if id < 0 {
		return nil, false
	}
	return s.sets[id-1], true
}
