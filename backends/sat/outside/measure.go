package outside

import (
	"context"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Sizes holds the numbers of variables and clauses of a formula.
type Sizes struct {
	Total   cnf.Size
	Groups  []GroupSize // groups of the same name at all steps together, in their order
	Sources map[cnf.Source]cnf.Size
}

// GroupSize is the size of the groups of one name.
type GroupSize struct {
	Name string
	cnf.Size
}

// Measure counts the variables and clauses of the formula that Write writes.
func Measure(ctx context.Context, t *task.Task, x Options) (*Sizes, error) {
	f, err := single(ctx, t, x)
	if err != nil {
		return nil, err
	}
	rec := f.rec
	out := &Sizes{Total: cnf.Size{Variables: int64(len(rec.Labels)), Clauses: int64(rec.Clauses)}, Sources: rec.Sizes}
	for _, g := range rec.Groups {
		name, _, _ := strings.Cut(g.Name, " at ")
		i := slices.IndexFunc(out.Groups, func(o GroupSize) bool { return o.Name == name })
		if i < 0 {
			i = len(out.Groups)
			out.Groups = append(out.Groups, GroupSize{Name: name})
		}
		out.Groups[i].Size = out.Groups[i].Plus(g.Size)
	}
	out.Groups = slices.DeleteFunc(out.Groups, func(g GroupSize) bool { return g.Size == cnf.Size{} })
	return out, nil
}
