package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// count writes "1 index" or "3 indices".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// indexHelp writes how an array is read: `side[…, …]`.
func indexHelp(a *model.Array) string {
	if len(a.Index) == 0 {
		return a.Name
	}
	return a.Name + "[" + strings.Join(slices.Repeat([]string{"…"}, len(a.Index)), ", ") + "]"
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// foreignName returns the advice for a name of another language; "" for other names.
func foreignName(name string) string {
	switch strings.ToLower(name) {
	case "int", "integer", "nat", "number", "float", "real":
		return "all types are finite: write a range, `lo..hi`"
	case "boolean":
		return "write `bool`"
	case "string", "str", "text":
		return "texts are labels only; for names declare an `enum`"
	case "true", "false":
		return "write `" + strings.ToLower(name) + "`"
	case "null", "none", "nil", "undefined":
		return "there is no such value: write `defined(e)`, or take a value that stands for none"
	}
	return ""
}

// foreignFunction returns the advice for a function of another language; "" for other names.
func foreignFunction(name string) string {
	switch strings.ToLower(name) {
	case "row", "col", "column":
		return "write `cell." + strings.ToLower(name)[:3] + "`"
	case "len", "length", "card", "cardinality":
		return "write `size(S)`, or `count x in S: …`"
	case "mod", "modulo", "rem":
		return "write `a % b`"
	case "div":
		return "write `a / b`"
	case "dist", "distance":
		return "write `manhattan(a, b)`, `chebyshev(a, b)`, or `steps(rel, a, b)` for the shortest path"
	case "neighbour", "neighbours", "neighbor", "neighbors", "neighbouring", "adj":
		return "write `adjacent(a, b)`"
	case "all_different", "alldifferent", "alldiff", "all_distinct", "distinct":
		return "write `distinct x in S: …`"
	case "atmost", "at_most", "atleast", "at_least", "exactly":
		return "write `(count x in S: …) <= k`"
	case "contains", "member", "element":
		return "write `x in S`"
	case "range":
		return "write a range, `0..n-1`"
	case "all":
		return "write `forall x in S: …`"
	case "some", "exist":
		return "write `exists x in S: …`"
	case "xor":
		return "write `a != b`"
	case "even", "odd":
		return "write `x % 2 == 0`, or `== 1`"
	case "ord":
		return "write `index(x)`"
	case "int", "bool2int":
		return "write `if b then 1 else 0`"
	case "pow", "power", "square":
		return "write a product: `x * x`"
	}
	return ""
}
