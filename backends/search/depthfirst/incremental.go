package depthfirst

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// incremental is an estimate that a depth-first search updates with each move: the maximum of several sums, each of a
// linear part and of entries of tables of exact costs. The linear parts and the numbers of the entries are the scales.
// For each depth there is a frame with the values of the scales. A move adds its changes, which are stored beside its
// effects, to the scales. A nil *incremental has no scales.
type incremental struct {
	alternatives []alternative
	scales       int
	bases        []int64
	stride       int     // of the frames
	frames       []int64 // by depth and scale
	// quick, if not nil, has the table of each scale: all parts are entries of one byte. Then a frame also has the totals
	// of the alternatives, behind the scales. A move looks only at tables whose entry changes.
	quick []quickPart
}

type quickPart struct {
	bytes []uint8
	coef  int64
	total int // place of the total in a frame
}

// stale, as the first total of a frame, means that the totals are not known yet.
const stale = math.MinInt64

type alternative struct {
	linear int // number of the scale of the linear part; -1: the part is constant
	base   int64
	parts  []term
}

// term is coef times an entry of a table. The number of the entry is a sum of scales.
type term struct {
	scale int // number of the first scale
	coef  int64
	costs *store.Entries
	bytes []uint8 // the entries by the first scale, if one byte is enough for each; else nil
	// numbered is the table if its entries belong to states; then the scales together are a state. Otherwise it is nil.
	numbered *store.Costs
	hashed   *store.Hashed // numbered in a form that is read faster; nil: it does not have this form
	keys     []space.KeyPart
	st       []uint64
}

// scale is a sum of terms of one variable, without its base: by variable and place.
type scale = map[int32][]int64

// maxScales bounds the number of scales.
const maxScales = 16

// newIncremental returns an estimate in this form, and its scales. It returns nil if the estimate does not have this
// form, or if it is not trusted, because searches cut states by it.
func newIncremental(h estimate.Estimate) (*incremental, []scale) {
	sums := h.TableSums()
	if len(sums) == 0 || !h.Trusted {
		return nil, nil
	}
	t := &incremental{}
	var scales []scale
	add := func(s *space.Sum) int {
		scales = append(scales, s.Unary)
		t.bases = append(t.bases, s.Base)
		return len(scales) - 1
	}
	for i := range sums {
		from := &sums[i]
		if max(from.Linear.Base, -from.Linear.Base) > task.MaxCost {
			return nil, nil
		}
		a := alternative{linear: -1, base: from.Linear.Base}
		if len(from.Linear.Unary) > 0 {
			a.linear, a.base = add(from.Linear), 0
		}
		for _, p := range from.Parts {
			if p.Coef < 0 {
				return nil, nil
			}
			w := term{scale: len(scales), coef: p.Coef, costs: &p.Costs.Entries}
			for _, k := range p.Keys {
				add(k.Sum)
				w.keys = append(w.keys, k.KeyPart)
			}
			if p.Costs.States == nil {
				w.bytes = p.Costs.Entries.One
			} else {
				w.numbered, w.hashed, w.st = p.Costs, p.Costs.Hashed(), make([]uint64, p.Costs.Kept.Words)
			}
			a.parts = append(a.parts, w)
		}
		t.alternatives = append(t.alternatives, a)
	}
	if t.scales = len(scales); t.scales == 0 || t.scales > maxScales {
		return nil, nil
	}
	t.stride = t.scales
	t.setQuick()
	return t, scales
}

// setQuick sets quick, if all parts are entries of one byte.
func (t *incremental) setQuick() {
	var quick []quickPart
	for i := range t.alternatives {
		a := &t.alternatives[i]
		if a.linear >= 0 {
			return
		}
		for _, p := range a.parts {
			if p.bytes == nil {
				return
			}
			quick = append(quick, quickPart{p.bytes, p.coef, t.scales + i})
		}
	}
	t.quick, t.stride = quick, t.scales+len(t.alternatives)
}

// widest bounds the cost of a move and the change of a scale, so that 32 bits hold their sum.
const widest = math.MaxInt32 / 2

// tooWide reports whether a move may change a sum by more than Widest.
func tooWide(s scale) bool {
	total := int64(0)
	for _, terms := range s {
		for _, x := range terms {
			if max(x, -x) > math.MaxInt32/4 {
				return true
			}
		}
		total += 2 * max(slices.Max(terms), -slices.Min(terms))
	}
	return total > widest
}

// another returns the estimate with frames of its own, for another thread.
func (t *incremental) another() *incremental {
	if t == nil {
		return nil
	}
	c := *t
	c.frames, c.alternatives = nil, slices.Clone(t.alternatives)
	for i := range c.alternatives {
		parts := slices.Clone(c.alternatives[i].parts)
		for k := range parts {
			parts[k].st = slices.Clone(parts[k].st)
		}
		c.alternatives[i].parts = parts
	}
	return &c
}

// fill fills the frame of a depth for a state.
func (t *incremental) fill(sp *space.Space, scales []scale, st []uint64, depth int) {
	if t != nil {
		frame := t.frames[depth*t.stride:]
		for i, unary := range scales {
			frame[i] = (&space.Sum{Base: t.bases[i], Unary: unary}).At(sp, st)
		}
		if t.quick != nil {
			frame[t.scales] = stale
		}
	}
}

