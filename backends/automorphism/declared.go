package automorphism

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on the work of Found.
const (
	foundWork = 1 << 20
	foundMost = 1 << 7 // permutations that are made of those that Find finds
)

// Found returns the names of the declared symmetries of which Find finds all instances: they are what Find returns, or
// are made of these.
func Found(ctx context.Context, t *task.Task) (names []string) {
	found, _ := Find(ctx, t, foundWork)
	p := NewProof(t)
	all, _ := p.Closure(found, foundMost)
	turned, _ := p.closure(found, foundMost, func(x, y Permutation) Permutation {
		return y.After(x.After(y, t.Vars), t.Vars) // all exchanges of many things, where all permutations are too many
	})
	all = append(all, turned...)
	missing := map[string]bool{}
	for i := range t.Symmetries {
		s := &t.Symmetries[i]
		if x, ok := Read(t, s); !ok || s.Guard != task.True || !slices.ContainsFunc(all, x.Equal) {
			missing[s.Name] = true
		}
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return missing[name] })
}
