package code

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Param is a parameter of a function, or a field of a struct.
type Param struct {
	Name string
	Type Expr
}

// Params joins parameters. Those of one type that follow one another share it.
func Params(list []Param) Expr { return declared(list, ", ") }

// Fields is Params for the fields of a struct.
func Fields(list []Param) Expr { return declared(list, "; ") }

func declared(list []Param, between string) Expr {
	var parts []Expr
	names := ""
	for i, p := range list {
		if names += p.Name; i+1 < len(list) && list[i+1].Type.text == p.Type.text {
			names += ", "
			continue
		}
		parts = append(parts, Format("%s %s", names, p.Type))
		names = ""
	}
	return Join(parts, between)
}

// Lines joins the elements of a composite literal, several to a line.
func Lines(rows []string) string {
	text, used := "", 0
	for i, r := range rows {
		if used += len(r) + 2; i == 0 || used > 72 {
			text, used = text+"\n", len(r)+2
		}
		text += r + ", "
	}
	return text
}

// Numbers joins numbers.
func Numbers[N int | int32 | int64](list []N) string {
	text := lists.Map(list, func(n N) string { return fmt.Sprint(n) })
	return strings.Join(text, ", ")
}
