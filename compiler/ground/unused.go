package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// unusedMoves warns of declared moves without an applicable instance. If the puzzle has parameters, an instance of the
// puzzle may well not use a move. Then unusedMoves reports only moves that are not applicable in any state under the
// model's own parameters.
func (g *grounder) unusedMoves(t *task.Task, schemas []schema) {
	if g.o.NoWarnings || g.Diags.HasErrors() {
		return
	}
	alive := make([]bool, len(schemas))
	for i := range t.Moves {
		alive[t.Moves[i].Schema] = true
	}
	data := len(g.m.ParamArrays()) > 0
	for i, s := range schemas {
		var reason, help string
		switch {
		case alive[i] || g.m.HasData():
			continue
		case s.instances == 0 && s.decl.Where != nil:
			g.nowhere(s.decl)
			continue
		case s.instances == 0:
			reason = "a parameter has no values"
		case s.possible == 0:
			reason = "no state enables it"
			help = "some state must satisfy all its guards, what it writes must lie inside its types, and its cost must not " +
				"be negative"
		case data:
			continue
		default:
			reason = "no reachable state enables it"
		}
		g.Diags.Warnf(s.decl.Span, codeDeadMove, "`%s` can never be made: %s", g.m.MoveName(s.decl), reason).Help = help
	}
}

// nowhere warns of a move whose `where` admits no arguments. A condition without parameters may refuse all arguments on
// purpose: it selects another metric or another rule.
func (g *grounder) nowhere(d *model.Move) {
	x := semantics.NewMachine(g.m)
	defer x.Within(g.Ctx)()
	args, condition, found := x.Nowhere(d)
	if found {
		g.Diags.Warnf(condition, codeDeadMove, "`%s` can never be made: its %s admits no arguments; this is false, for "+
			"example, for %s", g.m.MoveName(d), g.m.Where(), semantics.Equations(args))
	}
}
