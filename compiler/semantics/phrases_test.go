package semantics_test

import (
	"fmt"
	"math/rand/v2"
)

// phrased declares the names that phrases use: a puzzle without a goal.
const phrased = `puzzle P
type Cell = grid(2, 2)
const ne: Cell = (0, 1)
const sw: Cell = (1, 0)
const se: Cell = (1, 1)
state a[0..2]: 0..2 = any
state at: Cell = any
def small(x: 0..2) = x < 2
def chosen(i: 0..2): 0..2 = a[i]
def free(c: Cell) = c != at or a[0] == 1
def fit(k: 0..2, c: Cell) = a[k] == c.row
def next(x: 0..2, y: 0..2) = y == x + 1`

// phrases draws conditions and numbers that read the state in each way that the language has, defined or undefined.
type phrases struct {
	rnd    *rand.Rand
	locals []string
}

// newPhrases returns phrases that are drawn with a seed.
func newPhrases(seed1, seed2 uint64) *phrases {
	return &phrases{rnd: rand.New(rand.NewPCG(seed1, seed2))}
}

// pick draws one of some texts.
func (p *phrases) pick(of ...string) string { return of[p.rnd.IntN(len(of))] }

// some replaces ?B, ?N and ?C by conditions, numbers and cells. ?L in a binder is a new local number.
func (p *phrases) some(depth int, of ...string) string {
	form := p.pick(of...)
	var out []byte
	local := ""
	for i := 0; i < len(form); i++ {
		if form[i] != '?' {
			out = append(out, form[i])
			continue
		}
		switch i++; form[i] {
		case 'L':
			if local == "" {
				local = fmt.Sprintf("v%d", len(p.locals))
				p.locals = append(p.locals, local)
			}
			out = append(out, local...)
		case 'B':
			out = append(out, p.truth(depth-1)...)
		case 'N':
			out = append(out, p.number(depth-1)...)
		case 'C':
			out = append(out, p.cell(depth-1)...)
		}
	}
	if local != "" {
		p.locals = p.locals[:len(p.locals)-1]
	}
	return string(out)
}

// truth draws a condition with at most depth levels of operators.
func (p *phrases) truth(depth int) string {
	if depth <= 0 {
		return p.pick("(a[0] == 1)", "(a[1] != 0)", "(a[2] < a[0])", "(at == ne)", "(at < sw)", "true", "(1 / 0 == 1)",
			"(2 == 1)", "(forall l in {0, 1 / 0}: a[l] < 3)", "(forall l in {i for i in 0..2 where i > 2}: 1 == 2)")
	}
	return p.some(depth, "(?B and ?B)", "(?B or ?B)", "(?B => ?B)", "(not ?B)", "(?B == ?B)", "(if ?B then ?B else ?B)",
		"defined(?N)", "defined(?C)",
		"(?N == ?N)", "(?N < ?N)", "(?N in {?N, ?N})", "(?N in 0..?N)", "((?N, ?N) in {(1, ?N), (?N, 2)})",
		"((?N, ?N) == (1, ?N))", "small(?N)",
		"(?C == ?C)", "adjacent(?C, ?C)", "(?C + (?N, 1) == ?C)", "(?C - ?C == (0, ?N))",
		"reaches(free, ?C, ?C)", "reaches(fit(?N, _), ?C, ?C)", "reaches({c for c in Cell where c != (0, 1)}, ?C, ?C)",
		"acyclic(free)", "acyclic(fit(?N, _))",
		"(exists d in Dir: ?C + d == at)",
		"(forall ?L in 0..2: ?B)", "(exists ?L in 0..2: ?B)", "(exists ?L in 0..2 where ?B: ?B)",
		"(forall ?L in {0, 2} where ?B: ?B)", "(distinct ?L in 0..2: ?N)")
}

func (p *phrases) number(depth int) string {
	if len(p.locals) > 0 && p.rnd.IntN(2) == 0 {
		return p.pick(p.locals...)
	}
	if depth <= 0 {
		return p.pick("0", "1", "2", "a[0]", "a[1]", "a[2]", "at.row", "at.col")
	}
	return p.some(depth, "a[?N]", "(?N + ?N)", "(?N - ?N)", "(?N * ?N)", "(?N / ?N)", "(?N % ?N)", "abs(?N)",
		"min(?N, ?N)", "max(?N, ?N)", "chosen(?N)", "find(a, ?N)",
		"(if ?B then ?N else ?N)", "index(?C)", "manhattan(?C, ?C)", "steps(next, ?N, ?N)", "region(free, ?C)",
		"nth({0, 2}, ?N)",
		"(count ?L in 0..2: ?B)", "(sum ?L in 0..2 where ?B: ?N)", "(min ?L in 0..2 where ?B: ?N)", "(max ?L in 0..2: ?N)",
		"(the ?L in 0..2: ?B)")
}

func (p *phrases) cell(depth int) string {
	if depth <= 0 {
		return p.pick("at", "at", "ne", "sw", "se")
	}
	return p.some(depth, "?C", "?C", "(?C + up)", "(?C - right)", "(if ?B then ?C else ?C)", "(the c in Cell: free(c))",
		"max(?C, ?C)", "nth(Cell, ?N)")
}
