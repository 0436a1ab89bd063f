package emit

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/pddl"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/present/readback"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// PDDL writes a puzzle in the Planning Domain Definition Language. PlannersPlan reads the plans that planners find.
func PDDL(ctx context.Context, z *puzzle.Puzzle) (*pddl.Problem, error) {
	if o := z.Model().Objective; o != nil {
		return nil, fmt.Errorf("%s: planners look for plans and know no `%s`; for PDDL the value must be the cost of a move",
			z.Program.Name(), o.Word())
	}
	p, err := pddl.Emit(ctx, z.Task())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return p, nil
}

// ByPlanner reports whether a text is a plan as planners write it.
func ByPlanner(text string) bool { return readback.ByPlanner(text) }

// PlannersPlan translates plans of planners for what PDDL writes to plans of the puzzle, each move on the line of its
// action where that is possible. The list says which text is no plan of these actions.
func PlannersPlan(ctx context.Context, z *puzzle.Puzzle, plan puzzle.Text) (string, diag.List, error) {
	answers, problem := readback.Read(plan.Name, plan.Text, readback.Names{PDDL: true})
	if problem != nil {
		problem.Code = semantics.CodePlan
		return "", diag.List{problem}, nil
	}
	p, err := PDDL(ctx, z)
	if err != nil {
		return "", nil, err
	}
	var lines []string
	for i, answer := range answers {
		if len(answers) > 1 {
			lines = append(lines, fmt.Sprintf("# solution %d", i+1))
		}
		for _, a := range answer.Moves {
			line, known := p.Line(a.Text)
			if !known {
				var diags diag.List
				diags.Errorf(a.Span, semantics.CodePlan, "there is no action `%s` in the domain of this model", a.Text)
				return "", diags, nil
			}
			for len(lines) < a.Span.Start.Line-1 {
				lines = append(lines, "")
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n"), nil, nil
}
