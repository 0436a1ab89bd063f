package constraint

import "github.com/pzc-lang/pzc/backends/technique"

// row is a technique of this engine: what it is called, and what it adds to a run.
type row struct {
	technique technique.Technique
	add       func(r *run)
}

// techniques are the rows that add to a run before its conditions are written, and after. A technique and its row can
// go without another change.
type techniques struct{ before, after []row }

func rows() techniques {
	return techniques{
		before: []row{
			{technique.Late, (*run).late},
		},
		after: []row{
			{technique.Symmetry, (*run).leadImages},
		},
	}
}

// apply calls the techniques that are not left out.
func (r *run) apply(all []row) {
	for _, t := range all {
		if !r.o.LeftOut().Has(t.technique) {
			t.add(r)
		}
	}
}
