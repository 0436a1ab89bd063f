package space

import (
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TableSum is a sum that a search can update with each move: a linear part, and entries of tables of exact costs. The
// number of an entry is a sum of terms of one variable, so a search can store the change of this number beside the
// effects of each move. An estimate with table sums is the greatest of them, and at least 0:
//
//	h = max over sums of linear + Σ coef · costs[keys]
type TableSum struct {
	Linear *Sum // its unary terms; none if it is constant
	Parts  []tablePart
}

// tablePart is Coef times an entry of a table.
type tablePart struct {
	Coef  int64
	Keys  []keySum
	Costs *store.Costs
}

// KeyPart is a part of the key of an entry. If entries are addressed directly, there is one part, the number of the
// entry. Otherwise a part is a range of bits in a word of the packed state. Packing is linear, too: each variable adds
// its place, shifted to its field.
type KeyPart struct {
	Word  int
	Shift uint
}

// keyBits is the width of a part. The change by a move then fits 32 bits.
const keyBits = 24

// keySum is a part as a sum of unary terms.
type keySum struct {
	KeyPart
	Sum *Sum
}

// TableSums returns the sums whose maximum e is. It returns false if e does not have this form.
func (p *program) TableSums(e task.Expr) ([]TableSum, bool) {
	alternatives := []task.Expr{e}
	if n := p.pool.Node(e); n.Op == task.OpMax {
		alternatives = n.Args
	}
	out := make([]TableSum, len(alternatives))
	for i, e := range alternatives {
		a := p.NewAdder()
		if !p.addParts(&out[i], a, e, 1) || len(a.rest)+len(a.groups) > 0 {
			return nil, false
		}
		out[i].Linear = &Sum{Base: a.Base, Unary: a.unary}
	}
	return out, true
}

// addParts adds coef times e: entries of tables to t, the rest to a.
func (p *program) addParts(t *TableSum, a *adder, e task.Expr, coef int64) bool {
	n := p.pool.Node(e)
	switch n.Op {
	case task.OpAdd:
		for _, x := range n.Args {
			if !p.addParts(t, a, x, coef) {
				return false
			}
		}
		return true
	case task.OpMul:
		if c, ok := p.pool.Value(n.Args[0]); ok {
			return p.addParts(t, a, n.Args[1], coef*c)
		}
	case task.OpCost:
		costs := (*p.tables)[n.N]
		if costs == nil {
			return false
		}
		part := tablePart{Coef: coef, Costs: costs}
		keys, adders, ok := p.keysOf(costs, n.Args)
		for i, a := range adders {
			ok = ok && len(a.rest)+len(a.groups) == 0
			part.Keys = append(part.Keys, keySum{keys[i], &Sum{Base: a.Base, Unary: a.unary}})
		}
		if !ok {
			return false
		}
		t.Parts = append(t.Parts, part)
		return true
	}
	a.Add(e, coef)
	return true
}

// keysOf returns the parts of the key for a state with these values, and an adder for each part. It returns false if
// the values of a variable have gaps, or if a value may lie outside.
func (p *program) keysOf(t *store.Costs, codes []task.Expr) (keys []KeyPart, adders []*adder, ok bool) {
	if p.Scratch == nil {
		return nil, nil, false
	}
	for k, e := range codes {
		values, n := t.Kept.Vars[k].Values, p.pool.Node(e)
		last := values[len(values)-1]
		if last-values[0] != int64(len(values)-1) || n.Lo < values[0] || n.Hi > last {
			return nil, nil, false
		}
		f := t.Kept.Fields[k]
		if now := len(keys) - 1; now < 0 || t.States != nil && !keys[now].holds(f) {
			keys, adders = append(keys, KeyPart{f.Word, f.Shift}), append(adders, p.NewAdder())
		}
		a, stride := adders[len(adders)-1], int64(1)<<(f.Shift-keys[len(keys)-1].Shift)
		if t.States == nil {
			stride = t.Stride[k]
		}
		a.Add(e, stride)
		a.Base -= stride * values[0]
	}
	return keys, adders, len(keys) > 0
}

// holds reports whether a field belongs to the part.
func (k KeyPart) holds(f packed.Field) bool {
	return f.Word == k.Word && f.Shift >= k.Shift && f.Shift+f.Bits <= k.Shift+keyBits
}

// compileCost compiles a lookup in a table. Without the table the value is 0, a trivial lower bound.
func (p *program) compileCost(n *task.Node) int32 {
	t := (*p.tables)[n.N]
	if t == nil {
		return p.constant(0)
	}
	keys, adders, ok := p.keysOf(t, n.Args)
	if !ok {
		return p.add(inst{op: opCost, args: p.compileAll(n.Args), costs: t})
	}
	in := inst{op: opEntry, costs: t}
	for _, a := range adders {
		i, _ := a.Instruction()
		in.args = append(in.args, i)
	}
	if t.States != nil {
		in.op, in.keys = opNumbered, keys
	}
	return p.add(in)
}
