package dsl

import (
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// trees draws trees as Parse could have made them.
type trees struct {
	*rapid.T
	inString int
}

func (t trees) chance(percent int) bool { return rapid.IntRange(0, 99).Draw(t.T, "chance") < percent }

func (t trees) pick(words ...string) string { return rapid.SampledFrom(words).Draw(t.T, "word") }

func (t trees) name() string {
	return t.pick("a", "b", "x1", "board", "Cell", "cost", "order", "as", "fill", "of", "when", "admissible", "solvable")
}

func (t trees) ident() Ident { return Ident{Name: t.name()} }

// some draws up to three of what draw gives, at least the given number.
func some[T any](t trees, least int, draw func() T) []T {
	var out []T
	for range rapid.IntRange(least, 3).Draw(t.T, "n") {
		out = append(out, draw())
	}
	return out
}

// in puts e in parentheses where its place demands them.
func in(e Expr, level int, more bool) Expr {
	if needsParens(e, level, more) {
		return &Paren{X: e}
	}
	return e
}

func (t trees) leaf() Expr {
	switch rapid.IntRange(0, 6).Draw(t.T, "leaf") {
	case 0:
		return &Num{Value: rapid.Int64Range(0, 1<<62).Draw(t.T, "num")}
	case 1:
		return &Bool{Value: t.chance(50)}
	case 2:
		return &Char{Value: rapid.SampledFrom([]rune("ab \\'\"\n{}é")).Draw(t.T, "char")}
	case 3:
		return &Wild{}
	case 4:
		return &Any{}
	default:
		return &Name{Name: t.name()}
	}
}

func (t trees) expr(depth int) Expr {
	if depth == 0 {
		return t.leaf()
	}
	sub := func() Expr { return t.expr(depth - 1) }
	switch rapid.IntRange(0, 15).Draw(t.T, "kind") {
	case 0, 1:
		return t.leaf()
	case 2:
		return &Unary{Op: "-", X: in(sub(), levelMinus, false)}
	case 3:
		return &Unary{Op: "not", X: in(sub(), levelNot, false)}
	case 4, 5, 6:
		return t.binary(sub)
	case 7:
		return &If{Cond: sub(), Then: sub(), Else: sub()}
	case 8:
		return t.binder(depth - 1)
	case 9:
		return &Index{X: in(sub(), levelPostfix, true), Args: some(t, 1, sub)}
	case 10:
		return &Field{X: in(sub(), levelPostfix, true), Name: t.ident()}
	case 11:
		return &Call{Fun: Ident{Name: t.pick("f", "min", "max", "grid")}, Args: some(t, 0, sub)}
	case 12:
		return &Tuple{Elems: append(some(t, 1, sub), sub())}
	case 13:
		return t.braces(depth - 1)
	case 14:
		return &List{Elems: some(t, 0, sub)}
	default:
		if t.inString > 0 || t.chance(60) {
			return t.str(depth - 1)
		}
		return t.mapLit()
	}
}

func (t trees) binary(sub func() Expr) Expr {
	var binary []int
	for i, l := range levels {
		if l.assoc != prefix {
			binary = append(binary, i)
		}
	}
	at := rapid.SampledFrom(binary).Draw(t.T, "level")
	left, right := operandLevels(at)
	return &Binary{Op: t.pick(levels[at].ops...), L: in(sub(), left, true), R: in(sub(), right, false)}
}

func (t trees) target(depth int) *Target {
	if depth == 0 || t.chance(70) {
		return &Target{Name: t.pick("a", "b", "_")}
	}
	return &Target{Elems: append(some(t, 1, func() *Target { return t.target(depth - 1) }), t.target(0))}
}

func (t trees) vars(depth int, kind string) []*BindVar {
	vars := some(t, 1, func() *BindVar { return &BindVar{Target: t.target(2), Set: in(t.expr(depth), levelRange, false)} })
	if kind == "min" || kind == "max" {
		vars[0].Target = t.target(0)
	}
	return vars
}

func (t trees) maybe(depth, percent int) Expr {
	if t.chance(percent) {
		return t.expr(depth)
	}
	return nil
}

func (t trees) binder(depth int) Expr {
	if t.chance(20) {
		return &LetIn{Target: t.target(2), Value: t.expr(depth), Body: t.expr(depth)}
	}
	kind := t.pick("forall", "exists", "count", "sum", "product", "min", "max", "distinct", "the")
	return &Binder{Kind: kind, Vars: t.vars(depth, kind), Where: t.maybe(depth, 30), Body: t.expr(depth)}
}

func (t trees) braces(depth int) Expr {
	if t.chance(50) {
		return &SetLit{Elems: some(t, 0, func() Expr { return t.expr(depth) })}
	}
	return &SetComp{Elem: t.expr(depth), Vars: t.vars(depth, ""), Where: t.maybe(depth, 30)}
}

func (t trees) str(depth int) *Str {
	s := &Str{}
	t.inString++
	text := rapid.StringMatching("[ab {}\"'\\\\\n/é]{1,5}")
	for range rapid.IntRange(0, 2).Draw(t.T, "parts") {
		if t.chance(50) {
			s.Parts = append(s.Parts, StrPart{Text: text.Draw(t.T, "text")})
		}
		s.Parts = append(s.Parts, StrPart{Expr: t.expr(depth)})
	}
	return s
}

func (t trees) mapLit() *MapLit {
	width := rapid.IntRange(1, 4).Draw(t.T, "width")
	row := rapid.StringOfN(rapid.SampledFrom([]rune(" .#'\\{é/")), width, width, -1)
	return &MapLit{Rows: rapid.SliceOfN(row, 1, 4).Draw(t.T, "rows")}
}

func (t trees) typ(depth int) TypeExpr {
	switch rapid.IntRange(0, 5).Draw(t.T, "type") {
	case 0:
		return &SetOf{Elem: in(&Tuple{Elems: []Expr{t.typ(0), t.typ(0)}}, levelRange, false)}
	case 1:
		return &MapType{}
	case 2:
		return &MapType{Of: &SetLit{Elems: []Expr{&Char{Value: 'o'}}}}
	default:
		return in(t.expr(depth), levelRange, false)
	}
}

func (t trees) index() []*IndexVar {
	return some(t, 0, func() *IndexVar {
		v := &IndexVar{Type: t.typ(1)}
		if t.chance(50) {
			id := t.ident()
			v.Var = &id
		}
		return v
	})
}

func (t trees) params() []*Binding {
	return some(t, 0, func() *Binding { return &Binding{Name: t.ident(), Type: t.typ(1)} })
}

func (t trees) reason() *Str {
	if t.chance(50) {
		return t.str(1)
	}
	return nil
}

func (t trees) clauses(kinds ...string) []*Clause {
	return some(t, 0, func() *Clause {
		c := &Clause{Kind: ClauseKind(t.pick(kinds...)), Expr: t.expr(2)}
		if c.Kind == When {
			c.Else = t.reason()
		}
		return c
	})
}

func (t trees) block(depth int) *Block {
	return &Block{Effects: some(t, 0, func() Effect { return t.effect(depth) })}
}

func (t trees) effect(depth int) Effect {
	kind := rapid.IntRange(0, 4).Draw(t.T, "effect")
	if depth == 0 {
		kind %= 3
	}
	switch kind {
	case 0:
		return &Let{Target: t.target(1), Value: t.expr(2)}
	case 1:
		return &Require{Cond: t.expr(2), Else: t.reason()}
	case 3:
		return t.ifEffect(depth)
	case 4:
		return &ForEffect{Vars: t.vars(1, ""), Where: t.maybe(1, 30), Body: t.block(depth - 1)}
	default:
		place := func() *Place { return &Place{Name: t.ident(), Index: some(t, 0, func() Expr { return t.expr(1) })} }
		return &Assign{Targets: some(t, 1, place), Values: some(t, 1, func() Expr { return t.expr(2) })}
	}
}

func (t trees) ifEffect(depth int) Effect {
	e := &IfEffect{Cond: t.expr(1), Then: t.block(depth - 1)}
	switch {
	case depth > 1 && t.chance(40):
		e.ElseIf = true
		e.Else = &Block{Effects: []Effect{t.ifEffect(depth - 1)}}
	case t.chance(40):
		e.Else = t.block(depth - 1)
	}
	return e
}

func (t trees) doc() Doc {
	return Doc(strings.Join(some(t, 0, func() string { return t.pick("a doc", "", "  more of it", "// twice") }), "\n"))
}

func (t trees) decl() Decl {
	e := func() Expr { return t.expr(3) }
	switch rapid.IntRange(0, 21).Draw(t.T, "decl") {
	case 0:
		return &PuzzleDecl{Doc: t.doc(), Name: t.ident()}
	case 1:
		return &UseDecl{Path: t.str(0)}
	case 2:
		return &ParamDecl{Doc: t.doc(), Name: t.ident(), Index: t.index(), Type: t.typ(2), Value: t.maybe(3, 50)}
	case 3:
		return &TypeDecl{Doc: t.doc(), Name: t.ident(), Type: t.typ(3)}
	case 4:
		d := &EnumDecl{Doc: t.doc(), Name: t.ident(), Param: t.chance(30), Values: some(t, 1, t.ident)}
		if d.Param && t.chance(50) {
			d.Values = nil
		}
		return d
	case 5:
		return &ConstDecl{Doc: t.doc(), Name: t.ident(), Index: t.index(), Type: t.typ(2), Value: e()}
	case 6:
		d := &DefDecl{Doc: t.doc(), Name: t.ident(), Params: t.params(), Value: e()}
		d.HasParens = len(d.Params) > 0 || t.chance(50)
		if t.chance(50) {
			d.Result = t.typ(1)
		}
		return d
	case 7:
		return &StateDecl{
			Doc: t.doc(), Name: t.ident(), Index: t.index(), Type: t.typ(2), Distinct: t.chance(50), Value: t.maybe(3, 80),
		}
	case 8:
		return &InitDecl{Doc: t.doc(), Cond: e()}
	case 9:
		return &AssumeDecl{Doc: t.doc(), Cond: e(), Else: t.reason()}
	case 10:
		d := &MoveDecl{
			Doc: t.doc(), Name: t.ident(), Params: t.params(), Clauses: t.clauses("where", "when", "cost", "order", "as"),
			Body: t.block(2),
		}
		if t.chance(40) {
			d.Then = t.block(1)
		}
		return d
	default:
		return t.claim(e)
	}
}

func (t trees) claim(e func() Expr) Decl {
	switch rapid.IntRange(0, 10).Draw(t.T, "claim") {
	case 0:
		return &AlwaysDecl{Doc: t.doc(), Cond: e(), Else: t.reason()}
	case 1:
		if t.chance(30) {
			return &LostDecl{Doc: t.doc(), Cond: e(), Else: t.reason()}
		}
		return &GoalDecl{Doc: t.doc(), Cond: e(), Else: t.reason()}
	case 2:
		return &DeadDecl{Doc: t.doc(), Cond: e()}
	case 3:
		return &InvariantDecl{Doc: t.doc(), Cond: e()}
	case 4:
		return &HeuristicDecl{Doc: t.doc(), Name: t.ident(), Admissible: t.chance(50), Value: e()}
	case 5:
		return &RelaxationDecl{Doc: t.doc(), Name: t.ident(), Path: t.str(0), Items: some(t, 0, func() *RelaxationItem {
			return &RelaxationItem{Name: t.ident(), Index: some(t, 0, t.ident), Value: t.expr(2)}
		})}
	case 6:
		return &SymmetryDecl{
			Doc: t.doc(), Name: t.ident(), Params: t.params(), Clauses: t.clauses("where", "when"), Body: t.block(2),
		}
	case 7:
		return &PruneDecl{Doc: t.doc(), Where: t.maybe(2, 50), Patterns: some(t, 1, func() *Pattern {
			return &Pattern{Move: t.ident(), Args: some(t, 0, func() Expr { return t.expr(1) })}
		})}
	case 8:
		if t.chance(30) {
			return &ViewDecl{Doc: t.doc(), Text: t.str(2)}
		}
		id := t.ident()
		return &ViewDecl{Doc: t.doc(), Var: &id, Domain: t.expr(1), Text: e(), Clauses: some(t, 0, func() *ViewClause {
			kind := ViewKind(t.pick(viewKinds()...))
			if id := t.ident(); kind == "line" || kind == "double" || kind == "edge" {
				return &ViewClause{Kind: kind, Var: &id, Domain: t.expr(1), Expr: t.expr(2)}
			}
			return &ViewClause{Kind: kind, Expr: t.expr(2)}
		})}
	case 9:
		d := &InstanceDecl{Doc: t.doc(), Name: t.ident(), Values: some(t, 0, func() *InstanceValue {
			return &InstanceValue{Name: t.ident(), Value: t.expr(2)}
		})}
		if parent := t.ident(); t.chance(50) {
			d.Parent = &parent
		}
		return d
	default:
		if t.chance(50) {
			return &ExpectDecl{Kind: ExpectSolvable}
		}
		return &ExpectDecl{Kind: ExpectCost, Number: t.expr(1)}
	}
}

func (t trees) file() *File {
	return &File{
		Name: "random.pz", Decls: rapid.SliceOfN(rapid.Custom(func(r *rapid.T) Decl { return trees{T: r}.decl() }), 0,
			5).Draw(t.T, "decls"),
	}
}

// TestPrintThenParse shows that printing a tree and parsing it gives the same tree, and that what is printed is in the
// canonical layout.
func TestPrintThenParse(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := trees{T: r}.file()
		text := Print(f)
		again, errs := Parse(f.Name, []byte(text))
		require.Empty(r, errs, text)
		require.True(r, Equal(f, again), "%s\nread back as\n%s", text, Print(again))
		laid, _ := Format(f.Name, []byte(text))
		require.Equal(r, text, string(laid))
	})
}

