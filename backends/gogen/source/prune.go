package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// prune takes out of a program the declarations that nothing uses: what a model defines and never needs, and what was asked for while a
// translation was tried out; in a program that nobody reads also what is exported.
func prune(parts []Part, exported bool) error {
	for {
		dropped, err := pruneOnce(parts, exported)
		if err != nil || !dropped {
			return err
		}
	}
}

// declared is a declaration of unexported names.
type declared struct {
	names      []string
	part       int
	start, end int            // in the text of the part
	own        map[string]int // names that occur in it
}

const pruneHead = "package p\n"

func pruneOnce(parts []Part, exported bool) (bool, error) {
	uses := map[string]int{}
	var all []declared
	for i, p := range parts {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", pruneHead+p.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return false, fmt.Errorf("the Go program is wrong: %w\n%s", err, numbered(p.Text))
		}
		for _, d := range file.Decls {
			own := map[string]int{}
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					own[id.Name]++
					uses[id.Name]++
				}
				return true
			})
			start := d.Pos()
			if doc := docOfDecl(d); doc != nil {
				start = doc.Pos()
			}
			base := fset.File(file.Pos()).Base()
			all = append(all, declared{declaredNames(d), i, int(start) - base - len(pruneHead), int(d.End()) - base - len(pruneHead), own})
		}
	}
	dropped := false
	for i := len(all) - 1; i >= 0; i-- { // from the end, so that offsets stay right
		d := all[i]
		if len(d.names) == 0 || used(d, uses, exported) {
			continue
		}
		text := parts[d.part].Text
		parts[d.part].Text = text[:d.start] + strings.TrimLeft(text[d.end:], "\n")
		dropped = true
	}
	return dropped, nil
}

// used tells whether something else uses a declaration.
func used(d declared, uses map[string]int, exported bool) bool {
	for _, n := range d.names {
		if alias, ok := strings.CutPrefix(n, "="); ok {
			if uses[alias] > d.own[alias] {
				return true
			}
			continue
		}
		if uses[n] > d.own[n] || ast.IsExported(n) && (!exported || n == "Hash") || n == "main" || n == "_" {
			return true
		}
	}
	return false
}

func docOfDecl(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

func declaredNames(d ast.Decl) []string {
	var names []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		names = append(names, d.Name.Name)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			case *ast.TypeSpec:
				if s.Assign.IsValid() { // an alias; it is taken away if unused, whatever its name
					names = append(names, "="+s.Name.Name)
				}
			}
		}
	}
	return names
}
