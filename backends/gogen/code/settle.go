package code

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// A translation names values before it is known whether anything reads them. So a block may declare and assign
// variables that nothing reads, and may have loops and `if`s without statements. settle leaves these statements out. It
// repeats this until nothing changes, because a dropped statement may have been the only reader of a variable.

// settle leaves out the statements of a block that have no effect. The block has declarations, or statements.
func (b *Block) settle() {
	for _, find := range []func(*edits, []ast.Stmt){unread, plain} {
		for b.edited(find) {
		}
	}
}

// NamesRead leaves out the statements that have no effect. It returns the names that have to be declared for the
// others, ascending: names of declarations and packages, and behind a dot those of methods and fields.
func (b *Block) NamesRead() (names []string) {
	b.settle()
	file := newEdits(b).file
	names = lists.Map(file.Unresolved, func(id *ast.Ident) string { return id.Name })
	ast.Inspect(file, func(n ast.Node) bool {
		if x, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := x.X.(*ast.Ident); !ok || of.Obj != nil { // of no package
				names = append(names, "."+x.Sel.Name)
			}
		}
		return true
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// edits replace parts of a text.
type edits struct {
	text string
	file *ast.File
	head int // where the text begins in the file
	read map[token.Pos]bool
	all  []edit
}

type edit struct {
	from, to int
	by       string
}

// edited finds edits of all lists of statements, and makes them. It tells whether there are any.
func (b *Block) edited(find func(e *edits, list []ast.Stmt)) bool {
	e := newEdits(b)
	e.read = variablesRead(e.file)
	ast.Inspect(e.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			find(e, n.List)
		case *ast.CaseClause:
			find(e, n.Body)
		}
		return true
	})
	slices.SortStableFunc(e.all, func(x, y edit) int { return x.from - y.from })
	at := 0
	b.text = nil
	for _, x := range e.all {
		if x.from >= at {
			b.text = append(append(b.text, e.text[at:x.from]...), x.by...)
			at = x.to
		}
	}
	b.text = append(b.text, e.text[at:]...)
	return len(e.all) > 0
}

// newEdits parses a block. If it is wrong, there is nothing to edit, and gofmt says so in the end.
func newEdits(b *Block) *edits {
	e := &edits{text: b.String()}
	if !e.parse("package p\n", e.text) && !e.parse("package p\nfunc _() {\n", e.text+"}") {
		e.parse("package p\n", "")
	}
	return e
}

func (e *edits) parse(head, text string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", head+text, 0)
	e.file, e.head = file, len(head)+1
	return err == nil
}

// replace replaces what lies between two positions.
func (e *edits) replace(from, to token.Pos, by string) {
	e.all = append(e.all, edit{int(from) - e.head, int(to) - e.head, by})
}

// drop leaves out a statement with its line.
func (e *edits) drop(s ast.Stmt) {
	from, to := int(s.Pos())-e.head, int(s.End())-e.head
	if to < len(e.text) && e.text[to] == '\n' {
		to++
	}
	e.all = append(e.all, edit{from, to, ""})
}

// of is the text of a node.
func (e *edits) of(n ast.Node) string { return e.text[int(n.Pos())-e.head : int(n.End())-e.head] }

// variablesRead are the places where variables are declared that something reads.
func variablesRead(file *ast.File) map[token.Pos]bool {
	read, written := map[token.Pos]bool{}, map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					written[id] = true
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok {
				written[id] = true
			}
		case *ast.Ident:
			if n.Obj != nil && n.Obj.Pos() != n.Pos() && !written[n] {
				read[n.Obj.Pos()] = true
			}
		}
		return true
	})
	return read
}

// unread tells whether an expression is a variable of the function that nothing reads.
func (e *edits) unread(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && (id.Name == "_" || id.Obj != nil && id.Obj.Kind == ast.Var && !e.read[id.Obj.Pos()])
}

// unread drops statements without an effect. In other statements it replaces variables that nothing reads by _.
func unread(e *edits, list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if !slices.ContainsFunc(s.Lhs, func(x ast.Expr) bool { return !e.unread(x) }) {
				e.drop(s)
				continue
			}
			for _, x := range s.Lhs {
				if e.unread(x) && e.of(x) != "_" {
					e.replace(x.Pos(), x.End(), "_")
				}
			}
		case *ast.IncDecStmt:
			if e.unread(s.X) {
				e.drop(s)
			}
		case *ast.DeclStmt:
			v, ok := s.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
			if ok && !slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return !e.unread(id) }) {
				e.drop(s)
			}
		case *ast.IfStmt:
			if block, ok := s.Else.(*ast.BlockStmt); len(s.Body.List) == 0 && (s.Else == nil || ok && len(block.List) == 0) {
				e.drop(s)
			}
		case *ast.ForStmt:
			if len(s.Body.List) == 0 {
				e.drop(s)
			}
		case *ast.RangeStmt:
			e.loop(s)
		}
	}
}

// loop drops a loop without statements, and the variables of a loop that nothing reads.
func (e *edits) loop(s *ast.RangeStmt) {
	switch {
	case len(s.Body.List) == 0:
		e.drop(s)
	case s.Key == nil:
	case s.Value != nil && !e.unread(s.Value):
		if e.unread(s.Key) && e.of(s.Key) != "_" {
			e.replace(s.Key.Pos(), s.Key.End(), "_")
		}
	case e.unread(s.Key):
		e.replace(s.Key.Pos(), s.Range, "")
	case s.Value != nil:
		e.replace(s.Key.End(), s.Value.End(), "")
	}
}

// plain writes statements in a shorter way.
func plain(e *edits, list []ast.Stmt) {
	e.returnAtOnce(list)
	for _, s := range list {
		if branch, ok := s.(*ast.IfStmt); ok {
			e.elseIf(branch)
		}
	}
}

// returnAtOnce makes `x := e; return x` one statement. If e is a function that is called on the spot, the statements of
// e replace both.
func (e *edits) returnAtOnce(list []ast.Stmt) {
	if len(list) < 2 {
		return
	}
	last, isReturn := list[len(list)-1].(*ast.ReturnStmt)
	before, isDefine := list[len(list)-2].(*ast.AssignStmt)
	if !isReturn || !isDefine || before.Tok != token.DEFINE || len(before.Lhs) != 1 || len(last.Results) != 1 ||
		e.of(before.Lhs[0]) != e.of(last.Results[0]) {
		return
	}
	if call, ok := before.Rhs[0].(*ast.CallExpr); ok {
		if f, ok := call.Fun.(*ast.FuncLit); ok {
			e.replace(before.Pos(), f.Body.Lbrace+2, "")
			e.replace(f.Body.Rbrace-1, last.End(), "")
			return
		}
	}
	e.replace(before.Pos(), before.Rhs[0].Pos(), "return ")
	e.replace(before.Rhs[0].End(), last.End(), "")
}

// elseIf writes `else if` for an `if` that is alone behind else, and leaves out an else without statements.
func (e *edits) elseIf(branch *ast.IfStmt) {
	block, ok := branch.Else.(*ast.BlockStmt)
	if !ok {
		return
	}
	inner := strings.TrimSpace(strings.Trim(e.of(block), "{}"))
	if inner == "" {
		e.replace(branch.Body.End(), block.End(), "")
		return
	}
	if len(block.List) != 1 {
		return
	}
	if next, ok := block.List[0].(*ast.IfStmt); ok && inner == strings.TrimSpace(e.of(next)) {
		e.replace(block.Pos(), next.Pos(), "")
		e.replace(next.End(), block.End(), "")
	}
}
