package space

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Evaluator computes the instructions of a program in one state at a time.
type Evaluator struct {
	p      *program
	st     []uint64
	now    uint32 // number of the current state; values kept under another number are stale
	stamp  []uint32
	kept   []int64
	floods []flood
	values []int64
	seen   []uint32 // by value: for distinct
	tick   uint32
	parts  task.Forest // for acyclic
	image  []uint64    // scratch for a state of a simpler puzzle
}

func newEvaluator(p *program) *Evaluator { return &Evaluator{p: p} }

// Load makes st the current state. The caller may change st only before the next Load.
func (v *Evaluator) Load(st []uint64) {
	v.st = st
	v.now++
	if len(v.stamp) < len(v.p.code) || v.now == 0 {
		v.stamp = make([]uint32, len(v.p.code)+len(v.p.code)/2)
		v.kept = make([]int64, len(v.stamp))
		v.now = 1
		v.floods = nil
	}
	for len(v.floods) < len(v.p.floods) {
		v.floods = append(v.floods, newFlood(&v.p.floods[len(v.floods)]))
	}
}

// Holds reports whether all the instructions are true.
func (v *Evaluator) Holds(is []int32) bool {
	for _, i := range is {
		if v.Eval(i) == 0 {
			return false
		}
	}
	return true
}

// Eval returns the value of instruction i in the current state.
func (v *Evaluator) Eval(i int32) int64 {
	in := &v.p.code[i]
	switch in.op {
	case opConst:
		return in.n
	case opField:
		return in.n + int64(in.at.Index(v.st))
	case opTable:
		return int64(in.table[in.at.Index(v.st)])
	case opReached:
		return int64(v.reached(in.n)[in.at.First.Word] >> (in.at.First.Shift & 63) & 1)
	}
	if !in.memo {
		return v.compute(i, in)
	}
	if v.stamp[i] != v.now {
		x := v.compute(i, in)
		v.stamp[i], v.kept[i] = v.now, x
		return x
	}
	return v.kept[i]
}

func (v *Evaluator) compute(i int32, in *inst) int64 {
	arg := in.args
	switch in.op {
	case opConst, opField, opTable, opReached:
		return v.Eval(i)
	case opValues:
		return in.consts[in.at.Index(v.st)]
	case opMatch:
		for k := range in.match {
			if m := &in.match[k]; v.st[m.word]&m.mask != m.want {
				return 0
			}
		}
		return 1
	case opNot:
		return 1 - v.Eval(arg[0])
	case opAnd:
		return ToInt(v.Holds(arg))
	case opOr:
		for _, a := range arg {
			if v.Eval(a) != 0 {
				return 1
			}
		}
		return 0
	case opIte:
		if v.Eval(arg[0]) != 0 {
			return v.Eval(arg[1])
		}
		return v.Eval(arg[2])
	case opEq:
		return ToInt(v.Eval(arg[0]) == v.Eval(arg[1]))
	case opLt:
		return ToInt(v.Eval(arg[0]) < v.Eval(arg[1]))
	case opLe:
		return ToInt(v.Eval(arg[0]) <= v.Eval(arg[1]))
	case opSum:
		return v.sum(in)
	case opMul:
		return v.Eval(arg[0]) * v.Eval(arg[1])
	case opDiv:
		return task.EuclidDiv(v.Eval(arg[0]), v.Eval(arg[1]))
	case opMod:
		return task.EuclidMod(v.Eval(arg[0]), v.Eval(arg[1]))
	case opAbs:
		x := v.Eval(arg[0])
		return max(x, -x)
	case opMin, opMax:
		return v.extreme(in)
	case opSelect:
		if k := v.Eval(arg[0]); k >= 0 && k < int64(len(arg)-1) {
			return v.Eval(arg[k+1])
		}
		return 0
	case opLookup:
		if k := v.Eval(arg[0]); k >= 0 && k < int64(len(in.consts)) {
			return in.consts[k]
		}
		return 0
	case opFind:
		x := v.Eval(arg[0])
		for k, a := range arg[1:] {
			if v.Eval(a) == x {
				return int64(k)
			}
		}
		return in.n
	case opFindField:
		return v.findField(in)
	case opDistinct:
		return ToInt(v.distinct(in))
	case opReach:
		return ToInt(v.reach(in))
	case opCount:
		return v.count(in)
	case opAcyclic:
		return ToInt(v.pairs(in, task.OpAcyclic))
	case opConnected:
		return ToInt(v.pairs(in, task.OpConnected))
	case opCost:
		return v.cost(in)
	case opEntry:
		return in.costs.Entries.At(uint64(v.Eval(arg[0])))
	case opNumbered:
		return v.numbered(in)
	}
	panic(fmt.Sprintf("search: no operator %d", in.op))
}

func (v *Evaluator) extreme(in *inst) int64 {
	best := v.Eval(in.args[0])
	for _, a := range in.args[1:] {
		if x := v.Eval(a); in.op == opMin {
			best = min(best, x)
		} else {
			best = max(best, x)
		}
	}
	return best
}

func (v *Evaluator) findField(in *inst) int64 {
	x := v.Eval(in.args[0]) - in.consts[0]
	for k, a := range in.args[1:] {
		if v.p.code[a].at.Index(v.st) == uint64(x) {
			return int64(k)
		}
	}
	return in.n
}

// maxSeen bounds the range of values for which distinct keeps marks.
const maxSeen = 1 << 12

func (v *Evaluator) distinct(in *inst) bool {
	base := len(v.values) // elements may use distinct themselves: all are evaluated before any is marked
	for _, a := range in.args {
		v.values = append(v.values, v.Eval(a))
	}
	values := v.values[base:]
	v.values = v.values[:base]
	v.tick++
	if v.tick == 0 {
		clear(v.seen)
		v.tick = 1
	}
	for k, x := range values {
		off := x - in.n
		if off < 0 || off >= maxSeen {
			if slices.Contains(values[:k], x) {
				return false
			}
			continue
		}
		if off >= int64(len(v.seen)) {
			v.seen = append(v.seen, make([]uint32, off+1-int64(len(v.seen)))...)
		}
		if v.seen[off] == v.tick {
			return false
		}
		v.seen[off] = v.tick
	}
	return true
}

func (v *Evaluator) cost(in *inst) int64 {
	base := len(v.values)
	for _, a := range in.args {
		v.values = append(v.values, v.Eval(a))
	}
	codes := v.values[base:]
	v.values = v.values[:base]
	return in.costs.Of(codes, v.imageOf(in.costs))
}

// imageOf returns scratch for a state of a simpler puzzle.
func (v *Evaluator) imageOf(t *store.Costs) []uint64 {
	if len(v.image) < t.Kept.Words {
		v.image = make([]uint64, t.Kept.Words)
	}
	return v.image[:t.Kept.Words]
}

func (v *Evaluator) numbered(in *inst) int64 {
	st := v.imageOf(in.costs)
	clear(st)
	for i, k := range in.keys {
		st[k.Word] |= uint64(v.Eval(in.args[i])) << k.Shift
	}
	return in.costs.Numbered(st)
}

// ToInt returns 1 for true, 0 for false.
func ToInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
