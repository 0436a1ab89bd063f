package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// site is a place where a fault can be made.
type site struct {
	pos  token.Position
	kind string
	text string // the line
}

// insertion is a text to be inserted into a file. length is the number of bytes that it replaces.
type insertion struct {
	offset, length int
	text           string
	depth          int // of the node: of two insertions at one place, the outer one opens first and closes last
	closes         bool
}

// marker inserts switches for faults into the files of a package.
type marker struct {
	fset  *token.FileSet
	info  *types.Info
	src   map[string][]byte
	sites []site
	edits map[string][]insertion
}

// switches is the package that the switches call. An overlay adds it to the compiled program.
const switches = `// Package mutant says which fault is there.
package mutant

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

var active, _ = strconv.Atoi(os.Getenv("PZC_MUTANT"))

var (
	trace = os.Getenv("PZC_MUTANT_TRACE")
	seen  [1 << 20]atomic.Bool
)

// Is tells whether fault k is there.
func Is(k int) bool {
	if trace != "" {
		note(k)
	}
	return k == active
}

func note(k int) {
	if seen[k].Load() || seen[k].Swap(true) {
		return
	}
	f, err := os.OpenFile(trace, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, k)
		f.Close()
	}
}

// Flip turns a truth value round.
func Flip(k int, b bool) bool { return b != Is(k) }

// Less is x < y, or x <= y.
func Less[T cmp.Ordered](k int, x, y T) bool { return x < y || x == y && Is(k) }

// AtMost is x <= y, or x < y.
func AtMost[T cmp.Ordered](k int, x, y T) bool { return x < y || x == y && !Is(k) }

// More is x, or x+1.
func More[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](k int, x T) T {
	if Is(k) {
		return x + 1
	}
	return x
}
`

// add records a fault and returns its number.
func (m *marker) add(n ast.Node, kind string) int {
	pos := m.fset.Position(n.Pos())
	lines := strings.Split(string(m.src[pos.Filename]), "\n")
	m.sites = append(m.sites, site{pos, kind, strings.TrimSpace(lines[pos.Line-1])})
	return len(m.sites)
}

// around inserts texts before and after a node.
func (m *marker) around(n ast.Node, depth int, before, after string) {
	m.insert(n.Pos(), 0, before, depth, false)
	m.insert(n.End(), 0, after, depth, true)
}

func (m *marker) insert(at token.Pos, length int, text string, depth int, closes bool) {
	p := m.fset.Position(at)
	m.edits[p.Filename] = append(m.edits[p.Filename], insertion{p.Offset, length, text, depth, closes})
}

// mark inserts switches into a file.
func (m *marker) mark(f *ast.File) {
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		var parent ast.Node
		if len(stack) > 0 {
			parent = stack[len(stack)-1]
		}
		if d, is := n.(*ast.GenDecl); is && d.Tok != token.VAR {
			stack = append(stack, n)
			return false // constants and types
		}
		m.node(n, parent, len(stack))
		stack = append(stack, n)
		return true
	})
}

func (m *marker) node(n, parent ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.IfStmt:
		if m.truth(n.Cond) {
			m.around(n.Cond, depth+1, fmt.Sprintf("mutant.Flip(%d, ", m.add(n.Cond, "condition turned round")), ")")
		}
	case *ast.BinaryExpr:
		m.binary(n, parent, depth)
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if id, is := r.(*ast.Ident); is && (id.Name == "true" || id.Name == "false") {
				m.around(r, depth+1, fmt.Sprintf("mutant.Flip(%d, ", m.add(r, "other result")), ")")
			}
		}
	case *ast.BlockStmt:
		m.statements(n.List, depth)
	case *ast.CaseClause:
		m.statements(n.Body, depth)
	}
}

// truth reports whether an expression is of type bool and not constant.
func (m *marker) truth(e ast.Expr) bool {
	tv := m.info.Types[e]
	if tv.Value != nil || tv.Type == nil {
		return false
	}
	return types.Identical(tv.Type, types.Typ[types.Bool]) || types.Identical(tv.Type, types.Typ[types.UntypedBool])
}

