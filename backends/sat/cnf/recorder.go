package cnf

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

// Recorder keeps a formula to be written down: clauses in groups, and what the variables mean.
type Recorder struct {
	Labels  []string // by variable
	Used    []bool   // by variable: it occurs in a clause
	Clauses int
	text    int // bytes of labels
	lits    int // of all clauses, with their ends
	sums    int // terms of linear constraints
	Groups  []Recorded
	from    Source
	Sizes   map[Source]Size
}

// Recorded is a group of clauses, each with a 0 at its end.
type Recorded struct {
	Name string
	Size
	lits    []Lit
	Linears []*Linear
}

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

func (r *Recorder) Label(l Lit, meaning string) {
	r.Labels[l-1] = meaning
	r.text += len(meaning)
}

// What a formula that is kept takes in bytes. Lists have room to grow, and while they grow the old one is still there.
const (
	keptPerVar    = 40
	keptPerLit    = 8
	keptPerLinear = 64
)

// Bytes is about what the recorder has taken.
func (r *Recorder) Bytes() int64 {
	return int64(len(r.Labels)*keptPerVar + r.text + r.lits*keptPerLit + r.sums*keptPerLinear)
}

func (r *Recorder) Group(name string) { r.Groups = append(r.Groups, Recorded{Name: name}) }

func (r *Recorder) About(s Source) { r.from = s }

func (r *Recorder) Clause(lits []Lit) {
	if len(lits) == 0 { // not every reader takes an empty clause
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

// Each visits the clauses of a group.
func (g *Recorded) Each(visit func(clause []Lit)) {
	for rest := g.lits; len(rest) > 0; {
		end := slices.Index(rest, 0)
		visit(rest[:end])
		rest = rest[end+1:]
	}
}

func NewRecorder() *Recorder { return &Recorder{Sizes: map[Source]Size{}} }
