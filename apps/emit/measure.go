package emit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Sizes holds the numbers of variables and clauses of a formula.
type Sizes struct {
	Size
	Groups []Size `json:"groups"` // the groups of all steps together
	Lines  []Size `json:"lines"`  // by the lines of the model, several of which may be taken together
}

// Size is the size of a formula, or of a part of it.
type Size struct {
	Group     string `json:"group,omitempty"`
	Lines     string `json:"lines,omitempty"` // "12", "12, 14"; "" for what belongs to no line, at the end
	Variables int64  `json:"variables"`
	Clauses   int64  `json:"clauses"`
}

// Measure counts the variables and clauses of the formula that CNF writes, by groups and by lines of the model.
func Measure(ctx context.Context, z *puzzle.Puzzle, x Formula) (*Sizes, error) {
	if err := writable(z, x); err != nil {
		return nil, err
	}
	sizes, err := outside.Measure(ctx, z.Task(), x)
	if err != nil {
		return nil, &puzzle.OptionsError{Err: err}
	}
	type part struct {
		at []diag.Pos
		cnf.Size
	}
	parts := map[string]part{}
	for source, size := range sizes.Sources {
		at := stems(z, source)
		key := lineNumbers(z, at)
		parts[key] = part{at, parts[key].Plus(size)}
	}
	out := &Sizes{Size: Size{"", "", sizes.Total.Variables, sizes.Total.Clauses}, Lines: []Size{}}
	out.Groups = lists.Map(sizes.Groups, func(g outside.GroupSize) Size {
		return Size{g.Name, "", g.Variables, g.Clauses}
	})
	for lines, p := range parts {
		out.Lines = append(out.Lines, Size{"", lines, p.Variables, p.Clauses})
	}
	slices.SortFunc(out.Lines, func(a, b Size) int {
		if a.Lines == "" || b.Lines == "" {
			return cmp.Compare(len(b.Lines), len(a.Lines))
		}
		return cmp.Or(slices.CompareFunc(parts[a.Lines].at, parts[b.Lines].at, comparePos), cmp.Compare(a.Lines, b.Lines))
	})
	return out, nil
}

func comparePos(a, b diag.Pos) int {
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line))
}

// stems are the places of the declarations that a part of a formula stems from.
func stems(z *puzzle.Puzzle, source cnf.Source) (out []diag.Pos) {
	c := z.Model().Program
	var conditions []model.Formula
	switch source.Part {
	case cnf.PartMove:
		return []diag.Pos{c.Moves[source.Number].Span.Start}
	case cnf.PartState:
		array, _ := z.Model().ArrayAt(z.Task().Vars[source.Number].State)
		return []diag.Pos{array.Span.Start}
	case cnf.PartInit:
		conditions = c.Inits
	case cnf.PartAlways:
		conditions = c.Always
	case cnf.PartGoal:
		conditions = c.Goals
	}
	out = append(out, lists.Map(conditions, func(f model.Formula) diag.Pos { return f.Expr.Span().Start })...)
	slices.SortFunc(out, comparePos)
	return out
}

// lineNumbers writes places as lines, with the file unless it is the model itself.
func lineNumbers(z *puzzle.Puzzle, at []diag.Pos) string {
	var out []string
	for _, pos := range at {
		line := fmt.Sprint(pos.Line)
		if pos.Filename != z.Model().Name {
			line = fmt.Sprintf("%s:%d", pos.Filename, pos.Line)
		}
		out = append(out, line)
	}
	return strings.Join(slices.Compact(out), ", ")
}
