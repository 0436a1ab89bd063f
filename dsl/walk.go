package dsl

import (
	"reflect"

	"github.com/pzc-lang/pzc/internal/diag"
)

// walk calls visit for the tree at v and for each node below it, parents first. visit gets a pointer to the struct of a
// node.
func walk(v reflect.Value, visit func(node any)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), visit)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		walk(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Struct:
		if v.CanAddr() {
			visit(v.Addr().Interface())
		}
		for i := range v.NumField() {
			if !isPosition(v.Type().Field(i)) {
				walk(v.Field(i), visit)
			}
		}
	default: // a plain value has nothing below it
	}
}

// Spanned is a node of the tree: a pointer to a struct with a span.
type Spanned interface{ Span() diag.Span }

// Walk calls visit for a declaration and for each node below it, parents first.
func Walk(d Decl, visit func(node Spanned)) {
	walk(reflect.ValueOf(d), func(node any) {
		if s, ok := node.(Spanned); ok {
			visit(s)
		}
	})
}

// DeclName returns the name that a declaration declares.
func DeclName(d Decl) (name Ident, ok bool) {
	f := reflect.ValueOf(d).Elem().FieldByName("Name")
	if !f.IsValid() {
		return Ident{}, false
	}
	name, ok = f.Interface().(Ident)
	return name, ok
}

// Equal reports whether two files have equal trees. Positions, layout and comments other than Docs do not count;
// parentheses do.
func Equal(a, b *File) bool {
	return equal(reflect.ValueOf(a.Decls), reflect.ValueOf(b.Decls))
}

// equal compares two trees of the same type.
func equal(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return a.Elem().Type() == b.Elem().Type() && equal(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !isPosition(a.Type().Field(i)) && !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	default:
		return a.Equal(b)
	}
}

// isPosition reports whether a field holds a position only.
func isPosition(f reflect.StructField) bool {
	return f.Type == reflect.TypeFor[Node]() || f.Name == "OpPos" || f.Name == "RowPos" || f.Name == "RowEnd"
}

// Paths returns the texts by which a file names other files.
func Paths(f *File) (paths []*Str) {
	for _, d := range f.Decls {
		if field := reflect.ValueOf(d).Elem().FieldByName("Path"); field.IsValid() {
			if path, ok := field.Interface().(*Str); ok && path != nil {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// Relocate moves the nodes of a file to other places: at returns the place for a span. Nodes for which ok is false keep
// theirs. It is for a file that was translated from another language.
func Relocate(f *File, at func(s diag.Span) (to diag.Span, ok bool)) {
	walk(reflect.ValueOf(f.Decls), func(node any) {
		v := reflect.ValueOf(node).Elem()
		field := v.FieldByName("Node")
		if !field.IsValid() {
			return
		}
		if n, ok := field.Addr().Interface().(*Node); ok {
			if to, ok := at(n.Span()); ok {
				n.Pos, n.EndPos = to.Start, to.End
			}
		}
	})
}
