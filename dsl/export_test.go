package dsl

import "reflect"

// ExprString writes an expression on one line, except for maps.
func ExprString(e Expr) string {
	p := &printer{}
	p.expr(e)
	return p.String()
}

// EqualExpr is Equal for expressions.
func EqualExpr(a, b Expr) bool {
	return equal(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem())
}
