package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// SymmetryInstances lists the instances of a symmetry that its `where` admits, in the order of the language.
func (machine *Machine) SymmetryInstances(sym *model.Move) []Move {
	return machine.instancesOf(sym, nil)
}

// ApplySymmetry returns a state that is equivalent to a state, or a refusal if the symmetry does not apply to the
// state.
func (machine *Machine) ApplySymmetry(state []int64, sym *model.Move, args []model.Value) ([]int64, *Refusal) {
	mv := Move{sym, args}
	f, ev := machine.bindArgs(mv), machine.ev
	ev.state = state
	for i := range sym.When {
		if !ev.holds(sym.When[i].Expr, f) {
			machine.why = failure{rule: RuleWhen, cond: &sym.When[i], frame: f}
			return nil, machine.explain(mv)
		}
	}
	next := append([]int64(nil), state...)
	if !machine.phase(sym.Body, f, next) {
		return nil, machine.explain(mv)
	}
	return next, nil
}

// PruneMatches reports whether the last moves are a sequence that a `prune` names.
func (machine *Machine) PruneMatches(p *model.Prune, moves []Move) bool {
	if len(moves) < len(p.Steps) {
		return false
	}
	moves = moves[len(moves)-len(p.Steps):]
	f := make(Frame, p.Slots)
	for i := range p.Steps {
		if moves[i].Decl != p.Steps[i].Move || !machine.argsMatch(p.Steps[i].Args, moves[i].Args, f) {
			return false
		}
	}
	return p.Where == nil || machine.ev.holds(p.Where, f)
}

func (machine *Machine) argsMatch(pattern []model.PruneArg, args []model.Value, f Frame) bool {
	for i, p := range pattern {
		switch {
		case p.Slot >= 0 && f[p.Slot].OK:
			if model.Compare(f[p.Slot].Value, args[i]) != 0 {
				return false
			}
		case p.Slot >= 0:
			f[p.Slot] = Slot{args[i], true}
		case p.Value != nil:
			v, ok := machine.ev.eval(p.Value, make(Frame, model.SlotsFor(p.Value)))
			if !ok || model.Compare(v, args[i]) != 0 {
				return false
			}
		}
	}
	return true
}
