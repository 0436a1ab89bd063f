package ground

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Limits of the sequences that a `prune` names.
const (
	maxPruneSequences = 1 << 18
	maxPruneTries     = 1 << 22
)

// makePrunings lists the sequences of ground moves that the `prune` declarations name.
func (g *grounder) makePrunings(t *task.Task) {
	for i, pr := range g.m.Prunes {
		p := pruner{g: g, t: t, decl: pr, frame: make(semantics.Frame, pr.Slots)}
		out := task.Pruning{Name: fmt.Sprintf("prune %d", i+1)}
		if p.match(0) {
			out.Sequences = p.found
		} else {
			out.Missing = fmt.Sprintf("more than %s sequences of moves", diag.Thousands(maxPruneSequences))
		}
		t.Prunings = append(t.Prunings, out)
	}
}

// pruner finds the sequences of one declaration.
type pruner struct {
	g        *grounder
	t        *task.Task
	decl     *model.Prune
	frame    semantics.Frame
	sequence []int32
	found    [][]int32
	tries    int
}

// match enumerates the moves that match the steps from step on. It returns false if there are too many.
func (p *pruner) match(step int) bool {
	if step == len(p.decl.Steps) {
		if p.decl.Where != nil {
			if v, ok := p.g.Sem.Eval(p.decl.Where, p.frame, nil); !ok || v.N == 0 {
				return true
			}
		}
		p.found = append(p.found, slices.Clone(p.sequence))
		return len(p.found) <= maxPruneSequences
	}
	s := &p.decl.Steps[step]
	for m := range p.t.Moves {
		if p.g.m.Moves[p.t.Moves[m].Schema] != s.Move {
			continue
		}
		if p.tries++; p.tries > maxPruneTries || p.g.Halted() {
			return false
		}
		old := slices.Clone(p.frame)
		p.sequence = append(p.sequence, int32(m))
		ok := !p.fits(s.Args, p.g.moveArgs[p.t.Moves[m].Name]) || p.match(step+1)
		p.sequence = p.sequence[:len(p.sequence)-1]
		copy(p.frame, old)
		if !ok {
			return false
		}
	}
	return true
}

// fits matches the arguments of a move with a pattern and stores the values of the pattern's variables.
func (p *pruner) fits(pattern []model.PruneArg, args []model.Value) bool {
	for i, a := range pattern {
		switch {
		case a.Slot >= 0 && p.frame[a.Slot].OK:
			if model.Compare(p.frame[a.Slot].Value, args[i]) != 0 {
				return false
			}
		case a.Slot >= 0:
			p.frame[a.Slot] = semantics.Slot{Value: args[i], OK: true}
		case a.Value != nil:
			v, ok := p.g.Sem.Eval(a.Value, make(semantics.Frame, model.SlotsFor(a.Value)), nil)
			if !ok || model.Compare(v, args[i]) != 0 {
				return false
			}
		}
	}
	return true
}
