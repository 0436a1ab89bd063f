package sat

import "slices"

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

// recorder keeps a formula to be written down: clauses in groups, and what the variables mean.
type recorder struct {
	labels  []string // by variable
	used    []bool   // by variable: it occurs in a clause
	clauses int
	text    int // bytes of labels
	lits    int // of all clauses, with their ends
	sums    int // terms of linear constraints
	groups  []recorded
	from    Source
	sizes   map[Source]Size
}

// recorded is a group of clauses, each with a 0 at its end.
type recorded struct {
	name string
	Size
	lits    []lit
	linears []*linear
}

func (r *recorder) newVar() lit {
	r.labels, r.used = append(r.labels, ""), append(r.used, false)
	r.count(Size{Variables: 1})
	return lit(len(r.labels))
}

func (r *recorder) count(s Size) {
	if len(r.groups) == 0 {
		r.group("")
	}
	last := &r.groups[len(r.groups)-1]
	last.Size = last.Plus(s)
	r.sizes[r.from] = r.sizes[r.from].Plus(s)
}

func (r *recorder) label(l lit, meaning string) {
	r.labels[l-1] = meaning
	r.text += len(meaning)
}

// What a formula that is kept takes in bytes. Lists have room to grow, and while they grow the old one is still there.
const (
	keptPerVar    = 40
	keptPerLit    = 8
	keptPerLinear = 64
)

// bytes is about what the recorder has taken.
func (r *recorder) bytes() int64 {
	return int64(len(r.labels)*keptPerVar + r.text + r.lits*keptPerLit + r.sums*keptPerLinear)
}

func (r *recorder) group(name string) { r.groups = append(r.groups, recorded{name: name}) }

func (r *recorder) about(s Source) { r.from = s }

func (r *recorder) clause(lits []lit) {
	if len(lits) == 0 { // not every reader takes an empty clause
		x := r.newVar()
		r.clause([]lit{x})
		lits = []lit{-x}
	}
	r.clauses++
	r.count(Size{Clauses: 1})
	for _, l := range lits {
		r.used[max(l, -l)-1] = true
	}
	r.lits += len(lits) + 1
	last := &r.groups[len(r.groups)-1]
	last.lits = append(append(last.lits, lits...), 0)
}

func (r *recorder) linear(c *linear) {
	r.clauses++
	r.count(Size{Clauses: 1})
	r.sums += len(c.terms) + 1
	for _, m := range c.terms {
		r.used[m.lit-1] = true
	}
	last := &r.groups[len(r.groups)-1]
	last.linears = append(last.linears, c)
}

// each visits the clauses of a group.
func (g *recorded) each(visit func(clause []lit)) {
	for rest := g.lits; len(rest) > 0; {
		end := slices.Index(rest, 0)
		visit(rest[:end])
		rest = rest[end+1:]
	}
}

func newRecorder() *recorder { return &recorder{sizes: map[Source]Size{}} }
