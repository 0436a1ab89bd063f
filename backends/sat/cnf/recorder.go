package cnf

import "slices"

// Source is the part of the model that variables and clauses come from. A clause that several parts need is counted for
// the first of them.
type Source struct {
	Part   string // one of the Part constants
	Number int    // PartMove: of the declaration, as task.Move.Schema; PartState: of the variable
}

// The parts of a model.
const (
	PartNone   = "" // no part: at most one move at a step; facts that pzc has proved
	PartState  = "state"
	PartInit   = "init"
	PartMove   = "move"
	PartAlways = "always"
	PartGoal   = "goal"
)

// Size is the size of a formula or of a part of a formula.
type Size struct{ Variables, Clauses int64 }

// Plus returns the sum of two sizes.
func (s Size) Plus(t Size) Size { return Size{s.Variables + t.Variables, s.Clauses + t.Clauses} }

// Recorder is a Sink that keeps the formula: clauses in groups, and the meanings of variables.
type Recorder struct {
	Labels  []string // by variable: its meaning
	Used    []bool   // by variable: it occurs in a clause
	Clauses int      // and linear constraints
	Groups  []Recorded
	Sizes   map[Source]Size // of the part of the formula that comes from a part of the model

	from Source
	text int // bytes of labels
	lits int // of all clauses, with their ends
	sums int // terms of linear constraints
}

// Recorded is a group of clauses.
type Recorded struct {
	Name string
	Size
	lits    []Lit // of all clauses; a 0 ends each clause
	Linears []*Linear
}

// NewRecorder returns an empty recorder.
func NewRecorder() *Recorder { return &Recorder{Sizes: map[Source]Size{}} }

// NewVar implements Sink.
func (r *Recorder) NewVar() Lit {
	r.Labels, r.Used = append(r.Labels, ""), append(r.Used, false)
	r.count(Size{Variables: 1})
	return Lit(len(r.Labels))
}

func (r *Recorder) count(s Size) {
	if len(r.Groups) == 0 {
		r.Group("")
	}
	last := &r.Groups[len(r.Groups)-1]
	last.Size = last.Plus(s)
	r.Sizes[r.from] = r.Sizes[r.from].Plus(s)
}

// Label implements Sink.
func (r *Recorder) Label(l Lit, meaning string) {
	r.Labels[l-1] = meaning
	r.text += len(meaning)
}

// Bytes of a recorded formula. Lists have room to grow, and a list that grows exists twice for a moment.
const (
	keptPerVar    = 40
	keptPerLit    = 8
	keptPerLinear = 64
)

// Bytes is approximately the memory that the recorder has taken.
func (r *Recorder) Bytes() int64 {
	return int64(len(r.Labels)*keptPerVar + r.text + r.lits*keptPerLit + r.sums*keptPerLinear)
}

// Group implements Sink.
func (r *Recorder) Group(name string) { r.Groups = append(r.Groups, Recorded{Name: name}) }

// About implements Sink.
func (r *Recorder) About(s Source) { r.from = s }

// Clause implements Sink. An empty clause becomes two clauses that contradict each other, because not every reader of
// formulas takes an empty clause.
func (r *Recorder) Clause(lits []Lit) {
	if len(lits) == 0 {
		x := r.NewVar()
		r.Clause([]Lit{x})
		lits = []Lit{-x}
	}
	r.Clauses++
	r.count(Size{Clauses: 1})
	for _, l := range lits {
		r.Used[max(l, -l)-1] = true
	}
	r.lits += len(lits) + 1
	last := &r.Groups[len(r.Groups)-1]
	last.lits = append(append(last.lits, lits...), 0)
}

// Linear records a linear constraint, for Options.Linear.
func (r *Recorder) Linear(c *Linear) {
	r.Clauses++
	r.count(Size{Clauses: 1})
	r.sums += len(c.Terms) + 1
	for _, m := range c.Terms {
		r.Used[m.Lit-1] = true
	}
	last := &r.Groups[len(r.Groups)-1]
	last.Linears = append(last.Linears, c)
}

// Each visits the clauses of the group.
func (g *Recorded) Each(visit func(clause []Lit)) {
	for rest := g.lits; len(rest) > 0; {
		end := slices.Index(rest, 0)
		visit(rest[:end])
		rest = rest[end+1:]
	}
}
