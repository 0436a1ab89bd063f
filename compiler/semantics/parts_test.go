package semantics_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
)

// everything visits all values that are reachable from a value, each pointer once.
func everything(v reflect.Value, seen map[uintptr]bool, visit func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Interface:
		everything(v.Elem(), seen, visit)
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			visit(v)
			everything(v.Elem(), seen, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			everything(v.Index(i), seen, visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			everything(v.Field(i), seen, visit)
		}
	default:
	}
}

// fieldsOf lists the expressions in the fields of a node, of its binders, of its relation and of the parts of its text.
func fieldsOf(v reflect.Value) (out []model.Expr) {
	if v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		if e, is := v.Interface().(model.Expr); is {
			return []model.Expr{e}
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, fieldsOf(v.Index(i))...)
		}
	case reflect.Struct:
		switch v.Interface().(type) {
		case model.Bind, model.Relation, model.TextPart:
			for i := range v.NumField() {
				out = append(out, fieldsOf(v.Field(i))...)
			}
		}
	default:
	}
	return out
}

// The walk over an expression visits all its parts: what reads the state, which names are free, and its weight depend
// on it.
func TestPartsAreAll(t *testing.T) {
	kinds := map[string]bool{}
	for _, file := range append(compilertest.LibraryFiles(t), "asked") {
		var p *model.Program
		if file == "asked" {
			p = compilertest.Checked(t,
				asked+"goal find(a, 1) == nth({0, 2}, x) and (the (i, j) in {(n, m) for n in N, m in N where n < "+
					"m}: i == x) == (0, 1) and not (x, 1) in (N, N) and -up == down and c - (0, 0) == (1, 1) and abs(-x) < size(C)\n"+
					"def way(o: C, q: C) = adjacent(o, q)\n"+
					"goal steps(way, c, (0, 0)) == steps({(0, 1), (1, 2)}, x, 2) and c in {(0, 0), (1, 1)} and x in -1..2 and "+
					"defined(2*up) and c + up != c\nheuristic g = max(h, pattern(a, {1}, {0}))\n")
		} else {
			var diags error
			l := check.Loader{FS: models.FS()}
			prog, found := l.Load(file)
			p, diags = prog, found.Err()
			require.NoError(t, diags, file)
		}
		everything(reflect.ValueOf(p), map[uintptr]bool{}, func(v reflect.Value) {
			e, is := v.Interface().(model.Expr)
			if !is {
				return
			}
			kinds[v.Type().String()] = true
			var got []model.Expr
			for x := range model.Parts(e) {
				got = append(got, x)
			}
			var want []model.Expr
			for i := range v.Elem().NumField() {
				if v.Elem().Field(i).Type() != reflect.TypeFor[model.Base]() {
					want = append(want, fieldsOf(v.Elem().Field(i))...)
				}
			}
			assert.ElementsMatch(t, want, got, "%s: parts of %s at %s", file, v.Type(), e.Span().Start)
		})
	}
	assert.Greater(t, len(kinds), 35, "%v", kinds)
}