// TestFormatKeepsAll shows that formatting a text with line breaks and comments anywhere keeps its tree and all its
// comments, in their order, and that formatting it again changes nothing.
func TestFormatKeepsAll(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		src := scatter(r, Print(trees{T: r}.file()))
		before, errs := Parse("x.pz", []byte(src))
		require.Empty(r, errs, src)
		once, errs := Format("x.pz", []byte(src))
		require.Empty(r, errs)
		after, errs := Parse("x.pz", once)
		require.Empty(r, errs, string(once))
		require.True(r, Equal(before, after), "%s\nformatted\n%s", src, once)
		require.Equal(r, comments(src), comments(string(once)), "%s\nformatted\n%s", src, once)
		twice, _ := Format("x.pz", once)
		require.Equal(r, string(once), string(twice), src)
	})
}

// scatter puts other blanks, line breaks and comments between the tokens of src.
func scatter(r *rapid.T, src string) string {
	_, toks, _ := read(src, lexer.Position{Line: 1, Column: 1})
	gap := rapid.SampledFrom([]string{
		" ", " ", " ", "  ", "\n", "\n\n\n", "\n      ", " // end\n", "\n// own\n", "\n\n  // apart\n\n", "\t",
	})
	var b strings.Builder
	for _, t := range toks {
		switch t.Type {
		case tokSpace:
			b.WriteString(t.Value)
		default:
			b.WriteString(t.Value)
			if rapid.IntRange(0, 4).Draw(r, "scatter") == 0 || t.Type == tokComment {
				b.WriteString("\n"[:btoi(t.Type == tokComment)])
				b.WriteString(gap.Draw(r, "gap"))
			}
		}
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func comments(src string) []string {
	_, toks, _ := read(src, lexer.Position{Line: 1, Column: 1})
	var out []string
	for _, t := range toks {
		if t.Type == tokComment {
			out = append(out, strings.TrimRight(t.Value, " \t"))
		}
	}
	return out
}