func (m *marker) binary(n *ast.BinaryExpr, parent ast.Node, depth int) {
	if m.info.Types[n].Value != nil || m.shifted(n.X) || m.shifted(n.Y) {
		return
	}
	switch n.Op {
	case token.LAND, token.LOR:
		if !m.truth(n) || !m.truth(n.X) || !m.truth(n.Y) {
			return
		}
		for _, part := range []ast.Expr{n.X, n.Y} {
			with := " || mutant.Is(%d))"
			if n.Op == token.LOR {
				with = " && !mutant.Is(%d))"
			}
			m.around(part, depth+1, "((", ")"+fmt.Sprintf(with, m.add(part, "part left out")))
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		m.compare(n, depth)
	case token.EQL, token.NEQ:
		if i, is := parent.(*ast.IfStmt); is && i.Cond == n || !m.truth(n) {
			return // the condition as a whole is turned round
		}
		m.around(n, depth, fmt.Sprintf("mutant.Flip(%d, ", m.add(n, "comparison turned round")), ")")
	case token.ADD, token.SUB, token.MUL:
		b, is := m.info.Types[n].Type.Underlying().(*types.Basic)
		if is && b.Info()&types.IsInteger != 0 && b.Info()&types.IsUntyped == 0 {
			m.around(n, depth, fmt.Sprintf("mutant.More(%d, ", m.add(n, "one more")), ")")
		}
	default:
	}
}

// shifted reports whether an untyped constant is shifted. A switch around it would change its type.
func (m *marker) shifted(e ast.Expr) bool {
	b, is := ast.Unparen(e).(*ast.BinaryExpr)
	if !is {
		return false
	}
	if b.Op == token.SHL && m.info.Types[b.X].Value != nil {
		return true
	}
	return m.shifted(b.X) || m.shifted(b.Y)
}

// compare inserts a switch that moves the bound of a comparison.
func (m *marker) compare(n *ast.BinaryExpr, depth int) {
	x, y := m.info.Types[n.X], m.info.Types[n.Y]
	if !m.truth(n) || !ordered(x.Type) || !ordered(y.Type) || untyped(x) && untyped(y) ||
		!untyped(x) && !untyped(y) && !types.Identical(x.Type, y.Type) {
		return
	}
	if c := n.Y; m.info.Types[c].Value != nil && m.info.Types[c].Value.Kind() == constant.Float {
		return
	}
	name := map[token.Token]string{
		token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "AtMost", token.GEQ: "Less",
	}[n.Op]
	before := ""
	if n.Op == token.GTR || n.Op == token.GEQ { // x > y is not x <= y
		before = "!"
	}
	m.insert(n.Pos(), 0, fmt.Sprintf("%smutant.%s(%d, ", before, name, m.add(n, "bound moved")), depth, false)
	m.insert(n.OpPos, len(n.Op.String()), ",", depth, false)
	m.insert(n.End(), 0, ")", depth, true)
}

func ordered(t types.Type) bool {
	b, is := t.Underlying().(*types.Basic)
	return is && b.Info()&types.IsOrdered != 0
}

func untyped(tv types.TypeAndValue) bool { return tv.Value != nil }

// statements inserts switches that leave out statements. It skips statements that declare names.
func (m *marker) statements(list []ast.Stmt, depth int) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, is := s.X.(*ast.CallExpr); !is || isPanic(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || blank(s.Lhs) {
				continue
			}
		case *ast.IncDecStmt:
		case *ast.BranchStmt:
			if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
				continue
			}
		default:
			continue
		}
		m.around(s, depth+1, fmt.Sprintf("if !mutant.Is(%d) { ", m.add(s, "statement left out")), " }")
	}
}

func isPanic(call *ast.CallExpr) bool {
	id, is := call.Fun.(*ast.Ident)
	return is && id.Name == "panic"
}

func blank(lhs []ast.Expr) bool {
	return !slices.ContainsFunc(lhs, func(e ast.Expr) bool {
		id, is := e.(*ast.Ident)
		return !is || id.Name != "_"
	})
}

// rewritten returns a file with its switches.
func (m *marker) rewritten(name string) string {
	edits := m.edits[name]
	slices.SortStableFunc(edits, func(a, b insertion) int {
		switch {
		case a.offset != b.offset:
			return a.offset - b.offset
		case a.closes != b.closes:
			if a.closes {
				return -1
			}
			return 1
		case a.closes:
			return b.depth - a.depth
		}
		return a.depth - b.depth
	})
	var out strings.Builder
	src, done := string(m.src[name]), 0
	for _, e := range edits {
		out.WriteString(src[done:e.offset] + e.text)
		done = e.offset + e.length
	}
	out.WriteString(src[done:])
	text := out.String()
	if len(edits) == 0 {
		return text
	}
	at := strings.Index(text, "\nimport ")
	if at < 0 {
		at = strings.Index(text, "\npackage ") + 1
		at += strings.Index(text[at:], "\n")
		if strings.HasPrefix(text, "package ") {
			at = strings.Index(text, "\n")
		}
	}
	return text[:at] + "\nimport \"" + module + "/internal/mutant\"\n" + text[at:]
}
