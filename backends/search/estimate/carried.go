package estimate

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// Carried is an estimate that is the greatest of several sums, each of a linear part and of entries of tables of exact costs.
// A dive carries the linear parts and the indices of the entries along, a frame for each depth, and adds to them what stands
// in the tables of the branches.
type Carried struct {
	alternatives []alternative
	scales       int
	bases        []int64
	frames       []int64 // by depth and scale
}

type alternative struct {
	linear int // its scale; -1: constant
	base   int64
	parts  []weighing
}

// weighing is coef times an entry of a table, whose keys are scales.
type weighing struct {
	scale int // the first
	coef  int64
	costs *store.Entries
	bytes []uint8 // the entries, where one byte is enough for each
	// numbered: entries belong to states, and keys make a state of the scales
	numbered *store.Costs
	keys     []space.KeyPart
	st       []uint64
}

// Scale is a sum of terms of one variable, without its base.
type Scale = map[int32][]int64

// maxScales bounds what is carried along.
const maxScales = 16

// Carry is nil if the estimate has not the shape. An untrusted one may not drop states.
func Carry(h Estimate) (*Carried, []Scale) {
	sums := h.TableSums()
	if len(sums) == 0 || !h.Trusted {
		return nil, nil
	}
	t := &Carried{}
	var scales []Scale
	add := func(s *space.Sum) int {
		scales = append(scales, s.Unary)
		t.bases = append(t.bases, s.Base)
		return len(scales) - 1
	}
	for i := range sums {
		from := &sums[i]
		a := alternative{linear: -1, base: from.Linear.Base}
		if len(from.Linear.Unary) > 0 {
			a.linear, a.base = add(from.Linear), 0
		}
		for _, p := range from.Parts {
			if p.Coef < 0 {
				return nil, nil
			}
			w := weighing{scale: len(scales), coef: p.Coef, costs: &p.Costs.Entries, bytes: p.Costs.Entries.One}
			for _, k := range p.Keys {
				add(k.Sum)
				w.keys = append(w.keys, k.KeyPart)
			}
			if p.Costs.States != nil {
				w.numbered, w.st = p.Costs, make([]uint64, p.Costs.Kept.Words)
			}
			a.parts = append(a.parts, w)
		}
		t.alternatives = append(t.alternatives, a)
	}
	if t.scales = len(scales); t.scales == 0 || t.scales > maxScales || slices.ContainsFunc(scales, TooWide) {
		return nil, nil
	}
	return t, scales
}

// Widest is how much a move may cost, or change a sum: 32 bits hold both together.
const Widest = math.MaxInt32 / 2

// TooWide tells whether a move may change a sum by more than that.
func TooWide(s Scale) bool {
	total := int64(0)
	for _, terms := range s {
		for _, x := range terms {
			if max(x, -x) > math.MaxInt32/4 {
				return true
			}
		}
		total += 2 * max(slices.Max(terms), -slices.Min(terms))
	}
	return total > Widest
}

// Weigh fills the frame of the first state behind a root. There is none without sums, here and below.
func (t *Carried) Weigh(sp *space.Space, scales []Scale, st []uint64) {
	if t != nil {
		frame := t.frames[t.scales:]
		for i, unary := range scales {
			frame[i] = (&space.Sum{Base: t.bases[i], Unary: unary}).At(sp, st)
		}
	}
}

func (t *Carried) Reserve(depths int) {
	if t != nil && depths*t.scales > len(t.frames) {
		t.frames = append(t.frames, make([]int64, depths*t.scales-len(t.frames))...)
	}
}

func (t *Carried) Bytes() int64 {
	if t == nil {
		return 0
	}
	return 8 * int64(len(t.frames))
}

// Move fills the frame behind the one of depth by a row of what the first table of a branch changes.
func (t *Carried) Move(moved []int32, row, depth int) {
	n := t.scales
	both := t.frames[depth*n : (depth+2)*n]
	at, to := both[:n], both[n:]
	for i, m := range moved[row*n:][:n] {
		to[i] = at[i] + int64(m)
	}
}

// More adds a row of what another table changes.
func (t *Carried) More(moved []int32, row, depth int) {
	if moved == nil { // it holds costs alone
		return
	}
	n := t.scales
	to := t.frames[(depth+1)*n : (depth+2)*n]
	for i, m := range moved[row*n:][:n] {
		to[i] += int64(m)
	}
}

// Value is the estimate by the frame of this depth.
func (t *Carried) Value(depth int) int64 {
	h, frame := int64(0), t.frames[depth*t.scales:(depth+1)*t.scales]
	for i := range t.alternatives {
		a := &t.alternatives[i]
		total := a.base
		if a.linear >= 0 {
			total += frame[a.linear]
		}
		for k := range a.parts {
			p := &a.parts[k]
			if p.numbered != nil {
				if total += p.coef * p.find(frame); total >= task.Unreachable {
					return task.Unreachable
				}
				continue
			}
			at := uint64(frame[p.scale])
			if p.bytes == nil {
				total += p.coef * p.costs.At(at)
				continue
			}
			c := p.bytes[at]
			if c == 0 {
				return task.Unreachable
			}
			total += p.coef * (int64(c) - 1)
		}
		h = max(h, total)
	}
	return h
}

// Finds is how many states are looked for at each estimate.
func (t *Carried) Finds() (n int) {
	for i := range t.alternatives {
		for k := range t.alternatives[i].parts {
			if t.alternatives[i].parts[k].numbered != nil {
				n++
			}
		}
	}
	return n
}

// find is the cost of the state that the scales make.
func (w *weighing) find(frame []int64) int64 {
	clear(w.st)
	for i, k := range w.keys {
		w.st[k.Word] |= uint64(frame[w.scale+i]) << k.Shift
	}
	return w.numbered.Numbered(w.st)
}