// reserve makes slack for the frames of a number of depths.
func (t *incremental) reserve(depths int) {
	if t != nil && depths*t.stride > len(t.frames) {
		t.frames = append(t.frames, make([]int64, depths*t.stride-len(t.frames))...)
	}
}

// bytes returns the memory of the frames, and of the tables that a search has for itself.
func (t *incremental) bytes() int64 {
	if t == nil {
		return 0
	}
	n := 8 * int64(len(t.frames))
	for i := range t.alternatives {
		for _, p := range t.alternatives[i].parts {
			if p.hashed != nil {
				n += p.hashed.Bytes()
			}
		}
	}
	return n
}

// changes holds the changes of the scales by a move: by row of the table and scale. If no other table of the move
// changes scales, steps has for each row the same changes without zeros, filled up with changes of 0 to width.
type changes struct {
	moved []int32
	steps []scaleStep
	width int
}

type scaleStep struct{ scale, change int32 }

// listSteps sets steps and width.
func (c *changes) listSteps(scales int) {
	rows := make([][]scaleStep, len(c.moved)/scales)
	for i, m := range c.moved {
		if m != 0 {
			r := i / scales
			rows[r] = append(rows[r], scaleStep{int32(i % scales), m})
			c.width = max(c.width, len(rows[r]))
		}
	}
	c.steps = make([]scaleStep, len(rows)*c.width)
	for r := range rows {
		copy(c.steps[r*c.width:], rows[r])
	}
}

// move fills the frame of depth+1: the frame of depth plus a row of changes.
func (t *incremental) move(c *changes, row, depth int) {
	n := t.stride
	both := t.frames[depth*n : (depth+2)*n]
	at, to := both[:n], both[n:]
	copy(to, at)
	if t.quick == nil || c.steps == nil {
		for i, m := range c.moved[row*t.scales:][:t.scales] {
			to[i] += int64(m)
		}
		if t.quick != nil {
			to[t.scales] = stale
		}
		return
	}
	for _, x := range c.steps[row*c.width:][:c.width] {
		p := &t.quick[x.scale]
		old := to[x.scale]
		now := old + int64(x.change)
		to[x.scale] = now
		entry := p.bytes[now]
		to[p.total] += p.coef * (int64(entry) - int64(p.bytes[old]))
		if entry == 0 {
			to[p.total] = 2 * estimate.Hopeless
		}
	}
}

// more adds a row of changes to the frame of depth+1.
func (t *incremental) more(moved []int32, row, depth int) {
	if moved == nil { // the table holds costs alone
		return
	}
	to := t.frames[(depth+1)*t.stride : (depth+2)*t.stride]
	for i, m := range moved[row*t.scales:][:t.scales] {
		to[i] += int64(m)
	}
}

// quickly returns the estimate by a frame with totals.
func (t *incremental) quickly(frame []int64) int64 {
	h, totals := int64(0), frame[t.scales:]
	if totals[0] == stale {
		for i := range t.alternatives {
			totals[i] = t.alternatives[i].base
		}
		for i := range t.quick {
			p := &t.quick[i]
			entry := int64(p.bytes[frame[i]])
			frame[p.total] += p.coef * (entry - 1)
			if entry == 0 {
				frame[p.total] = 2 * estimate.Hopeless
			}
		}
	}
	for _, x := range totals {
		h = max(h, x)
	}
	return h
}

// value returns the estimate by the frame of a depth.
func (t *incremental) value(depth int) int64 {
	h, frame := int64(0), t.frames[depth*t.stride:(depth+1)*t.stride]
	if t.quick != nil {
		return t.quickly(frame)
	}
	for i := range t.alternatives {
		a := &t.alternatives[i]
		total := a.base
		if a.linear >= 0 {
			total += frame[a.linear]
		}
		for k := range a.parts {
			p := &a.parts[k]
			if p.bytes != nil || p.hashed != nil {
				c := p.entry(frame)
				if c == 0 {
					return estimate.Hopeless
				}
				total += p.coef * (c - 1)
				continue
			}
			cost := p.cost(frame)
			if cost >= task.Unreachable {
				return estimate.Hopeless
			}
			total += p.coef * cost
		}
		h = max(h, total)
	}
	return h
}

// finds returns the number of lookups of states in tables for each estimate. One in a hashed table counts as half.
func (t *incremental) finds() (n float64) {
	for i := range t.alternatives {
		for _, p := range t.alternatives[i].parts {
			switch {
			case p.hashed != nil:
				n += 0.5
			case p.numbered != nil:
				n++
			}
		}
	}
	return n
}

// entry returns the entry of one byte that the scales give: 0, or the cost plus 1.
func (w *term) entry(frame []int64) int64 {
	if w.bytes != nil {
		return int64(w.bytes[frame[w.scale]])
	}
	st := uint64(0)
	for i, k := range w.keys {
		st |= uint64(frame[w.scale+i]) << k.Shift
	}
	return int64(w.hashed.Entry(st))
}

// cost returns the entry whose number the scales give.
func (w *term) cost(frame []int64) int64 {
	if w.numbered != nil {
		return w.find(frame)
	}
	return w.costs.At(uint64(frame[w.scale]))
}

// find returns the cost of the state that the scales form.
func (w *term) find(frame []int64) int64 {
	clear(w.st)
	for i, k := range w.keys {
		w.st[k.Word] |= uint64(frame[w.scale+i]) << k.Shift
	}
	return w.numbered.Numbered(w.st)
}
