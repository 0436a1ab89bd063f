package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// cycles reports declarations that depend on each other in a cycle. It reports each cycle that a depth-first search in
// the order of declaration finds.
func (c *checker) cycles() {
	w := &cycleWalk{checker: c, state: map[*symbol]phase{}}
	for _, s := range c.symbols {
		w.visit(s)
	}
}

// instanceCycles reports cycles among parameters that have their values from an instance.
func (c *checker) instanceCycles(values map[*model.Array]*symbol) {
	w := &cycleWalk{checker: c, state: map[*symbol]phase{}, instead: values}
	for _, a := range c.program.Arrays {
		if s := values[a]; s != nil {
			w.visit(s)
		}
	}
}

type cycleWalk struct {
	*checker
	state   map[*symbol]phase // typing: on the path; checked: done
	path    []need
	instead map[*model.Array]*symbol // values of an instance, which replace defaults
}

func (w *cycleWalk) visit(s *symbol) {
	w.state[s] = typing
	for _, n := range s.needs {
		to := n.to
		if v := w.instead[to.array]; to.array != nil && v != nil {
			to = v
		}
		w.path = append(w.path, need{to: to, span: n.span})
		switch w.state[to] {
		case fresh:
			w.visit(to)
		case typing:
			w.report(to)
		default:
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.state[s] = checked
}

// report reports the cycle at the end of the path, which leads back to a symbol.
func (w *cycleWalk) report(to *symbol) {
	start := len(w.path) - 1
	for start > 0 && w.path[start-1].to != to {
		start--
	}
	cycle := w.path[start:]
	if w.instead != nil && !slices.ContainsFunc(cycle, func(n need) bool { return n.to.isValue() }) {
		return // the cycle does not need the instance
	}
	names := []string{to.name}
	for _, n := range cycle {
		names = append(names, n.to.name)
	}
	d := &diag.Diagnostic{Code: codeCycle, Span: to.span}
	switch {
	case len(cycle) == 1 && to.def != nil:
		d.Msg = "`" + to.name + "` calls itself"
		d.Help = "defs are never recursive; `steps` and `reaches` find ways, binders go over sets"
	case len(cycle) == 1:
		d.Msg = "`" + to.name + "` depends on itself"
	default:
		d.Msg = "these depend on each other in a cycle: " + strings.Join(names, " → ")
	}
	for _, n := range cycle {
		d.See(n.span, "`"+n.to.name+"` is needed here")
	}
	w.diags.Add(d)
}

// unused warns of unused declarations of the model's own file, and of symbols of maps that no expression mentions.
func (c *checker) unused() {
	enums := map[*model.Enum]bool{}
	for _, s := range c.symbols {
		if s.enum != nil && s.used {
			enums[s.enum] = true
		}
	}
	for _, s := range c.symbols {
		if s.decl == nil || s.span.Start.Filename != c.main || strings.HasPrefix(s.name, "_") || s.used {
			continue
		}
		switch {
		case s.heur != nil, s.relax != nil, s.enum != nil && (s.value >= 0 || enums[s.enum]):
		case s.write:
			c.diags.Warnf(s.span, codeUnused, "the state variable `%s` is written but never read",
				s.name).Help = "leave it out, or begin its name with `_`"
		default:
			c.diags.Warnf(s.span, codeUnused, "the %s `%s` is never used", s.what(),
				s.name).Help = "leave it out, or begin its name with `_`"
		}
	}
	c.unusedSymbols()
}

// unusedSymbols warns of symbols of an alphabet that no expression mentions. It skips maps whose characters are not
// only compared with literals, and the symbols ' ' and '.', which usually mean an empty cell.
func (c *checker) unusedSymbols() {
	mentioned, opaque := c.mentions()
	for _, s := range c.symbols {
		d, ok := s.decl.(*dsl.ParamDecl)
		if !ok || s.array.Type.Kind != model.MapKind || opaque[s.array] || s.span.Start.Filename != c.main {
			continue
		}
		chars, _ := literalAlphabet(s.array.Domain)
		for _, r := range chars {
			if len(chars) == 2 && (mentioned[chars[0]] || mentioned[chars[1]]) { // r is what the other is not
				continue
			}
			if !mentioned[r] && r != ' ' && r != '.' {
				c.diags.Warnf(d.Type.Span(), codeUnusedSymbol, "the symbol %s of `%s` is never mentioned", model.QuoteChar(r),
					s.name).Help = "leave it out of the alphabet, or say what it means"
			}
		}
	}
}

// mentions finds the characters that the model mentions, and the maps that it reads outside of comparisons with
// literals.
func (c *checker) mentions() (chars map[rune]bool, opaque map[*model.Array]bool) {
	chars, opaque = map[rune]bool{}, map[*model.Array]bool{}
	direct := map[model.Expr]bool{}
	visit := func(e model.Expr) {
		switch x := e.(type) {
		case *model.Lit:
			if x.Ty.Kind == model.Character {
				chars[rune(x.Value.N)] = true
			}
		case *model.Binary:
			if isLit(x.L) || isLit(x.R) {
				direct[x.L], direct[x.R] = true, true
			}
		case *model.In:
			if set, ok := x.Set.(*model.SetLit); ok &&
				!slices.ContainsFunc(set.Elems, func(e model.Expr) bool { return !isLit(e) }) {
				direct[x.X] = true
			}
		case *model.MapAt:
			if read, ok := x.Map.(*model.Read); ok && !direct[e] {
				opaque[read.Array] = true
			}
		default:
		}
	}
	c.eachExpr(func(e model.Expr) {
		for x := range model.All(e) {
			visit(x)
		}
	})
	return chars, opaque
}

func isLit(e model.Expr) bool { _, ok := e.(*model.Lit); return ok }

// eachExpr calls f for each outermost expression of the program, other than the types of arrays.
func (c *checker) eachExpr(f func(model.Expr)) {
	p := c.program
	some := func(es ...model.Expr) {
		for _, e := range es {
			if e != nil {
				f(e)
			}
		}
	}
	for _, a := range p.Arrays {
		some(a.Value)
		for _, i := range a.Index {
			some(i.Set)
		}
	}
	for _, t := range p.Types {
		some(t.Set)
	}
	for _, d := range p.Defs {
		for _, v := range d.Params {
			some(v.Set)
		}
		some(d.Result, d.Body)
	}
	for _, x := range slices.Concat(p.Inits, p.Assumes, p.Always, p.Goals, p.Deads, p.Invariants) {
		some(slices.Collect(x.Exprs())...)
	}
	for _, m := range slices.Concat(p.Moves, p.Symmetries) {
		some(slices.Collect(m.Exprs())...)
	}
	for _, h := range p.Heuristics {
		some(h.Value)
	}
	for _, r := range p.Relaxations {
		for _, v := range slices.Concat(r.Params, r.States) {
			some(v.Value)
		}
	}
	for _, v := range p.Views {
		some(v.Exprs()...)
	}
}
