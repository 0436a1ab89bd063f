package sat

import (
	"context"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/task"
)

// Source is the part of the model that variables and clauses come from. What several parts need is counted for the first.
type Source struct {
	Part   string // one of the Part constants
	Number int    // PartMove: of the declaration, as task.Move.Schema; PartState: of the variable
}

// The parts.
const (
	PartNone   = "" // that one move is made at a time, and what was found out about the puzzle
	PartState  = "state"
	PartInit   = "init"
	PartMove   = "move"
	PartAlways = "always"
	PartGoal   = "goal"
)

// Size is that of a formula, or of a part of one.
type Size struct{ Variables, Clauses int64 }

// Plus adds two sizes.
func (s Size) Plus(t Size) Size { return Size{s.Variables + t.Variables, s.Clauses + t.Clauses} }

// Sizes says what a formula consists of.
type Sizes struct {
	Total   Size
	Groups  []GroupSize // the groups of all steps together, in their order
	Sources map[Source]Size
}

// GroupSize is the size of a commented group.
type GroupSize struct {
	Name string
	Size
}

// Measure counts the variables and clauses of the formula that EmitCNF writes.
func Measure(ctx context.Context, t *task.Task, x Export) (*Sizes, error) {
	f, err := export(ctx, t, x)
	if err != nil {
		return nil, err
	}
	rec := f.rec
	out := &Sizes{Total: Size{int64(len(rec.labels)), int64(rec.clauses)}, Sources: rec.sizes}
	for _, g := range rec.groups {
		name, _, _ := strings.Cut(g.name, " at ")
		i := slices.IndexFunc(out.Groups, func(o GroupSize) bool { return o.Name == name })
		if i < 0 {
			i = len(out.Groups)
			out.Groups = append(out.Groups, GroupSize{Name: name})
		}
		out.Groups[i].Size = out.Groups[i].Plus(g.Size)
	}
	out.Groups = slices.DeleteFunc(out.Groups, func(g GroupSize) bool { return g.Size == Size{} })
	return out, nil
}
