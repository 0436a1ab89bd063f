package gogen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"slices"
)

// tidy takes out of Go code the variables that nobody reads, which translation leaves behind where a condition turned out to be constant.
// It tells which packages the code uses.
func tidy(text string) (out string, used map[string]bool, err error) {
	const head = "package p\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", nil, fmt.Errorf("the Go program is wrong: %w\n%s", err, numbered(text))
	}
	removed := false
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		for dropUnused(f.Body) {
			removed = true
		}
		for returnAtOnce(f.Body) {
			removed = true
		}
		if chain(f.Body, file.Comments) {
			removed = true
		}
	}
	if !removed {
		return text, packages(file), nil
	}
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.TabIndent | printer.UseSpaces, Tabwidth: 8}).Fprint(&b, fset, file); err != nil {
		return "", nil, fmt.Errorf("printing Go: %w", err)
	}
	return gap.ReplaceAllString(b.String()[len(head):], "\n$1"), packages(file), nil
}

// returnAtOnce makes `x := e; return x` one statement.
func returnAtOnce(body *ast.BlockStmt) (changed bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BlockStmt)
		if !ok || len(b.List) < 2 {
			return true
		}
		last := len(b.List) - 1
		r, returns := b.List[last].(*ast.ReturnStmt)
		a, assigns := b.List[last-1].(*ast.AssignStmt)
		if !returns || !assigns || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 || len(r.Results) != 1 {
			return true
		}
		to, named := a.Lhs[0].(*ast.Ident)
		if x, ok := r.Results[0].(*ast.Ident); ok && named && x.Name == to.Name {
			r.Results[0], b.List = a.Rhs[0], append(b.List[:last-1], r)
			r.Return, b.Rbrace = a.Pos(), a.End()+1 // on the next line
			changed = true
		}
		return true
	})
	return changed
}

// chain makes `else { if … }` an `else if`, unless a comment stands between.
func chain(body *ast.BlockStmt, comments []*ast.CommentGroup) (changed bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		b, ok := s.Else.(*ast.BlockStmt)
		if !ok || len(b.List) != 1 {
			return true
		}
		inner, ok := b.List[0].(*ast.IfStmt)
		between := func(c *ast.CommentGroup) bool { return b.Pos() < c.Pos() && c.Pos() < b.End() }
		if ok && !slices.ContainsFunc(comments, between) {
			s.Else, changed = inner, true
			lastBlock(inner).Rbrace = b.Rbrace
		}
		return true
	})
	return changed
}

// lastBlock is the block with which an `if` ends.
func lastBlock(s *ast.IfStmt) *ast.BlockStmt {
	switch e := s.Else.(type) {
	case *ast.IfStmt:
		return lastBlock(e)
	case *ast.BlockStmt:
		return e
	default:
		return s.Body
	}
}

// gap is an empty line before the end of a block, which moved statements leave behind.
var gap = regexp.MustCompile(`\n\n(\t*})`)

// packages are the names before dots that may be packages.
func packages(file *ast.File) map[string]bool {
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	return used
}

// dropUnused removes the variables of a function that are not read, once; it tells whether there were any.
func dropUnused(body *ast.BlockStmt) bool {
	reads := map[string]int{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, r := range n.Rhs {
				countNames(r, reads)
			}
			for _, l := range n.Lhs {
				if _, plain := l.(*ast.Ident); !plain {
					countNames(l, reads)
				}
			}
		}
		return true
	})
	countOthers(body, reads)
	return removeIn(body, reads, ownNames(body))
}

// ownNames are the names that a function declares itself: others belong to the package, whoever reads them.
func ownNames(body *ast.BlockStmt) map[string]bool {
	out := map[string]bool{}
	note := func(es ...ast.Expr) {
		for _, e := range es {
			if id, ok := e.(*ast.Ident); ok {
				out[id.Name] = true
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				note(n.Lhs...)
			}
		case *ast.RangeStmt:
			note(n.Key, n.Value)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				out[id.Name] = true
			}
		}
		return true
	})
	return out
}

// countNames counts the names in an expression.
func countNames(e ast.Node, reads map[string]int) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			reads[id.Name]++
		}
		_, function := n.(*ast.FuncLit) // its statements are visited by themselves
		return !function
	})
}

// countOthers counts the names outside of assignments and declarations.
func countOthers(body *ast.BlockStmt, reads map[string]int) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			countNames(n, reads)
		case *ast.DeferStmt:
			countNames(n.Call, reads)
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				countNames(r, reads)
			}
		case *ast.IfStmt:
			countNames(n.Cond, reads)
		case *ast.ForStmt:
			if n.Cond != nil {
				countNames(n.Cond, reads)
			}
		case *ast.RangeStmt:
			countNames(n.X, reads)
		case *ast.SwitchStmt:
			if n.Tag != nil {
				countNames(n.Tag, reads)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				countNames(e, reads)
			}
		}
		return true
	})
}

// removeIn removes assignments to names of the function's own that nobody reads, and such names from the heads of loops.
func removeIn(body *ast.BlockStmt, reads map[string]int, own map[string]bool) bool {
	removed := false
	unused := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && own[id.Name] && id.Name != "_" && id.Name != "next" && id.Name != "ok" && reads[id.Name] == 0
	}
	clean := func(list []ast.Stmt) []ast.Stmt {
		var out []ast.Stmt
		for _, s := range list {
			drop := false
			switch s := s.(type) {
			case *ast.AssignStmt:
				drop = true
				for i, l := range s.Lhs {
					switch {
					case unused(l) && len(s.Lhs) > 1:
						s.Lhs[i], removed = ast.NewIdent("_"), true
					case !unused(l) && !isBlank(l):
						drop = false
					}
				}
			case *ast.RangeStmt:
				drop = len(s.Body.List) == 0
			case *ast.IncDecStmt:
				drop = unused(s.X)
			case *ast.DeclStmt:
				if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR && len(d.Specs) == 1 {
					v, ok := d.Specs[0].(*ast.ValueSpec)
					if !ok || len(v.Values) > 0 {
						break
					}
					n := len(v.Names)
					v.Names = slices.DeleteFunc(v.Names, func(id *ast.Ident) bool { return unused(id) })
					removed = removed || len(v.Names) < n
					drop = len(v.Names) == 0
				}
			case *ast.IfStmt:
				drop = s.Else == nil && s.Init == nil && len(s.Body.List) == 0
			}
			if drop {
				removed = true
				continue
			}
			out = append(out, s)
		}
		return out
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			n.List = clean(n.List)
		case *ast.CaseClause:
			n.Body = clean(n.Body)
		case *ast.RangeStmt:
			if n.Value != nil && unused(n.Value) {
				n.Value, removed = nil, true
			}
			if n.Value == nil && n.Key != nil && (unused(n.Key) || isBlank(n.Key)) {
				n.Key, n.Tok, removed = nil, token.ILLEGAL, true
			}
		}
		return true
	})
	return removed
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
